# Tests the fence around the members of indp_reader: what they may call, read and execute, and what
# they see. adele is a reader, and dario is a login role without the fence.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "shared_preload_libraries = '$pg_preload'"
pg postgres -c 'CREATE DATABASE fenced' && pg fenced -c 'CREATE EXTENSION indp' || fail 'a database with a fence' 'not made'
db=fenced
sql "CREATE ROLE adele LOGIN IN ROLE indp_reader, indp_author; CREATE ROLE dario LOGIN; CREATE ROLE analysing NOLOGIN; GRANT analysing TO adele; CREATE SCHEMA adele AUTHORIZATION adele; CREATE SCHEMA dario AUTHORIZATION dario;
    CREATE TABLE ward(ward text PRIMARY KEY); INSERT INTO ward VALUES ('eye'), ('skin'); CREATE TABLE open(x int); INSERT INTO open VALUES (1), (2);
    SECURITY LABEL FOR indp ON TABLE open IS 'public'; GRANT SELECT ON open TO adele, dario, analysing;
    CREATE TABLE visit(patient int, month int NOT NULL CHECK (month BETWEEN 1 AND 12), ward text REFERENCES ward, cost float8, UNIQUE (patient, month));
    INSERT INTO visit SELECT i / 12, i % 12 + 1, CASE i % 2 WHEN 0 THEN 'eye' ELSE 'skin' END, i % 50 FROM generate_series(0, 1199) i; ANALYZE;
    CREATE VIEW leak AS SELECT * FROM visit; GRANT SELECT ON leak, ward, visit TO adele;
    SELECT indp.protect('visit', 'patient', 12, 1e40, 1e22, 1e30, '{\"cost\": [0, 50]}', '{\"ward\": [\"eye\", \"skin\"]}', min_epsilon => 1); GRANT SELECT ON visit_private TO adele;
    DO \$\$ BEGIN PERFORM indp.accept('visit', leak) FROM (SELECT DISTINCT leak FROM indp.find_leaks('visit', 'adele') WHERE NOT accepted) l; PERFORM indp.budget('visit', 'adele', 1e39); END \$\$"
[ "$code" = 0 ] || fail 'the fence' "$err"

# Every function of PostgreSQL has a verdict, in each version.
answer 'functions without a verdict' "SELECT string_agg(DISTINCT p.proname, ' ') FROM pg_proc p WHERE p.oid < 16384 AND indp.verdict(p.oid) IS NULL" ''
answer 'columns of admitted catalogs without a verdict' "SELECT string_agg(c.relname || '.' || a.attname, ' ') FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r' AND indp.verdict(c.oid, a.attnum) IS NULL
      AND EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid AND indp.verdict(c.oid, b.attnum) IS NOT NULL)" ''
answer 'masked columns' "SELECT string_agg(a.attname, ' ' ORDER BY a.attname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'pg_catalog'::regnamespace AND indp.verdict(c.oid, a.attnum) = 'masked'
    AND a.attname NOT IN ('relallfrozen', 'subskiplsn', 'subretentionactive')" 'attmissingval attoptions datfrozenxid datminmxid indcheckxmin relallvisible relfilenode relfrozenxid relminmxid relpages reltuples'
answer 'some verdicts' "SELECT string_agg(coalesce(indp.verdict(f::regprocedure), '-'), ' ') FROM unnest('{now(),pg_stat_get_numscans(oid),age(timestamp),age(xid),pg_advisory_lock(bigint),lower(text),indp.remaining(regclass),pg_relation_size(regclass)}'::text[]) f" \
    'admitted refused admitted refused refused admitted own rights refused'
# What a role may have made before it was a reader.
before() { # SQL
    user_was=$user user=postgres
    sql "REVOKE indp_reader FROM adele; SET ROLE adele; $1; RESET ROLE; GRANT indp_reader TO adele"
    [ "$code" = 0 ] || fail "before the fence: $1" "$err"
    user=$user_was
}
before "CREATE DOMAIN adele.locking AS int CHECK (pg_try_advisory_lock(VALUE))"

user=adele
answer 'a reader asks' "SELECT dp_count(*), dp_sum(cost) > 0 FROM visit_private" '1200|t'
answer 'groups' "SELECT ward, dp_count(*) FROM visit_private GROUP BY ward" 'eye|600
skin|600'
answer 'with workers' "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SELECT dp_count(*) FROM visit_private WHERE lower(ward) = 'eye'" 600
answer 'the other functions for readers' "SELECT (SELECT count(*) FROM indp.remaining('visit')), (SELECT count(*) > 2 FROM indp.ledger('visit')), indp.count_error('visit') >= 0, (SELECT bool_and(allowed) FROM indp.explain('SELECT dp_count(*) FROM visit_private'))" '1|t|t|t'

# What is refused, in each of several ways. The text after ~ is a part of the message.
while IFS='~' read -r statement message; do
    [ -n "$statement" ] || continue
    refused "$statement" "$statement" 42501 "$message"
done <<'CASES'
SELECT pg_stat_get_numscans(1259)~the function pg_stat_get_numscans(oid) is refused: readers may not call it
SELECT * FROM pg_stat_all_tables~refused
SELECT * FROM pg_stat_activity~refused
SELECT * FROM pg_locks~refused
SELECT pg_relation_size('open')~the function pg_relation_size(regclass
SELECT pg_database_size('fenced')~refused
SELECT pg_current_wal_lsn()~refused
SELECT txid_current()~refused
SELECT pg_current_xact_id()~refused
SELECT age('3'::xid)~the function age(xid) is refused
SELECT pg_advisory_lock(42)~refused
SELECT pg_try_advisory_lock(42)~refused
SELECT pg_notify('a', 'b')~refused
SELECT lo_create(0)~refused
SELECT pg_sequence_last_value('pg_class'::regclass)~refused
SELECT pg_terminate_backend(1)~refused
VALUES (pg_advisory_lock(42))~refused
SELECT 1 WHERE pg_try_advisory_lock(42)~refused
SELECT sum(x) OVER (ORDER BY pg_try_advisory_lock(x)) FROM open~refused
SELECT x FROM open ORDER BY pg_try_advisory_lock(x)~refused
SELECT * FROM pg_lock_status()~refused
DO 'BEGIN PERFORM pg_advisory_lock(42); END'~refused
CREATE TABLE adele.t AS SELECT pg_current_wal_lsn()~refused
COPY (SELECT pg_current_wal_lsn()) TO STDOUT~refused
EXPLAIN ANALYZE SELECT pg_current_wal_lsn()~refused
PREPARE p AS SELECT pg_current_wal_lsn(); EXECUTE p~refused
BEGIN; DECLARE c CURSOR FOR SELECT pg_current_wal_lsn(); FETCH c~refused
CREATE TABLE adele.d(x pg_lsn DEFAULT pg_current_wal_lsn()); INSERT INTO adele.d DEFAULT VALUES~refused
CREATE VIEW adele.v AS SELECT pg_current_wal_lsn() AS l; SELECT * FROM adele.v~refused
CREATE FUNCTION adele.f() RETURNS pg_lsn LANGUAGE sql AS 'SELECT pg_current_wal_lsn()'; SELECT adele.f()~refused
CREATE FUNCTION adele.g() RETURNS pg_lsn LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN pg_current_wal_lsn(); END'; SELECT adele.g()~refused
CREATE DOMAIN adele.e AS int CHECK (VALUE > 0)~readers may not define a CHECK or DEFAULT of a domain
SELECT 1::adele.locking~refused
CREATE AGGREGATE adele.a(bigint) (SFUNC = int8larger, STYPE = bigint, FINALFUNC = pg_try_advisory_lock); SELECT adele.a(1)~refused
SELECT query_to_xml('SELECT pg_current_wal_lsn()', true, true, '')~refused
SET ROLE analysing; SELECT pg_current_wal_lsn()~refused
SELECT * FROM visit~reading visit is refused: private rows can be read or inferred from it
SELECT 1 FROM visit WHERE false~private rows
SELECT * FROM leak~private rows
SELECT count(*) FROM ward~private rows
TABLE ward~private rows
EXPLAIN SELECT * FROM visit~private rows
PREPARE p AS SELECT * FROM visit~private rows
COPY visit TO STDOUT~private rows
UPDATE visit SET cost = 0~permission denied
SELECT xmin FROM open~xmin, xmax, cmin and cmax count the transactions of others
CREATE TABLE adele.x(i int); INSERT INTO adele.x VALUES (1) RETURNING xmin~count the transactions
COPY pg_class TO STDOUT~some of its columns count rows or transactions
COPY pg_attribute (attoptions) TO STDOUT~some of its columns count
COPY pg_largeobject_metadata TO STDOUT~not one of the catalogs
SELECT * FROM pg_prepared_xacts~refused
SELECT * FROM pg_replication_slots~refused
CREATE OPERATOR adele.=== (LEFTARG = int, RIGHTARG = int, PROCEDURE = pg_try_advisory_lock, RESTRICT = eqsel)~the definition is refused
CREATE TYPE adele.r AS RANGE (subtype = int)~refused
LISTEN a~the statement LISTEN is refused
NOTIFY a~refused
LOCK TABLE open~the statement LOCK TABLE is refused
VACUUM~refused
ANALYZE~refused
CHECKPOINT~refused
REINDEX TABLE open~refused
CLUSTER~refused
LOAD 'indp'~refused
COPY open TO '/tmp/x'~COPY from or to a file or program is refused
COPY open TO PROGRAM 'cat'~COPY from or to a file or program is refused
CREATE STATISTICS adele.s ON x, x FROM open~refused
CREATE POLICY p ON open~refused
CREATE PUBLICATION p~refused
CREATE EXTENSION hstore~refused
CREATE DATABASE d~refused
SECURITY LABEL ON TABLE open IS 'x'~refused
EXPLAIN (ANALYZE, BUFFERS) SELECT 1~EXPLAIN (buffers) is refused
EXPLAIN (ANALYZE, WAL) SELECT 1~EXPLAIN (wal) is refused
EXPLAIN (SETTINGS) SELECT 1~EXPLAIN (settings) is refused
EXPLAIN (ANALYZE, BUFFERS OFF, WAL false, IO) SELECT 1~EXPLAIN (io) is refused: readers may not use this option
EXPLAIN (ANALYZE, SERIALIZE TEXT) SELECT 1~EXPLAIN (serialize) is refused
EXPLAIN (DEBUG) SELECT 1~EXPLAIN (debug) is refused
PREPARE TRANSACTION 'a'~a prepared transaction is refused
BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '00000003-0000001B-1'~SET TRANSACTION SNAPSHOT is refused
CREATE FUNCTION adele.h() RETURNS xid LANGUAGE plpgsql AS 'DECLARE r record; BEGIN FOR r IN SELECT * FROM open LOOP RETURN r.XMIN; END LOOP; END'; SELECT adele.h()~the function h() is refused: it reads xmin, xmax, cmin or cmax of a record
CREATE FUNCTION adele.h2() RETURNS xid LANGUAGE plpgsql AS 'DECLARE r open; BEGIN SELECT * INTO r FROM open; RETURN r."xmin"; END'; SELECT adele.h2()~the function h2() is refused: it reads xmin, xmax, cmin or cmax of a record
CREATE TABLE adele.own1(i int); CREATE FUNCTION adele.fire() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER t AFTER INSERT ON adele.own1 FOR EACH ROW EXECUTE FUNCTION adele.fire(); CREATE OR REPLACE FUNCTION adele.fire() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', NEW/**/./**/xmin; RETURN NEW; END'; INSERT INTO adele.own1 VALUES (1)~the function fire() is refused: it reads xmin
CREATE TABLE adele.own2(i int); INSERT INTO adele.own2 VALUES (1); DO 'DECLARE r record; BEGIN SELECT * INTO r FROM adele.own2; RAISE NOTICE ''%'', r.xmin; END'~the function inline_code_block is refused: it reads xmin
CREATE TABLE adele.own4(x text); ALTER TABLE adele.own4 ALTER x TYPE text USING xmin::text~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own5(x text); ALTER TABLE adele.own5 ALTER x TYPE text USING cmax(own5)::text~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own6(x text); ALTER TABLE adele.own6 ALTER x TYPE text USING ((own6).U&"\0078min")::text~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own7(i int); CREATE TRIGGER t AFTER INSERT ON adele.own7 FOR EACH ROW WHEN (NEW.xmin::text::bigint > 1000) EXECUTE FUNCTION suppress_redundant_updates_trigger()~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own8(i int); CREATE RULE r AS ON UPDATE TO adele.own8 WHERE OLD.xmin::text::bigint > 1000 DO INSTEAD NOTHING; UPDATE adele.own8 SET i = 1~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own9(i int); CREATE RULE r AS ON UPDATE TO adele.own9 DO ALSO INSERT INTO adele.own9 VALUES (OLD.xmin::text::int); UPDATE adele.own9 SET i = 1~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own10(i int UNIQUE); INSERT INTO adele.own10 VALUES (1) ON CONFLICT (i) DO UPDATE SET i = own10.xmax::text::int~xmin, xmax, cmin and cmax count the transactions
CREATE TABLE adele.own11(i int UNIQUE); COPY adele.own11 FROM STDIN WHERE xmin IS NOT NULL~xmin, xmax, cmin and cmax count the transactions
CREATE FUNCTION adele.late(i int) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'; CREATE FUNCTION adele.change(i int) RETURNS text LANGUAGE plpgsql AS $o$ BEGIN EXECUTE format($q$CREATE OR REPLACE FUNCTION adele.late(i int) RETURNS text LANGUAGE plpgsql AS 'DECLARE r record; BEGIN SELECT * INTO r FROM open; RETURN r.%s; END'$q$, 'xm' || 'in'); RETURN 2; END $o$; CREATE TABLE adele.seen AS SELECT adele.late(i), adele.change(i) FROM generate_series(1, 2) i~it reads xmin
SET client_min_messages = debug5~client_min_messages is refused: members of indp_reader may set it to notice
SET client_min_messages = log~client_min_messages is refused
SELECT set_config('client_min_messages', 'debug1', false)~client_min_messages is refused
CREATE FUNCTION adele.loud() RETURNS int LANGUAGE sql SET client_min_messages = debug5 AS 'SELECT 1'~client_min_messages is refused
ALTER ROLE adele SET client_min_messages = debug5~client_min_messages is refused
ALTER GROUP indp_reader DROP USER adele~ALTER GROUP is refused: readers may not execute it
ALTER GROUP adele ADD USER dario~ALTER GROUP is refused
ALTER ROLE indp_reader RENAME TO nobody~readers may change only their own role
COMMENT ON LARGE OBJECT 4711 IS 'x'~large objects are rows of others
GRANT SELECT ON LARGE OBJECT 4711 TO PUBLIC~large objects are rows of others
ALTER LARGE OBJECT 4711 OWNER TO adele~large objects are rows of others
CASES

# What goes on.
answer 'columns that count are NULL' "SELECT reltuples IS NULL, relpages IS NULL, relfrozenxid IS NULL, relkind FROM pg_class WHERE relname = 'visit'" 't|t|t|r'
answer 'options of columns, where security releases of 2026 store the position in the write-ahead log' "CREATE TABLE adele.young(i int); SELECT count(*) > 1, count(attoptions) FROM pg_attribute WHERE attname = 'i'" 't|0'
answer 'all columns of pg_class, as some clients read them' "SELECT count(*) > 100, count(reltuples) FROM (SELECT c.oid, c.* FROM pg_class c) s" 't|0'
answer 'whole rows' "SELECT c::text LIKE '(%,visit,%', (c).reltuples IS NULL, to_json(c)->>'relpages' IS NULL, to_json(c)->>'relkind', row_to_json(c)->>'relfrozenxid' IS NULL, pg_typeof(c) FROM pg_class c WHERE relname = 'visit';
    SELECT count(row_to_json(d)->>'datfrozenxid'), count(d) > 2, max((d).datname) FILTER (WHERE (d).datname = 'fenced') FROM pg_database d; CREATE VIEW adele.rows AS SELECT c FROM pg_class c; SELECT count((c).relpages), count((c).relname) > 100 FROM adele.rows" 't|t|t|r|t|pg_class
0|t|fenced
0|t'
answer 'whole rows of outer joins' "SELECT count(c), count(*), count((c).relname) FROM (VALUES (1)) v LEFT JOIN pg_class c ON false; SELECT count(c) = count(*) FROM pg_class c; SELECT count(d) FROM pg_class c FULL JOIN pg_database d ON false WHERE c.oid IS NOT NULL;
    SELECT count(*) = (SELECT count(*) FROM pg_type WHERE typrelid = 0), bool_and(t.typrelid = 0) FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid WHERE c IS NULL; SELECT count(c) = count(*) FILTER (WHERE t.typrelid <> 0) FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid" '0|1|0
t
0
t|t
t'
answer 'an aggregate of the reader' "CREATE AGGREGATE adele.mysum(int) (SFUNC = int4pl, STYPE = int); SELECT adele.mysum(x), adele.mysum(x) OVER () FROM open GROUP BY x ORDER BY x" '1|3
2|3'
answer 'a procedure that commits' "CREATE TABLE adele.kept2(i int); CREATE PROCEDURE adele.pair() LANGUAGE plpgsql AS 'BEGIN INSERT INTO adele.kept2 VALUES (1); COMMIT; INSERT INTO adele.kept2 VALUES (2); ROLLBACK; END'; CALL adele.pair(); SELECT count(*) FROM adele.kept2" 1
answer 'a function that returns a set' "CREATE FUNCTION adele.many(n int) RETURNS SETOF int LANGUAGE plpgsql AS 'BEGIN RETURN QUERY SELECT generate_series(1, n); END'; SELECT adele.many(2); SELECT sum(m) FROM adele.many(3) m" '1
2
6'
answer 'in subqueries, joins, CTEs, prepared statements' "WITH s AS (SELECT reltuples FROM pg_class) SELECT (SELECT max(relpages) FROM pg_class), (SELECT count(reltuples) FROM s), (SELECT count(c.reltuples + d.relpages) FROM pg_class c JOIN pg_class d USING (oid, reltuples));
    PREPARE q AS SELECT count(reltuples) FROM pg_class; EXECUTE q" '|0|0
0'
answer 'through views' "CREATE VIEW adele.counts AS SELECT reltuples FROM pg_class; SELECT count(reltuples) FROM adele.counts" 0
answer 'xmin, xmax, cmin and cmax of catalogs are NULL' "SELECT count(xmin), count(xmax), count(cmin), count(cmax), count(*) > 1000 FROM pg_proc; SELECT count(*) FROM pg_class WHERE xmin IS NOT NULL; SELECT count((SELECT c.xmin FROM pg_namespace LIMIT 1)) FROM pg_class c;
    CREATE VIEW adele.writes AS SELECT xmin FROM pg_trigger; SELECT count(xmin) FROM adele.writes; PREPARE q AS SELECT max(xmin::text) IS NULL FROM pg_type; EXECUTE q;
    CREATE TABLE adele.kept AS SELECT xmin AS x FROM pg_type; INSERT INTO adele.kept SELECT xmax FROM pg_class; UPDATE adele.kept SET x = c.xmin FROM pg_class c; SELECT count(x), count(*) > 500 FROM adele.kept;
    CREATE FUNCTION adele.inlined() RETURNS SETOF xid LANGUAGE sql STABLE AS 'SELECT xmin FROM pg_proc'; SELECT count(x), count(*) > 1000 FROM adele.inlined() x" '0|0|0|0|t
0
0
0
t
0|t
0|t'
answer 'masked columns of a view in a function in SQL' "CREATE VIEW adele.v2 AS SELECT xmin FROM pg_proc; CREATE FUNCTION adele.f2() RETURNS SETOF xid LANGUAGE sql STABLE AS 'SELECT xmin FROM adele.v2'; SELECT count(x), count(*) > 1000 FROM adele.f2() x" '0|t'
[ "$major" -lt 14 ] || answer 'log_cnt in a function in SQL' 'CREATE SEQUENCE adele.cnts; CREATE FUNCTION adele.cnt() RETURNS SETOF bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT log_cnt FROM adele.cnts; END; SELECT count(x), count(*) FROM adele.cnt() x' '0|1'
user=postgres
sql "SELECT lo_create(0) FROM generate_series(1, 3)"
answer 'superusers see large objects and xmin' 'SELECT count(*) FROM pg_largeobject_metadata; SELECT count(xmin) > 0 FROM pg_proc' '3
t'
user=adele
answer 'large objects are hidden' "SELECT count(*) FROM pg_largeobject_metadata; SELECT count(l.oid), count(*) FROM (VALUES (1)) v(i) LEFT JOIN pg_largeobject_metadata l ON true; SELECT EXISTS (SELECT FROM pg_largeobject_metadata);
    CREATE VIEW adele.objects AS SELECT l FROM pg_largeobject_metadata l; SELECT count(*) FROM adele.objects; PREPARE q AS SELECT count(xmin) + count(ctid) + count(*) FROM pg_largeobject_metadata TABLESAMPLE SYSTEM (100); EXECUTE q; SELECT count(*) FROM pg_seclabels WHERE objtype ~ 'large'" '0
0|1
f
0
0
0'
answer 'databases and indexes' 'SELECT count(datfrozenxid), count(datminmxid), count(*) > 2 FROM pg_database; SELECT count(indcheckxmin), count(*) > 10 FROM pg_index' '0|0|t
0|t'
sql "SELECT sum(x) FROM open; CREATE TEMP TABLE mine AS SELECT ward, dp_count(*) AS n FROM visit_private GROUP BY ward; CREATE INDEX ON mine(n); INSERT INTO mine VALUES ('all', 5); SELECT count(*) FROM mine;
    CREATE FUNCTION adele.twice(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 2 * \$1; END'; CREATE SEQUENCE adele.own; SELECT adele.twice(4), random() < 1, now() > '2000-01-01', nextval('adele.own'); EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT 1; SET work_mem = '1MB'; SHOW work_mem; BEGIN; SAVEPOINT a; ROLLBACK"
if [ "$out" = '3
3
8|t|t|1
Result (actual rows=1 loops=1)
1MB' ] || [ "$out" = '3
3
8|t|t|1
Result (actual rows=1.00 loops=1)
1MB' ]; then pass; else fail 'what a reader does all day' "$out $err"; fi
answer 'information_schema' "SELECT count(*) > 0 FROM information_schema.tables; SELECT count(*) > 0 FROM information_schema.columns WHERE table_name = 'visit_private'" 't
t'

# indp.explain says before what would be refused.
for query in 'SELECT dp_count(*), pg_current_wal_lsn() FROM visit_private~the function pg_current_wal_lsn() is refused' 'SELECT * FROM (SELECT dp_count(*) FROM visit_private) s, pg_locks~refused' \
    'SELECT dp_count(*) FROM visit_private WHERE patient = (SELECT max(patient) FROM visit)~reading visit is refused' 'SELECT xmin FROM open~count the transactions'; do
    answer "explain: ${query%%~*}" "SELECT allowed, reason LIKE '%${query#*~}%' FROM indp.explain('${query%%~*}')" 'f|t'
done

# Names that only look like those of system columns, and PL/pgSQL's other names of them.
answer 'names of transactions in texts' "CREATE FUNCTION adele.text() RETURNS text LANGUAGE plpgsql AS 'DECLARE xmin text := ''xmax''; BEGIN RETURN xmin || '' cmin''; END'; SELECT adele.text()" 'xmax cmin'
answer 'other names in PL/pgSQL' "CREATE FUNCTION adele.least() RETURNS int LANGUAGE plpgsql AS 'DECLARE xmins int := 1; maxcmax int := 2; BEGIN RETURN xmins + maxcmax; END'; SELECT adele.least()" 3
no_field=42703
[ "$major" -lt 19 ] || no_field=42601
refused 'xmin by its Unicode escape' "SET standard_conforming_strings = on; CREATE TABLE adele.own3(i int); INSERT INTO adele.own3 VALUES (1); DO 'DECLARE r record; BEGIN SELECT * INTO r FROM adele.own3; RAISE NOTICE ''%'', r.U&\"\0078min\"; END'" "$no_field" 'xmin"'
names='the definition, which names visit, is refused: private rows can be read or inferred from it'
refused 'a view over a source' 'CREATE VIEW adele.over AS WITH s AS (SELECT 1 FROM visit) SELECT * FROM s' 42501 "$names"
refused 'a rule that names a source' 'CREATE TABLE adele.ruled(i int); CREATE RULE r AS ON INSERT TO adele.ruled DO ALSO DELETE FROM visit' 42501 "$names"
for part in "DEFAULT 'visit'::regclass" "CHECK (r <> 'visit'::regclass)"; do
    refused "a table that names a source: $part" \
        "CREATE TABLE adele.named(r regclass $part)" 42501 \
        'the definition, which names visit, is refused'
done
[ "$major" -lt 14 ] || refused 'a function that names a source' 'CREATE FUNCTION adele.kept() RETURNS int BEGIN ATOMIC DELETE FROM visit; SELECT 1; END' 42501 "$names"
refused 'a view over the name of a source' "CREATE VIEW adele.named AS SELECT 'public.visit'::regclass AS x" 42501 "$names"
refused 'a materialized view without data' 'CREATE MATERIALIZED VIEW adele.stored AS SELECT * FROM visit WITH NO DATA' 42501 'private rows can be read or inferred from it'
refused 'a view that becomes one over a source' 'CREATE VIEW adele.became AS SELECT x AS patient FROM open; CREATE OR REPLACE VIEW adele.became AS SELECT patient FROM visit' 42501 "$names"
answer 'a view with the name of a source in WITH, and a rule with NOTIFY' 'CREATE VIEW adele.one AS WITH visit AS (SELECT 1 AS one) SELECT * FROM visit; SELECT * FROM adele.one; CREATE TABLE adele.told(i int); CREATE RULE r AS ON INSERT TO adele.told DO ALSO NOTIFY x' 1
answer 'views of other relations' 'CREATE VIEW adele.more AS SELECT x FROM open; SELECT count(*) FROM adele.more' 2
answer 'REFRESH .. CONCURRENTLY' 'CREATE MATERIALIZED VIEW adele.fresh AS SELECT x FROM open; CREATE UNIQUE INDEX ON adele.fresh(x); REFRESH MATERIALIZED VIEW CONCURRENTLY adele.fresh; SELECT count(*) FROM adele.fresh' 2
user=postgres
sql "CREATE TABLE counted(a int, b int); CREATE STATISTICS of_counted ON a, b FROM counted;
    SECURITY LABEL FOR indp ON TABLE counted IS 'public'; GRANT SELECT ON counted TO adele"
user=adele
answer 'LIKE .. INCLUDING ALL' 'CREATE TABLE adele.alike(LIKE counted INCLUDING ALL); SELECT count(*) FROM adele.alike' 0
answer 'sequences, but for their last values' 'CREATE SEQUENCE adele.serial; SELECT nextval($$adele.serial$$); SELECT last_value, log_cnt, is_called FROM adele.serial; SELECT sequencename, last_value IS NULL FROM pg_sequences WHERE sequencename = $$serial$$; SELECT count(last_value) FROM pg_sequences' '1
1||t
serial|t
0'

# Messages: the levels below NOTICE, and the details of deadlocks.
PGOPTIONS=-P
export PGOPTIONS
refused 'a session without system indexes' 'SELECT 1' 42501 \
    'the session with ignore_system_indexes is refused: readers may not set it when they connect'
PGOPTIONS='-c client_min_messages=debug5'
export PGOPTIONS
answer 'messages of the level debug5, which the client has asked for' 'SHOW client_min_messages; CREATE TABLE adele.quiet(i int)' notice
unset PGOPTIONS
sql "CREATE TABLE adele.two AS SELECT i FROM generate_series(1, 2) i; CREATE FUNCTION adele.meet(first int) RETURNS text LANGUAGE plpgsql AS 'DECLARE d text; BEGIN UPDATE adele.two SET i = i WHERE i = first; PERFORM pg_sleep(0.3 * first);
    UPDATE adele.two SET i = i WHERE i = 3 - first; RETURN ''no deadlock''; EXCEPTION WHEN deadlock_detected THEN GET STACKED DIAGNOSTICS d = PG_EXCEPTION_DETAIL; RETURN d; END'"
pg -U adele fenced -c 'SELECT adele.meet(2)' >"$work/second" 2>&1 &
answer 'the detail of a deadlock' "SELECT adele.meet(1)" 'The detail counts the transactions of others, so readers do not see it.'
wait $!
pg -U adele fenced -c 'BEGIN; UPDATE adele.two SET i = i WHERE i = 2; SELECT pg_sleep(0.6); UPDATE adele.two SET i = i WHERE i = 1' >"$work/second" 2>&1 &
refused 'the detail of a deadlock that nothing catches' '\set VERBOSITY verbose
\o /dev/null
BEGIN; UPDATE adele.two SET i = i WHERE i = 1; SELECT pg_sleep(0.3); UPDATE adele.two SET i = i WHERE i = 2' 40P01 'DETAIL:  The detail counts the transactions of others'
wait $!
case $(grep -c 'DETAIL:.*waits for ShareLock on transaction' "$cluster/log") in 0) fail 'the log shows details' '' ;; *) pass ;; esac
sql "DO 'BEGIN RAISE WARNING USING ERRCODE = ''40001'', MESSAGE = ''mine''; RAISE WARNING USING ERRCODE = ''40001'', MESSAGE = ''mine'', DETAIL = ''also mine''; END'"
case $(echo "$err" | grep -c DETAIL) in 1) pass ;; *) fail 'details' "$err" ;; esac
user=postgres
sql "SET ROLE adele; SELECT 1; RESET ROLE; DO 'BEGIN RAISE WARNING USING ERRCODE = ''40001'', MESSAGE = ''m'', DETAIL = ''mine''; END'"
case $err in *'DETAIL:  mine'*) pass ;; *) fail 'details for others' "$err" ;; esac
user=adele

# VACUUM and ANALYZE of a source make sessions forget their plans over it only if the numbers of
# rows changed. So whether a plan is made again must not depend on that.
sql "CREATE FUNCTION adele.said() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE NOTICE ''planned''; RETURN 0; END'; CREATE TABLE adele.numbers AS SELECT 1200::bigint AS n FROM generate_series(1, 20);
    CREATE FUNCTION adele.asked() RETURNS float8 LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT dp_count(*) FROM visit_private WHERE cost >= adele.said()); END'"
planned() { # NAME BEFORE AFTER NUMBER: AFTER says 'planned' so often, whatever VACUUM of the source finds in between
    user=postgres
    for change in '' 'INSERT INTO visit VALUES (-5, 1, NULL, 1), (-5, 2, NULL, 1); VACUUM ANALYZE visit' 'DELETE FROM visit WHERE patient = -5; VACUUM ANALYZE visit' 'VACUUM ANALYZE visit'; do
        sql "SET SESSION AUTHORIZATION adele; SET plan_cache_mode = force_generic_plan; $2; RESET SESSION AUTHORIZATION;
\\warn -
$change;
SET SESSION AUTHORIZATION adele; $3;"
        echo "$err" | sed '0,/^-$/d' | grep -c 'NOTICE.*planned'
    done >"$work/planned"
    user=adele
    if [ "$(uniq "$work/planned")" = "$4" ]; then pass; else fail "$1" "planned $(tr '\n' ' ' <"$work/planned")times"; fi
}
planned 'a prepared statement is planned each time' "PREPARE q AS SELECT dp_count(*) FROM visit_private WHERE cost >= adele.said(); EXECUTE q; EXECUTE q" 'EXECUTE q; EXECUTE q' 2
planned 'and its EXPLAIN' "PREPARE q AS SELECT dp_count(*) FROM visit_private WHERE cost >= adele.said(); EXECUTE q; EXECUTE q" 'EXPLAIN EXECUTE q; EXPLAIN EXECUTE q' 2
planned 'a query in a function' "SELECT adele.asked(); SELECT adele.asked()" 'SELECT adele.asked(); SELECT adele.asked()' 2
if [ "$major" -ge 14 ]; then
    sql "CREATE FUNCTION adele.atomic() RETURNS float8 BEGIN ATOMIC SELECT dp_count(*) FROM visit_private WHERE cost >= adele.said(); END"
    planned 'a query in an SQL function' "SELECT adele.atomic(); PREPARE q AS SELECT adele.atomic(); EXECUTE q" 'SELECT adele.atomic(); EXECUTE q' 2
fi
planned 'a statement that was prepared and never executed is analysed again' "CREATE OR REPLACE FUNCTION adele.younger(numeric) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 0'; DROP FUNCTION IF EXISTS adele.younger(int); SET search_path = adele, public;
    PREPARE q AS SELECT dp_count(*) FROM visit_private WHERE cost >= younger(1); CREATE FUNCTION adele.younger(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE NOTICE ''planned''; RETURN 0; END'" 'EXECUTE q' 1
sql "CREATE TABLE adele.ruling(i int); CREATE TABLE adele.ruled2(n numeric); CREATE RULE r AS ON INSERT TO adele.ruling DO ALSO INSERT INTO adele.ruled2 SELECT dp_count(*) FROM visit_private WHERE cost >= adele.said()"
planned 'a rule that reads the view' "PREPARE p AS INSERT INTO adele.ruling VALUES (1); EXPLAIN EXECUTE p; EXPLAIN EXECUTE p" 'EXPLAIN EXECUTE p; EXPLAIN EXECUTE p' 2
# A statement that is refused before it is planned stays analysed no longer, and a statement whose
# analysis calls a function of the reader is refused.
sql "CREATE FUNCTION adele.checked(i int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''planned''; RETURN true; END'; CREATE DOMAIN adele.dom AS int; CREATE TYPE adele.comp AS (a adele.dom);
    CREATE FUNCTION adele.probe() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM (SELECT dp_count(*) FROM visit_private) s, adele.numbers o WHERE ''(1)''::adele.comp IS NOT NULL FOR UPDATE OF o; RETURN 0; EXCEPTION WHEN OTHERS THEN RETURN 1; END'"
before "ALTER DOMAIN adele.dom ADD CHECK (adele.checked(VALUE))"
planned 'a refused statement is analysed each time' "SELECT adele.probe()" 'SELECT adele.probe() + adele.probe()' 2
refused 'a literal that calls a function, beside a view' "SELECT dp_count(*) FROM visit_private HAVING '(1)'::adele.comp IS NOT NULL" 42501 'a statement that reads a view must not contain it'
sql "SELECT '(1)'::adele.comp"
case "$out|$err" in '(1)|'*planned*) pass ;; *) fail 'such a literal elsewhere' "$out $err" ;; esac
# The same while one statement of the reader runs, whatever that statement is: a query that is
# refused by the planner, or whose planning fails before it gets to the view, does not stay analysed
# either.
during() { # NAME PREPARE STATEMENT: whether STATEMENT says 'planned' again must not depend on what VACUUM finds while it runs
    user=postgres
    for change in 'SELECT 1' 'INSERT INTO visit VALUES (-5, 1, NULL, 1), (-5, 2, NULL, 1);'; do
        (
            sleep 0.2
            pg -U postgres fenced -c "$change" -c 'VACUUM ANALYZE visit' >/dev/null 2>&1
        ) &
        sql "SET SESSION AUTHORIZATION adele; $2; $3"
        wait
        echo "$err" | grep -c 'NOTICE.*planned'
    done >"$work/planned"
    pg -U postgres fenced -c 'DELETE FROM visit WHERE patient = -5' -c 'VACUUM ANALYZE visit' >/dev/null
    user=adele
    if [ "$(uniq "$work/planned")" = 3 ]; then pass; else fail "$1" "planned $(tr '\n' ' ' <"$work/planned")times"; fi
}
sql "CREATE TABLE adele.turning(i int); INSERT INTO adele.turning VALUES (1); CREATE FUNCTION adele.stops(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE EXCEPTION ''no''; END';
    CREATE FUNCTION adele.source() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM public.visit WHERE ''(1)''::adele.comp IS NOT NULL; RETURN 0; EXCEPTION WHEN OTHERS THEN RETURN 1; END';
    CREATE FUNCTION adele.rules() RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO adele.ruling SELECT adele.stops(1) FROM (SELECT ''(1)''::adele.comp) x; RETURN 0; EXCEPTION WHEN OTHERS THEN RETURN 1; END';
    CREATE TABLE adele.secured(i int); CREATE FUNCTION adele.policy() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM adele.secured WHERE ''(1)''::adele.comp IS NOT NULL; RETURN 0; EXCEPTION WHEN OTHERS THEN RETURN 1; END';
    CREATE FUNCTION adele.turn(i int, f text) RETURNS int LANGUAGE plpgsql AS 'DECLARE n int; BEGIN FOR j IN 1..3 LOOP IF f = ''source'' THEN n := adele.source(); ELSIF f = ''rules'' THEN n := adele.rules(); ELSIF f = ''policy'' THEN n := adele.policy(); ELSE n := adele.probe(); END IF; PERFORM pg_sleep(0.3); END LOOP; RETURN i; END'"
user=postgres
sql "ALTER TABLE adele.secured ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY p ON adele.secured USING (EXISTS (SELECT FROM public.visit))" # which the reader could not
user=adele
for f in source rules probe policy; do
    during "$f in ALTER TABLE" 'SELECT 1' "ALTER TABLE adele.turning ALTER i TYPE int USING adele.turn(i, '$f')"
    during "$f in FETCH" "BEGIN; DECLARE c CURSOR FOR SELECT adele.turn(1, '$f')" 'FETCH c; COMMIT'
    during "$f in DO" 'SELECT 1' "DO 'BEGIN PERFORM adele.turn(1, ''$f''); END'"
done
# A session accepts what others have committed when it locks something for the first time. What
# VACUUM has found, and what the private part reads, must not decide when. Another session of the
# reader changes a function, and a plan that is made again shows that this session knows. Two
# sequences tell each side how far the other one is.
sql "CREATE FUNCTION adele.plans(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE NOTICE ''planned %'', i; RETURN i; END'; CREATE FUNCTION adele.changing() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'; CREATE TABLE adele.locked(i int);
    CREATE FUNCTION adele.locks() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM adele.locked; RETURN 1; END'; CREATE TYPE adele.ea AS ENUM ('a'); CREATE TYPE adele.eb AS ENUM ('b');
    CREATE FUNCTION adele.casts(x adele.ea, r regclass, i int) RETURNS adele.eb LANGUAGE plpgsql VOLATILE AS 'BEGIN RETURN ''b''; END'; CREATE FUNCTION adele.cast(adele.ea) RETURNS adele.eb LANGUAGE sql VOLATILE AS 'SELECT adele.casts(\$1, ''public.visit''::regclass, adele.plans(0))'; CREATE CAST (adele.ea AS adele.eb) WITH FUNCTION adele.cast(adele.ea) AS ASSIGNMENT;
    CREATE SEQUENCE adele.reached; CREATE SEQUENCE adele.signal MINVALUE 0; CREATE SEQUENCE adele.n1; CREATE SEQUENCE adele.n2; CREATE SEQUENCE adele.n3;
    CREATE FUNCTION adele.meets(phase int) RETURNS void LANGUAGE plpgsql AS 'DECLARE x bigint := nextval(''adele.reached''); BEGIN WHILE x < 1000000 * phase LOOP x := nextval(''adele.signal''); PERFORM pg_sleep(0.01); END LOOP; END';
    CREATE FUNCTION adele.learn(f text) RETURNS int LANGUAGE plpgsql AS 'DECLARE x bigint; v visit[] := ARRAY[ROW(1, 2, ''eye'', 3)::visit]; r oid := to_regclass(''public.visit''); t bool; e adele.ea := ''a''; c adele.eb; BEGIN FOR i IN 1..3 LOOP
      x := nextval((''adele.n'' || i)::regclass); x := adele.plans(1); RAISE NOTICE ''round %'', i; PERFORM adele.meets(i); IF f = ''cast'' THEN c := e; ELSIF f = ''name'' THEN t := ''public.visit''::regclass::text || adele.plans(3) = ''''; ELSIF f = ''table'' THEN x := adele.locks(); ELSIF f = ''row'' THEN x := (v[1]).month; ELSIF f = ''right'' THEN t := has_table_privilege(r, ''select''); END IF; x := adele.plans(2); END LOOP; RETURN 1; END'"
[ -z "$err" ] || fail 'functions that learn' "$err"
at_phase() { # PHASE COMMAND...: runs the command when the reader is there, and lets it go on
    phase=$1
    shift
    for try in $(seq 1 400); do
        [ "$(pg -U postgres fenced -c 'SELECT last_value - (NOT is_called)::int FROM adele.reached')" -lt "$phase" ] || break
        sleep 0.02
    done
    "$@" >/dev/null 2>&1
    pg -U postgres fenced -c "SELECT setval('adele.signal', 1000000 * $phase)" >/dev/null
}
change_function() { pg -U adele fenced -c "CREATE OR REPLACE FUNCTION adele.changing() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'"; }
learns() { # NAME STATEMENT CHANGE...: the notices of the statement are the same, whatever the superuser writes before or while it runs
    name=$1 statement=$2
    shift 2
    for change in "$@"; do
        pg -U postgres fenced -c 'VACUUM ANALYZE visit' -c 'VACUUM ANALYZE visit' -c "SELECT setval('adele.reached', 1, false), setval('adele.signal', 0)" >/dev/null # what is left of before
        (
            at_phase 1 pg -U postgres fenced -c "$change" -c "${maintenance:-VACUUM ANALYZE visit}"
            at_phase 2 change_function
            at_phase 3 true
        ) &
        user=adele
        sql "$statement"
        wait
        echo "$err" | grep -o 'NOTICE: .*' | tr '\n' ' '
        echo
    done >"$work/learns"
    if [ "$(uniq "$work/learns" | wc -l)" = 1 ] && grep -q -e planned "$work/learns"; then pass; else fail "$name" "$(cat "$work/learns")"; fi
}
for f in row; do
    learns "what a session learns beside VACUUM: $f" "SELECT count(*) FROM adele.locked; SELECT adele.learn('$f')" 'SELECT 1' 'INSERT INTO visit VALUES (-5, 1, NULL, 1), (-5, 2, NULL, 1)' 'DELETE FROM visit WHERE patient = -5'
done
for maintenance in 'BEGIN; ANALYZE visit; ROLLBACK'; do
    for f in row; do
        learns "what a session learns beside $maintenance: $f" "SELECT count(*) FROM adele.locked; SELECT adele.learn('$f')" 'SELECT 1' 'INSERT INTO visit VALUES (-5, 1, NULL, 1), (-5, 2, NULL, 1)' 'DELETE FROM visit WHERE patient = -5'
    done
done
unset maintenance
# Nor must the depth of recursion that a function reaches.
sql "CREATE FUNCTION adele.bottom() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM adele.numbers; RETURN 1; END'; CREATE FUNCTION adele.deep(n int) RETURNS int LANGUAGE plpgsql AS 'BEGIN IF n > 0 THEN RETURN adele.deep(n - 1); END IF; RETURN adele.bottom(); END';
    CREATE FUNCTION adele.deepest() RETURNS int LANGUAGE plpgsql AS 'DECLARE low int := 0; high int := 4000; middle int; BEGIN WHILE low < high LOOP middle := (low + high + 1) / 2;
        BEGIN PERFORM adele.deep(middle); low := middle; EXCEPTION WHEN statement_too_complex THEN high := middle - 1; END; END LOOP; RETURN low; END';
    CREATE FUNCTION adele.passes(n int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN PERFORM adele.deep(n); RETURN true; EXCEPTION WHEN statement_too_complex THEN RETURN false; END'"
user=postgres
sql "SET SESSION AUTHORIZATION adele; SELECT adele.deepest() AS d \\gset
SELECT :d > 100, adele.passes(:d); RESET SESSION AUTHORIZATION; INSERT INTO visit VALUES (-6, 1, NULL, 1); VACUUM ANALYZE visit; SET SESSION AUTHORIZATION adele; SELECT adele.passes(:d); RESET SESSION AUTHORIZATION; DELETE FROM visit WHERE patient = -6; VACUUM ANALYZE visit"
user=adele
if [ "$out" = 't|t
t' ]; then pass; else fail 'the depth of recursion' "$out $err"; fi
answer 'no cached plan shows in its form' "SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off; SET enable_nestloop = off; PREPARE q AS SELECT count(*) FROM adele.numbers j JOIN (SELECT dp_count(*)::bigint AS n FROM visit_private) v USING (n); EXECUTE q;
    SET enable_hashjoin = on; SET enable_mergejoin = off; CREATE FUNCTION pg_temp.form() RETURNS boolean LANGUAGE plpgsql AS 'DECLARE line text; BEGIN FOR line IN EXPLAIN (COSTS OFF) EXECUTE q LOOP IF line ~ ''Hash Join'' THEN RETURN true; END IF; END LOOP; RETURN false; END'; SELECT pg_temp.form()" '20
t'

# A reader's function does not run in the session of others: neither in an index that they analyse,
# which was made before the fence, nor as SECURITY DEFINER, nor in a domain.
user=adele
sql "CREATE TABLE adele.outs(t text); CREATE TABLE adele.analysed(i int, t text); INSERT INTO adele.analysed VALUES (1, 'a'), (2, 'b');
    CREATE FUNCTION adele.plain(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN i; END'; CREATE FUNCTION adele.inlined(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lower(\$1)';
    CREATE FUNCTION adele.pathed(i int) RETURNS int LANGUAGE sql IMMUTABLE SET search_path = adele AS 'SELECT i'; CREATE FUNCTION adele.definer() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN 1; END';
    CREATE FUNCTION adele.definer_sql() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'; GRANT USAGE ON SCHEMA adele TO dario"
if [ -n "$err" ]; then fail 'functions that might run for others' "$err"; fi
for index in '(adele.plain(i))' '(adele.inlined(t))' '(adele.pathed(i))' '(i) WHERE adele.plain(i) > 1'; do
    user=adele
    refused "a reader's index on $index" "CREATE INDEX ON adele.analysed $index" 42501 "readers' functions do not run for others"
    user=postgres
    sql "REVOKE indp_reader FROM adele; SET ROLE adele; CREATE INDEX telling ON adele.analysed $index; RESET ROLE; GRANT indp_reader TO adele"
    [ "$code" = 0 ] || fail "an index on $index" "$err"
    refused "ANALYZE of an index on $index" 'ANALYZE adele.analysed' 42501 "readers' functions do not run for others"
    refused "REINDEX of an index on $index" 'REINDEX TABLE adele.analysed' 42501 "readers' functions do not run for others"
    user=adele
    answer "the reader's own use of an index on $index" "INSERT INTO adele.analysed VALUES (3, 'c'); SELECT count(*) > 2 FROM adele.analysed" t
    user=postgres
    sql 'DROP INDEX adele.telling'
done
for call in 'adele.definer()' 'adele.definer_sql()'; do
    for user in postgres dario; do
        refused "$call called by $user" "SELECT $call" 42501 "readers' functions do not run for others"
    done
    user=adele
    answer "$call called by the reader" "SELECT $call" 1
done
# A reader may own things as a group that is not in indp_reader, or as a member of a member.
user=postgres
sql 'CREATE ROLE grouped NOLOGIN; CREATE ROLE above NOLOGIN; GRANT above TO grouped; GRANT grouped TO adele; GRANT indp_author TO above; CREATE SCHEMA grouped AUTHORIZATION above'
sql "SET ROLE above; CREATE TABLE grouped.t(i int); INSERT INTO grouped.t VALUES (1); CREATE FUNCTION grouped.f(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN PERFORM pg_stat_get_numscans(1259); RETURN i; END'; GRANT USAGE ON SCHEMA grouped TO dario"
refused 'SET ROLE to a group of readers is fenced' 'SET ROLE above; SELECT pg_stat_get_numscans(1259)' 42501 'readers may not call it'
sql "REVOKE above FROM grouped; SET ROLE above; CREATE INDEX ON grouped.t (grouped.f(i)); CREATE FUNCTION grouped.g() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT pg_stat_get_numscans(1259)'; RESET ROLE; GRANT above TO grouped"
[ "$code" = 0 ] || fail 'things of a group' "$err"
refused 'an index of a group of readers' 'ANALYZE grouped.t' 42501 "readers' functions do not run for others"
refused 'a SECURITY DEFINER function of a group of readers' 'SELECT grouped.g()' 42501 "readers' functions do not run for others"
sql 'REVOKE grouped FROM adele'
answer 'a group without readers' "SELECT grouped.g() >= 0; ANALYZE grouped.t" t
sql 'REVOKE USAGE ON SCHEMA grouped FROM dario'
# Nor with the rights of others in the reader's own session: what the owner's function names without a
# schema is the reader's if the reader called it first.
sql "CREATE FUNCTION tidy(t text) RETURNS text LANGUAGE plpgsql AS 'DECLARE r text; BEGIN r := lower(trim(t)); RETURN r; END'; CREATE TABLE requests(what text); SECURITY LABEL FOR indp ON TABLE requests IS 'public';
    CREATE FUNCTION request(t text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS 'INSERT INTO public.requests VALUES (public.tidy(t))';
    CREATE FUNCTION act() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS 'BEGIN CREATE INDEX ON public.visit (cost); END'"
user=adele
sql "CREATE FUNCTION adele.see(t pg_catalog.text) RETURNS bool LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS 'BEGIN IF current_user <> ''adele'' THEN RAISE WARNING ''as %'', current_user; END IF; RETURN true; END'; GRANT USAGE ON SCHEMA adele TO PUBLIC"
for definition in 'CREATE DOMAIN adele.text AS pg_catalog.text CHECK (true)' 'CREATE DOMAIN adele.text AS pg_catalog.text DEFAULT 1' 'ALTER DOMAIN adele.plain_text ADD CHECK (true)' 'ALTER DOMAIN adele.plain_text SET DEFAULT 1'; do
    refused "$definition" "CREATE DOMAIN adele.plain_text AS pg_catalog.text NOT NULL; ALTER DOMAIN adele.plain_text DROP NOT NULL; $definition" 42501 'readers may not define a CHECK or DEFAULT of a domain'
    sql 'DROP DOMAIN adele.plain_text'
done
before "CREATE DOMAIN adele.text AS pg_catalog.text CHECK (adele.see(VALUE))"
refused 'a domain of a reader in a function of the owner' "SET search_path = adele, pg_catalog, public; DO 'BEGIN PERFORM tidy(''x''); END'; SELECT request('x')" 42501 "readers' functions do not run for others"
answer 'the same without the reader' "SELECT count(*) FROM (SELECT request('x')) r" 1
refused 'an index of the source by a function of the owner' 'SELECT act()' 42501 'private rows can be read or inferred'
before 'DROP DOMAIN adele.text'
for definition in "query_to_xml('SELECT 1', false, true, '') IS NULL" "set_config('work_mem', '64', false) IS NULL"; do
    before "CREATE DOMAIN adele.text AS pg_catalog.text CHECK (CASE WHEN current_user = 'adele' THEN true ELSE $definition END)"
    refused "$definition with the rights of the owner" "SET search_path = adele, pg_catalog, public; DO 'BEGIN PERFORM tidy(''x''); END'; SELECT request('x')" 42501 'with their own rights only'
    sql 'DROP DOMAIN adele.text'
done
sql "REVOKE USAGE ON SCHEMA adele FROM PUBLIC"
for user in postgres dario; do refused "a reader's function called by $user" "SELECT adele.plain(1)" 42501 "readers' functions do not run for others"; done
sql 'DROP FUNCTION tidy, request, act'
user=postgres
sql 'DROP FUNCTION tidy, request, act; DROP TABLE requests'
# After SET ROLE to a reader, its functions could go back to the role that has logged in; and a former
# reader's functions are nobody's.
user=postgres
refused 'a function after SET ROLE' 'SET ROLE adele; SELECT adele.plain(1)' 42501 "readers' functions do not run for others"
answer 'no function after SET ROLE' 'SET ROLE adele; SELECT lower(x::text) FROM open ORDER BY 1' '1
2'
for statement in 'SET ROLE postgres' 'RESET ROLE' "SET SESSION AUTHORIZATION DEFAULT" 'SET LOCAL ROLE NONE'; do
    refused "$statement in a function" "SET SESSION AUTHORIZATION adele; DO 'BEGIN EXECUTE ''$statement''; END'" 42501 'a function must not set the role'
done
user=adele
refused 'a function that sets the role' "CREATE FUNCTION adele.other() RETURNS int LANGUAGE sql SET role = 'none' AS 'SELECT 1'" 42501 'it must not set the role'
refused 'a function that is altered to set the role' "ALTER FUNCTION adele.plain(int) SET session_authorization = 'adele'" 42501 'it must not set the role'
answer 'SET ROLE by the client' 'SET ROLE analysing; SELECT current_user; RESET ROLE; SELECT current_user' 'analysing
adele'
user=postgres
sql "CREATE ROLE former NOLOGIN; CREATE SCHEMA former AUTHORIZATION former; CREATE FUNCTION former.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ALTER FUNCTION former.f() OWNER TO former; GRANT USAGE ON SCHEMA former TO PUBLIC; CREATE FUNCTION calls() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN former.f(); END'; ALTER FUNCTION calls() OWNER TO dario; GRANT CREATE ON SCHEMA public TO dario"
user=adele
refused "a function of a former reader with the rights of others" 'SELECT calls()' 42501 "readers' functions do not run for others"
user=dario
answer "the same in another session" 'SELECT calls()' 1
user=postgres
sql 'DROP FUNCTION calls, former.f; DROP SCHEMA former; DROP ROLE former; REVOKE CREATE ON SCHEMA public FROM dario'
user=adele
sql 'CREATE TABLE adele.stored(i int, t text)'
answer 'other definitions' "ALTER TABLE adele.stored ALTER i SET DEFAULT 5, ADD CHECK (i > 1); CREATE VIEW adele.fine AS SELECT lower(t) FROM adele.stored; CREATE TRIGGER t BEFORE UPDATE ON adele.stored FOR EACH ROW WHEN (NEW.i > 1) EXECUTE FUNCTION suppress_redundant_updates_trigger();
    INSERT INTO adele.stored DEFAULT VALUES; SELECT count(*) FROM adele.fine" 1
# What is computed for others nevertheless learns nothing about their session.
for what in 'current_query()' "current_setting('my.secret')" '(SELECT name FROM pg_prepared_statements)' '(SELECT string_agg(name, chr(32)) FROM pg_cursors)' '(SELECT setting FROM pg_settings LIMIT 1)' 'inet_client_addr()' 'lastval()'; do
    user=adele
    sql "DROP MATERIALIZED VIEW IF EXISTS adele.asked; CREATE MATERIALIZED VIEW adele.asked AS SELECT $what AS x WITH NO DATA"
    user=postgres
    refused "$what in a view that others refresh" "CREATE SEQUENCE pg_temp.s; DO 'BEGIN PERFORM nextval(''pg_temp.s''); END'; SET my.secret = 'private'; PREPARE private AS SELECT 1; REFRESH MATERIALIZED VIEW adele.asked" 42501 'which is not the reader'
done
user=adele
before "DROP MATERIALIZED VIEW IF EXISTS adele.asked; CREATE MATERIALIZED VIEW adele.asked AS SELECT reader FROM indp.ledger(concat('public.vis', 'it')::regclass) WITH NO DATA"
user=postgres
refused 'the ledger in a view that others refresh' 'REFRESH MATERIALIZED VIEW adele.asked' 42501 'with their own rights only'
user=adele
answer 'an index of built-in functions' "CREATE TABLE adele.lowered(t text); CREATE UNIQUE INDEX lows ON adele.lowered(lower(t)); INSERT INTO adele.lowered VALUES ('B'); INSERT INTO adele.lowered VALUES ('B') ON CONFLICT (lower(t)) DO NOTHING; SELECT count(*) FROM adele.lowered" 1
user=postgres
answer 'and others may analyse it' "ANALYZE adele.lowered; REVOKE USAGE ON SCHEMA adele FROM dario; SELECT 1" 1
sql "SET ROLE adele; SET my.secret = 'mine'; SELECT current_setting('my.secret'), current_query() LIKE 'SELECT current_setting%'"
if [ "$out" = 'mine|t' ]; then pass; else fail 'SET ROLE to a reader makes the session the reader'"'"'s' "$out $err"; fi
user=adele

# In a database without the extension, and in a parallel worker there.
pg postgres -c 'CREATE DATABASE bare' && pg bare -c 'CREATE SCHEMA adele AUTHORIZATION adele'
db=bare
sql "CREATE TABLE adele.t(i int); INSERT INTO adele.t VALUES (1); CREATE FUNCTION adele.number() RETURNS text LANGUAGE sql PARALLEL SAFE AS 'SELECT xmin::text FROM adele.t LIMIT 1';
    CREATE FUNCTION adele.statistics() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count(*) FROM pg_stats); END'"
force='force_parallel_mode'
[ "$major" -lt 16 ] || force=debug_parallel_query
for mode in off on; do
    refused "a number of a transaction, without the extension, workers $mode" "SET $force = $mode; SELECT adele.number()" 42501 'count the transactions of others'
    refused "statistics, without the extension, workers $mode" "SET $force = $mode; SELECT adele.statistics()" 42501 'it is not one of the catalogs that readers may read'
done
# A schema that only has the name of ours.
sql "RESET ROLE" && user=postgres && sql "GRANT CREATE ON DATABASE bare TO adele" && user=adele
sql "CREATE SCHEMA indp; CREATE TABLE indp.t(i int); CREATE TABLE indp.policies(source oid); INSERT INTO indp.policies VALUES (1); CREATE TABLE indp.trusted(role regrole, extension name); INSERT INTO indp.trusted VALUES (NULL, 'pgcrypto');
    CREATE FUNCTION indp.related(oid, OUT relation oid, OUT kind text) RETURNS record LANGUAGE plpgsql STABLE AS 'BEGIN RAISE NOTICE ''unfenced: %'', pg_current_wal_lsn(); relation := 0; kind := ''x''; END';
    CREATE FUNCTION indp.guard(int) RETURNS bool LANGUAGE sql AS 'SELECT true'"
answer 'a schema of the name indp, without the extension' 'SELECT count(*) FROM indp.t; SELECT count(*) FROM adele.t' '0
1'
user=postgres
sql "CREATE EXTENSION pgcrypto" 2>/dev/null
[ -n "$err" ] || { user=adele; refused 'a table of the name indp.trusted, without the extension' "SELECT digest('a', 'md5')" 42501 'is refused: readers may not call it'; }
user=adele
db=fenced

# psql's commands, and a part of what each prints.
user=postgres
before 'CREATE DOMAIN adele.e AS int CHECK (VALUE > 0)'
sql "COMMENT ON DOMAIN adele.e IS 'a remark'; COMMENT ON CONSTRAINT visit_month_check ON visit IS 'twelve'; ALTER ROLE adele SET work_mem = '3MB'"
user=adele
while IFS='~' read -r command part; do
    sql "$command"
    case "$code$err<$out" in 0'<'*"$part"*) pass ;; *) fail "psql: $command" "expected $part, got <$out> $err" ;; esac
done <<'COMMANDS'
\d~visit_private
\d visit_private~patient
\d+ visit_private~patient
\dt~open
\dv~visit_private
\df dp_*~dp_sum
\l~fenced
\du~adele
\dn+~adele
\dT adele.*~e|a remark
\dx~indp
\di~ward_pkey
\ds adele.*~own
\do+ pg_catalog.||~textcat
\dp open~adele=r
\dd~twelve
\dC json~jsonb
\dD adele.*~VALUE
\dL~plpgsql
\dF~english
\drds~work_mem=3MB
\conninfo~fenced
\sf adele.twice~2 * $1
\dAc btree int4~int4_ops
COMMANDS
for command in '\dt+' '\l+' '\di+'; do
    sql "$command"
    case "$err" in *'is refused: readers may not call it'*) pass ;; *) fail "psql: $command" "$out $err" ;; esac
done

# A reader's function stays fenced in a parallel worker, where it may run a query of its own.
force='force_parallel_mode'
[ "$major" -lt 16 ] || force=debug_parallel_query
user=adele
sql "CREATE FUNCTION adele.count() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count(*) FROM visit WHERE patient = 17); END';
    CREATE FUNCTION adele.row() RETURNS text LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT c::text FROM pg_class c WHERE relname = ''visit''); END';
    CREATE FUNCTION adele.pages() RETURNS int LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count((c).relpages) FROM pg_class c); END';
    CREATE FUNCTION adele.tuples() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count(reltuples) FROM pg_class); END'"
refused 'a source, in a worker' "SET $force = on; SELECT adele.count()" 42501 'reading visit is refused'
sql "CREATE FUNCTION adele.opened() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count(*) FROM open); END'; CREATE FUNCTION adele.restricted(int) RETURNS bigint LANGUAGE plpgsql PARALLEL RESTRICTED AS 'BEGIN RETURN (SELECT count(*) FROM open); END'"
answer 'a table, in a worker, in a new session' "SET $force = on; SELECT adele.opened()" 2
sql "CREATE VIEW adele.seen AS SELECT * FROM open; CREATE FUNCTION adele.sees() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS 'BEGIN RETURN (SELECT count(*) FROM adele.seen); END'"
answer 'a view, in a worker, in a new session' "SET $force = on; SELECT adele.sees()" 2
answer 'a function that is restricted, under a parallel plan' "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SELECT count(adele.restricted(c.relnatts)) > 0 FROM pg_attribute a, pg_class c WHERE c.oid = a.attrelid AND attnum = 1 AND relname LIKE 'pg_am%'" t
answer 'whole rows of pg_class, in a worker' "SET $force = on; SELECT adele.row() LIKE '(%,visit,%', adele.pages()" 't|0'
answer 'a parallel query' "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET $force = on; SELECT sum(x) FROM open" 3
answer 'counts, in a worker' "SET $force = on; SELECT adele.tuples()" 0
answer 'JSON, and other aggregates' "SELECT json_agg(x) IS NOT NULL, jsonb_agg(x) IS NOT NULL, json_object_agg(x, x) IS NOT NULL, string_agg(x::text, '') FROM open" 't|t|t|12'

# A reader's function stays fenced when somebody else calls it, also a superuser.
sql "CREATE FUNCTION adele.peek() RETURNS text LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN RETURN pg_current_wal_lsn(); END'; GRANT USAGE ON SCHEMA adele TO PUBLIC"
user=postgres
refused 'a definer function of a reader, called by a superuser' 'SELECT adele.peek()' 42501 'refused'
refused 'SET ROLE to a reader' 'SET ROLE adele; SELECT pg_current_wal_lsn()' 42501 'refused'
answer 'superusers are not fenced' 'SELECT pg_current_wal_lsn() IS NOT NULL, count(reltuples) > 0 FROM pg_class' 't|t'
user=dario
answer 'other roles are not fenced' 'SELECT pg_current_wal_lsn() IS NOT NULL, count(reltuples) > 0 FROM pg_class' 't|t'
user=adele
refused 'the mark of the private part' 'SET indp.inside = on' 42501 'permission denied to set parameter "indp.inside"'

# Functions in C of other extensions are refused until a superuser trusts the extension.
user=postgres
sql "CREATE EXTENSION pgcrypto" 2>/dev/null
if [ -z "$err" ]; then
    user=adele
    refused 'another extension' "SELECT digest('a', 'md5')" 42501 'the function digest(text,text) is refused'
    user=postgres
    answer 'a trusted extension' "SELECT indp.trust('pgcrypto', 'extension'); SET SESSION AUTHORIZATION adele; SELECT digest('a', 'md5') IS NOT NULL" '
t'
    sql "SET SESSION AUTHORIZATION adele; SELECT digest('a', 'md5') IS NOT NULL; RESET SESSION AUTHORIZATION; SELECT indp.distrust('pgcrypto', 'extension'); SET SESSION AUTHORIZATION adele; SELECT digest('a', 'md5')"
    case "$out $err" in 't'*'the function digest(text,text) is refused'*) pass ;; *) fail 'no longer trusted' "$out $err" ;; esac
    answer 'a trusted extension in a parallel worker' "SELECT indp.trust('pgcrypto', 'extension'); SET SESSION AUTHORIZATION adele; SET $force = on; SELECT digest('a', 'md5') IS NOT NULL FROM open" '
t
t'
    sql "SELECT indp.distrust('pgcrypto', 'extension')"
else
    skip 'another extension' 'pgcrypto is not installed'
fi
sql "CREATE EXTENSION citext" 2>/dev/null
if [ -z "$err" ]; then
    sql "CREATE TABLE spelled(t citext); SECURITY LABEL FOR indp ON TABLE spelled IS 'public'; INSERT INTO spelled VALUES ('a'); GRANT SELECT ON spelled TO adele"
    user=adele
    refused 'the output function of another extension' 'SELECT t FROM spelled' 42501 'the function citextout(citext) is refused'
    refused 'its input function' "SELECT 'a'::citext IS NULL" 42501 'the function citextin(cstring) is refused'
    user=postgres
    answer 'both, trusted' "SELECT indp.trust('citext', 'extension'); SET SESSION AUTHORIZATION adele; SELECT t FROM spelled WHERE t = 'A'" '
a'
else
    skip 'types of another extension' 'citext is not installed'
fi
sql "CREATE EXTENSION citext; CREATE EXTENSION pg_trgm" 2>/dev/null
if [ -n "$(pg fenced -c "SELECT 1 FROM pg_extension WHERE extname = 'citext'")" ]; then
    sql "SELECT indp.distrust('citext', 'extension')"
    answer 'VACUUM and the like by others, of a reader'"'"'s table with an index of an extension that is not trusted' "CREATE TABLE adele.spelled(a citext, b text, c int); INSERT INTO adele.spelled SELECT 'a' || i, 'b' || i, i FROM generate_series(1, 500) i; CREATE INDEX ON adele.spelled(a);
        CREATE INDEX ON adele.spelled((lower(b) || c)); ALTER TABLE adele.spelled OWNER TO adele; DELETE FROM adele.spelled WHERE c < 400; VACUUM ANALYZE adele.spelled; REINDEX TABLE adele.spelled; CLUSTER adele.spelled USING spelled_a_idx; SELECT count(*) FROM adele.spelled" 101
    user=adele
    refused 'the reader does not use that index' "SELECT c FROM adele.spelled WHERE a = 'a450'" 42501 'citext'
    user=postgres
fi

# Conditions of triggers that a role made before it was fenced.
sql "CREATE ROLE zoe LOGIN; CREATE SCHEMA zoe AUTHORIZATION zoe; SET SESSION AUTHORIZATION zoe; CREATE TABLE zoe.root(i int) PARTITION BY LIST (i); CREATE TABLE zoe.leaf PARTITION OF zoe.root FOR VALUES IN (1); CREATE TABLE zoe.other(i int);
    CREATE TRIGGER old AFTER INSERT OR UPDATE ON zoe.leaf FOR EACH ROW WHEN (NEW.xmin::text::bigint > 1000) EXECUTE FUNCTION suppress_redundant_updates_trigger(); CREATE TRIGGER fine BEFORE INSERT ON zoe.other FOR EACH ROW WHEN (NEW.i < 0) EXECUTE FUNCTION suppress_redundant_updates_trigger();
    RESET SESSION AUTHORIZATION; GRANT indp_reader, indp_author TO zoe"
user=zoe
for statement in 'INSERT INTO zoe.leaf VALUES (1)' 'INSERT INTO zoe.root VALUES (1)' 'UPDATE zoe.root SET i = 1' 'COPY zoe.root FROM STDIN' 'COPY zoe.leaf FROM STDIN' 'WITH w AS (INSERT INTO zoe.root VALUES (1) RETURNING i) SELECT * FROM w' 'PREPARE p AS INSERT INTO zoe.leaf VALUES (1); EXECUTE p'; do
    refused "$statement" "$statement" 42501 'the condition of the trigger old is refused: xmin, xmax, cmin and cmax'
done
pg -U postgres fenced -c "REVOKE indp_reader FROM zoe" -c "SET SESSION AUTHORIZATION zoe; CREATE TABLE zoe.rows(i int); INSERT INTO zoe.rows VALUES (1); ALTER TABLE zoe.rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY p ON zoe.rows USING (xmin::text <> '1')" -c "RESET SESSION AUTHORIZATION; GRANT indp_reader, indp_author TO zoe" 2>"$work/err"
refused 'a policy that was made before' 'SELECT i FROM zoe.rows' 42501 'xmin, xmax, cmin and cmax count'
refused 'the same in a function that is inlined' "CREATE FUNCTION zoe.inlined() RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT i FROM zoe.rows'; SELECT * FROM zoe.inlined()" 42501 'xmin, xmax, cmin and cmax count'
answer 'other conditions of triggers' 'INSERT INTO zoe.other VALUES (1); SELECT count(*) FROM zoe.other, zoe.root' 0
user=postgres
sql "SELECT indp.trust('zoe')"

# Whoever is dropped, or whose role of readers gets another name, stays fenced.
sql "CREATE ROLE vic LOGIN IN ROLE indp_reader, indp_author"
sql "SET SESSION AUTHORIZATION vic; SELECT 1; \\setenv PGUSER postgres
\\! PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -d fenced -c 'DROP ROLE vic'
SELECT count(reltuples) FROM pg_class; SELECT pg_current_wal_lsn()"
case "$out|$err" in 1*0'|'*'ERROR'*) pass ;; *) fail 'a dropped reader' "$out $err" ;; esac
sql "SET SESSION AUTHORIZATION adele; SELECT 1;
\\! PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -U postgres -d fenced -c 'ALTER ROLE indp_reader RENAME TO other_reader'
SELECT count(reltuples) FROM pg_class; RESET SESSION AUTHORIZATION; ALTER ROLE other_reader RENAME TO indp_reader; SELECT count(reltuples) > 0 FROM pg_class"
if [ "$out" = '1
0
t' ]; then pass; else fail 'another name of indp_reader' "$out $err"; fi
refused 'trust in nothing' "SELECT indp.trust('nobody')" 42704 'there is no role nobody'
refused 'trust of another kind' "SELECT indp.trust('adele', 'table')" 22023 'kind must be role or extension'

# indp.check lists what the fence does not cover: roles outside of it.
sql "CREATE ROLE bettina LOGIN IN ROLE indp_reader, indp_author; CREATE ROLE wards NOLOGIN; CREATE ROLE keeper2 LOGIN; GRANT indp_owner TO keeper2; CREATE SCHEMA kept AUTHORIZATION keeper2; SET ROLE keeper2; CREATE TABLE kept.t(p int, x float8);
    SELECT indp.protect('kept.t', 'p', 1, 10.0, 0.5); GRANT SELECT ON kept.t_private TO wards; RESET ROLE; GRANT wards TO bettina"
sql "SELECT indp.trust(rolname) FROM pg_roles WHERE rolcanlogin AND NOT rolsuper AND rolname NOT IN ('adele', 'bettina', 'dario')" # of the other tests
user=keeper2
answer 'domains of a reader' "SELECT statement FROM indp.check('kept.t') WHERE leak = 'reader_code' ORDER BY 1" 'ALTER DOMAIN adele.dom DROP CONSTRAINT dom_check
ALTER DOMAIN adele.e DROP CONSTRAINT e_check
ALTER DOMAIN adele.locking DROP CONSTRAINT locking_check'
user=postgres
sql 'ALTER DOMAIN adele.dom DROP CONSTRAINT dom_check; ALTER DOMAIN adele.e DROP CONSTRAINT e_check; ALTER DOMAIN adele.locking DROP CONSTRAINT locking_check'
sql "SELECT format('REVOKE indp_author FROM %s', a.member::regrole) FROM pg_auth_members a
    WHERE a.roleid = 'indp_author'::regrole \\gexec"
user=keeper2
answer 'roles outside of the fence' "SELECT leak, statement FROM indp.check('kept.t') WHERE NOT accepted ORDER BY 2" 'unfenced_roles|GRANT indp_reader TO dario'
refused 'no budget while there are such roles' "SELECT indp.budget('kept.t', 'wards', 3.0)" 55000 'readers can get around'
user=postgres
answer 'a trusted role' "SELECT indp.trust('dario'); SELECT count(*) FROM indp.check('kept.t') WHERE NOT accepted" '
0'
answer 'trust ends with the role' "SET client_min_messages = warning; DROP SCHEMA dario CASCADE; REVOKE ALL ON open FROM dario; DROP ROLE dario; CREATE ROLE dario LOGIN; SELECT statement FROM indp.check('kept.t') WHERE NOT accepted; SELECT indp.trust('dario'); SELECT indp.distrust('dario'); SELECT count(*) FROM indp.check('kept.t') WHERE NOT accepted; SELECT indp.trust('dario')" 'GRANT indp_reader TO dario


1'
user=keeper2
answer 'a budget opens for fenced roles without any acceptance' "SELECT indp.budget('kept.t', 'wards', 3.0)" ''
user=postgres
answer 'one reader outside of the fence, and all leaks are listed' "GRANT wards TO dario; SELECT string_agg(DISTINCT leak, ' ') FROM indp.check('kept.t') WHERE NOT accepted; REVOKE wards FROM dario" 'locks reltuples statistics'
answer 'membership takes effect at once' "GRANT indp_reader TO dario; SET SESSION AUTHORIZATION dario; SELECT count(reltuples) FROM pg_class; RESET SESSION AUTHORIZATION; REVOKE indp_reader FROM dario; SET SESSION AUTHORIZATION dario; SELECT count(reltuples) > 0 FROM pg_class" '0
t'
db=test
