# Rows that an outer join pads with NULLs: a value that counts there is refused, with rows and without, in every plan.

PAD='x must be NULL on rows that an outer join pads with NULLs'
joined='FROM k LEFT JOIN t ON t.g = k.i'
run="CREATE FUNCTION pg_temp.run(query text) RETURNS text LANGUAGE plpgsql AS 'DECLARE state text; detail text; BEGIN EXECUTE query; RETURN ''answer'';
    EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = MESSAGE_TEXT; RETURN state || '' '' || detail; END'"
# NAME OUTCOME FROM EXPRESSION...: each expression under three aggregates, and in groups unless no row at all comes.
each() {
    name=$1 outcome=$2 from=$3
    shift 3
    values=$(printf ", (\$x\$%s\$x\$)" "$@")
    answer "$name: $from" "$run; SELECT x, call, outcome FROM (SELECT x, call, pg_temp.run(format('SELECT %s %s', replace(call, 'x,', x || ','), \$x\$$from\$x\$) || CASE WHEN call ~ 'stddev' THEN ' GROUP BY 1 = 1' ELSE '' END) AS outcome
        FROM (VALUES ${values#, }) v(x), (VALUES ('dp_sum(x, 0, 10, 1)'), ('dp_median(x, 0, 10, 1)'), ('dp_avg_state(x, 0, 10)')$groups) c(call)) s WHERE outcome !~ '$outcome'" ''
}
bad() { each padded "^22023 dp_[a-z_]*: $PAD\$" "$@"; }
good() { each 'not padded' '^answer$' "$@"; }
groups=", ('dp_stddev(x, 0, 10, 1)')"
for where in "$joined" 'FROM t RIGHT JOIN k ON t.g = k.i' 'FROM k FULL JOIN t ON t.g = k.i' 'FROM (SELECT 1 AS i) k LEFT JOIN t ON t.x > 2' 'FROM (SELECT 1 AS i) k LEFT JOIN t ON t.x > 1000' \
    'FROM k LEFT JOIN (SELECT x FROM t OFFSET 0) t ON t.x = k.i' "FROM (SELECT k.i, t.x $joined OFFSET 0) t" "FROM (SELECT k.i, t.x $joined ORDER BY t.x LIMIT 100000) t" \
    'FROM k LEFT JOIN t ON t.g = k.i WHERE k.i < 0' 'FROM k LEFT JOIN (t JOIN none USING (g)) ON t.g = k.i' 'FROM none k(i, y) LEFT JOIN t ON true' \
    "FROM (SELECT t.x $joined UNION ALL SELECT x FROM t) t" "FROM (SELECT x FROM t UNION ALL SELECT t.x $joined) t"; do
    case $where in *'i < 0' | *'none k'*) groups= ;; *) groups=", ('dp_stddev(x, 0, 10, 1)')" ;; esac
    bad "$where" 'coalesce(t.x, 5)' 'CASE WHEN t.x > 3 THEN 4 ELSE 1 END' 'CASE WHEN t.x IS NULL THEN 9 END' 'greatest(t.x, 1)' 'coalesce(t.x + 1, 5) * 2' '(t.x IS NULL)::int' 'coalesce(nullif(t.x, 3), random())'
    good "$where" t.x 't.x * 2 + 1' 'CASE WHEN t.x > 3 THEN 4 END' 'CASE WHEN t.x IS NOT NULL THEN greatest(t.x, 1) END' 'nullif(t.x, 3)' 't.x * random()' 7 'abs(least(t.x))'
done
# What is not padded: the other side, an inner join, a filter that only real rows pass, a computed value that is there or not.
good "$joined" 'coalesce(k.i, 5)'
good 'FROM k JOIN t ON t.g = k.i' 'coalesce(t.x, 5)'
good 'FROM t' 'coalesce(t.x, 5)'
good "$joined WHERE t.g > 0" 'coalesce(t.x, 5)'
good "FROM (SELECT k.i, count(t.x) AS n $joined GROUP BY k.i) s" 'coalesce(n, 5)'
answer 'a FILTER that padded rows do not pass' "SELECT dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE t.g IS NOT NULL), dp_sum(coalesce(t.x, 5), 0, 10, $E) FILTER (WHERE t.g > 0) $joined" '20.5|20.5'
refused 'a FILTER that they pass' "SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) FILTER (WHERE t.g IS NULL OR t.g > 0) $joined" 22023 "dp_sum: $PAD"
# Either side of a full join; a lateral expression; a correlated subquery.
for x in 'coalesce(t.x, k.i)' 'coalesce(k.i, t.x)' 'coalesce(t.x, 5)' 'coalesce(k.i, 5)'; do
    refused "a full join, $x" "SELECT dp_sum($x, 0, 10, 1) FROM k FULL JOIN t ON t.g = k.i" 22023 "dp_sum: $PAD"
done
for loop in '' 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off'; do
    [ "$major" -ge 14 ] || loop=${loop%; SET enable_memoize = off}
    refused "lateral, ${loop:-as planned}" "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, 1) $joined CROSS JOIN LATERAL (SELECT coalesce(t.x, 5) AS y OFFSET 0) l" 22023 "dp_sum: $PAD"
    refused "lateral over a function, ${loop:-as planned}" "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, 1) $joined CROSS JOIN LATERAL (SELECT coalesce(t.x, n) AS y FROM generate_series(1, 2) n OFFSET 0) l" 22023 "dp_sum: $PAD"
    answer "lateral and NULL, ${loop:-as planned}" "${loop:-SELECT}; SELECT dp_sum(y, 0, 10, $E) $joined CROSS JOIN LATERAL (SELECT t.x * 2 AS y OFFSET 0) l" 21
done
refused 'a correlated subquery' "SELECT dp_sum((SELECT coalesce(t.x, n) FROM generate_series(5, 5) n), 0, 10, 1) $joined" 22023 "dp_sum: $PAD"
# Two joins: each may pad alone.
refused 'the inner of two joins' "SELECT dp_sum(coalesce(b.x, CASE WHEN a.x IS NOT NULL THEN 5 END), 0, 10, 1) FROM k LEFT JOIN (t a LEFT JOIN none b ON a.g = b.g) ON a.g = k.i" 22023 "dp_sum: $PAD"
refused 'modes too' "SELECT dp_mode(coalesce(t.g::text, 'none'), '{1,2,none}', 1) $joined" 22023 "dp_mode: $PAD"
# A value that is computed below the join is NULL where the join pads.
answer 'computed below the join' "SELECT dp_sum(y, 0, 10, $E) FROM k LEFT JOIN (SELECT g, coalesce(x, 5) AS y FROM t OFFSET 0) t ON t.g = k.i" 20.5
# Every shape of plan.
for plan in 'SET enable_hashjoin = off' 'SET enable_hashjoin = off; SET enable_mergejoin = off' 'SET enable_hashjoin = off; SET enable_nestloop = off' \
    'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2' \
    'SET enable_hashagg = off' 'SET enable_partitionwise_join = on; SET enable_partitionwise_aggregate = on' 'SET plan_cache_mode = force_generic_plan'; do
    for from in 'FROM big LEFT JOIN big t ON t.i = big.i + 1' 'FROM parts LEFT JOIN parts t ON t.g = parts.g AND t.x = 50' 'FROM big LEFT JOIN none t ON t.x = big.i WHERE abs(big.x) = 1234.5'; do
        refused "padded: $plan, $from" "$plan; SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $from" 22023 "dp_sum: $PAD"
        refused "padded groups: $plan, $from" "$plan; SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $from GROUP BY GROUPING SETS ((t.g), ())" 22023 "dp_sum: $PAD"
    done
done
refused 'in a view' "CREATE TEMP VIEW v AS SELECT dp_sum(coalesce(t.x, 5), 0, 10, 1) $joined; SELECT * FROM v" 22023 "dp_sum: $PAD"
refused 'prepared' "PREPARE p(float8) AS SELECT dp_sum(coalesce(t.x, \$1), 0, 10, 1) $joined; EXECUTE p(5)" 22023 "dp_sum: $PAD"
# A count moves by at most a person's rows whatever the padded row is: it counts, and that is all.
answer 'a count of padded rows' "SELECT dp_count(1, $E), dp_count(t.g, $E) FROM (SELECT 1) k LEFT JOIN t ON t.g = 7" '1|0'
# What the plan does not show: a materialised CTE. It is the way for a public table on the padded side, and a trap for a private one.
answer 'behind a materialised CTE' "WITH s AS MATERIALIZED (SELECT t.x $joined WHERE k.i < 5) SELECT dp_sum(coalesce(s.x, 5), 0, 10, $E) FROM s" 25.5
