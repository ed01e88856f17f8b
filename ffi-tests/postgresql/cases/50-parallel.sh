# 0, 1, 2 and 4 workers, with the leader and without, give the same bytes; so does any split into groups.

free="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; ALTER TABLE big SET (parallel_workers = 4)"
states="SELECT dp_sum_state(x, -900, 800.5), dp_sum_state(n, -400000, 300000, 3), dp_sum_state(x::numeric, 0, 1e-3), dp_count_state(x), dp_count_state(1, 5),
    dp_avg_state(x, -900, 800), dp_var_state(x, -900, 800), dp_stddev_state(n, -900, 800) FROM big"
sql "SET max_parallel_workers_per_gather = 0; $states;"
serial=$out
holds 'the serial states hold the rows' "SELECT dp_release((SELECT dp_count_state(x) FROM big), $E) = 999000
    AND dp_release((SELECT dp_sum_state(n, -400000, 300000) FROM big), $E) = (SELECT sum(least(greatest(n, -400000), 300000)) FROM big)"
for workers in 1 2 4; do
    for leader in on off; do
        [ "$workers $leader" != '1 off' ] || continue # one worker alone: no planner wants that
        set="$free; SET max_parallel_workers_per_gather = $workers; SET parallel_leader_participation = $leader"
        answer "$workers workers, leader $leader" "$set; $states" "$serial"
        sql "$set; EXPLAIN (ANALYZE, COSTS off, TIMING off) $states;"
        case $out in
        *'Finalize Aggregate'*"Workers Launched: $workers"*'Partial Aggregate'*) pass ;;
        *) fail "plan of $workers workers" "$out $err" ;;
        esac
    done
done
answer 'parallel groups' "$free; SET max_parallel_workers_per_gather = 4; SELECT count(*) FROM
    (SELECT g, dp_sum_state(x, -900, 800)::bytea s FROM big GROUP BY g) p,
    LATERAL (SELECT dp_sum_state(x, -900, 800)::bytea s FROM (SELECT x FROM big WHERE big.g = p.g OFFSET 0) o) q WHERE p.s = q.s" 7
answer 'merged from 1000 states' "SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, -900, 800)::bytea FROM big)
    FROM (SELECT dp_sum_state(x, -900, 800) s FROM big GROUP BY i % 1000) p" t
sql "CREATE TABLE states AS SELECT i % 5000 AS k, dp_sum_state(x, -900, 800) AS s FROM big GROUP BY i % 5000; ANALYZE states;"
answer 'merged in parallel' "$free; ALTER TABLE states SET (parallel_workers = 4); SET max_parallel_workers_per_gather = 4;
    SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, -900, 800)::bytea FROM big) FROM states" t
sql "$free; SET max_parallel_workers_per_gather = 4; EXPLAIN (COSTS off) SELECT dp_merge(s) FROM states;"
case $out in *'Finalize Aggregate'*) pass ;; *) fail 'dp_merge in parallel' "$out $err" ;; esac
answer 'the answers themselves' "$free; SET max_parallel_workers_per_gather = 4;
    SELECT dp_count(x, $E), dp_sum(n, -400000, 300000, $E) = (SELECT sum(least(greatest(n, -400000), 300000)) FROM big) FROM big" '999000|t'
# A prepared statement whose parameters reach the workers.
answer 'bound parameters in workers' "$free; SET max_parallel_workers_per_gather = 4; SET plan_cache_mode = force_generic_plan;
    PREPARE p(float8, float8) AS SELECT dp_sum(x, \$1, \$2, $E) = (SELECT dp_release(dp_sum_state(x, -900, 800), $E) FROM big) FROM big; EXECUTE p(-900, 800)" t
