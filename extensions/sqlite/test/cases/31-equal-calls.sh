# Tests how many releases equal calls in one SELECT are. SQLite merges equal calls, unless they
# contain a subquery: README.md says so ("What is a release").
#
# The noise scale lambda is 10^5, so two releases are equal with probability below 10^-3. All 50
# pairs are equal by chance with probability below 10^-150, and more than 5 of them with probability
# below 10^-11. If HAVING tests another release than is shown, each of the 50 answers is negative
# with probability 1/4, so none is with probability (3/4)^50 = 6e-7.
equal_calls='FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i, i % 7 AS x FROM n) GROUP BY i % 50'
for filter in '' 'FILTER (WHERE i IN (1, 2) OR i > 2)' 'FILTER (WHERE abs(random() % 8) < 7)' "FILTER (WHERE i || '' LIKE '%_')" \
    'FILTER (WHERE (i, x) > (0, 0))'; do
    call="dp_sum(x, 0, 10, 0.0001) $filter"
    answer "equal calls without a subquery are one release: $filter" "SELECT sum(a = b) FROM (SELECT $call AS a, $call AS b $equal_calls)" 50
    holds "HAVING tests the answer that is shown: $filter" "SELECT min(r) > 0 FROM (SELECT $call AS r $equal_calls HAVING r > 0 OR i = 0)"
done
for call in 'dp_sum(x, 0, 10, 0.0001) FILTER (WHERE i NOT IN (SELECT 1))' 'dp_sum(x, 0, 10, (SELECT 0.0001))' \
    'dp_sum(CASE WHEN EXISTS (SELECT 1 WHERE i > 0) THEN x END, 0, 10, 0.0001)'; do
    holds "equal calls with a subquery are two releases: $call" "SELECT sum(a = b) <= 5 FROM (SELECT $call AS a, $call AS b $equal_calls)"
    holds "HAVING tests another release than is shown: $call" "SELECT min(r) < 0 FROM (SELECT $call AS r $equal_calls HAVING r > 0)"
    # The remedy of README.md.
    query="WITH c AS MATERIALIZED (SELECT $call AS r $equal_calls)"
    answer "a MATERIALIZED query has one release: $call" "$query SELECT sum(r = again) FROM (SELECT r, r + 0 AS again FROM c)" 50
    holds "a condition over it tests the answer that is shown: $call" "$query SELECT min(r) > 0 FROM (SELECT r FROM c WHERE r > 0)"
done
# Each release of a declared aggregate is charged, also that of an equal call.
declares="CREATE TEMP TABLE made AS SELECT dp_budget('b', 1), dp_declare('visits', 'count', '{\"epsilon\": 0.125, \"budget\": \"b\"}')"
for pair in "visits(1), visits(1)|0.875" "visits(1) FILTER (WHERE 1 IN (SELECT 1)), visits(1) FILTER (WHERE 1 IN (SELECT 1))|0.75"; do
    in_ledger "charges of equal calls: ${pair%%|*}" "$declares; CREATE TEMP TABLE answers AS SELECT ${pair%%|*}; SELECT dp_remaining('b')" "${pair##*|}"
done
