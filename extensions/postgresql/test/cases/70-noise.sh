# The noise itself. Each test counts how many of N = 40,000 releases fall into a set whose probability p is
# known, and allows 6.5 standard deviations: by Bernstein's inequality a sound release fails one such
# test with probability below 6e-9. There are fewer than 80 of them: below 5e-7 together.

N=40000
within() { # COUNT P: SQL that is true if COUNT of N is within 6.5 standard deviations of N * P
    echo "abs(($1) - $N * ($2)) < 6.5 * sqrt($N * ($2) * (1 - ($2)))"
}
hits() { echo "count(*) FILTER (WHERE $1)"; }
releases() { # CALL: N releases of nothing, one for each public key
    echo "(SELECT $1 AS r FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i) s"
}

# Counts: round(Laplace(lambda)), so P(0) = 1 - exp(-1/(2 lambda)), P(r >= j) = exp(-(j - 1/2)/lambda) / 2.
for case in '1.0,1 1' '0.5,3 6' 'ln(3)/2,1 2/ln(3)'; do
    call=${case% *} lambda=${case#* }
    holds "count($call): zero, positive, tail" \
        "SELECT $(within "$(hits 'r = 0')" "1 - exp(-0.5/($lambda))") AND $(within "$(hits 'r > 0')" "exp(-0.5/($lambda))/2")
            AND $(within "$(hits 'abs(r) >= 4')" "exp(-3.5/($lambda))") FROM $(releases "dp_count(t.x, $call)")"
done

# Sums: Laplace rounded to a grid of Lambda/1024. Here lambda is a power of two, so Lambda = lambda and
# P(|r| > lambda) = exp(-(1 + 1/2048)).
for case in '0,8,1 8' '-8,3,0.5,4 64'; do
    call=${case% *} lambda=${case#* }
    holds "sum($call): tails, sign, grid" \
        "SELECT $(within "$(hits "abs(r) > $lambda")" 'exp(-1 - 1/2048.0)') AND $(within "$(hits "abs(r) > 3 * $lambda")" 'exp(-3 - 1/2048.0)')
            AND $(within "$(hits 'r > 0')" 'exp(-1/2048.0)/2') AND bool_and(r * 1024 / $lambda = floor(r * 1024 / $lambda)) FROM $(releases "dp_sum(t.x, $call)")"
done
# No row at all, so that the parameters come from the plan: as constants, bound, and in FILTER.
for call in 'dp_sum(t.x, 0, 8, 1.0) FILTER (WHERE false)' 'dp_sum(t.x::numeric, 0, 4, 0.5) FILTER (WHERE false)' 'dp_sum(t.g, 0, 2, 0.5, 2) FILTER (WHERE false)'; do
    holds "sum: $call" "SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM $(releases "$call")"
done
holds 'count: FILTER (WHERE false)' "SELECT $(within "$(hits 'r = 0')" '1 - exp(-0.5)') FROM $(releases 'dp_count(t.x, 1) FILTER (WHERE false)')"
holds 'sum: a bound parameter, no row' "SET plan_cache_mode = force_generic_plan; PREPARE p(float8) AS
    SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM $(releases 'dp_sum(t.x, 0, 8, $1) FILTER (WHERE false)'); EXECUTE p(1)"
holds 'a released state' "SELECT $(within "$(hits 'abs(r) > 8')" 'exp(-1 - 1/2048.0)') FROM (SELECT dp_release(e.s, 1) AS r FROM k, (SELECT dp_sum_state(x, 0, 8) s FROM none) e) s"

# The noise is added to the answer: 2 rows, sum 3.
holds 'count: around the answer' "SELECT $(within "$(hits 'r = 2')" '1 - exp(-0.5)') FROM (SELECT dp_count(t.x, 1) AS r FROM k JOIN t ON t.g = 1 GROUP BY k.i) s"
holds 'sum: around the answer' "SELECT $(within "$(hits 'r > 3')" 'exp(-1/2048.0)/2') FROM (SELECT dp_sum(t.x, 0, 8, 1) AS r FROM k JOIN t ON t.g = 1 GROUP BY k.i) s"

# Releases side by side are independent: both positive a quarter of the time.
holds 'two calls in a row are independent' \
    "SELECT $(within "$(hits 'a > 0 AND b > 0')" 'exp(-1/1024.0)/4')
       FROM (SELECT dp_sum(t.x, 0, 8, 1) AS a, dp_sum(t.x, 0, 4, 0.5) AS b FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i) s"

# Medians, quantiles and modes: permute-and-flip. Its eta is a fraction within 2^-20 of what epsilon allows, which moves no
# probability by a hundredth of a standard deviation. Without rows all candidates are equally likely.
for call in 'dp_median(t.x, 0, 3, 1, 1, 4)' 'dp_quantile(t.x, 0.9, 0, 3, 1, 1, 4) FILTER (WHERE false)'; do
    holds "no row: $call" "SELECT $(within "$(hits 'r = 0')" '0.25') AND $(within "$(hits 'r = 3')" '0.25') FROM $(releases "$call")"
done
holds 'mode: no row' "SELECT $(within "$(hits "r = 'a'")" '0.25') AND $(within "$(hits "r = 'd'")" '0.25') FROM $(releases "dp_mode(t.x::text, '{a,b,c,d}', 1)")"
holds 'mode: no row, from the plan' "SELECT $(within "$(hits 'r = 1')" '0.25') AND $(within "$(hits 'r = 4')" '0.25') FROM $(releases "dp_mode(t.g, '{1,2,3,4}', 1) FILTER (WHERE false)")"
# Two candidates: it comes to the worse one first half of the time, and takes it with the probability that is its weight. The
# exponential mechanism would take it w / (1 + w) of the time.
two() { # NAME CALL ROWS WORSE WEIGHT
    holds "$1" "SELECT $(within "$(hits "r = $4")" "$5 / 2") FROM (SELECT $2 AS r FROM k, generate_series(1, $3) GROUP BY i) s"
}
# Two rows at 0, candidates 0 and 1: utilities 0 and 1 for the median, whose sensitivity is 1/2 for each row of a person.
for case in '1 1' '2 2' '1,2 0.5'; do
    call=${case% *} loss=${case#* }
    two "median($call): two rows" "dp_median(0, 0, 1, $call)" 2 1 "exp(-$loss)"
    two "mode($call): two rows" "dp_mode('a', '{a,b}', $call)" 2 "'b'" "exp(-2 * $loss)"
done
# q = 3/4: candidate 1 has utility 2 * 1/4, candidate 0 has utility 0 for two rows at 0; sensitivity 3/4.
two 'quantile: two rows' 'dp_quantile(0, 0.75, 0, 1, 1)' 2 1 'exp(-0.5 / (2 * 0.75))'
two 'a released mode state' "dp_release_mode(dp_mode_state('a', '{a,b}'), 1)" 2 "'b'" 'exp(-2)'
# Extremes: above-threshold. Units are quarters of a row. With m rows a person one of them costs the threshold a factor
# a = e^(-6/32 / 4m) = e^(-3/64m), and a count b = e^(-13/64m), at epsilon 1; a b = e^(-1/4m). P(G = g) = (1 - a) a^g. K is the least
# with b^K <= 2^-floor(1.3 log2 candidates): for 2 candidates 4 (m = 1) and 7 (m = 2), for 4 candidates 7. Of two candidates the
# outer one with R rows at it is chosen with probability b^max(0, K + G - 4 R), else the other one.
#     R = 0:  E b^(K + G) = b^K (1 - a) / (1 - a b), with any number of rows at the other candidate
#     R > 0:  s = 4 R - K; the other one if G >= s and tails: a^s (1 - (1 - a) / (1 - a b)) = a^s (a - a b) / (1 - a b)
extreme() { # NAME CALL ROWS CANDIDATE PROBABILITY
    holds "$1" "SELECT $(within "$(hits "r = $4")" "$5") FROM (SELECT $2 AS r FROM k, generate_series(1, $3) GROUP BY i) s"
}
outer() { # M K
    echo "exp(-13 * $2 / (64.0 * $1)) * (1 - exp(-3 / (64.0 * $1))) / (1 - exp(-1 / (4.0 * $1)))"
}
inner() { # M S
    echo "exp(-3 * $2 / (64.0 * $1)) * (exp(-3 / (64.0 * $1)) - exp(-1 / (4.0 * $1))) / (1 - exp(-1 / (4.0 * $1)))"
}
extreme 'maximum: too high' 'dp_max(0, 0, 1, 1)' 5 1 "$(outer 1 4)"
extreme 'minimum: too low' 'dp_min(1, 0, 1, 1)' 5 0 "$(outer 1 4)"
extreme 'maximum: too low' 'dp_max(1, 0, 1, 1)' 8 0 "$(inner 1 28)"
extreme 'minimum: too high' 'dp_min(0, 0, 1, 1)' 8 1 "$(inner 1 28)"
extreme 'maximum: two rows a person' 'dp_max(1, 0, 1, 1, 2)' 10 0 "$(inner 2 33)"
extreme 'a released minimum' 'dp_release(dp_min_state(0, 0, 1), 1)' 8 1 "$(inner 1 28)"
# No row: the outermost of four candidates at heads, the last one at three tails.
tails='(SELECT sum((1 - exp(-3 / 64.0)) * exp(-3 * g / 64.0) * (1 - exp(-13 * (7 + g) / 64.0)) ^ 3) FROM generate_series(0, 2000) g)'
for case in '0 3 dp_min(t.x, 0, 3, 1, 1, 4)' '3 0 dp_max(t.g, 0, 3, 1) FILTER (WHERE false)'; do
    call=${case#* * } ends=${case%% dp*}
    holds "no row: $call" "SELECT $(within "$(hits "r = ${ends% *}")" "$(outer 1 7)") AND $(within "$(hits "r = ${ends#* }")" "$tails") FROM $(releases "$call")"
done

# The sums of a mean and of a variance: Laplace noise at the whole epsilon in each, independent, here of lambda 8 and 64 on grids of
# a 1024th. At half of epsilon none of this holds. The count is beyond 1 row where the two of a mean add up to 8: e^-1 (2 + 1) / 4.
tail='exp(-1 - 1/2048.0)'
parts() { # STATE EPSILON
    echo "(SELECT (p -> 'sums' ->> 0)::float8 AS a, (p -> 'sums' ->> 1)::float8 AS b, (p -> 'sums' ->> 2)::float8 AS c, (p ->> 'count')::float8 AS n
        FROM (SELECT dp_release_parts(s, $2) AS p FROM k, (SELECT $1 AS s FROM none) e OFFSET 0) q) r"
}
mean_law="$(within "$(hits 'abs(a) > 8')" "$tail") AND $(within "$(hits 'abs(b) > 8')" "$tail") AND $(within "$(hits 'a > 0 AND b > 0')" 'exp(-1/1024.0)/4') AND $(within "$(hits 'n > 1')" '0.75 * exp(-1)')"
variance_law="$(within "$(hits 'abs(a) > 64')" "$tail") AND $(within "$(hits 'abs(b) > 64')" "$tail") AND $(within "$(hits 'abs(c) > 64')" "$tail") AND $(within "$(hits 'a > 0 AND b > 0 AND c > 0')" 'exp(-1.5/1024.0)/8')"
holds 'parts of a mean' "SELECT $mean_law FROM $(parts 'dp_avg_state(x, 0, 8)' 1)"
answer 'parts of a mean at half of epsilon' "SELECT $mean_law FROM $(parts 'dp_avg_state(x, 0, 8)' 0.5)" f
for f in dp_var dp_stddev; do
    holds "parts: $f" "SELECT $variance_law FROM $(parts "${f}_state(x, 0, 8)" 1)"
    answer "parts at half of epsilon: $f" "SELECT $variance_law FROM $(parts "${f}_state(x, 0, 8)" 0.5)" f
done
