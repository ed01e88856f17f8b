# Compares what an engine answered with a table of shared cases. Usage:
#     awk -v engine=ENGINE -v table=TABLE -f compare.awk EXPANDED SEEN
# EXPANDED is what expand.awk printed; its last column is the expectation. SEEN has a line for each
# row: its number, a tab, and `= ANSWER` or `! MESSAGE`. With -v loose=1 a message must only name
# the parameter. Prints each row that failed, and how many passed.
BEGIN { FS = "\t"; number = "^-?[0-9.]+(e[-+]?[0-9]+)?$" }

# Whether an engine gave the number, text or list b, whatever its brackets and zeros.
function equal(a, b,    i, n, as, bs) {
    if (b == "NULL") return a == "" || a == b || a == "None"
    if (a == b) return 1
    gsub(/[ ]/, "", a); gsub(/[ ]/, "", b)
    if (a ~ /^\{[^"]*\}$/) a = "[" substr(a, 2, length(a) - 2) "]"
    if ((a ~ /^\[/) != (b ~ /^\[/)) return 0
    gsub(/[][]/, "", a); gsub(/[][]/, "", b)
    n = split(a, as, ",")
    if (n != split(b, bs, ",")) return 0
    for (i = 1; i <= n; i++) if (!same(as[i], bs[i])) return 0
    return 1
}

# Hexadecimal digits, with (N) written as N bytes that are 0.
function hex(text,    zeros, n) {
    while (match(text, /\([0-9]+\)/)) {
        zeros = ""
        for (n = substr(text, RSTART + 1, RLENGTH - 2); n > 0; n--) zeros = zeros "00"
        text = substr(text, 1, RSTART - 1) zeros substr(text, RSTART + RLENGTH)
    }
    return toupper(text)
}

# Whether a is the number b, or is near it if b begins with ~.
function same(a, b,    near, difference) {
    if (a == b) return 1
    near = sub(/^~/, "", b)
    if (a !~ number || b !~ number) return 0
    difference = a - b
    if (difference < 0) difference = -difference
    return difference <= (near ? 1e-12 * (b < -1 ? -b : b > 1 ? b : 1) : 0)
}

function told(seen, name, message,    parameter) {
    if (seen == name ": " message) return 1
    parameter = message
    sub(/ .*/, "", parameter)
    return loose && seen ~ ("(^|[^a-z_])" parameter "($|[^a-z_])") && index(seen, name) == 1
}

NR == FNR { calls[FNR] = $0; rows = FNR; next }
$1 ~ /^[0-9]+$/ { seen[$1] = substr($0, length($1) + 2) }

END {
    for (i = 1; i <= rows; i++) {
        n = split(calls[i], fields, "\t")
        name = fields[1]
        sub(/\(.*/, "", name)
        answer = seen[i]
        kind = substr(answer, 1, 1)
        answer = substr(answer, 3)
        if (table ~ /refusals/) ok = kind == "!" && told(answer, name, fields[n])
        else if (table ~ /states/) ok = kind == "=" && toupper(answer) == hex(fields[n])
        else ok = kind == "=" && equal(answer, fields[n])
        if (ok) { passed++; continue }
        where = n > 2 ? " over " substr(fields[2], 1, 60) : ""
        print "FAIL " table ", " fields[1] where ": expected <" fields[n] ">, got <" seen[i] ">"
        failed++
    }
    if (!rows) failed = 1
    print "shared cases of " engine ", " table ": " passed + 0 " rows passed, " failed + 0 " failed"
    exit failed > 0
}
