"""Bounds that are found in the data."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Optional, Tuple

from . import _arrays, _options
from . import _low as low
from ._errors import check, error_of
from ._memory import Held
from ._numbers import real
from ._options import Options
from ._states import OfNumbers, promise


class Bounds(OfNumbers):
    """Bounds of the values, for columns about which nothing is known, found in the data by two
    searches from the outermost edges towards a public centre. Bounds that you know cost nothing and
    give smaller errors.

    >>> spending = Bounds(rows_per_person=5)
    >>> spending.add([120.0] * 5000)
    >>> lo, hi = spending.release(epsilon=0.5) or (0, 1000)
    >>> mean = Mean(lo, hi, rows_per_person=5)

    The state is that of a histogram, whose cells lie between the edges. Neither kind can be merged
    with the other, or read as the other.

    Args:
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.
        centre: a PUBLIC number near which values are expected, in the unit of the values. 0 suits
            most columns.
        edges: 1 to 2**20 - 2 numbers that may be released, PUBLIC, finite, in ascending order.
            Never take them from the data. None: on both sides of the centre, the numbers at a
            distance of 2**k times 1, 1.25, 1.5 and 1.75 for k from -32 to 62, and of 2**63.

    Raises:
        ParameterError: rows_per_person or edges are wrong; or centre is not finite, or no edge
            differs from it.
        TypeError: centre is not a number, or edges are not numbers.
    """

    # There is no _kind here, since the class of INDP_KIND_HISTOGRAM is Histogram (see its _of).

    def __init__(
        self, rows_per_person: int = 1, centre: float = 0.0, edges: Optional[Any] = None
    ) -> None:
        middle, people = real("centre", centre), promise(rows_per_person)
        given = None if edges is None else copied(edges)
        n = 0 if given is None else len(given)
        size = ctypes.c_size_t()
        with contextlib.nullcontext() if given is None else _arrays.Memory(given) as place:
            check(low.indp_bounds_size(place, n, middle, ctypes.byref(size)))
            self._held = Held(
                size.value,
                lambda own, length: low.indp_bounds_init(own, length, place, n, middle, people),
            )

    def release(
        self, epsilon: float, options: Optional[Options] = None
    ) -> Optional[Tuple[float, float]]:
        """Releases the lower and the upper bound, which is possible only once.

        About 27 * rows_per_person / epsilon rows usually lie beyond each bound. (With n edges of
        your own, these are about rows_per_person * (ln n + 20.1) / epsilon rows.) What is computed
        from values clamped to the bounds has a bias from those rows.

        Args and errors are those of `Sum.release`. The options grid, float_precision, selection,
        min_retries and empirical_precision are refused.

        Returns:
            The bounds, each of which is an edge or the centre: lo <= centre <= hi. A side with too
            few rows has no bound, and gives the centre. None if both sides have too few rows: this
            answer does not tell such a column from one without rows.

        Privacy: costs epsilon for both bounds together.
        """
        epsilon = real("epsilon", epsilon)
        lo, hi, found = ctypes.c_double(), ctypes.c_double(), ctypes.c_int32()
        out = ctypes.byref(lo), ctypes.byref(hi), ctypes.byref(found)
        held = self._held
        with held.exclusive(), _options.made(options) as chosen:
            check(low.indp_state_release_bounds(held.address, epsilon, chosen, *out))
        return (lo.value, hi.value) if found.value else None

    def can_release(self, epsilon: float, options: Optional[Options] = None) -> None:
        """Raises the exception that `release` would raise because of parameters, or because the
        state was released. Costs nothing."""
        epsilon = real("epsilon", epsilon)
        held = self._held
        with held.exclusive(), _options.made(options) as chosen:
            check(low.indp_state_can_release_bounds(held.address, epsilon, chosen))


def copied(edges: Any) -> Any:
    """The edges as an array of doubles. No other thread can change it."""
    given = _arrays.copied(_arrays.as_doubles(edges, "edges", keep_nulls=True))
    if not given:
        # The address of no doubles may be that of no list.
        raise error_of(low.INDP_E_EDGES)
    return given


def is_search(held: Held) -> bool:
    """Whether bounds can be released from a live histogram."""
    status: int = low.indp_state_can_release_bounds(held.address, 1.0, None)
    return status != low.INDP_E_STATE
