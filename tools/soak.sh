#!/bin/sh
# The statistical tests with 20 seeds (INDP_SOAK_SEEDS for another number). The
# false-alarm rates of statistical tests are stated beside them; a failure names the seed that
# reproduces it. About ten minutes. Then, if they are built, the random driver with as many seeds, and signal handlers at more instructions.
set -eu
seeds=${INDP_SOAK_SEEDS:-20}
seed=1
while [ "$seed" -le "$seeds" ]; do
    echo "seed $seed of $seeds"
    if ! INDP_TEST_SEED=$seed "${CARGO:-cargo}" test --release --locked --quiet --test distribution --test float_distribution --test exponential --test aggregates --test choices --test model; then
        echo "failed: INDP_TEST_SEED=$seed cargo test --release --locked --test distribution --test float_distribution --test exponential --test aggregates --test choices --test model" >&2
        exit 1
    fi
    seed=$((seed + 1))
done
if [ -x build/ffi-tests/vectors.shared ]; then
    seed=2
    while [ "$seed" -le "$seeds" ]; do
        python3 tools/vectors.py --boundaries "$seed" 2000 >build/ffi-tests/boundaries.txt
        build/ffi-tests/vectors.shared build/ffi-tests/boundaries.txt || { echo "failed: tools/vectors.py --boundaries $seed 2000" >&2 && exit 1; }
        seed=$((seed + 1))
    done
fi
for program in build/ffi-tests/driver.shared build/ffi-tests/signals.shared; do
    [ -x "$program" ] || { echo "not run, since make test has not built it: $program" && continue; }
    seed=1
    while [ "$seed" -le "$seeds" ]; do
        case $program in
        *driver*) "$program" "$seed" 20000 || { echo "failed: $program $seed 20000" >&2 && exit 1; } ;;
        *) [ "$seed" -gt 1 ] || INDP_TEST_EFFORT=$seeds "$program" || { echo "failed: INDP_TEST_EFFORT=$seeds $program" >&2 && exit 1; } ;;
        esac
        seed=$((seed + 1))
    done
done
