#!/bin/sh
# asan.sh: builds the library with AddressSanitizer, and links it with ffi-tests/c/driver.c, a
# program that makes random calls of the C ABI. The result is build/asan/driver. RUSTC_BOOTSTRAP
# makes a stable compiler accept the unstable flag. If the toolchain does not contain the runtime of
# AddressSanitizer, the exit status is 77.
set -eu
out=build/asan
rustc=${RUSTC:-rustc}
host=$("$rustc" -vV | sed -n 's/^host: //p')
runtime=$("$rustc" --print sysroot)/lib/rustlib/$host/lib
runtime=$(ls "$runtime"/librustc*_rt.asan.a 2>/dev/null | head -n 1)
[ -n "$runtime" ] || { echo "this Rust toolchain has no AddressSanitizer for $host" >&2 && exit 77; }
mkdir -p "$out"

# Cargo applies RUSTFLAGS to build scripts unless --target is given. So --target names the host.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" sh tools/cargo.sh rustc --release --locked --quiet --lib \
    --features c-library --crate-type staticlib --target "$host" --target-dir "$out/cargo"
# shellcheck disable=SC2086
${CC:-cc} -std=c99 -D_GNU_SOURCE -O1 -g -Iinclude -pthread ${ASAN_DRIVER_FLAGS:-} ffi-tests/c/driver.c -rdynamic \
    -o "$out/driver${ASAN_DRIVER_SUFFIX:-}" "$out/cargo/$host/release/libindp.a" \
    -Wl,--whole-archive "$runtime" -Wl,--no-whole-archive -lm -ldl
