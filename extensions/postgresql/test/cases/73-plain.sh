# Tests what readers may execute who are not members of indp_author: they define no code, and run
# none of readers. pina is such a reader, and aude is a reader who may define code.
cluster_restart "shared_buffers = '256MB'" "jit = off" \
    "shared_preload_libraries = '$pg_preload'"
pg postgres -c 'CREATE DATABASE plainly' &&
    pg plainly -c 'CREATE SCHEMA dp' -c 'CREATE EXTENSION indp SCHEMA dp' ||
    fail 'a database with a fence' 'not made'
db=plainly
user=postgres
sql "CREATE ROLE pina LOGIN IN ROLE indp_reader;
    CREATE ROLE aude LOGIN IN ROLE indp_reader, indp_author;
    CREATE ROLE otger LOGIN IN ROLE indp_owner, indp_author;
    GRANT USAGE ON SCHEMA dp TO pina, aude, otger;
    GRANT ALL ON SCHEMA public TO otger;
    CREATE SCHEMA pina AUTHORIZATION pina; CREATE SCHEMA aude AUTHORIZATION aude;
    GRANT USAGE ON SCHEMA aude TO PUBLIC; CREATE ROLE troupe LOGIN; GRANT troupe TO pina;
    GRANT USAGE, CREATE ON SCHEMA pina TO troupe"
[ "$code" = 0 ] || fail 'roles' "$err"
user=otger
sql "CREATE PROCEDURE public.nothing() LANGUAGE sql AS '';
    CREATE FUNCTION public.twice(int) RETURNS int LANGUAGE plpgsql
    AS 'BEGIN RETURN 2 * \$1; END';
    CREATE FUNCTION public.once(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT \$1';
    CREATE AGGREGATE public.added(int) (sfunc = int4pl, stype = int);
    CREATE TABLE public.kept(i int); CREATE DOMAIN public.entry AS public.kept;
    CREATE TYPE public.entries AS RANGE (subtype = public.kept);
    CREATE TYPE public.mood AS ENUM ('sad', 'glad'); CREATE DOMAIN public.days AS int;
    CREATE FUNCTION public.defines() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    AS 'BEGIN CREATE FUNCTION public.made() RETURNS int LANGUAGE sql AS ''SELECT 1''; END'"
[ "$code" = 0 ] || fail 'functions of an owner' "$err"
# What pina had before she was a reader without this right.
user=postgres
sql "GRANT indp_author TO pina; SET ROLE pina;
    CREATE FUNCTION pina.old() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
    CREATE AGGREGATE pina.olds(int) (sfunc = int4pl, stype = int);
    CREATE TABLE pina.triggered(i int);
    CREATE FUNCTION pina.fire() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER t BEFORE INSERT ON pina.triggered FOR EACH ROW EXECUTE FUNCTION pina.fire();
    RESET ROLE; REVOKE indp_author FROM pina;
    SET ROLE aude; CREATE FUNCTION aude.one() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
    CREATE AGGREGATE aude.ones(int) (sfunc = int4pl, stype = int);
    CREATE VIEW aude.calls AS SELECT aude.one() AS x; CREATE VIEW aude.plain AS SELECT 1 AS x;
    CREATE TABLE aude.rows AS SELECT 1 AS x;
    GRANT SELECT ON aude.calls, aude.plain, aude.rows TO PUBLIC; RESET ROLE;
    SET ROLE otger; CREATE VIEW public.over AS TABLE aude.plain;
    CREATE FUNCTION public.reads() RETURNS int LANGUAGE sql AS 'TABLE aude.plain'; RESET ROLE;
    SECURITY LABEL FOR indp ON VIEW public.over IS 'public';
    GRANT SELECT ON public.over TO PUBLIC"
[ "$code" = 0 ] || fail 'definitions of readers' "$err"
user=pina
sql 'CREATE TABLE pina.own(id serial PRIMARY KEY, n int, t text); CREATE TABLE pina.none(i int)'
[ "$code" = 0 ] || fail 'tables of the reader' "$err"

# Every command that this version's psql knows is in the list, which says whether it is admitted.
pg plainly -c '\h *' | sed -n 's/^Command: *//p' | sort >"$work/commands"
[ "$(grep -c . "$work/commands")" -gt 150 ] || fail 'the commands of psql' "$(cat "$work/commands")"
while read -r command; do
    line=$(grep "^$command~" "$here/sql/statements.txt") || {
        fail "the command $command" 'is not in sql/statements.txt'
        continue
    }
    statement=${line#*~*~}
    case "$line" in
    "$command~+~"*)
        sql "$statement;"
        if [ "$code" = 0 ] && [ -z "$err" ]; then pass; else fail "$command" "$err"; fi
        ;;
    *) refused "$command" "$statement" 42501 ' is refused: ' ;;
    esac
done <"$work/commands"

answer 'types of owners' "BEGIN; CREATE TABLE pina.x(m public.mood, d public.days[], r int8range);
    CREATE VIEW pina.y AS SELECT 'sad'::public.mood, '{1}'::public.days[]; ROLLBACK" ''
answer 'savepoints between definitions' "BEGIN; CREATE TEMP VIEW w AS SELECT 1 AS x; SAVEPOINT s;
    DROP VIEW w; SAVEPOINT t; CREATE TEMP TABLE w(i int); ROLLBACK TO t;
    CREATE TEMP TABLE w(i int); SAVEPOINT u; COMMIT; DROP TABLE w" ''

# Parts of statements that are admitted otherwise.
RULE='readers define only tables of columns with keys and constant defaults, views, and indexes'
while read -r statement; do
    refused "$statement" "$statement" 42501 "$RULE"
done <<'CASES'
CREATE TABLE pina.x(i int CHECK (i > 0))
CREATE TABLE pina.x(i int, CHECK (i > 0))
CREATE TABLE pina.x(c public.kept)
CREATE TABLE pina.x(i int, c public.kept[])
CREATE TABLE pina.x(c public.entry)
CREATE TABLE pina.x(c public.entry[])
CREATE TABLE pina.x(c public.entries)
CREATE TABLE pina.x(c public.entries[])
CREATE TABLE pina.x(c pg_catalog.pg_class)
CREATE TABLE pina.x AS SELECT NULL::public.kept AS c
SELECT NULL::public.kept AS c INTO pina.x
CREATE TEMP TABLE x(c public.kept)
CREATE VIEW pina.y AS SELECT NULL::public.kept AS c
CREATE VIEW pina.y AS SELECT NULL::public.kept[] AS c
CREATE VIEW pina.y AS SELECT (NULL::public.entry).i
CREATE VIEW pina.y AS SELECT lower(NULL::public.entries) IS NULL AS c
CREATE TEMP VIEW y AS SELECT 1 WHERE NULL::public.kept IS NULL
CREATE TABLE pina.x(i int DEFAULT abs(1))
CREATE TABLE pina.x(i int DEFAULT 1 + 1)
CREATE TABLE pina.x(i int DEFAULT (abs(1))::int)
CREATE TABLE pina.x(t timestamptz DEFAULT now())
CREATE TABLE pina.x(i int, j int GENERATED ALWAYS AS (i + 1) STORED)
CREATE TABLE pina.x(i int REFERENCES pina.own)
CREATE TABLE pina.x(i int, FOREIGN KEY (i) REFERENCES pina.own)
CREATE TABLE pina.x(i int, EXCLUDE USING btree (i WITH =))
CREATE TABLE pina.x(i int PRIMARY KEY DEFERRABLE)
CREATE TABLE pina.x(i int, UNIQUE (i) INITIALLY DEFERRED)
CREATE TABLE pina.x(i int, UNIQUE (i) WITH (fillfactor = 50))
CREATE TABLE pina.x(i int, UNIQUE (i) USING INDEX TABLESPACE pg_default)
CREATE TABLE pina.x(LIKE pina.own)
CREATE TABLE pina.x(LIKE pina.own INCLUDING ALL)
CREATE TABLE pina.x() INHERITS (pina.own)
CREATE TABLE pina.x(i int) PARTITION BY LIST (i)
CREATE TABLE pina.x PARTITION OF pina.own DEFAULT
CREATE TABLE pina.x OF pina.t
CREATE TABLE pina.x(i int) WITH (fillfactor = 50)
CREATE TABLE pina.x(i int) TABLESPACE pg_default
CREATE TABLE pina.x(i int) USING heap
CREATE TABLE pina.x WITH (fillfactor = 50) AS SELECT 1 AS i
CREATE TABLE pina.x TABLESPACE pg_default AS SELECT 1 AS i
CREATE TABLE pina.x USING heap AS SELECT 1 AS i
CREATE TEMP TABLE x(i int CHECK (i > 0))
CREATE INDEX ON pina.own (abs(n))
CREATE INDEX ON pina.own ((n))
CREATE INDEX ON pina.own (n) WHERE n > 0
CREATE INDEX ON pina.own (t text_pattern_ops)
CREATE INDEX ON pina.own USING gin (t)
CREATE INDEX ON pina.own USING brin (n)
CREATE INDEX ON pina.own (n) WITH (fillfactor = 50)
CREATE INDEX ON pina.own (n) TABLESPACE pg_default
CREATE INDEX CONCURRENTLY ON pina.own (n)
DROP INDEX CONCURRENTLY pina.i
EXPLAIN ANALYZE CREATE MATERIALIZED VIEW pina.m AS SELECT 1 AS x
SET ROLE troupe; CREATE FUNCTION pina.f() RETURNS int LANGUAGE sql AS 'SELECT 1'
SELECT public.defines()
CASES
# Such a role may log in without the fence.
for change in "PASSWORD 'x'" "SET search_path = pina" "IN DATABASE plainly SET search_path = pina" \
    'RESET ALL'; do
    for current in troupe pina; do
        refused "ALTER ROLE troupe $change, as $current" \
            "SET ROLE $current; ALTER ROLE troupe $change" 42501 'only their own role'
    done
done
# A view of another reader would spend what is the reader's own, and change the settings.
RULE='which is a view, is refused: a reader has defined it'
while read -r statement; do
    refused "$statement" "$statement" 42501 "$RULE"
done <<'CASES'
TABLE aude.calls
TABLE aude.plain
EXPLAIN TABLE aude.plain
SELECT (SELECT x FROM aude.plain)
WITH w AS (TABLE aude.plain) SELECT 1 FROM w
COPY aude.plain TO STDOUT
COPY (TABLE aude.plain) TO STDOUT
CREATE TABLE pina.copied AS TABLE aude.plain
CREATE VIEW pina.over AS TABLE aude.plain; TABLE pina.over
SET ROLE troupe; CREATE VIEW pina.ours AS SELECT 1 AS x; TABLE pina.ours
PREPARE p AS TABLE aude.plain; EXECUTE p
BEGIN; DECLARE c CURSOR FOR TABLE aude.plain; FETCH c
SET ROLE troupe; TABLE aude.plain
TABLE public.over
SELECT public.reads()
CASES
refused 'a long setting of a role' "ALTER ROLE pina SET search_path = '$(printf '%01001d' 0)'" \
    42501 'a setting of 1003 bytes is refused'
answer 'a setting of a role' \
    "ALTER ROLE pina SET search_path = 'a', \"\$user\"; ALTER ROLE pina RESET search_path" ''
RULE='readers run no code of readers, unless they are members of indp_author'
while read -r statement; do
    refused "$statement" "$statement" 42501 "$RULE"
done <<'CASES'
SELECT pina.old()
SELECT pina.olds(1)
INSERT INTO pina.triggered VALUES (1)
SELECT aude.one()
SELECT aude.ones(1)
SELECT * FROM aude.one()
EXPLAIN SELECT aude.one()
CASES
# Nor do readers use their own views with the rights of others.
user=postgres
sql "CREATE FUNCTION public.n_rows(regclass) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    AS 'DECLARE n bigint;
    BEGIN EXECUTE format(''SELECT count(*) FROM %s'', \$1) INTO n; RETURN n; END';
    CREATE FUNCTION public.n_mine() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    AS 'BEGIN RETURN count(*) FROM mine; END';
    CREATE ROLE nobody_special; GRANT USAGE ON SCHEMA pina TO nobody_special, otger;
    ALTER DEFAULT PRIVILEGES FOR ROLE pina, aude GRANT SELECT ON TABLES TO nobody_special, otger"
[ "$code" = 0 ] || fail 'functions of a superuser' "$err"
for owner in postgres otger nobody_special; do
    for reader in pina aude; do
        user=postgres
        sql "ALTER FUNCTION public.n_rows OWNER TO $owner;
            ALTER FUNCTION public.n_mine OWNER TO $owner; DROP VIEW IF EXISTS $reader.mine"
        user=$reader
        for statement in \
            "CREATE VIEW $reader.mine AS SELECT 1; SELECT public.n_rows('$reader.mine')" \
            'CREATE TEMP VIEW mine AS SELECT 1; SELECT public.n_mine()' \
            "CREATE TEMP VIEW mine AS SELECT 1; SELECT public.n_rows('mine')"; do
            refused "$statement, $owner, $reader" "$statement" 42501 'which is a view, is refused'
        done
    done
done
user=pina
answer 'a table with the rights of others' "CREATE TABLE pina.added(i int); INSERT INTO pina.added
    VALUES (1); SELECT public.n_rows('pina.added')" 1
refused 'a view with security_invoker' \
    'CREATE VIEW pina.invoked WITH (security_invoker) AS SELECT 1 AS x' \
    42501 'a view with the option'
answer 'a view with security_barrier' \
    'CREATE VIEW pina.barred WITH (security_barrier) AS SELECT 1 AS x; DROP VIEW pina.barred' ''
answer 'a table of another reader, and an own view' \
    'CREATE VIEW pina.over2 AS TABLE aude.rows; TABLE pina.over2' 1
answer 'functions and aggregates of an owner' \
    'SELECT public.twice(2), public.once(3), public.added(1)' '4|3|1'
user=aude
answer 'who may define code' "DO 'BEGIN PERFORM 1; END';
    CREATE FUNCTION aude.two() RETURNS int LANGUAGE sql AS 'SELECT 2';
    SELECT aude.two(), aude.one(), aude.ones(1)" '2|1|1'
user=postgres
refused 'SET ROLE to a reader' \
    "SET ROLE pina; DO 'BEGIN PERFORM 1; END'" 42501 'unless they are members of indp_author'
answer 'membership takes effect at once' "GRANT indp_author TO pina; SET SESSION AUTHORIZATION pina;
    DO 'BEGIN PERFORM 1; END'; SELECT pina.old();
    RESET SESSION AUTHORIZATION; REVOKE indp_author FROM pina" 1
user=otger
sql "SET search_path = public, dp;
    CREATE TABLE visit(patient int, days int, note varchar(9) COLLATE \"C\");
    SELECT indp.protect('visit', 'patient', 1, 1e9, 1)"
[ "$code" = 0 ] || fail 'a source' "$err"
# What keeps readers and owners from starting.
answer 'what keeps a reader from asking' "SELECT leak, statement, accepted FROM indp.check('visit')
    WHERE leak IN ('schema', 'search_path') AND statement ~ 'pina' ORDER BY 1" \
    'search_path|ALTER ROLE pina IN DATABASE plainly SET search_path = "$user", public, dp|'
user=postgres
sql "REVOKE USAGE ON SCHEMA dp FROM otger, pina; ALTER ROLE pina SET search_path = pina, dp"
[ "$code" = 0 ] || fail 'the schema is closed' "$err"
user=otger
answer 'what keeps a reader with a search path from asking' "SELECT leak, statement
    FROM indp.check('visit') WHERE leak IN ('schema', 'search_path') AND statement ~ 'pina'" \
    'schema|GRANT USAGE ON SCHEMA dp TO pina'
refused 'protecting without the schema' "SELECT indp.protect('visit', 'patient', 1, 1e9, 1)" 42501 \
    'you may not use the schema dp, which has the aggregates'
user=pina
sql "ALTER ROLE pina SET search_path = 'a;DROP/**/SCHEMA/**/pina'"
[ "$code" = 0 ] || fail 'a search path of the reader' "$err"
user=otger
answer 'the statement has nothing that the reader wrote' "SELECT statement
    FROM indp.check('visit') WHERE leak = 'search_path' AND statement ~ 'pina'" \
    'ALTER ROLE pina IN DATABASE plainly SET search_path = "$user", public, dp'
user=postgres
sql "GRANT USAGE ON SCHEMA dp TO otger, pina; ALTER ROLE pina RESET search_path"
[ "$code" = 0 ] || fail 'the schema is open' "$err"
user=otger
# What roles had set before, or in a database with another encoding, is in the catalog, too.
user=postgres
sql "SELECT format('ALTER ROLE pina IN DATABASE plainly SET search_path = %L',
    repeat(',', 1000000)) \\gexec"
[ "$code" = 0 ] || fail 'a long setting' "$err"
sql "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
printf "SET client_encoding = 'UTF8';
    ALTER ROLE aude IN DATABASE plainly SET search_path = 'x,\303\251'" |
    pg latin >"$work/out" 2>"$work/err" || fail 'a setting in another encoding' "$(cat "$work/err")"
user=otger
answer 'indp.check reads the settings of readers' "SELECT substr(statement, 1, 51)
    FROM indp.check('visit') WHERE leak = 'search_path' AND statement ~ 'pina|aude' ORDER BY 1" \
    'ALTER ROLE aude IN DATABASE plainly SET search_path
ALTER ROLE pina IN DATABASE plainly SET search_path'
user=postgres
sql 'ALTER ROLE pina IN DATABASE plainly RESET ALL; ALTER ROLE aude IN DATABASE plainly RESET ALL'
user=otger
answer 'indp.check lists authors' "SELECT leak, statement FROM indp.check('visit')
    WHERE leak = 'authors' AND statement ~ 'aude|pina|troupe' ORDER BY 2" \
    "authors|REVOKE indp_author FROM aude$([ "$major" -lt 16 ] || echo ' GRANTED BY postgres')"
# Whoever dumps the database needs more stack for a view than the reader did.
user=pina
sql "SELECT 'CREATE VIEW pina.deep AS SELECT 1' || repeat('::int8::int4', 3000) \\gexec"
case "$err" in
*'42501'*'a view or rule of '*' bytes is refused: readers may define those of at most 262144'*) pass ;;
*) fail 'a deep view' "$code $err" ;;
esac
sql "SELECT 'CREATE VIEW pina.deep AS SELECT 1' || repeat('::int8::int4', 200) || ' AS x' \\gexec
    SELECT 'CREATE OR REPLACE VIEW pina.deep AS SELECT 1' || repeat('::int8::int4', 3000) || ' AS x' \\gexec"
case "$err" in
*'42501'*'a view or rule of '*' bytes is refused'*) pass ;;
*) fail 'a view that becomes deep' "$code $err" ;;
esac
# A reader's views over what becomes a source are not among the related relations, but what they
# read is.
user=otger
sql "CREATE TABLE public.dim(i int, patient int); GRANT SELECT ON public.dim TO pina;
    CREATE VIEW public.seen AS TABLE public.dim; GRANT SELECT ON public.seen TO pina;
    SECURITY LABEL FOR indp ON TABLE public.dim IS 'public';
    SECURITY LABEL FOR indp ON VIEW public.seen IS 'public'"
user=pina
sql "CREATE VIEW pina.dims AS TABLE public.dim; CREATE VIEW pina.dims2 AS TABLE pina.dims;
    CREATE VIEW pina.seen AS TABLE public.seen"
user=otger
sql "SET search_path = public, dp; SELECT indp.protect('dim', 'patient', 1, 1e9, 1)"
user=postgres
answer 'related' "SELECT relation::regclass, kind FROM indp.related('dim', false)
    WHERE kind <> 'ledger' ORDER BY 2" 'dim_private|protected
dim|source
seen|view'
answer 'related, for the owner' "SELECT count(*) FROM indp.related('dim')
    WHERE relation::regclass::text ~ '^pina'" 3
user=pina
for view in dims dims2 seen; do
    for statement in 'TABLE v' 'COPY (TABLE v) TO STDOUT' 'SELECT dp.dp_count(*) FROM v' \
        'EXPLAIN TABLE v'; do
        refused "$statement, $view" "$(echo "$statement" | sed "s/v\b/pina.$view/")" 42501 \
            'private rows can be read or inferred from it'
    done
done
if since 14 'a function that changes' 'its body is in the catalog'; then
    user=otger
    sql "CREATE FUNCTION public.changes() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT 0; END;
        CREATE TABLE public.daily(n bigint DEFAULT public.changes());
        SECURITY LABEL FOR indp ON TABLE public.daily IS 'public';
        GRANT SELECT ON public.daily TO pina"
    [ "$code" = 0 ] || fail 'a default' "$err"
    echo 'CREATE OR REPLACE FUNCTION public.changes() RETURNS bigint LANGUAGE sql
        BEGIN ATOMIC SELECT count(*) FROM public.dim; END' >"$work/change.sql"
    user=pina
    sql "SELECT 1 FROM public.daily;
        \\! '$pg_bin/psql' -qX -U otger -f '$work/change.sql' plainly
        TABLE public.daily"
    case "$err" in
    *'42501'*'reading daily is refused: private rows can be read or inferred'*) pass ;;
    *) fail 'the related relations of a session' "$code $out $err" ;;
    esac
    # A function of the owner, called for each row of a statement that runs meanwhile: its query
    # was planned once.
    user=otger
    sql "CREATE OR REPLACE FUNCTION public.changes() RETURNS bigint LANGUAGE sql
            BEGIN ATOMIC SELECT 0; END;
        CREATE FUNCTION public.peek() RETURNS text LANGUAGE sql VOLATILE
            AS 'SELECT string_agg(n::text, '','') FROM public.daily'"
    [ "$code" = 0 ] || fail 'a function of the owner' "$err"
    echo 'BEGIN; CREATE OR REPLACE FUNCTION public.changes() RETURNS bigint LANGUAGE sql
            BEGIN ATOMIC SELECT 77 + count(*) FROM public.dim; END;
        INSERT INTO public.daily DEFAULT VALUES; COMMIT' >"$work/change.sql"
    (sleep 2; "$pg_bin/psql" -qX -U otger -d "$db" -f "$work/change.sql") &
    changing=$!
    user=pina
    sql 'SELECT g, public.peek(), pg_sleep(0.5) FROM generate_series(1, 12) g'
    wait "$changing"
    case "$out$err" in
    *'|'*7[7-9]*) fail 'a statement that began before' "$out" ;;
    *'42501'*'reading daily is refused: private rows can be read or inferred'*) pass ;;
    *) fail 'a statement that began before' "$code $out $err" ;;
    esac
    user=otger
    sql 'DROP TABLE public.daily; DROP FUNCTION public.changes; DROP FUNCTION public.peek'
fi
# A sequence is read without a snapshot, so an open cursor shows its newest value.
user=otger
sql "CREATE SEQUENCE public.numbers; CREATE TABLE public.numbered(n bigint);
    SECURITY LABEL FOR indp ON SEQUENCE public.numbers IS 'public';
    GRANT SELECT ON public.numbers TO pina"
[ "$code" = 0 ] || fail 'a sequence' "$err"
echo "ALTER SEQUENCE public.numbers OWNED BY public.dim.i" >"$work/change.sql"
user=pina
sql "BEGIN; DECLARE c CURSOR FOR SELECT (SELECT last_value FROM public.numbers WHERE g > 0)
        FROM generate_series(1, 9) g;
    FETCH c;
    \\! '$pg_bin/psql' -qX -U otger -d '$db' -f '$work/change.sql'
    FETCH c"
case "$out$err" in
1*'42501'*'reading numbers is refused: private rows can be read or inferred'*) pass ;;
*) fail 'a cursor over a sequence' "$code $out $err" ;;
esac
user=otger
sql 'DROP SEQUENCE public.numbers; DROP TABLE public.numbered'
user=otger
sql "SELECT indp.unprotect('dim')"
sql "CREATE VIEW public.types AS SELECT relnatts AS id FROM pg_catalog.pg_class;
    SET search_path = public, dp; SELECT indp.protect('types', 'id', 1, 1e9, 1)"
[ "$code" = 0 ] || fail 'a view of a catalog' "$err"
user=pina
answer 'a catalog that a source reads' 'SELECT count(*) > 0 FROM pg_catalog.pg_class' t
user=otger
sql "SELECT indp.unprotect('types'); DROP VIEW public.types"
LEFT='WARNING:  01000: indp.unprotect: the view is left as public.unprotected_'
# A reader may make more views over a protected view than there are locks.
user=postgres
sql "GRANT SELECT ON public.visit_private TO pina"
user=pina
cluster_restart "max_connections = 10" "max_locks_per_transaction = 10" "max_wal_senders = 0" \
    "shared_preload_libraries = '$pg_preload'"
sql "SELECT format('CREATE VIEW pina.v%s AS SELECT dp.dp_count(*) FROM public.visit_private', i)
    FROM generate_series(1, 2000) i \\gexec"
[ "$code" = 0 ] || fail 'many views' "$err"
user=otger
sql "SELECT indp.unprotect('visit')"
case "$code$err" in
0*"$LEFT"*) pass ;;
*) fail 'unprotecting what many views depend on' "$code $out $err" ;;
esac
user=pina
refused 'a view over a view that is left' 'TABLE pina.v1' 42501 \
    'permission denied for view unprotected_'
user=otger
refused 'the view that is left' 'SELECT dp.dp_count(*) FROM public.visit_private' 42P01 'does not exist'
answer 'what is left keeps nothing' 'BEGIN; DROP TABLE visit; ROLLBACK' ''
answer 'protecting again' "SET search_path = public, dp; SELECT indp.protect('visit', 'patient', 1, 1e9, 1)" visit_private
# A chain of views needs much stack to be dropped.
user=postgres
sql "GRANT SELECT ON public.visit_private TO pina; ALTER ROLE otger SET max_stack_depth = '100kB'"
user=pina
sql "CREATE VIEW pina.c0 AS SELECT dp.dp_count(*) FROM public.visit_private;
    SELECT format('CREATE VIEW pina.c%s AS TABLE pina.c%s', i, i - 1)
    FROM generate_series(1, 400) i \\gexec"
[ "$code" = 0 ] || fail 'a chain of views' "$err"
user=otger
sql "SELECT indp.unprotect('visit')"
case "$code$err" in
0*"$LEFT"*) pass ;;
*) fail 'unprotecting what a chain of views depends on' "$code $out $err" ;;
esac
user=postgres
refused 'without the role, nobody may define code' "ALTER ROLE indp_author RENAME TO other;
    SET SESSION AUTHORIZATION aude; SELECT aude.one()" 42501 "$RULE"
sql 'ALTER ROLE other RENAME TO indp_author'
db=test
