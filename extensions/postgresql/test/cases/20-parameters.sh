# Tests which parameters are refused, with which messages, and which are accepted, with and without
# rows.

EPSILON='epsilon must be a finite number above 0'
CONSTANT='must be a constant or a bound parameter'
for from in secret none; do
    refused "sum: 0 equals -0, $from" "SELECT dp_sum(x, 0, '-0', 1) FROM $from" 22023 'dp_sum: lo must be below hi'
    # A parameter must be public: columns, subqueries (even constant ones) and volatile functions
    # are refused.
    for bad in g '(SELECT 1)' '(SELECT max(g) FROM t)' 'random()' 'g - g + 1'; do
        refused "count: epsilon $bad, $from" "SELECT dp_count(x, $bad) FROM $from" 22023 "dp_count: epsilon $CONSTANT"
        refused "sum: epsilon $bad, $from" "SELECT dp_sum(x, 0, 10, $bad) FROM $from" 22023 "dp_sum: epsilon $CONSTANT"
        refused "sum: lo $bad, $from" "SELECT dp_sum(x, $bad, 10, 1) FROM $from" 22023 "dp_sum: lo $CONSTANT"
        refused "sum: hi $bad, $from" "SELECT dp_sum(x, 0, $bad, 1) FROM $from" 22023 "dp_sum: hi $CONSTANT"
        refused "sum state: hi $bad, $from" "SELECT dp_sum_state(x, 0, $bad) FROM $from" 22023 "dp_sum_state: hi $CONSTANT"
    done
    refused "count: rows_per_person from a column, $from" "SELECT dp_count(x, 1, g) FROM $from" 22023 \
        "dp_count: rows_per_person $CONSTANT"
    refused "count: epsilon from another aggregate, $from" \
        "SELECT dp_count(x, m) FROM $from, (SELECT max(g) + 1 AS m FROM t) s" 22023 "dp_count: epsilon $CONSTANT"
    refused "count: epsilon from the outer row, $from" \
        "SELECT (SELECT dp_count(x, i) FROM $from) FROM k WHERE i <= 2" 22023 "dp_count: epsilon $CONSTANT"
    refused "count: GROUP BY epsilon, $from" \
        "SELECT dp_count(x, g) FROM (SELECT g, x FROM $from UNION ALL SELECT 1, NULL) s GROUP BY g" \
        22023 "dp_count: epsilon $CONSTANT"
done

# The second row of this input raises an error of its own.
refused 'valid parameters: the second row raises its error' "SELECT dp_count(x, 1) $second" 22012 'division by zero'

# These parameters must be accepted.
answer 'epsilon ln(3)/2' 'SELECT pg_typeof(dp_count(1, ln(3)/2))' bigint
answer 'constant expressions' "SELECT dp_sum(3, 2 - 2, 5 * 2.0, 1e9 * 1e9, 2 + 1)" 3
answer 'a stable function' \
    "SET indp_test.epsilon = '$E'; SELECT dp_count(x, current_setting('indp_test.epsilon')::float8) FROM t" 4
answer 'a subquery that is a constant' "SELECT dp_count(x, e) FROM t, (SELECT $E AS e) s" 4
for mode in force_generic_plan force_custom_plan; do
    prepare="SET plan_cache_mode = $mode; PREPARE p(float8, float8, float8, bigint) AS SELECT dp_sum(x, \$1, \$2, \$3, \$4),
        dp_count(x, \$3 * 1) FROM t"
    answer "bound parameters, $mode" "$prepare; EXECUTE p(0, 10, $E, 2)" '10.5|4'
    answer "bound parameters without rows, $mode" "$prepare WHERE false; EXECUTE p(3, 10, $E, 2)" '0|0'
    refused "a bad bound parameter, $mode" "$prepare; EXECUTE p(0, 10, 0, 2)" 22023 "$EPSILON"
    refused "a bad bound parameter without rows, $mode" "$prepare WHERE false; EXECUTE p(0, 10, -1, 2)" 22023 "$EPSILON"
done
answer 'PL/pgSQL variables' "CREATE FUNCTION pg_temp.f(lo float8, e float8) RETURNS float8 LANGUAGE plpgsql AS
    'DECLARE m bigint := 3; BEGIN RETURN (SELECT dp_sum(x, lo, 10, e, m) FROM t); END'; SELECT pg_temp.f(0, $E),
    pg_temp.f(1.5, $E)" \
    '10.5|11'
answer 'SQL function arguments' "CREATE FUNCTION pg_temp.f(lo float8, e float8) RETURNS float8 LANGUAGE sql AS
    'SELECT dp_sum(x, lo, 10, e, 3) FROM t'; SELECT pg_temp.f(0, $E), pg_temp.f(1.5, $E)" '10.5|11'

# A user may define an aggregate with the functions of dp_sum. For calls of that aggregate, too, the
# extension must read the parameters from the plan.
wrap="CREATE AGGREGATE pg_temp.w(float8, float8, float8, float8) (SFUNC = dp_sum_float8, STYPE = dp_transition,
    FINALFUNC = dp_sum_final, FINALFUNC_MODIFY = READ_WRITE)"
answer 'an aggregate without INITCOND' "$wrap; SELECT pg_temp.w(x, 0, 10, $E) FROM t" 10.5
answer 'an aggregate without INITCOND, no row' "$wrap; SELECT pg_temp.w(x, 3, 10, $E) FROM none" 0

refused 'a transition function outside of an aggregate' "SELECT dp_sum_float8('', 1, 0, 10, 1)" 42809 \
    'works only inside its aggregate'
refused 'a final function outside of an aggregate' "SELECT dp_sum_final('')" 42809 'works only inside its aggregate'
refused 'the combine function outside of an aggregate' "SELECT dp_combine('', '')" 42809 'works only inside its aggregate'
refused 'the merge function outside of an aggregate' "SELECT dp_merge_add('', '\x')" 42809 'works only inside its aggregate'

# PostgreSQL does not show what a function reads. Therefore a function that is not volatile is
# accepted as a parameter (README), even if it reads a table. A volatile function is refused.
function="CREATE FUNCTION pg_temp.top() RETURNS float8 LANGUAGE plpgsql"
body="AS 'BEGIN RETURN (SELECT max(x) FROM t); END'; SELECT dp_sum(x, 0, pg_temp.top(), $E) FROM t"
answer 'a STABLE function is accepted' "$function STABLE $body" 10.5
answer 'an IMMUTABLE function is accepted' "$function IMMUTABLE $body" 10.5
refused 'a volatile function is refused' "$function $body" 22023 'dp_sum: hi must be a constant or a bound parameter'
