"""Error bounds of releases, the epsilon that attains a bound, and intervals around answers."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, NamedTuple, Optional

from . import _long, _options
from . import _low as low
from ._errors import check
from ._memory import Held
from ._numbers import UINT64_MAX, real, whole
from ._options import Options
from ._states import Parts, State


class Interval(NamedTuple):
    """An interval that holds an exact answer with a probability that the caller chose."""

    low: float
    high: float


class Expected(State):
    """A state whose error depends only on its parameters."""

    def accuracy(
        self, epsilon: float, alpha: float = 0.05, options: Optional[Options] = None
    ) -> float:
        """The error to expect, before anything is released.

        Returns r. Whatever the rows are, a release with this epsilon and these options differs from
        the exact answer by at most r, with probability at least 1 - alpha. r depends only on
        parameters.

        r is in the unit of the answer; for a count, and for each count of a histogram, in rows. For
        a quantile r is a distance in ranks. For a minimum or maximum it is the number of rows
        beyond the answer, or infinity if the answer lies beyond all rows with a probability above
        alpha. For a mode it is the number of rows by which the answer is behind the most common
        candidate.

        Raises:
            ParameterError: alpha is not between 0 and 1; epsilon or an option is wrong; or the
                option selection is set for a minimum or maximum.

        Privacy: costs nothing.
        """
        return expected(self._held, 0, epsilon, alpha, options)

    def epsilon_for_accuracy(
        self, *, r: float, alpha: float = 0.05, options: Optional[Options] = None
    ) -> float:
        """The smallest epsilon at which `accuracy` is at most r.

        Raises:
            ParameterError: as `accuracy`; r is out of its range, or no epsilon attains it.

        Privacy: costs nothing.
        """
        return inverse(self._held, 0, r, alpha, options)


class Additive(Expected):
    """A count or a sum."""

    def interval(
        self,
        answer: float,
        epsilon: float,
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> Interval:
        """An interval around a released answer. With probability at least 1 - alpha over the noise
        it holds the exact answer, whatever the rows are.

        Args:
            answer: what `release` returned, for a state with the parameters of this one.
            epsilon, options: those of that release.
            alpha: strictly between 0 and 1.

        Raises:
            ParameterError: answer is not finite; or epsilon, alpha or an option is wrong.

        Privacy: costs nothing.
        """
        arguments = real("answer", answer), real("epsilon", epsilon), real("alpha", alpha)
        with self._held.exclusive(), _options.made(options) as chosen:
            return _interval(low.indp_state_interval, self._held.address, *arguments, chosen)


def interval_of_parts(held: Held, parts: Parts, alpha: float) -> Interval:
    if not isinstance(parts, Parts):
        raise TypeError(f"parts must be Parts, not {type(parts).__name__}")
    value, scale = real("parts", parts.value), real("parts", parts.scale)
    sums = [real("parts", each) for each in parts.sums]
    number = len(sums)
    array = (ctypes.c_double * number)(*sums)
    chance = real("alpha", alpha)
    with held.exclusive():
        call = low.indp_parts_interval
        return _interval(call, held.address, value, array, number, scale, chance, about="parts")


def _interval(
    function: Callable[..., int], *arguments: Any, about: Optional[str] = None
) -> Interval:
    least, most = ctypes.c_double(), ctypes.c_double()
    status = function(*arguments, ctypes.byref(least), ctypes.byref(most))
    check(status, about if status in (low.INDP_E_ANSWER, low.INDP_E_LENGTH) else None)
    return Interval(least.value, most.value)


def assumed(rows: int) -> int:
    """Checks an assumed, public number of rows and returns it as an argument for C."""
    return whole("rows", rows, 1, UINT64_MAX, low.INDP_E_ROWS)


def expected(
    held: Held, rows: int, epsilon: float, alpha: float, options: Optional[Options]
) -> float:
    arguments = rows, real("epsilon", epsilon), real("alpha", alpha)
    with held.exclusive():
        return computed(low.indp_state_accuracy, options, held.address, *arguments)


def inverse(held: Held, rows: int, r: float, alpha: float, options: Optional[Options]) -> float:
    arguments = rows, real("alpha", alpha), real("r", r)
    with held.exclusive():
        return computed(low.indp_state_epsilon_for_accuracy, options, held.address, *arguments)


def computed(function: Callable[..., int], options: Optional[Options], *arguments: Any) -> float:
    """Runs a computation. In float arithmetic, which only options can select, it may take so long
    that Ctrl-C must be able to end it."""
    out = ctypes.c_double()
    with _options.made(options) as chosen:
        run = _now if options is None else _long.run
        check(run(function, *arguments, chosen, ctypes.byref(out)))
    return out.value


def _now(function: Callable[..., int], *arguments: Any) -> int:
    return function(*arguments)
