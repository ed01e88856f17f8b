"""Converts scalar arguments. Without this, ctypes would reduce large integers to their low bits
without an error."""

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
    """Converts to a double. An integer beyond the range of doubles becomes an infinity."""
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
    """Whether the value can be a real number. Refuses values that float() would convert although
    they are not real numbers: texts, complex numbers, dates and times of NumPy, whole arrays."""
    if isinstance(value, (str, UserString, bytes, bytearray, complex)):
        return False
    kind = getattr(getattr(value, "dtype", None), "kind", "f")
    return getattr(value, "ndim", 0) == 0 and kind in "biuf"


def exact_bytes(name: str, data: Any) -> bytes:
    """Returns a copy of the bytes of a buffer. It does not call methods that a subclass may
    override, since C must get the true length."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name} must be bytes, not {type(data).__name__}")
    return memoryview(data).tobytes()


def choice(name: str, value: Any) -> bool:
    """Accepts only True or False. A text such as "no" would otherwise count as true."""
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        value = bool(value)
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
    return value


def whole(name: str, value: Any, least: int, most: int, status: int) -> int:
    """Converts to an integer. If it is not between least and most, raises the error for
    `status`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ParameterError(status, name, f"must be from {least} to {most}")
    return number


def clamped(name: str, value: Any) -> int:
    """Converts to an integer, which may be private. If it is beyond the range of int64, the result
    is the nearest end of that range.

    Clamping does not increase the distance between any two values."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    return max(INT64_MIN, min(INT64_MAX, number))
