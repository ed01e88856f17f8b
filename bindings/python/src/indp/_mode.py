"""The most common of several public categories."""

from __future__ import annotations

import ctypes
import operator
from collections import Counter
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Type, TypeVar, Union

from . import _arrays, _counts
from . import _low as low
from ._errors import ParameterError, check
from ._expect import Expected, computed
from ._memory import Held
from ._numbers import INT64_MAX, INT64_MIN, UINT64_MAX, exact_bytes, real, whole
from ._options import Options
from ._states import promise

M = TypeVar("M", bound="Mode")
Category = Union[str, bytes, int]


class Mode(Expected):
    """The most common of several public candidates, released by a selection on their counts.

    >>> health = Mode(["excellent", "good", "fair", "poor"], rows_per_person=5)
    >>> health.add(["good", "good", "fair"])
    >>> winner = health.release(epsilon=1)

    Args:
        candidates: 1 to 2**20 distinct str, bytes or int (int64), PUBLIC. Never take them from the
            data. A str is compared by its bytes in UTF-8; str and bytes cannot be mixed. A text
            never equals an integer.
        rows_per_person: the largest number of rows that one person has, at least 1. You promise
            it; it is not enforced.

    Raises:
        ParameterError: candidates or rows_per_person is wrong.
        TypeError: a candidate has another type.
    """

    _kind = low.INDP_KIND_MODE
    _texts: type = str

    def __init__(self, candidates: Iterable[Category], rows_per_person: int = 1) -> None:
        if isinstance(candidates, (str, bytes)):
            raise TypeError("candidates must be a sequence of categories, not one text")
        given = _arrays.items(candidates)
        keys = [_candidate(one) for one in given]
        if any(isinstance(one, bytes) for one in given):
            if any(isinstance(one, str) for one in given):
                raise TypeError("candidates must not mix str and bytes")
            self._texts = bytes
        self._held = _new(keys, promise(rows_per_person))

    @classmethod
    def deserialise(cls: Type[M], data: bytes, texts: type = str) -> M:
        """Reads the bytes of a mode: see `State.deserialise`. The bytes do not say whether texts
        were str or bytes, so `texts` chooses the type. A text that is not valid UTF-8 becomes bytes
        in any case."""
        if texts not in (str, bytes):
            raise TypeError("texts must be the type str or the type bytes")
        made = super().deserialise(data)
        made._texts = texts
        return made

    @property
    def candidates(self) -> List[Category]:
        """The candidates: integers first, ascending, then texts in the order of their bytes."""
        held = self._held
        number = ctypes.c_size_t()
        out = low.indp_value(struct_size=ctypes.sizeof(low.indp_value))
        found = []
        with held.exclusive():
            check(low.indp_mode_candidates(held.address, ctypes.byref(number)))
            for i in range(number.value):
                check(low.indp_mode_candidate(held.address, i, ctypes.byref(out)))
                found.append(_category(out, self._texts))
        return found

    def add(self, values: Any) -> None:
        """Adds rows: one category, or a sequence of them. All rows are added, or none.

        Values that are not candidates are ignored, including nulls. A float that is a whole number
        counts as that integer, since pandas turns integers beside a missing value into floats.

        Raises:
            TypeError: something is neither text nor number.
            ReleasedError: the state was released.
        """
        one = isinstance(values, (str, bytes, int, float)) or not hasattr(values, "__iter__")
        counts: Dict[Union[bytes, int], int] = {}
        given = [values] if one else _arrays.items(values)
        for kind in set(map(type, given)):
            _check_kind(kind)  # a Counter merges equal values of different types
        for value, rows in Counter(given).items():
            for key in _keys(value):
                counts[key] = counts.get(key, 0) + rows
        self._add_counts(counts)

    def _add_counts(self, counts: Dict[Union[bytes, int], int]) -> None:
        """Adds this number of rows for each category, which is in the form in which C compares
        it."""
        if not counts:
            self._check_live()
            return
        held = self._held
        with held.exclusive():
            _add_rows(held, counts)

    def release(self, epsilon: float, options: Optional[Options] = None) -> Category:
        """Releases the mode, which is possible only once. The result is one of the candidates, as a
        str, bytes or int.

        Args, errors and privacy are those of `Sum.release`.
        """
        held = self._held  # keeps alive the memory that the answer points into
        answer: Category = _category(self._release(held, epsilon, options), self._texts)
        return answer

    def release_counts(
        self, epsilon: float, options: Optional[Options] = None
    ) -> Dict[Category, int]:
        """Releases the counts of all candidates, which is possible only once. They are unbiased
        integers, which may be negative.

        >>> health = Mode(["good", "fair"])
        >>> health.add(["good", "good", "fair"])
        >>> about = health.release_counts(epsilon=1)["good"]

        Args and errors are those of `Histogram.release`.

        Returns:
            The count of each candidate, in the order of `candidates`.

        Privacy: costs epsilon for all counts together.
        """
        candidates = self.candidates  # read first, since nothing may fail after the release
        return dict(zip(candidates, _counts.release(self._held, epsilon, options)))

    def can_release_counts(self, epsilon: float, options: Optional[Options] = None) -> None:
        """Raises the exception that `release_counts` would raise because of parameters, or because
        the state was released. Releases nothing."""
        _counts.can_release(self._held, epsilon, options)

    @staticmethod
    def accuracy_with(
        candidates: int,
        *,
        rows_per_person: int = 1,
        epsilon: float,
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> float:
        """As `accuracy` of a mode with this number of candidates, but without a state.

        Privacy: costs nothing.
        """
        number, people = _number(candidates), promise(rows_per_person)
        arguments = real("epsilon", epsilon), real("alpha", alpha)
        return computed(low.indp_mode_accuracy, options, number, people, *arguments)

    @staticmethod
    def epsilon_for_accuracy_with(
        candidates: int,
        *,
        rows_per_person: int = 1,
        r: float,
        alpha: float = 0.05,
        options: Optional[Options] = None,
    ) -> float:
        """As `epsilon_for_accuracy` of a mode with this number of candidates, but without a state.

        Privacy: costs nothing.
        """
        number, people = _number(candidates), promise(rows_per_person)
        arguments = real("alpha", alpha), real("r", r)
        return computed(low.indp_mode_epsilon_for_accuracy, options, number, people, *arguments)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _read, (type(self), self.serialise(), self._texts)


def _number(candidates: int) -> int:
    return whole("candidates", candidates, 1, UINT64_MAX, low.INDP_E_CATEGORIES)


def _read(made: Type[Mode], data: bytes, texts: type) -> Mode:
    return made.deserialise(data, texts)


def _candidate(value: Any) -> Union[bytes, int]:
    if isinstance(value, float) or not (keys := list(_keys(value))):
        if isinstance(value, float) or value is None:
            raise TypeError(f"candidates must be str, bytes or int, not {type(value).__name__}")
        why = "must not contain an integer that does not fit in 64 bits"
        raise ParameterError(low.INDP_E_CATEGORIES, "candidates", why)
    return keys[0]


def _check_kind(kind: type) -> None:
    """Refuses types that a candidate cannot have, whatever the value is."""
    known = issubclass(kind, (str, bytes, int, float, type(None))) or hasattr(kind, "__index__")
    if not known and kind.__name__ not in ("NAType", "NaTType"):
        raise TypeError(f"a category must be str, bytes or int, not {kind.__name__}")


def _keys(value: Any) -> Iterator[Union[bytes, int]]:
    """Yields the value in the form in which C compares it. Yields nothing if it cannot be a
    candidate."""
    if isinstance(value, str):
        # Every str is encoded to bytes, even one that is not valid Unicode.
        yield str.encode(value, "utf-8", "surrogatepass")
    elif isinstance(value, bytes):
        yield exact_bytes("a category", value)
    elif isinstance(value, float):
        if value.is_integer():
            yield from _keys(int(value))
    elif not _arrays.is_null(value):
        try:
            number = operator.index(value)
        except TypeError:
            kind = type(value).__name__
            raise TypeError(f"a category must be str, bytes or int, not {kind}") from None
        if INT64_MIN <= number <= INT64_MAX:
            yield number


def _new(keys: List[Union[bytes, int]], rows_per_person: int) -> Held:
    """Makes an empty mode. `pins` keeps alive the texts that the array points to."""
    array = (low.indp_category * len(keys))()
    pins = []
    for entry, key in zip(array, keys):
        if isinstance(key, int):
            entry.integer = key
        else:
            pins.append(ctypes.create_string_buffer(key, len(key) + 1))
            entry.text, entry.length = ctypes.addressof(pins[-1]), len(key)
    size = ctypes.c_size_t()
    place = ctypes.addressof(array)
    check(low.indp_mode_size(place, len(keys), ctypes.byref(size)))
    return Held(
        size.value,
        lambda own, length: low.indp_mode_init(own, length, place, len(keys), rows_per_person),
    )


def _add_rows(held: Held, counts: Dict[Union[bytes, int], int]) -> None:
    """Adds all rows of the counts to the state, or none.

    The rows are first collected in an empty state. The bits of the counts are processed from the
    highest down: the state is doubled by merging it with itself, then one row is added for each key
    whose count has this bit. This takes far fewer calls than one call for each row."""
    if sum(counts.values()) <= 1:
        for key in counts:
            check(_add(held.address, key))
        return
    rows = _emptied(held)
    for digit in reversed(range(max(counts.values()).bit_length())):
        check(low.indp_state_merge(rows.address, rows.address))
        for key, count in counts.items():
            if count >> digit & 1:
                check(_add(rows.address, key))
    check(low.indp_state_merge(held.address, rows.address))


def _add(address: int, key: Union[bytes, int]) -> int:
    if isinstance(key, int):
        return int(low.indp_mode_add_int64(address, key))
    return int(low.indp_mode_add_text(address, key, len(key)))


def _emptied(held: Held) -> Held:
    """Makes an empty mode with the candidates of another mode."""
    number, people = ctypes.c_size_t(), ctypes.c_uint64()
    check(low.indp_mode_candidates(held.address, ctypes.byref(number)))
    check(low.indp_state_rows_per_person(held.address, ctypes.byref(people)))
    out = low.indp_value(struct_size=ctypes.sizeof(low.indp_value))
    keys = []
    for i in range(number.value):
        check(low.indp_mode_candidate(held.address, i, ctypes.byref(out)))
        keys.append(_category(out, bytes))
    return _new(keys, people.value)


def _category(value: low.indp_value, texts: type) -> Any:
    if not value.label:
        return int(value.integer)
    text = ctypes.string_at(value.label, value.length)
    if texts is bytes:
        return text
    try:
        return text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return text
