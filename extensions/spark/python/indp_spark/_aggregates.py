"""The aggregates. Each has a column and the public parameters of a state, which are checked on the
driver, when the aggregate is made."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence, Union

import indp
from pyspark.sql import Column

# What an aggregate reads from its column.
ROWS = "rows"  # whether the value is null
NUMBERS = "numbers"
TEXTS = "texts"
INTEGERS = "integers"

# Every integer up to this magnitude is exact as a double.
EXACT = 2**53


class Aggregate:
    """What is computed over the rows: a column, and public parameters. Make one of the derived
    classes.

    Args of all of them:
        column: the name of a column, or a Column. Null rows are not counted.
        rows_per_person: the largest number of rows that one person has, in all groups together. You
            promise it; it is not enforced.
    """

    _reads = NUMBERS

    def __init__(self, column: Union[str, Column, None]) -> None:
        if not isinstance(column, (str, Column)):
            raise TypeError(f"column must be a name or a Column, not {type(column).__name__}")
        self.column = column
        self.start()  # raises if a parameter is wrong

    def start(self) -> Any:
        """Returns an empty state of the package indp."""
        raise TypeError("Aggregate is abstract: make a Count, Sum, Mean, ...")

    def _wide(self) -> bool:
        """Whether integers beyond 2**53 must keep their exact values. They need not if no bound is
        beyond 2**53: rounding then moves no integer across a bound."""
        return False

    def check(self, epsilon: float, options: Optional[indp.Options] = None) -> None:
        """Raises what `answer` would raise because of public parameters. Releases nothing."""
        self.start().can_release(epsilon, options)

    def answer(self, state: Any, epsilon: float, options: Optional[indp.Options] = None) -> Any:
        """Releases a state of this aggregate. Costs epsilon."""
        return state.release(epsilon, options)


class Count(Aggregate):
    """Counts the rows where the column is not null, or all rows if no column is given. The column
    may have any type. The answer is an int."""

    _reads = ROWS

    def __init__(self, column: Union[str, Column, None] = None, rows_per_person: int = 1) -> None:
        self._rows_per_person = rows_per_person
        if column is None:
            self.column = None
            self.start()
        else:
            super().__init__(column)

    def start(self) -> indp.Count:
        return indp.Count(self._rows_per_person)


class Bounded(Aggregate):
    """An aggregate whose values are clamped to [lo, hi]."""

    _state: Any = None

    def __init__(
        self,
        column: Union[str, Column],
        lo: float,
        hi: float,
        rows_per_person: int = 1,
        grid: Optional[float] = None,
    ) -> None:
        self._arguments = (lo, hi, rows_per_person, grid)
        super().__init__(column)

    def start(self) -> Any:
        return self._state(*self._arguments)

    def _wide(self) -> bool:
        return max(abs(float(bound)) for bound in self._arguments[:2]) > EXACT


class Sum(Bounded):
    """A sum of values clamped to [lo, hi]: see indp.Sum. The answer is a float."""

    _state = indp.Sum


class Quantile(Aggregate):
    """The quantile q of values clamped to [lo, hi], chosen among public candidates: see
    indp.Quantile. The answer is a float."""

    def __init__(
        self,
        column: Union[str, Column],
        q: float,
        lo: float,
        hi: float,
        rows_per_person: int = 1,
        candidates: Optional[int] = None,
    ) -> None:
        self._arguments = (q, lo, hi, rows_per_person, candidates)
        super().__init__(column)

    def start(self) -> indp.Quantile:
        return indp.Quantile(*self._arguments)

    def _wide(self) -> bool:
        return max(abs(float(bound)) for bound in self._arguments[1:3]) > EXACT


class Median(Quantile):
    """The median: q = 0.5."""

    _q = 0.5

    def __init__(
        self,
        column: Union[str, Column],
        lo: float,
        hi: float,
        rows_per_person: int = 1,
        candidates: Optional[int] = None,
    ) -> None:
        super().__init__(column, self._q, lo, hi, rows_per_person, candidates)


class Min(Median):
    """The minimum: q = 0."""

    _q = 0.0


class Max(Median):
    """The maximum: q = 1."""

    _q = 1.0


class Quantiles(Quantile):
    """Several quantiles for one epsilon: see indp.Quantile.release_many. The answer is a list in
    the order of q. The state is that of a median."""

    def __init__(
        self,
        column: Union[str, Column],
        q: Sequence[float],
        lo: float,
        hi: float,
        rows_per_person: int = 1,
        candidates: Optional[int] = None,
    ) -> None:
        if isinstance(q, (str, bytes)) or not isinstance(q, Iterable):
            raise TypeError("q must be a list of numbers")
        self._q = list(q)
        super().__init__(column, 0.5, lo, hi, rows_per_person, candidates)
        self.check(1.0)

    def check(self, epsilon: float, options: Optional[indp.Options] = None) -> None:
        self.start().can_release_many(self._q, epsilon, options)

    def answer(
        self, state: Any, epsilon: float, options: Optional[indp.Options] = None
    ) -> List[float]:
        return state.release_many(self._q, epsilon, options)


class Mode(Aggregate):
    """The most common of several public candidates: see indp.Mode. The candidates are all int, or
    all str or all bytes. Values that are not candidates are not counted. The answer is one of the
    candidates."""

    def __init__(
        self, column: Union[str, Column], candidates: Sequence[Any], rows_per_person: int = 1
    ) -> None:
        self._candidates = indp.Mode(candidates, rows_per_person).candidates
        self._rows_per_person = rows_per_person
        integers = {isinstance(one, int) for one in self._candidates}
        if len(integers) > 1:
            raise TypeError("candidates must be all texts or all integers: a column has one type")
        self._reads = INTEGERS if integers == {True} else TEXTS
        super().__init__(column)

    def start(self) -> indp.Mode:
        return indp.Mode(self._candidates, self._rows_per_person)


class Counts(Mode):
    """The counts of all candidates for one epsilon: see indp.Mode.release_counts. The answer is a
    dict with a count for each candidate. The state is that of a mode."""

    def check(self, epsilon: float, options: Optional[indp.Options] = None) -> None:
        self.start().can_release_counts(epsilon, options)

    def answer(self, state: Any, epsilon: float, options: Optional[indp.Options] = None) -> Any:
        return state.release_counts(epsilon, options)


class Histogram(Aggregate):
    """The counts of the cells between public edges, all for one epsilon: see indp.Histogram. The
    answer is a list: below the first edge; from each edge to below the next; from the last edge on;
    NaN."""

    def __init__(
        self, column: Union[str, Column], edges: Sequence[float], rows_per_person: int = 1
    ) -> None:
        self._edges = indp.Histogram(edges, rows_per_person).edges
        self._rows_per_person = rows_per_person
        super().__init__(column)

    def start(self) -> indp.Histogram:
        return indp.Histogram(self._edges, self._rows_per_person)

    def _wide(self) -> bool:
        return max(abs(edge) for edge in self._edges) > EXACT


class Bounds(Aggregate):
    """Bounds that are found in the data: see indp.Bounds. The answer is a pair of floats, lo and
    hi, or None if there are too few rows."""

    def __init__(
        self,
        column: Union[str, Column],
        rows_per_person: int = 1,
        centre: float = 0.0,
        edges: Optional[Sequence[float]] = None,
    ) -> None:
        self._rows_per_person = rows_per_person
        self._centre = centre
        self._edges = None if edges is None else list(edges)
        super().__init__(column)

    def start(self) -> indp.Bounds:
        return indp.Bounds(self._rows_per_person, self._centre, self._edges)

    def _wide(self) -> bool:
        # Without a list, edges reach far beyond 2**53.
        largest = max(map(abs, [float(self._centre), *(self._edges or [])]))
        return self._edges is None or largest > EXACT
