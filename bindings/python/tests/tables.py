"""The same rows as tables of pandas, Polars and Arrow, and what plain Python makes of them."""

import datetime
import decimal
import math

import indp

SEED = indp.Options(insecure_seed=7)


def kinds(arrow):
    """The types of Arrow by the type of the items."""
    return {
        bool: arrow.bool_(),
        int: arrow.int64(),
        float: arrow.float64(),
        str: arrow.string(),
        bytes: arrow.binary(),
        datetime.date: arrow.date32(),
        decimal.Decimal: arrow.decimal128(30, 6),
    }


def kind_of(values):
    return next((type(one) for one in values if one is not None), float)


def made(columns, rows=None):
    """Yields the name of each kind of table, and the table, of this number of rows. Columns have
    items of one type, and None."""
    import pandas
    import polars
    import pyarrow

    types = kinds(pyarrow)
    schema = pyarrow.schema([(name, types[kind_of(one)]) for name, one in columns.items()])
    table = pyarrow.Table.from_pydict(columns, schema).slice(0, rows)
    yield "arrow", table
    yield "arrow, chunks", chunked(pyarrow, table)
    yield "arrow, dictionaries", dictionaries(pyarrow, table)
    yield "arrow, large", table.cast(large(pyarrow, schema))
    if table.num_rows:
        yield "arrow, batch", table.combine_chunks().to_batches()[0]
    yield "arrow, reader", table.to_reader()
    yield "stream", Streams(table)
    yield "polars", polars.from_arrow(table)
    yield "polars, chunks", polars.from_arrow(chunked(pyarrow, table), rechunk=False)
    yield "polars, categories", categories(polars, polars.from_arrow(table))
    yield "pandas, arrow", table.to_pandas(types_mapper=pandas.ArrowDtype)
    if decimal.Decimal not in map(kind_of, columns.values()):
        plain = table.to_pandas()  # integers beside a null become floats
        index = [1] * len(plain)  # an index is no row
        yield "pandas", plain.set_index(pandas.Index(index))
        yield "pandas, nullable", plain.convert_dtypes()
        yield "pandas, reversed", plain.iloc[::-1]
        yield "pandas, categories", in_categories(pandas, plain)


class Streams:
    """What Arrow knows only by its method."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def chunked(pyarrow, table):
    parts = [table.slice(0, 1), table.slice(0, 0), table.slice(1, 2), table.slice(3)]
    return pyarrow.concat_tables(parts)


def dictionaries(pyarrow, table):
    columns = [
        column if pyarrow.types.is_decimal(column.type) else column.dictionary_encode()
        for column in table.columns
    ]
    return pyarrow.table(columns, names=table.column_names)


def large(pyarrow, schema):
    wide = {pyarrow.string(): pyarrow.large_string(), pyarrow.binary(): pyarrow.large_binary()}
    wide[pyarrow.date32()] = pyarrow.date64()
    return pyarrow.schema([(one.name, wide.get(one.type, one.type)) for one in schema])


def categories(polars, frame):
    texts = [name for name, kind in frame.schema.items() if kind == polars.String]
    return frame.with_columns([polars.col(name).cast(polars.Categorical) for name in texts])


def in_categories(pandas, frame):
    return frame.assign(
        **{
            name: frame[name].astype("category")
            for name in frame.columns
            if frame[name].dtype.kind not in "f"
        }
    )


def rows_of(columns, by, keys):
    """The rows of each key, in plain Python."""
    names = list(columns)
    rows = [dict(zip(names, row)) for row in zip(*columns.values())]
    wanted = [key if isinstance(key, tuple) else (key,) for key in keys] if by else [()]
    listed = [by] if isinstance(by, str) else list(by)

    def same(row, key):
        mine = [row[name] for name in listed]
        return all(type(a) is type(b) and a == b for a, b in zip(mine, key))

    return [[row for row in rows if same(row, key)] for key in wanted]


def is_nan(value):
    return isinstance(value, float) and math.isnan(value)
