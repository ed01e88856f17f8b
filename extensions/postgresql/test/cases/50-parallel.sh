# Tests that states have the same bytes with 0, 1, 2 and 4 workers, with and without the leader, and
# after a merge of any groups of rows.

free="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; ALTER TABLE big SET (parallel_workers = 4)"
x_numeric=x::numeric
# data.sql explains what replaces infinities on older servers
[ "$major" -ge 14 ] || x_numeric="CASE abs(x) WHEN 'Infinity' THEN sign(x)::numeric * 1e400 ELSE x::numeric END"
states="SELECT dp_sum_state(x, -900, 800.5), dp_sum_state(n, -400000, 300000, 3), dp_sum_state($x_numeric, 0, 1e-3),
    dp_count_state(x), dp_count_state(1, 5),
    dp_avg_state(x, -900, 800), dp_var_state(x, -900, 800), dp_stddev_state(n, -900, 800),
    dp_median_state(x, -900, 800, 1, 1701), dp_quantile_state(n, 0.9, -400000, 300000, 3),
    dp_quantile_state($x_numeric, 0.1, 0, 1e-3), dp_quantile_state(n::int, 0.25, -8, 8),
    dp_min_state(x, -900, 800), dp_max_state(n, -400000, 300000, 3),
    dp_max_state(date '2000-01-01' + n::int % 1000, '2000-01-01', '2002-01-01'),
    dp_mode_state(g, '{0,3,6,9}'), dp_mode_state(left(x::text, 2), '{1,2,12,-3,Na,In,x}', 5) FROM big"
sql "SET max_parallel_workers_per_gather = 0; $states;"
serial=$out
holds 'the serial states of counts and sums hold all rows' "SELECT dp_release((SELECT dp_count_state(x) FROM big), $E) = 999000
    AND dp_release((SELECT dp_sum_state(n, -400000, 300000) FROM big), $E) = (SELECT sum(least(greatest(n, -400000), 300000))
    FROM big)"
answer 'the states of quantiles and modes hold all rows' \
    "SELECT octet_length(q::bytea) = 80 + 12 * 1701, octet_length(w::bytea) > 80 + 12 * 10000,
        encode(substr(m::bytea, 17, 2), 'hex'), dp_release(q, 1e6), dp_release_mode(m, 1e6) IN ('0', '3', '6')
    FROM (SELECT dp_median_state(x, -900, 800, 1, 1701) q, dp_median_state(n, -400000, 300000) w, dp_mode_state(g, '{0,3,6,9}') m
    FROM big WHERE i <= 700000) s" \
    "t|t|$(printf '%04x' 300000 | tail -c 4 | sed 's/\(..\)\(..\)/\2\1/')|0|t"
for workers in 1 2 4; do
    for leader in on off; do
        [ "$workers $leader" != '1 off' ] || continue # the planner never plans a single worker without the leader
        set="$free; SET max_parallel_workers_per_gather = $workers; SET parallel_leader_participation = $leader"
        answer "$workers workers, leader $leader" "$set; $states" "$serial"
        sql "$set; EXPLAIN (ANALYZE, COSTS off, TIMING off) $states;"
        case $out in
        *'Finalize Aggregate'*"Workers Launched: $workers"*'Partial Aggregate'*) pass ;;
        *) fail "plan of $workers workers" "$out $err" ;;
        esac
    done
done
answer 'states of parallel groups' "$free; SET max_parallel_workers_per_gather = 4; SELECT count(*) FROM
    (SELECT g, dp_sum_state(x, -900, 800)::bytea s FROM big GROUP BY g) p,
    LATERAL (SELECT dp_sum_state(x, -900, 800)::bytea s FROM (SELECT x FROM big WHERE big.g = p.g OFFSET 0) o) q
    WHERE p.s = q.s" \
    7
answer 'states of parallel groups, quantiles and modes' "$free; SET max_parallel_workers_per_gather = 4; SELECT count(*) FROM
    (SELECT g, dp_quantile_state(x, 0.3, -900, 800)::bytea s, dp_mode_state(i % 10, '{1,2,3}')::bytea m FROM big GROUP BY g) p,
    LATERAL (SELECT dp_quantile_state(x, 0.3, -900, 800)::bytea s, dp_mode_state(i % 10, '{1,2,3}')::bytea m FROM (SELECT x, i
    FROM big WHERE big.g = p.g OFFSET 0) o) q WHERE p.s = q.s AND p.m = q.m" \
    7
answer 'quantiles and modes merged from 1000 states' \
    "SELECT dp_merge(s)::bytea = (SELECT dp_median_state(x, -900, 800, 1, 1701)::bytea FROM big),
        dp_merge(m)::bytea = (SELECT dp_mode_state(g::text, '{1,2}')::bytea FROM big)
    FROM (SELECT dp_median_state(x, -900, 800, 1, 1701) s, dp_mode_state(g::text, '{1,2}') m FROM big GROUP BY i % 1000) p" 't|t'
answer 'a sum merged from 1000 states' "SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, -900, 800)::bytea FROM big)
    FROM (SELECT dp_sum_state(x, -900, 800) s FROM big GROUP BY i % 1000) p" t
# PostgreSQL 19 can aggregate below a join. Each row of `side` then merges the states of its key again,
# once for each duplicate, as it would add each row again. Rows without a partner count in no state.
if since 19 'aggregation below a join' 'the planner knows it'; then
    sql "CREATE TABLE side AS SELECT k, k % 3 AS h FROM generate_series(0, 400) k, generate_series(0, k % 4) again; CREATE TABLE rows AS SELECT i % 500 AS k, x, n, g FROM big; ANALYZE side, rows"
    below="SELECT h, dp_sum_state(x, -900, 800.5), dp_sum_state(n, -400000, 300000, 3), dp_count_state(x), dp_avg_state(x, -900, 800), dp_var_state(x, -900, 800),
        dp_quantile_state(x, 0.3, -900, 800), dp_mode_state(g, '{0,3,6,9}') FROM rows JOIN side USING (k) GROUP BY h ORDER BY h"
    sql "SET enable_eager_aggregate = off; SET max_parallel_workers_per_gather = 0; $below;"
    above=$out
    for workers in 0 2; do
        set="SET enable_eager_aggregate = on; SET min_eager_agg_group_size = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET max_parallel_workers_per_gather = $workers"
        answer "aggregation below a join, $workers workers" "$set; $below" "$above"
        sql "$set; EXPLAIN (COSTS off) $below;"
        case $out in *'Finalize '*Aggregate*Join*'Partial '*Aggregate*'Scan on rows'*) pass ;; *) fail "plan of aggregation below a join, $workers workers" "$out $err" ;; esac
    done
    case $above in 0'|'*1'|'*2'|'*) pass ;; *) fail 'aggregation above a join' "$above" ;; esac
fi
sql "CREATE TABLE states AS SELECT i % 5000 AS k, dp_sum_state(x, -900, 800) AS s, dp_quantile_state(x, 0.25, -900, 800) AS q,
    dp_mode_state(g, '{1,2}') AS m FROM big GROUP BY i % 5000; ANALYZE states;"
answer 'a sum merged in parallel' "$free; ALTER TABLE states SET (parallel_workers = 4); SET max_parallel_workers_per_gather = 4;
    SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, -900, 800)::bytea FROM big) FROM states" t
answer 'quantiles and modes merged in parallel' "$free; SET max_parallel_workers_per_gather = 4;
    SELECT dp_merge(q)::bytea = (SELECT dp_quantile_state(x, 0.25, -900, 800)::bytea FROM big),
    dp_merge(m)::bytea = (SELECT dp_mode_state(g, '{2,1}')::bytea FROM big) FROM states" \
    't|t'
sql "$free; SET max_parallel_workers_per_gather = 4; EXPLAIN (COSTS off) SELECT dp_merge(s) FROM states;"
case $out in *'Finalize Aggregate'*) pass ;; *) fail 'dp_merge in parallel' "$out $err" ;; esac
answer 'the answers of parallel plans' "$free; SET max_parallel_workers_per_gather = 4;
    SELECT dp_count(x, $E), dp_sum(n, -400000, 300000, $E) = (SELECT sum(least(greatest(n, -400000), 300000)) FROM big),
    dp_min(i, 0, 1000001, 1e6, 1, 1000002), dp_max(i, 0, 1000001, 1e6, 1, 1000002) FROM big" \
    '999000|t|1|1000000'
# The parameters of a prepared statement must reach the workers.
answer 'bound parameters in workers' "$free; SET max_parallel_workers_per_gather = 4; SET plan_cache_mode = force_generic_plan;
    PREPARE p(float8, float8) AS SELECT dp_sum(x, \$1, \$2, $E) = (SELECT dp_release(dp_sum_state(x, -900, 800), $E) FROM big)
    FROM big; EXECUTE p(-900, 800)" \
    t
answer 'bound candidates in workers' "$free; SET max_parallel_workers_per_gather = 4; SET plan_cache_mode = force_generic_plan;
    PREPARE p(float8, text[]) AS SELECT dp_mode(least(g, 3)::text, \$2, \$1), dp_median(g, 0, 10, \$1) FROM big;
    EXECUTE p(1e6, '{1,3,9}')" \
    '3|3'
