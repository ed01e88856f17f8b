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
      block 1; } | PGPORT=$(node_port "$n") pg page >"$work/out" 2>&1 || fail 'the page, on a node' "$(cat "$work/out")"
    if [ "$n" = 1 ]; then block 2; else block 2 | awk -v RS=';' -v ORS=';' '/node1|visit1/'; fi |
        here_is "$n" | pg page >"$work/out" 2>&1 || fail 'the page, on the coordinator' "$(cat "$work/out")"
done
db=page
prepare 'CREATE ROLE stranger LOGIN; GRANT USAGE ON SCHEMA dp TO stranger'
user=keeper
# The scale of the noise is 200: an answer is off by more than 3,000 with a probability of e^-15,
# below 1e-6.
near() { # NAME BLOCK COLUMN SUM ROWS: the answers in this column are near this sum
    sql "$(block 3 | grep '^SET'); $(block "$2" | grep -v '^SET' | sed 's/^SELECT/SELECT count(*), bool_and(abs(answer - '"$4"') < 3000) FROM (SELECT/; s/;$/) AS page'"$3"'/')"
    [ "$out" = "$5|t" ] && pass || fail "the page: $1" "expected <$5|t>, got <$out> $err"
}
near 'a sum' 3 '(answer)' 60600 1
near 'public keys' 4 '(ward, answer)' 15150 3
sql "$(block 3 | grep '^SET'); $(block 4 | sed "s/('skin')/('skin'), ('skin')/; s/^SELECT/SELECT count(*), bool_and(abs(answer - 15150) < 3000) FROM (SELECT/; s/;$/) AS page(ward, answer)/")"
[ "$out" = '3|t' ] && pass || fail 'the page: public keys that are listed twice' "expected <3|t>, got <$out> $err"
sql "$(block 3 | grep '^SET'); $(block 4 | sed 's/^SELECT/EXPLAIN (VERBOSE, COSTS false) SELECT/')"
[ "$(echo "$out" | grep -c "Remote SQL: SELECT ward, dp.dp_sum_state(x, .* WHERE ((ward = ANY .* GROUP BY 3, 1$")" = 3 ] && pass || fail 'the page: the plan with public keys' "$out $err"
near 'another partition key' 5 '(answer)' 60600 1
sql "$(block 3 | sed 's/^SELECT dp_release/EXPLAIN (VERBOSE, COSTS false) SELECT dp_release/')"
[ "$(echo "$out" | grep -c 'Remote SQL: SELECT dp.dp_sum_state(x, .*GROUP BY 2$')" = 3 ] && pass || fail 'the page: the plan' "$out $err"
# Functions of another role, whose types fit the calls of the page better, must not be called.
user=stranger
refused 'the page: nobody else creates functions in public' 'CREATE FUNCTION public.dp_release(dp.dp_state, numeric) RETURNS float8 LANGUAGE sql AS $$ SELECT 0::float8 $$' \
    'permission denied for schema public'
user=keeper
refused 'the page: without the anchor, no row' "$(block 3 | grep '^SET') SELECT dp_release(dp_merge(s), 0.5) FROM (SELECT dp_sum_state(x, 0, 100) AS s
    FROM visit WHERE x < 0 GROUP BY node) AS q" 'dp_release: the state is a merge of no states'
user=stranger
refused 'the page: a role without the grants' "SELECT dp.dp_sum_state(x, 0, 100) FROM (VALUES (1::float8)) AS v(x)" 'permission denied for aggregate dp_sum_state'
db=postgres
user=postgres
