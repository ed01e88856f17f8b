# Tests of dp_bounds, dp_bounds_among and dp_release_bounds. At epsilon C every bound that a row
# reaches is found, except with probability below 1e-200.
C=1e3
answer 'bounds' "SELECT dp_bounds(i, $C), dp_bounds(-i, $C), dp_bounds(i - 10, $C, 2),
    dp_bounds(i, $C, 1, 20) FROM k WHERE i <= 50" \
    '[0.0,56.0]|[-56.0,0.0]|[-10.0,40.0]|[0.0,52.0]'
answer 'bounds: reals, infinities, and values that are no numbers' \
    "SELECT dp_bounds(column1, $C), dp_bounds_among(column1, '[-1,-0.0,2.5]', $C)
        FROM (VALUES (-2), (-1.0), (-5e-324), (-0.0), (0), (5e-324), (2.5), (1e999), ('3.5'), \
    ('abc'), (x'00'), (''), (NULL))" \
    '[-2.0,9.223372036854776e+18]|[-1.0,2.5]'
answer 'bounds: none' \
    "SELECT dp_bounds(0, $C) IS NULL, typeof(dp_bounds(NULL, $C)), dp_bounds('x', $C) IS NULL,
        dp_bounds_among(5, '[-2,-1]', $C) IS NULL FROM k" '1|null|1|1'
answer 'bounds: the answer is JSON' "SELECT json_valid(a), json_array_length(a), typeof(a),
    json_type(a, '\$[0]') FROM (SELECT dp_bounds(i, $C) AS a FROM k)" \
    '1|2|text|real'
answer 'bounds: groups' "SELECT i % 3, dp_bounds(i * (i % 3), $C), dp_bounds_among(i, '[5,80]',
    $C) FROM k WHERE i <= 9 GROUP BY 1 ORDER BY 1" \
    '0||[0.0,80.0]
1|[0.0,7.0]|[0.0,80.0]
2|[0.0,16.0]|[0.0,80.0]'
answer 'bounds of merged states' \
    "SELECT dp_release_bounds(dp_merge(s, 1), $C) FROM (SELECT
        dp_bounds_among_state(i, '[10,20,60]') AS s FROM k WHERE i <= 50 GROUP BY i % 7)" \
    '[0.0,60.0]'
answer 'counts of a state of bounds' "SELECT dp_release_counts(dp_bounds_among_state(i,
    '[10,60]', 1, 20), $C) FROM k WHERE i <= 50" '[9,10,1,30,0,0]'
for f in dp_bounds dp_bounds_state dp_bounds_among dp_bounds_among_state; do
    case $f in *among*) edges=", '[1]'" ;; *) edges= ;; esac
    case $f in *state) epsilon= ;; *) epsilon=', 1' ;; esac
    refused "$f: no row" "SELECT $f(i$edges$epsilon) FROM k WHERE 0" "$f: no row reached this call"
    refused "$f: rows per person that differ between rows" \
        "SELECT $f(i$edges$epsilon, i) FROM k" "$f: rows_per_person must be the same on every row"
    refused "$f: a centre that differs between rows" \
        "SELECT $f(i$edges$epsilon, 1, -i) FROM k" "$f: centre must be the same on every row"
    [ -z "$epsilon" ] || refused "$f: an epsilon that differs between rows" \
        "SELECT $f(i$edges, i) FROM k" "$f: epsilon must be the same on every row"
    [ -z "$edges" ] || refused "$f: edges that differ between rows" \
        "SELECT $f(i, json_array(i)$epsilon) FROM k" "$f: edges must be the same on every row"
done
refused 'bounds: no window' 'SELECT dp_bounds(i, 1) OVER () FROM k' \
    'may not be used as a window function'
refused 'bounds of a state: not in a constraint' "CREATE TEMP TABLE c(a CHECK
    (dp_release_bounds(x'00', 1) > 0)); INSERT INTO c VALUES (1)" 'dp_release_bounds'
answer 'bounds ignore the setting for float arithmetic' \
    "SELECT indp_float_precision(53);
        SELECT dp_bounds(i, $C), dp_release_bounds(dp_bounds_state(i), $C) FROM k WHERE i <= 50" \
    '53
[0.0,56.0]|[0.0,56.0]'
