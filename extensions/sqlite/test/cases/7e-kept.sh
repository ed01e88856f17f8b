# Tests the answers that are kept. Noise is large here, so two answers that are equal are one: at
# ε = 1e-4 the sum of 6 numbers of -100 to 100 has a scale of 2 million or more, and 3 of them
# together are equal by chance with a probability below 1e-12.
database=$work/answers.db
"$shell" -batch "$database" "CREATE TABLE people(person, g, x, note);
    INSERT INTO people SELECT value, value % 3 + 1, value, 'a' FROM json_each('[1,2,3,4,5,6,7]')"
asked='{"table":"people","person":"person","value":"x","key":"g","keys":[1,2,3],"aggregate":"sum",
    "lo":-100,"hi":100,"epsilon":1e-4,"rows_per_person":2,"budget":"b",
    "where":"x > :least AND note <> :note",
    "parameters":{"least":{"type":"real","least":-9,"most":9},
        "note":{"type":"text","list":["q","\"r"]}}'
declares() { # NAME FIELDS
    printf "CREATE TEMP TABLE d_$1 AS SELECT dp_budget('b', 1), dp_question('$1', '%s')" "$2"
}
keeps="$asked,\"keep\":\"2 hours\"}"
ask="SELECT group_concat(key || ':' || value) AS a FROM dp_ask('q', '{\"least\":1,\"note\":\"q\"}')"
log="SELECT group_concat(act || epsilon) FROM dp_ledger WHERE act NOT IN ('budget', 'declare')"
fresh
answer 'the second is the first' "$opens; $(declares q "$keeps"); CREATE TEMP TABLE a AS $ask;
    CREATE TEMP TABLE b AS $ask; SELECT a.a = b.a, a.a <> '' FROM a, b; $log;
    SELECT dp_remaining('b')" '1|1
charge0.0001,kept0.0
0.9999'
sql "$opens; $ask;"
first=$out
answer 'for another connection' "$opens; $ask" "$first"
for way in '{"note":"q","least":1}' '{"least" : 1.0, "note":"q"}' \
    ' {"least":1.00,"note":"\u0071"}'; do
    answer "the same question: $way" \
        "$opens; SELECT group_concat(key || ':' || value) FROM dp_ask('q', '$way')" "$first"
done
answer 'they cost nothing' "$opens; SELECT dp_remaining('b')" 0.9999
answer 'they are listed' "$opens; SELECT name, parameters, file LIKE '$database %:%',
    round((julianday(until) - julianday(at)) * 24, 3), given FROM dp_kept" 'q|[1.0,"q"]|1|2.0|6'
other() { # NAME SQL CHARGES: asks, after which there are so many charges
    answer "$1" "$opens; CREATE TEMP TABLE r AS $2;
        SELECT count(*) FROM dp_ledger WHERE act = 'charge'" "$3"
}
n=1
for way in '{"least":1.0000000000000002,"note":"q"}' '{"least":1,"note":"\"r"}' \
    '{"least":-1,"note":"q"}'; do
    n=$((n + 1))
    other "another question: $way" "SELECT * FROM dp_ask('q', '$way')" "$n"
done
other 'none of these again' "$ask" 4
cp "$database" "$work/other.db"
database=$work/other.db
other 'another database' "$ask" 5
database=$work/answers.db
sql "$opens; ATTACH '$work/other.db' AS other; CREATE TEMP TABLE r AS $ask;"
answer 'an answer is of the main database, and its first giving stands in the log' "$opens; $log" \
    "charge0.0001,kept0.0,$(printf 'charge0.0001,%.0s' 1 2 3)charge0.0001"
printf '.load %s sqlite3_indpreader_init\n%s;\n%s;\nSELECT * FROM dp_kept;\n' "$extension" \
    "SELECT dp_reader('$database', '$ledger') IS NULL" "$ask" |
    "$shell" -batch -noheader -init /dev/null >"$work/out" 2>&1
[ "$(sed -n 2p "$work/out")" = "$first" ] && grep -q 'no such table: dp_kept' "$work/out" && pass ||
    fail 'for a reader, who has no list' "$(cat "$work/out")"

# The limits of time. The shell changes what the ledger says of it.
other 'before' "$ask" 5
"$shell" -batch "$ledger" "UPDATE kept SET until = until - 7200"
other 'too old' "$ask" 6
answer 'only the new one is left' "$opens; SELECT count(*) FROM dp_kept" 1
"$shell" -batch "$ledger" "UPDATE kept SET time = time + 3600, until = until + 3600"
other 'of the future' "$ask" 7
for keep in '"0 days"' '"1 month"' '"day"' '"-1 days"' '"36501 days"' '"99999999999 days"' 3600 \
    '"1  day"' '"1 day "' '"1 dayss"' 'null'; do
    refused "keep: $keep" "$opens; SELECT dp_question('r', '$asked,\"keep\":$keep}')" \
        'dp_question: "keep" must be a text such as "1 day"'
done
for keep in '1 second' '90 minutes' '36500 days'; do
    fresh
    answer "keep: $keep" "$opens; $(declares q "$asked,\"keep\":\"$keep\"}");
        SELECT count(*) FROM dp_questions" 1
done
refused 'declared aggregates keep nothing' "$opens; SELECT dp_declare('s', 'sum',
    '{\"lo\":0,\"hi\":9,\"epsilon\":1,\"rows_per_person\":1,\"keep\":\"1 day\"}')" \
    'dp_declare: unknown name of a member in fields'

# What is damaged, replaced or not committed is not given, nor what was stored when the clock was
# ahead.
fresh
answer 'for now' "$opens; $(declares q "$keeps"); CREATE TEMP TABLE r AS $ask; $log" charge0.0001
n=1
for damage in 'UPDATE kept SET answers = substr(answers, 1, length(answers) - 9)' \
    "UPDATE kept SET answers = answers || x'050000000000000000050000000000000000'" \
    "UPDATE kept SET answers = x''" 'UPDATE kept SET sum = sum + 1' \
    "UPDATE kept SET answers = x'03ff000000000000007f' || answers" \
    'UPDATE kept SET clock = clock + 7200' 'UPDATE kept SET clock = clock - 7200'; do
    n=$((n + 1))
    "$shell" -batch "$ledger" "$damage"
    other "$damage" "$ask" "$n"
    "$shell" -batch "$ledger" 'DELETE FROM kept WHERE id < (SELECT max(id) FROM kept)'
done
cp "$database" "$work/moved.db"
mv "$work/moved.db" "$database"
other 'another file at the same path' "$ask" $((n + 1))
other 'rows that a host has not committed' "SELECT 1; BEGIN; DELETE FROM people;
    CREATE TEMP TABLE s AS $ask; ROLLBACK" $((n + 2))
fresh
answer 'infinite parameters' "$opens; $(declares q '{"table":"people","person":"person",
    "aggregate":"count","where":"x < :a","parameters":{"a":{"type":"real","least":-1e999,
    "most":1e999}},"epsilon":1e-4,"rows_per_person":1,"budget":"b","keep":"1 day"}');
    CREATE TEMP TABLE r AS SELECT * FROM dp_ask('q', '{\"a\":1e999}');
    CREATE TEMP TABLE s AS SELECT * FROM dp_ask('q', '{\"a\":-1e999}'); $log" \
    'charge0.0001,charge0.0001'
fresh
answer 'a name with an escape' "$opens; $(declares q "$asked,\"k\\u0065ep\":\"2 hours\"}");
    CREATE TEMP TABLE r AS $ask; CREATE TEMP TABLE s AS $ask; $log" 'charge0.0001,kept0.0'

# What is not kept.
fresh
answer 'a question without keep' "$opens; $(declares q "$asked}"); CREATE TEMP TABLE r AS $ask;
    CREATE TEMP TABLE s AS $ask; $log; SELECT count(*) FROM dp_kept" 'charge0.0001,charge0.0001
0'
answer 'its ledger has no further tables' "$opens; SELECT 1" 1
[ "$("$shell" "$ledger" .tables | tr -s ' ')" = 'budget declaration entry ' ] && pass ||
    fail 'its ledger has no further tables' "$("$shell" "$ledger" .tables)"
fresh
answer 'a database in memory' ".open :memory:
.load $extension
CREATE TABLE people(person, g, x, note); INSERT INTO people VALUES (1, 1, 5, 'a'); $opens;
    $(declares q "$keeps"); CREATE TEMP TABLE r AS $ask; CREATE TEMP TABLE s AS $ask; $log" \
    'charge0.0001,charge0.0001'
fresh
cp "$database" "$work/deserialised"
answer 'a database that is read into memory' ".open --deserialize $work/deserialised
.load $extension
$opens; $(declares q "$keeps"); CREATE TEMP TABLE r AS $ask; CREATE TEMP TABLE s AS $ask; $log" \
    'charge0.0001,charge0.0001'
fresh
answer 'a declaration that was made anew' "$opens; $(declares q "$keeps");
    CREATE TEMP TABLE r AS $ask; CREATE TEMP TABLE f AS SELECT dp_forget('q');
    SELECT count(*) FROM dp_kept; CREATE TEMP TABLE e AS SELECT dp_question('q', '$keeps');
    CREATE TEMP TABLE s AS $ask; $log" '0
charge0.0001,forget0.0,charge0.0001'
answer 'a host that rolls back' "$opens; BEGIN; CREATE TEMP TABLE r AS $ask; ROLLBACK; $log" \
    'charge0.0001,forget0.0,charge0.0001,kept0.0'

# The file is replaced while a connection has it open. What that connection answers is of the old
# rows, so it neither stores it nor gets what others stored.
fresh
answer 'for the file that is there' "$opens; $(declares q "$keeps"); CREATE TEMP TABLE r AS $ask" ''
cp "$database" "$work/next.db"
cp "$database" "$work/before.db"
answer 'a file that was replaced meanwhile' "$opens; CREATE TEMP TABLE r AS $ask;
.shell mv '$work/next.db' '$database'
CREATE TEMP TABLE s AS $ask; CREATE TEMP TABLE t AS $ask; $log; SELECT count(*) FROM dp_kept" \
    'charge0.0001,kept0.0,charge0.0001,charge0.0001
1'

# A question that is forgotten and declared again while it is answered stores nothing: the order of
# the log says whether it happened so.
fresh
sql "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600000)
    INSERT INTO people SELECT i, i % 3 + 1, i, 'a' FROM n; $opens; $(declares q "$keeps");"
for wait in 02 05 1 15 2 25 3 35 4 5 6; do
    sql "$opens; CREATE TEMP TABLE f AS SELECT dp_forget('q'), dp_question('q', '$keeps')"
    printf '.load %s\n%s;\n%s;\n' "$extension" "$opens" "$ask" |
        "$shell" -batch -init /dev/null "$database" >/dev/null &
    sleep "0.$wait"
    sql "$opens; CREATE TEMP TABLE f AS SELECT dp_forget('q'), dp_question('q', '$keeps')"
    wait
    sql "$opens; SELECT group_concat(act) FROM (SELECT act FROM dp_ledger ORDER BY id DESC LIMIT 3);
        SELECT count(*) FROM dp_kept"
    case $out in 'declare,forget,charge'*) break ;; esac
done
[ "$out" = 'declare,forget,charge
0' ] && pass || fail 'forgotten while it is answered' "$out $err"

# Whatever refuses a question refuses it if its answer is kept.
fresh
answer 'for what follows' "$opens; $(declares q "$keeps"); CREATE TEMP TABLE r AS $ask;
    CREATE TEMP TABLE s AS $ask; $log" 'charge0.0001,kept0.0'
cp "$ledger" "$work/sound"
"$shell" -batch "$ledger" "UPDATE budget SET state = x'00'"
refused 'a damaged budget' "$opens; $ask" 'damaged'
cp "$work/sound" "$ledger"
"$shell" -batch "$ledger" 'CREATE TABLE more(x)'
refused 'an altered ledger' "$opens; $ask" 'dp_open: the ledger is damaged'
"$shell" -batch "$ledger" 'DROP TABLE more; DELETE FROM budget'
refused 'without a budget' "$opens; $ask" 'budget must name a budget'
database=
