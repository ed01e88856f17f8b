# The SQL of the shared cases in MariaDB: see surface/cases/statements.awk.
BEGIN {
    one = " FROM (SELECT 1 AS x, 1 AS i, 1 AS t) o"
    late = " FROM (SELECT x, x AS i, x AS t FROM secret WHERE (SELECT seq FROM seq_1_to_2)) o"
}

# Lists are JSON.
function sql(text) {
    gsub(/\[[^ ]*\]/, "'&'", text)
    gsub(/\[NULL/, "[null", text)
    gsub(/,NULL\]/, ",null]", text)
    return text
}

# Integers would become decimals if one of them is -2^63.
function source(rows, call) {
    if (rows == ".") return ""
    if (rows == "-") return " FROM (SELECT NULL AS x) o WHERE false"
    if (rows ~ /^[-0-9, NUL]+$/) {
        gsub(/, /, " AS SIGNED), CAST(", rows)
        rows = "CAST(" rows " AS SIGNED)"
    }
    sub(/(,|$)/, " AS x&", rows)
    gsub(/, /, " UNION ALL SELECT ", rows)
    return " FROM (SELECT " rows ") o"
}

function merge(persons) { return "dp_merge(s, " persons ")" }

function answer(number, call, from) {
    return "SELECT " number ", concat('= ', ifnull(" call ", ''))" from
}

function state(number, whole, merged) {
    return "SELECT " number ", concat('= ', IF(s = m, hex(s), concat('merged: ', hex(m))))" \
        " FROM (SELECT (" whole ") AS s, (" merged ") AS m) q"
}
