# Tests of dp_count_error and dp_sum_error. They return an error bound that the noise exceeds with
# probability at most alpha.

# The noise of a count exceeds t with probability e^-((t + 1/2) epsilon / rows_per_person). The
# bound is 3 for epsilon 1, because e^-3.5 <= 0.05 < e^-2.5. With 2 rows per person it is 6, because
# e^-(6.5 / 2) = 0.039 and e^-(5.5 / 2) = 0.064.
answer 'error bounds of counts' 'SELECT dp_count_error(1, 0.05), dp_count_error(1.0, 0.05, 2), dp_count_error(1, 0.05, 2.0)' \
    '3.0|6.0|6.0'
holds 'the error bound of a sum is lambda ln(1 / alpha) and half a grid step of Lambda / 1024' \
    "SELECT dp_sum_error(-3, 10, 0.5, 0.05, 5) BETWEEN 100 * ln(20) AND 100 * ln(20) + 0.0625"
holds 'a smaller epsilon gives a larger error' "SELECT dp_sum_error(0, 1, 0.5, 0.05) > dp_sum_error(0, 1, 1, 0.05)"
holds 'a query without FROM' "SELECT dp_sum_error(0, 50, 0.5, 0.05, 5) > 1497"
# Of 1,000 releases of the exact sum 5, at most 50 are expected to be off by more than the bound. A
# number above 91, which is 6 standard deviations of 6.9 above 50, has probability below 1e-7.
holds 'sums are off by more than the bound with probability alpha' \
    "SELECT count(*) <= 91 FROM (SELECT dp_sum(x, 0, 10, 0.7) AS r FROM (SELECT i, 5 AS x FROM k WHERE i <= 1000) GROUP BY i)
      WHERE abs(r - 5) > dp_sum_error(0, 10, 0.7, 0.05)"
# Half the bound is too small: 1,000 * 0.05^(1/2) = 224 releases are expected to be off by more than
# half the bound, and a number below 140 has probability below 1e-9.
holds 'half the bound is too small' \
    "SELECT count(*) > 140 FROM (SELECT dp_sum(x, 0, 10, 0.7) AS r FROM (SELECT i, 5 AS x FROM k WHERE i <= 1000) GROUP BY i)
      WHERE abs(r - 5) > dp_sum_error(0, 10, 0.7, 0.05) / 2"
# In float arithmetic lambda is slightly above 1 / 0.25 = 4, so the grid is the next power of two,
# Lambda = 8.
holds 'float arithmetic has a coarser grid and a larger error' \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(118);
     SELECT dp_count_error(0.25, 0.05) BETWEEN 4 * ln(20) AND 4 * ln(20) + 4 AND dp_count_error(0.25, 0.05) > 12"
refused 'float arithmetic refuses a large epsilon' \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(118); SELECT dp_count_error(3.0, 0.05)" 'dp_count_error: epsilon is too large for float arithmetic: use at most twice rows_per_person'
for bad in 0 1 1.5 -1 NULL "'0.05'" 1e999; do
    refused "count: alpha $bad" "SELECT dp_count_error(1, $bad)" 'dp_count_error: alpha must be a number between 0 and 1'
    refused "sum: alpha $bad" "SELECT dp_sum_error(0, 1, 1, $bad)" 'dp_sum_error: alpha must be a number between 0 and 1'
done
for bad in 0 -1 NULL "'1'" 1e999; do
    refused "error of a count: epsilon $bad" "SELECT dp_count_error($bad, 0.05)" \
        'dp_count_error: epsilon must be a finite number above 0'
    refused "error of a sum: epsilon $bad" "SELECT dp_sum_error(0, 1, $bad, 0.05)" \
        'dp_sum_error: epsilon must be a finite number above 0'
done
for bad in 0 -1 1.5 NULL "'5'" 1e300; do
    refused "error of a count: rows $bad" "SELECT dp_count_error(1, 0.05, $bad)" \
        'dp_count_error: rows_per_person must be a whole number'
    refused "error of a sum: rows $bad" "SELECT dp_sum_error(0, 1, 1, 0.05, $bad)" \
        'dp_sum_error: rows_per_person must be a whole number'
done
refused 'error of a sum: lo' "SELECT dp_sum_error(NULL, 1, 1, 0.05)" 'dp_sum_error: lo must be a finite number'
refused 'error of a sum: hi' "SELECT dp_sum_error(0, 'x', 1, 0.05)" 'dp_sum_error: hi must be a finite number'
refused 'error of a sum: range' 'SELECT dp_sum_error(1, 1, 1, 0.05)' 'dp_sum_error: lo must be below hi'
