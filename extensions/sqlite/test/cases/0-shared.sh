# Runs the cases of surface/cases, which all engines share. Each row is a statement on a line of its
# own, so the shell's errors tell the row by its line.

shared() { # TABLE: runs its rows, and counts and reports them
    awk -v engine=sqlite -f surface/cases/expand.awk "surface/cases/$1.tsv" >"$work/rows" || fail "$1" 'not read'
    awk -F '\t' -v table="$1" "$shared_statements" "$work/rows" >"$work/statements"
    { echo ".load $extension"; cat "$work/statements"; } |
        "$shell" -batch -noheader -separator '' -init /dev/null :memory: >"$work/out" 2>"$work/err"
    cat "$work/err" >>"$errors"
    { cat "$work/out"; sed -n 's/.*near line \([0-9]*\): /\1 /p' "$work/err" | shared_errors; } >"$work/seen"
    if awk -v engine=sqlite -v table="$1" -f surface/cases/compare.awk "$work/rows" "$work/seen" >"$work/out"; then
        passed=$((passed + $(wc -l <"$work/rows")))
    else
        fail "$1" "$(head -n 5 "$work/out")"
    fi
    tail -n 1 "$work/out"
}

# Prints the row and the message of each error. Some versions of the shell append the code.
shared_errors() {
    awk '{ row = $1 - 1; sub(/^[0-9]+ /, ""); sub(/ \([0-9]+\)$/, ""); sub(/, in JSON$/, ""); print row "\t! " $0 }'
}

# Rows of which the second raises an error, and the SQL of each row of a table.
shared_statements='
BEGIN { one = " FROM (SELECT 1 AS x, 1 AS i, 1 AS t)"; late = "(SELECT x, x AS i, x AS t FROM (SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775807 - x) FROM (SELECT 1 AS x)))" }
function sql(call) {
    gsub(/\[[^ ]*\]/, "\047&\047", call)
    gsub(/\[NULL/, "[null", call); gsub(/,NULL\]/, ",null]", call)
    return infinite(call)
}
function infinite(text) {
    text = " " text " "
    while (match(text, /[ (,-]inf[ ,)]/)) text = substr(text, 1, RSTART) "1e999" substr(text, RSTART + 4)
    return substr(text, 2, length(text) - 2)
}
function source(rows) {
    if (rows == ".") return ""
    if (rows == "-") return " FROM (SELECT 1) LEFT JOIN (SELECT NULL AS x) ON false"
    gsub(/, /, "), (", rows)
    return " FROM (SELECT column1 AS x FROM (VALUES (" infinite(rows) ")))"
}
function merged(call, from, persons) { return "(SELECT dp_merge(s, " persons ") FROM (SELECT " call " AS s" from "))" }
table == "refusals" {
    call = sql($1)
    from = call ~ /^dp_release/ ? one : call ~ /_(error|interval)\(/ ? "" : " FROM " late
    if (match(call, / \+ /)) {
        a = substr(call, 10, RSTART - 10)
        b = substr(call, RSTART + 3)
        persons = b
        sub(/.*, /, ", ", persons)
        call = "dp_merge(s" persons
        b = substr(b, 1, length(b) - length(persons))
        from = " FROM (SELECT " a " AS s" one " UNION ALL SELECT " b one ")"
    }
    print "SELECT " call from ";"
}
table == "values" { print "SELECT " NR ", char(9) || \047= \047, iif(typeof(a) = \047real\047, printf(\047%!.17g\047, a), a) FROM (SELECT " \
    sql($1) " AS a" source($2) ");" }
table == "states" {
    each = source($2) " GROUP BY x"
    print "SELECT " NR ", char(9) || \047= \047, CASE WHEN s = m THEN hex(s) ELSE \047merged: \047 || hex(m) END FROM (SELECT (SELECT " \
        sql($1) source($2) ") AS s, " merged(sql($1), each, $3) " AS m);"
}'
for table in refusals values states; do shared "$table"; done
