"""Tests the answers of each aggregate, which must be close to the exact ones, merging, and stored
bytes."""

import indp
import pytest
from kinds import MAKERS

MUCH = 1e6  # at this epsilon the noise is negligible


def test_count():
    count = indp.Count(rows_per_person=5)
    count.add_rows(10)
    count.add_rows()
    count.add(["x", None, "y"])
    answer = count.release(MUCH)
    assert answer == 13 and type(answer) is int


def test_quantiles_with_names():
    for made, q in (
        (indp.Quantile.median(0, 9, 2), 0.5),
        (indp.Quantile.min(0, 9, 2), 0),
        (indp.Quantile.max(0, 9, 2), 1),
    ):
        assert made.serialise() == indp.Quantile(q, 0, 9, 2).serialise()


def test_a_quantile_grows_with_its_rows():
    one, many = indp.Quantile.median(0, 1000), indp.Quantile.median(0, 1000)
    for i in range(3000):
        one.add(float(i % 1001))
    many.add([float(i % 1001) for i in range(3000)])
    assert one.serialise() == many.serialise()
    half = indp.Quantile.median(0, 1000)
    half.merge(one, many)
    assert half.exact_rows() == 6000


@pytest.mark.parametrize("candidates", [["a", "b", "c"], [b"a", b"b"], [3, -1, 2**63 - 1, "x"]])
def test_modes_return_what_they_were_given(candidates):
    for winner in candidates:
        mode = indp.Mode(candidates)
        mode.add([winner] * 1000)
        answer = mode.release(10)
        assert answer == winner and type(answer) is type(winner)


def test_a_mode_counts_batches_and_single_rows_alike():
    rows = ["a"] * 77 + ["b"] * 1025 + [5] * 3 + ["none", None, 2**70, 5.0, 5.5, float("nan")]
    batch, single = indp.Mode(["a", "b", 5]), indp.Mode(["a", "b", 5])
    batch.add(rows)
    for row in rows:
        single.add(row)
    assert batch.serialise() == single.serialise()
    assert batch.exact_rows() == 77 + 1025 + 4
    assert batch.candidates == [5, "a", "b"]


def test_a_text_of_a_mode_may_be_any_str():
    strange = ["\ud800", "", "é", "a\0b"]
    mode = indp.Mode(strange)
    mode.add(strange)
    assert sorted(mode.candidates) == sorted(strange)
    assert mode.exact_rows() == 4
    assert indp.Mode.deserialise(indp.Mode([b"\xff"]).serialise()).candidates == [b"\xff"]


def test_there_is_no_plus():
    with pytest.raises(TypeError):
        indp.Sum(0, 1) + indp.Sum(0, 1)
    with pytest.raises(TypeError):
        state = indp.Sum(0, 1)
        state += 1.0


def test_deserialise_reads_only_its_class():
    data = indp.Sum(0, 1).serialise()
    assert isinstance(indp.deserialise(data), indp.Sum)
    assert isinstance(indp.State.deserialise(bytearray(data)), indp.Sum)
    with pytest.raises(indp.ParameterError):
        indp.Mean.deserialise(data)
    with pytest.raises(TypeError):
        indp.deserialise(80)


def test_a_state_shows_nothing_private():
    state = MAKERS["sum"]()
    assert repr(state) == "<indp.Sum, rows_per_person=2>"
    with pytest.raises(TypeError):
        indp.State()
