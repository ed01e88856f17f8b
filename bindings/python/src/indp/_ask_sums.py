"""The answers that are computed from noisy sums, as questions about a table.

Written by tools/generate.py from surface/surface.toml; do not edit."""

from __future__ import annotations

from . import _sums
from ._ask import Averaged

__all__ = ["Mean", "Variance", "StdDev"]


class Mean(Averaged):
    """A mean of values clamped to [lo, hi]: see indp.Mean."""

    _state = _sums.Mean


class Variance(Averaged):
    """A population variance of values clamped to [lo, hi]: see indp.Variance."""

    _state = _sums.Variance


class StdDev(Averaged):
    """The square root of a variance: see indp.StdDev."""

    _state = _sums.StdDev
