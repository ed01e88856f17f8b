#!/bin/sh
# Tests that other programs can read the header. bindgen and cffi (after the preprocessor) must find
# all functions in it. A C++ compiler must accept it with every warning treated as an error.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
functions=$(wc -l <ffi-tests/symbols.txt)

bindgen include/indp.h --allowlist-function 'indp_.*' --allowlist-var 'INDP_.*' -o "$work/indp.rs"
[ "$(grep -c 'pub fn indp_' "$work/indp.rs")" = "$functions" ]
grep -q 'pub const INDP_UNFILLED_WORD: u64 = 8461813352852383076;' "$work/indp.rs"
echo 'fn main() {}' >>"$work/indp.rs"
rustc --edition 2021 -A warnings --crate-type rlib --out-dir "$work" "$work/indp.rs"

# cffi knows the types of stdint.h, but cannot read that header.
grep -v '^#include' include/indp.h | "${CC:-cc}" -E -P -x c - >"$work/indp.i"
/usr/bin/python3 - "$work/indp.i" "$functions" <<'END_OF_PYTHON'
import sys

import cffi

ffi = cffi.FFI()
ffi.cdef(open(sys.argv[1]).read())
library = ffi.dlopen("build/lib/libindp.so")
assert sum(hasattr(library, name) for name in open("ffi-tests/symbols.txt").read().split()) == int(sys.argv[2])
value = ffi.new("indp_value *", {"struct_size": ffi.sizeof("indp_value")})
state = ffi.new("unsigned char[80]")
assert library.indp_sum_init(state, 80, 0.0, 1.0, 0.0, 1) == 0
assert library.indp_state_release_value(state, 1.0, ffi.NULL, value) == 0
END_OF_PYTHON

echo '#include <indp.h>' >"$work/only.cc"
"${CXX:-c++}" -std=c++17 -fsyntax-only -pedantic-errors -Wall -Wextra -Weffc++ -Wconversion -Wsign-conversion -Wold-style-cast \
    -Wshadow -Wundef -Wredundant-decls -Wcast-qual -Wuseless-cast -Wzero-as-null-pointer-constant -Wswitch-default \
    -Werror -Iinclude "$work/only.cc"
if command -v clang++ >/dev/null; then
    clang++ -std=c++17 -fsyntax-only -Weverything -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-padded -Werror -Iinclude "$work/only.cc"
fi
