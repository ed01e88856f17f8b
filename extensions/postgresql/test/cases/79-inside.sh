# Tests that no code of others runs with the rights of the owner: while the private part is planned
# and executed, and in functions of the extension; and that readers use no transactions that
# PostgreSQL ends because of what others write. asta is a reader, otto owns the sources, and olga is
# a reader who owns a source of her own.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "shared_preload_libraries = '$pg_preload'" "wal_level = replica" "max_wal_senders = 2"
pg postgres -c 'CREATE DATABASE inside' && pg inside -c 'CREATE SCHEMA dp' -c 'CREATE EXTENSION indp SCHEMA dp' || fail 'a database with a fence' 'not made'
db=inside
sql "CREATE ROLE asta LOGIN IN ROLE indp_reader, indp_author; CREATE ROLE olga LOGIN IN ROLE indp_owner; CREATE ROLE otto LOGIN IN ROLE indp_owner; GRANT USAGE ON SCHEMA dp TO asta, olga, otto; GRANT ALL ON SCHEMA public TO otto;
    CREATE SCHEMA asta AUTHORIZATION asta; CREATE SCHEMA olga AUTHORIZATION olga; SELECT indp.trust('otto', 'role')"
[ "$code" = 0 ] || fail 'roles' "$err"
# Each source has definitions that call functions of the owner with bodies that name others without a schema.
user=otto
sql "SET search_path = public, dp; CREATE FUNCTION norm(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lower(\$1)'; CREATE FUNCTION fewest() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT abs(-3)';
    CREATE FUNCTION part(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN abs(\$1) % 2; END'"
for kind in none expression partial statistics partition; do
    sql "SET search_path = public, dp; CREATE TABLE v_$kind(patient int, days int, note text)$([ $kind != partition ] || echo ' PARTITION BY LIST (public.part(days))')"
    case $kind in
    expression) sql "SET search_path = public, dp; CREATE INDEX ON v_$kind (norm(note))" ;;
    partial) sql "SET search_path = public, dp; CREATE INDEX ON v_$kind (patient) WHERE days >= fewest()" ;;
    statistics) [ "$major" -lt 14 ] || sql "SET search_path = public, dp; CREATE STATISTICS s_$kind ON (norm(note)), days FROM v_$kind" ;;
    partition) sql "SET search_path = public, dp; CREATE TABLE p_0 PARTITION OF v_$kind FOR VALUES IN (0); CREATE TABLE p_1 PARTITION OF v_$kind FOR VALUES IN (1)" ;;
    esac
    sql "SET search_path = public, dp; INSERT INTO v_$kind SELECT i, i % 5, 'secret' FROM generate_series(1, 500) i; SELECT indp.protect('v_$kind', 'patient', 1, 1e40, 1e22, 1e30, '{}', '{}', min_epsilon => 1); GRANT SELECT ON v_${kind}_private TO asta, olga;
        SELECT indp.accept('v_$kind', leak) FROM (SELECT DISTINCT leak FROM indp.check('v_$kind') WHERE NOT accepted) l; SELECT indp.budget('v_$kind', 'asta', 1e39); SELECT indp.budget('v_$kind', 'otto', 1e39)"
    [ "$code" = 0 ] || fail "the source with $kind" "$err"
done
user=asta
sql "CREATE TABLE asta.loot(who name, n bigint); GRANT USAGE ON SCHEMA asta TO PUBLIC; GRANT ALL ON asta.loot TO PUBLIC;
    CREATE FUNCTION asta.steal() RETURNS int LANGUAGE plpgsql SET search_path = pg_catalog AS 'BEGIN INSERT INTO asta.loot VALUES (current_user, 1); RETURN 1; END';
    CREATE FUNCTION asta.evil(int) RETURNS int LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS 'BEGIN IF current_user = ''asta'' THEN RETURN 1; END IF; RETURN asta.steal(); END';
    CREATE FUNCTION asta.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT CASE WHEN asta.evil(1) = 1 THEN pg_catalog.lower(\$1) END';
    CREATE FUNCTION asta.abs(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM asta.evil(1); RETURN pg_catalog.abs(\$1); END'"
[ "$code" = 0 ] || fail 'functions of the reader' "$err"
for kind in none expression partial statistics partition; do
    answer "functions of a source with $kind" "SET search_path = asta, pg_catalog, dp, public; SELECT dp_count(*), dp_count(*) FROM v_${kind}_private WHERE days < 9; SELECT count(*) FROM asta.loot" '500|500
0'
done
# If something else calls a function inside, that is refused unless it is in C. The setting is that of
# the private part, and only a superuser can make it.
user=postgres
for call in "public.norm('A')" 'public.part(1)' 'public.fewest()'; do
    refused "$call inside" "SET indp.inside = on; SET search_path = pg_catalog; SELECT $call" 0A000 'is not in C and must not be called while private rows are read'
done
answer 'a built-in function and one in C inside' "SET indp.inside = on; SET search_path = pg_catalog; SELECT lower('A'), dp.dp_count_error(1, 0.5) > 0" 'a|t'
# Functions of the extension with the rights of others have a search path of their own.
answer 'SECURITY DEFINER without a search_path' "SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    WHERE p.prosecdef AND p.prolang NOT IN (SELECT oid FROM pg_language WHERE lanname IN ('c', 'internal')) AND NOT coalesce(p.proconfig::text LIKE '%search_path=pg_catalog, pg_temp%', false)" ''

# A reader who owns a source has functions in it, too. They must not run without the fence.
user=olga
sql "SET search_path = public, dp; CREATE TABLE olga.mine(p int, x int, id serial); CREATE TABLE olga.far(k int PRIMARY KEY); CREATE TABLE olga.below(i int PRIMARY KEY, f int REFERENCES olga.far); ALTER TABLE olga.mine ADD w int REFERENCES olga.below; INSERT INTO olga.mine VALUES (1, 1); CREATE FUNCTION olga.spy(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS \$\$ DECLARE s text;
    BEGIN EXECUTE 'SELECT pg_stat_get_tuples_inserted(''public.v_none''::regclass)' INTO s; RAISE WARNING 'unfenced: %', s; RETURN 1; EXCEPTION WHEN insufficient_privilege THEN RETURN 1; END \$\$;
    CREATE INDEX ON olga.mine ((x + olga.spy(1)))"
sql "SET search_path = public, dp; SELECT indp.protect('olga.mine', 'p', 1, 1e40, 1e22, 1e30, '{}', '{}', min_epsilon => 1); SELECT indp.accept('olga.mine', leak) FROM (SELECT DISTINCT leak FROM indp.check('olga.mine') WHERE NOT accepted) l; SELECT indp.budget('olga.mine', 'olga', 1e39)"
[ "$code" = 0 ] || fail 'the own source of a reader' "$err"
user=postgres
sql 'GRANT indp_reader, indp_author TO olga'
user=olga
answer 'the own source of a reader' "SET search_path = public, dp; SELECT dp_count(*) FROM olga.mine_private" 1
# A reader who owns a source changes nothing of it in the own session, and runs no code of others.
user=asta
sql "CREATE SEQUENCE asta.s79; CREATE FUNCTION asta.run(what text) RETURNS void LANGUAGE plpgsql AS 'BEGIN EXECUTE what; END'; CREATE VIEW asta.news AS SELECT nextval('asta.s79') AS n; CREATE TABLE asta.post(i int); CREATE RULE r AS ON INSERT TO asta.post DO ALSO SELECT 1; CREATE AGGREGATE asta.total(int) (sfunc = int4pl, stype = int); GRANT USAGE ON SCHEMA asta TO olga; GRANT ALL ON asta.news, asta.post TO olga"
[ "$code" = 0 ] || fail 'code of a reader' "$err"
user=olga
for what in "SELECT indp.resume('olga.mine', 1.0)" "SELECT indp.budget('olga.mine', 'asta', 1.0)" "SELECT indp.accept('olga.mine', 'locks')" "SELECT indp.unprotect('olga.mine')" \
    "SELECT indp.put_policy('olga.mine', 'p', 1, '{}', '{}', 1, 1, 1, 1, 0)" "SELECT indp.put_budget('olga.mine', 'asta', 1.0, NULL, NULL, NULL)" "SELECT indp.put_accepted('olga.mine', 'locks')" "SELECT indp.put_view('olga.mine', 'olga.mine')" \
    'GRANT ALL ON olga.mine TO PUBLIC' 'REVOKE ALL ON olga.mine FROM olga' 'GRANT SELECT (x) ON olga.mine TO asta' 'GRANT ALL ON ALL TABLES IN SCHEMA olga TO asta' \
    'DROP TABLE olga.mine CASCADE' 'DROP SCHEMA olga CASCADE' 'DROP OWNED BY olga' 'ALTER TABLE olga.mine OWNER TO asta' 'ALTER TABLE olga.mine ADD y int' 'ALTER TABLE olga.mine RENAME TO other' \
    'CREATE RULE r AS ON INSERT TO olga.mine DO ALSO NOTHING' 'INSERT INTO olga.mine VALUES (2, 2)' 'TRUNCATE olga.mine' 'TRUNCATE olga.below CASCADE' \
    "SELECT nextval('olga.mine_id_seq')" "SELECT setval('olga.mine_id_seq', 9)" "CREATE TABLE olga.d(i int DEFAULT nextval('olga.mine_id_seq')); INSERT INTO olga.d DEFAULT VALUES" \
    'CREATE TABLE olga.whole(LIKE olga.mine) PARTITION BY RANGE (p); ALTER TABLE olga.whole ATTACH PARTITION olga.mine FOR VALUES FROM (0) TO (9)' 'CREATE TABLE olga.heir() INHERITS (olga.mine)' \
    'CREATE TABLE olga.parent(p int); ALTER TABLE olga.mine INHERIT olga.parent' 'CREATE TABLE olga.child(LIKE olga.mine); ALTER TABLE olga.child INHERIT olga.mine' \
    'CREATE TYPE olga.shape AS (p int, x int, id int, w int); ALTER TABLE olga.mine OF olga.shape' 'ALTER ROLE asta SET work_mem = 64'; do
    refused "a reader and owner: $what" "SET client_min_messages = error; $what" 42501 'indp: '
done
user=postgres
sql 'CREATE ROLE team79; GRANT team79 TO olga'
user=olga
refused 'back to the role that has logged in' "SET ROLE team79; SELECT set_config('role', 'none', false)" 42501 'readers may call it with their own rights only'
if since 14 'TRUNCATE two keys away' 'it has a hook'; then
    refused 'TRUNCATE two keys away' 'SET client_min_messages = error; TRUNCATE olga.far CASCADE' 42501 'private rows can be read or inferred from it'
fi
refused 'a function of another reader' "SELECT asta.run('SELECT 1')" 42501 "readers' functions do not run for others"
refused 'a view of another reader' 'SELECT * FROM asta.news' 42501 'a reader has defined it'
refused 'a rule of another reader' 'INSERT INTO asta.post VALUES (1)' 42501 'a reader has defined it'
refused 'an aggregate of another reader' 'SELECT asta.total(1)' 42501 'a reader has defined it'
answer 'own code' "CREATE FUNCTION olga.own() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 7; END'; CREATE VIEW olga.v AS SELECT olga.own() AS n; SELECT n FROM olga.v; DROP VIEW olga.v; DROP FUNCTION olga.own" 7
answer 'the own settings' 'ALTER ROLE olga SET work_mem = 64; ALTER ROLE olga RESET work_mem; CREATE TABLE olga.free(i int); GRANT SELECT ON olga.free TO asta; DROP TABLE olga.free' ''

# Overloads that fit the arguments of a call in the extension better than the function that is meant:
# with other types of numbers, in the schema of the extension.
user=postgres
sql "GRANT CREATE ON SCHEMA dp TO asta"
user=asta
sql "DO \$\$ DECLARE f record; kinds text[]; kind text; n int; BEGIN
    FOR f IN SELECT DISTINCT p.proname, p.proargtypes::oid[] AS types FROM pg_proc p WHERE p.pronamespace = 'dp'::regnamespace AND p.prokind = 'f' AND p.proargtypes::oid[] && ARRAY['float8'::regtype, 'int8'::regtype, 'text'::regtype]::oid[] AND p.proname !~ '^dp_(missing|.*_(any|final|in|out|recv|send))' LOOP
      FOR n IN 0 .. coalesce(array_length(f.types, 1), 0) - 1 LOOP
        FOREACH kind IN ARRAY ARRAY['numeric', 'int4', 'int8', 'float8', 'text', 'unknown'] LOOP
          kinds := (SELECT array_agg(CASE WHEN i = n THEN kind ELSE format_type(t, NULL) END ORDER BY i) FROM (SELECT t, o - 1 AS i FROM unnest(f.types) WITH ORDINALITY u(t, o)) u);
          BEGIN EXECUTE format('CREATE FUNCTION dp.%I(%s) RETURNS float8 LANGUAGE plpgsql AS ''BEGIN INSERT INTO asta.loot VALUES (current_user, 2); RETURN 1; END''', f.proname, array_to_string(kinds, ', '));
          EXCEPTION WHEN OTHERS THEN NULL; END;
        END LOOP;
      END LOOP;
    END LOOP; END \$\$"
[ "$code" = 0 ] || fail 'overloads' "$err"
holds 'there are overloads' "SELECT count(*) > 50 FROM pg_proc WHERE pronamespace = 'dp'::regnamespace AND proowner = 'asta'::regrole"
user=otto
answer 'functions of the extension call no overload' "SET search_path = public, dp; SELECT count(*) >= 0 FROM indp.check('v_none'); SELECT string_agg(DISTINCT reason, ''), bool_and(allowed), count(error) FROM indp.explain('SELECT dp_count(*), dp_count(1), dp_sum(days, 0, 9, 1) FROM v_none_private');
    SELECT indp.count_error('v_none') >= 0, count(*) > 0 FROM indp.remaining('v_none'); SELECT count(*) > 0 FROM indp.ledger('v_none'); SELECT count(*) FROM asta.loot" 't
|t|3
t|t
t
0'
user=postgres
sql "DO \$\$ DECLARE f regprocedure; BEGIN FOR f IN SELECT p.oid FROM pg_proc p WHERE pronamespace = 'dp'::regnamespace AND proowner = 'asta'::regrole LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END \$\$; REVOKE CREATE ON SCHEMA dp FROM asta"

# PL/pgSQL looks up the types of variables when it compiles a function, and its validator compiles it
# on the search path of whoever calls it, in spite of SET search_path. So they have schemas.
answer 'variables whose type has no schema' "SELECT p.oid::regprocedure, l FROM pg_proc p JOIN pg_language g ON g.oid = p.prolang AND g.lanname = 'plpgsql' JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e',
    regexp_split_to_table(substring(p.prosrc FROM 'DECLARE(.*?)\nBEGIN'), '\n') l WHERE l ~ '^\s+[a-z_]+( CONSTANT)? ' AND l !~ '^\s+[a-z_]+( CONSTANT)? (record;|pg_catalog\.)' AND l ~ '^  [a-z]'" ''
user=otto
for call in "plpgsql_validator('public.part(int)'::regprocedure)" "fmgr_sql_validator('public.norm(text)'::regprocedure)" 'plpgsql_call_handler()'; do
    user=asta
    refused "$call" "SELECT $call" 42501 'readers may not call it'
done
answer 'functions of readers are still validated' "CREATE FUNCTION asta.valid() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'; CREATE FUNCTION asta.valid_sql() RETURNS int LANGUAGE sql AS 'SELECT 1'; SELECT asta.valid() + asta.valid_sql()" 2
# The owner of the database owns things as pg_database_owner, too.
if [ "$major" -ge 14 ]; then
    user=postgres
    sql "ALTER DATABASE inside OWNER TO asta; CREATE SCHEMA based; GRANT ALL ON SCHEMA based TO pg_database_owner; GRANT USAGE ON SCHEMA based TO PUBLIC; CREATE FUNCTION based.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION based.f() OWNER TO pg_database_owner"
    user=otto
    refused 'a function of the database owner' 'SELECT based.f()' 42501 "readers' functions do not run for others"
    user=postgres
    sql 'ALTER DATABASE inside OWNER TO postgres'
    user=otto
    answer 'a function of another database owner' 'SELECT based.f()' 1
fi
user=asta

# A cursor runs as whoever fetches from it.
fetches="(c refcursor) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'DECLARE r record; s bigint := 0; BEGIN LOOP FETCH c INTO r; EXIT WHEN NOT FOUND; s := s + r.x; END LOOP; RETURN s; END'"
user=otto
sql "CREATE FUNCTION public.fetched$fetches; CREATE FUNCTION public.opened() RETURNS refcursor LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'DECLARE c refcursor := ''mine''; BEGIN OPEN c FOR SELECT 7 AS x; RETURN c; END'"
[ "$code" = 0 ] || fail 'functions that take and give cursors' "$err"
user=olga
sql "CREATE FUNCTION olga.fetched$fetches; GRANT USAGE ON SCHEMA olga TO asta"
[ "$code" = 0 ] || fail 'a function of a reader that takes a cursor' "$err"
user=asta
refused 'a cursor, fetched by another reader' "BEGIN; DECLARE c CURSOR FOR SELECT 1 AS x; SELECT olga.fetched('c')" 42501 'readers may call it with their own rights only'
user=postgres
sql "CREATE FUNCTION public.fetched_by_superuser$fetches"
user=asta
for function in fetched fetched_by_superuser; do
    for x in 1 "length(query_to_xml('SELECT 1', true, true, '')::text)" 'i FROM asta.t'; do
        refused "$function: a cursor with $x" "CREATE TABLE IF NOT EXISTS asta.t(i int); BEGIN; DECLARE c CURSOR FOR SELECT $x AS x; SELECT public.$function('c')" 42501 'readers may call it with their own rights only'
    done
done
refused 'a cursor that has begun' "BEGIN; DECLARE c CURSOR FOR SELECT x FROM generate_series(1, 3) x; MOVE c; SELECT public.fetched('c')" 42501 'readers may call it with their own rights only'
for statement in "INSERT INTO asta.t VALUES (1) RETURNING i AS x" "WITH w AS (INSERT INTO asta.t VALUES (1) RETURNING i) SELECT i AS x FROM w" 'EXPLAIN (COSTS off) SELECT 1' 'EXECUTE kept'; do
    for function in public.fetched olga.fetched; do
        refused "$function: a cursor with $statement" "BEGIN; PREPARE kept AS SELECT 1 AS x; DO \$\$ DECLARE c refcursor := 'c'; BEGIN OPEN c FOR EXECUTE '$statement'; PERFORM $function('c'); END \$\$" 42501 'readers may call it with their own rights only'
    done
done
loop="RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS 'DECLARE x int; BEGIN FOR x IN INSERT INTO asta.t VALUES (7) RETURNING i LOOP RETURN x; END LOOP; END'"
sql "GRANT USAGE ON SCHEMA asta TO olga, otto; GRANT ALL ON asta.t TO olga, otto"
user=olga
sql "CREATE FUNCTION olga.looped() $loop"
user=otto
sql "CREATE FUNCTION public.looped() $loop"
user=asta
for function in olga.looped public.looped; do answer "$function: a loop of its own" "SELECT $function()" 7; done
user=postgres
refused 'a cursor from before RESET SESSION AUTHORIZATION' "SET SESSION AUTHORIZATION asta; BEGIN; DECLARE c CURSOR FOR SELECT nextval('asta.s79'); RESET SESSION AUTHORIZATION; FETCH c" 42501 'readers may call it with their own rights only'
user=asta
answer 'a cursor of others' 'BEGIN; SELECT public.opened(); FETCH mine' "$(printf 'mine\n7')"
answer 'the own cursor' 'BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 7; COMMIT; FETCH c' 7
sql 'DROP TABLE asta.t'

# SERIALIZABLE and standbys, in which PostgreSQL ends transactions because of others' writes.
user=asta
for begin in 'BEGIN ISOLATION LEVEL SERIALIZABLE' "BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE" "SET default_transaction_isolation = serializable"; do
    for statement in 'SELECT 1' 'SELECT count(*) FROM asta.loot' 'TABLE asta.loot' "DO 'BEGIN END'" 'COPY asta.loot TO STDOUT' 'DECLARE c CURSOR WITH HOLD FOR SELECT 1' 'CREATE TABLE asta.t(i int)'; do
        refused "$statement after $begin" "$begin; $statement" 42501 'readers may not use SERIALIZABLE'
    done
done
answer 'the way out' "BEGIN ISOLATION LEVEL SERIALIZABLE; ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; COMMIT" 1
sql "SET default_transaction_isolation = serializable; PREPARE p AS SELECT 1"
answer 'a prepared statement' "PREPARE p AS SELECT 2; EXECUTE p; RESET default_transaction_isolation" 2
refused 'a prepared statement, SERIALIZABLE' 'PREPARE p AS SELECT 2; BEGIN ISOLATION LEVEL SERIALIZABLE; EXECUTE p' 42501 'readers may not use SERIALIZABLE'

sql 'CREATE TABLE asta.t(i int)'

# A standby with the library.
standby=$cluster/standby79
as_postgres "$pg_bin/pg_basebackup" -h "$PGHOST" -D "$standby" -R -c fast 2>"$work/err" || fail 'pg_basebackup' "$(cat "$work/err")"
(cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D "$standby" -l standby.log -o '-p 5433' -w start >/dev/null) || fail 'the standby' "$(tail -n 5 "$cluster/standby.log")"
PGPORT=5433
export PGPORT
user=asta
for statement in 'SELECT 1' 'TABLE asta.t' BEGIN 'BEGIN ISOLATION LEVEL REPEATABLE READ' 'SET work_mem = 64' 'COPY asta.t TO STDOUT' 'SHOW work_mem'; do
    refused "$statement on a standby" "$statement" 42501 'readers may not use a standby'
done
user=otto
answer 'the owner on a standby' 'SELECT count(*) FROM v_none' 500
unset PGPORT
(cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D "$standby" -m immediate -w stop >/dev/null)
rm -rf "$standby"
user=postgres db=test
