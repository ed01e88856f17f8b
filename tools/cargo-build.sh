#!/bin/sh
# Builds the release libraries and copies them from cargo's folder to build/cargo. A file in
# build/cargo is touched only when its content changed, so that make repeats the later steps only
# when needed.
set -eu
out=build/cargo
mkdir -p "$out"
report=$out/report.json

# The number in the shared library's name, which changes when the C ABI breaks.
abi=0

# The rlib is built together with the C libraries, so that their code is the same as in Rust
# programs. Otherwise link-time optimisation makes selections of 10,000 outcomes 1.7 times slower.
# SQLite may unload the library: nodelete keeps the code of per-thread destructors.
"${CARGO:-cargo}" rustc --release --locked --lib --features c-library --crate-type cdylib,staticlib,rlib \
    --message-format=json-render-diagnostics -- -Clink-arg=-Wl,-soname,libindp.so.$abi -Clink-arg=-Wl,-z,nodelete >"$report"

# Cargo reports the path of every output, so no target triple or build-script hash must be guessed.
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
