# Tests queries over protected tables: the usual course, in which an owner protects a table and
# readers ask; exact answers at a huge epsilon; the statements that may contain such queries; and
# the refusals. The ledger refuses to charge without fsync, so the cluster is restarted with
# fsync = on.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
pg postgres -c 'CREATE DATABASE protected' && pg postgres -c "ALTER DATABASE protected SET session_preload_libraries = '$pg_preload'" &&
    pg protected -c 'CREATE EXTENSION indp' || fail 'a database with protected tables' 'not made'
db=protected
sql "CREATE TABLE hie(id int, year int, site int, age float8, mdvis int, meddol float8, name text, born date);
    INSERT INTO hie SELECT i / 3, i % 3, i % 6 + 1, i % 70, i % 13 - 1, i % 4000, 'p' || i % 3, '2000-01-01'::date + i % 500
      FROM generate_series(0, 5999) i;
    CREATE ROLE askers; CREATE ROLE anna LOGIN IN ROLE askers; CREATE ROLE ben LOGIN IN ROLE askers; CREATE ROLE eva LOGIN;
    CREATE SCHEMA alice AUTHORIZATION anna; CREATE ROLE steward LOGIN; GRANT ALL ON SCHEMA public TO steward; GRANT indp_owner TO steward;
    ALTER TABLE hie OWNER TO steward"
[ -z "$err" ] || fail 'the roles' "$err"

# The usual course: the owner protects a table, and readers ask.
user=steward
answer 'protect' "SELECT indp.protect('hie', person => 'id', rows_per_person => 3, columns => '{\"mdvis\": [0, 50], \"meddol\": [0, 5000], \"name\": [\"p0\", \"p1\", \"p2\", \"p9\"], \"born\": [\"2000-01-01\", \"2002-01-01\"]}',
    keys => '{\"site\": [6, 5, 4, 3, 2, 1, 7], \"name\": [\"p0\", \"p9\"], \"year\": [0, 1, 2]}', epsilon => 0.5, max_epsilon => 1.0, total => 10.0)" hie_private
sql "SELECT indp.accept('hie', 'reltuples'); SELECT indp.accept('hie', 'statistics'); SELECT indp.accept('hie', 'locks')"
answer 'budget' "SELECT indp.budget('hie', 'askers', 3.0, every => '30 days', per_reader => 1.0); GRANT SELECT ON hie_private TO askers" ''
user=anna
answer 'every key answers, in the order of the list' "SELECT string_agg(site::text, ' ') FROM (SELECT site, dp_avg(mdvis) FROM hie_private WHERE age > 40 GROUP BY site) s" '6 5 4 3 2 1 7'
answer 'remaining' "SELECT budget, epsilon, remaining, share, total FROM indp.remaining('hie')" 'askers|3|2.5|0.5|9.5'
answer 'an epsilon of its own, and NULL for keys without rows' "SELECT dp_count(mdvis, 0.25) IS NOT NULL FROM hie_private WHERE site = 7" t
refused 'the share is spent' "SELECT dp_sum(mdvis), dp_count(*) FROM hie_private" 53400 'does not suffice'
refused 'SET ROLE to the role of the budget gives no other share' "SET ROLE askers; SELECT dp_sum(mdvis), dp_count(*) FROM hie_private" 53400 'does not suffice'
answer 'the share under SET ROLE' "SET ROLE askers; SELECT share FROM indp.remaining('hie')" 0.25
answer 'explain knows it, too' "SET ROLE askers; SELECT bool_or(suffices) FROM indp.explain('SELECT dp_sum(mdvis), dp_count(*) FROM hie_private')" f
answer 'a refusal costs nothing' "SELECT share FROM indp.remaining('hie')" 0.25
answer 'the log shows the own charges' "SELECT count(*), sum(epsilon) FROM indp.ledger('hie')" '2|0.75'
user=ben
answer 'another reader has a share of his own, also under SET ROLE' "SET ROLE askers; SELECT dp_count(*) BETWEEN 5800 AND 6200 FROM hie_private" t
answer 'and sees only his own charges' "SELECT count(*), sum(epsilon), min(reader) FROM indp.ledger('hie')" '1|0.5|ben'
user=steward
user=ben
answer 'the log under SET ROLE' "SET ROLE askers; SELECT count(*), min(reader) FROM indp.ledger('hie')" '1|ben'
user=anna
sql "CREATE FUNCTION alice.ask() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT dp_count(*) FROM hie_private'; CREATE FUNCTION alice.mine() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM indp.ledger(''hie'')'; GRANT USAGE ON SCHEMA alice TO PUBLIC"
[ "$code" = 0 ] || fail 'definer functions' "$err"
user=eva
refused 'a function of a reader brings no share of a stranger' 'SELECT alice.ask()' 42501 'you have no budget for this table'
user=ben
answer 'a function of a reader spends the share of the reader who calls it' "SELECT alice.ask() IS NOT NULL, share FROM indp.remaining('hie')" 't|0.5'
answer 'the log of a definer function is that of its owner' 'SELECT alice.mine()' 2
user=steward
answer 'the owner sees all charges' "SELECT count(*), sum(epsilon) FROM indp.ledger('hie')" '4|1.75'
user=eva
refused 'no SELECT on the view' "SELECT dp_count(*) FROM hie_private" 42501 'permission denied'
refused 'no right to protect' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5)" 42501 'only a superuser or a member of the role indp_owner may protect a table'
case "$err" in *'GRANT indp_owner TO eva'*) pass ;; *) fail 'the hint of protect' "$err" ;; esac
user=steward
sql "GRANT SELECT ON hie_private TO eva"
user=eva
refused 'SELECT, but no budget' "SELECT dp_count(*) FROM hie_private" 42501 'budget'
user=steward

user=anna
refused 'an epsilon below min_epsilon' "SELECT dp_count(id, 1e-300) FROM hie_private" 0A000 'smaller than min_epsilon of the policy'
answer 'an epsilon of min_epsilon' "SELECT dp_count(id, 0.0005) IS NOT NULL FROM hie_private" t
user=steward
refused 'bounds the wrong way around' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"mdvis\": [50, 0]}')" 22023 'the bounds of column mdvis must be [lo, hi], both finite, with lo below hi'
refused 'equal bounds' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"born\": [\"2000-01-01\", \"2000-01-01\"]}')" 22023 'the bounds of column born must be'
refused 'infinite bounds' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"mdvis\": [0, \"Infinity\"]}')" 22023 'both finite'
refused 'a bound that is no number' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"mdvis\": [0, \"NaN\"]}')" 22023 'both finite'
refused 'an infinite date' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"born\": [\"2000-01-01\", \"infinity\"]}')" 22023 'both finite'
refused 'three bounds' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, columns => '{\"mdvis\": [0, 5, 9]}')" 22023 'the bounds of column mdvis must be'
refused 'a total below epsilon' "SELECT indp.protect('hie', 'id', 3, 0.25, 0.5)" 22023 'total must be a finite number of at least epsilon'
refused 'min_epsilon above epsilon' "SELECT indp.protect('hie', 'id', 3, 10.0, 0.5, min_epsilon => 0.6)" 22023 'min_epsilon must be a number above 0 and at most epsilon'
refused 'a budget above the total' "SELECT indp.budget('hie', 'askers', 11.0)" 22023 'epsilon must be at most the total of the policy, which is 10'
refused 'a share above the budget' "SELECT indp.budget('hie', 'askers', 3.0, per_reader => 4.0)" 22023 'per_reader must be at most epsilon'
refused 'a budget written past the checks of indp.budget' "SELECT indp.put_budget('hie', 'askers', 'NaN', NULL, NULL, NULL)" 22023 'at most the total'
refused 'a policy written past the checks of indp.protect' "SELECT indp.put_policy('hie', 'id', 0, '{}', '{}', 0.5, 1.0, 10.0, 0.1, 0)" 23514 'rows_per_person'
refused 'min_epsilon of 0, written past the checks' "SELECT indp.put_policy('hie', 'id', 1, '{}', '{}', 0.5, 1.0, 10.0, 0, 0)" 23514 'min_epsilon'
refused 'a temporary source' "CREATE TEMP TABLE temporary(id int); SELECT indp.put_policy('temporary', 'id', 1, '{}', '{}', 0.5, 1.0, 10.0, 0.1, 0)" 22023 'must not be temporary'
refused 'a temporary view' "CREATE TEMP VIEW temporary AS SELECT 1 AS id; SELECT indp.put_view('hie', 'temporary')" 22023 'must not be temporary'
rows='SELECT count(*) FROM indp.spent'
user=postgres
sql "$rows"
before=$out
user=steward
sql "CREATE TABLE undone(id int); DO 'BEGIN FOR i IN 1..50 LOOP BEGIN PERFORM indp.protect(''undone'', ''id'', 1, 1.0, 0.5); RAISE EXCEPTION ''undo''; EXCEPTION WHEN raise_exception THEN NULL; END; END LOOP; END'"
for i in 1 2 3; do sql "BEGIN; SELECT indp.protect('undone', 'id', 1, 1.0, 0.5); ROLLBACK"; done
user=postgres
answer 'protecting and rolling back leaves one row at most, which the next policy takes' "$rows" $((before + 1))
user=steward
answer 'the next policy' "SELECT indp.protect('undone', 'id', 1, 1.0, 0.5)" undone_private
user=postgres
answer 'the next policy takes the row' "$rows" $((before + 1))
user=steward
sql "CREATE TABLE named(id int, x int); SELECT indp.protect('named', 'id', 1, 1.0, 0.5, columns => '{\"x\": [0, 9]}'); ALTER TABLE named RENAME x TO y"
refused 'bounds of a renamed column' "SELECT indp.protect('named', 'id', 1, 1.0, 0.5, columns => '{\"y\": [0, 9]}')" 22023 'the protected view public.named_private, which was made earlier, these are no columns or not those of the source: y'
case "$err" in *"HINT:  Call indp.unprotect('public.named'), then indp.protect again"*) pass ;; *) fail 'the hint' "$err" ;; esac
answer 'the bounds reach the new view' "SELECT indp.unprotect('named'); SELECT indp.protect('named', 'id', 1, 1.0, 0.5, columns => '{\"y\": [0, 9]}'); EXPLAIN (COSTS OFF) SELECT dp_sum(y) FROM named_private" "
named_private
Custom Scan (indp)"
sql "ALTER TABLE named RENAME id TO z; ALTER TABLE named RENAME y TO id;
    ALTER TABLE named RENAME z TO y"
# Rows that are written through the protected view, by whomever, would reach its rules and
# defaults, and errors would tell of rows.
written='write rows to the source, not through the view'
sql "CREATE TABLE log(id int); CREATE TABLE written(id int UNIQUE, x int); CREATE SEQUENCE s;
    SELECT indp.protect('written', 'id', 1, 1.0, 0.5); CREATE VIEW over_it AS TABLE written_private;
    CREATE RULE copy AS ON INSERT TO written_private DO ALSO INSERT INTO log VALUES (NEW.id);
    ALTER VIEW written_private ALTER x SET DEFAULT nextval('s')"
[ -z "$err" ] || fail 'a view with rules' "$err"
for statement in 'INSERT INTO written_private VALUES (1)' 'INSERT INTO over_it(id) VALUES (1)' \
    'INSERT INTO over_it(id) VALUES (1) ON CONFLICT DO NOTHING' 'UPDATE written_private SET x = 1' \
    'DELETE FROM over_it' 'WITH w AS (DELETE FROM over_it RETURNING id) TABLE w' \
    "DO 'BEGIN INSERT INTO written_private(id) VALUES (1); END'" \
    'PREPARE p AS INSERT INTO written_private(id) VALUES ($1); EXECUTE p(1)' \
    'EXPLAIN INSERT INTO written_private(id) VALUES (1)'; do
    refused "written through the view: $statement" "$statement" 0A000 "$written"
done
if since 14 'a function that writes through the view' 'bodies in SQL exist'; then
    sql 'CREATE FUNCTION booked(int) RETURNS bool LANGUAGE sql BEGIN ATOMIC
        INSERT INTO written_private(id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING true; END'
    refused 'written through the view by a function' 'SELECT booked(1)' 0A000 "$written"
fi
answer 'nothing was written' 'SELECT (SELECT count(*) FROM written), (SELECT count(*) FROM log),
    is_called FROM s' '0|0|f'
sql "CREATE TABLE exchanged(id int UNIQUE, other int);
    SELECT indp.protect('exchanged', 'id', 1, 1.0, 0.5);
    ALTER TABLE exchanged RENAME id TO old; ALTER TABLE exchanged RENAME other TO id;
    ALTER VIEW exchanged_private RENAME id TO old; ALTER VIEW exchanged_private RENAME other TO id"
refused 'a person whose name the table and the view have exchanged alike' \
    "SELECT indp.protect('exchanged', 'id', 1, 1.0, 0.5)" 0A000 'DISTINCT'
refused 'a person whose name is that of another column now' \
    "SELECT indp.protect('named', 'id', 1, 1.0, 0.5, columns => '{\"y\": [0, 9]}')" 22023 \
    'these are no columns or not those of the source: id, y'

# Answers must be exact at this epsilon, where the noise rounds to zero.
sql "SELECT indp.protect('hie', person => 'id', rows_per_person => 3, columns => '{\"mdvis\": [0, 50], \"meddol\": [0, 5000], \"name\": [\"p0\", \"p1\", \"p2\", \"p9\"], \"born\": [\"2000-01-01\", \"2002-01-01\"]}',
    keys => '{\"site\": [6, 5, 4, 3, 2, 1, 7], \"name\": [\"p0\", \"p9\"], \"year\": [0, 1, 2]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30, min_epsilon => 0.001);
    SELECT indp.budget('hie', 'askers', 1e29)"
user=anna
exact() { # NAME QUERY EXACT: QUERY over hie_private must give the owner's answer to EXACT over hie
    sql "$2;"
    private=$out
    [ -z "$err" ] || fail "$1" "$err"
    user=steward
    answer "$1" "$3" "$private"
    user=anna
}
exact 'count' "SELECT dp_count(*), dp_count(mdvis), dp_count(1), dp_count(id, $E) FROM hie_private" 'SELECT count(*), count(*), count(*), count(*) FROM hie'
exact 'groups' "SELECT site, dp_count(*), dp_sum(mdvis, $E) FROM hie_private GROUP BY site" \
    'SELECT k, count(id), coalesce(sum(greatest(mdvis, 0)), 0) FROM generate_series(1, 7) k LEFT JOIN hie ON site = k GROUP BY k ORDER BY CASE k WHEN 7 THEN 1 ELSE 0 END, k DESC'
exact 'two keys' 'SELECT year, name, dp_count(*) FROM hie_private GROUP BY year, name' \
    "SELECT y, n, count(id) FROM generate_series(0, 2) y CROSS JOIN (VALUES ('p0'), ('p9')) v(n) LEFT JOIN hie ON year = y AND name = n GROUP BY y, n ORDER BY y, n"
exact 'filters' "SELECT dp_count(*) FILTER (WHERE age > 30), dp_sum(mdvis, $E) FILTER (WHERE site IN (1, 2)) FROM hie_private WHERE meddol < 2000 OR NOT name = 'p1'" \
    "SELECT count(*) FILTER (WHERE age > 30), sum(greatest(mdvis, 0)) FILTER (WHERE site IN (1, 2)) FROM hie WHERE meddol < 2000 OR NOT name = 'p1'"
exact 'persons' 'SELECT dp_count(DISTINCT id), dp_count(DISTINCT id) FILTER (WHERE age < 10) FROM hie_private' 'SELECT count(DISTINCT id), count(DISTINCT id) FILTER (WHERE age < 10) FROM hie'
exact 'expressions' "SELECT dp_sum(mdvis * 2 + 1, -10, 100, $E), dp_sum(CASE WHEN age > 30 THEN meddol ELSE 0 END, 0, 9000, $E), dp_sum(greatest(mdvis, 3), 0, 20, $E),
    dp_sum(coalesce(nullif(mdvis, 3), 7), -5, 20, $E), dp_count(*) FROM hie_private WHERE born BETWEEN '2000-02-01' AND '2000-12-31' AND name LIKE 'p%' AND age IS NOT NULL AND (site = 3) IS NOT TRUE" \
    "SELECT sum(mdvis * 2 + 1), sum(CASE WHEN age > 30 THEN meddol ELSE 0 END), sum(greatest(mdvis, 3)), sum(coalesce(nullif(mdvis, 3), 7)), count(*)
        FROM hie WHERE born BETWEEN '2000-02-01' AND '2000-12-31' AND name LIKE 'p%' AND age IS NOT NULL AND (site = 3) IS NOT TRUE"
exact 'a count of dates, lists of texts, COLLATE, CASE in a parameter' "SELECT dp_count(born, $E), dp_count(*) FILTER (WHERE name::varchar IN ('p0', 'p2')), dp_count(*) FILTER (WHERE name COLLATE \"C\" < 'p1'),
    dp_count(id, CASE 1 WHEN 1 THEN $E ELSE 1 END) FROM hie_private" "SELECT count(born), count(*) FILTER (WHERE name IN ('p0', 'p2')), count(*) FILTER (WHERE name < 'p1'), count(*) FROM hie"
exact 'a division by zero is NULL' "SELECT dp_count(1 / (mdvis - 5)), dp_count(*) FROM hie_private WHERE 1 / (age - 30) > -10 OR true" \
    'SELECT count(CASE WHEN mdvis <> 5 THEN 1 END), count(*) FROM hie'
answer 'the other aggregates' "SELECT round(dp_avg(mdvis)::numeric, 2), round(dp_var(mdvis)::numeric, 1), round(dp_stddev(mdvis, 0, 20)::numeric, 1), dp_median(mdvis), dp_quantile(mdvis, 0.25),
    dp_min(mdvis), dp_max(mdvis), dp_mode(name) IN ('p0', 'p1', 'p2', 'p9'), dp_median(born) BETWEEN '2000-08-01' AND '2000-10-01', dp_max(born) FROM hie_private WHERE site < 2 OR site > 2 OR age > 500" \
    "$(pg protected -U steward -c "SELECT round(avg(x), 2), round(var_pop(x), 1), round(stddev_pop(x), 1), percentile_disc(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(0.25) WITHIN GROUP (ORDER BY x), 0, 11,
        true, true, '2001-05-14' FROM (SELECT greatest(mdvis, 0) AS x FROM hie WHERE site <> 2) s")"

exact 'lists of columns, CASE x WHEN, and a parameter with a window' "SELECT dp_count(*) FILTER (WHERE 3 IN (site, year)), dp_sum(CASE site WHEN 1 THEN mdvis ELSE 2 END, 0, 20, $E),
    dp_count(id, (SELECT $E + 0 * (grouping(v) + rank() OVER ()) FROM (VALUES (1)) t(v) GROUP BY v)) FROM hie_private" \
    'SELECT count(*) FILTER (WHERE 3 IN (site, year)), sum(CASE site WHEN 1 THEN greatest(mdvis, 0) ELSE 2 END), count(*) FROM hie'
answer 'several quantiles' "SELECT dp_quantiles(mdvis, '{0.25,0.5,0.9}') = ARRAY[dp_quantile(mdvis, 0.25), dp_median(mdvis), dp_quantile(mdvis, 0.9)], dp_quantiles(mdvis, '{0.5}', 1e6) = ARRAY[dp_median(mdvis)],
    dp_quantiles(mdvis, '{0.5,0.25}', 0, 50, 1e6, 3, 3) = '{0,0}', dp_quantiles(born, ARRAY[0.5]) BETWEEN '{2000-08-01}' AND '{2000-10-01}' FROM hie_private WHERE site <> 2" 't|t|t|t'
answer 'histograms and counts' "SELECT dp_histogram(mdvis, '{0,1,20}', $E) = (SELECT array_agg(n) FROM (SELECT dp_count(*) FILTER (WHERE mdvis < 0) AS a, dp_count(*) FILTER (WHERE mdvis >= 0 AND mdvis < 1) AS b,
    dp_count(*) FILTER (WHERE mdvis >= 1 AND mdvis < 20) AS c, dp_count(*) FILTER (WHERE mdvis >= 20) AS d FROM hie_private) s, unnest(ARRAY[a, b, c, d, 0]) n),
    array_length(dp_histogram(born, ARRAY[date '2000-08-01']), 1), dp_counts(name, $E) = dp_counts(name, '{p0,p1,p2,p9}', $E), dp_counts(name, '{p0}', $E, 3) = ARRAY[dp_count(*) FILTER (WHERE name = 'p0')] FROM hie_private" 't|3|t|t'
user=steward
sql "CREATE TABLE alike AS SELECT p AS id, m AS month FROM generate_series(1, 1000) p, generate_series(1, 6) m;
    SELECT indp.protect('alike', 'id', 3, 1e30, 1e6, 1e18, '{\"month\": [0, 9]}', '{\"month\": [1, 2, 3, 4, 5, 6]}'); SELECT indp.accept('alike', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks')) l(leak);
    SELECT indp.budget('alike', 'askers', 1e29); GRANT SELECT ON alike_private TO askers"
[ -z "$err" ] || fail 'alike' "$err"
user=anna
# Each person loses 3 of 6 equal months. A count below 300 or above 700 has probability below 1e-35.
answer 'persons with equal rows do not all lose the same ones' \
    "SELECT sum(n), min(n) > 300, max(n) < 700 FROM (SELECT dp_counts(month, 1e3) AS c FROM alike_private) s, unnest(c) n" '3000|t|t'
answer 'bounds' "SELECT dp_bounds(mdvis, 1e6), dp_bounds_among(mdvis, '{1,7,30}', 1e6, 3, 0),
    dp_bounds(age, 1e6, 3, 40), dp_bounds(mdvis, 1e6, 3, 100) IS NOT NULL, dp_bounds(mdvis -
    mdvis, 1e6) IS NULL FROM hie_private" \
    '{-1,12}|{0,30}|{0,72}|t|t'
answer 'bounds of a group, and no rows' "SELECT year, dp_bounds(mdvis, 1e6), dp_bounds(mdvis,
    1e6) FILTER (WHERE mdvis > 90) FROM hie_private GROUP BY year ORDER BY year" '0|{-1,12}|
1|{-1,12}|
2|{-1,12}|'
answer 'averages with their parts, and intervals' "SELECT abs(v - a) < 1e-6, round((p ->>
    'count')::numeric) = n,
    i[1] <= v AND v <= i[2], i[2] - i[1] < 1e-6 FROM (SELECT p, a, n, (p ->> 'value')::float8 AS v,
        dp_avg_interval(p, 0, 50, 0.05) AS i FROM
    (SELECT dp_avg_parts(mdvis, 1e9) AS p, dp_avg(mdvis, 1e9) AS a, dp_count(mdvis, 1e9) AS n FROM
        hie_private) q) r" \
    't|t|t|t'
answer 'the parts of variances' "SELECT dp_var_parts(mdvis, 0, 50, 1e9) ->> 'scale',
    dp_stddev_parts(mdvis, 0, 50, 1e9) ->> 'scale'
    FROM hie_private" '7.5e-06|7.5e-06'
refused 'bounds without edges' "SELECT dp_bounds_among(mdvis, 1e3) FROM hie_private" 42883 \
    'does not exist'
refused 'a centre from a column' "SELECT dp_bounds(mdvis, 1, 3, age) FROM hie_private" 0A000 \
    'must not read a column'
refused 'bounds with another rows_per_person' "SELECT dp_bounds(mdvis, 1, 1) FROM hie_private" \
    0A000 'rows_per_person comes from the policy'
refused 'a histogram without edges' "SELECT dp_histogram(mdvis, 1e3) FROM hie_private" 42883 'does not exist'
refused 'counts without candidates' "SELECT dp_counts(mdvis::bigint + 1) FROM hie_private" 0A000 'an aggregate needs candidates: the policy has none for its argument, so write them'
refused 'edges from a column' "SELECT dp_histogram(mdvis, ARRAY[age]::float8[], 1) FROM hie_private" 0A000 'must not read a column'
answer 'candidates and an epsilon of its own, and rows_per_person of the policy' "SELECT dp_mode(name, 1e5), dp_median(mdvis, 0, 50, 1e6, 3, 3), dp_count(mdvis, $E, 3) FROM hie_private WHERE name = 'p0'" 'p0|0|2000'
user=steward
sql "CREATE TABLE kinds(id varchar, f real, label varchar, flag bool); INSERT INTO kinds VALUES ('a', 9, 'v', true), ('b', 1, 'v', true), ('c', -3, 'w', false), ('c', 2, 'u', NULL);
    SELECT indp.protect('kinds', 'id', 2, 1e30, 1e6, 1e18, '{\"f\": [0, 5], \"label\": [\"u\", \"v\"]}', '{\"flag\": [false, true]}'); SELECT indp.accept('kinds', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks')) l(leak);
    SELECT indp.budget('kinds', 'askers', 1e29); GRANT SELECT ON kinds_private TO askers"
[ -z "$err" ] || fail 'kinds' "$err"
user=anna
answer 'bounds and candidates of columns that a call casts' "SELECT round(dp_sum(f, $E)), dp_mode(label), dp_count(DISTINCT id) FROM kinds_private" '8|v|3'
answer 'booleans as keys' 'SELECT flag, dp_count(*) FROM kinds_private GROUP BY flag' 'f|1
t|2'

# Tests statements that may contain a query over a protected table. Each execution of the query must
# be charged once.
charges() { pg protected -U steward -c "SELECT count(*) FROM indp.ledger('hie')"; }
charged() { # NAME CHARGES SQL ANSWER
    before=$(charges)
    answer "$1" "$3" "$4"
    after=$(charges)
    if [ $((after - before)) = "$2" ]; then pass; else fail "$1" "charged $((after - before)) times instead of $2"; fi
}
charged 'over the answers' 1 'SELECT site * 10, rank() OVER (ORDER BY dp_count(*) DESC, site), dp_count(*) / 2 FROM hie_private GROUP BY site HAVING dp_count(*) > 5 AND site < 4 ORDER BY site LIMIT 2' '10|1|500
20|2|500'
charged 'DISTINCT' 1 'SELECT DISTINCT dp_count(*) FROM hie_private GROUP BY site ORDER BY 1' '0
1000'
charged 'a CTE read twice' 1 'WITH a AS (SELECT site, dp_count(*) AS n FROM hie_private GROUP BY site) SELECT sum(a.n) FROM a JOIN a AS b USING (site)' 6000
charged 'a subquery, joined' 1 "SELECT v.name, s.n FROM (VALUES (1, 'one'), (7, 'seven')) v(site, name) JOIN (SELECT site, dp_count(*) AS n FROM hie_private GROUP BY site) s USING (site) ORDER BY 1" 'one|1000
seven|0'
charged 'a scalar subquery' 1 'SELECT x * (SELECT dp_count(*) FROM hie_private) FROM generate_series(1, 3) x' '6000
12000
18000'
charged 'a key inside a subquery over public data' 1 "SELECT (SELECT v.name FROM (VALUES (1, 'one')) v(s, name) WHERE v.s = site), dp_count(*) FROM hie_private GROUP BY site HAVING site = 1" 'one|1000'
charged 'UNION ALL of two' 2 'SELECT dp_count(*) FROM hie_private UNION ALL SELECT dp_count(*) FROM hie_private WHERE site = 1' '6000
1000'
charged 'two equal calls are one' 1 'SELECT dp_count(*), dp_count(*) + 1 FROM hie_private' '6000|6001'
charged 'EXISTS' 1 'SELECT EXISTS (SELECT dp_count(*) FROM hie_private)' t
charged 'EXPLAIN charges nothing' 0 'EXPLAIN (COSTS off) SELECT dp_count(*) FROM hie_private' 'Custom Scan (indp)'
charged 'a subquery in WHERE over public data' 1 'SELECT dp_count(*) FROM hie_private WHERE site = (SELECT 1) AND age >= (SELECT min(x) FROM generate_series(0, 5) x)' 1000
charged 'PREPARE and EXECUTE' 8 "PREPARE p(int) AS SELECT dp_count(*) FROM hie_private WHERE site = \$1; EXECUTE p(1); EXECUTE p(7); EXECUTE p(NULL);
    EXECUTE p(2); EXECUTE p(3); EXECUTE p(4); EXECUTE p(5); EXECUTE p(6)" '1000
0
0
1000
1000
1000
1000
1000'
charged 'a cursor' 1 'BEGIN; DECLARE c SCROLL CURSOR FOR SELECT site, dp_count(*) FROM hie_private GROUP BY site; FETCH 2 FROM c; FETCH BACKWARD 1 FROM c; COMMIT' '6|1000
5|1000
6|1000'
charged 'a cursor that is not fetched' 0 'BEGIN; DECLARE c CURSOR FOR SELECT dp_count(*) FROM hie_private; COMMIT' ''
charged 'WITH HOLD' 1 'BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT dp_count(*) FROM hie_private; COMMIT; FETCH 1 FROM c; FETCH 1 FROM c' 6000
charged 'PL/pgSQL' 3 "DO \$\$ DECLARE n int8; BEGIN FOR i IN 1..3 LOOP SELECT dp_count(*) INTO n FROM hie_private WHERE site = i; IF n <> 1000 THEN RAISE 'wrong'; END IF; END LOOP; END \$\$" ''
charged 'a function in SQL' 1 "CREATE FUNCTION alice.f() RETURNS int8 LANGUAGE sql AS 'SELECT dp_count(*) FROM hie_private'; SELECT alice.f()" 6000
charged 'BEGIN ATOMIC' 1 "CREATE OR REPLACE FUNCTION alice.f() RETURNS int8 LANGUAGE sql $([ "$major" -ge 14 ] && echo 'BEGIN ATOMIC SELECT dp_count(*) FROM hie_private; END' || echo "AS 'SELECT dp_count(*) FROM hie_private'"); SELECT alice.f()" 6000
charged 'CREATE TABLE AS, INSERT .. SELECT' 2 'CREATE TEMP TABLE a AS SELECT site, dp_count(*) AS n FROM hie_private GROUP BY site; INSERT INTO a SELECT 8, dp_count(*) FROM hie_private; SELECT sum(n) FROM a' 12000
charged 'COPY' 1 'COPY (SELECT dp_count(*) FROM hie_private) TO STDOUT' 6000
charged 'a view of the reader' 1 'CREATE VIEW alice.v AS SELECT site, dp_count(*) AS n FROM hie_private GROUP BY site; SELECT sum(n) FROM alice.v WHERE site < 4' 3000
charged 'ROLLBACK keeps the charge' 2 'BEGIN; SELECT dp_count(*) FROM hie_private; SAVEPOINT s; SELECT dp_count(*) FROM hie_private; ROLLBACK TO s; ROLLBACK' '6000
6000'
charged 'READ ONLY' 1 'BEGIN READ ONLY; SELECT dp_count(*) FROM hie_private; COMMIT' 6000
charged 'a nested loop returns the same answers again' 1 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SELECT count(DISTINCT n) FROM generate_series(1, 3) x, LATERAL (SELECT x) y(z) LEFT JOIN (SELECT dp_sum(mdvis, 0.01) AS n FROM hie_private) s ON z > 0' 1
charged 'no aggregate is needed for the result' 1 'SELECT count(*) FROM (SELECT dp_count(*) FROM hie_private GROUP BY site) s' 7

# Each of these queries must be refused and charge nothing. The text after the bar is part of the
# expected message.
before=$(charges)
while IFS='|' read -r query message; do
    [ -n "$query" ] || continue
    refused "$query" "$query" 0A000 "$message"
done <<'CASES'
SELECT * FROM hie_private|must itself call a dp_ aggregate
SELECT id FROM hie_private LIMIT 1|must itself call a dp_ aggregate
SELECT 1 FROM hie_private|must itself call a dp_ aggregate
SELECT site FROM hie_private GROUP BY site|must itself call a dp_ aggregate
SELECT count(*) FROM hie_private|only the dp_ aggregates
SELECT dp_count(*), max(age) FROM hie_private|only the dp_ aggregates
SELECT dp_count(*) FROM hie_private HAVING max(age) > 5|only the dp_ aggregates
SELECT id, dp_count(*) FROM hie_private GROUP BY id|list of keys
SELECT age > 5, dp_count(*) FROM hie_private GROUP BY 1|list of keys
SELECT site, dp_count(*) FROM hie_private GROUP BY ROLLUP (site)|GROUPING SETS
SELECT dp_count(*) FROM hie_private, generate_series(1, 2)|the only table in FROM
SELECT dp_count(*) FROM hie_private a JOIN hie_private b USING (id)|the only table in FROM
SELECT dp_count(*) FROM (SELECT id FROM hie_private) s|must itself call a dp_ aggregate
SELECT dp_count(*) FROM (SELECT id FROM hie_private LIMIT 5) s|must itself call a dp_ aggregate
SELECT dp_count(h) FROM hie_private h|whole rows
SELECT dp_sum(mdvis + random(), 0, 1) FROM hie_private|volatile
SELECT dp_count(*) FROM hie_private WHERE random() < 0.5|volatile
SELECT dp_count(*) FROM hie_private WHERE mdvis::text = '5'|construct
SELECT dp_count(*) FROM hie_private WHERE id IN (SELECT 1)|construct
SELECT dp_count(*) FROM hie_private h WHERE EXISTS (SELECT 1 WHERE h.id = 5)|construct
SELECT dp_count(*) FROM hie_private h WHERE (SELECT h.id) = 5|construct
SELECT (SELECT dp_count(*) FROM hie_private WHERE site = x) FROM generate_series(1, 2) x|outer query
SELECT x, (WITH q AS (SELECT x) SELECT dp_count(*) FROM hie_private) FROM pg_am x|outer query
SELECT s.* FROM pg_am x, LATERAL (WITH q AS (SELECT x) SELECT dp_count(*) FROM hie_private) s|outer
SELECT dp_count(DISTINCT site) FROM hie_private|DISTINCT
SELECT dp_sum(DISTINCT mdvis) FROM hie_private|DISTINCT
SELECT dp_sum(mdvis ORDER BY id) FROM hie_private|ORDER BY inside
SELECT dp_sum(age) FROM hie_private|needs bounds
SELECT dp_sum(mdvis + 1) FROM hie_private|needs bounds
SELECT dp_mode(substr(md5(name), 1)) FROM hie_private|cannot fail
SELECT dp_sum(mdvis, mdvis, 5) FROM hie_private|must not read a column
SELECT dp_sum(mdvis, 1e19) FROM hie_private|larger than max_epsilon
SELECT dp_sum(mdvis, 0, 5, 1, 4) FROM hie_private|rows_per_person comes from the policy
SELECT dp_count(*) OVER () FROM hie_private|must not be called with OVER
SELECT dp_sum_state(mdvis, 0, 5) FROM hie_private|only the dp_ aggregates
SELECT dp_count('a'::bytea) FROM hie_private|a type that is not allowed
SELECT dp_count(id::oid) FROM hie_private|a type that is not allowed
SELECT dp_count(row_to_json(ROW(1))) FROM hie_private|a type that is not allowed
SELECT grouping(site), dp_count(*) FROM hie_private GROUP BY site|GROUPING SETS
SELECT (SELECT dp_count(h.id)) FROM hie_private h|a subquery must not contain an aggregate
SELECT dp_count(*) FROM hie_private WHERE name ~ ANY (ARRAY['p', 'q'])|cannot fail
SELECT dp_count(*) FROM hie_private WHERE name LIKE ANY (ARRAY['p%', 'q%'])|a function that is not allowed over private columns
SELECT dp_count(*) FROM hie_private WHERE id IN (site, length(md5(name)))|cannot fail
SELECT dp_count(*) FROM hie_private WHERE id = ANY (ARRAY[[site, year], [1, 2]])|an ARRAY that contains a column must have one dimension
SELECT dp_count(*) FROM hie_private WHERE id = ANY (CASE WHEN year = 1 THEN '{1}'::int[] ELSE '{2}' END)|it must not be an array column or be computed from columns
SELECT dp_count(CASE WHEN name ~ 'p' THEN 1 END) FROM hie_private|cannot fail
SELECT dp_count(CASE WHEN site = 1 THEN length(md5(name)) END) FROM hie_private|cannot fail
SELECT dp_count(CASE WHEN site = 1 THEN 1 ELSE length(md5(name)) END) FROM hie_private|cannot fail
SELECT dp_count(*) FROM hie_private WHERE name = repeat('x', 2000000)|longer than 1024 bytes
SELECT repeat('x', 1100000) AS long \gset \\ SELECT dp_count(*) FROM hie_private WHERE name = :'long'|longer than 1024 bytes
EXPLAIN ANALYZE SELECT dp_count(*) FROM hie_private|EXPLAIN ANALYZE
BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT dp_count(*) FROM hie_private|SERIALIZABLE
CREATE TEMP TABLE x(n int8); UPDATE x SET n = (SELECT dp_count(*) FROM hie_private)|only SELECT and INSERT
CREATE TEMP TABLE x(n int8); DELETE FROM x WHERE n > (SELECT dp_count(*) FROM hie_private)|only SELECT and INSERT
CREATE TEMP TABLE x(n int8); WITH u AS (UPDATE x SET n = 1 RETURNING n) SELECT dp_count(*) FROM hie_private|only SELECT and INSERT
CREATE TEMP TABLE x(n int8); SELECT n FROM x, (SELECT dp_count(*) AS c FROM hie_private) s FOR UPDATE OF x|only SELECT and INSERT
SELECT indp.guard(1)|planned without protection
CASES
if [ "$(charges)" = "$before" ]; then pass; else fail 'refusals charge nothing' "$before, then $(charges)"; fi

# The functions for error bounds must use the parameters of the policy, and must cost nothing.
user=ben
holds 'error bounds' "SELECT indp.count_error('hie') = dp_count_error(1e6, 0.05, 3) AND indp.count_error('hie_private', 1, 0.5) = dp_count_error(1, 0.5, 3)
    AND indp.sum_error('hie', 'mdvis') = dp_sum_error(0, 50, 1e6, 0.05, 3) AND indp.sum_error('hie', 'age') IS NULL"

# Here the source is a view of the owner that joins two tables, and the persons are in the parent
# table.
user=steward
view_columns="p.id AS patient, v.cost, v.cost / (p.age - 50) AS odd, p.age"
sql "CREATE TABLE parent(id int PRIMARY KEY, age int, ward text); CREATE TABLE child(pid int, cost float8);
    INSERT INTO parent SELECT i, 40 + i % 20, 'w' || i % 2 FROM generate_series(1, 100) i; INSERT INTO child SELECT i % 100 + 1, i % 10 FROM generate_series(0, 499) i"
as_source() { # VIEW QUERY: protects a view of the owner
    sql "CREATE OR REPLACE VIEW $1 AS $2; SELECT indp.protect('$1', 'patient', 5, 1e30, 1e6, 1e18, '{\"cost\": [0, 10]}')"
}
as_source joined "SELECT $view_columns FROM child v JOIN parent p ON p.id = v.pid WHERE p.ward <> 'w9'"
answer 'a joined view as the source' "SELECT '$out'" 'joined_private'
sql "SELECT indp.accept('joined', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks')) l(leak); SELECT indp.budget('joined', 'askers', 1e29); GRANT SELECT ON joined_private TO askers"
[ -z "$err" ] || fail 'a budget of a view' "$err"
user=ben
answer 'answers over a joined view' "SELECT dp_count(*), dp_sum(cost, $E), dp_count(odd), dp_count(DISTINCT patient) FROM joined_private WHERE age >= 40" '500|2250|475|100'
user=steward
as_source listed "SELECT p.id AS patient, 1 AS cost FROM parent p WHERE p.ward IN ('w0', 'w1') AND p.age IN (1, 2, NULL)"
if [ -z "$err" ]; then pass; else fail 'a list of constants in a source' "$err"; fi
sql 'DROP VIEW IF EXISTS listed CASCADE'
sql 'CREATE MATERIALIZED VIEW made AS SELECT * FROM parent'
while IFS='|' read -r query message; do
    as_source bad "$query"
    case "$err" in *"$message"*) pass ;; *) fail "as a source: $query" "$out $err" ;; esac
    sql 'DROP VIEW IF EXISTS bad CASCADE'
done <<'CASES'
SELECT p.id AS patient, count(*) AS cost FROM child v JOIN parent p ON p.id = v.pid GROUP BY p.id|may contain only SELECT
SELECT DISTINCT p.id AS patient, v.cost FROM child v JOIN parent p ON p.id = v.pid|may contain only SELECT
SELECT p.id AS patient, v.cost FROM child v JOIN parent p ON p.id = v.pid LIMIT 5|may contain only SELECT
SELECT p.id AS patient, rank() OVER () AS cost FROM parent p|may contain only SELECT
SELECT p.id AS patient, v.cost FROM child v LEFT JOIN parent p ON p.id = v.pid|outer join
SELECT p.id AS patient, v.cost FROM child v JOIN parent p ON p.id = v.pid WHERE v.cost < (SELECT avg(cost) FROM child)|may contain only SELECT
SELECT p.id AS patient, 1 AS cost FROM parent p UNION ALL SELECT 1, 1|may contain only SELECT
SELECT p.id AS patient, 1 AS cost FROM parent p, generate_series(1, 3)|something that is not a table
SELECT p.id AS patient, 1 AS cost FROM parent p TABLESAMPLE SYSTEM (50)|TABLESAMPLE
SELECT p.id AS patient, 1 AS cost FROM parent p WHERE random() < 0.5|cannot fail
SELECT p.id AS patient, 1 AS cost FROM parent p WHERE p.ward ~ 'w'|cannot fail
SELECT p.id AS patient, v.cost FROM child v JOIN parent p ON p.id = v.pid AND p.ward ~ 'w'|cannot fail
SELECT p.id AS patient, 1 AS cost FROM parent p WHERE p.age IN (1, length(current_user))|list that is neither constant nor an ARRAY
SELECT p.id AS patient, 1 AS cost FROM made p|neither an ordinary nor a partitioned table
SELECT s.id AS patient, 1 AS cost FROM (SELECT id FROM parent LIMIT 5) s|may contain only SELECT
SELECT p.id AS patient, generate_series(1, 2) AS cost FROM parent p|may contain only SELECT
WITH w AS (SELECT id FROM parent) SELECT w.id AS patient, 1 AS cost FROM w|may contain only SELECT
SELECT DISTINCT ON (p.id) p.id AS patient, 1 AS cost FROM parent p|may contain only SELECT
SELECT p.id AS patient, 1 AS cost FROM parent p OFFSET 5|may contain only SELECT
SELECT p.id AS patient, 1 AS cost FROM parent p GROUP BY p.id|may contain only SELECT
SELECT p.id AS patient, 1 AS cost FROM parent p FOR UPDATE|only SELECT and INSERT
SELECT length(md5(p.ward)) AS patient, 1 AS cost FROM parent p|cannot fail
CASES
# The source may have a column whose expression can fail, as long as no query uses that column.
as_source nested 'SELECT j.id AS patient, s.cost, j.hash FROM (SELECT p.id, md5(p.ward) AS hash FROM parent p) AS j JOIN ((SELECT c.pid, c.cost FROM child c) AS x JOIN parent y ON y.id = x.pid) AS s ON s.id = j.id'
sql "SELECT indp.accept('nested', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks'), ('policy_rights')) l(leak); SELECT indp.budget('nested', 'askers', 1e29); GRANT SELECT ON nested_private TO askers"
[ -z "$err" ] || fail 'a view with subqueries' "$err"
user=ben
answer 'answers over a view with subqueries and an alias of a join' "SELECT dp_count(*), dp_sum(cost, $E), dp_count(DISTINCT patient) FROM nested_private" '500|2250|100'
refused 'a column of a subquery that may fail' 'SELECT dp_count(hash) FROM nested_private' 0A000 'cannot fail'
user=ben
refused 'a join of two protected tables' 'SELECT dp_count(*) FROM hie_private JOIN joined_private ON patient = id' 0A000 'only table in FROM'

# A reader who has several budgets must name one of them.
user=steward
sql "SELECT indp.budget('hie', 'ben', 1e29)"
[ -z "$err" ] || fail 'a second budget' "$err $(pg protected -U steward -c "SELECT leak, detail FROM indp.find_leaks('hie', 'ben') WHERE NOT accepted")"
user=ben
refused 'two budgets' 'SELECT dp_count(*) FROM hie_private' 42501 'budget'
answer 'one of two budgets' "SET indp.budget = 'ben'; SELECT dp_count(mdvis, $E) FROM hie_private; SELECT budget, epsilon = $E FROM indp.ledger('hie') ORDER BY at DESC LIMIT 1" '6000
ben|t'
refused 'a budget of others' "SET indp.budget = 'steward'; SELECT dp_count(*) FROM hie_private" 42501 'budget'

# If the owner changes the policy, the cached plans of readers must use the new one. If the owner
# unprotects the table and protects it again, what was spent must stay spent.
user=anna
{
    echo "PREPARE q AS SELECT dp_sum(mdvis, $E) FROM hie_private; EXECUTE q; EXECUTE q; EXECUTE q; EXECUTE q; EXECUTE q; EXECUTE q;"
    sleep 0.5
    pg protected -U steward -c "SELECT indp.protect('hie', person => 'id', rows_per_person => 3, columns => '{\"mdvis\": [0, 1]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30, min_epsilon => 0.001)" >/dev/null
    echo 'EXECUTE q;'
} | pg -U anna protected >"$work/out" 2>"$work/err"
if [ "$(sort -u "$work/out" | wc -l)" = 2 ] && [ "$(tail -n 1 "$work/out")" -lt 6000 ] && [ ! -s "$work/err" ]; then pass; else fail 'a cached plan follows the policy' "$(cat "$work/out" "$work/err")"; fi
spent=$(pg protected -U steward -c "SELECT total FROM indp.remaining('hie') LIMIT 1")
user=steward
answer 'unprotect, also with views of readers' "SET client_min_messages = warning; SELECT indp.unprotect('hie'); SELECT to_regclass('hie_private') IS NULL" '
t'
answer 'protect again, with what was spent' "SELECT indp.protect('hie', person => 'id', rows_per_person => 3, columns => '{\"mdvis\": [0, 1]}', epsilon => 1e6, max_epsilon => 1e18, total => 1e30, min_epsilon => 0.001);
    SELECT bool_and(total = $spent) FROM indp.remaining('hie')" 'hie_private
t'
sql 'GRANT SELECT ON hie_private TO askers'
user=anna
answer 'readers go on' "SELECT dp_count(mdvis, $E) FROM hie_private" 6000
user=anna
refused 'a row of an outer query, by way of WITH' "SELECT x, (WITH q AS MATERIALIZED (SELECT x AS k)
    SELECT sum(c) FROM (SELECT dp_count(mdvis) AS c FROM hie_private
    WHERE age > (SELECT k FROM q)) s) FROM generate_series(1, 2) x" 0A000 'outer query'
answer 'answers beside the rows of an outer query' "SELECT count(*), count(DISTINCT c - x)
    FROM (SELECT x, (SELECT dp_count(*) + x FROM hie_private) AS c
        FROM generate_series(1, 3) x) AS s" '3|1'
answer 'one WITH for many rows' "SELECT count(*), count(DISTINCT c) FROM generate_series(1, 3) x,
    LATERAL (WITH q AS MATERIALIZED (SELECT 5 AS k) SELECT dp_count(mdvis) AS c
    FROM hie_private WHERE age > (SELECT k FROM q)) s" '3|1'
# Windows of another length: what was spent stays spent until the end of a window that begins now,
# also after as many windows as this.
user=steward
sql "SELECT indp.budget('hie', 'askers', 1e25, every => '1 second')"
[ -z "$err" ] || fail 'windows of a second' "$err"
user=postgres
sql "UPDATE indp.budgets SET started = started - interval '3000 years' WHERE every = 1000000"
user=anna
answer 'a later window' "SELECT dp_count(mdvis, $E) FROM hie_private" 6000
# A loaded machine may take seconds between the statements.
for every in "'1 hour'" "NULL" "'1 day'" "'60 seconds'"; do
    user=steward
    answer "windows of $every" "SELECT indp.budget('hie', 'askers', 1e25, every => $every);
        SELECT remaining < 1e25, coalesce(until BETWEEN now() + $every::interval - interval '30
            seconds'
        AND now() + $every::interval, until IS NULL OR until = 'infinity')
        FROM indp.remaining('hie') WHERE budget = 'askers'::regrole" '
t|t'
done
user=steward
user=postgres
refused 'a policy of the same transaction' "BEGIN; DO 'BEGIN PERFORM indp.protect(''hie'', person => ''id'', rows_per_person => 3, epsilon => 1e6, total => 1e40); END';
    SELECT dp_count(*) FROM hie_private" 55000 'this transaction has changed the policy'

# A restored dump must keep the policies. Queries must be refused until the owner states what was
# spent.
"$pg_bin/pg_dump" -U postgres protected >"$work/dump" 2>"$work/err" || fail 'pg_dump' "$(cat "$work/err")"
pg postgres -c 'CREATE DATABASE restored' -c "ALTER DATABASE restored SET session_preload_libraries = '$pg_preload'"
pg restored <"$work/dump" >"$work/out" 2>"$work/err" || fail 'restore' "$(cat "$work/err")"
db=restored
user=anna
refused 'restored' 'SELECT dp_count(*) FROM hie_private' 55000 'restored'
user=steward
answer 'resume' "SELECT indp.resume('hie', 1e19)" ''
user=anna
answer 'resumed' "SELECT dp_count(mdvis, $E) FROM hie_private" 6000
user=postgres
db=test
