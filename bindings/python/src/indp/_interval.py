"""Computes bounds on the error of answers. They depend only on parameters and noisy sums."""

from __future__ import annotations

import math
from typing import Optional, Tuple

from ._states import Parts


def of_mean(parts: Parts, lo: float, hi: float, alpha: float) -> Tuple[float, float]:
    """An interval that contains the exact mean with probability at least 1 - alpha.

    Each of the two noisy sums differs from its exact sum by more than its noise bound with
    probability at most alpha / 2. The mean rises with the sum of x - lo and falls with the sum of
    hi - x."""
    (low, high), (low_up, high_up) = _ranges(parts, alpha)
    return (
        lo + (hi - lo) * _share(low_up, high),
        lo + (hi - lo) * _share(high_up, low, unknown=1.0),
    )


def of_variance(parts: Parts, lo: float, hi: float, alpha: float) -> Tuple[float, float]:
    """An interval that contains the exact variance with probability at least 1 - alpha.

    Let a, b, c be the exact sums, and y = (x - lo) / (hi - lo). The mean of y is (c + b/2) /
    (a+b+c), which is monotonic in each sum. The mean of y^2 is c / (a+b+c)."""
    a, b, c = _ranges(parts, alpha)
    square = _share(c[0], a[1] + b[1]), _share(c[1], a[0] + b[0], unknown=1.0)
    lowest = min(_share(c[0] + end / 2, a[1] + end / 2) for end in b)
    highest = max(_share(c[1] + end / 2, a[0] + end / 2, unknown=1.0) for end in b)
    scale = (hi - lo) ** 2
    least = min(max(square[0] - highest**2, 0.0), 0.25)
    most = min(max(square[1] - lowest**2, 0.0), 0.25)
    return scale * least, scale * most


def _ranges(parts: Parts, alpha: float) -> Tuple[Tuple[float, float], ...]:
    """Returns intervals that contain the exact sums with probability at least 1 - alpha. No sum is
    negative, since its terms are not negative."""
    # The noisy sums are rounded to a grid of at most scale / 512.
    reach = parts.scale * (math.log(len(parts.sums) / alpha) + 1 / 512)
    return tuple((max(0.0, sum - reach), max(0.0, sum + reach)) for sum in parts.sums)


def _share(part: float, rest: float, unknown: float = 0.0) -> float:
    total = part + rest
    return part / total if total > 0 else unknown


def of_quantile(
    q: float, candidates: int, rows_per_person: int, epsilon: float, alpha: float
) -> float:
    """A bound on the number of rows between the answer and the exact quantile. It holds with
    probability at least 1 - alpha.

    A candidate whose cost is g rows above the lowest cost is chosen with probability at most
    e^(-epsilon g / (2 sensitivity)). For a minimum or maximum, the bound is on the number of rows
    beyond the answer. The candidate next to the answer on the outer side did not reach the noisy
    threshold, so these rows are fewer than the threshold with its noise."""
    if q in (0.0, 1.0):
        threshold = 1.3 * rows_per_person * math.log(candidates) * 32 / (26 * epsilon)
        noise = rows_per_person * math.log(1 / alpha) * 32 / (6 * epsilon)
        return max(0.5, threshold) + noise
    return 2 * rows_per_person * max(q, 1 - q) * math.log(candidates / alpha) / epsilon


def of_mode(candidates: int, rows_per_person: int, epsilon: float, alpha: float) -> float:
    """A bound on how many more rows another candidate has than the answer. It holds with
    probability at least 1 - alpha. One person moves all counts in the same direction."""
    return rows_per_person * math.log(candidates / alpha) / epsilon


def number_of_candidates(lo: float, hi: float, chosen: Optional[int]) -> int:
    """Returns an upper bound on the number of candidates of a quantile."""
    if chosen is not None:
        return chosen
    whole = lo == math.floor(lo) and hi == math.floor(hi) and hi - lo <= 2**14
    return int(hi - lo) + 1 if whole else 2**14 + 1
