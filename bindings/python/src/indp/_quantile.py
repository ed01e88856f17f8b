"""Quantiles."""

from __future__ import annotations

import ctypes
from typing import Iterable, List, Optional

from . import _low as low
from . import _options
from ._errors import check
from ._expect import Expected
from ._memory import Held
from ._numbers import real, whole
from ._options import Options
from ._states import Numbers, promise

MOST_CANDIDATES = 2**24 + 1


class Quantile(Expected, Numbers):
    """A quantile of clamped values, released by a selection among public candidates.

    >>> median = Quantile.median(0, 120)  # ages in years
    >>> median.add([31, 47, 52])
    >>> about = median.release(epsilon=2)

    Args:
        q: from 0 (minimum) to 1 (maximum), a fraction with a denominator of at most 10,000.
        lo, hi: PUBLIC bounds of a value, finite, lo < hi. Never take them from the data.
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.
        candidates: the largest number of candidates, 2 to 2**24 + 1. They are the multiples of a
            power of two between lo and hi. None: the integers, if lo and hi are integers at most
            2**14 apart; otherwise at most 2**14 + 1 candidates.

    The state takes 4 bytes for each row, but never more than 8 for each candidate.

    Raises:
        ParameterError: names the parameter that is out of its range.
    """

    _kind = low.INDP_KIND_QUANTILE

    def __init__(
        self,
        q: float,
        lo: float,
        hi: float,
        rows_per_person: int = 1,
        candidates: Optional[int] = None,
    ) -> None:
        q, lo, hi = real("q", q), real("lo", lo), real("hi", hi)
        if candidates is None:
            number = 0
        else:
            status = low.INDP_E_CANDIDATES
            number = whole("candidates", candidates, 2, MOST_CANDIDATES, status)
        people = promise(rows_per_person)
        self._held = Held(
            low.INDP_QUANTILE_STATE_SIZE,
            lambda own, size: low.indp_quantile_init(own, size, q, lo, hi, number, people),
        )

    @classmethod
    def median(
        cls, lo: float, hi: float, rows_per_person: int = 1, candidates: Optional[int] = None
    ) -> Quantile:
        """The median: q = 0.5."""
        return cls(0.5, lo, hi, rows_per_person, candidates)

    @classmethod
    def min(
        cls, lo: float, hi: float, rows_per_person: int = 1, candidates: Optional[int] = None
    ) -> Quantile:
        """The minimum: q = 0. By default the answer is the lowest candidate that has enough rows at
        or below it, up to noise."""
        return cls(0.0, lo, hi, rows_per_person, candidates)

    @classmethod
    def max(
        cls, lo: float, hi: float, rows_per_person: int = 1, candidates: Optional[int] = None
    ) -> Quantile:
        """The maximum: q = 1. By default the answer is the highest candidate that has enough rows
        at or above it, up to noise."""
        return cls(1.0, lo, hi, rows_per_person, candidates)

    def release_many(
        self, q: Iterable[float], epsilon: float, options: Optional[Options] = None
    ) -> List[float]:
        """Releases several quantiles of the values, which is possible only once. For three or more,
        the answers are usually more accurate than those of separate states that share epsilon.

        >>> ages = Quantile(0.5, 0, 120)
        >>> ages.add([31, 47, 52])
        >>> low, middle, high = ages.release_many([0.25, 0.5, 0.75], epsilon=2)

        Args:
            q: 1 to 1,000 numbers, each as in the constructor, in any order. The q of the
                constructor is ignored.
            epsilon, options: as in `release`.

        Returns:
            The answers in the order of q. A larger q never has a smaller answer.

        Raises as `release`; `ParameterError` also for q.

        Privacy: costs epsilon for all answers together.
        """
        given = _doubles(q)
        epsilon = real("epsilon", epsilon)
        out = (ctypes.c_double * len(given))()
        held = self._held
        with held.exclusive(), _options.made(options) as chosen:
            check(
                low.indp_quantile_release_many(
                    held.address, given, len(given), epsilon, chosen, out
                )
            )
        return list(out)

    def can_release_many(
        self, q: Iterable[float], epsilon: float, options: Optional[Options] = None
    ) -> None:
        """Raises the exception that `release_many` would raise because of parameters, or because
        the state was released. Releases nothing."""
        given = _doubles(q)
        epsilon = real("epsilon", epsilon)
        held = self._held
        with held.exclusive(), _options.made(options) as chosen:
            check(
                low.indp_quantile_can_release_many(held.address, given, len(given), epsilon, chosen)
            )


def _doubles(q: Iterable[float]) -> ctypes.Array[ctypes.c_double]:
    if not isinstance(q, Iterable):
        raise TypeError(f"q must be a list of numbers, not {type(q).__name__}")
    wanted = [real("q", each) for each in q]
    return (ctypes.c_double * len(wanted))(*wanted)
