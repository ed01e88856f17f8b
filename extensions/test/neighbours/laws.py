"""The exact laws of selections from decoded states, as docs/specification.md defines them (Claims
P1, A5, A7 and A9), and the loss between two of them."""

import functools
import math
from decimal import Decimal, getcontext

import library
import states

getcontext().prec = 60


def rate(epsilon, sensitivity, monotonic):
    x, y, z = library.eta(epsilon, float(sensitivity), monotonic)
    return (Decimal(x) / Decimal(2) ** y) ** z


@functools.lru_cache(None)
def permute_and_flip(base, gaps):
    """Claim P1: w_i times the integral of the product of 1 - w_j s over all j but i, s from 0 to
    1."""
    weights = [base**gap for gap in gaps]
    law = []
    for i, own in enumerate(weights):
        product = [Decimal(1)]
        for w in weights[:i] + weights[i + 1 :]:
            product = [a - w * b for a, b in zip(product + [0], [0] + product)]
        law.append(own * sum(c / (k + 1) for k, c in enumerate(product)))
    assert abs(sum(law) - 1) < Decimal("1e-40")
    return law


@functools.lru_cache(None)
def above_threshold(epsilon, m, reached):
    """Claim A9: `reached` has the rows at each candidate or further out, the outermost candidate
    first."""
    noise, coin = (float(rate(epsilon * share / 32, 4 * m, 1)) for share in (6, 26))
    digits = 13 * (len(reached) - 1).bit_length() // 10
    aim = max(2, math.ceil(digits / -math.log2(coin)))
    law, g = [0.0] * len(reached), 0
    while noise**g > 1e-15:
        left = noise**g * (1 - noise)
        for i, rows in enumerate(reached):
            heads = coin ** max(0, aim + g - 4 * rows)
            law[i] += left * heads
            left *= 1 - heads
        law[-1] += left
        g += 1
    return law


def law(state, epsilon):
    """The probability of each candidate of a quantile or mode."""
    if state.kind == states.MODE:
        best = max(state.sums)
        return permute_and_flip(
            rate(epsilon, state.m, 1), tuple(best - rows for rows in state.sums)
        )
    rows = state.sums
    if state.q in (0, 1):
        outward = rows if state.q == 0 else rows[::-1]
        return above_threshold(
            epsilon, state.m, tuple(sum(outward[: i + 1]) for i in range(len(rows)))
        )
    a, b = state.q.numerator, state.q.denominator
    utilities = []
    for i, at in enumerate(rows):
        below, above = sum(rows[:i]), sum(rows[i + 1 :])
        utilities.append(
            max(0, (b - a) * below - a * (at + above), a * above - (b - a) * (below + at))
        )
    least = min(utilities)
    return permute_and_flip(
        rate(epsilon, state.m * max(a, b - a), 0), tuple(u - least for u in utilities)
    )


def loss(p, q):
    """The largest |ln P/P'| of two laws."""
    return max(abs(float((Decimal(x) / Decimal(y)).ln())) for x, y in zip(p, q))
