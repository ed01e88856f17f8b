# Tests that the SQL scripts of the extension call no function of another user. A user creates traps
# in a schema of the search path. The traps overload each function, operator and type in the
# scripts, with arguments that fit the calls better. Each trap raises an error when it is called.

scripts="extensions/postgresql/sql/indp--*.sql extensions/postgresql/demo/readers.sql extensions/postgresql/demo/demo-data.sql extensions/postgresql/bench/bench.sql extensions/postgresql/test/upgrade.sql"
# shellcheck disable=SC2086
called=$(cat $scripts | sed 's/--.*//' | grep -o '[a-z_][a-z_0-9]* \{0,1\}(' | tr -d ' (' | sort -u | paste -sd,)
pg postgres -c 'CREATE DATABASE planted'
db=planted
# The schema public is writable for everybody by default before PostgreSQL 15, and later if its
# owner allows it.
sql "CREATE ROLE planter LOGIN; GRANT CREATE, USAGE ON SCHEMA public TO planter; GRANT CREATE ON DATABASE planted TO planter"
user=planter
pg -U planter planted -v called="$called" -f "$here/traps.sql" 2>"$work/err" || fail 'creating the traps' "$(cat "$work/err")"
holds 'thousands of traps exist' "SELECT count(*) > 4000 FROM pg_proc WHERE proowner = 'planter'::regrole"
user=postgres
# An unqualified name must find a trap. Otherwise the other tests of this file would show nothing.
for call in "format('%s%s', 'a'::text, 'b'::text)" "1 || 'a'::text" \
    "1::numeric / 2" "'a'::name = 1::oid"; do
    refused "the trap works: $call" "SELECT $call" P0001 'a stranger was called by postgres'
done
runs() { # NAME USER FILE: runs the script FILE as USER
    pg -U "$2" planted -v rows=1000 -f "$3" >"$work/out" 2>"$work/err"
    if [ "$?" = 0 ] && [ ! -s "$work/err" ]; then pass; else fail "$1" "$(cat "$work/err")"; fi
}
sql "CREATE EXTENSION indp SCHEMA public"
if [ -z "$err" ]; then pass; else fail 'CREATE EXTENSION among traps' "$err"; fi
answer 'the extension works after CREATE EXTENSION among traps' \
    "SELECT public.dp_sum(x::double precision, 0::double precision, 10::double precision, 1e18::double precision)
        FROM pg_catalog.generate_series(1, 4) x" \
    10
sql "DROP EXTENSION indp; CREATE SCHEMA dp; CREATE EXTENSION indp SCHEMA dp;"
[ -z "$err" ] && pass || fail 'another schema among traps' "$err"
if [ -n "$pg_scripts" ]; then
    version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
    upgrade=$pg_scripts/indp--$version--trapped.sql
    cp "$here/upgrade.sql" "$upgrade"
    sql "ALTER EXTENSION indp UPDATE TO 'trapped'; ALTER EXTENSION indp DROP FUNCTION dp.dp_state_size(dp.dp_state);"
    [ -z "$err" ] && pass || fail 'an upgrade among traps' "$err"
    rm "$upgrade"
fi
sql "DO \$\$ DECLARE r text; BEGIN FOREACH r IN ARRAY '{clinic,reader}'::pg_catalog.text[] LOOP BEGIN
    EXECUTE pg_catalog.format('CREATE ROLE %I LOGIN', r); EXCEPTION WHEN duplicate_object THEN NULL; END; END LOOP; END \$\$;
    CREATE SCHEMA clinic AUTHORIZATION clinic; CREATE TABLE clinic.person_year(mdvis int); INSERT INTO clinic.person_year SELECT 3
    FROM pg_catalog.generate_series(1, 100);
    ALTER TABLE clinic.person_year OWNER TO clinic; GRANT USAGE ON SCHEMA dp TO clinic;"
[ -z "$err" ] || fail clinic "$err"
runs 'readers.sql among traps' clinic extensions/postgresql/demo/readers.sql
holds 'the answer of readers.sql among traps has noise' \
    "SELECT answer OPERATOR(pg_catalog.<>) 300::pg_catalog.float8
        AND pg_catalog.abs(answer OPERATOR(pg_catalog.-) 300::pg_catalog.float8) OPERATOR(pg_catalog.<) 12000::pg_catalog.float8
        FROM clinic.answer"
for script in demo/demo-data bench/bench; do
    sql "DROP EXTENSION IF EXISTS indp CASCADE; DROP SCHEMA IF EXISTS dp CASCADE;"
    runs "$script.sql among traps" postgres "extensions/postgresql/$script.sql"
done
db=test
# In scripts that a superuser runs, the name of every operator, and of every function except the
# extension's own, must contain its schema.
for script in extensions/postgresql/sql/indp--*.sql extensions/postgresql/test/upgrade.sql \
    extensions/postgresql/demo/readers.sql; do
    # The bodies of functions with a search path of their own are left out.
    python3 -c "import re, sys; print(re.sub(r'SET search_path = pg_catalog, pg_temp(?: SET jit = off)?\s+AS \\\$(\w*)\\\$.*?\\\$\1\\\$', '', open(sys.argv[1]).read(), flags=re.S))" \
        "$script" >"$work/script"
    bare=$(sed 's/--.*//' "$work/script" | grep -oE '(^|[^.a-z_0-9])[a-z_][a-z_0-9]* ?\(' | tr -d '( ' | sed 's/^[^a-z_]//' | grep -vE '^(dp_.*|indp_version|k|c|v|answer|coalesce)$' | sort -u | xargs)
    # Finds operators outside of strings and of OPERATOR(..). Ignores := and ::, and the = of
    # definitions.
    marks=$(sed "s/--.*//; s/'[^']*'//g; s/OPERATOR([^)]*)//g; s/::/ /g; s/:=/ /g" "$work/script" | grep -nE '[^(] (=|<>|<|>|<=|>=|\+|\*|/|\|\||~) ' | grep -vE 'CREATE (TYPE|AGGREGATE|FUNCTION)|INTERNALLENGTH|SEND = |SFUNC = |FINALFUNC|search_path = |WHERE name = |SELECT \* FROM' | xargs)
    if [ -z "$bare$marks" ]; then pass; else fail "unqualified in $script" "$bare $marks"; fi
done
