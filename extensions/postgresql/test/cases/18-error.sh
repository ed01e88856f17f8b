# Tests the functions for error bounds and intervals. An error bound is exceeded by the noise with
# probability at most alpha. The first tests are of dp_count_error and dp_sum_error.

answer 'error bounds of counts' \
    'SELECT dp_count_error(1, 0.05), dp_count_error(1, 0.05, 2), dp_count_error(alpha => 0.05, epsilon => 1)' '3|6|3'
# Of 1,000 releases of the exact sum 5, at most 50 are expected to be off by more than the bound. A
# number above 91, which is 6 standard deviations of 6.9 above 50, has probability below 1e-7. Half
# the bound is too small: 1000 * 0.05^(1/2) = 224 releases are expected to be off by more than half
# the bound, and a number below 140 has probability below 1e-9.
beyond="FROM (SELECT dp_sum(5, 0, 10, 0.7) AS r FROM k WHERE i <= 1000 GROUP BY i) s
    WHERE abs(r - 5) > dp_sum_error(0, 10, 0.7, 0.05)"
holds 'sums are off by more than the bound with probability alpha' "SELECT count(*) <= 91 $beyond"
holds 'half the bound is too small for sums' "SELECT count(*) > 140 $beyond / 2"
# A count at epsilon 0.1 is off by more than r with probability e^(-0.1 (r + 0.5)). That is 0.047
# for the bound r = 30. For r = 15 it is 0.21. The probability that fewer than 130 of 1,000 counts
# are off by more than 15 is below 1e-9.
beyond="FROM (SELECT dp_count(1, 0.1) AS r FROM k WHERE i <= 1000 GROUP BY i) s WHERE abs(r - 1) > dp_count_error(0.1, 0.05)"
holds 'counts are off by more than the bound with probability alpha' "SELECT count(*) <= 91 $beyond"
holds 'half the bound is too small for counts' "SELECT count(*) > 130 $beyond / 2"

# The functions read no data. Therefore the planner and parallel workers may call them, and so may
# every user.
answer 'errors are stable and parallel safe' \
    "SELECT string_agg(DISTINCT concat(provolatile, proparallel, proisstrict, coalesce(proacl::text, ' all')), ' ') FROM pg_proc
    WHERE proname ~ '^dp_.*_(error|interval)\$' AND prorettype IN ('float8'::regtype, 'float8[]'::regtype)" 'ssf all'
sql 'CREATE ROLE asker LOGIN;'
user=asker
answer 'every user may call them' 'SELECT dp_count_error(1, 0.05), dp_sum_error(0, 1, 1, 0.05) > 2.99' '3|t'
user=postgres
sql 'DROP ROLE asker;'
# Unlike the parameters of an aggregate, the arguments of these functions may be columns.
answer 'errors of columns' "SELECT dp_count_error(e, 0.05) FROM (VALUES (1.0), (0.1)) v(e)" "$(printf '3\n30')"

# Tests the error bounds of the other aggregates. Those of averages, variances and standard
# deviations depend on n, an assumed number of rows.
holds 'the error bound of a mean, by names' \
    "SELECT abs(dp_avg_error(n => 5000, rows_per_person => 5, lo => 0, hi => 10, epsilon => 0.5, alpha => 0.05) - dp_avg_error(0, 10, 0.5, 0.05, 1000)) < 1e-3"
# Tests intervals. Of 500 intervals at alpha = 0.05, more than 55 miss the exact answer with
# probability below 1e-7.
for kind in avg,4.5 var,8.25 stddev,2.8722813232690143; do
    truth=${kind#*,} kind=${kind%,*}
    holds "intervals from the parts of $kind" "WITH p AS MATERIALIZED (SELECT dp_release_parts(s, 1) AS p FROM (SELECT dp_${kind}_state(x, 0, 10) AS s
          FROM (SELECT a.i AS g, (b.i % 10)::float8 AS x FROM k a, generate_series(1, 100) b(i) WHERE a.i <= 500) r GROUP BY g) t)
        SELECT count(*) = 500 AND count(*) FILTER (WHERE $truth BETWEEN i[1] AND i[2]) >= 445 AND bool_and((p ->> 'value')::float8 BETWEEN i[1] AND i[2])
          FROM (SELECT p, dp_${kind}_interval(p, 0, 10, 0.05) AS i FROM p) q"
done
for bad in "'{}'" "'[1]'"; do
    refused "parts $bad" "SELECT dp_avg_interval($bad, 0, 10, 0.05)" 22023 'dp_avg_interval: parts must be what dp_release_parts returned for a state of this aggregate'
done
refused 'an error that no epsilon gives' "SELECT dp_avg_epsilon_for_error(1, 10, 5e-324, 0.1, 1)" 22023 'dp_avg_epsilon_for_error: no epsilon gives an error this small: ask for a larger error'
