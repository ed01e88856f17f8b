# What README.md calls not hidden is really there. Two histories differ in one person's row, and
# users see the difference: one who reads the table, one who reads a view that releases, and one who
# reads stored answers alone.
owns='CREATE OR REPLACE VIEW noisy AS SELECT dp_sum(x, 0, 100, 0.5) AS s FROM person; CREATE OR REPLACE TABLE published AS SELECT s FROM noisy'
histories() { # NAME USER EXPECTED SQL: the last line that the user sees without the person, and with the person
    seen=
    for rows in 100 101; do
        mariadb_sql test -e "CREATE OR REPLACE TABLE person(x DOUBLE); INSERT INTO person SELECT seq FROM seq_1_to_$rows; $owns"
        user=$2
        sql "$4"
        user=root
        # Of ANALYZE only the number of rows that were read.
        seen="$seen${seen:+, }$(echo "${out:-$err}" | sed '$!d; s/^2|DERIVED|.*|\([0-9.]*\)|[0-9.]*|[0-9.]*|$/\1/')"
    done
    if [ "$seen" = "$3" ]; then pass; else fail "$1" "expected <$3>, got <$seen>"; fi
}
mariadb_sql test -e "CREATE OR REPLACE TABLE person(x DOUBLE); $owns; CREATE OR REPLACE USER analyst, viewer, subscriber;
    GRANT SELECT, SHOW VIEW ON test.* TO analyst; GRANT SELECT ON test.noisy TO viewer; GRANT SELECT ON test.published TO subscriber"
histories 'the rows' analyst '100, 101' 'SELECT count(*) FROM person'
histories 'ANALYZE' analyst '100.00, 101.00' 'ANALYZE SELECT * FROM noisy'
histories 'counters of the session' viewer 'Handler_read_rnd_next|103, Handler_read_rnd_next|104' "SELECT s IS NULL FROM noisy; SHOW SESSION STATUS LIKE 'Handler_read_rnd_next'"
histories 'LIMIT ROWS EXAMINED' viewer '0, 1' 'SELECT s IS NULL FROM noisy LIMIT ROWS EXAMINED 104; SELECT @@warning_count'
histories 'a view is released anew' viewer '2, 2' 'SELECT count(DISTINCT s) FROM (SELECT s FROM noisy UNION ALL SELECT s FROM noisy) n'

# The counters of the server belong to everybody who can log in: how many rows the owner reads.
seen=
for rows in 100 101; do
    mariadb_sql test -e "CREATE OR REPLACE TABLE person(x DOUBLE); INSERT INTO person SELECT seq FROM seq_1_to_$rows; $owns"
    user=subscriber
    refused 'the table is closed' 'SELECT * FROM person' "SELECT command denied to user 'subscriber'"
    refused 'the view is closed' 'SELECT * FROM noisy' "SELECT command denied to user 'subscriber'"
    holds 'only published answers are listed' "SELECT group_concat(table_name) = 'published' FROM information_schema.tables WHERE table_schema = 'test'"
    sql "SHOW GLOBAL STATUS LIKE 'Rows_read'"
    before=${out#*|}
    mariadb_sql test -e 'REPLACE INTO published SELECT s FROM noisy'
    sql "SHOW GLOBAL STATUS LIKE 'Rows_read'"
    user=root
    seen="$seen${seen:+, }$((${out#*|} - before))"
done
# shellcheck disable=SC2086
if [ "$((${seen#*, } - ${seen%, *}))" = 1 ]; then pass; else fail 'counters of the server' "$seen"; fi
