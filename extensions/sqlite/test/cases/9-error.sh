# Tests of dp_count_error and dp_sum_error. They return an error bound that the noise exceeds with
# probability at most alpha.

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
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(118); SELECT dp_count_error(3.0, 0.05)" 'dp_count_error: epsilon is too large for float arithmetic: use an epsilon of at most 2 * rows_per_person'
# In each group 6 rows are 10 and 194 are 0. For such skewed data half the bound is too small, as
# the second test shows.
holds 'means are off by more than the bound with probability alpha' \
    "SELECT count(*) <= 91 FROM (SELECT dp_avg(x, 0, 10, 1) AS r FROM (SELECT value / 200 AS i, 10 * (value % 200 < 6) AS x
      FROM generate_series(0, 199999)) GROUP BY i) WHERE abs(r - 0.3) > dp_avg_error(0, 10, 1, 0.05, 200)"
holds 'half the bound is too small for means' \
    "SELECT count(*) > 140 FROM (SELECT dp_avg(x, 0, 10, 1) AS r FROM (SELECT value / 200 AS i, 10 * (value % 200 < 6) AS x
      FROM generate_series(0, 199999)) GROUP BY i) WHERE abs(r - 0.3) > dp_avg_error(0, 10, 1, 0.05, 200) / 2"

holds 'a very large n' 'SELECT dp_avg_error(0, 1, 1, 0.05, 9223372036854775807) < 1e-14'

# Tests intervals. Of 500 intervals at alpha = 0.05, at most 25 are expected to miss the exact
# answer. More than 55 miss it with probability below 1e-7.
for kind in avg,4.5 var,8.25 stddev,2.8722813232690143; do
    truth=${kind#*,} kind=${kind%,*}
    parts="SELECT dp_release_parts(s, 1) AS p FROM (SELECT dp_${kind}_state(x, 0, 10) AS s FROM (SELECT value / 100 AS g, value % 10 AS x FROM generate_series(0, 49999)) GROUP BY g)"
    holds "intervals from the parts of $kind" "WITH p AS MATERIALIZED ($parts), i AS MATERIALIZED (SELECT p, dp_${kind}_interval(p, 0, 10, 0.05) AS i FROM p)
        SELECT count(*) = 500 AND count(*) FILTER (WHERE $truth BETWEEN json_extract(i, '\$[0]') AND json_extract(i, '\$[1]')) >= 445
            AND min(json_extract(p, '\$.value') BETWEEN json_extract(i, '\$[0]') AND json_extract(i, '\$[1]')) FROM i"
done
good='{"value":5.0,"count":9.9,"sums":[50.0,49.0],"scale":10.0}'
answer 'an interval that the data do not narrow' "SELECT dp_avg_interval('{\"value\":5.0,\"count\":0.1,\"sums\":[0.5,0.5],\"scale\":10.0}', 0, 10, 0.05)" '[0.0, 10.0]'
for bad in NULL 5 "'x'" "''" "'{}'" "' $good'" "'$good '" "replace('$good', '5.0', 'null')" "replace('$good', '49.0', '49.0,1.0')" "CAST('$good' AS BLOB)" "replace('$good', '10.0', '0.0')" "replace('$good', '49.0', '1e999')"; do
    refused "parts $bad" "SELECT dp_avg_interval($bad, 0, 10, 0.05)" 'dp_avg_interval: parts must be what dp_release_parts returned for a state of this aggregate'
done
refused 'interval of a mean: alpha' "SELECT dp_avg_interval('$good', 0, 10, 1)" 'dp_avg_interval: alpha must be a number above 0 and below 1'
refused 'interval of a mean: bounds' "SELECT dp_avg_interval('$good', 10, 0, 0.5)" 'dp_avg_interval: lo must be below hi'
