# Tests means, variances, quantiles, extremes and modes at a huge epsilon, their distributions at a
# small one, and the functions of expected errors.

numbers='(SELECT seq x, concat("v", seq % 4) c, seq % 4 i FROM seq_0_to_100) q'
answer 'avg, var, stddev' "SELECT round(dp_avg(x, 0, 100, $E), 6), round(dp_var(x, 0, 100, $E), 6), round(dp_stddev(x, 0, 100, $E), 6) FROM $numbers" '50.000000|850.000000|29.154759'
answer 'avg clamps' "SELECT round(dp_avg(x, 10, 20, $E), 6) FROM (SELECT 0 x UNION ALL SELECT 18 UNION ALL SELECT 99) q" 16.000000
answer 'median, quantiles' "SELECT dp_median(x, 0, 100, 1e6, 1, 101), dp_quantile(x, 0.25, 0, 100, 1e6, 1, 101), dp_quantile(x, 0.9, 0, 100, 1e6, 1, 0) FROM $numbers" '50|25|90'
# The first and third of several quantiles are selected among the rows on one side of the second,
# and may be one rank off.
answer 'several quantiles' "SELECT dp_quantiles(x, '[0.25, 0.5,0.9]', 0, 100, 1e6, 1, 101) RLIKE '^.(24|25|26).0,50.0,(89|90|91).0.\$', dp_quantiles(x, '[1]', 0, 100, 1e6, 1, 101) FROM $numbers" '1|[100.0]'
answer 'answers are JSON' "SELECT json_value(dp_quantiles(x, '[0.25,0.75]', 0, 100, 1e6, 1, 101), '\$[1]') FROM $numbers" 75.0
answer 'a median of text' "SELECT dp_median(c, 0, 100, 1e6, 1, 101), dp_median(concat(x, ' '), 0, 100, 1e6, 1, 101) FROM $numbers" '0|50'
answer 'modes of texts and integers' "SELECT dp_mode(c, '[\"v1\",\"v2\"]', 1e6), dp_mode(i, '[3,1]', 1e6), dp_mode(c, '[\"v3\",1]', 1e6) FROM $numbers WHERE i > 0 AND x <> 4 AND NOT (i = 1 AND x > 50)" 'v2|3|v3'
answer 'a mode that is no value wins over none' "SELECT dp_mode(x, '[\"never\"]', 1) FROM t" never
answer 'modes: whole numbers of every type' "SELECT dp_mode(v, '[7,1]', 1e6), dp_mode(v * 1.0, '[7,1]', 1e6), dp_mode(v * 1e0, '[7,1]', 1e6), dp_mode(concat(v), '[\"1\",7]', 1e6) IN ('7', '1') FROM (SELECT 7 v) q, seq_1_to_50" '7|7|7|1'
answer 'modes: text is not a number, a fraction is no integer' "SELECT dp_mode(concat(v), '[7,\"x\"]', 1e-9) IS NULL, hex(substr(dp_mode_state(v + 0.5, '[7]'), 17, 8)), hex(substr(dp_mode_state(v + 5e-1, '[7]'), 17, 8)), hex(substr(dp_mode_state(concat(v), '[7]'), 17, 8)) FROM (SELECT 7 v) q" '0|0000000000000000|0000000000000000|0000000000000000'
answer 'modes: an unsigned value beyond 2^63 is not -1' "SELECT hex(substr(dp_mode_state(u, '[-1]'), 17, 1)), hex(substr(dp_mode_state(b, '[9223372036854775807]'), 17, 1)), hex(substr(dp_mode_state(-b - 1, '[-9223372036854775808]'), 17, 1)) FROM types" '00|01|01'
answer 'modes: UTF-8' "SELECT CONVERT(dp_mode(v, '[\"Žluť\",\"x\",\"\\\\u017dlu\"]', 1e6) USING utf8mb4) FROM (SELECT 'Žluť' v) q, seq_1_to_50" 'Žluť'

# Histograms and counts of candidates.
few_kinds='(SELECT "good" v UNION ALL SELECT "good" UNION ALL SELECT "poor" UNION ALL SELECT "2" UNION ALL SELECT NULL) q'
answer 'histogram: cells are half-open' "SELECT dp_histogram(x, '[10,20,30]', $E), dp_histogram(x, ' [ 2.05e1 ] ', $E, 2), dp_histogram(x * 1.0, '[10,20,30]', $E), dp_histogram(x * 1e0, '[10,20,30]', $E), dp_histogram(concat(x), '[10,20,30]', $E) FROM $numbers WHERE x BETWEEN 1 AND 50" '[9,10,10,21,0]|[20,30,0]|[9,10,10,21,0]|[9,10,10,21,0]|[9,10,10,21,0]'
answer 'histogram: zeros, infinities, and values that are no numbers' "SELECT dp_histogram(v, '[-1,-0.0,2.5]', $E) FROM (SELECT '-1e999' v UNION ALL SELECT '-2' UNION ALL SELECT '-1.0' UNION ALL SELECT '-5e-324' UNION ALL SELECT '-0.0' UNION ALL SELECT '0' UNION ALL SELECT '5e-324' UNION ALL SELECT '2.5' UNION ALL SELECT '1e999' UNION ALL SELECT ' 3.5 ' UNION ALL SELECT 'abc' UNION ALL SELECT x'00' UNION ALL SELECT '' UNION ALL SELECT NULL) q" '[2,2,3,3,3]'
answer 'histogram: every type' "SELECT dp_histogram(i, '[3]', $E), dp_histogram(b, '[9007199254740992]', $E), dp_histogram(u, '[0]', $E), dp_histogram(d, '[12.125]', $E), dp_histogram(x, '[0]', $E), dp_histogram(c, '[12.5]', $E), dp_histogram(t, '[0]', $E), dp_histogram(bits, '[6]', $E), dp_histogram(y, '[2024]', $E) FROM types" '[0,1,0]|[0,1,0]|[0,1,0]|[0,1,0]|[0,1,0]|[0,1,0]|[0,0,1]|[1,0,0]|[0,1,0]'
answer 'counts: in the order of the candidates' "SELECT dp_counts(v, '[\"poor\",\"good\",2,\"2\",-1,\"none\"]', $E), dp_counts(v, '[\"good\"]', $E, 3) FROM $few_kinds" '[1,2,0,1,0,0]|[2]'
answer 'counts: integers in the order of the candidates' "SELECT dp_counts(i, '[3,0,\"1\",7,-1,2]', $E), dp_counts(i * 1.0, '[3,0,2]', $E), dp_counts(i * 1e0 + 0.5, '[3,0,2]', $E) FROM $numbers WHERE x < 6" '[1,2,0,0,0,1]|[1,2,1]|[0,0,0]'
answer 'counts of merged histograms' "SELECT dp_release_counts(dp_merge(s, 1), $E) FROM (SELECT dp_histogram_state(x, '[10,20]') s FROM $numbers WHERE x BETWEEN 1 AND 50 GROUP BY x % 7) z" '[9,10,31,0]'
answer 'histogram, counts: groups' "SELECT i, dp_histogram(x, '[4,8]', $E), dp_counts(x, '[8,7]', $E) FROM $numbers WHERE x BETWEEN 1 AND 9 GROUP BY i" '0|[0,1,1,0]|[1,0]
1|[1,1,1,0]|[0,0]
2|[1,1,0,0]|[0,0]
3|[1,1,0,0]|[0,1]'
answer 'histogram, counts: ROLLUP' "SELECT i, dp_histogram(x, '[4,8]', $E), dp_counts(x, '[8,7]', $E) FROM $numbers WHERE x IN (7, 8) GROUP BY i WITH ROLLUP" '0|[0,0,1,0]|[1,0]
3|[0,1,0,0]|[0,1]
NULL|[0,1,1,0]|[1,1]'
answer 'bounds: every type' "SELECT dp_bounds(x, 1e6), dp_bounds(x * 1.0, 1e6, 2), dp_bounds(x *
    1e0, 1e6, 1, 20), dp_bounds(concat(x), 1e6), dp_bounds_among(x, '[10,70]', 1e6, 1, 2e1) FROM
    $numbers WHERE x BETWEEN 1 AND 50" '[0.0,56.0]|[0.0,56.0]|[0.0,52.0]|[0.0,56.0]|[10.0,70.0]'
null 'bounds: none' "SELECT dp_bounds(0, 1e6) FROM $numbers"
null 'bounds: no rows' "SELECT dp_bounds(x, 1e6) FROM $numbers WHERE x < 0"
answer 'bounds: groups, ROLLUP' "SELECT i, dp_bounds(x - 7, 1e6), dp_bounds_among(x, '[7,9]',
    1e6) FROM $numbers WHERE x IN (7, 8) GROUP BY i WITH ROLLUP" '0|[0.0,1.0]|[0.0,9.0]
3|NULL|[0.0,7.0]
NULL|[0.0,1.0]|[0.0,9.0]'
answer 'bounds of merged states' "SELECT dp_release_bounds(dp_merge(s, 1), 1e6) FROM (SELECT
    dp_bounds_state(x, 1, 10) s FROM $numbers WHERE x BETWEEN 1 AND 50 GROUP BY x % 7) z" \
    '[0.0,50.0]'
null 'bounds of a histogram' "SELECT dp_release_bounds(dp_histogram_state(x, '[1]'), 1e6) FROM
    $numbers"
answer 'histogram: the answer is JSON' "SELECT json_valid(a), json_length(a), json_type(json_extract(a, '\$[0]')) FROM (SELECT dp_histogram(x, '[0.1,0.5,0.9]', 1) a FROM $numbers) z" '1|5|INTEGER'
answer 'counts with the most digits' "SELECT length(h) > 60 AND json_length(h) = 4, max(abs(json_value(h, '\$[0]'))) > 1e17 FROM (SELECT dp_histogram(NULL, '[1,2]', 1e-18) h FROM seq_1_to_20 GROUP BY seq) z" '1|1'
answer 'answers in rows' "SELECT c.i, c.n FROM (SELECT dp_histogram(x, '[4,8]', $E) h FROM $numbers) z, JSON_TABLE(h, '\$[*]' COLUMNS (i FOR ORDINALITY, n BIGINT PATH '\$')) c" '1|4
2|4
3|93
4|0'
# Without rows the count of a cell is positive with probability e^(-1/2000) / 2, about 0.4998. Each
# sum must be within 134 of its mean, which is 6 standard deviations of 2,000 tosses. By chance it
# is further away with probability below 1e-8.
sql "CREATE OR REPLACE TABLE cells AS SELECT json_value(h, '\$[0]') > 0 a, json_value(h, '\$[1]') > 0 b, json_value(c, '\$[0]') > 0 c, json_value(c, '\$[1]') > 0 d
       FROM (SELECT dp_histogram(NULL, '[0]', 1e-3) h, dp_counts(NULL, '[5,4]', 1e-3) c FROM seq_1_to_2000 GROUP BY seq) z"
holds 'histogram, counts: each release is a new one, and each count has its own noise' "SELECT count(*) = 2000 AND abs(sum(a) - 999.5) < 134 AND abs(sum(b) - 999.5) < 134 AND abs(sum(c) - 999.5) < 134
    AND abs(sum(a = b) - 1000) < 134 AND abs(sum(c = d) - 1000) < 134 AND abs(sum(a = c) - 1000) < 134 AND abs(sum(b = d) - 1000) < 134 FROM cells"
holds 'the noise of a cell is that of a count with rows_per_person' "SELECT avg(abs(json_value(h, '\$[1]'))) BETWEEN 4 AND 6.2 FROM (SELECT dp_histogram(NULL, '[0]', 1, 5) h FROM seq_1_to_1000 GROUP BY seq) z"

# Distributions. 2,000 releases of a count of 4 at epsilon 1: noise n has the probability
# p(n) = e^-|n| * (1 - 1/e) / (1 + 1/e) (two-sided geometric noise). The number of releases with a
# given noise must be within 6 standard deviations of its mean. By chance it is further away with
# probability below 1e-8.
sql "CREATE OR REPLACE TABLE noise AS SELECT dp_count(t.x, 1) - 4 n FROM seq_1_to_2000 s, t GROUP BY s.seq"
cell() { # NAME CONDITION PROBABILITY: of 2,000 releases
    holds "noise: $1" "SELECT count(*) = 2000 AND abs(sum($2) - 2000 * ($3)) < 6 * sqrt(2000 * ($3) * (1 - ($3))) FROM noise"
}
none='(1 - exp(-1)) / (1 + exp(-1))'
cell 'zero' 'n = 0' "$none"
cell 'one' 'n = 1' "$none * exp(-1)"
cell 'minus one' 'n = -1' "$none * exp(-1)"
cell 'above 2' 'n > 2' 'exp(-3) / (1 + exp(-1))'
# With half the noise, the test of zeros must fail.
if mariadb_sql -N test -e "SELECT abs(sum(n DIV 2 = 0) - 2000 * $none) < 6 * sqrt(2000 * $none * (1 - $none)) FROM noise" | grep -q '^0$'; then pass; else
    fail 'noise: the twin with half the noise' 'was not noticed'
fi
holds 'noise of a sum grows with the bounds and rows_per_person' "SELECT avg(abs(a)) BETWEEN 8 AND 12.5 AND avg(abs(b)) BETWEEN 40 AND 62 FROM (SELECT dp_sum(NULL, 0, 10, 1) a, dp_sum(NULL, 0, 10, 1, 5) b FROM seq_1_to_1000 GROUP BY seq) q"
holds 'two sessions draw different noise' "SELECT $(sql 'SELECT dp_count(1, 1e-9)'; echo "$out") <> $(sql 'SELECT dp_count(1, 1e-9)'; echo "$out")"

# Concurrent sessions: all their answers differ.
for session in 1 2 3 4; do
    yes 'SELECT dp_count(1, 1e-12), dp_median(rand(), 0, 1, 1e-9), dp_sum(1, 0, 1, 1e-300);' | head -n 200 | mariadb_sql -N test >"$work/session$session" 2>&1 &
    eval "session$session=$!"
done
# shellcheck disable=SC2154
wait "$session1" "$session2" "$session3" "$session4"
if [ "$(cat "$work"/session? | cut -f 1 | sort -u | wc -l)" = 800 ]; then pass; else fail 'sessions at the same time' "$(sort "$work"/session? | uniq -d | head -n 3)"; fi

# Expected errors and intervals: the same numbers as SQLite prints (extensions/sqlite/test).
for f in 'count ' 'sum 0,10,' 'avg 0,10,' 'var 0,10,' 'stddev 0,10,' 'quantile 0.5,' 'mode '; do
    name=${f%% *} own=${f#* } more=
    case $name in avg | var | stddev) more=,1000 ;; quantile) more=,101 ;; mode) more=,7 ;; esac
    refused "$name: too few" "SELECT dp_${name}_error(1)" 'wrong number of arguments'
    null "$name: a wrong column" "SELECT dp_${name}_error($own x, 0.5$more) FROM (SELECT -1 x FROM t LIMIT 1) q"
    null "$name: NULL" "SELECT dp_${name}_error($own NULL, 0.5$more)"
done
answer 'an error for each row' "SELECT dp_count_error(x, 0.05) = dp_count_error(1, 0.05), dp_count_error(x + 1, 0.05) < 3 FROM t WHERE x = 1" '1|1'
refused 'error too small' "SELECT dp_avg_epsilon_for_error(0, 10, 1e-300, 0.05, 10)" 'no epsilon gives an error this small'
answer 'intervals' "SELECT dp_count_interval(5, 1, 0.05), json_value(dp_sum_interval(100, 0, 10, 1, 0.05), '\$[0]') < 100" '[2.0, 8.0]|1'
holds 'intervals of parts' "SELECT sum(json_value(i, '\$[0]') <= 50 AND json_value(i, '\$[1]') >= 50) = 3 FROM (SELECT dp_avg_interval(dp_release_parts(s, 1e3), 0, 100, 0.001) i FROM (SELECT dp_avg_state(x, 0, 100) s FROM $numbers) z, k) y"
refused 'interval: wrong parts' "SELECT dp_avg_interval('{}', 0, 100, 0.05)" 'parts must be what dp_release_parts returned'
refused 'interval: parts of another kind' "SELECT dp_var_interval('{\"value\":1.0,\"count\":1.0,\"sums\":[1.0,2.0],\"scale\":1.0}', 0, 100, 0.05)" 'parts must be'
