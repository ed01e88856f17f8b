# Tests how counts and sums treat each type of value. All answers are exact, because epsilon is
# huge.

answer 'count: a constant counts every row, like count(*)' "SELECT dp_count(1, $E) FROM t" 6
for type in text bytea date 'int[]' json uuid boolean interval 'numeric(8,2)'; do
    answer "count: $type" "SELECT dp_count(NULL::$type, $E), dp_count(x, $E) FROM t" '0|4'
done
answer 'count: a record' "SELECT dp_count(t, $E), dp_count(ROW(1, NULL), $E) FROM t" '6|6'
answer 'count: an untyped NULL' "SELECT dp_count(NULL, $E) FROM t" 0
answer 'types of answers' \
    "SELECT pg_typeof(dp_count(x, 1)), pg_typeof(dp_sum(x, 0, 1, 1)), pg_typeof(dp_sum_state(x, 0, 1)) FROM t" \
    'bigint|double precision|dp_state'

answer 'sum: -0 is 0' "SELECT dp_sum(float8 '-0', -3, 4, $E), dp_sum(float8 '-0', 2, 4, $E)" '0|2'
answer 'sum: a value of type real' "SELECT dp_sum(real '1.5', -3, 4, $E)" 1.5
answer 'sum: extreme integers' \
    "SELECT dp_sum(bigint '9223372036854775807', -10, 20, $E), dp_sum((-9223372036854775808)::bigint, -10, 20, $E),
            dp_sum(int '2147483647', -10, 20, $E), dp_sum((-32768)::smallint, -10, 20, $E)" '20|-10|20|-10'
# The input grid for these bounds has the step 2^12. The bigint 2^61 + 2^11 + 1 rounds up to
# 2^61 + 2^12 on this grid. As a double it would be 2^61 + 2^11, a tie, which rounds down to 2^61,
# the even multiple of the step. In the second test this bigint is in the 100th row, when the values
# already go through a buffer.
up='2305843009213698048::float8'
holds 'sum: bigint is not converted to double' \
    "SELECT dp_sum(x, 0, 4611686018427387904, 1e30) = $up FROM (VALUES (bigint '2305843009213696001'), (-1)) v(x)"
holds 'sum: bigint is not converted to double in the buffer' \
    "SELECT dp_sum(CASE i WHEN 100 THEN 2305843009213696001 ELSE 0 END, 0, 4611686018427387904, 1e30) = $up FROM k"
holds 'sum: the double of that bigint gives another sum' \
    "SELECT dp_sum(x::float8, 0, 4611686018427387904, 1e30) = 2305843009213693952::float8
        FROM (VALUES (bigint '2305843009213696001'), (-1)) v(x)"
answer 'sum: integers and doubles give the same state' \
    "SELECT count(DISTINCT s::bytea) FROM (
       SELECT dp_sum_state(n, -400000, 400000) s FROM big UNION ALL SELECT dp_sum_state(n::int, -400000, 400000) FROM big
       UNION ALL SELECT dp_sum_state(n::float8, -400000, 400000) FROM big
       UNION ALL SELECT dp_sum_state(n::numeric, -400000, 400000) FROM big) u" \
    1
answer 'sum: smallint and int give the same state' \
    "SELECT dp_sum_state(i::smallint, -9, 20000)::bytea = dp_sum_state(i, -9, 20000)::bytea FROM k WHERE i < 32768" t

# No value of type numeric raises an error.
for value in 1e400 1e131071 Infinity NaN 1234567890123456789012345678901234567890 -1e400 -Infinity 1e-16383; do
    case $value in *Infinity) since 14 "sum: numeric $value" 'numeric has infinities' || continue ;; esac
    case $value in NaN | 1e-*) expected='0|5' ;; -*) expected='-3|5' ;; *) expected='4|9' ;; esac
    answer "sum: numeric $value" "SELECT dp_sum(numeric '$value', -3, 4, $E), dp_sum(numeric '$value', 5, 9, $E)" "$expected"
done
answer 'sum: numeric digits' "SELECT dp_sum(x, 0, 10, $E) FROM (VALUES (1.25), (2.5), (NULL), (0.0625)) v(x)" 3.8125
refused 'a cast of such a numeric to float8 fails' "SELECT dp_sum((x * 1e400)::float8, 0, 10, 1) FROM (VALUES (1.0)) v(x)" 22003 \
    'out of range'
answer 'sum: a numeric column' "SELECT dp_sum(n, 0, 1000, $E), dp_count(n, $E) FROM secret" 4000\|6
refused 'a sum of text does not exist' "SELECT dp_sum('1'::text, 0, 10, 1)" 42883 'does not exist'

# Tests a sum that exceeds 2^53 grid units, where a running sum of doubles would lose the low bits
# and depend on the order of the rows.
big="(SELECT i, 900000 + i / 1073741824.0::float8 AS x FROM generate_series(1, 500000) i
      UNION ALL SELECT 500000 + i, -900000 FROM generate_series(1, 500000) i) b"
exact='(500000::float8 * 500001 / 2) / 1073741824.0'
holds 'sum: exact beyond 2^53 units' "SELECT dp_sum(x, -1000000, 1000000, $E) = $exact FROM (SELECT x FROM $big ORDER BY i) s"
holds 'sum: exact beyond 2^53 units, rows reversed' \
    "SELECT dp_sum(x, -1000000, 1000000, $E) = $exact FROM (SELECT x FROM $big ORDER BY -i) s"
holds 'sum: a running sum of doubles is not exact here' "SELECT sum(x) <> $exact FROM (SELECT x FROM $big ORDER BY i) s"
