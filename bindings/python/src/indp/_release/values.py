"""Values of keys and candidates in a form in which values of different types differ: 1, True and
"1" are three keys."""

from __future__ import annotations

import datetime
import sys
from typing import Any, Dict, Optional, Tuple

from .columns import BOOL, BYTES, DATE, FLOAT, INTEGER, NULL, OBJECT, TEXT, Column, numpy

Tagged = Tuple[str, Any]  # the kind of a value, and the value as a plain Python object

MISSING: Tagged = (NULL, None)

EPOCH = datetime.date(1970, 1, 1).toordinal()


def tagged(value: Any) -> Optional[Tagged]:
    """A value with its kind, or None if no key or candidate is like it. Dates are days since 1970.

    Runs no code of a subclass, so that no value can make it fail."""
    kind = type(value)
    if value is None:
        return MISSING
    if issubclass(kind, str):
        return TEXT, str.__str__(value)
    if issubclass(kind, (bytes, bytearray)):
        return BYTES, memoryview(value).tobytes()
    if issubclass(kind, datetime.date):
        day = None if issubclass(kind, datetime.datetime) else datetime.date.toordinal(value)
        return None if day is None else (DATE, day - EPOCH)
    if issubclass(kind, bool):
        return BOOL, value
    if issubclass(kind, int):
        return INTEGER, int.__index__(value)
    return _of_numpy(value)


def _of_numpy(value: Any) -> Optional[Tagged]:
    array = sys.modules.get("numpy")
    if array is not None and isinstance(value, array.bool_):
        return BOOL, bool(value)
    if array is not None and isinstance(value, array.integer):
        return INTEGER, int(value)
    return None


def plain(value: Tagged) -> Any:
    """The value as its caller sees it."""
    kind, found = value
    return datetime.date.fromordinal(found + EPOCH) if kind == DATE else found


def whole_float(value: Any) -> Any:
    """A float that is a whole number as an int, since pandas makes floats of integers beside a
    missing value. Other values unchanged."""
    if issubclass(type(value), float) and float.is_integer(value):
        return int(float.__float__(value))
    return value


def places(column: Column, wanted: Dict[Tagged, int]) -> Any:
    """For each row the place of its value among the wanted ones, or -1."""
    if column.kind == OBJECT:
        found = map(tagged, map(whole_float, column.items()))
        at = (-1 if one is None else wanted.get(one, -1) for one in found)
        return numpy().fromiter(at, dtype="int64")
    null = wanted.get(MISSING, -1)
    if column.kind == NULL:
        return numpy().full(len(column.valid()), null)
    return numpy().where(column.valid(), _typed(column, wanted), null)


def _typed(column: Column, wanted: Dict[Tagged, int]) -> Any:
    kind = INTEGER if column.kind == FLOAT else column.kind
    chosen = {value: place for (tag, value), place in wanted.items() if tag == kind}
    if column.kind in (TEXT, BYTES):
        found = column.matched(list(chosen))
        table = numpy().array([*chosen.values(), -1], dtype="int64")
        return table[found]  # the index -1 takes the last one
    if column.kind == FLOAT:
        return searched(column.doubles(), {v: p for v, p in chosen.items() if _is_double(v)})
    return searched(column.whole(), chosen)


def _is_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False


def searched(values: Any, wanted: Dict[Any, int]) -> Any:
    """For each number its place among the wanted ones, or -1."""
    array = numpy()
    order = sorted(wanted)
    if values.dtype.kind != "f":
        limits = array.iinfo(values.dtype)
        order = [value for value in order if limits.min <= value <= limits.max]
    if not order:
        return array.full(len(values), -1)
    known = array.array(order, dtype=values.dtype)
    chosen = array.array([wanted[value] for value in order], dtype="int64")
    at = array.minimum(array.searchsorted(known, values), len(order) - 1)
    return array.where(known[at] == values, chosen[at], -1)
