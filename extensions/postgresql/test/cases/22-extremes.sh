# Tests of minimum and maximum, which use the above-threshold mechanism. It visits the candidates
# from the outermost inwards, tosses a coin for each, and releases the first candidate whose coin
# shows heads. The more rows reach a candidate, the more likely is heads. At a huge epsilon one row
# is enough.

few="(VALUES (7), (9), (NULL), (64), (64), (7)) v(x)"
for type in float8 bigint int smallint numeric real; do
    answer "extremes of $type" \
        "SELECT dp_min(x::$type, 0, 100, 1e6), dp_max(x::$type, 0, 100, 1e6), dp_min(x::$type, 0, 100, 1e6, 2),
            dp_max(x::$type, 0, 100, 1e9, 1, 101) FROM $few" \
        '7|64|7|64'
done
answer 'types of answers and states' \
    "SELECT pg_typeof(dp_min(x, 0, 1, 1)), pg_typeof(dp_max(g, 0, 1, 1)), pg_typeof(dp_min_state(x, 0, 1)),
        pg_typeof(dp_max_state(g, 0, 1)) FROM t" \
    'double precision|double precision|dp_state|dp_state'
answer 'numerics beyond the largest double' \
    "SELECT dp_max(x, -3, 4, 1e6), dp_min(x, -3, 4, 1e6) FROM (VALUES (1e400), (-1e400)) v(x)" '4|-3'
answer 'extreme integers' \
    "SELECT dp_max(bigint '9223372036854775807', -10, 20, 1e6), dp_min((-9223372036854775808)::bigint, -10, 20, 1e6),
        dp_max(int '2147483647', -10, 20, 1e6), dp_min((-32768)::smallint, -10, 20, 1e6)" \
    '20|-10|20|-10'
answer 'extremes of text do not exist' \
    "SELECT count(*) FROM pg_proc WHERE proname IN ('dp_min', 'dp_max') AND proargtypes[0] = 'text'::regtype" 0
answer 'extremes of a million rows' \
    "SELECT dp_min(n, -500010, 500010, 1e6, 1, 1048577), dp_max(n, -500010, 500010, 1e6, 1, 1048577), min(n), max(n) FROM big" \
    "$(pg test -c 'SELECT min(n), max(n), min(n), max(n) FROM big')"
answer 'RAND: visits' "SELECT dp_min(mdvis, 0, 100, 1e6, 5), dp_max(mdvis, 0, 100, 1e6, 5), max(mdvis) FROM rand" '0|77|77'

days="(SELECT date '2020-01-01' + i AS d, timestamp '2020-01-01' + i * interval '1 h' AS ts, timestamptz '2020-01-01 00:00+00' + i * interval '1 h' AS tz, i * interval '1 h' AS iv FROM generate_series(3, 9) i) s"
answer 'dates' \
    "SELECT dp_min(d, '2000-01-01', '2030-01-01', 1e6), dp_max(d, '2000-01-01', '2030-01-01', 1e6, 2),
        pg_typeof(dp_max(d, '2000-01-01', '2030-01-01', 1)) FROM $days" \
    '2020-01-04|2020-01-10|date'
answer 'timestamps' \
    "SET timezone = 'UTC'; SELECT dp_min(ts, '2020-01-01', '2020-01-02', 1e6, 1, 86401),
        dp_max(ts, '2020-01-01', '2020-01-02', 1e6, 1, 86401), dp_min(tz, '2020-01-01', '2020-01-02', 1e6, 1, 86401),
        dp_max(tz, '2020-01-01', '2020-01-02', 1e6, 1, 86401) FROM $days" \
    \
    '2020-01-01 03:00:00|2020-01-01 09:00:00|2020-01-01 03:00:00+00|2020-01-01 09:00:00+00'
answer 'intervals' "SELECT dp_min(iv, '0', '1 day', 1e6, 1, 86401), dp_max(iv, '0', '1 day', 1e6, 1, 86401) FROM $days" \
    '03:00:00|09:00:00'
answer 'dates clamped, infinities, NULL' \
    "SELECT dp_min(v, '2000-01-01', '2000-01-09', 1e6), dp_max(v, '2000-01-01', '2000-01-09', 1e6)
        FROM (VALUES ('infinity'::date), ('-infinity'), ('2000-01-05'), (NULL)) x(v)" \
    '2000-01-01|2000-01-09'

# The state of a minimum has the same bytes as the state of the quantile 0, and the state of a
# maximum has the same bytes as the state of the quantile 1. This holds for each type of value, and
# with or without the optional arguments. The bytes differ from those of other quantiles.
for q in 'min 0' 'max 1'; do
    f=dp_${q% *} q=${q#* }
    for value in 'x' 'n' 'i' 'g::smallint' 'n::numeric'; do
        for more in '' ', 3' ', 1, 101'; do
            holds "$f is the quantile $q of $value$more" \
                "SELECT ${f}_state($value, -900, 800$more)::bytea = dp_quantile_state($value, $q, -900, 800$more)::bytea
                AND ${f}_state($value, -900, 800$more)::bytea NOT IN (dp_quantile_state($value, 1 - $q, -900, 800$more)::bytea, dp_median_state($value, -900, 800$more)::bytea) FROM (SELECT * FROM big WHERE i <= 3000) b"
        done
    done
    for value in d ts tz; do
        holds "$f is the quantile $q of $value" \
            "SELECT ${f}_state($value, '2020-01-01', '2020-02-01')::bytea = dp_quantile_state($value, $q, '2020-01-01', '2020-02-01')::bytea FROM $days"
    done
    holds "$f is the quantile $q of iv" \
        "SELECT ${f}_state(iv, '0', '1 day', 2)::bytea = dp_quantile_state(iv, $q, '0', '1 day', 2)::bytea FROM $days"
    # Each of 100 groups has 2,000 rows with the value 9000. By Claim A9 (extremes.md), a candidate
    # beyond 9000, which no row reaches, is released with probability at most 2^-8. 9000 itself is
    # passed over with a far smaller probability. So 20 or more of the 100 answers are wrong with
    # probability below 1e-26. A score that did not distinguish 9000 from the candidates beyond it
    # would often release one of these candidates.
    for type in int float8; do
        holds "$f: 2,000 rows at 9000, $type" \
            "SELECT count(*) = 100 AND count(*) FILTER (WHERE r = 9000) > 80 FROM (SELECT $f(9000::$type, 0, 10000, 5) AS r
                FROM k, generate_series(1, 20) WHERE i <= 10000 GROUP BY i % 100) s"
    done
    # Without rows, at a huge epsilon, the coins of all candidates before the last show tails, so
    # the last candidate is released.
    last=$((5 - 4 * q))
    answer "$f: no row" \
        "SELECT count(*), min(m), max(m) FROM (SELECT $f(x, 1, 5, 1e6, 1, 5) FILTER (WHERE false) AS m FROM k LEFT JOIN t ON false
            WHERE i <= 400 GROUP BY i) s" \
        "400|$last|$last"
    holds "$f: no row, dates" \
        "SELECT $f(d, '2000-01-01', '2000-01-09', 1e6) BETWEEN '2000-01-01' AND '2000-01-09' FROM $days WHERE false"
    answer "$f: merged states" \
        "SELECT dp_release(dp_merge(s), 1e6), dp_merge(s)::bytea = (SELECT ${f}_state(i, 0, 10)::bytea FROM k WHERE i <= 9)
            FROM (SELECT ${f}_state(i, 0, 10) s FROM k WHERE i <= 9 GROUP BY i % 4) p" \
        "$([ "$q" = 0 ] && echo 1 || echo 9)|t"
    for from in secret none; do
        for bad in g '(SELECT 0.5)' 'random()'; do
            refused "$f: lo $bad, $from" "SELECT $f(x, $bad, 10, 1) FROM $from" 22023 \
                "$f: lo must be a constant or a bound parameter"
        done
        refused "$f as a window function, $from" "SELECT $f(x, 0, 1, 1) OVER () FROM $from" 0A000 \
            'does not support use as a window function'
    done
    refused "$f: a date as a bound of numbers" "SELECT $f(d, 0, 1, 1) FROM $days" 42883 'does not exist'
done
answer 'bound parameters' \
    "SET plan_cache_mode = force_generic_plan; PREPARE p(float8, float8) AS SELECT dp_min(x, \$1, 100, \$2),
        dp_max(x, \$1, 100, \$2) FROM $few; EXECUTE p(0, 1e6); EXECUTE p(8, 1e6)" \
    "$(printf '7|64\n8|64')"
answer 'rows that an outer join pads' "SELECT dp_max(t.x, 0, 5, 1e6) FROM (VALUES (1)) k(g) LEFT JOIN t ON t.g = k.g" 2
refused 'values on padded rows' "SELECT dp_max(coalesce(t.x, 5), 0, 5, 1) FROM (VALUES (7)) k(g) LEFT JOIN t ON t.g = k.g" 22023 \
    'dp_max: x must be NULL on rows that an outer join pads with NULLs'
