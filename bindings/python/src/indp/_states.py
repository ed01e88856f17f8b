"""The base classes of all aggregates: exact states that are merged, sent as bytes, and released
once."""

from __future__ import annotations

import contextlib
import ctypes
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, NoReturn, Optional, Tuple, Type, TypeVar

from . import _arrays, _long, _options
from . import _low as low
from ._errors import check, error_of
from ._memory import Held, read
from ._numbers import UINT64_MAX, choice, clamped, real, whole
from ._options import Options

S = TypeVar("S", bound="State")

_OF_KIND: Dict[int, Type[State]] = {}
"""The class of each kind of state. The classes enter themselves."""


class State:
    """An exact state: the rows of one group. It holds RAW PRIVATE DATA until it is released.

    A state in memory can be released only once. After its release it refuses to add rows, to be
    merged, to be serialised and to be released again. `copy` is refused at any time. Stored bytes
    (`serialise`, `pickle`) can be read several times. Every release of a state read from them costs
    its epsilon.

    Any number of threads may use one state: each call waits for the others. Do not subclass."""

    _kind = 0
    _held: Held

    def __init_subclass__(cls) -> None:
        if "_kind" in cls.__dict__:
            _OF_KIND[cls._kind] = cls

    def __init__(self) -> None:
        raise TypeError(
            "State has no public constructor: "
            "make a Count, Sum, Mean, Variance, StdDev, Quantile, Mode, Histogram or Bounds"
        )

    @classmethod
    def _of(cls, held: Held) -> Type[State]:
        """The class of a live state whose kind has this class."""
        return cls

    @classmethod
    def deserialise(cls: Type[S], data: bytes) -> S:
        """Reads the bytes of a state of this class, and checks all of them.

        Any bytes are safe to pass. But a few bytes of a quantile can make this call allocate 128
        MiB.

        Raises:
            ParameterError: data are not the bytes of a state of this class.
        """
        made = deserialise(data)
        if not isinstance(made, cls):
            raise error_of(low.INDP_E_STATE, "data")
        return made

    def serialise(self) -> bytes:
        """Returns the bytes of this state. Equal rows and parameters give equal bytes on every
        machine.

        The bytes are raw private data: protect them like the rows. The state can still be
        released.

        Raises:
            ReleasedError: the state was released.
        """
        held = self._held
        with held.exclusive():
            return held.bytes()

    def merge(self: S, *others: S) -> S:
        """Adds the rows of other states with the same parameters, and returns this state.

        The order does not matter. The other states can still be released, but every release costs
        its epsilon. `a += b` does the same as `a.merge(b)`. There is no `a + b`, since a, b and the
        sum could then all be released.

        Raises:
            ParameterError: a state has another kind or other parameters. The states before it have
                been merged.
            ReleasedError: one of the states was released.
        """
        for other in others:
            if not isinstance(other, State):
                raise TypeError(f"other must be a state, not {type(other).__name__}")
            self._merge_one(other)
        return self

    def __iadd__(self: S, other: S) -> S:
        if not isinstance(other, State):
            return NotImplemented
        return self.merge(other)

    def _merge_one(self, other: State) -> None:
        held, source = self._held, other._held
        with _both(held, source):
            rows = ctypes.c_uint64()
            check(low.indp_state_rows(source.address, ctypes.byref(rows)))
            call = low.indp_state_merge
            check(held.adding(rows.value, lambda: call(held.address, source.address)))

    def can_release(self, epsilon: float, options: Optional[Options] = None) -> None:
        """Raises the exception that `release` would raise because of parameters, or because the
        state was released. Costs nothing."""
        epsilon = real("epsilon", epsilon)
        held = self._held
        with held.exclusive(), _options.made(options) as chosen:
            check(low.indp_state_can_release(held.address, epsilon, chosen))

    @property
    def rows_per_person(self) -> int:
        """The contribution bound that you promised: the largest number of rows that one person
        has."""
        return self._number(low.indp_state_rows_per_person)

    def exact_rows(self) -> int:
        """The exact number of rows, which is PRIVATE."""
        return self._number(low.indp_state_rows)

    def _number(self, function: Callable[..., int]) -> int:
        held = self._held
        out = ctypes.c_uint64()
        with held.exclusive():
            check(function(held.address, ctypes.byref(out)))
        return out.value

    def _check_live(self) -> None:
        """Refuses a released state. Needed where no call to C would refuse it, since no row is left
        to add."""
        held = self._held
        with held.exclusive():
            check(low.indp_state_compatible(held.address, held.address))

    @staticmethod
    def _release(held: Held, epsilon: float, options: Optional[Options]) -> low.indp_value:
        """Releases the answer, which may point into the memory of `held`."""
        epsilon = real("epsilon", epsilon)
        out = low.indp_value(struct_size=ctypes.sizeof(low.indp_value))
        with held.exclusive(), _options.made(options) as chosen:
            arguments = (held.address, epsilon, chosen, ctypes.byref(out))
            if _options.slow(options):
                check(_long.run(low.indp_state_release_value, *arguments))
            else:
                check(low.indp_state_release_value(*arguments))
        return out

    def __repr__(self) -> str:
        return f"<indp.{type(self).__name__}, rows_per_person={self.rows_per_person}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self).deserialise, (self.serialise(),)

    def __copy__(self) -> NoReturn:
        raise TypeError(
            "a state can be released only once, so it cannot be copied; "
            "to store or send one, use serialise() or pickle"
        )

    def __deepcopy__(self, memo: Any) -> NoReturn:
        self.__copy__()


@contextlib.contextmanager
def _both(one: Held, two: Held) -> Iterator[None]:
    """Takes the locks of two states. The order of the locks depends only on the states, so that no
    two threads wait for each other."""
    first, second = (one, two) if id(one) <= id(two) else (two, one)
    with first.exclusive():
        if first is second:
            yield
        else:
            with second.exclusive():
                yield


def deserialise(data: bytes) -> State:
    """Reads the bytes of a state of any kind. See `State.deserialise`."""
    held = read(data)
    kind = ctypes.c_int32()
    check(low.indp_state_kind(held.address, ctypes.byref(kind)))
    made = _OF_KIND.get(kind.value)
    if made is None:
        raise error_of(low.INDP_E_STATE, "data")
    made = made._of(held)
    state = made.__new__(made)
    state._held = held
    return state


def promise(rows_per_person: int) -> int:
    """Checks the contribution bound and returns it as an argument for C."""
    status = low.INDP_E_ROWS_PER_PERSON
    return whole("rows_per_person", rows_per_person, 1, UINT64_MAX, status)


class OfNumbers(State):
    """A state whose rows are numbers."""

    def add(self, values: Any, *, skip_nan: bool = False) -> None:
        """Adds rows: all of them, or none if the call raises.

        A contiguous buffer of doubles is read without a copy: a NumPy array of float64, an
        array.array("d"), a memoryview. Do not change it during the call: a row could then count
        with any value that it has meanwhile. Other numbers are converted to doubles. A single int
        counts with its exact value.

        Null rows are not counted, as in SQL. Nulls are None, masked entries of NumPy, nulls of
        Polars, and what pandas calls missing, which includes NaN. Everywhere else NaN is a number,
        which counts as the point of [lo, hi] nearest to 0; a histogram has a cell for it, and it is
        on neither side for bounds. NaN never makes the call fail, since a failure would reveal a
        private value.

        Args:
            values: one number or many, in the unit of the bounds or edges. Infinities are clamped;
                in a histogram they belong to the outer cells, and for bounds they lie beyond all
                edges.
            skip_nan: leaves out NaN. This reads the values twice.

        Raises:
            TypeError: something is not a number, or is a table.
            ValueError: an array has two dimensions or more.
            ReleasedError: the state was released.

        Privacy: costs nothing.
        """
        choice("skip_nan", skip_nan)
        if _arrays.is_single(values):
            self._add_one(_arrays.single(values), skip_nan)
            return
        held = self._held
        call = low.indp_state_add_many
        ready = _arrays.as_doubles(values, "values", keep_nulls=False, skip_nan=skip_nan)
        rows = len(ready)
        with _arrays.Memory(ready) as address, held.exclusive():
            check(held.adding(rows, lambda: call(held.address, address, rows)))

    def _add_one(self, value: Any, skip_nan: bool) -> None:
        held = self._held
        if _arrays.is_null(value):
            self._check_live()
            return
        if isinstance(value, int):
            exact = clamped("values", value)
            with held.exclusive():
                check(held.adding(1, lambda: low.indp_state_add_int64(held.address, exact)))
            return
        number = real("values", value)
        if skip_nan and number != number:
            self._check_live()
            return
        with held.exclusive():
            check(held.adding(1, lambda: low.indp_state_add(held.address, number)))


class Numbers(OfNumbers):
    """A state whose rows are numbers, which are clamped to public bounds, and whose answer is
    a number."""

    def release(self, epsilon: float, options: Optional[Options] = None) -> float:
        """Releases the answer, which is possible only once.

        Args:
            epsilon: privacy loss (base e), positive, finite.
            options: see Options; those that do not apply are refused.

        Raises:
            ParameterError: epsilon or an option is wrong; the state is still live.
            ReleasedError: the state was released before.
            EntropyError, OutOfMemoryError: the state is still live.

        Privacy: costs epsilon.
        """
        return float(self._release(self._held, epsilon, options).real)


@dataclass(frozen=True)
class Parts:
    """A released mean, variance or standard deviation, with the noisy sums that it is computed
    from."""

    value: float
    """The answer."""
    count: float
    """The number of rows that the sums imply: noisy, unbiased, and in general not an integer."""
    sums: Tuple[float, ...]
    """For a mean, the sums of hi - x and of x - lo. Otherwise the sums of (hi - x)^2, of 2 (hi - x)
    (x - lo) and of (x - lo)^2."""
    scale: float
    """The noise scale of each sum, in the unit of the sums."""


class WithParts(Numbers):
    """A state whose answer is computed from several noisy sums."""

    def release_parts(self, epsilon: float, options: Optional[Options] = None) -> Parts:
        """Releases the answer and the noisy sums that it is computed from. This is possible only
        once, and costs no more than `release`.

        Raises as `release`. A float precision is refused.

        Privacy: costs epsilon.
        """
        epsilon = real("epsilon", epsilon)
        held = self._held
        out = low.indp_parts(struct_size=ctypes.sizeof(low.indp_parts))
        with held.exclusive(), _options.made(options) as chosen:
            check(low.indp_state_release_parts(held.address, epsilon, chosen, ctypes.byref(out)))
        return Parts(out.value, out.count, tuple(out.sum[: out.number]), out.scale)
