# The noise itself. Each test counts how many of N = 40,000 releases fall into a set whose probability p is
# known, and allows 6.5 standard deviations: by Bernstein's inequality a sound release fails one such
# test with probability below 6e-9. There are 40 of them: below 2.4e-7 together.

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

# Medians and modes: the exponential mechanism. Its eta is a fraction within 2^-20 of what epsilon allows, which moves no
# probability by a hundredth of a standard deviation. Without rows all candidates are equally likely.
holds 'median: no row' "SELECT $(within "$(hits 'r = 0')" '0.25') AND $(within "$(hits 'r = 3')" '0.25') FROM $(releases 'dp_median(t.x, 0, 3, 1, 1, 4)')"
holds 'quantile: no row, from the plan' "SELECT $(within "$(hits 'r = 0')" '0.25') AND $(within "$(hits 'r = 3')" '0.25') FROM $(releases 'dp_quantile(t.x, 0.9, 0, 3, 1, 1, 4) FILTER (WHERE false)')"
holds 'mode: no row' "SELECT $(within "$(hits "r = 'a'")" '0.25') AND $(within "$(hits "r = 'd'")" '0.25') FROM $(releases "dp_mode(t.x::text, '{a,b,c,d}', 1)")"
holds 'mode: no row, from the plan' "SELECT $(within "$(hits 'r = 1')" '0.25') AND $(within "$(hits 'r = 4')" '0.25') FROM $(releases "dp_mode(t.g, '{1,2,3,4}', 1) FILTER (WHERE false)")"
# Two rows at 0, candidates 0 and 1: utilities 0 and 1 for the median, whose sensitivity is 1/2 for each row of a person.
for case in '1 1' '2 2' '1,2 0.5'; do
    call=${case% *} loss=${case#* }
    holds "median($call): two rows" "SELECT $(within "$(hits 'r = 1')" "1 / (1 + exp($loss))") FROM (SELECT dp_median(0, 0, 1, $call) AS r FROM k, generate_series(1, 2) GROUP BY i) s"
    holds "mode($call): two rows" "SELECT $(within "$(hits "r = 'b'")" "1 / (1 + exp(2 * $loss))") FROM (SELECT dp_mode('a', '{a,b}', $call) AS r FROM k, generate_series(1, 2) GROUP BY i) s"
done
# q = 3/4: candidate 1 has utility 2 * 1/4, candidate 0 has utility 0 for two rows at 0; sensitivity 3/4.
holds 'quantile: two rows' "SELECT $(within "$(hits 'r = 1')" '1 / (1 + exp(0.5 / (2 * 0.75)))') FROM (SELECT dp_quantile(0, 0.75, 0, 1, 1) AS r FROM k, generate_series(1, 2) GROUP BY i) s"
holds 'a released mode state' "SELECT $(within "$(hits "r = 'b'")" '1 / (1 + exp(2))') FROM (SELECT dp_release_mode(s, 1) AS r FROM k, (SELECT dp_mode_state('a', '{a,b}') s FROM generate_series(1, 2)) e) s"
