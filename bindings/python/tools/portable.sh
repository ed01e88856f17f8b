#!/bin/sh
# portable.sh ARCHIVE SYMBOLS OUTPUT [TARGET [GLIBC]]: links the static library ARCHIVE into the
# shared library OUTPUT, which runs with this version of glibc (2.17) and all newer ones. Only the
# functions that the file SYMBOLS lists leave the library. TARGET is x86_64-unknown-linux-gnu or
# aarch64-unknown-linux-gnu.
#
# A shared library that the system's own linker makes needs the glibc of the build machine. zig, a
# package of PyPI, carries the symbol versions of all older ones. Only this last link differs: the
# object code is that of build/lib/libindp.a.
set -eu
archive=$1 symbols=$2 output=$3 target=${4:-x86_64-unknown-linux-gnu} glibc=${5:-2.17}
cpu=${target%%-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    echo '{ global:'
    sed 's/$/;/' "$symbols"
    echo 'local: *; };'
} >"$work/symbols.map"

# Rust unwinds with libgcc_s, which is part of every system with glibc. zig would add an unwinder of
# its own. So the real one is named by its path, which only a compiler for the target knows.
case $cpu in
"$(uname -m)") compiler=${CC:-cc} ;;
*) compiler=$cpu-linux-gnu-gcc ;;
esac
unwinder=$("$compiler" -print-file-name=libgcc_s.so.1)
[ -e "$unwinder" ] || { echo "indp: $compiler has no libgcc_s.so.1" >&2; exit 1; }

"${PYTHON:-python3}" -m ziglang cc -target "$cpu-linux-gnu.$glibc" -shared -s -o "$output" \
    -Wl,--whole-archive "$archive" -Wl,--no-whole-archive "$unwinder" -lpthread -ldl -lm \
    -Wl,--version-script="$work/symbols.map" -Wl,-soname,libindp.so.0 \
    -Wl,-z,nodelete -Wl,-z,now -Wl,-z,relro -Wl,--gc-sections
