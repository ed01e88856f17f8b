"""Numbers from pandas and Polars. Neither is imported here: the values bring it along."""

from __future__ import annotations

import sys
from array import array
from typing import Any

from . import _arrays


def doubles(values: Any, library: str, name: str, keep_nulls: bool) -> Any:
    """The numbers of a Series. Where pandas says that a value is missing, it is null; NaN is."""
    if getattr(values, "ndim", 1) != 1 or hasattr(values, "columns"):
        raise TypeError(f"{name} must be one column, not a {type(values).__name__}")
    if library == "polars":
        return _from_polars(values, name, keep_nulls)
    return _from_pandas(values, name, keep_nulls)


def _from_pandas(values: Any, name: str, keep_nulls: bool) -> Any:
    pandas, numpy = sys.modules["pandas"], sys.modules["numpy"]
    if pandas.api.types.is_object_dtype(values.dtype):
        kept = values if keep_nulls else values[pandas.notna(values)]
        return _arrays.from_items(kept.tolist(), name, keep_nulls)
    types = pandas.api.types
    if not types.is_any_real_numeric_dtype(values.dtype) and not types.is_bool_dtype(values.dtype):
        raise TypeError(f"{name} must be numbers, not {values.dtype}")
    found = values.to_numpy(dtype=numpy.float64, na_value=numpy.nan)
    if not keep_nulls:
        missing = numpy.isnan(found)
        if missing.any():
            found = found[~missing]
    return numpy.ascontiguousarray(found)


def _from_polars(values: Any, name: str, keep_nulls: bool) -> Any:
    polars = sys.modules["polars"]
    if not values.dtype.is_numeric() and values.dtype != polars.Boolean:
        raise TypeError(f"{name} must be numbers, not {values.dtype}")
    found = values.cast(polars.Float64)
    found = found.fill_null(float("nan")) if keep_nulls else found.drop_nulls()
    try:
        import numpy
    except ImportError:
        return array("d", found.to_list())
    return numpy.ascontiguousarray(found.to_numpy())
