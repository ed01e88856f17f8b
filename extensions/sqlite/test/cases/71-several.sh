# Tests of dp_quantiles and dp_release_quantiles. At epsilon F only candidates with the best score
# are released. dp_quantiles divides the rows recursively, and may put one row too many or too few
# on one side of a quantile. This does not change any answer below: the ten rows before and the ten
# rows after each quantile have its value, where such rows exist. F, FEW and `few` are those of
# 71-quantiles.sh.
tens='(SELECT 10 * a.i AS x FROM k a, k b WHERE a.i BETWEEN 1 AND 9 AND b.i <= 100)'
answer 'several quantiles: deciles' "SELECT dp_quantiles(x, '[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9]', 0, 1000, $F) FROM $tens" \
    '[10.0,20.0,30.0,40.0,50.0,60.0,70.0,80.0,90.0]'
answer 'several quantiles: in any order, with rows_per_person and candidates' \
    "SELECT dp_quantiles(x, ' [ 7.5e-1 , 25E-2,0.5 ] ', 0, 1000, $F, 2, 1001) FROM $tens" '[70.0,30.0,50.0]'
answer 'several quantiles: one, two, and the extremes' \
    "SELECT dp_quantiles(x, '[0.5]', 0, 1000, $F), dp_quantiles(x, '[0.75,0.25]', 0, 1000, $F), dp_quantiles(x, '[0,0.5,1]', 0, 1000, $F)
        FROM $tens" '[50.0]|[70.0,30.0]|[10.0,50.0,90.0]'
# 15 rows in 100 are 0, 65 are 5, and 20 are 9. The quantiles follow from the definition.
answer 'several quantiles: ties are divided' \
    "SELECT dp_quantiles(CASE WHEN i <= 150 THEN 0 WHEN i <= 800 THEN 5 ELSE 9 END, '[0.1,0.2,0.3,0.5,0.7,0.79,0.9]', 0, 10, $F)
        FROM k WHERE i <= 1000" '[0.0,5.0,5.0,5.0,5.0,5.0,9.0]'
answer 'several quantiles: the answer is JSON' \
    "SELECT json_valid(a), json_array_length(a), typeof(a) FROM (SELECT dp_quantiles(i, '[0.1,0.5,0.9]', 0, 1e-300, 1) AS a FROM k)" '1|3|text'
answer 'several quantiles: groups, and NULL alone' \
    "SELECT i % 3, dp_quantiles(x + i % 3, '[0.25,0.5,0.75]', 0, 1000, $F), json_array_length(dp_quantiles(NULL, '[0.2,0.4]', 0, 9, 1))
        FROM $tens, (SELECT i FROM k WHERE i <= 3) GROUP BY 1 ORDER BY 1" \
    '0|[30.0,50.0,70.0]|2
1|[31.0,51.0,71.0]|2
2|[32.0,52.0,72.0]|2'
# Without rows and with two candidates, the first of two quantiles is 0 unless both selections
# choose 1, which happens with probability 1/4.
holds 'several quantiles: each release is a new one' \
    "SELECT $(few "sum(json_extract(r, '\$[0]') = 1)" 0.25) FROM (SELECT dp_quantiles(t.g, '[0.25,0.75]', 0, 1, 1, 1, 2) AS r FROM k
        LEFT JOIN t ON t.g = -k.i WHERE k.i <= $FEW GROUP BY k.i)"
answer 'quantiles of a state' "SELECT dp_release_quantiles(dp_median_state(x, 0, 1000), '[0.9,0.1,0.5]', $F) FROM $tens" '[90.0,10.0,50.0]'
answer 'quantiles of merged states' \
    "SELECT dp_release_quantiles(dp_merge(s, 1), '[0.25,0.5,0.75]', $F) FROM (SELECT dp_quantile_state(x, 0.3, 0, 1000) AS s FROM $tens
        GROUP BY x)" '[30.0,50.0,70.0]'
for q in '' '[]' '{}' '[0.5' '[0.5,]' '[[0.5]]' '["0.5"]' '[null]' '[1.5]' '[-0.1]' '[.5]' '[00]' '[0.5]x' '[1e999]' '[0.12345678]' '[NaN]' '[0x1p-1]' \
    "[0.5$(printf '%01000d' 0 | sed 's/0/,0.5/g')]"; do
    refused "several quantiles: q = $(echo "$q" | cut -c 1-20)" "SELECT dp_quantiles(i, '$q', 0, 1, 1) FROM k" \
        'dp_quantiles: q must be a flat array of 1 to 1000 fractions from 0 to 1 with denominators of at most 10000, in JSON'
done
for q in 0.5 "x'5b305d'"; do
    refused "several quantiles: q is $q" "SELECT dp_quantiles(i, $q, 0, 1, 1) FROM k" 'dp_quantiles: q must be a flat array'
done
answer 'several quantiles: 1000 of them' \
    "SELECT json_array_length(dp_quantiles(i, (SELECT json_group_array((i % 999 + 1) / 1000.0) FROM k WHERE i BETWEEN 1 AND 1000), 0, 100, 10)) FROM k" 1000
refused 'several quantiles: q changes' "SELECT dp_quantiles(i, CASE WHEN i < 9 THEN '[0.5]' ELSE '[0.4]' END, 0, 1, 1) FROM k" \
    'dp_quantiles: q must be the same on every row'
refused 'several quantiles: no row' "SELECT dp_quantiles(i, '[0.5]', 0, 1, 1) FROM k WHERE 0" 'dp_quantiles: no row reached this call'
refused 'several quantiles: a window' "SELECT dp_quantiles(i, '[0.5]', 0, 1, 1) OVER () FROM k" 'dp_quantiles() may not be used as a window function'
refused 'quantiles of a state: NULL' "SELECT dp_release_quantiles(NULL, '[0.5]', 1)" 'dp_release_quantiles: state must be'
# Each pair of lines has the arguments after q and the expected message, for each rule that
# dp_quantiles shares with dp_quantile.
while read -r arguments; do
    read -r message
    refused "several quantiles: $arguments" "SELECT dp_quantiles(i, '[0.5]', $arguments) FROM k" "dp_quantiles: $message"
done <<'END'
i, 2000, 1
lo must be the same on every row
0, i, 1
hi must be the same on every row
0, 1, i
epsilon must be the same on every row
0, 1, 1, i
rows_per_person must be the same on every row
0, 1000, 1, 1, i + 9
candidates must be the same on every row
END
refused 'quantiles of a state: not in a constraint' \
    "CREATE TEMP TABLE c(a CHECK (dp_release_quantiles(x'00', '[0.5]', 1) > 0)); INSERT INTO c VALUES (1)" 'dp_release_quantiles'
