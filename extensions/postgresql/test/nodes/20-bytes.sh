# shellcheck shell=sh
# Tests that the merged states of the nodes have the same bytes as the state of one table with all
# rows, and that both give the same answers.

# Tests that the merged states of the partitions of PARTS have the same bytes as the state of the
# table WHOLE. NODE is the partition key.
same() { # STATE PARTS WHOLE NODE
    answer "$1" "SELECT dp_merge(s)::bytea = (SELECT $1::bytea FROM $3), (SELECT count(*) FROM $3) > 10000
        FROM (SELECT $4, $1 AS s FROM $2 GROUP BY $4) AS q" 't|t'
}
for state in 'dp_count_state(x)' 'dp_count_state(k, 5)' 'dp_sum_state(x, -100, 500)' 'dp_sum_state(x, 0.1, 0.3)' 'dp_sum_state(x::numeric, 0, 9)' \
    'dp_avg_state(x, -100, 500, 2)' 'dp_var_state(x, -100, 500)' 'dp_stddev_state(x, 0, 1e-300)' 'dp_median_state(x, -100, 500)' \
    'dp_quantile_state(x, 0.9, -100, 500, 1, 601)' 'dp_min_state(x, -100, 500)' 'dp_max_state(x, -100, 500, 1, 601)' \
    "dp_mode_state(k, '{0,1,2,3}')" "dp_mode_state(k::text, '{0,5,none}')" "dp_histogram_state(x, '{-100,0.5,20,500}', 2)" \
    'dp_sum_state(x, 0, 9) FILTER (WHERE k = 3)' 'dp_sum_state(DISTINCT k, 0, 9) FILTER (WHERE false)'; do
    case $state in
    *numeric*) # before PostgreSQL 14, numerics cannot be infinite
        same "dp_sum_state(CASE WHEN abs(x) < 1e6 THEN x END::numeric, 0, 9)" parts whole node
        ;;
    *) same "$state" parts whole node ;;
    esac
done
for state in 'dp_count_state(mdvis, 5)' 'dp_sum_state(meddol, 0, 5000, 5)' 'dp_avg_state(mdvis, 0, 50, 5)' 'dp_var_state(meddol, 0, 5000, 5)' \
    'dp_stddev_state(xage, 0, 128, 5)' 'dp_median_state(meddol, 0, 5000, 5, 10001)' 'dp_quantile_state(meddol, 0.25, 0, 5000, 5)' \
    "dp_mode_state(plan, '{1,2,3,4}', 5)" "dp_histogram_state(xage, '{0,20,40,60}', 5)"; do
    same "$state" everywhere rand site
done
# postgres_fdw writes constants of the select list in the styles of the session, and the nodes read
# them in other styles. nodes.md says which settings the session needs. If the first check of a pair
# fails, postgres_fdw no longer does this, and the page may be changed.
needed=$(sed -n '/^SET datestyle/p' "$here/../docs/nodes.md")
for pair in "SET datestyle = 'SQL, DMY'|dp_count_state(x) FILTER (WHERE date '2000-04-01' + k < '2000-04-05')" \
    "SET datestyle = 'German'|dp_avg_state(date '2000-04-01' + k, '2000-01-03', '2000-06-05')" \
    "SET intervalstyle = 'sql_standard'|dp_sum_state(k * interval '-1 day -2 hours', '-9 days', '0')" \
    "SET extra_float_digits = -5|dp_sum_state(x, 0, 100.00000000000001)"; do
    state=${pair#*|} set=${pair%%|*}
    merged="SELECT dp_merge(s)::bytea = (SELECT $state::bytea FROM whole) FROM (SELECT node, $state AS s FROM parts GROUP BY node) AS q"
    answer "$set: a node reads other constants" "$set; $merged" f
    answer "$set, then the settings of the page: $state" "$set; $needed $merged" t
done
answer 'for each key' "SELECT count(*), bool_and(merged = wanted) FROM
    (SELECT k, dp_merge(s)::bytea AS merged FROM (SELECT node, k, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node, k) AS q GROUP BY k) AS m
    JOIN (SELECT k, dp_sum_state(x, 0, 100)::bytea AS wanted FROM whole GROUP BY k) AS w USING (k)" '7|t'
answer 'releases' "SELECT dp_release(dp_merge(s), $E) = (SELECT dp_sum(x, 0, 100, $E) FROM whole) FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node) AS q
    UNION ALL SELECT dp_release(dp_merge(s), 1e6) = (SELECT dp_median(x, 0, 100, 1e6, 1, 101) FROM whole)
        FROM (SELECT node, dp_median_state(x, 0, 100, 1, 101) AS s FROM parts GROUP BY node) AS q
    UNION ALL SELECT dp_release_quantiles(dp_merge(s), '{0.1,0.9}', 1e6) = (SELECT dp_quantiles(x, '{0.1,0.9}', 0, 100, 1e6, 1, 101) FROM whole)
        FROM (SELECT node, dp_quantile_state(x, 0.5, 0, 100, 1, 101) AS s FROM parts GROUP BY node) AS q
    UNION ALL SELECT dp_release_mode(dp_merge(s), 1e6) = (SELECT dp_mode(plan, '{1,2,3,4}', 1e6, 5) FROM rand)::text
        FROM (SELECT site, dp_mode_state(plan, '{1,2,3,4}', 5) AS s FROM everywhere GROUP BY site) AS q
    UNION ALL SELECT dp_release_counts(dp_merge(s), 1e6) = (SELECT dp_histogram(x, '{0,10}', 1e6) FROM whole)
        FROM (SELECT node, dp_histogram_state(x, '{0,10}') AS s FROM parts GROUP BY node) AS q" \
    "$(printf 't\nt\nt\nt\nt')"

# Without rows, the release of a merge fails unless an anchor, which is an empty state, is merged.
# With an anchor, the answer is noise: 100 draws of a Laplace distribution of scale 1, rounded to a
# grid of step 2^-10 or less, have at most 50 different values with a probability below 1e-6.
for where in 'node = 4' 'x = 12345678' 'false'; do
    q="SELECT node, dp_sum_state(x, 0, 1) AS s FROM parts WHERE $where GROUP BY node"
    refused "no rows, $where" "SELECT dp_release(dp_merge(s), 1) FROM ($q) AS q" \
        'dp_release: the state is a merge of no states, so it has no parameters and cannot be released'
    answer "no rows, $where, anchored" "SELECT count(DISTINCT (SELECT dp_release(dp_merge(s), 1)
        FROM ($q UNION ALL SELECT NULL, dp_sum_state(NULL::float8, 0, 1)) AS q WHERE i > 0)) > 50 FROM generate_series(1, 100) AS i" t
done
answer 'empty nodes: one subquery for each' "SELECT dp_merge(s)::bytea = dp_sum_state(NULL::float8, 0, 1)::bytea, count(s) FROM (SELECT dp_sum_state(x, 0, 1) AS s FROM none1
    UNION ALL SELECT dp_sum_state(x, 0, 1) FROM none2 UNION ALL SELECT dp_sum_state(x, 0, 1) FROM none3) AS q" 't|3'
for anchor in 'dp_count_state(NULL::float8)|dp_count_state(x)' 'dp_avg_state(NULL::float8, 0, 9)|dp_avg_state(x, 0, 9)' \
    'dp_quantile_state(NULL::float8, 0.5, 0, 9)|dp_quantile_state(x, 0.5, 0, 9)' "dp_mode_state(NULL::bigint, '{1,2}')|dp_mode_state(k, '{1,2}')" \
    "dp_histogram_state(NULL::float8, '{1,2}')|dp_histogram_state(x, '{1,2}')"; do
    answer "the anchor changes nothing: ${anchor%|*}" "SELECT dp_merge(s)::bytea = (SELECT ${anchor#*|}::bytea FROM whole)
        FROM (SELECT node, ${anchor#*|} AS s FROM parts GROUP BY node UNION ALL SELECT NULL, ${anchor%|*}) AS q" t
done

# Keys come from a public list, and each has an anchor.
answer 'public keys' "SELECT count(*), count(*) FILTER (WHERE k = 99 AND r = 0), sum(r) = (SELECT dp_sum(x, 0, 100, $E) FROM whole WHERE k > 1) FROM (
    SELECT k, dp_release(dp_merge(s), $E) AS r FROM (
        SELECT node, k, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node, k
        UNION ALL SELECT NULL, k, dp_sum_state(NULL::float8, 0, 100) FROM unnest('{2,3,4,5,6,99}'::int[]) AS public(k) GROUP BY k) AS q
    JOIN unnest('{2,3,4,5,6,99}'::int[]) AS public(k) USING (k) GROUP BY k) AS a" '6|1|t'
