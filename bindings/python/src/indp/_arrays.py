"""Converts arguments to arrays of numbers: buffers of doubles without a copy, and also NumPy
arrays, columns of pandas, Polars and Arrow, and sequences."""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections import UserString
from collections.abc import Mapping
from typing import Any, Iterable, Iterator, List

from . import _low as low
from ._numbers import INT64_MAX, UINT64_MAX, clamped, real, whole

# The formats by which buffers describe native doubles. "<d" is among them, since both processors
# that indp supports are little-endian.
DOUBLE = ("d", "@d", "=d", "<d")


# Iterable types whose items are not rows.
NO_NUMBERS = (str, UserString, bytes, bytearray, Mapping)


class _Buffer(ctypes.Structure):
    """Py_buffer, whose layout is the same in all versions of Python 3."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


# A separate object, so that the argument types that are set here do not change ctypes.pythonapi.
_python = ctypes.PyDLL(None)
_get = _python.PyObject_GetBuffer
_get.argtypes = (ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int)
_get.restype = ctypes.c_int
_put_back = _python.PyBuffer_Release
_put_back.argtypes = (ctypes.POINTER(_Buffer),)
_put_back.restype = None


class Memory:
    """The address of a contiguous buffer, for a `with` statement. During the statement, the owner
    of the buffer can neither free nor resize it, except by `resize(refcheck=False)` of NumPy.

    The address comes from the interpreter, not from attributes that a class could override."""

    __slots__ = ("_buffer", "_owner")

    def __init__(self, owner: Any) -> None:
        self._owner = owner
        self._buffer = _Buffer()

    def __enter__(self) -> int:
        _get(self._owner, ctypes.byref(self._buffer), 0)
        return self._buffer.buf or 0

    def __exit__(self, *_: object) -> None:
        _put_back(ctypes.byref(self._buffer))

    # If a signal handler raises before __exit__ runs, __del__ releases the buffer. Releasing it a
    # second time does nothing.
    __del__ = __exit__


def writable(out: Any, rows: int) -> Any:
    """Returns a view of a buffer that holds exactly `rows` doubles and that C can write to. Refuses
    other buffers.

    While the view exists, the buffer can be resized only by `resize(refcheck=False)` of NumPy."""
    view = memoryview(out)
    if view.readonly or view.format not in DOUBLE or not view.c_contiguous or view.ndim != 1:
        raise ValueError("out must be a writable, contiguous array of doubles")
    if len(view) != rows:
        raise ValueError("out must be as long as values")
    with Memory(out) as address:
        if address % 8:
            raise ValueError("out must be aligned to 8 bytes")
    return view


def apart(values: Any, out: Any) -> Any:
    """Returns the values, or a copy if they overlap with `out` only in part. The C function accepts
    an output that is the same memory as the input, or that does not overlap it."""
    with Memory(values) as one, Memory(out) as other:
        shares = one != other and abs(one - other) < 8 * len(out)
    return array("d", memoryview(values).tobytes()) if shares else values


def copied(values: Any) -> Any:
    """Returns a copy of the numbers of a buffer. A callback may free the memory of a NumPy array
    even while it is in use, by `resize(refcheck=False)`."""
    view = memoryview(values)
    return array(view.format.lstrip("@=<"), view.tobytes())


def as_doubles(values: Any, name: str, keep_nulls: bool, skip_nan: bool = False) -> Any:
    """Returns a contiguous, aligned buffer of doubles, which is `values` itself if possible.

    Nulls become NaN if keep_nulls is set, and otherwise they are left out."""
    ready = _as_doubles(values, name, keep_nulls)
    return _without_nan(ready) if skip_nan else ready


def _as_doubles(values: Any, name: str, keep_nulls: bool) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        return _from_numpy(numpy, values, name, keep_nulls)
    library = library_of(values)
    if library and hasattr(values, "to_numpy"):
        from . import _frames

        return _frames.doubles(values, library, name, keep_nulls)
    if isinstance(values, NO_NUMBERS):
        raise TypeError(f"{name} must be numbers, not {type(values).__name__}")
    try:
        view = memoryview(values)
    except TypeError:
        return from_items(values, name, keep_nulls)
    if view.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {view.ndim}")
    if view.format not in DOUBLE:
        return from_items(_elements(view, name), name, keep_nulls)
    if not view.c_contiguous:
        return array("d", view.tobytes())
    with Memory(view) as address:
        # C needs addresses that are multiples of 8, but a slice of bytes may begin anywhere.
        return array("d", view.tobytes()) if address % 8 else view


def library_of(values: Any) -> str:
    """Returns "pandas", "polars" or "pyarrow" if a column, table or scalar is from one of these
    libraries, and otherwise "". A user's class that is derived from theirs counts as theirs."""
    for base in type(values).__mro__:
        library = base.__module__.partition(".")[0]
        if library in ("pandas", "polars", "pyarrow"):
            return library
    return ""


def _elements(view: memoryview, name: str) -> List[Any]:
    """The elements of a buffer whose elements are not native doubles."""
    if view.format == "B" and not (isinstance(view.obj, array) or hasattr(view.obj, "dtype")):
        raise TypeError(f"{name} must be numbers, not bytes")
    if view.format in (">d", "!d"):
        swapped = array("d", view.tobytes())
        swapped.byteswap()
        return list(swapped)
    try:
        return view.tolist()
    except NotImplementedError:
        raise TypeError(f"{name} must be numbers, not {view.format!r}") from None


def from_items(values: Any, name: str, keep_nulls: bool) -> array[float]:
    """The numbers of an iterable."""
    try:
        items = values if isinstance(values, (list, tuple)) else list(values)
    except TypeError:
        kind = type(values).__name__
        raise TypeError(f"{name} must be numbers, not {kind}") from None
    if all(issubclass(kind, (float, int)) for kind in set(map(type, items))):
        try:
            return array("d", items)
        except OverflowError:
            pass  # an integer beyond the range of doubles
    return array("d", _each(items, name, keep_nulls))


def _each(items: Iterable[Any], name: str, keep_nulls: bool) -> Iterator[float]:
    each = f"each of {name}"
    for item in items:
        if not is_null(item):
            yield real(each, item.as_py() if is_arrow_scalar(item) else item)
        elif keep_nulls:
            yield float("nan")


def is_single(values: Any) -> bool:
    """Whether this is one value: a number, a null, or an array of NumPy without dimensions."""
    if isinstance(values, (int, float)):
        return True
    if hasattr(values, "item") and getattr(values, "ndim", 1) == 0:
        return True
    return not hasattr(values, "__iter__") and not _has_buffer(values)


def is_masked(values: Any) -> bool:
    """Whether this is a masked array. An array can be masked only if numpy.ma was imported. It is
    not imported here, since that is slow, and this code may run in a signal handler."""
    module = sys.modules.get("numpy.ma")
    return isinstance(values, getattr(module, "MaskedArray", ()))


def single(value: Any) -> Any:
    """Returns a scalar of NumPy or Arrow as a Python object, and other single values unchanged.
    Returns None if the value is null."""
    if is_null(value):
        return None
    if is_arrow_scalar(value):
        return value.as_py()
    if getattr(getattr(value, "dtype", None), "kind", "f") not in "biufO":
        return value  # item() would turn a date into an integer
    return value.item() if hasattr(value, "item") else value


def _has_buffer(values: Any) -> bool:
    try:
        memoryview(values)
    except TypeError:
        return False
    return True


def is_arrow_scalar(item: Any) -> bool:
    """Whether this is a scalar of Arrow. The items of an Arrow array are such scalars. They are not
    Python numbers, and a null is one of them."""
    return type(item).__module__ == "pyarrow.lib" and hasattr(item, "as_py")


def is_null(item: Any) -> bool:
    """Whether the item is None, a missing value of pandas, a null of Arrow, or a masked entry of
    NumPy. A NaN of type float is a number and not null."""
    if item is None or type(item).__name__ in ("NAType", "NaTType"):
        return True
    if is_arrow_scalar(item):
        return not item.is_valid
    return is_masked(item) and item.ndim == 0 and bool(item.mask)


def _from_numpy(numpy: Any, values: Any, name: str, keep_nulls: bool) -> Any:
    if is_masked(values):
        if values.ndim == 1 and not keep_nulls:
            values = values.compressed()
        elif values.ndim == 1 and values.dtype.kind in "biuf":
            with numpy.errstate(all="ignore"):
                values = values.astype(numpy.float64).filled(numpy.nan)
        elif values.ndim == 1 and values.dtype.kind == "O":
            return from_items(values.tolist(), name, keep_nulls)
    values = numpy.asarray(values)
    if values.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {values.ndim}")
    if values.dtype == numpy.float64 and values.flags.c_contiguous and values.flags.aligned:
        return values
    if values.dtype.kind == "O":
        return from_items(values.tolist(), name, keep_nulls)
    if values.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be numbers, not {values.dtype}")
    with numpy.errstate(all="ignore"):
        return numpy.require(values, numpy.float64, ("C_CONTIGUOUS", "ALIGNED"))


def _without_nan(values: Any) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return array("d", (value for value in memoryview(values) if value == value))
    found = numpy.asarray(values)
    return found[~numpy.isnan(found)]


def integers(values: Any, code: str, name: str) -> Any:
    """Returns a contiguous buffer of int64 (code "q") or uint64 (code "Q").

    Values for int64 may be private, so integers beyond its range become the nearest one in it.
    Values for uint64 are public, so integers beyond its range are refused.
    """
    if isinstance(values, NO_NUMBERS):
        raise TypeError(f"{name} must be integers, not {type(values).__name__}")
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        if values.ndim != 1 or values.dtype.kind not in "biuO":
            raise TypeError(f"{name} must be integers in one dimension")
        wanted = numpy.dtype(numpy.int64 if code == "q" else numpy.uint64)
        if values.dtype == wanted and not is_masked(values):
            return numpy.require(values, wanted, ("C_CONTIGUOUS", "ALIGNED"))
    if hasattr(values, "to_list"):
        values = values.to_list()
    elif hasattr(values, "tolist"):
        values = values.tolist()
    values = [single(item) if is_arrow_scalar(item) else item for item in values]
    if code == "q":
        # Like NaN among doubles, a null gives the outcome the highest cost.
        each = f"each of {name}"
        return array(code, [INT64_MAX if is_null(item) else clamped(each, item) for item in values])
    status = low.INDP_E_OUTCOMES
    return array(code, [whole(name, item, 0, UINT64_MAX, status) for item in values])


def counted(values: Any) -> int:
    """The number of values that are not null."""
    library = library_of(values)
    _refuse_table(values)
    if library == "pandas" and hasattr(values, "to_numpy"):
        from . import _frames

        return len(values) - int(_frames.missing(values).sum())
    if library == "polars" and hasattr(values, "null_count"):
        return len(values) - int(values.null_count())
    if library == "pyarrow" and hasattr(values, "null_count"):
        return len(values) - int(values.null_count)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        if values.ndim != 1:
            raise ValueError(f"values must have one dimension, not {values.ndim}")
        if is_masked(values):
            return int(values.count())
        if values.dtype.kind != "O":
            return len(values)
    if isinstance(values, (*NO_NUMBERS, memoryview)) or not hasattr(values, "__iter__"):
        raise TypeError("values must be a sequence; to add n rows, call add_rows(n)")
    return sum(not is_null(item) for item in values)


def _refuse_table(values: Any) -> None:
    if hasattr(type(values), "columns"):
        raise TypeError(f"values must be one column, not a {type(values).__name__}")


def _refuse_times(values: Any) -> None:
    """Refuses dates and other wrong types by the type of the array or column. The types of the
    items do not suffice: the items of an array of dates are integers, and all items of a column may
    be null."""
    if library_of(values) == "pyarrow":
        from . import _frames

        _frames.refuse_arrow(values, "values", texts=True)
    dtype = getattr(values, "dtype", None)
    times = getattr(dtype, "is_temporal", None)
    if getattr(dtype, "kind", "O") in "mMcV" or (times is not None and times()):
        raise TypeError(f"values must be texts or integers, not {dtype}")
    if getattr(values, "ndim", 1) > 1:
        raise TypeError(f"values must have one dimension, not {values.ndim}")


def items(values: Any) -> List[Any]:
    """The values as Python objects."""
    _refuse_table(values)
    if isinstance(values, (Mapping, UserString, bytearray, memoryview)):
        raise TypeError(f"values must be a list or an array, not a {type(values).__name__}")
    _refuse_times(values)
    for method in ("to_list", "tolist"):
        if hasattr(values, method):
            found = getattr(values, method)()
            return found if isinstance(found, list) else [found]
    return [single(item) if is_arrow_scalar(item) or is_null(item) else item for item in values]
