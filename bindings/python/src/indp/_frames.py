"""Reads numbers from pandas and Polars. This module does not import these libraries, since a user
who passes such values has imported them."""

from __future__ import annotations

import sys
from array import array
from decimal import Decimal
from typing import Any

from . import _arrays


def doubles(values: Any, library: str, name: str, keep_nulls: bool) -> Any:
    """The numbers of a Series. In pandas every missing value is a null, NaN included. In Polars NaN
    is a number."""
    if getattr(values, "ndim", 1) != 1 or hasattr(type(values), "columns"):
        raise TypeError(f"{name} must be one column, not a {type(values).__name__}")
    if library == "polars":
        return _from_polars(values, name, keep_nulls)
    return _from_pandas(values, name, keep_nulls)


def _from_pandas(values: Any, name: str, keep_nulls: bool) -> Any:
    pandas, numpy = sys.modules["pandas"], sys.modules["numpy"]
    if pandas.api.types.is_object_dtype(values.dtype):
        found = [None if _is_missing(item) else item for item in values.tolist()]
        return _arrays.from_items(found, name, keep_nulls)
    types = pandas.api.types
    if not types.is_any_real_numeric_dtype(values.dtype) and not types.is_bool_dtype(values.dtype):
        raise TypeError(f"{name} must be numbers, not {values.dtype}")
    with numpy.errstate(all="ignore"):
        found = values.to_numpy(dtype=numpy.float64, na_value=numpy.nan)
    if not keep_nulls:
        missing = numpy.isnan(found)
        if missing.any():
            found = found[~missing]
    return numpy.ascontiguousarray(found)


def missing(values: Any) -> Any:
    """Returns an array of bools that says where a Series of pandas has missing values."""
    pandas, numpy = sys.modules["pandas"], sys.modules["numpy"]
    if pandas.api.types.is_object_dtype(values.dtype):
        return numpy.array([_is_missing(item) for item in values.tolist()], dtype=bool)
    return pandas.isna(values)


def _is_missing(item: Any) -> bool:
    """Does the same as pandas.isna for one value, but also accepts a signalling NaN."""
    if isinstance(item, Decimal):
        return item.is_nan()
    return _arrays.is_null(item) or bool(
        getattr(item, "ndim", 0) == 0 and sys.modules["pandas"].isna(item) is True
    )


def _from_polars(values: Any, name: str, keep_nulls: bool) -> Any:
    polars = sys.modules["polars"]
    if values.dtype == polars.Null:
        return array("d", [float("nan")] * len(values) if keep_nulls else [])
    if not values.dtype.is_numeric() and values.dtype != polars.Boolean:
        raise TypeError(f"{name} must be numbers, not {values.dtype}")
    found = values.cast(polars.Float64)
    found = found.fill_null(float("nan")) if keep_nulls else found.drop_nulls()
    try:
        import numpy
    except ImportError:
        return array("d", found.to_list())
    return numpy.ascontiguousarray(found.to_numpy())
