# Tests of dp_histogram, dp_counts and dp_release_counts. At epsilon C the noise of a count is 0,
# except with probability 1e-200.
C=1e3
edges="'{10,20.5,30}'"
for type in float8 bigint int smallint numeric real; do
    answer "histogram of $type" \
        "SELECT dp_histogram(x::$type, $edges, $C), dp_histogram(x::$type, ARRAY[20]::float8[], $C, 2),
            dp_release_counts(dp_histogram_state(x::$type, $edges), $C) FROM generate_series(0, 50) x" \
        '{10,11,9,21,0}|{20,31,0}|{10,11,9,21,0}'
done
# A value of type numeric is rounded to the nearest double, which decides its cell.
answer 'histogram: cells are half-open, and infinities and NaN have cells' \
    "SELECT dp_histogram(x, '{-1,0,2.5}', $C), dp_histogram(x::numeric, '{-1,0,2.5}', $C) FROM unnest('{-1e400,-1.0000000000000001,-1,-1e-400,0,2.4999999999999999999,2.5,1e400,NaN,NULL}'::numeric[]) x" \
    '{1,2,2,3,1}|{1,2,2,3,1}'
answer 'histogram of doubles' \
    "SELECT dp_histogram(x, '{-1,-0,2.5}', $C) FROM unnest('{-Infinity,-2,-1,-5e-324,-0,0,5e-324,2.5,Infinity,NaN,-NaN,NULL}'::float8[]) x" \
    '{2,2,3,2,2}'
answer 'histogram of dates, times and intervals' \
    "SELECT dp_histogram(date '2020-01-01' + x, '{2020-01-11,2020-01-21}', $C),
        dp_histogram(timestamp '2020-01-01' + x * interval '1 us', ARRAY[timestamp '2020-01-01 00:00:00.00001', '2020-01-01 00:00:00.00002'], $C),
        dp_histogram(timestamptz '2020-01-01Z' + x * interval '1 us', ARRAY[timestamptz '2020-01-01 00:00:00.00001Z'], $C),
        dp_histogram(x * interval '1 day', '{10 days, 1 month}', $C) FROM generate_series(0, 50) x" \
    '{10,10,31,0}|{10,10,31,0}|{10,41,0}|{10,20,21,0}'
answer 'histogram of infinite dates' \
    "SELECT dp_histogram(x, '{2020-01-01,2020-01-02}', $C) FROM unnest('{-infinity,infinity,2020-01-01,NULL}'::date[]) x" '{1,1,1,0}'
answer 'counts of candidates, in their order' \
    "SELECT dp_counts(v, '{poor,good,fair,none}', $C), dp_counts(length(v)::bigint, '{5,4,-1,3}', $C, 2)
        FROM unnest('{good,good,fair,other,good,poor,NULL}'::text[]) v" \
    '{1,3,1,0}|{1,5,0,0}'
answer 'counts of a stored mode, in the order of the state' \
    "SELECT dp_release_counts(dp_mode_state(v, '{poor,good,fair}'), $C), dp_release_counts(dp_mode_state(length(v)::bigint, '{5,4,-1}'), $C)
        FROM unnest('{good,good,fair,other,good,poor}'::text[]) v" \
    '{1,3,1}|{0,5,1}'
answer 'histogram: types' \
    "SELECT pg_typeof(dp_histogram(1, '{0}', 1)), pg_typeof(dp_histogram(date '2020-01-01', '{2020-01-01}', 1)), pg_typeof(dp_counts('a'::text, '{a}', 1)),
        pg_typeof(dp_histogram_state(1, '{0}'))" \
    'bigint[]|bigint[]|bigint[]|dp_state'
# The noise of each cell has the scale rows_per_person/epsilon. The answer without rows is noise.
holds 'histogram and counts: without rows and with NULLs alone there is noise' \
    "SELECT array_length(h, 1) = 1002 AND (SELECT count(DISTINCT n) > 500 FROM unnest(h) n) AND array_length(k, 1) = 1000 AND (SELECT count(DISTINCT n) > 500 FROM unnest(k) n)
        AND (SELECT count(DISTINCT n) > 500 FROM unnest(e) n)
        FROM (SELECT dp_histogram(x, '{$(seq -s, 1000)}', 1e-6) AS h FROM t WHERE false) s,
        (SELECT dp_counts(NULL::bigint, '{$(seq -s, 1000)}', 1e-6) AS k FROM t) s2,
        (SELECT dp_histogram(x, '{$(seq -s, 1000)}', 1e-6) FILTER (WHERE false) AS e FROM t) s3"
for on in hashagg sort; do
    answer "histogram of groups, enable_$on" \
        "SET enable_$on = off; SELECT g, dp_histogram(x, '{1,2}', $C), dp_counts(x::text, '{2,0}', $C) FROM generate_series(0, 2) x, generate_series(0, x) y, generate_series(1, 3) g GROUP BY g ORDER BY g" \
        '1|{1,2,3,0}|{3,1}
2|{1,2,3,0}|{3,1}
3|{1,2,3,0}|{3,1}'
done
# A rescan of a hash table calls the final function again. It must return the same counts.
rescan='SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_sort = off'
[ "${major:-15}" -lt 14 ] || rescan="$rescan; SET enable_memoize = off"
query="FROM generate_series(1, 20) n LEFT JOIN (SELECT g, dp_histogram(x, '{1,2,3}', 1e-9) AS q, dp_counts(x, '{1,2}', 1e-9) FILTER (WHERE false) AS e
    FROM (SELECT i % 3 AS g, i::bigint AS x FROM k) t GROUP BY g) s ON n + s.g > 0"
sql "$rescan; EXPLAIN SELECT count(*) $query"
case $out in *'Nested Loop'*HashAggregate*) pass ;; *) fail 'histogram: the plan of a rescan' "$out $err" ;; esac
holds 'histogram: a rescan returns the same answers' \
    "$rescan; SELECT count(*) = 60 AND count(DISTINCT (g, q)) = 3 AND count(DISTINCT (g, e)) = 3 AND count(DISTINCT q) = 3 AND count(DISTINCT e) = 3 $query"
answer 'histogram and counts: bound parameters' \
    "PREPARE s(float8[], text[], float8) AS SELECT dp_histogram(x, \$1, \$3), dp_counts(x::text, \$2, \$3) FROM generate_series(1, 9) x; SET plan_cache_mode = force_generic_plan;
        EXECUTE s('{5}', '{3,1,x}', $C); EXECUTE s('{2,4}', '{7}', $C)" '{4,5,0}|{1,1,0}
{1,2,6,0}|{1}'
for bad in "'{NaN}'" "'{Infinity}'" "'{{1},{2}}'" "(SELECT array_agg(i::float8) FROM generate_series(1, 0) i)"; do
    case $bad in "(SELECT"*) message='dp_histogram: edges must be a constant or a bound parameter' ;;
    *) message='dp_histogram: edges must be a flat array of 1 to 1048576 finite values in strictly ascending order' ;; esac
    refused "histogram: edges = $bad" "SELECT dp_histogram(x, $bad::float8[], 1) FROM generate_series(1, 3) x" 22023 "$message"
done
refused 'histogram: 2^20 + 1 edges' "PREPARE s(float8[]) AS SELECT dp_histogram(1, \$1, 1); DO \$\$ DECLARE a float8[] := ARRAY(SELECT i FROM generate_series(0, 1048576) i); BEGIN PERFORM dp_histogram(1, a, 1); END \$\$" \
    22023 'dp_histogram: edges must be a flat array of 1 to 1048576'
refused 'histogram: edges of a row' "SELECT dp_histogram(x, ARRAY[x]::float8[], 1) FROM generate_series(0, 1) x" 22023 'dp_histogram: edges must be a constant or a bound parameter'
# Expressions of bound parameters are accepted, also in a generic plan, which does not contain the
# values of the parameters.
answer 'histogram and counts: expressions of parameters in a generic plan' \
    "SET plan_cache_mode = force_generic_plan; PREPARE j(float8, text, int[], varchar[]) AS SELECT dp_histogram(x, ARRAY[\$1, \$1 + 2], $C), dp_counts(x::text, ARRAY[\$2, 'b', '1'], $C),
        dp_histogram(x, \$3, $C), dp_counts(x::varchar, \$4, $C), dp_histogram(x, string_to_array(\$2, ',')::float8[], $C) FROM generate_series(1, 9) x; EXECUTE j(3, '2', '{5,7}', '{9,8,7}'); EXECUTE j(4, '5', '{2}', '{1}')" \
    '{2,2,5,0}|{1,0,1}|{4,2,3,0}|{1,1,1}|{1,8,0}
{3,2,4,0}|{1,0,1}|{1,8,0}|{1}|{4,5,0}'
answer 'histogram and counts: no row in a generic plan' \
    "SET plan_cache_mode = force_generic_plan; PREPARE j(float8, text) AS SELECT dp_histogram(x, ARRAY[\$1, \$1 + 2], $C), dp_counts(x::text, ARRAY[\$2, 'b'], $C) FROM t WHERE false; EXECUTE j(3, 'a')" '{0,0,0,0}|{0,0}'
answer 'histogram and counts: in PL/pgSQL, more often than plans are made anew' \
    "DO \$\$ DECLARE r bigint[]; all_r text := ''; BEGIN FOR a IN 1..8 LOOP SELECT dp_histogram(x, ARRAY[a, 10], $C) INTO r FROM generate_series(1, 12) x; all_r := all_r || r::text; END LOOP;
        PERFORM set_config('my.r', all_r, false); END \$\$; SELECT current_setting('my.r')" \
    '{0,9,3,0}{1,8,3,0}{2,7,3,0}{3,6,3,0}{4,5,3,0}{5,4,3,0}{6,3,3,0}{7,2,3,0}'
answer 'histogram and counts: from a setting' \
    "SET a.b = '{1,2}'; SELECT dp_histogram(x, current_setting('a.b')::float8[], $C), dp_counts(x::text, current_setting('a.b')::text[], $C) FROM generate_series(0, 2) x" '{1,1,1,0}|{1,1}'
# If the list changes while the query runs, the call must fail, because the state keeps the first
# list.
refused 'counts: candidates from a setting that changes' \
    "SET a.b = '{a}'; SELECT dp_counts(set_config('a.b', CASE WHEN x < 2 THEN '{a}' ELSE '{b}' END, false), current_setting('a.b')::text[], 1) FROM generate_series(0, 2) x" 22023 'dp_counts: '
refused 'histogram: edges from a setting that changes' \
    "SET a.b = '{1}'; SELECT dp_histogram(length(set_config('a.b', CASE WHEN x < 2 THEN '{1}' ELSE '{1,2}' END, false)), current_setting('a.b')::float8[], 1) FROM generate_series(0, 2) x" 22023 'dp_histogram: '
refused 'states of histograms: edges that change' "SELECT dp_histogram_state(x, ARRAY[current_setting('port')::float8 * 0 + x]) FROM generate_series(0, 1) x" 22023 'dp_histogram_state: edges must'
refused 'histogram: no window' "SELECT dp_histogram(1, '{1}', 1) OVER ()" 0A000 'does not support use as a window'
refused 'histogram: no epsilon' "SELECT dp_histogram(1, '{1}')" 22023 'dp_histogram: epsilon is missing'
refused 'counts: no candidates' "SELECT dp_counts('a'::text)" 22023 'dp_counts: arguments are missing'
answer 'counts of a stored state: NULL' 'SELECT dp_release_counts(NULL, 1) IS NULL' t
answer 'counts ignore the setting for float arithmetic' "SET indp.float_precision = 53; SELECT dp_histogram(x, '{2}', $C), dp_counts(x::text, '{1}', $C), dp_release_counts(dp_histogram_state(x, '{2}'), $C) FROM generate_series(1, 3) x" '{1,2,0}|{1}|{1,2,0}'

# Parallel plans and partitions must not change the answers. States must survive a conversion to
# text or bytea and back.
parallel="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2"
query="SELECT dp_histogram(g, '{2,5}', $C), dp_counts(g::text, '{3,1}', $C), md5(dp_histogram_state(i, '{10,1000}')::text) FROM big"
serial="SET max_parallel_workers_per_gather = 0; $query"
sql "$serial"
[ -n "$out" ] && [ -z "$err" ] && answer 'histogram in parallel' "$parallel; $query" "$out" || fail 'histogram, serial' "$out $err"
answer 'histogram over partitions' \
    "SET enable_partitionwise_aggregate = on; SELECT dp_histogram(x, '{5,10}', $C) = (SELECT ARRAY[count(*) FILTER (WHERE x < 5), count(*) FILTER (WHERE x >= 5 AND x < 10), count(*) FILTER (WHERE x >= 10), 0] FROM parts) FROM parts" t
answer 'states of histograms as text and bytes' \
    "SELECT s::text::dp_state::text = s::text, s::bytea::dp_state::text = s::text FROM (SELECT dp_histogram_state(x, '{2,4}') AS s FROM generate_series(1, 9) x) q" 't|t'
