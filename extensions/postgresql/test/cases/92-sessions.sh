# Tests memory, cancelled queries, many sessions and workers, a library that is loaded before the
# server forks, and JIT.

# After 10,000 rounds of releases, of errors in rows, parameters and states, and of rollbacks, the
# private memory of the server process (RssAnon, in kB) must be at most 1 MB larger than after 200
# rounds.
memory="(regexp_match(pg_read_file('/proc/self/status'), 'RssAnon:\s*(\d+)'))[1]::int"
if grep -q RssAnon /proc/self/status 2>/dev/null; then
    holds '10,000 repeats leak nothing' \
        "CREATE FUNCTION pg_temp.run(n int) RETURNS int LANGUAGE plpgsql AS \$\$ DECLARE s dp_state; f float8;
            BEGIN FOR i IN 1..n LOOP
        SELECT dp_sum(x, 0, 10, 1), dp_sum_state(x, 0, 10) INTO f, s FROM t; f := dp_release(s, 1);
        PERFORM dp_median(v, 0, 1000, 1), dp_release(dp_quantile_state(v, 0.25, 0, 1000), 1), dp_mode(v::text, '{1,2,3}', 1),
        dp_release_mode(dp_mode_state(v, '{1,2}'), 1), dp_max(v, 0, 1000, 1), dp_release_parts(dp_var_state(v, 0, 1000), 1)
        FROM generate_series(1, 200) v(v);
        BEGIN PERFORM dp_median(1 / (v - 150), 0, 1000, 1), dp_mode(v::text, '{1,2,3}', 1) FROM generate_series(1, 200) v(v);
        EXCEPTION WHEN division_by_zero THEN NULL; END;
        BEGIN PERFORM dp_mode(x::text, '{1,1}', 1) FROM t; EXCEPTION WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM dp_quantile(x, 7, 0, 1, 1) FROM t; EXCEPTION WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM dp_sum(x, 0, 10, 0) FROM t; EXCEPTION WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM g, dp_sum(1 / (g - 2), 0, 10, 1), dp_count(x, 1) FROM t GROUP BY g; EXCEPTION
        WHEN division_by_zero THEN NULL; END;
        BEGIN PERFORM dp_release_parts(s, 1); EXCEPTION WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM dp_release(s, 1e-320); EXCEPTION WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM dp_merge(v) FROM (VALUES (s), ((SELECT dp_count_state(1)))) w(v); EXCEPTION
        WHEN invalid_parameter_value THEN NULL; END;
        BEGIN PERFORM 'abc'::dp_state; EXCEPTION WHEN invalid_text_representation THEN NULL; END;
      END LOOP; RETURN $memory; END \$\$;
      CREATE TEMP TABLE m AS SELECT pg_temp.run(200) AS a; UPDATE m SET a = pg_temp.run(200);
      SELECT pg_temp.run(10000) - a < 1000 FROM m"
    holds 'the memory test detects a leak' "CREATE TEMP TABLE m AS SELECT $memory AS a; SET work_mem = '100MB';
      DECLARE c CURSOR WITH HOLD FOR SELECT i, repeat('x', 100) FROM big LIMIT 200000; SELECT $memory - a > 1000 FROM m"
else
    skip 'memory of repeats' 'no RssAnon in /proc'
fi
# The memory of a group is freed with the group. Sorted groups are computed one after the other. The
# query itself reads the memory of the process, after a tenth of the groups and after the last
# group. If nothing were freed, a million counts and sums would take 250 MB. 4,000 medians of 250
# rows would take 12 MB, and the smaller states that they outgrew would take another 12 MB. Each
# copy of 200 candidates would take 5 kB.
if grep -q RssAnon /proc/self/status 2>/dev/null; then
    sorted="SET enable_hashagg = off; SET work_mem = '4MB'; SET max_parallel_workers_per_gather = 0;
        SELECT max(m) FILTER (WHERE j > 3990) - max(m) FILTER (WHERE j < 3990) < 5000 AND count(r) > 1"
    holds 'sorted groups need the memory of one group' \
        "$sorted FROM (SELECT i / 250.0 AS j, dp_count(x, 1) + dp_sum(x, 0, 1, 1) AS r, CASE
            WHEN i IN (100000, 999999) THEN $memory END AS m FROM big GROUP BY i) s"
    holds 'sorted medians need the memory of one group' \
        "$sorted FROM (SELECT i / 250 AS j, dp_median(x, 0, 16000, 1) + dp_mode(g, '{$(seq -s , 1 200)}', 1) AS r, CASE
            WHEN i / 250 IN (400, 3999) THEN $memory END AS m FROM big GROUP BY i / 250) s"
    # The state of one group of a million rows is a dense histogram of 128 KiB. A list of the rows
    # would take 4 MB.
    holds 'a median of a million rows has a dense histogram' "SET max_parallel_workers_per_gather = 0;
      SELECT max(CASE WHEN i = 999999 THEN $memory END) - max(CASE WHEN i = 200000 THEN $memory END) < 1000
      AND dp_median(x, 0, 16000, 1) >= 0 FROM big"
    # 20,000 groups of 25 rows in a large hash table. The first three runs let malloc reach its
    # final size. The next three may enlarge it by at most 3 MB.
    holds 'hashed medians leak nothing' \
        "SET work_mem = '200MB'; SET enable_sort = off; SET max_parallel_workers_per_gather = 0;
            CREATE FUNCTION pg_temp.f(n int) RETURNS int LANGUAGE plpgsql AS
      \$\$ BEGIN FOR j IN 1..n LOOP PERFORM count(m) FROM (SELECT dp_median(x, 0, 16000, 1) AS m FROM big WHERE i <= 500000
      GROUP BY i % 20000) s; END LOOP; RETURN $memory; END \$\$;
      CREATE TEMP TABLE m AS SELECT pg_temp.f(3) AS a; SELECT pg_temp.f(3) - a < 3000 FROM m"
else
    skip 'memory of groups' 'no RssAnon in /proc'
fi

# A cancelled query must end at once, and the session must still answer.
before=$(date +%s)
refused 'cancelled in a sum' "SET statement_timeout = '300ms'; SELECT dp_sum(a.x, 0, 10, 1) FROM big a, big b" 57014 \
    'canceling statement due to statement timeout'
refused 'cancelled in a median' "SET statement_timeout = '300ms'; SELECT dp_median(a.x, 0, 10, 1) FROM big a, big b" 57014 \
    'canceling statement due to statement timeout'
refused 'cancelled in a mode' "SET statement_timeout = '300ms'; SELECT dp_mode(a.g::text, '{1,2}', 1) FROM big a, big b" 57014 \
    'canceling statement due to statement timeout'
refused 'cancelled in merging medians' \
    "SET statement_timeout = '300ms'; SELECT dp_merge(s) FROM (SELECT dp_median_state(x, 0, 16000) s FROM big WHERE i <= 20000) s,
        big a, big b" \
    57014 'canceling statement due to statement timeout'
refused 'cancelled between releases' \
    "SET statement_timeout = '300ms'; SELECT count(dp_release(s, 1)) FROM (SELECT dp_median_state(x, 0, 16000) s FROM big
        WHERE i <= 20000) s, big a" \
    57014 'canceling statement due to statement timeout'
refused 'cancelled in a sum of numeric' \
    "SET statement_timeout = '300ms'; SELECT dp_sum(repeat('9', 100000)::numeric, 0, 10, 1) FROM big a, big b" 57014 \
    'canceling statement'
refused 'cancelled in merging counts' \
    "SET statement_timeout = '300ms'; SELECT dp_merge(s) FROM (SELECT dp_count_state(1) s OFFSET 0) s, big a, big b" 57014 \
    'canceling statement'
[ $(($(date +%s) - before)) -lt 10 ] && pass || fail 'cancelled' 'took long'

# Loops over candidates must also stop at once. The arguments of these calls cancel the session's
# own query when they are evaluated, and are invalid. The loop must notice the cancellation before
# the invalid arguments raise their error.
cancel="pg_cancel_backend(pg_backend_pid())"
refused 'cancelled in the loop over candidates' "SELECT dp_mode(CASE WHEN $cancel THEN 'a' END, '{a,a}', 1)" 57014 \
    'canceling statement due to user request'
refused 'cancelled in the loop over labels' \
    "SELECT dp_release(s, CASE WHEN $cancel THEN 1 END) FROM (SELECT dp_mode_state(1, '{1,2}') s OFFSET 0) s" 57014 \
    'canceling statement due to user request'
answer 'the session still answers' "SELECT dp_mode('a', '{a}', 1)" a

# Eight concurrent sessions make 64 releases each, with lambda = 8 and a grid step of 1/128. If
# their random bits are independent, two of the sessions agree in 8 of the 64 releases with
# probability below 1e-9. If they used the same random bits, they would agree in all 64.
list='SELECT dp_sum(t.x, 0, 8, 1) FROM k LEFT JOIN t ON t.g = -k.i WHERE k.i <= 64 GROUP BY k.i ORDER BY k.i'
sessions() { # NAME: compares the releases of eight sessions
    for session in 1 2 3 4 5 6 7 8; do pg test -c "$list" >"$work/session$session" 2>"$work/session$session.err" & done
    wait
    same=$(paste -d ' ' "$work"/session[1-8] | awk '{ for (i = 1; i <= NF; i++) for (j = 1; j < i; j++) n[i, j] += $i == $j }
        END { for (k in n) if (n[k] > worst) worst = n[k]; print NR == 64 ? worst + 0 : 999 }')
    if [ "$same" -lt 8 ]; then pass; else fail "$1" "two sessions agree in $same of 64 releases: $(cat "$work"/session?.err)"; fi
}
# In this plan parallel workers run the final functions. Eight partitions with equal rows give one
# answer each.
sql "CREATE TABLE equal(g int, x float8) PARTITION BY LIST (g);
    DO 'BEGIN FOR i IN 1..8 LOOP EXECUTE format(''CREATE TABLE equal%s PARTITION OF equal FOR VALUES IN (%s)'', i, i); END LOOP; END';
    INSERT INTO equal SELECT g, x FROM generate_series(1, 8) g, generate_series(1, 20000) x; ANALYZE equal"
workers="SET enable_partitionwise_aggregate = on; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 4"
finals="SELECT g, dp_sum(x, 0, 8, 8e-5) AS r FROM equal GROUP BY g"
sql "$workers; EXPLAIN (COSTS off) $finals;"
case $out in
*Gather*Append*) pass ;;
*) fail 'plan with final functions in workers' "$out" ;;
esac
# 5 runs with new workers give 40 releases with lambda = 10^5 and a grid step of 128. Two releases
# are equal with probability 0.0003, so six or more of the 40 repeat another release with
# probability below 3e-7.
in_workers() { # NAME: compares the releases of parallel workers
    for run in 1 2 3 4 5; do pg test -c "$workers; $finals"; done >"$work/finals" 2>&1
    if [ "$(wc -l <"$work/finals")" = 40 ] && [ "$(cut -d '|' -f 2 "$work/finals" | sort -u | wc -l)" -gt 34 ]; then pass; else fail "$1" "$(cat "$work/finals")"; fi
}
sessions 'sessions are independent'
in_workers 'workers are independent'
cluster_restart "shared_buffers = '256MB'" "jit = off" "shared_preload_libraries = '$pg_preload'"
answer 'preloaded' 'SHOW shared_preload_libraries' "$pg_preload"
sessions 'sessions of a preloaded library are independent'
in_workers 'workers of a preloaded library are independent'
answer 'preloaded, the answers' "SELECT dp_count(x, $E), dp_sum(x, 0, 10, $E) FROM t" '4|10.5'
# The answers must be the same in queries that are compiled just in time.
if [ -f "$("$PG_CONFIG" --pkglibdir)/llvmjit.so" ]; then
    cluster_restart "jit = on" "jit_above_cost = 0" "jit_inline_above_cost = 0" "jit_optimize_above_cost = 0"
    answer 'JIT' "SELECT dp_count(x, $E), dp_sum(x, 0, 10, $E), dp_sum(x::numeric, 0, 10, $E, 2) FROM t" '4|10.5|10.5'
    answer 'JIT, medians and modes' \
        "SELECT dp_median(x, 0, 10, 1e6) BETWEEN 2 AND 3, dp_mode(g::text, '{2,3,4}', 1e6) IN ('2', '3'),
            dp_median(v, 0, 16000, 1e6), dp_min(v, 0, 16000, 1e6), dp_max(v::float8, 0, 16, 1e6) FROM t, (SELECT 7 AS v
            FROM k) s" \
        't|t|7|7|7'
    answer 'JIT, no row' "SELECT dp_count(x, $E), dp_sum(x, 3, 10, $E) FROM none" '0|0'
else
    skip 'JIT: all cases' 'the server is built without, or its package for it is not installed'
fi
