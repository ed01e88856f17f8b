# The RAND data, at an epsilon that leaves the exact answers: known facts, and PostgreSQL's own count and sum.

answer 'RAND: person-years, people' "SELECT dp_count(zper, $E, 5), (SELECT dp_count(zper, $E) FROM (SELECT DISTINCT zper FROM rand) s) FROM rand" '20190|5912'
answer 'RAND: visits' "SELECT dp_sum(mdvis, 0, 100, $E, 5), dp_sum(mdvis, 0, 20, $E, 5), dp_sum(mdvis::numeric, 0, 20, $E, 5) FROM rand" '57752|55405|55405'
answer 'RAND: spending, income' "SELECT round(dp_sum(meddol, 0, 65536, $E, 5)::numeric, 3), round(dp_sum(income, 0, 131072, $E, 5)::numeric, 3) FROM rand" '3463955.852|162275292.629'
holds 'RAND: six sites, clamped' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) < 1e-5 FROM
       (SELECT dp_sum(meddol, 0, 5000, $E, 5) AS private, sum(least(greatest(meddol, 0), 5000)) AS exact FROM rand GROUP BY site) s"
# Beyond 30 lambda with probability exp(-30) = 1e-13 for each of seven answers.
holds 'RAND: spending by site, epsilon 1' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) BETWEEN 1 AND 30 * 25000 FROM
       (SELECT dp_sum(meddol, 0, 5000, 1, 5) AS private, sum(least(greatest(meddol, 0), 5000)) AS exact FROM rand GROUP BY site) s"
holds 'RAND: people, epsilon 0.1' 'SELECT abs(dp_count(zper, 0.1) - 5912) < 300 FROM (SELECT DISTINCT zper FROM rand) s'

# The demo ends well and prints its twelve answers.
pg postgres -c 'CREATE DATABASE demo' && pg demo -c 'CREATE EXTENSION indp' -f examples-c/postgresql/demo-data.sql &&
    pg demo -c 'COPY person_year FROM STDIN (FORMAT csv, HEADER true)' <examples-c/data/randhie.csv
if pg demo -f examples-c/postgresql/demo.sql >"$work/demo" 2>"$work/demo.err" && [ ! -s "$work/demo.err" ] &&
    grep -q '^Privacy loss of all answers together  *2\.1$' "$work/demo" && [ "$(grep -c ' [0-9]\.[0-9]$\| same$' "$work/demo")" = 13 ] &&
    [ "$(LC_ALL=C awk 'length > 100' "$work/demo" | wc -l)" = 0 ]; then pass; else
    fail 'demo' "$(cat "$work/demo.err" "$work/demo")"
fi
