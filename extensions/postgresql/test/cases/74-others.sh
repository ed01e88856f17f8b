# Tests that others do not compute what a reader has defined: rules, views, policies, defaults,
# generated columns and constraints that are not plain. asta is a reader, otto owns the source, olga
# is a reader who owns a table that otto's tables refer to. What was defined before a role was fenced
# counts, too, so the definitions are made before that.
cluster_restart "shared_buffers = '256MB'" "jit = off" "shared_preload_libraries = '$pg_preload'"
pg postgres -c 'CREATE DATABASE others' && pg others -c 'CREATE SCHEMA dp' -c 'CREATE EXTENSION indp SCHEMA dp' || fail 'a database with a fence' 'not made'
db=others
user=postgres
sql "CREATE ROLE adina LOGIN; CREATE ROLE orla LOGIN IN ROLE indp_reader, indp_author; CREATE ROLE oskar LOGIN IN ROLE indp_owner; GRANT USAGE ON SCHEMA dp TO adina, orla, oskar; GRANT ALL ON SCHEMA public TO oskar;
    CREATE SCHEMA adina AUTHORIZATION adina; CREATE SCHEMA orla AUTHORIZATION orla; GRANT USAGE ON SCHEMA adina, orla TO PUBLIC; SELECT indp.trust('oskar', 'role')"
[ "$code" = 0 ] || fail 'roles' "$err"
user=oskar
sql "SET search_path = public, dp; CREATE TABLE visit(id serial, patient int, days int, note text); INSERT INTO visit(patient, days, note) SELECT i, i % 5, 'secret of ' || i FROM generate_series(1, 137) i;
    CREATE FUNCTION note_of(p int) RETURNS text LANGUAGE sql AS 'SELECT note FROM public.visit WHERE patient = p';
    CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.x := (SELECT note FROM public.visit WHERE patient = 7); RETURN NEW; END';
    CREATE FUNCTION same(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN \$1; END';
    CREATE SEQUENCE told_seq; CREATE FUNCTION told() RETURNS bigint LANGUAGE plpgsql STABLE AS 'BEGIN RETURN nextval(''public.told_seq''); END';
    SELECT indp.protect('visit', 'patient', 1, 1e40, 1e22, 1e30, '{}', '{}', min_epsilon => 1); GRANT SELECT ON visit_private TO adina"
[ "$code" = 0 ] || fail 'the source' "$err"

# Each line is a definition of adina's; T stands for the name of its table.
n=0
user=adina
sql "CREATE TABLE adina.loot(x text); CREATE SEQUENCE adina.s; GRANT ALL ON adina.loot, adina.s TO PUBLIC; CREATE DOMAIN adina.few AS int CHECK (pg_stat_get_live_tuples('public.visit'::regclass) >= 0); CREATE TYPE adina.holder AS (n adina.few); GRANT USAGE ON TYPE adina.few TO PUBLIC;
    CREATE DOMAIN adina.dated AS int DEFAULT pg_stat_get_live_tuples('public.visit'::regclass);
    CREATE AGGREGATE adina.rw(text) (sfunc = ts_rewrite, stype = tsquery, initcond = 'a'); CREATE AGGREGATE adina.path(text, bool) (sfunc = set_config, stype = text, initcond = 'search_path')"
[ "$code" = 0 ] || fail 'objects of the reader' "$err"
user=oskar
sql 'CREATE DOMAIN public.over_few AS adina.few; GRANT USAGE ON TYPE public.over_few TO PUBLIC'
[ "$code" = 0 ] || fail 'a domain over a domain of the reader' "$err"
user=adina
while read -r what definition; do
    n=$((n + 1))
    table=adina.t$n
    sql "CREATE TABLE $table(i int, x text); GRANT ALL ON $table TO PUBLIC"
    sql "$(echo "$definition" | sed "s/\<T\>/$table/g")"
    [ "$code" = 0 ] || fail "the definition of $what" "$err"
    echo "$what $table" >>"$work/defined"
done <<'EOS'
default ALTER TABLE T ALTER x SET DEFAULT pg_stat_get_live_tuples('public.visit'::regclass)
size ALTER TABLE T ALTER x SET DEFAULT pg_relation_size('public.visit')
sequence ALTER TABLE T ALTER i SET DEFAULT nextval('public.visit_id_seq')
drawn ALTER TABLE T ALTER x SET DEFAULT lastval()
query ALTER TABLE T ALTER x SET DEFAULT current_query()
deputy ALTER TABLE T ALTER x SET DEFAULT public.note_of(7)
domain ALTER TABLE T ADD d adina.few
check ALTER TABLE T ADD CHECK (pg_stat_get_live_tuples('adina.loot'::regclass) >= 0)
rule CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT public.note_of(7)
catalog CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 'visit'
values CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT most_common_vals::text FROM pg_stats WHERE tablename = 'visit'
tuples CREATE RULE r AS ON INSERT TO T DO INSTEAD INSERT INTO adina.loot SELECT reltuples FROM pg_class WHERE relname = 'visit'
aggregate CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT adina.rw('SELECT ''a''::tsquery, (''x'' || count(*))::tsquery FROM public.visit')
window CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT adina.rw('SELECT ''a''::tsquery, ''b''::tsquery') OVER ()
condition CREATE RULE r AS ON INSERT TO T WHERE public.note_of(7) IS NOT NULL DO INSTEAD NOTHING
trigger CREATE TRIGGER f BEFORE INSERT ON T FOR EACH ROW EXECUTE FUNCTION public.fill()
when CREATE TRIGGER f BEFORE INSERT ON T FOR EACH ROW WHEN (pg_stat_get_live_tuples('public.visit'::regclass) > 0) EXECUTE FUNCTION suppress_redundant_updates_trigger()
policy CREATE POLICY p ON T USING (public.note_of(7) IS NULL); ALTER TABLE T ENABLE ROW LEVEL SECURITY
setting ALTER TABLE T ALTER x SET DEFAULT set_config('work_mem', '64', false)
ledger CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT 'x' FROM indp.remaining(concat('public.vis', 'it')::regclass)
cast CREATE RULE r AS ON INSERT TO T DO ALSO INSERT INTO adina.loot SELECT note::xml::text FROM (SELECT query_to_xml('SELECT * FROM public.visit', true, true, '')::text AS note) q
immutable ALTER TABLE T ALTER x SET DEFAULT public.same('a')
array ALTER TABLE T ADD d adina.few[]
composite ALTER TABLE T ADD d adina.holder
below ALTER TABLE T ADD d public.over_few
EOS
sql "CREATE VIEW adina.report AS SELECT adina.path('adina, public', false) AS r; CREATE VIEW adina.live AS SELECT n_live_tup FROM pg_stat_user_tables; CREATE VIEW adina.deputy AS SELECT public.note_of(7) AS r;
    CREATE VIEW adina.over AS SELECT 1 AS one FROM adina.live; CREATE VIEW adina.planned AS SELECT x FROM adina.loot WHERE length(x) = public.told(); GRANT ALL ON adina.report, adina.live, adina.deputy, adina.over, adina.planned TO PUBLIC;
    CREATE TABLE adina.plain(i serial, j int GENERATED ALWAYS AS IDENTITY, at timestamptz DEFAULT now(), x text DEFAULT upper('a') CHECK (length(x) < 12), y text GENERATED ALWAYS AS (lower(x)) STORED);
    CREATE VIEW adina.counts AS SELECT x, nextval('adina.s') AS n FROM adina.plain; GRANT ALL ON adina.plain, adina.counts, adina.plain_i_seq TO PUBLIC;
    CREATE TYPE adina.pair AS (a int, b text); CREATE TABLE adina.typed OF adina.pair; ALTER TABLE adina.typed ADD CHECK (pg_stat_get_live_tuples('public.visit'::regclass) >= 0); ALTER TYPE adina.pair OWNER TO adina;
    CREATE TABLE adina.ruled(i int); INSERT INTO adina.ruled VALUES (1); CREATE RULE r AS ON INSERT TO adina.ruled DO ALSO INSERT INTO adina.loot SELECT public.note_of(7); GRANT ALL ON adina.ruled TO PUBLIC"
[ "$code" = 0 ] || fail 'views of the reader' "$err"
user=oskar
sql "CREATE FUNCTION plus(int, int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT \$1 + \$2'; CREATE OPERATOR @+@ (FUNCTION = plus, LEFTARG = int, RIGHTARG = int); CREATE TABLE counted(x int); CREATE TABLE computing(i int DEFAULT plus(1, 1)); GRANT SELECT ON computing TO PUBLIC; GRANT SELECT ON counted TO PUBLIC; INSERT INTO counted SELECT generate_series(1, 9)"
[ "$major" -lt 14 ] || sql 'CREATE STATISTICS sums ON (plus(x, 1)), (plus(x, 2)) FROM counted'
user=adina
sql "CREATE DOMAIN adina.amount AS int; ALTER DOMAIN adina.amount ADD CONSTRAINT below CHECK (VALUE < 50) NOT VALID; CREATE TYPE adina.kind AS ENUM ('a', 'b'); GRANT USAGE ON TYPE adina.amount, adina.kind TO PUBLIC"
[ "$code" = 0 ] || fail 'types of the reader' "$err"
user=postgres
sql 'GRANT indp_reader, indp_author TO adina'
[ "$code" = 0 ] || fail 'a new reader' "$err"

RULE='a reader has defined it, and it would run with the rights of others'
for user in oskar postgres; do
    while read -r what table; do
        case $what-$user in policy-postgres) continue ;; esac # no policy holds for superusers
        refused "INSERT by $user: $what" "INSERT INTO $table(i) VALUES (1)" 42501 "$RULE"
    done <"$work/defined"
    for view in report live deputy over counts; do refused "$view, read by $user" "SELECT * FROM adina.$view" 42501 "$RULE"; done
    answer "plain definitions, used by $user" "INSERT INTO adina.plain(x) VALUES ('$user'); UPDATE adina.plain SET x = x || '!'; SELECT x, y, at > '2000-01-01' FROM adina.plain; DELETE FROM adina.plain" "$(echo "$user!|$user!|t" | sed 's/oskar!|oskar!/oskar!|oskar!/')"
    answer "a table with a rule, read by $user" 'SELECT count(*) FROM adina.ruled' 1
    refused "an aggregate, called by $user" "SELECT adina.rw('SELECT 1')" 42501 "$RULE"
done
user=oskar
refused 'a subquery' 'SELECT 1 WHERE EXISTS (SELECT FROM adina.live)' 42501 "$RULE"
refused 'EXPLAIN' 'EXPLAIN SELECT * FROM adina.report' 42501 "$RULE"
refused 'COPY' 'COPY adina.t1(i) FROM STDIN' 42501 "$RULE"
refused 'a copied definition' 'CREATE TABLE mine(LIKE adina.t1 INCLUDING ALL)' 42501 "$RULE"
refused 'UPDATE' 'UPDATE adina.t1 SET i = 2' 42501 "$RULE"
refused 'planning' 'SELECT * FROM adina.planned' 42501 "$RULE"
refused 'planning a subquery' 'SELECT 1 WHERE 1 = (SELECT count(*) FROM adina.planned)' 42501 "$RULE"
answer 'the planner computed nothing' 'SELECT is_called FROM told_seq' f
refused 'a view of others over it' 'CREATE VIEW mine AS SELECT * FROM adina.live; SELECT * FROM mine' 42501 "$RULE"
user=postgres
refused 'INHERITS' 'CREATE TABLE mine() INHERITS (adina.t1)' 42501 "$RULE"
sql 'CREATE FOREIGN DATA WRAPPER nowhere; CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere'
refused 'CREATE FOREIGN TABLE' 'CREATE FOREIGN TABLE mine() INHERITS (adina.t1) SERVER nowhere' 42501 "$RULE"
answer 'LIKE without options' 'CREATE TABLE shape(LIKE adina.t1); DROP TABLE shape' ''
answer 'LIKE of what is not copied' 'CREATE TABLE shape(LIKE adina.t1 INCLUDING COMMENTS INCLUDING INDEXES, LIKE adina.live INCLUDING ALL); DROP TABLE shape' ''
refused 'ALTER TABLE' 'ALTER TABLE adina.t1 ALTER i TYPE bigint' 42501 "$RULE"
if since 14 'TRUNCATE' 'it has a hook'; then
    refused 'TRUNCATE' 'TRUNCATE adina.t16' 42501 "$RULE"
    user=adina
    sql 'CREATE TABLE adina.again(i int)'
    user=postgres
    answer 'TRUNCATE of what is made again' "\\! (PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -U adina -d others -c 'BEGIN; DROP TABLE adina.again; CREATE TABLE adina.again(i int); SELECT pg_sleep(1); COMMIT' >/dev/null) & sleep 0.5
TRUNCATE adina.again" ''
    refused 'TRUNCATE by CASCADE' 'CREATE TABLE key(k int PRIMARY KEY); ALTER TABLE adina.t16 ADD k int; ALTER TABLE adina.t16 ADD FOREIGN KEY (k) REFERENCES key; TRUNCATE key CASCADE' 42501 "$RULE"
fi
refused 'ALTER TYPE of a typed table' 'ALTER TYPE adina.pair ALTER ATTRIBUTE a TYPE bigint CASCADE' 42501 "$RULE"
refused 'REASSIGN OWNED' 'REASSIGN OWNED BY adina TO oskar' 42501 "$RULE"
refused 'ALTER TABLE .. OWNER TO' 'ALTER TABLE adina.t1 OWNER TO oskar' 42501 "$RULE"
answer 'ALTER TABLE runs no triggers' 'BEGIN; ALTER TABLE adina.ruled ALTER i SET STATISTICS 9, ADD z int, SET (fillfactor = 70); ALTER TABLE adina.t16 ALTER i TYPE bigint; ROLLBACK; SELECT 1' 1
refused 'a new owner of a rule' 'ALTER TABLE adina.ruled OWNER TO oskar' 42501 "$RULE"
answer 'what repairs a table' 'BEGIN; ALTER TABLE adina.t9 DISABLE RULE r; ALTER TABLE adina.t16 DISABLE TRIGGER f; ALTER TABLE adina.t1 ALTER x DROP DEFAULT; CREATE TABLE shape(LIKE adina.t1); ALTER TABLE adina.t1 OWNER TO oskar; ROLLBACK; SELECT 1' 1
if as_postgres "$pg_bin/pg_dump" -U postgres -h "$PGHOST" -d others >"$work/dump" 2>"$work/err" && grep -q 'COPY adina.ruled' "$work/dump"; then pass; else fail 'pg_dump of tables of a reader' "$(cat "$work/err")"; fi
sql "CREATE TABLE adina.parted(i int) PARTITION BY LIST (i); CREATE TABLE adina.part1 PARTITION OF adina.parted FOR VALUES IN (1); CREATE TABLE public.mixed(i int) PARTITION BY LIST (i); CREATE TABLE adina.part2 PARTITION OF public.mixed FOR VALUES IN (1);
    ALTER TABLE adina.parted OWNER TO adina; ALTER TABLE adina.part1 OWNER TO adina; ALTER TABLE adina.part2 OWNER TO adina; GRANT ALL ON adina.parted, public.mixed TO oskar; CREATE VIEW public.below AS SELECT i FROM adina.t18; ALTER VIEW public.below OWNER TO oskar"
[ "$code" = 0 ] || fail 'partitions of a reader' "$err"
for table in adina.parted public.mixed; do refused "INSERT into partitions of a reader by $table" "INSERT INTO $table VALUES (1)" 42501 "$RULE"; done
refused "a policy below a view of others, read by a superuser" 'SELECT * FROM public.below' 42501 "$RULE"
refused 'INSERT after SELECT' 'SELECT FROM public.mixed; INSERT INTO public.mixed VALUES (1)' 42501 "$RULE"
answer 'reading partitions of a reader' 'SELECT count(*) FROM adina.parted, public.mixed' 0
sql 'CREATE TABLE adina.split(i int) PARTITION BY LIST (i); CREATE TABLE public.part3 PARTITION OF adina.split DEFAULT; ALTER TABLE adina.split OWNER TO adina; GRANT ALL ON adina.split TO oskar'
refused 'INSERT into a partitioned table of a reader' 'INSERT INTO adina.split VALUES (1)' 42501 "$RULE"
sql 'CREATE ROLE crewed; GRANT crewed TO adina, oskar; GRANT USAGE ON SCHEMA adina TO crewed'
user=oskar
refused 'after SET ROLE to a role of a reader' 'SET ROLE crewed; INSERT INTO adina.t5(i) VALUES (1)' 42501 "$RULE"
# A statement that was planned before the definition was made.
user=oskar
refused 'a cached plan' "CREATE TABLE later(i int); GRANT ALL ON later TO PUBLIC; PREPARE p AS INSERT INTO later VALUES (1); EXECUTE p; RESET ROLE; ALTER TABLE later OWNER TO oskar;
    PREPARE q AS INSERT INTO adina.loot VALUES ('kept'); EXECUTE q; EXECUTE q; PREPARE r AS SELECT 1 FROM adina.deputy; EXECUTE r" 42501 "$RULE"
# What changes between two uses in one session: who is a reader, and who owns a part.
as_superuser="\\! PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -U postgres -d others -c"
user=postgres
sql 'CREATE ROLE bystander; CREATE TABLE by_rule(x int); CREATE RULE r AS ON INSERT TO by_rule DO ALSO NOTHING; ALTER TABLE by_rule OWNER TO bystander; GRANT ALL ON by_rule TO oskar; GRANT USAGE ON SCHEMA public TO bystander'
sql 'CREATE TABLE whole(i int) PARTITION BY LIST (i); CREATE TABLE part4 PARTITION OF whole DEFAULT; GRANT ALL ON whole TO oskar'
user=oskar
refused 'a plan from before the owner was a reader' "PREPARE p AS INSERT INTO by_rule VALUES (1); EXECUTE p; EXECUTE p;
$as_superuser 'GRANT indp_reader, indp_author TO bystander'
EXECUTE p" 42501 "$RULE"
refused 'a new owner of a part' "INSERT INTO whole VALUES (1);
$as_superuser 'ALTER TABLE part4 OWNER TO adina'
INSERT INTO whole VALUES (1)" 42501 "$RULE"
# What others find by name must not become something else while they wait.
swap() { # STATEMENTS: of adina, in a transaction that takes a second
    printf '%s' "\\! (PGOPTIONS= $pg_bin/psql -X -q -h $PGHOST -U adina -d others -c \"BEGIN; $1; SELECT pg_sleep(1); COMMIT\" >/dev/null) & sleep 0.5"
}
user=postgres
sql 'CREATE TYPE public.shape AS (i int, x text); GRANT USAGE ON TYPE public.shape TO adina'
replaced="DROP TABLE adina.swapped; ALTER TABLE adina.t8 RENAME TO swapped"
for use in 'CREATE TABLE copy(LIKE adina.swapped INCLUDING ALL)' 'CREATE TABLE copy() INHERITS (adina.swapped)' 'ALTER TABLE adina.swapped ALTER i TYPE bigint'; do
    sql "DROP TABLE IF EXISTS adina.swapped; CREATE TABLE adina.swapped(i int, x text); ALTER TABLE adina.swapped OWNER TO oskar"
    refused "swapped: $use" "$(swap "$replaced")
$use" 42501 "$RULE"
    sql 'ALTER TABLE adina.swapped RENAME TO t8'
done
refused 'a typed table that is new' "$(swap 'ALTER TABLE adina.t8 OF public.shape')
ALTER TYPE public.shape ALTER ATTRIBUTE i TYPE bigint CASCADE" 42501 "$RULE"
user=adina
sql 'CREATE TABLE adina.swapped(i int); REVOKE ALL ON adina.swapped FROM oskar'
user=oskar
refused 'swapped for what may not be read' "$(swap 'ALTER TABLE adina.swapped RENAME TO gone; ALTER TABLE adina.t8 RENAME TO swapped')
CREATE TABLE copy(LIKE adina.swapped INCLUDING ALL)" 42501 "$RULE"
user=postgres
sql 'ALTER TABLE adina.swapped RENAME TO t8'
# What a reader defines in a session.
user=adina
PLAIN='readers may define plain ones only'
for stored in 'x text DEFAULT current_query()' "x int DEFAULT nextval('public.visit_id_seq')" 'x int DEFAULT pg_backend_pid()' "x text CHECK (current_user = 'adina' OR query_to_xml('SELECT 1', true, true, '') IS NULL)" 'x int, CHECK (public.plus(x, 1) > 0)' 'x int, y int GENERATED ALWAYS AS (public.plus(x, 1)) STORED'; do
    refused "CREATE TABLE ($stored)" "CREATE TABLE adina.mine($stored); DROP TABLE adina.mine" 42501 "$PLAIN"
done
for change in 'ADD CHECK (public.plus(i, 1) > 0) NOT VALID' 'ADD y int DEFAULT public.plus(1, 1)' 'ALTER i SET DEFAULT public.plus(1, 1)'; do
    refused "ALTER TABLE $change" "BEGIN; CREATE TABLE adina.mine(i int); ALTER TABLE adina.mine $change" 42501 "$PLAIN"
done
refused 'an expression in a partition key' 'CREATE TABLE adina.mine(i int) PARTITION BY LIST (abs(i))' 42501 'readers partition by columns only'
sql "SELECT 'CREATE TABLE adina.deep(a int CHECK (a' || repeat('+1', 5000) || '>-1))' \\gexec"
for n in 1000 2000 3000 4000 5000 6000 7000; do sql "SELECT 'CREATE TABLE adina.deep$n(a int CHECK (a' || repeat('+1', $n) || '>-1))' \\gexec"; done
# indp.check reads them all.
sql "SELECT format('CREATE TABLE adina.wordy%s(a text, CHECK (a <> %L))', i, repeat('x', 50000)) FROM generate_series(1, 30) i \\gexec"
[ "$code" = 0 ] || fail 'large constraints' "$err"
refused 'a constraint that is larger' "DO \$\$BEGIN EXECUTE format('CREATE TABLE adina.wordier(a text, CHECK (a <> %L))', repeat('x', 70000)); END\$\$" 42501 'readers may define those of at most 262144 bytes, as the catalog stores them'
if [ "$major" -ge 14 ]; then
    user=postgres
    kept="SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name IN ('CacheMemoryContext', 'TopMemoryContext', 'TopTransactionContext')"
    answer 'reading large constraints keeps no memory' "CREATE TEMP TABLE kept AS $kept; SELECT count(*) FROM pg_class c WHERE relname ~ '^wordy' AND indp.computes(oid) IS NULL; SELECT ($kept) - sum < 2000000 FROM kept" "$(printf '30\nt')"
    user=adina
fi
# Nor, while it lasts, more than for one of them at a time.
sql "SELECT format('CREATE TABLE adina.wordiest(a text, %s)', string_agg(format('CHECK (a <> %L)',
    repeat('x', 50000 + i)), ', ')) FROM generate_series(1, 200) i \\gexec"
[ "$code" = 0 ] || fail 'many large constraints' "$err"
user=postgres
most="SELECT substring(pg_read_file('/proc/self/status', 0, 9999), 'VmHWM:\s+(\d+)')::int AS kb"
answer 'reading many large constraints takes little memory' "CREATE TEMP TABLE most AS $most;
    SELECT indp.computes('adina.wordiest') IS NULL;
    SELECT m.kb - most.kb < 20000 FROM ($most) m, most" \
    "$(printf 't\nt')"
user=adina
sql 'DROP TABLE adina.wordiest'
sql "SELECT format('DROP TABLE adina.wordy%s', i) FROM generate_series(1, 30) i \\gexec"
answer 'a sequence and a table of a group' "CREATE SEQUENCE adina.drawn; CREATE TABLE adina.given(i int DEFAULT nextval('adina.drawn')); GRANT USAGE, CREATE ON SCHEMA adina TO crewed; ALTER SEQUENCE adina.drawn OWNER TO crewed" ''
# What the other members of a group draw is not the reader's own.
refused 'a sequence of a group' "SELECT nextval('adina.drawn')" 42501 'private or has no label'
user=postgres
sql "SECURITY LABEL FOR indp ON SEQUENCE adina.drawn IS 'public'"
user=adina
answer 'domains that test nothing of their own' 'CREATE DOMAIN adina.some AS int NOT NULL; CREATE DOMAIN adina.stamp AS information_schema.time_stamp; CREATE TABLE adina.stamped(i adina.some, t adina.stamp); GRANT ALL ON adina.stamped TO oskar' ''
refused 'LIKE others' 'CREATE TABLE adina.mine(LIKE public.computing INCLUDING ALL)' 42501 "$PLAIN"
answer 'plain ones' "CREATE TABLE adina.mine(i serial, j int GENERATED ALWAYS AS IDENTITY, at timestamptz DEFAULT now(), r float8 DEFAULT random(), x text DEFAULT upper('a') CHECK (length(x) < 12), y text GENERATED ALWAYS AS (lower(x)) STORED, who name DEFAULT current_user, until timestamptz DEFAULT now() + interval '1 day' CHECK (until > now() - interval '1 year'), month timestamptz DEFAULT date_trunc('month', now()), year float8 DEFAULT extract(year FROM now()), label text DEFAULT 'x' || 5 || to_char(now(), 'YYYY'), k adina.kind DEFAULT 'a' CHECK (k::text <> 'c'), born date CHECK (born <= now()), d date CHECK (d > '2000-01-01')); INSERT INTO adina.mine DEFAULT VALUES; SELECT i, x, y FROM adina.mine; DROP TABLE adina.mine" '1|A|a'
# Sessions of one role that lock the same table do not end each other.
sql 'CREATE TABLE adina.busy(i int); GRANT ALL ON adina.busy TO oskar'
for statement in 'TRUNCATE adina.busy' 'CREATE OR REPLACE RULE r AS ON DELETE TO adina.busy DO INSTEAD NOTHING' 'ALTER TABLE adina.busy ALTER i SET NOT NULL'; do
    yes "$statement;" | head -n 20 >"$work/busy"
    for i in 1 2 3; do PGOPTIONS='-c client_min_messages=error' pg -U adina others <"$work/busy" >"$work/busy$i" 2>&1 & done
    wait
    if cat "$work/busy1" "$work/busy2" "$work/busy3" | grep -q .; then fail "in three sessions: $statement" "$(cat "$work"/busy?)"; else pass; fi
done
# Types that double at each step.
{
    echo 'CREATE TYPE adina.c0 AS (a int);'
    for i in $(seq 30); do echo "CREATE TYPE adina.c$i AS (a adina.c$((i - 1)));"; done
    echo 'CREATE TABLE adina.doubled(a adina.c30, i int); GRANT ALL ON adina.doubled TO oskar;'
    for i in $(seq 30 -1 1); do echo "ALTER TYPE adina.c$i ADD ATTRIBUTE b adina.c$((i - 1));"; done
} >"$work/types"
sql "$(cat "$work/types")"
[ "$code" = 0 ] || fail 'types that double' "$err"
user=oskar
answer 'domains that test nothing of their own, written' 'INSERT INTO adina.stamped VALUES (1)' ''
answer 'types that double' "SET statement_timeout = '20s'; INSERT INTO adina.doubled(i) VALUES (1)" ''
# The reader's own session: its rights, and the fence.
user=adina
answer 'the own view over own rows' 'SELECT count(*) FROM adina.counts' 0
answer 'nothing was told' "SELECT x FROM adina.loot WHERE x <> 'kept'" ''

# A foreign key that refers to a table of a reader.
user=orla
sql "CREATE TABLE orla.ward(ward text PRIMARY KEY); INSERT INTO orla.ward VALUES ('eye'), ('skin'); GRANT SELECT, REFERENCES ON orla.ward TO oskar"
user=oskar
sql "SET search_path = public, dp; CREATE TABLE stay(patient int, ward text REFERENCES orla.ward ON UPDATE CASCADE); INSERT INTO stay VALUES (1, 'eye'); SELECT indp.protect('stay', 'patient', 1, 100, 0.25, 10, '{}', '{\"ward\": [\"eye\", \"skin\"]}')"
[ "$code" = 0 ] || fail 'a source that refers to a table of a reader' "$err"
answer 'the owner writes to it' "INSERT INTO stay VALUES (2, 'eye'); UPDATE stay SET ward = 'skin' WHERE patient = 1; SELECT count(*) FROM stay" 2
refused 'a foreign key holds' "INSERT INTO stay VALUES (3, 'ear')" 23503 'violates foreign key constraint'
user=orla
sql "CREATE TABLE orla.place(k int PRIMARY KEY); INSERT INTO orla.place VALUES (1); GRANT SELECT, REFERENCES, UPDATE ON orla.place TO oskar;
    CREATE TRIGGER none BEFORE UPDATE ON orla.place FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()"
[ "$code" = 0 ] || fail 'a trigger of a reader' "$err"
user=oskar
answer 'a foreign key to a table with a trigger' 'CREATE TABLE at(k int REFERENCES orla.place); INSERT INTO at VALUES (1); SELECT k FROM orla.place FOR UPDATE' 1
refused 'an UPDATE of it' 'UPDATE orla.place SET k = 2' 42501 "$RULE"
answer 'SERIALIZABLE' "BEGIN ISOLATION LEVEL SERIALIZABLE; INSERT INTO stay VALUES (4, 'eye'); COMMIT; SELECT count(*) FROM stay" 3
user=postgres
answer 'maintenance in SERIALIZABLE' "SET default_transaction_isolation = serializable; ANALYZE orla.ward; REINDEX TABLE orla.ward; VACUUM FULL orla.ward; SELECT 1" 1
user=orla
refused 'the reader may not read what is related' 'SELECT * FROM orla.ward' 42501 'private rows can be read or inferred from it'

# A rule of a reader that a foreign key of others starts reads what the fence hides.
user=oskar
sql "CREATE TABLE lookup(id int PRIMARY KEY);
    SECURITY LABEL FOR indp ON TABLE lookup IS 'public'; INSERT INTO lookup VALUES (1), (2); GRANT ALL ON lookup TO orla"
user=orla
sql "CREATE TABLE orla.refers(id int REFERENCES public.lookup ON DELETE CASCADE); INSERT INTO orla.refers VALUES (1); CREATE TABLE orla.loot(x text);
    CREATE RULE r AS ON DELETE TO orla.refers DO ALSO INSERT INTO orla.loot SELECT most_common_vals::text FROM pg_stats WHERE tablename = 'pg_class' AND attname = 'reltuples'"
[ "$code" = 0 ] || fail 'a rule on a table that refers to one of others' "$err"
user=oskar
refused 'a rule that a foreign key starts' 'DELETE FROM lookup WHERE id = 1' 42501 "$RULE"

# What else a fenced role could do to a source, or learn from it, without a right on the view.
user=oskar
sql "CREATE TABLE public.measured(patient int, n adina.amount, w adina.kind); INSERT INTO measured VALUES (1, 40, 'a'); SET search_path = public, dp; SELECT indp.protect('measured', 'patient', 1, 100, 0.25, 10, '{}', '{}')"
[ "$code" = 0 ] || fail 'a source with types of a reader' "$err"
sql "CREATE TABLE shared(x int); GRANT ALL ON shared TO adina"
user=adina
refused 'a trigger on a table of others' "CREATE TRIGGER t BEFORE INSERT ON shared FOR EACH ROW WHEN (NEW.x > 0) EXECUTE FUNCTION suppress_redundant_updates_trigger()" 42501 'readers may define triggers of their own tables only'
refused 'the condition of a trigger' "CREATE TRIGGER t BEFORE INSERT ON adina.loot FOR EACH ROW WHEN (query_to_xml('SELECT 1', false, true, '') IS NULL) EXECUTE FUNCTION suppress_redundant_updates_trigger()" 42501 "$PLAIN"
for change in 'DOMAIN adina.amount SET NOT NULL' 'DOMAIN adina.amount ADD CHECK (VALUE < 30)' 'DOMAIN adina.amount VALIDATE CONSTRAINT below'; do
    refused "ALTER $change" "ALTER $change" 42501 'readers may not define a CHECK or DEFAULT of a domain'
done
for drop in 'DOMAIN adina.amount' 'TYPE adina.kind' 'SCHEMA adina'; do
    refused "DROP $drop CASCADE" "DROP $drop CASCADE" 42501 'private rows can be read or inferred from it'
done
answer 'DROP of what nobody else uses' "CREATE DOMAIN adina.mine AS int NOT NULL; ALTER DOMAIN adina.mine DROP NOT NULL; CREATE TABLE adina.of(x adina.mine); DROP TABLE adina.of; CREATE TABLE adina.of(x adina.mine, y int); SET client_min_messages = error; DROP DOMAIN adina.mine CASCADE; SELECT 1" 1
user=postgres
sql "GRANT USAGE ON SEQUENCE public.visit_id_seq TO orla; GRANT CREATE ON DATABASE others TO orla; CREATE SEQUENCE orla.drawn; ALTER SEQUENCE orla.drawn OWNER TO orla; ALTER TABLE public.visit ADD k bigint DEFAULT nextval('orla.drawn')"
user=orla
refused 'ALTER SEQUENCE of a source' 'ALTER SEQUENCE orla.drawn MAXVALUE 5' 42501 'private rows can be read or inferred from it'
user=postgres
sql "SET allow_system_table_mods = on; INSERT INTO pg_subscription_rel(srsubid, srrelid, srsubstate) VALUES (4711, 'orla.ward'::regclass, 'r')"
user=oskar
answer 'what the check lists of a fenced role without a budget' "SELECT leak, detail FROM indp.check('visit') WHERE accepted IS NOT NULL AND detail ~ 'orla' ORDER BY 1, 2" \
    "authors|orla is a member of indp_author, which may define code: readers who define functions, types, triggers and the like have more ways to learn what the fence hides: what is promised of fenced readers assumes that none may
database_rights|orla has CREATE on others: a role that may create schemas can give one the name of another role, which finds the tables in it first (\"\$user\" in search_path)
ownership|orla owns sequence orla.drawn: the owner of a table or view may read or change it, the owner of its schema may replace it, the owner of a routine may change what it does, and the owner of the database may create any schema
reader_code|a subscription writes to orla.ward, a table of a reader: a trigger, default, constraint, index, policy or type of a column uses this object of a reader, directly or through an operator or a domain, so that code of the reader sees each row that is written. Instead of dropping a function, you may read its body and then become its owner: ALTER ROUTINE .. OWNER TO
sequence_rights|orla has USAGE on public.visit_id_seq: the last value of a sequence counts the rows that were inserted"
user=postgres
sql "SET allow_system_table_mods = on; DELETE FROM pg_subscription_rel"
sql 'CREATE SCHEMA postgres AUTHORIZATION orla; ALTER DATABASE others OWNER TO orla; CREATE SCHEMA oskar AUTHORIZATION oskar; GRANT CREATE ON SCHEMA oskar TO crewed; ALTER DOMAIN adina.few OWNER TO crewed'
user=oskar
answer 'what the check lists of domains, schemas and the database' "SELECT leak, regexp_replace(detail, ': .*', '') FROM indp.check('visit') WHERE accepted IS NOT NULL AND detail ~ 'domain adina|the schema (oskar|postgres)|orla owns database|adina.t[16],|(table|for) adina.t24' ORDER BY 1, 2" \
    'database_rights|crewed may create objects in the schema oskar, which has the name of a role
database_rights|orla owns the schema postgres, which has the name of a role
ownership|adina owns table adina.t24
ownership|orla owns database others
reader_code|adina.holder runs for adina.t24
reader_code|adina.t1, a table of a reader, computes pg_stat_get_live_tuples(oid)
reader_code|adina.t6, a table of a reader, computes public.note_of(integer)
reader_code|constraint below of the domain adina.amount, made by a reader, runs for everybody
reader_code|constraint few_check of the domain adina.few, made by a reader, runs for everybody
reader_code|the default of the domain adina.dated, made by a reader, runs for everybody'
user=postgres
sql 'DROP SCHEMA postgres, oskar; ALTER DATABASE others OWNER TO postgres; ALTER DOMAIN adina.few OWNER TO adina'

# Maintenance of the whole database must not end at something of a reader.
user=adina
sql "CREATE TABLE adina.indexed(x int)"
for index in 'adina.indexed((x::adina.few))' 'adina.indexed((x OPERATOR(public.@+@) 1))' 'adina.indexed(x) WHERE public.plus(x, 1) > 0'; do
    refused "CREATE INDEX ON $index" "CREATE INDEX ON $index" 42501 "readers' functions do not run for others"
done
if since 14 'copied statistics' 'statistics have expressions'; then
    refused 'copied statistics' 'CREATE TABLE adina.copied(LIKE public.counted INCLUDING STATISTICS)' 42501 "readers' functions do not run for others"
fi
user=postgres
answer 'ANALYZE of the whole database' 'ANALYZE; SELECT 1' 1
user=postgres
db=test
