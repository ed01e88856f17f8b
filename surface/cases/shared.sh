# shellcheck shell=sh
# Runs the tables of shared cases in an engine whose suite is in sh. Sourced by the engine's case,
# which has the file test/shared.awk for statements.awk, and a function:
#
#     shared_run STATEMENTS    runs them, and prints the answers and, for each error, the number of
#                              its line, a tab, `! ` and the message
shared() { # ENGINE TABLE [WAY]: runs the rows, counts those that passed, and reports the others
    rows=$work/rows
    if ! awk -v engine="$1" -f surface/cases/expand.awk "surface/cases/$2.tsv" >"$rows"; then
        fail "shared cases, $2" 'the table is not read'
        return
    fi
    awk -v table="$2" -v way="${3:-}" -f surface/cases/statements.awk \
        -f "extensions/$1/test/shared.awk" "$rows" >"$work/statements"
    shared_run "$work/statements" >"$work/seen"
    if awk -v engine="$1" -v table="$2" -f surface/cases/compare.awk "$rows" "$work/seen" \
        >"$work/compared"; then
        passed=$((passed + $(wc -l <"$rows")))
    else
        failed=$((failed + 1))
        head -n 20 "$work/compared"
    fi
    tail -n 1 "$work/compared"
}

shared_messages() { # ENGINE: prints the messages that the shared cases check
    awk -v engine="$1" -f surface/cases/expand.awk surface/cases/refusals.tsv |
        awk -F '\t' '{ sub(/\(.*/, "", $1); print $1 ": " $2 }' | LC_ALL=C sort -u
}
