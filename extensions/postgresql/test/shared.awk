# The SQL of the shared cases in PostgreSQL: see surface/cases/statements.awk. Refusals come with
# rows and, if `way` is none, without.
BEGIN {
    one = " FROM (SELECT 1.5::float8 AS x, 1 AS i, text '1' AS t) o"
    late = "SELECT 1 / (2 - n) AS i FROM generate_series(1, 2) n"
    late = " FROM (SELECT i, i::float8 AS x, i::text AS t FROM (" late ") o) s"
    if (way == "none") late = late " WHERE false"
}

# Lists are literals of arrays, and infinities and NaN those of numbers.
function sql(text) {
    gsub(/\[[^ ]*\]/, "'<&>'", text)
    gsub(/<\[/, "{", text)
    gsub(/\]>/, "}", text)
    text = " " text " "
    while (match(text, /[ (,](-?inf|nan)[ ,)]/))
        text = substr(text, 1, RSTART) "'" substr(text, RSTART + 1, RLENGTH - 2) "'" \
            substr(text, RSTART + RLENGTH - 1)
    return substr(text, 2, length(text) - 2)
}

# The type of x follows from its values.
function source(rows, call,    type) {
    if (rows == ".") return ""
    type = rows ~ /'/ ? "text" : rows ~ /[.ein]/ ? "float8" : "bigint"
    if (rows == "-") type = call ~ /(mode|counts)/ ? "bigint" : "float8"
    return " FROM unnest(ARRAY[" (rows == "-" ? "" : sql(rows)) "]::" type "[]) x"
}

function merge(persons) { return "dp_merge(s)" }

function answer(number, call, from) {
    return "SELECT " number ", E'\\t= ', " call from
}

function state(number, whole, merged) {
    return "SELECT " number ", E'\\t= ', CASE WHEN s = m THEN s ELSE 'merged: ' || m END" \
        " FROM (SELECT encode((" whole ")::bytea, 'hex') AS s," \
        " encode((" merged ")::bytea, 'hex') AS m) q"
}
