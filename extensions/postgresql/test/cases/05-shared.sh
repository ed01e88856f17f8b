# Runs the cases of surface/cases, which all engines share. Each row is a statement on a line of its
# own, so psql's errors tell the row by its line. Refusals come with rows, of which the second raises
# another error, and without rows.

shared() { # TABLE [ROWS]: runs its rows, and counts and reports them
    awk -v engine=postgresql -f surface/cases/expand.awk "surface/cases/$1.tsv" >"$work/rows" || fail "$1" 'not read'
    awk -F '\t' -v table="$1" -v given="${2:-}" "$shared_statements" "$work/rows" >"$work/statements"
    PGOPTIONS='-c client_min_messages=error' pg -v ON_ERROR_STOP=0 -F '' -f "$work/statements" test >"$work/out" 2>"$work/err"
    sed 's/^psql:[^ ]* //' "$work/err" >>"$errors"
    { cat "$work/out"; sed -n 's/^psql:.*:\([0-9]*\): ERROR:  /\1\t! /p' "$work/err" | sed 's/\t! 22023: /\t! /'; } >"$work/seen"
    if awk -v engine=postgresql -v table="$1" -f surface/cases/compare.awk "$work/rows" "$work/seen" >"$work/out"; then
        passed=$((passed + $(wc -l <"$work/rows")))
    else
        fail "$1 ${2:-}" "$(head -n 5 "$work/out")"
    fi
    tail -n 1 "$work/out"
}

# The SQL of each row of a table. The type of x follows from its values.
shared_statements='
function special(text) {
    text = " " text " "
    while (match(text, /[ (,](-?inf|nan)[ ,)]/))
        text = substr(text, 1, RSTART) "\047" substr(text, RSTART + 1, RLENGTH - 2) "\047" substr(text, RSTART + RLENGTH - 1)
    return substr(text, 2, length(text) - 2)
}
function sql(call) {
    gsub(/\[[^ ]*\]/, "\047{&}\047", call)
    gsub(/\{\[/, "{", call); gsub(/\]\}/, "}", call)
    return special(call)
}
function source(rows, call,    type) {
    if (rows == ".") return ""
    type = rows ~ /\047/ ? "text" : rows ~ /[.ein]/ ? "float8" : "bigint"
    if (rows == "-") { type = call ~ /(mode|counts)/ ? "bigint" : "float8"; rows = "" }
    return " FROM unnest(ARRAY[" special(rows) "]::" type "[]) x"
}
table == "refusals" {
    call = sql($1)
    from = call ~ /^dp_release/ ? one : call ~ /_(error|interval)\(/ ? "" : late
    if (match(call, / \+ /)) {
        b = substr(call, RSTART + 3)
        sub(/, [^,]*\)$/, "", b)
        from = " FROM (SELECT " substr(call, 10, RSTART - 10) " AS s" one " UNION ALL SELECT " b one ") p"
        call = "dp_merge(s)"
    }
    print "SELECT " call from ";"
}
BEGIN {
    one = " FROM (SELECT 1.5::float8 AS x, 1 AS i, text \0471\047 AS t) o"
    late = " FROM (SELECT i, i::float8 AS x, i::text AS t FROM (SELECT 1 / (2 - n) AS i FROM generate_series(1, 2) n) o) s"
    if (given == "none") late = late " WHERE false"
}
table == "values" { print "SELECT " NR ", E\047\\t= \047, " sql($1) source($2, $1) ";" }
table == "states" {
    from = source($2, $1)
    print "SELECT " NR ", E\047\\t= \047, CASE WHEN s = m THEN s ELSE \047merged: \047 || m END FROM (SELECT encode((SELECT " sql($1) from \
        ")::bytea, \047hex\047) AS s, encode((SELECT dp_merge(s) FROM (SELECT " sql($1) " AS s" from ($2 == "-" ? "" : " GROUP BY x") ") p)::bytea, \047hex\047) AS m) q;"
}'
shared refusals rows
shared refusals none
shared values
shared states
