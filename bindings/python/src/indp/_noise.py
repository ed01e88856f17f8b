"""The snapping mechanism: Laplace noise for an answer that the caller has computed."""

from __future__ import annotations

import ctypes
import sys
from array import array
from typing import Any, Callable, NamedTuple, Optional, Tuple

from . import _arrays, _audit, _long, _options
from . import _low as low
from ._audit import Audit
from ._callbacks import calling
from ._errors import check
from ._handle import Handle
from ._numbers import UINT64_MAX, clamped, real, whole
from ._options import Options


class Moments(NamedTuple):
    """Moments of the error of a release of one value, and of ideal Laplace noise."""

    bias: float
    """Mean of release - value, in the unit of the values."""
    variance: float
    """Variance of the release, in the square of that unit."""
    mean_absolute_error: float
    laplace_variance: float
    laplace_mean_absolute_error: float


class Distance(NamedTuple):
    """Bounds on the distance between a release and ideal Laplace noise on the same value."""

    unclamped: float
    """The bound if neither the value nor the release is clamped: grid / 2."""
    inner: float
    """The bound if the value is clamped and the release is not."""
    outer_mean: float
    """A bound on the mean distance if the release is clamped."""
    outer: float
    """A bound that the distance exceeds with probability at most alpha if the release is
    clamped."""


class Snapping:
    """The snapping mechanism (Mironov 2012): Laplace noise, clamped and rounded to a grid, without
    the floating-point leaks of textbook samplers.

    >>> noise = Snapping(epsilon=0.5, sensitivity=3)
    >>> private = noise.release(1200)
    >>> noise.accuracy(alpha=0.01) < 32
    True

    An object cannot be changed. Any number of threads may release through it at once.

    Args:
        epsilon: privacy loss (base e) of one release, positive, finite.
        sensitivity: how far the values of neighbouring data sets may differ, in the unit of the
            values; positive, finite. You promise it; it is not checked. Values count as doubles:
            rounding may move neighbouring values further apart.
        bound: releases lie in [-bound, bound]; public, positive, may be infinite.
        options: see Options; grid, float_precision, entropy and insecure_seed apply.

    Raises:
        ParameterError: names the parameter that is out of its range, or the option that does not
            apply.
    """

    def __init__(
        self,
        epsilon: float,
        sensitivity: float,
        bound: float = float("inf"),
        options: Optional[Options] = None,
    ) -> None:
        if hasattr(self, "_handle"):
            raise TypeError("a mechanism cannot be initialised again: make a new one")
        numbers = real("epsilon", epsilon), real("sensitivity", sensitivity), real("bound", bound)
        with _options.made(options) as chosen:
            self._handle = Handle(
                lambda out: low.indp_snapping_new(*numbers, chosen, out),
                low.indp_snapping_free,
                None if options is None else options._fill,
            )

    def __copy__(self) -> Snapping:
        return self

    def __deepcopy__(self, memo: Any) -> Snapping:
        return self

    def __repr__(self) -> str:
        return f"<indp.Snapping, scale={self.scale!r}, grid={self.grid!r}, loss={self.loss!r}>"

    def release(self, value: float) -> float:
        """Releases one value: a multiple of the grid, or plus or minus the bound.

        Args:
            value: the exact answer. NaN counts as 0, infinities as the largest doubles.

        Raises:
            EntropyError, OutOfMemoryError: nothing is released.

        Privacy: costs epsilon.
        """
        out = ctypes.c_double()
        number = real("value", value)
        handle = self._handle
        with calling(handle.keep):
            check(low.indp_snapping_release(handle.address, number, ctypes.byref(out)))
        return out.value

    def release_many(self, values: Any, out: Any = None) -> Any:
        """Releases each of many values with noise of its own.

        Args:
            values: numbers as for `Sum.add`. None and missing values count as 0, since each value
                must have an output.
            out: a writable, contiguous buffer of as many doubles, such as a NumPy array; may be
                `values` itself. None makes a new one.

        Returns:
            out; without one, a NumPy array for NumPy arrays and Series, else an array.array("d").

        Raises as `release`, and ValueError if out does not fit. If the call fails, out holds NaN
        or what it held before.

        Privacy: costs epsilon for each value that one person may change.
        """
        ready = _arrays.as_doubles(values, "values", keep_nulls=True)
        rows = len(ready)
        if out is None:
            numpy: Any = sys.modules.get("numpy")
            like_numpy = numpy is not None and hasattr(values, "dtype")
            out = numpy.empty(rows) if like_numpy else array("d", bytes(8 * rows))
            target: Any = out
        else:
            # Until a view of `out` exists, its size may still change.
            target = _arrays.writable(out, rows)
            ready = _arrays.apart(ready, target)
        handle = self._handle
        if handle.keep is None:
            self._release_into(ready, target, rows)
            return out
        # A callback could free `ready` and `out`. So the call uses copies, and the answers are
        # copied to `out` after the call.
        own = array("d", bytes(8 * rows))
        del target  # otherwise the array could not be resized, except by force
        self._release_into(_arrays.copied(ready), own, rows)
        with _arrays.Memory(own) as place, _arrays.Memory(_arrays.writable(out, rows)) as to:
            ctypes.memmove(to, place, 8 * rows)
        return out

    def _release_into(self, values: Any, target: Any, rows: int) -> None:
        handle = self._handle
        with _arrays.Memory(values) as place, _arrays.Memory(target) as to, calling(handle.keep):
            check(low.indp_snapping_release_many(handle.address, place, rows, to))

    def release_int64(self, value: int) -> int:
        """Releases one integer, which is not rounded to a double.

        Args:
            value: the exact answer. Integers beyond int64 count as the nearest int64.

        Returns an integer in the range of int64.

        Raises:
            ParameterError: the grid is below 1, or the bound is neither infinite nor a multiple
                of the grid.
            EntropyError, OutOfMemoryError: nothing is released.

        Privacy: costs epsilon.
        """
        out = ctypes.c_int64()
        number = clamped("value", value)
        handle = self._handle
        with calling(handle.keep):
            check(low.indp_snapping_release_int64(handle.address, number, ctypes.byref(out)))
        return out.value

    @property
    def scale(self) -> float:
        """The scale lambda of the noise, its mean absolute value, in the unit of the values."""
        return float(low.indp_snapping_lambda(self._handle.address))

    @property
    def grid(self) -> float:
        """The grid of the releases, in the unit of the values."""
        return float(low.indp_snapping_grid(self._handle.address))

    @property
    def loss(self) -> float:
        """The bound on the privacy loss that is claimed for one release: at most epsilon."""
        return float(low.indp_snapping_loss(self._handle.address))

    @property
    def laplace_epsilon(self) -> float:
        """The epsilon of the noise. In float arithmetic it is smaller than the epsilon of the
        release."""
        return float(low.indp_snapping_laplace_epsilon(self._handle.address))

    @property
    def precision(self) -> int:
        """The float precision in bits; 0 in real arithmetic."""
        return int(low.indp_snapping_precision(self._handle.address))

    @property
    def unit_roundoff(self) -> float:
        """The unit roundoff of float arithmetic; 0 in real arithmetic."""
        return float(low.indp_snapping_unit_roundoff(self._handle.address))

    def accuracy(self, alpha: float = 0.05) -> float:
        """The error to expect: with probability at least 1 - alpha, a release of any value in
        [-bound, bound] is at most this far from it. In the unit of the values.

        Raises:
            ParameterError: alpha is not between 0 and 1.

        Privacy: costs nothing.
        """
        return self._computed(low.indp_snapping_accuracy, real("alpha", alpha))

    def accuracy_at(self, value: float, alpha: float = 0.05) -> float:
        """Like `accuracy`, but for one assumed value, which must be public."""
        arguments = real("value", value), real("alpha", alpha)
        return self._computed(low.indp_snapping_accuracy_at, *arguments)

    @staticmethod
    def epsilon_for_accuracy(
        *,
        r: float,
        sensitivity: float,
        bound: float = float("inf"),
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> float:
        """The smallest epsilon at which the error of a release is at most r with probability at
        least 1 - alpha: the inverse of `accuracy`.

        Raises:
            ParameterError: names the invalid parameter, or r if no epsilon attains it.

        Privacy: costs nothing.
        """
        arguments = (
            real("sensitivity", sensitivity),
            real("bound", bound),
            real("alpha", alpha),
            real("r", r),
        )
        out = ctypes.c_double()
        with _options.made(options) as chosen:
            call = low.indp_snapping_epsilon_for_accuracy
            check(_long.run(call, *arguments, chosen, ctypes.byref(out)))
        return out.value

    def moments(self, value: float) -> Moments:
        """The bias, variance and mean absolute error of a release, for one assumed, public value.

        Privacy: costs nothing.
        """
        out = low.indp_moments(struct_size=ctypes.sizeof(low.indp_moments))
        self._call(low.indp_snapping_moments, real("value", value), ctypes.byref(out))
        return Moments(*(getattr(out, name) for name in Moments._fields))

    def distance(self, value: float, alpha: float = 0.05) -> Distance:
        """Bounds on the distance to a release with ideal Laplace noise, for one assumed, public
        value.

        Privacy: costs nothing.
        """
        out = low.indp_distance(struct_size=ctypes.sizeof(low.indp_distance))
        arguments = real("value", value), real("alpha", alpha)
        self._call(low.indp_snapping_distance, *arguments, ctypes.byref(out))
        return Distance(*(getattr(out, name) for name in Distance._fields))

    def audit_bound(self) -> float:
        """The proven bound on the privacy loss of one release, for all neighbouring values."""
        return self._computed(low.indp_audit_bound)

    def audit_pair(self, f: float, g: float, most_outputs: int = 0) -> Audit:
        """The exact privacy loss between the releases of two assumed, public values. It is the loss
        of the releases as the library computes them, not of an idealised mechanism.

        Args:
            f, g: finite, at most the sensitivity apart once clamped.
            most_outputs: if 2 * bound / grid is at most this number, all outputs are examined, and
                otherwise about sixty. 0 stands for 2**20. An output can take 8 ms or more; Ctrl-C
                and Stop end the call.

        Raises:
            ParameterError: f and g are not neighbours, or an output is too unlikely.
            StoppedError: see Stop.

        Privacy: costs nothing.
        """
        return self._audit(low.indp_audit_pair, real("f", f), real("g", g), most_outputs)

    def audit_pair_int64(self, f: int, g: int, most_outputs: int = 0) -> Audit:
        """Like `audit_pair`, but for releases of integers by `release_int64`."""
        status = low.INDP_E_NEIGHBOURS
        f = whole("f", f, -(2**63), 2**63 - 1, status)
        g = whole("g", g, -(2**63), 2**63 - 1, status)
        return self._audit(low.indp_audit_pair_int64, f, g, most_outputs)

    def audit_range(self, low_: float, high: float, most_outputs: int = 0) -> Audit:
        """The largest exact privacy loss between critical values of a public range and their
        neighbours.

        Args:
            low_, high: the ends of the range, finite.
            most_outputs: as in `audit_pair`. Up to 26 pairs are audited.
        """
        ends = real("low_", low_), real("high", high)
        return self._audit(low.indp_audit_range, *ends, most_outputs)

    def audit_probability(self, value: float, output: float) -> Tuple[float, float]:
        """The probability of one output for one assumed, public value, and the natural logarithm of
        this probability.

        Privacy: costs nothing.
        """
        probability, logarithm = ctypes.c_double(), ctypes.c_double()
        out = ctypes.byref(probability), ctypes.byref(logarithm)
        arguments = real("value", value), real("output", output)
        self._call(low.indp_audit_probability, *arguments, *out)
        return probability.value, logarithm.value

    def _audit(self, function: Callable[..., int], f: Any, g: Any, most_outputs: int) -> Audit:
        most = whole("most_outputs", most_outputs, 0, UINT64_MAX, low.INDP_E_LENGTH)
        out = low.indp_audit(struct_size=ctypes.sizeof(low.indp_audit))
        self._call(function, f, g, most, ctypes.byref(out))
        return _audit.findings(self._handle.address, out)

    def _computed(self, function: Callable[..., int], *arguments: Any) -> float:
        out = ctypes.c_double()
        self._call(function, *arguments, ctypes.byref(out))
        return out.value

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        check(_long.run(function, self._handle.address, *arguments))


Laplace = Snapping
