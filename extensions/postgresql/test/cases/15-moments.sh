# Tests averages, variances and standard deviations at an epsilon at which they are exact. They must
# equal the results of PostgreSQL's own aggregates over clamped values.

for type in float8 bigint int smallint numeric; do
    holds "moments of $type" \
        "SELECT dp_avg(x::$type, -8, 8, $E) = 4 AND abs(dp_var(x::$type, -8, 8, $E) - 14 / 3.0) < 1e-12
            AND abs(dp_stddev(x::$type, -8, 8, $E) - sqrt(14 / 3.0)) < 1e-12
        FROM (VALUES (1), (5), (NULL), (6)) v(x)"
done
# The library rounds the values of `big` to grid steps of 2^-40 for averages and 2^-21 for
# variances. So an average is off by at most 2^-41, a standard deviation by at most 2^-22, and a
# variance by about 2 * 850 * 2^-22 = 0.0004 at most.
clamped="SELECT CASE WHEN x = 'NaN' THEN 0 ELSE least(greatest(x, -900), 800) END AS y FROM big WHERE x IS NOT NULL"
holds 'averages of a million rows' "SELECT abs(dp_avg(x, -900, 800, $E) - (SELECT avg(y) FROM ($clamped) c)) < 1e-9 FROM big"
holds 'variances of a million rows' "SELECT abs(dp_var(x, -900, 800, $E) - (SELECT var_pop(y) FROM ($clamped) c)) < 1e-3 FROM big"
holds 'standard deviations of a million rows' \
    "SELECT abs(dp_stddev(x, -900, 800, $E) - (SELECT stddev_pop(y) FROM ($clamped) c)) < 1e-5 FROM big"
# At epsilon 1 the answers without rows are noise, so 400 of them take many different values.
for call in 'dp_avg(t.x, 2, 4, 1)' 'dp_var(t.x, 2, 4, 1)' 'dp_stddev(t.x, 2, 4, 1)'; do
    holds "no row: $call is noise within the bounds" \
        "SELECT count(r) = 400 AND count(DISTINCT r) > 20 AND min(r) >= 0 AND max(r) <= 4
        FROM (SELECT $call FILTER (WHERE false) AS r FROM k LEFT JOIN t ON false WHERE i <= 400 GROUP BY i) s"
done
for f in dp_avg dp_var dp_stddev; do
    for from in secret none; do
        refused "$f: hi from a column, $from" "SELECT $f(x, 0, g, 1) FROM $from" 22023 \
            "$f: hi must be a constant or a bound parameter"
    done
    refused "$f as a window function" "SELECT $f(x, 0, 1, 1) OVER () FROM t" 0A000 'does not support use as a window function'
    answer "$f: the release of merged states equals the answer" \
        "SELECT dp_release(dp_merge(s), $E) = (SELECT $f(x, 0, 10, $E) FROM t),
            dp_merge(s)::bytea = (SELECT ${f}_state(x, 0, 10)::bytea FROM t)
        FROM (SELECT ${f}_state(x, 0, 10) s FROM t GROUP BY g) p" 't|t'
done
