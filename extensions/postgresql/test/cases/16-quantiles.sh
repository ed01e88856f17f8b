# Tests of medians and quantiles. At epsilon Q only the candidates with the best score are released.
# For a median, any other candidate has probability at most exp(-500,000).

Q=1e6
nine="(VALUES (9), (1), (8), (2), (NULL), (7), (3), (6), (4), (5)) v(x)"
for type in float8 bigint int smallint numeric real; do
    answer "median and quartiles of $type" \
        "SELECT dp_median(x::$type, 0, 100, $Q), dp_quantile(x::$type, 0.25, 0, 100, $Q),
            dp_quantile(x::$type, 0.75, 0, 100, $Q, 2),
        dp_quantile(x::$type, 0, 1, 100, $Q), dp_quantile(x::$type, 1, 0, 9, $Q), dp_quantile(x::$type, 0.1, 0, 100, $Q)
        FROM $nine" \
        '5|3|7|1|9|1'
done
answer 'types of medians, quantiles and states' \
    "SELECT pg_typeof(dp_median(x, 0, 1, 1)), pg_typeof(dp_quantile(x, 0.5, 0, 1, 1)), pg_typeof(dp_quantile_state(x, 0.5, 0, 1))
        FROM t" \
    \
    'double precision|double precision|dp_state'
# With two rows, each candidate from one row to the other is a median, and no other candidate is a
# median. There are 9 medians. 400 draws miss one of them with probability below 1e-19.
answer 'median: an even number of rows' \
    "SELECT min(m), max(m), count(DISTINCT m) FROM (SELECT dp_median(x, -50, 50, $Q) AS m FROM k, (VALUES (2), (10)) v(x)
        WHERE i <= 400 GROUP BY i) s" \
    '2|10|9'
for value in 1e400 1e131071 Infinity NaN 1234567890123456789012345678901234567890 -1e400 -Infinity 1e-16383; do
    case $value in *Infinity) since 14 "median: numeric $value" 'numeric has infinities' || continue ;; esac
    case $value in NaN | 1e-*) expected='0|5' ;; -*) expected='-3|5' ;; *) expected='4|9' ;; esac
    answer "median: numeric $value" \
        "SELECT dp_median(numeric '$value', -3, 4, $Q), dp_quantile(numeric '$value', 0.5, 5, 9, $Q)" "$expected"
done
answer 'median: extreme integers' \
    "SELECT dp_median(bigint '9223372036854775807', -10, 20, $Q), dp_median((-9223372036854775808)::bigint, -10, 20, $Q),
    dp_median(int '2147483647', -10, 20, $Q), dp_median((-32768)::smallint, -10, 20, $Q)" '20|-10|20|-10'
answer 'median: a median of text does not exist' \
    "SELECT count(*) FROM pg_proc WHERE proname = 'dp_median' AND proargtypes[0] = 'text'::regtype" 0

# Tests on a million rows that a quantile has at most q n rows below it and at most (1 - q) n rows
# above it.
clamped="(SELECT round(CASE WHEN x = 'NaN' THEN 0 ELSE least(greatest(x, -900), 800) END) AS y FROM big WHERE x IS NOT NULL) c"
for q in 0 0.001 0.1 0.25 0.5 0.75 0.9 0.999 1; do
    holds "quantile $q of a million rows" \
        "SELECT count(*) = 999000 AND count(*) FILTER (WHERE y < a) <= $q * 999000
            AND count(*) FILTER (WHERE y > a) <= (1 - $q) * 999000
        FROM $clamped, (SELECT dp_quantile(x, $q, -900, 800, $Q, 1, 1701) AS a FROM big) b"
done
holds 'the median is the quantile 0.5' \
    "SELECT dp_median_state(x, -900, 800)::bytea = dp_quantile_state(x, 0.5, -900, 800)::bytea FROM big"
answer 'median: integers and doubles give the same state' "SELECT count(DISTINCT s::bytea) FROM (
       SELECT dp_median_state(n, -400000, 400000) s FROM big UNION ALL SELECT dp_median_state(n::int, -400000, 400000) FROM big
       UNION ALL SELECT dp_median_state(n::float8, -400000, 400000) FROM big
       UNION ALL SELECT dp_median_state(n::numeric, -400000, 400000) FROM big) u" \
    1
# Integers that are not exact as doubles bypass the buffer. They come before the buffer exists,
# afterwards, and when it is full.
for f in dp_sum dp_median; do
    case $f in dp_median) more=', 1, 1701' ;; *) more= ;; esac
    answer "$f: integers beyond 2^53 among others" "SELECT count(*) FROM generate_series(1, 700) j,
        LATERAL (SELECT ${f}_state(v, -900, 800$more)::bytea a, ${f}_state(v::numeric, -900, 800$more)::bytea b
            FROM (SELECT CASE WHEN i % 3 = j % 3 OR i = j THEN (i % 2 * 2 - 1) * (9007199254740993 + i) ELSE i END AS v FROM k
            WHERE i <= j OFFSET 0) o) s WHERE a = b" \
        700
done
# Builds states of each size, from a list of few rows to a dense histogram. Each must equal the
# merge of states of single rows.
answer 'states of each size' "SELECT count(*) FROM generate_series(1, 500) j, LATERAL (SELECT dp_median_state(i, 0, 50)::bytea a,
    (SELECT dp_merge(s)::bytea FROM (SELECT dp_median_state(i, 0, 50) s FROM k WHERE i <= j GROUP BY i) p) b FROM k
    WHERE i <= j) s WHERE a = b AND length(a) = 80 + 12 * least(j, 50)" \
    500
answer 'the states of interleaved groups equal the states of each group alone' \
    "SELECT count(*) FROM (SELECT g, dp_quantile_state(x, 0.9, -900, 800)::bytea s FROM (SELECT * FROM big WHERE i <= 200000) b
        GROUP BY g) p,
    LATERAL (SELECT dp_quantile_state(x, 0.9, -900, 800)::bytea s FROM (SELECT x FROM big WHERE big.g = p.g
    AND i <= 200000 OFFSET 0) o) q WHERE p.s = q.s" \
    7
answer 'no row: every candidate occurs' \
    "SELECT count(*), min(m), max(m), count(DISTINCT m) FROM (SELECT dp_median(x, 1, 5, $Q, 1, 5) FILTER (WHERE false) AS m FROM k
        LEFT JOIN t ON false WHERE i <= 400 GROUP BY i) s" \
    '400|1|5|5'

for from in secret none; do
    for bad in g '(SELECT 0.5)' 'random()'; do
        refused "quantile: q $bad, $from" "SELECT dp_quantile(x, $bad, 0, 1, 1) FROM $from" 22023 \
            'dp_quantile: q must be a constant or a bound parameter'
        refused "quantile state: q $bad, $from" "SELECT dp_quantile_state(x, $bad, 0, 1) FROM $from" 22023 \
            'dp_quantile_state: q must be a constant or a bound parameter'
        refused "median: hi $bad, $from" "SELECT dp_median(x, 0, $bad, 1) FROM $from" 22023 \
            'dp_median: hi must be a constant or a bound parameter'
    done
    refused "median as a window function, $from" "SELECT dp_median(x, 0, 1, 1) OVER () FROM $from" 0A000 \
        'does not support use as a window function'
done
answer 'median: merged states' \
    "SELECT dp_release(dp_merge(s), $Q), dp_merge(s)::bytea = (SELECT dp_median_state(i, 0, 10)::bytea FROM k WHERE i <= 9)
        FROM (SELECT dp_median_state(i, 0, 10) s FROM k WHERE i <= 9 GROUP BY i % 4) p" \
    '5|t'
answer 'q as a bound parameter' \
    "SET plan_cache_mode = force_generic_plan; PREPARE p(float8, float8) AS SELECT dp_quantile(x, \$1, 0, 100, \$2) FROM $nine;
        EXECUTE p(0.25, $Q); EXECUTE p(0.75, $Q)" \
    "$(printf '3\n7')"
