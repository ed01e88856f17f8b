# Tests of float arithmetic, which indp_float_precision switches on for a connection.

answer "real arithmetic is the default" "SELECT indp_float_precision()" 0
answer "the function sets the bits and returns them" \
    "SELECT indp_float_precision(118), indp_float_precision(), indp_float_precision(-1), indp_float_precision(0)" \
    "118|118|-1|0"
for bits in 52 4097 -2 118.0 "'118'" NULL; do
    refused "indp_float_precision($bits)" "SELECT indp_float_precision($bits)" \
        "indp_float_precision: bits must be 0 (real arithmetic), -1 (automatic), or from 53 to 4096"
done
# Here lambda = 10/1e6 = 1e-5 and the grid is Lambda = 2^-16. The noise exceeds 0.001, that is 100
# lambda, with probability below exp(-98).
holds "a large epsilon gives nearly the exact sum" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(118); SELECT abs(dp_sum(x, 0, 10, 1e6) - 6) <= 0.001 FROM (SELECT 1 AS x
        UNION ALL SELECT 5)"
# Here lambda = 5/0.3 = 16.7, and Lambda is the next power of two, 32.
holds "counts are multiples of Lambda" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_count(1, 0.3, 5) % 32 = 0"
# Counts need a grid of at least 1. In float arithmetic the grid is Lambda.
for call in 'dp_count(1, 3.0)' 'dp_count(1, 6.5, 3)' 'dp_avg(1, 0, 1, 8)' 'dp_var(1, 0, 1, 8)' 'dp_stddev(1, 0, 1, 8)'; do
    refused "a count whose Lambda is below 1: $call" "CREATE TEMP TABLE f AS SELECT indp_float_precision(118); SELECT $call" \
        "${call%%(*}: epsilon is too large for float arithmetic: use an epsilon of at most 2 * rows_per_person, or set the float precision to 0 (real arithmetic)"
done
for bits in -1 53 4096; do
    holds "epsilon may be twice rows_per_person at $bits bits" \
        "CREATE TEMP TABLE f AS SELECT indp_float_precision($bits); SELECT dp_count(1, 2) < 99 AND dp_count(1, 6, 3) < 99 AND dp_avg(1, 0, 1, 2) < 2
            AND dp_var(1, 0, 1, 2) < 2 AND dp_stddev(1, 0, 1, 2) < 2"
done
refused "an epsilon too small for the precision" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_sum(1, 0, 1, 1e-17)" "epsilon is too small for this float precision"
refused "an epsilon too small for the bound that the release chooses" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_sum(1, 0, 1, 1e-12)" "dp_sum: epsilon is too small for this float precision: set the precision to -1 (automatic) or 0 (real arithmetic)"
refused "an epsilon too large for the bound that the release chooses" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_sum(1, 0, 1, 1e4)" \
    "dp_sum: epsilon is too large for this float precision: use a smaller epsilon, or set the precision to 0 (real arithmetic)"
holds "the automatic precision accepts both" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(-1); SELECT dp_sum(1, 0, 1, 1e-12) IS NOT NULL AND dp_sum(1, 0, 1, 1e4) IS NOT NULL"
for bound in 1e-320 1.7e308; do
    refused "bounds that float arithmetic does not reach: $bound" \
        "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_sum(1, 0, $bound, 1.5)" \
        "dp_sum: lo and hi are too small or too large for float arithmetic: set the float precision to 0 (real arithmetic)"
done
answer "the setting belongs to the connection" "SELECT indp_float_precision()" 0
# Float arithmetic applies only to kinds that add Laplace noise. At 53 bits those kinds refuse the
# epsilons 1e-17 and 1e-12. Quantiles and modes accept 1e-17, and minimum and maximum accept 1e-12.
answer "float arithmetic does not apply to quantiles, modes, minima and maxima" \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_median(1, 0, 1, 1e-17) IN (0, 1),
        dp_quantile(1, 0.5, 0, 1, 1e-17, 1, 2) IN (0, 1), dp_mode(1, '[1]', 1e-17),
       dp_min(1, 0, 1, 1e-12, 1, 2) IN (0, 1), dp_max(1, 0, 1, 1e-12, 1, 2) IN (0, 1),
       dp_release(dp_max_state(1, 0, 1, 1, 2), 1e-12) IN (0, 1),
       dp_release(dp_median_state(1, 0, 1, 1, 2), 1e-17) IN (0, 1), dp_release(dp_mode_state(1, '[1]'), 1e-17)" '0|1|1|1|1|1|1|1'
for call in 'dp_sum(1, 0, 1, 1e-17)' 'dp_avg(1, 0, 1, 1e-17)' 'dp_var(1, 0, 1, 1e-17)' 'dp_stddev(1, 0, 1, 1e-17)' \
    'dp_count(1, 1e-17)' \
    'dp_release(dp_sum_state(1, 0, 1), 1e-17)' 'dp_sum_error(0, 1, 1e-17, 0.5)'; do
    refused "float arithmetic applies to $call" "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT $call" \
        "epsilon is too small for this float precision"
done
# Both in real and in float arithmetic, minimum and maximum refuse an epsilon below about 2^-43
# times rows_per_person, because the noise of their threshold could reach 2^62.
for bits in 0 53; do
    for call in 'dp_min(1, 0, 1, 1e-17, 1, 2)' 'dp_max(1, 0, 1, 1e-17, 1, 2)' 'dp_max(1, 0, 1, 1e-12, 1000, 2)'; do
        refused "too small an epsilon at $bits bits: $call" \
            "CREATE TEMP TABLE f AS SELECT indp_float_precision($bits); SELECT $call" \
            "${call%%(*}: epsilon is too small for this rows_per_person: use a larger epsilon"
    done
    refused "too small an epsilon at $bits bits, a state" \
        "CREATE TEMP TABLE f AS SELECT indp_float_precision($bits); SELECT dp_release(dp_max_state(1, 0, 1, 1, 2), 1e-17)" \
        "dp_release: epsilon is too small for the parameters of the state: use a larger epsilon"
done
