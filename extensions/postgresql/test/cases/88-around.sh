# Tests known ways around protected tables, as the role with the fewest rights: alice may read the
# view hie_private and has a schema of her own. She owns what she creates there, so she may protect
# it. Each way must be refused with a constant message, or be harmless and charged. At the epsilon
# of these policies the noise rounds to zero, so that answers can be compared exactly.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "autovacuum = off" "max_prepared_transactions = 2"
pg postgres -c 'CREATE DATABASE around' && pg postgres -c "ALTER DATABASE around SET session_preload_libraries = '$pg_preload'" &&
    pg around -c 'CREATE EXTENSION indp' || fail 'a database with protected tables' 'not made'
db=around
policies="epsilon => 1e6, max_epsilon => 1e18, total => 1e30, min_epsilon => 0.001"
setup() { # USER SQL: runs SQL as USER, which must succeed
    user=$1
    sql "SET client_min_messages = error; $2;"
    [ "$code" = 0 ] || fail 'setup' "$err"
    user=alice
}
setup postgres "DO \$\$ DECLARE r text; BEGIN FOREACH r IN ARRAY ARRAY['analysts', 'alice', 'bob', 'carol', 'owner'] LOOP
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN EXECUTE format('CREATE ROLE %I LOGIN', r); END IF; END LOOP; END \$\$;
    GRANT analysts TO alice, bob, carol; GRANT indp_owner TO owner, alice; CREATE SCHEMA alice AUTHORIZATION alice; CREATE SCHEMA bob AUTHORIZATION bob; GRANT CREATE ON DATABASE around TO alice; GRANT ALL ON SCHEMA public TO owner;
    CREATE FUNCTION public.opened(t regclass, r regrole, e float8) RETURNS void LANGUAGE plpgsql AS \$\$ BEGIN PERFORM indp.accept(t, leak)
      FROM (SELECT DISTINCT leak FROM indp.find_leaks(t, r) WHERE NOT accepted) l; PERFORM indp.budget(t, r, e); END \$\$"
setup owner "CREATE TABLE hie(id int, year int, site int, age float8, mdvis int, name text, note text);
    INSERT INTO hie SELECT i / 3, i % 3, i % 6 + 1, i % 70, i % 13, 'p' || i % 3, 'short' FROM generate_series(0, 599) i;
    CREATE INDEX hie_age ON hie(age);
    SELECT indp.protect('hie', person => 'id', rows_per_person => 3, columns => '{\"mdvis\": [0, 50]}', keys => '{\"site\": [1, 2, 3, 4, 5, 6, 7], \"year\": [0, 1, 2]}', $policies);
    SELECT public.opened('hie', 'analysts', 1e29); GRANT SELECT ON hie_private TO analysts; GRANT SELECT (id) ON hie_private TO PUBLIC"
ledger() { pg around -U owner -c "SELECT count(*) FROM indp.ledger('${1:-hie}')"; }
charged() { # NAME CHARGES SQL ANSWER
    before=$(ledger)
    answer "$1" "$3" "$4"
    after=$(ledger)
    if [ $((after - before)) = "$2" ]; then pass; else fail "$1" "charged $((after - before)) times instead of $2"; fi
}
fails() { # NAME CHARGES SQL CODE MESSAGE: like refused, but counts the charges
    before=$(ledger)
    refused "$1" "$3" "$4" "$5"
    after=$(ledger)
    if [ $((after - before)) = "$2" ]; then pass; else fail "$1" "charged $((after - before)) times instead of $2"; fi
}
# NAME SQL SED: SQL is run twice, with VALUE_ replaced by a value that occurs in the data and by one
# that does not. After the sed script SED, both outputs must be the same.
same() {
    sql "$(echo "$2" | sed 's/VALUE_/30/g');"
    with=$(printf '%s\n%s\n' "$out" "$err" | sed "$3")
    status=$code
    sql "$(echo "$2" | sed 's/VALUE_/98/g');"
    without=$(printf '%s\n%s\n' "$out" "$err" | sed "$3")
    if [ "$code" = "$status" ] && [ "$with" = "$without" ]; then pass; else fail "$1" "<$with>, but <$without> without rows"; fi
}
between() { # USER SQL: prints a line for psql that runs SQL in another session
    echo "\\! timeout 10 '$pg_bin/psql' -X -q -A -t -U $1 -d around -c \"$2\" >/dev/null 2>&1"
}
user=alice
setup alice "CREATE FUNCTION alice.f(a float8) RETURNS int8 LANGUAGE plpgsql AS 'DECLARE r int8; BEGIN SELECT dp_count(*) INTO r FROM hie_private WHERE age = a; RETURN r; END';
    CREATE TABLE alice.own(x int8); CREATE SEQUENCE alice.calls"

# Each of these statements must be refused and charge nothing. The text after the first ~ is the
# SQLSTATE, and the text after the second ~ is a part of the message.
before=$(ledger)
while IFS='~' read -r query refusal message; do
    [ -n "$query" ] || continue
    refused "$query" "$query" "$refusal" "$message"
done <<'CASES'
SELECT * FROM hie~42501~permission denied
COPY hie TO STDOUT~42501~permission denied
COPY (TABLE hie_private) TO STDOUT~0A000~must itself call a dp_ aggregate
INSERT INTO alice.own SELECT id FROM hie_private~0A000~must itself call a dp_ aggregate
CREATE TABLE alice.raw AS TABLE hie_private~0A000~must itself call a dp_ aggregate
CREATE MATERIALIZED VIEW alice.raw AS TABLE hie_private~0A000~must itself call a dp_ aggregate
UPDATE alice.own SET x = id FROM hie_private~0A000~only SELECT and INSERT
DELETE FROM alice.own USING hie_private WHERE x = id~0A000~only SELECT and INSERT
UPDATE hie_private SET id = id~0A000~not through the view
DELETE FROM hie_private~0A000~not through the view
INSERT INTO hie_private(id) VALUES (1)~0A000~not through the view
WITH w AS (INSERT INTO hie_private(id) VALUES (1) RETURNING id) SELECT 1~0A000~not through the view
SELECT 1 FROM hie_private FOR UPDATE~0A000~only SELECT and INSERT
INSERT INTO alice.own SELECT dp_count(*) FROM hie_private ON CONFLICT DO NOTHING~0A000~only SELECT and INSERT
SELECT n FROM hie_private h, LATERAL (SELECT count(*) AS n WHERE h.id = 5) s~0A000~only table in FROM
SELECT n FROM generate_series(1, 3) x, LATERAL (SELECT dp_count(*) AS n FROM hie_private WHERE site = x) s~0A000~outer query
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r JOIN hie_private ON id = n) SELECT count(*) FROM r~0A000~only table in FROM
SELECT id FROM hie_private UNION SELECT 1~0A000~must itself call a dp_ aggregate
SELECT 1 EXCEPT SELECT id FROM hie_private~0A000~must itself call a dp_ aggregate
SELECT DISTINCT ON (id) id FROM hie_private ORDER BY id~0A000~must itself call a dp_ aggregate
SELECT count(*) OVER () FROM hie_private~0A000~must not be called with OVER
SELECT dp_count(*), rank() OVER (ORDER BY id) FROM hie_private~42803~must appear in the GROUP BY
SELECT generate_series(1, id) FROM hie_private~0A000~must itself call a dp_ aggregate
SELECT dp_count(*) FROM hie_private TABLESAMPLE BERNOULLI (50)~0A000~TABLESAMPLE
SELECT dp_count(ctid) FROM hie_private~42703~ctid
SELECT dp_count(row_to_json(h)) FROM hie_private h~0A000~
SELECT dp_count(*) FROM hie_private h WHERE h IS NOT NULL~0A000~whole rows
SELECT dp_count(*) FROM hie_private h WHERE h = ROW(1, 2, 3, 4, 5, '', '')~0A000~
SELECT dp_count(*) FROM hie_private WHERE (id, site) < (3, 4)~0A000~construct
SELECT dp_count(*) FROM hie_private WHERE name SIMILAR TO 'p%'~0A000~cannot fail
SELECT dp_count(*) FROM hie_private WHERE 1 / 0 = id~22012~division by zero
SELECT dp_count(*) FROM hie_private GROUP BY CUBE (site, year)~0A000~GROUPING SETS
SELECT dp_count(*) FROM hie_private HAVING id > 5~42803~must appear in the GROUP BY
SELECT dp_count(*) FROM hie_private GROUP BY age~0A000~list of keys
SELECT dp_count(*) FROM hie_private CROSS JOIN generate_series(1, 10)~0A000~only table in FROM
SELECT dp_count(*) FROM alice.own LEFT JOIN hie_private ON x = id~0A000~only table in FROM
SELECT dp_sum((SELECT mdvis), 0, 50) FROM hie_private~0A000~construct
SELECT dp_count(ARRAY[id]) FROM hie_private~0A000~
SELECT dp_sum(mdvis, 0, age) FROM hie_private~0A000~must not read a column
SELECT dp_count(id, NULL::float8) FROM hie_private~22023~epsilon
SELECT dp_count(id, 'NaN'::float8) FROM hie_private~22023~epsilon
SELECT dp_count(id, 0.0) FROM hie_private~22023~epsilon
SELECT dp_count(id, -1.0) FROM hie_private~22023~epsilon
SELECT dp_count(id, 'Infinity'::float8) FROM hie_private~22023~epsilon
SELECT dp_count(id, 0.1 + random()) FROM hie_private~0A000~volatile
SELECT dp_count(id, 0.1, 1) FROM hie_private~0A000~rows_per_person comes from the policy
SELECT indp.guard(NULL)~0A000~planned without protection
SELECT indp.open(1)~42501~permission denied
SELECT * FROM indp.spent~42501~permission denied
SELECT * FROM indp.charges~42501~permission denied
UPDATE indp.policies SET total = 1e300~42501~permission denied
UPDATE indp.budgets SET epsilon = 1e300~42501~permission denied
BEGIN; LOCK TABLE indp.spent IN SHARE MODE~42501~permission denied
SELECT indp.protect('hie', 'id', 1000, 1e300, 1e18)~42501~only the owner
SELECT indp.unprotect('hie')~42501~only the owner
SELECT indp.budget('hie', 'alice', 1e300)~42501~only the owner
SELECT indp.resume('hie', 0)~42501~only the owner
SELECT indp.put_view('alice.own', 'hie_private')~42501~only the owner
CREATE TABLE alice.child() INHERITS (hie)~42501~owner
CREATE TABLE alice.child(id int REFERENCES hie(id))~42830~no unique constraint
CREATE STATISTICS alice.s ON id, site FROM hie~42501~owner
CREATE INDEX ON hie(id)~42501~owner
CREATE TRIGGER t AFTER INSERT ON hie EXECUTE FUNCTION suppress_redundant_updates_trigger()~42501~permission denied
CREATE RULE r AS ON UPDATE TO hie_private DO INSTEAD NOTHING~42501~owner
CREATE OR REPLACE VIEW public.hie_private AS SELECT 1 AS id~42501~
ALTER VIEW hie_private SET (security_barrier = false)~42501~owner
CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION alice.f()~42501~permission denied
SELECT pg_create_logical_replication_slot('s', 'test_decoding')~42501~
LOAD 'indp'~42501~not allowed
SET track_functions = 'all'~42501~permission denied
SET session_preload_libraries = ''~42501~permission denied
SET indp.float_precision = 10~42501~permission denied
SET log_executor_stats = on~42501~permission denied
CASES
if [ "$(ledger)" = "$before" ]; then pass; else fail 'refusals charge nothing' "$before, then $(ledger)"; fi

# Tests forged guards, views over views, and protected tables of the reader's own.
setup alice "CREATE VIEW alice.over AS SELECT * FROM hie_private; CREATE VIEW alice.forged AS SELECT * FROM hie WHERE indp.guard(1);
    CREATE VIEW alice.forged_own WITH (security_barrier) AS SELECT x AS id FROM alice.own WHERE indp.guard(1)"
refused 'a view over the protected view' 'SELECT dp_count(*) FROM alice.over' 0A000 'must itself call a dp_ aggregate'
refused 'a guard over the base table' 'SELECT dp_count(*) FROM alice.forged' 0A000 'does not read the view that indp.protect made'
refused 'a guard over a table of the reader' 'SELECT dp_count(*) FROM alice.forged_own' 0A000 'does not read the view that indp.protect made'
setup alice "CREATE TABLE alice.t(id int, age float8); SELECT indp.protect('alice.t', 'id', 1, $policies); SELECT public.opened('alice.t', 'alice', 1e29)"
policy=$(pg around -c "SELECT policy FROM indp.policies WHERE source = 'alice.t'::regclass")
setup alice "CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier) AS SELECT id, age FROM hie WHERE indp.guard($policy)"
refused 'an own policy over the base table' 'SELECT dp_count(*) FROM alice.t_private' 42501 'permission denied for table hie'
setup alice "CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier) AS SELECT id, age FROM hie_private WHERE indp.guard($policy)"
refused 'an own policy over the protected view' 'SELECT dp_count(*) FROM alice.t_private' 0A000 'refused'
refused 'its own guard is replaced, the other one stays' 'SELECT dp_count(*) FROM alice.t_private WHERE id > 3' 0A000 'refused'
if [ "$major" -ge 15 ]; then # security_invoker must not let the private part read hie, on which alice has no right
    setup alice "CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier, security_invoker) AS SELECT id, age FROM hie WHERE indp.guard($policy)"
    sql 'SELECT dp_count(*) FROM alice.t_private WHERE age = 30;'
    case "$err" in *ERROR:*) pass ;; *) fail 'an own policy over the base table by security_invoker' "answered $out" ;; esac
    setup alice "CREATE VIEW alice.below WITH (security_invoker) AS SELECT id, age FROM hie; CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier, security_invoker = false) AS SELECT id, age FROM alice.below WHERE indp.guard($policy)"
    sql 'SELECT dp_count(*) FROM alice.t_private WHERE age = 30;'
    case "$err" in *ERROR:*) pass ;; *) fail 'the same, with the view below' "answered $out" ;; esac
fi
# The planner evaluates constant calls in constraints, index predicates and statistics of the table.
# Functions called there must not run as the owner of the extension.
setup alice "CREATE SEQUENCE alice.seen; GRANT ALL ON SEQUENCE alice.seen TO PUBLIC; CREATE FUNCTION alice.who() RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN IF current_user NOT IN (''alice'', ''owner'') THEN
      PERFORM nextval(''alice.seen''); END IF; RETURN 5; END';
    CREATE TABLE alice.t1(id int, slot int NOT NULL, UNIQUE (id, slot)); ALTER TABLE alice.t1 ADD CHECK (slot <= alice.who());
    CREATE TABLE alice.t2(id int, slot int); CREATE INDEX ON alice.t2(id) WHERE slot <= alice.who();
    CREATE TABLE alice.t3(id int, slot int CHECK (slot <= alice.who()));
    CREATE TABLE alice.t4(id int, slot int); CREATE INDEX ON alice.t4((slot + alice.who()));
    SELECT indp.protect(t::regclass, 'id', 1, $policies) FROM unnest(ARRAY['alice.t1', 'alice.t2', 'alice.t3', 'alice.t4']) t;
    SELECT public.opened(t::regclass, 'alice', 1e29) FROM unnest(ARRAY['alice.t1', 'alice.t2', 'alice.t3', 'alice.t4']) t"
for t in 1 2 3 4; do
    sql "SELECT setval('alice.seen', 1, false);"
    sql "SET constraint_exclusion = on; SELECT dp_count(*) FROM alice.t${t}_private WHERE slot = 3;"
    answer "the code of a table's owner runs as the owner of the extension (alice.t$t)" 'SELECT is_called FROM alice.seen' f
done
# No code of the owner of a protected table runs in the session of the reader: neither as that owner
# nor as anybody else.
setup owner "CREATE SEQUENCE seen; CREATE SEQUENCE ran; CREATE SEQUENCE changed; GRANT ALL ON SEQUENCE seen, ran, changed TO PUBLIC;
    CREATE FUNCTION change() RETURNS void LANGUAGE plpgsql AS 'BEGIN CREATE TEMP TABLE trap(x int); PERFORM nextval(''public.changed''); EXCEPTION WHEN insufficient_privilege THEN NULL; END';
    CREATE FUNCTION who() RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''public.ran''); IF current_user <> ''owner'' THEN PERFORM nextval(''public.seen''); END IF; PERFORM public.change(); RETURN 5; END';
    CREATE TABLE coded(id int, slot int); CREATE TABLE limited(id int, slot int CHECK (slot <= who())); CREATE INDEX ON coded(id) WHERE slot <= who();
    SELECT indp.protect(t, 'id', 1, $policies) FROM (VALUES ('coded'::regclass), ('limited')) v(t); SELECT public.opened(t, 'analysts', 1e29) FROM (VALUES ('coded'::regclass), ('limited')) v(t);
    GRANT SELECT ON coded_private, limited_private TO analysts; SELECT setval('seen', 1, false), setval('ran', 1, false), setval('changed', 1, false)"
answer 'code of the owner' 'SET constraint_exclusion = on; SELECT dp_count(*) FROM limited_private WHERE slot = 7; SELECT is_called FROM ran; SELECT dp_count(*) FROM coded_private WHERE slot = 3;
    SELECT ran.is_called, seen.is_called, changed.is_called FROM ran, seen, changed' '0
f
0
f|f|f'
if [ "$major" -ge 15 ]; then
    setup owner "CREATE TABLE deep(id int, age int); INSERT INTO deep VALUES (1, 30), (2, 40); CREATE VIEW invoked WITH (security_invoker) AS SELECT id, age FROM deep; SELECT indp.protect('invoked', 'id', 1, $policies);
        SELECT public.opened('invoked', 'analysts', 1e29); GRANT SELECT ON invoked_private TO analysts"
    answer 'a security_invoker view below reads with the rights of the owner' 'SELECT dp_count(*) FROM invoked_private' 2
fi

# Functions, operators and aggregates of alice with the names of PostgreSQL's or of the extension's
# must not be called over private values.
setup alice "CREATE FUNCTION alice.leak(x int4) RETURNS bool IMMUTABLE COST 0.0001 LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', x; RETURN true; END';
    CREATE FUNCTION alice.leak(x int4, y int4) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', x; RETURN true; END';
    CREATE OPERATOR alice.= (LEFTARG = int4, RIGHTARG = int4, FUNCTION = alice.leak);
    CREATE OPERATOR alice.<<<< (LEFTARG = int4, RIGHTARG = int4, FUNCTION = int4lt, NEGATOR = OPERATOR(alice.=));
    CREATE FUNCTION alice.lower(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', \$1; RETURN \$1; END';
    CREATE SCHEMA shade; CREATE AGGREGATE shade.dp_count(int4) (SFUNC = int4pl, STYPE = int4, INITCOND = '0');
    CREATE TYPE alice.pair AS (a int); CREATE FUNCTION alice.to_pair(int4) RETURNS alice.pair IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''%'', \$1; RETURN NULL; END';
    CREATE CAST (int4 AS alice.pair) WITH FUNCTION alice.to_pair(int4) AS IMPLICIT;
    CREATE DOMAIN alice.dom AS int4 CHECK (alice.leak(VALUE)); CREATE DOMAIN alice.small AS float8 CHECK (VALUE < 2);
    CREATE TYPE alice.enum AS ENUM ('p0', 'p1');
    CREATE COLLATION alice.\"C\" (provider = libc, locale = 'C')"
while IFS='~' read -r query message; do
    [ -n "$query" ] || continue
    refused "$query" "$query" 0A000 "$message"
done <<'CASES'
SELECT dp_count(*) FROM hie_private WHERE alice.leak(id)~cannot fail
SELECT dp_count(alice.leak(id)) FROM hie_private~cannot fail
SELECT dp_count(*) FILTER (WHERE alice.leak(id)) FROM hie_private~cannot fail
SET search_path = alice, public, pg_catalog; SELECT pg_catalog.max(1) = 1 FROM (SELECT dp_count(*) FROM hie_private WHERE id = 5) s~cannot fail
SET search_path = alice, public, pg_catalog; SELECT dp_count(*) FROM hie_private WHERE lower(name) = 'p1'~cannot fail
SET search_path = shade, public; SELECT dp_count(id) FROM hie_private~only the dp_ aggregates
SELECT dp_count(id::alice.pair) FROM hie_private~cannot fail
SELECT dp_count(id::alice.dom) FROM hie_private~construct
SELECT dp_count(name::alice.enum) FROM hie_private~construct
SELECT dp_count(*) FROM hie_private WHERE id IS DISTINCT FROM 5 AND nullif(id, 5) OPERATOR(alice.=) 3~cannot fail
SELECT dp_count(*) FROM hie_private WHERE id OPERATOR(alice.=) ANY (ARRAY[1, 2])~not PostgreSQL's own
SET search_path = alice, public, pg_catalog; SELECT dp_count(nullif(id, 5)) FROM hie_private~not PostgreSQL's own
SELECT dp_count(*) FROM hie_private WHERE name COLLATE alice."C" < 'p1'~refused
CASES
charged "an operator of the reader's own, which is replaced by PostgreSQL's function behind it" 1 'SELECT dp_count(*) FROM hie_private WHERE id OPERATOR(alice.<<<<) 10' 30
charged 'a domain of a parameter' 1 'SELECT dp_count(id, 1.5::alice.small) IS NOT NULL FROM hie_private' t
fails 'a domain that refuses a parameter' 0 'SELECT dp_count(id, 2.5::alice.small) FROM hie_private' 23514 'violates check constraint'
setup alice "CREATE FUNCTION alice.rows() RETURNS SETOF int STABLE LANGUAGE sql AS 'SELECT id FROM hie_private'; CREATE FUNCTION alice.one() RETURNS SETOF int8 STABLE LANGUAGE sql AS 'SELECT dp_count(*) FROM hie_private'"
refused 'an inlined function' 'SELECT * FROM alice.rows()' 0A000 'planned without protection'
refused 'an inlined function with an aggregate' 'SELECT * FROM alice.one()' 0A000 'planned without protection'

# However a query is run, every answer that it returns must be charged.
charged 'an exception' 1 "DO \$\$ BEGIN BEGIN PERFORM dp_count(*) FROM hie_private; RAISE 'no'; EXCEPTION WHEN OTHERS THEN NULL; END; END \$\$" ''
charged 'a loop of savepoints' 3 'DO $$ BEGIN FOR i IN 1..3 LOOP BEGIN PERFORM alice.f(30); RAISE EXCEPTION SQLSTATE $a$P0001$a$; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP; END $$' ''
charged 'two-phase commit' 1 "BEGIN; SELECT dp_count(*) FROM hie_private; PREPARE TRANSACTION 'x'; ROLLBACK PREPARED 'x'" 600
fails 'an error over the answer' 1 'SELECT 1 / (dp_count(*) - dp_count(*)) FROM hie_private' 22012 'division by zero'
fails 'an error of a parameter' 0 'SELECT dp_count(id, 1 / (SELECT 0)) FROM hie_private' 22012 'division by zero'
charged 'MOVE' 1 'BEGIN; DECLARE c CURSOR FOR SELECT dp_count(*) FROM hie_private; MOVE ALL IN c; CLOSE c; ROLLBACK' ''
charged 'LIMIT 0' 0 'SELECT dp_count(*) FROM hie_private LIMIT 0' ''
charged 'WITH NO DATA' 0 'BEGIN; CREATE MATERIALIZED VIEW alice.m AS SELECT dp_count(*) FROM hie_private WITH NO DATA; ROLLBACK' ''
charged 'a materialised view' 3 'BEGIN; CREATE MATERIALIZED VIEW alice.m AS SELECT dp_count(*) AS n FROM hie_private; REFRESH MATERIALIZED VIEW alice.m; REFRESH MATERIALIZED VIEW alice.m; SELECT n FROM alice.m; ROLLBACK' 600
charged 'recursion returns one answer' 1 'WITH RECURSIVE r(n, c) AS (SELECT 0, 0::float8 UNION ALL SELECT n + 1, s FROM r, (SELECT dp_sum(mdvis, 0.001) AS s FROM hie_private) s WHERE n < 4) SELECT count(DISTINCT c) FROM r WHERE n > 0' 1
charged 'a trigger on each row' 3 "BEGIN; CREATE FUNCTION alice.tr() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM alice.f(30); RETURN NEW; END';
    CREATE TRIGGER t BEFORE INSERT ON alice.own FOR EACH ROW EXECUTE FUNCTION alice.tr(); INSERT INTO alice.own VALUES (1), (2), (3); ROLLBACK" ''
charged 'a rule' 1 'BEGIN; CREATE RULE r AS ON INSERT TO alice.own DO ALSO SELECT dp_count(*) FROM hie_private; INSERT INTO alice.own VALUES (1); ROLLBACK' 600
charged 'a default' 1 'BEGIN; ALTER TABLE alice.own ADD n int8 DEFAULT alice.f(30); INSERT INTO alice.own VALUES (1); SELECT n > 0 FROM alice.own; ROLLBACK' t
charged 'an index expression' 2 "BEGIN; CREATE FUNCTION alice.g(int8) RETURNS int8 IMMUTABLE LANGUAGE plpgsql SET search_path = public AS 'BEGIN RETURN alice.f(30); END'; INSERT INTO alice.own VALUES (1), (2); CREATE INDEX ON alice.own(alice.g(x)); ROLLBACK" ''
charged 'row level security of the reader' 1 'BEGIN; INSERT INTO alice.own VALUES (600), (1); ALTER TABLE alice.own ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY p ON alice.own USING (x = (SELECT dp_count(*) FROM hie_private)); SELECT count(*) FROM alice.own; ROLLBACK' 1
for mode in force_generic_plan force_custom_plan; do
    charged "plan_cache_mode = $mode" 3 "SET plan_cache_mode = $mode; PREPARE p(float8) AS SELECT dp_count(*) FROM hie_private WHERE age = \$1; EXECUTE p(30); EXECUTE p(98); EXECUTE p(NULL)" '9
0
0'
done
charged 'EXPLAIN EXECUTE' 0 "PREPARE p AS SELECT dp_count(*) FROM hie_private; EXPLAIN (COSTS off) EXECUTE p" 'Custom Scan (indp)'
fails 'EXPLAIN ANALYZE EXECUTE' 0 'PREPARE p AS SELECT dp_count(*) FROM hie_private; EXPLAIN (ANALYZE, TIMING off) EXECUTE p' 0A000 'EXPLAIN ANALYZE'
charged 'a call in EXPLAIN ANALYZE' 1 "DO \$\$ DECLARE t text; BEGIN EXPLAIN ANALYZE SELECT alice.f(30) INTO t; END \$\$" ''
charged 'the epsilon is evaluated once' 1 "CREATE FUNCTION alice.eps() RETURNS float8 STABLE LANGUAGE plpgsql AS 'BEGIN RETURN 1000.0 / nextval(''alice.calls''); END'; SELECT dp_count(id, alice.eps()) BETWEEN 500 AND 700 FROM hie_private; SELECT last_value FROM alice.calls" 't
1'
answer 'and is what is charged' "SELECT epsilon FROM indp.ledger('hie') ORDER BY at DESC LIMIT 1" 1000
charged 'a parameter that asks a question itself' 2 "CREATE FUNCTION alice.stable() RETURNS float8 STABLE LANGUAGE plpgsql AS 'BEGIN RETURN 1000.0 + alice.f(98); END'; SELECT dp_count(id, alice.stable()) IS NOT NULL FROM hie_private" t
# PostgreSQL 16 renamed the setting that forces parallel plans.
sql 'SHOW server_version_num;'
if [ "$out" -ge 160000 ]; then parallel=debug_parallel_query; else parallel=force_parallel_mode; fi
sql "BEGIN; CREATE FUNCTION alice.plain() RETURNS int8 LANGUAGE plpgsql AS 'DECLARE r int8; BEGIN SELECT dp_count(*) INTO r FROM hie_private; RETURN r; END';
    CREATE FUNCTION alice.par() RETURNS text PARALLEL SAFE LANGUAGE plpgsql AS 'BEGIN RETURN alice.plain(); END'; SELECT alice.plain();
    SET $parallel = on; SET max_parallel_workers = 0; SELECT alice.par(); ROLLBACK;"
case "$out $err" in 600*'must not run inside a parallel query'*) pass ;; *) fail 'a query from before, in parallel mode without workers' "$out $err" ;; esac
fails 'a query inside of a parallel plan' 0 'BEGIN; CREATE FUNCTION alice.par() RETURNS int8 PARALLEL SAFE LANGUAGE plpgsql AS $$ BEGIN RETURN alice.f(30); END $$; SET '"$parallel"' = on; SELECT alice.par()' 0A000 'parallel'
for setting in "$parallel = on" 'max_parallel_workers_per_gather = 0' 'work_mem = 64' 'jit = on; SET jit_above_cost = 0' 'enable_hashagg = off' 'enable_sort = off; SET enable_seqscan = off' 'cursor_tuple_fraction = 0' \
    'constraint_exclusion = on' 'parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0' 'from_collapse_limit = 1; SET geqo_threshold = 2' 'synchronize_seqscans = off' 'default_transaction_read_only = on'; do
    charged "SET $setting" 1 "SET $setting; SELECT dp_count(*), dp_count(DISTINCT id), dp_sum(mdvis, 1e18) FROM hie_private" "600|200|3589"
done
setup bob "CREATE FUNCTION bob.definer() RETURNS int8 SECURITY DEFINER LANGUAGE sql AS 'SELECT dp_count(*) FROM hie_private'; CREATE VIEW bob.v AS SELECT dp_count(*) AS n FROM hie_private; CREATE VIEW bob.hidden AS SELECT dp_count(*) AS n FROM hie_private; GRANT USAGE ON SCHEMA bob TO PUBLIC; GRANT SELECT ON bob.v TO PUBLIC"
charged 'SECURITY DEFINER' 1 'SELECT bob.definer()' 600
answer 'is paid by its owner' "SELECT count(*) FROM indp.ledger('hie') WHERE reader <> 'alice'" 0
fails 'the view of another reader, without a right' 0 'SELECT n FROM bob.hidden' 42501 'permission denied for view hidden'
charged 'the view of another reader' 1 'SELECT n FROM bob.v' 600
charged 'SET ROLE' 1 'SET ROLE analysts; SELECT dp_count(*) FROM hie_private' 600
setup postgres 'REVOKE analysts FROM carol'
user=carol
refused 'a right on one column is not enough' 'SELECT dp_count(id) FROM hie_private' 42501 'must hold SELECT on the protected view itself'
refused 'the view of another reader, without a right of her own' 'SELECT n FROM bob.v' 42501 'must hold SELECT on the protected view itself'
user=alice

# A change of a policy must take effect at once, even for plans, cursors and snapshots from before
# the change.
sql "PREPARE p AS SELECT dp_count(*) FROM hie_private; EXECUTE p;
$(between owner "SELECT indp.protect('hie', person => 'id', rows_per_person => 1, keys => '{\\\"site\\\": [1, 2], \\\"year\\\": [0]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30)")
EXECUTE p; BEGIN; DECLARE c CURSOR FOR EXECUTE p;"
if [ "$(echo "$out" | tr '\n' ' ')" = '600 200 ' ]; then pass; else fail 'a plan from before a change' "$out"; fi
sql "BEGIN; DECLARE c CURSOR FOR SELECT dp_count(*) FROM hie_private;
$(between owner "SET lock_timeout = 1000; SELECT indp.protect('hie', person => 'id', rows_per_person => 3, keys => '{\\\"site\\\": [1, 2, 3, 4, 5, 6, 7], \\\"year\\\": [0]}', columns => '{\\\"mdvis\\\": [0, 50]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30)")
FETCH c;"
case "$out$err" in *'policy has changed'*) pass ;; *) fail 'a cursor from before a change' "$out $err" ;; esac
answer 'an old snapshot sees the new policy' "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;
$(between owner "SELECT indp.protect('hie', person => 'id', rows_per_person => 2, keys => '{\\\"site\\\": [1, 2, 3, 4, 5, 6, 7], \\\"year\\\": [0]}', columns => '{\\\"mdvis\\\": [0, 50]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30)")
SELECT dp_count(*) FROM hie_private; COMMIT" '1
400'
setup alice "CREATE TABLE alice.t5(id int); SELECT indp.protect('alice.t5', 'id', 1, $policies); SELECT public.opened('alice.t5', 'alice', 1e29);
    CREATE FUNCTION alice.do(text) RETURNS void LANGUAGE plpgsql AS 'BEGIN EXECUTE \$1; END'; CREATE FUNCTION alice.dont(text) RETURNS float8 STABLE LANGUAGE plpgsql AS 'BEGIN PERFORM alice.do(\$1); RETURN 1; END'"
refused 'a parameter that unprotects' "SELECT dp_count(id, alice.dont('SELECT indp.unprotect(''alice.t5'')')) FROM alice.t5_private" 0A000 'policy has changed'
refused 'a parameter that makes the policy' "SELECT dp_count(id, alice.dont('SELECT public.opened(''alice.t5'', ''alice'', 1e29)')) FROM alice.t5_private" 55000 'this transaction has changed'
sql "SET client_min_messages = error; SELECT dp_count(id, alice.dont('DROP TABLE alice.t5 CASCADE')) FROM alice.t5_private;"
case "$err" in *ERROR:*) answer 'a parameter that drops the table' 'SELECT 1' 1 ;; *) fail 'a parameter that drops the table' "$out" ;; esac
refused 'protected and asked in one transaction' "BEGIN; CREATE TABLE alice.t6(id int); DO \$\$ BEGIN PERFORM indp.protect('alice.t6', 'id', 1, $policies); PERFORM public.opened('alice.t6', 'alice', 1e29); END \$\$; SELECT dp_count(*) FROM alice.t6_private" 55000 'this transaction has changed'
# A transaction in which alice protects her own table must not hold the lock of the ledger until its
# end.
sql "BEGIN; CREATE TABLE alice.t7(id int); SELECT indp.protect('alice.t7', 'id', 1, $policies);
\\! timeout 20 '$pg_bin/psql' -X -q -A -t -U bob -d around -c 'SET lock_timeout = 300' -c 'SELECT dp_count(*) FROM hie_private' 2>&1
ROLLBACK;"
case "$out" in *400*) pass ;; *) fail 'a reader blocks the charges of all tables' "$out $err" ;; esac

# What a reader sees besides the answer must not depend on the rows.
numbers='s/ *-\{0,1\}[0-9][0-9.]*/ N/g'
same 'EXPLAIN' 'EXPLAIN (VERBOSE, SETTINGS) SELECT dp_count(*) FROM hie_private WHERE age = VALUE_' s/30/98/
same 'EXPLAIN of a group' 'EXPLAIN SELECT site, dp_count(*) FROM hie_private WHERE age = VALUE_ GROUP BY site ORDER BY 2' s/30/98/
same 'debug_print_plan' 'SET client_min_messages = log; SET debug_print_plan = on; SET debug_print_rewritten = on; SET trace_sort = on; SELECT dp_count(*) FROM hie_private WHERE age = VALUE_' "$numbers"
same 'debug5' 'SET client_min_messages = debug5; SET trace_sort = on; SELECT dp_count(*) FROM hie_private WHERE age = VALUE_' "$numbers"
same 'counters of tables and functions' "BEGIN; SELECT alice.f(VALUE_) IS NULL; SELECT relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch FROM pg_stat_xact_all_tables WHERE relname = 'hie' OR schemaname = 'pg_toast'; SELECT relname, heap_blks_hit, idx_blks_hit FROM pg_statio_all_tables WHERE relname = 'hie'; SELECT funcname, calls FROM pg_stat_xact_user_functions; COMMIT" ''
setup postgres "ALTER ROLE alice SET track_functions = 'all'"
same 'counters of functions in C' "BEGIN; DO 'BEGIN PERFORM dp_sum(mdvis + 1, 0, 9) FROM hie_private WHERE age = VALUE_; END'; SELECT funcname, calls FROM pg_stat_xact_user_functions WHERE funcname = 'int4pl'; ROLLBACK" ''
setup postgres 'ALTER ROLE alice RESET track_functions'
same 'locks' "BEGIN; SELECT alice.f(VALUE_) IS NULL; SELECT locktype, relation::regclass, mode, page FROM pg_locks WHERE pid = pg_backend_pid() ORDER BY 1, 2, 3, 4" ''
same 'prepared statements and cursors' "SET plan_cache_mode = auto; PREPARE p AS SELECT dp_count(*) + 1 > 0 FROM hie_private WHERE age = VALUE_; EXECUTE p; EXECUTE p; SELECT generic_plans, custom_plans FROM pg_prepared_statements" ''
same 'buffers and WAL of a call' "SELECT alice.f(30); SELECT alice.f(98); EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS off, TIMING off, SUMMARY off) SELECT alice.f(VALUE_)" 's/.*WAL.*/WAL/; s/^[0-9]*$//'
stats="SELECT pg_stat_clear_snapshot(); SELECT pg_sleep(1.1); INSERT INTO stats SELECT xact_commit, tup_returned, tup_fetched, temp_files, temp_bytes FROM pg_stat_database WHERE datname = 'around';"
seen="SELECT max(c) - min(c), max(t) - min(t) < 1 FROM stats"
same 'counters of the database' "CREATE TEMP TABLE stats(c int8, r int8, f int8, t int8, b int8); SET work_mem = 64; $stats SELECT alice.f(VALUE_) IS NULL; $stats $seen" ''
answer 'the depth of the stack' "CREATE FUNCTION alice.deep(n int, a float8) RETURNS text LANGUAGE plpgsql AS 'DECLARE r text; BEGIN IF n > 0 THEN RETURN alice.deep(n - 1, a); END IF; IF a IS NULL THEN SELECT count(*) INTO r FROM alice.own; ELSE SELECT dp_count(*) INTO r FROM hie_private WHERE age = a; END IF; RETURN ''no error''; END';
    CREATE FUNCTION alice.try(n int, a float8) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN alice.deep(n, a); EXCEPTION WHEN OTHERS THEN RETURN SQLERRM; END';
    CREATE FUNCTION alice.deepest(a float8) RETURNS int LANGUAGE plpgsql AS 'DECLARE lo int := 1; hi int := 4000; BEGIN WHILE hi - lo > 1 LOOP IF alice.try((lo + hi) / 2, a) = ''no error'' THEN lo := (lo + hi) / 2; ELSE hi := (lo + hi) / 2; END IF; END LOOP; RETURN lo; END';
    SELECT alice.deepest(30) = alice.deepest(98)" t
# A query over a protected table fails unless 256 kB of the stack are free, so that whether the
# stack suffices does not depend on the rows.
holds 'the headroom of the stack' "SELECT (plain - alice.deepest(30)) * pg_size_bytes(current_setting('max_stack_depth')) / plain > 200000 FROM (SELECT alice.deepest(NULL) AS plain) p"
# The rows of the private part must be read before the counters of buffers are restored. Otherwise
# EXPLAIN would show how many blocks they took.
setup owner "CREATE TABLE big(id int, k int); INSERT INTO big SELECT i, i FROM generate_series(1, 4000) i;
    SELECT indp.protect('big', person => 'id', rows_per_person => 1, keys => (SELECT jsonb_build_object('k', jsonb_agg(i)) FROM generate_series(1, 4000) i), $policies); SELECT public.opened('big', 'analysts', 1e29); GRANT SELECT ON big_private TO analysts"
setup alice "CREATE FUNCTION alice.groups(n int) RETURNS int8 LANGUAGE plpgsql AS 'DECLARE r int8; BEGIN SELECT count(*) INTO r FROM (SELECT k, dp_count(*), dp_count(id) FROM big_private WHERE k <= n GROUP BY k) s; RETURN r; END';
    CREATE FUNCTION alice.temp(n int) RETURNS int LANGUAGE plpgsql AS 'DECLARE j json; BEGIN EXECUTE format(''EXPLAIN (ANALYZE, BUFFERS, FORMAT json) SELECT alice.groups(%s)'', n) INTO j; RETURN j->0->''Plan''->>''Temp Read Blocks''; END'"
answer 'temporary blocks tell the number of groups that have rows' 'SET work_mem = 64; SELECT count(DISTINCT alice.temp(n)) FROM generate_series(1000, 4000, 1000) n' 1
same 'messages of a sort' "SET work_mem = 64; SET max_parallel_workers_per_gather = 0; SET client_min_messages = log; SET trace_sort = on; SELECT dp_count(*) FROM big_private WHERE id < (VALUE_ - 29) * 50" "$numbers"
# The first query that reads a page may prune it, which writes WAL. EXPLAIN must not show how much.
setup owner "CREATE TABLE pruned(id int, x int) WITH (fillfactor = 50, autovacuum_enabled = off); INSERT INTO pruned SELECT i, 0 FROM generate_series(1, 20000) i; SELECT indp.protect('pruned', 'id', 1, $policies);
    SELECT public.opened('pruned', 'analysts', 1e29); GRANT SELECT ON pruned_private TO analysts; UPDATE pruned SET x = 1"
setup alice "CREATE FUNCTION alice.pages() RETURNS int8 LANGUAGE plpgsql AS 'DECLARE r int8; BEGIN SELECT dp_count(*) INTO r FROM pruned_private; RETURN r; END'"
answer 'WAL tells how many pages were pruned' "CREATE FUNCTION alice.wal() RETURNS int LANGUAGE plpgsql AS 'DECLARE j json; BEGIN EXECUTE ''EXPLAIN (ANALYZE, WAL, FORMAT json) SELECT alice.pages()'' INTO j; RETURN j->0->''Plan''->>''WAL Records''; END'; SELECT alice.wal() < 50" t
# If the planner used an index, it would read the root page of the index, and more often while the
# index is empty. EXPLAIN must not show such reads.
setup owner "CREATE TABLE rare(id int, age int); CREATE INDEX ON rare(id) WHERE age = 98; INSERT INTO rare SELECT i, i % 50 FROM generate_series(1, 100) i;
    SELECT indp.protect('rare', 'id', 1, $policies); SELECT public.opened('rare', 'analysts', 1e29); GRANT SELECT ON rare_private TO analysts"
hits="CREATE OR REPLACE FUNCTION alice.h() RETURNS int8 LANGUAGE plpgsql AS 'DECLARE r int8; BEGIN SELECT dp_count(*) INTO r FROM rare_private; RETURN r; END';
    DO 'BEGIN FOR i IN 1..3 LOOP PERFORM alice.h(); END LOOP; END'; EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off, SUMMARY off) SELECT alice.h();"
sql "$hits"
sql "$hits"
with=$out
setup owner 'INSERT INTO rare VALUES (98, 98)'
sql "$hits"
if [ "$with" = "$out" ]; then pass; else fail 'buffers tell whether a partial index is empty' "$with, then $out"; fi
# A plan over a join must have no workers: they could be launched once for each row of one side, and
# the counters of the database would show how often.
setup owner "CREATE TABLE persons(id int, age int); CREATE TABLE visits(person int, cost int); INSERT INTO persons SELECT i, i % 90 FROM generate_series(1, 500) i; INSERT INTO visits SELECT i, i % 50 FROM generate_series(1, 500) i;
    CREATE VIEW joined AS SELECT p.id, p.age, v.cost FROM persons p JOIN visits v ON v.person = p.id;
    SELECT indp.protect('joined', 'id', 1, $policies); SELECT public.opened('joined', 'analysts', 1e29); GRANT SELECT ON joined_private TO analysts"
same 'counters of the database tell a number of rows of a join' "CREATE TEMP TABLE stats(c int8, r int8, f int8, t int8, b int8); SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
    SELECT dp_count(*) > -1 FROM joined_private WHERE age = 99; $stats SELECT dp_count(*) > -1 FROM joined_private WHERE age = VALUE_; $stats $seen" ''
# The number of workers must depend neither on the size of a table nor on its statistics. The test
# repeats the query at several values of parallel_setup_cost. If the planner's estimate depended on
# the rows, two tables would get different numbers of workers at one of these values.
setup owner "CREATE TABLE tiny(id int UNIQUE, x int); INSERT INTO tiny VALUES (1, NULL); ALTER TABLE pruned ADD UNIQUE (id); ANALYZE tiny; ANALYZE pruned; SELECT indp.protect('tiny', 'id', 1, $policies);
    SELECT public.opened('tiny', 'analysts', 1e29); GRANT SELECT ON tiny_private TO analysts"
workers() { # QUERY: runs it at several costs
    echo "DO 'DECLARE c text; BEGIN FOR c IN SELECT unnest(ARRAY[0, 50, 1000, 30000, 50000, 60000, 70000, 80000, 90000, 100000, 120000, 150000]) LOOP
        PERFORM set_config(''parallel_setup_cost'', c, true); PERFORM $1; END LOOP; END';"
}
sql "CREATE TEMP TABLE stats(c int8, r int8, f int8, t int8, b int8); SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; $(workers 'dp_count(*) FROM tiny_private') $stats $(workers 'dp_count(*) FROM tiny_private') $stats $(workers 'dp_count(*) FROM pruned_private') $stats
    $(workers 'dp_count(*) FROM tiny_private WHERE x IS NULL') $stats $(workers 'dp_count(*) FROM pruned_private WHERE x IS NULL') $stats
    SELECT min(d[1]) > 12, min(d[1] - d[2]), min(d[3] - d[4]) FROM (SELECT array_agg(d ORDER BY n) AS d FROM (SELECT row_number() OVER w AS n, c - lag(c) OVER w AS d FROM stats WINDOW w AS (ORDER BY c)) s WHERE n > 1) s;"
case $(echo "$out $err" | tr -d '\n') in 't|0|0 ') pass ;; *) fail 'counters of the database tell the number of workers' "$out $err" ;; esac
# Other sessions can see locks. So the lock of a TOAST table must not show whether a long value was
# read.
setup owner "ALTER TABLE hie ALTER note SET STORAGE EXTERNAL; UPDATE hie SET note = repeat('abcdefgh', 200000) WHERE id = 10"
poll="DO \$\$ DECLARE t oid := (SELECT reltoastrelid FROM pg_class WHERE oid = 'hie'::regclass); n int := 0; i int := 0; BEGIN
    WHILE (n = 0 OR i = 0) AND clock_timestamp() < now() + '2.5 s' LOOP n := n + (SELECT count(*) FROM pg_locks WHERE relation = t); i := i + (SELECT count(*) FROM pg_locks WHERE relation = (SELECT indexrelid FROM pg_index WHERE indrelid = t)); END LOOP; RAISE WARNING 'seen: %, %', n > 0, i > 0; END \$\$"
for age in 30 98; do
    "$pg_bin/psql" -X -q -U bob -d around -c "$poll" >"$work/poll$age" 2>&1 &
    poller=$!
    sql "DO \$\$ BEGIN WHILE clock_timestamp() < now() + '2.5 s' LOOP PERFORM dp_count(*) FROM hie_private WHERE age = $age AND (note LIKE '%xa%' OR note LIKE '%xb%' OR note LIKE '%xc%'); END LOOP; END \$\$;"
    wait "$poller"
done
if cmp -s "$work/poll30" "$work/poll98"; then pass; else fail 'the lock of a TOAST table tells that a value was read' "$(cat "$work/poll30" "$work/poll98")"; fi

# The settings of a reader must not change what the lists of the policy mean.
setup owner "SET DateStyle = 'ISO, DMY'; CREATE TABLE dates(id int, d date, z timestamptz, i interval); SELECT indp.protect('dates', 'id', 1, keys => '{\"d\": [\"2020-01-02\", \"20-02-01\"], \"z\": [\"2020-01-01 00:00\"], \"i\": [\"-1 2:00\"]}', $policies);
    SELECT public.opened('dates', 'analysts', 1e29); GRANT SELECT ON dates_private TO analysts"
for style in DMY MDY YMD; do
    sql "SET DateStyle = 'ISO, $style'; SELECT string_agg(d::text, ' ') FROM (SELECT d, dp_count(*) FROM dates_private GROUP BY d) s;"
    echo "$out" >"$work/keys$style"
done
if cmp -s "$work/keysDMY" "$work/keysMDY" && cmp -s "$work/keysDMY" "$work/keysYMD"; then pass; else fail "a reader's DateStyle changes the keys of a policy" "$(cat "$work/keysDMY" "$work/keysMDY" "$work/keysYMD")"; fi
answer "a reader's TimeZone changes the keys of a policy" "CREATE TEMP TABLE z(z timestamptz); SET TimeZone = 'UTC'; INSERT INTO z SELECT z FROM (SELECT z, dp_count(*) FROM dates_private GROUP BY z) s; SET TimeZone = 'Asia/Tokyo'; INSERT INTO z SELECT z FROM (SELECT z, dp_count(*) FROM dates_private GROUP BY z) s; SELECT count(DISTINCT z) FROM z" 1

answer "a reader's IntervalStyle changes the keys of a policy" "SET IntervalStyle = sql_standard; SELECT extract(epoch FROM i)::int FROM (SELECT i, dp_count(*) FROM dates_private GROUP BY i) s" -79200
# Answers over protected tables are computed in real arithmetic, whatever the setting of the session
# is.
setup postgres 'ALTER ROLE alice SET indp.float_precision = 53'
answer 'float arithmetic in the session' 'SELECT dp_count(*) FROM hie_private' 400
setup postgres 'ALTER ROLE alice RESET indp.float_precision'

# Tests the bound on rows: rows_per_person is 1, so each count is the number of persons. Each NULL
# counts as a person of its own.
bounded() { # NAME TABLE CREATE COUNT
    setup owner "$3; SELECT indp.protect('$2', 'id', 1, keys => '{\"x\": [1, 2]}', $policies); SELECT public.opened('$2', 'analysts', 1e29); GRANT SELECT ON $2_private TO analysts"
    answer "$1" "SELECT dp_count(*) FROM $2_private" "$4"
    answer "$1, over groups" "SELECT sum(n) FROM (SELECT x, dp_count(*) AS n FROM $2_private GROUP BY x) s" "$4"
}
bounded 'numbers that differ in bytes' n1 "CREATE TABLE n1(id numeric, x int); INSERT INTO n1 VALUES (1, 1), (1.0, 2), (1.00, 1), (NULL, 1), (NULL, 1)" 3
bounded 'zeros' n2 "CREATE TABLE n2(id float8, x int); INSERT INTO n2 VALUES (0, 1), ('-0', 2), ('NaN', 1), ('NaN', 1)" 2
bounded 'padded texts' n3 "CREATE TABLE n3(id char(5), x int); INSERT INTO n3 VALUES ('a', 1), ('a  ', 2)" 1
bounded 'intervals' n4 "CREATE TABLE n4(id interval, x int); INSERT INTO n4 VALUES ('1 mon', 1), ('30 days', 2), ('720:00', 1)" 1
bounded 'a deferrable constraint' n5 "CREATE TABLE n5(id int UNIQUE DEFERRABLE INITIALLY DEFERRED, x int); INSERT INTO n5 VALUES (1, 1), (2, 1)" 2
bounded 'a slot that may be NULL' n6 "CREATE TABLE n6(id int, x int, UNIQUE (id, x), CHECK (x BETWEEN 1 AND 1)); INSERT INTO n6 VALUES (1, 1), (1, NULL)" 1
bounded 'a check that is not validated' n7 "CREATE TABLE n7(id int, x int NOT NULL, UNIQUE (id, x)); INSERT INTO n7 VALUES (1, 1), (1, 2); ALTER TABLE n7 ADD CHECK (x BETWEEN 1 AND 1) NOT VALID" 1
bounded 'a partial unique index' n8 "CREATE TABLE n8(id int, x int); CREATE UNIQUE INDEX ON n8(id) WHERE x = 1; INSERT INTO n8 VALUES (1, 1), (1, 2)" 1
bounded 'unique in each child' n9 "CREATE TABLE n9(id int UNIQUE, x int); CREATE TABLE n9c(UNIQUE (id)) INHERITS (n9); INSERT INTO n9 VALUES (1, 1); INSERT INTO n9c VALUES (1, 2)" 1
bounded 'unique in each partition' n10 "CREATE TABLE n10(id int, x int) PARTITION BY LIST (x); CREATE TABLE n10a PARTITION OF n10(UNIQUE (id)) FOR VALUES IN (1); CREATE TABLE n10b PARTITION OF n10(UNIQUE (id)) FOR VALUES IN (2); INSERT INTO n10 VALUES (1, 1), (1, 2)" 1
setup owner 'CREATE TABLE n9d(UNIQUE (id)) INHERITS (n9); INSERT INTO n9d VALUES (1, 1)'
answer 'a child that was added' 'SELECT dp_count(*) FROM n9_private' 1
answer 'a constraint that is younger than the snapshot' "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;
$(between owner 'DELETE FROM n8 WHERE x = 2; ALTER TABLE n8 ADD UNIQUE (id)')
SELECT dp_count(*) FROM n8_private; COMMIT; SELECT dp_count(*) FROM n8_private" '1
1
1'
answer 'persons in groups' 'SELECT sum(n) FROM (SELECT x, dp_count(DISTINCT id) AS n FROM n1_private GROUP BY x) s' 1
setup postgres "CREATE FOREIGN DATA WRAPPER nowhere; CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere; GRANT USAGE ON FOREIGN SERVER nowhere TO owner"
setup owner "CREATE FOREIGN TABLE n10c PARTITION OF n10 FOR VALUES IN (3) SERVER nowhere"
refused 'a foreign partition that was added' 'SELECT dp_count(*) FROM n10_private' 0A000 'neither an ordinary nor a partitioned table'
setup owner "ALTER TABLE n2 RENAME id TO person; ALTER TABLE n2 ADD id int"
answer 'a person that was renamed' 'SELECT dp_count(*) FROM n2_private' 2
setup owner "ALTER TABLE n4 ENABLE ROW LEVEL SECURITY; ALTER TABLE n4 FORCE ROW LEVEL SECURITY; CREATE POLICY p ON n4 USING (x = 1)"
setup owner "ALTER VIEW n2_private RENAME id TO other; DO \$\$ BEGIN EXECUTE format('CREATE OR REPLACE VIEW n2_private WITH (security_barrier) AS SELECT person AS other, x FROM n2 WHERE indp.guard(%s)', (SELECT policy FROM indp.policies WHERE source = 'n2'::regclass)); END \$\$"
refused 'a view without the person' 'SELECT dp_count(*) FROM n2_private' 0A000 'no person column'
refused 'row level security of the owner' 'SELECT dp_count(*) FROM n4_private' 0A000 'row level security is enabled on a table of the source; its owner must disable it'
while IFS='~' read -r view message; do
    [ -n "$view" ] || continue
    setup owner "DROP VIEW IF EXISTS mistake CASCADE; CREATE VIEW mistake AS $view"
    user=owner
    refused "a view of the owner: $view" "SELECT indp.protect('mistake', 'id', 1, $policies)" 0A000 "$message"
    user=alice
done <<'CASES'
SELECT id, age FROM hie LIMIT 5~SELECT, FROM, inner joins and WHERE
SELECT DISTINCT id FROM hie~SELECT, FROM, inner joins and WHERE
SELECT id, row_number() OVER () AS n FROM hie~SELECT, FROM, inner joins and WHERE
SELECT id FROM hie WHERE age > (SELECT avg(age) FROM hie)~SELECT, FROM, inner joins and WHERE
SELECT h.id, p.age FROM hie h LEFT JOIN persons p ON p.id = h.id~outer join
SELECT id FROM hie TABLESAMPLE BERNOULLI (50)~TABLESAMPLE
SELECT id FROM hie WHERE random() < 0.5~cannot fail
SELECT id FROM hie_private~cannot fail
SELECT pid AS id FROM pg_stat_activity~refused
SELECT i AS id FROM generate_series(1, 5) i~not a table
SELECT ARRAY[id] AS id FROM hie~refused
CASES
user=owner
setup owner "CREATE TABLE twice(id int, x int)"
user=owner
sql "SELECT indp.protect('twice', 'id', 1, keys => '{\"x\": [1, 1]}', $policies); SELECT public.opened('twice', 'analysts', 1e29); GRANT SELECT ON twice_private TO analysts;"
user=alice
refused 'a key that is listed twice' 'SELECT x, dp_count(*) FROM twice_private GROUP BY x' 0A000 'lists a key twice'
setup owner "CREATE TABLE wide(id int, x int, y int); SELECT indp.protect('wide', 'id', 1, $policies, keys => (SELECT jsonb_build_object('x', jsonb_agg(i), 'y', jsonb_agg(i)) FROM generate_series(0, 1000) i));
    SELECT public.opened('wide', 'analysts', 1e29); GRANT SELECT ON wide_private TO analysts"
refused 'too many groups' 'SELECT x, y, dp_count(*) FROM wide_private GROUP BY x, y' 0A000 'more than a million combinations'
setup owner "CREATE TABLE wider(id int, x int, y int); SELECT indp.protect('wider', 'id', 1, $policies, keys => (SELECT jsonb_build_object('x', jsonb_agg(i), 'y', jsonb_agg(i)) FROM generate_series(0, 999) i));
    SELECT public.opened('wider', 'analysts', 1e29); GRANT SELECT ON wider_private TO analysts"
refused 'too many values' 'SELECT x, y, dp_count(id + 1), dp_count(id + 2), dp_count(id + 3), dp_count(id + 4), dp_count(id + 5), dp_count(id + 6), dp_count(id + 7), dp_count(id + 8), dp_count(id + 9) FROM wider_private GROUP BY x, y' 0A000 'more than ten million values'
setup owner "CREATE TYPE mood AS ENUM ('low', 'high'); CREATE TABLE moods(id int, m mood); SELECT indp.protect('moods', 'id', 1, $policies, keys => '{\"m\": [\"high\", \"low\"]}'); SELECT public.opened('moods', 'analysts', 1e29);
    GRANT SELECT ON moods_private TO analysts"
refused 'the order of an enum' "SELECT dp_count(greatest(m, 'low')) FROM moods_private" 0A000 'GREATEST and LEAST must not compare enums'
answer 'an enum as a key' 'SELECT m, dp_count(*) FROM moods_private GROUP BY m' 'high|0
low|0'
# Tests queries under policies with wrong lists, which a direct call of indp.put_policy stores
# without a check.
damaged() { # NAME COLUMNS KEYS QUERY MESSAGE
    setup alice "SELECT indp.put_policy('alice.t', 'id', 1, '$2', '$3', 1e6, 1e18, 1e30, 1, 0)"
    refused "$1" "$4" 0A000 "$5"
}
invoker=', security_invoker = false'
[ "$major" -ge 15 ] || invoker='' # the option does not exist
setup alice "CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier$invoker) AS SELECT id, age FROM alice.t WHERE indp.guard($policy); INSERT INTO alice.t VALUES (1, 30), (2, 31), (3, 40)"
damaged 'a key that is a list' '{}' '{"id": [[1]]}' 'SELECT id, dp_count(*) FROM alice.t_private GROUP BY id' 'policy is damaged'
damaged 'bounds of one number' '{"age": [1]}' '{}' 'SELECT dp_sum(age) FROM alice.t_private' 'needs bounds'
setup alice "SELECT indp.protect('alice.t', 'id', 1, $policies); CREATE OR REPLACE VIEW alice.t_private WITH (security_barrier) AS SELECT id, age FROM alice.t WHERE age > 30 AND indp.guard($policy) AND age < 40"
answer 'further conditions in the protected view' 'SELECT dp_count(*) FROM alice.t_private WHERE id < 9' 1
infinite="'Infinity'"
[ "$major" -ge 14 ] || infinite="'NaN'" # numeric has no infinities
setup owner "CREATE TABLE odd(id int, f float8, n numeric); INSERT INTO odd VALUES (1, 'NaN', 'NaN'), (2, 'Infinity', $infinite), (3, '-Infinity', -($infinite)::numeric), (4, 1e308, 1e30);
    SELECT indp.protect('odd', 'id', 1, $policies); SELECT public.opened('odd', 'analysts', 1e29); GRANT SELECT ON odd_private TO analysts"
answer 'values that are no numbers' "SELECT dp_sum(f, -10, 10) BETWEEN -20 AND 20, dp_sum(n, -10, 10) BETWEEN -20 AND 20, dp_avg(f - f, 0, 1) BETWEEN -1 AND 2, dp_sum(f * f, 0, 1) BETWEEN -1 AND 4, dp_count(f / 0) < 4 FROM odd_private" 't|t|t|t|t'

# Not even a superuser can call indp.answers, the placeholder of the answers, whose first argument
# has the type `internal`. For a call with NULL, PostgreSQL 15.20 finds no function. 15.18 finds the
# function, but refuses to make a value of this type.
user=postgres
sql 'SELECT * FROM indp.answers(NULL, 1) AS a(x int8);'
case "$code $out $err" in
[1-9]*'  ERROR:  42883: '*'does not exist'* | [1-9]*'  ERROR:  0A000: cannot accept a value of type internal'*) pass ;;
*) fail 'a call of answers by a superuser' "not refused: <$out> $err (exit $code)" ;;
esac
user=alice
# Only collations that came with the server are known to be deterministic. Others must be refused.
setup owner "CREATE COLLATION own (provider = libc, locale = 'C'); CREATE TABLE texts(id text, t text COLLATE own, x int); CREATE TABLE owned(id text COLLATE own, x int); INSERT INTO texts VALUES ('a', 'a', 1), ('A', 'A', 2);
    SELECT indp.protect('texts', 'id', 1, $policies); SELECT public.opened('texts', 'analysts', 1e29); GRANT SELECT ON texts_private TO analysts"
user=owner
refused 'persons under a collation of the owner' "SELECT indp.protect('owned', 'id', 1, $policies)" 0A000 'the person column has a type or a collation that is not allowed'
user=alice
for query in "nullif(t, 'b') IS NULL" "t IN ('a', 'b')" "t IS DISTINCT FROM 'a'" "t = 'a'" "CASE t WHEN 'a' THEN true END"; do
    refused "a collation of the owner: $query" "SELECT dp_count(*) FROM texts_private WHERE $query" 0A000 'private texts need a deterministic collation'
done
user=owner
refused 'keys under a collation of the owner' "SELECT indp.protect('texts', 'id', 1, $policies, keys => '{\"t\": [\"a\"]}')" 0A000 'has a type or a collation that is not allowed'
user=alice

# Tests what a client can set before the library is loaded, and sessions without the library.
PGOPTIONS='-c session_preload_libraries=' sql 'SELECT dp_count(*) FROM hie_private;'
case "$err$out" in *'permission denied to set parameter'*) pass ;; *) [ "$out" = 400 ] && pass || fail 'a client resets session_preload_libraries' "$out $err" ;; esac
PGOPTIONS='-c indp.max_epsilon=1e300 -c indp.float_precision=4' sql 'SELECT dp_count(*) FROM hie_private;'
case "$err" in *ERROR:*) pass ;; *) fail 'a client sets placeholders' "$out $err" ;; esac
answer 'RESET ALL and DISCARD ALL' 'SET indp.budget = nobody; RESET ALL; DISCARD ALL; SELECT dp_count(*) FROM hie_private' 400
pg postgres -c 'ALTER DATABASE around RESET session_preload_libraries'
refused 'without the library, the first statement' 'SELECT dp_count(*) FROM hie_private' 0A000 'planned without protection'
refused 'without the library, rows' 'SELECT * FROM hie_private' 0A000 'planned without protection'
refused 'without the library, EXPLAIN' 'EXPLAIN SELECT id FROM hie_private WHERE age = 30' 0A000 'planned without protection'
sql 'SELECT indp_version() IS NOT NULL; SELECT * FROM hie_private;'
case "$err" in *'must itself call a dp_ aggregate'*) pass ;; *) fail 'loaded by a function' "$out $err" ;; esac
pg postgres -c "ALTER DATABASE around SET session_preload_libraries = '$pg_preload'"
if command -v dblink >/dev/null || [ -f "$("$PG_CONFIG" --sharedir)/extension/dblink.control" ]; then
    setup postgres 'CREATE EXTENSION dblink'
    before=$(ledger)
    sql "SELECT n FROM dblink('dbname=around user=bob', 'SELECT dp_count(*) FROM hie_private') AS d(n int8);"
    case "$out$err" in 400 | *'password'*) pass ;; *) fail 'dblink' "$out $err" ;; esac
    if [ -z "$out" ] || [ "$(ledger)" -gt "$before" ]; then pass; else fail 'dblink' 'not charged'; fi
fi
answer 'the server has not crashed' "SELECT count(*) > 0 FROM indp.ledger('hie')" t
user=postgres
db=test
