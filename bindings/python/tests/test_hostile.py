"""Tests random arguments of all kinds. A call must succeed, or raise one of a few exceptions. It
must never crash the interpreter. The seed is fixed, unless INDP_TEST_SEED sets another one."""

import array
import collections
import decimal
import fractions
import mmap
import os
import random

import indp
import pytest

numpy = pytest.importorskip("numpy")

ALLOWED = (TypeError, ValueError, indp.Error, MemoryError)


class Odd:
    """An object with every conversion, each of which raises."""

    def __float__(self):
        raise ValueError("no float")

    def __index__(self):
        raise ValueError("no index")

    def __len__(self):
        raise ValueError("no length")

    def __iter__(self):
        raise ValueError("no items")


class Wrong:
    """An object whose conversions return wrong types."""

    def __float__(self):
        return "1"

    def __index__(self):
        return 1.5

    def __len__(self):
        return -1


VALUES = [
    *(0, 1, -1, 2, 5, 100, 2**31, 2**32, 2**53 + 1, 2**62, 2**63, 2**64, -(2**63) - 1, 10**400),
    *(0.0, -0.0, 0.5, 1.5, 1e-320, 1e308, float("nan"), float("inf"), float("-inf")),
    *(True, None, "", "1", "a\0", "\ud800", b"", b"1", bytearray(b"x"), object(), Odd(), Wrong()),
    *(fractions.Fraction(1, 3), decimal.Decimal("NaN"), 1j, int, len, ..., NotImplemented),
    *([], [1], [1, 2.5, None], ["a"], [[]], (), (1, 2), {}, {1: 2}, {1}, range(5)),
    *(array.array("d", [1, 2]), array.array("b", [1]), memoryview(b"12345678").cast("d")),
    *(numpy.zeros(3), numpy.zeros((2, 2)), numpy.zeros(0), numpy.array(1.0), numpy.float32(2)),
    *(numpy.array([1, 2**63], dtype=numpy.uint64), numpy.array(["x"]), numpy.array([None, 1])),
    *(numpy.ma.array([1.0, 2.0], mask=[1, 0]), numpy.zeros(8)[::-2]),
    *(numpy.datetime64("2020-01-01"), numpy.float16(1), numpy.zeros(0, dtype=int)),
    *(numpy.zeros(2, dtype="f4,i8"), numpy.zeros(3, dtype=bool), numpy.int64(3)),
]


def states():
    return [
        indp.Count(),
        indp.Sum(0, 10),
        indp.Mean(-1, 1),
        indp.Variance(0, 1),
        indp.StdDev(0, 1),
        indp.Quantile.median(0, 10),
        indp.Quantile.max(0, 10),
        indp.Mode(["a", 1]),
        indp.Histogram([0, 1]),
        indp.Bounds(),
        indp.Bounds(2, 1.5, [0, 1, 2]),
    ]


MAKERS = {
    indp.Count: 1,
    indp.Sum: 4,
    indp.Mean: 4,
    indp.Variance: 4,
    indp.Quantile: 5,
    indp.Mode: 2,
    indp.Histogram: 2,
    indp.Bounds: 3,
    indp.Snapping: 3,
    indp.Eta: 3,
    indp.Exponential: 4,
    indp.Budget: 1,
    indp.Eta.from_epsilon: 3,
    indp.Snapping.epsilon_for_accuracy: 4,
    indp.deserialise: 1,
    indp.Budget.deserialise: 1,
}
METHODS = ["add", "add_rows", "merge", "release", "release_parts", "accuracy", "can_release"]
METHODS += ["release_counts", "can_release_counts"]
NAMES = list(indp.Options()._chosen)


def pick(chance, most):
    return [chance.choice(VALUES) for _ in range(chance.randrange(most + 1))]


def attempt(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except ALLOWED as error:
        assert "ctypes" not in type(error).__module__ and "argument 1:" not in str(error)
        return None


def test_random_arguments():
    chance = random.Random(int(os.environ.get("INDP_TEST_SEED", "1")))
    for _ in range(3000):
        made, most = chance.choice(list(MAKERS.items()))
        attempt(made, *pick(chance, most))
        state = chance.choice(states())
        method = getattr(state, chance.choice(METHODS), None)
        if method is not None:
            attempt(method, *pick(chance, 2))
            attempt(state.serialise)
        attempt(indp.Options, **{chance.choice(NAMES): chance.choice(VALUES)})
        noise = indp.Snapping(1, 1, 2)
        for call in (noise.release, noise.release_int64, noise.release_many, noise.accuracy):
            attempt(call, *pick(chance, 2))
        choose = indp.Exponential(indp.Eta(1, 1, 1), -10, 10, 10)
        for call in (choose.select, choose.select_counted):
            attempt(call, *pick(chance, 2))
        attempt(choose.select_by, chance.choice([lambda i: chance.choice(VALUES), *VALUES]), 3)
        attempt(indp.Budget(1).spend, *pick(chance, 1))


def test_random_bytes():
    chance = random.Random(int(os.environ.get("INDP_TEST_SEED", "1")))
    for state in states():
        data = state.serialise()
        for _ in range(300):
            changed = bytearray(data)
            for _ in range(chance.randrange(1, 4)):
                changed[chance.randrange(len(changed))] = chance.randrange(256)
            found = attempt(indp.deserialise, bytes(changed[: chance.randrange(1, 200)]))
            found = attempt(indp.deserialise, changed) or found
            if found is not None and found.exact_rows() < 1000:
                attempt(found.add, [1.0])
                attempt(found.release, 1.0)


class LyingBytes(bytes):
    def __len__(self):
        return 1000

    def __bytes__(self):
        return self


class LyingText(str):
    def encode(self, *_):
        return LyingBytes(b"a")

    def __len__(self):
        return 1000


def test_a_subclass_cannot_make_c_read_more_than_it_has():
    mode = indp.Mode([b"a", 1])
    mode.add(LyingBytes(b"a"))
    mode.add([LyingBytes(b"a"), LyingText("a"), LyingText("b")])
    assert mode.exact_rows() == 3
    assert indp.Mode([LyingText("a"), "b"]).candidates == ["a", "b"]
    state = indp.Sum(0, 1)
    state.add(1.0)
    assert indp.deserialise(LyingBytes(state.serialise())).exact_rows() == 1
    with pytest.raises(indp.ParameterError):
        indp.deserialise(LyingBytes(state.serialise()[:10]))
    with pytest.raises(indp.ParameterError):
        indp.Budget.deserialise(LyingBytes(b"1234"))
    with pytest.raises(ValueError, match="1 bytes instead of"):
        state.release(1.0, indp.Options(entropy=lambda n: LyingBytes(b"a")))


def test_types_are_refused_whatever_the_values():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    days = numpy.array(["2020-01-01"], dtype="datetime64[ns]")
    null = [None, None]
    mode, count = indp.Mode(["a", 1]), indp.Count()
    for wrong in (
        *([1, decimal.Decimal(1)], [decimal.Decimal(2)], [numpy.float32(1)], [1j, 1]),
        *(days, pandas.Series(days), pandas.Series(null, dtype="datetime64[ns]")),
        *(polars.Series(null, dtype=polars.Date), numpy.zeros((0, 2)), numpy.array([1j])),
        *({1: 2}, collections.UserDict({1: 2}), collections.UserString("ab"), memoryview(b"a")),
        *(pandas.DataFrame({"a": [1]}), polars.DataFrame({"a": [1]})),
    ):
        with pytest.raises(TypeError):
            mode.add(wrong)
    table = pandas.DataFrame({"a": [1]})
    for wrong in ({1: 2}, collections.UserDict({1: 2}), memoryview(b"a"), table):
        with pytest.raises(TypeError):
            count.add(wrong)
        with pytest.raises(TypeError):
            indp.Sum(0, 1).add(wrong)
    text = collections.UserString("1")
    for wrong in ("1", text, [text], numpy.array("1", dtype=object)):
        with pytest.raises(TypeError):
            indp.Sum(0, 1).add(wrong)
    with mmap.mmap(-1, 8) as mapped, pytest.raises(TypeError):
        indp.Sum(0, 1).add(mapped)
    assert mode.exact_rows() == count.exact_rows() == 0
    count.add(pandas.Series({"columns": 1.0}))
    assert count.exact_rows() == 1


def test_conversions_ignore_the_error_state_of_numpy():
    pandas = pytest.importorskip("pandas")
    huge = numpy.array([numpy.longdouble(10) ** 400])
    masked = numpy.ma.array(huge, mask=[0])
    hidden = numpy.ma.array([decimal.Decimal("sNaN"), 1], mask=[1, 0], dtype=object)
    noise = indp.Snapping(1.0, 1.0, 1000.0)
    with numpy.errstate(all="raise"):
        for values in (huge, masked, pandas.Series(huge)):
            made = indp.Sum(0, 1)
            made.add(values)
            assert made.exact_rows() == len(noise.release_many(values)) == 1
        assert len(noise.release_many(hidden)) == 2
    for wrong in (numpy.ma.array(["1"]), numpy.ma.array([1j])):
        with pytest.raises(TypeError):
            noise.release_many(wrong)


def test_memory_that_values_and_out_share():
    noise = indp.Snapping(1e9, 1.0, 1e6, indp.Options(grid=1.0))
    for rows in (6, 5000):  # within one block of the library, an overlap does no harm
        expected = numpy.arange(rows) * 10.0
        memory = expected.copy()
        assert list(noise.release_many(memory[:-1], out=memory[1:])) == list(expected[:-1])
        memory = expected.copy()
        assert list(noise.release_many(memory[1:], out=memory[:-1])) == list(expected[1:])
        memory = expected.copy()
        assert noise.release_many(memory, out=memory) is memory
        assert list(memory) == list(expected)


def test_null_scores_have_the_highest_cost():
    pandas = pytest.importorskip("pandas")
    choose = indp.Exponential(indp.Eta(1, 1, 1), 0, 1000, 10)
    for scores in (
        pandas.Series([None, 0], dtype="Int64"),
        numpy.ma.array([0, 0], mask=[1, 0]),
        [None, 0],
    ):
        assert choose.select_counted(scores) == 1
    assert choose.select([None, 0.0]) == 1


def test_doubles_of_the_other_byte_order():
    state = indp.Sum(-1000, 1000)
    state.add(memoryview(numpy.array([1.0, 2.0], dtype=">f8")))
    assert state.release(1e9) == pytest.approx(3.0, abs=1e-3)


def test_flags_of_numpy():
    state = indp.Sum(0, 1)
    state.add([float("nan")], skip_nan=numpy.bool_(True))
    assert state.exact_rows() == 0


def test_an_object_in_use_cannot_be_made_again():
    eta = indp.Eta(1, 1, 1)
    choose = indp.Exponential(eta, 0, 10, 10)

    def again(_):
        with pytest.raises(TypeError, match="cannot be initialised again"):
            choose.__init__(eta, 0, 10, 10)
        return 0.0

    assert choose.select_by(again, 1) == 0
    with pytest.raises(TypeError, match="cannot be initialised again"):
        indp.Options(grid=1.0).__init__(grid=2.0)
    with pytest.raises(TypeError, match="cannot be initialised again"):
        indp.Snapping(1.0, 1.0).__init__(2.0, 1.0)
