# Prints a statement for each row that expand.awk printed, on a line of its own. An engine adds a
# file with these functions and variables:
#
#     sql(TEXT)             a call or values in the engine's SQL
#     source(ROWS, CALL)    FROM and the rows, which have a column x
#     merge(PERSONS)        the call that merges the states s
#     answer(NUMBER, CALL, FROM)            a query of the row's number, a tab, `= ` and the answer
#     state(NUMBER, WHOLE, MERGED)          the same of a state that two queries give
#     one, late             FROM and a row with the columns x, i and t; rows of which a later one
#                           raises an error
BEGIN { FS = "\t" }

# The query that merges the states of two calls, which ` + ` separates, and the parameters.
function merge_of_two(text, at,    first, second, persons) {
    first = substr(text, length("dp_merge(") + 1, at - length("dp_merge(") - 1)
    second = substr(text, at + length(" + "), length(text) - at - length(" + "))
    persons = second
    sub(/.*, /, "", persons)
    second = substr(second, 1, length(second) - length(", " persons))
    return merge(persons) " FROM (SELECT " first " AS s" one " UNION ALL SELECT " second one ") p"
}

table == "refusals" {
    call = sql($1)
    if (at = index(call, " + ")) call = merge_of_two(call, at)
    else if (call ~ /^dp_release/) call = call one
    else if (call !~ /_(error|interval)\(/) call = call late
    print "SELECT " call ";"
}
table == "values" { print answer(NR, sql($1), source($2, $1)) ";" }
table == "states" {
    from = source($2, $1)
    states = "SELECT " sql($1) " AS s" from ($2 == "-" ? "" : " GROUP BY x")
    print state(NR, "SELECT " sql($1) from, "SELECT " merge($3) " FROM (" states ") p") ";"
}
