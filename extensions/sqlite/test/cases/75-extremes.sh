# Minimum and maximum: quantiles that aim at a rank a few rows inside the data, and at a huge epsilon at the extreme itself.

answer 'the extremes, at a huge epsilon' "SELECT dp_min(column1, 0, 100, $F), dp_max(column1, 0, 100, $F, 1, 101), dp_min(column1, 0, 100, 1e6), dp_max(column1, 0, 100, 1e6) FROM (VALUES (7), (9), (NULL), (64), (64), (7))" '7.0|64.0|7.0|64.0'
answer 'the type' 'SELECT typeof(dp_min(1, 0, 10, 1)), typeof(dp_max(1, 0, 10, 1)), typeof(dp_min_state(1, 0, 10)), typeof(dp_max_state(1, 0, 10))' 'real|real|blob|blob'
answer 'one row, all equal' "SELECT dp_min(7, 0, 10, $F), dp_max(7, 0, 10, $F), (SELECT dp_min(3, 0, 10, $F) FROM k), (SELECT dp_max(3, 0, 10, $F) FROM k)" '7.0|7.0|3.0|3.0'
answer 'outside the bounds' "SELECT dp_min(column1, 2, 4, $F), dp_max(column1, 2, 4, $F) FROM (VALUES (-1e999), (100), (1e999))" '2.0|4.0'
answer 'NULL is no row' "SELECT dp_min(column1, 0, 10, $F), dp_max(column1, 0, 10, $F) FROM (VALUES (NULL), (6), (NULL))" '6.0|6.0'
answer 'text and blobs' "SELECT dp_min(column1, 1, 10, $F), dp_max(column1, 1, 10, $F) FROM (VALUES (' 6 '), ('abc'), (x'39'), ('9'))" '1.0|9.0'
answer 'extreme integers' "SELECT dp_min(column1, -10, 20, $F), dp_max(column1, -10, 20, $F) FROM (VALUES (9223372036854775807), (-9223372036854775808))" '-10.0|20.0'
answer 'of many rows' "SELECT dp_min(i * 7919 % 16001, 0, 16384, $F), dp_max(i * 7919 % 16001, 0, 16384, $F) FROM k WHERE i < 40000" '0.0|16000.0'
answer 'RAND: visits' "SELECT dp_min(mdvis, 0, 100, $F, 5), dp_max(mdvis, 0, 100, $F, 5), max(mdvis) FROM rand" '0.0|77.0|77'
for q in 'min 0' 'max 1'; do
    f=dp_${q% *} q=${q#* }
    holds "$f is the quantile $q" "SELECT ${f}_state(x, 0, 10) = dp_quantile_state(x, $q, 0, 10) AND ${f}_state(x, 0, 10, 3, 101) = dp_quantile_state(x, $q, 0, 10, 3, 101) FROM t"
    holds "$f is no other" "SELECT ${f}_state(x, 0, 10) NOT IN (dp_quantile_state(x, 1 - $q, 0, 10), dp_median_state(x, 0, 10)) FROM t"
    refused "$f: too many rows per person" "SELECT $f(1, 0, 10, 1, 9000000000000000000) $second" "$f: rows_per_person is too large"
    # Without rows every candidate is as good: 11 of them, each N / 11 times.
    for call in "$f(t.x, 0, 10, 1, 1, 11)" "$f(t.x, 0, 10, $F, 1, 0)"; do
        holds "empty: each candidate alike, $call" \
            "SELECT count(*) = 11 AND min($(few n '(1/11.0)')) AND min(r) = 0 AND max(r) = 10 FROM (SELECT r, count(*) AS n FROM $(few_releases "$call") GROUP BY r)"
    done
done

# 2,000 rows of 9000. All candidates beyond weigh at most 1/8 of 9000, here less than 1/130 of it: 20 others of 100 have probability below
# 1e-20. A utility that does not tell 9000 from what lies beyond answers one of the 1,639 candidates from there on.
equal="(SELECT i % 100 AS j, 9000 AS x FROM k a, (SELECT 1 FROM k LIMIT 20) WHERE i <= 10000)"
for f in dp_min dp_max; do
    holds "$f: a crowd at 9000" "SELECT count(*) = 100 AND sum(r = 9000) > 80 FROM (SELECT $f(x, 0, 10000, 5) AS r FROM $equal GROUP BY j)"
done

# The law, between the candidates 0 and 1. At epsilon 1 a unit of utility weighs e^(-1/8), so that 23 units weigh at most 1/16 = 1/(8 *
# candidates), and the aim is K/2 rows inside with K = 23/3, rounded up to an odd number: 9. Of n rows at the extreme and none
# beyond, the candidate that is K/2 rows too far out has 3 K = 27 units, the one that is too far in 2 n - K. Permute-and-flip comes to
# the worse one first half of the time.
law() { # CALL ROWS WANTED UNITS
    holds "$1 of $2 rows" "SELECT $(few "sum(r = $3)" "(exp(-$4 / 8.0) / 2)") FROM (SELECT $1 AS r FROM k a, (SELECT 1 FROM k LIMIT $2) WHERE i <= $FEW GROUP BY i)"
}
law 'dp_max(0, 0, 1, 1, 1, 2)' 5 1 27
law 'dp_min(1, 0, 1, 1, 1, 2)' 5 0 27
law 'dp_max(1, 0, 1, 1, 1, 2)' 5 0 1
law 'dp_max(1, 0, 1, 1, 1, 2)' 8 0 7
law 'dp_min(0, 0, 1, 1, 1, 2)' 8 1 7
law 'dp_release(dp_min_state(0, 0, 1, 1, 2), 1)' 8 1 7
