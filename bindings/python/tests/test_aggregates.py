"""Tests the answers of each aggregate, which must be close to the exact ones, merging, and stored
bytes."""

import math

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


def test_sum_mean_variance_and_deviation():
    rows = [1.0, 2.0, 3.0, 50.0] * 1000  # 50 counts as 10
    exact = [1.0, 2.0, 3.0, 10.0]
    mean = sum(exact) / 4
    variance = sum((x - mean) ** 2 for x in exact) / 4
    for kind, expected in [
        (indp.Sum, 16000.0),
        (indp.Mean, mean),
        (indp.Variance, variance),
        (indp.StdDev, math.sqrt(variance)),
    ]:
        state = kind(0, 10)
        state.add(rows)
        assert state.release(MUCH) == pytest.approx(expected, rel=1e-3)


def test_parts_add_up_to_the_answer():
    state = indp.Mean(0, 10)
    state.add([4.0] * 5000)
    parts = state.release_parts(1.0)
    high, low = parts.sums
    assert parts.value == pytest.approx(10 * low / (high + low))
    assert parts.count == pytest.approx((high + low) / 10)
    assert parts.scale == 10.0
    variance = indp.Variance(0, 10)
    variance.add([4.0] * 5000)
    assert len(variance.release_parts(1.0).sums) == 3


def test_quantiles():
    ages = list(range(100)) * 20
    for made, expected in [
        (indp.Quantile.median(0, 120), 50),
        (indp.Quantile.min(0, 120), 0),
        (indp.Quantile.max(0, 120), 99),
        (indp.Quantile(0.25, 0, 120), 25),
        (indp.Quantile(0.25, 0, 120, candidates=13), 32),  # multiples of 16
    ]:
        made.add(ages)
        assert abs(made.release(100) - expected) <= 16


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


@pytest.mark.parametrize("name", MAKERS)
def test_merging_equals_adding(name):
    once = MAKERS[name]()
    twice = MAKERS[name]()
    twice += once
    again = MAKERS[name]().merge(MAKERS[name]())
    itself = MAKERS[name]()
    itself.merge(itself)
    assert twice.serialise() == again.serialise() == itself.serialise()
    assert twice.exact_rows() == 2 * once.exact_rows()
    assert twice.rows_per_person == 2


def test_there_is_no_plus():
    with pytest.raises(TypeError):
        indp.Sum(0, 1) + indp.Sum(0, 1)
    with pytest.raises(TypeError):
        state = indp.Sum(0, 1)
        state += 1.0


def test_states_of_other_parameters_are_not_merged():
    for other in (indp.Sum(0, 2), indp.Sum(0, 1, 2), indp.Mean(0, 1), indp.Mode(["a"])):
        with pytest.raises(indp.ParameterError) as error:
            indp.Sum(0, 1).merge(other)
        assert error.value.parameter == "other"


def test_errors_are_known_before_spending():
    count, total = indp.Count(3), indp.Sum(-2, 10, 3)
    assert count.accuracy(0.5, 0.05) == 18.0  # lambda = 6 rows; 6 ln 20 = 17.97
    assert total.sensitivity == 30.0
    assert total.accuracy(0.5, 0.05) == pytest.approx(60 * math.log(20), rel=0.01)
    total.add([1.0])  # fails if the state was released
    total.can_release(0.5)
    with pytest.raises(indp.ParameterError):
        total.can_release(-1)


def test_bytes_have_the_documented_layout():
    state = indp.Sum(0, 1000, 5)
    state.add([1.0, 2.0])
    data = state.serialise()
    assert data[:8] == b"indp\x01\x02\0\0" and len(data) == 80
    assert int.from_bytes(data[8:16], "little") == 5
    assert int.from_bytes(data[16:24], "little") == 2


def test_deserialise_reads_only_its_class():
    data = indp.Sum(0, 1).serialise()
    assert isinstance(indp.deserialise(data), indp.Sum)
    assert isinstance(indp.State.deserialise(bytearray(data)), indp.Sum)
    for wrong in (data[:-1], data + b"x", b"", b"indp", bytes(80), data[:20] + b"\xff" * 60):
        with pytest.raises(indp.ParameterError) as error:
            indp.Sum.deserialise(wrong)
        assert error.value.parameter == "data"
    with pytest.raises(indp.ParameterError):
        indp.Mean.deserialise(data)
    with pytest.raises(TypeError):
        indp.deserialise(80)


def test_a_state_shows_nothing_private():
    state = MAKERS["sum"]()
    assert repr(state) == "<indp.Sum, rows_per_person=2>"
    with pytest.raises(TypeError):
        indp.State()
