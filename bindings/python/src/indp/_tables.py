"""Reads the rows of a CSV or SQLite file, one after the other.

Nothing here fails because of the value of a cell, since a failure would reveal something about it.
Where a number is needed, a cell that is not a number counts as null."""

from __future__ import annotations

import csv
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Iterator, List, Optional, Sequence, Tuple


def rows(
    path: Path, table: Optional[str], columns: Sequence[str], delimiter: str
) -> Iterator[Tuple[Any, ...]]:
    """Yields, for each row, the cells in these columns. Raises ValueError for an unknown column or
    table."""
    with path.open("rb") as file:
        is_sqlite = file.read(16) == b"SQLite format 3\0"
    if is_sqlite:
        return _from_sqlite(path, table, columns)
    if table is not None:
        raise ValueError("--table applies only to SQLite files")
    return _from_csv(path, columns, delimiter)


def _from_csv(path: Path, columns: Sequence[str], delimiter: str) -> Iterator[Tuple[Any, ...]]:
    csv.field_size_limit(sys.maxsize)
    # Each byte that is not valid UTF-8 becomes a character of its own.
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        # Before Python 3.11, csv.reader fails at a NUL character.
        lines = (line.replace("\0", "\ufffd") for line in file)
        reader = csv.reader(lines, delimiter=delimiter)
        header = next(reader, [])
        places = [_place(header, column) for column in columns]
        for row in reader:
            if row:
                yield tuple(row[place] if place < len(row) else None for place in places)


def _from_sqlite(
    path: Path, table: Optional[str], columns: Sequence[str]
) -> Iterator[Tuple[Any, ...]]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
        base.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        name = _quoted(table or _only_table(base))
        header = [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
        if not header:
            raise ValueError(f"there is no table {table}")
        # Only names from the header are used: SQLite would read an unknown name in quotes as a
        # text.
        chosen = [_quoted(header[_place(header, column)]) for column in columns]
        yield from base.execute(f"SELECT {', '.join(chosen) or '1'} FROM {name}")


def _only_table(base: sqlite3.Connection) -> str:
    found = [
        row[0]
        for row in base.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    ]
    if not found:
        raise ValueError("the file has no tables")
    if len(found) != 1:
        raise ValueError(f"choose one of the tables with --table: {', '.join(found)}")
    return str(found[0])


def _place(header: List[str], column: str) -> int:
    if column not in header:
        raise ValueError(f"there is no column {column}; the columns are {', '.join(header)}")
    return header.index(column)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def number(cell: Any) -> Optional[float]:
    """Returns the number in a cell, or None if the cell holds no number or NaN."""
    try:
        found = float(cell)
    except OverflowError:
        return float("inf") if cell > 0 else float("-inf")
    except (TypeError, ValueError):
        return None
    return found if found == found else None


def text(cell: Any) -> Optional[str]:
    """Returns the text of a cell, or None if it is empty."""
    if cell is None or cell == "":
        return None
    return cell.hex() if isinstance(cell, bytes) else str(cell)


def equal(cell: Any, wanted: str) -> bool:
    """Whether a cell has this value, as a text or as a number: 2 equals 2.0."""
    if text(cell) == wanted:
        return True
    left, right = number(cell), number(wanted)
    return left is not None and left == right
