#!/bin/sh
# Builds the release libraries and copies them from cargo's folder to build/cargo. A file in
# build/cargo is replaced only if its content has changed. So make repeats later steps only when
# they are needed.
set -eu
out=build/cargo
mkdir -p "$out"
report=$out/report.json

# The version number in the shared library's file name. It increases when a release breaks the C
# ABI.
abi=0

set --
# TARGET is the machine to build for, if it is not this one. GMP is then cross-compiled by CC.
# gmp-mpfr-sys refuses this unless its feature force-cross is set.
if [ -n "${TARGET:-}" ]; then
    set -- "$@" --target "$TARGET" --features gmp-mpfr-sys/force-cross
    export "CARGO_TARGET_$(echo "$TARGET" | tr 'a-z-' 'A-Z_')_LINKER=${CC:-cc}"
fi

# The rlib is built together with the C libraries, so that the C libraries contain the same code as
# Rust programs. Without the rlib, link-time optimisation makes selections among 10,000 outcomes 1.7
# times slower. A host program such as SQLite may unload the library while threads still need its
# thread-local destructors. The linker option nodelete keeps the code in memory.
sh tools/cargo.sh rustc --release --locked --lib "$@" --features c-library --crate-type cdylib,staticlib,rlib \
    --message-format=json-render-diagnostics -- -Clink-arg=-Wl,-soname,libindp.so.$abi -Clink-arg=-Wl,-z,nodelete >"$report"

# The paths of the outputs contain target triples and hashes. Cargo reports them, so this script
# need not guess them.
made=$(grep '"reason":"compiler-artifact"' "$report" | grep '"package_id":"path+file:' |
    grep '"staticlib"' | sed 's/.*"filenames":\[\([^]]*\)\].*/\1/; s/"//g' | tr ',' '\n')
generated=$(grep '"reason":"build-script-executed"' "$report" | grep '"package_id":"path+file:' |
    sed 's/.*"out_dir":"\([^"]*\)".*/\1/')

refresh() {
    if [ -z "$1" ] || [ ! -f "$1" ]; then
        echo "indp: cargo built no $(basename "$2")" >&2
        exit 1
    fi
    cmp -s "$1" "$2" || cp "$1" "$2"
}
refresh "$(echo "$made" | grep '/libindp\.so$')" "$out/libindp.so"
refresh "$(echo "$made" | grep '/libindp\.a$')" "$out/libindp.a"
refresh "$generated/indp.h" "$out/indp.h"
refresh "$generated/indp.json" "$out/indp.json"
# Copies the manual pages, and removes the pages of functions that no longer exist.
rm -rf "$out/man"
cp -r "$generated/man" "$out/man"
