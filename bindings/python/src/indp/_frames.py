"""Reads numbers from pandas, Polars and Arrow. This module does not import these libraries, since a
user who passes such values has imported them."""

from __future__ import annotations

import sys
from array import array
from decimal import Decimal
from typing import Any

from . import _arrays


def doubles(values: Any, library: str, name: str, keep_nulls: bool) -> Any:
    """The numbers of a column. In pandas every missing value is a null, NaN included. In Polars and
    Arrow NaN is a number."""
    if getattr(values, "ndim", 1) != 1 or hasattr(type(values), "columns"):
        raise TypeError(f"{name} must be one column, not a {type(values).__name__}")
    if library == "polars":
        return _from_polars(values, name, keep_nulls)
    if library == "pyarrow":
        return _from_arrow(values, name, keep_nulls)
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


def refuse_arrow(values: Any, name: str, texts: bool) -> Any:
    """Refuses an Arrow array by the type of its items, not by the items, since all of them may be
    null. Returns the array, with its categories in place of a dictionary."""
    types = sys.modules["pyarrow"].types
    while types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    number = types.is_integer(values.type) or types.is_boolean(values.type)
    number = number or types.is_floating(values.type) or types.is_null(values.type)
    text = types.is_string(values.type) or types.is_large_string(values.type)
    text = text or types.is_binary(values.type) or types.is_large_binary(values.type)
    if number or (text if texts else types.is_decimal(values.type)):
        return values
    what = "texts or integers" if texts else "numbers"
    raise TypeError(f"{name} must be {what}, not {values.type}")


def _from_arrow(values: Any, name: str, keep_nulls: bool) -> Any:
    types = sys.modules["pyarrow"].types
    values = refuse_arrow(values, name, texts=False)
    numpy = sys.modules.get("numpy")
    if numpy is None or keep_nulls or types.is_decimal(values.type) or types.is_null(values.type):
        return _arrays.from_items(values.to_pylist(), name, keep_nulls)
    if values.null_count:
        values = values.drop_null()
    parts = values.chunks if hasattr(values, "chunks") else [values]
    found = [part.to_numpy(zero_copy_only=False) for part in parts]
    with numpy.errstate(all="ignore"):
        whole = found[0] if len(found) == 1 else numpy.concatenate([numpy.empty(0), *found])
        return numpy.require(whole, numpy.float64, ("C_CONTIGUOUS", "ALIGNED"))
