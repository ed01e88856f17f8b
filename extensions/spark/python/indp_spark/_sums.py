"""The answers that are computed from noisy sums.

Written by bindings/python/tools/generate.py from surface/surface.toml; do not edit."""

import indp

from ._aggregates import Bounded

__all__ = ["Mean", "Variance", "StdDev"]


class Mean(Bounded):
    """A mean of values clamped to [lo, hi]: see indp.Mean."""

    _state = indp.Mean


class Variance(Bounded):
    """A population variance of values clamped to [lo, hi]: see indp.Variance."""

    _state = indp.Variance


class StdDev(Bounded):
    """The square root of a variance: see indp.StdDev."""

    _state = indp.StdDev
