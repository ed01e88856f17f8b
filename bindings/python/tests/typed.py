"""Code that a type checker must accept; test_package.py runs the checker."""

from typing import Dict, List, Optional, Tuple, Union

import indp

total: float = indp.Sum(0, 1000, rows_per_person=5, grid=None).release(0.5)
count: int = indp.Count().release(0.5, indp.Options(insecure_seed=1))
mode: Union[str, bytes, int] = indp.Mode(["a", 3]).release(1.0)
median: indp.Quantile = indp.Quantile.median(0, 120)
sums: "tuple[float, ...]" = indp.Mean(0, 1).release_parts(1.0).sums
read: indp.Sum = indp.Sum.deserialise(indp.Sum(0, 1).serialise())
merged: indp.Sum = indp.Sum(0, 1).merge(read)
chosen: int = indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 3).select_by(lambda i: i / 2, 3)
left: float = indp.Budget(1).left
names: List[str] = [error.name for error in [indp.ReleasedError(18)]]
error: float = indp.Mean(0, 1).accuracy(rows=1000, epsilon=0.5, alpha=0.01)
enough: float = indp.Quantile.max(0, 9).epsilon_for_accuracy(r=20, options=indp.Options())
around: indp.Interval = indp.Count().interval(12, 0.5)
low, high = indp.Mean(0, 1).interval(indp.Mean(0, 1).release_parts(1.0))
several: List[float] = indp.Quantile(0.5, 0, 9).release_many([0.25, 0.75], 1.0)
cells: List[int] = indp.Histogram([0, 18, 65], 5).release(0.5, indp.Options(grid=4))
ends: Optional[Tuple[float, float]] = indp.Bounds(5, centre=2000, edges=[1900]).release(0.5)
of_candidates: Dict[Union[str, bytes, int], int] = indp.Mode(["a", 3]).release_counts(1.0)
rows: float = indp.Mode.accuracy_with(10, epsilon=0.5)
table: indp.Answers = (
    indp.release(
        object(),
        {
            "n": indp.ask.Count(),
            "m": indp.ask.Mean("x", 0, 1),
            "q": indp.ask.Quantiles("x", [0.5], 0, 1),
            "b": indp.ask.Bounds("x", centre=5, edges=[0, 1]),
        },
        {"n": 0.5, "m": 1, "q": 1.0, "b": 0.5},
        by=["k", "l"],
        keys=[("a", 1)],
        rows_per_person=5,
        budget=indp.Budget(3),
        options={"n": indp.Options()},
    )
    if left > 5
    else indp.release(object(), {"n": indp.ask.Count()}, 1, "k", [1], rows_per_person=1)
)
texts: List[str] = [row["k"] for row in table]
