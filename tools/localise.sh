#!/bin/sh
# localise.sh INPUT.a SYMBOLS OUTPUT.a: links the whole static library into one object, in which
# every symbol except indp_* is local. GMP, MPFR and the Rust runtime stay private: a program's own
# `__gmp_*` cannot change the library's arithmetic, and two such libraries can be linked into one
# program.
set -eu
input=$1 symbols=$2 output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The entry points are the roots. Code that no root reaches is dropped.
roots=$(sed 's/^/-u /' "$symbols")
# shellcheck disable=SC2086
"${LD:-ld}" -r --gc-sections $roots -o "$work/indp.o" "$input"
"${OBJCOPY:-objcopy}" --wildcard --keep-global-symbol='indp_*' -R .llvmbc -R .llvmcmd "$work/indp.o"
# Unreferenced symbols would still make a static link look for getaddrinfo and other functions.
# (Debug information is removed as well: nine tenths of it describe dropped code. The shared library
# keeps its debug information.)
"${OBJCOPY:-objcopy}" --strip-unneeded "$work/indp.o"
rm -f "$output"
"${AR:-ar}" rcsD "$output" "$work/indp.o"
