"""What `indp.release` can ask about the columns of a table.

    import indp as dp

    dp.ask.Mean("dollars", 0, 5000)  # a mean of the column "dollars", clamped to 0..5000
    dp.ask.Count()                   # the number of rows

These objects hold public parameters and no rows. How many rows a person has is said once for the
whole table, in `release`.
"""

from __future__ import annotations

from . import _ask_sums
from ._ask import (
    Aggregate,
    Bounds,
    Count,
    Counts,
    Histogram,
    Max,
    Median,
    Min,
    Mode,
    Quantile,
    Quantiles,
    Sum,
)
from ._ask_sums import *

__all__ = [
    "Aggregate",
    "Bounds",
    "Count",
    "Counts",
    "Histogram",
    "Max",
    "Median",
    "Min",
    "Mode",
    "Quantile",
    "Quantiles",
    "Sum",
]
__all__ += _ask_sums.__all__
