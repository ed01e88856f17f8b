"""Reads tables of Arrow, and what can stream itself as Arrow."""

from __future__ import annotations

import importlib
from typing import Any, List, Sequence

from .. import _arrays
from .columns import (
    BOOL,
    BYTES,
    DATE,
    DECIMAL,
    FLOAT,
    INTEGER,
    NULL,
    OTHER,
    TEXT,
    Column,
    Kind,
    Table,
    bare,
    numpy,
)

DAY = 24 * 60 * 60 * 1000


def kind_of(given: Any) -> Kind:
    """What a type of Arrow holds. A dictionary holds what its values are."""
    types = importlib.import_module("pyarrow").types
    kind = given
    while types.is_dictionary(kind):
        kind = kind.value_type
    tests = {
        INTEGER: ("integer",),
        FLOAT: ("floating",),
        DECIMAL: ("decimal",),
        BOOL: ("boolean",),
        TEXT: ("string", "large_string", "string_view"),
        BYTES: ("binary", "large_binary", "fixed_size_binary", "binary_view"),
        DATE: ("date",),
        NULL: ("null",),
    }
    for found, names in tests.items():
        if any(_is(types, name, kind) for name in names):
            return Kind(found, str(given))
    return Kind(OTHER, str(given))


def _is(types: Any, name: str, kind: Any) -> bool:
    test = getattr(types, f"is_{name}", None)  # an old Arrow has no views
    return test is not None and bool(test(kind))


class ArrowColumn(Column):
    """A chunked array. `nan_is_null` is the rule of pandas, whose columns can be Arrow's, too."""

    def __init__(self, values: Any, nan_is_null: bool = False) -> None:
        self._arrow = importlib.import_module("pyarrow")
        while self._arrow.types.is_dictionary(values.type):
            values = values.cast(values.type.value_type)
        self._values = values
        self._nan_is_null = nan_is_null
        self.kind = kind_of(values.type).kind

    def _valid(self) -> Any:
        return self._values.is_valid().to_numpy()

    def valid(self) -> Any:
        if self._nan_is_null and self.kind == FLOAT:
            found = self.doubles()
            return self._valid() & (found == found)
        return self._valid()

    def doubles(self) -> Any:
        if self.kind == NULL:
            return numpy().zeros(len(self._values))
        if self.kind == DECIMAL:  # Arrow's own cast does not round to the nearest double
            items = _arrays.from_items(self._values.to_pylist(), "values", keep_nulls=True)
            return numpy().asarray(items)
        found = self._values.cast(self._arrow.float64(), safe=False)
        return bare(found.fill_null(0.0).to_numpy())

    def whole(self) -> Any:
        unsigned = self._arrow.types.is_unsigned_integer(self._values.type)
        if self.kind == DATE:
            return self._days()
        found = self._values.cast(self._arrow.uint64() if unsigned else self._arrow.int64())
        return bare(found.fill_null(0).to_numpy())

    def _days(self) -> Any:
        if self._arrow.types.is_date32(self._values.type):
            found = self._values.cast(self._arrow.int32()).fill_null(0).to_numpy()
            return bare(found.astype("int64"))
        return bare(self._values.cast(self._arrow.int64()).fill_null(0).to_numpy() // DAY)

    def matched(self, values: Sequence[Any]) -> Any:
        # Texts are compared as bytes: decoding them could fail, depending on the values.
        compute = importlib.import_module("pyarrow.compute")
        binary = self._arrow.large_binary()
        wanted = [
            one.encode("utf-8", "surrogatepass") if isinstance(one, str) else one for one in values
        ]
        column = self._values.cast(binary)
        found = compute.index_in(column, self._arrow.array(wanted, binary), skip_nulls=True)
        return found.fill_null(-1).to_numpy().astype("int64")


class ArrowTable(Table):
    """A Table, a RecordBatch, or an object with `__arrow_c_stream__`, of which only the schema is
    read until a column is needed."""

    def __init__(self, given: Any) -> None:
        arrow = importlib.import_module("pyarrow")
        if isinstance(given, arrow.RecordBatch):
            given = arrow.Table.from_batches([given])
        if not isinstance(given, arrow.Table):
            given = arrow.RecordBatchReader.from_stream(given)
        self._given = given
        self._schema = given.schema

    def names(self) -> List[Any]:
        return list(self._schema.names)

    def kind(self, name: str) -> Kind:
        return kind_of(self._schema.field(name).type)

    def _read(self) -> Any:
        if hasattr(self._given, "read_all"):
            self._given = self._given.read_all()
        return self._given

    def column(self, name: str) -> Column:
        return ArrowColumn(self._read().column(name))

    def rows(self) -> int:
        return int(self._read().num_rows)
