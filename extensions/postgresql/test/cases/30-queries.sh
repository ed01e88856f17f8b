# Tests the aggregates in all kinds of queries: queries without rows (in every kind of plan), window
# functions, rescans, many groups, and queries after errors in other expressions. Also tests how
# many releases a query makes.

# Tests queries without rows. Each runs three times, and must give at least two different numbers
# (NULL would be an empty field). The noise scale lambda is 100000, so two answers are equal with
# probability below 1e-5 for counts (grid step 1), and below 1e-3 for sums. Three equal answers have
# probability below 1e-10 for counts, and below 1e-6 for sums.
noise() { # NAME SQL: SQL prints a number, which differs between runs
    sql "$2; $2; $2;"
    if [ "$code" = 0 ] && [ -z "$err" ] && [ "$(sort -u "$work/out" | grep -c '^-\{0,1\}[0-9][0-9.e+-]*$')" -ge 2 ]; then pass; else
        fail "$1" "no noise: <$out> $err"
    fi
}
# Without rows, all candidates of a median (16,001) and of a mode (20,000) are equally likely. A
# maximum without rows is the smallest candidate at a huge epsilon. 70-noise.sh tests the noise of a
# maximum at other epsilons.
list=$(seq -s , 1 20000)
texts="{$(seq -s , -f "%.0f$(printf '%060d' 0 | tr 0 x)" 1 1000)}"
# PostgreSQL 16 renamed the setting that forces parallel plans.
sql 'SHOW server_version_num;'
if [ "$out" -ge 160000 ]; then forced='SET debug_parallel_query = on'; else forced='SET force_parallel_mode = on'; fi
for plan in '' 'SET enable_hashagg = off' "$forced" \
    'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2'; do
    # The condition uses abs(x) so that the planner expects rows; otherwise it does not plan partial
    # aggregates.
    for from in 'FROM none' 'FROM t WHERE false' 'FROM t WHERE x > 1000' 'FROM big WHERE abs(x) = 1234.5' \
        'FROM parts WHERE x > 100' \
        '(SELECT * FROM t LIMIT 0) s'; do
        case $from in '('*) from="FROM $from" ;; esac
        noise "count: ${plan:-serial}, $from" "${plan:-SELECT}; SELECT dp_count(x, 1e-5) $from"
        noise "sum: ${plan:-serial}, $from" "${plan:-SELECT}; SELECT dp_sum(x, -8, 1, 8e-5) $from"
        noise "median: ${plan:-serial}, $from" "${plan:-SELECT}; SELECT dp_median(x, -8000, 8000, 1) $from"
        answer "maximum: ${plan:-serial}, $from" "${plan:-SET enable_hashagg = on}; SELECT dp_max(x, -8000, 8000, 1e6) $from" \
            -8000
        noise "mode: ${plan:-serial}, $from" "${plan:-SELECT}; SELECT dp_mode(g, '{$list}', 1) $from"
        noise "text mode: ${plan:-serial}, $from" "${plan:-SELECT}; SELECT dp_mode(g::text, '{$list}', 1) $from"
    done
done
parallel="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2"
plan_of() { # SQL PATTERN: the plan that SQL prints matches PATTERN, which is also the name of the case
    sql "$1;"
    if echo "$out" | tr '\n' ' ' | grep -q "$2"; then pass; else fail "plan $2" "<$out> $err"; fi
}
plan_of "$parallel; EXPLAIN (COSTS off) SELECT dp_sum(x, 0, 1, 1) FROM big WHERE abs(x) = 1234.5" \
    'Finalize Aggregate.*Gather.*Partial Aggregate'
for mode in force_generic_plan force_custom_plan; do
    prepare="$parallel; SET plan_cache_mode = $mode; PREPARE p(float8, bigint) AS SELECT dp_sum(x, 0, 1, \$1 * 2, \$2) FROM big
        WHERE abs(x) = 1234.5"
    plan_of "$prepare; EXPLAIN (COSTS off) EXECUTE p(1e-5, 2)" 'Finalize Aggregate.*Gather.*Partial Aggregate'
    noise "prepared, parallel, $mode" "DEALLOCATE ALL; $prepare; EXECUTE p(1e-5, 2)"
    prepare="$parallel; SET plan_cache_mode = $mode;
        PREPARE p(float8, text[], float8) AS SELECT dp_quantile(x, \$1, -8000, 8000, \$3) || dp_mode(g::text, \$2, \$3) FROM big
        WHERE abs(x) = 1234.5"
    plan_of "$prepare; EXPLAIN (COSTS off) EXECUTE p(0.75, '{1}', 1)" 'Finalize Aggregate.*Gather.*Partial Aggregate'
    noise "prepared, parallel, quantile and mode, $mode" "DEALLOCATE ALL; $prepare; EXECUTE p(0.75, '{1}', 1)"
done
# Partitionwise plans compute whole groups in each partition, or partial groups that are combined
# above an Append.
partitionwise='SET enable_partitionwise_aggregate = on'
plan_of "$partitionwise; EXPLAIN (COSTS off) SELECT g, dp_count(x, 1) FROM parts GROUP BY g" \
    'Append.*Aggregate.*Scan.*Aggregate.*Scan'
answer 'partitionwise, whole groups' "$partitionwise; SELECT count(*) FROM
    (SELECT g, dp_count(x, $E) c, dp_sum(x, 1, 9, $E) s FROM parts GROUP BY g) p JOIN
    (SELECT g, count(x) c, sum(least(greatest(x, 1), 9)) s FROM parts GROUP BY g) q USING (g, c, s)" 3
plan_of "$partitionwise; EXPLAIN (COSTS off) SELECT dp_count(x, 1) FROM parts" 'Finalize Aggregate.*Append.*Partial Aggregate'
plan_of "$partitionwise; EXPLAIN (COSTS off) SELECT dp_count(x, 1) FROM parts WHERE abs(x) > 100" \
    'Finalize Aggregate.*Append.*Partial Aggregate'
noise 'partitionwise, combined, no row' "$partitionwise; SELECT dp_count(x, 1e-5) FROM parts WHERE abs(x) > 100"
noise 'partitionwise, combined, parallel, no row' \
    "$partitionwise; $parallel; SELECT dp_sum(x, 0, 1, 1e-5) FROM parts WHERE abs(x) > 100"
plan_of "$partitionwise; $parallel; EXPLAIN (COSTS off) SELECT dp_count(x, 1) FROM parts" \
    'Finalize Aggregate.*Gather.*Append.*Partial Aggregate'
noise 'partitionwise, combined, no row, median' \
    "$partitionwise; SELECT dp_median(x, -8000, 8000, 1) FROM parts WHERE abs(x) > 100"
answer 'partitionwise, combined, no row, maximum' \
    "$partitionwise; $parallel; SELECT dp_max(x, -8000, 8000, 1e6) FROM parts WHERE abs(x) > 100" -8000
noise 'partitionwise, combined, parallel, no row, mode' \
    "$partitionwise; $parallel; SELECT dp_mode(g::text, '{$list}', 1) FROM parts WHERE abs(x) > 100"
answer 'partitionwise, whole groups, median and mode' \
    "$partitionwise; SELECT g, dp_median(x, 0, 20, 1e6), dp_mode(x::bigint, '{11,5,4}', 1e6) BETWEEN 4 AND 5 FROM parts
        GROUP BY g ORDER BY g" \
    "$(printf '1|5|t\n2|5|t\n3|5|t')"
answer 'partitionwise, minimum and maximum' \
    "$partitionwise; $parallel; SELECT dp_min(x, -1, 20, 1e6), dp_max(x, -1, 20, 1e6), (SELECT count(*)
        FROM (SELECT g, dp_max(x, 0, 20, 1e6) AS m FROM parts GROUP BY g) s WHERE m = 10) FROM parts" \
    '0|10|3'
answer 'partitionwise, combined, median and mode' \
    "$partitionwise; $parallel; SELECT dp_median(x, 0, 20, 1e6), dp_mode(g::text || 'a', '{1a,2b,b}', 1e6) FROM parts" '5|1a'
answer 'partitionwise, combined, rows' "$partitionwise; $parallel; SELECT dp_count(x, $E) FROM parts" 30000
# Tests groups without rows. GROUP BY of no rows yields no group. FILTER can leave a group without
# rows, also in a parallel plan.
answer 'without rows, GROUP BY yields no group and no error' 'SELECT dp_count(x, 1) FROM t WHERE false GROUP BY g' ''
answer 'a group of only NULLs' "SELECT g, dp_count(x, $E), dp_sum(x, 3, 9, $E) FROM t GROUP BY g ORDER BY g" \
    "$(printf '1|2|6\n2|2|7.5\n3|0|0')"
answer 'FILTER leaves a group without rows' "SELECT g, dp_count(x, $E) FILTER (WHERE x > 3) FROM t GROUP BY g ORDER BY g" \
    "$(printf '1|0\n2|1\n3|0')"
answer 'FILTER leaves a group without rows, parallel' \
    "$parallel; SELECT g, dp_sum(x, 1, 2, $E) FILTER (WHERE g = 3) = 0 FROM big GROUP BY g HAVING g < 3 ORDER BY g" \
    "$(printf '0|t\n1|t\n2|t')"
answer 'a state of no rows is not NULL' \
    "SELECT dp_sum_state(x, 0, 1) IS NOT NULL, dp_count_state(x) IS NOT NULL,
        dp_sum_state(x, 0, 1)::bytea = (SELECT dp_sum_state(NULL::float8, 0, 1)::bytea) FROM none" \
    't|t|t'
answer 'a state of no rows, parallel' \
    "$parallel; SELECT dp_sum_state(x, 0, 1)::bytea = (SELECT dp_sum_state(NULL::float8, 0, 1)::bytea) FROM big
        WHERE abs(x) = 1234.5" \
    t
answer 'the merge of no states is an empty state' "SELECT dp_merge(s)::text FROM (SELECT NULL::dp_state AS s WHERE false) e" '\x'
answer 'an empty state in a merge changes nothing' \
    "SELECT dp_release(dp_merge(s), $E) FROM (SELECT dp_count_state(x) s FROM t UNION ALL SELECT '\\x' UNION ALL SELECT NULL) e" \
    4
refused 'an empty state cannot be released' "SELECT dp_release('\\x', 1)" 22023 'a merge of no states'

# A window function would release an answer on every row, so the aggregates must be refused there.
for over in '()' '(ORDER BY x)' '(PARTITION BY g)' '(ROWS UNBOUNDED PRECEDING)'; do
    refused "count OVER $over" "SELECT dp_count(x, 1) OVER $over FROM t" 0A000 'does not support use as a window function'
    refused "sum OVER $over" "SELECT dp_sum(x, 0, 10, 1) OVER $over FROM t" 0A000 'does not support use as a window function'
    refused "sum state OVER $over" "SELECT dp_sum_state(x, 0, 10) OVER $over FROM t" 0A000 \
        'does not support use as a window function'
done

answer 'DISTINCT, ORDER BY, FILTER inside' \
    "SELECT dp_count(DISTINCT g, $E), dp_sum(x, 0, 10, $E ORDER BY x DESC), dp_sum(x, 0, 10, $E) FILTER (WHERE g = 1) FROM t" \
    '3|10.5|3'
answer 'GROUPING SETS' "SELECT g, dp_count(x, $E) FROM t GROUP BY ROLLUP (g) ORDER BY g" "$(printf '1|2\n2|2\n3|0\n|4')"
answer 'GROUPING SETS without rows: the empty set has an answer' \
    "SELECT g, dp_count(x, $E) FROM none GROUP BY GROUPING SETS ((g), ())" '|0'
answer 'several aggregates in one query' "SELECT count(*), dp_count(x, $E), max(x), dp_sum(x, 0, 10, $E), sum(g) FROM t" \
    '6|4|4.5|10.5|10'
answer 'LATERAL' "SELECT i, c FROM k, LATERAL (SELECT dp_count(x, $E) AS c FROM t WHERE g = i) s WHERE i <= 3 ORDER BY i" \
    "$(printf '1|2\n2|2\n3|0')"
answer 'a join counts each row that it yields' "SELECT dp_count(a.x, $E) FROM t a JOIN t b ON a.g = b.g" 10

# These tests count releases, that is, independent draws of noise. The noise scale lambda is 10^5,
# so two releases are equal with probability below 10^-3. All 50 pairs of a query, or all 8 pairs of
# the view `noisy`, are equal by chance with probability below 10^-24.
groups='FROM k LEFT JOIN t ON t.g = k.i WHERE k.i <= 50 GROUP BY k.i'
cte="(SELECT k.i, dp_sum(t.x, 0, 10, 0.0001) AS r $groups)"
answer 'the same call twice is one release' \
    "SELECT count(*) FILTER (WHERE a = b)
        FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS a, dp_sum(t.x, 0, 10, 0.0001) AS b $groups) s" \
    50
# PostgreSQL does not merge calls that contain a subquery or a volatile function, and pushes a
# condition over a query with a subquery into its HAVING: README.md says so. Each of the 50 answers
# of `wrong` is negative with probability 1/4, so none is with probability (3/4)^50 = 6e-7.
many='FROM k WHERE i <= 500 GROUP BY i % 50'
for filter in '' "FILTER (WHERE i IN (1, 2) OR i > 2)" "FILTER (WHERE i < date_part('epoch', now()))"; do
    call="dp_sum(i, 0, 10, 0.0001) $filter"
    answer "equal calls without a subquery are one release: $filter" \
        "SELECT count(*) FILTER (WHERE a = b) FROM (SELECT $call AS a, $call AS b $many) s" 50
    holds "HAVING and WHERE test the answer that is shown: $filter" "SELECT (SELECT min(r) FROM (SELECT $call AS r $many HAVING $call > 0) s) > 0
        AND (SELECT min(r) FROM (SELECT r FROM (SELECT $call AS r $many) q WHERE r > 0) s) > 0"
done
for call in 'dp_sum(i, 0, 10, 0.0001) FILTER (WHERE i NOT IN (SELECT 1))' 'dp_sum(i + (SELECT 0), 0, 10, 0.0001)' \
    'dp_sum(CASE WHEN EXISTS (SELECT 1 WHERE i > 0) THEN i END, 0, 10, 0.0001)' \
    'dp_sum(i, 0, 10, 0.0001) FILTER (WHERE random() < 0.9)' 'dp_sum(i + 0 * random(), 0, 10, 0.0001)'; do
    holds "equal calls with a subquery or volatile function are two releases: $call" \
        "SELECT count(*) FILTER (WHERE a = b) <= 5 FROM (SELECT $call AS a, $call AS b $many) s"
    holds "HAVING tests another release than is shown: $call" "SELECT min(r) < 0 FROM (SELECT $call AS r $many HAVING $call > 0) s"
    case $call in
    *SELECT*) holds "a WHERE over the query tests another release than is shown: $call" \
        "SELECT min(r) < 0 FROM (SELECT r FROM (SELECT $call AS r $many) q WHERE r > 0) s" ;;
    esac
    # The remedy of README.md.
    query="WITH c AS MATERIALIZED (SELECT $call AS r $many)"
    answer "a MATERIALIZED query has one release: $call" "$query SELECT count(*) FILTER (WHERE r = again) FROM (SELECT r, r + 0 AS again FROM c) s" 50
    holds "a condition over it tests the answer that is shown: $call" "$query SELECT min(r) > 0 FROM c WHERE r > 0"
done
holds 'calls with other arguments are other releases' \
    "SELECT count(*) FILTER (WHERE a = b) < 5
        FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS a, dp_sum(t.x, 0, 10, 0.0001, 1) AS b $groups) s"
holds 'HAVING and ORDER BY share the release' \
    "SELECT bool_and(r > 0) AND bool_and(r >= coalesce(before, 0))
        FROM (SELECT r, lag(r) OVER (ROWS UNBOUNDED PRECEDING) AS before
       FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS r $groups
       HAVING dp_sum(t.x, 0, 10, 0.0001) > 0 ORDER BY dp_sum(t.x, 0, 10, 0.0001)) s) s"
answer 'a CTE twice is one release' "WITH c AS MATERIALIZED $cte SELECT count(*) FROM c a JOIN c b USING (i) WHERE a.r = b.r" 50
holds 'a CTE twice, NOT MATERIALIZED, is two releases' \
    "WITH c AS NOT MATERIALIZED $cte SELECT count(*) FILTER (WHERE a.r = b.r) < 5 FROM c a JOIN c b USING (i)"
holds 'a view twice is two releases' 'SELECT a.r <> b.r FROM noisy a, noisy b'
holds 'a scalar subquery is one release for all rows' \
    'SELECT count(DISTINCT r) = 1 FROM (SELECT (SELECT dp_sum(x, 0, 10, 0.0001) FROM t) AS r FROM k WHERE i <= 50) s'
holds 'a correlated subquery is one release for each row' \
    'SELECT count(DISTINCT r) > 40 FROM (SELECT (SELECT dp_sum(x, 0, 10, 0.0001) FROM t WHERE g <> -i) AS r FROM k WHERE i <= 50) s'
# A rescan of a hash table calls the final functions again. The extension must then return the same
# answers, also for groups that FILTER left without rows.
rescan="SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_sort = off$no_memoize"
query="FROM generate_series(1, 20) n LEFT JOIN (SELECT g, dp_sum(x, 0, 10, 0.0001) AS r,
    dp_sum(x, 0, 10, 0.0001) FILTER (WHERE x > 4) AS f, dp_count(x, 0.0001) FILTER (WHERE false) AS c FROM t
    GROUP BY g) s ON n + s.g > 0"
plan_of "$rescan; EXPLAIN (COSTS off) SELECT * $query" 'Nested Loop.*HashAggregate'
# 20 scans of 3 groups give at most 3 different answers.
holds 'a rescan of a hash table releases nothing' \
    "$rescan; SELECT count(*) = 60 AND count(DISTINCT r) <= 3 AND count(DISTINCT f) <= 3 AND count(DISTINCT c) <= 3 $query"
# Sorted groups are computed again in each scan, so 20 scans of three groups make 60 releases. Two
# releases are equal with probability 0.0004, so 10 repeats among the 60 have probability below
# 1e-8. A MATERIALIZED CTE is computed once under the same settings.
groups="(SELECT g, dp_sum(x, 0, 10, 0.0001) AS r FROM t GROUP BY g)"
sorted="${rescan%; SET enable_sort*}; SET enable_hashagg = off$no_memoize"
plan_of "$sorted; EXPLAIN (COSTS off) SELECT * FROM generate_series(1, 20) n LEFT JOIN $groups s ON n + s.g > 0" \
    'Nested Loop.*GroupAggregate'
holds 'each rescan of sorted groups releases again' \
    "$sorted; SELECT count(DISTINCT r) > 50 FROM generate_series(1, 20) n LEFT JOIN $groups s ON n + s.g > 0"
holds 'a rescan of a MATERIALIZED CTE releases nothing' \
    "$sorted; WITH s AS MATERIALIZED $groups SELECT count(*) = 60 AND count(DISTINCT r) <= 3 FROM generate_series(1, 20) n LEFT
        JOIN s ON n + s.g > 0"
# A rescan of a hash table must also keep medians, extremes, and modes of integers and of texts
# longer than the head of a state. In 20 scans, each of the three groups must have a single answer.
# Extremes have two candidates here. Without enough rows the outer one (0 for a minimum, 1 for a
# maximum) is released with probability about 1/10, and otherwise the other one. With many
# candidates nearly every answer would be the innermost candidate, so a second release would go
# unnoticed.
query="FROM generate_series(1, 20) n LEFT
    JOIN (SELECT g, dp_median(x, -8000, 8000, 1e-9) AS q, dp_mode(g, '{$list}', 1e-9) AS i, dp_mode(g::text || repeat('x', 60), '$texts', 1e-9) AS m,
    dp_min(x, 0, 1, 1e-9, 1, 2) AS l, dp_max(x, 0, 1, 1, 1, 2) FILTER (WHERE false) AS h0, dp_median(x, -8000, 8000, 1) FILTER (WHERE false) AS q0, dp_mode(g, '{$list}', 1) FILTER (WHERE false) AS i0, dp_mode(g::text, '$texts', 1) FILTER (WHERE x > 100) AS m0 FROM t GROUP BY g) s ON n + s.g > 0"
plan_of "$rescan; EXPLAIN (COSTS off) SELECT * $query" 'Nested Loop.*HashAggregate'
answer 'a rescan of medians, modes and extremes releases nothing' \
    "$rescan; SELECT DISTINCT count(*), count(DISTINCT q), count(DISTINCT i), count(DISTINCT m), count(DISTINCT l),
        count(DISTINCT h0), count(DISTINCT q0), count(DISTINCT i0), count(DISTINCT m0), max(m) ~ '^[0-9]+x*\$'
        AND max(m0) ~ '^[0-9]+x*\$' $query GROUP BY g" \
    '20|1|1|1|1|1|1|1|1|t'
holds 'a stored answer stays the same' \
    "CREATE TEMP TABLE r AS SELECT r FROM noisy; SELECT count(*) = 10000 AND count(DISTINCT (SELECT r FROM r)) = 1 FROM k
        WHERE i <= 10000"
holds 'a cursor that is read twice is one release' \
    "CREATE TEMP TABLE r(r text); BEGIN; DECLARE c SCROLL CURSOR FOR SELECT r FROM noisy;
    DO 'DECLARE c refcursor := ''c''; v text; BEGIN FETCH FIRST FROM c INTO v; INSERT INTO r VALUES (v); MOVE BACKWARD ALL FROM c; FETCH FIRST FROM c INTO v; INSERT INTO r VALUES (v); END';
    SELECT count(DISTINCT r) = 1 FROM r; COMMIT"

twice="FETCH FIRST FROM c INTO v; INSERT INTO r VALUES (v); MOVE BACKWARD ALL FROM c; FETCH FIRST FROM c INTO v; INSERT INTO r VALUES (v)"
# A release of this sum equals another one with probability below 1/1024, so three do with
# probability below 1e-9.
three="dp_release(s, 1)::text || ' ' || dp_release(s, 2)::text || ' ' || dp_release(s, 3)::text"
for form in "2|SELECT $three FROM stored" "1|WITH q AS MATERIALIZED (SELECT $three FROM stored) SELECT * FROM q"; do
    answer "a cursor over stored states computes again unless a CTE keeps the answers: ${form#*|}" \
        "CREATE TEMP TABLE stored AS SELECT dp_sum_state(x, 0, 100) AS s FROM (VALUES (1::float8)) v(x); CREATE TEMP TABLE r(r text);
        BEGIN; DECLARE c SCROLL CURSOR FOR ${form#*|};
        DO 'DECLARE c refcursor := ''c''; v text; BEGIN $twice; END';
        SELECT count(DISTINCT r) FROM r; COMMIT" "${form%%|*}"
done

# Many groups in little memory: a small work_mem makes the server spill them to disk.
holds 'a million groups at work_mem 64kB' "SET work_mem = '64kB';
    SELECT count(*) = 1000000 AND sum(c) = 999000 AND sum(s) = 500500 - 4 FROM (SELECT i, dp_count(x, $E) AS c, dp_sum(CASE
    WHEN i <= 1000 AND x IS NOT NULL THEN i END, 0, 1000, $E) AS s FROM big GROUP BY i) s"
# 100 of the groups have only NULLs, where each of the 10 candidates is equally likely. About 10 of
# those answer 7.
holds '100,000 medians and modes at work_mem 64kB' \
    "SET work_mem = '64kB'; SELECT count(*) = 100000 AND sum((q = 7)::int) BETWEEN 99900 AND 99990 AND min(m) = 'b'
        AND max(m) = 'b'
    FROM (SELECT i, dp_median(CASE WHEN x IS NOT NULL THEN 7 END, 0, 9, 1e6) AS q, dp_mode('b', '{a,b,c}', 1e6) AS m FROM big
    WHERE i <= 100000 GROUP BY i) s"
plan_of "SET work_mem = '64kB'; EXPLAIN (ANALYZE, COSTS off, TIMING off) SELECT g, i % 3, dp_median(x, 0, 16000, 1) FROM big
    GROUP BY g, i % 3, i % 1000" \
    'Disk Usage\|Sort Method: external'
plan_of "SET work_mem = '64kB'; EXPLAIN (ANALYZE, COSTS off, TIMING off) SELECT i, dp_count(x, 1) FROM big GROUP BY i" \
    'Disk Usage\|Sort Method: external'

# After an error in another expression, and after an error and a rollback to a savepoint, the
# session must still answer.
sql "\\set ON_ERROR_STOP off
SELECT dp_sum(1 / (i - 40000), 0, 10, 1) FROM (SELECT i FROM k ORDER BY i) s;
BEGIN; SAVEPOINT s; SELECT g, dp_sum(1 / (g - 3), 0, 10, 1) FROM t GROUP BY g; ROLLBACK TO s; SELECT dp_count(x, $E) FROM t;
COMMIT;"
if [ "$out" = 4 ] && [ "$(grep -c 'ERROR:  22012: division by zero' "$work/err")" = 2 ]; then pass; else
    fail 'two errors, then a good query' "<$out> $err"
fi
