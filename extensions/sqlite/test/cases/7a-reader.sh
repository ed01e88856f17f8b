# Tests dp_reader, which makes the connection that calls it one for readers. reader.c attacks such
# connections.
fresh
sql "$opens; $budget; CREATE TEMP TABLE q AS SELECT dp_question('q', $(fields '{}'));"
reader="CREATE TABLE done AS SELECT dp_reader('$work/data.db', '$ledger')"
database=:memory:
answer 'a reader' "SELECT dp_reader('$work/data.db', '$ledger') = '$ledger'; SELECT * FROM dp_ask('q')" "$(lines 1 '|227.0')"
refused 'a budget that the owner does not show' "$reader; SELECT dp_remaining('b')" 'dp_remaining: the owner does not show what is left of this budget: none of its questions has the field "remaining": "shown"'
refused 'the owner is not there' "$reader; SELECT dp_budget('b', 1e30)" 'not authorized to use function: dp_budget'
refused 'only once' "$reader; SELECT dp_reader('$work/data.db', '$ledger')" 'not authorized to use function: dp_reader'
refused 'nothing is attached' "$reader; ATTACH '$ledger' AS l" 'not authorized'
refused 'after dp_open' "CREATE TABLE opened AS SELECT dp_open('$ledger'); SELECT dp_reader('$work/data.db', '$ledger')" 'dp_reader: this connection has a ledger open: call dp_reader on a new connection'
for bad in "'', '$ledger'" "'$work/data.db', ''" "NULL, '$ledger'" "'$work/data.db', 1" "x'41', '$ledger'"; do
    refused "dp_reader of $bad" "SELECT dp_reader($bad)" 'dp_reader: private and ledger must be the names of two files'
done
refused 'a private URI' "SELECT dp_reader('file:$work/data.db', '$ledger')" 'dp_reader: the private database must be given by the name of a file, not by a URI'
refused 'a URI of a ledger' "SELECT dp_reader('$work/data.db', 'file:$ledger')" 'dp_reader: the ledger must be given by the name of a file, not by a URI'
refused 'a missing ledger' "SELECT dp_reader('$work/data.db', '$work/none')" 'dp_reader: no ledger has this name'
refused 'a ledger that is none' "SELECT dp_reader('$work/data.db', '$work/data.db')" 'dp_reader: the ledger is damaged, or the file is not a ledger'
for bad in "$work/none" :memory: "$work"; do
    refused "a private database $bad" "SELECT dp_reader('$bad', '$ledger')" 'dp_reader: the private database cannot be opened: check its name and your rights'
done
echo 'this is no database, and has more than one hundred bytes, so that SQLite does not take it for an empty one......' >"$work/foreign"
refused 'a private database that is none' "SELECT dp_reader('$work/foreign', '$ledger')" 'dp_reader: the private connection cannot be restricted, or its database cannot be read'
refused 'attached databases' "ATTACH ':memory:' AS m; SELECT dp_reader('$work/data.db', '$ledger')" "dp_reader: the reader's connection has attached databases"
refused 'temporary tables' "CREATE TEMP TABLE dp_ask(x); SELECT dp_reader('$work/data.db', '$ledger')" "dp_reader: the reader's connection has temporary tables, views or triggers: use a new connection"
refused 'names that are reserved' "CREATE TABLE dp_ask(x); SELECT dp_reader('$work/data.db', '$ledger')" "dp_reader: the reader's database has virtual tables, or tables or views whose names begin with dp_, indp_, json_ or pragma_"
refused 'in a default' "CREATE TEMP TABLE c(x DEFAULT (dp_reader('$work/data.db', '$ledger'))); INSERT INTO c(rowid) VALUES (1)" 'dp_reader: call this function directly in a statement'
# SQLite compiles what is nested by recursion, so longer chains would overflow the stack. The
# deepest that are known, of operators with one byte a level, need 6.5 MB of 8.
database=$work/chains.db
"$shell" -batch -bail -init /dev/null "$database" 'CREATE VIEW v AS SELECT 1; CREATE TABLE t(x);
    CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO t SELECT 2; END'
refused 'a view' "$reader; CREATE VIEW w AS SELECT 1" 'not authorized'
refused 'a view of the file' "DROP TABLE done; $reader; SELECT * FROM v" \
    'access to view "v" prohibited'
refused 'a temporary trigger' "DROP TABLE done; $reader; CREATE TEMP TRIGGER h AFTER INSERT ON t
    BEGIN SELECT 1; END" 'not authorized'
answer 'a trigger of the file' "DROP TABLE done; $reader; INSERT INTO t VALUES (1);
    SELECT count(*) FROM t; PRAGMA foreign_keys" '1
0'
refused 'foreign keys' "DROP TABLE done; $reader; PRAGMA foreign_keys = ON" 'not authorized'
database=:memory:
refused 'a long statement' "$reader; SELECT '$(printf '%010000d' 0)'" 'too big'
refused 'a deep expression' "$reader; SELECT 1$(printf '|1%.0s' $(seq 101))" 'maximum depth 100'
for like in LIKE GLOB; do
    refused "a long pattern of $like" "$reader; SELECT 'a' $like replace(hex(zeroblob(501)),
        '00', 'ab') || '%'" 'LIKE or GLOB pattern too complex'
done
refused 'a long compound' "$reader; SELECT 1$(printf ' UNION SELECT 1%.0s' $(seq 50))" \
    'too many terms in compound SELECT'
links() { # NUMBER TERMS WORD: prints links of a chain, each with TERMS levels over the one before
    terms=$(printf '|1%.0s' $(seq "$2"))
    seq "$1" | sed "s/.*/$3/" | awk -v "terms=$terms" '{ gsub("@", NR - 1); gsub("#", NR);
        gsub("%", terms); printf "%s", $0 }'
}
chain() { # NAME SQL [KB]: the statements work within a stack of so many KB, or of half the usual
    printf '.load %s sqlite3_indpreader_init\n%s;\n%s;\n' "$extension" \
        "SELECT dp_reader('$work/data.db', '$ledger') IS NULL" "$2" >"$work/chain.sql"
    out=$(ulimit -s "${3:-4096}" && "$shell" -batch -bail -noheader -init /dev/null :memory: \
        <"$work/chain.sql" 2>&1)
    case "$?:$out" in 0:0*) pass ;; *) fail "$1" "$?: $out" ;; esac
}
chain 'common table expressions' "CREATE TABLE z(x); INSERT INTO z VALUES (1);
    WITH a0 AS (SELECT x FROM z)$(links 40 90 ',a# AS(SELECT x% x FROM a@)') SELECT x FROM a40"
chain 'generated columns' "CREATE TABLE z(a, c0 AS (a)$(links 45 90 ',c# AS(c@%)'));
    INSERT INTO z(a) VALUES (1); SELECT c45 FROM z"
chain 'both' "CREATE TABLE z(a, c0 AS (a)$(links 45 90 ',c# AS(c@%)'));
    INSERT INTO z(a) VALUES (1);
    WITH a0 AS (SELECT c45 x FROM z)$(links 40 90 ',a# AS(SELECT x% x FROM a@)')
    SELECT x FROM a40"
deep=$(printf '~%.0s' $(seq 78))
chain 'the deepest' "CREATE TABLE z(a, c0 AS (a)$(links 105 0 ",c# AS($deep""c@)"));
    INSERT INTO z(a) VALUES (1);
    WITH a0(x)AS(SELECT c105 FROM z)$(links 94 0 ",a#(x)AS(SELECT $deep""x FROM a@)")
    SELECT x FROM a94" 8192
chain 'links' "WITH a0 AS (SELECT 1 x)$(links 300 0 ',a# AS(SELECT x FROM a@)') SELECT x FROM a300"
database=$work/both.db
"$shell" -batch -bail -init /dev/null "$database" 'CREATE TABLE t(x)'
refused 'the private database itself' "SELECT dp_reader('$database', '$ledger')" "dp_reader: the reader's database, the private database and the ledger must not share a file"
database=
if [ -e "$work/none" ] || [ -e "$work/none-lock" ] || [ -e "$work/data.db-lock" ]; then fail 'dp_reader' 'left a file behind'; else pass; fi

# The entry point for readers gives these functions and tables, and no others.
flags=$(for f in count,2 sum,4 avg,5 var,5 stddev,5 quantile,4 mode,3; do
    n=${f#*,} f=${f%,*}
    for w in error epsilon_for_error; do printf 'dp_%s_%s|%d\ndp_%s_%s|%d\n' "$f" $w "$n" "$f" $w $((n + 1)); done
done
for f in count,3 count,4 sum,5 sum,6 avg,4 var,4 stddev,4; do printf 'dp_%s_interval|%d\n' "${f%,*}" "${f#*,}"; done
printf '%s\n' 'dp_reader|2' 'dp_remaining|1' 'indp_version|0' dp_ask dp_cells dp_questions)
printf '.load %s sqlite3_indpreader_init\n%s\n' "$extension" "SELECT name || '|' || narg FROM pragma_function_list WHERE name GLOB '*dp_*'
    UNION ALL SELECT name FROM pragma_module_list WHERE name GLOB '*dp_*';" | "$shell" -batch -bail -noheader -init /dev/null 2>&1 | LC_ALL=C sort >"$work/out"
echo "$flags" | LC_ALL=C sort | cmp -s - "$work/out" && pass || fail 'what readers get' "$(cat "$work/out")"
printf '.load %s sqlite3_indpreader_init\n%s;\nSELECT * FROM dp_ask(%s);\n' "$extension" "$reader" "'q'" | "$shell" -batch -bail -noheader -init /dev/null >"$work/out" 2>&1
if [ "$(cat "$work/out")" = '|227.0' ]; then pass; else fail 'the entry point for readers' "$(cat "$work/out")"; fi
