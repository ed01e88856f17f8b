# Tests the aggregates in all kinds of queries: queries without rows, window functions, queries with
# the same call twice, views, many groups, and queries after errors in other expressions.

# An aggregate that no row reaches knows no parameters, so it raises an error. An anchored query
# (one that joins from a row that always exists) gives noise around zero instead; 4-noise.sh tests
# that noise.
for filter in 'FROM t WHERE false' 'FROM t WHERE x > 1000' 'FROM t LIMIT 0 OFFSET 0'; do
    case $filter in *LIMIT*) filter='FROM (SELECT * FROM t LIMIT 0)' ;; esac
    refused "count: $filter" "SELECT dp_count(x, 1) $filter" \
        'dp_count: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)'
    refused "sum: $filter" "SELECT dp_sum(x, 0, 10, 1) $filter" \
        'dp_sum: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)'
    refused "sum, 5 arguments: $filter" "SELECT dp_sum(x, 0, 10, 1, 2) $filter" \
        'dp_sum: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)'
done
answer 'without rows, GROUP BY yields no group and no error' 'SELECT dp_count(x, 1) FROM t WHERE false GROUP BY g' ''
answer 'anchored: the answer is exact' \
    "SELECT dp_count(t.x, $E), dp_sum(t.x, 0, 10, $E) FROM (SELECT 1) LEFT JOIN t ON t.x > 2.5" '2|7.5'
answer 'anchored: no row matches' "SELECT dp_count(t.x, $E), dp_sum(t.x, 3, 10, $E) FROM (SELECT 1) LEFT JOIN t ON false" '0|0.0'
answer 'anchored by a list of keys' \
    "SELECT k.i, dp_count(t.x, $E), dp_sum(t.x, 3, 10, $E) FROM k LEFT JOIN t ON t.g = k.i WHERE k.i <= 4 GROUP BY k.i" \
    '1|2|6.0
2|2|7.5
3|0|0.0
4|0|0.0'
answer 'anchored: no row matches, epsilon is a bound parameter' ".parameter init
.parameter set :eps $E
SELECT dp_count(t.x, :eps), dp_sum(t.x, 3, 10, :eps) FROM (SELECT 1) LEFT JOIN t ON false" '0|0.0'
answer 'empty table, anchored' ".open :memory:
.load $extension
CREATE TABLE e(x); SELECT dp_count(e.x, $E) FROM (SELECT 1) LEFT JOIN e ON true" 0

# A window function would release an answer on every row, so the aggregates must be refused there.
for over in '()' '(ORDER BY x)' '(PARTITION BY g)' '(ROWS UNBOUNDED PRECEDING)'; do
    refused "count OVER $over" "SELECT dp_count(x, 1) OVER $over FROM t" 'may not be used as a window function'
    refused "sum OVER $over" "SELECT dp_sum(x, 0, 10, 1) OVER $over FROM t" 'may not be used as a window function'
done
answer 'a window function over released counts' \
    "SELECT sum(r) OVER (ORDER BY g) FROM (SELECT g, dp_count(x, $E) AS r FROM t GROUP BY g)" '2
4
4'

# Tests FILTER after the call, and DISTINCT and ORDER BY inside the call.
answer 'FILTER counts only the matching rows' \
    "SELECT dp_count(x, $E) FILTER (WHERE x > 2), dp_sum(x, 0, 10, $E) FILTER (WHERE g = 1) FROM t" '2|3.0'
refused 'FILTER removes all rows, also the anchor' 'SELECT dp_count(x, 1) FILTER (WHERE x > 1000) FROM t' \
    'dp_count: no row reached this call, so its parameters are unknown; write FROM (SELECT 1) LEFT JOIN the data (README: Anchor each query)'
answer 'CASE keeps the anchor' "SELECT dp_count(CASE WHEN x > 1000 THEN x END, $E) FROM t" 0
refused 'DISTINCT inside' 'SELECT dp_count(DISTINCT x, 1) FROM t' 'DISTINCT aggregates must'
answer 'DISTINCT in a subquery' "SELECT dp_count(g, $E) FROM (SELECT DISTINCT g FROM t)" 3
ordered=$(echo "SELECT sqlite_version()" | "$shell" -batch -init /dev/null :memory: | awk -F. '{ print ($1 > 3 || $2 >= 44) }')
if [ "$ordered" = 1 ]; then # SQLite 3.44 or later
    answer 'ORDER BY inside' "SELECT dp_sum(x, 0, 10, $E ORDER BY x DESC) FROM t" 10.5
else
    refused 'ORDER BY inside' 'SELECT dp_sum(x, 0, 10, 1 ORDER BY x) FROM t' 'near "ORDER": syntax error'
fi

# These tests count releases, that is, independent draws of noise. Below, lambda is at least 10^4,
# and two releases are equal with probability below 10^-3. Therefore all 50 pairs of a query, or all
# 8 pairs of the view `noisy`, are equal by chance with probability below 10^-24.
groups='FROM k LEFT JOIN t ON t.g = k.i WHERE k.i <= 50 GROUP BY k.i'
answer 'the same call twice is one release' \
    "SELECT sum(a = b) FROM (SELECT dp_count(t.x, 0.0001) AS a, dp_count(t.x, 0.0001) AS b $groups)" 50
answer 'the same sum twice is one release' \
    "SELECT sum(a = b) FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS a, dp_sum(t.x, 0, 10, 0.0001) AS b $groups)" 50
holds 'calls with other arguments are other releases' \
    "SELECT sum(a = b) < 50 FROM (SELECT dp_count(t.x, 0.0001) AS a, dp_count(t.x, 0.0001, 1) AS b $groups)"
# If the two sums are independent, the probability that all 50 pairs agree in sign is 2^-50, and so
# is the probability that no pair agrees.
holds 'sums with other arguments have independent noise' \
    "SELECT sum((a > 0) = (b > 0)) BETWEEN 1 AND 49
        FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS a, dp_sum(t.x, 0, 10.0, 0.0001, 1) AS b $groups)"
# If HAVING released again, some answer would have the wrong sign. If ORDER BY released again, some
# pair of answers would be in the wrong order. The test with another call in HAVING needs a negative
# answer in a group that HAVING keeps. Each of the 50 groups gives one with probability 1/4, so none
# does with probability (3/4)^50 = 6e-7.
holds 'HAVING shares the release' \
    "SELECT min(r) > 0 FROM (SELECT dp_count(t.x, 0.0001) AS r $groups HAVING dp_count(t.x, 0.0001) > 0 OR k.i = 0)"
holds 'another call in HAVING is another release' \
    "SELECT min(r) < 0 FROM (SELECT dp_count(t.x, 0.0001) AS r $groups HAVING dp_count(t.x, 0.0001, 1) > 0)"
holds 'ORDER BY shares the release' \
    "SELECT sum(r < before) = 0 FROM (SELECT r, lag(r) OVER (ROWS UNBOUNDED PRECEDING) AS before
       FROM (SELECT dp_count(t.x, 0.0001) AS r $groups ORDER BY dp_count(t.x, 0.0001) LIMIT 50))"
cte="(SELECT k.i, dp_sum(t.x, 0, 10, 0.0001) AS r $groups)"
for how in '' 'NOT MATERIALIZED' MATERIALIZED; do
    answer "a CTE twice in one FROM is one release: $how" \
        "WITH c AS $how $cte SELECT sum(a.r = b.r) FROM c a JOIN c b USING (i)" 50
done
holds 'a CTE in two subqueries, NOT MATERIALIZED, is two releases' \
    "WITH c AS NOT MATERIALIZED $cte SELECT (SELECT group_concat(r) FROM c) <> (SELECT group_concat(r) FROM c)"
holds 'a view twice in one FROM is one release' 'SELECT a.r = b.r FROM noisy a, noisy b'
holds 'a view in two subqueries is two releases' 'SELECT (SELECT r FROM noisy) <> (SELECT r FROM noisy)'
holds 'a view on both sides of UNION ALL is two releases' \
    'SELECT count(DISTINCT r) = 2 FROM (SELECT r FROM noisy UNION ALL SELECT r FROM noisy)'
holds 'WHERE and SELECT share the release' \
    "SELECT min(r) > 0 AND min(r = again) FROM (SELECT r, r + 0 AS again FROM $cte WHERE r > 0)"
holds 'a scalar subquery is one release for all rows' \
    'SELECT count(DISTINCT r) = 1 FROM (SELECT (SELECT dp_sum(x, 0, 10, 0.0001) FROM t) AS r FROM k WHERE i <= 50)'
holds 'a correlated subquery is one release for each row' \
    'SELECT count(DISTINCT r) > 40 FROM (SELECT (SELECT dp_sum(x, 0, 10, 0.0001) FROM t WHERE g <> -i) AS r FROM k WHERE i <= 50)'
holds 'a statement that runs twice releases twice' \
    'CREATE TEMP TABLE r AS SELECT r FROM noisy; INSERT INTO r SELECT r FROM noisy; SELECT count(DISTINCT r) = 2 FROM r'
holds 'a stored answer stays the same' \
    'CREATE TEMP TABLE r AS SELECT r FROM noisy;
     SELECT count(*) = 10000 AND count(DISTINCT (SELECT r FROM r)) = 1 FROM k WHERE i <= 10000'

# Views and indexes belong to the schema of the database. A call in a view must be refused if the
# schema is not trusted. A call in an index must always be refused.
answer 'a view when the schema is trusted' 'SELECT typeof(r) FROM leak' integer
refused 'a view when the schema is not trusted' 'PRAGMA trusted_schema = OFF; SELECT r FROM leak' 'unsafe use of dp_count()'
refused 'a sum in a view when the schema is not trusted' 'PRAGMA trusted_schema = OFF; SELECT r FROM noisy' \
    'unsafe use of dp_sum()'
answer 'a query when the schema is not trusted' "PRAGMA trusted_schema = OFF; SELECT dp_count(x, $E) FROM t" 4
refused 'an index on an aggregate' ".open :memory:
.load $extension
CREATE TABLE e(x); CREATE INDEX i ON e(dp_count(x, 1))" 'dp_count()'

# Tests the ways to load the extension.
answer 'loaded twice' ".load $extension
SELECT dp_count(x, $E) FROM t" 4
answer 'loaded by entry point' ".open :memory:
.load $extension sqlite3_indp_init
SELECT dp_count(1, $E)" 1
cp "$extension" "$work/renamed.so"
answer 'loaded under another name' ".open :memory:
.load $work/renamed.so
SELECT dp_count(1, $E)" 1
refused 'a generated column with indp_version' ".open :memory:
.load $extension
CREATE TABLE e(x, y AS (indp_version()))" 'non-deterministic functions prohibited'

# Lists each function with its type, its number of arguments and its flags. Type a is an aggregate
# and s a scalar function; a window function would have type w. The flag 0x800 is
# SQLITE_DETERMINISTIC, 0x200000 is SQLITE_INNOCUOUS, and 0x80000 (524288) is SQLITE_DIRECTONLY.
flags=$(for f in avg,3 bounds,1 bounds_among,2 count,1 histogram,2 max,3 median,3 min,3 mode,2 quantile,4 stddev,3 sum,3 var,3; do
    n=${f#*,} f=${f%,*}
    printf 'dp_%s|a|%d|0\ndp_%s|a|%d|0\ndp_%s_state|a|%d|0\ndp_%s_state|a|%d|0\n' \
        "$f" $((n + 1)) "$f" $((n + 2)) "$f" "$n" "$f" $((n + 1))
    case $f in median | quantile | min | max | bounds*) printf 'dp_%s|a|%d|0\ndp_%s_state|a|%d|0\n' "$f" $((n + 3)) "$f" $((n + 2)) ;; esac
done
for f in count,2 sum,4 avg,5 var,5 stddev,5 quantile,4 mode,3; do
    n=${f#*,} f=${f%,*}
    for w in error epsilon_for_error; do printf 'dp_%s_%s|s|%d|0\ndp_%s_%s|s|%d|0\n' "$f" $w "$n" "$f" $w $((n + 1)); done
done
for f in count,3 count,4 sum,5 sum,6 avg,4 var,4 stddev,4; do printf 'dp_%s_interval|s|%d|0\n' "${f%,*}" "${f#*,}"; done
printf 'dp_merge|a|1|0\ndp_merge|a|2|0\ndp_release|s|2|524288\ndp_release_parts|s|2|524288\ndp_release_quantiles|s|3|524288\ndp_counts|a|3|0\ndp_counts|a|4|0\ndp_avg_parts|a|4|0\ndp_avg_parts|a|5|0\ndp_var_parts|a|4|0\ndp_var_parts|a|5|0\ndp_stddev_parts|a|4|0\ndp_stddev_parts|a|5|0\ndp_quantiles|a|5|0\ndp_quantiles|a|6|0\ndp_quantiles|a|7|0\ndp_release_counts|s|2|524288\ndp_release_bounds|s|2|524288\nindp_float_precision|s|0|524288\nindp_float_precision|s|1|524288\nindp_version|s|0|0\n')
flags=$flags$(printf '\n%s|s|%d|%d' dp_open 1 524288 dp_create 1 524288 dp_budget 2 524288 dp_budget 3 524288 dp_declare 3 524288 dp_question 2 524288 dp_forget 1 524288 dp_reader 2 524288 dp_remaining 1 0 \
    indp_choice 4 524288 indp_listed 2 524288)
answer 'types and flags of all functions' \
    "SELECT name, type, narg, flags & 0x280800 FROM pragma_function_list WHERE name GLOB '*dp_*' ORDER BY 1, 3" \
    "$(echo "$flags" | LC_ALL=C sort -t '|' -k 1,1 -k 3,3n)"

# Tests many groups with a small cache, UNION ALL, a join that repeats rows, and several aggregates
# in one query.
holds '100,000 groups' "PRAGMA temp_store = FILE; PRAGMA cache_size = 10;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
    SELECT count(*) = 100000 AND sum(c = 2) = 100000 AND sum(s = i % 7 + (i + 100000) % 7) = 100000
      FROM (SELECT i % 100000 AS i, dp_count(i, $E) AS c, dp_sum(i % 7, 0, 10, $E) AS s FROM n GROUP BY 1)"
answer 'UNION ALL' "SELECT dp_count(x, $E) FROM t UNION ALL SELECT dp_count(g, $E) FROM t" '4
6'
answer 'a join counts each row that it yields' "SELECT dp_count(a.x, $E) FROM t a JOIN t b ON a.g = b.g" 10
answer 'several aggregates in one query' "SELECT count(*), dp_count(x, $E), max(x), dp_sum(x, 0, 10, $E), sum(g) FROM t" \
    '6|4|4.5|10.5|10'

# After an error in another expression on the last of 40,000 rows, and after two refused parameters,
# the connection still answers.
printf '.load %s\nSELECT dp_sum(abs(-9223372036854775807 - (i = 40000)), 0, 10, 1) FROM (SELECT i FROM k ORDER BY i);
SELECT dp_count(x, 0) FROM t;\nSELECT g, dp_sum(x, 0, 10, g - 1) FROM t GROUP BY g;\nSELECT dp_count(x, %s) FROM t;\n' \
    "$extension" "$E" |
    "$shell" -batch -noheader -init /dev/null -readonly "$work/data.db" >"$work/out" 2>"$work/err"
cat "$work/err" >>"$errors"
if [ "$(cat "$work/out")" = 4 ] && grep -q 'integer overflow' "$work/err" && [ "$(grep -c 'dp_[a-z]*: epsilon must be a finite number above 0' "$work/err")" = 2 ]; then
    pass
else
    fail 'three errors, then a good query' "got <$(cat "$work/out" "$work/err")>"
fi
