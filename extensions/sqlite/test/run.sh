#!/bin/sh
# Runs the tests of the SQLite extension. Usage: run.sh [INDP.so], from any directory.
# Environment variables, with their defaults in parentheses:
#
#     SQLITE3        the shell (sqlite3)
#     INDP_SQLITE    the extension (build/sqlite/indp.so)
#     INDP_LIB       the static library for the C programs (build/lib/libindp.a)
#     INDP_INCLUDE   the folder of indp.h (include)
#     CC             the C compiler (cc)
#     CASES          a pattern of the cases to run (*), such as 7*
#     VALGRIND       the memory checker for the C programs (valgrind; empty: run without)
#     EMULATOR       runs the C programs if CC compiles for another machine (empty)
#     PROGRAMS       whether to run the C programs (yes, or no if CASES is given)
#
# The cases are in cases/. Each case calls one of these functions:
#
#     answer NAME SQL EXPECTED     the output is EXPECTED and the shell succeeds
#     holds NAME SQL               the output is 1
#     refused NAME SQL MESSAGE     the shell fails, prints no row, and the error contains MESSAGE
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=extensions/sqlite/test
shell=${SQLITE3:-sqlite3}
extension=${1:-${INDP_SQLITE:-build/sqlite/indp.so}}
library=${INDP_LIB:-build/lib/libindp.a}
include=${INDP_INCLUDE:-include}
for file in "$extension" "$library" "$include/indp.h"; do
    [ -f "$file" ] || { echo "sqlite tests: $file is missing" >&2; exit 2; }
done
command -v "$shell" >/dev/null || { echo "sqlite tests: no $shell" >&2; exit 2; }

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
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
    echo "FAIL $1: $2" | tr '\n' ' ' | cut -c 1-400
}

counts() { # NAME COMMAND...: runs a program that reports how many of its checks passed
    name=$1
    shift
    if "$@" >"$work/out" 2>&1; then
        passed=$((passed + $(sed -n "s/^$name: \([0-9]*\) passed.*/\1/p" "$work/out")))
    else
        fail "$name" "$(cat "$work/out")"
    fi
}

# Runs SQL (and dot commands of the shell) on the test database, which no case may change. Sets
# $out, $err and $code. If $access is -readonly, the shell opens the database read-only. $database
# names another database. The
# PRAGMA is needed because the shell of newer SQLite versions does not trust schemas, and so would
# refuse the functions in views.
sql() {
    printf '.load %s\nPRAGMA trusted_schema = ON;\n%s\n' "$extension" "$1" |
        "$shell" -batch -bail -noheader -init /dev/null ${access:-} "${database:-$work/data.db}" >"$work/out" 2>"$work/err"
    code=$?
    out=$(cat "$work/out")
    err=$(cat "$work/err")
    cat "$work/err" >>"$errors"
}

answer() {
    sql "$2;"
    if [ "$code" = 0 ] && [ -z "$err" ] && [ "$out" = "$3" ]; then pass; else
        fail "$1" "expected <$3>, got <$out> $err (exit $code)"
    fi
}

holds() { answer "$1" "$2" 1; }

refused() {
    sql "$2;"
    case "$err" in
    *"$3"*) if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "$1" "not refused: <$out> (exit $code)"; fi ;;
    *) fail "$1" "expected the error <$3>, got <$out> $err (exit $code)" ;;
    esac
}

# Cases about a ledger begin with $opens, which prints nothing. `fresh` puts an empty ledger in its
# place. in_ledger and not_in_ledger do what `answer` and `refused` do, with an empty ledger.
ledger=$work/ledger
opens="CREATE TEMP TABLE opened AS SELECT dp_open('$ledger')"
fresh() { rm -f "$ledger-journal" "$ledger-lock"; cp "$work/empty" "$ledger"; }
in_ledger() { fresh; answer "$1" "$opens; $2" "$3"; }        # NAME SQL EXPECTED
not_in_ledger() { fresh; refused "$1" "$opens; $2" "$3"; }   # NAME SQL MESSAGE
lines() { printf '%s\n' "$@"; }

# Creates the data of all cases. Table `secret` holds values that no message may show. Table k is a
# public list of keys.
"$shell" -batch -bail -init /dev/null "$work/data.db" <<'END' || exit 2
CREATE TABLE secret(g INTEGER, x);
INSERT INTO secret VALUES (1, 123456789.125), (1, NULL), (2, 'secret-4711'), (2, x'feedface'),
  (3, 987654321987654321), (3, -123456789.125), (4, 1e999), (4, -1e999), (4, 4711.0625),
  (5, 4711.25), (5, 4711.5);
CREATE TABLE t(g INTEGER, x);
INSERT INTO t VALUES (1, 1), (1, 2), (1, NULL), (2, 3), (2, 4.5), (3, NULL);
CREATE TABLE k(i INTEGER PRIMARY KEY);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
INSERT INTO k SELECT i FROM n;
CREATE TABLE rand(
  zper INTEGER, year INTEGER, site INTEGER, plan INTEGER, coins REAL, income REAL, xage REAL,
  female INTEGER, educdec REAL, hlthg INTEGER, hlthf INTEGER, hlthp INTEGER, disea REAL,
  mdvis INTEGER, outpdol REAL, inpdol REAL, meddol REAL);
CREATE VIEW leak AS SELECT dp_count(x, 1) AS r FROM t;
CREATE VIEW noisy AS SELECT group_concat(r) AS r
  FROM (SELECT dp_sum(t.x, 0, 10, 0.0001) AS r FROM k LEFT JOIN t ON t.g = k.i WHERE k.i <= 8 GROUP BY k.i);
.mode csv
.import --skip 1 examples-c/data/randhie.csv rand
END

keep_data() { cp "$work/data.db" "$work/kept.db"; } # after a case has added tables
keep_data
sql "SELECT dp_create('$work/empty');"
[ -f "$work/empty" ] || { echo "sqlite tests: no ledger: $err" >&2; exit 2; }
fresh

for cases in "$here"/cases/${CASES:-*}.sh; do
    # shellcheck source=/dev/null
    . "$cases"
    if cmp -s "$work/data.db" "$work/kept.db"; then pass; else
        fail "$cases" 'changed the data'
        keep_data
    fi
done

if [ "${PROGRAMS:-${CASES:+no}}" = no ]; then
    echo "sqlite: $passed passed, $failed failed, without the C programs"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
    exit
fi

# Creates a locale with a decimal comma, since a program that uses the extension may have set one.
localedef -i de_DE -f UTF-8 "$work/de_DE" >"$work/out" 2>&1 || echo 'sqlite tests: no localedef or no de_DE, running static.c without a decimal comma' >&2

# The C programs have the extension linked in. They run under valgrind if it is installed.
checker=${VALGRIND-valgrind}
if [ -n "$checker" ] && ! command -v "$checker" >/dev/null; then
    echo "sqlite tests: no $checker, running the C programs without" >&2
    checker=
fi
# SQLite keeps only pointers into the middle of some blocks, and valgrind calls those "possibly
# lost". Therefore only definite leaks count here. In addition, the programs check that SQLite got
# all its memory back.
checks='-q --leak-check=full --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect --error-exitcode=9'
compile="${CC:-cc} -std=c99 -O1 -g -Wall -Wextra -Werror -pedantic -DSQLITE_CORE -I$include -Iextensions/sqlite/src -Iextensions/common"
mkdir "$work/objects"
for file in extensions/sqlite/src/*.c extensions/sqlite/src/*/*.c extensions/common/*.c; do
    object=$(echo "$file" | tr / _)
    $compile -c "$file" -o "$work/objects/$object.o" || fail "$file" 'does not compile'
done
program() { # NAME [COMMAND...]: compiles test/NAME.c and runs it, under COMMAND
    name=$1
    shift
    if [ ! -e "$work/$name" ] &&
        ! $compile "$here/$name.c" "$work"/objects/*.o "$library" -lsqlite3 -lm -lpthread -ldl -o "$work/$name"; then
        fail "$name.c" 'does not compile'
    else
        counts "$name" env LOCPATH="$work" ${EMULATOR:-} "$@" "$work/$name"
    fi
}
# shellcheck disable=SC2086
program static ${checker:+"$checker" $checks}
# shellcheck disable=SC2086
program reader ${checker:+"$checker" $checks}
# shellcheck disable=SC2086
program questions ${checker:+"$checker" $checks}
program processes
program faults
# shellcheck disable=SC2086
[ -z "$checker" ] || program faults env INDP_FAULTS_QUICK=1 "$checker" $checks

# If the self test fails, the extension must refuse to load and give the reason.
if CFLAGS='-O1 -Dindp_self_test=broken_self_test' sh tools/link-sqlite.sh "$library" "$work/indp.so" "$here/broken.c" &&
    ! printf '.load %s\nSELECT indp_version();\n' "$work/indp" | "$shell" -batch -init /dev/null >"$work/out" 2>"$work/err" &&
    grep -q 'indp: not loaded: self test failed' "$work/err" && ! [ -s "$work/out" ]; then
    passed=$((passed + 1))
else
    fail 'a failed self test' "$(cat "$work/out" "$work/err")"
fi

# Two SQLite libraries in one process. The program loads them itself, so it is linked with none.
if ${CC:-cc} -std=c99 -O1 -g -Wall -Wextra -Werror -pedantic "$here/libraries.c" -lpthread -ldl -o "$work/libraries"; then
    counts libraries ${EMULATOR:-} "$work/libraries" "$extension" "$work/indp.so" "$work"
else
    fail libraries.c 'does not compile'
fi

echo "sqlite: $passed passed, $failed failed"
[ "$failed" = 0 ]
