# Tests what a session can see of a query over a protected table that fails, is only planned or is only
# prepared, and settings that would let a query fail because of the rows.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on" "autovacuum = off"
pg postgres -c 'CREATE DATABASE channels' && pg postgres -c "ALTER DATABASE channels SET session_preload_libraries = '$pg_preload'" &&
    pg channels -c 'CREATE EXTENSION indp' || fail 'a database for channels' 'not made'
db=channels
sql "CREATE ROLE look LOGIN; CREATE SCHEMA look AUTHORIZATION look; CREATE TABLE seen(p int, x float8, note text);
    INSERT INTO seen SELECT i / 3, i % 70, repeat(md5(i::text), 4) FROM generate_series(0, 199999) i; CREATE INDEX ON seen(p); ANALYZE seen;
    SELECT indp.protect('seen', 'p', 2, 1e40, 1e22, 1e30, '{\"x\": [0, 70]}'); GRANT SELECT ON seen_private TO look;
    SELECT indp.accept('seen', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak); SELECT indp.budget('seen', 'look', 1e39)"
[ -z "$err" ] || fail 'the table' "$err"
user=look
sql "CREATE FUNCTION look.caught(q text) RETURNS text LANGUAGE plpgsql AS 'BEGIN EXECUTE q; RETURN ''answered''; EXCEPTION WHEN OTHERS OR query_canceled THEN RETURN SQLSTATE; END';
    CREATE FUNCTION look.buffers(q text) RETURNS bigint LANGUAGE plpgsql AS \$\$ DECLARE plan json; BEGIN
      EXECUTE format('EXPLAIN (ANALYZE, BUFFERS, FORMAT json) SELECT look.caught(%L)', q) INTO plan;
      RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint; END \$\$"
[ -z "$err" ] || fail 'the functions' "$err"

# Settings that are fixed when a session begins cannot be reset while the private part runs. One of
# them, ignore_system_indexes, would send a warning for each value that is read from a TOAST table.
fixed=$(pg channels -c "SELECT name || CASE vartype WHEN 'bool' THEN '=on' ELSE '=0' END
    FROM pg_settings WHERE context = 'backend'")
[ "$(echo "$fixed" | wc -w)" -ge 2 ] || fail 'settings that are fixed' "$fixed"
for setting in $fixed; do
    export PGOPTIONS="-c $setting"
    refused "a session with $setting" 'SELECT dp_count(*) FROM seen_private' 0A000 \
        "connect without the setting ${setting%=*}"
    unset PGOPTIONS
done
answer 'a session without them' 'SELECT dp_count(*) FROM seen_private' 133334

# The table has more than 3,000 pages. The first call fills the caches of the catalog.
question="SELECT dp_sum(x) FROM seen_private WHERE lower(note) || upper(note) LIKE '%a%b%c%d%e%f%g%'"
sql "SELECT look.caught(\$q\$$question\$q\$); SELECT look.buffers(\$q\$$question\$q\$) < 500; SET statement_timeout = '40ms'; SELECT look.caught(\$q\$$question\$q\$); SELECT look.buffers(\$q\$$question\$q\$) < 500"
if [ "$out" = 'answered
t
57014
t' ]; then pass; else fail 'a cancelled query leaves no count of the pages that it read' "$out $err"; fi

# Rights are checked before the planner looks at values. The two tables differ in one row that was
# deleted long ago, which lies on a page of its own beyond the others. A planner that looks up the
# largest value of the index reads this page, too.
user=postgres
for r in r2 r3; do
    sql "CREATE TABLE $r(p int, w char(4000)); ALTER TABLE $r ALTER w SET STORAGE PLAIN; INSERT INTO $r SELECT i, 'x' FROM generate_series(1, 2000) i; CREATE INDEX ON $r(p)"
    sql "VACUUM ANALYZE $r"
    sql "INSERT INTO $r SELECT 3000 + i, 'x' FROM generate_series(1, 40) i"
    [ $r = r2 ] || sql "INSERT INTO $r VALUES (6000, 'x')"
    sql "DELETE FROM $r WHERE p > 3000; SELECT indp.protect('$r', 'p', 1, 1.0, 0.5)"
done
user=look
sql "CREATE TABLE look.own(p int); CREATE FUNCTION look.s2() RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT p FROM r2 WHERE p > 1998'; CREATE FUNCTION look.s3() RETURNS SETOF int LANGUAGE sql STABLE AS 'SELECT p FROM r3 WHERE p > 1998'"
[ "$major" -lt 14 ] || sql "CREATE FUNCTION look.a2() RETURNS SETOF int LANGUAGE sql STABLE BEGIN ATOMIC SELECT p FROM r2 WHERE p > 1998; END; CREATE FUNCTION look.a3() RETURNS SETOF int LANGUAGE sql STABLE BEGIN ATOMIC SELECT p FROM r3 WHERE p > 1998; END"
sql 'CREATE VIEW look.over_r2 AS SELECT * FROM r2 WHERE p > 1998; CREATE VIEW look.over_r3 AS SELECT * FROM r3 WHERE p > 1998'
unplanned() { # NAME SQL: r2 in SQL is replaced by r3; both must read equally many pages before they are refused
    sql "SELECT look.caught(\$q\$$2\$q\$), look.buffers(\$q\$$2\$q\$), look.buffers(\$q\$$2\$q\$);"
    two=$out
    other=$(echo "$2" | sed 's/r2/r3/g; s/\([as]\)2(/\13(/g')
    sql "SELECT look.caught(\$q\$$other\$q\$), look.buffers(\$q\$$other\$q\$), look.buffers(\$q\$$other\$q\$);"
    case "$two" in 42501*) if [ "${two##*|}" = "${out##*|}" ]; then pass; else fail "$1" "$two, but $out"; fi ;; *) fail "$1" "$two $err" ;; esac
}
unplanned 'a table without rights' 'SELECT 1 FROM r2 WHERE p > 1998'
unplanned 'in a subquery' 'SELECT (SELECT 1 FROM r2 WHERE p > 1998)'
unplanned 'in a CTE' 'WITH s AS MATERIALIZED (SELECT 1 FROM r2 WHERE p > 1998) SELECT * FROM s'
unplanned 'in UPDATE' 'UPDATE r2 SET w = 1 WHERE p > 1998'
unplanned 'in DELETE .. USING' 'DELETE FROM look.own AS o USING r2 AS s WHERE s.p > 1998 AND o.p = s.p'
unplanned 'through a view of the reader' 'SELECT 1 FROM look.over_r2'
unplanned 'a DO block' "DO 'BEGIN PERFORM 1 FROM r2 WHERE p > 1998; END'"
unplanned 'an SQL function that is inlined' 'SELECT * FROM look.s2()'
! since 14 'a stored function that is inlined' 'such functions exist' || unplanned 'a stored function that is inlined' 'SELECT * FROM look.a2()'

prepares() { # STATEMENT: it must be refused
    refused "PREPARE: $1" "PREPARE p AS $1" 42501 'permission denied for table'
    refused "PREPARE in a function: $1" "DO 'BEGIN EXECUTE ''PREPARE p AS $1''; END'" 42501 'permission denied for table'
}
for statement in 'SELECT 1 FROM seen' 'DELETE FROM seen' 'SELECT 1 FROM seen FOR UPDATE' 'DELETE FROM indp.spent' 'INSERT INTO indp.charges SELECT' 'UPDATE indp.policies SET total = 1'; do
    prepares "$statement"
done
user=postgres
sql "CREATE TABLE unrelated(x int); CREATE TABLE ruled(x int); CREATE RULE r AS ON INSERT TO ruled DO INSTEAD NOTHING; CREATE ROLE later NOLOGIN; GRANT later TO look; GRANT SELECT ON unrelated TO later"
user=look
answer 'other statements may be prepared before their rights' 'PREPARE p AS SELECT count(*) FROM unrelated; SET ROLE later; EXECUTE p' 0
sql 'CREATE OR REPLACE VIEW look.later AS SELECT x FROM seen'
[ -z "$err" ] && pass || fail 'views may still be created without rights' "$err"
user=postgres

# A prepared statement over the ledger, here that of a superuser, must not keep an owner from resuming.
answer 'a prepared statement does not block indp.resume' "BEGIN; PREPARE p AS DELETE FROM indp.spent;
\\! timeout 20 '$pg_bin/psql' -X -q -A -t -U postgres -d channels -c \"SET lock_timeout = '5s'\" -c \"SELECT indp.resume('seen', 1.0)\" 2>&1
COMMIT" ''

# The plan of the private part, here whether it starts workers, must not depend on the rows. w0 and w1
# differ in one person, whose long text changes the average width of the column.
sql "CREATE TABLE w0(p int, note text); INSERT INTO w0 SELECT i / 2, repeat('b', 20) FROM generate_series(0, 199) i; CREATE TABLE w1 AS TABLE w0; INSERT INTO w1 VALUES (999, repeat('b', 1920)), (999, '');
    ANALYZE w0; ANALYZE w1; SELECT indp.protect(t, 'p', 2, 1e40, 1e22, 1e30) FROM (VALUES ('w0'::regclass), ('w1')) v(t); GRANT SELECT ON w0_private, w1_private TO look;
    SELECT indp.accept(t, leak) FROM (VALUES ('w0'::regclass), ('w1')) v(t), (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak); SELECT indp.budget(t, 'look', 1e39) FROM (VALUES ('w0'::regclass), ('w1')) v(t)"
holds 'the widths differ' "SELECT max(avg_width) - min(avg_width) > 5 FROM pg_stats WHERE tablename IN ('w0', 'w1') AND attname = 'note'"
workers() { grep -c 'starting background worker process "parallel worker' "$cluster/log"; }
cluster_restart "fsync = on" "log_min_messages = debug1" "parallel_setup_cost = 0" "min_parallel_table_scan_size = 0"
started=''
for cost in 0.001 0.01 0.05 0.1 0.14 0.16 0.165 0.17 0.175 0.18 0.185 0.19 0.2 0.22 0.25 0.3 0.4 0.5; do
    for w in w0 w1; do
        before=$(workers)
        pg channels -c "ALTER DATABASE channels SET parallel_tuple_cost = $cost"
        pg channels -U look -c "SELECT dp_count(*) FILTER (WHERE note LIKE 'b%') FROM ${w}_private" >/dev/null
        after=$(workers)
        eval "$w=$((after - before))"
    done
    started="$started $w0"
    if [ "$w0" = "$w1" ]; then pass; else fail 'the plan does not depend on the rows' "at $cost, $w0 workers and $w1"; fi
done
case "$started" in *' 2 '*) pass ;; *) fail 'workers are counted' "$started" ;; esac
sql 'ALTER DATABASE channels RESET parallel_tuple_cost'

# Settings that would let a query fail because of the rows.
sql "ALTER ROLE look IN DATABASE channels SET temp_file_limit = '100kB'; ALTER ROLE look IN DATABASE channels SET work_mem = '64kB'"
user=look
answer 'temp_file_limit does not hold for the private part' 'SELECT dp_count(*) BETWEEN 120000 AND 140000 FROM seen_private' t
refused 'but for the rest' 'SELECT count(*) FROM (SELECT i FROM generate_series(1, 100000) i ORDER BY random()) s' 53400 'temporary file size exceeds'
if [ "$major" -lt 17 ]; then
    cluster_restart "fsync = on" "old_snapshot_threshold = 0"
    refused 'old_snapshot_threshold' 'SELECT dp_count(*) FROM seen_private' 0A000 'old_snapshot_threshold must be -1'
    cluster_restart "fsync = on" "old_snapshot_threshold = -1"
    answer 'without it' 'SELECT dp_count(*) BETWEEN 120000 AND 140000 FROM seen_private' t
fi

# What the private part looks up because of a row stays in no cache of the session. If operators of
# float8 are cached, the second sort locks no catalog, and so does not learn of the table that was
# made while the statement slept. There is a row with days = 1 in the ward eye, and none with 2.
user=postgres
sql "CREATE TABLE stay(p int UNIQUE, ward text, days int);
    INSERT INTO stay SELECT i, 'eye', 1 FROM generate_series(1, 300000) i;
    SELECT indp.protect('stay', 'p', 1, 1e40, 1.0, 1e30, keys => '{\"ward\": [\"eye\"]}');
    GRANT SELECT ON stay_private TO look; SELECT indp.accept('stay', l) FROM
        (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) AS l(l);
    SELECT indp.budget('stay', 'look', 1e39)"
[ -z "$err" ] || fail 'a table that leaves traces' "$err"
user=look
make_probe() { # makes the table while the session of `after` sleeps
    for _ in $(seq 600); do
        pg channels -c "SELECT 'now' FROM pg_stat_activity WHERE query LIKE '%look.probe%'
            AND wait_event = 'PgSleep'" | grep -q now && break
        sleep 0.05
    done
    pg -U look channels -c 'CREATE TABLE look.probe(i int)'
}
# Whether the session sees the new table after these statements, if it looks something up meanwhile.
after() { # STATEMENTS KNOWN LOOKUP: before it sleeps, it looks up what is KNOWN
    make_probe &
    printf '%s;\n' "$1" "SELECT to_regclass('look.probe') IS NULL, ($2), pg_sleep(4), ($3),
        to_regclass('look.probe') IS NOT NULL" | pg -U look channels -F, | tail -n 1
    wait
    pg -U look channels -c 'DROP TABLE look.probe'
}
sorted() { # TYPE: sorts numbers of this type
    echo "SELECT count(DISTINCT f) FROM (SELECT g::$1 AS f FROM generate_series(1, 3) g OFFSET 0) v"
}
for condition in 'days = 1' 'days = 2'; do
    question="SELECT ward, dp_count(DISTINCT p) FROM stay_private WHERE $condition GROUP BY ward"
    seen=$(after "SELECT to_regclass('look.probe'); $(sorted int4); $question" "$(sorted int4)" \
        "$(sorted float8)")
    [ "$seen" = 't,3,,3,t' ] && pass || fail "caches after rows with $condition" "$seen"
done

# The order of an enum with values that were added later is read from the catalog when two of them
# are compared for the first time, here as persons.
user=postgres
sql "CREATE TYPE place AS ENUM ('b', 'd')"
sql "ALTER TYPE place ADD VALUE 'a' BEFORE 'b'"
sql "CREATE TABLE sites(site place, v int);
    INSERT INTO sites SELECT 'b', 1 FROM generate_series(1, 5); INSERT INTO sites VALUES ('a', 2);
    SELECT indp.protect('sites', 'site', 3, 1e40, 1.0, 1e30);
    GRANT SELECT ON sites_private TO look; SELECT indp.accept('sites', l) FROM
        (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) AS l(l);
    SELECT indp.budget('sites', 'look', 1e39)"
[ -z "$err" ] || fail 'persons of an enum' "$err"
user=look
compared() { # STATEMENT
    after "$1" "SELECT string_agg(m::text, '') FROM unnest('{a,b}'::place[]) m" "SELECT count(*)
        FROM (SELECT 'a'::place::text::place x, 'b'::text::place y OFFSET 0) z WHERE x < y"
}
one=$(compared 'SELECT dp_count(*) FROM sites_private WHERE v = 1')
two=$(compared 'SELECT dp_count(*) FROM sites_private WHERE v < 3')
none=$(compared "SELECT 'nothing'")
[ "$one" = "$two" ] && [ "$none" = 't,ab,,1,t' ] && pass ||
    fail 'persons of an enum' "one $one, two $two, without a question $none"

# Files of the private part take their turn in temp_tablespaces with temporary tables, whose
# tablespaces a session sees. Whether there was such a file is a matter of the number of rows. The
# turn begins anew, so that the number of steps between two tables is random: in 40 transactions it
# is the same for all of 3 tablespaces with probability 3 * 3^-40.
user=postgres
for n in 1 2 3; do
    as_postgres mkdir "$cluster/space$n"
    sql "CREATE TABLESPACE space$n LOCATION '$cluster/space$n'; GRANT CREATE ON TABLESPACE space$n
        TO look"
    [ -z "$err" ] || fail 'tablespaces' "$err"
done
sql "ALTER DATABASE channels SET temp_tablespaces = 'space1', 'space2', 'space3'"
user=look
steps() { # CONDITION: how many different steps between two tables there were
    for _ in $(seq 40); do
        echo "BEGIN; CREATE TEMP TABLE a(i int); SELECT 1 FROM
            (SELECT dp_count(DISTINCT p) FROM stay_private WHERE $1) q;
            CREATE TEMP TABLE b(i int); SELECT 's' || (max(t) FILTER (WHERE relname = 'b')
                - max(t) FILTER (WHERE relname = 'a') + 3) % 3 FROM (SELECT relname,
                right(spcname, 1)::int AS t FROM pg_class AS c JOIN pg_tablespace AS s
                ON s.oid = reltablespace WHERE relname IN ('a', 'b')) v; ROLLBACK;"
    done | pg -U look channels | grep '^s' | sort -u | wc -l
}
for condition in 'days = 1' 'days = 2'; do
    number=$(steps "$condition")
    [ "$number" -ge 2 ] && pass || fail "tablespaces after rows with $condition" "$number"
done

# The same for all kinds of questions: afterwards, planning and executing sorts, comparisons and
# casts of many types touches as many pages of the catalogs, whether rows passed the filter or not.
# A control that looks something up only for a row must be seen.
user=postgres
sql "CREATE TYPE mood AS ENUM ('low', 'high');
    CREATE TABLE wide(p int UNIQUE, w text, f float8, n numeric, d date, s timestamptz, b bool,
        m mood, c char(5), v varchar, i2 int2, i8 int8, k int);
    INSERT INTO wide SELECT i, 'eye', i, i, '2026-01-01', '2026-01-01', true, 'low', 'abc', 'x', 1,
        i, 1 FROM generate_series(1, 2000) i;
    SELECT indp.protect('wide', 'p', 1, 1e40, 1.0, 1e30, columns => '{\"f\": [0, 9], \"n\": [0, 9],
        \"d\": [\"2020-01-01\", \"2030-01-01\"], \"s\": [\"2020-01-01\", \"2030-01-01\"],
        \"w\": [\"eye\", \"ear\"], \"i8\": [0, 9]}',
        keys => '{\"w\": [\"eye\"], \"d\": [\"2026-01-01\"], \"m\": [\"low\"], \"c\": [\"abc\"]}');
    GRANT SELECT ON wide_private TO look; SELECT indp.accept('wide', l) FROM
        (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) AS l(l);
    SELECT indp.budget('wide', 'look', 1e39)"
[ -z "$err" ] || fail 'a table of many types' "$err"
user=look
types='int2 int4 int8 float4 float8 numeric text date timestamp timestamptz bool name oid'
battery='' # statements that look much up
for type in $types; do
    case "$type" in
    date | time*) value="'2026-01-01'" ;;
    bool) value="'t'" ;;
    *) value="'1'" ;;
    esac
    battery="${battery}EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT json)
        SELECT count(DISTINCT x), array_agg(x ORDER BY x DESC), max(x::text) FROM (VALUES
        ($value::$type), ($value)) AS t(x) GROUP BY x = ANY (ARRAY[$value::$type]) ORDER BY 1;
"
done
pages() { # STATEMENT: how many pages the battery touches after it, statement for statement
    printf '%s;\n%s' "$1" "$battery" | pg -U look channels |
        awk '/Shared (Hit|Read) Blocks/ { gsub(/[^0-9]/, ""); n += $0 }
            /^\]/ { printf "%d ", n; n = 0 }'
}
same=0
while IFS='~' read -r calls grouped; do
    question="SELECT ${grouped:+$grouped, }$calls FROM wide_private WHERE k"
    with=$(pages "$question = 1${grouped:+ GROUP BY $grouped}")
    without=$(pages "$question = 2${grouped:+ GROUP BY $grouped}")
    [ "$with" = "$without" ] && [ "$(echo "$with" | wc -w)" = 13 ] && same=$((same + 1)) ||
        fail "what stays of $calls by $grouped" "$with, without rows $without"
done <<'END'
dp_count(DISTINCT p)~
dp_count(DISTINCT p)~w
dp_count(*), dp_sum(f), dp_avg(n), dp_var(i2, 0, 9)~w
dp_median(f), dp_quantile(i8, 0.5), dp_min(d), dp_max(s)~
dp_median(n), dp_min(s), dp_quantiles(f, ARRAY[0.1, 0.9])~d
dp_mode(w), dp_counts(w), dp_histogram(i2, ARRAY[1, 2])~m
dp_bounds(f), dp_bounds_among(n, ARRAY[1.0, 2.0])~c
dp_count(*) FILTER (WHERE lower(w) || v LIKE '%e%' AND n / 3 > 0.1)~w
dp_sum(extract(year FROM s), 0, 9999), dp_count(*) FILTER (WHERE date_trunc('day', s) > d)~
dp_sum(CASE WHEN c = 'abc' THEN round(n, 1) ELSE greatest(f, 1)::numeric END, 0, 9)~w
dp_count(*) FILTER (WHERE w IN ('eye', 'ear') AND v COLLATE "C" < 'z' AND m = 'low')~w
dp_count(m), dp_count(DISTINCT p) FILTER (WHERE m <> 'high')~d
END
[ "$same" = 12 ] && pass || fail 'questions that leave nothing' "only $same"
user=postgres
sql "CREATE TABLE open_to_all AS TABLE wide; GRANT SELECT ON open_to_all TO PUBLIC"
user=look
control='SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY f) FROM open_to_all WHERE k ='
with=$(pages "$control 1")
without=$(pages "$control 2")
[ "$with" != "$without" ] && pass || fail 'the control' "$with"
user=postgres
db=test
