#!/bin/sh
# The statistical tests with 20 seeds (INDP_SOAK_SEEDS for another number). The
# false-alarm rates of statistical tests are stated beside them; a failure names the seed that
# reproduces it. About ten minutes.
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
