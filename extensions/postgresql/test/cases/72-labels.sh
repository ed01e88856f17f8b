# Tests that fenced readers read no relation of others whose owner has not labelled it as public.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "full_page_writes = on" \
    "shared_preload_libraries = '$pg_preload'"
pg postgres -c 'CREATE DATABASE labels' &&
    pg labels -c 'CREATE SCHEMA dp; CREATE EXTENSION indp SCHEMA dp' ||
    fail 'a database for labels' 'not made'
db=labels
user=postgres
CLOSED='it needs a label by its owner: SECURITY LABEL FOR indp ON .. IS'
label() { # KIND NAME [LABEL]
    sql "SECURITY LABEL FOR indp ON $1 $2 IS ${3:-'public'}"
    [ "$code" = 0 ] || fail "the label of $2" "$err"
}
sql "CREATE ROLE liv LOGIN IN ROLE indp_reader; CREATE ROLE odo LOGIN IN ROLE indp_owner;
    SELECT indp.trust('odo', 'role'); CREATE SCHEMA liv AUTHORIZATION liv;
    GRANT CREATE, USAGE ON SCHEMA public TO odo, liv;
    GRANT USAGE ON SCHEMA dp TO PUBLIC; SET ROLE odo;
    CREATE TABLE visit(p int PRIMARY KEY, ward int); INSERT INTO visit VALUES (1, 1), (2, 1);
    CREATE TABLE ward(id int PRIMARY KEY, name text); INSERT INTO ward VALUES (1, 'eye');
    CREATE TABLE parted(id int) PARTITION BY LIST (id);
    CREATE TABLE part PARTITION OF parted DEFAULT; INSERT INTO parted VALUES (1);
    CREATE VIEW seen AS TABLE ward; CREATE MATERIALIZED VIEW kept AS TABLE ward;
    CREATE SEQUENCE numbers; SELECT nextval('numbers');
    CREATE FUNCTION many() RETURNS bigint LANGUAGE sql SECURITY DEFINER
        AS 'SELECT count(*) FROM ward';
    CREATE TABLE log(n int);
    SELECT indp.protect('visit', 'p', 1, 100, 1, keys => '{\"ward\": [1, 2]}');
    GRANT ALL ON ward, parted, part, seen, kept, numbers, log TO liv;
    GRANT SELECT ON visit_private TO liv; RESET ROLE"
[ "$code" = 0 ] || fail 'relations of an owner' "$err"
user=liv
closed() { # STATEMENT
    refused "$1" "$1" 42501 "$CLOSED"
}
for statement in 'TABLE ward' 'SELECT 1 FROM ward' 'SELECT count(id) FROM ward' \
    'COPY ward TO STDOUT' 'COPY (TABLE ward) TO STDOUT' 'EXPLAIN TABLE ward' \
    'INSERT INTO ward VALUES (3)' \
    'UPDATE ward SET id = id' 'DELETE FROM ward' 'COPY log FROM STDIN' 'TABLE parted' 'TABLE part' \
    'TABLE seen' 'TABLE kept' 'TABLE numbers' 'SELECT many()' 'CREATE TABLE liv.t AS TABLE ward' \
    'CREATE VIEW liv.v AS TABLE ward' \
    'PREPARE q AS TABLE ward; EXECUTE q' 'DECLARE c CURSOR WITH HOLD FOR TABLE ward' \
    'SELECT EXISTS (TABLE ward)' 'TABLE ONLY ward' \
    'SELECT dp.dp_count(*) FROM ward'; do
    closed "$statement"
done
sql 'CREATE TABLE liv.own(i int)'
refused 'a label of a reader' "SECURITY LABEL FOR indp ON TABLE liv.own IS 'public'" 42501 'indp'
answer 'what needs no label' 'CREATE TEMP TABLE mine AS SELECT 1 AS i; SELECT i FROM mine;
    SELECT count(*) > 0 FROM pg_class; SELECT count(*) FROM liv.own;
    SELECT count(*) > 0 FROM information_schema.tables' '1
t
0
t'
user=odo
others='only tables, views and sequences have labels'
while IFS='~' read -r statement state text; do
    refused "$statement" "SECURITY LABEL FOR indp $statement" "$state" "$text"
done <<END
ON TABLE ward IS 'open'~22023~the label is 'public' or NULL, not 'open'
ON COLUMN ward.id IS 'public'~0A000~$others
ON FUNCTION many() IS 'public'~0A000~$others
ON TABLE visit IS 'public'~22023~visit cannot be labelled: private rows can be read
END
label TABLE ward
label VIEW seen
label 'MATERIALIZED VIEW' kept
label SEQUENCE numbers
label TABLE parted
label TABLE log
user=liv
answer 'what is public' 'SELECT id FROM ward; SELECT id FROM seen; SELECT id FROM kept;
    SELECT id FROM parted;
    SELECT count(*) FROM numbers; SELECT many(); CREATE VIEW liv.v AS SELECT id FROM ward;
    SELECT id FROM liv.v; INSERT INTO log VALUES (1)' '1
1
1
1
1
1
1'
closed 'TABLE part'
for lock in 'SKIP LOCKED' NOWAIT; do
    refused "$lock" "SELECT id FROM ward FOR UPDATE $lock" 42501 'it tells what others have locked'
done
user=odo
sql 'CREATE SEQUENCE other; GRANT USAGE ON SEQUENCE other TO liv'
user=liv
for use in "nextval('other')" "currval('other')" "nextval('numbers')" 'lastval()'; do
    refused "$use beside a sequence without a label" "SELECT $use" 42501 'or has no label'
done
user=odo
sql 'REVOKE ALL ON SEQUENCE other FROM liv'
user=liv
sql "SELECT nextval('numbers')"
[ "$out" = 2 ] && pass || fail 'a sequence with a label' "$out $err"
# An identity column draws from its sequence without a right to it, and a function of its owner with
# the owner's.
user=odo
sql "CREATE TABLE notes(id int GENERATED ALWAYS AS IDENTITY, t text); CREATE SEQUENCE ticket;
    CREATE FUNCTION next() RETURNS int8 SECURITY DEFINER LANGUAGE plpgsql
        AS \$\$ BEGIN RETURN nextval('ticket'); END \$\$;
    GRANT INSERT, SELECT, UPDATE ON notes TO liv"
label TABLE notes
user=liv
IDENTITY='drawing from notes_id_seq is refused: it needs a label'
refused 'an identity column' "INSERT INTO notes(t) VALUES ('a') RETURNING id" 42501 "$IDENTITY"
refused 'COPY to an identity column' 'COPY notes(t) FROM STDIN' 42501 "$IDENTITY"
refused 'an identity column, UPDATE' "UPDATE notes SET id = DEFAULT" 42501 "$IDENTITY"
user=odo
label SEQUENCE notes_id_seq
user=liv
answer 'an identity column with a label' "INSERT INTO notes(t) VALUES ('a') RETURNING id" 1
refused 'a function that draws' 'SELECT next()' 42501 'or has no label'
user=odo
sql "DROP SEQUENCE ticket; DROP TABLE notes; CREATE TABLE twice(s text);
    INSERT INTO twice VALUES ('secret'), ('secret');
    CREATE FUNCTION index() RETURNS void SECURITY DEFINER LANGUAGE plpgsql
        AS \$\$ BEGIN CREATE UNIQUE INDEX ON twice(s); END \$\$"
user=liv
refused 'an index in a function of its owner' 'SELECT index()' 42501 \
    "an index of twice is refused: it"
# A cursor goes on drawing.
echo 'SECURITY LABEL FOR indp ON SEQUENCE numbers IS NULL' >"$work/change.sql"
sql "BEGIN; DECLARE c CURSOR FOR SELECT nextval('numbers') FROM generate_series(1, 9); FETCH c;
    \\! '$pg_bin/psql' -qX -U odo -d '$db' -f '$work/change.sql'
    FETCH c"
case "$out$err" in
    3*'fetching from the cursor is refused: the current role has rights on a sequence'*) pass ;;
    *) fail 'a cursor over a sequence whose label is gone' "$code $out $err" ;;
esac
# Its first fetch is asked about, too, however late it comes.
user=odo
label SEQUENCE numbers
user=liv
sql "BEGIN; DECLARE c CURSOR FOR SELECT nextval('numbers') FROM generate_series(1, 9);
    \\! '$pg_bin/psql' -qX -U odo -d '$db' -f '$work/change.sql'
    FETCH c"
case "$out|$err" in
    '|'*'fetching from the cursor is refused: the current role has rights on a sequence'*) pass ;;
    *) fail 'the first fetch after the label is gone' "$code $out $err" ;;
esac
# To prune partitions, PostgreSQL calls a function in SQL while it starts the query. What that
# function starts does not hide that the query draws.
user=odo
label SEQUENCE numbers
sql "CREATE TABLE parts(k text COLLATE \"default\", i int) PARTITION BY LIST (k);
    CREATE TABLE a PARTITION OF parts FOR VALUES IN ('a');
    CREATE TABLE b PARTITION OF parts FOR VALUES IN ('b');
    INSERT INTO parts SELECT 'a', i FROM generate_series(1, 5) i; GRANT SELECT ON parts TO liv"
label TABLE parts
user=liv
sql "BEGIN; DECLARE c CURSOR FOR SELECT (SELECT nextval('numbers') + 0 * i) > 0 FROM parts
        WHERE k = coalesce(obj_description(1, 'pg_class') COLLATE \"default\", 'a');
    FETCH c;
    \\! '$pg_bin/psql' -qX -U odo -d '$db' -f '$work/change.sql'
    FETCH c"
case "$out|$err" in
    't|'*'fetching from the cursor is refused: the current role has rights on a sequence'*) pass ;;
    *) fail 'a cursor that starts another query while it is started' "$code $out $err" ;;
esac
user=odo
sql 'DROP TABLE parts'
# The constraint of a domain is prepared when the first row is fetched.
user=odo
label SEQUENCE numbers
sql "CREATE DOMAIN drawn AS bigint CHECK (nextval('numbers') > 0)"
user=liv
sql "BEGIN; DECLARE c CURSOR FOR SELECT ('{' || g || '}')::drawn[] FROM generate_series(1, 9) g;
    FETCH c;
    \\! '$pg_bin/psql' -qX -U odo -d '$db' -f '$work/change.sql'
    FETCH c"
case "$out$err" in
    {1}*'fetching from the cursor is refused: the current role has rights on a sequence'*) pass ;;
    *) fail 'a cursor over a domain that draws' "$code $out $err" ;;
esac
user=odo
label SEQUENCE numbers
sql 'DROP DOMAIN drawn; DROP TABLE twice; DROP FUNCTION next, index'
# The number of a protected view that was dropped may be that of a table.
user=postgres
answer 'the number of a protected view' "SET ROLE odo; CREATE TABLE salary(i int);
    GRANT SELECT ON salary TO liv; RESET ROLE;
    UPDATE indp.policies SET view = 'salary'::regclass WHERE source = 'visit'::regclass" ''
user=liv
closed 'TABLE salary'
user=postgres
sql "UPDATE indp.policies SET view = 'visit_private'::regclass; DROP TABLE salary"
user=liv
# REFRESH, which authors may execute, works as the owner of the view, but not with what it may read.
if since 17 MAINTAIN 'the right exists'; then
    user=odo
    sql 'CREATE TABLE hidden AS SELECT 1 AS i; CREATE MATERIALIZED VIEW shown AS TABLE hidden;
        GRANT MAINTAIN, SELECT ON shown TO liv'
    label 'MATERIALIZED VIEW' shown
    user=postgres
    sql 'GRANT indp_author TO liv'
    user=liv
    refused 'REFRESH of what reads a table without a label' 'REFRESH MATERIALIZED VIEW shown' \
        42501 "$CLOSED"
    user=postgres
    sql 'REVOKE indp_author FROM liv; DROP MATERIALIZED VIEW shown'
fi
# A table of a group is not that of a reader who is a member of it.
user=postgres
sql 'CREATE ROLE staff; CREATE TABLE rota AS SELECT 1 AS i; ALTER TABLE rota OWNER TO staff;
    GRANT SELECT ON rota TO liv; GRANT staff TO liv'
user=liv
closed 'TABLE rota'
refused 'a question beside what is public' \
    'SELECT * FROM (SELECT dp.dp_count(*) FROM visit_private) AS q, ward' 42501 'you have no budget'
# A prepared statement and a view lose what the label gave.
echo 'SECURITY LABEL FOR indp ON TABLE ward IS NULL' >"$work/unlabel.sql"
sql "PREPARE q AS SELECT id FROM ward; EXECUTE q;
    \\! '$pg_bin/psql' -qX -U odo -d '$db' -f '$work/unlabel.sql'
    EXECUTE q"
case "$out$err" in
1*'42501'*"reading ward is refused: $CLOSED"*) pass ;;
*) fail 'a label that is taken away' "$code $out $err" ;;
esac
closed 'SELECT id FROM liv.v'
closed 'TABLE seen'
closed 'SELECT many()'
user=odo
label TABLE ward
# A label does not open what has become related.
sql "CREATE RULE copy AS ON INSERT TO visit DO ALSO INSERT INTO log VALUES (NEW.p)"
user=liv
refused 'a label of a copy' 'TABLE log' 42501 'private rows can be read or inferred from it'
# A policy takes the label away.
user=odo
sql "CREATE TABLE stay(p int PRIMARY KEY); SECURITY LABEL FOR indp ON TABLE stay IS 'public';
    SELECT indp.protect('stay', 'p', 1, 1, 1)"
answer 'a label of a source' "SELECT count(*) FROM pg_seclabels WHERE objname = 'stay'" 0
# Every relation there is, by default.
user=postgres
sql "GRANT SELECT ON ALL TABLES IN SCHEMA public, dp TO liv;
    SELECT string_agg(format('%I.%I', n.nspname, c.relname), ' '
        ORDER BY n.nspname, c.relname) FROM pg_class AS c
      JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'v', 'm', 'S', 'p', 'f') AND n.nspname !~ '^pg_|^information_schema'
       AND n.nspname <> 'indp' AND c.oid >= 16384 AND c.relowner <> 'liv'::regrole"
relations=$(echo "$out" | tail -1)
user=liv
read=
for relation in $relations; do
    sql "SELECT 1 FROM $relation LIMIT 0"
    [ "$code" != 0 ] || read="$read $relation"
done
same=' public.kept public.numbers public.parted public.seen public.ward'
[ "$read" = "$same" ] && pass || fail 'what a reader with all rights reads' "$read"
# The labels are in a dump.
if as_postgres "$pg_bin/pg_dump" -U postgres -h "$PGHOST" -d labels >"$work/dump" 2>"$work/err" &&
    grep -q "SECURITY LABEL FOR indp ON TABLE public.ward IS 'public'" "$work/dump"; then
    pass
else
    fail 'labels in a dump' "$(cat "$work/err")"
fi
user=postgres
db=test
