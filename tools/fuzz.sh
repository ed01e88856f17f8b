#!/bin/sh
# fuzz.sh SECONDS: libFuzzer on serialised states, starting from fuzz/corpus, which it extends. Coverage comes from
# rustc's own sanitizer-coverage pass, so a stable compiler will do.
set -eu
seconds=${1:-300}
command -v g++ >/dev/null || { echo "indp: g++ is missing: it compiles libFuzzer" >&2; exit 1; }
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
 -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
RUSTFLAGS=$(echo $RUSTFLAGS)
host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
# With a target named, build scripts are not instrumented.
"${CARGO:-cargo}" build --manifest-path fuzz/Cargo.toml --release --locked --target "$host" --target-dir build/fuzz
mkdir -p build/fuzz/corpus build/fuzz/artifacts
build/fuzz/"$host"/release/states -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=600 -artifact_prefix=build/fuzz/artifacts/ \
    -print_final_stats=1 build/fuzz/corpus fuzz/corpus/states
# Keeps the smallest set of inputs that covers as much.
build/fuzz/"$host"/release/states -merge=1 fuzz/corpus/states build/fuzz/corpus
