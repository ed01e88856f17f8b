"""Recognises the tables of pandas, Polars and Arrow. None of these libraries is imported for this,
since a user who passes a table has imported its library."""

from __future__ import annotations

import sys
from typing import Any

from .. import _arrays
from .columns import Table


def table_of(df: Any) -> Table:
    """Makes a Table of a user's table. Reads no row."""
    library = _arrays.library_of(df)
    if library == "pandas" and isinstance(df, sys.modules["pandas"].DataFrame):
        from .of_pandas import PandasTable

        return PandasTable(df)
    if library == "polars" and isinstance(df, sys.modules["polars"].DataFrame):
        from .of_polars import PolarsTable

        return PolarsTable(df)
    if _is_arrow(df, library):
        from .of_arrow import ArrowTable

        return ArrowTable(df)
    given = f"{type(df).__module__}.{type(df).__qualname__}"
    raise TypeError(f"df must be a table of pandas, Polars or Arrow, not {given}{_remedy(df)}")


def _is_arrow(df: Any, library: str) -> bool:
    if library == "pyarrow":
        arrow = sys.modules["pyarrow"]
        return isinstance(df, (arrow.Table, arrow.RecordBatch, arrow.RecordBatchReader))
    return not library and hasattr(df, "__arrow_c_stream__")


def _remedy(df: Any) -> str:
    if hasattr(df, "collect_schema"):
        return ": call its method collect()"
    if type(df).__module__.startswith("pyspark."):
        return ": use indp_spark.release"
    return ""
