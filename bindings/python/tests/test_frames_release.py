"""Tests answers about whole tables against states that plain Python filled.

The seed makes the noise of both equal, so the answers are equal to the bit if the states are."""

import csv
import datetime
import decimal
import random

import indp
import pytest
import tables
from indp import ask
from indp._release.tables import table_of

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
numpy = pytest.importorskip("numpy")

SEED = tables.SEED
BIG = 2**53
DAY = datetime.date(2020, 2, 29)

# Each question with the state that answers it, for rows of numbers.
NUMBERS = {
    "count": (ask.Count("x"), lambda n: indp.Count(n)),
    "sum": (ask.Sum("x", -5, 50), lambda n: indp.Sum(-5, 50, n)),
    "mean": (ask.Mean("x", -5, 50, 0.25), lambda n: indp.Mean(-5, 50, n, 0.25)),
    "variance": (ask.Variance("x", -5, 50), lambda n: indp.Variance(-5, 50, n)),
    "stddev": (ask.StdDev("x", -5, 50), lambda n: indp.StdDev(-5, 50, n)),
    "quantile": (ask.Quantile("x", 0.9, -5, 50), lambda n: indp.Quantile(0.9, -5, 50, n)),
    "median": (ask.Median("x", -5, 50, 200), lambda n: indp.Quantile.median(-5, 50, n, 200)),
    "min": (ask.Min("x", -5, 50), lambda n: indp.Quantile.min(-5, 50, n)),
    "max": (ask.Max("x", -5, 50), lambda n: indp.Quantile.max(-5, 50, n)),
    "histogram": (ask.Histogram("x", [0, 10, 20]), lambda n: indp.Histogram([0, 10, 20], n)),
    "bounds": (ask.Bounds("x", 5), lambda n: indp.Bounds(n, 5)),
    "among": (ask.Bounds("x", 0, [1, 9, 50]), lambda n: indp.Bounds(n, edges=[1, 9, 50])),
}


def expected(state, values, epsilon=1.0):
    """What a state releases after these rows, one after the other."""
    for value in values:
        state.add([value] if isinstance(state, indp.Count) else value)
    return state.release(epsilon, SEED)


def ask_all(df, asked, by=(), keys=None, rows_per_person=2, **given):
    options = given.pop("options", SEED)
    each = dict.fromkeys(asked, 1.0)
    return indp.release(
        df, asked, each, by, keys, rows_per_person=rows_per_person, options=options, **given
    )


def check_numbers(columns, by, keys, skip_nan=("pandas",)):
    """Compares all tables with plain Python. In pandas NaN is null."""
    groups = tables.rows_of(columns, by, keys)
    asked = {name: question for name, (question, _) in NUMBERS.items()}
    seen = 0
    for kind, table in tables.made(columns):
        answers = ask_all(table, asked, by, keys)
        assert len(answers) == len(groups)
        for row, rows in zip(answers, groups):
            values = [one["x"] for one in rows]
            if kind.startswith(skip_nan):
                values = [value for value in values if not tables.is_nan(value)]
            for name, (_, start) in NUMBERS.items():
                assert row[name] == expected(start(2), values), (kind, name, row)
        seen += 1
    assert seen >= 11


def test_all_aggregates_over_all_tables_without_keys():
    values = [1.5, None, -100.0, 3.25, 49.0, 1e300, float("inf"), float("nan"), 7.0, 7.0]
    check_numbers({"x": values}, (), None)
    check_numbers({"x": [3, None, -2, 70, 2**60, 5]}, (), None)
    check_numbers({"x": [True, False, True]}, (), None)
    check_numbers({"x": []}, (), None)
    check_numbers({"x": [None, None, None]}, (), None)
    money = [decimal.Decimal(text) for text in ("1.5", "0.1", "-3.25", "123456789.000001")]
    check_numbers({"x": [*money, None]}, (), None)


KEYS = {
    "int": ([2, 1, None, 2, 3, -(2**62), 0], [1, 2, 2**40, -(2**62), 0, None]),
    "text": (["b", "a", None, "é", "b", "zz", ""], ["a", "é", "", "none", None, "b", "\ud800"]),
    "bool": ([True, False, None, True, True, False, True], [False, None, True]),
    "date": (
        [DAY, None, DAY, datetime.date(1, 1, 1), datetime.date(1969, 12, 31), DAY, None],
        [datetime.date(1, 1, 1), DAY, datetime.date(1969, 12, 31), None, datetime.date(9999, 1, 1)],
    ),
    "bytes": ([b"\xff", b"", None, b"a", b"a", b"\xff", b"zz"], [b"a", b"\xff", b"", None]),
}
VALUES = [1.0, 2.5, None, 40.0, -3.0, 7.0, 8.0]


@pytest.mark.parametrize("kind", KEYS)
def test_keys_of_every_type(kind):
    column, keys = KEYS[kind]
    check_numbers({"k": column, "x": VALUES}, "k", keys)
    for rows in (len(column), 0):
        for name, table in tables.made({"k": column, "x": VALUES}, rows):
            answers = ask_all(table, {"n": ask.Count()}, "k", iter(keys))
            assert [row["k"] for row in answers] == keys, name
            assert [type(row["k"]) for row in answers] == list(map(type, keys))
            count = expected(indp.Count(2), [])
            assert rows or {row["n"] for row in answers} == {count}


def test_several_key_columns():
    columns = {name: KEYS[name][0] for name in ("int", "text", "bool")}
    columns["x"] = VALUES
    by = ["text", "int", "bool"]
    keys = [("b", 2, True), ("a", 1, False), (None, None, None), ("b", 1, True), ("a", 2, False)]
    check_numbers(columns, by, keys)
    random.seed(5)
    rows = range(500)
    columns = {
        "a": [random.choice([1, 2, 3, None]) for _ in rows],
        "b": [random.choice(["x", "y", "z"]) for _ in rows],
        "x": [random.uniform(-10, 60) for _ in rows],
    }
    keys = [(a, b) for b in ("z", "none", "x") for a in (3, None, 1, 7)]
    check_numbers(columns, ("a", "b"), keys)


def choices(df, column, candidates, by=(), keys=None):
    asked = {"mode": ask.Mode(column, candidates), "counts": ask.Counts(column, candidates)}
    return ask_all(df, asked, by, keys)


@pytest.mark.parametrize("kind", ["int", "text", "bytes", "bool"])
def test_candidates_of_every_type(kind):
    column, keys = KEYS[kind]
    candidates = [0, 1, 5] if kind == "bool" else [key for key in keys if key is not None]
    columns = {"c": column, "k": ["u", "v", "u", "u", None, "v", "u"]}
    for name, table in tables.made(columns):
        answers = choices(table, "c", candidates, "k", ["u", "w", "v"])
        for row, rows in zip(answers, tables.rows_of(columns, "k", ["u", "w", "v"])):
            states = [indp.Mode(candidates, 2) for _ in range(2)]
            for state in states:
                state.add([one["c"] for one in rows])
            assert row["mode"] == states[0].release(1.0, SEED), name
            assert row["counts"] == states[1].release_counts(1.0, SEED), name


def test_texts_are_compared_by_their_bytes():
    table = pyarrow.table({"t": ["é", "a"], "b": ["é".encode(), b"\xff"]})
    for column, candidates in (("t", ["é"]), ("t", ["é".encode()]), ("b", ["é"])):
        for made in (table, polars.from_arrow(table), table.to_pandas()):
            exact = indp.release(
                made, {"c": ask.Counts(column, candidates)}, 1e3, rows_per_person=1
            )
            assert list(exact[0]["c"].values()) == [1], (column, candidates)
    made = indp.release(table, {"c": ask.Counts("b", [b"\xff"])}, 1e3, rows_per_person=1)
    assert made[0]["c"] == {b"\xff": 1}


def test_randhie_against_plain_python(root):
    """With a large epsilon, whose noise exceeds 1/2 with probability below 1e-100, counts are the
    exact ones, and sums differ by less than the grid of the noise."""
    with open(root / "examples-c/data/randhie.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    asked = {
        "n": ask.Count(),
        "educated": ask.Count("educdec"),
        "visits": ask.Sum("mdvis", 0, 50),
        "ages": ask.Histogram("xage", [18, 40]),
        "plans": ask.Counts("plan", [1, 2, 3]),
        "plan": ask.Mode("plan", [1, 2, 3, 4]),
    }
    frame = pandas.read_csv(root / "examples-c/data/randhie.csv")
    keys = [6, 1, 99, 2]
    for made in (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame)):
        answers = indp.release(
            made, asked, dict.fromkeys(asked, 1e5), "site", keys, rows_per_person=1
        )
        for answer, site in zip(answers, keys):
            mine = [row for row in rows if row["site"] == str(site)]
            ages = [float(row["xage"]) for row in mine]
            below, adult = sum(age < 18 for age in ages), sum(18 <= age < 40 for age in ages)
            plans = {plan: sum(row["plan"] == str(plan) for row in mine) for plan in (1, 2, 3, 4)}
            assert answer["site"] == site and answer["n"] == len(mine)
            assert answer["educated"] == sum(row["educdec"] != "" for row in mine)
            total = sum(min(50.0, float(row["mdvis"])) for row in mine)
            assert abs(answer["visits"] - total) < 0.01
            assert answer["ages"] == [below, adult, len(mine) - below - adult, 0]
            assert answer["plans"] == {plan: plans[plan] for plan in (1, 2, 3)}
            assert plans[answer["plan"]] == max(plans.values())


def test_integers_beyond_2_to_53_are_exact():
    """A bound between two integers that are one double tells whether they were rounded."""
    values = [BIG + 1, BIG + 3, -BIG - 1, 5, 2**63 - 1, -(2**63)]
    asked = {
        "h": ask.Histogram("x", [-BIG - 1.0, BIG + 2.0]),
        "s": ask.Sum("x", -float(2**62), float(2**62), 1.0),
    }
    cells, total = indp.Histogram([-BIG - 1.0, BIG + 2.0], 2), indp.Sum(-(2**62), 2**62, 2, 1.0)
    for value in values:
        cells.add(value)
        total.add(value)
    wanted = cells.release(1.0, SEED), total.release(1.0, SEED)
    rounded = indp.Histogram([-BIG - 1.0, BIG + 2.0], 2)
    rounded.add(numpy.array(values, dtype=float))
    assert rounded.release(1.0, SEED) != wanted[0]
    for kind, table in tables.made({"x": values}):
        answer = ask_all(table, asked)[0]
        assert (answer["h"], answer["s"]) == wanted, kind
    nullable = pandas.DataFrame({"x": pandas.array([*values, None], "Int64")})
    answer = ask_all(nullable, asked)[0]
    assert (answer["h"], answer["s"]) == wanted


def test_bounds_of_groups():
    """The seed of NUMBERS gives none of these few rows bounds, but this epsilon does."""
    columns = {"k": [1, 2, 1, 2, None], "x": [7.5, -100.0, -1.0, None, 3.0]}
    asked = {"b": ask.Bounds("x"), "c": ask.Bounds("x", -1, [-7, 0, 20])}
    wanted = [((-1.0, 8.0), (-1.0, 20.0)), ((-112.0, 0.0), (-7.0, -1.0)), (None, None)]
    for kind, table in tables.made(columns):
        each = dict.fromkeys(asked, 1e3)
        answers = indp.release(table, asked, each, "k", [1, 2, 3], rows_per_person=1)
        assert [(row["b"], row["c"]) for row in answers] == wanted, kind


def test_bounds_of_integers_are_exact():
    edge = BIG * 5 // 4  # a candidate
    assert float(edge + 1) == float(edge - 1) == edge
    asked = {"b": ask.Bounds("x"), "c": ask.Bounds("x", 0, [-2 * edge, -edge])}
    for kind, table in tables.made({"x": [-edge - 1]}):
        answer = indp.release(table, asked, dict.fromkeys(asked, 1e3), rows_per_person=1)[0]
        assert answer["b"] == (-1.5 * BIG, 0.0) and answer["c"] == (-2.0 * edge, 0.0), kind
    centred = {"b": ask.Bounds("x", edge, [0])}
    for kind, table in tables.made({"x": [edge - 1]}):
        answer = indp.release(table, centred, 1e3, rows_per_person=1)[0]
        assert answer["b"] == (0.0, edge), kind
    # If no edge is beyond 2**53, rounding moves no integer across one.
    assert not ask.Bounds("x", 0, [-BIG, BIG])._wide() and ask.Bounds("x", 1.5 * BIG, [0])._wide()


def test_unsigned_integers_beyond_int64():
    values = [2**64 - 1, BIG + 1, 3]
    asked = {"h": ask.Histogram("x", [float(BIG + 2), 2.0**63, 1.8e19])}
    column = pyarrow.array(values, pyarrow.uint64())
    series = pandas.Series(values, dtype="uint64")
    frames = (
        pyarrow.table({"x": column}),
        polars.DataFrame({"x": polars.Series(values, dtype=polars.UInt64)}),
        pandas.DataFrame({"x": series}),
        pandas.DataFrame({"x": series.astype("UInt64")}),
    )
    for made in frames:
        answer = indp.release(made, asked, 1e3, rows_per_person=1)
        assert answer[0]["h"] == [2, 0, 0, 1, 0], type(made)
        counts = {"n": ask.Count()}
        keyed = indp.release(made, counts, 1e3, "x", [2**64 - 1, -1, 2**70], rows_per_person=1)
        assert [row["n"] for row in keyed] == [1, 0, 0]


def test_small_types_and_keys_beyond_them():
    column = numpy.array([1, 127, -128], dtype="int8")
    for made in (
        pandas.DataFrame({"k": column}),
        polars.DataFrame({"k": column}),
        pyarrow.table({"k": column}),
    ):
        keys = [127, 383, -129, 1, 2**63, -(2**63) - 1]
        answers = indp.release(made, {"n": ask.Count()}, 1e3, "k", keys, rows_per_person=1)
        assert [row["n"] for row in answers] == [1, 0, 0, 1, 0, 0]


def test_integers_beside_a_missing_value_are_floats_in_pandas():
    frame = pandas.DataFrame({"k": [1, None, 2, 2.5, 1], "x": range(5)})
    assert frame["k"].dtype == float
    answers = indp.release(frame, {"n": ask.Count()}, 1e3, "k", [1, None, 3, 2], rows_per_person=1)
    assert [row["n"] for row in answers] == [2, 1, 0, 1]
    counts = indp.release(frame, {"n": ask.Counts("k", [1, 2])}, 1e3, rows_per_person=1)
    assert counts[0]["n"] == {1: 2, 2: 1}
    wide = pandas.DataFrame({"k": [float(2**53), float("inf"), float("nan")]})
    keys = [2**53 + 1, 2**53, 10**400]
    answers = indp.release(wide, {"n": ask.Count()}, 1e3, "k", keys, rows_per_person=1)
    assert [row["n"] for row in answers] == [0, 1, 0]


def test_columns_of_objects():
    """The types of items are private there, so none makes it fail, and 1, True and "1" differ."""

    class Odd:
        __hash__ = None

        def __eq__(self, other):
            raise AssertionError

    items = [1, True, "1", b"1", DAY, None, float("nan"), 1.0, [1], Odd(), pandas.NaT, 2.5]
    items += [datetime.datetime(2020, 2, 29), numpy.int64(1), numpy.bool_(True), 2**70]
    frame = pandas.DataFrame({"k": pandas.Series(items, dtype=object)})
    keys = ["1", 1, True, None, b"1", DAY, False, 2**70]
    answers = indp.release(frame, {"n": ask.Count()}, 1e3, "k", keys, rows_per_person=1)
    assert [row["n"] for row in answers] == [1, 3, 2, 3, 1, 1, 0, 1]
    asked = {"t": ask.Counts("k", ["1"]), "i": ask.Counts("k", [1]), "n": ask.Count("k")}
    answer = indp.release(frame, asked, dict.fromkeys(asked, 1e3), rows_per_person=1)[0]
    assert (answer["t"], answer["i"], answer["n"]) == ({"1": 2}, {1: 5}, len(items) - 3)
    other = polars.DataFrame({"k": polars.Series(items, dtype=polars.Object)})
    answers = indp.release(other, {"n": ask.Count()}, 1e3, "k", keys, rows_per_person=1)
    assert [row["n"] for row in answers][:3] == [1, 3, 2]


def test_categoricals():
    kinds = [
        (["a", None, "b", "a"], ["b", "a", "c"], [1, 2, 0]),
        ([1, None, 2, 1], [2, 1, 3], [1, 2, 0]),
        ([True, None, False, True], [False, True], [1, 2]),
    ]
    for items, keys, rows in kinds:
        frame = pandas.DataFrame({"k": pandas.Categorical(items)})
        answers = indp.release(
            frame, {"n": ask.Count()}, 1e3, "k", [*keys, None], rows_per_person=1
        )
        assert [row["n"] for row in answers] == [*rows, 1]
    empty = pandas.DataFrame({"k": pandas.Categorical([None, None], ["b"])})
    answers = indp.release(empty, {"n": ask.Count("k")}, 1e3, "k", ["a", None], rows_per_person=1)
    assert [row["n"] for row in answers] == [0, 0]
    enum = polars.DataFrame({"k": polars.Series(["a", None, "b"], dtype=polars.Enum(["b", "a"]))})
    answers = indp.release(enum, {"n": ask.Count()}, 1e3, "k", ["a", "c", None], rows_per_person=1)
    assert [row["n"] for row in answers] == [1, 0, 1]
    # A null among the values of a dictionary is a null.
    column = pyarrow.DictionaryArray.from_arrays([0, 1, None], pyarrow.array(["a", None]))
    answers = indp.release(
        pyarrow.table({"k": column}), {"n": ask.Count("k")}, 1e3, "k", ["a"], rows_per_person=1
    )
    assert answers[0]["n"] == 1


def test_texts_that_are_not_valid_unicode():
    data = pyarrow.array([b"\xff\xfe", b"a"]).cast(pyarrow.binary())
    wrong = pyarrow.Array.from_buffers(pyarrow.string(), 2, data.buffers())
    table = pyarrow.table({"k": wrong})
    for made in (table, table.to_pandas(types_mapper=pandas.ArrowDtype)):
        answers = indp.release(made, {"n": ask.Count("k")}, 1e3, "k", ["a"], rows_per_person=1)
        assert answers[0]["n"] == 1


def test_a_count_takes_any_column():
    table = pyarrow.table({"x": pyarrow.array([[1], None, []]), "y": [1, 2, 3]})
    for made in (table, polars.from_arrow(table), table.to_pandas()):
        asked = {"x": ask.Count("x"), "all": ask.Count()}
        answer = indp.release(made, asked, {"x": 1e3, "all": 1e3}, rows_per_person=1)[0]
        assert tuple(answer) == (2, 3)
    stamps = pandas.DataFrame({"x": pandas.to_datetime(["2020-01-01", None])})
    answer = indp.release(stamps, {"n": ask.Count("x")}, 1e3, rows_per_person=1)
    assert answer[0]["n"] == 1
    nan = pandas.DataFrame({"x": pandas.array([1.0, None, 2.0], "Float64")})
    nan["x"] = nan["x"] / nan["x"].where(nan["x"] != 1.0, 0.0) * 0.0
    answer = indp.release(nan, {"n": ask.Count("x")}, 1e3, rows_per_person=1)
    assert answer[0]["n"] == 1 or answer[0]["n"] == 2


def test_duplicate_columns_of_pandas():
    frame = pandas.DataFrame([[1, 2, 3]], columns=["x", "x", "y"])
    answer = indp.release(frame, {"n": ask.Sum("y", 0, 9)}, 1e3, rows_per_person=1)
    assert round(answer[0]["n"]) == 3
    with pytest.raises(ValueError, match="column of the aggregate 'n': the table has 2 columns"):
        indp.release(frame, {"n": ask.Sum("x", 0, 9)}, 1, rows_per_person=1)
    with pytest.raises(ValueError, match="by: the table has 2 columns with the name 'x'"):
        indp.release(frame, {"n": ask.Count()}, 1, "x", [1], rows_per_person=1)
    twice = pyarrow.table([pyarrow.array([1])] * 2, names=["x", "x"])
    with pytest.raises(ValueError, match="2 columns with the name 'x'"):
        indp.release(twice, {"n": ask.Count("x")}, 1, rows_per_person=1)
    levels = pandas.DataFrame([[1, 2]], columns=[["x", "x"], ["a", "b"]])
    with pytest.raises(ValueError, match="has no column 'x'"):
        indp.release(levels, {"n": ask.Count("x")}, 1, rows_per_person=1)


def test_decimals_become_the_nearest_doubles():
    """Arrow's own cast misses the nearest double of these."""
    items = [decimal.Decimal("-3241.74"), decimal.Decimal("9444.80"), None]
    column = pyarrow.chunked_array([pyarrow.array(items, pyarrow.decimal128(38, 2))])
    assert column.cast(pyarrow.float64()).to_pylist() != [-3241.74, 9444.8, None]
    for table in (pyarrow.table({"x": column}), polars.DataFrame({"x": polars.Series(items)})):
        assert table_of(table).column("x").doubles().tolist()[:2] == [-3241.74, 9444.8]


def test_views_and_fixed_widths_of_arrow():
    kinds = [pyarrow.binary(1), pyarrow.binary()]
    kinds += [getattr(pyarrow, name)() for name in ("binary_view",) if hasattr(pyarrow, name)]
    for kind in kinds:
        table = pyarrow.table({"k": pyarrow.array([b"a", b"b", None, b"a"], kind)})
        answers = indp.release(
            table, {"n": ask.Count()}, 1e3, "k", [b"a", b"aa", None], rows_per_person=1
        )
        assert [row["n"] for row in answers] == [2, 0, 1], kind
    if hasattr(pyarrow, "string_view"):
        table = pyarrow.table({"k": pyarrow.array(["a", "é", None], pyarrow.string_view())})
        answers = indp.release(table, {"n": ask.Count()}, 1e3, "k", ["é", "a"], rows_per_person=1)
        assert [row["n"] for row in answers] == [1, 1]


def test_a_group_of_many():
    """More groups than fit into 16 bits."""
    number = 2**16 + 3
    frame = polars.DataFrame({"k": range(number), "x": [1.0] * number})
    keys = list(range(number))[::-1]
    answers = indp.release(frame, {"s": ask.Sum("x", 0, 1)}, 1e4, "k", keys, rows_per_person=1)
    assert {round(row["s"]) for row in answers} == {1} and len(answers) == number
