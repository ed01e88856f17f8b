#!/bin/sh
# platforms.sh: tests for which machines build.rs refuses to compile. build.rs, which was compiled
# for this machine, is run as cargo runs it.
set -eu
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
    said=$(built "$1")
    case $2:$said in
    -:-) ;;
    -:*) echo "platforms: $1: expected no refusal, got <$said>" && status=1 ;;
    *:*"$2"*) ;;
    *) echo "platforms: $1: expected <$2>, got <$said>" && status=1 ;;
    esac
}
check x86_64-unknown-linux-gnu -
check aarch64-unknown-linux-gnu -
check x86_64-unknown-linux-musl -
check x86_64-apple-darwin -
check aarch64-apple-darwin -
check x86_64-pc-windows-gnu -
check aarch64-unknown-linux-musl 'x86-64 only'
check aarch64-pc-windows-gnullvm 'x86-64 only'
check x86_64-pc-windows-msvc 'GNU environment'
check x86_64-unknown-freebsd 'Linux, macOS and Windows'
check aarch64-linux-android 'Linux, macOS and Windows'
check aarch64-apple-ios 'Linux, macOS and Windows'
check x86_64-unknown-linux-ohos 'glibc or musl'
check i686-unknown-linux-gnu 64-bit
check i686-unknown-linux-musl 64-bit
check x86_64-unknown-linux-gnux32 64-bit
check i686-pc-windows-gnu 64-bit
check aarch64_be-unknown-linux-gnu little-endian
check s390x-unknown-linux-gnu little-endian
check riscv64gc-unknown-linux-gnu 'x86-64 and aarch64'
exit "$status"
