# Runs the C programs under a memory checker. driver.c calls the functions as a server does.

checker=${VALGRIND-valgrind}
if [ -n "$checker" ] && ! command -v "$checker" >/dev/null; then
    echo "mariadb tests: no $checker, running the C program without" >&2
    checker=
fi
program() { # NAME: compiles and runs test/NAME.c
    # shellcheck disable=SC2086
    if ! ${CC:-cc} -std=c99 -O1 -g -Wall -Wextra -Werror -pedantic -Ibuild/cargo -Iextensions/common -Iextensions/mariadb/src \
        "$here/$1.c" extensions/mariadb/src/*.c extensions/common/*.c build/lib/libindp.a -lm -lpthread -ldl -o "$work/$1"; then
        fail "$1.c" 'does not compile'
    elif ${checker:+"$checker" -q --leak-check=full --errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect --error-exitcode=9} "$work/$1" >"$work/out" 2>&1; then
        passed=$((passed + $(sed -n "s/^$1: \([0-9]*\) passed.*/\1/p" "$work/out")))
    else
        fail "$1.c" "$(cat "$work/out")"
    fi
}
program driver
program numbers
# If the self test fails, calls of aggregates must be refused with that reason.
if CFLAGS='-O1 -Dindp_self_test=broken_self_test' sh tools/link-mariadb.sh build/lib/libindp.a "$mariadb_home/plugins/broken.so" extensions/sqlite/test/broken.c; then
    mariadb_sql -e "CREATE OR REPLACE AGGREGATE FUNCTION dp_count RETURNS INTEGER SONAME 'broken.so'"
    refused 'a failed self test' 'SELECT dp_count(x, 1) FROM t' 'self test failed: this build computes wrong results here, so do not use it'
    mariadb_sql <extensions/mariadb/sql/install.sql
    answer 'the tested build again' "SELECT dp_count(x, $E) FROM t" 4
else
    fail 'a failed self test' 'does not compile'
fi
# If the server's header is installed, UDF_ARGS and UDF_INIT must have the layout that it declares.
header=/usr/include/mariadb/server/mysql.h
if [ -f "${MARIADB_HEADER:-$header}" ]; then
    if ${CC:-cc} -I"$(dirname "${MARIADB_HEADER:-$header}")" -I"$(dirname "${MARIADB_HEADER:-$header}")/.." -Iextensions/mariadb/src "$here/layout.c" -o "$work/layout" && "$work/layout"; then pass; else fail 'layout.c' 'differs'; fi
else
    echo "mariadb tests: no server's header, layout.c does not run"
fi
