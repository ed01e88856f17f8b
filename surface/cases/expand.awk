# Prints the rows of a table of shared cases that an engine runs: the call, then the other columns.
# Fails if there are none, or if one is wrong. Usage: awk -v engine=ENGINE -f expand.awk TABLE
#
# Tabs separate the columns. The first line that is no comment names them. The last column is `not`:
# engines that do not run the row, for a reason that the comment above gives. A row stands for
# several:
#
#     {a | b}              each of these texts, in a call or its rows
#     {name}               those that the lines `let name a | b` list
#     {NAME}               in other columns, the text of the line `let NAME text`
#     @                    each word of the column `bad`
#     A..B                 in the column `rows`, the integers from A to B
#     ! WORD ENGINES       these engines run no call with this argument and no row with this value
BEGIN {
    FS = OFS = "\t"
    split("sqlite postgresql duckdb mariadb spark", engines, " ")
    for (i in engines) is_engine[engines[i]] = 1
    if (!(engine in is_engine)) wrong("no engine " engine)
}

function wrong(what) {
    print FILENAME ":" FNR ": " what >"/dev/stderr"
    failed = 1
    exit 1
}

# Fails if an engine is unknown, or if the comment above does not say why it is left out.
function check_engines(words,    i, n, names) {
    n = split(words, names, " ")
    for (i = 1; i <= n; i++)
        if (!(names[i] in is_engine) || !index(comment, names[i])) wrong("why not " names[i] "?")
}

function runs(call, not_in, on,    word) {
    if (index(" " not_in " ", " " on " ")) return 0
    for (word in left_out)
        if (index(left_out[word], " " on " ") && call ~ "(^|[ (\t])" word "($|[,)\t])") return 0
    return 1
}

# The call, a tab and its rows. If there is no column `rows`, only the call.
function print_row(call, rest, not_in,    i, any, ends) {
    if (bad != "") gsub(/@/, bad, call)
    for (i in engines) any += runs(call, not_in, engines[i])
    if (!any) wrong("no engine runs " call)
    if (call ~ /[{}@]/) wrong("left in " call)
    if (!runs(call, not_in, engine)) return
    if (match(call, /\t-?[0-9]+\.\.[0-9]+$/)) {
        split(substr(call, RSTART + 1), ends, /\.\./)
        call = substr(call, 1, RSTART) ends[1]
        for (i = ends[1] + 1; i <= ends[2]; i++) call = call ", " i
    }
    while (match(rest, /\{[A-Z]+\}/)) rest = substr(rest, 1, RSTART - 1) \
        lists[substr(rest, RSTART + 1, RLENGTH - 2)] substr(rest, RSTART + RLENGTH)
    if (call in seen) wrong("twice: " call)
    seen[call] = 1
    print call, rest
    printed++
}

function expand(call, rest, not_in,    before, after, inside, i, n, choices) {
    if (!match(call, /\{[^{}]*\}/)) {
        print_row(call, rest, not_in)
        return
    }
    before = substr(call, 1, RSTART - 1)
    after = substr(call, RSTART + RLENGTH)
    inside = substr(call, RSTART + 1, RLENGTH - 2)
    if (inside in lists) inside = lists[inside]
    else if (!index(inside, "|")) wrong("no list " inside)
    n = split(inside, choices, / *\| */)
    for (i = 1; i <= n; i++) expand(before choices[i] after, rest, not_in)
}

/^#/ { comment = comment $0; next }
/^$/ { comment = ""; next }
$1 == "let" && $2 in lists { lists[$2] = lists[$2] " | " $3; next }
$1 == "let" { lists[$2] = $3; next }
$1 == "!" { check_engines($3); left_out[$2] = " " $3 " "; next }
!columns {
    columns = NF
    for (i = 1; i <= NF; i++) is_column[$i] = i
    if ($NF != "not" || !is_column["call"]) wrong("the columns must be named")
    next
}
{
    if (NF < columns - 1 || NF > columns) wrong(NF " columns")
    not_in = NF == columns ? $NF : ""
    check_engines(not_in)
    call = $(is_column["call"])
    if (is_column["rows"]) call = call OFS $(is_column["rows"])
    rest = ""
    for (i = 1; i < columns; i++)
        if (i != is_column["call"] && i != is_column["rows"] && i != is_column["bad"])
            rest = rest (rest == "" ? "" : OFS) $i
    n = is_column["bad"] ? split($(is_column["bad"]), words, " ") : 0
    if (!n) words[n = 1] = ""
    for (w = 1; w <= n; w++) {
        bad = words[w]
        expand(call, rest, not_in)
    }
}
END {
    if (!failed && !printed) {
        print FILENAME ": no row for " engine >"/dev/stderr"
        exit 1
    }
    exit failed
}
