# Tests of dp_release_parts, which releases an average, variance or standard deviation together with
# the noisy sums from which it is computed.

part() { # NAME: prints SQL for this field of the JSON text p
    echo "json_extract(p, '\$.$1')"
}
value=$(part value) count=$(part count) scale=$(part scale) a=$(part 'sums[0]') b=$(part 'sums[1]') c=$(part 'sums[2]')
rows='(VALUES (1), (2), (4.5), (NULL))'

# At these epsilons the parts are exact. An average has the sums of 10 - x and x. A variance or
# standard deviation has the sums of (10 - x)^2, 2 x (10 - x) and x^2.
answer 'parts of a variance' "SELECT dp_release_parts(dp_var_state(column1, 0, 10), 1e25) FROM $rows" \
    '{"value":2.166666666666666,"count":3.0,"sums":[175.25,99.5,25.25],"scale":1e-23}'
answer 'parts of a standard deviation' "SELECT dp_release_parts(dp_stddev_state(column1, 0, 10, 3), 1e25) FROM $rows" \
    '{"value":1.4719601443879742,"count":3.0,"sums":[175.25,99.5,25.25],"scale":3e-23}'
answer 'parts are a JSON text' \
    "SELECT typeof(p), json_valid(p), json_array_length(p, '\$.sums')
        FROM (SELECT dp_release_parts(dp_avg_state(column1, 0, 10), 1) AS p FROM $rows)" \
    'text|1|2'
# Each number has a decimal point, so that SQL reads it as a real. With integers, 7/2 would be 3.
answer 'each number is a real' \
    "SELECT group_concat(DISTINCT type) FROM (SELECT dp_release_parts(dp_avg_state(column1, 0, 10), $E) AS p FROM $rows) t,
        json_tree(p) WHERE atom IS NOT NULL" \
    real
answer 'parts of a merged state' \
    "SELECT dp_release_parts(dp_merge(s, 1), $E) FROM (SELECT dp_avg_state(column1, 0, 10) AS s FROM $rows
        GROUP BY column1 > 1)" \
    '{"value":2.5,"count":3.0,"sums":[22.5,7.5],"scale":1e-17}'
answer 'parts with negative bounds' "SELECT dp_release_parts(dp_avg_state(column1, -8, -4), $E) FROM (VALUES (-5), (-9))" \
    '{"value":-6.5,"count":2.0,"sums":[5.0,3.0],"scale":4e-18}'

# Tests that all numbers of one call come from one release: the value follows from the sums, the
# count is the total of the sums divided by what one row adds to that total, and the scale is the
# documented one. Each of the 100 groups has 400 rows, so the sums are far above their noise.
many="(SELECT i % 100 AS j, i % 11 AS x FROM k) GROUP BY j"
holds 'an average follows from its sums' \
    "SELECT count(*) = 100 AND max(abs($value - 10 * $b / ($a + $b))) < 1e-9 AND max(abs($count -
        ($a + $b) / 10)) < 1e-9
        AND max(abs($scale - 20)) < 1e-12 AND count(DISTINCT $a) > 50
    FROM (SELECT dp_release_parts(dp_avg_state(x, 0, 10), 0.5) AS p FROM $many)"
holds 'a variance follows from its sums' \
    "SELECT count(*) = 100 AND max(abs($value - 100 * ($a * $c - $b * $b / 4) / ($a + $b + $c) / ($a + $b + $c))) < 1e-9
        AND max(abs($count - ($a + $b + $c) / 100)) < 1e-9 AND max(abs($scale - 600)) < 1e-9
    FROM (SELECT dp_release_parts(dp_var_state(x, 0, 10, 3), 0.5) AS p FROM $many)"
holds 'a standard deviation follows from its sums' \
    "SELECT count(*) = 100 AND max(abs($value - sqrt(100 * ($a * $c - $b * $b / 4)) / ($a + $b + $c))) < 1e-9
        FROM (SELECT dp_release_parts(dp_stddev_state(x, 0, 10), 0.5) AS p FROM $many)"
# SQL reads the numbers of the JSON text as exactly the doubles that dp_release returns.
holds 'the value in JSON is the double of dp_release' \
    "SELECT count(*) = 1000 AND sum($value = r) = 1000 AND count(DISTINCT r) > 900
    FROM (SELECT dp_release_parts(s, $E) AS p, dp_release(s, $E) AS r
    FROM (SELECT dp_avg_state(i * 7919 % 1000003 / 977.0, 0, 1024) AS s FROM k GROUP BY i % 1000))"

# Each sum has independent Laplace noise at the full epsilon. For an average lambda is 8, a power of
# two, so the grid step is lambda / 1024. The count exceeds 1 row if its two noises add up to more
# than 8, which has probability e^-1 (2 + 1) / 4. At half of epsilon the same test must fail. For a
# variance lambda is 64.
nothing() { # STATE EPSILON: prints a subquery of FEW releases without rows
    echo "(SELECT dp_release_parts(s, $2) AS p FROM k, (SELECT $1 AS s FROM (SELECT NULL AS x)) WHERE i <= $FEW)"
}
tail='exp(-1 - 1/2048.0)'
mean_law="$(few "sum(abs($a) > 8)" "$tail") AND $(few "sum(abs($b) > 8)" "$tail") AND $(few "sum($a > 0 AND $b > 0)" '0.25') AND $(few "sum($count > 1)" '(0.75 * exp(-1))')"
variance_law="$(few "sum(abs($a) > 64)" "$tail") AND $(few "sum(abs($b) > 64)" "$tail") AND $(few "sum(abs($c) > 64)" "$tail") AND $(few "sum($a > 0 AND $b > 0 AND $c > 0)" '0.125')"
holds 'noise of an average' "SELECT $mean_law FROM $(nothing 'dp_avg_state(x, 0, 8)' 1)"
answer 'noise of an average at half of epsilon fails the test' "SELECT $mean_law FROM $(nothing 'dp_avg_state(x, 0, 8)' 0.5)" 0
for f in dp_var dp_stddev; do
    holds "noise of $f" "SELECT $variance_law FROM $(nothing "${f}_state(x, 0, 8)" 1)"
    answer "noise of $f at half of epsilon fails the test" "SELECT $variance_law FROM $(nothing "${f}_state(x, 0, 8)" 0.5)" 0
done
# Fields that json_extract takes from one call belong to one release. Two calls are two releases:
# they agree in both sums with probability about 1e-7. So among 40 such pairs of calls, two or more
# pairs agree with probability below 1e-11.
holds 'fields of a materialised call belong to one release' \
    "WITH p AS MATERIALIZED (SELECT i, dp_release_parts(s, 1e-4) AS p FROM k, (SELECT dp_avg_state(5, 0, 10) AS s) WHERE i <= 40)
    SELECT sum(abs($count - ($a + $b) / 10) < 1e-6) = 40 FROM p"
holds 'two calls are two releases' \
    "SELECT sum(dp_release_parts(s, 1e-4) = dp_release_parts(s, 1e-4)) < 2 FROM k, (SELECT dp_avg_state(5, 0, 10) AS s)
        WHERE i <= 40"

# dp_avg_parts and its siblings release the same in one call. The noise of each group is its own.
for f in avg var stddev; do
    answer "dp_${f}_parts is dp_release_parts of the state" \
        "SELECT dp_${f}_parts(column1, 0, 10, 1e25) = dp_release_parts(dp_${f}_state(column1, 0,
            10), 1e25),
            typeof(dp_${f}_parts(column1, 0, 10, 1)) FROM $rows" '1|text'
    holds "dp_${f}_interval of dp_${f}_parts" \
        "SELECT json_extract(i, '\$[0]') <= $value AND $value <= json_extract(i, '\$[1]') FROM
            (SELECT p,
            dp_${f}_interval(p, 0, 10, 0.05) AS i FROM (SELECT dp_${f}_parts(x, 0, 10, 0.5) AS p
                FROM
            (SELECT i % 11 AS x FROM k)))"
done
holds 'an average follows from its sums in one call' \
    "SELECT count(*) = 100 AND max(abs($value - 10 * $b / ($a + $b))) < 1e-9 AND max(abs($count -
        ($a + $b) / 10)) < 1e-9
        AND max(abs($scale - 20)) < 1e-12 AND count(DISTINCT $a) > 50
    FROM (SELECT dp_avg_parts(x, 0, 10, 0.5) AS p FROM $many)"
releases() { # EPSILON: prints a subquery of FEW releases without rows, each in a group of its own
    echo "(SELECT dp_avg_parts(NULL, 0, 8, $1) AS p FROM k WHERE i <= $FEW GROUP BY i)"
}
holds 'noise of an average in one call' "SELECT $mean_law FROM $(releases 1)"
answer 'noise of an average in one call at half of epsilon fails the test' "SELECT $mean_law FROM
    $(releases 0.5)" 0
answer 'parts are released in real arithmetic, whatever the float precision is' \
    "CREATE TEMP TABLE f AS SELECT indp_float_precision(53); SELECT dp_avg_parts(column1, 0, 10,
        $E) FROM $rows" \
    '{"value":2.5,"count":3.0,"sums":[22.5,7.5],"scale":1e-17}'

# JSON null stands for a number beyond the largest double. Such numbers occur here, since the sums
# and the scale are multiples of (hi - lo)^2.
answer 'parts beyond the largest double' \
    "SELECT dp_release(s, 1) NOT IN (0.0), $value IS NULL, $a IS NULL, $scale IS NULL, typeof($count), json_valid(p)
    FROM (SELECT s, dp_release_parts(s, 1) AS p FROM (SELECT dp_var_state(i % 2 * 2e200 - 1e200, -1e200, 1e200) AS s FROM k))" \
    '1|1|1|1|real|1'

for bad in "x''" "x'00'" 1 "'a'" NULL 'substr(dp_avg_state(1, 0, 5), 2)'; do
    refused "parts of $bad" "SELECT dp_release_parts($bad, 1)" \
        'dp_release_parts: state must be what a dp_..._state function or dp_merge returned'
done
refused 'parts of one argument' 'SELECT dp_release_parts(dp_avg_state(1, 0, 5))' 'wrong number of arguments'
for f in dp_avg dp_var dp_stddev; do
    for bits in 53 118 -1; do
        refused "$f: no parts in float arithmetic, $bits" \
            "CREATE TEMP TABLE f AS SELECT indp_float_precision($bits); SELECT dp_release_parts(${f}_state(x, 0, 5), 0.5)
                FROM secret" \
            \
            'dp_release_parts: parts are released in real arithmetic only: set the float precision to 0'
    done
    answer "$f: back in real arithmetic" \
        "CREATE TEMP TABLE f AS SELECT indp_float_precision(53) AS a, indp_float_precision(0) AS b;
            SELECT json_valid(dp_release_parts(${f}_state(1, 0, 5), 0.5))" \
        1
done
