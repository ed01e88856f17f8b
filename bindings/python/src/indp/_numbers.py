"""Converts scalar arguments. ctypes would cut integers to their low bits without an error."""

from __future__ import annotations

import math
import operator
from collections import UserString
from decimal import Decimal
from typing import Any, SupportsFloat, SupportsIndex, Union

from ._errors import ParameterError

# Accepted as a number: int, float, Fraction, Decimal, NumPy scalars.
Real = Union[float, SupportsFloat, SupportsIndex]

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
UINT32_MAX, UINT64_MAX = 2**32 - 1, 2**64 - 1


def real(name: str, value: Any) -> float:
    """A double. An integer beyond the doubles becomes an infinity."""
    if type(value) is float:
        return value
    if getattr(getattr(value, "dtype", None), "kind", "") == "O" and value.ndim == 0:
        value = value.item()
    if not _may_be_real(value):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    if isinstance(value, Decimal) and value.is_nan():
        return math.nan  # float() refuses a signalling NaN
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except TypeError:
        raise TypeError(f"{name} must be a number, not {type(value).__name__}") from None


def _may_be_real(value: Any) -> bool:
    """False for what float() would read or cut, but is no real number: texts, complex numbers,
    NumPy's dates and times, whole arrays."""
    if isinstance(value, (str, UserString, bytes, bytearray, complex)):
        return False
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return getattr(value, "ndim", 0) == 0 and kind in "biuf"


def exact_bytes(name: str, data: Any) -> bytes:
    """The bytes of a buffer, without asking methods that a subclass may replace: C
    must get their true number."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name} must be bytes, not {type(data).__name__}")
    return memoryview(data).tobytes()


def choice(name: str, value: Any) -> bool:
    """True or False. A text such as "no" would count as true, which may not be what is meant."""
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        value = bool(value)
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
    return value


def whole(name: str, value: Any, least: int, most: int, status: int) -> int:
    """An integer. One outside of least to most gives the error of `status`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ParameterError(status, name, f"must be from {least} to {most}")
    return number


def clamped(name: str, value: Any) -> int:
    """An integer that may be private: one beyond int64 becomes the nearest in it.

    Clamping moves no two values further apart."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    return max(INT64_MIN, min(INT64_MAX, number))
