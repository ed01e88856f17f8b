#!/bin/sh
# fuzz.sh SECONDS: runs libFuzzer on serialised states for SECONDS seconds. The inputs start from
# tests/corpus/states.txt, and new inputs that increase the coverage are added to it. For another SECONDS
# seconds, the script then alternates between two random tests with a new seed in each round. One is
# ffi-tests/c/driver.c under AddressSanitizer, which makes random calls of the C ABI. The other is
# tests/model, which compares random calls with a slow model.
#
# Coverage comes from rustc's own sanitizer-coverage pass, so a stable compiler suffices.
set -eu
seconds=${1:-300}
command -v g++ >/dev/null || { echo "indp: g++ is missing: it compiles libFuzzer" >&2; exit 1; }
flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
 -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
flags=$(echo $flags)
host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
# Cargo applies RUSTFLAGS to build scripts unless --target is given. So --target names the host.
RUSTFLAGS=$flags sh tools/cargo.sh build --manifest-path fuzz/Cargo.toml --release --locked --target "$host" --target-dir build/fuzz
mkdir -p build/fuzz/corpus build/fuzz/artifacts
rm -rf build/fuzz/kept
python3 fuzz/corpus.py unpack build/fuzz/kept
build/fuzz/"$host"/release/states -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=600 -artifact_prefix=build/fuzz/artifacts/ \
    -print_final_stats=1 build/fuzz/corpus build/fuzz/kept
# Keeps only the new inputs that increase the coverage of those that were kept.
build/fuzz/"$host"/release/states -merge=1 build/fuzz/kept build/fuzz/corpus
python3 fuzz/corpus.py pack build/fuzz/kept

sh tools/asan.sh
end=$(($(date +%s) + seconds))
seed=$(date +%s)
while [ "$(date +%s)" -lt "$end" ]; do
    build/asan/driver "$seed" 50000 || { echo "failed: build/asan/driver $seed 50000" >&2 && exit 1; }
    model="INDP_TEST_SEED=$seed INDP_TEST_EFFORT=5"
    env $model sh tools/cargo.sh test --release --locked --quiet --test model >build/asan/model.log 2>&1 ||
        { cat build/asan/model.log && echo "failed: $model cargo test --release --test model" >&2 && exit 1; }
    seed=$((seed + 1))
done
