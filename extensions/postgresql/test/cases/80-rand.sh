# Tests with the data of the RAND Health Insurance Experiment. At a huge epsilon the answers must
# equal known facts about the data, and PostgreSQL's own count and sum.

answer 'RAND: person-years, people' \
    "SELECT dp_count(zper, $E, 5), (SELECT dp_count(zper, $E) FROM (SELECT DISTINCT zper FROM rand) s) FROM rand" '20190|5912'
answer 'RAND: visits' \
    "SELECT dp_sum(mdvis, 0, 100, $E, 5), dp_sum(mdvis, 0, 20, $E, 5), dp_sum(mdvis::numeric, 0, 20, $E, 5) FROM rand" \
    '57752|55405|55405'
answer 'RAND: spending, income' \
    "SELECT round(dp_sum(meddol, 0, 65536, $E, 5)::numeric, 3), round(dp_sum(income, 0, 131072, $E, 5)::numeric, 3) FROM rand" \
    '3463955.852|162275292.629'
holds 'RAND: six sites, clamped' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) < 1e-5 FROM
       (SELECT dp_sum(meddol, 0, 5000, $E, 5) AS private, sum(least(greatest(meddol, 0), 5000)) AS exact FROM rand
       GROUP BY site) s"
# At a moderate epsilon, each of the seven noises below exceeds 30 lambda with probability
# exp(-30) = 1e-13.
holds 'RAND: spending by site, epsilon 1' \
    "SELECT count(*) = 6 AND max(abs(private - exact)) BETWEEN 1 AND 30 * 25000 FROM
       (SELECT dp_sum(meddol, 0, 5000, 1, 5) AS private, sum(least(greatest(meddol, 0), 5000)) AS exact FROM rand
       GROUP BY site) s"
holds 'RAND: people, epsilon 0.1' 'SELECT abs(dp_count(zper, 0.1) - 5912) < 300 FROM (SELECT DISTINCT zper FROM rand) s'

# Compares quantiles and modes with PostgreSQL's own. If a quantile lies between two rows, each
# value between them is correct. The candidates are multiples of half a dollar, and an answer may be
# off by 0.5.
holds 'RAND: quartiles of spending at six sites' \
    "SELECT count(*) = 6 AND bool_and(a BETWEEN e[1] - 0.5 AND e[2] + 0.5 AND b BETWEEN e[3] - 0.5 AND e[4] + 0.5
        AND c BETWEEN e[5] - 0.5 AND e[6] + 0.5)
        FROM (SELECT dp_quantile(meddol, 0.25, 0, 5000, 1e6, 5) AS a, dp_median(meddol, 0, 5000, 1e6, 5) AS b,
        dp_quantile(meddol, 0.75, 0, 5000, 1e6, 5) AS c, percentile_disc(ARRAY[0.25, 0.2505, 0.5, 0.5005, 0.75, 0.7505]) WITHIN GROUP (ORDER BY meddol) AS e FROM rand GROUP BY site) s"
answer 'RAND: the most common site, year and sex' \
    "SELECT dp_mode(site, '{1,2,3,4,5,6}', 1e6, 5) = mode() WITHIN GROUP (ORDER BY site),
        dp_mode(year, '{1,2,3,4,5}', 1e6) = mode() WITHIN GROUP (ORDER BY year),
    dp_mode(female::text, '{0,1}', 1e6) = mode() WITHIN GROUP (ORDER BY female::text) FROM rand" 't|t|t'
# At epsilon 0.5 and 5 rows per person, a candidate that is at least 1,000 rows off the median is
# released with probability at most exp(-0.5 * 1000 / 10) = 2e-22. There are fewer than 20,000
# candidates, so one of them is released with probability below 1e-17.
holds 'RAND: the median, epsilon 0.5' \
    "SELECT (SELECT count(*) FROM rand WHERE meddol < m - 0.5) BETWEEN 10095 - 1500 AND 10095 + 1000
        FROM (SELECT dp_median(meddol, 0, 5000, 0.5, 5) AS m FROM rand) s"

# The demo must succeed: a reader gets answers, and is refused what is not allowed. A dashboard of
# eight questions that is refreshed 1,000 times is charged for eight.
if sh extensions/postgresql/demo/demo.sh >"$work/demo" 2>"$work/demo.err" && [ ! -s "$work/demo.err" ] &&
    [ "$(grep -c 'is refused: ' "$work/demo")" = 5 ] && grep -q 'does not suffice' "$work/demo" &&
    grep -q 'permission denied for table hie' "$work/demo" && [ "$(grep -c '^ ..:..:.. | ada' "$work/demo")" = 5 ] && [ "$(grep -c '| #####' "$work/demo")" -ge 6 ] &&
    grep -q '^ *8 | *0.8 | *7992$' "$work/demo" &&
    [ "$(grep -c '^ *[1-8] | *1000 | *1 | ' "$work/demo")" = 8 ] &&
    [ "$(grep -c '^ERROR' "$work/demo")" = 7 ]; then pass; else
    fail 'demo' "$(cat "$work/demo.err" "$work/demo")"
fi
