#!/bin/sh
# Runs the demo on a temporary server: the owner of real health data fills tables of private
# answers, and a reader may read these and nothing else. `make demo-mariadb` installs and
# builds what it needs first.
set -eu
cd "$(dirname "$0")/../../.."
. tools/mariadb-server.sh
mariadb_start
sed 1d examples-c/data/randhie.csv >"$mariadb_home/rand.csv"
mariadb_sql <extensions/mariadb/sql/install.sql
mariadb_sql -e 'CREATE DATABASE demo'
mariadb_sql demo -e "$(sed -n '/^CREATE TABLE rand/,/;/p' extensions/mariadb/test/data.sql | sed 's/rand(/person_year(/')"
mariadb_sql --local-infile=1 demo -e "LOAD DATA LOCAL INFILE '$mariadb_home/rand.csv' INTO TABLE person_year FIELDS TERMINATED BY ','"
mariadb_sql demo <extensions/mariadb/demo/demo.sql
as_reader() { mariadb --no-defaults --user=reader --socket="$mariadb_home/socket" demo "$@"; }
echo 'RAND Health Insurance Experiment: the answers that a reader sees, and the exact ones (shown because this is a demo)'
as_reader --table -e "SELECT question, private, coalesce(within, '') AS \`95% within\`, epsilon, exact FROM answer ORDER BY line"
echo '95% within: 95 answers in 100 are at most this far from exact.'
echo 'Person-years by age, one # for 100:'
as_reader --table -e "SELECT CASE WHEN lo IS NULL AND hi IS NULL THEN 'no number' WHEN lo IS NULL THEN concat('below ', hi)
    WHEN hi IS NULL THEN concat('from ', lo, ' on') ELSE concat(lo, ' to below ', hi) END AS age, private, exact,
    repeat('#', greatest(0, (private + 50) DIV 100)) AS rows_in_hundreds FROM age ORDER BY cell"
as_reader --batch --skip-column-names -e "SELECT concat('Total epsilon: ', sum(e)) FROM (SELECT DISTINCT IF(question LIKE '  at site%', 'sites', question) q, epsilon e FROM answer) z"
echo 'The reader queries the private table:'
as_reader -e 'SELECT dp_sum(meddol, 0, 5000, 1) FROM person_year' 2>&1 | grep '^ERROR' || { echo 'demo: the query was not refused' >&2; exit 1; }
