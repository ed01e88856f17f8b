#!/bin/sh
# portable.sh ARCHIVE SYMBOLS OUTPUT [TARGET [GLIBC]]: links the static library ARCHIVE into the
# shared library OUTPUT, which runs with glibc version GLIBC (by default 2.17) and newer ones.
# OUTPUT exports only the functions that the file SYMBOLS lists. TARGET is x86_64-unknown-linux-gnu
# (the default) or aarch64-unknown-linux-gnu.
#
# A shared library made by the system's own linker needs the glibc of the build machine. zig, which
# is a package of PyPI, contains the symbol versions of all older glibcs. Only this last link uses
# zig: the object code is that of ARCHIVE.
set -eu
archive=$1 symbols=$2 output=$3 target=${4:-x86_64-unknown-linux-gnu} glibc=${5:-2.17}
cpu=${target%%-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# `ld -r`, which tools/localise.sh calls, can make aarch64 relocations whose entry in the global
# offset table is a section plus an offset. zig's linker ignores this offset.
if "${READELF:-readelf}" -rW "$archive" 2>/dev/null | grep -Eq 'R_AARCH64_[A-Z0-9_]*GOT.* \.[^ ]* \+ [0-9a-f]*[1-9a-f]'; then
    echo "indp: zig cannot link $archive; for aarch64 it needs build/cargo/libindp.a" >&2
    exit 1
fi

{
    echo '{ global:'
    sed 's/$/;/' "$symbols"
    echo 'local: *; };'
} >"$work/symbols.map"

# Rust needs libgcc_s for unwinding. Every system with glibc has it, but zig would link an unwinder
# of its own instead. So libgcc_s is named by its path, which only a compiler for the target knows.
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
