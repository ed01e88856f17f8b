# Tests what the server does with the aggregates: how many releases a query makes, and when an
# answer is NULL. At epsilon 1e-9 the noise of a count has the scale 1e9, so two releases are equal
# with probability below 1e-9, while a release that is shown twice always has the same value.
F=1e-9
few() { # NUMBER NAME SQL: the first column of the answer has NUMBER different values
    holds "$2: $1 releases" "SELECT count(DISTINCT r) = $1 FROM ($3) counted"
}

# Empty input. The parameters are known without rows, so the answer is noise, not NULL.
for from in 't WHERE false' 't WHERE g = 9' '(SELECT x FROM t LIMIT 0) q' 't WHERE x > 1e300' 'k JOIN t ON false'; do
    answer "empty: $from" "SELECT dp_count(x, $E), dp_sum(x, 2, 10, $E), dp_avg(x, 0, 10, $E), dp_median(x, 0, 10, 1) IS NULL, dp_mode(x, '[1]', 1), dp_quantiles(x, '[0.5]', 0, 10, 1) IS NULL, dp_histogram(x, '[1,2]', $E), dp_counts(x, '[1,2]', $E), dp_release(dp_sum_state(x, 0, 10), $E) FROM $from" '0|0|5|0|1|0|[0,0,0,0]|[0,0]|0'
done
answer 'empty: prepared' "EXECUTE IMMEDIATE 'SELECT dp_sum(x, 0, ?, ?) FROM t WHERE g = ?' USING 10, $E, 9" 0
answer 'empty: GROUP BY has no group' "SELECT g, dp_count(x, $E) FROM t WHERE g = 9 GROUP BY g" ''
answer 'empty groups of a public list' "SELECT k.i, dp_count(t.x, $E) FROM k LEFT JOIN t ON t.g = k.i AND t.x > 2 GROUP BY k.i" '1|0
2|2
3|0'
holds 'noise is drawn without rows' "SELECT dp_sum(x, 0, 10, $F) <> 0 FROM t WHERE false"

# Tests groups with and without a temporary table and an index, and sorted before or after grouping.
sql 'CREATE OR REPLACE TABLE many(g INT, h INT, x DOUBLE, KEY(g)); INSERT INTO many SELECT seq % 100, seq % 3, seq FROM seq_1_to_5000'
for select in 'SELECT' 'SELECT SQL_BIG_RESULT' 'SELECT SQL_SMALL_RESULT' 'SELECT STRAIGHT_JOIN'; do
    for column in g h 'g % 7' 'concat(g, h)'; do
        holds "groups: $select, $column" "SELECT sum(n <> m OR s <> u) = 0 FROM ($select dp_count(x, $E) n, count(x) m, dp_sum(x, 0, 100, $E) s, sum(least(x, 100)) u FROM many GROUP BY $column ORDER BY 1) q"
        holds "groups of states: $select, $column" "SELECT sum(dp_release(n, $E) <> m) = 0 FROM ($select dp_quantile_state(x, 0.5, 0, 100, 1, 11) z, dp_count_state(x) n, count(x) m FROM many GROUP BY $column ORDER BY m) q"
    done
done
holds 'SQL_BUFFER_RESULT' "CREATE OR REPLACE TABLE z AS SELECT SQL_BUFFER_RESULT g, dp_count(x, $E) n, count(DISTINCT x) m, count(x) c FROM many GROUP BY g; SELECT count(*) = 100 AND sum(n <> c OR n <> m) = 0 FROM z"
few 100 'GROUP BY' "SELECT dp_count(x, $F) r FROM many GROUP BY g"
few 100 'GROUP BY over an index' "SELECT dp_count(x, $F) r FROM many FORCE INDEX FOR GROUP BY (g) GROUP BY g"
few 5 'GROUP BY with HAVING, ORDER BY and LIMIT' "SELECT dp_count(x, $F) r FROM many GROUP BY g HAVING r > -1e13 AND r > -1e12 ORDER BY r LIMIT 5"

# The server asks again for the same answer in HAVING and ORDER BY.
holds 'HAVING shows the answer that it tests' "SELECT count(*) > 10 AND min(r) > 0 FROM (SELECT g, dp_count(x, $F) r FROM many GROUP BY g HAVING r > 0) q"
sql "SELECT dp_count(x, $F) r FROM many GROUP BY g ORDER BY r;"
if [ "$(echo "$out" | wc -l)" = 100 ] && echo "$out" | sort -n -c; then pass; else fail 'ORDER BY sorts by the answers that are shown' "$out"; fi
few 1 'an expression over an answer' "SELECT dp_count(x, $F) r FROM t HAVING r = r + 0 AND r BETWEEN r AND r"

# What is one release, and what is several (README: What is a release).
few 2 'the same call twice in one SELECT' "SELECT i, IF(i = 1, a, b) r FROM k, (SELECT dp_count(x, $F) a, dp_count(x, $F) b FROM t) q"
few 1 'a column of a subquery named twice' "SELECT IF(i = 1, a, a + 0) r FROM k, (SELECT dp_count(x, $F) a FROM t) q"
few 1 'a subquery in FROM joined to rows' "SELECT a r FROM k, (SELECT dp_count(x, $F) a FROM t) q"
few 2 'a CTE named twice' "WITH c AS (SELECT dp_count(x, $F) a FROM t) SELECT a r FROM c UNION ALL SELECT a FROM c"
few 3 'a correlated subquery' "SELECT (SELECT dp_count(x, $F) FROM t WHERE g = k.i) r FROM k"
few 1 'another subquery in SELECT' "SELECT (SELECT dp_count(x, $F) FROM t) r FROM k"
for variable in "@f" "@f + 0 * rand()"; do
    holds "a subquery in SELECT that names $variable: 3 releases" \
        "SET @f = $F; SELECT count(DISTINCT r) = 3 FROM (SELECT (SELECT dp_count(x, @f) FROM t WHERE $variable > -1) r FROM k) counted"
done
holds 'a subquery in FROM that names a variable: 1 release' "SET @f = $F; SELECT count(DISTINCT r) = 1 FROM (SELECT r FROM k, (SELECT dp_count(x, @f) r FROM t) q) counted"
few 3 'dp_release of a column' "SELECT dp_release(s, $F) r FROM (SELECT dp_count_state(x) s FROM many GROUP BY h) q"
few 2 'dp_release twice' "SELECT IF(i = 1, a, b) r FROM k, (SELECT dp_release(s, $F) a, dp_release(s, $F) b FROM (SELECT dp_count_state(x) s FROM t) z LIMIT 1) q WHERE i < 3"
few 2 'a release of a state in a derived table, named twice' "SELECT IF(i = 1, a, b) r FROM k, (SELECT r a, r b FROM (SELECT dp_release(s, $F) r FROM (SELECT dp_count_state(x) s FROM t) z) y LIMIT 1) q WHERE i < 3"

# The server may compute a grouped subquery anew for each row of a table that it reads first in a
# join (LATERAL DERIVED). Here three rows of `outers` have the group 1.
sql 'CREATE OR REPLACE TABLE indexed(g INT, x DOUBLE, KEY(g)) ENGINE=InnoDB; INSERT INTO indexed SELECT seq % 1000, seq FROM seq_1_to_100000; CREATE OR REPLACE TABLE outers(g INT, z INT); INSERT INTO outers VALUES (1, 1), (1, 2), (1, 3), (2, 4); ANALYZE TABLE indexed, outers;'
joined="SELECT q.r FROM outers p JOIN (SELECT g, dp_count(x, $F) r FROM indexed GROUP BY g) q ON q.g = p.g"
few 4 'LATERAL DERIVED' "$joined"
sql "SET optimizer_switch = 'split_materialized=off'; SELECT count(DISTINCT r) FROM ($joined) q;"
if [ "$out" = 2 ]; then pass; else fail 'split_materialized=off' "$out $err"; fi
answer 'states are no releases' "SELECT dp_count_state(x) = (SELECT dp_count_state(x) FROM t) FROM t" 1

# ROLLUP: the levels have copies of one UDF_INIT. A row must count once in each level.
answer 'ROLLUP' "SELECT g, h, dp_count(x, $E) = count(x) AND dp_sum(x, 0, 100, $E) = sum(least(x, 100)) AND dp_release(dp_sum_state(x, 0, 1e4), $E) = sum(x) AND dp_quantiles(x, '[0]', 0, 5000, 1e6) IS NOT NULL ok FROM many WHERE g < 2 GROUP BY g, h WITH ROLLUP" '0|0|1
0|1|1
0|2|1
0|NULL|1
1|0|1
1|1|1
1|2|1
1|NULL|1
NULL|NULL|1'
answer 'ROLLUP: modes' "SELECT dp_mode(h, '[0,1,2]', 1e6) FROM many WHERE h = 1 GROUP BY h WITH ROLLUP" '1
1'

# Windows. An aggregate cannot refuse to be a window function, but it releases each partition at
# most once.
few 1 'OVER ()' "SELECT dp_count(x, $F) OVER () r FROM many"
few 100 'OVER (PARTITION BY g)' "SELECT dp_count(x, $F) OVER (PARTITION BY g) r FROM many"
holds 'OVER (PARTITION BY ...) a key longer than max_sort_length: more releases than partitions' \
    "CREATE OR REPLACE TABLE long_keys(k VARCHAR(2000) CHARACTER SET latin1); INSERT INTO long_keys SELECT concat(repeat('a', 1500), seq % 2) FROM seq_1_to_40;
    SELECT count(DISTINCT r) > 2 FROM (SELECT dp_count(1, $F) OVER (PARTITION BY k) r FROM long_keys) q"
few 1 'OVER (ORDER BY x): one answer, then NULL' "SELECT dp_count(x, $F) OVER (ORDER BY x) r FROM many"
few 3 'OVER (PARTITION BY h ORDER BY x)' "SELECT dp_count(x, $F) OVER (PARTITION BY h ORDER BY x) r FROM many"
for frame in 'BETWEEN 1 PRECEDING AND CURRENT ROW' 'BETWEEN CURRENT ROW AND 1 FOLLOWING' 'BETWEEN 2 PRECEDING AND 1 PRECEDING' 'BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW' 'BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING' 'BETWEEN 1 PRECEDING AND 1 FOLLOWING'; do
    holds "ROWS $frame: one answer at most" "SELECT count(DISTINCT r) <= 1 AND count(r) <= 1 FROM (SELECT dp_count(x, $F) OVER (ORDER BY x ROWS $frame) r FROM many) q"
    holds "ROWS $frame: states of one prefix at most" "SELECT count(DISTINCT r) <= 1 FROM (SELECT dp_sum_state(x, 0, 10) OVER (ORDER BY x ROWS $frame) r FROM many) q"
done

for f in dp_histogram dp_counts; do
    call="$f(x, '[1,2]', $F)"
    few 1 "$f: an answer named twice" "SELECT r FROM (SELECT $call r FROM many HAVING r = concat(r) ORDER BY r) q, k"
    few 2 "$f twice in one SELECT" "SELECT IF(i = 1, a, b) r FROM k, (SELECT $call a, $call b FROM t) q"
    few 100 "$f: GROUP BY" "SELECT $call r FROM many GROUP BY g"
    few 3 "$f OVER (PARTITION BY h)" "SELECT $call OVER (PARTITION BY h) r FROM many"
    few 3 "$f OVER (PARTITION BY h ORDER BY x)" "SELECT $call OVER (PARTITION BY h ORDER BY x) r FROM many"
    holds "$f OVER a moving frame: one answer at most" "SELECT count(DISTINCT r) <= 1 AND count(r) <= 1 FROM (SELECT $call OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) r FROM many) q"
    few 3 "$f: WITH ROLLUP" "SELECT $call r FROM many WHERE h < 2 GROUP BY h WITH ROLLUP"
    holds "$f: JSON_TABLE shows one release" "SELECT count(*) IN (2, 4) AND sum(n <> json_value(r, concat('\$[', i - 1, ']'))) = 0 FROM (SELECT $call r FROM many) q, JSON_TABLE(r, '\$[*]' COLUMNS (i FOR ORDINALITY, n BIGINT PATH '\$')) c"
done
few 3 'dp_release_counts of a column' "SELECT dp_release_counts(s, $F) r FROM (SELECT dp_histogram_state(x, '[1]') s FROM many GROUP BY h) q"

# Joins, unions, derived tables, updates.
answer 'joins' "SELECT dp_count(a.x, $E) FROM t a JOIN t b USING (g)" 10
answer 'UNION ALL' "SELECT dp_count(x, $E) FROM (SELECT x FROM t UNION ALL SELECT x FROM t) q" 8
answer 'a constant table' "SELECT dp_count(x, $E), dp_sum(x, 0, 10, $E) FROM types" '1|0'
answer 'a table with a unique key' "SELECT dp_count(i, $E) FROM k WHERE i = 2" 1
answer 'INSERT, UPDATE' "CREATE OR REPLACE TABLE answers(n BIGINT); INSERT INTO answers SELECT dp_count(x, $E) FROM t; UPDATE answers SET n = n + (SELECT dp_count(x, $E) FROM t); SELECT * FROM answers" 8
answer 'CASE instead of FILTER' "SELECT dp_count(CASE WHEN x > 2 THEN x END, $E) FROM t" 2
few 137 'ROLLUP: each line' "SELECT dp_count(x, $F) r FROM many WHERE g < 34 GROUP BY g, h WITH ROLLUP"
sql "CREATE OR REPLACE VIEW noisy AS SELECT dp_count(x, $F) a FROM t"
few 2 'a view named twice' 'SELECT a r FROM noisy UNION ALL SELECT a FROM noisy'
answer 'EXPLAIN makes no release' "EXPLAIN SELECT dp_count(x, 1) FROM t WHERE false" '1|SIMPLE|NULL|NULL|NULL|NULL|NULL|NULL|NULL|Impossible WHERE'
