# shellcheck shell=sh
# Functions for tests that have a cluster of their own. Source this file after cluster_start, with
# $label set to the name of the test in messages, and $work to a folder for temporary files.
#
#     answer NAME SQL EXPECTED    the output is EXPECTED and psql succeeds
#     refused NAME SQL MESSAGE    psql fails, prints no row, and the error contains MESSAGE
#     prepare SQL                 runs SQL that must succeed, or ends the test
#     until_true COMMAND...       waits, at most 30 seconds, until the command succeeds
#     pass, fail NAME WHAT        count a check of any other form
passed=0
failed=0
db=test
user=postgres

pass() { passed=$((passed + 1)); }
fail() { # NAME WHAT
    failed=$((failed + 1))
    echo "FAIL $label, $1: $2" | tr '\n' ' ' | cut -c 1-600
    echo
}
# Runs SQL on the database $db as $user. Sets $out, $err and $code.
sql() {
    printf '%s\n' "$1" | pg -U "$user" "$db" >"$work/out" 2>"$work/err"
    code=$?
    out=$(cat "$work/out")
    err=$(cat "$work/err")
}
answer() {
    sql "$2;"
    if [ "$code" = 0 ] && [ "$out" = "$3" ]; then pass; else fail "$1" "expected <$3>, got <$out> $err (exit $code)"; fi
}
refused() {
    sql "$2;"
    case "$code $out $err" in
    "$code  "*"ERROR:  "*"$3"*) pass ;;
    *) fail "$1" "expected the error <$3>, got <$out> $err (exit $code)" ;;
    esac
}
prepare() {
    sql "$1;"
    [ "$code" = 0 ] || { fail 'preparing' "$err"; exit 1; }
}
until_true() {
    for _ in $(seq 300); do
        "$@" && return 0
        sleep 0.1
    done
    fail 'waited in vain' "$*"
}
