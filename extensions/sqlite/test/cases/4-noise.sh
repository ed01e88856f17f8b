# Tests the distribution of the noise. Each test counts how many of N = 40,000 releases fall into a
# set of known probability p. The count may be at most 6.5 standard deviations away from N p. By
# Bernstein's inequality, correct noise fails one such test with probability below 6e-9. There are
# 25 of them, so one of them fails by chance with probability below 1.5e-7.

N=40000
within() { # COUNT P: prints SQL that is 1 if COUNT is within 6.5 standard deviations of N * P
    echo "abs($1 - $N * $2) < 6.5 * sqrt($N * $2 * (1 - $2))"
}
releases() { # CALL: prints a subquery of N releases without rows, anchored by the list of keys
    echo "(SELECT $1 AS r FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i)"
}

# The noise of a count is two-sided geometric: P(r = 0) = (1 - q)/(1 + q) = tanh(1/(2 lambda)) with
# q = exp(-1/lambda), and P(r >= j) = q^j/(1 + q) for each j from 1 on.
for case in '1.0,1 1' '0.5,1 2' '0.5,3 6' 'ln(3)/2,1 2/ln(3)'; do
    call=${case% *} lambda=${case#* }
    holds "count($call): zero" "SELECT $(within 'sum(r = 0)' "tanh(0.5/($lambda))") FROM $(releases "dp_count(t.x,$call)")"
    holds "count($call): positive" \
        "SELECT $(within 'sum(r > 0)' "((1 - tanh(0.5/($lambda)))/2)") FROM $(releases "dp_count(t.x,$call)")"
    holds "count($call): tail" "SELECT $(within 'sum(abs(r) >= 4)' "(2*exp(-4.0/($lambda))/(1 + exp(-1.0/($lambda))))") FROM $(releases "dp_count(t.x,$call)")"
done

# The noise of a sum is Laplace noise, rounded to a grid with the step Lambda/1024. Lambda is lambda
# rounded up to a power of two. Here lambda is a power of two, so Lambda = lambda and
# P(|r| > lambda) = exp(-(1 + 1/2048)).
for case in '0,8,1 8' '-8,3,0.5,4 64'; do
    call=${case% *} lambda=${case#* }
    holds "sum($call): beyond lambda" \
        "SELECT $(within "sum(abs(r) > $lambda)" 'exp(-1 - 1/2048.0)') FROM $(releases "dp_sum(t.x,$call)")"
    holds "sum($call): beyond 3 lambda" \
        "SELECT $(within "sum(abs(r) > 3 * $lambda)" 'exp(-3 - 1/2048.0)') FROM $(releases "dp_sum(t.x,$call)")"
    holds "sum($call): positive" "SELECT $(within 'sum(r > 0)' '(exp(-1/2048.0)/2)') FROM $(releases "dp_sum(t.x,$call)")"
    holds "sum($call): on the grid" \
        "SELECT sum(r * 1024 / $lambda = CAST(r * 1024 / $lambda AS INTEGER)) = $N FROM $(releases "dp_sum(t.x,$call)")"
done

# A column of NULLs, and an empty input with a bound parameter, must get noise of the same
# distribution as the empty input above.
holds 'count: all NULL' "SELECT $(within 'sum(r = 0)' 'tanh(0.5)') FROM (SELECT dp_count(NULL, 1) AS r FROM k GROUP BY i)"
holds 'sum: all NULL' \
    "SELECT $(within 'sum(abs(r) > 8)' 'exp(-1 - 1/2048.0)') FROM (SELECT dp_sum(NULL, 2, 8, 1) AS r FROM k GROUP BY i)"
holds 'sum: a bound parameter, no row matches' ".parameter init
.parameter set :eps 1.0
SELECT $(within 'sum(abs(r) > 8)' 'exp(-1 - 1/2048.0)') FROM $(releases 'dp_sum(t.x, 0, 8, :eps)')"

# The noise is added to the exact answer. Group 1 has 2 values with the sum 3.
holds 'count: noise around the exact answer' "SELECT $(within 'sum(r = 2)' 'tanh(0.5)')
    FROM (SELECT dp_count(t.x, 1) AS r FROM k JOIN t ON t.g = 1 GROUP BY k.i)"
holds 'sum: noise around the exact answer' "SELECT $(within 'sum(r > 3)' '(exp(-1/2048.0)/2)')
    FROM (SELECT dp_sum(t.x, 0, 8, 1) AS r FROM k JOIN t ON t.g = 1 GROUP BY k.i)"

# Consecutive releases are independent: two of them are both positive with probability about 1/4.
# The first test pairs each odd group with the next even group.
holds 'sums of consecutive groups are independent' \
    "SELECT abs(sum(a > 0 AND b > 0) - 20000 * p) < 6.5 * sqrt(20000 * p * (1 - p))
       FROM (SELECT max(CASE WHEN i % 2 THEN r END) AS a, max(CASE WHEN i % 2 = 0 THEN r END) AS b, exp(-1/1024.0)/4 AS p
               FROM (SELECT k.i, dp_sum(t.x, 0, 8, 1) AS r FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i) GROUP BY (i - 1) / 2)"
holds 'two calls in a row are independent' \
    "SELECT $(within 'sum(a > 0 AND b > 0)' '(exp(-1/1024.0)/4)')
       FROM (SELECT dp_sum(t.x, 0, 8, 1) AS a, dp_sum(t.x, 0, 4, 0.5) AS b FROM k LEFT JOIN t ON t.g = -k.i GROUP BY k.i)"

# Two processes must have independent noise. Each of 64 releases equals its counterpart in the other
# process with probability below 1e-3, and 8 or more do with probability below 1e-14. If both
# processes used the same random bits, all 64 would be equal.
list='SELECT dp_sum(t.x, 0, 8, 1) FROM k LEFT JOIN t ON t.g = -k.i WHERE k.i <= 64 GROUP BY k.i;'
sql "$list"
first=$out
sql "$list"
same=$(printf '%s\n%s\n' "$first" "$out" | awk '{ v[NR] = $1 } END { for (i = 1; i <= 64; i++) n += v[i] == v[i + 64]; print NR == 128 ? n + 0 : 999 }')
if [ "$same" -lt 8 ]; then pass; else fail 'two processes have different noise' "$same of 64 releases are the same"; fi
