#!/bin/sh
# extension.sh ARCHIVE OUTPUT [TARGET [GLIBC]]: compiles the SQLite extension and links it with the
# static library ARCHIVE, as portable.sh does with the shared library. The headers of SQLite are
# those of this system; the extension checks at run time that SQLite is new enough.
set -eu
archive=$1 output=$2 target=${3:-x86_64-unknown-linux-gnu} glibc=${4:-2.17}
cpu=${target%%-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The folder of the system's headers would also give zig the system's libc headers.
mkdir "$work/sqlite"
for header in sqlite3.h sqlite3ext.h; do
    path=$(echo "#include <$header>" | "${CC:-cc}" -E -x c - | sed -n "s/^# 1 \"\(.*$header\)\".*/\1/p" | head -n 1)
    cp "$path" "$work/sqlite/"
done
case $cpu in
"$(uname -m)") compiler=${CC:-cc} ;;
*) compiler=$cpu-linux-gnu-gcc ;;
esac
unwinder=$("$compiler" -print-file-name=libgcc_s.so.1)
echo "{ global: $(sh tools/link-sqlite.sh --exports) local: *; };" >"$work/exports"
# shellcheck disable=SC2046
"${PYTHON:-python3}" -m ziglang cc -target "$cpu-linux-gnu.$glibc" -std=c99 -O2 -fPIC -fvisibility=hidden -shared -s \
    -Ibuild/cargo -Iextensions/common -I"$work/sqlite" $(find extensions/sqlite/src extensions/common -name '*.c' | LC_ALL=C sort) \
    "$archive" "$unwinder" -o "$output" -lpthread -ldl -lm \
    -Wl,--version-script="$work/exports" -Wl,-soname,indp.so -Wl,-Bsymbolic \
    -Wl,-z,nodelete -Wl,-z,now -Wl,-z,relro -Wl,--gc-sections
