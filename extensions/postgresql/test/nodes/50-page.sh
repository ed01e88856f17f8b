# shellcheck shell=sh
# Runs the SQL of docs/nodes.md, with the servers of this test in place of node1.example.
page=$here/../docs/nodes.md
block() { awk -v n="$1" '/^```sql/ { i++; on = i == n; next } /^```/ { on = 0 } on' "$page"; } # N: the Nth block
here_is() { # N: node1 of the page becomes node N here. No password is used, so none is required
    sed "s|host 'node1.example', dbname 'clinic', sslmode 'verify-full'|host '$PGHOST', port '$(node_port "$1")', dbname 'page'|
        s/password '...'/password_required 'false'/; s/\\bnode1\\b/node$1/g; s/visit1/visit$1/; s/VALUES IN (1)/VALUES IN ($1)/"
}
pg postgres -c 'CREATE DATABASE page' || exit 2
for n in 1 2 3; do
    on "$n" -c 'CREATE DATABASE page' || exit 2
    { echo "CREATE TABLE visit AS SELECT $n AS node, w AS ward, i::float8 AS x FROM generate_series(1, 100) AS i, unnest('{eye,heart,skin,other}'::text[]) AS w;"
      block 1 | sed "s/node = 1/node = $n/"; } | PGPORT=$(node_port "$n") pg page >"$work/out" 2>&1 || fail 'the page, on a node' "$(cat "$work/out")"
    if [ "$n" = 1 ]; then block 2; else block 2 | awk -v RS=';' -v ORS=';' '/node1|visit1/'; fi |
        here_is "$n" | pg page >"$work/out" 2>&1 || fail 'the page, on the coordinator' "$(cat "$work/out")"
done
db=page
prepare 'CREATE ROLE stranger LOGIN; GRANT USAGE ON SCHEMA dp TO stranger'
user=keeper
# The scale of the noise is 200: an answer is off by more than 3,000 with a probability of e^-15,
# below 1e-6.
near() { # NAME BLOCK COLUMN SUM ROWS: the answers in this column are near this sum
    sql "$(block 4 | grep '^SET'); $(block "$2" | grep -v '^SET' | sed 's/^SELECT/SELECT count(*), bool_and(abs(answer - '"$4"') < 3000) FROM (SELECT/; s/;$/) AS page'"$3"'/')"
    [ "$out" = "$5|t" ] && pass || fail "the page: $1" "expected <$5|t>, got <$out> $err"
}
near 'a sum' 4 '(answer)' 60600 1
near 'public keys' 5 '(ward, answer)' 15150 3
sql "$(block 4 | grep '^SET'); $(block 5 | sed "s/('skin')/('skin'), ('skin')/; s/^SELECT/SELECT count(*), bool_and(abs(answer - 15150) < 3000) FROM (SELECT/; s/;$/) AS page(ward, answer)/")"
[ "$out" = '3|t' ] && pass || fail 'the page: public keys that are listed twice' "expected <3|t>, got <$out> $err"
sql "$(block 4 | grep '^SET'); $(block 5 | sed 's/^SELECT/EXPLAIN (VERBOSE, COSTS false) SELECT/')"
[ "$(echo "$out" | grep -c "Remote SQL: SELECT ward, dp.dp_sum_state(x, .* WHERE ((ward = ANY .* GROUP BY 3, 1$")" = 3 ] && pass || fail 'the page: the plan with public keys' "$out $err"
near 'another partition key' 6 '(answer)' 60600 1
near 'nothing twice' 7 '(answer)' 60600 1

# The keys behind the partitions: three, each once, without rows crossing the network.
keys=$(block 3)
answer 'the page: the keys of the partitions' "$keys" "$(printf 'visit1|1|t\nvisit2|2|t\nvisit3|3|t')"
sql "$(echo "$keys" | sed 's/^SELECT partition/EXPLAIN (VERBOSE, COSTS false) &/')"
[ "$(echo "$out" | grep -c "Remote SQL: SELECT .*node FROM public.visit GROUP BY ")" = 3 ] && pass || fail 'the page: the keys are grouped on the nodes' "$out $err"

# All aggregates are granted: each state of the page is made on the nodes, merged and released.
for pair in 'dp_count_state(ward)|dp_release(S, 1)' 'dp_sum_state(x::int, 0, 100)|dp_release(S, 1)' 'dp_avg_state(x::numeric, 0, 100)|dp_release(S, 1)' \
    'dp_var_state(x, 0, 100)|dp_release_parts(S, 1)' 'dp_stddev_state(x, 0, 100)|dp_release(S, 1)' 'dp_median_state(x, 0, 100)|dp_release(S, 1)' \
    "dp_quantile_state(x, 0.5, 0, 100, 1, 101)|dp_release_quantiles(S, '{0.25,0.75}', 1)" 'dp_min_state(x, 0, 100)|dp_release(S, 1)' \
    'dp_max_state(x, 0, 100)|dp_release(S, 1)' "dp_mode_state(ward, '{eye,skin}')|dp_release_mode(S, 1)" \
    "dp_histogram_state(x, '{0,50}')|dp_release_counts(S, 1)" "dp_avg_state(date '2000-01-01' + node, '2000-01-01', '2001-01-01')|dp_release(S, 1)"; do
    release=${pair#*|} state=${pair%%|*}
    answer "the page: granted: $pair" "SELECT $(echo "$release" | sed 's/S,/dp_merge(s),/') IS NOT NULL FROM (SELECT $state AS s FROM visit GROUP BY node) AS q" t
done

# The server of a foreign table is wrong: node 1 stands behind two partitions. Then its rows count
# twice, silently. The check shows it, and with the key in each subquery they count once. The exact
# sum is 20300 on node 1 and 20200 on the others.
exactly() { block "$1" | grep -v '^SET' | sed "s/, 0.5)/, $E)/"; } # BLOCK: the query of the page, with noise that rounds to zero
on_page() { PGPORT=$(node_port "$1") pg page -c "$2" || fail "SQL on node $1" "$2"; } # N SQL
behind() { # N: node N stands behind visit2
    user=postgres
    prepare "DROP FOREIGN TABLE visit2; CREATE FOREIGN TABLE visit2 PARTITION OF visit FOR VALUES IN (2) SERVER node$1 OPTIONS (table_name 'visit');
        GRANT SELECT ON visit2 TO keeper"
    user=keeper
}
on_page 1 "INSERT INTO visit VALUES (1, 'eye', 100)"
for way in 4 6 7; do answer "the page: all rows: block $way" "$(exactly $way)" 60700; done
behind 1
for way in 4 6; do answer "the page: a table behind two partitions counts twice: block $way" "$(exactly $way)" 60800; done
answer 'the page: the check shows a table behind two partitions' "$keys" "$(printf 'visit1|1|f\nvisit2|1|f\nvisit3|3|t')"
answer 'the page: with the key in each subquery it counts once' "$(exactly 7)" 40500
behind 2
for wrong in '2' NULL; do
    PGPORT=$(node_port 1) pg page -c "INSERT INTO visit VALUES ($wrong, 'eye', 1)" >/dev/null 2>&1 && fail "the page: node 1 keeps the key $wrong" '' || pass
done

# Row level security on a node: the setting of the page makes the query fail, whatever the rows are.
# Without it the rows are missing from the answer.
on_page 2 'ALTER TABLE visit ENABLE ROW LEVEL SECURITY; CREATE POLICY few ON visit TO collector USING (x > 100)'
refused 'the page: row level security on a node' "$(exactly 4)" 'query would be affected by row-level security policy for table "visit"'
on_page 2 'ALTER ROLE collector RESET row_security'
answer 'the page: without the setting rows are missing' "$(exactly 4)" 40500
on_page 2 'ALTER ROLE collector SET row_security = off; ALTER TABLE visit DISABLE ROW LEVEL SECURITY'
answer 'the page: all rows again' "$(exactly 4)" 60700
sql "$(block 4 | sed 's/^SELECT dp_release/EXPLAIN (VERBOSE, COSTS false) SELECT dp_release/')"
[ "$(echo "$out" | grep -c 'Remote SQL: SELECT dp.dp_sum_state(x, .*GROUP BY 2$')" = 3 ] && pass || fail 'the page: the plan' "$out $err"
# Functions of another role, whose types fit the calls of the page better, must not be called.
user=stranger
refused 'the page: nobody else creates functions in public' 'CREATE FUNCTION public.dp_release(dp.dp_state, numeric) RETURNS float8 LANGUAGE sql AS $$ SELECT 0::float8 $$' \
    'permission denied for schema public'
user=keeper
refused 'the page: without the anchor, no row' "$(block 4 | grep '^SET') SELECT dp_release(dp_merge(s), 0.5) FROM (SELECT dp_sum_state(x, 0, 100) AS s
    FROM visit WHERE x < 0 GROUP BY node) AS q" 'dp_release: the state is a merge of no states'
user=stranger
refused 'the page: a role without the grants' "SELECT dp.dp_sum_state(x, 0, 100) FROM (VALUES (1::float8)) AS v(x)" 'permission denied for aggregate dp_sum_state'
db=postgres
user=postgres
