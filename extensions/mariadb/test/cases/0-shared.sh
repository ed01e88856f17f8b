# Runs the cases of surface/cases, which all engines share. Each row is a statement on a line of its
# own, so the client's errors tell the row by its line.

shared() { # TABLE: runs its rows, and counts and reports them
    awk -v engine=mariadb -f surface/cases/expand.awk "surface/cases/$1.tsv" >"$work/rows" || fail "$1" 'not read'
    awk -F '\t' -v table="$1" "$shared_statements" "$work/rows" >"$work/statements"
    mariadb_sql --batch --skip-column-names --raw --force --default-character-set=utf8mb4 test \
        <"$work/statements" >"$work/out" 2>"$work/err"
    cat "$work/err" >>"$errors"
    { cat "$work/out"; sed -n "$shared_errors" "$work/err"; } >"$work/seen"
    if awk -v engine=mariadb -v table="$1" -f surface/cases/compare.awk "$work/rows" "$work/seen" >"$work/out"; then
        passed=$((passed + $(wc -l <"$work/rows")))
    else
        fail "$1" "$(head -n 5 "$work/out")"
    fi
    tail -n 1 "$work/out"
}

# The row and the message of each error. The server cuts messages off, so some rules are shorter
# here: src/messages.c.
shared_errors="
s/^ERROR 1123 .* at line \([0-9]*\): Can't initialize function '\([a-z_]*\)'; /\1	! \2: /
s/a JSON array of 1 to 1048576 distinct/a flat array of 1 to 1048576 distinct/
s/a JSON array of 1 to 1048576 strictly ascending finite numbers/a flat array of 1 to 1048576 finite values in strictly ascending order/
s/a JSON array of 1 to 1000 fractions in \[0,1\], denominators up to 10000/a flat array of 1 to 1000 fractions from 0 to 1 with denominators of at most 10000/
s/or 0 for a default/or 0 to let the library choose/
s/^ERROR \(.*\) at line \([0-9]*\): /\2	! \1: /
p"

# The SQL of each row of a table.
shared_statements='
function sql(call) {
    gsub(/\[[^ ]*\]/, "\047&\047", call)
    gsub(/\[NULL/, "[null", call); gsub(/,NULL\]/, ",null]", call)
    return call
}
function source(rows) {
    if (rows == ".") return ""
    if (rows == "-") return " FROM (SELECT NULL AS x) o WHERE false"
    # A literal below -2^63 + 1 would make integers decimals.
    if (rows ~ /^[-0-9, NUL]+$/) {
        gsub(/, /, " AS SIGNED), CAST(", rows)
        rows = "CAST(" rows " AS SIGNED)"
    }
    sub(/(,|$)/, " AS x&", rows)
    gsub(/, /, " UNION ALL SELECT ", rows)
    return " FROM (SELECT " rows ") o"
}
BEGIN {
    one = " FROM (SELECT 1 AS x, 1 AS i) o"
    late = " FROM (SELECT x, x AS i, x AS t FROM secret WHERE (SELECT seq FROM seq_1_to_2)) o"
}
table == "refusals" {
    call = sql($1)
    from = call ~ /^dp_release/ ? one : call ~ /_(error|interval)\(/ ? "" : late
    if (match(call, / \+ /)) {
        a = substr(call, 10, RSTART - 10)
        persons = b = substr(call, RSTART + 3)
        sub(/.*, /, ", ", persons)
        b = substr(b, 1, length(b) - length(persons))
        from = " FROM (SELECT " a " AS s" one " UNION ALL SELECT " b one ") p"
        call = "dp_merge(s" persons
    }
    print "SELECT " call from ";"
}
table == "values" { print "SELECT " NR ", concat(\047= \047, " sql($1) ")" source($2) ";" }
table == "states" {
    from = source($2)
    print "SELECT " NR ", concat(\047= \047, IF(s = m, hex(s), concat(\047merged: \047, hex(m)))) FROM (SELECT (SELECT " sql($1) from \
        ") AS s, (SELECT dp_merge(s, " $3 ") FROM (SELECT " sql($1) " AS s" from ($2 == "-" ? "" : " GROUP BY x") ") p) AS m) q;"
}'
for table in refusals values states; do shared "$table"; done
