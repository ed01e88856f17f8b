#!/bin/sh
# asan.sh: builds the library under AddressSanitizer and, linked with it, the random driver as
# build/asan/driver. RUSTC_BOOTSTRAP makes a stable compiler accept the flag; its distribution
# contains the runtime. Exits with 77 where it does not.
set -eu
out=build/asan
rustc=${RUSTC:-rustc}
host=$("$rustc" -vV | sed -n 's/^host: //p')
runtime=$("$rustc" --print sysroot)/lib/rustlib/$host/lib
runtime=$(ls "$runtime"/librustc*_rt.asan.a 2>/dev/null | head -n 1)
[ -n "$runtime" ] || { echo "this Rust toolchain has no AddressSanitizer for $host" >&2 && exit 77; }
mkdir -p "$out"

# If a target is named, build scripts are not instrumented.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" "${CARGO:-cargo}" rustc --release --locked --quiet --lib \
    --features c-library --crate-type staticlib --target "$host" --target-dir "$out/cargo"
# shellcheck disable=SC2086
${CC:-cc} -std=c99 -D_GNU_SOURCE -O1 -g -Iinclude -pthread ${ASAN_DRIVER_FLAGS:-} ffi-tests/c/driver.c -rdynamic \
    -o "$out/driver${ASAN_DRIVER_SUFFIX:-}" "$out/cargo/$host/release/libindp.a" \
    -Wl,--whole-archive "$runtime" -Wl,--no-whole-archive -lm -ldl
