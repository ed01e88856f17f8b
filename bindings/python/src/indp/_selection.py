"""The base-2 exponential mechanism and permute-and-flip, which select an outcome by its utility."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional

from . import _arrays, _long, _options
from . import _low as low
from ._callbacks import calling, utility_from
from ._errors import ParameterError, check
from ._handle import Handle
from ._numbers import INT64_MAX, INT64_MIN, UINT32_MAX, UINT64_MAX, choice, real, whole
from ._options import Options

# With more outcomes than this, a selection may take so long that Ctrl-C must be able to end it.
MANY_OUTCOMES = 1 << 20


class Eta:
    """The privacy parameter of a selection, in base 2: an outcome whose utility is higher by 1
    weighs (x / 2**y)**z times as much. Utilities are costs: LOWER IS BETTER.

    Args:
        x: 1 to 2**y - 1.
        y: 1 to 63.
        z: 1 to 2**32 - 1.

    Raises:
        ParameterError: x, y or z is out of its range.
    """

    __slots__ = ("_x", "_y", "_z")

    def __init__(self, x: int, y: int, z: int) -> None:
        self._x = whole("x", x, 0, UINT64_MAX, low.INDP_E_ETA_X)
        self._y = whole("y", y, 0, UINT32_MAX, low.INDP_E_ETA_Y)
        self._z = whole("z", z, 0, UINT32_MAX, low.INDP_E_ETA_Z)
        self.epsilon()  # raises ParameterError for a bad eta

    @property
    def x(self) -> int:
        return self._x

    @property
    def y(self) -> int:
        return self._y

    @property
    def z(self) -> int:
        return self._z

    @classmethod
    def from_epsilon(cls, epsilon: float, sensitivity: float = 1.0, monotonic: bool = False) -> Eta:
        """Returns an eta whose privacy loss never exceeds epsilon and is usually close to it.

        Args:
            epsilon: privacy loss (base e) of one selection, positive, finite.
            sensitivity: how far one person can move the utility of an outcome; positive, at most
                2**63; rounded up to an integer.
            monotonic: whether one person can move all utilities only in one direction, as with
                counts when people are added or removed. This halves the loss of an eta.

        Raises:
            ParameterError: epsilon or sensitivity is out of its range.
        """
        arguments = real("epsilon", epsilon), real("sensitivity", sensitivity)
        out = low.indp_eta()
        one_way = choice("monotonic", monotonic)
        check(low.indp_eta_from_epsilon(*arguments, one_way, ctypes.byref(out)))
        return cls(out.x, out.y, out.z)

    def epsilon(self, sensitivity: float = 1.0, monotonic: bool = False) -> float:
        """The privacy loss (base e) of one selection, rounded up: see `from_epsilon`."""
        out, eta = ctypes.c_double(), self._made()
        number, one_way = real("sensitivity", sensitivity), choice("monotonic", monotonic)
        check(low.indp_eta_epsilon(ctypes.byref(eta), number, one_way, ctypes.byref(out)))
        return out.value

    def _made(self) -> low.indp_eta:
        return low.indp_eta(self._x, self._y, self._z)

    def __repr__(self) -> str:
        return f"Eta(x={self._x}, y={self._y}, z={self._z})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Eta):
            return NotImplemented
        return (self._x, self._y, self._z) == (other._x, other._y, other._z)

    def __hash__(self) -> int:
        return hash((self._x, self._y, self._z))

    def __reduce__(self) -> Any:
        return Eta, (self._x, self._y, self._z)


class Exponential:
    """Selects one of many outcomes, with exact probabilities. LOWER UTILITY IS BETTER: a cost.

    >>> votes = [120, 400, 90]
    >>> eta = Eta.from_epsilon(0.5, monotonic=True)
    >>> choose = Exponential(eta, -1_000_000, 0, max_outcomes=3)
    >>> winner = choose.select([-n for n in votes])

    It is the base-2 exponential mechanism, or permute-and-flip (Options(selection=...)), which has
    the same loss and is never worse. An object cannot be changed. Any number of threads may select
    through it at once.

    Args:
        eta: the privacy parameter.
        utility_min, utility_max: public range of utilities, int64; utilities outside are clamped.
        max_outcomes: the largest number of outcomes of one selection, 1 to 2**62, or to 2**32 for
            permute-and-flip. The outcomes are public.
        options: see Options; grid and float_precision do not apply.

    Raises:
        ParameterError: names the parameter that is out of its range, or the option that does not
            apply.
    """

    def __init__(
        self,
        eta: Eta,
        utility_min: int,
        utility_max: int,
        max_outcomes: int,
        options: Optional[Options] = None,
    ) -> None:
        if hasattr(self, "_handle"):
            raise TypeError("a mechanism cannot be initialised again: make a new one")
        if not isinstance(eta, Eta):
            raise TypeError(f"eta must be an Eta, not {type(eta).__name__}")
        status = low.INDP_E_UTILITY_RANGE
        least = whole("utility_min", utility_min, INT64_MIN, INT64_MAX, status)
        most = whole("utility_max", utility_max, INT64_MIN, INT64_MAX, status)
        status = low.INDP_E_MAX_OUTCOMES
        number = whole("max_outcomes", max_outcomes, 0, UINT64_MAX, status)
        made = ctypes.byref(eta._made())
        self._slow = _options.slow(options)
        with _options.made(options) as chosen:
            arguments = (made, least, most, number, chosen)
            run = _long.run if self._slow else _now
            self._handle = Handle(
                lambda out: run(low.indp_exponential_new, *arguments, out),
                low.indp_exponential_free,
                None if options is None else options._fill,
            )

    def __copy__(self) -> Exponential:
        return self

    def __deepcopy__(self, memo: Any) -> Exponential:
        return self

    def select(self, utilities: Any) -> int:
        """Selects one of n outcomes and returns its place, 0 to n - 1.

        Args:
            utilities: numbers as for `Sum.add`, without a copy where possible; lower is better.
                NaN, None and missing values count as utility_max. No person may move any of these
                doubles by more than the sensitivity for which eta was made: choose units in which
                the utilities are integers. Fractions are rounded randomly.

        Raises:
            ParameterError: there are no outcomes, or more than max_outcomes.
            EntropyError, OutOfMemoryError, StoppedError: nothing is released.

        Privacy: costs the epsilon of eta.
        """
        ready = self._safe(_arrays.as_doubles(utilities, "utilities", keep_nulls=True))
        with _arrays.Memory(ready) as place:
            return self._select(low.indp_exponential_select, len(ready), place, len(ready))

    def select_counted(self, utilities: Any, multiplicities: Any = None) -> int:
        """Selects one of n groups of outcomes and returns its place. Group i stands for
        multiplicities[i] outcomes that share the integer utilities[i].

        The place of the group stays private: choose one of its outcomes uniformly and release
        that one.

        Args:
            utilities: integers; lower is better. Integers beyond int64 count as the nearest int64,
                and nulls as the largest int64.
            multiplicities: public integers from 0; None if all are 1. Their sum must be at most
                max_outcomes.

        Raises:
            ParameterError: as `select`; multiplicities has another length or a negative number.
            TypeError: something is not an integer.
            EntropyError, OutOfMemoryError, StoppedError: nothing is released.

        Privacy: costs the epsilon of eta.
        """
        ready = self._safe(_arrays.integers(utilities, "q", "utilities"))
        call, n = low.indp_exponential_select_counted, len(ready)
        with _arrays.Memory(ready) as place:
            if multiplicities is None:
                return self._select(call, n, place, None, n)
            groups = self._safe(_arrays.integers(multiplicities, "Q", "multiplicities"))
            if len(groups) != n:
                why = "must be as long as utilities"
                raise ParameterError(low.INDP_E_LENGTH, "multiplicities", why)
            with _arrays.Memory(groups) as members:
                return self._select(call, n, place, members, n)

    def select_by(self, utility: Callable[[int], float], n: int) -> int:
        """Selects one of n outcomes whose utilities a function computes.

        Args:
            utility: called with 0 to n - 1, in order; returns the utility of that outcome, lower
                is better. If it raises, this call raises the same exception, and nothing is
                released. It must not call indp.
            n: 1 to max_outcomes.

        Raises and costs what `select` does.
        """
        if not callable(utility):
            raise TypeError(f"utility must be a function, not {type(utility).__name__}")
        number = whole("n", n, 0, UINT64_MAX, low.INDP_E_OUTCOMES)

        # The calling thread runs the Python function, which Ctrl-C can interrupt. So no other
        # thread is needed here.
        index = ctypes.c_size_t()
        call, callback = low.indp_exponential_select_by, utility_from(utility)
        with calling(callback):
            check(call(self._handle.address, callback, None, number, ctypes.byref(index)), "n")
        return index.value

    def _safe(self, values: Any) -> Any:
        """Returns the values, or a copy if an entropy callback could free them."""
        return values if self._handle.keep is None else _arrays.copied(values)

    def _select(self, function: Callable[..., int], n: int, *arguments: Any) -> int:
        index = ctypes.c_size_t()
        run = _long.run if self._slow or n > MANY_OUTCOMES else _now
        with calling(self._handle.keep):
            check(run(function, self._handle.address, *arguments, ctypes.byref(index)))
        return index.value

    @property
    def precision(self) -> int:
        """The precision in bits that exact weights and sums need at worst."""
        return int(low.indp_exponential_precision(self._handle.address))

    @property
    def precision_note(self) -> int:
        """The precision in bits by the formula of Ilvento's paper. The library does not compute at
        this precision."""
        return int(low.indp_exponential_precision_note(self._handle.address))

    def precision_empirical(self) -> int:
        """The precision in bits that the empirical determination of Ilvento's paper finds.

        Raises:
            ParameterError: it exceeds 2**17 bits.
        """
        bits = ctypes.c_uint64()
        call = low.indp_exponential_precision_empirical
        check(_long.run(call, self._handle.address, ctypes.byref(bits)))
        return bits.value


def _now(function: Callable[..., int], *arguments: Any) -> int:
    return function(*arguments)
