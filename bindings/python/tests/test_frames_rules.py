"""Tests what `indp.release` refuses, what it charges, and that neither depends on rows."""

import datetime
import itertools
from decimal import Decimal

import indp
import pytest
import tables
from indp import ask

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
numpy = pytest.importorskip("numpy")

DAY = datetime.date(2020, 2, 29)
COUNT = {"n": ask.Count()}
BOTH = {"n": ask.Count(), "s": ask.Sum("x", 0, 1)}

ROWS = {
    "x": [1.0, None, 3.0],
    "i": [1, 2, 3],
    "t": ["a", "b", None],
    "y": [True, False, True],
    "d": [DAY, DAY, None],
}


class Unread(Exception):
    pass


def frames(rows=None):
    """Tables whose columns have types. Before pandas 3, texts are objects in plain frames."""
    names = ["arrow", "polars", "pandas, nullable", "pandas, arrow"]
    names += ["pandas"] * (pandas.Series(["a"]).dtype != object)
    return {name: table for name, table in tables.made(ROWS, rows) if name in names}


def release(df, asked=None, epsilon=1.0, by=(), keys=None, rows_per_person=1, **given):
    asked = COUNT if asked is None else asked
    return indp.release(df, asked, epsilon, by, keys, rows_per_person=rows_per_person, **given)


# The arguments, the type of the error, and its message, which names the argument first.
REFUSED = [
    ({"asked": {}}, TypeError, "aggregates must be a dict with at least one"),
    ({"asked": [ask.Count()]}, TypeError, "aggregates must be a dict"),
    ({"asked": {"n": indp.Count()}}, TypeError, "aggregates must be a dict from names to"),
    ({"asked": {1: ask.Count()}}, TypeError, "aggregates must be a dict from names to"),
    ({"epsilon": 0}, indp.ParameterError, "epsilon must be positive and finite (aggregate 'n')"),
    ({"epsilon": float("nan")}, indp.ParameterError, "epsilon must be positive"),
    ({"epsilon": "1"}, TypeError, "epsilon must be a number"),
    ({"epsilon": None}, TypeError, "epsilon must be a number"),
    ({"asked": BOTH}, TypeError, "epsilon must be a dict with a number for each"),
    ({"asked": BOTH, "epsilon": {"n": 1}}, ValueError, "epsilon: the keys of the dict"),
    ({"epsilon": {"n": 1, "m": 1}}, ValueError, "epsilon: the keys of the dict"),
    ({"epsilon": {"n": "1"}}, TypeError, "epsilon must be a number"),
    (
        {"asked": BOTH, "epsilon": {"n": 1, "s": -1}},
        indp.ParameterError,
        "epsilon must be positive and finite (aggregate 's')",
    ),
    ({"by": 3}, TypeError, "by must be the name"),
    ({"by": ["t", 3]}, TypeError, "by must be the name"),
    ({"by": ["t", "t"], "keys": [("a", "a")]}, ValueError, "by must not name a column twice"),
    ({"by": "none", "keys": ["a"]}, ValueError, "by: the table has no column 'none'"),
    ({"by": "t"}, TypeError, "keys: list the public keys"),
    ({"keys": ["a"]}, TypeError, "keys needs by"),
    ({"by": "t", "keys": "ab"}, TypeError, "keys must be a list"),
    ({"by": "t", "keys": 3}, TypeError, "keys must be a list"),
    ({"by": "t", "keys": pandas.DataFrame({"a": [1]})}, TypeError, "keys must be a list"),
    ({"by": "t", "keys": ["a", "a"]}, ValueError, "keys must be distinct"),
    ({"by": "t", "keys": [None, None]}, ValueError, "keys must be distinct"),
    ({"by": "i", "keys": [1, numpy.int8(1)]}, ValueError, "keys must be distinct"),
    ({"by": "t", "keys": [("a", "b")]}, ValueError, "keys: each key must have one value"),
    ({"by": ["t", "i"], "keys": ["a"]}, ValueError, "keys: each key must have one value"),
    ({"by": "i", "keys": ["1"]}, TypeError, "keys: values of i"),
    ({"by": "i", "keys": [True]}, TypeError, "keys: values of i"),
    ({"by": "i", "keys": [1.0]}, TypeError, "keys: values of i"),
    ({"by": "i", "keys": [float("nan")]}, TypeError, "keys: values of i"),
    ({"by": "t", "keys": [1]}, TypeError, "keys: values of t"),
    ({"by": "t", "keys": [b"a"]}, TypeError, "keys: values of t"),
    ({"by": "y", "keys": [1]}, TypeError, "keys: values of y"),
    ({"by": "d", "keys": [datetime.datetime(2020, 1, 1)]}, TypeError, "keys: values of d"),
    ({"by": "d", "keys": [numpy.datetime64("2020-01-01")]}, TypeError, "keys: values of d"),
    ({"by": "n", "keys": [1]}, ValueError, "aggregates and by must give different names"),
    ({"asked": {"n": ask.Count("none")}}, ValueError, "column of the aggregate 'n': the table has"),
    (
        {"asked": {"n": ask.Sum("t", 0, 1)}},
        TypeError,
        "column of the aggregate 'n' must be numbers",
    ),
    (
        {"asked": {"n": ask.Sum("d", 0, 1)}},
        TypeError,
        "column of the aggregate 'n' must be numbers",
    ),
    (
        {"asked": {"n": ask.Mode("x", ["a"])}},
        TypeError,
        "column of the aggregate 'n' must be texts",
    ),
    ({"asked": {"n": ask.Counts("i", [b"a"])}}, TypeError, "column of the aggregate 'n' must be"),
    ({"rows_per_person": 0}, indp.ParameterError, "rows_per_person must be from 1"),
    ({"rows_per_person": None}, TypeError, "rows_per_person must be an int"),
    ({"rows_per_person": 1.5}, TypeError, "rows_per_person must be an int"),
    (
        {"asked": {"m": ask.Mode("i", [1])}, "rows_per_person": 2**63 + 1},
        indp.ParameterError,
        "rows_per_person must be at least 1; for a quantile",
    ),
    ({"options": 3}, TypeError, "options must be Options"),
    ({"options": {"m": None}}, ValueError, "options: the keys of the dict must be names"),
    ({"options": indp.Options(min_retries=3)}, indp.ParameterError, "min_retries"),
    ({"budget": 1.0}, TypeError, "budget must be a Budget"),
]


@pytest.mark.parametrize("given, kind, message", REFUSED)
def test_wrong_arguments_are_refused_by_name(given, kind, message, monkeypatch):
    """Whatever the table is, before a row is read, and without a charge."""
    monkeypatch.setattr("indp._release._filled", _unread)
    said = set()
    for name, table in itertools.chain(frames().items(), frames(0).items()):
        budget = indp.Budget(10)
        with pytest.raises(kind) as error:
            release(table, **{"budget": budget, **given})
        text = str(error.value)
        assert text.startswith(message), (name, text)
        assert budget.spent == 0
        said.add(text.split(" (")[0].split(", not ")[0])
    assert len(said) == 1


def _unread(*_):
    raise Unread


def test_the_reads_of_rows_would_be_seen(monkeypatch):
    monkeypatch.setattr("indp._release._filled", _unread)
    for table in frames().values():
        with pytest.raises(Unread):
            release(table)


def test_rows_per_person_has_no_default():
    with pytest.raises(TypeError, match="rows_per_person"):
        indp.release(frames()["polars"], COUNT, 1.0)
    with pytest.raises(TypeError, match="positional"):
        indp.release(frames()["polars"], COUNT, 1.0, (), None, 1)


@pytest.mark.parametrize("wrong", [None, {"x": [1]}, [1], numpy.zeros((2, 2)), "x"], ids=repr)
def test_what_is_no_table_is_refused(wrong):
    with pytest.raises(TypeError, match="df must be a table of pandas, Polars or Arrow, not "):
        release(wrong)


def test_columns_and_lazy_frames_are_no_tables():
    for wrong in (
        pandas.Series([1]),
        polars.Series([1]),
        pyarrow.array([1]),
        pyarrow.chunked_array([[1]]),
    ):
        with pytest.raises(TypeError, match="df must be a table"):
            release(wrong)
    with pytest.raises(TypeError, match=r"call its method collect\(\)"):
        release(polars.LazyFrame({"x": [1]}))


def test_aggregates_are_checked_when_they_are_made():
    for make, error, message in (
        (lambda: ask.Sum("x", 1, 0), indp.ParameterError, "lo must be below hi"),
        (lambda: ask.Mean("x", 0, float("inf")), indp.ParameterError, "hi must be finite"),
        (lambda: ask.Sum("x", 0, 1, 0.3), indp.ParameterError, "grid must"),
        (lambda: ask.Quantile("x", 2, 0, 1), indp.ParameterError, "q must"),
        (lambda: ask.Max("x", 0, 1, 1), indp.ParameterError, "candidates must"),
        (lambda: ask.Quantiles("x", [], 0, 1), indp.ParameterError, "q"),
        (lambda: ask.Quantiles("x", "12", 0, 1), TypeError, "q must be a list"),
        (lambda: ask.Mode("x", ["a", 1]), TypeError, "candidates must be all texts or all"),
        (lambda: ask.Mode("x", []), indp.ParameterError, "candidates: there must"),
        (lambda: ask.Histogram("x", [2, 1]), indp.ParameterError, "edges must"),
        (lambda: ask.Bounds("x", float("nan")), indp.ParameterError, "centre must"),
        (lambda: ask.Bounds("x", "1"), TypeError, "centre must"),
        (lambda: ask.Bounds("x", 0, []), indp.ParameterError, "edges must"),
        (lambda: ask.Bounds("x", 0, "12"), TypeError, "edges must"),
        (lambda: ask.Bounds(3), TypeError, "column must be a str"),
        (lambda: ask.Count(3), TypeError, "column must be a str"),
        (lambda: ask.Sum(None, 0, 1), TypeError, "column must be a str"),
        (lambda: ask.Aggregate("x"), TypeError, "abstract"),
    ):
        with pytest.raises(error) as raised:
            make()
        assert message in str(raised.value)
    assert repr(ask.Sum("x", 0, 1)) == "ask.Sum('x', 0, 1, None)"
    assert repr(ask.Bounds("x", 5, iter([1, 2]))) == "ask.Bounds('x', 5, [1.0, 2.0])"
    assert repr(ask.Count()) == "ask.Count()"
    assert repr(ask.Max("x", 0, 1)) == "ask.Max('x', 0, 1, None)"


def test_every_class_of_the_description_can_be_asked():
    sums = [name for name in indp._sums.__all__]
    assert set(sums) <= set(ask.__all__) and sums == indp._ask_sums.__all__
    for name in sums:
        assert getattr(ask, name)._state is getattr(indp, name)


# Charges.


LONG = "1." + "0" * 299 + "1"


@pytest.mark.parametrize(
    "epsilons, total",
    [
        ((0.1, 0.2), "0.3"),
        ((0.1, 1e-17), "0.10000000000000001"),  # no double has this shortest decimal
        ((1.0, 1e-300), LONG),
    ],
)
def test_the_charge_is_the_exact_sum(epsilons, total):
    budget = indp.Budget(2)
    answers = release(frames()["polars"], BOTH, dict(zip(BOTH, epsilons)), budget=budget)
    assert budget.spent == answers.epsilon == Decimal(total)
    assert f"at most {total} for each person" in repr(answers)


def test_groups_share_the_charge():
    budget = indp.Budget(0.3)
    keys = ["a", "b", "c"]
    release(frames()["polars"], BOTH, {"n": 0.1, "s": 0.2}, "t", keys, budget=budget)
    assert budget.spent == Decimal("0.3") and budget.left == 0


def test_a_budget_that_does_not_suffice_charges_and_reads_nothing(monkeypatch):
    monkeypatch.setattr("indp._release._filled", _unread)
    budget = indp.Budget(0.3)
    before = budget.serialise()
    for epsilons in ({"n": 0.1, "s": 0.21}, {"n": 0.31, "s": 0.1}, {"n": 0.3, "s": 1e-300}):
        with pytest.raises(indp.BudgetError) as error:
            release(frames()["polars"], BOTH, epsilons, budget=budget)
        assert error.value.parameter == "epsilon" and "the table costs" in str(error.value)
        assert budget.serialise() == before
    # With what is left it goes on to read.
    with pytest.raises(Unread):
        release(frames()["polars"], BOTH, {"n": 0.1, "s": 0.2}, budget=budget)
    assert budget.spent == Decimal("0.3")


def test_the_charge_comes_before_the_rows_and_stays(monkeypatch):
    budget, seen = indp.Budget(1), []
    filled = indp._release._filled

    def spied(*arguments):
        seen.append(budget.spent)
        return filled(*arguments)

    def broken(number):
        raise OSError("no entropy")

    monkeypatch.setattr("indp._release._filled", spied)
    options = indp.Options(entropy=broken)
    with pytest.raises(OSError):
        release(frames()["polars"], budget=budget, epsilon=0.25, options=options)
    assert seen == [Decimal("0.25")] and budget.spent == Decimal("0.25")


def test_a_charged_release_uses_what_the_budget_returned(monkeypatch):
    used = []
    answer = ask.Count._answer

    def spied(self, state, epsilon, options):
        used.append(epsilon)
        return answer(self, state, epsilon, options)

    monkeypatch.setattr(ask.Count, "_answer", spied)
    asked = {"a": ask.Count(), "b": ask.Count()}
    epsilons = {"a": 0.1, "b": 0.3}
    release(frames()["polars"], asked, epsilons)
    release(frames()["polars"], asked, epsilons, budget=indp.Budget(1))
    each = [indp.Budget(1).spend(epsilon) for epsilon in (0.1, 0.3)]
    assert used == [0.1, 0.3, *each] and each != [0.1, 0.3]


def test_an_epsilon_that_the_budget_would_make_too_small_is_refused_before_the_charge():
    """The least epsilon of a selection is 2**-62, which is what a charge of the next double above
    it returns."""
    least = float.fromhex("0x1.0000000000001p-62")
    budget, asked = indp.Budget(1), {"q": ask.Median("x", 0, 1)}
    assert budget.spend(least) < least and len(release(frames()["polars"], asked, least)) == 1
    spent = budget.spent
    with pytest.raises(indp.ParameterError, match="epsilon is out of range"):
        release(frames()["polars"], asked, least, budget=budget)
    assert budget.spent == spent


# Neighbours: whether a call raises, and what, must not depend on the rows.

ODD = [0.0, -0.0, 1e308, -1e308, 5e-324, float("inf"), float("-inf"), float("nan"), None]


def outcome(df, asked, by, keys):
    """The type and text of the error, or the shape of the answers."""
    try:
        answers = release(df, asked, dict.fromkeys(asked, 1.0), by, keys)
    except Exception as error:
        return type(error), str(error)
    return [(tuple(row[name] for name in answers.by), len(row)) for row in answers]


def shapes(column, dtype):
    """The same column as tables of the three libraries."""
    arrow = pyarrow.array(column, dtype)
    yield pyarrow.table({"x": arrow, "k": arrow})
    yield polars.from_arrow(pyarrow.table({"x": arrow, "k": arrow}))
    series = pandas.Series(pandas.arrays.ArrowExtensionArray(arrow))
    yield pandas.DataFrame({"x": series, "k": series})


WIDE = {
    "w": ask.Sum("x", -1e300, 1e300),
    "h": ask.Histogram("x", [0.0, 1e300]),
    "m": ask.Mean("x", 0, 1),
    "q": ask.Quantiles("x", [0, 0.5, 1], -1, 1),
    "c": ask.Counts("x", [0, 1]),
    "b": ask.Bounds("x", 1),
}
NO_ROWS = pyarrow.float64(), pyarrow.int64(), pyarrow.uint64(), pyarrow.float16(), pyarrow.null()


@pytest.mark.parametrize("dtype", NO_ROWS, ids=str)
def test_no_number_makes_it_fail(dtype):
    odd = {
        "int64": [2**63 - 1, -(2**63), 0, None],
        "uint64": [2**64 - 1, 0, None],
        "null": [None, None],
        "halffloat": [numpy.float16(value) for value in (0, 65504, numpy.inf, numpy.nan)],
    }.get(str(dtype), ODD)
    rows = [[], *([one] for one in odd), odd, odd * 2000]
    for each in zip(*(shapes(column, dtype) for column in rows)):
        found = [outcome(df, WIDE, "k", [0, 1, None]) for df in each]
        assert found == [[((0,), 7), ((1,), 7), ((None,), 7)]] * len(rows), found


OTHERS = (
    (pyarrow.decimal128(38, 0), [10**37, -(10**37), None]),
    (pyarrow.decimal256(76, 10), [10**60, None]),
    (pyarrow.string(), ["", "a", None, "\0", "é" * 1000]),
    (pyarrow.binary(), [b"", b"\xff", None]),
    (pyarrow.date32(), [DAY, None, datetime.date(1, 1, 1)]),
    (pyarrow.timestamp("ns"), [datetime.datetime(2020, 1, 1), None]),
    (pyarrow.timestamp("s", "UTC"), [datetime.datetime(2020, 1, 1), None]),
    (pyarrow.duration("s"), [datetime.timedelta(1), None]),
    (pyarrow.list_(pyarrow.int64()), [[1], [], None]),
    (pyarrow.struct([("a", pyarrow.int64())]), [{"a": 1}, None]),
    (pyarrow.bool_(), [True, False, None]),
)


@pytest.mark.parametrize("dtype, odd", OTHERS, ids=lambda one: str(one)[:20])
def test_refusals_follow_from_types(dtype, odd):
    """Each question and key is refused or answered for all rows alike."""
    if dtype == pyarrow.decimal128(38, 0) or dtype == pyarrow.decimal256(76, 10):
        odd = [one and Decimal(one) for one in odd]
    rows = [[], *([one] for one in odd), odd]
    for asked in ({"s": ask.Sum("x", 0, 1)}, {"t": ask.Mode("x", ["a"])}, {"n": ask.Count("x")}):
        for by, keys in (((), None), ("k", [1]), ("k", ["a"]), ("k", [None]), ("k", [DAY])):
            for each in zip(*(tried(column, dtype) for column in rows)):
                found = [outcome(df, asked, by, keys) for df in each]
                assert all(one == found[0] for one in found), found


def tried(column, dtype):
    try:
        yield from shapes(column, dtype)
    except BaseException as error:  # Polars has no decimals of 256 bits
        if str(dtype).startswith("decimal256"):
            return
        raise error


def test_object_columns_are_refused_or_answered_whatever_they_hold():
    columns = [[], [1], ["1"], [None], [Decimal("sNaN")], [[1], {}], [object(), 1j], [2**100]]
    seen = set()
    for asked in (
        {"s": ask.Sum("x", 0, 1)},
        {"t": ask.Mode("x", ["a"])},
        {"i": ask.Counts("x", [1])},
        {"n": ask.Count("x")},
    ):
        found = [
            outcome(pandas.DataFrame({"x": pandas.Series(column, dtype=object)}), asked, "x", [1])
            for column in columns
        ]
        assert all(one == found[0] for one in found), found
        seen.add(type(found[0]))
    assert seen == {tuple, list}  # numbers are refused, and all else is answered


def test_a_message_has_no_private_value():
    frame = pandas.DataFrame({"x": pandas.Series(["secret"], dtype=object)})
    with pytest.raises(TypeError) as error:
        release(frame, {"s": ask.Sum("x", 0, 1)})
    assert "secret" not in str(error.value)


# What is imported.


def test_nothing_is_imported_before_it_is_asked_for(program):
    code = """
import sys
import indp
names = ("numpy", "pandas", "polars", "pyarrow", "altair", "matplotlib")
assert not any(name in sys.modules for name in names)
import polars
frame = polars.DataFrame({"x": [1.0], "k": ["a"]})
asked = {"s": indp.ask.Sum("x", 0, 1)}
answers = indp.release(frame, asked, 1.0, "k", ["a"], rows_per_person=1)
repr(answers), answers._repr_html_(), answers.to_polars()
assert not any(name in sys.modules for name in ("pandas", "pyarrow", "altair", "matplotlib"))
"""
    done = program(code)
    assert done.returncode == 0, done.stderr


def test_without_numpy(program):
    code = """
import sys
sys.modules["numpy"] = None
import indp, polars
budget = indp.Budget(1)
frame = polars.DataFrame({"x": [1.0]})
try:
    indp.release(frame, {"n": indp.ask.Count()}, 1.0, rows_per_person=1, budget=budget)
except ImportError as error:
    assert "NumPy" in str(error) and budget.spent == 0
    sys.exit(7)
"""
    assert program(code).returncode == 7
