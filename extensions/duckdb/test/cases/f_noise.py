"""The noise has the distribution of the mechanism."""

import math

from check import rows

GROUPS = 200_000
EDGE = 12
# The chi-squared statistic with 24 degrees of freedom exceeds LIMIT with a probability below 1e-8
# (Wilson and Hilferty's approximation gives 81.9 at 1e-8).
LIMIT = 90


def statistic(counts, epsilon):
    """The chi-squared statistic of released counts of groups without rows, against
    two-sided geometric noise. `counts` says how often each answer occurred."""
    def tail(k):
        return math.exp(-epsilon * k) / (1 + math.exp(-epsilon))

    total = 0.0
    for k in range(-EDGE, EDGE + 1):
        p = 1 - 2 * tail(1) if k == 0 else tail(EDGE) if abs(k) == EDGE else tail(abs(k)) - tail(abs(k) + 1)
        total += (counts.get(k, 0) - GROUPS * p) ** 2 / (GROUPS * p)
    return total


def draw(c, epsilon):
    counts = {}
    for (k,) in rows(c, f"SELECT dp_count(NULL::INTEGER, {epsilon}) FROM range({GROUPS}) r(i) GROUP BY i"):
        k = max(-EDGE, min(EDGE, k))
        counts[k] = counts.get(k, 0) + 1
    return counts


def case_distribution_of_counts(c):
    """Counts of no rows have the geometric distribution (false alarms: below 1e-8 per run)."""
    found = statistic(draw(c, 0.5), 0.5)
    assert found < LIMIT, found


def case_a_broken_mechanism_is_found(c):
    """The same test fails on noise whose epsilon is larger by a twentieth."""
    found = statistic(draw(c, 0.525), 0.5)
    assert found > LIMIT, found


def case_threads_draw_independently(c):
    """Threads and groups do not share their noise: 200,000 sums have more than 5,000 different
    values."""
    c.execute("SET threads = 4")
    got = rows(c, f"SELECT dp_sum(NULL::DOUBLE, 0, 1e9, 1) FROM range({GROUPS}) r(i) GROUP BY i")
    # The step of the grid is 2^20 and the scale about 2^30: two answers are equal with a
    # probability of about 2^-12.
    assert len(set(got)) > 5000, len(set(got))
