# Tests of medians and quantiles. At epsilon F only a candidate with the best score is released: any
# other has probability below exp(-1e8). If several candidates have the best score, each may be
# released.
F=1e9 # also used in 72-mode.sh to 75-extremes.sh
# Number of releases in tests of distributions. It is smaller than N, because one release of a
# quantile, mode, minimum or maximum takes 0.1 ms.
FEW=4000
few() { # COUNT P: as `within`, for FEW releases
    echo "abs($1 - $FEW * $2) < 6.5 * sqrt($FEW * $2 * (1 - $2))"
}
few_releases() { # CALL: as `releases`, for FEW releases
    echo "(SELECT $1 AS r FROM k LEFT JOIN t ON t.g = -k.i WHERE k.i <= $FEW GROUP BY k.i)"
}

answer 'median and quantile: the answer is a real' \
    'SELECT typeof(dp_median(1, 0, 10, 1)), typeof(dp_quantile(1, 0.5, 0, 10, 1))' 'real|real'
# The probability that one of the 4 correct answers is missing is 4 * (3/4)^400.
holds 'median: an even number of rows, any candidate in the middle' \
    "SELECT min(r) = 2 AND max(r) = 5 AND count(DISTINCT r) = 4
       FROM (SELECT dp_median(column1, 0, 10, $F, 1, 11) AS r FROM k, (VALUES (1), (2), (5), (9)) WHERE i <= 400 GROUP BY i)"
answer 'median: ties, 400 zeros and 600 tens' \
    "SELECT group_concat(DISTINCT r) FROM (SELECT a.i, dp_median(10 * (b.i > 400), 0, 20, $F) AS r FROM k a, k b WHERE a.i <= 100
        AND b.i <= 1000 GROUP BY a.i)" \
    10.0
answer 'median: ties, fractional bounds' "SELECT dp_median(10 * (i > 400), -0.5, 20, $F) FROM k WHERE i <= 1000" 10.0
# At epsilon 4 a candidate whose score is u rows below the best has the weight exp(-4 u). Here every
# other candidate is at least 100 rows below the best.
answer 'median: ties, a moderate epsilon' "SELECT dp_median(10 * (i > 400), 0, 20, 4) FROM k WHERE i <= 1000" 10.0
holds 'median: always a value of the data' \
    "WITH d AS (SELECT i % 300 AS g, i * 7919 % 1009 AS x FROM k WHERE i <= 300 * 33)
     SELECT count(*) = 300 AND sum(r IN (SELECT x FROM d WHERE d.g = m.g)) = 300
       FROM (SELECT g, dp_median(x, 0, 1009, $F) AS r FROM d GROUP BY g) m"
answer 'median: text and blobs count as 0 unless numeric' \
    "SELECT dp_median(column1, 1, 10, $F) FROM (VALUES (' 6 '), ('abc'), (x'39'), ('9'), ('7'))" 6.0
# With 39,999 rows over 16,385 candidates, a state grows from a list of rows to a dense histogram.
holds 'median of many rows' \
    "WITH d AS (SELECT i * 7919 % 16001 AS x FROM k WHERE i < 40000)
     SELECT dp_median(x, 0, 16384, $F) = (SELECT x FROM d ORDER BY x LIMIT 1 OFFSET 19999) FROM d"
holds 'deciles of many rows' \
    "WITH d AS (SELECT i * 7919 % 16001 AS x FROM k WHERE i < 40000)
     SELECT dp_quantile(x, 0.1, 0, 16384, $F) = (SELECT x FROM d ORDER BY x LIMIT 1 OFFSET 3999)
        AND dp_quantile(x, 0.9, 0, 16384, $F) = (SELECT x FROM d ORDER BY x LIMIT 1 OFFSET 35999) FROM d"
# Between 0.5 and 200.5 the candidates are multiples of 1/64, so an answer is off by at most half a
# step, 1/128. If the number of candidates equals the number of integers in the range, the
# candidates are those integers.
holds 'RAND: median age' \
    "SELECT abs(dp_median(xage, 0.5, 200.5, $F, 5) - (SELECT xage
        FROM rand ORDER BY xage LIMIT 1 OFFSET 10095)) <= 1/128.0 + 0.005 FROM rand"
answer 'RAND: median age in years' "SELECT dp_median(xage, 0, 200, $F, 5, 201) FROM rand" 24.0
holds 'RAND: quartiles of spending' \
    "SELECT max(abs(r - e)) <= 0.5 FROM
       (SELECT dp_quantile(meddol, 0.25, 0, 10000, $F, 5) AS r, (SELECT meddol FROM rand ORDER BY meddol LIMIT 1 OFFSET 5047) AS e
       FROM rand
        UNION ALL
        SELECT dp_quantile(meddol, 0.9, 0, 10000, $F, 5), (SELECT meddol FROM rand ORDER BY meddol LIMIT 1 OFFSET 18171)
        FROM rand)"
holds 'the median is the quantile of a half' "SELECT dp_median_state(x, 0, 10) = dp_quantile_state(x, 0.5, 0, 10) FROM t"
refused 'quantile: q from a column' 'SELECT dp_quantile(1, column1, 0, 10, 1) FROM (VALUES (0.25), (0.5))' \
    'dp_quantile: q must be the same on every row'
refused 'quantile: q 0, then NULL' 'SELECT dp_quantile(1.5, column1, 0, 10, 1) FROM (VALUES (0), (NULL))' \
    'dp_quantile: q must be a fraction'
# Without rows all 11 candidates have the same score, so each is released with probability 1/11.
for call in 'dp_median(t.x, 0, 10, 1, 1, 11)' 'dp_quantile(t.x, 0.9, 0, 10, 1, 1, 0)' "dp_median(t.x, 0, 10, $F, 1, 0)"; do
    holds "no rows: all candidates equally frequent, $call" \
        "SELECT count(*) = 11 AND min($(few n '(1/11.0)')) AND min(r) = 0 AND max(r) = 10 FROM (SELECT r, count(*) AS n
            FROM $(few_releases "$call") GROUP BY r)"
done
# One row at 0, and the candidates 0 and 1: the score of candidate 1 is u = 1/2 below the best, and
# the sensitivity is 1/2. Permute-and-flip visits candidate 1 first with probability 1/2, and then
# accepts it with probability exp(-epsilon u / (2 sensitivity)) = exp(-epsilon / 2).
holds 'median: two candidates, epsilon 1' \
    "SELECT $(few 'sum(r = 1)' '(exp(-0.5) / 2)') FROM (SELECT dp_median(0, 0, 1, 1, 1, 2) AS r FROM k WHERE i <= $FEW
        GROUP BY i)"
# Integer bounds do not make the candidates integers. The step is 2^-14 between 0 and 1, and 2^-12
# between 0 and 3.
holds 'fractions between integer bounds' \
    "SELECT abs(dp_median(i / 1000.0, 0, 1, $F) - 0.5) <= 0.001 AND abs(dp_quantile(i / 1000.0, 0.9, 0, 3, $F) - 0.9) <= 0.0015
        FROM k WHERE i < 1000"
holds 'the grid does not depend on the values' \
    "SELECT dp_median_state(1, 0, 4) = dp_median_state(1.0, 0, 4) AND dp_median(1, 0, 4, $F) = 1"
# The default is 16,385 candidates. With 0 the library chooses the number; for integer bounds it
# chooses the integers between them.
holds 'candidates: the default' \
    "SELECT dp_median_state(x, 0, 10) = dp_median_state(x, 0, 10, 1, 16385)
        AND dp_median_state(x, 0, 10) <> dp_median_state(x, 0, 10, 1, 0) FROM t"
holds 'candidates: 0, integers' "SELECT dp_quantile_state(x, 0.5, 0, 10, 1, 0) = dp_quantile_state(x, 0.5, 0, 10, 1, 11.0) FROM t"
for f in dp_median dp_median_state dp_quantile dp_quantile_state dp_min dp_min_state dp_max dp_max_state; do
    call='1, 0, 10' after=', 1'
    case $f in dp_quantile*) call='1, 0.5, 0, 10' ;; esac
    case $f in *_state) ;; *) after=', 1, 1' ;; esac
    refused "$f: candidates from a column" "SELECT $f($call$after, i + 10) FROM k" "$f: candidates must be the same on every row"
done
