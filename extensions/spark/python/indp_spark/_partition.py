"""What one task does: it turns batches of rows into a row of states for each key, or merges rows of
states. Runs on the executors.

A task that is tried again, or that runs twice because of speculation, begins with empty states, and
Spark uses the result of one attempt. So no row is added twice."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, Optional, Sequence

import indp
import pyarrow as pa

from ._add import Cell, Segments, add_all
from ._groups import Groups
from ._keys import Key
from ._schema import Field

# Rows are collected up to one of these limits before they are sorted by their keys. So one call
# adds many rows of a group, even if there are many groups.
MOST_ROWS = 1 << 20
MOST_BYTES = 64 << 20
# The size at which a batch of states is handed over.
BATCH_BYTES = 4 << 20

Task = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]

_tested = False


def _self_test() -> None:
    """Tests the library once in each worker."""
    global _tested
    if not _tested:
        indp.self_test()
        _tested = True


def adding(fields: Sequence[Field], names: List[str], public: Optional[FrozenSet[Key]]) -> Task:
    """The task that adds rows. `names` are those of the key columns, which come first."""
    if not names:
        return lambda batches: _add_ungrouped(fields, batches)
    return lambda batches: _add_grouped(fields, names, public, batches)


def _add_ungrouped(
    fields: Sequence[Field], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    _self_test()
    cells = [Cell(field) for field in fields]
    for batch in batches:
        for cell, field in zip(cells, fields):
            add_all(cell, field, batch.column(field.column))
    columns = [pa.array([cell.finished(field)]) for cell, field in zip(cells, fields)]
    yield pa.RecordBatch.from_arrays(columns, [field.name for field in fields])


def _add_grouped(
    fields: Sequence[Field],
    names: List[str],
    public: Optional[FrozenSet[Key]],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    _self_test()
    groups = Groups(public)
    cells: Dict[int, List[Cell]] = {}
    schema: List[pa.DataType] = []
    for rows in _collected(batches):
        schema = schema or [column.type for column in rows[: len(names)]]
        _add_rows(fields, groups, cells, rows, len(names))
    made = (
        (key, [cell.finished(field) for cell, field in zip(cells[number], fields)])
        for key, number in groups.numbers.items()
    )
    yield from _batches(made, names, schema, fields)


def _add_rows(
    fields: Sequence[Field],
    groups: Groups,
    cells: Dict[int, List[Cell]],
    rows: List[pa.Array],
    keys: int,
) -> None:
    numbers = groups.of(rows[:keys])
    for number in range(len(cells), len(groups.numbers)):
        cells[number] = [Cell(field) for field in fields]
    segments = Segments(numbers, len(cells))
    for at, field in enumerate(fields):
        column = rows[keys + field.column]
        if field.candidates is not None:
            segments.choose(cells, at, field, column)
        elif pa.types.is_boolean(column.type):
            segments.count(cells, at, column)
        else:
            segments.add(cells, at, column)


def _collected(batches: Iterable[pa.RecordBatch]) -> Iterator[List[pa.Array]]:
    """Joins batches into larger ones, and yields the columns of each larger batch."""
    waiting: List[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if rows >= MOST_ROWS or size >= MOST_BYTES:
            yield _joined(waiting)
            waiting, rows, size = [], 0, 0
    if rows:
        yield _joined(waiting)


def _joined(batches: List[pa.RecordBatch]) -> List[pa.Array]:
    return [
        pa.concat_arrays([batch.column(i) for batch in batches])
        for i in range(batches[0].num_columns)
    ]


def _batches(
    made: Iterable[Any], names: List[str], schema: List[pa.DataType], fields: Sequence[Field]
) -> Iterator[pa.RecordBatch]:
    """Rows of keys and states as batches."""
    keys: List[Key] = []
    states: List[List[bytes]] = []
    size = 0
    for key, row in made:
        keys.append(key)
        states.append(row)
        size += sum(map(len, row))
        if size >= BATCH_BYTES:
            yield _batch(keys, states, names, schema, fields)
            keys, states, size = [], [], 0
    if keys:
        yield _batch(keys, states, names, schema, fields)


def _batch(
    keys: List[Key],
    states: List[List[bytes]],
    names: List[str],
    schema: List[pa.DataType],
    fields: Sequence[Field],
) -> pa.RecordBatch:
    columns = [pa.array(part, kind) for part, kind in zip(zip(*keys), schema)]
    columns += [pa.array(part, pa.binary()) for part in zip(*states)]
    return pa.RecordBatch.from_arrays(columns, [*names, *(field.name for field in fields)])


def merged(starts: Sequence[Callable[[], Any]], rows: Iterable[Any]) -> Dict[Key, List[Any]]:
    """Merges rows of (key, bytes of the states). Each of `starts` makes an empty state. A null is
    the state of a group without rows. Bytes that are not a state, or a state with other parameters,
    raise indp.ParameterError."""
    found: Dict[Key, List[Any]] = {}
    for key, row in rows:
        states = found.get(key)
        if states is None:
            states = found[key] = [start() for start in starts]
        for state, data in zip(states, row):
            if data is not None:
                state.merge(indp.deserialise(data))
    return found


def merging(fields: Sequence[Field], names: List[str]) -> Task:
    """The task that merges states by their keys, where all rows of a key are in one partition."""

    def task(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        schema: List[pa.DataType] = []

        def rows() -> Iterator[Any]:
            for batch in batches:
                columns = [column.to_pylist() for column in batch.columns]
                schema[:] = [column.type for column in batch.columns[: len(names)]]
                keys = zip(*columns[: len(names)]) if names else [()] * batch.num_rows
                yield from zip(keys, zip(*columns[len(names) :]))

        starts = [functools.partial(indp.deserialise, field.empty) for field in fields]
        found = merged(starts, rows())
        made = ((key, [state.serialise() for state in row]) for key, row in found.items())
        yield from _batches(made, names, schema, fields)

    return task
