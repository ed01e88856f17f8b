# An outer join pads unmatched rows with NULLs. Tests that an aggregate is refused if its argument x
# is not NULL on such padded rows, with and without rows, in every plan.

comma=
PAD='x must be NULL on rows that an outer join pads with NULLs'
joined='FROM k LEFT JOIN t ON t.g = k.i'
run="CREATE FUNCTION pg_temp.run(query text) RETURNS text LANGUAGE plpgsql AS 'DECLARE state text; detail text; BEGIN EXECUTE query; RETURN ''answer'';
    EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = MESSAGE_TEXT; RETURN state || '' '' || detail; END'"
# NAME OUTCOME FROM EXPRESSION...: runs three aggregates with each expression as their argument x,
# and a fourth with GROUP BY unless the query has no rows. Each run must end with OUTCOME.
each() {
    name=$1 outcome=$2 from=$3
    shift 3
    values=$(printf ", (\$x\$%s\$x\$)" "$@")
    answer "$name: $from" \
        "$run; SELECT x, call, outcome
            FROM (SELECT x, call, pg_temp.run(format('SELECT %s %s', replace(call, 'x,', x || ','), \$x\$$from\$x\$) || CASE
            WHEN call ~ 'stddev' THEN ' GROUP BY 1 = 1' ELSE '' END) AS outcome
        FROM (VALUES ${values#, }) v(x), (VALUES ('dp_sum(x, 0, 10, 1)'), ('dp_median(x, 0, 10, 1)'), ('dp_avg_state(x, 0, 10)')$groups) c(call)) s WHERE outcome !~ '$outcome'" \
        \
        ''
}
bad() { each padded "^22023 dp_[a-z_]*: $PAD\$" "$@"; }
good() { each 'not padded' '^answer$' "$@"; }
groups=", ('dp_stddev(x, 0, 10, 1)')"
for where in "$joined" 'FROM t RIGHT JOIN k ON t.g = k.i' 'FROM k FULL JOIN t ON t.g = k.i' \
    'FROM (SELECT 1 AS i) k LEFT JOIN t ON t.x > 2' 'FROM (SELECT 1 AS i) k LEFT JOIN t ON t.x > 1000' \
    'FROM k LEFT JOIN (SELECT x FROM t OFFSET 0) t ON t.x = k.i' "FROM (SELECT k.i, t.x $joined OFFSET 0) t" \
    "FROM (SELECT k.i, t.x $joined ORDER BY t.x LIMIT 100000) t" \
    'FROM k LEFT JOIN t ON t.g = k.i WHERE k.i < 0' 'FROM k LEFT JOIN (t JOIN none USING (g)) ON t.g = k.i' \
    'FROM none k(i, y) LEFT JOIN t ON true' \
    "FROM (SELECT t.x $joined UNION ALL SELECT x FROM t) t" "FROM (SELECT x FROM t UNION ALL SELECT t.x $joined) t"; do
    case $where in *'i < 0' | *'none k'*) groups= ;; *) groups=", ('dp_stddev(x, 0, 10, 1)')" ;; esac
    bad "$where" 'coalesce(t.x, 5)' 'CASE WHEN t.x > 3 THEN 4 ELSE 1 END' 'CASE WHEN t.x IS NULL THEN 9 END' 'greatest(t.x, 1)' \
        'coalesce(t.x + 1, 5) * 2' '(t.x IS NULL)::int' 'coalesce(nullif(t.x, 3), random())'
    good "$where" t.x 't.x * 2 + 1' 'CASE WHEN t.x > 3 THEN 4 END' 'CASE WHEN t.x IS NOT NULL THEN greatest(t.x, 1) END' \
        'nullif(t.x, 3)' 't.x * random()' 7 'abs(least(t.x))'
done
# These are not refused: a column of the side that is not padded, an inner join, a filter that only
# real rows pass, and a count of real rows.
good "$joined" 'coalesce(k.i, 5)'
good 'FROM k JOIN t ON t.g = k.i' 'coalesce(t.x, 5)'
good 'FROM t' 'coalesce(t.x, 5)'
good "$joined WHERE t.g > 0" 'coalesce(t.x, 5)'
good "FROM (SELECT k.i, count(t.x) AS n $joined GROUP BY k.i) s" 'coalesce(n, 5)'
answer 'a FILTER that removes padded rows' \
    "SELECT dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE t.g IS NOT NULL),
        dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE t.g > 0) $joined" \
    '20.5|20.5'
refused 'a FILTER that keeps padded rows' \
    "SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) FILTER (WHERE t.g IS NULL OR t.g > 0) $joined" 22023 "dp_sum: $PAD"
# Expressions over both sides of a full join are refused. So are columns that are padded in LATERAL,
# in CASE and in a correlated subquery.
for x in 'coalesce(t.x, k.i)' 'coalesce(k.i, t.x)' 'coalesce(t.x, 5)' 'coalesce(k.i, 5)'; do
    refused "a full join, $x" "SELECT dp_sum($x, 0, 10, 1) FROM k FULL JOIN t ON t.g = k.i" 22023 "dp_sum: $PAD"
done
for loop in '' 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off'; do
    [ "$major" -ge 14 ] || loop=${loop%; SET enable_memoize = off}
    refused "lateral, ${loop:-as planned}" \
        "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, 1) $joined CROSS JOIN LATERAL (SELECT coalesce(t.x, 5) AS y OFFSET 0) l" 22023 \
        "dp_sum: $PAD"
    refused "lateral over a function, ${loop:-as planned}" \
        "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, 1) $joined CROSS JOIN LATERAL (SELECT coalesce(t.x, n) AS y
            FROM generate_series(1, 2) n OFFSET 0) l" \
        22023 "dp_sum: $PAD"
    answer "lateral and NULL, ${loop:-as planned}" \
        "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, $E) $joined CROSS JOIN LATERAL (SELECT t.x * 2 AS y OFFSET 0) l" 21
done
for x in 'coalesce(CASE WHEN k.i > 3 THEN t.x ELSE k.i END, 9)' 'CASE WHEN k.i > 3 THEN t.x ELSE k.i END' \
    'coalesce(CASE k.i WHEN 5 THEN t.x WHEN 2 THEN 7 END, 9)' 'least(t.x, k.i)' 'CASE t.x WHEN 1 THEN 2 ELSE 3 END' \
    'coalesce(NULL, t.x, k.i)'; do
    refused "one of several columns is padded: $x" "SELECT dp_sum($x, 0, 10, 1) $joined" 22023 "dp_sum: $PAD"
done
refused 'a correlated subquery' "SELECT dp_sum((SELECT coalesce(t.x, n) FROM generate_series(5, 5) n), 0, 10, 1) $joined" 22023 \
    "dp_sum: $PAD"
# Each part of a UNION ALL is checked separately. The value may also come from VALUES, a function, a
# whole row or a window function.
union="SELECT 2 AS tag, NULL::float8 AS c, x AS a FROM t UNION ALL SELECT 1, 0, t.x $joined"
onion="SELECT 1 AS tag, 0::float8 AS c, t.x AS a $joined UNION ALL SELECT 2, NULL, x FROM t"
for parts in "$union" "$onion"; do
    refused "a FILTER that keeps one part: $parts" \
        "SELECT dp_sum(coalesce(a, 10), 0, 10, 1) FILTER (WHERE tag = 1) FROM ($parts) u" 22023 "dp_sum: $PAD"
    refused "another part that is NULL: $parts" "SELECT dp_sum(c + coalesce(a, 10), 0, 10, 1) FROM ($parts) u" 22023 \
        "dp_sum: $PAD"
    answer "a value that is NULL on padded rows: $parts" "SELECT dp_sum(a, 0, 10, $E) FROM ($parts) u" 21
done
for lateral in '(VALUES (coalesce(t.x, 10)), (1)) l(y)' 'unnest(ARRAY[t.x, 5]) l(y)' \
    '(SELECT coalesce(t.x, 5) AS y UNION ALL SELECT t.x) l' \
    "jsonb_to_recordset(jsonb_build_array(jsonb_build_object('y', coalesce(t.x, 3)))) AS l(y float8)" \
    '(SELECT t.x AS y UNION ALL SELECT coalesce(t.x, 5)) l'; do
    refused "lateral $lateral" "SELECT dp_sum(y, 0, 10, 1) $joined CROSS JOIN LATERAL $lateral" 22023 "dp_sum: $PAD"
done
refused 'a whole row' \
    "SELECT dp_sum(coalesce((to_jsonb(u) ->> 'x')::float8, 10), 0, 10, 1) FROM (SELECT t.x $joined OFFSET 0) u" 22023 \
    "dp_sum: $PAD"
refused 'a window function' \
    "SELECT dp_sum(y, 0, 10, 1) FROM (SELECT max(coalesce(t.x, 10)) OVER (PARTITION BY k.i) AS y $joined) w" 22023 \
    "dp_sum: $PAD"
for sub in '(SELECT coalesce(t.x, 10))' "(SELECT p.amount FROM price p WHERE p.kind = coalesce(t.g, 0))" \
    '(CASE WHEN EXISTS (SELECT FROM price p WHERE p.kind = t.g OFFSET 0) THEN 1 ELSE 9 END)'; do
    refused "a subquery: $sub" \
        "CREATE TEMP TABLE price AS SELECT i AS kind, i::float8 AS amount FROM generate_series(0, 5) i;
            SELECT dp_sum($sub, 0, 10, 1) $joined" \
        22023 "dp_sum: $PAD"
done
# Here the value comes from another table, and padded columns choose the row of that table. Such a
# value must be refused in each kind of join.
for join in '' 'SET enable_hashjoin = off; SET enable_mergejoin = off;' 'SET enable_hashjoin = off; SET enable_nestloop = off;' \
    'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off;'; do
    for on in 'p.kind = coalesce(t.g, 0)' 'p.kind IS NOT DISTINCT FROM t.g' 'p.kind = coalesce(t.g, k.i % 3)' \
        'CASE WHEN t.g IS NULL THEN p.kind = 0 ELSE p.kind = 1 END'; do
        refused "padded columns choose a row by $on, $join" \
            "CREATE TEMP TABLE price(kind int PRIMARY KEY, amount float8); INSERT INTO price SELECT i, i
                FROM generate_series(0, 5) i; $join SELECT dp_sum(p.amount, 0, 10, 1) $joined JOIN price p ON $on" \
            22023 "dp_sum: $PAD"
    done
    answer "padded columns choose no row, $join" \
        "CREATE TEMP TABLE price(kind int PRIMARY KEY, amount float8); INSERT INTO price SELECT i, i FROM generate_series(0, 5) i;
            $join SELECT dp_sum(p.amount, 0, 10, $E) $joined LEFT JOIN price p ON p.kind = t.g WHERE k.i < 9" \
        10
done
refused 'padded columns choose a row of k' "SELECT dp_sum(k2.i, 0, 10, 1) $joined JOIN k k2 ON k2.i = coalesce(t.g, 5)" 22023 \
    "dp_sum: $PAD"
answer 'padded columns choose a row, but FILTER removes padded rows' \
    "SELECT dp_sum(k2.i, 0, 10, $E) FILTER (WHERE t.g IS NOT NULL) $joined JOIN k k2 ON k2.i = coalesce(t.g, 5) WHERE k.i < 9" \
    10
# The check evaluates no expression. An expression that would fail on a padded row raises no error
# if a FILTER removes that row.
strict="CREATE FUNCTION pg_temp.picky(x float8) RETURNS float8 IMMUTABLE LANGUAGE plpgsql AS 'BEGIN IF x IS NULL THEN RAISE EXCEPTION ''NULL''; END IF; RETURN x; END'"
answer 'the check calls no function' \
    "$strict; SELECT dp_sum(pg_temp.picky(t.x), 0, 10, $E) FILTER (WHERE t.x IS NOT NULL),
        round(dp_sum(10.0 / coalesce(t.x, 0), 0, 10, $E) FILTER (WHERE t.x > 2)::numeric, 9) $joined" \
    '10.5|5.555555556'
for mode in force_generic_plan force_custom_plan; do
    answer "ANY of a parameter, $mode" \
        "SET plan_cache_mode = $mode;
            PREPARE p(int[]) AS SELECT dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE t.g = ANY (\$1)) $joined;
            EXECUTE p('{1,3}')" \
        13
done
answer 'conditions that remove padded rows' \
    "SELECT $(for c in 't IS NOT NULL' 'NOT (t.g IS NULL)' 't.g > 0 AND k.i > 0' '(t.g > 0) IS TRUE' 't.g NOT IN (7, 8)' 't.g BETWEEN 1 AND 3' "t.g::text LIKE '_'" 't.g > 5 OR t.g < 5' 'CASE WHEN t.g IS NULL THEN false ELSE true END'; do
    printf "%s dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE $c)" "$comma"; comma=,; done) $joined" '10.5|20.5|20.5|20.5|20.5|20.5|20.5|20.5|20.5'
refused 'conditions that keep padded rows' "SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) FILTER (WHERE t.g <> ALL ('{}')) $joined" \
    22023 "dp_sum: $PAD"
refused 'a NOT condition that keeps padded rows' \
    "SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) FILTER (WHERE NOT (t.g = 1 AND t.g IS NOT NULL)) $joined" 22023 "dp_sum: $PAD"
# If one outer join is nested in another, the nested one may pad a row that the enclosing one does
# not pad. x is not NULL on such a row, so the aggregate must be refused.
refused 'a column that the nested of two outer joins pads' \
    "SELECT dp_sum(coalesce(b.x, CASE WHEN a.x IS NOT NULL THEN 5 END), 0, 10, 1) FROM k LEFT JOIN (t a LEFT
        JOIN none b ON a.g = b.g) ON a.g = k.i" \
    22023 "dp_sum: $PAD"
refused 'a mode of padded rows' "SELECT dp_mode(coalesce(t.g::text, 'none'), '{1,2,none}', 1) $joined" 22023 "dp_mode: $PAD"
# A value that is computed before the join is NULL on padded rows, so it is not refused.
answer 'a value computed before the join' \
    "SELECT dp_sum(y, 0, 10, $E) FROM k LEFT JOIN (SELECT g, coalesce(x, 5) AS y FROM t OFFSET 0) t ON t.g = k.i" 20.5
# Padded rows must be found in every kind of plan.
for plan in 'SET enable_hashjoin = off' 'SET enable_hashjoin = off; SET enable_mergejoin = off' \
    'SET enable_hashjoin = off; SET enable_nestloop = off' \
    'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2' \
    \
    \
    'SET enable_hashagg = off' 'SET enable_partitionwise_join = on; SET enable_partitionwise_aggregate = on' \
    'SET plan_cache_mode = force_generic_plan'; do
    for from in 'FROM big LEFT JOIN big t ON t.i = big.i + 1' 'FROM parts LEFT JOIN parts t ON t.g = parts.g AND t.x = 50' \
        'FROM big LEFT JOIN none t ON t.x = big.i WHERE abs(big.x) = 1234.5'; do
        refused "padded: $plan, $from" "$plan; SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $from" 22023 "dp_sum: $PAD"
        refused "padded groups: $plan, $from" \
            "$plan; SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $from GROUP BY GROUPING SETS ((t.g), ())" 22023 "dp_sum: $PAD"
    done
done
refused 'padded rows in a view' "CREATE TEMP VIEW v AS SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $joined; SELECT * FROM v" 22023 \
    "dp_sum: $PAD"
refused 'padded rows in a prepared statement' \
    "PREPARE p(float8) AS SELECT dp_sum(coalesce(t.x, \$1), 0, 10, 1) $joined; EXECUTE p(5)" 22023 "dp_sum: $PAD"
# A count may count the padded row as one row, so this is not refused: one person still changes the
# count by at most the rows of that person.
answer 'a count of padded rows' "SELECT dp_count(1, $E), dp_count(t.g, $E) FROM (SELECT 1) k LEFT JOIN t ON t.g = 7" '1|0'
# The check cannot see into a materialised CTE. That is useful if the padded side is a public table,
# but unsafe if it is private.
answer 'a materialised CTE hides padded rows' \
    "WITH s AS MATERIALIZED (SELECT t.x $joined WHERE k.i < 5) SELECT dp_sum(coalesce(s.x, 5), 0, 10, $E) FROM s" 25.5
# The search follows a column through all levels of a plan, which together are deeper than any one
# of them.
deep() { # LEVELS SIGNS
    awk -v levels="$1" -v signs="$2" 'BEGIN {
        for (i = 0; i < signs; i++) { minus = minus "-("; close_ = close_ ")" }
        for (i = 0; i < levels; i++) { head = head "SELECT " minus "x" close_ " AS x FROM ("; tail = tail ") s OFFSET 0" }
        print "SELECT dp_sum(x, 0, 1, 1) IS NOT NULL FROM (" head "SELECT b.x FROM generate_series(1, 2) a(k) LEFT JOIN (SELECT g AS k, g::float8 AS x FROM generate_series(1, 2) g OFFSET 0) b ON a.k = b.k OFFSET 0" tail ") t" }'
}
answer 'a column under many levels' "$(deep 20 50)" t
refused 'a column under too many levels for the stack' "$(deep 200 1000)" 54001 'stack depth limit exceeded'
