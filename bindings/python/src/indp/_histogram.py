"""Histograms."""

from __future__ import annotations

import ctypes
import math
from typing import Any, List, Optional, Tuple, Type

from . import _arrays, _counts
from . import _low as low
from ._bounds import Bounds, is_search
from ._errors import check
from ._expect import Expected
from ._memory import Held
from ._options import Options
from ._states import OfNumbers, State, promise


class Histogram(Expected, OfNumbers):
    """The counts of rows in the cells between public edges, all for one epsilon.

    >>> ages = Histogram([0, 18, 65])
    >>> ages.add([31, 47, 12])
    >>> for (low, high), about in zip(ages.cells, ages.release(epsilon=1)):
    ...     line = f"from {low:g} to below {high:g} years: {about}"

    n edges make n + 2 cells, in this order: values below the first edge; n - 1 cells, each from an
    edge to below the next edge; values from the last edge on; NaN.

    Args:
        edges: 1 to 2**20 numbers, PUBLIC, finite, in ascending order. Never take them from the
            data.
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.

    Raises:
        ParameterError: edges or rows_per_person is wrong.
        TypeError: edges are not numbers.
    """

    _kind = low.INDP_KIND_HISTOGRAM

    def __init__(self, edges: Any, rows_per_person: int = 1) -> None:
        # The copy belongs to this call, so that no other thread can change it.
        given = _arrays.copied(_arrays.as_doubles(edges, "edges", keep_nulls=True))
        n, people = len(given), promise(rows_per_person)
        size = ctypes.c_size_t()
        check(low.indp_histogram_size(n, ctypes.byref(size)))
        with _arrays.Memory(given) as address:
            self._held = Held(
                size.value,
                lambda own, length: low.indp_histogram_init(own, length, address, n, people),
            )

    @classmethod
    def _of(cls, held: Held) -> Type[State]:
        return Bounds if is_search(held) else cls

    @property
    def edges(self) -> List[float]:
        """The edges."""
        held = self._held
        number, edge = ctypes.c_size_t(), ctypes.c_double()
        found = []
        with held.exclusive():
            check(low.indp_histogram_edges(held.address, ctypes.byref(number)))
            for i in range(number.value):
                check(low.indp_histogram_edge(held.address, i, ctypes.byref(edge)))
                found.append(edge.value)
        return found

    @property
    def cells(self) -> List[Tuple[float, float]]:
        """The cells in the order of the released counts. Each cell is a pair: the edge where it
        begins, which belongs to it, and the edge where it ends, which does not. The two outer cells
        extend to the infinities and include them. The last cell counts NaN and is (NaN, NaN)."""
        ends = [-math.inf, *self.edges, math.inf]
        return [*zip(ends, ends[1:]), (math.nan, math.nan)]

    def release(self, epsilon: float, options: Optional[Options] = None) -> List[int]:
        """Releases the counts of all cells, which is possible only once. They are unbiased
        integers, which may be negative.

        Args and errors are those of `Sum.release`. The option grid must be at least 1, and a float
        precision is refused.

        Returns:
            The counts in the order of `cells`.

        Privacy: costs epsilon for all counts together.
        """
        return _counts.release(self._held, epsilon, options)

    def can_release(self, epsilon: float, options: Optional[Options] = None) -> None:
        """Raises the exception that `release` would raise because of parameters, or because the
        state was released. Costs nothing."""
        _counts.can_release(self._held, epsilon, options)
