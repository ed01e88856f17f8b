# Tests of dp_release_parts, which releases an average, variance or standard deviation together with
# the noisy sums from which it is computed.

rows='(VALUES (1), (2), (4.5), (NULL)) v(x)'
# At these epsilons the parts are exact. An average has the sums of 10 - x and x. A variance or
# standard deviation has the sums of (10 - x)^2, 2 x (10 - x) and x^2.
answer 'parts of a variance' "SELECT dp_release_parts(dp_var_state(x, 0, 10), 1e25) FROM $rows" \
    '{"value":2.166666666666666,"count":3.0,"sums":[175.25,99.5,25.25],"scale":1e-23}'
answer 'parts of a standard deviation' "SELECT dp_release_parts(dp_stddev_state(x, 0, 10, 3), 1e25) FROM $rows" \
    '{"value":1.4719601443879742,"count":3.0,"sums":[175.25,99.5,25.25],"scale":3e-23}'
answer 'parts with negative bounds' "SELECT dp_release_parts(dp_avg_state(x, -8, -4), $E) FROM (VALUES (-5), (-9)) v(x)" \
    '{"value":-6.5,"count":2.0,"sums":[5.0,3.0],"scale":4e-18}'
answer 'parts of a merged state' \
    "SELECT dp_release_parts(dp_merge(s), $E) ->> 'value' FROM (SELECT dp_avg_state(x, 0, 10) s FROM $rows GROUP BY x) p" 2.5
answer 'parts of dates are in days' \
    "SELECT dp_release_parts(dp_avg_state(d, '2000-01-01', '2000-01-11'), $E)
        FROM (VALUES (date '2000-01-02'), ('2000-01-05')) v(d)" \
    '{"value":2.5,"count":2.0,"sums":[15.0,5.0],"scale":1e-17}'
answer 'the type is json' \
    "SELECT pg_typeof(dp_release_parts(dp_avg_state(x, 0, 10), 1)), json_typeof(dp_release_parts(dp_avg_state(x, 0, 10), 1))
        FROM t" \
    'json|object'
answer 'the parts of NULL are NULL' "SELECT dp_release_parts(NULL, 1) IS NULL" t
answer 'parts as columns' \
    "SELECT p.* FROM (SELECT dp_avg_state(x, 0, 10) AS s FROM $rows) a,
        json_to_record(dp_release_parts(s, $E)) AS p(value float8, count float8, sums float8[], scale float8)" \
    '2.5|3|{22.5,7.5}|1e-17'

# Tests that all numbers of one call come from one release: the value follows from the sums, the
# count is the total of the sums divided by what one row adds to that total, and the scale is the
# documented one. Each of the 70 groups has 10,000 rows, so the sums are far above their noise.
columns='AS p(value float8, count float8, sums float8[], scale float8)'
many() { # STATE EPSILON: prints a FROM list of 70 releases
    echo "(SELECT $1 AS s FROM big WHERE i <= 700000 GROUP BY i % 70) g, json_to_record(dp_release_parts(s, $2)) $columns"
}
holds 'an average follows from its sums' \
    "SELECT count(*) = 70 AND max(abs(value - 10 * sums[2] / (sums[1] + sums[2]))) < 1e-9
        AND max(abs(count - (sums[1] + sums[2]) / 10)) < 1e-9 AND max(abs(scale - 20)) < 1e-12 AND
            count(DISTINCT sums[1]) > 60
    FROM $(many 'dp_avg_state(i % 11, 0, 10)' 0.5)"
holds 'a variance follows from its sums' \
    "SELECT count(*) = 70
        AND max(abs(value - 100 * (sums[1] * sums[3] - sums[2] * sums[2] / 4) / (sums[1] + sums[2] + sums[3]) ^ 2)) < 1e-9
    AND max(abs(count - (sums[1] + sums[2] + sums[3]) / 100)) < 1e-9 AND max(abs(scale - 600)) < 1e-9
    FROM $(many 'dp_var_state(i % 11, 0, 10, 3)' 0.5)"
holds 'a standard deviation follows from its sums' \
    "SELECT count(*) = 70
        AND max(abs(value - sqrt(100 * (sums[1] * sums[3] - sums[2] * sums[2] / 4)) / (sums[1] + sums[2] + sums[3]))) < 1e-9
        FROM $(many 'dp_stddev_state(i % 11, 0, 10)' 0.5)"
# SQL reads the numbers of the JSON text as exactly the doubles that dp_release returns.
holds 'the value in JSON is the double of dp_release' \
    "SELECT count(*) = 1000 AND bool_and((dp_release_parts(s, $E) ->> 'value')::float8 = dp_release(s, $E))
        AND count(DISTINCT dp_release(s, $E)) > 900 FROM (SELECT dp_avg_state(n / 977.0, -600, 600) s FROM big
        GROUP BY i % 1000) g"

# dp_avg_parts and its siblings release the same in one call, also when a rescan asks again.
for f in avg var stddev; do
    answer "dp_${f}_parts is dp_release_parts of the state" \
        "SELECT dp_${f}_parts(x, 0, 10, 1e25)::text = dp_release_parts(dp_${f}_state(x, 0, 10),
            1e25)::text,
            pg_typeof(dp_${f}_parts(x, 0, 10, 1)) FROM $rows" 't|json'
    holds "dp_${f}_interval of dp_${f}_parts" \
        "SELECT i[1] <= v AND v <= i[2] FROM (SELECT (p ->> 'value')::float8 AS v,
            dp_${f}_interval(p, 0, 10, 0.05) AS i
            FROM (SELECT dp_${f}_parts(i % 11, 0, 10, 0.5) AS p FROM big) q) r"
done
answer 'parts of each type' \
    "SELECT dp_avg_parts(x::float8, 0, 10, $E) ->> 'value', dp_avg_parts(x::int8, 0, 10, $E) ->>
        'value',
        dp_avg_parts(x::int4, 0, 10, $E) ->> 'value', dp_avg_parts(x::int2, 0, 10, $E) ->> 'value',
        dp_avg_parts(x > 2, 0, 1, $E) ->> 'value', dp_stddev_parts(x, 0, 10, 1e25, 3) ->> 'scale'
        FROM (VALUES (1), (2), (5), (NULL), (8)) v(x)" '4.0|4.0|4.0|4.0|0.5|3e-23'
holds 'an average follows from its sums in one call' \
    "SELECT count(*) = 70 AND max(abs(value - 10 * sums[2] / (sums[1] + sums[2]))) < 1e-9
        AND max(abs(count - (sums[1] + sums[2]) / 10)) < 1e-9 AND max(abs(scale - 20)) < 1e-12 AND
            count(DISTINCT sums[1]) > 60
    FROM (SELECT dp_avg_parts(i % 11, 0, 10, 0.5) AS p FROM big WHERE i <= 700000 GROUP BY i % 70)
        g,
        json_to_record(p) $columns"
answer 'no row at all' "SELECT json_typeof(dp_avg_parts(x, 0, 10, 1)), json_typeof(dp_var_parts(x,
    0, 10, 1)) FROM none" \
    'object|object'
answer 'a rescan gets the same parts' \
    "SELECT count(DISTINCT p::text) FROM generate_series(1, 3) n, LATERAL (SELECT i % 2 AS j,
        dp_avg_parts(i, 0, 10, 0.001) AS p
        FROM k WHERE n > 0 AND i <= 100 GROUP BY 1) q GROUP BY j" '3
3'
holds 'kept for a rescan of the hash table' \
    "SET enable_sort = off; SET enable_material = off; SET enable_mergejoin = off; SET
        enable_hashjoin = off$no_memoize;
    SELECT count(DISTINCT p::text) = 5 AND count(*) = 15 FROM generate_series(1, 3) n
        LEFT JOIN (SELECT i % 5 AS j, dp_avg_parts(i, 0, 10, 0.001) AS p FROM k WHERE i <= 100
            GROUP BY 1) q ON n > 0"
answer 'parts are released in real arithmetic, whatever the float precision is' \
    "SET indp.float_precision = 53; SELECT dp_avg_parts(x, 0, 10, $E) ->> 'sums' FROM $rows" '[22.5,7.5]'

# These tests count releases. The noise scale lambda is 10^5, so two releases agree in both sums
# with probability about 1e-7. Among 40 releases, at least one pair agrees in this way with
# probability about 1e-4. Three such pairs have probability below 1e-11.
state='(SELECT dp_avg_state(x, 0, 10) AS s FROM t) a'
holds 'two calls are two releases' "SELECT dp_release_parts(s, 1e-4)::text <> dp_release_parts(s, 1e-4)::text FROM $state"
for from in "(SELECT dp_release_parts(s, 1e-4) AS p FROM $state) r" \
    "(WITH r AS (SELECT dp_release_parts(s, 1e-4) AS p FROM $state) SELECT p FROM r) r"; do
    holds "a column of a subquery is one release: $from" \
        "SELECT abs((p ->> 'count')::float8 - ((p -> 'sums' ->> 0)::float8 + (p -> 'sums' ->> 1)::float8) / 10) < 1e-6
            AND p::text = p::text FROM $from"
done
holds 'each row is one release' \
    "SELECT count(DISTINCT p::text) >= 38 FROM (SELECT dp_release_parts(s, 1e-4) AS p FROM k, $state WHERE i <= 40) r"

# JSON null stands for a number beyond the largest double. Such numbers occur here, since the sums
# and the scale are multiples of (hi - lo)^2.
answer 'parts beyond the largest double' \
    "SELECT p ->> 'value', p -> 'sums' ->> 0, p ->> 'scale', json_typeof(p -> 'scale'), (p ->> 'count')::float8 IS NOT NULL
        FROM (SELECT dp_release_parts(s, 1) AS p FROM (SELECT dp_var_state(i % 2 * 2e200::float8 - 1e200::float8, -1e200, 1e200) s
        FROM k) a) r" \
    '|||null|t'
# Without rows the parts are noise. Among the 400 releases, at least one pair is equal with
# probability about 0.005, and six or more releases equal an earlier release with probability below
# 1e-9.
answer 'parts without rows are noise' \
    "SELECT count(*) = 400 AND count(DISTINCT p::text) >= 395 AND min((p ->> 'value')::float8) >= 2
        AND max((p ->> 'value')::float8) <= 4 FROM (SELECT dp_release_parts(s, 1) AS p FROM k, (SELECT dp_avg_state(x, 2, 4) s
        FROM none) e WHERE i <= 400) r" \
    t

# States of other kinds are refused, and the message names the function that releases them.
no='dp_release_parts: only states of averages, variances and standard deviations have parts: release this one with dp_release'
refused 'no parts of a mode' "SELECT dp_release_parts(dp_mode_state(g, '{1}'), 1) FROM t" 22023 "${no}_mode"
refused 'no parts of an empty state' "SELECT dp_release_parts('\\x', 1)" 22023 \
    'dp_release_parts: the state is a merge of no states, so it has no parameters and cannot be released'
answer 'dp_release_parts is volatile, so the planner does not call it' \
    "SELECT provolatile, proparallel, prorettype::regtype FROM pg_proc WHERE proname = 'dp_release_parts'" 'v|s|json'
# dp_release_parts cannot be part of a user's aggregate, because it takes a state and not a
# transition state.
refused 'dp_release_parts as a final function' \
    "CREATE AGGREGATE pg_temp.p(float8, float8, float8) (SFUNC = dp_avg_state_float8, STYPE = dp_transition, INITCOND = '',
        FINALFUNC = dp_release_parts)" \
    42883 'does not exist'
