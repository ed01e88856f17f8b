# Tests averages, variances and standard deviations. Also tests the parameters of every aggregate,
# and the queries in which each aggregate may appear.

near() { # NAME CALL FROM VALUE: CALL over FROM is VALUE up to 1e-9
    holds "$1" "SELECT abs($2 - ($4)) < 1e-9 FROM $3"
}
near 'avg: text, blobs, subnormals' "dp_avg(column1, -10, 10, $E)" "(VALUES (' 3 '), ('abc'), (x'39'), (5e-324), (2))" 1
near 'avg: many rows' "dp_avg(i % 100 / 8.0, 0, 16, $E)" k 6.1875
near 'var: many rows' "dp_var(i % 100, 0, 100, $E)" k 833.25
near 'RAND: average age' "dp_avg(xage, 0, 128, $E, 5)" rand '(SELECT avg(xage) FROM rand)'
holds 'RAND: standard deviation of age' \
    "SELECT abs(dp_stddev(xage, 0, 128, $E, 5) - sqrt(avg(xage * xage) - avg(xage) * avg(xage))) < 1e-6 FROM rand"
# Without rows, or with only NULLs, the answer is the one for rows spread evenly over the range: the
# middle for an average, (hi - lo)^2 / 12 for a variance. The sums of a variance are in squared
# steps of the input grid, so their noise rounds to zero only at a larger epsilon.
for from in '(SELECT 1) LEFT JOIN t ON false' '(SELECT NULL AS x) t'; do
    holds "avg, var, stddev of no value: $from" \
        "SELECT dp_avg(t.x, 3, 11, $E) = 7 AND abs(dp_var(t.x, 3, 11, 1e30) - 64 / 12.0) < 1e-12
            AND abs(dp_stddev(t.x, 3, 11, 1e30) - sqrt(64 / 12.0)) < 1e-12 FROM $from"
done
# Without rows the answers are noise. Each must lie between lo and hi, and answers above and below
# the middle must be equally frequent. The difference of these two frequencies has a standard
# deviation of at most 200, and exceeds 6.5 * 200 = 1300 with probability below 6e-9.
#
# The noisy sums are A (of hi - x) and B (of x - lo), in units of the noise scale. A total A + B
# below 4 is raised to 4, and the mean is the middle plus (hi - lo) / 2 * (B - A) / total. The mean
# is hi if A <= 0 and B - A >= 4, which has probability 11/8 e^-4.
extreme_means() { # EPSILON FROM: prints a test that lo and hi are as frequent as without rows at epsilon 1
    echo \
        "$(within 'sum(r = 12)' '(1.375 * exp(-4))') AND $(within 'sum(r = 2)' '(1.375 * exp(-4))')
            FROM (SELECT dp_avg(t.x, 2, 12, $1) AS r FROM $2 GROUP BY k.i)"
}
holds 'avg: answers within the bounds, both sides equally frequent' \
    "SELECT min(r) >= 2 AND max(r) <= 12 AND abs(sum(r > 7) - sum(r < 7)) < 1300
       FROM (SELECT dp_avg(t.x, 2, 12, 1) AS r FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i)"
holds 'avg: lo and hi with their probabilities' "SELECT $(extreme_means 1 'k LEFT JOIN t ON t.g = -k.i')"
answer 'avg: other probabilities with a row at hi' "SELECT $(extreme_means 1 'k LEFT JOIN (SELECT 12 AS x) t ON true')" 0
holds 'var, stddev: answers within their range, many different' \
    "SELECT min(v) >= 0 AND max(v) <= 25 AND min(s) >= 0 AND max(s) <= 5 AND count(DISTINCT v) > 1000 AND count(DISTINCT s) > 1000
       FROM (SELECT dp_var(t.x, 2, 12, 1) AS v, dp_stddev(t.x, 2, 12, 1) AS s FROM k LEFT JOIN t ON t.g = 1 GROUP BY k.i)"

# Tests the parameters of every aggregate: which values are refused, and which are accepted.
two() { # NAME: sets $call to the arguments of the aggregate before epsilon
    case $1 in
    dp_count) call="x" ;;
    dp_quantile) call="x, 0.5, 0, 10" ;;
    dp_mode) call="x, '[1, \"a\"]'" ;;
    *) call="x, 0, 10" ;;
    esac
}
bounded='dp_sum dp_avg dp_var dp_stddev dp_median dp_min dp_max'
every="dp_count $bounded dp_quantile dp_mode"
second='FROM (SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775807 - x) FROM (SELECT 1 AS x))'
for f in $every; do
    two "$f"
    refused "$f: epsilon from a column" "SELECT $f($call, i) FROM (SELECT 1 AS x, i FROM k)" \
        "$f: epsilon must be the same on every row"
    refused "$f: no row" "SELECT $f($call, 1) FROM t WHERE false" \
        "$f: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)"
    refused "${f}_state: no row" "SELECT ${f}_state($call) FROM t WHERE false" \
        "${f}_state: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)"
    refused "$f as a window function" "SELECT $f($call, 1) OVER () FROM t" 'may not be used as a window function'
    refused "${f}_state as a window function" "SELECT ${f}_state($call) OVER () FROM t" 'may not be used as a window function'
    refused "$f: rows_per_person from a column" "SELECT $f($call, 1, i) FROM (SELECT 1 AS x, i FROM k)" \
        "$f: rows_per_person must be the same on every row"
    refused "${f}_state: rows_per_person from a column" "SELECT ${f}_state($call, i) FROM (SELECT 1 AS x, i FROM k)" \
        "${f}_state: rows_per_person must be the same on every row"
    refused "$f: rows_per_person above 2^53 that differ by one" \
        "SELECT $f($call, 1e5, 9007199254740992 + column1 + 0 * x) FROM (SELECT 1 AS x, column1 FROM (VALUES (0), (1)))" \
        "$f: rows_per_person must be the same on every row"
    answer "$f: rows_per_person 1 and 1.0 are equal" \
        "SELECT count(*) FROM (SELECT $f($call, 1, column1) FROM (SELECT 1 AS x, column1 FROM (VALUES (1), (1.0))))" 1
    # The same call twice in a query is one release. Two releases at epsilon 1e-4 are equal with
    # probability below 1/2 (dp_mode and the clamped kinds have few answers), so 40 pairs of
    # releases are all equal with probability 1e-12 at most. Minimum and maximum need 10,000 pairs:
    # without enough rows two releases nearly always agree on the last candidate, and one of two
    # candidates is the other with probability 2^-9, so all pairs are equal with probability 1e-16.
    pairs=40 same='' other=', 1'
    case $f in dp_min | dp_max) pairs=10000 same=', 1, 2' other=', 1.0, 2' ;; esac
    answer "$f: the same call twice is one release" \
        "SELECT sum(a IS b) FROM (SELECT $f($call, 0.0001$same) AS a, $f($call, 0.0001$same) AS b FROM (SELECT k.i, t.x FROM k
            LEFT JOIN t ON t.g = k.i WHERE i <= $pairs) GROUP BY i)" \
        $pairs
    holds "$f: another call is another release" \
        "SELECT sum(a IS b) < $pairs FROM (SELECT $f($call, 0.0001$same) AS a, $f($call, 0.0001$other) AS b FROM (SELECT k.i, t.x
            FROM k LEFT JOIN t ON t.g = k.i WHERE i <= $pairs) GROUP BY i)"
    refused "$f: in a view when the schema is not trusted" ".open :memory:
.load $extension
CREATE VIEW v AS SELECT $f($call, 1) FROM (SELECT 1 AS x); PRAGMA trusted_schema = OFF; SELECT * FROM v" "unsafe use of $f()"
    refused "${f}_state: in a view when the schema is not trusted" ".open :memory:
.load $extension
CREATE VIEW v AS SELECT ${f}_state($call) FROM (SELECT 1 AS x); PRAGMA trusted_schema = OFF; SELECT * FROM v" \
        "unsafe use of ${f}_state()"
done
for f in $bounded dp_quantile; do
    q=
    [ "$f" != dp_quantile ] || q='0.5, '
    refused "$f: hi from a column" "SELECT $f(1, ${q}0, i, 1) FROM k" "$f: hi must be the same on every row"
    refused "$f: lo from a column" "SELECT $f(1, ${q}0 - i, 50000, 1) FROM k" "$f: lo must be the same on every row"
    # SQLite converts NULL, text and blobs to 0. They must not pass for the 0 of an earlier row.
    for bad in NULL "'a'" "x''"; do
        refused "$f: lo 0, then $bad" "SELECT $f(1, $q column1, 5, 1) FROM (VALUES (0), ($bad))" "$f: lo must be a finite number"
        refused "$f: hi 0, then $bad" "SELECT $f(1.5, ${q}-5, column1, 1) FROM (VALUES (0), (0.0), ($bad))" \
            "$f: hi must be a finite number"
    done
    answer "$f: bound parameters" ".parameter init
.parameter set :eps 1.0
.parameter set :hi 10
SELECT typeof($f(x, ${q}0, :hi, :eps, 2)) FROM t" real
done
