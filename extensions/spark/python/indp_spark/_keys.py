"""Public keys, in the form in which key columns travel."""

from __future__ import annotations

import datetime
import operator
from typing import Any, Dict, Iterable, List, Sequence, Tuple

import numpy as np
from pyspark.sql import types as T

Key = Tuple[Any, ...]
Keys = Dict[Key, Key]  # from each key as it travels to the same key as the caller sees it

_EPOCH = datetime.date(1970, 1, 1).toordinal()


def public(keys: Any, by: Sequence[str], kinds: Sequence[T.DataType]) -> Keys:
    """Checks a list of public keys. Returns them in the order of the list."""
    if isinstance(keys, (str, bytes)) or not isinstance(keys, Iterable):
        raise TypeError("keys must be a list of values, or of tuples if `by` names several columns")
    found: Keys = {}
    for given in keys:
        key = tuple(given) if isinstance(given, (tuple, list)) else (given,)
        if len(key) != len(by):
            raise ValueError("keys: each key must have one value for each column in `by`")
        sent = tuple(_sent(value, name, kind) for value, name, kind in zip(key, by, kinds))
        if sent in found:
            raise ValueError("keys must be distinct")
        found[sent] = tuple(map(_shown, sent, kinds))
    return found


def _shown(sent: Any, kind: T.DataType) -> Any:
    """One value of a public key, as a plain Python value even if the caller gave an instance of a
    subclass: Spark cannot make a column of some subclasses."""
    if isinstance(kind, T.StringType) and sent is not None:
        return sent.decode("utf-8", "surrogatepass")
    return _readable(sent, kind)


def _sent(value: Any, name: str, kind: T.DataType) -> Any:
    if value is None:
        return None
    if isinstance(kind, T.BooleanType):
        fits = isinstance(value, (bool, np.bool_))
        sent = bool(value) if fits else None
    elif isinstance(kind, T.StringType):
        fits = isinstance(value, str)
        sent = str.encode(value, "utf-8", "surrogatepass") if fits else None
    elif isinstance(kind, T.BinaryType):
        fits = isinstance(value, (bytes, bytearray))
        sent = bytes(value) if fits else None
    elif isinstance(kind, T.DateType):
        fits = isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)
        sent = datetime.date.toordinal(value) - _EPOCH if fits else None
    else:
        fits = hasattr(value, "__index__") and not isinstance(value, (bool, np.bool_))
        sent = operator.index(value) if fits else None
    if not fits:
        wanted, got = kind.simpleString(), type(value).__name__
        raise TypeError(f"keys: values of {name} must be {wanted}, not {got}")
    return sent


def readable(key: Key, kinds: Sequence[T.DataType]) -> Key:
    """A key that was found in the data, as a user would write it. Bytes that are not valid UTF-8
    stay bytes, and days beyond the calendar of Python stay numbers."""
    return tuple(_readable(value, kind) for value, kind in zip(key, kinds))


def _readable(value: Any, kind: T.DataType) -> Any:
    try:
        if isinstance(kind, T.StringType) and value is not None:
            return value.decode("utf-8")
        if isinstance(kind, T.DateType) and value is not None:
            return datetime.date.fromordinal(value + _EPOCH)
    except (UnicodeDecodeError, ValueError, OverflowError):
        pass
    return value


def one_or_tuple(keys: List[Key], by: Sequence[str]) -> List[Any]:
    """The keys, without their tuples if there is only one key column."""
    return [key[0] if len(by) == 1 else key for key in keys]
