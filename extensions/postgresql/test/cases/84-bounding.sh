# Tests that at most rows_per_person rows of a person count, over all groups together. In the small
# tables the value of each row is a different power of two. At a huge epsilon the sums are exact, so
# they show which rows count.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
pg postgres -c 'CREATE DATABASE bounding' && pg postgres -c "ALTER DATABASE bounding SET session_preload_libraries = '$pg_preload'" &&
    pg bounding -c 'CREATE EXTENSION indp' || fail 'a database for bounds' 'not made'
db=bounding
protected() { # TABLE ROWS
    sql "SELECT indp.protect('$1', 'p', $2, 1e40, 1e22, 1e30, '{\"v\": [0, 1125899906842624]}', '{\"g\": [1, 2, 3]}')"
    [ "$out" = "$1_private" ] || fail "protect $1" "$err"
    sql "SELECT indp.accept('$1', leak) FROM indp.check('$1') WHERE leak IN ('reltuples', 'statistics', 'locks', 'preload', 'superuser'); SELECT indp.budget('$1', 'postgres', 1e39)"
    [ -z "$err" ] || fail "budget $1" "$err $(pg bounding -c "SELECT leak FROM indp.check('$1') WHERE NOT accepted")"
}

# Makes a table of several persons, some of them NULL, with up to 6 rows each. The rows are in the
# groups 1 to 4, of which 4 is not in the list of keys. Row i of the table has the value 2^i.
make_rows() { # TABLE TYPE VALUES: the persons in the text form of their type
    sql "CREATE TABLE $1(p $2, g int, v float8, k int);
        INSERT INTO $1 SELECT x.p::$2, 1 + (i * 7 + i / 5) % 4, 2.0 ^ i, i FROM (SELECT p, row_number() OVER () - 1 AS i FROM (VALUES $3) q(p)) x"
}
ints="('1'), ('1'), ('1'), ('1'), ('1'), ('1'), ('2'), ('2'), ('2'), ('3'), ('3'), ('3'), ('3'), ('4'), ('5'), ('5'), (NULL), (NULL), ('6'), ('6'), ('6'), ('6'), ('6'), (NULL)"
make_rows of_int int "$ints"
make_rows of_text text "$ints"
make_rows of_numeric numeric "('1'), ('1.0'), ('1.00'), ('1'), ('2'), ('2.0'), ('2.000'), ('3'), ('NaN'), ('NaN'), ('NaN'), (NULL), (NULL), ('0'), ('-0'), ('0.0')"
make_rows of_float float8 "('0'), ('-0'), ('0'), ('-0'), ('NaN'), ('NaN'), ('NaN'), ('Infinity'), ('1'), ('1'), ('1'), (NULL)"
make_rows of_date date "('2000-01-01'), ('2000-01-01'), ('2000-01-01'), ('infinity'), ('infinity'), ('infinity'), (NULL), (NULL)"

# Tests which rows the sums of a query contain. If a person has n rows, the sums must contain
# min(n, M) of them, where M is rows_per_person. They must contain all rows without a person, no row
# twice, and each row in its own group.
counted() { # NAME TABLE M WHERE
    protected "$2" "$3"
    for run in 1 2 3; do
        holds "$1, $3 rows, by group" "WITH a AS (SELECT g, round(dp_sum(v))::int8 AS s FROM $2_private WHERE $4 GROUP BY g),
            r AS (SELECT t.p, t.k, a.s IS NOT NULL AND (a.s >> t.k) & 1 = 1 AS taken FROM $2 t LEFT JOIN a USING (g) WHERE $4 AND t.g < 4)
            SELECT (SELECT bool_and(taken) FROM r WHERE p IS NULL) IS NOT FALSE AND (SELECT sum(s) FROM a) = (SELECT coalesce(sum(2 ^ k), 0) FROM r WHERE taken)
              AND (SELECT bool_and(n = least(rows, $3)) FROM (SELECT count(*) FILTER (WHERE taken) AS n, count(*) AS rows FROM r WHERE p IS NOT NULL GROUP BY p) s)"
        holds "$1, $3 rows, all together" "WITH a AS (SELECT round(dp_sum(v))::int8 AS s, dp_count(*) AS n, round(dp_sum(v * 2, 0, 2.0 ^ 51, 1e22))::int8 AS twice FROM $2_private WHERE $4),
            r AS (SELECT t.p, (a.s >> t.k) & 1 = 1 AS taken FROM $2 t, a WHERE $4)
            SELECT (SELECT n FROM a) = (SELECT count(*) FROM r WHERE taken) AND (SELECT twice = 2 * s FROM a) AND (SELECT bool_and(taken) FROM r WHERE p IS NULL) IS NOT FALSE
              AND (SELECT bool_and(n = least(rows, $3)) FROM (SELECT count(*) FILTER (WHERE taken) AS n, count(*) AS rows FROM r WHERE p IS NOT NULL GROUP BY p) s)"
    done
}
for m in 1 2 3 6; do counted 'integers as persons' of_int $m true; done
counted 'a condition' of_int 2 'k % 3 <> 1'
for type in text numeric float date; do counted "$type as persons" "of_$type" 2 true; done
holds 'FILTER leaves rows out after the choice' "SELECT max(a) <= 2 AND min(b) = 2 FROM (SELECT dp_count(*) FILTER (WHERE k < 3) AS a, dp_count(*) AS b FROM of_int_private WHERE p = 1
    UNION ALL SELECT dp_count(*) FILTER (WHERE k < 3), dp_count(*) FROM of_int_private WHERE p = 1) s"
answer 'persons' 'SELECT dp_count(DISTINCT p), dp_count(DISTINCT p) FILTER (WHERE k > 12) FROM of_text_private' '6|3'

# All rows of a person are equally likely to count. One of six rows is chosen, 400 times in all.
# Each row is chosen 67 times on average, and fewer than 20 times with probability below 1e-10.
protected of_int 1
holds 'each row of a person may be the one that counts' "CREATE TEMP TABLE chosen(s float8); DO 'BEGIN FOR i IN 1..400 LOOP INSERT INTO chosen SELECT dp_sum(v) FROM of_int_private WHERE p = 1; END LOOP; END';
    SELECT count(*) = 6 AND min(n) > 19 FROM (SELECT round(log(2, s::numeric)) AS k, count(*) AS n FROM chosen GROUP BY 1) s"

# More columns than a function has arguments, so that several calls compute the order.
sql "DO 'BEGIN EXECUTE format(''CREATE TABLE of_many(p int, k int, %s)'', (SELECT string_agg(format(''c%s float8'', i), '', '') FROM generate_series(1, 105) i)); END'; INSERT INTO of_many(p, k, c1, c105) SELECT 1, k, k, k FROM generate_series(1, 6) k;
    SELECT indp.protect('of_many', 'p', 1, 1e40, 1e22, 1e30, (SELECT jsonb_object_agg('c' || i, '[0, 10]'::jsonb) FROM generate_series(1, 105) i)); SELECT indp.accept('of_many', leak) FROM indp.check('of_many') WHERE leak IN ('reltuples', 'statistics', 'locks', 'preload', 'superuser'); SELECT indp.budget('of_many', 'postgres', 1e39)"
[ -z "$err" ] || fail 'protect many columns' "$err"
sums=$(i=1; while [ $i -le 105 ]; do printf '%sdp_sum(c%d) AS c%d' "$([ $i = 1 ] || echo ', ')" $i $i; i=$((i + 1)); done)
holds 'one row of a person counts, in all 105 columns' "SELECT c1 IN (1, 2, 3, 4, 5, 6) AND c1 = c105 AND c2 = 0 FROM (SELECT $sums FROM of_many_private) s"
# The bound must also hold for large tables, with parallel workers and with sorts that spill to
# disk.
sql "CREATE TABLE large(p int, g int, v float8); INSERT INTO large SELECT i % 12000, i % 4 + 1, 1 FROM generate_series(0, 59999) i"
protected large 3
for settings in 'work_mem = 64' 'max_parallel_workers_per_gather = 4' 'max_parallel_workers_per_gather = 0' 'enable_sort = off' 'enable_hashagg = off' \
    'parallel_leader_participation = off'; do
    pg bounding -c "ALTER DATABASE bounding SET $settings" # the private part does not heed settings of the session
    answer "large, $settings" "SELECT dp_count(*), (SELECT sum(n) <= 36000 AND sum(n) > 24000 FROM (SELECT dp_count(*) AS n FROM large_private GROUP BY g) s) FROM large_private" '36000|t'
    pg bounding -c "ALTER DATABASE bounding RESET ${settings%% =*}"
done

# The choice among the rows of a person must be able to read columns of every kind of storage. If a
# constraint, here UNIQUE, already limits the rows of each person, no choice is made. Rows whose g
# is NULL or not a declared key then reach the aggregates. The answers must not contain groups for
# them.
sql "CREATE TABLE kinds(p int, u uuid, t text, c bool, g int); INSERT INTO kinds SELECT i / 3, md5(i::text)::uuid, repeat(md5(i::text), 500 * (i % 2)), i % 2 = 0, 1 FROM generate_series(0, 8) i;
    CREATE TABLE keyed(p int UNIQUE, v float8, g int); INSERT INTO keyed VALUES (1, 1, NULL), (2, 1, 0), (3, 1, 7), (4, 1, 12), (5, 1, NULL);
    SELECT indp.protect('kinds', 'p', 2, 1e40, 1e22, 1e30), indp.protect('keyed', 'p', 1, 1e40, 1e22, 1e30, keys => '{\"g\": [0, 1, 9]}');
    SELECT indp.accept(t, leak) FROM (VALUES ('kinds'::regclass), ('keyed')) v(t), (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak);
    SELECT indp.budget(t, 'postgres', 1e39) FROM (VALUES ('kinds'::regclass), ('keyed')) v(t)"
[ -z "$err" ] || fail 'kinds and keyed' "$err"
answer 'columns of every kind' 'SELECT dp_count(u), dp_count(t), dp_count(c) FROM kinds_private' '6|6|6'
answer 'keys that are NULL or not listed' 'SELECT g, dp_count(*) FROM keyed_private GROUP BY g' '0|1
1|0
9|0'

# If a constraint already bounds the rows, no sort is needed. Other constraints must not replace the
# sort. Here the function that orders the rows fails whenever it is called, which shows whether it
# was needed.
sql "CREATE OR REPLACE FUNCTION indp.row_order(int8, int8, VARIADIC \"any\") RETURNS int8 LANGUAGE internal IMMUTABLE AS 'aclinsert'"
constraint() { # trusted|chosen TABLE DEFINITIONS: rows of person 1 in slots 1 to 3
    sql "CREATE TABLE $2(p int, slot int, v float8, g int); INSERT INTO $2 SELECT 1, i, 1, 1 FROM generate_series(1, 3) i; $3"
    [ -z "$err" ] || fail "$2" "$err"
    protected "$2" 3
    if [ "$1" = trusted ]; then answer "trusted: $2" "SELECT dp_count(*) FROM $2_private" 3; else
        refused "not trusted: $2" "SELECT dp_count(*) FROM $2_private" 0A000 'aclinsert'
    fi
}
constraint trusted slots 'ALTER TABLE slots ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
constraint trusted turned 'ALTER TABLE turned ADD CHECK (slot > 0 AND slot < 4), ADD PRIMARY KEY (slot, p)'
constraint trusted two_checks 'ALTER TABLE two_checks ALTER slot SET NOT NULL, ADD CHECK (slot >= 1), ADD CHECK (slot <= 3), ADD UNIQUE (p, slot)'
constraint trusted small "ALTER TABLE small ALTER slot TYPE smallint, ALTER slot SET NOT NULL, ADD CHECK (slot >= '1'::smallint AND slot <= '3'::smallint), ADD UNIQUE (p, slot)"
constraint trusted big "ALTER TABLE big ALTER slot TYPE bigint, ALTER slot SET NOT NULL, ADD CHECK (slot > '0'::bigint AND slot < '4'::bigint), ADD UNIQUE (p, slot)"
constraint trusted one 'UPDATE one SET p = slot; ALTER TABLE one ADD UNIQUE (p)'
constraint chosen none 'SELECT 1'
constraint chosen nullable 'ALTER TABLE nullable ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
constraint chosen too_many 'ALTER TABLE too_many ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 0 AND 3), ADD UNIQUE (p, slot)'
constraint chosen open_too_many 'ALTER TABLE open_too_many ALTER slot SET NOT NULL, ADD CHECK (slot > -1 AND slot < 4), ADD UNIQUE (p, slot)'
constraint chosen other_unique 'ALTER TABLE other_unique ADD UNIQUE (slot)'
constraint chosen other_check 'ALTER TABLE other_check ALTER slot SET NOT NULL, ADD CHECK (g BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
sql "CREATE FUNCTION anything(int, int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT true'; CREATE OPERATOR public.>= (LEFTARG = int, RIGHTARG = int, FUNCTION = anything); CREATE OPERATOR public.<= (LEFTARG = int, RIGHTARG = int, FUNCTION = anything)"
constraint chosen own_operators 'ALTER TABLE own_operators ALTER slot SET NOT NULL, ADD CHECK (slot OPERATOR(public.>=) 1 AND slot OPERATOR(public.<=) 3), ADD UNIQUE (p, slot)'
constraint chosen half_open 'ALTER TABLE half_open ALTER slot SET NOT NULL, ADD CHECK (slot >= 1), ADD UNIQUE (p, slot)'
# Only one end of the range is stated, and its difference to the other end does not fit into 64
# bits.
n=0
for end in '>= 3000000000000000000' '> 3000000000000000000' '< -3000000000000000000' '<= -3000000000000000000' '>= 9223372036854775000' '<= -9223372036854775000'; do
    n=$((n + 1))
    case "$end" in '>'*) far='9223372036854775000 + slot' ;; *) far='-9223372036854775000 - slot' ;; esac
    constraint chosen "far$n" "ALTER TABLE far$n ALTER slot TYPE bigint, ALTER slot SET NOT NULL; UPDATE far$n SET slot = $far; ALTER TABLE far$n ADD CHECK (slot $end), ADD UNIQUE (p, slot)"
done
constraint chosen empty_span "ALTER TABLE empty_span ALTER slot TYPE bigint, ALTER slot SET NOT NULL, ADD CHECK (slot >= -9223372036854775807 AND slot <= 9223372036854775806), ADD UNIQUE (p, slot)"
! since 18 'NOT NULL .. NOT VALID' 'such constraints exist' || {
    constraint chosen null_not_valid 'ALTER TABLE null_not_valid ADD CONSTRAINT n NOT NULL slot NOT VALID, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
    constraint trusted null_validated 'ALTER TABLE null_validated ADD CONSTRAINT n NOT NULL slot NOT VALID; ALTER TABLE null_validated VALIDATE CONSTRAINT n; ALTER TABLE null_validated ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
    constraint chosen check_not_enforced 'ALTER TABLE check_not_enforced ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3) NOT ENFORCED, ADD UNIQUE (p, slot)'
}
constraint chosen either 'ALTER TABLE either ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3 OR slot > 9), ADD UNIQUE (p, slot)'
constraint chosen not_valid 'ALTER TABLE not_valid ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3) NOT VALID, ADD UNIQUE (p, slot)'
constraint chosen deferred 'ALTER TABLE deferred ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot) DEFERRABLE'
constraint chosen index_only 'ALTER TABLE index_only ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3); CREATE UNIQUE INDEX ON index_only (p, slot)'
constraint chosen three 'ALTER TABLE three ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot, g)'
constraint chosen other_person 'ALTER TABLE other_person ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (g, slot)'
constraint chosen foreign_key 'CREATE TABLE people(p int PRIMARY KEY); INSERT INTO people VALUES (1); ALTER TABLE foreign_key ADD FOREIGN KEY (p) REFERENCES people'
constraint chosen excluded 'UPDATE excluded SET p = slot; ALTER TABLE excluded ADD EXCLUDE USING btree (p WITH =) WHERE (slot < 3)'
constraint chosen other_pair 'ALTER TABLE other_pair ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3); UPDATE other_pair SET g = 1; ALTER TABLE other_pair ADD UNIQUE (slot, g)'
constraint chosen parent 'CREATE TABLE child() INHERITS (parent); ALTER TABLE parent ALTER slot SET NOT NULL, ADD CHECK (slot BETWEEN 1 AND 3), ADD UNIQUE (p, slot)'
sql "CREATE TABLE parts(p int, slot int NOT NULL CHECK (slot BETWEEN 1 AND 3), v float8, g int) PARTITION BY LIST (g); CREATE TABLE parts1 PARTITION OF parts FOR VALUES IN (1);
    ALTER TABLE parts1 ADD UNIQUE (p, slot); INSERT INTO parts VALUES (1, 1, 1, 1)"
protected parts 3
refused 'not trusted: a constraint of a partition' 'SELECT dp_count(*) FROM parts_private' 0A000 aclinsert
# The protected view may compute the person from a column. A constraint on that column must then not
# replace the sort.
sql "CREATE TABLE halves(p int UNIQUE, v float8, g int); INSERT INTO halves VALUES (2, 1, 1), (3, 1, 1)"
protected halves 1
answer 'trusted: halves' 'SELECT dp_count(*) FROM halves_private' 2
sql "DO \$\$ BEGIN EXECUTE format('CREATE OR REPLACE VIEW halves_private WITH (security_barrier) AS SELECT p / 2 AS p, v, g FROM halves WHERE indp.guard(%s)', (SELECT policy FROM indp.policies WHERE source = 'halves'::regclass)); END \$\$"
refused 'not trusted: a person that is computed' 'SELECT dp_count(*) FROM halves_private' 0A000 aclinsert
# A transaction whose snapshot is older than the constraint may still see rows that were deleted
# before the constraint was made.
younger() { # TABLE SQL YOUNGER: SQL runs before the snapshot, and YOUNGER is added after it
    sql "CREATE TABLE $1(p int, slot int, v float8, g int); INSERT INTO $1 VALUES (1, 1, 1, 1), (1, 2, 1, 1), (2, NULL, 1, 1), (2, NULL, 1, 1), (3, 1, 1, 1); $2"
    [ -z "$err" ] || fail "$1" "$err"
    protected "$1" 1
    sql "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 5;
\\! timeout 10 '$pg_bin/psql' -X -q -d bounding -c 'DELETE FROM $1 WHERE p < 3; ALTER TABLE $1 $3'
SELECT dp_count(*) FROM $1_private; COMMIT;"
    case "$out $err" in 5*aclinsert*) pass ;; *) fail "a constraint younger than the snapshot: $1" "$out $err" ;; esac
    answer "the same constraint, older than the snapshot: $1" "SELECT dp_count(*) FROM $1_private" 1
}
younger young 'SELECT 1' 'ADD UNIQUE (p)'
younger young_check 'DELETE FROM young_check WHERE p = 2; ALTER TABLE young_check ALTER slot SET NOT NULL, ADD UNIQUE (p, slot); INSERT INTO young_check VALUES (1, 3, 1, 1), (1, 4, 1, 1)' 'ADD CHECK (slot BETWEEN 1 AND 1)'
younger young_not_null 'DELETE FROM young_not_null WHERE slot = 2; ALTER TABLE young_not_null ADD CHECK (slot BETWEEN 1 AND 1), ADD UNIQUE (p, slot); INSERT INTO young_not_null VALUES (1, NULL, 1, 1)' 'ALTER slot SET NOT NULL'
user=postgres
db=test
