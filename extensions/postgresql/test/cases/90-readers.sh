# Tests extensions/postgresql/demo/readers.sql, which lets a role read stored answers, but neither
# read the data nor call a function that releases. Also shows that two other ways to serve readers
# do not protect the data.

# Creates a database in which the extension has a schema of its own, as the README advises.
pg postgres -c 'CREATE DATABASE readers'
db=readers
sql "DO \$\$ DECLARE r text; BEGIN FOREACH r IN ARRAY '{clinic,reader}'::text[] LOOP BEGIN
    EXECUTE format('CREATE ROLE %I LOGIN', r); EXCEPTION WHEN duplicate_object THEN NULL; END; END LOOP; END \$\$;
    CREATE SCHEMA dp; CREATE EXTENSION indp SCHEMA dp; GRANT USAGE ON SCHEMA dp TO clinic, reader;
    CREATE SCHEMA clinic AUTHORIZATION clinic; GRANT USAGE ON SCHEMA clinic TO reader;
    ALTER DATABASE readers SET search_path = clinic, dp;
    CREATE TABLE clinic.person_year(zper int, year int, site int, plan int, coins float8, income float8, xage float8, female int, educdec float8,
      hlthg int, hlthf int, hlthp int, disea float8, mdvis int, outpdol float8, inpdol float8, meddol float8);
      ALTER TABLE clinic.person_year OWNER TO clinic"
pg readers -c 'COPY clinic.person_year FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv
[ "$code" = 0 ] || fail readers "$err"
pg -U clinic readers <extensions/postgresql/demo/readers.sql >"$work/out" 2>"$work/err" || fail 'readers.sql' "$(cat "$work/err")"
user=reader
# lambda = 333. The answer is off by more than 10000 = 30 lambda with probability 1e-13.
holds 'a reader sees the answer' "SELECT abs(answer - 55405) < 10000 AND epsilon = 0.3 AND released_at < now() FROM answer"
answer '10,000 reads give the same answer' \
    "CREATE TEMP TABLE seen(a float8);
        DO 'BEGIN FOR i IN 1..10000 LOOP INSERT INTO seen SELECT answer FROM answer; END LOOP; END'; SELECT count(*),
        count(DISTINCT a) FROM seen" \
    '10000|1'
for denied in 'SELECT * FROM person_year' 'SELECT dp_count(zper, 1) FROM person_year' \
    "SELECT dp_sum_state(mdvis, 0, 20) FROM person_year" \
    'SELECT release_visits(0.3)' "UPDATE answer SET answer = 0" "DELETE FROM answer" \
    "SELECT dp_release('\\x', 1)" "SELECT dp_merge('\\x'::dp_state)" "SELECT dp_sum_state(1, 0, 20)" "SELECT dp_count_state(1)" \
    "SELECT dp_release_mode('\\x', 1)" "SELECT dp_release_parts('\\x', 1)" "SELECT dp_min_state(1, 0, 20)" \
    "SELECT dp_max_state(date '2000-01-01', '2000-01-01', '2001-01-01', 1, 9)" "SELECT dp_max(mdvis, 0, 20, 1) FROM person_year" \
    "SELECT dp_median_state(1, 0, 20)" "SELECT dp_quantile_state(1.5, 0.5, 0, 20)" "SELECT dp_mode_state('a'::text, '{a}')" \
    "SELECT dp_mode_state(1, '{1}', 5)" "SELECT dp_median(mdvis, 0, 20, 1) FROM person_year" \
    "SELECT dp_mode(site, '{1,2}', 1) FROM person_year" \
    "SELECT dp_sum_state(1.5, 0, 20, 5)" "SELECT dp_sum_state(1::smallint, 0, 20, 5)" "SELECT dp_count_state(1, 5)" \
    "EXPLAIN ANALYZE SELECT dp_count(zper, 1) FROM person_year"; do
    refused "denied: $denied" "$denied" 42501 'permission denied'
done
answer 'a reader may call no function of states' \
    "SELECT count(*), count(*) FILTER (WHERE has_function_privilege('reader', oid, 'EXECUTE')) FROM pg_proc
      WHERE prokind = 'a' AND proname LIKE 'dp\\_%\\_state' OR proname IN ('dp_merge', 'dp_release', 'dp_release_mode', 'dp_release_parts')" \
    \
    '220|0'
# A reader may not call any other function that takes or returns a state. Functions that also take a
# transition state are left out, since only aggregates can call them.
answer 'no other function of states is left to a reader' \
    "SELECT string_agg(DISTINCT proname, ' ' ORDER BY proname) FROM pg_proc WHERE has_function_privilege('reader', oid, 'EXECUTE')
      AND ('dp_state'::regtype = ANY (proargtypes) OR prorettype = 'dp_state'::regtype)
      AND NOT 'dp_transition'::regtype = ANY (proargtypes)" \
    ''
answer 'a reader may aggregate public rows' \
    "SELECT dp_count(1, $E), dp_median(5, 0, 9, 1e6), dp_mode(1, '{1}', 1), dp_min(5, 0, 9, 1e6), dp_max(5, 0, 9, 1e6)" \
    '1|5|1|5|5'
user=clinic
refused 'the owner releases once' 'SELECT release_visits(0.3)' P0001 'visits were released before'

# Two ways to serve readers do not protect the data. The first is a view that makes a release at
# each read. With lambda = 10, the mean of 2,000 reads has a standard deviation of 0.32, so it is
# within 3 of the secret except with probability below 1e-12.
user=postgres
sql "CREATE TABLE clinic.few AS SELECT * FROM clinic.person_year LIMIT 300;
    CREATE VIEW clinic.leak AS SELECT dp_count(zper, 0.1) AS a FROM clinic.few;
    ALTER TABLE clinic.few OWNER TO clinic; ALTER VIEW clinic.leak OWNER TO clinic; GRANT SELECT ON clinic.leak TO reader;
    SET ROLE clinic;
    CREATE TABLE ledger(epsilon float8);
    CREATE FUNCTION ask() RETURNS float8 LANGUAGE sql SECURITY DEFINER SET search_path = clinic, dp, pg_temp
      AS 'INSERT INTO ledger VALUES (0.1); SELECT dp_sum(mdvis, 0, 20, 0.1, 5) FROM person_year'"
[ "$code" = 0 ] || fail 'view and ledger' "$err"
user=reader
holds 'a view that releases at each read reveals the secret' "CREATE TEMP TABLE seen(a float8);
    DO 'BEGIN FOR i IN 1..2000 LOOP INSERT INTO seen SELECT a FROM leak; END LOOP; END'; SELECT abs(avg(a) - 300) < 3
    AND count(DISTINCT a) > 20 FROM seen"
# The second way is a table of spent epsilons. A ROLLBACK removes its rows, although the reader has
# seen the answers. With lambda = 1000 and a grid step of 1, eight releases have at least 4
# different values.
printf 'BEGIN; SELECT ask(); ROLLBACK;\n%.0s' 1 2 3 4 5 6 7 8 | pg -U reader readers >"$work/out" 2>"$work/err"
user=postgres
if [ "$(sort -u "$work/out" | wc -l)" -ge 4 ] && [ ! -s "$work/err" ]; then pass; else fail 'ROLLBACK' "$(cat "$work/out" "$work/err")"; fi
answer 'ROLLBACK removes the spent epsilons' 'SELECT count(*) FROM clinic.ledger' 0
db=test
