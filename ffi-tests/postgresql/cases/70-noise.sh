# The noise itself. Each test counts how many of N = 40,000 releases fall into a set whose probability p is
# known, and allows 6.5 standard deviations: by Bernstein's inequality a sound release fails one such
# test with probability below 6e-9. There are 23 of them: below 1.4e-7 together.

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
