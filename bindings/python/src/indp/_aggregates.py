"""Counts and sums, and what the classes in _sums.py share."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional

from . import _arrays
from . import _low as low
from ._errors import check
from ._expect import Additive, Interval, assumed, expected, interval_of_parts, inverse
from ._memory import Held
from ._numbers import UINT64_MAX, real, whole
from ._options import Options
from ._states import Numbers, Parts, WithParts, promise


class Count(Additive):
    """Counts rows.

    >>> visits = Count(rows_per_person=5)
    >>> visits.add_rows(1200)
    >>> about = visits.release(epsilon=0.5)

    Args:
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.

    Raises:
        ParameterError: rows_per_person is out of its range.
    """

    _kind = low.INDP_KIND_COUNT

    def __init__(self, rows_per_person: int = 1) -> None:
        bound = promise(rows_per_person)
        self._held = Held(
            low.INDP_COUNT_STATE_SIZE,
            lambda own, size: low.indp_count_init(own, size, bound),
        )

    def add(self, values: Any) -> None:
        """Adds a row for each value that is not null: see `Sum.add`. The values may have any type.

        Raises:
            TypeError: values is not a sequence.
            ReleasedError: the state was released.
        """
        self.add_rows(_arrays.counted(values))

    def add_rows(self, rows: int = 1) -> None:
        """Adds this number of rows, from 0 to 2**64 - 1.

        Raises:
            ParameterError: rows is negative, or the state would hold 2**64 rows.
            ReleasedError: the state was released.
        """
        number = whole("rows", rows, 0, UINT64_MAX, low.INDP_E_TOO_MANY_ROWS)
        held = self._held
        with held.exclusive():
            check(low.indp_count_add_many(held.address, number), "rows")

    def release(self, epsilon: float, options: Optional[Options] = None) -> int:
        """Releases the count, which is possible only once. The result is an unbiased integer, which
        may be negative.

        Args, errors and privacy are those of `Sum.release`. The option grid must be at least 1.
        """
        return int(self._release(self._held, epsilon, options).integer)


def bounded(
    init: Callable[..., int],
    size: int,
    lo: float,
    hi: float,
    rows_per_person: int,
    grid: Optional[float],
) -> Held:
    """Makes the memory of a new state whose rows are numbers between two bounds."""
    lo, hi = real("lo", lo), real("hi", hi)
    step = 0.0 if grid is None else real("grid", grid)
    people = promise(rows_per_person)
    return Held(size, lambda own, length: init(own, length, lo, hi, step, people))


class Sum(Additive, Numbers):
    """A sum of clamped values, exact until its release.

    >>> spending = Sum(0, 1000)  # dollars, at most 1 row per person
    >>> spending.add([120.5, 0.0, 4000.0, 18.25])
    >>> about = spending.release(epsilon=0.5)

    Each value is clamped to [lo, hi], rounded to the input grid and summed exactly. The noise has
    the scale `sensitivity` / epsilon.

    Args:
        lo, hi: PUBLIC bounds of a value, finite, lo < hi. Never take them from the data.
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.
        grid: the input grid, a power of two in the unit of the values, from 2**-62 to 1 times
            max(|lo|, |hi|). None chooses a grid of about 2**-50 times this maximum.

    Raises:
        ParameterError: names the parameter that is out of its range.
    """

    _kind = low.INDP_KIND_SUM

    def __init__(
        self, lo: float, hi: float, rows_per_person: int = 1, grid: Optional[float] = None
    ) -> None:
        size = low.INDP_SUM_STATE_SIZE
        self._held = bounded(low.indp_sum_init, size, lo, hi, rows_per_person, grid)

    @property
    def sensitivity(self) -> float:
        """rows_per_person * max(|lo|, |hi|), with bounds rounded to the input grid."""
        held = self._held
        out = ctypes.c_double()
        with held.exclusive():
            check(low.indp_sum_sensitivity(held.address, ctypes.byref(out)))
        return out.value


class Averages(WithParts):
    """A mean, variance or standard deviation, whose error depends on the number of rows."""

    def accuracy(
        self,
        *,
        rows: int,
        epsilon: float,
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> float:
        """The error to expect, in the unit of the answer, before anything is released.

        Returns r. If there are this many rows, whatever they are, a release with this epsilon and
        these options differs from the exact answer by at most r, with probability at least
        1 - alpha.

        Args:
            rows: the assumed number of rows, at least 1, PUBLIC. Never take it from the data.

        Raises:
            ParameterError: alpha is not between 0 and 1; or rows, epsilon or an option is wrong.

        Privacy: costs nothing.
        """
        return expected(self._held, assumed(rows), epsilon, alpha, options)

    def epsilon_for_accuracy(
        self,
        *,
        rows: int,
        r: float,
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> float:
        """The smallest epsilon at which `accuracy` is at most r.

        Raises:
            ParameterError: as `accuracy`; r is out of its range, or no epsilon attains it.

        Privacy: costs nothing.
        """
        return inverse(self._held, assumed(rows), r, alpha, options)

    def interval(self, parts: Parts, alpha: float = 0.05) -> Interval:
        """An interval around a released answer. If the released state had at least one row, the
        interval holds the exact answer with probability at least 1 - alpha over the noise, whatever
        the rows are.

        Args:
            parts: what `release_parts` returned, for a state with the parameters of this one.
            alpha: strictly between 0 and 1.

        Raises:
            ParameterError: parts are not finite, or of another kind of state; or alpha is not
                between 0 and 1.

        Privacy: costs nothing.
        """
        return interval_of_parts(self._held, parts, alpha)
