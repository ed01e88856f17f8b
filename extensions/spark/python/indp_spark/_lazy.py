"""DataFrames of states. They are lazy, and nothing in them adds noise: computing them again gives
equal bytes."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from pyspark.sql import DataFrame
from pyspark.sql import types as T

from . import _partition
from ._aggregates import Aggregate
from ._schema import (
    Field,
    field,
    grouped,
    key_back,
    key_columns,
    listed_keys,
    named,
    quoted,
    sent_key,
    values,
)


def states(
    df: DataFrame,
    aggregates: Mapping[str, Aggregate],
    by: Any = (),
    keys: Optional[Any] = None,
) -> DataFrame:
    """A lazy DataFrame with the states of each partition: the key columns, and a binary column for
    each aggregate. It has one row for each key and each partition in which the key occurs. Without
    `by`, it has one row for each partition.

    The states are RAW PRIVATE DATA, and so are the keys, unless `keys` lists them.

    Args:
        df: the rows.
        aggregates: a dict from names to aggregates.
        by: the names of the key columns, or one name. Key columns hold integers, texts, booleans,
            dates or binary.
        keys: a list of PUBLIC keys: values, or tuples if there are several columns. Rows with other
            keys are left out. None: all keys of the data.

    Raises, before a job runs:
        TypeError: a column has a type that does not fit.
        ValueError: names or keys are not distinct, a key has a wrong number of values, or a column
            is not computed from its own row alone.

    Privacy: costs nothing, and promises nothing.
    """
    wanted = named(df, aggregates)
    by = grouped(by, list(wanted), keys)
    columns, fields = values(df, wanted)
    key_parts, kinds = key_columns(df, by)
    listed = None if keys is None or not by else frozenset(listed_keys(df, by, keys))
    sent = [part.alias(f"k{i}") for i, part in enumerate(key_parts)]
    sent += [part.alias(f"v{i}") for i, part in enumerate(columns)]
    task = _partition.adding(fields, by, listed)
    made = df.select(*sent).mapInArrow(task, _schema(by, kinds, wanted))
    return _with_types(made, by, kinds, wanted)


def merge(states: DataFrame, aggregates: Mapping[str, Aggregate], by: Any = ()) -> DataFrame:
    """A lazy DataFrame with one row for each key: merges the rows of `states` on the executors,
    after a shuffle. Use it before `collect` or `release_states` if there are so many keys that the
    rows of all partitions do not fit into the memory of the driver.

    Args:
        states: what `states`, the SQL functions or another engine made with these aggregates.
        aggregates, by: as for `states`.

    Privacy: costs nothing. The result is RAW PRIVATE DATA.
    """
    wanted = named(states, aggregates)
    by = grouped(by, list(wanted))
    sent, kinds = sent_states(states, wanted, by)
    shuffled = sent.repartition(*map(quoted, by)) if by else sent.repartition(1)
    task = _partition.merging(state_fields(wanted), by)
    return _with_types(shuffled.mapInArrow(task, _schema(by, kinds, wanted)), by, kinds, wanted)


def sent_states(df: DataFrame, aggregates: Dict[str, Aggregate], by: List[str]) -> Any:
    """A DataFrame of states in the form in which it is sent, and the types of its keys."""
    key_parts, kinds = key_columns(df, by)
    columns = [quoted(name) for name in aggregates]
    for entry in df.select(*columns).schema:
        if not isinstance(entry.dataType, T.BinaryType):
            given = entry.dataType.simpleString()
            raise TypeError(
                f"{entry.name}: the column must hold states, which are binary, not {given}"
            )
    sent = [part.alias(name) for part, name in zip(key_parts, by)]
    return df.select(*sent, *columns), kinds


def state_fields(aggregates: Dict[str, Aggregate]) -> List[Field]:
    return [field(name, aggregate, 0) for name, aggregate in aggregates.items()]


def _schema(
    by: List[str], kinds: List[T.DataType], aggregates: Dict[str, Aggregate]
) -> T.StructType:
    schema = T.StructType()
    for name, kind in zip(by, kinds):
        schema.add(name, sent_key(kind))
    for name in aggregates:
        schema.add(name, T.BinaryType())
    return schema


def _with_types(
    df: DataFrame, by: List[str], kinds: List[T.DataType], aggregates: Dict[str, Aggregate]
) -> DataFrame:
    if not by:
        return df
    keys = [key_back(name, kind) for name, kind in zip(by, kinds)]
    return df.select(*keys, *map(quoted, aggregates))
