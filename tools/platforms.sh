#!/bin/sh
# platforms.sh: tests for which machines src/platform.rs and build.rs refuse to compile. The file is
# compiled alone and without Rust's standard library, which is not installed for other machines.
# RUSTC_BOOTSTRAP makes a stable compiler accept this. build.rs, which was compiled for this
# machine, is run as cargo runs it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/alone.rs" <<END
#![feature(no_core, rustc_attrs)]
#![no_core]
#![crate_type = "lib"]
#[rustc_builtin_macro]
macro_rules! compile_error { () => {}; }
#[path = "$PWD/src/platform.rs"]
mod platform;
END
status=0
script=$(find target -path '*/build/indp-*/build-script-build' -exec ls -t {} + | head -n 1)
[ -n "$script" ] || { echo 'platforms: build.rs is not compiled: run make' >&2; exit 2; }
# What build.rs says for a target, or - if it would go on.
built() { # TARGET
    (
        export TARGET="$1" CARGO_MANIFEST_DIR=/none OUT_DIR=/none
        for part in os env arch pointer_width endian; do
            value=$("${RUSTC:-rustc}" --print cfg --target "$1" |
                sed -n "s/^target_$part=\"\(.*\)\"/\1/p")
            export "CARGO_CFG_TARGET_$(echo "$part" | tr a-z A-Z)=$value"
        done
        "$script" 2>&1 | grep "^indp does not compile for $1: " || echo -
    )
}
check() { # TARGET REASON: the reason in the message, or - if the target is not refused
    said=$(RUSTC_BOOTSTRAP=1 "${RUSTC:-rustc}" --emit=metadata --target "$1" -o "$work/alone" "$work/alone.rs" 2>&1 | grep 'error: indp') || said=-
    case $said in
    *"$2"*) ;;
    *) echo "platforms: $1: expected <$2>, got <$said>" && status=1 ;;
    esac
    said=$(built "$1")
    case $said in
    *"$2"*) ;;
    *) echo "platforms: $1: build.rs: expected <$2>, got <$said>" && status=1 ;;
    esac
}
check x86_64-unknown-linux-gnu -
check aarch64-unknown-linux-gnu -
check x86_64-unknown-linux-musl glibc
check aarch64-unknown-linux-musl glibc
check aarch64-apple-darwin Linux
check x86_64-pc-windows-msvc Linux
check x86_64-unknown-freebsd Linux
check aarch64-linux-android Linux
check i686-unknown-linux-gnu 64-bit
check x86_64-unknown-linux-gnux32 64-bit
check aarch64_be-unknown-linux-gnu little-endian
check s390x-unknown-linux-gnu little-endian
check riscv64gc-unknown-linux-gnu 'x86-64 and aarch64'
exit "$status"
