"""Adds the rows of a table to the states of its groups.

Nothing here may fail because of a value."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from .. import _ask
from .columns import BOOL, BYTES, INTEGER, TEXT, Column, numpy
from .values import Tagged, places

INT64_MAX = 2**63 - 1


def add_rows(aggregate: Any, states: Sequence[Any], column: Column, groups: Any) -> None:
    """Adds a column to the states of the groups. `groups` has the index of each row's state, or
    -1."""
    if aggregate._reads == _ask.ROWS:
        count_rows(states, groups[column.valid()])
    elif aggregate._reads == _ask.NUMBERS:
        wide = column.kind == INTEGER and aggregate._wide()
        _add_numbers(states, column.whole() if wide else column.doubles(), column.valid(), groups)
    else:
        _add_choices(aggregate, states, column, groups)


def count_rows(states: Sequence[Any], groups: Any) -> None:
    """Counts rows."""
    found = numpy().bincount(groups[groups >= 0], minlength=len(states))
    for state, rows in zip(states, found.tolist()):
        state.add_rows(rows)


def _add_numbers(states: Sequence[Any], values: Any, valid: Any, groups: Any) -> None:
    kept = valid & (groups >= 0)
    if not kept.all():
        values, groups = values[kept], groups[kept]
    for group, part in _segments(values, groups, len(states)):
        _add_some(states[group], part)


def _segments(values: Any, groups: Any, number: int) -> Iterator[Tuple[int, Any]]:
    """The values of each group that has some."""
    array = numpy()
    if number == 1:
        yield 0, values
        return
    # NumPy sorts 16-bit integers by a radix sort, which is several times faster.
    order = array.argsort(groups.astype("int16") if number < 2**15 else groups, kind="stable")
    values, groups = values[order], groups[order]
    starts = array.flatnonzero(array.diff(groups, prepend=-1))
    ends = [*starts[1:].tolist(), len(groups)]
    for group, start, end in zip(groups[starts].tolist(), starts.tolist(), ends):
        yield group, values[start:end]


def _add_some(state: Any, values: Any) -> None:
    """Adds doubles, or integers with their exact values. Integers beyond int64 are rounded."""
    if values.dtype.kind == "f":
        state.add(values)
        return
    near = values <= _ask.EXACT
    if values.dtype.kind == "i":
        near &= values >= -_ask.EXACT
    else:
        near |= values > INT64_MAX
    state.add(values[near].astype("float64"))
    for value in values[~near].tolist():
        state.add(value)


def _add_choices(aggregate: Any, states: Sequence[Any], column: Column, groups: Any) -> None:
    """Counts the candidates of modes."""
    array = numpy()
    candidates = [_in_c(one) for one in aggregate._candidates]
    found = places(column, _wanted(aggregate._candidates))
    kept = (found >= 0) & (groups >= 0)
    pairs, rows = array.unique(
        groups[kept] * len(candidates) + found[kept].astype("int64"), return_counts=True
    )
    counts: Dict[int, Dict[Any, int]] = {}
    for pair, number in zip(pairs.tolist(), rows.tolist()):
        group, choice = divmod(pair, len(candidates))
        counts.setdefault(group, {})[candidates[choice]] = number
    for group, each in counts.items():
        states[group]._add_counts(each)


def _in_c(candidate: Any) -> Any:
    return candidate.encode("utf-8", "surrogatepass") if isinstance(candidate, str) else candidate


def _wanted(candidates: List[Any]) -> Dict[Tagged, int]:
    """The places of candidates. A text is compared by its bytes, and a bool counts as 0 or 1."""
    found: Dict[Tagged, int] = {}
    for place, candidate in enumerate(candidates):
        if isinstance(candidate, int):
            found[INTEGER, candidate] = place
            if candidate in (0, 1):
                found[BOOL, bool(candidate)] = place
            continue
        data = _in_c(candidate)
        found[BYTES, data] = place
        text = _decoded(data)
        if text is not None:
            found[TEXT, text] = place
    return found


def _decoded(data: bytes) -> Optional[str]:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None
