"""indp_spark: differential privacy in Spark.

    import indp_spark as dp

    answers = dp.release(
        visits,  # a DataFrame
        {
            "people": dp.Count(rows_per_person=5),
            "spending": dp.Sum("dollars", 0, 5000, rows_per_person=5),
        },
        epsilon={"people": 0.1, "spending": 0.5},
        by="site",
        keys=[1, 2, 3, 4, 5, 6],
    )

`release` is an action: it runs one job, which adds the rows of each partition to exact states. On
the driver, `release` then merges the states, adds the noise, once, and returns plain rows. No lazy
DataFrame ever releases: `states` and `merge` give DataFrames of exact states, without noise. If
Spark computes something again, because of a second action, a retry or speculation, it computes
states, and these come out equal.

States are RAW PRIVATE DATA: protect a DataFrame of states like the table.
"""

from . import _sums
from ._aggregates import (
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
from ._lazy import merge, states
from ._release import collect, release, release_states
from ._sql import register
from ._sums import *

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
    "collect",
    "merge",
    "register",
    "release",
    "release_states",
    "states",
]
__all__ += _sums.__all__

__version__ = "0.1.0"
