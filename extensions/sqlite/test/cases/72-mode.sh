# Tests of the mode among public candidates. At epsilon F = 1e9 the most frequent candidate is
# released.

answer 'mode: keeps its type' "SELECT typeof(dp_mode(1, '[1]', 1)), typeof(dp_mode('1', '[\"1\"]', 1))" 'integer|text'
answer 'mode: a text is not the integer it spells' \
    "SELECT dp_mode(column1, '[1, \"1\"]', $F), typeof(dp_mode(column1, '[1, \"1\"]', $F)) FROM (VALUES ('1'), ('1'), (1))" \
    '1|text'
answer 'mode: whole reals are integers' "SELECT dp_mode(column1, '[1, 2]', $F) FROM (VALUES (2.0), (2.0), (1), (1.5), (1.5))" 2
answer 'mode: -0.0 is 0' "SELECT dp_mode(-1e-300 * 1e-300, '[1, 0, 2]', $F)" 0
answer 'mode: the largest integers' \
    "SELECT dp_mode(column1, '[9223372036854775807, -9223372036854775808, 0]', $F)
        FROM (VALUES (-9223372036854775808), (9.3e18), (9.3e18), (-1e19), (-1e19), (1e999), (1e999))" \
    -9223372036854775808
answer 'mode: the real 2^63 is not the integer 2^63 - 1' \
    "SELECT dp_mode(column1, '[9223372036854775807, 5]', $F)
        FROM (VALUES (9223372036854775808.0), (9223372036854775808.0), (5))" \
    5
answer 'mode: values that are not candidates are ignored' \
    "SELECT dp_mode(column1, '[\"a\", \"b\"]', $F)
        FROM (VALUES ('A'), ('a '), (x'61'), (x'61'), (''), ('b'), ('secret'), (97), (1.25))" \
    b
answer 'mode: the empty text' "SELECT '<' || dp_mode(column1, '[\"\", \"b\"]', $F) || '>' FROM (VALUES (''), (''), ('b'))" '<>'
answer 'mode: escapes' \
    "SELECT hex(dp_mode(column1, '[\"x\", \"\\u00e9\\\\\\\"\\/\\n\\ud83d\\ude00\"]', $F))
        FROM (VALUES (cast(x'C3A95C222F0AF09F9880' AS TEXT)))" \
    C3A95C222F0AF09F9880
answer 'mode: UTF-16 database' ".open :memory:
.load $extension
PRAGMA encoding = 'UTF-16'; CREATE TABLE e(x); INSERT INTO e VALUES ('é'), ('é'), ('b'); SELECT dp_mode(x, '[\"b\",\"é\"]', $F)
FROM e" \
    é
holds 'RAND: self-rated health' \
    "SELECT dp_mode(h, '[\"excellent\",\"good\",\"fair\",\"poor\"]', $F, 5) = 'excellent' FROM
       (SELECT CASE WHEN hlthg THEN 'good' WHEN hlthf THEN 'fair' WHEN hlthp THEN 'poor' ELSE 'excellent' END AS h FROM rand)"
holds '1,000 candidates' \
    "SELECT dp_mode(i % 1000, (SELECT json_group_array(i) FROM k WHERE i <= 1000), $F) BETWEEN 1 AND 999 FROM k WHERE i <= 2000"

J='candidates must be a flat array of 1 to 1048576 distinct texts or integers, in JSON'
for bad in "''" "'[]'" "'[1'" "'1]'" "'[1,]'" "'[,1]'" "'[1 2]'" "'[1.0]'" "'[1e3]'" "'[null]'" "'[true]'" "'[[1]]'" "'[{}]'" \
    "'{}'" "'1'" \
 "'[\"a\",\"\\u0061\"]'" "'[0,-0]'" "'[01]'" "'[-]'" "'[+1]'" "'[9223372036854775808]'" "'[-9223372036854775809]'" \
    "'[99999999999999999999999]'" "'[\"a]'" "'[\"\\x\"]'" "'[\"\\u12\"]'" "'[\"\\ud800\"]'" "'[\"\\ude00\"]'" \
    "'[\"\\ud800\\u0041\"]'" "'[\"a\"\"b\"]'" "'[1]x'" \
    "'[\"' || char(10) || '\"]'" "'[''a'']'" 1 1.5 NULL "x'5b315d'" "'[1]' || char(0)"; do
    refused "mode: candidates $bad" "SELECT dp_mode(x, $bad, 1) FROM secret" "dp_mode: $J"
    refused "mode_state: candidates $bad" "SELECT dp_mode_state(x, $bad) FROM secret" "dp_mode_state: $J"
done
refused 'mode: bad candidates on the first row' "SELECT dp_mode(x, '[1,1]', 1) $second" "dp_mode: $J"
refused 'mode: candidates from a column' "SELECT dp_mode(1, '[' || i || ']', 1) FROM k" \
    'dp_mode: candidates must be the same on every row'
refused 'mode: candidates with one more space on the second row' "SELECT dp_mode(1, column1, 1) FROM (VALUES ('[1]'), ('[1] '))" \
    'dp_mode: candidates must be the same on every row'
refused 'mode: candidates NULL on the second row' "SELECT dp_mode(1, column1, 1) FROM (VALUES ('[1]'), (NULL))" "dp_mode: $J"
refused 'mode: more candidates than 2^20' \
    "SELECT dp_mode(1, c, 1) FROM (SELECT '[' || group_concat(a.i * 40000 + b.i) || ']' AS c FROM k a, k b WHERE a.i <= 27
        AND b.i < 40000)" \
    "dp_mode: $J"

# Candidates that no row has are released with the probabilities of permute-and-flip. The counts are
# 2, 0 and 0. Counts are monotonic scores, so the weights are 1, w and w with w = e^(-2 epsilon).
# The first candidate has probability 1 - w + w^2/3, each other one w/2 - w^2/6. (The library
# rounds its parameter eta down, by at most 2^-20, which changes these probabilities too little to
# matter here.)
for eps in 0.5 1.0; do
    holds "mode: probabilities of candidates without rows, epsilon $eps" \
        "SELECT $(few "sum(r = 'a')" "(1 - exp(-2 * $eps) + exp(-4 * $eps) / 3)")
            AND $(few "sum(r = 7)" "(exp(-2 * $eps) / 2 - exp(-4 * $eps) / 6)")
                AND sum(r NOT IN ('a', 'b', 7)) = 0
           FROM (SELECT dp_mode(column1, '[\"a\",7,\"b\"]', $eps) AS r FROM k, (VALUES ('a'), ('a'), ('z'), (NULL))
           WHERE i <= $FEW GROUP BY i)"
done
holds 'mode: no rows, all candidates equally frequent' \
    "SELECT count(*) = 4 AND min($(few n 0.25)) FROM (SELECT r, count(*) AS n FROM $(few_releases "dp_mode(t.x, '[1,2,3,4]', $F)")
        GROUP BY r)"
