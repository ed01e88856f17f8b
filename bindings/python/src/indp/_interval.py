"""How far an answer may be from the exact one, computed from parameters and noisy sums alone."""

from __future__ import annotations

import math
from typing import Optional, Tuple

from ._states import Parts


def of_mean(parts: Parts, lo: float, hi: float, alpha: float) -> Tuple[float, float]:
    """An interval that contains the exact mean with probability at least 1 - alpha.

    Each noisy sum is within `_reach` of the exact one, but for alpha / 2. The mean grows with the
    sum of x - lo, and falls as that of hi - x grows."""
    (low, high), (low_up, high_up) = _ranges(parts, alpha)
    return (
        lo + (hi - lo) * _share(low_up, high),
        lo + (hi - lo) * _share(high_up, low, unknown=1.0),
    )


def of_variance(parts: Parts, lo: float, hi: float, alpha: float) -> Tuple[float, float]:
    """An interval that contains the exact variance with probability at least 1 - alpha.

    With a, b, c the exact sums and y = (x - lo) / (hi - lo), the mean of y is (c + b/2) / (a+b+c),
    which is monotonic in each sum, and that of y^2 is c / (a+b+c)."""
    a, b, c = _ranges(parts, alpha)
    square = _share(c[0], a[1] + b[1]), _share(c[1], a[0] + b[0], unknown=1.0)
    lowest = min(_share(c[0] + end / 2, a[1] + end / 2) for end in b)
    highest = max(_share(c[1] + end / 2, a[0] + end / 2, unknown=1.0) for end in b)
    scale = (hi - lo) ** 2
    least = min(max(square[0] - highest**2, 0.0), 0.25)
    most = min(max(square[1] - lowest**2, 0.0), 0.25)
    return scale * least, scale * most


def _ranges(parts: Parts, alpha: float) -> Tuple[Tuple[float, float], ...]:
    """Where the exact sums lie. Each is the sum of terms that are not negative."""
    # A release is rounded to a grid of at most scale / 512.
    reach = parts.scale * (math.log(len(parts.sums) / alpha) + 1 / 512)
    return tuple((max(0.0, sum - reach), max(0.0, sum + reach)) for sum in parts.sums)


def _share(part: float, rest: float, unknown: float = 0.0) -> float:
    total = part + rest
    return part / total if total > 0 else unknown


def of_quantile(
    q: float, candidates: int, rows_per_person: int, epsilon: float, alpha: float
) -> float:
    """The rows between the answer and the exact quantile, with probability at least 1 - alpha.

    A candidate whose utility lies g rows above the best is chosen with probability at most
    e^(-epsilon g / (2 sensitivity)). For minimum and maximum: the rows beyond the answer, fewer
    than the threshold with its noise, since the candidate before the answer did not reach it."""
    if q in (0.0, 1.0):
        threshold = 1.3 * rows_per_person * math.log(candidates) * 32 / (26 * epsilon)
        noise = rows_per_person * math.log(1 / alpha) * 32 / (6 * epsilon)
        return max(0.5, threshold) + noise
    return 2 * rows_per_person * max(q, 1 - q) * math.log(candidates / alpha) / epsilon


def of_mode(candidates: int, rows_per_person: int, epsilon: float, alpha: float) -> float:
    """The rows that another candidate may have more than the answer has, with probability at least
    1 - alpha. One person moves all counts in one direction."""
    return rows_per_person * math.log(candidates / alpha) / epsilon


def number_of_candidates(lo: float, hi: float, chosen: Optional[int]) -> int:
    """At most so many candidates has a quantile."""
    if chosen is not None:
        return chosen
    whole = lo == math.floor(lo) and hi == math.floor(hi) and hi - lo <= 2**14
    return int(hi - lo) + 1 if whole else 2**14 + 1
