#!/bin/sh
# bench.sh [ROWS [RUNS]]: measures the time per row, and compares it with the time of SQLite's own
# aggregates. The queries are interleaved, and each ratio compares medians. plain1 and plain4 are C
# aggregates with one and four arguments, and read only the first argument. Their times are lower
# bounds for aggregates with as many arguments. visits, visitors and typical are declared
# aggregates: a sum, a count and a median.
set -eu
rows=${1:-10000000} runs=${2:-7}
extension=build/sqlite/indp.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/plain.c" <<'C'
#include <stddef.h>

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
static void step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    double *sum = sqlite3_aggregate_context(context, (int)sizeof *sum);
    (void)argc;
    if (sum != NULL)
        *sum += sqlite3_value_double(argv[0]);
}
static void final(sqlite3_context *context)
{
    double *sum = sqlite3_aggregate_context(context, 0);
    sqlite3_result_double(context, sum == NULL ? 0 : *sum);
}
int sqlite3_plain_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    if (sqlite3_create_function(db, "plain1", 1, SQLITE_UTF8, 0, 0, step, final) != SQLITE_OK)
        return SQLITE_ERROR;
    return sqlite3_create_function(db, "plain4", 4, SQLITE_UTF8, 0, 0, step, final);
}
C
# shellcheck disable=SC2086
"${CC:-cc}" ${CFLAGS:--O2 -g} -std=c99 -fPIC -shared "$work/plain.c" -o "$work/plain.so"

# Each line has the name of the SQLite aggregate for comparison, then the call to time.
cat >"$work/calls" <<'END_OF_CALLS'
sum|sum(x)
sum|plain1(x)
sum|visits(x)
sum|typical(x)
sum|plain4(x, 0, 1000.0, 0.5)
sum|dp_sum(x, 0, 1000.0, 0.5)
sum|dp_sum(x, 0, 1000.0, 0.5, 5)
sum|dp_avg(x, 0, 1000.0, 0.5)
sum|dp_var(x, 0, 1000.0, 0.5)
sum|dp_median(x, 0, 1000.0, 0.5)
sum|dp_sum_state(x, 0, 1000.0)
count|count(x)
count|visitors(x)
count|dp_count(x, 0.5)
count|dp_mode(x, '[0,1,2,3]', 0.5)
END_OF_CALLS
{
    printf '.load %s\n.load %s\n' "$extension" "$work/plain.so"
    echo "SELECT dp_create('$work/ledger') IS NULL;
SELECT dp_declare('visits', 'sum', '{\"lo\":0,\"hi\":1000.0,\"epsilon\":0.5}');
SELECT dp_declare('visitors', 'count', '{\"epsilon\":0.5}');
SELECT dp_declare('typical', 'median', '{\"lo\":0,\"hi\":1000.0,\"epsilon\":0.5}');
CREATE TABLE t(x REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $rows) INSERT INTO t SELECT i * 7919 % 1000003 / 1000.0 FROM n;
.mode list
.timer on"
    run=0
    while [ "$run" -lt "$runs" ]; do
        sed 's/\([a-z]*\)|\(.*\)/.print \1 \2\nSELECT typeof(\2) FROM t;/' "$work/calls"
        run=$((run + 1))
    done
} | sqlite3 -batch -noheader -init /dev/null :memory: | awk -v rows="$rows" -v runs="$runs" '
    /^(sum|count) / { name = $0; if (!(name in seen)) { seen[name] = 1; order[++n] = name } }
    /^Run Time/ { time[name, ++times[name]] = $6 }
    function median(name,   i, j, t, v) {
        for (i = 1; i <= runs; i++) v[i] = time[name, i]
        for (i = 2; i <= runs; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        least = v[1]; most = v[runs]
        return v[int((runs + 1) / 2)]
    }
    END {
        printf "%-36s%12s%22s%10s\n", "per row, user time", "median ns", "range", "ratio"
        for (i = 1; i <= n; i++) {
            split(order[i], part, " ")
            if (!(part[1] in own)) own[part[1]] = median(order[i])
            m = median(order[i])
            printf "%-36s%12.1f%13.1f - %6.1f%10.2f\n", substr(order[i], length(part[1]) + 2), m / rows * 1e9, least / rows * 1e9,
                most / rows * 1e9, m / own[part[1]]
        }
    }'

# Measures the cost of charges: makes 200 releases of a declared sum over one row, each with a
# durable commit to the ledger, which writes two rows. The releases are compared with 200 durable
# commits of two such rows to another database in the same folder, and with 200 releases without a
# budget.
folder=build/bench-charges
rm -rf "$folder"
mkdir -p "$folder"
trap 'rm -rf "$work" "$folder"' EXIT
sum='"lo": 0, "hi": 50, "epsilon": 0.5'
{
    printf '.load %s\n' "$extension"
    echo "CREATE TABLE n(i INTEGER PRIMARY KEY);
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200) INSERT INTO n SELECT i FROM c;
SELECT dp_create('$folder/ledger') IS NULL, dp_budget('b', 1e9), dp_declare('charged', 'sum', '{$sum, \"budget\": \"b\"}'),
       dp_declare('free', 'sum', '{$sum}');"
    run=0
    while [ "$run" -lt "$runs" ]; do
        for name in charged free; do
            echo ".shell echo begin $name \$(date +%s%N)
SELECT count(v) FROM (SELECT $name(1) AS v FROM n GROUP BY i);
.shell echo end $name \$(date +%s%N)"
        done
        echo ".shell echo begin commit \$(date +%s%N)
.shell sqlite3 -batch -init /dev/null $folder/plain <$work/commits
.shell echo end commit \$(date +%s%N)"
        run=$((run + 1))
    done
} >"$work/charges.sql"
{
    echo 'PRAGMA synchronous = EXTRA; CREATE TABLE IF NOT EXISTS b(name TEXT PRIMARY KEY, state BLOB);
INSERT OR IGNORE INTO b VALUES ('"'"'b'"'"', NULL); CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, time, act, name, budget, epsilon, remaining);'
    i=0
    while [ "$i" -lt 200 ]; do
        echo "BEGIN IMMEDIATE; UPDATE b SET state = randomblob(280) WHERE name = 'b';
INSERT INTO t(time, act, name, budget, epsilon, remaining) VALUES (1, 'charge', 'charged', 'b', 0.5, 1.5); COMMIT;"
        i=$((i + 1))
    done
} >"$work/commits"
sqlite3 -batch -noheader -init /dev/null :memory: <"$work/charges.sql" | awk '
    $1 == "begin" { start[$2] = $3 }
    $1 == "end" { time[$2, ++n[$2]] = ($3 - start[$2]) / 200 / 1000 }
    function median(name,   i, j, t, v, count) {
        count = n[name]
        for (i = 1; i <= count; i++) v[i] = time[name, i]
        for (i = 2; i <= count; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return v[int((count + 1) / 2)]
    }
    END {
        printf "\n%-36s%12s%32s\n", "per release, elapsed", "median us", "ratio to a durable commit"
        commit = median("commit")
        printf "%-36s%12.0f%32.2f\n", "a durable commit of the same rows", commit, 1
        printf "%-36s%12.0f%32.2f\n", "a declared sum, charged", median("charged"), median("charged") / commit
        printf "%-36s%12.1f%32.3f\n", "a declared sum without a budget", median("free"), median("free") / commit
    }'

# Measures answers that are kept, over 10^6 rows: a question whose answer is not kept, one whose
# answer is stored, and the same one again. The parameter makes each question another one.
rm -f "$folder"/*
asked='"table": "people", "person": "person", "value": "x", "aggregate": "sum", "lo": 0, "hi": 100,
    "epsilon": 0.1, "rows_per_person": 1, "budget": "b", "where": "x <> :n",
    "parameters": {"n": {"type": "integer", "least": 0, "most": 99}}'
{
    printf '.load %s\n' "$extension"
    echo "CREATE TABLE people(person INTEGER, x INTEGER);
WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 999999)
INSERT INTO people SELECT i, i % 100 FROM c;
SELECT dp_create('$folder/ledger') IS NULL, dp_budget('b', 1e9), dp_question('paid', '{$asked}'),
       dp_question('stored', '{$asked, \"keep\": \"1 day\"}');
.timer on"
    run=0
    while [ "$run" -lt "$runs" ]; do
        for name in 'paid asked' 'stored stored' 'stored again'; do
            echo ".print kept ${name#* }
SELECT count(*) FROM dp_ask('${name% *}', '{\"n\": $run}');"
        done
        run=$((run + 1))
    done
} | sqlite3 -batch -noheader -init /dev/null "$folder/people.db" | awk -v runs="$runs" '
    /^kept / { name = $2 }
    /^Run Time/ && name != "" { time[name, ++n[name]] = $4 }
    function median(name,   i, j, t, v) {
        for (i = 1; i <= runs; i++) v[i] = time[name, i]
        for (i = 2; i <= runs; i++)
            for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
        return v[int((runs + 1) / 2)]
    }
    END {
        printf "%-36s%12s%10s\n", "a question over 10^6 rows", "median ms", "ratio"
        printf "%-36s%12.1f%10.3f\n", "asked", 1000 * median("asked"), 1
        printf "%-36s%12.1f%10.3f\n", "asked, and its answer stored", 1000 * median("stored"),
            median("stored") / median("asked")
        printf "%-36s%12.1f%10.3f\n", "given again", 1000 * median("again"),
            median("again") / median("asked")
    }'
