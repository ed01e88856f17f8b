"""Reads data frames of Polars."""

from __future__ import annotations

import sys
from typing import Any, List, Sequence

from .columns import (
    BOOL,
    BYTES,
    DATE,
    DECIMAL,
    FLOAT,
    INTEGER,
    NULL,
    OBJECT,
    OTHER,
    TEXT,
    Column,
    Kind,
    Table,
    bare,
    numpy,
)

INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
KINDS = {
    "Boolean": BOOL,
    "String": TEXT,
    "Categorical": TEXT,
    "Enum": TEXT,
    "Binary": BYTES,
    "Date": DATE,
    "Null": NULL,
    "Object": OBJECT,
}


def kind_of(dtype: Any) -> str:
    name = str(dtype.base_type())
    if name in INTEGERS:
        return INTEGER
    if dtype.is_float():
        return FLOAT
    # Integers of 128 bits are read as doubles.
    return KINDS.get(name, DECIMAL if dtype.is_numeric() else OTHER)


class PolarsColumn(Column):
    def __init__(self, values: Any) -> None:
        self._polars = sys.modules["polars"]
        self.kind = kind_of(values.dtype)
        text = self.kind == TEXT and values.dtype != self._polars.String
        self._values = values.cast(self._polars.String) if text else values

    def valid(self) -> Any:
        return self._values.is_not_null().to_numpy()

    def doubles(self) -> Any:
        if self.kind == NULL:
            return numpy().zeros(len(self._values))
        return bare(self._values.cast(self._polars.Float64).fill_null(0.0).to_numpy())

    def whole(self) -> Any:
        values = self._values.to_physical()
        unsigned = str(values.dtype).startswith("U")
        wide = self._polars.UInt64 if unsigned else self._polars.Int64
        return bare(values.cast(wide).fill_null(0).to_numpy())

    def matched(self, values: Sequence[Any]) -> Any:
        # No text of Polars equals a text that is not valid Unicode.
        wanted = {one: at for at, one in enumerate(values) if _is_valid(one)}
        old = self._polars.Series(list(wanted), dtype=self._values.dtype)
        new = self._polars.Series(list(wanted.values()), dtype=self._polars.Int64)
        kind = self._polars.Int64
        found = self._values.replace_strict(old, new, default=-1, return_dtype=kind)
        return found.fill_null(-1).to_numpy()

    def items(self) -> List[Any]:
        found: List[Any] = self._values.to_list()
        return found


def _is_valid(text: Any) -> bool:
    try:
        return isinstance(text, bytes) or bool(text.encode("utf-8")) or text == ""
    except UnicodeEncodeError:
        return False


class PolarsTable(Table):
    def __init__(self, given: Any) -> None:
        self._given = given

    def names(self) -> List[Any]:
        return list(self._given.columns)

    def kind(self, name: str) -> Kind:
        dtype = self._given.schema[name]
        return Kind(kind_of(dtype), str(dtype))

    def column(self, name: str) -> Column:
        return PolarsColumn(self._given.get_column(name))

    def rows(self) -> int:
        return int(self._given.height)
