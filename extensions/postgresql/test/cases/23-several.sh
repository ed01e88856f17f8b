# Tests of dp_quantiles and dp_release_quantiles. At epsilon Q only candidates with the best score
# are released. The algorithm divides the rows into parts at each released quantile, and may put one
# row too many or too few into a part. This changes no answer below: at each quantile, at least ten
# further rows on both sides have the same value.
Q=1e6
tens='generate_series(10, 90, 10) x CROSS JOIN generate_series(1, 100) y'
DECILES="'{0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9}'"
for type in float8 bigint int smallint numeric real; do
    answer "several quantiles of $type" \
        "SELECT dp_quantiles(x::$type, $DECILES, 0, 1000, $Q), dp_quantiles(x::$type, ARRAY[0.75, 0.25, 0.5], 0, 1000, $Q, 2),
            dp_quantiles(x::$type, '{0.5}', 0, 1000, $Q, 1, 1001) FROM $tens" \
        '{10,20,30,40,50,60,70,80,90}|{70,30,50}|{50}'
done
answer 'several quantiles: types' \
    "SELECT pg_typeof(dp_quantiles(1, '{0.5}', 0, 1, 1)), pg_typeof(dp_quantiles(date '2020-01-01', '{0.5}', '2019-01-01', '2021-01-01', 1)),
        pg_typeof(dp_quantiles(interval '1 day', '{0.5}', '0', '2 days', 1)),
        pg_typeof(dp_quantiles(timestamp '2020-01-01', '{0.5}', '2019-01-01', '2021-01-01', 1)),
        pg_typeof(dp_quantiles(timestamptz '2020-01-01', '{0.5}', '2019-01-01', '2021-01-01', 1))" \
    'double precision[]|date[]|interval[]|timestamp without time zone[]|timestamp with time zone[]'
answer 'several quantiles: dates' \
    "SELECT dp_quantiles(date '2019-01-01' + x, '{0.25,0.5,0.75}', '2019-01-01', '2021-01-01', $Q) FROM $tens" \
    '{2019-01-31,2019-02-20,2019-03-12}'
answer 'several quantiles: timestamps and intervals, on candidates a second apart' \
    "SELECT dp_quantiles(timestamp '2019-01-01' + x * interval '1 s', '{0.25,0.5,0.75}', '2019-01-01', '2019-01-01 00:16:40', $Q, 1, 1001),
        dp_quantiles(timestamptz '2019-01-01Z' + x * interval '1 s', '{0.25,0.5,0.75}', '2019-01-01Z', '2019-01-01 00:16:40Z', $Q, 1, 1001)
            = ARRAY[timestamptz '2019-01-01 00:00:30Z', '2019-01-01 00:00:50Z', '2019-01-01 00:01:10Z'],
        dp_quantiles(x * interval '1 s', '{0.25,0.5,0.75}', '0', '1000 s', $Q, 1, 1001) FROM $tens" \
    '{"2019-01-01 00:00:30","2019-01-01 00:00:50","2019-01-01 00:01:10"}|t|{00:00:30,00:00:50,00:01:10}'
# 15 rows in 100 are 0, 65 are 5, and 20 are 9. The quantiles follow from the definition.
answer 'several quantiles: ties are divided' \
    "SELECT dp_quantiles(CASE WHEN x <= 150 THEN 0 WHEN x <= 800 THEN 5 ELSE 9 END, '{0.1,0.2,0.3,0.5,0.7,0.79,0.9}', 0, 10, $Q)
        FROM generate_series(1, 1000) x" \
    '{0,5,5,5,5,5,9}'
answer 'several quantiles: without rows and with NULLs alone there is an answer' \
    "SELECT array_length(dp_quantiles(x, '{0.2,0.5,0.7}', 0, 10, 1), 1), (SELECT array_length(dp_quantiles(NULL::float8, '{0.2,0.5}', 0, 10, 1), 1))
        FROM t" '3|2'
# Three quantiles are released from the rows of each group, whether the planner hashes or sorts.
for on in hashagg sort; do
    answer "several quantiles of groups, enable_$on" \
        "SET enable_$on = off; SELECT g, dp_quantiles(x + g, '{0.25,0.5,0.75}', 0, 1000, $Q) FROM $tens,
            generate_series(0, 2) g GROUP BY g ORDER BY g" \
        '0|{30,50,70}
1|{31,51,71}
2|{32,52,72}'
done
# 20 scans of a hash table with three groups must give a single answer for each group, even if
# FILTER left it without rows. At this epsilon two releases differ in practice.
rescan='SET enable_material = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_sort = off'
[ "$major" -lt 14 ] || rescan="$rescan; SET enable_memoize = off"
query="FROM generate_series(1, 20) n LEFT JOIN (SELECT g, dp_quantiles(x, '{0.25,0.5,0.75}', -8000, 8000, 1e-9) AS q,
    dp_quantiles(x, '{0.2,0.4,0.6}', -8000, 8000, 1e-9) FILTER (WHERE false) AS e FROM (SELECT i % 3 AS g, i AS x FROM k) t GROUP BY g) s ON n + s.g > 0"
sql "$rescan; EXPLAIN (COSTS off) SELECT * $query"
case $out in *'Nested Loop'*HashAggregate*) pass ;; *) fail 'several quantiles: the plan of a rescan' "$out $err" ;; esac
holds 'several quantiles: a rescan returns the same answers' \
    "$rescan; SELECT count(*) = 60 AND count(DISTINCT (g, q)) = 3 AND count(DISTINCT (g, e)) = 3 AND count(DISTINCT q) = 3 $query"
answer 'several quantiles: a bound parameter' \
    "PREPARE s(float8[]) AS SELECT dp_quantiles(x, \$1, 0, 1000, $Q) FROM $tens; SET plan_cache_mode = force_generic_plan;
     EXECUTE s('{0.25,0.75}')" '{30,70}'
for q in "'{{0.5}}'" "'{NaN}'" "array_fill(0.5::float8, ARRAY[1001])"; do
    refused "several quantiles: q = $q" "SELECT dp_quantiles(x, $q, 0, 1, 1) FROM generate_series(1, 3) x" \
        22023 'dp_quantiles: q must be a flat array of 1 to 1000 fractions from 0 to 1 with denominators of at most 10000'
done
refused 'several quantiles: q must be a constant' \
    "SELECT dp_quantiles(x, ARRAY[x], 0, 1, 1) FROM generate_series(0, 1) x" 22023 'dp_quantiles: q must'
answer 'several quantiles: expressions of parameters in a generic plan' \
    "SET plan_cache_mode = force_generic_plan; SET a.b = '{0.25}'; PREPARE j(float8) AS SELECT dp_quantiles(x, ARRAY[\$1, 0.75], 0, 1000, $Q), dp_quantiles(x, current_setting('a.b')::float8[], 0, 1000, $Q) FROM $tens; EXECUTE j(0.5); EXECUTE j(0.25)" \
    '{50,70}|{30}
{30,70}|{30}'
refused 'several quantiles: no window' "SELECT dp_quantiles(1, '{0.2}', 0, 1, 1) OVER ()" 0A000 'does not support use as a window function'
refused 'several quantiles: no epsilon' "SELECT dp_quantiles(1, '{0.2}')" 22023 'dp_quantiles: arguments are missing'
answer 'quantiles of a stored state' \
    "SELECT dp_release_quantiles(dp_quantile_state(x, 0.5, 0, 1000), $DECILES, $Q) FROM $tens" \
    '{10,20,30,40,50,60,70,80,90}'
answer 'quantiles of merged states' \
    "SELECT dp_release_quantiles(dp_merge(s), '{0.9,0.1}', $Q) FROM (SELECT dp_median_state(x, 0, 1000) FROM $tens
        GROUP BY x % 7) a(s)" '{90,10}'
answer 'quantiles of a stored state: NULL' "SELECT dp_release_quantiles(NULL, '{0.5}', 1) IS NULL" t
# In a parallel plan the final function gets only the combined state. It reads q from the partial
# aggregate below in the plan.
parallel="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2"
query="SELECT dp_quantiles(g, '{0.9,0.25,0.5}', 0, 10, $Q), array_length(dp_quantiles(x, '{0.2,0.4,0.6,0.8}', 0, 10, 1) FILTER (WHERE i < 0), 1) FROM big"
answer 'several quantiles in parallel' "$parallel; $query" '{6,1,3}|4'
holds 'several quantiles in parallel: the plan' "$parallel; CREATE FUNCTION pg_temp.plan(q text) RETURNS SETOF text LANGUAGE plpgsql AS
    'BEGIN RETURN QUERY EXECUTE ''EXPLAIN '' || q; END'; SELECT string_agg(p, '') LIKE '%Finalize Aggregate%Gather%Partial Aggregate%'
        FROM pg_temp.plan(\$q\$$query\$q\$) p"
answer 'several quantiles in parallel, by group' \
    "$parallel; SELECT i % 2, dp_quantiles(g, '{0.9,0.25,0.5}', 0, 10, $Q) FROM big GROUP BY 1 ORDER BY 1" '0|{6,1,3}
1|{6,1,3}'
answer 'several quantiles over partitions' \
    "SET enable_partitionwise_aggregate = on; SELECT dp_quantiles(x, '{0.1,0.5,0.9}', 0, 20, $Q), array_length((SELECT dp_quantiles(x, '{0.1,0.5}', 0, 20, 1)
        FROM parts WHERE g > 9), 1) FROM parts" '{1,5,9}|2'
