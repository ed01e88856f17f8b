# shellcheck shell=sh
# Tests what the coordinator sends to the nodes: the SQL must ask for a state of each partition, and
# for no row.

sent() { # NAME SQL EXPECTED [SETTINGS]: all SQL that is sent, without repetitions, is EXPECTED
    sql "${4:-}; EXPLAIN (VERBOSE, COSTS false) $2;"
    remote=$(echo "$out" | sed -n 's/^ *Remote SQL: //p' | sort -u)
    [ "$remote" = "$3" ] && pass || fail "$1" "expected <$3>, got <$remote> $err"
}
everywhere() { # NAME SQL: the plan has three asynchronous scans
    sql "EXPLAIN (VERBOSE, COSTS false) $2;"
    [ "$(echo "$out" | grep -c 'Async Foreign Scan')" = 3 ] && pass || fail "$1" "$out $err"
}

merged='SELECT dp_release(dp_merge(s), 1) FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node) AS q'
sent 'a sum' "$merged" \
    'SELECT node, public.dp_sum_state(x, 0::double precision, 100::double precision) FROM public.parts GROUP BY 1'
everywhere 'a sum' "$merged"
sent 'a sum with a condition' "SELECT dp_release(dp_merge(s), 1)
    FROM (SELECT node, dp_sum_state(x, 0.1, 100) FILTER (WHERE k > 1) AS s FROM parts WHERE x > 3 GROUP BY node) AS q" \
    "SELECT node, public.dp_sum_state(x, 0.1::double precision, 100::double precision) FILTER (WHERE (k > 1)) FROM public.parts WHERE ((x > 3::double precision)) GROUP BY 1"
sent 'a sum with an anchor' "SELECT dp_release(dp_merge(s), 1) FROM (SELECT dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node
    UNION ALL SELECT dp_sum_state(NULL::float8, 0, 100)) AS q" \
    'SELECT public.dp_sum_state(x, 0::double precision, 100::double precision), node FROM public.parts GROUP BY 2'
sent 'a sum for each key' "SELECT k, dp_release(dp_merge(s), 1) FROM (SELECT node, k, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node, k) AS q GROUP BY k" \
    'SELECT node, k, public.dp_sum_state(x, 0::double precision, 100::double precision) FROM public.parts GROUP BY 1, 2'
sent 'bound parameters' "EXECUTE bound(0, 100, 1)" \
    'SELECT node, public.dp_sum_state(x, $1::double precision, $2::double precision) FROM public.parts GROUP BY 1' \
    "PREPARE bound(float8, float8, float8) AS SELECT dp_release(dp_merge(s), \$3) FROM (SELECT node, dp_sum_state(x, \$1, \$2) AS s FROM parts GROUP BY node) AS q;
     SET plan_cache_mode = force_generic_plan"
sent 'a quantile' "SELECT dp_release_quantiles(dp_merge(s), '{0.5,0.9}', 1) FROM (SELECT node, dp_quantile_state(x, 0.5, 0, 100, 1, 101) AS s FROM parts GROUP BY node) AS q" \
    "SELECT node, public.dp_quantile_state(x, 0.5::double precision, 0::double precision, 100::double precision, 1::bigint, 101::bigint) FROM public.parts GROUP BY 1"
sent 'a mode' "SELECT dp_release_mode(dp_merge(s), 1) FROM (SELECT node, dp_mode_state(k, '{0,1,2}') AS s FROM parts GROUP BY node) AS q" \
    "SELECT node, public.dp_mode_state(k, '{0,1,2}'::bigint[]) FROM public.parts GROUP BY 1"
sent 'a histogram' "SELECT dp_release_counts(dp_merge(s), 1) FROM (SELECT node, dp_histogram_state(x, '{0,10,50}') AS s FROM parts GROUP BY node) AS q" \
    "SELECT node, public.dp_histogram_state(x, '{0,10,50}'::double precision[]) FROM public.parts GROUP BY 1"

# Tests the form of query for partition keys that have many values on one node: one subquery for
# each partition. A node without rows sends an empty state.
each='SELECT dp_sum_state(x, 0, 100) AS s FROM part1 UNION ALL SELECT dp_sum_state(x, 0, 100) FROM part2 UNION ALL SELECT dp_sum_state(x, 0, 100) FROM part3'
sent 'one subquery for each partition' "SELECT dp_release(dp_merge(s), 1) FROM ($each) AS q" \
    'SELECT public.dp_sum_state(x, 0::double precision, 100::double precision) FROM public.parts'
everywhere 'one subquery for each partition' "SELECT dp_release(dp_merge(s), 1) FROM ($each) AS q"

# In these forms the rows are sent, and the answers are the same.
sent 'dp_sum over the parent: rows' 'SELECT dp_sum(x, 0, 100, 1) FROM parts' 'SELECT x FROM public.parts'
sent 'without enable_partitionwise_aggregate: rows' "$merged" 'SELECT node, x FROM public.parts' 'SET enable_partitionwise_aggregate = off'
sent 'a group without the partition key: rows' \
    'SELECT k, dp_release(dp_merge(s), 1) FROM (SELECT k, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY k) AS q GROUP BY k' 'SELECT k, x FROM public.parts'
sent 'a condition on the partition key makes it constant: rows' \
    'SELECT dp_release(dp_merge(s), 1) FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts WHERE node = 1 GROUP BY node) AS q' \
    'SELECT node, x FROM public.parts WHERE ((node = 1))'
sent 'the extension is not in the list of the servers: rows' "$merged" 'SELECT node, x FROM public.parts' \
    "BEGIN; ALTER SERVER node1 OPTIONS (SET extensions 'plpgsql'); ALTER SERVER node2 OPTIONS (SET extensions 'plpgsql'); ALTER SERVER node3 OPTIONS (SET extensions 'plpgsql')"
# The check that parameters are constants does not see what is sent as a bound parameter: README.md
# and nodes.md say so.
sent 'a subquery as a bound is sent as a bound parameter' \
    'SELECT dp_release(dp_merge(s), 1) FROM (SELECT dp_sum_state(x, 0, (SELECT max(x) FROM whole)) AS s FROM part1) AS q' \
    'SELECT public.dp_sum_state(x, 0::double precision, $1::double precision) FROM public.parts'
sent 'a column of an outer query as a bound is sent as a bound parameter' \
    'SELECT (SELECT dp_release(dp_merge(s), 1) FROM (SELECT dp_sum_state(x, 0, w.x) AS s FROM part1) AS q) FROM whole AS w LIMIT 1' \
    'SELECT public.dp_sum_state(x, 0::double precision, $1::double precision) FROM public.parts'
# A column of the foreign table itself is sent as a column, and the node refuses it.
for bound in x 'k + 1'; do
    refused "a column as a bound: $bound" "SELECT dp_release(dp_merge(s), 1) FROM (SELECT dp_sum_state(x, 0, $bound) AS s FROM part1) AS q" \
        'dp_sum_state: hi must be a constant or a bound parameter'
done
# In these forms dp_sum itself is sent, so each node releases an answer of its own.
sent 'dp_sum over a partition: a release on the node' 'SELECT dp_sum(x, 0, 100, 1) FROM part1' \
    'SELECT public.dp_sum(x, 0::double precision, 100::double precision, 1::double precision) FROM public.parts'
sent 'dp_sum for each partition key: releases on the nodes' 'SELECT dp_sum(x, 0, 100, 1) FROM parts GROUP BY node' \
    'SELECT public.dp_sum(x, 0::double precision, 100::double precision, 1::double precision), node FROM public.parts GROUP BY 2'
for setting in 'SET enable_partitionwise_aggregate = off' 'SET enable_partitionwise_aggregate = on' \
    'SET enable_async_append = off' 'SET enable_hashagg = off'; do
    answer "the state: $setting" "$setting; SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, 0, 100)::bytea FROM whole)
        FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node) AS q" t
done
# Each partition sends one row.
sql "EXPLAIN (ANALYZE, VERBOSE, COSTS false, TIMING false, SUMMARY false) $merged;"
[ "$(echo "$out" | grep -c 'Async Foreign Scan.*(actual rows=1\(\.00\)\? loops=1)')" = 3 ] && pass || fail 'one row of each partition' "$out $err"
