# Tests of dp_bounds, dp_bounds_among and dp_release_bounds. At epsilon C every bound that a row
# reaches is found, except with probability below 1e-200.
C=1e3
for type in float8 bigint int smallint numeric real; do
    answer "bounds of $type" \
        "SELECT dp_bounds(x::$type, $C), dp_bounds_among(x::$type, '{10,70}', $C, 2),
            dp_release_bounds(dp_bounds_state(x::$type), $C) FROM generate_series(1, 50) x" \
        '{0,56}|{0,70}|{0,56}'
done
answer 'bounds: types' \
    "SELECT pg_typeof(dp_bounds(1, 1)), pg_typeof(dp_bounds_state(1)),
        pg_typeof(dp_bounds_among(1::numeric, '{3}', 1))" \
    'double precision[]|dp_state|double precision[]'
answer 'bounds: none' \
    "SELECT dp_bounds(0, $C) IS NULL, dp_bounds(NULL::int, $C) IS NULL,
        dp_bounds_among(5, '{-1,-2e-1}', $C) IS NULL,
        dp_release_bounds(dp_bounds_state(0), $C) IS NULL FROM generate_series(1, 9)" 't|t|t|t'
answer 'bounds: no rows' \
    "SELECT dp_bounds(x, $C) IS NULL, dp_bounds_among(x, '{1}', $C) IS NULL
        FROM t WHERE false" 't|t'
answer 'bounds: infinities and NaN' \
    "SELECT dp_bounds_among(x, '{-1,2}', $C)
        FROM unnest('{-Infinity,Infinity,NaN,NULL}'::float8[]) x" '{-1,2}'
answer 'bounds: a centre' \
    "SELECT dp_bounds(x, $C, 1, 2000), dp_bounds_among(x, '{1900,2000,2100}', $C, 1, 1990)
        FROM generate_series(1995, 2031) x" '{1995,2032}|{1990,2100}'
for on in hashagg sort; do
    answer "bounds of groups, enable_$on" \
        "SET enable_$on = off; SELECT g, dp_bounds(x * g, $C), dp_bounds_among(x, '{1,2}', $C)
            FROM generate_series(0, 2) x, generate_series(0, 2) g GROUP BY g ORDER BY g" \
        '0||{0,2}
1|{0,2}|{0,2}
2|{0,4}|{0,2}'
done
# A rescan of a hash table calls the final function again. It must return the same bounds, or NULL
# again. With few rows a bound is found or not by chance, so new releases would show.
rescan='SET enable_material = off; SET enable_hashjoin = off'
rescan="$rescan; SET enable_mergejoin = off; SET enable_sort = off"
[ "${major:-15}" -lt 14 ] || rescan="$rescan; SET enable_memoize = off"
query="FROM generate_series(1, 20) n LEFT JOIN (SELECT g, dp_bounds(x, 1) AS q
    FROM (SELECT i % 100 AS g, i AS x FROM k WHERE i < 2350) t GROUP BY g) s ON n + s.g > 0"
sql "$rescan; EXPLAIN SELECT count(*) $query"
case $out in
*'Nested Loop'*HashAggregate*) pass ;;
*) fail 'bounds: the plan of a rescan' "$out $err" ;;
esac
holds 'bounds: a rescan returns the same answers' \
    "$rescan; SELECT count(*) = 2000 AND count(DISTINCT (g, q)) = 100
        AND count(q) BETWEEN 20 AND 1980 $query"
answer 'bounds: bound parameters in a generic plan, and no rows' \
    "PREPARE s(float8[], float8, float8) AS SELECT
            dp_bounds_among(x, \$1, \$3, 1, \$2), dp_bounds(x, \$3, 1, \$2),
            dp_bounds(x, \$3) FILTER (WHERE x > 9) FROM generate_series(1, 9) x;
        SET plan_cache_mode = force_generic_plan; EXECUTE s('{5}', 0, $C); 
        EXECUTE s('{2,14}', 10, $C)" \
    '{0,5}|{0,10}|
{2,10}|{0,10}|'
refused 'bounds: a centre of a row' \
    "SELECT dp_bounds(x, 1, 1, x) FROM generate_series(0, 1) x" 22023 \
    'dp_bounds: centre must be a constant or a bound parameter'
refused 'states of bounds: a centre that changes' \
    "SELECT dp_bounds_state(x, 1, current_setting('port')::float8 * 0 + x)
        FROM generate_series(0, 1) x" \
    22023 'dp_bounds_state: centre must'
# A setting may change between groups, which then have other parameters, but not within one.
centre="length(set_config('a.b', CASE WHEN g = 1 THEN '3' ELSE '20' END, false))"
answer 'bounds: groups with centres and rows_per_person of their own' \
    "SET enable_hashagg = off; SELECT g, dp_bounds($centre, $C, 1, current_setting('a.b')::float8),
            substr(dp_bounds_state($centre, current_setting('a.b')::int8)::bytea, 9, 1)
        FROM generate_series(1, 2) g, generate_series(1, 9) GROUP BY g ORDER BY g" \
    '1|{1,3}|\x03
2|{0,20}|\x14'
refused 'states of bounds: a centre from a setting that changes' \
    "SELECT dp_bounds_state(length(set_config('a.b', g::text, false)), 1,
        current_setting('a.b')::float8) FROM generate_series(1, 2) g" 22023 \
    'dp_bounds_state: centre must be the same on every row'
refused 'bounds: edges that do not ascend' "SELECT dp_bounds_among(1, '{2,1}', 1)" 22023 \
    'dp_bounds_among: edges must be a flat array'
refused 'bounds: no window' "SELECT dp_bounds(1, 1) OVER ()" 0A000 \
    'does not support use as a window'
refused 'bounds: no epsilon' "SELECT dp_bounds(1)" 22023 'dp_bounds: epsilon is missing'
refused 'bounds: of a histogram' "SELECT dp_release_bounds(dp_histogram_state(1, '{1}'), 1)" 22023 \
    'dp_release_bounds: only states of dp_bounds_state and dp_bounds_among_state have bounds'
refused 'bounds: of a sum' "SELECT dp_release_bounds(dp_sum_state(1, 0, 1), 1)" 22023 \
    'dp_release_bounds: only states of dp_bounds_state and dp_bounds_among_state have bounds'
answer 'bounds of a stored state: NULL' 'SELECT dp_release_bounds(NULL, 1) IS NULL' t
answer 'bounds ignore the setting for float arithmetic' \
    "SET indp.float_precision = 53;
        SELECT dp_bounds(x, $C), dp_release_bounds(dp_bounds_state(x), $C)
        FROM generate_series(1, 3) x" '{0,3}|{0,3}'
answer 'states of bounds: merged, as text and as bytes' \
    "SELECT dp_release_bounds(dp_merge(s), $C), 
        bool_and(s::text::dp_state::text = s::text AND s::bytea::dp_state::text = s::text)
        FROM (SELECT dp_bounds_state(x, 1, 3) AS s FROM generate_series(1, 9) x GROUP BY x % 3) \
    q" '{1,9}|t'
refused 'states of bounds: another centre' \
    "SELECT dp_merge(s) FROM (SELECT dp_bounds_state(1, 1, 3)
        UNION ALL SELECT dp_bounds_state(1)) q(s)" \
    22023 'only states of the same kind'
parallel="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0"
parallel="$parallel; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2"
query="SELECT dp_bounds(g, $C), md5(dp_bounds_state(i)::text) FROM big"
serial="SET max_parallel_workers_per_gather = 0; $query"
sql "$serial"
[ -n "$out" ] && [ -z "$err" ] && answer 'bounds in parallel' "$parallel; $query" "$out" ||
    fail 'bounds, serial' "$out $err"
