#!/bin/sh
# Runs the tests of the MariaDB extension on a temporary server. Usage, after `make mariadb` and
# from any directory: run.sh [CASES...], for example `run.sh 3-queries`. tools/mariadb-server.sh
# describes the variables INDP_MARIADB and MARIADBD, and extensions/sqlite/test/run.sh describes CC
# and VALGRIND, which are for the C programs.
#
# The cases are in cases/. Those in SQL have facts and answers (extensions/test/sections.sh). The
# others call these functions:
#
#     answer NAME SQL EXPECTED     the output is EXPECTED, and the client succeeds without warnings
#     holds NAME SQL               the output is 1
#     null NAME SQL                the output is NULL
#     refused NAME SQL MESSAGE     the client fails, prints no row, and the error contains MESSAGE
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/mariadb/test
. tools/mariadb-server.sh
# By default the smallest stack that the server accepts: releases must fit in it.
mariadb_start --thread-stack="${MARIADB_STACK:-131072}" --log-bin=binlog --server-id=1
work=$mariadb_home/work
mkdir "$work"
passed=0
failed=0
errors=$work/errors # all messages that the cases provoked
: >"$errors"

# At this epsilon the noise rounds to zero. For example, the noise of a sum over 0..10 has the scale
# lambda = 10/1e18 and the grid step 2^-46, so it changes the sum with probability below exp(-700).
E=1e18

pass() { passed=$((passed + 1)); }
fail() { # NAME WHAT
    failed=$((failed + 1))
    echo "FAIL $1: $2" | tr '\n' ' ' | cut -c 1-600
    echo
}

. "$here/sql.sh"
. extensions/test/sections.sh

answer() {
    sql "$2;"
    if [ "$code" = 0 ] && [ -z "$err" ] && [ "$out" = "$3" ]; then pass; else
        fail "$1" "expected <$3>, got <$out> $err (exit $code)"
    fi
}

holds() { answer "$1" "$2" 1; }
null() { answer "$1" "$2" NULL; }

refused() {
    sql "$2;"
    case "$err" in
    *"$3"*) if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "$1" "not refused: <$out> (exit $code)"; fi ;;
    *) fail "$1" "expected the error <$3>, got <$out> $err (exit $code)" ;;
    esac
}

lines() { printf '%s\n' "$@"; }

mariadb_sql <extensions/mariadb/sql/install.sql && mariadb_sql -e 'CREATE DATABASE test' &&
    mariadb_sql test <"$here/data.sql" &&
    sed 1d examples-c/data/randhie.csv >"$work/rand.csv" && chmod 644 "$work/rand.csv" &&
    mariadb_sql --local-infile=1 test -e "LOAD DATA LOCAL INFILE '$work/rand.csv' INTO TABLE rand FIELDS TERMINATED BY ','" || exit 2

for cases in "$here"/cases/*; do
    name=$(basename "$cases" | sed 's/\.[a-z]*$//')
    case " $* " in '  ' | *" $name "*) ;; *) continue ;; esac
    start=$(date +%s)
    # shellcheck source=/dev/null
    case $cases in *.sql) sections "$cases" ;; *) . "$cases" ;; esac
    echo "$(basename "$cases" | sed 's/\.[a-z]*$//'): $passed passed so far, $failed failed, $(($(date +%s) - start)) s"
done

echo "mariadb $(mariadb_sql -N -e 'SELECT version()'): $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
