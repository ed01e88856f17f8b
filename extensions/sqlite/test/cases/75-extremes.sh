# Tests of minimum and maximum. Above-threshold releases the outermost candidate that enough rows
# reach. It visits the candidates from the outermost inwards, tosses a coin for each, and releases
# the first candidate whose coin shows heads. More rows make heads more likely. At a huge epsilon
# one row is enough.

answer 'types of answers and states' \
    'SELECT typeof(dp_min(1, 0, 10, 1)), typeof(dp_max(1, 0, 10, 1)), typeof(dp_min_state(1, 0, 10)), typeof(dp_max_state(1, 0, 10))' \
    \
    'real|real|blob|blob'
answer 'text and blobs count as 0 unless numeric' \
    "SELECT dp_min(column1, 1, 10, $F), dp_max(column1, 1, 10, $F) FROM (VALUES (' 6 '), ('abc'), (x'39'), ('9'))" '1.0|9.0'
answer 'minimum and maximum of many rows' \
    "SELECT dp_min(i * 7919 % 16001, 0, 16384, $F), dp_max(i * 7919 % 16001, 0, 16384, $F) FROM k WHERE i < 40000" '0.0|16000.0'
answer 'RAND: visits' "SELECT dp_min(mdvis, 0, 100, $F, 5), dp_max(mdvis, 0, 100, $F, 5), max(mdvis) FROM rand" '0.0|77.0|77'
for q in 'min 0' 'max 1'; do
    f=dp_${q% *} q=${q#* }
    holds "$f is the quantile $q" \
        "SELECT ${f}_state(x, 0, 10) = dp_quantile_state(x, $q, 0, 10)
            AND ${f}_state(x, 0, 10, 3, 101) = dp_quantile_state(x, $q, 0, 10, 3, 101) FROM t"
    holds "$f is not the state of another quantile" \
        "SELECT ${f}_state(x, 0, 10) NOT IN (dp_quantile_state(x, 1 - $q, 0, 10), dp_median_state(x, 0, 10)) FROM t"
    # Without rows the search goes on to the last candidate, unless noise stops it earlier. At a
    # huge epsilon noise never does. With 11 candidates at epsilon 1 the threshold K, which is
    # explained above `law`, is 30. The last candidate is released if the coins of the 10 candidates
    # before it all show tails.
    last=$((10 - 10 * q))
    holds "$f: no rows, a huge epsilon" \
        "SELECT count(*) = $FEW AND sum(r = $last) = $FEW FROM $(few_releases "$f(t.x, 0, 10, $F, 1, 0)")"
    tails="(SELECT sum((1 - exp(-1 / 4.0)) * exp((1 - i) / 4.0)
        * power(1 - exp(-(29 + i) / 4.0), 10)) FROM k WHERE i <= 2000)"
    holds "$f: no rows, epsilon 1" \
        "SELECT min(r) >= 0 AND max(r) <= 10 AND $(few "sum(r = $last)" "$tails") FROM $(few_releases "$f(t.x, 0, 10, 1, 1, 11)")"
done

# Each of 100 groups has 2,000 rows with the value 9000. An answer lies beyond them with
# probability at most 2^-8, by the choice of K, so 20 or more of the 100 answers are wrong with
# probability below 1e-18. A score that did not distinguish 9000 from the candidates beyond it would often release one
# of these candidates.
equal="(SELECT i % 100 AS j, 9000 AS x FROM k a, (SELECT 1 FROM k LIMIT 20) WHERE i <= 10000)"
for f in dp_min dp_max; do
    holds "$f: 2,000 rows at 9000" \
        "SELECT count(*) = 100 AND sum(r = 9000) > 80 FROM (SELECT $f(x, 0, 10000, 5) AS r FROM $equal GROUP BY j)"
done

# The probabilities of the two candidates 0 and 1 at epsilon 1. Counts are in units of a quarter of
# a row, so one row changes a count by 4 units. The threshold and the counts both get epsilon: with
# w = e^(-1/4), the threshold's noise is G with P(G = g) = (1 - w) w^g, and each unit by which a
# count is too small multiplies the probability of heads by w. The threshold without noise is K, the least
# number of units with n w^K / (1 + w) <= 2^-8. For n = 2 candidates K = 23.
#
# Given G, and R rows at the outer candidate, that candidate is released with probability
# w^max(0, K + G - 4 R). Otherwise the inner candidate is released. Averaged over G, the
# probabilities are:
#     4 R < K:   outer, with any number of rows at the inner one: w^(K - 4 R) / (1 + w)
#     4 R >= K:  inner, if G >= s = 4 R - K and the coin shows tails: w^(s + 1) / (1 + w)
law() { # CALL ROWS WANTED PROBABILITY: CALL over ROWS rows is WANTED with PROBABILITY
    holds "$1 of $2 rows" \
        "SELECT $(few "sum(r = $3)" "($4)") FROM (SELECT $1 AS r FROM k a, (SELECT 1 FROM k LIMIT $2) WHERE i <= $FEW GROUP BY i)"
}
heads() { # UNITS: prints the probability of heads if so many lack
    echo "exp(-$1 / 4.0) / (1 + exp(-1 / 4.0))"
}
law 'dp_max(0, 0, 1, 1, 1, 2)' 5 1 "$(heads 23)"
law 'dp_min(1, 0, 1, 1, 1, 2)' 5 0 "$(heads 23)"
law 'dp_max(1, 0, 1, 1, 1, 2)' 1 1 "$(heads 19)"
law 'dp_max(1, 0, 1, 1, 1, 2)' 5 1 "$(heads 3)"
law 'dp_max(1, 0, 1, 1, 1, 2)' 8 0 "$(heads 10)"
law 'dp_min(0, 0, 1, 1, 1, 2)' 8 1 "$(heads 10)"
law 'dp_release(dp_min_state(0, 0, 1, 1, 2), 1)' 8 1 "$(heads 10)"
