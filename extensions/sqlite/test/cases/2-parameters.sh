# Tests which parameters are refused, with which messages, and which are accepted.

LARGE='dp_sum: epsilon is too small for these lo, hi and rows_per_person: use a larger epsilon'
EPSILON='epsilon must be a finite number above 0'
ROWS='rows_per_person must be a whole number of at least 1'
for bad in 0 0.0 -1 -0.5 NULL "'1'" "'abc'" "x'31'" 1e999 -1e999 '1e999 - 1e999'; do
    refused "count: epsilon $bad" "SELECT dp_count(x, $bad) FROM secret" "dp_count: $EPSILON"
    refused "count: epsilon $bad, 3 arguments" "SELECT dp_count(x, $bad, 2) FROM secret" "dp_count: $EPSILON"
    refused "sum: epsilon $bad" "SELECT dp_sum(x, 0, 10, $bad) FROM secret" "dp_sum: $EPSILON"
    refused "sum: epsilon $bad, 5 arguments" "SELECT dp_sum(x, 0, 10, $bad, 2) FROM secret" "dp_sum: $EPSILON"
    refused "sum: epsilon $bad, only NULL" "SELECT dp_sum(NULL, 0, 10, $bad) FROM secret" "dp_sum: $EPSILON"
done
for bad in 0 -1 1.5 0.5 NULL "'5'" "x'35'" 1e999 1e300 -9223372036854775808; do
    refused "count: rows_per_person $bad" "SELECT dp_count(x, 1, $bad) FROM secret" "dp_count: $ROWS"
    refused "sum: rows_per_person $bad" "SELECT dp_sum(x, 0, 10, 1, $bad) FROM secret" "dp_sum: $ROWS"
done
for bad in NULL "'1'" "x'31'" 1e999 -1e999; do
    refused "sum: lo $bad" "SELECT dp_sum(x, $bad, 10, 1) FROM secret" 'dp_sum: lo must be a finite number'
    refused "sum: hi $bad" "SELECT dp_sum(x, 0, $bad, 1, 1) FROM secret" 'dp_sum: hi must be a finite number'
done
refused 'sum: lo above hi' 'SELECT dp_sum(x, 10, 0, 1) FROM secret' 'dp_sum: lo must be below hi'
refused 'sum: lo equals hi' 'SELECT dp_sum(x, 10, 10, 1) FROM secret' 'dp_sum: lo must be below hi'
refused 'sum: 0 equals -0' 'SELECT dp_sum(x, 0, -1e-300 * 1e-300, 1) FROM secret' 'dp_sum: lo must be below hi'
refused 'sum: a noise scale beyond the largest double' 'SELECT dp_sum(x, 0, 1e308, 1e-20) FROM secret' "$LARGE"
refused 'count: a noise scale beyond the largest double' 'SELECT dp_count(x, 1e-300, 9000000000000000000) FROM secret' \
    'dp_count: epsilon is too small for this rows_per_person: use a larger epsilon'
refused 'sum: a sensitivity beyond the largest double' 'SELECT dp_sum(x, 0, 1e308, 1, 1000) FROM secret' "$LARGE"

# A bad parameter is refused on the first row. The second row of this input raises a different
# error, so a refusal that came later would not be seen.
second='FROM (SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775807 - x) FROM (SELECT 1 AS x))'
refused 'valid parameters: the second row raises its error' "SELECT dp_count(x, 1) $second" 'integer overflow'
refused 'count: epsilon 0 on the first row' "SELECT dp_count(x, 0) $second" "dp_count: $EPSILON"
refused 'sum: lo above hi on the first row' "SELECT dp_sum(x, 1, 0, 1) $second" 'dp_sum: lo must be below hi'
refused 'sum: too small an epsilon on the first row' "SELECT dp_sum(x, 0, 1e308, 1e-20) $second" "$LARGE"

# Parameters must be the same on every row.
refused 'count: epsilon from a column' 'SELECT dp_count(1, i) FROM k' 'dp_count: epsilon must be the same on every row'
refused 'sum: epsilon from a column' 'SELECT dp_sum(1, 0, 10, i / 7.0) FROM k' 'dp_sum: epsilon must be the same on every row'
refused 'sum: epsilon from a correlated subquery' 'SELECT dp_sum(1, 0, 10, (SELECT i + 1)) FROM k' \
    'dp_sum: epsilon must be the same on every row'
refused 'sum: lo from a column' 'SELECT dp_sum(1, -i, 10, 1) FROM k' 'dp_sum: lo must be the same on every row'
refused 'sum: hi from a column' 'SELECT dp_sum(1, 0, i, 1) FROM k' 'dp_sum: hi must be the same on every row'
refused 'count: rows_per_person from a column' 'SELECT dp_count(1, 1, i) FROM k' \
    'dp_count: rows_per_person must be the same on every row'
refused 'sum: rows_per_person from a column' 'SELECT dp_sum(1, 0, 10, 1, i) FROM k' \
    'dp_sum: rows_per_person must be the same on every row'
refused 'sum: hi differs in the last bit' 'SELECT dp_sum(1, 0, column1, 1) FROM (VALUES (1.0), (1.0000000000000002))' \
    'dp_sum: hi must be the same on every row'
refused 'sum: epsilon differs in the last bit' 'SELECT dp_sum(1, 0, 1, column1) FROM (VALUES (1.0), (1.0000000000000002))' \
    'dp_sum: epsilon must be the same on every row'
refused 'sum: epsilon is NULL on the second row' 'SELECT dp_sum(1, 0, 1, column1) FROM (VALUES (1.0), (NULL))' "dp_sum: $EPSILON"
refused 'sum: epsilon differs on a row where x is NULL' \
    'SELECT dp_sum(column1, 0, 1, column2) FROM (VALUES (1.0, 1), (NULL, 2))' 'dp_sum: epsilon must be the same on every row'
refused 'sum: hi differs on the last of 40,000 rows' 'SELECT dp_sum(1, 0, 1 + (i = 40000), 1) FROM (SELECT i FROM k ORDER BY i)' \
    'dp_sum: hi must be the same on every row'
answer 'sum: the parameters 1 and 1.0 are equal' "SELECT dp_sum(1, 0, column1, $E, column1) FROM (VALUES (1), (1.0))" 2.0
answer 'each group has its own parameters' "SELECT dp_sum(1, 0, column1, $E) FROM (VALUES (1), (0.5)) GROUP BY column1" '0.5
1.0'

# These parameters must be accepted.
answer 'epsilon ln(3)/2' "SELECT typeof(dp_count(1, ln(3)/2))" integer
answer 'a constant expression' "SELECT dp_sum(3, 2 - 2, 5 * 2.0, 1e9 * 1e9, 2 + 1)" 3.0
answer 'a constant subquery' "SELECT dp_count(x, (SELECT $E)) FROM t" 4
answer 'rows_per_person 5.0' "SELECT dp_count(x, $E, 5.0) FROM t" 4
answer 'epsilon as an integer' "SELECT dp_count(x, 1000000000000) FROM t" 4
answer 'bound parameters' ".parameter init
.parameter set :eps $E
.parameter set :lo 0
.parameter set :hi 2.5
.parameter set :m 5
SELECT dp_sum(x, :lo, :hi, :eps, :m), dp_count(x, :eps) FROM t" '8.0|4'
refused 'an unset bound parameter is NULL' 'SELECT dp_count(x, :nothing) FROM t' "dp_count: $EPSILON"
answer 'a tiny epsilon' "SELECT typeof(dp_count(x, 1e-30)), typeof(dp_sum(x, 0, 1, 1e-30)) FROM t" 'integer|real'
# With lambda = 10^40, the noisy count fits in 64 bits with probability 10^-21.
answer 'a count beyond 64 bits saturates' "SELECT dp_count(x, 1e-40) IN (9223372036854775807, -9223372036854775807 - 1) FROM t" 1

for call in 'dp_count()' 'dp_count(1)' 'dp_count(1, 1, 1, 1)' 'dp_sum(1)' 'dp_sum(1, 2, 3)' 'dp_sum(1, 0, 1, 1, 1, 1)'; do
    refused "arguments of $call" "SELECT $call" 'wrong number of arguments'
done
refused 'dp_count(*, ...)' 'SELECT dp_count(*, 1) FROM t' 'syntax error'
