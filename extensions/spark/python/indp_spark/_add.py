"""Adds Arrow columns to states. Runs on the executors.

Nothing here may fail because of a value, and no message may contain one: columns arrive in types
that need no conversion, and texts are never decoded."""

from __future__ import annotations

from collections import Counter
from typing import Any, Dict, List, Optional

import indp
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ._aggregates import EXACT
from ._schema import Field


def bare(column: pa.Array) -> np.ndarray:
    """The numbers of a column without nulls, as an array over the memory of the column."""
    return column.to_numpy(zero_copy_only=True)


def filled(column: pa.Array) -> np.ndarray:
    """The numbers of a column with any number in place of each null."""
    return bare(column.fill_null(0) if column.null_count else column)


def add_numbers(state: Any, values: np.ndarray) -> None:
    """Adds doubles, or integers with their exact values."""
    if values.dtype == np.float64:
        state.add(values)
        return
    near = (values >= -EXACT) & (values <= EXACT)
    state.add(values[near].astype(np.float64))
    for value in values[~near].tolist():
        state.add(value)


def add_counts(state: Any, empty: bytes, counts: Dict[Any, int]) -> None:
    """Adds a number of rows for each candidate to a mode. The bits of the counts are processed from
    the highest down: the rows so far are doubled by merging them with themselves, then one row is
    added for each candidate whose count has this bit."""
    if not counts:
        return
    rows = indp.deserialise(empty)
    for digit in reversed(range(max(counts.values()).bit_length())):
        rows.merge(rows)
        for candidate, count in counts.items():
            if count >> digit & 1:
                rows.add(candidate)
    state.merge(rows)


class Cell:
    """The state of one group and aggregate."""

    __slots__ = ("counts", "rows", "state")

    def __init__(self, field: Field) -> None:
        self.state = indp.deserialise(field.empty)
        self.rows = 0  # rows of a count that are not yet in the state
        self.counts: Optional[Counter] = None  # for a mode: rows not yet in the state, by candidate

    def finished(self, field: Field) -> bytes:
        if self.rows:
            self.state.add_rows(self.rows)
        if self.counts:
            add_counts(self.state, field.empty, self.counts)
        return self.state.serialise()


def add_all(cell: Cell, field: Field, column: pa.Array) -> None:
    """Adds a column to one state."""
    if isinstance(cell.state, indp.Count):
        cell.rows += column.true_count
    elif field.candidates is not None:
        add_codes({0: cell}, field, codes(field, column), None)
    else:
        add_numbers(cell.state, bare(column.drop_null() if column.null_count else column))


def codes(field: Field, column: pa.Array) -> np.ndarray:
    """The index of each row's value among the candidates, or -1 if it is not a candidate."""
    wanted = pa.array(field.candidates, type=column.type)
    return pc.index_in(column, value_set=wanted, skip_nulls=True).fill_null(-1).to_numpy()


def add_codes(
    cells: Dict[int, Cell], field: Field, found: np.ndarray, groups: Optional[np.ndarray]
) -> None:
    """Adds rows to the modes of their groups. `found` has the index of each row's candidate, and
    `groups` the number of each row's group. Rows with -1 in either are left out. If `groups` is
    None, all rows are in group 0."""
    number = len(field.candidates)
    kept = found >= 0 if groups is None else (found >= 0) & (groups >= 0)
    both = found[kept].astype(np.int64)
    if groups is not None:
        both += groups[kept] * number
    for pair, count in zip(*(part.tolist() for part in np.unique(both, return_counts=True))):
        cell = cells[pair // number]
        if cell.counts is None:
            cell.counts = Counter()
        cell.counts[field.candidates[pair % number]] += count


class Segments:
    """The rows of many groups, in an order in which each group is contiguous."""

    def __init__(self, groups: np.ndarray, number: int) -> None:
        self.groups = groups
        # NumPy sorts 16-bit integers by a radix sort, which is several times faster.
        small = groups.astype(np.int16) if number < 2**15 else groups
        self._order = np.argsort(small, kind="stable")
        self._sorted = groups[self._order]

    def add(self, cells: Dict[int, List[Cell]], at: int, column: pa.Array) -> None:
        """Adds numbers to the states of the aggregate with the index `at`."""
        order, groups = self._order, self._sorted
        kept = groups >= 0
        if column.null_count:
            kept &= column.is_valid().to_numpy(zero_copy_only=False)[order]
        if not kept.all():
            order, groups = order[kept], groups[kept]
        values = filled(column)[order]
        starts = np.flatnonzero(np.diff(groups, prepend=-1))
        ends = [*starts[1:].tolist(), len(groups)]
        for group, start, end in zip(groups[starts].tolist(), starts.tolist(), ends):
            add_numbers(cells[group][at].state, values[start:end])

    def count(self, cells: Dict[int, List[Cell]], at: int, column: pa.Array) -> None:
        """Counts the rows that are true."""
        found = self.groups[column.to_numpy(zero_copy_only=False) & (self.groups >= 0)]
        rows = np.bincount(found)
        for group in np.flatnonzero(rows).tolist():
            cells[group][at].rows += int(rows[group])

    def choose(self, cells: Dict[int, List[Cell]], at: int, field: Field, column: pa.Array) -> None:
        """Counts candidates of a mode."""
        chosen = {group: row[at] for group, row in cells.items()}
        add_codes(chosen, field, codes(field, column), self.groups)
