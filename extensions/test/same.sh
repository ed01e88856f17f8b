#!/bin/sh
# same.sh [ENGINE...]: tests that the engines and C give the same states for the same rows, bit for
# bit, and that the states give the same answers. No SQL function takes a seed, so the program
# same.c releases the states of all engines, each with the same seed. Without arguments, same.sh
# tests every engine that is installed.
#
# The rows are 3,000,000 generated values, every 97th of them NULL, and the data of the RAND Health
# Insurance Experiment. All engines use the same numbers of candidates for quantiles. states.sql has
# the queries. In that file, `JSON:` and `:END` stand for what begins and ends a list in the
# engine's SQL, and `HEX` for the function that writes bytes in hexadecimal digits. To add an
# engine, add a function states_ENGINE that prints the lines that same.c prints.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
here=extensions/test
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

questions() { # HEX BEGIN END: the queries of states.sql for an engine
    sed "s/^--.*//; s/HEX(/$1(/; s/JSON:/$2/; s/:END/$3/" "$here/states.sql"
}

states_sqlite() {
    {
        echo '.load build/sqlite/indp'
        echo 'CREATE TABLE generated AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)
            SELECT CASE WHEN i % 97 <> 0 THEN (i * 7919 % 1000003) / 1024.0 - 400 END AS x, CASE WHEN i % 97 <> 0 THEN i % 7 END AS k FROM n;'
        sed -n '/^CREATE TABLE rand/,/;/p' extensions/sqlite/test/run.sh
        printf '.mode csv\n.import --skip 1 examples-c/data/randhie.csv rand\n.mode list\n.separator "\\t"\n'
        questions hex "'[" "]'"
    } | sqlite3 -batch -bail -noheader -init /dev/null :memory:
}

states_postgresql() (
    . tools/pg-cluster.sh
    cluster_start "shared_buffers = '256MB'" >/dev/null
    pg postgres -c 'CREATE EXTENSION indp' -c 'CREATE TABLE generated AS
        SELECT CASE WHEN i % 97 <> 0 THEN (i * 7919 % 1000003) / 1024.0::float8 - 400 END AS x, CASE WHEN i % 97 <> 0 THEN i % 7 END AS k
          FROM generate_series(1::bigint, 3000000) i' &&
        pg postgres -c "$(sed -n '/^CREATE TABLE rand/,/;/p' extensions/postgresql/test/data.sql)" &&
        pg postgres -c 'COPY rand FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv || exit 2
    pg postgres -c 'CREATE FUNCTION hex(s dp_state) RETURNS text LANGUAGE sql AS $$ SELECT upper(encode(s::bytea, $h$hex$h$)) $$' || exit 2
    questions hex "'{" "}'" | pg -F "$(printf '\t')" postgres
)

states_mariadb() (
    . tools/mariadb-server.sh
    mariadb_start
    mkdir "$mariadb_home/work"
    sed 1d examples-c/data/randhie.csv >"$mariadb_home/work/rand.csv"
    mariadb_sql <extensions/mariadb/sql/install.sql && mariadb_sql -e 'CREATE DATABASE test' && mariadb_sql test -e 'CREATE TABLE generated AS
        SELECT IF(seq % 97, (seq * 7919 % 1000003) / 1024e0 - 400, NULL) AS x, IF(seq % 97, seq % 7, NULL) AS k FROM seq_1_to_3000000' &&
        mariadb_sql test -e "$(sed -n '/^CREATE TABLE rand/,/;/p' extensions/mariadb/test/data.sql)" &&
        mariadb_sql --local-infile=1 test -e "LOAD DATA LOCAL INFILE '$mariadb_home/work/rand.csv' INTO TABLE rand FIELDS TERMINATED BY ','" || exit 2
    questions hex "'[" "]'" | mariadb_sql --batch --skip-column-names test
)

# same.py prints the states that Spark SQL computes. It fails if Spark's Python API computes
# different states.
states_spark() (
    . extensions/spark/tools/environment.sh
    questions hex "array(" ")" | "$PYSPARK_PYTHON" extensions/spark/test/same.py
)

installed() {
    case $1 in
    sqlite) command -v sqlite3 ;;
    postgresql) command -v "${PG_CONFIG:-pg_config}" && [ -x "$("${PG_CONFIG:-pg_config}" --bindir)/initdb" ] ;;
    mariadb) PATH=$PATH:/usr/sbin command -v mariadbd && [ -f build/mariadb/indp.so ] ;;
    spark) command -v java && [ -f build/spark/indp-spark.jar ] ;;
    esac >/dev/null
}

"${CC:-cc}" -std=c99 -O2 -Wall -Wextra -Werror -pedantic -Iinclude -Iextensions/common "$here/same.c" extensions/common/*.c \
    build/lib/libindp.a -lm -lpthread -ldl -o "$work/same" && "$work/same" | awk -F "\t" '{ print $1 "\t" toupper($2) }' | sort >"$work/c" &&
    "$work/same" release <"$work/c" >"$work/c.answers" || exit 2
status=0 tested=0
for engine in ${*:-sqlite postgresql mariadb spark}; do
    installed "$engine" || { echo "same: $engine is not installed, and not compared" >&2; continue; }
    "states_$engine" >"$work/raw" 2>"$work/err" || { cat "$work/err" >&2; status=1; }
    # An engine may print names and digits in another letter case than the program same.c.
    awk -F '\t' 'NF == 2 { print tolower($1) "\t" toupper($2) }' "$work/raw" | sort >"$work/$engine"
    "$work/same" release <"$work/$engine" >"$work/answers"
    if [ "$(wc -l <"$work/c")" = 25 ] && cmp -s "$work/c" "$work/$engine" && cmp -s "$work/c.answers" "$work/answers"; then
        tested=$((tested + 1))
    else
        status=1
        echo "FAIL $engine: other states than in C:" $(comm -23 "$work/c" "$work/$engine" | cut -f 1 | tr '\n' ',')
    fi
done
echo "same: $(wc -l <"$work/c") states in C, equal in $tested engines"
[ "$status" = 0 ] && [ "$tested" -gt 0 ]
