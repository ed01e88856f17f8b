# Tests budgets and the ledger. Each case begins with an empty ledger unless it says otherwise.
# processes.c and faults.c test charges of several processes and threads, and of processes that die.

one='{"lo":0,"hi":10,"epsilon":0.1,"budget":"b"}'
makes="CREATE TEMP TABLE made AS SELECT dp_budget('b', 1.0), dp_declare('visits', 'sum', '$one')"

in_ledger 'dp_open returns the complete name' "SELECT dp_open('$ledger') = '$ledger', dp_open('$ledger') = '$ledger'" '1|1'
in_ledger 'a budget returns what is left' "SELECT dp_budget('b', 1.5), dp_remaining('b'), dp_remaining('B')" '1.5|1.5|1.5'
in_ledger 'charges are exact: ten times 0.1 fits into 1' \
    "$makes; CREATE TEMP TABLE r AS SELECT visits(x) AS r FROM (SELECT i, 1 AS x FROM k WHERE i <= 10) GROUP BY i;
     SELECT count(*), dp_remaining('b') FROM r" '10|0.0'
in_ledger 'and not an eleventh' \
    "$makes; CREATE TEMP TABLE r AS SELECT visits(x) AS r FROM (SELECT i, 1 AS x FROM k WHERE i <= 9) GROUP BY i;
     SELECT dp_remaining('b'), dp_budget('b', 0.9)" '0.1|0.0'
fresh
sql "$opens; $makes; SELECT visits(x) FROM (SELECT i, 1 AS x FROM k WHERE i <= 11) GROUP BY i;"
case "$err" in
*'visits: the budget has less left than the epsilon of this release: see dp_remaining'*) pass ;;
*) fail 'the eleventh of ten' "$out $err" ;;
esac
answer 'ten were charged' "$opens; SELECT count(*), min(remaining) FROM dp_ledger WHERE act = 'charge'" '10|0.0'
# SQLite 3.40 reads these literals as the double next to the right one.
for e in 0.023859 0.002877 0.033217 0.5; do
    in_ledger "a total as text: $e" "CREATE TEMP TABLE m AS SELECT dp_budget('b', '$e'), dp_declare('v', 'count', '{\"epsilon\":$e,\"budget\":\"b\"}');
        CREATE TEMP TABLE r AS SELECT v(1) AS r; SELECT dp_remaining('b')" 0.0
done
in_ledger 'a new total keeps what was spent' \
    "$makes; CREATE TEMP TABLE r AS SELECT visits(1) AS r;
     SELECT dp_budget('b', 2.0), dp_budget('b', 0.1), dp_remaining('b')" '1.9|0.0|0.0'
not_in_ledger 'a total below what was spent' "$makes; CREATE TEMP TABLE r AS SELECT visits(1) AS r; SELECT dp_budget('b', 0.05)" \
    'dp_budget: epsilon must be at least what was spent'
in_ledger 'the highest total is on record' \
    "CREATE TEMP TABLE m AS SELECT dp_budget('b', 1), dp_budget('b', 3), dp_budget('b', 2); SELECT epsilon, highest, days FROM dp_budgets" '2.0|3.0|'
in_ledger 'the log' "$makes; CREATE TEMP TABLE r AS SELECT visits(1) AS r; SELECT id, act, name, budget, epsilon, remaining FROM dp_ledger" \
    "$(lines '1|budget||b|1.0|1.0' '2|declare|visits||0.0|0.0' '3|charge|visits|b|0.1|0.9')"
fresh
answer 'a window of 30 days' "$opens; CREATE TEMP TABLE m AS SELECT dp_budget('b', 1, 30), dp_budget('c', 1e300), dp_budget('d', 5e-324);
    SELECT name, epsilon, days, windows FROM dp_budgets" "$(lines 'b|1.0|30|1' 'c|1.0e+300||1' 'd|4.94065645841247e-324||1')"
refused 'another window' "$opens; SELECT dp_budget('b', 1)" 'dp_budget: days must be the same as when the budget was made'
refused 'a window for a budget without' "$opens; SELECT dp_budget('c', 1, 30)" 'dp_budget: days must be the same as when the budget was made'

# Neither transactions of the host nor errors refund a charge.
charged() { # NAME SQL EXPECTED: after SQL, which may fail, the log has EXPECTED charges
    fresh
    sql "$opens; $makes;
.bail off
$2;"
    answer "$1" "$opens; SELECT count(*) FROM dp_ledger WHERE act = 'charge'" "$3"
}
charged 'ROLLBACK' 'BEGIN; SELECT visits(1); ROLLBACK' 1
charged 'a savepoint' 'SAVEPOINT s; SELECT visits(1); ROLLBACK TO s; RELEASE s' 1
charged 'an error after the rows' "SELECT abs(visits(1) * 0 + -9223372036854775807 - 1)" 1
charged 'an error in a row' 'SELECT visits(x), sum(abs(x)) FROM (SELECT -9223372036854775807 - 1 AS x)' 1
charged 'a row that is not read' 'SELECT r FROM (SELECT visits(1) AS r) LIMIT 0' 0
charged 'an answer that is not shown' 'SELECT 1 WHERE (SELECT visits(1)) IS NULL' 1
charged 'each group' 'SELECT i, visits(i) FROM k WHERE i <= 3 GROUP BY i' 3
charged 'the same call twice' 'SELECT visits(1), visits(1) HAVING visits(1) > -1e9' 1
charged 'two calls' 'SELECT visits(1), visits(2)' 2
charged 'EXPLAIN' 'EXPLAIN SELECT visits(1); EXPLAIN QUERY PLAN SELECT visits(1)' 0

# Files that are not ledgers are refused, and so are ledgers that were altered or damaged.
mkdir "$work/folder"
refused 'a folder' "SELECT dp_open('$work/folder')" 'dp_open: the ledger cannot be opened, read or written: check that its folder exists, your rights and the free space'
refused 'a missing folder' "SELECT dp_open('$work/nowhere/ledger')" 'dp_open: no ledger has this name: check the name, or make a new ledger with dp_create'
for bad in "':memory:'" "''" NULL 1 "x'41'" "'a' || char(0) || 'b'"; do
    refused "dp_open of $bad" "SELECT dp_open($bad)" 'dp_open: '
done
echo 'this is not a database, whatever its name' >"$work/foreign"
refused 'a foreign file' "SELECT dp_open('$work/foreign')" 'dp_open: the ledger is damaged, or the file is not a ledger'
cp "$work/data.db" "$work/other.db"
refused 'a database that is not a ledger' "SELECT dp_open('$work/other.db')" 'dp_open: the ledger is damaged, or the file is not a ledger'
if cmp -s "$work/data.db" "$work/other.db"; then pass; else fail 'a foreign database' 'was changed'; fi
refused 'two ledgers' "$opens; SELECT dp_open('$work/second')" 'dp_open: this connection has another ledger open: use another connection'
refused 'a second new ledger' "$opens; SELECT dp_create('$work/second')" 'dp_create: this connection has a ledger open: use another connection'
refused 'a ledger that does not exist' "SELECT dp_open('$work/second')" "dp_open: no ledger has this name: check the name, or make a new ledger with dp_create"
refused 'a new ledger in a missing folder' "SELECT dp_create('$work/nowhere/ledger')" 'dp_create: the ledger cannot be opened, read or written: check that its folder exists, your rights and the free space'
for bad in "''" NULL 1 "x'41'" "'a' || char(0) || 'b'"; do
    refused "dp_create of $bad" "SELECT dp_create($bad)" 'dp_create: path must be the name of a file'
done
refused 'a new ledger in memory' "SELECT dp_create(':memory:')" 'dp_create: the ledger must be a file, not a database in memory'
refused 'a new ledger by a URI' "SELECT dp_create('file:$work/second')" 'dp_create: the ledger must be given by the name of a file, not by a URI'
for file in "$ledger" "$work/foreign" "$work/other.db"; do
    refused "a new ledger in place of $file" "SELECT dp_create('$file')" 'dp_create: a file of this name exists: to open a ledger that exists, call dp_open'
done
if cmp -s "$work/data.db" "$work/other.db"; then pass; else fail 'a database in place of which no ledger is made' 'was changed'; fi
: >"$work/nothing"
refused 'an empty file is no ledger' "SELECT dp_open('$work/nothing')" 'dp_open: the ledger is damaged, or the file is not a ledger'
answer 'an empty file becomes a new ledger' "SELECT dp_create('$work/nothing') <> ''; SELECT count(*) FROM dp_ledger" "$(lines 1 0)"
rm "$work/nothing" "$work/nothing-lock"
# No refusal leaves a file behind.
litter=$(cd "$work" && ls -d second* nowhere* foreign-* other.db-* nothing* ':memory:'* file* 2>/dev/null; ls -d ':memory:'* 2>/dev/null)
if [ -z "$litter" ]; then pass; else fail 'a refused ledger' "left $litter"; fi

# On a connection that only reads, nobody creates a ledger or changes one. Declared aggregates
# answer there.
fresh
sql "$opens; $makes;"
for access in -readonly ''; do
    [ -n "$access" ] && only= || only='PRAGMA query_only = ON;'
    for f in "dp_create('$work/second')" "dp_budget('b', 2)" "dp_budget('c', 2)" "dp_declare('v', 'sum', '$one')" "dp_question('v', '{}')" "dp_forget('visits')"; do
        refused "only reads <$access>: $f" "CREATE TEMP TABLE opened(x); INSERT INTO opened SELECT $(case $f in dp_create*) echo 1 ;; *) echo "dp_open('$ledger')" ;; esac); $only SELECT $f" \
            "${f%%(*}: this connection only reads: call this function on a connection whose main database is not read-only and that has query_only off"
    done
    if [ -e "$work/second" ]; then fail 'a ledger made by a reader' 'was created'; else pass; fi
    answer "only reads <$access>: a charge" "$opens; $only SELECT visits(1) IS NOT NULL, dp_remaining('b')" "1|$([ -n "$access" ] && echo 0.9 || echo 0.8)"
done
access=

altered() { # NAME STATEMENTS: dp_open refuses the ledger after STATEMENTS have changed it
    fresh
    sql "$opens; $makes;"
    "$shell" -batch -bail -init /dev/null "$ledger" "$2" || fail "$1" 'not altered'
    refused "$1" "SELECT dp_open('$ledger')" 'dp_open: the ledger is damaged, or the file is not a ledger'
}
altered 'a trigger that refunds' 'CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END'
altered 'a view' 'CREATE VIEW v AS SELECT 1'
altered 'an index' 'CREATE INDEX i ON entry(time)'
altered 'another table' 'CREATE TABLE more(x)'
altered 'a missing table' 'DROP TABLE entry'
altered 'another version' 'PRAGMA user_version = 2'
altered 'another application' 'PRAGMA application_id = 1'
damaged() { # NAME STATEMENTS MESSAGE: a charge is refused after STATEMENTS changed the contents
    fresh
    sql "$opens; $makes;"
    "$shell" -batch -bail -init /dev/null "$ledger" "$2" || fail "$1" 'not changed'
    refused "$1" "$opens; SELECT visits(1)" "$3"
}
damaged 'a damaged amount' "UPDATE budget SET state = x'00'" 'visits: the ledger is damaged'
damaged 'an amount that is no blob' "UPDATE budget SET state = 'text'" 'visits: the ledger is damaged'
damaged 'a negative window' 'UPDATE budget SET days = -1' 'visits: the ledger is damaged'
damaged 'a window that began before time' 'UPDATE budget SET began = -9223372036854775808' 'visits: the ledger is damaged'
damaged 'no windows' 'UPDATE budget SET windows = 0' 'visits: the ledger is damaged'
damaged 'no budget' 'DELETE FROM budget' '"visits" was not installed: budget must name a budget'
damaged 'other fields' "UPDATE declaration SET fields = '{}'" 'dp_open: '
damaged 'another aggregate' "UPDATE declaration SET kind = 'total'" '"visits" was not installed: the aggregate must be'

# A ledger that changes while it is open refuses charges.
changed() { # NAME COMMAND MESSAGE: COMMAND runs after dp_open, and then a charge is refused
    fresh
    sql "$opens; $makes;
.shell $2
SELECT visits(1);"
    chmod u+w "$ledger" 2>/dev/null
    case "$code,$out,$err" in
    [1-9]*,,*"visits: $3"*) pass ;;
    *) fail "$1" "$code <$out> $err" ;;
    esac
}
changed 'a removed ledger' "rm $ledger" 'the ledger cannot be opened, read or written: check that its folder exists, your rights and the free space'
changed 'a ledger put in place of it' "mv $ledger $work/away && cp $work/away $ledger" 'the ledger cannot be opened, read or written: check that its folder exists, your rights and the free space'
changed 'a ledger that was cut off' "truncate -s 100 $ledger" 'the ledger is damaged'
changed 'a redeclared aggregate' "$shell $ledger 'UPDATE declaration SET fields = replace(fields, 10, 20)'" \
    'the declaration of this aggregate has changed: call dp_open again'
changed 'a forgotten aggregate' "$shell $ledger 'DELETE FROM declaration'" 'the declaration of this aggregate has changed: call dp_open again'
changed 'a forgotten budget' "$shell $ledger 'DELETE FROM budget'" 'budget must name a budget'

# Journal modes that may lose a charge are refused, and so are triggers and altered tables, even if
# another process makes the change while the ledger is open.
altered_mode() { # MODE
    fresh
    sql "$opens; $makes;"
    "$shell" -batch -bail -init /dev/null "$ledger" "PRAGMA journal_mode = $1" >/dev/null
    refused "journal mode $1" "SELECT dp_open('$ledger')" 'dp_open: the ledger must have the journal mode DELETE: run PRAGMA journal_mode = DELETE on it'
}
altered_mode WAL
changed 'WAL while it is open' "$shell $ledger 'PRAGMA journal_mode = WAL' >/dev/null" 'the ledger must have the journal mode DELETE: run PRAGMA journal_mode = DELETE on it'
changed 'a hard link while it is open' "ln $ledger $work/linked" 'the ledger file must have no other hard link'
rm "$work/linked"
changed 'a trigger while it is open' "$shell $ledger 'CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END'" 'the ledger is damaged'
changed 'a column while it is open' "$shell $ledger 'ALTER TABLE budget ADD COLUMN more'" 'the ledger is damaged'
rebuilt='ALTER TABLE budget RENAME TO old; CREATE TABLE budget(name TEXT PRIMARY KEY, epsilon, highest, days, began, windows UNIQUE ON CONFLICT IGNORE, state)'
changed 'a table that ignores updates' "$shell $ledger '$rebuilt; INSERT INTO budget SELECT * FROM old; DROP TABLE old'" 'the ledger is damaged'

# A ledger with a second hard link is refused, and so are URIs, which can choose another VFS.
fresh
sql "$opens; $makes;"
ln "$ledger" "$work/linked"
for path in "$ledger" "$work/linked"; do
    refused "a hard link: $path" "SELECT dp_open('$path')" 'dp_open: the ledger file must have no other hard link, and its folder must be readable'
done
rm "$work/linked"
for path in "file:$ledger" "FILE:$ledger?nolock=1" 'file:/ledger?vfs=memdb'; do
    refused "a URI: $path" "SELECT dp_open('$path')" 'dp_open: the ledger must be given by the name of a file, not by a URI'
done
answer 'ANALYZE does no harm' ".shell $shell $ledger ANALYZE
$opens; SELECT dp_remaining('b')" '1.0'

# If one declaration cannot be installed, the others are installed nevertheless, and the owner can
# still forget the one that failed.
fresh
sql "$opens; $makes;"
"$shell" -batch -bail -init /dev/null "$ledger" "INSERT INTO declaration VALUES ('sum', 'count', '{\"epsilon\":1}')"
refused 'a declaration with the name of a function' "SELECT dp_open('$ledger')" 'dp_open: the ledger is open, but its aggregate "sum" was not installed: sum is already the name of a function'
sql ".bail off
SELECT dp_open('$ledger');
SELECT visits(1) IS NOT NULL, dp_forget('sum'), dp_open('$ledger') <> '';"
if [ "$out" = '1|sum|1' ]; then pass; else fail 'it can be forgotten' "$out $err"; fi
"$shell" -batch -bail -init /dev/null "$ledger" "INSERT INTO declaration VALUES ('two words', 'count', '{\"epsilon\":1}')"
refused 'a declaration with a name that is not allowed' "SELECT dp_open('$ledger')" 'dp_open: the ledger is open, but another program has written a declaration whose name dp_declare does not allow: delete its row from the ledger'"'"'s table "declaration"'
"$shell" -batch -bail -init /dev/null "$ledger" "DELETE FROM declaration WHERE name = 'two words'"
answer 'it can be deleted' "SELECT dp_open('$ledger') <> ''" 1

# 64 processes want the last 0.1 of a budget at the same time. Exactly one of them must get an
# answer.
fresh
sql "$opens; CREATE TEMP TABLE m AS SELECT dp_budget('b', 0.1), dp_declare('visits', 'sum', '$one');"
i=0
while [ $i -lt 64 ]; do
    printf '.load %s\n%s;\nSELECT visits(1) IS NOT NULL;\n' "$extension" "$opens" |
        "$shell" -batch -bail -noheader -init /dev/null >"$work/race.$i" 2>"$work/lost.$i" &
    i=$((i + 1))
done
wait
won=$(cat "$work"/race.* | grep -c 1)
lost=$(cat "$work"/lost.* | grep -c 'visits: the budget has less left than the epsilon of this release: see dp_remaining')
if [ "$won,$lost" = 1,63 ]; then pass; else fail '64 processes want the last 0.1' "$won answers, $lost refusals"; fi
answer 'one charge' "$opens; SELECT count(*), dp_remaining('b') FROM dp_ledger WHERE act = 'charge'" '1|0.0'

# Calls with wrong arguments, and calls without a ledger, must be refused.
for bad in 0 -1 NULL "'x'" "'1 '" "' 1'" "''" "'0x1'" "'inf'" "'nan'" "'1e999'" "'0'" "'-1'" "x'31'" 1e999; do
    not_in_ledger "dp_budget: epsilon $bad" "SELECT dp_budget('b', $bad)" 'dp_budget: epsilon must be a finite number above 0, or the text of one'
done
for bad in 0 -1 1.5 NULL "'1'" 36501; do
    not_in_ledger "dp_budget: days $bad" "SELECT dp_budget('b', 1, $bad)" 'dp_budget: days must be a whole number from 1 to 36500'
done
for bad in "''" "'a b'" "'1a'" 1 NULL "x'61'" "'a' || char(0)" "printf('%065d', 0)"; do
    for f in 'dp_budget(NAME, 1)' 'dp_remaining(NAME)' "dp_declare(NAME, 'sum', '$one')" "dp_question(NAME, '{}')" 'dp_forget(NAME)'; do
        call=$(printf '%s' "$f" | sed "s/NAME/$bad/")
        not_in_ledger "$call" "SELECT $call" 'name must be an identifier of at most 64 letters, digits and underscores'
    done
done
not_in_ledger 'no such budget' "SELECT dp_remaining('b')" 'dp_remaining: budget must name a budget that dp_budget made'
for f in "dp_budget('b', 1)" "dp_remaining('b')" "dp_declare('v', 'sum', '{}')" "dp_question('v', '{}')" "dp_forget('v')"; do
    refused "without a ledger: $f" "SELECT $f" 'no ledger is open: call dp_open first'
done
for table in dp_declared dp_questions dp_budgets dp_ledger "dp_ask('q')"; do
    refused "without a ledger: $table" "SELECT * FROM $table" "${table%(*}: no ledger is open: call dp_open first"
done

# Views, triggers and constraints of a file from elsewhere cannot spend, and cannot change a ledger.
in_a_view() { # NAME SELECT: the view is in the main schema, as a file from elsewhere would have it
    fresh
    printf '.load %s\n%s;\n%s;\nCREATE VIEW v AS %s;\nSELECT * FROM v;\n' "$extension" "$opens" "$makes" "$2" |
        "$shell" -batch -bail -noheader -init /dev/null >"$work/out" 2>"$work/err"
    case "$?,$(cat "$work/out"),$(cat "$work/err")" in
    [1-9]*,,*'unsafe use of'*) pass ;;
    *) fail "in a view: $1" "$(cat "$work/out" "$work/err")" ;;
    esac
}
for f in "dp_open('$ledger')" "dp_create('$ledger')" "dp_budget('b', 9)" "dp_declare('v', 'sum', '$one')" "dp_question('v', '{}')" "dp_forget('visits')"; do
    in_a_view "$f" "SELECT $f"
    fresh
    sql "$opens; $makes; CREATE TEMP TABLE c(x DEFAULT ($f)); INSERT INTO c(rowid) VALUES (1);"
    case "$err" in
    *'call this function directly in a statement'*) pass ;;
    *) fail "in a default: $f" "$out $err" ;;
    esac
done
in_a_view 'a declared aggregate' 'SELECT visits(1)'
in_a_view 'a question' "SELECT * FROM dp_ask('q')"
