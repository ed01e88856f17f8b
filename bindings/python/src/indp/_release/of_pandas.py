"""Reads data frames of pandas. What pandas calls missing is null, which includes NaN."""

from __future__ import annotations

import importlib
import sys
from typing import Any, List, Sequence

from .. import _frames
from .columns import (
    BOOL,
    FLOAT,
    INTEGER,
    OBJECT,
    OTHER,
    TEXT,
    Column,
    Kind,
    Table,
    bare,
    numpy,
)
from .of_arrow import ArrowColumn
from .of_arrow import kind_of as kind_of_arrow


def kind_of(dtype: Any) -> str:
    """What a type of pandas holds. A categorical holds what its categories are."""
    pandas = sys.modules["pandas"]
    types = pandas.api.types
    if isinstance(dtype, pandas.CategoricalDtype):
        return OBJECT if dtype.categories is None else kind_of(dtype.categories.dtype)
    if hasattr(pandas, "ArrowDtype") and isinstance(dtype, pandas.ArrowDtype):
        return kind_of_arrow(dtype.pyarrow_dtype).kind
    if isinstance(dtype, pandas.SparseDtype):
        return OTHER
    if isinstance(dtype, pandas.StringDtype):
        return TEXT
    tests = {
        OBJECT: types.is_object_dtype,
        BOOL: types.is_bool_dtype,
        INTEGER: types.is_integer_dtype,
        FLOAT: types.is_float_dtype,
    }
    return next((kind for kind, test in tests.items() if test(dtype)), OTHER)


def column_of(values: Any) -> Column:
    """Reads a Series."""
    pandas = sys.modules["pandas"]
    dtype = values.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        return Categories(values)
    if hasattr(pandas, "ArrowDtype") and isinstance(dtype, pandas.ArrowDtype):
        return _of_arrow(values)
    if isinstance(dtype, pandas.StringDtype) and dtype.storage.startswith("pyarrow"):
        return _of_arrow(values)
    return PandasColumn(values)


def _of_arrow(values: Any) -> Column:
    arrow = importlib.import_module("pyarrow")
    found = values.array.__arrow_array__()
    chunked = found if isinstance(found, arrow.ChunkedArray) else arrow.chunked_array([found])
    return ArrowColumn(chunked, nan_is_null=True)


class PandasColumn(Column):
    def __init__(self, values: Any) -> None:
        self._values = values
        self.kind = kind_of(values.dtype)

    def valid(self) -> Any:
        if self.kind == FLOAT:
            found = self.doubles()
            return found == found
        return ~numpy().asarray(_frames.missing(self._values), dtype=bool)

    def doubles(self) -> Any:
        return _frames.doubles(self._values, "pandas", "values", keep_nulls=True)

    def whole(self) -> Any:
        wide = "uint64" if self._values.dtype.kind == "u" else "int64"
        masked = not isinstance(self._values.dtype, numpy().dtype)
        given = {"na_value": 0} if masked else {}
        return bare(self._values.to_numpy(dtype=wide, **given))

    def matched(self, values: Sequence[Any]) -> Any:
        place = {one: at for at, one in enumerate(values)}
        found = [place.get(item, -1) for item in self._values.tolist()]
        return numpy().array(found, dtype="int64")

    def items(self) -> List[Any]:
        missing = numpy().asarray(_frames.missing(self._values), dtype=bool).tolist()
        return [None if null else item for item, null in zip(self._values.tolist(), missing)]


class Categories(Column):
    """A categorical: a column of its categories, of which each row has one or none."""

    def __init__(self, values: Any) -> None:
        pandas = sys.modules["pandas"]
        self._of = column_of(pandas.Series(values.cat.categories))
        self._codes = values.cat.codes.to_numpy()
        self.kind = self._of.kind

    def _taken(self, found: Any, null: Any) -> Any:
        """The value of each row. The code -1, which is null, takes the last one."""
        array = numpy()
        return array.append(found, array.array([null], dtype=found.dtype))[self._codes]

    def valid(self) -> Any:
        return self._taken(self._of.valid(), False)

    def doubles(self) -> Any:
        return self._taken(self._of.doubles(), 0)

    def whole(self) -> Any:
        return self._taken(self._of.whole(), 0)

    def matched(self, values: Sequence[Any]) -> Any:
        return self._taken(self._of.matched(values), -1)

    def items(self) -> List[Any]:
        found = [*self._of.items(), None]
        return [found[code] for code in self._codes.tolist()]


class PandasTable(Table):
    def __init__(self, given: Any) -> None:
        self._given = given

    def names(self) -> List[Any]:
        return list(self._given.columns)

    def kind(self, name: str) -> Kind:
        dtype = self._given.dtypes[name]
        return Kind(kind_of(dtype), str(dtype))

    def column(self, name: str) -> Column:
        return column_of(self._given[name])

    def rows(self) -> int:
        return len(self._given)
