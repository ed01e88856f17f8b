"""The answers that are computed from noisy sums.

Written by tools/generate.py from surface/surface.toml; do not edit."""

from __future__ import annotations

from typing import Optional

from . import _low as low
from ._aggregates import Averages, bounded

__all__ = ["Mean", "Variance", "StdDev"]


class Mean(Averages):
    """A mean of values clamped to [lo, hi].

    Args and errors are those of Sum. It is released from noisy sums of the distances to both
    bounds; the noise scale of each is rows_per_person * (hi - lo) / epsilon. The bounds must differ
    on the input grid.
    """

    _kind = low.INDP_KIND_MEAN

    def __init__(
        self, lo: float, hi: float, rows_per_person: int = 1, grid: Optional[float] = None
    ) -> None:
        size = low.INDP_MEAN_STATE_SIZE
        self._held = bounded(low.indp_mean_init, size, lo, hi, rows_per_person, grid)


class Variance(Averages):
    """A population variance of values clamped to [lo, hi].

    Args and errors are those of Sum. The divisor is the number of rows. The bounds must differ on
    the input grid, which is at least 2**-31 times max(|lo|, |hi|).
    """

    _kind = low.INDP_KIND_VARIANCE

    def __init__(
        self, lo: float, hi: float, rows_per_person: int = 1, grid: Optional[float] = None
    ) -> None:
        size = low.INDP_VARIANCE_STATE_SIZE
        self._held = bounded(low.indp_variance_init, size, lo, hi, rows_per_person, grid)


class StdDev(Averages):
    """The square root of a variance.

    Args and errors are those of Sum. The bounds and the input grid are as for a variance.
    """

    _kind = low.INDP_KIND_STDDEV

    def __init__(
        self, lo: float, hi: float, rows_per_person: int = 1, grid: Optional[float] = None
    ) -> None:
        size = low.INDP_STDDEV_STATE_SIZE
        self._held = bounded(low.indp_stddev_init, size, lo, hi, rows_per_person, grid)
