"""The columns of a table, in the few forms in which rows are read.

What a column is follows from its type alone, never from its values, and nothing here may fail
because of a value. NumPy and the library of the table are imported when a table is read."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, List, Sequence, Tuple

INTEGER, FLOAT, DECIMAL, BOOL = "integer", "float", "decimal", "bool"
TEXT, BYTES, DATE = "text", "bytes", "date"
OBJECT = "object"  # Python objects, whose types can differ from row to row
NULL = "null"  # a type without values
OTHER = "other"


@dataclass(frozen=True)
class Kind:
    """What a column holds, and how its library calls that."""

    kind: str
    name: str


class Column:
    """The rows of one column. Each kind of column has one of the methods besides `valid`."""

    kind: str

    def valid(self) -> Any:
        """An array of bools: which rows are not null."""
        raise NotImplementedError

    def doubles(self) -> Any:
        """An array of doubles, with any number in place of a null: of numbers and bools."""
        raise NotImplementedError

    def whole(self) -> Any:
        """An array of int64 or uint64, with any number in place of a null: of integers, bools as 0
        and 1, and dates as days since 1970."""
        raise NotImplementedError

    def matched(self, values: Sequence[Any]) -> Any:
        """For each row the index of its value in these distinct values, or -1: of texts and
        bytes."""
        raise NotImplementedError

    def items(self) -> List[Any]:
        """The rows, with None in place of a null: of objects."""
        raise NotImplementedError


class Table:
    """A table of some library."""

    def names(self) -> List[Any]:
        """The names of all columns, in which a name can occur twice."""
        raise NotImplementedError

    def kind(self, name: str) -> Kind:
        """What the column holds. Reads no row."""
        raise NotImplementedError

    def column(self, name: str) -> Column:
        """Reads a column."""
        raise NotImplementedError

    def rows(self) -> int:
        """The number of rows, which is PRIVATE."""
        raise NotImplementedError


def numpy() -> Any:
    try:
        return importlib.import_module("numpy")
    except ImportError:
        raise ImportError("indp.release needs NumPy: pip install numpy") from None


def bare(values: Any) -> Any:
    """The array as contiguous, aligned numbers in the byte order of the processor."""
    return numpy().require(values, values.dtype.newbyteorder("="), ("C_CONTIGUOUS", "ALIGNED"))


def one_of(table: Table, name: str, what: str) -> Kind:
    """What the column of this name holds. Raises ValueError if there is none or several."""
    names = table.names()
    found = sum(type(each) is type(name) and each == name for each in names)
    if found == 1:
        return table.kind(name)
    if found:
        raise ValueError(f"{what}: the table has {found} columns with the name {name!r}")
    listed = ", ".join(map(str, names))
    raise ValueError(f"{what}: the table has no column {name!r}; its columns are {listed}")


def need(what: str, kind: Kind, wanted: Tuple[str, ...], text: str) -> None:
    """Raises TypeError if the column is of another kind."""
    if kind.kind not in wanted:
        raise TypeError(f"{what} must be {text}, not {kind.name}: convert it")
