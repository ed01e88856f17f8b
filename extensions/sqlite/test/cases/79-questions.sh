# Tests questions on a host's connection. The tables and lists of questions are in ../questions. The table `people` has a person with many rows, two NULL
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

# Prints a question with default fields, as SQL. The fields in MORE replace or extend them. MORE is a
# JSON object, such as {}.
quoted() { printf '%s' "$1" | sed "s/'/''/g"; } # TEXT: as in an SQL literal
fields() {                                      # MORE
    printf "json_patch('%s', '%s')" \
        '{"table":"people","person":"person","value":"x","aggregate":"sum","lo":0,"hi":100,'\
'"epsilon":1e18,"rows_per_person":9,"budget":"b"}' "$(quoted "$1")"
}
# Prints a question in which PIECE has this text.
with() { # PIECE TEXT [MORE]
    printf "json_set(%s, '\$.%s', '%s')" "$(fields "${3:-{\}}")" "$1" "$(quoted "$2")"
}
budget="CREATE TEMP TABLE d AS SELECT dp_budget('b', 1e30)"
declare() { # QUESTION
    printf '%s' "$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q', $1)"
}
asks() { # NAME FIELDS PARAMETERS EXPECTED
    fresh
    answer "$1" "$(declare "$(fields "$2")"); SELECT * FROM dp_ask('q'${3:+, '$3'})" "$4"
}
wrong() { # NAME QUESTION MESSAGE
    fresh
    refused "question: $1" "$opens; $budget; SELECT dp_question('q', $2)" "dp_question: $3"
}
bad() { wrong "$1" "$(fields "$2")" "$3"; } # NAME FIELDS MESSAGE

# The lines of a table, without comments. A field that is - is empty.
table() { grep -v '^#' "$here/questions/$1"; }
filled() { [ "$1" = - ] || printf '%s' "$1"; }

# The sum of x with the bounds 0 and 100: the values 1, 2, 4, 8, 16, 32 and 64 count as they are.
# -2^63 counts as 0, and infinity as 100. Text and blobs count as 0. Rows per person are bounded. 1
# and 1.0 are the same person, two NULLs are two persons, and the text '1' is yet another person.
# ann and ANN are the same person by the collation of the column.
table answers.tsv >"$work/table"
while IFS='	' read -r name question given expected; do
    asks "$name" "$question" "$(filled "$given")" "$(printf '%s' "$expected" | sed 's/ ; /\n/g')"
done <"$work/table"

fresh
holds 'persons with equal rows do not all lose the same ones' "$(declare "json_object('table', 'alike',
        'person', 'person', 'value', 'month', 'aggregate', 'counts', 'candidates', json('[1,2,3,4,5,6]'),
        'epsilon', 1e3, 'rows_per_person', 3, 'budget', 'b')");
    SELECT sum(c.value) = 3000 AND min(c.value) > 300 AND max(c.value) < 700
    FROM dp_ask('q') a, json_each(a.value) c"
fresh
answer 'the bound holds over all keys' "$(declare "$(fields '{"key":"g","keys":[1,2],
    "where":"person = 1","rows_per_person":1,"aggregate":"count","lo":null,"hi":null}')");
    SELECT sum(value) FROM dp_ask('q')" 1
# Person 1 has three rows, and one of them counts in each execution. Each row must be chosen in some
# of 60 executions. By chance this fails with probability at most 3 * (2/3)^60 < 1e-10.
fresh
answer 'a fresh choice for each execution' \
    "$(declare "$(fields '{"where":"person = 1","rows_per_person":1}')");
    SELECT count(DISTINCT value) FROM k CROSS JOIN dp_ask('q', iif(i > 0, '{}', '')) WHERE i <= 60" 3

# One scan is one charge. Refusals come before the charge, so they cost nothing.
q=$(declare "$(fields '{"where":"g = :g","key":"g","keys":[1,2,3],
    "parameters":{"g":{"type":"integer","least":1,"most":3}}}')")
charges="SELECT count(*) FROM dp_ledger WHERE act = 'charge'"
one="SELECT * FROM dp_ask('q', '{\"g\":1}')"
fresh
answer 'one charge for all keys' "$q; CREATE TEMP TABLE r AS $one WHERE key > 1; $charges" 1
fresh
answer 'LIMIT 0' "$q; $one LIMIT 0; $charges" 0
fresh
answer 'two scans' "$q; CREATE TEMP TABLE r AS $one UNION ALL $one; $charges" 2
while read -r given; do
    given=$(filled "$given")
    fresh
    refused "parameters <$given>" "$q; SELECT * FROM dp_ask('q'${given:+, '$given'})" 'dp_ask: '
    answer "parameters <$given>: not charged" "$opens; $charges" 0
done <"$here/questions/parameters.txt"
refused 'parameters that are no text' "$opens; SELECT * FROM dp_ask('q', 1)" 'dp_ask: parameters must be a JSON object'
unknown='dp_ask: question must name a declared question: see dp_questions'
refused 'no such question' "$opens; SELECT * FROM dp_ask('r', '{}')" "$unknown"
refused 'no question' "$opens; SELECT * FROM dp_ask" \
    'dp_ask: the question is not given as an argument: write dp_ask(question, parameters)'
refused 'a NULL question' "$opens; SELECT * FROM dp_ask(NULL)" "$unknown"
answer 'questions are listed' "$opens; SELECT name, json_extract(fields, '\$.table') FROM dp_questions" 'q|people'
answer 'and not as functions' "$opens; SELECT count(*) FROM dp_declared" 0
# SQLite 3.40 rewrites the OR as an IN, and newer versions do not. Both are refused before a charge.
while read -r w; do
    fresh
    refused "several questions: $w" "$q; SELECT * FROM dp_ask WHERE $w" 'dp_ask: '
    answer "several questions: $w: not charged" "$opens; $charges" 0
done <"$here/questions/several.txt"
fresh
answer 'one question in WHERE' \
    "$q; SELECT count(*) FROM dp_ask WHERE question = 'q' AND parameters = '{\"g\":1}'" 3
fresh
refused 'a budget that is spent' "$opens; CREATE TEMP TABLE d AS SELECT dp_budget('b', 1);
    CREATE TEMP TABLE q AS SELECT dp_question('q', $(fields '{"epsilon":1}'));
    CREATE TEMP TABLE r AS SELECT * FROM dp_ask('q'); SELECT * FROM dp_ask('q')" \
    'dp_ask: the budget has less left than the epsilon of this release: see dp_remaining'

# Each of these expressions must be refused.
expression() {
    for piece in value where person; do wrong "$piece <$1>" "$(with "$piece" "$1")" ''; done
}
while IFS= read -r e; do expression "$e"; done <"$here/questions/expressions.txt"
expression ''
expression ' '
# SQLite reads :name(...) as one parameter, and quotes in those parentheses do not begin or end a
# text. So a parenthesis after a parameter must be refused.
while IFS= read -r e; do
    wrong "where $e" "$(with where "$e" '{"parameters":{"a":{"type":"integer","least":1,"most":3}}}')" ''
done <"$here/questions/calls.txt"
for f in '{"where":"x > 95\u0000 AND 1=0"}' '{"where\u0000":"1"}' '{"table":"people\u0000x"}'; do
    wrong "NUL in $f" "replace($(fields '{}'), '}', ',' || substr('$f', 2))" \
        'a question must not contain \u0000'
done

# The pattern of LIKE may have 1,000 bytes.
long=$(printf '%01000d' 0)
asks 'a long pattern' "{\"where\":\"note NOT LIKE '$long'\"}" '' '|227.0'
bad 'too long a pattern' "{\"where\":\"note LIKE '${long}0'\"}" \
    '"where" may use LIKE only with a literal pattern of at most 1000 bytes'
deep=$(printf '%040d' 0 | sed 's/0/(/g')x$(printf '%040d' 0 | sed 's/0/)/g')
bad 'too deep' "{\"value\":\"$deep\"}" '"value" has too many nested parentheses'
wrong 'too long' "json_set($(fields '{}'), '\$.where', '1' || printf('%010000d', 0))" '"where" is too long'

# Each of these questions must be refused. For SQLite, a name before a parenthesis is a function even
# if it is quoted and the table has a column of that name.
table refusals.tsv >"$work/table"
while IFS='	' read -r name question message; do
    bad "$name" "$question" "$(filled "$message")"
done <"$work/table"
refused 'no object' "$opens; SELECT dp_question('q', '[]')" 'dp_question: a question must be a JSON object'
refused 'no text' "$opens; SELECT dp_question('q', 1)" 'dp_question: a question must be a JSON object'
