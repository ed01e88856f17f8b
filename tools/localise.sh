#!/bin/sh
# localise.sh INPUT.a SYMBOLS OUTPUT.a: links the whole static library into one object file and
# makes every symbol except indp_* local. So GMP, MPFR and the Rust runtime are private to the
# library. A program's own `__gmp_*` symbols then cannot change the library's arithmetic. A program
# can also link a second library that contains GMP, MPFR or a Rust runtime.
set -eu
input=$1 symbols=$2 output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The entry points listed in SYMBOLS are the roots of the linker's garbage collection. Code that no
# root reaches is dropped.
roots=$(sed 's/^/-u /' "$symbols")
# shellcheck disable=SC2086
"${LD:-ld}" -r --gc-sections $roots -o "$work/indp.o" "$input"
"${OBJCOPY:-objcopy}" --wildcard --keep-global-symbol='indp_*' -R .llvmbc -R .llvmcmd "$work/indp.o"
# Undefined symbols that nothing refers to would still make a static link look for getaddrinfo and
# other functions. --strip-unneeded removes them. (It also removes debug information, nine tenths of
# which describe dropped code. The shared library keeps its debug information.)
"${OBJCOPY:-objcopy}" --strip-unneeded "$work/indp.o"
rm -f "$output"
"${AR:-ar}" rcsD "$output" "$work/indp.o"
