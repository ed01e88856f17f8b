# Tests indp.check, indp.accept and indp.explain. Each leak is planted, must be found by its name
# and with the expected statement, and must be gone after exactly that statement. The owner is not a
# superuser. Logical slots and publications need wal_level = logical.
cluster_restart "wal_level = logical" "jit = off"
sql "CREATE ROLE keeper LOGIN; CREATE ROLE judges; CREATE ROLE judge LOGIN IN ROLE judges; CREATE ROLE team; CREATE ROLE outsider LOGIN;
    CREATE DATABASE checked"
[ "$code" = 0 ] || fail check "$err"
db=checked
sql "CREATE EXTENSION indp; GRANT indp_owner TO keeper; CREATE SCHEMA ward AUTHORIZATION keeper; GRANT USAGE ON SCHEMA ward TO PUBLIC; GRANT CREATE ON SCHEMA ward TO keeper;
    SET ROLE keeper; CREATE TABLE ward.site(site int PRIMARY KEY); INSERT INTO ward.site SELECT generate_series(0, 3);
    CREATE TABLE ward.visit(visit int PRIMARY KEY, person int, site int, cost float8);
    INSERT INTO ward.visit SELECT i, i / 2, i % 3, i % 7 FROM generate_series(1, 1000) i"
[ "$code" = 0 ] || fail check "$err"

protect="indp.protect('ward.visit', 'person', 2, 10.0, 0.5, 1.0, columns => '{\"cost\": [0, 10]}', keys => '{\"site\": [0, 1, 2]}')"
user=keeper
answer 'an owner protects' "SELECT $protect" 'ward.visit_private'
answer 'what is open by default' "SELECT string_agg(leak, ' '), bool_or(accepted) FROM indp.check('ward.visit')" \
    'statistics locks preload reltuples|f'
refused 'a budget does not open' "SELECT indp.budget('ward.visit', 'judges', 3.0)" 55000 'readers can get around the protected view'
case "$err" in *'DETAIL:  These leaks are open: statistics, locks, preload, reltuples.'*"SELECT indp.accept(.., 'reltuples')"*) pass ;; *) fail 'the error names the leaks' "$err" ;; esac
user=postgres
sql "CREATE ROLE mighty REPLICATION IN ROLE pg_monitor; GRANT SELECT ON ward.visit TO mighty"
user=keeper
refused 'a role with many leaks' "SELECT indp.budget('ward.visit', 'mighty', 3.0)" 55000 'readers can get around the protected view'
case "$err" in *'DETAIL:  Among the open leaks are: '*', '*', '*', '*', '*'.'*) pass ;; *) fail 'the error says that there are more' "$err" ;; esac
user=postgres
sql 'DROP OWNED BY mighty; DROP ROLE mighty'
user=keeper
for every in '0.5 seconds' '34723 days' '-1 day' '1 month' '1 year' '12 months -1 day'; do
    refused "a window of $every" "SELECT indp.budget('ward.visit', 'judges', 3.0, every => '$every')" 22023 \
        "the interval \"every\" must be from 1 second to 34722 days; write days, such as '365 days', instead of months or years"
done
refused 'a window of 34722 days passes this check' "SELECT indp.budget('ward.visit', 'judges', 3.0, every => '34722 days')" 55000 'readers can get around'
refused 'accept: unknown' "SELECT indp.accept('ward.visit', 'weather')" 22023 'leak must be a name that indp.check knows'
refused 'accept: NULL' "SELECT indp.accept('ward.visit', NULL)" 22023 'leak must be a name that indp.check knows'
refused 'accept: a hint is no leak' "SELECT indp.accept('ward.visit', 'row_security')" 22023 'leak must be a name that indp.check knows'
refused 'check: not protected' "SELECT * FROM indp.check('ward.site')" 22023 'the source is not protected'
user=outsider
for call in "check('ward.visit')" "accept('ward.visit', 'reltuples')" "budget('ward.visit', 'judges', 3.0)" "put_policy('ward.visit', 'person', 2, '{}', '{}', 0.5, 1.0, 10.0, 0.1, 0)" \
    "put_budget('ward.visit', 'judges', 3.0, NULL, NULL, NULL)" "unprotect('ward.visit')" "resume('ward.visit', 1.0)" "related('ward.visit')" "row_order(1, 2, 3)" "statistics(false)"; do
    refused "not a member of indp_owner: ${call%%(*}" "SELECT indp.$call" 42501 "permission denied for function ${call%%(*}"
done
user=postgres
sql 'GRANT indp_owner TO outsider'
user=outsider
refused 'check: not the owner' "SELECT * FROM indp.check('ward.visit')" 42501 'only the owner of the source'
refused 'accept: not the owner' "SELECT indp.accept('ward.visit', 'reltuples')" 42501 'only the owner of the source'
refused 'budget: not the owner' "SELECT indp.budget('ward.visit', 'judges', 3.0)" 42501 'only the owner of the source'
refused 'statistics: not a superuser' 'SELECT indp.statistics(false)' 42501 'permission denied for function'
user=postgres
sql 'REVOKE indp_owner FROM outsider'

user=postgres
answer 'the library is not preloaded' "SELECT statement FROM indp.check('ward.visit') WHERE leak = 'preload'" \
    "ALTER DATABASE checked SET session_preload_libraries = 'indp'"
sql "ALTER DATABASE checked SET session_preload_libraries = '$pg_preload'"
for user in postgres keeper; do answer "the library is preloaded: $user" "SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'preload'" 0; done
user=postgres
sql "ALTER ROLE judge SET session_preload_libraries = 'auto_explain'; ALTER ROLE outsider IN DATABASE checked SET session_preload_libraries = ''"
answer 'libraries of a role come before those of the database' "SELECT statement FROM indp.check('ward.visit') WHERE leak = 'preload' ORDER BY 1" 'ALTER ROLE judge RESET session_preload_libraries
ALTER ROLE outsider IN DATABASE checked RESET session_preload_libraries'
sql "SELECT statement FROM indp.check('ward.visit') WHERE leak = 'preload' \\gexec"
answer 'they are closed' "SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'preload'" 0
user=keeper

# leak NAME LEAK PLANT STATEMENTS [UNDO]: PLANT opens the leak, and STATEMENTS are the statements
# that must close it. They are written without GRANTED BY, which versions before PostgreSQL 16 do
# not have.
leak() {
    user=postgres
    sql "$3;
    CREATE TEMP TABLE open AS SELECT statement FROM indp.check('ward.visit') WHERE leak = '$2' AND NOT accepted;
    SELECT string_agg(regexp_replace(statement, ' GRANTED BY .*', ''), '; ' ORDER BY statement) FROM open;
    SELECT statement FROM open
    \\o /dev/null
    \\gexec
    \\o
    SELECT 'after', count(*) FROM indp.check('ward.visit') WHERE NOT accepted AND leak = '$2';"
    if [ "$code" = 0 ] && [ "$out" = "$4
after|0" ]; then pass; else fail "$1" "$out $err"; fi
    [ -z "${5:-}" ] || sql "$5;"
    [ "$code" = 0 ] || fail "$1: undo" "$err"
}

# Leaks that are open by default must be closed by their statements, too.
user=postgres
for name in statistics locks; do
    sql "SELECT statement FROM indp.check('ward.visit') WHERE leak = '$name' \\gexec"
    user=keeper
    answer "$name is closed" "SELECT count(*) FROM indp.check('ward.visit') WHERE leak = '$name'" 0
    user=postgres
done
user=judge
refused 'n_tup_ins is closed' "SELECT n_tup_ins FROM pg_stat_all_tables WHERE relname = 'visit'" 42501 'permission denied for function'
refused 'n_live_tup of the transaction is closed' "SELECT * FROM pg_stat_xact_all_tables" 42501 'permission denied for function'
refused 'pg_statio is closed' "SELECT * FROM pg_statio_all_tables" 42501 'permission denied for function'
refused 'pg_stat_database is closed' "SELECT * FROM pg_stat_database" 42501 'permission denied for function'
refused 'pg_locks is closed' "SELECT * FROM pg_locks" 42501 'permission denied for function'
for call in 'pg_blocking_pids(1)' 'pg_safe_snapshot_blocking_pids(1)' "pg_isolation_test_session_is_blocked(1, '{}')"; do refused "$call is closed" "SELECT $call" 42501 'permission denied for function'; done
for view in pg_stat_bgwriter pg_stat_slru pg_stat_database_conflicts pg_stat_user_functions; do
    refused "$view is closed" "SELECT * FROM $view" 42501 'permission denied for function'
done
! since 14 pg_stat_wal 'the view exists' || refused 'pg_stat_wal is closed' 'SELECT * FROM pg_stat_wal' 42501 'permission denied for function'
! since 16 pg_stat_io 'the view exists' || refused 'pg_stat_io is closed' 'SELECT * FROM pg_stat_io' 42501 'permission denied for function'
! since 17 pg_stat_checkpointer 'the view exists' || refused 'pg_stat_checkpointer is closed' 'SELECT * FROM pg_stat_checkpointer' 42501 'permission denied for function'
! since 18 pg_stat_get_backend_io 'the function exists' || refused 'pg_stat_get_backend_io is closed' 'SELECT pg_stat_get_backend_io(pg_backend_pid())' 42501 'permission denied for function'
# Every function with such a name that stays open must be one of these, in each version.
answer 'what stays open' "SELECT string_agg(DISTINCT proname, ' ') FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^pg_stat_' AND has_function_privilege(oid, 'EXECUTE')
    AND proname <> ALL ('{pg_stat_get_activity,pg_stat_get_backend_activity,pg_stat_get_backend_activity_start,pg_stat_get_backend_client_addr,pg_stat_get_backend_client_port,pg_stat_get_backend_dbid,pg_stat_get_backend_idset,
        pg_stat_get_backend_pid,pg_stat_get_backend_start,pg_stat_get_backend_userid,pg_stat_get_backend_wait_event,pg_stat_get_backend_wait_event_type,pg_stat_get_backend_xact_start,pg_stat_get_progress_info,
        pg_stat_get_snapshot_timestamp,pg_stat_clear_snapshot,pg_stat_force_next_flush}')" ''
user=postgres
holds 'pg_monitor keeps its views' "CREATE ROLE nurse LOGIN IN ROLE pg_monitor; SET ROLE nurse; SELECT (SELECT count(*) FROM pg_stat_database) > 0 AND (SELECT count(*) FROM pg_stat_all_tables) > 0 AND (SELECT count(*) FROM pg_stat_bgwriter) = 1"
answer 'the statement is short' "SELECT max(length(statement)) < 100 FROM indp.check('ward.visit')" t
answer 'statistics can be opened again' "SELECT indp.statistics(true); SELECT has_function_privilege('judge', 'pg_stat_get_numscans(oid)', 'EXECUTE'), has_function_privilege('nurse', 'pg_stat_get_numscans(oid)', 'EXECUTE');
    SELECT statement FROM indp.check('ward.visit') WHERE leak = 'statistics'" '
t|t
SELECT indp.statistics(open => false)'
sql 'SELECT indp.statistics(false); DROP ROLE nurse'
user=keeper
sql "SELECT statement FROM indp.check('ward.visit') WHERE leak = 'reltuples' \\gexec"
answer 'what was accepted' "SELECT leak, accepted FROM indp.check('ward.visit') WHERE leak <> 'preload'" 'reltuples|t'
answer 'accepting changes no version' "SELECT version, accepted FROM indp.policies" '2|{reltuples}'
user=postgres
holds 'reltuples is readable indeed' "ANALYZE ward.visit; SET ROLE judge; SELECT reltuples = 1000 FROM pg_class WHERE relname = 'visit'"

# A role that has neither a budget nor a right on the view is not a reader. A role that is about to
# get a budget is one.
sql "GRANT SELECT ON ward.visit TO team"
answer 'a stranger is no leak' "SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'source_rights'" 0
user=keeper
refused 'a role that may read the table gets no budget' "SELECT indp.budget('ward.visit', 'team', 1.0)" 55000 'readers can get around'
case "$err" in *'DETAIL:  These leaks are open: source_rights.'*) pass ;; *) fail 'the leak of that role' "$err" ;; esac
sql "REVOKE SELECT ON ward.visit FROM team"
answer 'a clean table opens a budget' "SELECT indp.budget('ward.visit', 'judges', 3.0, per_reader => 2.0)" ''
sql "GRANT SELECT ON ward.visit_private TO judges"
answer 'a budget makes nothing else leak' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
user=postgres
sql "GRANT SELECT ON ward.visit TO judge"
user=keeper
answer 'a budget can shrink while a leak is open' "SELECT indp.budget('ward.visit', 'judges', 2.5, per_reader => 2.0)" ''
for call in "2.6, per_reader => 2.0" "2.5" "2.5, '1 day', 2.0"; do
    refused "a budget cannot grow while a leak is open: $call" "SELECT indp.budget('ward.visit', 'judges', $call)" 55000 'readers can get around'
done
user=postgres
sql "REVOKE SELECT ON ward.visit FROM judge"

# Tests leaks through rights on the source.
for right in SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER; do
    leak "$right" source_rights "GRANT $right ON ward.visit TO judge" "REVOKE $right ON TABLE ward.visit FROM judge"
done
! since 17 'MAINTAIN' 'the right exists' ||
    leak MAINTAIN source_rights 'GRANT MAINTAIN ON ward.visit TO judge' 'REVOKE MAINTAIN ON TABLE ward.visit FROM judge'
leak 'a right of PUBLIC' source_rights "GRANT SELECT ON ward.visit TO PUBLIC" 'REVOKE SELECT ON TABLE ward.visit FROM PUBLIC'
leak 'a right of the role of the budget' source_rights "GRANT SELECT ON ward.visit TO judges" 'REVOKE SELECT ON TABLE ward.visit FROM judges'
leak 'a right on a column' source_rights "GRANT SELECT (cost, site), UPDATE (site) ON ward.visit TO judge" \
    'REVOKE SELECT (cost), SELECT (site), UPDATE (site) ON TABLE ward.visit FROM judge'
leak 'a right of another role of a reader' source_rights "GRANT team TO judge; GRANT SELECT ON ward.visit TO team" \
    'REVOKE SELECT ON TABLE ward.visit FROM team' 'REVOKE team FROM judge'
leak 'a right by SET ROLE alone' source_rights "ALTER ROLE judge NOINHERIT; GRANT team TO judge; GRANT SELECT ON ward.visit TO team" \
    'REVOKE SELECT ON TABLE ward.visit FROM team' 'REVOKE team FROM judge; ALTER ROLE judge INHERIT'
leak 'a right that a third role gave' source_rights "GRANT SELECT ON ward.visit TO outsider WITH GRANT OPTION;
    SET ROLE outsider; GRANT SELECT ON ward.visit TO judge; RESET ROLE" 'REVOKE GRANT OPTION FOR SELECT ON TABLE ward.visit FROM outsider CASCADE' \
    'REVOKE ALL ON ward.visit FROM outsider'
leak 'a reader without budget' source_rights "GRANT SELECT ON ward.visit_private, ward.visit TO outsider" \
    'REVOKE SELECT ON TABLE ward.visit FROM outsider' 'REVOKE ALL ON ward.visit_private FROM outsider'
leak 'a reader of one column without budget' source_rights "GRANT SELECT (cost) ON ward.visit_private TO outsider; GRANT SELECT ON ward.visit TO outsider" \
    'REVOKE SELECT ON TABLE ward.visit FROM outsider' 'REVOKE ALL ON ward.visit_private FROM outsider'
leak 'a member of the members' source_rights "GRANT judge TO team; GRANT team TO outsider; GRANT SELECT ON ward.visit TO outsider" \
    'REVOKE SELECT ON TABLE ward.visit FROM outsider' 'REVOKE team FROM outsider; REVOKE judge FROM team'

# Tests leaks through rights on other relations.
# A function there may fit the arguments of a statement better than that of PostgreSQL.
leak 'a right to create functions in the search path' path_rights \
    'GRANT CREATE ON SCHEMA public TO judge' 'REVOKE CREATE ON SCHEMA public FROM judge'
leak 'the same right of everybody' path_rights 'GRANT CREATE ON SCHEMA public TO PUBLIC' \
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC'
tools="CREATE SCHEMA tools; GRANT CREATE ON SCHEMA tools TO team; GRANT team TO judge"
no_tools='DROP SCHEMA tools; REVOKE team FROM judge'
leak 'in the search path of the owner' path_rights "$tools;
    ALTER ROLE keeper SET search_path = tools, public" \
    'REVOKE CREATE ON SCHEMA tools FROM team' "$no_tools; ALTER ROLE keeper RESET search_path"
leak 'in the path of a role that may read' path_rights "$tools; GRANT SELECT ON ward.visit TO
    outsider; ALTER ROLE outsider SET search_path = tools, public" \
    'REVOKE CREATE ON SCHEMA tools FROM team' "$no_tools; REVOKE SELECT ON ward.visit FROM outsider;
    ALTER ROLE outsider RESET search_path"
leak 'in the path of a function' path_rights "$tools; CREATE FUNCTION ward.nightly() RETURNS void
    SET search_path = tools LANGUAGE sql AS ''; ALTER FUNCTION ward.nightly() OWNER TO keeper" \
    'REVOKE CREATE ON SCHEMA tools FROM team' "$no_tools; DROP FUNCTION ward.nightly()"
leak 'in a path with other capitals' path_rights "$tools; SELECT set_config('search_path',
    'Tools, public', false) = '' AS a \\gset
    ALTER ROLE keeper SET search_path FROM CURRENT; RESET search_path" \
    'REVOKE CREATE ON SCHEMA tools FROM team' "$no_tools; ALTER ROLE keeper RESET search_path"
leak 'in a schema whose name has a comma' path_rights "CREATE SCHEMA \"Tools, v2\";
    GRANT CREATE ON SCHEMA \"Tools, v2\" TO judge;
    ALTER ROLE keeper IN DATABASE checked SET search_path = \"Tools, v2\"" \
    'REVOKE CREATE ON SCHEMA "Tools, v2" FROM judge' \
    'DROP SCHEMA "Tools, v2"; ALTER ROLE keeper IN DATABASE checked RESET search_path'
leak 'a schema of a reader' path_rights "CREATE SCHEMA tools AUTHORIZATION judge;
    ALTER ROLE keeper IN DATABASE checked SET search_path = tools, public" \
    'ALTER SCHEMA tools OWNER TO keeper' \
    'DROP SCHEMA tools; ALTER ROLE keeper IN DATABASE checked RESET search_path'
leak 'what a reader once made there' path_rights "GRANT CREATE ON SCHEMA public TO judge;
    SET ROLE judge; CREATE FUNCTION public.floor(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
    CREATE TABLE public.visit(a int); CREATE TYPE public.mood AS ENUM ('good');
    CREATE OPERATOR public.+ (FUNCTION = public.floor, RIGHTARG = int);
    RESET ROLE; REVOKE CREATE ON SCHEMA public FROM judge" \
    "DROP OPERATOR public.+(NONE,integer) CASCADE; DROP ROUTINE public.floor(integer) CASCADE; \
DROP TABLE public.visit CASCADE; DROP TYPE public.mood CASCADE"
leak 'a schema with the name of the owner' database_rights \
    'CREATE SCHEMA keeper AUTHORIZATION keeper;
    GRANT CREATE ON SCHEMA keeper TO judge' 'REVOKE CREATE ON SCHEMA keeper FROM judge' \
    'DROP SCHEMA keeper'
leak 'a schema of a reader with the name of the owner' database_rights \
    'CREATE SCHEMA keeper AUTHORIZATION judge' 'DROP SCHEMA keeper CASCADE'
user=postgres
for free in 'ALTER ROLE judge SET search_path = judge, public' \
    'ALTER ROLE outsider SET search_path = judge, public'; do
    answer "no leak: $free" "BEGIN; CREATE SCHEMA judge AUTHORIZATION judge; $free;
        SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'path_rights'; ROLLBACK" 0
done
answer 'no leak: a temporary view over a catalog' "BEGIN; CREATE TEMP VIEW zv AS SELECT 1 AS a
    FROM pg_authid; GRANT SELECT ON zv TO PUBLIC; SELECT count(*) FROM indp.check('ward.visit')
    WHERE leak = 'view_rights'; ROLLBACK" 0
answer 'no leak: a view whose owner may not read the catalog' "BEGIN; CREATE VIEW ward.zv AS
    SELECT 1 AS a FROM pg_authid; ALTER VIEW ward.zv OWNER TO outsider; GRANT SELECT ON ward.zv TO
    PUBLIC; SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'view_rights'; ROLLBACK" 0
# Tests code of a reader that the source reaches through other objects.
peek="SET ROLE judge; CREATE FUNCTION ward.peek(int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT true'; CREATE FUNCTION ward.same(int, int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT true'; RESET ROLE"
sql "GRANT CREATE ON SCHEMA ward TO judge"
leak 'a domain of a reader' reader_code "CREATE DOMAIN ward.cents AS int; ALTER DOMAIN ward.cents OWNER TO judge; ALTER TABLE ward.visit ADD COLUMN fee ward.cents" \
    'ALTER TYPE ward.cents OWNER TO keeper' 'ALTER TABLE ward.visit DROP COLUMN fee; DROP DOMAIN ward.cents'
leak 'a domain over a domain of a reader' reader_code "CREATE DOMAIN ward.cents AS int; CREATE DOMAIN ward.euros AS ward.cents; ALTER DOMAIN ward.cents OWNER TO judge; ALTER TABLE ward.visit ADD COLUMN fee ward.euros[]" \
    'ALTER TYPE ward.cents OWNER TO keeper' 'ALTER TABLE ward.visit DROP COLUMN fee; DROP DOMAIN ward.cents CASCADE'
leak 'the row type of a table of a reader' reader_code "CREATE TABLE ward.rows2(n int); ALTER TABLE ward.rows2 OWNER TO judge; ALTER TABLE ward.visit ADD COLUMN fee ward.rows2" \
    'ALTER TABLE ward.rows2 OWNER TO keeper' 'ALTER TABLE ward.visit DROP COLUMN fee; DROP TABLE ward.rows2'
leak 'a composite type of a reader' reader_code "CREATE TYPE ward.money2 AS (n int); ALTER TYPE ward.money2 OWNER TO judge; ALTER TABLE ward.visit ADD COLUMN fee ward.money2" \
    'ALTER TYPE ward.money2 OWNER TO keeper' 'ALTER TABLE ward.visit DROP COLUMN fee; DROP TYPE ward.money2'
leak 'a condition of a domain' reader_code "$peek; CREATE DOMAIN ward.cents AS int CHECK (ward.peek(VALUE)); ALTER TABLE ward.visit ADD COLUMN fee ward.cents" \
    'DROP ROUTINE ward.peek(integer) CASCADE' 'ALTER TABLE ward.visit DROP COLUMN fee; DROP DOMAIN ward.cents; DROP FUNCTION ward.same'
leak 'a default of a domain' reader_code "SET ROLE judge; CREATE FUNCTION ward.next() RETURNS int LANGUAGE sql AS 'SELECT 1'; RESET ROLE; CREATE DOMAIN ward.cents AS int DEFAULT ward.next(); ALTER TABLE ward.visit ADD COLUMN fee ward.cents" \
    'DROP ROUTINE ward.next() CASCADE' 'ALTER TABLE ward.visit DROP COLUMN IF EXISTS fee; DROP DOMAIN IF EXISTS ward.cents'
for use in 'ALTER TABLE ward.visit ADD CHECK (site OPERATOR(ward.===) site)' 'CREATE INDEX ON ward.visit(person) WHERE site OPERATOR(ward.===) 1' \
    'CREATE RULE r AS ON UPDATE TO ward.visit WHERE old.site OPERATOR(ward.===) 1 DO ALSO NOTHING' \
    'CREATE TRIGGER g AFTER UPDATE ON ward.visit FOR EACH ROW WHEN (old.site OPERATOR(ward.===) 1) EXECUTE FUNCTION suppress_redundant_updates_trigger()' \
    'CREATE POLICY p ON ward.visit USING (site OPERATOR(ward.===) 1)' 'ALTER TABLE ward.visit ADD COLUMN fee bool DEFAULT 1 OPERATOR(ward.===) 1'; do
    leak "an operator whose function a reader owns: $use" reader_code "$peek; CREATE OPERATOR ward.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = ward.same); $use" \
        'DROP ROUTINE ward.same(integer,integer) CASCADE' 'DROP FUNCTION ward.peek; DROP RULE IF EXISTS r ON ward.visit; ALTER TABLE ward.visit DROP COLUMN IF EXISTS fee'
done
leak 'an operator of a reader' reader_code "CREATE OPERATOR ward.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq); ALTER OPERATOR ward.=== (int, int) OWNER TO judge; ALTER TABLE ward.visit ADD CHECK (site OPERATOR(ward.===) site)" \
    'ALTER OPERATOR ward.===(integer,integer) OWNER TO keeper' 'DROP OPERATOR ward.=== (int, int) CASCADE'
leak 'an operator class with a function of a reader' reader_code "SET ROLE judge; CREATE FUNCTION ward.cmp(int, int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 0'; RESET ROLE;
    CREATE OPERATOR CLASS ward.ints FOR TYPE int USING btree AS OPERATOR 1 <, OPERATOR 3 =, OPERATOR 5 >, FUNCTION 1 ward.cmp(int, int); CREATE INDEX ON ward.visit(site ward.ints)" \
    'DROP ROUTINE ward.cmp(integer,integer) CASCADE' 'DROP OPERATOR FAMILY IF EXISTS ward.ints USING btree CASCADE'
sql "REVOKE CREATE ON SCHEMA ward FROM judge"
[ "$code" = 0 ] || fail 'reader code' "$err"

leak 'a child' source_rights "CREATE TABLE ward.child() INHERITS (ward.visit); GRANT SELECT ON ward.child TO judge" \
    'REVOKE SELECT ON TABLE ward.child FROM judge' 'DROP TABLE ward.child'
leak 'a grandchild' source_rights "CREATE TABLE ward.child() INHERITS (ward.visit); CREATE TABLE ward.second() INHERITS (ward.child); GRANT SELECT ON ward.second TO judge" \
    'REVOKE SELECT ON TABLE ward.second FROM judge' 'DROP TABLE ward.second, ward.child'
leak 'a parent' source_rights "CREATE TABLE ward.parent(cost float8); ALTER TABLE ward.visit INHERIT ward.parent; GRANT SELECT ON ward.parent TO judge" \
    'REVOKE SELECT ON TABLE ward.parent FROM judge'
leak 'a view of the parent' view_rights "CREATE VIEW ward.above AS SELECT * FROM ward.parent; GRANT SELECT ON ward.above TO judge" \
    'REVOKE SELECT ON TABLE ward.above FROM judge' 'DROP VIEW ward.above; ALTER TABLE ward.visit NO INHERIT ward.parent; DROP TABLE ward.parent'
leak 'a view' view_rights "CREATE VIEW ward.open AS SELECT * FROM ward.visit; GRANT SELECT ON ward.open TO judge" \
    'REVOKE SELECT ON TABLE ward.open FROM judge'
leak 'a view over a view' view_rights "CREATE VIEW ward.second AS SELECT site FROM ward.open; GRANT SELECT ON ward.second TO judge" \
    'REVOKE SELECT ON TABLE ward.second FROM judge' 'DROP VIEW ward.open CASCADE'
leak 'a materialised view' view_rights "CREATE MATERIALIZED VIEW ward.kept AS SELECT * FROM ward.visit; GRANT SELECT ON ward.kept TO judge" \
    'REVOKE SELECT ON TABLE ward.kept FROM judge' 'DROP MATERIALIZED VIEW ward.kept'
leak 'a rule that reads' view_rights "CREATE TABLE ward.asked(n int); CREATE RULE ask AS ON INSERT TO ward.asked DO INSTEAD SELECT * FROM ward.visit; GRANT INSERT ON ward.asked TO judge" \
    'REVOKE INSERT ON TABLE ward.asked FROM judge' 'DROP TABLE ward.asked'
leak 'a rule that copies' copy_rights "CREATE TABLE ward.log(n int); CREATE RULE copy AS ON INSERT TO ward.visit DO ALSO INSERT INTO ward.log VALUES (new.person);
    GRANT SELECT ON ward.log TO judge" 'REVOKE SELECT ON TABLE ward.log FROM judge' 'DROP RULE copy ON ward.visit; DROP TABLE ward.log'
# What is connected in several steps: a line of steps.txt says what connects it, the kind of the
# relation that judge may read, that relation, and how it is planted and removed.
steps() { # FILE
    while IFS='~' read -r name kind relation plant undo; do
        leak "$name" "${kind}_rights" "$plant; GRANT SELECT ON $relation TO judge" \
            "REVOKE SELECT ON ${relation} FROM judge" "$undo"
    done <"$here/sql/$1"
}
steps steps.txt
leak 'a view of a table that is referenced' referenced_rights \
    'CREATE TABLE ward.room(id int PRIMARY KEY); CREATE VIEW ward.seen AS TABLE ward.room;
    ALTER TABLE ward.visit ADD room int REFERENCES ward.room;
    GRANT SELECT, DELETE ON ward.seen TO judge' 'REVOKE DELETE ON TABLE ward.seen FROM judge' \
    'ALTER TABLE ward.visit DROP room; DROP VIEW ward.seen; DROP TABLE ward.room'
leak 'a publication of a copy' publications \
    'CREATE TABLE ward.log(n int); CREATE RULE copy AS ON INSERT TO ward.visit
    DO ALSO INSERT INTO ward.log VALUES (NEW.site); CREATE PUBLICATION logs FOR TABLE ward.log' \
    'ALTER PUBLICATION logs DROP TABLE ONLY ward.log' \
    'DROP PUBLICATION logs; DROP RULE copy ON ward.visit; DROP TABLE ward.log'
if since 15 'rules of views with security_invoker' 'the option exists'; then
    leak 'rules of a view with security_invoker' view_rights \
        'CREATE VIEW ward.invoked WITH (security_invoker = on) AS TABLE ward.visit;
        CREATE RULE gives AS ON DELETE TO ward.invoked DO INSTEAD SELECT * FROM ward.visit;
        GRANT SELECT, DELETE ON ward.invoked TO judge' \
        'REVOKE DELETE ON TABLE ward.invoked FROM judge' 'DROP VIEW ward.invoked'
fi
if since 14 'functions that call functions' 'their bodies are in the catalog'; then
    SQL='LANGUAGE sql STABLE BEGIN ATOMIC'
    leak 'a function calls a function' definer_functions \
        "CREATE FUNCTION ward.inner() RETURNS bigint $SQL SELECT count(*) FROM ward.visit; END;
        CREATE FUNCTION ward.outer() RETURNS bigint SECURITY DEFINER $SQL
        SELECT ward.inner(); END" \
        'REVOKE EXECUTE ON ROUTINE ward."outer"() FROM PUBLIC'
    leak 'a view of what a function reads' view_rights \
        'CREATE MATERIALIZED VIEW ward.kept AS SELECT ward.inner() AS n;
        GRANT SELECT ON ward.kept TO judge' \
        'REVOKE SELECT ON TABLE ward.kept FROM judge' 'DROP MATERIALIZED VIEW ward.kept'
    leak 'a default that a function reads' copy_rights \
        'CREATE TABLE ward.log(n bigint DEFAULT ward.inner());
        GRANT SELECT ON ward.log TO judge' \
        'REVOKE SELECT ON TABLE ward.log FROM judge' \
        'DROP TABLE ward.log; DROP FUNCTION ward.outer, ward.inner'
    steps steps-14.txt
    leak 'an aggregate of such a function' definer_functions \
        "CREATE FUNCTION ward.step(bigint, int) RETURNS bigint SECURITY DEFINER $SQL
        SELECT count(*) FROM ward.visit; END; REVOKE EXECUTE ON FUNCTION ward.step FROM PUBLIC;
        CREATE AGGREGATE ward.peek(int) (sfunc = ward.step, stype = bigint)" \
        'REVOKE EXECUTE ON ROUTINE ward.peek(integer) FROM PUBLIC' \
        'DROP AGGREGATE ward.peek(int); DROP FUNCTION ward.step'
fi
leak 'writing through the protected view' protected_rights "GRANT INSERT ON ward.visit_private TO judge" \
    'REVOKE INSERT ON TABLE ward.visit_private FROM judge'
leak 'writing through a view over it' protected_rights "CREATE VIEW ward.mine AS SELECT * FROM ward.visit_private; GRANT SELECT, DELETE ON ward.mine TO judge" \
    'REVOKE DELETE ON TABLE ward.mine FROM judge'
answer 'a view over the protected view is no leak' "SELECT count(*), has_table_privilege('judge', 'ward.mine', 'SELECT') FROM indp.check('ward.visit') WHERE NOT accepted" '0|t'
sql 'DROP VIEW ward.mine'
sql "CREATE VIEW ward.theirs AS SELECT * FROM ward.visit_private; CREATE TABLE ward.read(n int); CREATE RULE r AS ON INSERT TO ward.read DO INSTEAD SELECT visit FROM ward.theirs;
    ALTER VIEW ward.theirs OWNER TO judge; ALTER TABLE ward.read OWNER TO judge; GRANT ALL ON ward.theirs, ward.read TO PUBLIC"
answer 'what a reader builds on the protected view is no leak' "SELECT leak, detail FROM indp.check('ward.visit') WHERE leak ~ 'protected_rights|view_rights' AND NOT accepted" ''
sql 'DROP VIEW ward.theirs CASCADE; DROP TABLE ward.read'
[ "$code" = 0 ] || fail 'undo' "$err"
leak 'a table that references' reference_rights "CREATE TABLE ward.note(visit int REFERENCES ward.visit); GRANT INSERT ON ward.note TO judge" \
    'REVOKE INSERT ON TABLE ward.note FROM judge'
leak 'a view over a table that references' view_rights "CREATE VIEW ward.notes AS SELECT * FROM ward.note; GRANT SELECT ON ward.notes TO judge" \
    'REVOKE SELECT ON TABLE ward.notes FROM judge' 'DROP TABLE ward.note CASCADE'
leak 'a table that is referenced' referenced_rights "ALTER TABLE ward.visit ADD FOREIGN KEY (site) REFERENCES ward.site; GRANT SELECT ON ward.site TO judge" \
    'REVOKE SELECT ON TABLE ward.site FROM judge'
sql "INSERT INTO ward.visit VALUES (1001, 500, 2, 1)"
answer 'xmax of a referenced row tells of an INSERT' "SELECT site FROM ward.site WHERE xmax <> 0" 2
sql "DELETE FROM ward.visit WHERE visit = 1001; ALTER TABLE ward.visit DROP CONSTRAINT visit_site_fkey"
leak 'a sequence' sequence_rights "SET ROLE keeper; CREATE SEQUENCE ward.number OWNED BY ward.visit.visit; GRANT USAGE ON SEQUENCE ward.number TO judge; RESET ROLE" \
    'REVOKE USAGE ON SEQUENCE ward.number FROM judge' 'DROP SEQUENCE ward.number'
leak 'a sequence of a default' sequence_rights "CREATE SEQUENCE ward.number; ALTER TABLE ward.visit ALTER visit SET DEFAULT nextval('ward.number');
    GRANT SELECT ON SEQUENCE ward.number TO judge" 'REVOKE SELECT ON SEQUENCE ward.number FROM judge' 'DROP SEQUENCE ward.number CASCADE'
leak 'the ledger' ledger_rights "GRANT SELECT, UPDATE ON indp.spent TO judge" 'REVOKE UPDATE ON TABLE indp.spent FROM judge' 'REVOKE ALL ON indp.spent FROM judge'
leak 'the schema of the extension' ledger_rights "GRANT CREATE ON SCHEMA indp TO judge" 'REVOKE CREATE ON SCHEMA indp FROM judge'
leak 'everybody reads the view' public_view "GRANT SELECT ON ward.visit_private TO PUBLIC" 'REVOKE SELECT ON TABLE ward.visit_private FROM PUBLIC'
leak 'everybody reads a column of the view' public_view "GRANT SELECT (site, cost) ON ward.visit_private TO PUBLIC" \
    'REVOKE SELECT (cost), SELECT (site) ON TABLE ward.visit_private FROM PUBLIC'
leak 'rights on new children' default_rights "CREATE TABLE ward.child() INHERITS (ward.visit); ALTER DEFAULT PRIVILEGES FOR ROLE keeper GRANT SELECT ON TABLES TO judge;
    ALTER DEFAULT PRIVILEGES FOR ROLE keeper IN SCHEMA ward GRANT INSERT ON TABLES TO PUBLIC" \
    'ALTER DEFAULT PRIVILEGES FOR ROLE keeper IN SCHEMA ward REVOKE INSERT ON TABLES FROM PUBLIC; ALTER DEFAULT PRIVILEGES FOR ROLE keeper REVOKE SELECT ON TABLES FROM judge' \
    'DROP TABLE ward.child'
# A view that a reader owns, or that checks the rights of the reader, shows only what the reader may
# read without the view. So neither is a leak.
sql "GRANT CREATE ON SCHEMA ward TO judge; SET ROLE judge; CREATE VIEW ward.vain AS SELECT * FROM ward.visit"
answer 'a view of a reader is no leak' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
sql "REVOKE CREATE ON SCHEMA ward FROM judge; DROP VIEW ward.vain"
if since 15 'security_invoker' 'the option exists'; then
    sql "CREATE VIEW ward.vain WITH (security_invoker) AS SELECT * FROM ward.visit; GRANT SELECT ON ward.vain TO judge"
    answer 'a view with rights of its reader is no leak' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
    leak 'a view over it is one' view_rights "CREATE VIEW ward.open AS SELECT * FROM ward.vain; GRANT SELECT ON ward.open TO judge" \
        'REVOKE SELECT ON TABLE ward.open FROM judge' 'DROP VIEW ward.vain CASCADE'
fi

# Tests leaks through ownership and through rights of roles.
for owned in 'TABLE ward.visit_copy' 'MATERIALIZED VIEW ward.kept'; do
    leak "owner: $owned" ownership "CREATE TABLE ward.visit_copy() INHERITS (ward.visit); CREATE MATERIALIZED VIEW ward.kept AS SELECT * FROM ward.visit;
        GRANT CREATE ON SCHEMA ward TO judge; ALTER $owned OWNER TO judge" "ALTER $owned OWNER TO keeper" \
        'DROP MATERIALIZED VIEW ward.kept; DROP TABLE ward.visit_copy; REVOKE CREATE ON SCHEMA ward FROM judge'
done
leak 'owner of the schema' ownership "ALTER SCHEMA ward OWNER TO judge" 'ALTER SCHEMA ward OWNER TO keeper' \
    'GRANT USAGE ON SCHEMA ward TO PUBLIC; GRANT CREATE ON SCHEMA ward TO keeper'
leak 'owner of the protected view' ownership "GRANT CREATE ON SCHEMA ward TO judge; ALTER VIEW ward.visit_private OWNER TO judge" \
    'ALTER VIEW ward.visit_private OWNER TO keeper' 'REVOKE CREATE ON SCHEMA ward FROM judge; GRANT SELECT ON ward.visit_private TO judges'
leak 'member of the owner' ownership "GRANT keeper TO judges" 'REVOKE keeper FROM judges'
leak 'a superuser' superuser "ALTER ROLE judge SUPERUSER" 'ALTER ROLE judge NOSUPERUSER'
leak 'member of a superuser' superuser "ALTER ROLE team SUPERUSER; GRANT team TO judge" 'REVOKE team FROM judge' 'ALTER ROLE team NOSUPERUSER'
leak 'member of the first superuser' superuser "GRANT postgres TO judge" 'REVOKE postgres FROM judge'
leak 'replication' replication "ALTER ROLE judge REPLICATION" 'ALTER ROLE judge NOREPLICATION'
leak 'member of one that replicates' replication "ALTER ROLE team REPLICATION; GRANT team TO judge" 'REVOKE team FROM judge' 'ALTER ROLE team NOREPLICATION'
if [ "$major" -lt 16 ]; then
    leak 'CREATEROLE' createrole "ALTER ROLE judge CREATEROLE" 'ALTER ROLE judge NOCREATEROLE'
else
    sql "ALTER ROLE judge CREATEROLE"
    answer 'CREATEROLE from PostgreSQL 16 on' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
    sql "ALTER ROLE judge NOCREATEROLE"
fi
for role in $(pg checked -c "SELECT rolname FROM pg_roles WHERE rolname IN ('pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
    'pg_execute_server_program', 'pg_stat_scan_tables', 'pg_monitor', 'pg_read_all_stats', 'pg_create_subscription', 'pg_maintain')"); do
    leak "$role" system_role "GRANT $role TO judge" "REVOKE $role FROM judge"
done
leak 'a role of PostgreSQL through another' system_role "GRANT team TO judge; GRANT pg_monitor TO team" 'REVOKE pg_monitor FROM team' 'REVOKE team FROM judge'
sql 'GRANT pg_signal_backend TO judge'
answer 'pg_signal_backend is no leak' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
sql 'REVOKE pg_signal_backend FROM judge'
sql 'GRANT judges TO keeper'
answer 'the owner is no reader' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0
sql 'REVOKE judges FROM keeper'

# Tests leaks through rights on functions and tables of the system.
leak 'statistics of one function' statistics "GRANT EXECUTE ON FUNCTION pg_stat_get_live_tuples(oid) TO judge" \
    'REVOKE EXECUTE ON ROUTINE pg_stat_get_live_tuples(oid) FROM judge'
leak 'pg_locks' locks "GRANT EXECUTE ON FUNCTION pg_lock_status() TO judge" 'REVOKE EXECUTE ON ROUTINE pg_lock_status() FROM judge'
leak 'a file function' system_rights "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO judge" 'REVOKE EXECUTE ON ROUTINE pg_read_file(text) FROM judge'
for catalog in pg_statistic pg_statistic_ext_data; do
    leak "$catalog" system_rights "GRANT SELECT ON $catalog TO judge" "REVOKE SELECT ON TABLE $catalog FROM judge"
done
leak 'a column of a catalog' system_rights "GRANT SELECT (stavalues1) ON pg_statistic TO judge" "REVOKE SELECT (stavalues1) ON TABLE pg_statistic FROM judge"
if since 15 'GRANT ON PARAMETER' 'it exists'; then
    leak 'a setting' parameters "GRANT SET ON PARAMETER log_statement_stats TO judge" 'REVOKE SET ON PARAMETER log_statement_stats FROM judge'
fi
for extension in dblink pageinspect pg_buffercache pg_stat_statements amcheck; do
    if [ "$(pg checked -c "SELECT count(*) FROM pg_available_extensions WHERE name = '$extension'")" = 0 ]; then
        skip "$extension" 'the extension is not installed'
        continue
    fi
    sql "CREATE EXTENSION $extension; SET search_path = pg_catalog; SELECT p.oid::regprocedure FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension AS e ON e.oid = d.refobjid AND e.extname = '$extension'
        WHERE p.proname IN ('dblink_connect', 'get_raw_page', 'pg_buffercache_pages', 'pg_stat_statements', 'bt_index_check') ORDER BY p.oid::regprocedure::text LIMIT 1"
    function=$out
    sql "SELECT format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', p.oid::regprocedure) FROM pg_proc AS p JOIN pg_depend AS d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension AS e ON e.oid = d.refobjid AND e.extname = '$extension' \\gexec"
    leak "functions of $extension" extension_functions "GRANT EXECUTE ON FUNCTION $function TO judge" "REVOKE EXECUTE ON ROUTINE $function FROM judge" "DROP EXTENSION $extension"
done
sql "CREATE FOREIGN DATA WRAPPER loop; CREATE SERVER back FOREIGN DATA WRAPPER loop"
leak 'a foreign server' foreign_servers "GRANT USAGE ON FOREIGN SERVER back TO judge; GRANT USAGE ON FOREIGN DATA WRAPPER loop TO PUBLIC" \
    'REVOKE USAGE ON FOREIGN DATA WRAPPER loop FROM PUBLIC; REVOKE USAGE ON FOREIGN SERVER back FROM judge' 'DROP FOREIGN DATA WRAPPER loop CASCADE'
leak 'a foreign table' foreign_servers "CREATE FOREIGN DATA WRAPPER loop;
    CREATE SERVER back FOREIGN DATA WRAPPER loop;
    CREATE FOREIGN TABLE ward.round(n int) SERVER back; GRANT SELECT ON ward.round TO judge" \
    'REVOKE SELECT ON TABLE ward.round FROM judge'
leak 'a view of a foreign table' foreign_servers "CREATE VIEW ward.rounds AS TABLE ward.round;
    GRANT SELECT ON ward.rounds TO judge" \
    'REVOKE SELECT ON TABLE ward.rounds FROM judge' 'DROP FOREIGN DATA WRAPPER loop CASCADE'
sql "SELECT p.view, p.policy FROM indp.policies AS p WHERE p.source = 'ward.visit'::regclass"
view=${out%|*} policy=${out#*|}
guarded="SELECT * FROM ward.visit WHERE indp.guard($policy)"
as_it_was="CREATE OR REPLACE VIEW $view WITH (security_barrier) AS $guarded"
leak 'a view without its guard' view_rights \
    "CREATE OR REPLACE VIEW $view AS SELECT * FROM ward.visit WHERE true OR indp.guard($policy)" \
    "$as_it_was"
leak 'a view with another query' view_rights "CREATE OR REPLACE VIEW $view AS
    SELECT a.* FROM ward.visit AS a JOIN ward.visit AS b ON b.person = 7
    WHERE indp.guard($policy)" \
    "$as_it_was"
leak 'a view with another table' view_rights "CREATE OR REPLACE VIEW $view AS
    SELECT a.* FROM ward.visit AS a, ward.site AS s WHERE indp.guard($policy)" \
    "$as_it_was"
leak 'a view with columns exchanged' view_rights "CREATE OR REPLACE VIEW $view AS
    SELECT visit, site AS person, person AS site, cost FROM ward.visit WHERE indp.guard($policy)" \
    "$as_it_was"
leak 'a view without its guard, in a UNION' view_rights \
    "CREATE OR REPLACE VIEW $view AS SELECT * FROM ward.visit UNION ALL $guarded" "$as_it_was"
if since 14 'a function with a body in SQL' 'it exists'; then
    deputy='LANGUAGE sql SECURITY DEFINER BEGIN ATOMIC'
    SQL_BODY='LANGUAGE sql BEGIN ATOMIC'
    leak 'a function that deletes what is referenced' definer_functions "
        CREATE TABLE ward.room(id int PRIMARY KEY);
        ALTER TABLE ward.visit ADD room int REFERENCES ward.room;
        CREATE FUNCTION ward.clear(int) RETURNS void $deputy
            DELETE FROM ward.room WHERE id = \$1; END" \
        'REVOKE EXECUTE ON ROUTINE ward.clear(integer) FROM PUBLIC' 'DROP FUNCTION ward.clear'
    leak 'a function that reads what is referenced' definer_functions \
        "CREATE FUNCTION ward.many() RETURNS bigint $deputy SELECT count(*) FROM ward.room; END" \
        '' 'DROP FUNCTION ward.many; ALTER TABLE ward.visit DROP room; DROP TABLE ward.room'
    # Of roles that may only call such a function, write or delete, or that read statistics.
    sql 'CREATE ROLE clerk'
    leak 'a function that calls such a function' definer_functions "
        CREATE FUNCTION ward.peek() RETURNS bigint $deputy SELECT count(*) FROM ward.visit; END;
        REVOKE EXECUTE ON FUNCTION ward.peek() FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION ward.peek() TO clerk;
        CREATE FUNCTION ward.outer() RETURNS bigint $deputy SELECT ward.peek(); END;
        ALTER FUNCTION ward.outer OWNER TO clerk" \
        'REVOKE EXECUTE ON ROUTINE ward."outer"() FROM PUBLIC' \
        'DROP FUNCTION ward.outer, ward.peek'
    while IFS='~' read -r right returns body; do
        leak "a function whose owner may only $right" definer_functions "
            GRANT $right ON ward.visit TO clerk;
            CREATE FUNCTION ward.register() RETURNS $returns $deputy $body; END;
            ALTER FUNCTION ward.register OWNER TO clerk" \
            'REVOKE EXECUTE ON ROUTINE ward.register() FROM PUBLIC' \
            "DROP FUNCTION ward.register; REVOKE $right ON ward.visit FROM clerk"
    done <<'RIGHTS'
INSERT~void~INSERT INTO ward.visit(visit) VALUES (1)
UPDATE~void~UPDATE ward.visit SET cost = 0
DELETE~void~DELETE FROM ward.visit
SELECT (cost)~bigint~SELECT count(cost) FROM ward.visit
RIGHTS
    leak 'a function that reads statistics' definer_functions "
        CREATE FUNCTION ward.profile() RETURNS text $deputy
            SELECT max(histogram_bounds::text) FROM pg_stats; END" \
        'REVOKE EXECUTE ON ROUTINE ward.profile() FROM PUBLIC' 'DROP FUNCTION ward.profile'
    leak 'a function over a view over statistics' definer_functions "
        CREATE VIEW ward.columns AS SELECT histogram_bounds::text AS h FROM pg_stats;
        CREATE VIEW ward.least AS SELECT min(h) AS h FROM ward.columns;
        CREATE FUNCTION ward.profile() RETURNS text $deputy SELECT h FROM ward.least; END" \
        'REVOKE EXECUTE ON ROUTINE ward.profile() FROM PUBLIC' \
        'DROP FUNCTION ward.profile; DROP VIEW ward.columns CASCADE'
    # Bodies that are too long to be read are assumed to be the worst. So are counters and texts.
    while IFS='~' read -r name returns body; do
        leak "a function over $name" definer_functions "
            CREATE FUNCTION ward.profile() RETURNS $returns $deputy $body; END" \
            'REVOKE EXECUTE ON ROUTINE ward.profile() FROM PUBLIC' 'DROP FUNCTION ward.profile'
    done <<'SHOWN'
counters~bigint~SELECT sum(n_tup_ins)::bigint FROM pg_stat_user_tables
a counter~bigint~SELECT pg_stat_get_live_tuples('ward.visit'::text::regclass)
a text~xml~SELECT query_to_xml('TABLE ward.visit', true, true, '')
sessions~text~SELECT max(query) FROM pg_stat_activity
progress~bigint~SELECT sum(tuples_processed)::bigint FROM pg_stat_progress_copy
locks~bigint~SELECT count(*) FROM pg_locks
files~bytea~SELECT pg_read_binary_file('postgresql.conf')
large objects~bigint~SELECT count(*) FROM pg_largeobject
SHOWN
    wide=$(seq 400 | sed 's/.*/max(histogram_bounds::text || &) AS c&/' | paste -sd ,)
    leak 'a function over a long view over statistics' definer_functions "
        CREATE VIEW ward.columns AS SELECT max(histogram_bounds::text) AS h, $wide FROM pg_stats;
        CREATE FUNCTION ward.profile() RETURNS text $deputy SELECT h FROM ward.columns; END" \
        'REVOKE EXECUTE ON ROUTINE ward.profile() FROM PUBLIC' \
        'DROP FUNCTION ward.profile; DROP VIEW ward.columns'
    leak 'a function that calls one with a text as its default' definer_functions "
        CREATE FUNCTION ward.same(x text DEFAULT query_to_xml('TABLE ward.visit', true, true,
            '')::text) RETURNS text LANGUAGE sql BEGIN ATOMIC SELECT x; END;
        CREATE FUNCTION ward.profile() RETURNS text $deputy SELECT ward.same(); END" \
        'REVOKE EXECUTE ON ROUTINE ward.profile() FROM PUBLIC' \
        'DROP FUNCTION ward.profile; DROP FUNCTION ward.same'
    leak 'an aggregate that lends a counter' definer_functions "CREATE AGGREGATE ward.live(oid)
            (sfunc = oidlarger, stype = oid, initcond = '0', finalfunc = pg_stat_get_live_tuples)" \
        'REVOKE EXECUTE ON ROUTINE ward.live(oid) FROM PUBLIC' 'DROP AGGREGATE ward.live(oid)'
    leak 'a view over a catalog of statistics' view_rights "CREATE VIEW ward.mcv AS
            SELECT starelid, stavalues1::text AS v FROM pg_statistic;
            GRANT SELECT ON ward.mcv TO judge" \
        'REVOKE SELECT ON TABLE ward.mcv FROM judge' 'DROP VIEW ward.mcv'
    # A function may call itself in a default, and a chain of defaults may branch at each step.
    sql "CREATE FUNCTION ward.f(x int) RETURNS int IMMUTABLE $SQL_BODY SELECT x; END;
        CREATE OR REPLACE FUNCTION ward.f(x int DEFAULT ward.f(1)) RETURNS int IMMUTABLE
            $SQL_BODY SELECT x; END;
        CREATE FUNCTION ward.g() RETURNS int $SQL_BODY SELECT ward.f(2); END;
        CREATE FUNCTION ward.e0(x int DEFAULT 1) RETURNS int IMMUTABLE $SQL_BODY SELECT x; END;
        $(for i in $(seq 40); do echo "CREATE FUNCTION ward.e$i(x int DEFAULT ward.e$((i - 1))() +
            ward.e$((i - 1))()) RETURNS int IMMUTABLE $SQL_BODY SELECT x; END;"; done)
        CREATE FUNCTION ward.h() RETURNS int $SQL_BODY SELECT ward.e40(); END"
    [ "$code" = 0 ] || fail 'functions in defaults' "$err"
    answer 'functions in defaults' "SET statement_timeout = '20s';
        SELECT count(*) >= 0 FROM indp.check('ward.visit')" t
    sql "DROP FUNCTION ward.h, ward.g;
        DROP FUNCTION $(seq -s ', ' -f 'ward.e%.0f' 0 40), ward.f CASCADE"
    # Chains of what others define take no stack. Each link of this one took 290 bytes.
    sql "CREATE TABLE ward.plain(a int); CREATE SEQUENCE ward.number;
        CREATE FUNCTION ward.f0(x int DEFAULT 1) RETURNS int IMMUTABLE $SQL_BODY SELECT x; END"
    sql "DO \$\$ BEGIN FOR i IN 1..1500 LOOP
            EXECUTE format('CREATE FUNCTION ward.f%s(x int DEFAULT ward.f%s()) RETURNS int
                IMMUTABLE LANGUAGE sql AS %L', i, i - 1, 'SELECT x');
            IF i % 400 = 0 THEN COMMIT; END IF; END LOOP; END \$\$"
    sql "CREATE FUNCTION ward.top() RETURNS int $SQL_BODY SELECT ward.f1500(); END;
        CREATE FUNCTION ward.step(x int, y int DEFAULT ward.f1500()) RETURNS int LANGUAGE sql
            AS 'SELECT x';
        CREATE AGGREGATE ward.steps(int) (sfunc = ward.step, stype = int);
        CREATE VIEW ward.v0 AS SELECT 1 AS a"
    [ "$code" = 0 ] || fail 'a long chain of defaults' "$err"
    answer 'a long chain of defaults' "SET max_stack_depth = '300kB';
        SELECT count(*) >= 0 FROM indp.check('ward.visit')" t
    answer 'the worst is assumed of it' "SELECT string_agg(o.object::regprocedure::text, ' '
        ORDER BY o.object::regprocedure::text) FROM indp.catalog_readers() AS o
        WHERE o.kind = 'function' AND o.class = 'pg_proc'::regclass
            AND o.object::regproc::text ~ 'ward.(top|steps)'" \
        'ward.steps(integer) ward.top()'
    sql 'DROP FUNCTION ward.top(); DROP AGGREGATE ward.steps(int);
        DROP FUNCTION ward.step(int, int)'
    sql "DO \$\$ BEGIN FOR i IN REVERSE 1500..0 LOOP
            EXECUTE format('DROP FUNCTION ward.f%s(int)', i);
            IF i % 400 = 0 THEN COMMIT; END IF; END LOOP; END \$\$"
    [ "$code" = 0 ] || fail 'a long chain of defaults' "$err"
    sql "DO \$\$ BEGIN FOR i IN 1..300 LOOP
            EXECUTE format('CREATE VIEW ward.v%s AS SELECT a FROM ward.v%s', i, i - 1);
            EXECUTE format('CREATE MATERIALIZED VIEW ward.m%s AS SELECT a FROM ward.v%s
                WITH NO DATA', i, i); END LOOP; END \$\$"
    answer 'many views of one another' "SET statement_timeout = '60s';
        SELECT count(*) FROM indp.related('ward.visit') AS r
        WHERE r.relation::regclass::text ~ 'ward.[mv][0-9]'" 0
    sql 'DROP VIEW ward.v0 CASCADE'
    # A function in a temporary schema is of use to one session only.
    answer 'a temporary function in a materialised view' "BEGIN; CREATE FUNCTION pg_temp.n()
            RETURNS real $SQL_BODY SELECT sum(reltuples) FROM pg_class; END;
        CREATE MATERIALIZED VIEW ward.kept AS SELECT pg_temp.n() AS n; SELECT count(*)
            FROM indp.related('ward.visit') AS r WHERE r.relation = 'ward.kept'::regclass;
        ROLLBACK" 1
    for schema in pg_temp:0 ward:2; do
        answer "an aggregate that names tables, in ${schema%:*}" "BEGIN; CREATE FUNCTION
                ${schema%:*}.sf(a int, b int DEFAULT pg_stat_get_live_tuples(1)::int) RETURNS int
                $SQL_BODY INSERT INTO ward.plain VALUES (1); SELECT nextval('ward.number')::int;
                END; CREATE AGGREGATE ${schema%:*}.ag(int) (sfunc = ${schema%:*}.sf, stype = int);
            SELECT count(*) FROM indp.related('ward.visit') AS r WHERE r.relation IN
                ('ward.plain'::regclass, 'ward.number'::regclass) AND r.kind IN
                ('copy', 'sequence'); ROLLBACK" "${schema#*:}"
    done
    sql 'DROP TABLE ward.plain; DROP SEQUENCE ward.number'
    for body in "SELECT set_config('a.b', 'c', true)" 'SELECT relname FROM pg_class'; do
        answer "no leak: $body" "BEGIN; CREATE FUNCTION ward.usual() RETURNS text $deputy
            $body LIMIT 1; END; SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted
            AND leak = 'definer_functions'; ROLLBACK" 0
    done
    leak 'rights on what a member of the owner makes' default_rights "
        CREATE TABLE ward.child() INHERITS (ward.visit); GRANT keeper TO clerk;
        ALTER DEFAULT PRIVILEGES FOR ROLE clerk GRANT SELECT ON TABLES TO judge" \
        'ALTER DEFAULT PRIVILEGES FOR ROLE clerk REVOKE SELECT ON TABLES FROM judge' \
        'DROP TABLE ward.child; REVOKE keeper FROM clerk; DROP ROLE clerk'
    leak 'a SECURITY DEFINER function' definer_functions "CREATE FUNCTION ward.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER BEGIN ATOMIC SELECT count(*) FROM ward.visit; END" \
        'REVOKE EXECUTE ON ROUTINE ward.peek() FROM PUBLIC' 'DROP FUNCTION ward.peek()'
fi
code_of="CREATE FUNCTION ward.spy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END'; CREATE FUNCTION ward.look(float8) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT true';
    GRANT CREATE ON SCHEMA ward TO judge; ALTER FUNCTION ward.spy() OWNER TO judge; ALTER FUNCTION ward.look(float8) OWNER TO judge"
gone='DROP FUNCTION IF EXISTS ward.spy(), ward.look(float8); REVOKE CREATE ON SCHEMA ward FROM judge'
leak 'a trigger of a reader' reader_code "$code_of; CREATE TRIGGER spy BEFORE INSERT ON ward.visit FOR EACH ROW EXECUTE FUNCTION ward.spy()" \
    'DROP ROUTINE ward.spy() CASCADE' "$gone"
leak 'a trigger of a reader on a table that references the source' reader_code "$code_of; ALTER TABLE ward.visit ADD COLUMN number int UNIQUE; CREATE TABLE ward.item(number int REFERENCES ward.visit(number)); CREATE TRIGGER spy BEFORE INSERT ON ward.item FOR EACH ROW EXECUTE FUNCTION ward.spy()" \
    'DROP ROUTINE ward.spy() CASCADE' "DROP TABLE ward.item; ALTER TABLE ward.visit DROP COLUMN number; $gone"
leak 'a trigger of a reader on a table to which a rule copies' reader_code "$code_of; CREATE TABLE ward.audit(patient int); CREATE RULE copy AS ON INSERT TO ward.visit DO ALSO INSERT INTO ward.audit VALUES (NEW.site); CREATE TRIGGER spy BEFORE INSERT ON ward.audit FOR EACH ROW EXECUTE FUNCTION ward.spy()" \
    'DROP ROUTINE ward.spy() CASCADE' "DROP RULE copy ON ward.visit; DROP TABLE ward.audit; $gone"
leak 'a constraint of a reader' reader_code "$code_of; ALTER TABLE ward.visit ADD CHECK (ward.look(cost))" \
    'DROP ROUTINE ward.look(double precision) CASCADE' "$gone"
leak 'an index of a reader' reader_code "$code_of; CREATE INDEX ON ward.visit(ward.look(cost))" \
    'DROP ROUTINE ward.look(double precision) CASCADE' "$gone"
leak 'an event trigger of a reader' reader_code "CREATE FUNCTION ward.watch() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; GRANT CREATE ON SCHEMA ward TO judge;
    ALTER FUNCTION ward.watch() OWNER TO judge; CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION ward.watch()" \
    'DROP ROUTINE ward.watch() CASCADE' 'REVOKE CREATE ON SCHEMA ward FROM judge'
leak 'a publication' publications "CREATE PUBLICATION few FOR TABLE ward.visit, ward.site" 'ALTER PUBLICATION few DROP TABLE ONLY ward.visit' 'DROP PUBLICATION few'
leak 'a publication of all tables' publications "CREATE PUBLICATION every FOR ALL TABLES" 'DROP PUBLICATION every'
if since 15 'a publication of a schema' 'it exists'; then
    leak 'a publication of a schema' publications "CREATE PUBLICATION most FOR TABLES IN SCHEMA ward" 'ALTER PUBLICATION most DROP TABLES IN SCHEMA ward' 'DROP PUBLICATION most'
fi
leak 'a logical slot' slots "SELECT FROM pg_create_logical_replication_slot('copies', 'pgoutput')" "SELECT pg_catalog.pg_drop_replication_slot('copies')"

# Tests leaks through the view of another policy, through the tables below a source that is a view,
# and through partitions.
sql "SET ROLE keeper; CREATE VIEW ward.dear AS SELECT * FROM ward.visit WHERE cost > 3; SELECT indp.protect('ward.dear', 'person', 2, 10.0, 0.5)"
leak 'the view of another policy' policy_rights "GRANT SELECT ON ward.dear_private TO judge" 'REVOKE SELECT ON TABLE ward.dear_private FROM judge'
answer 'tables below a view' "GRANT SELECT ON ward.dear_private TO outsider; GRANT SELECT ON ward.visit TO outsider;
    SELECT leak, statement FROM indp.check('ward.dear') WHERE leak LIKE '%rights'" 'below_rights|REVOKE SELECT ON TABLE ward.visit FROM outsider'
sql "REVOKE ALL ON ward.visit FROM outsider; SELECT indp.unprotect('ward.dear'); DROP VIEW ward.dear; SET ROLE keeper; CREATE TABLE ward.parts(person int, site int) PARTITION BY LIST (site);
    CREATE TABLE ward.part1 PARTITION OF ward.parts FOR VALUES IN (1); CREATE TABLE ward.part2 PARTITION OF ward.parts FOR VALUES IN (2);
    SELECT indp.protect('ward.part1', 'person', 2, 10.0, 0.5); RESET ROLE; GRANT SELECT ON ward.part1_private, ward.part2, ward.parts TO outsider"
answer 'the parent of a partition, but not its sibling' "SELECT leak, statement FROM indp.check('ward.part1') WHERE leak LIKE '%rights'" \
    'source_rights|REVOKE SELECT ON TABLE ward.parts FROM outsider'
sql "SELECT indp.unprotect('ward.part1'); SET ROLE keeper; SELECT indp.protect('ward.parts', 'person', 2, 10.0, 0.5); GRANT SELECT ON ward.parts_private TO outsider; REVOKE ALL ON ward.parts FROM outsider"
answer 'a partition' "SELECT leak, statement FROM indp.check('ward.parts') WHERE leak LIKE '%rights'" 'source_rights|REVOKE SELECT ON TABLE ward.part2 FROM outsider'
answer 'leaks of one table are not those of another' "SELECT count(*) FROM indp.check('ward.visit') WHERE NOT accepted" 0

# Hints must be reported, but a budget must open in spite of them.
hint() { # NAME HINT PLANT UNDO
    sql "$3;"
    answer "$1" "SELECT leak, accepted IS NULL FROM indp.check('ward.visit') WHERE leak = '$2'" "$2|t"
    answer "$1 blocks nothing" "SELECT indp.budget('ward.visit', 'judges', 3.0, per_reader => 2.0)" ''
    sql "SELECT statement FROM indp.check('ward.visit') WHERE leak = '$2' \\gexec"
    answer "$1 is gone" "SELECT count(*) FROM indp.check('ward.visit') WHERE leak = '$2'" 0
    sql "$4;"
}
hint 'an unlogged table' unlogged 'ALTER TABLE ward.visit SET UNLOGGED' 'SELECT'
hint 'row level security' row_security 'ALTER TABLE ward.visit ENABLE ROW LEVEL SECURITY; ALTER TABLE ward.visit FORCE ROW LEVEL SECURITY' 'ALTER TABLE ward.visit NO FORCE ROW LEVEL SECURITY'
hint 'a foreign table' foreign_tables 'CREATE FOREIGN DATA WRAPPER loop; CREATE SERVER back FOREIGN DATA WRAPPER loop; CREATE FOREIGN TABLE ward.far() INHERITS (ward.visit) SERVER back' \
    'DROP FOREIGN DATA WRAPPER loop CASCADE'
! since 18 'virtual columns' 'they exist' ||
    hint 'a virtual column' virtual_columns 'ALTER TABLE ward.visit ADD twice float8 GENERATED ALWAYS AS (2 * cost) VIRTUAL' 'SELECT'
user=postgres
answer 'a fence that is not everywhere' "GRANT indp_reader TO judge; SELECT leak, accepted IS NULL, statement FROM indp.check('ward.visit') WHERE leak = 'fence'; REVOKE indp_reader FROM judge; SELECT count(*) FROM indp.check('ward.visit') WHERE leak = 'fence'" \
    "fence|t|ALTER SYSTEM SET shared_preload_libraries = 'indp'
0"

# Tests indp.explain. For a count with 2 rows per person and epsilon 0.5, the error that it reports
# must equal that of dp_count_error.
V=ward.visit_private
explained() { # NAME QUERY EXPECTED
    answer "explain: $1" "SELECT coalesce(reason, allowed::text), block, view, aggregate, epsilon, rows_per_person, error, suffices FROM indp.explain(\$q\$$2\$q\$)" "$3"
}
user=judge
before=$(pg checked -U judge -c "SELECT remaining, share, total FROM indp.remaining('ward.visit')")
count_error=$(pg checked -c "SELECT dp_count_error(0.5, 0.05, 2)") sum_error=$(pg checked -c "SELECT dp_sum_error(0, 10, 0.1, 0.05, 2)")
median() { pg checked -c "SELECT dp_quantile_error(0.5, $1, 0.05, 16385, 2)"; } # over a double
explained 'one block' "SELECT site, dp_count(*), dp_sum(cost, 0.1), dp_avg(cost) FROM $V GROUP BY site" "true|1|ward.visit_private|dp_count|0.5|2|$count_error|t
true|1|ward.visit_private|dp_sum|0.1|2|$sum_error|t
true|1|ward.visit_private|dp_avg|0.5|2||t"
explained 'a histogram' "SELECT dp_histogram(cost, '{0,10}'), dp_counts(site) FROM $V" "true|1|ward.visit_private|dp_histogram|0.5|2|$count_error|t
true|1|ward.visit_private|dp_counts|0.5|2|$count_error|t"
explained 'two blocks, and both together are too much' "SELECT dp_median(cost, 1.0), dp_median(cost, 0.6) FROM $V UNION ALL SELECT 1, dp_count(DISTINCT person, 0.5) FROM $V" \
    "true|1|ward.visit_private|dp_median|1|2|$(median 1)|f
true|1|ward.visit_private|dp_median|0.6|2|$(median 0.6)|f
true|2|ward.visit_private|dp_count|0.5|1|$(pg checked -c "SELECT dp_count_error(0.5, 0.05, 1)")|f"
explained 'a subquery, a CTE and INSERT' "WITH a AS MATERIALIZED (SELECT dp_count(*) AS n FROM $V) SELECT n, (SELECT dp_median(cost) FROM $V) FROM a WHERE EXISTS (SELECT dp_count(person) FROM $V)" \
    "$(printf 'true|%s|ward.visit_private|%s|0.5|2|%s|t\n' 1 dp_count "$count_error" 2 dp_median "$(median 0.5)" 3 dp_count "$count_error")"
explained 'all of the share' "SELECT dp_median(cost, 1.0), dp_var(cost, 1.0) FROM $V" \
    "true|1|ward.visit_private|dp_median|1|2|$(median 1)|t
true|1|ward.visit_private|dp_var|1|2||t"
explained 'a parameter' "SELECT dp_median(cost, \$1), dp_count(*) FROM $V" "true|1|ward.visit_private|dp_median||2||
true|1|ward.visit_private|dp_count|0.5|2|$count_error|"
explained 'a constant expression' "SELECT dp_median(cost, 0.1 + 0.2::numeric) FROM $V" \
    "true|1|ward.visit_private|dp_median|0.3|2|$(median 0.3)|t"
explained 'no protected table' 'SELECT 1' 'true|||||||'
explained 'a rule of the approver' "SELECT cost FROM $V" \
    'indp: the query over a protected table is refused: the SELECT that names the view in FROM must itself call a dp_ aggregate, such as dp_count(*); it may read columns of the view only inside such aggregates, in WHERE and in GROUP BY|||||||'
explained 'an epsilon above the most' "SELECT dp_count(person), dp_median(cost, 1.5) FROM $V" \
    'indp: the query over a protected table is refused: an epsilon is larger than max_epsilon of the policy|||||||'
explained 'an epsilon of 0' "SELECT dp_median(cost, 0.0) FROM $V" 'dp_median: epsilon must be a finite number above 0|||||||'
# The reader's parameters are no numbers of expressions.
for n in 1 2 3 60000; do
    answer "explain: the parameter $n as epsilon" "SELECT string_agg(concat_ws(' ', allowed,
        aggregate, epsilon), '; ') FROM indp.explain('SELECT dp_median(cost, \$$n::float8),
        dp_count(1, 0.2) FROM $V')" 't dp_median; t dp_count 0.2'
done
explained 'bounds in the wrong order' "SELECT dp_sum(cost, 9, 1, 0.5) FROM $V" 'dp_sum_error: lo must be below hi|||||||'
explained 'another table without a right' "SELECT dp_count(person) FROM $V WHERE EXISTS (SELECT FROM ward.visit)" 'permission denied for table visit|||||||'
explained 'a table that is not there' 'SELECT * FROM nowhere' 'relation "nowhere" does not exist|||||||'
one='indp.explain: query must be one SELECT, INSERT, UPDATE or DELETE|||||||'
explained 'two statements' "SELECT dp_count(*) FROM $V; SELECT 1" "$one"
explained 'no statement' '' "$one"
for utility in 'CREATE TABLE ward.x AS SELECT 1' "EXPLAIN SELECT dp_count(*) FROM $V" 'DROP TABLE ward.visit' 'COMMIT' "SET search_path = ward" "DECLARE c CURSOR FOR SELECT 1"; do
    explained "utility: $utility" "$utility" "$one"
done
# The errors of averages and variances are those of an assumed number of rows. Quantiles have errors
# in ranks: whole numbers are the candidates of integers, and a call may choose their number.
answer 'explain: errors and their measures' "SELECT coalesce(reason, aggregate), measure, error = CASE aggregate
        WHEN 'dp_avg' THEN dp_avg_error(0, 10, 0.5, 0.05, 900, 2)
        WHEN 'dp_var' THEN dp_var_error(0, 10, 0.5, 0.05, 900, 2)
        WHEN 'dp_stddev' THEN dp_stddev_error(0, 10, 0.5, 0.05, 900, 2)
        WHEN 'dp_avg_parts' THEN dp_avg_error(0, 10, 0.5, 0.05, 900, 2)
        WHEN 'dp_max' THEN dp_quantile_error(1, 0.5, 0.05, 7, 2)
        WHEN 'dp_median' THEN dp_quantile_error(0.5, 0.5, 0.05, 21, 2)
        WHEN 'dp_quantile' THEN dp_quantile_error(0.9, 0.5, 0.05, 101, 2)
        WHEN 'dp_mode' THEN dp_mode_error(0.5, 0.05, 3, 2) END
    FROM indp.explain('SELECT dp_avg(cost, 0.5), dp_var(cost, 0.5), dp_stddev(cost, 0.5),
        dp_avg_parts(cost, 0.5),
        dp_max(person::int, 0.5, 6, 0.5), dp_median(person::int, 0, 20, 0.5),
        dp_quantile(cost, 0.9, 0, 10, 0.5, 2, 101), dp_mode(person::bigint, ARRAY[1,2,3]::bigint[], 0.5),
        dp_quantiles(cost, ''{0.1,0.9}'', 0.5), dp_bounds(cost, 0.5) FROM $V', 900)" \
    'dp_avg|answer|t
dp_var|answer|t
dp_stddev|answer|t
dp_avg_parts|answer|t
dp_max|ranks|t
dp_median|ranks|t
dp_quantile|ranks|t
dp_mode|rows of the mode|t
dp_quantiles||
dp_bounds||'
refused 'explain: no rows' "SELECT * FROM indp.explain('SELECT 1', 0)" 22023 \
    'indp.explain: rows, the assumed number of rows, must be at least 1'
answer 'explain: NULL' 'SELECT count(*) FROM indp.explain(NULL)' 0
answer 'explain uses the search_path of the caller' "SET search_path = ward, public; SELECT allowed FROM indp.explain('SELECT dp_count(person) FROM visit_private')" t
# While a query is planned, an IMMUTABLE function of the caller must run as the caller.
sql "CREATE FUNCTION pg_temp.who() RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RAISE NOTICE ''as %'', current_user; RETURN 0.25; END';
    SELECT epsilon FROM indp.explain('SELECT dp_median(cost, pg_temp.who()) FROM $V')"
case "$out $err" in 0.25*'as judge'*) pass ;; *) fail 'explain runs functions as the reader' "$out $err" ;; esac
case "$err" in *'as postgres'* | *'as keeper'*) fail 'explain runs functions as somebody else' "$err" ;; *) pass ;; esac
answer 'explain costs nothing' "SELECT remaining, share, total FROM indp.remaining('ward.visit')" "$before"
answer 'and leaves no row in the log' "SELECT count(*) FROM indp.ledger('ward.visit')" 0
user=outsider
# Newer minor versions of PostgreSQL check this right themselves while they plan, so the message may
# be theirs.
holds 'explain: without a right' "SELECT NOT allowed AND reason ~ '^(permission denied for view visit_private|indp: .* the current role must hold SELECT on the protected view itself)\$'
    FROM indp.explain('SELECT dp_count(person) FROM $V')"
user=postgres
sql "GRANT SELECT (person) ON $V TO outsider"
user=outsider
explained 'a right on a column' "SELECT dp_count(person) FROM $V" \
    'indp: the query over a protected table is refused: the current role must hold SELECT on the protected view itself|||||||'
user=postgres
sql "GRANT SELECT ON $V TO outsider"
user=outsider
explained 'without a budget' "SELECT dp_count(person) FROM $V" 'indp: you have no budget for this table|||||||'
explained 'without a budget, by a parameter' "SELECT dp_median(cost, \$1) FROM $V" 'indp: you have no budget for this table|||||||'

user=postgres db=test
pg postgres -c 'DROP DATABASE checked' -c 'DROP ROLE keeper, judges, judge, team, outsider'
cluster_restart "shared_buffers = '256MB'" "jit = off"
