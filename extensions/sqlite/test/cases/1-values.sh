# Tests how counts and sums treat each type of value. All answers are exact, because epsilon is
# huge.

answer 'count: text and blobs are rows' \
    "SELECT dp_count(column1, $E) FROM (VALUES ('a'), (''), (x''), (x'00'), (1e999), (-0.0), (NULL))" 6
answer 'count: NaN is NULL in SQLite' "SELECT dp_count(column1 - column1, $E) FROM (VALUES (1), (1e999))" 1
answer 'count: the answer is an integer' "SELECT typeof(dp_count(1, 1.0))" integer

answer 'sum: the answer is a real' "SELECT typeof(dp_sum(1, 0, 10, 1.0))" real
answer 'sum: NaN is NULL in SQLite' "SELECT dp_sum(column1 - column1, 5, 10, $E) FROM (VALUES (1e999), (3))" 5.0
answer 'sum: -0.0 is 0' "SELECT printf('%!.1f', dp_sum(-1e-300 * 1e-300, -3, 4, $E))" 0.0
answer 'sum: -0.0 clamps like 0' "SELECT dp_sum(-1e-300 * 1e-300, 2, 4, $E)" 2.0
answer 'sum: numeric text is a number' "SELECT dp_sum(column1, 0, 100, $E) FROM (VALUES ('12.5'), (' 3 '), ('1e1'))" 25.5
answer 'sum: numeric text clamps' "SELECT dp_sum(column1, -3, 4, $E) FROM (VALUES ('1e999'), ('-77777777777777777777777'))" 1.0
for text in "'abc'" "''" "'12abc'" "'0x10'" "'NaN'" "x''" "x'3939'" "zeroblob(9)"; do
    answer "sum: $text counts as 0" "SELECT dp_sum(column1, -10, 10, $E) FROM (VALUES (3), ($text))" 3.0
    answer "sum: $text counts as 0, raised to lo" "SELECT dp_sum(column1, 5, 10, $E) FROM (VALUES (6), ($text))" 11.0
    answer "sum: $text counts as 0, lowered to hi" "SELECT dp_sum(column1, -10, -5, $E) FROM (VALUES (-6), ($text))" -11.0
done
answer 'sum: columns of mixed types' "SELECT g, dp_sum(x, 0, 1000, $E) FROM secret GROUP BY g" '1|1000.0
2|0.0
3|1000.0
4|2000.0
5|2000.0'
answer 'version' 'SELECT indp_version() GLOB "[0-9]*.[0-9]*.[0-9]*"' 1

# A sum that passes 2^53 grid units, where a running sum of doubles loses the low bits: 500,000
# values 900000 + i * 2^-30, then 500,000 values of -900000. The exact sum is
# 500000 * 500001 / 2 * 2^-30. The input grid for these bounds has the step 2^-30.
big='CREATE TEMP TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)
       SELECT i, 900000 + i / 1073741824.0 AS x FROM n UNION ALL SELECT 500000 + i, -900000.0 FROM n;'
exact='(500000 * 500001 / 2) / 1073741824.0'
holds 'sum: exact beyond 2^53 units' "$big SELECT dp_sum(x, -1000000, 1000000, $E) = $exact FROM (SELECT x FROM big ORDER BY i)"
holds 'sum: exact beyond 2^53 units, rows reversed' \
    "$big SELECT dp_sum(x, -1000000, 1000000, $E) = $exact FROM (SELECT x FROM big ORDER BY -i)"
holds 'sum: exact beyond 2^53 units, rows shuffled' \
    "$big SELECT dp_sum(x, -1000000, 1000000, $E) = $exact FROM (SELECT x FROM big ORDER BY i * 7919 % 1000003)"
holds 'sum: exact beyond 2^53 units, in two groups' \
    "$big SELECT sum(r) = $exact FROM (SELECT dp_sum(x, -1000000, 1000000, $E) AS r FROM big GROUP BY i % 2)"
answer 'sum: a running sum of doubles is not exact here' "$big
    WITH RECURSIVE run(i, s) AS (SELECT 0, 0.0 UNION ALL SELECT run.i + 1, run.s + big.x FROM run
    JOIN big ON big.rowid = run.i + 1)
    SELECT s = $exact FROM run WHERE i = 1000000" 0
