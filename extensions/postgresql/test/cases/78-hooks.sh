# Tests what the fence asks PostgreSQL for when something else is in the way: an error while it
# looks, functions that PostgreSQL calls in another way, another module's hooks. hedy is a reader.
hooked() { # LIBRARIES
    cluster_restart "shared_buffers = '64MB'" "jit = off" "shared_preload_libraries = '$1'"
}
hooked "$pg_preload"
pg postgres -c 'CREATE DATABASE hooked' && pg hooked -c 'CREATE EXTENSION indp' || fail 'a database with a fence' 'not made'
db=hooked
user=postgres
sql "CREATE ROLE hedy LOGIN IN ROLE indp_reader, indp_author; CREATE SCHEMA hedy AUTHORIZATION hedy; CREATE TABLE visit(patient int, cost float8); INSERT INTO visit SELECT i, i % 50 FROM generate_series(1, 100) i;
    CREATE VIEW leak AS SELECT * FROM visit; CREATE TABLE open(x int); INSERT INTO open VALUES (1), (2);
    SECURITY LABEL FOR indp ON TABLE open IS 'public';
    GRANT SELECT ON leak, open TO hedy; SELECT indp.protect('visit', person => 'patient', rows_per_person => 1, total => 1e9, epsilon => 1, columns => '{\"cost\": [0, 50]}')"
[ "$code" = 0 ] || fail 'the fence' "$err"

# If the session cannot find out whether the extension is here, it must look again. A lock on
# pg_extension makes it fail. The GRANT makes it look.
locked="\\setenv PGUSER postgres
\\! PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -d hooked -c 'GRANT USAGE ON SCHEMA hedy TO PUBLIC'
\\! (PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -d hooked -c 'BEGIN; LOCK pg_extension IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1); ROLLBACK' >/dev/null) & sleep 0.4"
user=hedy
for first in 'SELECT count(*) FROM open' 'SELECT count(*) FROM leak'; do
    pg -U hedy -v ON_ERROR_STOP=0 hooked >"$work/out" 2>&1 <<SQL
SET lock_timeout = '50ms';
SELECT count(*) FROM open;
$locked
$first;
\! sleep 1
SELECT count(*) FROM leak;
SQL
    timed_out='canceling statement due to lock timeout'
    [ "$major" -lt 18 ] || timed_out='' # extensions are in a cache there
    case $(cat "$work/out") in 2*"$timed_out"*'reading leak is refused'*) pass ;; *) fail "an error while the fence looks: $first" "$(cat "$work/out")" ;; esac
done

# PostgreSQL asks in another way for functions that have settings or are SECURITY DEFINER. Each of
# these kinds, as a trigger, as input and output of a type, as a part of an index, and as a handler
# of a language.
user=postgres
$pg_bin/psql -X -q -h "$PGHOST" -U postgres -d hooked -c 'CREATE EXTENSION tcn' -c 'CREATE EXTENSION citext' >/dev/null 2>"$work/err"
if [ -n "$(pg hooked -c "SELECT 1 FROM pg_extension WHERE extname = 'tcn'")" ]; then
    sql "CREATE TABLE fired(i int PRIMARY KEY); SECURITY LABEL FOR indp ON TABLE fired IS 'public';
        GRANT INSERT ON fired TO hedy; CREATE TRIGGER t AFTER INSERT ON fired FOR EACH ROW EXECUTE FUNCTION triggered_change_notification();
        CREATE TABLE cased(c citext); CREATE INDEX ON cased(c); INSERT INTO cased VALUES ('a');
        SECURITY LABEL FOR indp ON TABLE cased IS 'public'; GRANT SELECT, INSERT ON cased TO hedy"
    for kind in 'RESET ALL' "SET work_mem = '5MB'" 'SECURITY DEFINER' "SET work_mem = '5MB' SECURITY DEFINER"; do
        user=postgres
        sql "ALTER FUNCTION triggered_change_notification() RESET ALL; ALTER FUNCTION citextin(cstring) RESET ALL; ALTER FUNCTION citext_cmp(citext, citext) RESET ALL;
            ALTER FUNCTION triggered_change_notification() $kind; ALTER FUNCTION citextin(cstring) $kind; ALTER FUNCTION citext_cmp(citext, citext) $kind; TRUNCATE fired"
        [ "$code" = 0 ] || fail "$kind" "$err"
        user=hedy
        refused "a trigger, $kind" 'INSERT INTO fired VALUES (1)' 42501 'the function triggered_change_notification() is refused'
        refused "the input of a type, $kind" "SELECT 'a'::citext" 42501 'is refused: readers may not call it'
        refused "an index, $kind" "INSERT INTO cased SELECT NULL; INSERT INTO cased SELECT c FROM cased" 42501 'is refused: readers may not call it'
    done
else
    skip 'functions of other extensions, in each way' 'tcn is not installed'
fi

# Another plugin of PL/pgSQL, before and after this library.
plugin=$cluster/chain.so
${CC:-cc} -O1 -shared -fPIC -I"$("$PG_CONFIG" --includedir-server)" "$here/chain.c" -o "$plugin" || fail plugin 'does not compile'
user=hedy
for libraries in "$plugin,$pg_preload" "$pg_preload,$plugin"; do
    hooked "$libraries"
    answer 'a function, beside another plugin' "CREATE OR REPLACE FUNCTION hedy.two() RETURNS int LANGUAGE plpgsql AS 'DECLARE r record; BEGIN SELECT 1 AS a INTO r; RETURN r.a + 1; END'; SELECT hedy.two(), hedy.two(); DO 'BEGIN PERFORM hedy.two(); END'" '2|2'
    refused 'a record, beside another plugin' "DO 'DECLARE r record; BEGIN SELECT * INTO r FROM open; RAISE NOTICE ''%'', r.xmin; END'" 42501 'it reads xmin'
done
hooked "$pg_preload"

# Queries of functions are not statements of the client, also where no portal is active.
user=hedy
sql "CREATE VIEW hedy.seen AS SELECT * FROM open; CREATE TABLE hedy.late(i int); CREATE FUNCTION hedy.one() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
    CREATE FUNCTION hedy.fire() RETURNS trigger LANGUAGE plpgsql AS 'DECLARE n int := hedy.one(); BEGIN SELECT count(*) INTO n FROM hedy.seen; RETURN NEW; END';
    CREATE CONSTRAINT TRIGGER t AFTER INSERT ON hedy.late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hedy.fire()"
answer 'a view, in a deferred trigger' 'INSERT INTO hedy.late VALUES (1); SELECT count(*) FROM hedy.late' 1
user=postgres
db=test
