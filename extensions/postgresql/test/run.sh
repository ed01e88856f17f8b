#!/bin/sh
# Runs the tests of the PostgreSQL extension on a temporary cluster. Usage, after `make` and from
# any directory: run.sh [CASES...], for example `run.sh 30-queries`. tools/pg-cluster.sh describes
# how it finds the server.
#
# The cases are in cases/. Each case calls one of these functions:
#
#     answer NAME SQL EXPECTED         the output is EXPECTED and psql succeeds
#     holds NAME SQL                   the output is t
#     refused NAME SQL CODE MESSAGE    psql fails with this SQLSTATE, prints no row, and the error
#                                      contains MESSAGE
#     since MAJOR NAME WHY             succeeds from this major version on; otherwise reports the
#                                      case as skipped and fails
#     skip NAME WHY                    reports a case as skipped for any other reason
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/postgresql/test
. tools/pg-cluster.sh
cluster_start "shared_buffers = '256MB'" "jit = off"
work=$cluster/work
mkdir "$work"
passed=0
failed=0
skipped=0
errors=$work/errors # all messages that the cases provoked
: >"$errors"

# At this epsilon the noise rounds to zero. For example, the noise of a sum over 0..10 has the scale
# lambda = 10/1e18 and the grid step 2^-46. It changes the exact sum with probability exp(-700).
E=1e18

# The second row of this input raises an error. A bad parameter must be refused earlier, on the
# first row.
second='FROM (SELECT 1 / (2 - i) AS x FROM generate_series(1, 2) i) s'

pass() { passed=$((passed + 1)); }
fail() { # NAME WHAT
    failed=$((failed + 1))
    echo "FAIL $1: $2" | tr '\n' ' ' | cut -c 1-600
    echo
}

skip() { # NAME WHY
    skipped=$((skipped + 1))
    echo "SKIP $1: $2"
}

since() { # MAJOR NAME WHY
    [ "$major" -lt "$1" ] || return 0
    skip "$2" "$3 from PostgreSQL $1 on"
    return 1
}

# Runs SQL on the database $db as $user. Sets $out, $err and $code.
db=test
user=postgres
sql() {
    printf '%s\n' "$1" | pg -U "$user" "$db" >"$work/out" 2>"$work/err"
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

holds() { answer "$1" "$2" t; }

refused() {
    sql "$2;"
    case "$err" in
    *"ERROR:  $3: "*"$4"*) if [ "$code" != 0 ] && [ -z "$out" ]; then pass; else fail "$1" "not refused: <$out> (exit $code)"; fi ;;
    *) fail "$1" "expected the error <$3: $4>, got <$out> $err (exit $code)" ;;
    esac
}

major=$(pg postgres -c "SELECT current_setting('server_version_num')::int / 10000") || exit 2
no_memoize='; SET enable_memoize = off'
[ "$major" -ge 14 ] || no_memoize='' # older servers lack this setting

pg postgres -c 'CREATE DATABASE test' && pg test <"$here/data.sql" &&
    pg test -c 'COPY rand FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv || exit 2

# Roles belong to the whole cluster. Those that a case has made get another name after it, so that
# no case depends on the names that other cases use.
rename_roles() { # CASE
    pg postgres >/dev/null <<SQL || fail "$1" 'its roles were not renamed'
SELECT format('ALTER ROLE %I RENAME TO %I', rolname, '$1 ' || rolname) FROM pg_roles
    WHERE oid >= 16384 AND rolname !~ '^indp_|^[0-9].-' \gexec
SQL
}

for cases in "$here"/cases/*.sh; do
    case " $* " in '  ' | *" $(basename "$cases" .sh) "*) ;; *) continue ;; esac
    start=$(date +%s)
    # shellcheck source=/dev/null
    . "$cases"
    rename_roles "$(basename "$cases" .sh)"
    echo "$(basename "$cases" .sh): $passed passed so far, $failed failed, $(($(date +%s) - start)) s"
done

# The ledger needs a cluster of its own.
if [ -z "$*" ]; then
    if sh "$here/ledger.sh"; then pass; else fail ledger 'see above'; fi
fi

echo "postgresql $("$PG_CONFIG" --version): $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
