"""Makes a state of each kind, always with the same rows."""

import indp

ROWS = [1.0, 2.5, 7.0, 100.0, -3.0]


def count():
    made = indp.Count(2)
    made.add_rows(5)
    return made


def with_rows(made):
    made.add(ROWS)
    return made


def mode():
    made = indp.Mode(["a", "b", 7], 2)
    made.add(["a", "a", "b", 7, "none"])
    return made


MAKERS = {
    "count": count,
    "sum": lambda: with_rows(indp.Sum(0, 10, 2)),
    "mean": lambda: with_rows(indp.Mean(0, 10, 2)),
    "variance": lambda: with_rows(indp.Variance(0, 10, 2)),
    "stddev": lambda: with_rows(indp.StdDev(0, 10, 2)),
    "median": lambda: with_rows(indp.Quantile.median(0, 10, 2)),
    "minimum": lambda: with_rows(indp.Quantile.min(0, 10, 2)),
    "maximum": lambda: with_rows(indp.Quantile.max(0, 10, 2)),
    "mode": mode,
    "histogram": lambda: with_rows(indp.Histogram([0, 1, 2.5], 2)),
    "bounds": lambda: with_rows(indp.Bounds(2)),
}
