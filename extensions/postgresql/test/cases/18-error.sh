# dp_count_error and dp_sum_error: the expected error.

# e^-3.5 <= 0.05 < e^-2.5; a person with 2 rows: e^-(5.5 / 2) = 0.064, e^-(6.5 / 2) = 0.039.
answer 'error of counts' 'SELECT dp_count_error(1, 0.05), dp_count_error(1, 0.05, 2), dp_count_error(alpha => 0.05, epsilon => 1)' '3|6|3'
holds 'error of sums: lambda ln(1 / alpha), and half a step of Lambda / 1024' \
    "SELECT dp_sum_error(-3, 10, 0.5, 0.05, 5) BETWEEN 100 * ln(20) AND 100 * ln(20) + 0.0625"
holds 'a smaller epsilon, a larger error' "SELECT dp_sum_error(0, 1, 0.5, 0.05) > dp_sum_error(0, 1, 1, 0.05) AND dp_count_error(0.5, 0.05) > dp_count_error(1, 0.05)"
holds 'a smaller alpha, a larger error' "SELECT dp_sum_error(0, 1, 1, 0.01) > dp_sum_error(0, 1, 1, 0.05) AND dp_count_error(1, 0.01) > dp_count_error(1, 0.05)"
# 1,000 releases, of which 50 are expected beyond r; 50 + 6 * 6.9 has probability below 1e-7. Beyond half of r
# 1000 * 0.05^(1/2) = 224 are expected, fewer than 140 with probability below 1e-9.
beyond="FROM (SELECT dp_sum(5, 0, 10, 0.7) AS r FROM k WHERE i <= 1000 GROUP BY i) s WHERE abs(r - 5) > dp_sum_error(0, 10, 0.7, 0.05)"
holds 'the promise of a sum is kept' "SELECT count(*) <= 91 $beyond"
holds 'half of it would not be' "SELECT count(*) > 140 $beyond / 2"
# Counts: beyond r lie e^(-0.1 (r + 0.5)): 0.047 for r = 30; for r = 15 it is 0.21, and fewer than 130 have probability below 1e-9.
beyond="FROM (SELECT dp_count(1, 0.1) AS r FROM k WHERE i <= 1000 GROUP BY i) s WHERE abs(r - 1) > dp_count_error(0.1, 0.05)"
holds 'the promise of a count is kept' "SELECT count(*) <= 91 $beyond"
holds 'half of it would not be, counts' "SELECT count(*) > 130 $beyond / 2"

# They read no data, so they may be computed during planning, in workers, and by everybody.
answer 'errors are stable and parallel safe' "SELECT string_agg(DISTINCT concat(provolatile, proparallel, proisstrict, coalesce(proacl::text, ' all')), ' ') FROM pg_proc
    WHERE proname IN ('dp_count_error', 'dp_sum_error')" 'ssf all'
sql 'CREATE ROLE asker LOGIN;'
user=asker
answer 'everybody may ask' 'SELECT dp_count_error(1, 0.05), dp_sum_error(0, 1, 1, 0.05) > 2.99' '3|t'
user=postgres
sql 'DROP ROLE asker;'
# Noise that rounds to zero; a count is exact with probability 1 - e^-0.5 = 0.39.
answer 'an error of zero' "SELECT dp_count_error($E, 0.05), dp_count_error(1, 0.7)" '0|0'

for bad in 0 1 1.5 -1 NULL "'NaN'" "'Infinity'"; do
    refused "count: alpha $bad" "SELECT dp_count_error(1, $bad)" 22023 'dp_count_error: alpha must be a number between 0 and 1'
    refused "sum: alpha $bad" "SELECT dp_sum_error(0, 1, 1, $bad)" 22023 'dp_sum_error: alpha must be a number between 0 and 1'
done
for bad in 0 -1 NULL "'NaN'" "'Infinity'"; do
    refused "error of a count: epsilon $bad" "SELECT dp_count_error($bad, 0.05)" 22023 'dp_count_error: epsilon must be a finite number above 0'
    refused "error of a sum: epsilon $bad" "SELECT dp_sum_error(0, 1, $bad, 0.05)" 22023 'dp_sum_error: epsilon must be a finite number above 0'
done
for bad in 0 -1 NULL; do
    refused "error of a count: rows $bad" "SELECT dp_count_error(1, 0.05, $bad)" 22023 'dp_count_error: rows_per_person must be a whole number of at least 1'
    refused "error of a sum: rows $bad" "SELECT dp_sum_error(0, 1, 1, 0.05, $bad)" 22023 'dp_sum_error: rows_per_person must be a whole number of at least 1'
done
for bad in NULL "'NaN'" "'-Infinity'"; do
    refused "error of a sum: lo $bad" "SELECT dp_sum_error($bad, 1, 1, 0.05)" 22023 'dp_sum_error: lo must be a finite number'
    refused "error of a sum: hi $bad" "SELECT dp_sum_error(0, $bad, 1, 0.05)" 22023 'dp_sum_error: hi must be a finite number'
done
refused 'error of a sum: range' 'SELECT dp_sum_error(1, 1, 1, 0.05)' 22023 'dp_sum_error: lo must be below hi'
refused 'error of a sum: large' 'SELECT dp_sum_error(-1e308, 1e308, 1e-9, 0.05)' 22023 'dp_sum_error: lo, hi and rows_per_person are too large for this epsilon'
refused 'error of a count: large' 'SELECT dp_count_error(1e-320, 0.05)' 22023 'dp_count_error: rows_per_person is too large for this epsilon'
# They are not aggregates: their arguments may be columns.
answer 'errors of columns' "SELECT dp_count_error(e, 0.05) FROM (VALUES (1.0), (0.1)) v(e)" "$(printf '3\n30')"
