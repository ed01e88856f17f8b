# Tests the distribution of the noise. Each test counts how many of N = 40,000 releases fall into a
# set of known probability p. The count may be 6.5 standard deviations away from N p. By Bernstein's
# inequality, correct noise fails one such test with probability below 6e-9. There are fewer than 80
# of them, so one of them fails by chance with probability below 5e-7.

N=40000
within() { # COUNT P: prints SQL that is true if COUNT is within 6.5 standard deviations of N * P
    echo "abs(($1) - $N * ($2)) < 6.5 * sqrt($N * ($2) * (1 - ($2)))"
}
hits() { echo "count(*) FILTER (WHERE $1)"; }
releases() { # CALL: prints a subquery of N releases without rows, one for each public key
    echo "(SELECT $1 AS r FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i) s"
}

# The noise of a count is two-sided geometric: P(r = 0) = (1 - q)/(1 + q) = tanh(1/(2 lambda)) with
# q = exp(-1/lambda), and P(r >= j) = q^j/(1 + q) for each j from 1 on.
for case in '1.0,1 1' '0.5,3 6' 'ln(3)/2,1 2/ln(3)'; do
    call=${case% *} lambda=${case#* }
    holds "count($call): zero, positive, tail" \
        "SELECT $(within "$(hits 'r = 0')" "tanh(0.5/($lambda))") AND $(within "$(hits 'r > 0')" "(1 - tanh(0.5/($lambda)))/2")
            AND $(within "$(hits 'abs(r) >= 4')" "2*exp(-4.0/($lambda))/(1 + exp(-1.0/($lambda)))") FROM $(releases "dp_count(t.x, $call)")"
done

# The noise of a sum is Laplace noise, rounded to a grid with the step Lambda/1024. Lambda is lambda
# rounded up to a power of two. Here lambda is a power of two, so Lambda = lambda and
# P(|r| > lambda) = exp(-(1 + 1/2048)).
for case in '0,8,1 8' '-8,3,0.5,4 64'; do
    call=${case% *} lambda=${case#* }
    holds "sum($call): tails, sign, grid" \
        "SELECT $(within "$(hits "abs(r) > $lambda")" 'exp(-1 - 1/2048.0)')
            AND $(within "$(hits "abs(r) > 3 * $lambda")" 'exp(-3 - 1/2048.0)')
            AND $(within "$(hits 'r > 0')" 'exp(-1/2048.0)/2') AND bool_and(r * 1024 / $lambda = floor(r * 1024 / $lambda))
            FROM $(releases "dp_sum(t.x, $call)")"
done
# Without rows, the parameters come from the plan, as constants or bound parameters, also in a call
# with FILTER.
for call in 'dp_sum(t.x, 0, 8, 1.0) FILTER (WHERE false)' 'dp_sum(t.x::numeric, 0, 4, 0.5) FILTER (WHERE false)' \
    'dp_sum(t.g, 0, 2, 0.5, 2) FILTER (WHERE false)'; do
    holds "sum: $call" "SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM $(releases "$call")"
done
holds 'count: FILTER (WHERE false)' \
    "SELECT $(within "$(hits 'r = 0')" 'tanh(0.5)') FROM $(releases 'dp_count(t.x, 1) FILTER (WHERE false)')"
holds 'sum: a bound parameter, no row' "SET plan_cache_mode = force_generic_plan; PREPARE p(float8) AS
    SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM $(releases 'dp_sum(t.x, 0, 8, $1) FILTER (WHERE false)');
    EXECUTE p(1)"
holds 'a released state' \
    "SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM (SELECT dp_release(e.s, 1) AS r
        FROM k, (SELECT dp_sum_state(x, 0, 8) s FROM none) e) s"

# The noise is added to the exact answer. Group 1 has 2 values with the sum 3.
holds 'count: noise around the exact answer' \
    "SELECT $(within "$(hits 'r = 2')" 'tanh(0.5)') FROM (SELECT dp_count(t.x, 1) AS r FROM k JOIN t ON t.g = 1
        GROUP BY k.i) s"
holds 'sum: noise around the exact answer' \
    "SELECT $(within "$(hits 'r > 3')" 'exp(-1/2048.0)/2') FROM (SELECT dp_sum(t.x, 0, 8, 1) AS r FROM k JOIN t ON t.g = 1
        GROUP BY k.i) s"

# Two calls in a query are independent: both answers are positive with probability about 1/4.
holds 'two calls in a row are independent' \
    "SELECT $(within "$(hits 'a > 0 AND b > 0')" 'exp(-1/1024.0)/4')
       FROM (SELECT dp_sum(t.x, 0, 8, 1) AS a, dp_sum(t.x, 0, 4, 0.5) AS b FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i) s"

# Medians, quantiles and modes use permute-and-flip. Its eta is at least (1 - 2^-20) times the
# largest eta that epsilon allows. This changes each probability by less than 1/100 of the standard
# deviation of the measured frequency. Without rows all candidates are equally likely.
for call in 'dp_median(t.x, 0, 3, 1, 1, 4)' 'dp_quantile(t.x, 0.9, 0, 3, 1, 1, 4) FILTER (WHERE false)'; do
    holds "no row: $call" \
        "SELECT $(within "$(hits 'r = 0')" '0.25') AND $(within "$(hits 'r = 3')" '0.25') FROM $(releases "$call")"
done
holds 'mode: no row' \
    "SELECT $(within "$(hits "r = 'a'")" '0.25') AND $(within "$(hits "r = 'd'")" '0.25')
        FROM $(releases "dp_mode(t.x::text, '{a,b,c,d}', 1)")"
holds 'mode: no row, the candidates come from the plan' \
    "SELECT $(within "$(hits 'r = 1')" '0.25') AND $(within "$(hits 'r = 4')" '0.25')
        FROM $(releases "dp_mode(t.g, '{1,2,3,4}', 1) FILTER (WHERE false)")"
# With two candidates, permute-and-flip visits the worse one first with probability 1/2, and then
# accepts it with a probability equal to its weight w. The exponential mechanism would choose it
# with probability w / (1 + w) instead.
two() { # NAME CALL ROWS WORSE WEIGHT: the candidate WORSE has this weight in CALL over ROWS rows
    holds "$1" "SELECT $(within "$(hits "r = $4")" "$5 / 2") FROM (SELECT $2 AS r FROM k, generate_series(1, $3) GROUP BY i) s"
}
# Two rows are at 0, and the candidates are 0 and 1. The median's score of candidate 1 is worse by 1
# than the score of candidate 0. The sensitivity of the score is 1/2 for each row of a person.
for case in '1 1' '2 2' '1,2 0.5'; do
    call=${case% *} loss=${case#* }
    two "median($call): two rows" "dp_median(0, 0, 1, $call)" 2 1 "exp(-$loss)"
    two "mode($call): two rows" "dp_mode('a', '{a,b}', $call)" 2 "'b'" "exp(-2 * $loss)"
done
# For q = 3/4 and two rows at 0, the score of candidate 1 is worse by 2 * 1/4, and the sensitivity
# is 3/4.
two 'quantile: two rows' 'dp_quantile(0, 0.75, 0, 1, 1)' 2 1 'exp(-0.5 / (2 * 0.75))'
two 'a released mode state' "dp_release_mode(dp_mode_state('a', '{a,b}'), 1)" 2 "'b'" 'exp(-2)'
# Minimum and maximum use above-threshold: from the outermost candidate inwards, the first candidate
# whose coin shows heads is released, and more rows make heads more likely. Counts are in units of a
# quarter of a row, epsilon is 1, and a person has m rows. The threshold and the counts both get
# epsilon: with w = e^(-1/4m), the threshold's noise is G with P(G = g) = (1 - w) w^g, and each unit
# by which a count is too small multiplies the probability of heads by w. The threshold without noise
# is K, the least number of units with n w^K / (1 + w) <= 2^-8. For n = 2 candidates K is 23 if m = 1,
# and 45 if m = 2. For 4 candidates K is 26 if m = 1.
#
# With two candidates, let R be the number of rows at the outer one. Given G, the outer one is
# released with probability w^max(0, K + G - 4 R). Otherwise the inner one is released. Averaged
# over G, the probabilities are:
#     4 R < K:   outer, with any number of rows at the inner one: w^(K - 4 R) / (1 + w)
#     4 R >= K:  inner, if G >= s = 4 R - K and the coin shows tails: w^(s + 1) / (1 + w)
extreme() { # NAME CALL ROWS CANDIDATE PROBABILITY: CALL over ROWS rows is CANDIDATE with PROBABILITY
    holds "$1" "SELECT $(within "$(hits "r = $4")" "$5") FROM (SELECT $2 AS r FROM k, generate_series(1, $3) GROUP BY i) s"
}
heads() { # M UNITS: prints the probability of heads if so many units lack
    echo "exp(-$2 / (4.0 * $1)) / (1 + exp(-1 / (4.0 * $1)))"
}
extreme 'maximum: the outer candidate, without rows at it' 'dp_max(0, 0, 1, 1)' 5 1 "$(heads 1 23)"
extreme 'minimum: the outer candidate, without rows at it' 'dp_min(1, 0, 1, 1)' 5 0 "$(heads 1 23)"
extreme 'maximum: the outer candidate, with rows at it' 'dp_max(1, 0, 1, 1)' 5 1 "$(heads 1 3)"
extreme 'maximum: the inner candidate, although all rows are at the outer one' \
    'dp_max(1, 0, 1, 1)' 8 0 "$(heads 1 10)"
extreme 'minimum: the inner candidate, although all rows are at the outer one' \
    'dp_min(0, 0, 1, 1)' 8 1 "$(heads 1 10)"
extreme 'maximum: two rows per person' 'dp_max(1, 0, 1, 1, 2)' 15 0 "$(heads 2 16)"
extreme 'a released minimum' 'dp_release(dp_min_state(0, 0, 1), 1)' 8 1 "$(heads 1 10)"
# Without rows, the outermost of four candidates is released if its coin shows heads, and the last
# one if the coins of the three others show tails.
tails='(SELECT sum((1 - exp(-1 / 4.0)) * exp(-g / 4.0) * (1 - exp(-(26 + g) / 4.0)) ^ 3)
    FROM generate_series(0, 2000) g)'
for case in '0 3 dp_min(t.x, 0, 3, 1, 1, 4)' '3 0 dp_max(t.g, 0, 3, 1) FILTER (WHERE false)'; do
    call=${case#* * } ends=${case%% dp*}
    holds "no row: $call" \
        "SELECT $(within "$(hits "r = ${ends% *}")" "$(heads 1 26)") AND $(within "$(hits "r = ${ends#* }")" "$tails")
            FROM $(releases "$call")"
done

# Each sum of an average or variance has independent Laplace noise at the full epsilon. Here lambda
# is 8 for an average and 64 for a variance, and the grid step is lambda / 1024. The count of an
# average exceeds 1 row if its two noises add up to more than 8, which has probability
# e^-1 (2 + 1) / 4. At half of epsilon the same tests must fail.
tail='exp(-1 - 1/2048.0)'
parts() { # STATE EPSILON: prints a subquery of N releases without rows
    echo \
        "(SELECT (p -> 'sums' ->> 0)::float8 AS a, (p -> 'sums' ->> 1)::float8 AS b, (p -> 'sums' ->> 2)::float8 AS c, (p ->> 'count')::float8 AS n
        FROM (SELECT dp_release_parts(s, $2) AS p FROM k, (SELECT $1 AS s FROM none) e OFFSET 0) q) r"
}
mean_law="$(within "$(hits 'abs(a) > 8')" "$tail") AND $(within "$(hits 'abs(b) > 8')" "$tail") AND $(within "$(hits 'a > 0 AND b > 0')" 'exp(-1/1024.0)/4') AND $(within "$(hits 'n > 1')" '0.75 * exp(-1)')"
variance_law="$(within "$(hits 'abs(a) > 64')" "$tail") AND $(within "$(hits 'abs(b) > 64')" "$tail") AND $(within "$(hits 'abs(c) > 64')" "$tail") AND $(within "$(hits 'a > 0 AND b > 0 AND c > 0')" 'exp(-1.5/1024.0)/8')"
holds 'parts of an average' "SELECT $mean_law FROM $(parts 'dp_avg_state(x, 0, 8)' 1)"
answer 'parts of an average at half of epsilon fail the test' "SELECT $mean_law FROM $(parts 'dp_avg_state(x, 0, 8)' 0.5)" f
for f in dp_var dp_stddev; do
    holds "parts: $f" "SELECT $variance_law FROM $(parts "${f}_state(x, 0, 8)" 1)"
    answer "parts at half of epsilon fail the test: $f" "SELECT $variance_law FROM $(parts "${f}_state(x, 0, 8)" 0.5)" f
done
