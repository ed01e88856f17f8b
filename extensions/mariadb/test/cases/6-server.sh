# Tests what surrounds the functions: installing and removing them, rights, replication, wrong
# declarations.

# The library exports what install.sql creates, with the suffixes that the server looks up, and
# nothing else. So the server can use only the functions that install.sql lists.
sed -n 's/^CREATE OR REPLACE \(AGGREGATE \)\{0,1\}FUNCTION \([a-z_]*\) .*/\1\2/p' extensions/mariadb/sql/install.sql >"$work/created"
sed 's/^AGGREGATE //' "$work/created" | LC_ALL=C sort >"$work/names"
{
    cat "$work/names"
    sed 's/$/_init/' "$work/names"
    grep -v indp_version "$work/names" | sed 's/$/_deinit/'
    for suffix in clear add remove; do sed -n "s/^AGGREGATE \(.*\)/\1_$suffix/p" "$work/created"; done
} | LC_ALL=C sort >"$work/wanted"
nm -D --defined-only "$mariadb_extension" | awk '{ print $3 }' | LC_ALL=C sort >"$work/exported"
if [ "$(wc -l <"$work/names")" -gt 40 ] && cmp -s "$work/wanted" "$work/exported"; then pass; else
    fail 'exported names' "$(diff "$work/wanted" "$work/exported")"
fi
# install.sql creates every aggregate and function of extensions/common.
for name in $(sed -n 's/.*NAMES("\(dp_[a-z]*\)").*/\1 \1_state/p; s/.*= { *"\(dp_[a-z]*\)", NULL,.*/\1/p' extensions/common/kinds.c) \
    $(sed -n 's/^    X(\([a-z_]*\),.*/dp_\1/p' extensions/common/error.h); do
    if grep -qx "$name" "$work/names"; then pass; else fail "$name" 'is not in install.sql'; fi
done
if sed -n 's/^DROP FUNCTION IF EXISTS \(.*\);/\1/p' extensions/mariadb/sql/uninstall.sql | LC_ALL=C sort | cmp -s - "$work/names"; then pass; else fail 'uninstall.sql' 'other functions than install.sql'; fi

if readelf -d "$mariadb_extension" | grep -q NODELETE; then pass; else fail 'nodelete' 'the flag is missing'; fi
# The server calls dlclose when the last function is dropped. After that, threads that drew noise
# must still be able to end, and it must be possible to create the functions again. The linker flag
# -z nodelete ensures both.
for round in 1 2 3; do
    (printf 'SELECT dp_count(x, 1) FROM t;\n'; sleep 1; printf 'SELECT 1;\n') | mariadb_sql test >/dev/null 2>"$work/err" &
    sleep 0.4
    mariadb_sql <extensions/mariadb/sql/uninstall.sql 2>"$work/err" || fail 'uninstall' "$(cat "$work/err")"
    refused "round $round: no functions" 'SELECT dp_count(x, 1) FROM t' 'FUNCTION test.dp_count does not exist'
    wait
    mariadb_sql <extensions/mariadb/sql/install.sql 2>"$work/err" || fail 'install again' "$(cat "$work/err")"
    answer "round $round: installed again" "SELECT dp_count(x, $E) FROM t" 4
done
mariadb_restart --thread-stack=131072 --log-bin=binlog --server-id=1
answer 'the functions survive a restart' "SELECT dp_count(x, $E) FROM t" 4
mariadb_sql <extensions/mariadb/sql/install.sql
answer 'installing twice changes nothing' "SELECT dp_count(x, $E) FROM t" 4

# Installing and removing writes nothing to the binary log, because a replica without the file would
# stop. The session logs again afterwards. Without the privilege nothing is changed.
mariadb_sql -e 'FLUSH BINARY LOGS'
for file in uninstall install install; do
    printf 'source extensions/mariadb/sql/%s.sql\nSELECT @@sql_log_bin;\n' "$file" | mariadb_sql -N >"$work/out" 2>&1
    if [ "$(cat "$work/out")" = 1 ]; then pass; else fail "the session after $file.sql" "$(cat "$work/out")"; fi
done
mariadb_sql -e 'CREATE DATABASE seen; DROP DATABASE seen'
mariadb_sql -N -e "SHOW BINLOG EVENTS IN '$(mariadb_sql -N -e 'SHOW MASTER STATUS' | cut -f 1)'" >"$work/events"
if grep -q 'CREATE DATABASE seen' "$work/events" && ! grep -q 'FUNCTION' "$work/events"; then pass; else fail 'the binary log of install.sql' "$(cat "$work/events")"; fi
mariadb_sql -e "CREATE OR REPLACE USER installer; GRANT INSERT, DELETE ON mysql.* TO installer"
for file in install uninstall; do
    mariadb --no-defaults --user=installer --socket="$mariadb_home/socket" <"extensions/mariadb/sql/$file.sql" >"$work/out" 2>&1
    case $(cat "$work/out") in *'BINLOG ADMIN'*) pass ;; *) fail "$file.sql without BINLOG ADMIN" "$(cat "$work/out")" ;; esac
done
answer 'the functions are still there' "SELECT dp_count(x, $E) FROM t" 4

# With a wrong declaration, the server would read the answer from a wrong register.
declared() { # NAME DECLARATION SQL
    mariadb_sql test -e "CREATE OR REPLACE $2 SONAME 'indp.so'" 2>"$work/err" || fail "$1" "$(cat "$work/err")"
    sql "$3;"
}
for x in 1 x 'CAST(x AS DECIMAL(9, 4))'; do
    declared "dp_count as REAL" 'AGGREGATE FUNCTION dp_count RETURNS REAL' "SELECT dp_count($x, 1.5) FROM t"
    case $err in *'wrong result type: use install.sql'*) pass ;; *) fail "dp_count of $x as REAL" "$out $err" ;; esac
    declared "dp_sum as INTEGER" 'AGGREGATE FUNCTION dp_sum RETURNS INTEGER' "SELECT dp_sum($x, 0, 10.25, 1) FROM t"
    case $err in *'wrong result type: use install.sql'*) pass ;; *) fail "dp_sum of $x as INTEGER" "$out $err" ;; esac
done
declared 'dp_release as INTEGER' 'FUNCTION dp_release RETURNS INTEGER' "SELECT dp_release('', 1)"
case $err in *'wrong result type'*) pass ;; *) fail 'dp_release as INTEGER' "$out $err" ;; esac
declared 'dp_sum_error as INTEGER' 'FUNCTION dp_sum_error RETURNS INTEGER' "SELECT dp_sum_error(0, 1, 1, 0.5)"
case $err in *'wrong result type'*) pass ;; *) fail 'dp_sum_error as INTEGER' "$out $err" ;; esac
declared 'dp_sum without AGGREGATE' 'FUNCTION dp_sum RETURNS REAL' 'SELECT dp_sum(x, 0, 10, 1) FROM t LIMIT 1'
if [ "$out" = NULL ]; then pass; else fail 'dp_sum without AGGREGATE' "$out $err"; fi
mariadb_sql <extensions/mariadb/sql/install.sql

# Rights. Functions have no owner and no schema: whoever may log in may call them.
sql "CREATE OR REPLACE TABLE answers(n BIGINT); INSERT INTO answers VALUES (8); CREATE OR REPLACE USER reader, stranger, maker; GRANT SELECT ON test.answers TO reader; GRANT CREATE, CREATE ROUTINE, ALTER ROUTINE, EXECUTE, DROP ON test.* TO maker"
user=stranger
sql() { # without a database, on which this user has no rights
    printf '%s\n' "$1" | mariadb --no-defaults --user="$user" --socket="$mariadb_home/socket" --batch --skip-column-names >"$work/raw" 2>"$work/err"
    code=$?
    out=$(tr '\t' '|' <"$work/raw") err=$(cat "$work/err")
}
answer 'a user without rights can call the functions' "SELECT dp_count(1, $E), dp_release(x'00', 1)" '1|NULL'
refused 'but reads no table' 'SELECT dp_count(x, 1) FROM test.t' "SELECT command denied to user 'stranger'"
refused 'and cannot drop functions' 'DROP FUNCTION dp_count' "Access denied for user 'stranger'"
user=maker
refused 'CREATE FUNCTION needs INSERT on mysql' "CREATE AGGREGATE FUNCTION dp_other RETURNS REAL SONAME 'indp.so'" "Access denied for user 'maker'@'%' to database 'mysql'"
user=reader
refused 'a reader of answers reads no rows' 'SELECT dp_sum(x, 0, 10, 1) FROM test.t' "SELECT command denied to user 'reader'"
answer 'a reader of answers reads answers' 'SELECT n FROM test.answers' 8
. "$here/sql.sh"

# Replication. With ROW and MIXED the binary log must hold the answer itself. With STATEMENT it
# holds the statement, which would draw other noise on a replica, so the server must warn.
answer 'the tables of answers' 'CREATE OR REPLACE TABLE logged(n BIGINT) ENGINE=InnoDB; SELECT count(*) FROM logged' 0
logged() { # FORMAT: sets $events to the types of events that an INSERT of an answer writes
    mariadb_sql test -e 'FLUSH BINARY LOGS'
    sql "SET binlog_format = $1; INSERT INTO logged SELECT dp_count(x, 1) FROM t;"
    file=$(mariadb_sql -N -e 'SHOW MASTER STATUS' | cut -f 1)
    events=$(mariadb_sql -N -e "SHOW BINLOG EVENTS IN '$file'" | cut -f 3 | tr '\n' ' ')
}
for format in ROW MIXED; do
    logged $format
    case "$err $events" in ' '*Write_rows*) pass ;; *) fail "binlog $format" "$err $events" ;; esac
done
logged STATEMENT
case "$err" in *1592*) pass ;; *) fail 'binlog STATEMENT warns' "$err $events" ;; esac
case "$events" in *Write_rows*) fail 'binlog STATEMENT' 'rows were logged: the README says otherwise' ;; *) pass ;; esac
