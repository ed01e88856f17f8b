#!/bin/sh
# Repeats the random tests with 20 seeds, or with INDP_SOAK_SEEDS seeds. This takes about half an
# hour. A failure prints the command that reproduces it.
#
# The script first runs the comparison of the C ABI with a slow model (tests/model), and the
# statistical tests. Their source files state their false-alarm rates. Then it runs test vectors
# whose answers lie next to rounding boundaries, and a driver that makes random calls of the C ABI.
# Both start from seed 2. Last, the test of signal handlers interrupts calls at more instructions
# than usual.
set -eu
# The evidence tests run the examples, which --test does not build.
sh tools/cargo.sh build --release --locked --examples
seeds=${INDP_SOAK_SEEDS:-20}
seed=1
while [ "$seed" -le "$seeds" ]; do
    echo "seed $seed of $seeds"
    if ! INDP_TEST_SEED=$seed sh tools/cargo.sh test --release --locked --quiet --test distribution --test float_distribution --test exponential --test permute_and_flip --test aggregates --test quantiles_and_modes --test several_quantiles --test histograms --test model; then
        echo "failed: INDP_TEST_SEED=$seed cargo test --release --locked --test distribution --test float_distribution --test exponential --test permute_and_flip --test aggregates --test quantiles_and_modes --test several_quantiles --test histograms --test model" >&2
        exit 1
    fi
    # Of the evidence programs, only `utility` uses INDP_TEST_SEED.
    if ! INDP_TEST_SEED=$seed sh tools/cargo.sh test --release --locked --quiet --test evidence utility; then
        echo "failed: INDP_TEST_SEED=$seed cargo test --release --locked --test evidence utility" >&2
        exit 1
    fi
    seed=$((seed + 1))
done

# This also builds the programs that run below.
sh ffi-tests/run.sh vectors driver signals
seed=2
while [ "$seed" -le "$seeds" ]; do
    python3 oracles/vectors.py --boundaries "$seed" 2000 >build/ffi-tests/boundaries.txt
    build/ffi-tests/vectors.shared build/ffi-tests/boundaries.txt ||
        { echo "failed: oracles/vectors.py --boundaries $seed 2000" >&2 && exit 1; }
    build/ffi-tests/driver.shared "$seed" 20000 ||
        { echo "failed: build/ffi-tests/driver.shared $seed 20000" >&2 && exit 1; }
    seed=$((seed + 1))
done
INDP_TEST_EFFORT=$seeds build/ffi-tests/signals.shared
