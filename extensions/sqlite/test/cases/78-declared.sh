# Tests declared aggregates.

# Declares an aggregate in an empty ledger, then runs SQL. The arguments are the name of the case,
# the aggregate, its fields, the SQL and the expected output.
declared() { in_ledger "$1" "CREATE TEMP TABLE d AS SELECT dp_budget('b', 1e30), dp_declare('f', '$2', '$3'); $4" "$5"; }
undeclared() { # NAME AGGREGATE FIELDS MESSAGE
    fresh
    refused "$1" "$opens; CREATE TEMP TABLE d AS SELECT dp_budget('b', 1); SELECT dp_declare('f', '$2', '$3')" "dp_declare: $4"
    answer "$1: nothing is declared" "$opens; SELECT count(*) FROM dp_declared" 0
}
exact='"epsilon":1e18'
bounds="\"lo\":0,\"hi\":10,$exact"

declared 'count' count "{$exact}" 'SELECT f(x), f(1), typeof(f(x)) FROM t' '4|6|integer'
declared 'sum' sum "{$bounds}" 'SELECT f(x), typeof(f(x)) FROM t' '10.5|real'
declared 'sum: clamped' sum "{\"lo\":2,\"hi\":4,$exact}" 'SELECT f(x) FROM t' '11.0'
declared 'avg' avg "{$bounds}" 'SELECT abs(f(x) - 2.625) < 1e-9 FROM t' 1
declared 'var' var "{$bounds}" 'SELECT abs(f(x) - 1.671875) < 1e-9 FROM t' 1
declared 'parts' avg_parts "{$bounds}" "SELECT json_extract(f(x), '\$.value') = (SELECT avg(x) FROM
    t)
    AND json_valid(f(x)) FROM t" 1
declared 'stddev' stddev "{$bounds}" 'SELECT abs(f(x) - sqrt(1.671875)) < 1e-9 FROM t' 1
declared 'median' median '{"lo":0,"hi":10,"epsilon":1e6,"candidates":11}' 'SELECT f(column1) FROM (VALUES (1), (2), (7))' '2.0'
declared 'quantile' quantile '{"q":0.75,"lo":0,"hi":10,"epsilon":1e6,"candidates":11}' 'SELECT f(column1) FROM (VALUES (1), (2), (7))' '7.0'
declared 'min' min '{"lo":0,"hi":10,"epsilon":1e6,"candidates":11}' 'SELECT f(column1) FROM (VALUES (4), (2), (7))' '2.0'
declared 'max' max '{"lo":0,"hi":10,"epsilon":1e6,"candidates":11}' 'SELECT f(column1) FROM (VALUES (4), (2), (7))' '7.0'
declared 'mode' mode '{"candidates":["a","b",3],"epsilon":1e6}' "SELECT f(column1) FROM (VALUES ('a'), (3.0), (3))" '3'
declared 'mode: a text' mode '{"candidates":["a","b",3],"epsilon":1e6}' "SELECT f(column1) FROM (VALUES ('a'), ('a'), (3))" 'a'
declared 'other values' sum "{$bounds}" "SELECT f(column1) FROM (VALUES ('4'), ('abc'), (x'39'), (9223372036854775807), (-1e999), (NULL))" '14.0'

# Unlike dp_sum, a declared aggregate knows its parameters without a row, so a query over no rows
# has an answer.
declared 'no rows' sum "{$bounds}" 'SELECT f(x) FROM t WHERE 0' '0.0'
declared 'no rows in a group' count "{$exact}" 'SELECT f(x) FILTER (WHERE x > 100) FROM t GROUP BY g' "$(lines 0 0 0)"
declared 'FILTER' sum "{$bounds}" 'SELECT f(x) FILTER (WHERE g = 1), f(x) FILTER (WHERE 0) FROM t' '3.0|0.0'
declared 'CASE' sum "{$bounds}" 'SELECT f(CASE WHEN g = 1 THEN x END) FROM t' '3.0'
declared 'DISTINCT' sum "{$bounds}" 'SELECT f(DISTINCT column1) FROM (VALUES (1), (1), (2))' '3.0'
# README.md warns of DISTINCT under a collation: it keeps one of the texts that are equal.
declared 'DISTINCT under a collation' counts '{"candidates":["a","A"],"epsilon":1e18}' \
    "CREATE TEMP TABLE c(s TEXT COLLATE NOCASE); INSERT INTO c VALUES ('A'), ('a'); SELECT f(DISTINCT s COLLATE BINARY), f(DISTINCT s) <> '[1,1]' FROM c" '[1,1]|1'
declared 'groups' sum "{$bounds}" 'SELECT g, f(x) FROM t GROUP BY g' "$(lines '1|3.0' '2|7.5' '3|0.0')"
declared 'many rows' sum "{\"lo\":0,\"hi\":40000,$exact}" 'SELECT f(i), f(i + 0.0), sum(i) FROM k' '800020000.0|800020000.0|800020000'
declared 'no rows: noise' sum '{"lo":0,"hi":10,"epsilon":0.001}' 'SELECT f(x) <> 0 FROM t WHERE 0' 1

# With keys, one call must give the answers for all keys at the cost of one charge.
keyed="\"keys\":[2,1,\"a\"],$bounds,\"budget\":\"b\""
declared 'keys' sum "{$keyed}" "SELECT f(g, x) FROM t" '{"2":7.5,"1":3.0,"a":0.0}'
declared 'keys: reals, texts, others' sum "{$keyed}" \
    "SELECT f(column1, column2) FROM (VALUES (1.0, 1), ('1', 2), ('a', 3), ('A', 4), (1.5, 5), (NULL, 6), (x'61', 7), (2, NULL))" '{"2":0.0,"1":1.0,"a":3.0}'
declared 'keys: no rows' count "{\"keys\":[1],$exact}" 'SELECT f(g, x) FROM t WHERE 0' '{"1":0}'
declared 'keys: one charge' sum "{$keyed}" "CREATE TEMP TABLE r AS SELECT f(g, x) AS r FROM t; SELECT count(*) FROM dp_ledger WHERE act = 'charge'" 1
# The keys are a control character, a quote and a backslash, each as JSON escapes it.
declared 'keys: escapes' count '{"keys":["\u0001","\"","\\"],"epsilon":1e18}' 'CREATE TEMP TABLE r AS SELECT f(g, x) AS r FROM t; SELECT r FROM r' \
    '{"\u0001":0,"\"":0,"\\":0}'
declared 'a histogram' histogram '{"edges":[1,2.5],"epsilon":1e3}' "SELECT f(column1), f(column1) FROM (VALUES (0), (1), (2), (9), ('x'))" '[1,2,1,1]|[1,2,1,1]'
declared 'counts' counts '{"candidates":["b","a",3],"epsilon":1e3}' "SELECT f(column1) FROM (VALUES ('a'), ('a'), (3))" '[0,2,1]'
declared 'several quantiles' quantiles '{"q":[0.75,0.25],"lo":0,"hi":100,"epsilon":1e6}' "SELECT f(i % 101) FROM k WHERE i < 10100" '[75.0,25.0]'
declared 'keys: a histogram' histogram '{"keys":["a",2],"edges":[0],"epsilon":1e3}' "SELECT f(column1, column2) FROM (VALUES ('a', 1), ('a', -1), (2, 1), (3, 1))" '{"a":[1,1,0],"2":[0,1,0]}'
declared 'bounds' bounds '{"epsilon":1e3}' "SELECT f(column1), f(column1) FROM (VALUES (1),
    (-2.5), (9), ('x'))" '[-2.5,10.0]|[-2.5,10.0]'
declared 'bounds: a centre' bounds '{"epsilon":1e3,"centre":-4,"rows_per_person":2}' "SELECT
    f(column1) FROM (VALUES (1), (-2.5))" '[-4.0,1.0]'
declared 'bounds: none' bounds '{"epsilon":1e3}' "SELECT f(column1) IS NULL, typeof(f(column1))
    FROM (VALUES (0), ('x'))" '1|null'
declared 'bounds among edges' bounds_among '{"edges":[-3,1,20],"epsilon":1e3}' "SELECT f(column1)
    FROM (VALUES (1), (-2.5), (9))" '[-3.0,20.0]'
declared 'keys: bounds' bounds '{"keys":["a",2],"epsilon":1e3}' "SELECT f(column1, column2) FROM
    (VALUES ('a', 1), ('a', -1), (2, 0))" '{"a":[-1.0,1.0],"2":null}'
declared 'keys: a mode' mode '{"keys":[1,2],"candidates":["a","b"],"epsilon":1e6}' "SELECT f(column1, column2) FROM (VALUES (1, 'a'), (2, 'b'))" '{"1":"a","2":"b"}'
for bad in '[]' '{}' '1' '"a"' '[1,1]' '[1,"1"]' '["a","a"]' '[1.5]' '[[1]]' '[null]' '[true]'; do
    undeclared "keys $bad" sum "{\"keys\":$bad,$bounds}" 'keys must be a flat array of 1 to 4096 distinct texts or integers'
done
fresh
answer '4096 keys' "$opens; CREATE TEMP TABLE d AS SELECT dp_declare('g', 'count', json_object('epsilon', 1e18, 'keys',
    json((SELECT json_group_array(i) FROM k WHERE i <= 4096)))); SELECT sum(value), count(*) FROM json_each((SELECT g(i, 1) FROM k))" '4096|4096'
refused 'the number of arguments' "$opens; SELECT g(1)" 'wrong number of arguments to function g()'

# Each of these declarations must be refused.
undeclared 'no object' sum '[]' 'fields must be a JSON object'
undeclared 'no JSON' sum '{"lo":' 'fields must be a JSON object'
undeclared 'an unknown field' sum "{$bounds,\"low\":1}" \
    'unknown name of a member in fields; these are known: lo, hi, q, candidates, edges, epsilon, rows_per_person, centre, keys, budget'
undeclared 'a field twice' sum "{$bounds,\"lo\":1}" 'member "lo" of fields occurs more than once'
undeclared 'an unknown aggregate' total "{$bounds}" \
    'the aggregate must be count, sum, avg, var, stddev, avg_parts, var_parts, stddev_parts, median, quantile, quantiles, min, max, mode, counts, histogram, bounds or bounds_among'
undeclared 'no epsilon' sum '{"lo":0,"hi":1}' 'epsilon must be a finite number above 0'
undeclared 'no lo' sum '{"hi":1,"epsilon":1}' 'lo must be a finite number'
undeclared 'lo above hi' sum '{"lo":2,"hi":1,"epsilon":1}' 'lo must be below hi'
undeclared 'epsilon 0' sum '{"lo":0,"hi":1,"epsilon":0}' 'epsilon must be a finite number above 0'
undeclared 'an infinite epsilon' sum '{"lo":0,"hi":1,"epsilon":1e999}' 'epsilon must be a finite number above 0'
undeclared 'an epsilon in quotes' sum '{"lo":0,"hi":1,"epsilon":"1"}' 'epsilon must be a finite number above 0'
undeclared 'a truth' sum '{"lo":0,"hi":true,"epsilon":1}' 'hi must be a finite number'
undeclared 'rows' count '{"epsilon":1,"rows_per_person":0}' 'rows_per_person must be a whole number of at least 1'
undeclared 'bounds of a count' count '{"epsilon":1,"lo":0}' 'this aggregate does not take the field "lo": remove it'
undeclared 'q of a median' median '{"epsilon":1,"lo":0,"hi":1,"q":0.5}' 'this aggregate does not take the field "q": remove it'
undeclared 'q' quantile '{"epsilon":1,"lo":0,"hi":1,"q":1.5}' 'q must be a fraction from 0 to 1'
undeclared 'no edges' histogram '{"epsilon":1}' 'edges must be a flat array'
undeclared 'a centre without an edge beside it' bounds_among \
    '{"epsilon":1,"edges":[1],"centre":1}' 'centre must be a finite number'
undeclared 'a centre in quotes' bounds '{"epsilon":1,"centre":"1"}' 'centre must be a finite number'
undeclared 'a centre of a sum' sum "{$bounds,\"centre\":1}" \
    'this aggregate does not take the field "centre": remove it'
undeclared 'edges of bounds' bounds '{"epsilon":1,"edges":[1]}' \
    'this aggregate does not take the field "edges": remove it'
undeclared 'edges in quotes' histogram '{"epsilon":1,"edges":"[1]"}' 'edges must be a flat array'
undeclared 'edges that descend' histogram '{"epsilon":1,"edges":[2,1]}' 'edges must be a flat array'
undeclared 'edges of a sum' sum "{$bounds,\"edges\":[1]}" 'this aggregate does not take the field "edges": remove it'
undeclared 'bounds of a histogram' histogram '{"epsilon":1,"edges":[1],"lo":0}' 'this aggregate does not take the field "lo": remove it'
undeclared 'q of several quantiles that is a number' quantiles "{$bounds,\"q\":0.5}" 'q must be a flat array'
undeclared 'several quantiles: epsilon' quantiles "{\"lo\":0,\"hi\":1,\"q\":[0.1,0.2],\"epsilon\":1e-300}" 'epsilon is too small for this rows_per_person: use a larger epsilon'
undeclared 'no candidates' mode '{"epsilon":1}' 'candidates must be a flat array'
undeclared 'candidates in quotes' mode '{"epsilon":1,"candidates":"[1]"}' 'candidates must be a flat array'
undeclared 'candidates twice' mode '{"epsilon":1,"candidates":[1,1]}' 'candidates must be a flat array'
undeclared 'noise beyond the doubles' sum '{"lo":-1e308,"hi":1e308,"epsilon":1e-9}' 'epsilon is too small for these lo, hi and rows_per_person: use a larger epsilon'
undeclared 'no such budget' count '{"epsilon":1,"budget":"c"}' 'budget must name a budget that dp_budget made'
undeclared 'a budget that is a number' count '{"epsilon":1,"budget":1}' 'budget must be text'

# Each of these names must be refused.
for name in select sqlite_x dp_visits indp_x; do
    in_ledger "a name to refuse: $name" "SELECT 1" 1
    refused "the name $name" "$opens; SELECT dp_declare('$name', 'count', '{\"epsilon\":1}')" \
        'dp_declare: name must not be a keyword of SQL or begin with sqlite_, dp_ or indp_'
done
for name in sum SUM abs date; do
    not_in_ledger "the name $name" "SELECT dp_declare('$name', 'count', '{\"epsilon\":1}')" "$name is already the name of a function"
done
declared 'names without regard to case' count "{$exact}" 'SELECT F(x) FROM t' 4
fresh
refused 'declared twice' "$opens; CREATE TEMP TABLE d AS SELECT dp_declare('f', 'count', '{\"epsilon\":1}');
    SELECT dp_declare('F', 'count', '{\"epsilon\":2}')" 'dp_declare: F is already declared: call dp_forget first'

# Declarations outlive the connection, and can be changed.
answer 'after dp_open on another connection' "$opens; SELECT name, aggregate, fields FROM dp_declared" 'f|count|{"epsilon":1}'
answer 'its function' "$opens; SELECT typeof(f(x)) FROM t" integer
refused 'not before' 'SELECT f(1)' 'no such function: f'
refused 'forgotten' "$opens; CREATE TEMP TABLE d AS SELECT dp_forget('f'); SELECT f(1)" 'f: this aggregate is no longer declared, or was called with a wrong number of arguments; pass a value or, if it has keys, a key and a value'
refused 'forgotten by all' "$opens; SELECT f(1)" 'no such function: f'
refused 'forgotten twice' "$opens; SELECT dp_forget('f')" 'dp_forget: nothing of this name is declared'
fresh
answer 'another aggregate under the name' "$opens; CREATE TEMP TABLE d AS SELECT dp_declare('f', 'count', '{$exact}');
    CREATE TEMP TABLE e AS SELECT dp_forget('f'); CREATE TEMP TABLE g AS SELECT dp_declare('f', 'sum', '{\"keys\":[1],$bounds}'); SELECT f(1, 2)" '{"1":2.0}'
refused 'the old number of arguments' "$opens; CREATE TEMP TABLE e AS SELECT dp_forget('f');
    CREATE TEMP TABLE g AS SELECT dp_declare('f', 'sum', '{$bounds}'); CREATE TEMP TABLE h AS SELECT dp_forget('f');
    CREATE TEMP TABLE i AS SELECT dp_declare('f', 'sum', '{\"keys\":[1],$bounds}'); SELECT f(1)" 'f: this aggregate is no longer declared, or was called with a wrong number of arguments; pass a value or, if it has keys, a key and a value'
# A connection refuses calls of an aggregate that is no longer declared in the ledger, even if the
# aggregate has no budget.
fresh
free='{"epsilon":1}'
answer 'a declaration without a budget' "$opens; CREATE TEMP TABLE d AS SELECT dp_declare('f', 'count', '$free'); SELECT typeof(f(1))" integer
refused 'it was forgotten elsewhere' "$opens; CREATE TEMP TABLE r AS SELECT f(1);
.shell $shell $ledger 'DELETE FROM declaration'
SELECT f(1)" 'f: the declaration of this aggregate has changed: call dp_open again'
fresh
refused 'float arithmetic' "$opens; CREATE TEMP TABLE d AS SELECT dp_declare('f', 'count', '{\"epsilon\":1}'), indp_float_precision(118); SELECT f(1)" \
    'f: declared aggregates use real arithmetic: call indp_float_precision(0)'
refused 'a window' "$opens; SELECT f(x) OVER () FROM t" 'f() may not be used as a window function'
declared 'the noise of the declared epsilon' sum '{"lo":0,"hi":10,"epsilon":0.5,"rows_per_person":3}' \
    "SELECT count(*) BETWEEN 2100 AND 2900 FROM (SELECT f(5) AS r FROM (SELECT i FROM k WHERE i <= 5000) GROUP BY i) WHERE abs(r - 5) > 60 * ln(2)" 1
