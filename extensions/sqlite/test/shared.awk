# The SQL of the shared cases in SQLite: see surface/cases/statements.awk.
BEGIN {
    one = " FROM (SELECT 1 AS x, 1 AS i, 1 AS t)"
    late = "SELECT 1 AS x UNION ALL SELECT abs(-9223372036854775807 - x) FROM (SELECT 1 AS x)"
    late = " FROM (SELECT x, x AS i, x AS t FROM (" late "))"
}

# Lists are JSON, and 1e999 is infinite.
function sql(text) {
    gsub(/\[[^ ]*\]/, "'&'", text)
    gsub(/\[NULL/, "[null", text)
    gsub(/,NULL\]/, ",null]", text)
    text = " " text " "
    while (match(text, /[ (,-]inf[ ,)]/))
        text = substr(text, 1, RSTART) "1e999" substr(text, RSTART + length(" inf"))
    return substr(text, 2, length(text) - 2)
}

function source(rows, call) {
    if (rows == ".") return ""
    if (rows == "-") return " FROM (SELECT 1) LEFT JOIN (SELECT NULL AS x) ON false"
    gsub(/, /, "), (", rows)
    return " FROM (SELECT column1 AS x FROM (VALUES (" sql(rows) ")))"
}

function merge(persons) { return "dp_merge(s, " persons ")" }

function answer(number, call, from) {
    return "SELECT " number ", char(9), '= ', iif(typeof(a) = 'real', printf('%!.17g', a), a)" \
        " FROM (SELECT " call " AS a" from ")"
}

function state(number, whole, merged) {
    return "SELECT " number ", char(9), '= ', iif(s = m, hex(s), 'merged: ' || hex(m))" \
        " FROM (SELECT (" whole ") AS s, (" merged ") AS m)"
}
