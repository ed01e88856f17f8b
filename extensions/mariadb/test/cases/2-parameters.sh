# Tests which parameters are refused, with which messages, and which are accepted. A refused
# statement must read no row: reading the subquery `boom` would raise another error.

boom='(SELECT x FROM secret WHERE (SELECT seq FROM seq_1_to_2)) AS q'
CONSTANT='must be a non-NULL constant: a literal, variable or placeholder'
for f in dp_count 'dp_sum 0, 10,' 'dp_avg 0, 10,' 'dp_var 0, 10,' 'dp_stddev 0, 10,' 'dp_median 0, 10,' 'dp_quantile 0.5, 0, 10,' \
    'dp_min 0, 10,' 'dp_max 0, 10,' "dp_mode '[1]'," "dp_histogram '[1]'," "dp_counts '[1]'," "dp_quantiles '[0.5]', 0, 10,"; do
    name=${f%% *} own=${f#* }
    [ "$own" != "$f" ] || own=
    for bad in NULL x '(SELECT x)' 'rand()' 'q.x + 1' '@undefined' 'NULL + 1'; do
        refused "$name: epsilon $bad" "SELECT $name(x, $own $bad) FROM $boom" "'$name'; epsilon $CONSTANT"
    done
    refused "$name: rows_per_person 18446744073709551615" "SELECT $name(x, $own 1, 18446744073709551615) FROM $boom" 'rows_per_person must be'
    refused "$name: too few arguments" "SELECT $name(x) FROM $boom" 'wrong number of arguments'
    refused "$name: no arguments" "SELECT $name()" 'wrong number of arguments: 0 instead of '
    refused "$name: too many arguments" "SELECT $name(x, $own 1, 1, 101, 1, 1, 1) FROM $boom" 'wrong number of arguments'
    refused "$name: DISTINCT" "SELECT $name(DISTINCT x, $own 1) FROM t" 'error in your SQL syntax'
    refused "$name: a row as value" "SELECT $name((1, 2), $own 1) FROM t" 'should contain 1 column'
    answer "$name: accepted numbers" "SET @e = 0.5, @m = 3; SELECT $name(x, $own @e) IS NULL, $name(x, $own ln(3) / 2, @m) IS NULL, $name(x, $own 1e0, 2.0) IS NULL, $name(x, $own true, 1e2) IS NULL FROM t" '0|0|0|0'
done
for f in dp_sum dp_avg dp_var dp_stddev dp_median dp_min dp_max; do
    refused "$f: lo NULL" "SELECT $f(x, NULL, 10, 1) FROM $boom" "lo $CONSTANT"
    refused "$f: hi from a column" "SELECT $f(x, 0, x, 1) FROM $boom" "hi $CONSTANT"
done
for bad in "'[]'" "'[1,1]'" "'[1.5]'" "'x'" "''" 5 "'[null]'" "'{}'" "concat('[', repeat('1,', 9), '2')"; do
    refused "mode: candidates $bad" "SELECT dp_mode(x, $bad, 1) FROM $boom" 'candidates must be a JSON array of 1 to 1048576 distinct texts or integers'
    refused "counts: candidates $bad" "SELECT dp_counts(x, $bad, 1) FROM $boom" "'dp_counts'; candidates must be a JSON array of 1 to 1048576 distinct texts or integers"
    [ "$bad" = "'[1,1]'" ] || refused "quantiles: q $bad" "SELECT dp_quantiles(x, if(1, $bad, ''), 0, 1, 1) FROM $boom" 'q must be a JSON array'
done
for bad in "''" "'[]'" "'{}'" "'[1'" "'[1,]'" "'[[1]]'" "'[\"1\"]'" "'[01]'" "'[1]x'" "'[1e999]'" "'[NaN]'" "'[0x10]'" 0.5 1; do
    refused "histogram: edges $bad" "SELECT dp_histogram(x, $bad, 1) FROM $boom" "'dp_histogram'; edges must be a JSON array of 1 to 1048576 strictly ascending finite numbers"
    refused "histogram_state: edges $bad" "SELECT dp_histogram_state(x, $bad) FROM $boom" "'dp_histogram_state'; edges must be a JSON array"
done
for bad in NULL x 'concat(q.x)' '@undefined' "json_array(x)" "IF(rand() < 2, '[1]', '[2]')"; do
    refused "histogram: edges $bad" "SELECT dp_histogram(x, $bad, 1) FROM $boom" "edges $CONSTANT"
    refused "counts: candidates $bad" "SELECT dp_counts(x, $bad, 1) FROM $boom" "candidates $CONSTANT"
done
refused 'histogram: no epsilon' "SELECT dp_histogram(x, '[1]') FROM $boom" 'wrong number of arguments: 2 instead of 3 to 4'
answer 'histogram: edges and candidates of every constant kind' "SET @edges = '[2]'; SELECT dp_histogram(x, @edges, $E), dp_histogram(x, json_array(1, 2.5), $E), dp_histogram(x, concat('[', -2e0, ', ', 3, ' ]'), $E, 2), dp_counts(x, json_array(3, 1), $E) FROM t" '[1,3,0]|[0,2,2,0]|[0,2,2,0]|[1,1]'
refused 'quantiles: q is a column' "SELECT dp_quantiles(x, x, 0, 1, 1) FROM $boom" "q $CONSTANT"

# A bound arrives in _init as an integer, a decimal or a real. If the bytes of an integer were taken
# for those of a double, 7 would become a subnormal number, and -2 a NaN.
for lo in -2 -2.0 -2e0 '-2.00000000000000000000000000000000000' 'CAST(-2 AS DOUBLE)' "CAST('-2' AS DECIMAL)" '1 - 3'; do
    for hi in 7 7.0 7e0 '007.000' 'CAST(7 AS UNSIGNED)' 'abs(-7)'; do
        answer "bounds $lo and $hi" "SELECT dp_sum(v, $lo, $hi, $E) FROM (SELECT 100 v UNION ALL SELECT -100) q" 5
    done
done
answer 'bounds are read bit for bit' "SELECT hex(substr(dp_sum_state(1, 0.1, 0.3), 25, 16)) = hex(substr(dp_sum_state(1, 0.1e0, 0.3e0), 25, 16))" 1
answer 'an unsigned literal beyond 2^63 is not negative' "SELECT dp_sum(1e30, 0, 18446744073709551615, $E) = 18446744073709551615e0" 1
answer 'rows_per_person reaches the state' "SELECT hex(substr(dp_count_state(1, 77), 9, 2))" 4D00

# Tests that parameters from prepared statements, procedures and variables have the values of the
# current execution.
answer 'prepared' "PREPARE p FROM 'SELECT dp_sum(x, ?, ?, ?) FROM t'; SET @a = 0, @b = 2, @c = $E; EXECUTE p USING @a, @b, @c; SET @b = 4.5; EXECUTE p USING @a, @b, @c" '7
10.5'
answer 'prepared: a list' "PREPARE p FROM 'SELECT dp_mode(x, ?, 1e6), dp_quantiles(x, ?, 0, 10, 1e6) FROM t WHERE x < 2'; EXECUTE p USING '[1,2]', '[0.5]'" '1|[1.0]'
answer 'prepared: edges and candidates' "PREPARE p FROM 'SELECT dp_histogram(x, ?, ?), dp_counts(x, ?, ?) FROM t'; SET @e = $E; EXECUTE p USING '[2]', @e, '[3,1]', @e; EXECUTE p USING '[2,3]', @e, '[1]', @e; EXECUTE p USING NULL, @e, '[1]', NULL" '[1,3,0]|[1,1]
[1,1,2,0]|[1]
NULL|NULL'
refused 'prepared: edges' "EXECUTE IMMEDIATE 'SELECT dp_histogram(x, ?, 1) FROM t' USING '[2,1]'" 'edges must be a JSON array'
for given in '? + 1' '(? + 1)' '-?' 'abs(?)' 'coalesce(?, 5)'; do
    refused "prepared: an expression of ?: $given" "EXECUTE IMMEDIATE 'SELECT dp_sum(x, 0, $given, 1) FROM t' USING 9" "hi $CONSTANT"
done
refused 'prepared: text for a number' "EXECUTE IMMEDIATE 'SELECT dp_sum(x, 0, ?, 1) FROM t' USING '10'" 'hi must be a finite number'
refused 'prepared: epsilon 0' "EXECUTE IMMEDIATE 'SELECT dp_sum(x, 0, 10, ?) FROM t' USING 0" 'epsilon must be a finite number above 0'
answer 'prepared: NULL gives NULL, with rows and without' "EXECUTE IMMEDIATE 'SELECT dp_sum(x, 0, 10, ?), (SELECT dp_sum(x, 0, 10, ?) FROM t WHERE g = 9) FROM t' USING NULL, NULL" 'NULL|NULL'
answer 'a column named ? is refused or gives NULL, with rows and without' "SELECT dp_count(x, \`?\`), (SELECT dp_count(x, \`?\`) FROM (SELECT 1 x, 1 \`?\`) r WHERE x = 9) FROM (SELECT 1 x, 1 \`?\`) q" 'NULL|NULL'
answer 'procedure' "DELIMITER //
CREATE OR REPLACE PROCEDURE ask(e DOUBLE, hi BIGINT) BEGIN DECLARE lo INT DEFAULT -2; SELECT dp_sum(v, lo, hi, e) FROM (SELECT 100 v UNION ALL SELECT -100) q; END //
DELIMITER ;
CALL ask($E, 7); CALL ask($E, 9)" '5
7'
refused 'procedure: epsilon' "CALL ask(-1, 7)" 'epsilon must be a finite number above 0'
answer 'function: a parameter' "CREATE OR REPLACE FUNCTION total(e DOUBLE) RETURNS DOUBLE READS SQL DATA RETURN (SELECT dp_sum(x, 0, 2, e) FROM t); SELECT total($E), total($E / 2)" '7|7'
answer 'a subquery that is constant is read once' "SELECT dp_sum(x, 0, (SELECT 2), $E) FROM t" 7
answer 'view' "CREATE OR REPLACE VIEW v AS SELECT g, dp_sum(x, 0, 10, $E) AS s FROM t GROUP BY g; SELECT * FROM v" '1|3
2|7.5
3|0'
# An assignment of a constant has the same value for all rows, and is read once.
for given in '@q := 7' '(@q := 7)' '@q := 6 + 1' '@q := 7 AS hi' 'abs(@q := -7)' '@q := (SELECT 7)' '@q := @r'; do
    answer "an assignment of a constant is that constant: $given" "SET @q = 1, @r = 7; SELECT dp_sum(v, 0, $given, $E) FROM (SELECT 100 v UNION ALL SELECT 200) q" 14
done
for given in '@q := x' '@q := @q' '@q := @q + 1' '@q := rand()'; do
    refused "an assignment of something else: $given" "SET @q = 1; SELECT dp_sum(x, 0, $given, 1) FROM t" "hi $CONSTANT"
done
refused 'a variable that the query assigns elsewhere' 'SET @q = 1; SELECT @q := x, dp_sum(x, 0, @q, 1) FROM t' "hi $CONSTANT"
refused 'a variable that the query changes is no constant' 'SELECT dp_sum(x, 0, 10, @v := @v + 1) FROM t' "epsilon $CONSTANT"

# Tests the arguments of the functions that compute only with public numbers.
refused 'error: alpha' 'SELECT dp_sum_error(0, 10, 1, 1.5)' "'dp_sum_error'; alpha must be a number above 0 and below 1"
