# Tests questions on a host's connection. The table `people` has a person with many rows, two NULL
# persons, and hostile values.
"$shell" -batch -bail -init /dev/null "$work/data.db" <<'END' || exit 2
CREATE TABLE people(person, g INTEGER, x, note TEXT COLLATE NOCASE, twice AS (x + x), kept AS (g + g) STORED, "select" INTEGER, over INTEGER);
INSERT INTO people(person, g, x, note) VALUES (1, 1, 1, 'a'), (1, 1, 2, 'b'), (1.0, 2, 4, 'A'), (2, 2, 8, 'a'), (NULL, 1, 16, 'c'),
  (NULL, 1, 32, 'c'), ('1', 2, 64, 'd'), (3, 3, -9223372036854775808, 'e'), (4, 1, 1e999, 'f'), (5, 1, 'text', 'g'), (6, 2, x'00ff', 'h'), (7, 2, NULL, 'i');
CREATE TABLE named(person, x, "max", "abs", "true" AS (abs(x)), "end" AS (abs(x)));
CREATE TABLE alike(person, month);
WITH RECURSIVE p(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM p WHERE i < 1000) INSERT INTO alike SELECT i, value FROM p, json_each('[1,2,3,4,5,6]');
CREATE VIEW people_view AS SELECT * FROM people;
CREATE VIRTUAL TABLE people_text USING fts5(note);
CREATE TABLE "a ""strange"" name"(person TEXT COLLATE NOCASE, x INTEGER, [two words] INTEGER);
INSERT INTO "a ""strange"" name" VALUES ('ann', 1, 5), ('ANN', 2, 6), ('Bob', 4, 7);
END
keep_data

# Prints a question with default fields. The fields in MORE replace or extend them. MORE is a JSON
# object, such as {}.
fields() { # MORE
    printf '%s' "json_patch('{\"table\":\"people\",\"person\":\"person\",\"value\":\"x\",\"aggregate\":\"sum\",\"lo\":0,\"hi\":100,\"epsilon\":1e18,\"rows_per_person\":9,\"budget\":\"b\"}', '$1')"
}
budget="CREATE TEMP TABLE d AS SELECT dp_budget('b', 1e30)"
asks() { # NAME FIELDS PARAMETERS EXPECTED
    fresh
    answer "$1" "$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q', $(fields "$2")); SELECT * FROM dp_ask('q'${3:+, '$3'})" "$4"
}
bad() { # NAME FIELDS MESSAGE
    fresh
    refused "question: $1" "$opens; $budget; SELECT dp_question('q', $(fields "$2"))" "dp_question: $3"
}

# The sum of x with the bounds 0 and 100: the values 1, 2, 4, 8, 16, 32 and 64 count as they are.
# -2^63 counts as 0, and infinity as 100. Text and blobs count as 0.
asks 'a sum' '{}' '' '|227.0'
asks 'a count' '{"aggregate":"count","lo":null,"hi":null,"value":null}' '' '|12'
asks 'a count of values' '{"aggregate":"count","lo":null,"hi":null}' '' '|11'
asks 'persons' '{"aggregate":"count","lo":null,"hi":null,"value":null,"rows_per_person":1}' '' '|10'
asks 'keys' '{"key":"g","keys":[2,1,9]}' '' "$(lines '2|76.0' '1|151.0' '9|0.0')"
asks 'text keys, compared as bytes' '{"key":"note","keys":["a","A","z"]}' '' "$(lines 'a|9.0' 'A|4.0' 'z|0.0')"
asks 'where' '{"where":"g = 2 AND x < 60"}' '' '|12.0'
asks 'a parameter' '{"where":"g = :g","parameters":{"g":{"type":"integer","least":1,"most":3}}}' '{"g":2}' '|76.0'
asks 'a list' '{"where":"note = :n","parameters":{"n":{"type":"text","list":["a","b"]}}}' '{"n":"a"}' '|13.0'
asks 'a real' '{"value":"x * :f","where":"x IN (1,2,4)","parameters":{"f":{"type":"real","least":0,"most":2}}}' '{"f":0.5}' '|3.5'
asks 'an integer for a real' '{"value":"x * :f","where":"x IN (1,2,4)","parameters":{"f":{"type":"real","least":0,"most":2}}}' '{"f":2}' '|14.0'
asks 'the average' '{"aggregate":"avg","where":"typeof(x) = '"''integer''"' AND x > 0"}' '' "$(printf '|%s' 18.1428571428571)"
asks 'a histogram' '{"aggregate":"histogram","lo":null,"hi":null,"edges":[2,10],"epsilon":1e3,"where":"x BETWEEN 1 AND 64"}' '' '|[1,3,3,0]'
fresh
holds 'persons with equal rows do not all lose the same ones' \
    "$opens; $budget;
        CREATE TEMP TABLE q AS SELECT dp_question('q', json_object('table', 'alike', 'person', 'person', 'value', 'month', 'aggregate', 'counts', 'candidates', json('[1,2,3,4,5,6]'),
            'epsilon', 1e3, 'rows_per_person', 3, 'budget', 'b')); SELECT sum(c.value) = 3000 AND min(c.value) > 300 AND max(c.value) < 700 FROM dp_ask('q') a, json_each(a.value) c"
asks 'several quantiles of groups' '{"aggregate":"quantiles","q":[0,1],"lo":0,"hi":200,"key":"g","keys":[2,9],"epsilon":1e6,"candidates":201}' '' "$(lines '2|[0.0,64.0]' '9|[0.0,200.0]')"
asks 'a mode' '{"aggregate":"mode","lo":null,"hi":null,"candidates":["a","b","zz"],"value":"note","epsilon":1e6}' '' '|a'
asks 'a median' '{"aggregate":"median","epsilon":1e6,"candidates":101,"where":"x BETWEEN 1 AND 64"}' '' '|8.0'
asks 'a stored generated column' '{"value":"kept"}' '' '|38.0'
asks 'columns that are keywords' '{"value":"coalesce(\"select\", 1) + coalesce(\"OVER\", 2)"}' '' '|36.0'
asks 'names in quotes' '{"table":"a \"strange\" name","value":"\"two words\"","where":"lower(\"person\") LIKE '"''%''"'"}' '' '|18.0'
asks 'no rows' '{"where":"0"}' '' '|0.0'
asks 'every kind of token' '{"value":"CASE WHEN (x IS NOT NULL AND NOT x > 0x10 OR g NOTNULL) THEN CAST(round(x, 1) AS REAL) ELSE -1.5e0 END","where":"x NOT IN (1, 2) AND g BETWEEN 1 AND 2 AND note COLLATE NOCASE LIKE '"''_''"' AND (g & 3 | 4) << 1 >= ~0 % 7 AND x <> '"''it''''s''"'"}' '' '|224.0'

# Rows per person are bounded. 1 and 1.0 are the same person, two NULLs are two persons, and the
# text '1' is yet another person. ann and ANN are the same person by the collation of the column.
asks 'two rows of a person' '{"rows_per_person":1,"where":"person = 1","aggregate":"count","lo":null,"hi":null}' '' '|1'
asks 'two rows of two' '{"rows_per_person":2,"where":"person = 1","aggregate":"count","lo":null,"hi":null}' '' '|2'
asks 'NULL persons' '{"rows_per_person":1,"where":"person IS NULL"}' '' '|48.0'
asks 'collated persons' '{"table":"a \"strange\" name","rows_per_person":1,"aggregate":"count","lo":null,"hi":null}' '' '|2'
fresh
answer 'the bound holds over all keys' "$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q',
    $(fields '{"key":"g","keys":[1,2],"where":"person = 1","rows_per_person":1,"aggregate":"count","lo":null,"hi":null}'));
    SELECT sum(value) FROM dp_ask('q')" 1
# Person 1 has three rows, and one of them counts in each execution. Each row must be chosen in some
# of 60 executions. By chance this fails with probability at most 3 * (2/3)^60 < 1e-10.
fresh
answer 'a fresh choice for each execution' "$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q',
    $(fields '{"where":"person = 1","rows_per_person":1}'));
    SELECT count(DISTINCT value) FROM k CROSS JOIN dp_ask('q', iif(i > 0, '{}', '')) WHERE i <= 60" 3

# One scan is one charge. Refusals come before the charge, so they cost nothing.
fresh
q="$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q', $(fields '{"where":"g = :g","parameters":{"g":{"type":"integer","least":1,"most":3}},"key":"g","keys":[1,2,3]}'))"
charges="SELECT count(*) FROM dp_ledger WHERE act = 'charge'"
fresh
answer 'one charge for all keys' "$q; CREATE TEMP TABLE r AS SELECT * FROM dp_ask('q', '{\"g\":1}') WHERE key > 1; $charges" 1
fresh
answer 'LIMIT 0' "$q; SELECT * FROM dp_ask('q', '{\"g\":1}') LIMIT 0; $charges" 0
fresh
answer 'two scans' "$q; CREATE TEMP TABLE r AS SELECT * FROM dp_ask('q', '{\"g\":1}') UNION ALL SELECT * FROM dp_ask('q', '{\"g\":1}'); $charges" 2
for given in '' '{}' '{"g":0}' '{"g":4}' '{"g":1.0}' '{"g":"1"}' '{"g":null}' '{"g":[1]}' '{"g":{}}' '{"g":true}' '{"g":1,"g":1}' '{"g":1,"h":1}' \
    '{"G":1}' '{"g\u0000x":1}' '{"g":1,"x\u0000":1}' '[1]' '1' 'nonsense' '{"g":9223372036854775808}'; do
    fresh
    refused "parameters <$given>" "$q; SELECT * FROM dp_ask('q'${given:+, '$given'})" 'dp_ask: '
    answer "parameters <$given>: not charged" "$opens; $charges" 0
done
refused 'parameters that are no text' "$opens; SELECT * FROM dp_ask('q', 1)" 'dp_ask: parameters must be a JSON object'
refused 'no such question' "$opens; SELECT * FROM dp_ask('r', '{}')" 'dp_ask: question must name a declared question: see dp_questions'
refused 'no question' "$opens; SELECT * FROM dp_ask" 'dp_ask: the question is not given as an argument: write dp_ask(question, parameters)'
refused 'a NULL question' "$opens; SELECT * FROM dp_ask(NULL)" 'dp_ask: question must name a declared question: see dp_questions'
answer 'questions are listed' "$opens; SELECT name, json_extract(fields, '\$.table') FROM dp_questions" 'q|people'
answer 'and not as functions' "$opens; SELECT count(*) FROM dp_declared" 0
# SQLite 3.40 rewrites the OR as an IN, and newer versions do not. Both are refused before a charge.
for w in "question = 'q' OR question = 'r'" "question IN ('q', 'r')" "question IN (SELECT name FROM dp_questions)" "question = 'q' AND parameters IN ('{\"g\":1}', '{\"g\":2}')" \
    "question = 'q' AND (parameters = '{\"g\":1}' OR parameters = '{\"g\":2}')" "question > 'a'" "question IS NOT NULL"; do
    fresh
    refused "several questions: $w" "$q; SELECT * FROM dp_ask WHERE $w" 'dp_ask: '
    answer "several questions: $w: not charged" "$opens; $charges" 0
done
fresh
answer 'one question in WHERE' "$q; SELECT count(*) FROM dp_ask WHERE question = 'q' AND parameters = '{\"g\":1}'" 3
bad 'remaining' '{"remaining":"yes"}' '"remaining" must be "shown" or "hidden"'
bad 'remaining that is no text' '{"remaining":true}' '"remaining" must be given as a JSON text'
fresh
refused 'a budget that is spent' "$opens; CREATE TEMP TABLE d AS SELECT dp_budget('b', 1); CREATE TEMP TABLE q AS SELECT dp_question('q',
    $(fields '{"epsilon":1}')); CREATE TEMP TABLE r AS SELECT * FROM dp_ask('q'); SELECT * FROM dp_ask('q')" 'dp_ask: the budget has less left than the epsilon of this release: see dp_remaining'

# Each of these expressions must be refused.
for e in 'abs(x)' 'x || x' 'x -> 1' "x ->> '\$.a'" 'json_extract(x, 1)' 'replace(x, 1, 2)' 'printf(x)' 'hex(x)' 'zeroblob(x)' 'randomblob(9)' 'random()' \
    'date(x, note)' 'date()' 'time( )' 'trim(x, note)' 'ltrim(x, 1)' 'strftime(note, x)' 'likelihood(x, 0.5)' 'x LIKE note' "x LIKE 'a' ESCAPE 'bc'" 'x GLOB note' 'x MATCH 1' 'x REGEXP 1' \
    'sum(x)' 'max(x)' 'count(*)' 'row_number() OVER ()' 'sum(x) OVER ()' 'max(x, 1) FILTER (WHERE 1)' '(SELECT 1)' 'EXISTS (SELECT 1)' 'x IN people' \
    'x IN (SELECT 1)' '(x, g)' 'x, g' 'x; SELECT 1' 'x -- g' 'x /* g */' 'x)' '(x' '(x))((x)' "x'00'" 'rowid' '_rowid_' 'oid' 'y' 'people.x' 'main.people.x' 'twice' \
    ':g' '?' '?1' '@g' '$g' '#1' '`x`' '[x]' "'unended" '"unended' '' ' ' 'CURRENT_TIMESTAMP' 'CAST(x AS CHAR)' 'x COLLATE other' 'RAISE(ABORT, 1)' \
    'select' 'x over' 'x filter' 'x AS y' 'f(x)' 'dp_count(x, 1)' 'load_extension(note)' 'coalesce(x)' 'iif(x, 1)' 'x 1' 'x x' '1 2' "x ''" 'nullif(x, 1, 2)' \
    'VALUES (1)' '(VALUES (1))' 'WITH' 'x UNION SELECT 1' 'x LIMIT 1' 'x ORDER BY x' '+' '* ' 'é' 'x·2' '"y"' 'x = "no column"' "x IS DISTINCT FROM 1"; do
    quoted=$(printf '%s' "$e" | sed "s/'/''/g")
    for piece in value where person; do
        fresh
        refused "question: $piece $e" "$opens; $budget; SELECT dp_question('q', json_set($(fields '{}'), '\$.$piece', '$quoted'))" 'dp_question: '
    done
done
# SQLite reads :name(...) as one parameter, and quotes in those parentheses do not begin or end a
# text. So a parenthesis after a parameter must be refused.
one='"parameters":{"a":{"type":"integer","least":1,"most":3}}'
for e in ":a('') IS NULL AND (SELECT 1) = 1 AND :a('') IS NULL" ':a(x) IS NULL' ':a () IS NULL' ':a(' "x = :a AND :a('" ':A' ':a::b' ':indp_rows' ':indp_keys'; do
    quoted=$(printf '%s' "$e" | sed "s/'/''/g")
    fresh
    refused "question: where $e" "$opens; $budget; SELECT dp_question('q', json_set($(fields "{$one}"), '\$.where', '$quoted'))" 'dp_question: '
done
for e in TRUE 'FALSE OR true' 'END IS NOT NULL' 'true(x)' 'END(x)' '\"true\"' '\"END\"'; do
    bad "where $e in a table with such columns" "{\"table\":\"named\",\"where\":\"$e\"}" '"where" '
done
# For SQLite, a name before a parenthesis is a function even if it is quoted and the table has a
# column of that name. Such a call must be refused.
for e in '\"max\"(x)' '\"ABS\" (x)' '\"abs\"\n(x)' 'max (x)' '(\"max\") + \"max\" ( x )'; do
    for piece in value where person; do
        bad "$piece $e in a table with such columns" "{\"table\":\"named\",\"$piece\":\"$e\"}" "\"$piece\" "
    done
done
asks 'quoted names that are not calls' '{"table":"named","value":"\"max\" + \"abs\""}' '' '|0.0'
asks 'TRUE and CASE in other tables' '{"where":"TRUE AND NOT FALSE AND CASE WHEN g = 2 THEN x < 60 END"}' '' '|12.0'
asks 'a real parameter is a real' '{"value":"5 / :r","where":"x = 1","parameters":{"r":{"type":"real","least":0,"most":3}}}' '{"r":2}' '|2.5'
for f in '{"where":"x > 95\u0000 AND 1=0"}' '{"where\u0000":"1"}' '{"table":"people\u0000x"}'; do
    fresh
    refused "NUL in $f" "$opens; $budget; SELECT dp_question('q', replace($(fields '{}'), '}', ',' || substr('$f', 2)))" 'dp_question: a question must not contain \u0000'
done
asks 'an escaped backslash before u0000' '{"where":"note <> '"''\\\\u0000''"'"}' '' '|227.0'

# The pattern of LIKE may have 1,000 bytes.
long=$(printf '%01000d' 0)
asks 'a long pattern' "{\"where\":\"note NOT LIKE ''$long''\"}" '' '|227.0'
bad 'too long a pattern' "{\"where\":\"note LIKE ''${long}0''\"}" '"where" may use LIKE only with a literal pattern of at most 1000 bytes'
deep=$(printf '%040d' 0 | sed 's/0/(/g')x$(printf '%040d' 0 | sed 's/0/)/g')
bad 'too deep' "{\"value\":\"$deep\"}" '"value" has too many nested parentheses'
fresh
refused 'too long' "$opens; $budget; SELECT dp_question('q', json_set($(fields '{}'), '\$.where', '1' || printf('%010000d', 0)))" 'dp_question: "where" is too long'

# Each of these questions must be refused.
bad 'no table' '{"table":null}' '"table" must be given as a JSON text'
bad 'a missing table' '{"table":"nobody"}' 'table must be the exact name of a table'
bad 'a view' '{"table":"people_view"}' 'table must be the exact name of a table'
bad 'a virtual table' '{"table":"people_text","value":"note","person":"note"}' 'table must be the exact name of a table'
bad 'the schema' '{"table":"sqlite_master","value":"name","person":"name"}' 'table must be the exact name of a table'
bad 'an index of a table' '{"table":"sqlite_autoindex_k_1"}' 'table must be the exact name of a table'
bad 'no person' '{"person":null}' '"person" must be given as a JSON text'
bad 'a person with a parameter' '{"person":"x + :g","parameters":{"g":{"type":"integer","least":1,"most":3}}}' '"person" must not contain a parameter'
bad 'a key with a parameter' '{"key":"x + :g","keys":[1],"parameters":{"g":{"type":"integer","least":1,"most":3}}}' '"key" must not contain a parameter'
bad 'no value' '{"value":null}' '"value" must be given as a JSON text'
bad 'a key without keys' '{"key":"g"}' 'key and keys must be given together'
bad 'keys without a key' '{"keys":[1]}' 'key and keys must be given together'
bad 'no rows_per_person' '{"rows_per_person":null}' 'rows_per_person and budget must be given'
bad 'no budget' '{"budget":null}' 'rows_per_person and budget must be given'
bad 'no such budget' '{"budget":"c"}' 'budget must name a budget'
bad 'no aggregate' '{"aggregate":null}' '"aggregate" must be given as a JSON text'
bad 'epsilon' '{"epsilon":0}' 'epsilon must be a finite number above 0'
bad 'an unknown field' '{"having":"1"}' 'unknown name of a member in a question; these are known: lo, hi, q, candidates, edges, epsilon, rows_per_person, keys, budget, aggregate, table, person, key, value, where, parameters'
for p in '1' '[]' '{"g":1}' '{"g":{}}' '{"g":{"type":"blob","least":0,"most":1}}' '{"g":{"type":"integer"}}' '{"g":{"type":"integer","least":2,"most":1}}' \
    '{"g":{"type":"integer","least":0,"most":1.5}}' '{"g":{"type":"text","least":0,"most":1}}' '{"g":{"type":"text","list":[1]}}' '{"g":{"type":"integer","list":["a"]}}' \
    '{"g":{"type":"real","list":[1]}}' '{"g":{"type":"integer","list":[]}}' '{"g":{"type":"integer","least":0,"most":1,"list":[1]}}' '{"a b":{"type":"integer","least":0,"most":1}}' \
    '{"indp_rows":{"type":"integer","least":0,"most":1}}' '{"g":{"type":"integer","least":0,"most":1,"more":1}}'; do
    bad "parameters $p" "{\"parameters\":$p}" ''
done
refused 'no object' "$opens; SELECT dp_question('q', '[]')" 'dp_question: a question must be a JSON object'
refused 'no text' "$opens; SELECT dp_question('q', 1)" 'dp_question: a question must be a JSON object'
