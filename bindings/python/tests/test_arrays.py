"""Tests which arguments count as numbers, and which are copied."""

import array
import collections
import decimal
import fractions
import math
import subprocess
import sys

import indp
import pytest
from indp import _arrays

numpy = pytest.importorskip("numpy")


def state_of(values, **options):
    made = indp.Sum(-1000, 1000)
    made.add(values, **options)
    return made.serialise()


EXPECTED = state_of([1.0, 2.0, 3.0])


def place(values):
    with _arrays.Memory(_arrays.as_doubles(values, "values", keep_nulls=False)) as address:
        return address


def test_buffers_of_doubles_are_not_copied():
    rows = numpy.arange(5.0)
    assert place(rows) == rows.ctypes.data
    assert place(rows[1:4]) == rows.ctypes.data + 8
    rows.setflags(write=False)
    assert place(rows) == rows.ctypes.data
    own = array.array("d", [1, 2, 3])
    assert place(own) == place(memoryview(own)) == own.buffer_info()[0]


def test_series_are_not_copied():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    rows = numpy.arange(5.0)
    assert place(pandas.Series(rows, copy=False)) == rows.ctypes.data
    series = polars.Series(rows)
    assert place(series) == series.to_numpy().ctypes.data


@pytest.mark.parametrize(
    "values",
    [
        (1, 2, 3),
        range(1, 4),
        iter([1, 2, 3]),
        [True, 2, 3.0],
        [fractions.Fraction(1), decimal.Decimal(2), numpy.float32(3)],
        array.array("i", [1, 2, 3]),
        array.array("f", [1, 2, 3]),
        memoryview(array.array("q", [1, 2, 3])),
        numpy.array([1, 2, 3]),
        numpy.array([1, 2, 3], dtype=numpy.uint8),
        numpy.array([1, 2, 3], dtype=numpy.float16),
        numpy.array([1, 2, 3], dtype=numpy.longdouble),
        numpy.array([1, 2, 3], dtype=">f8"),
        numpy.array([1, 2, 3], dtype=object),
        numpy.array([1.0, 0, 2, 0, 3])[::2],
        numpy.array([3.0, 2.0, 1.0])[::-1],
        numpy.asfortranarray([1.0, 2.0, 3.0]),
        numpy.array([[1.0, 9], [2, 9], [3, 9]])[:, 0],
        memoryview(array.array("d", [1, 0, 2, 0, 3]))[::2],
    ],
    ids=lambda value: f"{type(value).__name__}-{getattr(value, 'dtype', '')}",
)
def test_other_numbers_are_converted(values):
    assert state_of(values) == EXPECTED


def test_one_value():
    for value in (2, 2.0, numpy.float64(2), numpy.int8(2), numpy.array(2), fractions.Fraction(2)):
        assert state_of(value) == state_of([2.0])
    assert state_of([]) == state_of(numpy.array([])) == state_of(None) == state_of(())


def test_an_unaligned_array_is_copied():
    raw = numpy.zeros(25, dtype=numpy.uint8)
    rows = raw[1:].view(numpy.float64)
    rows[:] = [1, 2, 3]
    assert place(rows) % 8 == 0
    assert state_of(rows) == EXPECTED
    assert state_of(memoryview(rows)) == EXPECTED


def test_huge_integers_are_clamped():
    assert state_of([10**400, -(10**400), 2**63]) == state_of([1000.0, -1000.0, 1000.0])
    assert state_of(10**400) == state_of(math.inf) == state_of(1000.0)
    assert state_of(numpy.array([2**64 - 1], dtype=numpy.uint64)) == state_of(1000.0)
    exact = indp.Sum(0, 2**60, grid=1)
    exact.add(2**59 + 1)
    assert int.from_bytes(exact.serialise()[64:80], "little") == 2**59 + 1


def test_nulls_are_not_counted():
    masked = numpy.ma.array([1.0, 7.0, 2.0, 3.0], mask=[0, 1, 0, 0])
    objects = numpy.array([1, None, 2, 3], dtype=object)
    for values in ([1, None, 2, 3], masked, objects, masked[::-1]):
        assert state_of(values) == EXPECTED


def test_nulls_of_pandas():
    pandas = pytest.importorskip("pandas")
    for series in (
        pandas.Series([1.0, float("nan"), 2.0, 3.0]),
        pandas.Series([1, None, 2, 3], dtype="Int64"),
        pandas.Series([1, None, 2, 3], dtype="Float64"),
        pandas.Series([1, None, 2, 3], dtype=object),
        pandas.Series([1, pandas.NA, 2, 3], dtype=object),
        pandas.Series([9, 1, 2, 3])[1:],
        pandas.array([1, None, 2, 3], dtype="Int64"),
    ):
        assert state_of(series) == EXPECTED
        count = indp.Count()
        count.add(series)
        assert count.exact_rows() == 3
    assert state_of([1, pandas.NA, 2, 3]) == EXPECTED
    assert state_of(pandas.Series([True, False])) == state_of([1.0, 0.0])
    for wrong in (
        pandas.Series(["1", "2"]),
        pandas.Series(["1", None], dtype=object),
        pandas.to_datetime(pandas.Series(["2020-01-01"])),
        pandas.DataFrame({"x": [1.0]}),
    ):
        with pytest.raises(TypeError):
            state_of(wrong)


def test_nulls_of_polars():
    polars = pytest.importorskip("polars")
    series = polars.Series([1, None, 2, 3])
    assert state_of(series) == EXPECTED
    assert state_of(polars.concat([polars.Series([1.0]), polars.Series([2.0, 3.0])])) == EXPECTED
    # In Polars a NaN is a number.
    assert state_of(polars.Series([1.0, float("nan")])) == state_of([1.0, float("nan")])
    count = indp.Count()
    count.add(series)
    assert count.exact_rows() == 3
    for wrong in (polars.Series(["1"]), polars.DataFrame({"x": [1.0]})):
        with pytest.raises(TypeError):
            state_of(wrong)


def test_nulls_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    kinds = [pyarrow.float64(), pyarrow.float32(), pyarrow.float16(), pyarrow.decimal128(9, 2)]
    kinds += [pyarrow.int64(), pyarrow.int8(), pyarrow.uint64()]
    for kind in kinds:
        rows = [1, None, 2, 3]
        if pyarrow.types.is_floating(kind):
            rows = [numpy.float16(1), None, numpy.float16(2), numpy.float16(3)]
        column = pyarrow.array(rows, kind)
        chunks = pyarrow.chunked_array([column[:2], column[2:], column[:0]])
        for values in (column, chunks, list(column), tuple(chunks), iter(column), column[::1]):
            assert state_of(values) == EXPECTED, kind
        for values in (column.dictionary_encode(), pyarrow.chunked_array([], kind)):
            assert state_of(values) == (EXPECTED if len(values) else state_of([])), kind
        for one in column:
            assert state_of(one) == state_of(one.as_py()), kind
        count = indp.Count()
        count.add(column)
        count.add(chunks)
        count.add(list(column))
        assert count.exact_rows() == 9
        for counted in (indp.Histogram([0, 10]), indp.Bounds()):
            counted.add(column)
            assert counted.exact_rows() == 3
    nan = pyarrow.array([1.0, float("nan")])
    assert state_of(nan) == state_of([1.0, float("nan")])
    assert state_of(nan, skip_nan=True) == state_of([1.0])
    assert state_of(pyarrow.array([True, None, False])) == state_of([1.0, 0.0])
    assert state_of(pyarrow.array([None, None])) == state_of(pyarrow.nulls(0)) == state_of([])
    noise = indp.Snapping(1.0, 1.0, 1000.0)
    assert len(noise.release_many(pyarrow.array([1.0, None]))) == 2


def containers_with_a_null():
    """One of each container that docs/python.md names: the rows 1, 2 and 3, and a null."""
    rows, none, mask = [1.0, None, 2.0, 3.0], None, [0, 1, 0, 0]
    made = {
        "list": rows,
        "tuple": tuple(rows),
        "iterator": (row for row in rows),
        "deque": collections.deque(rows),
        "objects": numpy.array(rows, dtype=object),
        "strided objects": numpy.array([1, 9, none, 9, 2, 9, 3, 9], dtype=object)[::2],
        "masked": numpy.ma.array([1.0, 9, 2, 3], mask=mask),
        "masked integers": numpy.ma.array([1, 9, 2, 3], mask=mask),
        "masked, other bytes": numpy.ma.array(numpy.array([1.0, 9, 2, 3], ">f8"), mask=mask),
        "masked items": list(numpy.ma.array([1.0, 9, 2, 3], mask=mask)),
    }
    if pandas := sys.modules.get("pandas"):
        nan = float("nan")
        made["pandas float"] = pandas.Series([1, nan, 2, 3])
        made["pandas NA"] = [1, pandas.NA, 2, 3]
        for kind in ("Float64", "Int64", "UInt8", "object", "double[pyarrow]", "int32[pyarrow]"):
            made[f"pandas {kind}"] = pandas.Series([1, none, 2, 3], dtype=kind)
            made[f"pandas array {kind}"] = pandas.array([1, none, 2, 3], dtype=kind)
    if polars := sys.modules.get("polars"):
        for kind in (polars.Float64, polars.Float32, polars.Int64, polars.UInt8):
            made[f"polars {kind}"] = polars.Series([1, none, 2, 3], dtype=kind)
    if pyarrow := sys.modules.get("pyarrow"):
        for kind in (pyarrow.float64(), pyarrow.float32(), pyarrow.int64(), pyarrow.uint8()):
            column = pyarrow.array([1, none, 2, 3], kind)
            made[f"arrow {kind}"] = column
            made[f"arrow chunks {kind}"] = pyarrow.chunked_array([column[:3], column[3:]])
            made[f"arrow scalars {kind}"] = list(column)
    return made


def test_a_null_is_no_row_in_every_container():
    for library in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(library)
    for name in containers_with_a_null():
        made, counted = indp.Sum(-1000, 1000), indp.Count()
        histogram, mode = indp.Histogram([0, 10]), indp.Mode([1, 2, 3])
        for state in (made, counted, histogram, mode, indp.Bounds()):
            state.add(containers_with_a_null()[name])
            assert state.exact_rows() == 3, (name, state)
        assert made.serialise() == EXPECTED, name
        noise = indp.Snapping(1.0, 1.0, 1000.0)
        assert len(noise.release_many(containers_with_a_null()[name])) == 4, name


def test_what_is_no_number_in_arrow_is_refused_by_its_type():
    pyarrow = pytest.importorskip("pyarrow")
    kinds = [pyarrow.string(), pyarrow.binary(), pyarrow.date32(), pyarrow.timestamp("s")]
    for kind in [*kinds, pyarrow.duration("s"), pyarrow.list_(pyarrow.float64())]:
        for rows in ([], [None], [None, None]):
            with pytest.raises(TypeError, match="values must be numbers"):
                state_of(pyarrow.array(rows, kind))
    for wrong in (pyarrow.table({"x": [1.0, None]}), pyarrow.record_batch({"x": [1.0]})):
        with pytest.raises(TypeError):
            state_of(wrong)
        with pytest.raises(TypeError):
            indp.Count().add(wrong)
        with pytest.raises(TypeError):
            indp.Mode(["a"]).add(wrong)
    for kind in (pyarrow.date32(), pyarrow.decimal128(9, 2), pyarrow.list_(pyarrow.int64())):
        with pytest.raises(TypeError, match="values must be texts or integers"):
            indp.Mode(["a"]).add(pyarrow.array([None], kind))


def test_categories_of_arrow():
    pyarrow = pytest.importorskip("pyarrow")
    texts = pyarrow.array(["a", None, "b", "a"])
    for values in (texts, list(texts), texts.dictionary_encode(), pyarrow.chunked_array([texts])):
        mode = indp.Mode(["a", "b"])
        mode.add(values)
        assert mode.exact_rows() == 3
    mode = indp.Mode([1, 2])
    mode.add(pyarrow.array([1, None, 2]))
    mode.add(pyarrow.scalar(None, pyarrow.int64()))
    mode.add(pyarrow.scalar(2))
    assert mode.exact_rows() == 3


def test_arrow_columns_of_pandas():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for kind in ("double[pyarrow]", "int64[pyarrow]"):
        series = pandas.Series([1, None, 2, 3], dtype=kind)
        for values in (series, list(series), series.array):
            assert state_of(values) == EXPECTED, kind
        count = indp.Count()
        count.add(series)
        assert count.exact_rows() == 3


def test_nan_is_a_number_unless_skipped():
    nan = float("nan")
    made = indp.Sum(10, 20)
    made.add(numpy.array([nan, 15.0]))
    assert made.exact_rows() == 2
    expected = indp.Sum(10, 20)
    expected.add([10.0, 15.0])  # 10 is the point nearest to 0
    assert made.serialise() == expected.serialise()
    for values in ([1.0, nan, 2.0, 3.0], numpy.array([1.0, nan, 2.0, 3.0])):
        assert state_of(values, skip_nan=True) == EXPECTED
    assert state_of(nan, skip_nan=True) == state_of([])


@pytest.mark.parametrize(
    "values",
    [
        "123",
        b"123",
        bytearray(b"1"),
        {1: 2},
        ["1", "2"],
        [None, "1"],
        [1j],
        [[1.0]],
        object(),
        numpy.array(["1"]),
        numpy.array([1j]),
        numpy.array(["2020-01-01"], dtype="datetime64[D]"),
        numpy.array(["1"], dtype=object),
        numpy.str_("1"),
    ],
    ids=repr,
)
def test_what_is_no_number_is_refused(values):
    made = indp.Sum(0, 1)
    with pytest.raises(TypeError):
        made.add(values)
    assert made.exact_rows() == 0


def test_tables_are_refused():
    for values in (numpy.zeros((2, 2)), numpy.zeros((2, 0)), memoryview(numpy.zeros((2, 2)))):
        with pytest.raises(ValueError, match="one dimension"):
            state_of(values)


def test_a_class_cannot_lie_about_its_memory():
    class Liar(numpy.ndarray):
        def __len__(self):
            return 10**9

        @property
        def ctypes(self):
            raise AssertionError

    class LongList(list):
        def __len__(self):
            return 10**9

    class Counter(array.array):
        def __len__(self):
            return 10**9

    rows = numpy.array([1.0, 2.0, 3.0]).view(Liar)
    assert state_of(rows) == EXPECTED
    assert state_of(Counter("d", [1.0, 2.0, 3.0])) == EXPECTED
    try:
        assert state_of(LongList([1.0, 2.0, 3.0])) == EXPECTED
    except (IndexError, MemoryError, OverflowError):
        pass  # array.array trusts the length, then finds no item


def test_a_buffer_cannot_be_resized_during_a_call():
    rows = array.array("d", [1.0] * 10)
    ready = _arrays.as_doubles(rows, "values", keep_nulls=False)
    with _arrays.Memory(ready), pytest.raises(BufferError):
        rows.append(1.0)


def test_items_whose_conversion_changes_the_list():
    rows = [1.0] * 5

    class Shrinks:
        def __float__(self):
            rows.clear()
            return 1.0

    rows.insert(0, Shrinks())
    made = indp.Sum(0, 1)
    with pytest.raises((IndexError, TypeError)):
        made.add(rows)
        raise TypeError  # a call that succeeds with fewer rows is allowed, too


def test_without_numpy(program):
    code = """
import sys
sys.modules["numpy"] = None
import array, indp
made = indp.Sum(0, 10)
made.add([1, 2, None, 3.5]); made.add(array.array("d", [1.0, float("nan")]), skip_nan=True)
assert made.exact_rows() == 4
noise = indp.Snapping(1, 1, options=indp.Options(insecure_seed=1))
assert len(noise.release_many([1, 2, None])) == 3
assert indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 3).select([1, 2, 3]) in (0, 1, 2)
"""
    done = program(code)
    assert done.returncode == 0, done.stderr


def test_numpy_is_not_imported():
    code = "import sys, indp; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_out_cannot_shrink_between_its_check_and_its_use(monkeypatch):
    out = array.array("d", bytes(800))
    writable = _arrays.writable

    def shrinking(given, rows):
        view = writable(given, rows)
        with pytest.raises(BufferError):
            del given[1:]
        return view

    monkeypatch.setattr(_arrays, "writable", shrinking)
    assert indp.Snapping(1, 1).release_many([1.0] * 100, out=out) is out


def test_nulls_and_nan_of_every_kind_count_by_their_type():
    """Whether rows are added must not depend on values."""
    masked = numpy.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])
    quiet, signalling = decimal.Decimal("NaN"), decimal.Decimal("sNaN")
    empty, nan = state_of([]), state_of([float("nan")])
    for null in (None, masked[1], numpy.ma.masked, numpy.ma.array(5.0, mask=True)):
        assert state_of(null) == empty, null
        assert state_of([null]) == empty, null
    assert state_of(list(masked)) == state_of([1.0, 3.0])
    assert state_of([numpy.float64(1), numpy.ma.masked, 3]) == state_of([1.0, 3.0])
    for value in (quiet, signalling, decimal.Decimal("-sNaN")):
        assert state_of(value) == state_of([value]) == nan
        assert state_of(value, skip_nan=True) == state_of([value], skip_nan=True) == empty
    count = indp.Count()
    count.add(list(masked))
    count.add([None, numpy.ma.masked, float("nan")])
    assert count.exact_rows() == 3
    mode = indp.Mode(["a", 1])
    mode.add([numpy.ma.masked, 1, None])
    mode.add(numpy.ma.masked)
    assert mode.exact_rows() == 1


def test_nulls_of_frames_count_by_their_type():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    empty = state_of([])
    items = [decimal.Decimal("sNaN"), None, pandas.NaT, float("nan"), 2]
    objects = pandas.Series(items, dtype=object)
    assert state_of(objects) == state_of([2.0])
    count = indp.Count()
    count.add(objects)
    assert count.exact_rows() == 1
    for nulls in ([], [None], [None, None]):
        for made in (polars.Series(nulls), polars.Series(nulls, dtype=polars.Null)):
            assert state_of(made) == empty
            assert list(_arrays.as_doubles(made, "values", keep_nulls=True)) != [0.0]
    noise = indp.Snapping(1.0, 1.0, 1000.0)
    assert len(noise.release_many(polars.Series([None, None]))) == 2

    class Own(pandas.Series):
        pass

    assert state_of(Own([1.0, float("nan"), 2.0, 3.0])) == EXPECTED
    assert _arrays.library_of(Own([1.0])) == "pandas"


@pytest.mark.parametrize(
    "value",
    [
        numpy.datetime64(5, "ns"),
        numpy.timedelta64(5, "ns"),
        numpy.datetime64("NaT", "ns"),
        numpy.complex64(1),
        numpy.complex128(1),
        1j,
        "1",
        numpy.str_("1"),
    ],
)
def test_what_is_no_real_number_is_refused_by_its_type(value):
    made = indp.Sum(-1000, 1000)
    for values in (value, [value], [1.0, value], (value,), numpy.array([value])):
        with pytest.raises(TypeError, match="values must be"):
            made.add(values)
    with pytest.raises(TypeError, match="epsilon must be a number"):
        made.release(value)
    assert made.serialise() == state_of([])


def test_bytes_and_texts_are_no_rows():
    made = indp.Sum(-1000, 1000)
    refused = [b"1", bytearray(b"1"), memoryview(b"12"), memoryview(bytearray(b"12")), "1"]
    refused += [memoryview(b"12").cast("c"), array.array("u", "ab")]
    for values in refused:
        with pytest.raises(TypeError, match="values must be"):
            made.add(values)
    assert made.serialise() == state_of([])
    assert state_of(memoryview(array.array("B", [1, 2, 3]))) == EXPECTED


def test_skip_nan_is_a_bool():
    for wrong in ("no", 1, None, 0.0):
        with pytest.raises(TypeError, match="skip_nan must be a bool"):
            state_of([1.0], skip_nan=wrong)


def test_a_buffer_is_free_again_however_its_block_ends():
    rows = array.array("d", [1.0] * 4)
    memory = _arrays.Memory(rows)
    memory.__enter__()
    with pytest.raises(BufferError):
        rows.append(1.0)
    del memory  # as if a signal handler had raised before __exit__
    rows.append(1.0)
    with _arrays.Memory(rows) as address:
        assert address
    rows.append(1.0)
