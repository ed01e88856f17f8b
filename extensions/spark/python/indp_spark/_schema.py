"""What is sent to the executors: columns of a few types, chosen by the types of the user's columns.

Spark itself casts, because its casts between these types cannot fail on any value. Whether a type
is refused depends on the schema only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ._aggregates import INTEGERS, ROWS, TEXTS, Aggregate
from ._keys import Keys, public
from ._own_row import need_own_rows

WHOLE = (T.ByteType, T.ShortType, T.IntegerType, T.LongType)
NUMERIC = (*WHOLE, T.FloatType, T.DoubleType, T.DecimalType)


@dataclass(frozen=True)
class Field:
    """An aggregate as the executors know it."""

    name: str
    column: int  # the index of its column among the columns of values
    empty: bytes  # the bytes of an empty state
    candidates: Optional[Tuple[Any, ...]]  # of a mode: bytes or integers


def named(df: Any, aggregates: Mapping[str, Aggregate]) -> Dict[str, Aggregate]:
    """Checks the frame and the aggregates."""
    if not isinstance(df, DataFrame):
        given = f"{type(df).__module__}.{type(df).__qualname__}"
        remedy = ": use its method to_spark()" if hasattr(df, "to_spark") else ""
        raise TypeError(f"the first argument must be a DataFrame of Spark, not {given}{remedy}")
    if not isinstance(aggregates, Mapping) or not aggregates:
        raise TypeError("aggregates must be a dict with at least one aggregate")
    for name, aggregate in aggregates.items():
        if not isinstance(name, str) or not isinstance(aggregate, Aggregate):
            raise TypeError("aggregates must be a dict from names to indp_spark.Count, Sum, ...")
    return dict(aggregates)


def grouped(by: Any, names: Sequence[str], keys: Any = None) -> List[str]:
    """Checks the names of the key columns."""
    if not isinstance(by, (str, list, tuple)) or not all(isinstance(name, str) for name in by):
        raise TypeError("`by` must be a column name or a list of column names")
    found = [by] if isinstance(by, str) else list(by)
    if keys is not None and not found:
        raise TypeError("`keys` needs `by`: name the key columns in `by`")
    if len({*found, *names}) < len(found) + len(names):
        raise ValueError("the columns in `by` and the aggregates must have different names")
    return found


def quoted(name: str) -> Column:
    """The column of this name, which may contain dots."""
    return F.col("`" + name.replace("`", "``") + "`")


def field(name: str, aggregate: Aggregate, column: int) -> Field:
    candidates = None
    if aggregate._reads in (TEXTS, INTEGERS):
        candidates = tuple(
            one.encode("utf-8", "surrogatepass") if isinstance(one, str) else one
            for one in aggregate._candidates
        )
    return Field(name, column, aggregate.start().serialise(), candidates)


def values(df: DataFrame, aggregates: Dict[str, Aggregate]) -> Tuple[List[Column], List[Field]]:
    """The columns to send, and for each aggregate a Field with the index of the column that it
    reads. Aggregates that read the same column in the same form share it."""
    sources = [_source(aggregate) for aggregate in aggregates.values()]
    need_own_rows(df, dict(zip(aggregates, sources)))
    entries = list(_select(df, sources).schema)
    columns: List[Column] = []
    places: Dict[Any, int] = {}
    fields = []
    for (name, aggregate), source, entry in zip(aggregates.items(), sources, entries):
        sent, shape = _sent(name, aggregate, source, entry.dataType)
        # Two equal Columns cannot be recognised, but two equal names can.
        known = (aggregate.column, shape) if isinstance(aggregate.column, str) else name
        place = places.setdefault(known, len(columns))
        if place == len(columns):
            columns.append(sent)
        fields.append(field(name, aggregate, place))
        if aggregate._reads == TEXTS:
            _need_width(f"{name}: candidates", entry, fields[-1].candidates)
    return columns, fields


def _select(df: DataFrame, columns: Sequence[Column]) -> DataFrame:
    return df.select(*(column.alias(f"v{i}") for i, column in enumerate(columns)))


def _source(aggregate: Aggregate) -> Column:
    if aggregate.column is None:
        return F.lit(True)
    return F.col(aggregate.column) if isinstance(aggregate.column, str) else aggregate.column


def _sent(name: str, aggregate: Aggregate, source: Column, kind: T.DataType) -> Tuple[Column, str]:
    """The column in the form in which it is sent, and the name of that form."""
    reads = aggregate._reads
    if reads == ROWS:
        return source.isNotNull(), "rows"
    if reads == TEXTS:
        # Texts travel as bytes: decoding them could fail, depending on the values.
        _need(name, kind, (T.StringType, T.BinaryType), "a text")
        return source.cast("binary"), "binary"
    if reads == INTEGERS:
        _need(name, kind, WHOLE, "an integer")
        return source.cast("long"), "long"
    _need(name, kind, NUMERIC, "a number")
    if isinstance(kind, T.LongType) and aggregate._wide():
        return source, "long"
    return source.cast("double"), "double"


def _need(name: str, kind: T.DataType, wanted: Tuple[type, ...], text: str) -> None:
    if not isinstance(kind, wanted):
        raise TypeError(f"{name}: the column must be {text}, not {kind.simpleString()}: cast it")


def _need_width(what: str, entry: T.StructField, texts: Iterable[Any]) -> None:
    """Refuses a text that is too short for a column of type CHAR(n), since no value equals it.
    Spark represents the type as STRING, with the original type in the column's metadata."""
    given = (entry.metadata or {}).get("__CHAR_VARCHAR_TYPE_STRING", "")
    width = int(given[5:-1]) if given.startswith("char(") else 0
    for text in texts:
        characters = width if text is None else sum(byte & 0xC0 != 0x80 for byte in text)
        if characters < width:
            raise ValueError(
                f"{what}: {text.decode('utf-8', 'replace')!r} is shorter than the column's type, "
                f"CHAR({width}), whose values Spark pads with blanks: pad it, or use "
                "F.rtrim(column)"
            )


def listed_keys(df: DataFrame, by: Sequence[str], keys: Any) -> Keys:
    """Checks a list of public keys for the columns of this frame."""
    entries = list(_select(df, [quoted(name) for name in by]).schema)
    found = public(keys, by, key_columns(df, by)[1])
    for at, entry in enumerate(entries):
        if isinstance(entry.dataType, T.StringType):
            _need_width("keys", entry, (key[at] for key in found))
    return found


def key_columns(df: DataFrame, by: Sequence[str]) -> Tuple[List[Column], List[T.DataType]]:
    """The key columns in the form in which they are sent, and their own types."""
    if not by:
        return [], []
    kinds = [entry.dataType for entry in _select(df, [quoted(name) for name in by]).schema]
    columns = []
    for name, kind in zip(by, kinds):
        column = quoted(name)
        if isinstance(kind, T.StringType):
            # Spark puts texts that a collation treats as equal into one group. The key of the group
            # is the text of one of its rows.
            if getattr(kind, "collation", "UTF8_BINARY") != "UTF8_BINARY":
                raise TypeError(
                    f"by: {name} must have the collation UTF8_BINARY: "
                    "collate the column in the original data, before you make states"
                )
            columns.append(column.cast("binary"))
        elif isinstance(kind, T.DateType):
            columns.append(F.unix_date(column))
        elif isinstance(kind, (*WHOLE, T.BooleanType, T.BinaryType)):
            columns.append(column)
        else:
            raise TypeError(
                f"by: {name} must be an integer, text, boolean, date or binary, "
                f"not {kind.simpleString()}: cast it"
            )
    return columns, kinds


def key_back(name: str, kind: T.DataType) -> Column:
    """Casts the key column back to its original type."""
    column = quoted(name)
    if isinstance(kind, T.DateType):
        return F.date_from_unix_date(column).alias(name)
    return column.cast(kind).alias(name)


def sent_key(kind: T.DataType) -> T.DataType:
    """The type in which a key column travels."""
    if isinstance(kind, T.StringType):
        return T.BinaryType()
    return T.IntegerType() if isinstance(kind, T.DateType) else kind
