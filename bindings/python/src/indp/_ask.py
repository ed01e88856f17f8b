"""What can be asked about the columns of a table. Each class has a column and public parameters,
which are checked when the object is made."""

from __future__ import annotations

from typing import Any, ClassVar, Iterable, List, Optional, Sequence, Tuple

from . import _options
from ._aggregates import Averages
from ._aggregates import Count as CountState
from ._aggregates import Sum as SumState
from ._bounds import Bounds as BoundsState
from ._bounds import copied
from ._errors import ParameterError
from ._histogram import Histogram as HistogramState
from ._mode import Category
from ._mode import Mode as ModeState
from ._options import Options
from ._quantile import Quantile as QuantileState
from ._states import State

# What is read from a column.
ROWS = "rows"  # whether the value is null
NUMBERS = "numbers"
TEXTS = "texts"
INTEGERS = "integers"

# Every integer up to this magnitude is exact as a double.
EXACT = 2**53

# The errors of answers are bounds that hold with the probability 1 - ALPHA.
ALPHA = 0.05


class Aggregate:
    """What is asked of a table: a column, and public parameters. Make one of the derived classes.

    Args of all of them:
        column: the name of a column. Null rows are not counted.

    Raises:
        TypeError: column is not a str, or another argument has a wrong type.
        ParameterError: names the parameter that is out of its range.
    """

    _reads: str = NUMBERS
    _is_category = False  # whether the answer is one of the candidates
    _column: Optional[str]
    _arguments: Tuple[Any, ...] = ()

    def __init__(self, column: str, *arguments: Any) -> None:
        if not isinstance(column, str):
            raise TypeError(f"column must be a str, the name, not {type(column).__name__}")
        self._column = column
        self._arguments = arguments
        self._start(1)  # raises if a parameter is wrong

    def _start(self, rows_per_person: int) -> Any:
        """Makes an empty state."""
        raise TypeError("Aggregate is abstract: make a Count, Sum, Mean, ...")

    def _wide(self) -> bool:
        """Whether integers beyond 2**53 must keep their exact values. They need not if no bound is
        beyond 2**53: rounding then moves no integer across a bound."""
        return False

    def _check(self, state: Any, epsilon: float, options: Optional[Options]) -> None:
        """Raises what `_answer` would raise because of public parameters. Releases nothing."""
        state.can_release(epsilon, options)

    def _error(self, state: Any, epsilon: float, options: Optional[Options]) -> Optional[float]:
        """The error to expect, if it follows from public numbers alone."""
        return None

    def _answer(
        self, state: Any, epsilon: float, options: Optional[Options]
    ) -> Tuple[Any, Optional[float]]:
        """Releases a state. Returns the answer, and its error if the release shows it at no further
        cost. Costs epsilon."""
        return state.release(epsilon, options), None

    def _labels(self) -> Optional[List[str]]:
        """The names of the parts of an answer that has several."""
        return None

    def __repr__(self) -> str:
        given = [] if self._column is None else [self._column]
        return f"ask.{type(self).__name__}({', '.join(map(repr, [*given, *self._arguments]))})"


def accuracy(state: Any, epsilon: float, options: Optional[Options]) -> Optional[float]:
    """The error of a state whose error depends on public numbers alone. None in float arithmetic,
    where it can take minutes, or if there is no bound."""
    if not _options.exact(options):
        return None
    try:
        return float(state.accuracy(epsilon, ALPHA, options))
    except ParameterError:
        return None


class Count(Aggregate):
    """Counts the rows where the column is not null, or all rows if no column is given. The column
    may have any type. The answer is an int."""

    _reads = ROWS

    def __init__(self, column: Optional[str] = None) -> None:
        if column is None:
            self._column = None
        else:
            super().__init__(column)

    def _start(self, rows_per_person: int) -> CountState:
        return CountState(rows_per_person)

    _error = staticmethod(accuracy)


class Bounded(Aggregate):
    """An aggregate whose values are clamped to [lo, hi]."""

    _state: ClassVar[Any] = None

    def __init__(self, column: str, lo: float, hi: float, grid: Optional[float] = None) -> None:
        super().__init__(column, lo, hi, grid)

    def _start(self, rows_per_person: int) -> State:
        lo, hi, grid = self._arguments
        state: State = self._state(lo, hi, rows_per_person, grid)
        return state

    def _wide(self) -> bool:
        return max(abs(float(bound)) for bound in self._arguments[:2]) > EXACT


class Sum(Bounded):
    """A sum of values clamped to [lo, hi]: see indp.Sum. The answer is a float."""

    _state = SumState
    _error = staticmethod(accuracy)


class Averaged(Bounded):
    """An answer that is computed from noisy sums, which also give its error."""

    def _answer(
        self, state: Averages, epsilon: float, options: Optional[Options]
    ) -> Tuple[float, Optional[float]]:
        if not _options.exact(options):
            return state.release(epsilon, options), None
        parts = state.release_parts(epsilon, options)
        least, most = state.interval(parts, ALPHA)
        return parts.value, max(parts.value - least, most - parts.value)


class Quantile(Aggregate):
    """The quantile q of values clamped to [lo, hi], chosen among public candidates: see
    indp.Quantile. The answer is a float."""

    def __init__(
        self, column: str, q: float, lo: float, hi: float, candidates: Optional[int] = None
    ) -> None:
        super().__init__(column, q, lo, hi, candidates)

    def _start(self, rows_per_person: int) -> QuantileState:
        q, lo, hi, candidates = self._arguments
        return QuantileState(q, lo, hi, rows_per_person, candidates)

    def _wide(self) -> bool:
        return max(abs(float(bound)) for bound in self._arguments[1:3]) > EXACT


class Median(Quantile):
    """The median: q = 0.5."""

    _q: ClassVar[float] = 0.5

    def __init__(self, column: str, lo: float, hi: float, candidates: Optional[int] = None) -> None:
        super().__init__(column, self._q, lo, hi, candidates)

    def __repr__(self) -> str:
        arguments = ", ".join(map(repr, [self._column, *self._arguments[1:]]))
        return f"ask.{type(self).__name__}({arguments})"


class Min(Median):
    """The minimum: q = 0."""

    _q = 0.0


class Max(Median):
    """The maximum: q = 1."""

    _q = 1.0


class Quantiles(Quantile):
    """Several quantiles for one epsilon: see indp.Quantile.release_many. The answer is a list in
    the order of q."""

    def __init__(
        self,
        column: str,
        q: Iterable[float],
        lo: float,
        hi: float,
        candidates: Optional[int] = None,
    ) -> None:
        if isinstance(q, (str, bytes)) or not isinstance(q, Iterable):
            raise TypeError("q must be a list of numbers")
        wanted = list(q)
        Aggregate.__init__(self, column, wanted, lo, hi, candidates)
        self._check(self._start(1), 1.0, None)

    def _start(self, rows_per_person: int) -> QuantileState:
        _, lo, hi, candidates = self._arguments
        return QuantileState(0.5, lo, hi, rows_per_person, candidates)

    def _check(self, state: QuantileState, epsilon: float, options: Optional[Options]) -> None:
        state.can_release_many(self._arguments[0], epsilon, options)

    def _answer(
        self, state: QuantileState, epsilon: float, options: Optional[Options]
    ) -> Tuple[List[float], None]:
        return state.release_many(self._arguments[0], epsilon, options), None

    def _labels(self) -> List[str]:
        return [f"q={float(q):.15g}" for q in self._arguments[0]]


class Mode(Aggregate):
    """The most common of several public candidates: see indp.Mode. The candidates are all int, or
    all str or all bytes. Values that are not candidates are not counted. The answer is one of the
    candidates."""

    _is_category = True

    def __init__(self, column: str, candidates: Sequence[Category]) -> None:
        self._candidates = ModeState(candidates).candidates
        integers = {isinstance(one, int) for one in self._candidates}
        if len(integers) > 1:
            raise TypeError("candidates must be all texts or all integers: a column has one type")
        self._reads = INTEGERS if integers == {True} else TEXTS
        super().__init__(column, self._candidates)

    def _start(self, rows_per_person: int) -> ModeState:
        return ModeState(self._candidates, rows_per_person)


class Counts(Mode):
    """The counts of all candidates for one epsilon: see indp.Mode.release_counts. The answer is a
    dict with a count for each candidate."""

    _is_category = False

    def _check(self, state: ModeState, epsilon: float, options: Optional[Options]) -> None:
        state.can_release_counts(epsilon, options)

    def _error(self, state: Any, epsilon: float, options: Optional[Options]) -> Optional[float]:
        return accuracy(CountState(state.rows_per_person), epsilon, options)

    def _answer(
        self, state: ModeState, epsilon: float, options: Optional[Options]
    ) -> Tuple[Any, None]:
        return state.release_counts(epsilon, options), None

    def _labels(self) -> List[str]:
        return [one if isinstance(one, str) else repr(one) for one in self._candidates]


class Histogram(Aggregate):
    """The counts of the cells between public edges, all for one epsilon: see indp.Histogram. The
    answer is a list: below the first edge; from each edge to below the next; from the last edge on;
    NaN."""

    def __init__(self, column: str, edges: Any) -> None:
        state = HistogramState(edges)
        self._cells = state.cells
        super().__init__(column, state.edges)

    def _start(self, rows_per_person: int) -> HistogramState:
        return HistogramState(self._arguments[0], rows_per_person)

    def _wide(self) -> bool:
        return bool(max(abs(edge) for edge in self._arguments[0]) > EXACT)

    _error = staticmethod(accuracy)

    def _labels(self) -> List[str]:
        return [cell_name(low, high) for low, high in self._cells]


class Bounds(Aggregate):
    """Bounds that are found in the data: see indp.Bounds. The answer is a pair of floats, lo and
    hi, or None if there are too few rows."""

    def __init__(self, column: str, centre: float = 0.0, edges: Optional[Any] = None) -> None:
        super().__init__(column, centre, None if edges is None else copied(edges).tolist())

    def _start(self, rows_per_person: int) -> BoundsState:
        return BoundsState(rows_per_person, *self._arguments)

    def _wide(self) -> bool:
        centre, edges = self._arguments
        # Without a list, edges reach far beyond 2**53.
        return edges is None or max(map(abs, [float(centre), *edges])) > EXACT

    def _labels(self) -> List[str]:
        return ["lo", "hi"]


def cell_name(low: float, high: float) -> str:
    """The name of a cell of a histogram."""
    if low != low:
        return "NaN"
    if high == float("inf"):
        return f"from {low:.15g} on"
    if low == float("-inf"):
        return f"below {high:.15g}"
    return f"from {low:.15g} to below {high:.15g}"
