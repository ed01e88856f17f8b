"""The public keys of a table's groups."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Sequence, Tuple

from .. import _arrays
from .columns import (
    BOOL,
    BYTES,
    DATE,
    FLOAT,
    INTEGER,
    NULL,
    OBJECT,
    TEXT,
    Column,
    Kind,
    Table,
    need,
    numpy,
    one_of,
)
from .values import MISSING, Tagged, places, plain, searched, tagged

Key = Tuple[Tagged, ...]

KEYS = (INTEGER, FLOAT, TEXT, BYTES, BOOL, DATE, OBJECT, NULL)
NAMES = {INTEGER: "int", FLOAT: "int", TEXT: "str", BYTES: "bytes", BOOL: "bool", DATE: "date"}


def key_columns(by: Any) -> List[str]:
    """Checks the names of the key columns."""
    if not isinstance(by, (str, list, tuple)) or not all(isinstance(name, str) for name in by):
        raise TypeError("by must be the name of a column or a list of names")
    found = [by] if isinstance(by, str) else list(by)
    if len(set(found)) < len(found):
        raise ValueError("by must not name a column twice")
    return found


def key_kinds(table: Table, by: Sequence[str]) -> List[Kind]:
    """What the key columns hold."""
    kinds = [one_of(table, name, "by") for name in by]
    for name, kind in zip(by, kinds):
        need(f"by: {name}", kind, KEYS, "integers, texts, bools, dates or bytes")
    return kinds


def public_keys(keys: Any, by: Sequence[str], kinds: Sequence[Kind]) -> List[Key]:
    """Checks a list of public keys, and returns them in its order."""
    if not by:
        if keys is not None:
            raise TypeError("keys needs by: name the key columns in by")
        return [()]
    if keys is None:
        raise TypeError("keys: list the public keys, since keys found in the data are private")
    text = isinstance(keys, (str, bytes, bytearray))
    if text or not isinstance(keys, Iterable) or hasattr(type(keys), "columns"):
        raise TypeError("keys must be a list of values, or of tuples if by names several columns")
    found: Dict[Key, None] = {}
    for given in keys:
        parts = tuple(given) if isinstance(given, (tuple, list)) else (given,)
        if len(parts) != len(by):
            raise ValueError("keys: each key must have one value for each column in by")
        key = tuple(_checked(part, name, kind) for part, name, kind in zip(parts, by, kinds))
        if key in found:
            raise ValueError("keys must be distinct")
        found[key] = None
    return list(found)


def _checked(value: Any, name: str, kind: Kind) -> Tagged:
    value = _arrays.single(value)
    found = tagged(value)
    tags = {FLOAT: (INTEGER,), OBJECT: tuple(NAMES), NULL: tuple(NAMES)}
    if found is None or (found != MISSING and found[0] not in tags.get(kind.kind, (kind.kind,))):
        wanted, got = NAMES.get(kind.kind, "int, str, bool, date or bytes"), type(value).__name__
        raise TypeError(f"keys: values of {name} ({kind.name}) must be {wanted}, not {got}")
    return found


def shown(key: Key) -> Tuple[Any, ...]:
    """A key as its caller sees it."""
    return tuple(map(plain, key))


def groups(columns: Sequence[Column], keys: Sequence[Key], rows: int) -> Any:
    """For each row the index of its key, or -1 if that is not listed."""
    array = numpy()
    found = array.zeros(rows, dtype="int64")
    begins = [0] * len(keys)  # the number of what each key begins with
    for at, column in enumerate(columns):
        place = {value: i for i, value in enumerate(dict.fromkeys(key[at] for key in keys))}
        here = places(column, place)
        joined = array.where((found >= 0) & (here >= 0), found * len(place) + here, -1)
        begins = [begin * len(place) + place[key[at]] for begin, key in zip(begins, keys)]
        numbers = {begin: i for i, begin in enumerate(dict.fromkeys(begins))}
        begins = [numbers[begin] for begin in begins]
        found = searched(joined, numbers)
    return found
