#!/bin/sh
# Tests that the programs under examples-c compile without a warning and run.
set -eu
bin=${bin:-build/ffi-tests}
mkdir -p "$bin"
strict='-std=c99 -Wall -Wextra -Werror -pedantic -O1 -g -Iinclude'
library="-Lbuild/lib -lindp -Wl,-rpath,$PWD/build/lib"
for example in quickstart most_common; do
    # shellcheck disable=SC2086
    ${CC:-cc} $strict "examples-c/$example.c" -o "$bin/$example" $library
done
valgrind -q --leak-check=full --error-exitcode=9 "$bin/quickstart" | grep -q 'cost epsilon = 1'

# `excellent` has at least 3,710 rows more than any other rating. At epsilon 0.01 and 5 rows per
# person its weight is larger by a factor of at least e^(0.01 * 3710 / 5) = e^7.4. So the other
# answers together have a probability of about 0.0006. Three wrong answers in a row have a
# probability below 1e-9.
right=no
for try in 1 2 3; do
    "$bin/most_common" examples-c/data/randhie.csv >"$bin/most_common.out"
    grep -q 'excellent 11019 good 7309 fair 1560 poor 302' "$bin/most_common.out"
    ! grep -q 'self-rated health: excellent' "$bin/most_common.out" || right=yes
done
[ "$right" = yes ] || { cat "$bin/most_common.out" && exit 1; }

# Tests the two example aggregates in SQLite and PostgreSQL. `ask SQL` prints the answer or the
# error.
wrong() {
    echo "$*"
    exit 1
}
holds() { # CONDITION: the SQL condition is true
    got=$(ask "SELECT CAST($1 AS integer)" 2>&1) || wrong "$1: $got"
    [ "$got" = 1 ] || wrong "$1: $got"
}
refused() { # MESSAGE SQL: the error contains the message, and no value of the rows
    ! got=$(ask "$2" 2>&1) || wrong "not refused: $2: $got"
    case $got in *4711*) wrong "a value is shown: $got" ;; *"$1"*) ;; *) wrong "expected <$1>, got <$got>" ;; esac
}

# The rows are 4711, 1, 2.5 and NULL. At epsilon 1e18 the noise rounds to zero, and at epsilon 1 its
# scale is 10.
rows='(SELECT 1 AS i, 4700 + 11 AS x UNION ALL SELECT 2, 1 UNION ALL SELECT 3, 2.5 UNION ALL SELECT 4, NULL) r'
check_sum() {
    holds "(SELECT private_sum(x, 0, 10, 1e18) = 13.5 FROM $rows)"
    holds "(SELECT private_sum(r.x, 0, 10, 1e18) = 0 FROM (SELECT 1 AS one) o LEFT JOIN $rows ON r.x < 0)"
    holds "(SELECT count(*) = 4 AND min(s) = 0 AND max(s) = 10 AND sum(s) = 13.5 FROM (SELECT private_sum(x, 0, 10, 1e18) AS s FROM $rows GROUP BY i) g)"
    holds "(SELECT count(DISTINCT s) = 4 AND max(abs(s)) < 400 FROM (SELECT private_sum(x, 0, 10, 1) AS s FROM $rows GROUP BY i) g)"
    refused 'private_sum: lo, hi and epsilon must be the same on every row' "SELECT private_sum(x, 0, 10, i) FROM $rows"
    refused 'private_sum: lo, hi and epsilon must be the same on every row' \
        "SELECT private_sum(x, 0, coalesce(x, 9), 1) FROM $rows"
    refused 'private_sum: lo, hi and epsilon must be numbers' "SELECT private_sum(x, NULL, 10, 1) FROM $rows"
    refused 'lo must be below hi' "SELECT private_sum(x, 10, 0, 1) FROM $rows"
    refused 'epsilon must be positive and finite' "SELECT private_sum(x, 0, 10, 0) FROM $rows"
    refused 'private_sum: no row reached this call, so its parameters are unknown' \
        "SELECT private_sum(x, 0, 10, 1) FROM $rows WHERE i > 99"
    refused window "SELECT private_sum(x, 0, 10, 1) OVER () FROM $rows"
}

# shellcheck disable=SC2086
${CC:-cc} $strict -shared -fPIC examples-c/sqlite_sum.c -o "$bin/private_sum.so" $library
ask() { printf '.load %s/private_sum\n%s;\n' "$bin" "$1" | sqlite3 -batch -bail -noheader -init /dev/null :memory:; }
check_sum
holds "(SELECT private_sum(x, -5, 10, 1e18) = 8 FROM (SELECT 'nothing' AS x UNION ALL SELECT x'00' UNION ALL SELECT '8'))"
refused 'private_sum: lo, hi and epsilon must be numbers' "SELECT private_sum(1, 0, '10', 1)"

# shellcheck source=tools/pg-cluster.sh
. tools/pg-cluster.sh
cluster_start
# shellcheck disable=SC2086
${CC:-cc} $strict -D_GNU_SOURCE -Wno-unused-parameter -isystem "$("$PG_CONFIG" --includedir-server)" -shared -fPIC \
    examples-c/postgresql_sum.c -o "$cluster/private_sum.so" build/lib/libindp.a -Wl,-z,nodelete -lm
chmod 755 "$cluster/private_sum.so"
pg postgres -v module="$cluster/private_sum.so" -f examples-c/postgresql_sum.sql
ask() { printf '%s;\n' "$1" | pg postgres; }
check_sum
holds "(SELECT private_sum(x, -5, 10, 1e18) = 15 FROM (SELECT 'NaN'::float8 AS x UNION ALL SELECT 'Infinity' UNION ALL SELECT 5) s)"
# In the first query PostgreSQL scans the hash table of the groups three times. Each group must give
# the same answer each time. The second query must give an answer for each of 20,000 groups.
holds "(SELECT count(DISTINCT s) = 4 FROM generate_series(1, 3) k, LATERAL (SELECT i, private_sum(x, 0, 10, 0.1) AS s FROM $rows GROUP BY i OFFSET 0) g)"
holds "(SELECT count(*) = 20000 FROM (SELECT private_sum(i, 0, 10, 1) AS s FROM generate_series(1, 20000) i GROUP BY i) g)"
pg postgres -c 'CREATE ROLE stranger'
refused 'cannot be internal' \
    'SET ROLE stranger; CREATE AGGREGATE pg_temp.own(float8, float8, float8, float8) (SFUNC = private_sum_add, STYPE = internal)'
holds "(SELECT private_sum(5, 0, 10, 1e18) = 5)"
