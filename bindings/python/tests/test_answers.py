"""Tests the table of answers: what it shows, stores and draws."""

import dataclasses
import datetime
import pickle
import sys
from decimal import Decimal

import indp
import pytest
from indp import ask

polars = pytest.importorskip("polars")
numpy = pytest.importorskip("numpy")

DAY = datetime.date(2020, 2, 29)
ASKED = {
    "people": ask.Count(),
    "spent": ask.Sum("x", 0, 10),
    "mean": ask.Mean("x", 0, 10),
    "middle": ask.Median("x", 0, 10),
    "some": ask.Quantiles("x", [0.25, 0.5], 0, 10),
    "top": ask.Mode("c", [1, 2]),
    "each": ask.Counts("c", [1, 2]),
    "cells": ask.Histogram("x", [2, 5]),
}
FRAME = polars.DataFrame({"x": [1.0, 4.0, 9.0], "c": [1, 2, 2], "k": ["a", "<b>", "a"]})


def table(by="k", keys=("<b>", "a", "none"), epsilon=1.0, asked=ASKED, **given):
    each = dict.fromkeys(asked, epsilon)
    return indp.release(FRAME, asked, each, by, keys, rows_per_person=2, **given)


def test_rows_columns_and_cost():
    answers = table()
    assert answers.columns == ("k", *ASKED) and answers.by == ("k",)
    assert [row["k"] for row in answers] == ["<b>", "a", "none"] and len(answers) == 3
    row = answers[1]
    assert row == answers.rows[1] and row[0] == "a" and row["people"] == row[1]
    assert row.asdict()["spent"] == row["spent"] and isinstance(row, tuple)
    with pytest.raises(KeyError):
        row["nothing"]
    assert isinstance(row["people"], int) and isinstance(row["spent"], float)
    assert list(row["each"]) == [1, 2] and len(row["cells"]) == 4 and len(row["some"]) == 2
    assert answers.epsilon == Decimal(8) and answers.rows_per_person == 2
    for name in ("rows", "epsilon", "columns"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answers, name, None)
    again = pickle.loads(pickle.dumps(answers))
    assert again == answers and again[1]["spent"] == row["spent"]
    plain = table((), None)
    assert plain.columns == tuple(ASKED) and len(plain) == 1


def test_errors_are_those_of_the_states():
    answers = table(epsilon=0.5, options=indp.Options(grid=4), asked={"n": ask.Count()})
    grid = indp.Options(grid=4)
    assert answers.errors[0]["n"] == indp.Count(2).accuracy(0.5, 0.05, grid)
    assert answers.errors[0]["n"] != indp.Count(2).accuracy(0.5, 0.05)
    answers = table(epsilon=0.5)
    count = indp.Count(2).accuracy(0.5)
    public = {
        "people": count,
        "spent": indp.Sum(0, 10, 2).accuracy(0.5),
        "each": count,
        "cells": indp.Histogram([2, 5], 2).accuracy(0.5),
    }
    assert len(answers.errors) == 3
    for row, key in zip(answers.errors, ("<b>", "a", "none")):
        assert row["k"] == key
        for name in ASKED:
            if name == "mean":
                assert 0 < row[name] <= 10
            else:
                assert row[name] == public.get(name)


def test_the_error_of_a_mean_comes_from_the_same_release():
    longer = set()
    for seed in map(lambda number: indp.Options(insecure_seed=number), range(20)):
        answers = table(asked={"m": ask.Mean("x", 0, 10)}, options=seed)
        state = indp.Mean(0, 10, 2)
        state.add([1.0, 9.0])
        parts = state.release_parts(1.0, seed)
        low, high = indp.Mean(0, 10, 2).interval(parts, 0.05)
        assert answers[1]["m"] == parts.value
        assert answers.errors[1]["m"] == max(parts.value - low, high - parts.value)
        longer.add(parts.value - low > high - parts.value)
    assert longer == {True, False}


def test_means_in_float_arithmetic_have_no_error():
    options = indp.Options(float_precision=128)
    asked = {"n": ask.Count(), "m": ask.Mean("x", 0, 10)}
    answers = table(asked=asked, options=options, epsilon=2.0**-4)
    assert list(answers.errors[0])[1:] == [None, None] and "±" not in repr(answers)
    assert 0 <= answers[0]["m"] <= 10


def test_options_of_each_aggregate():
    asked = {"a": ask.Count(), "b": ask.Count()}
    answers = table(asked=asked, options={"a": indp.Options(grid=2**20)})
    assert all(row["a"] % 2**20 == 0 for row in answers)
    assert not answers.insecure and "NOT PRIVATE" not in repr(answers)
    answers = table(asked=asked, options={"b": indp.Options(insecure_seed=1)})
    assert answers.insecure
    assert "NOT PRIVATE" in repr(answers) and "NOT PRIVATE" in answers._repr_html_()


def test_as_text():
    lines = repr(table(asked={"n": ask.Count(), "s": ask.Quantiles("x", [0, 1], 0, 9)})).split("\n")
    assert lines[0].split() == ["k", "n", "s"] and set(lines[1]) == {"-", " "}
    assert lines[2].startswith("<b>") and " ± 6" in lines[2] and ", " in lines[2]
    assert lines[-2] == "± holds for each answer by itself, with probability 0.95"
    loss = "privacy loss: at most 2 for each person, if nobody has more than 2 rows"
    assert lines[-1] == loss and len(lines) == 7
    control = polars.DataFrame({"k": ["a\n\x1b[31m"]})
    answers = indp.release(
        control, {"n\n": ask.Count()}, 1, "k", ["a\n\x1b[31m"], rows_per_person=1
    )
    assert "\x1b" not in repr(answers) and len(repr(answers).split("\n")) == 5


def test_html_is_escaped():
    asked = {"<script>": ask.Count(), "m": ask.Mode("k", ["<b>"]), "c": ask.Counts("k", ["<i>"])}
    found = table(asked=asked, keys=["<b>", "a&b"])._repr_html_()
    assert "<script>" not in found and "&lt;script&gt;" in found
    assert "<b>" not in found and "<i>" not in found and "a&amp;b" in found
    assert found.count("<tr>") == 3 and "privacy loss: at most 3 for" in found and "±" in found


def test_other_libraries_get_a_column_for_each_number():
    answers = table()
    columns = answers.to_dict()
    names = ["some: q=0.25", "some: q=0.5", "top", "each: 1", "each: 2", "cells: below 2"]
    names += ["cells: from 2 to below 5", "cells: from 5 on", "cells: NaN"]
    assert list(columns) == ["k", "people", "spent", "mean", "middle", *names]
    assert columns["cells: from 5 on"] == [row["cells"][2] for row in answers]
    assert columns["each: 2"] == [row["each"][2] for row in answers]
    wider = answers.to_dict(errors=True)
    bounds = [name for name in wider if name.endswith(" ±")]
    assert bounds == ["people ±", "spent ±", "mean ±", "each ±", "cells ±"]
    assert wider["mean ±"] == [row["mean"] for row in answers.errors]
    for library, read in (
        ("pandas", lambda made: made.to_dict("list")),
        ("polars", lambda made: made.to_dict(as_series=False)),
        ("pyarrow", lambda made: made.to_pydict()),
    ):
        pytest.importorskip(library)
        convert = {"pyarrow": "arrow"}.get(library, library)
        assert read(getattr(answers, f"to_{convert}")()) == columns
        assert read(getattr(answers, f"to_{convert}")(errors=True)) == wider


def test_bounds_have_two_parts_or_none():
    asked = {"b": ask.Bounds("x")}
    answers = table(keys=["a", "none"], asked=asked, epsilon=1e3)
    assert [tuple(row) for row in answers] == [("a", (0.0, 10.0)), ("none", None)]
    assert [row["b"] for row in answers.errors] == [None, None]
    assert answers.labels == {"b": ("lo", "hi")}
    columns = {"k": ["a", "none"], "b: lo": [0.0, None], "b: hi": [10.0, None]}
    assert answers.to_dict() == answers.to_dict(errors=True) == columns
    assert answers.to_polars().to_dict(as_series=False) == columns
    lines = repr(answers).split("\n")
    assert lines[2].split(maxsplit=1) == ["a", "0, 10"] and lines[3].split() == ["none", "None"]
    assert "0, 10</td>" in answers._repr_html_() and "±" not in repr(answers)
    none = table(keys=["none"], asked=asked, epsilon=1e3)
    for library in ("pandas", "pyarrow"):
        pytest.importorskip(library)
        convert = {"pyarrow": "arrow"}.get(library, library)
        assert len(getattr(none, f"to_{convert}")()) == 1
        assert len(getattr(answers, f"to_{convert}")()) == 2
    with pytest.raises(ValueError, match="must give different names"):
        table(asked={"b: lo": ask.Count(), **asked})
    with pytest.raises(ValueError, match="no numbers to draw"):
        none.plot()


@pytest.mark.parametrize(
    "keys", [[1, None], [True, False], [DAY, None], [b"\xff"], [], ["\u00e9", None]], ids=repr
)
def test_keys_in_other_libraries(keys):
    kinds = {int: polars.Int64, bool: polars.Boolean, datetime.date: polars.Date}
    kinds.update({bytes: polars.Binary, str: polars.String})
    kind = kinds[type(keys[0])] if keys else polars.Int64
    frame = polars.DataFrame({"k": polars.Series([], dtype=kind)})
    answers = indp.release(frame, {"n": ask.Count()}, 1, "k", keys, rows_per_person=1)
    assert answers.to_polars()["k"].to_list() == keys
    assert answers.to_arrow()["k"].to_pylist() == keys
    assert len(answers.to_pandas()) == len(keys)
    assert "privacy loss" in repr(answers) and "</table>" in answers._repr_html_()


def test_two_columns_of_one_name_are_refused_before_the_release():
    asked = {"c: 1": ask.Count(), "c": ask.Counts("c", [1])}
    with pytest.raises(ValueError, match="must give different names"):
        table(asked=asked)


def panels(chart):
    return chart.to_dict()["vconcat"]


def points_of(chart):
    """The points of a chart with one panel."""
    made = chart.to_dict()
    (panel,) = made["vconcat"]
    data = made.get("data") or panel["data"]
    return data["values"]


def test_altair():
    pytest.importorskip("altair")
    answers = table()
    drawn = panels(answers.plot())
    titles = [panel["layer"][0]["encoding"]["y"]["title"] for panel in drawn]
    assert titles == [name for name in ASKED if name != "top"]  # a mode is no number
    points = points_of(answers.plot("people"))
    assert [point["place"] for point in points] == ["<b>", "a", "none"]
    for point, row, error in zip(points, answers, answers.errors):
        assert point["answer"] == row["people"]
        assert point["high"] - point["answer"] == error["people"]
    cells = points_of(answers.plot("cells"))
    assert len(cells) == 12 and cells[0]["place"] == "below 2" and cells[0]["group"] == "<b>"
    assert panels(table((), None).plot("people"))
    ends = points_of(table(keys=["a", "none"], asked={"b": ask.Bounds("x")}, epsilon=1e3).plot())
    assert [(point["place"], point["answer"]) for point in ends] == [("lo", 0.0), ("hi", 10.0)]


def test_matplotlib(monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setitem(sys.modules, "altair", None)
    answers = table(keys=["$a$", "_{b"])
    figure = answers.plot()
    assert len(figure.axes) == len(ASKED) - 1
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == [r"\$a\$", "_{b"]
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert heights == [row["people"] for row in answers]
    figure.savefig(tmp_path / "answers.png")


def test_what_cannot_be_drawn_is_refused(monkeypatch):
    answers = table()
    for name in ("nothing", "k"):
        with pytest.raises(ValueError, match="name: there is no answer"):
            answers.plot(name)
    with pytest.raises(ValueError, match="no numbers to draw"):
        answers.plot("top")
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install indp\[plot\]"):
        answers.plot()
