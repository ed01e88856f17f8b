# Tests which parameters are refused, with which messages, and which are accepted.

EPSILON='epsilon must be a finite number above 0'
ROWS='rows_per_person must be a whole number of at least 1'
# The second row of this input raises an error of its own.
second='FROM (SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775807 - x) FROM (SELECT 1 AS x))'
refused 'valid parameters: the second row raises its error' "SELECT dp_count(x, 1) $second" 'integer overflow'

refused 'sum: epsilon 0, only NULL' 'SELECT dp_sum(NULL, 0, 10, 0) FROM secret' "dp_sum: $EPSILON"

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
