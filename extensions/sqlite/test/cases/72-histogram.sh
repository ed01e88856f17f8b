# Tests of dp_histogram, dp_counts, dp_release_counts and dp_cells. At epsilon C the noise of a
# count is 0, except with probability below 1e-200. FEW and `few` are those of 71-quantiles.sh.
C=1e3
answer 'histogram: cells are half-open' "SELECT dp_histogram(i, '[10,20,30]', $C), dp_histogram(i, ' [ 2.05e1 ] ', $C, 2) FROM k WHERE i <= 50" '[9,10,10,21,0]|[20,30,0]'
answer 'histogram: reals, infinities, and values that are no numbers' \
    "SELECT dp_histogram(column1, '[-1,-0.0,2.5]', $C)
        FROM (VALUES (-1e999), (-2), (-1.0), (-5e-324), (-0.0), (0), (5e-324), (2.5), (1e999), ('3.5'), ('abc'), (x'00'), (''), (NULL))" \
    '[2,2,3,3,3]'
answer 'counts: in the order of the candidates' \
    "SELECT dp_counts(column1, '[\"poor\",\"good\",2,\"2\",-1,\"none\"]', $C), dp_counts(column1, '[2]', $C, 3)
        FROM (VALUES ('good'), ('good'), (2), (2.0), (2.5), ('2'), ('poor'), (x'32'), (NULL), (-1))" \
    '[1,2,2,1,1,0]|[2]'
answer 'counts of merged histograms' \
    "SELECT dp_release_counts(dp_merge(s, 1), $C) FROM (SELECT dp_histogram_state(i, '[10,20]') AS s FROM k WHERE i <= 50 GROUP BY i % 7)" '[9,10,31,0]'
answer 'histogram: the answer is JSON' \
    "SELECT json_valid(a), json_array_length(a), typeof(a), json_type(a, '\$[0]') FROM (SELECT dp_histogram(i, '[0.1,0.5,0.9]', 1) AS a FROM k)" '1|5|text|integer'
answer 'histogram: groups' "SELECT i % 3, dp_histogram(i, '[4,8]', $C), dp_counts(i, '[8,7]', $C) FROM k WHERE i <= 9 GROUP BY 1 ORDER BY 1" \
    '0|[1,1,1,0]|[0,0]
1|[1,2,0,0]|[0,1]
2|[1,1,1,0]|[1,0]'
answer 'histogram: NULL alone' "SELECT json_array_length(dp_histogram(NULL, '[1]', 1)), json_array_length(dp_counts(NULL, '[1,2]', 1))" '3|2'
# Without rows the count of a cell is positive with probability e^(-1/2000) / 2, about 0.4998.
holds 'histogram: each release is a new one, and each count has its own noise' \
    "SELECT $(few "sum(json_extract(r, '\$[0]') > 0)" 0.4998) AND $(few "sum((json_extract(r, '\$[0]') > 0) = (json_extract(r, '\$[1]') > 0))" 0.5)
        AND $(few "sum((json_extract(r, '\$[2]') > 0) = (json_extract(c, '\$[0]') > 0))" 0.5) AND $(few "sum((json_extract(c, '\$[1]') > 0) = (json_extract(c, '\$[0]') > 0))" 0.5)
        FROM (SELECT dp_histogram(t.g, '[0]', 1e-3) AS r, dp_counts(t.g, '[4,5]', 1e-3) AS c FROM k LEFT JOIN t ON t.g = -k.i WHERE k.i <= $FEW GROUP BY k.i)"
# dp_cells shows an answer as rows.
answer 'cells' "SELECT * FROM dp_cells('[-1,0.5,20]', (SELECT dp_histogram(i - 10, '[-1,0.5,20]', $C) FROM k WHERE i <= 50))" \
    '0||-1.0|8
1|-1.0|0.5|2
2|0.5|20.0|19
3|20.0||21
4|||0'
answer 'cells of groups' \
    "SELECT g, lo, rows FROM (SELECT i % 2 AS g, dp_histogram(i, '[4,8]', $C) AS h FROM k WHERE i <= 9 GROUP BY 1) s, dp_cells('[4,8]', s.h) WHERE lo IS NOT NULL ORDER BY g, lo" \
    '0|4.0|2
0|8.0|1
1|4.0|2
1|8.0|1'
answer 'cells in a view of released answers' \
    "CREATE TEMP TABLE released AS SELECT dp_histogram(i, '[4,8]', $C) AS h FROM k WHERE i <= 9; CREATE TEMP VIEW shown AS SELECT cell, rows FROM released, dp_cells('[4,8]', h);
        SELECT * FROM shown WHERE cell > 0; SELECT sum(rows) FROM shown" \
    '1|4
2|2
3|0
9'
for arguments in "'[1]', NULL" "NULL, '[1,2,3]'" "'[1]', '[1,2]'" "'[1]', '[1,2,3,4]'" "'[1]', '[1,2,x]'" "1, 2" "'[1]', x'5b5d'" "'', ''" "'[]', '[1,2]'" "'[1]', '[1,2,3]]'"; do
    refused "cells($arguments)" "SELECT * FROM dp_cells($arguments)" 'dp_cells: edges must be a JSON array of numbers, and counts the answer of dp_histogram for these edges'
done
for query in "dp_cells" "dp_cells('[1]')" "dp_cells('[1]', '[1,2,3]', 4)" "dp_cells WHERE cell_counts = '[1,2,3]'"; do
    refused "cells: $query" "SELECT * FROM $query" 'dp_cells'
done
for counts in 1e300 -1e300 0.5 9223372036854775808; do
    refused "cells: a count of $counts" "SELECT * FROM dp_cells('[1]', '[1,$counts,2]')" 'dp_cells: edges must be a JSON array of numbers, and counts the answer of dp_histogram for these edges'
done
answer 'cells: the largest counts' "SELECT rows FROM dp_cells('[1]', '[-9223372036854775808,9007199254740991,0]')" '-9223372036854775808
9007199254740991
0'
# The arguments are hidden columns, as those of json_each are.
answer 'cells: hidden columns' \
    "SELECT count(*) FROM dp_cells('[1]', '[1,2,3]') WHERE cell_edges = '[1]'; SELECT count(*) FROM dp_cells('[1]', '[1,2,3]') WHERE cell_counts = 'x';
        SELECT count(*) FROM dp_cells('[1]', '[1,2,3]') WHERE cell_edges IS NULL; SELECT DISTINCT cell_edges, cell_counts FROM dp_cells('[1]', '[1,2,3]');
        WITH a(e) AS (VALUES ('[1]'), ('[2]')) SELECT count(*) FROM (SELECT '[1]' AS e, '[1,2,3]' AS c) k CROSS JOIN dp_cells(k.e, k.c) d CROSS JOIN a WHERE a.e = d.cell_edges;
        WITH a(e) AS (VALUES ('[1]'), ('[2]')) SELECT count(*) FROM dp_cells('[1]', '[1,2,3]') d JOIN a ON a.e = d.cell_edges" '3
0
0
[1]|[1,2,3]
3
3'

for edges in '' '[]' '{}' '[1' '[1,]' '[[1]]' '["1"]' '[01]' '[1]x' '[1e999]' '[NaN]' '[0x10]'; do
    refused "histogram: edges = $edges" "SELECT dp_histogram(i, '$edges', 1) FROM k" \
        'dp_histogram: edges must be a flat array of 1 to 1048576 finite values in strictly ascending order, in JSON'
done
for edges in 0.5 "x'5b305d'"; do
    refused "histogram: edges are $edges" "SELECT dp_histogram(i, $edges, 1) FROM k" 'dp_histogram: edges must be a flat array'
done
refused 'histogram: edges change' "SELECT dp_histogram(i, CASE WHEN i < 9 THEN '[1]' ELSE '[2]' END, 1) FROM k" 'dp_histogram: edges must be the same on every row'
refused 'counts: candidates change' "SELECT dp_counts(i, CASE WHEN i < 9 THEN '[1]' ELSE '[2]' END, 1) FROM k" 'dp_counts: candidates must be the same on every row'
refused 'histogram: no row' "SELECT dp_histogram(i, '[1]', 1) FROM k WHERE 0" 'dp_histogram: no row reached this call'
refused 'histogram: a window' "SELECT dp_histogram(i, '[1]', 1) OVER () FROM k" 'dp_histogram() may not be used as a window function'
refused 'counts of a state: NULL' 'SELECT dp_release_counts(NULL, 1)' 'dp_release_counts: state must be'
refused 'counts of a state: not in a constraint' "CREATE TEMP TABLE c(a CHECK (dp_release_counts(x'00', 1) > 0)); INSERT INTO c VALUES (1)" 'dp_release_counts'
answer 'counts ignore the setting for float arithmetic' \
    "SELECT indp_float_precision(53); SELECT dp_histogram(i, '[2]', $C), dp_counts(i, '[1]', $C), dp_release_counts(dp_histogram_state(i, '[2]'), $C) FROM k WHERE i <= 3" '53
[1,2,0]|[1]|[1,2,0]'
# Each pair of lines has a call and the expected message, for the rules that other aggregates share.
while read -r call; do
    read -r message
    refused "histogram and counts: $call" "SELECT $call FROM k" "$message"
done <<'END'
dp_counts(i, '[1]', i)
dp_counts: epsilon must be the same on every row
dp_counts(i, '[1]', 1, i)
dp_counts: rows_per_person must be the same on every row
dp_counts(i, '[1]', 1) FILTER (WHERE i < 0)
dp_counts: no row reached this call
dp_histogram(i, '[1]', i)
dp_histogram: epsilon must be the same on every row
dp_histogram(i, '[1]', 1, i)
dp_histogram: rows_per_person must be the same on every row
dp_histogram_state(i, json_array(i))
dp_histogram_state: edges must be the same on every row
dp_histogram_state(i, '[1]', i)
dp_histogram_state: rows_per_person must be the same on every row
dp_histogram_state(i, '[1]') FILTER (WHERE i < 0)
dp_histogram_state: no row reached this call
END
