"""Tests error bounds, the epsilon that attains a bound, and intervals around answers."""

import dataclasses
import math

import indp
import pytest
from kinds import MAKERS

numpy = pytest.importorskip("numpy")

ROWS = {"mean", "variance", "stddev"}


def rows_of(kind):
    return {"rows": 1000} if kind in ROWS else {}


@pytest.mark.parametrize("kind", MAKERS)
def test_the_epsilon_for_an_error_attains_it(kind):
    state = MAKERS[kind]()
    # With a smaller alpha, no finite error is known for a minimum or maximum of 11 candidates.
    wide = state.accuracy(epsilon=0.5, **rows_of(kind), alpha=0.15)
    assert 0 < wide < math.inf
    assert state.accuracy(epsilon=0.5, **rows_of(kind), alpha=0.3) <= wide
    least = state.epsilon_for_accuracy(r=wide, **rows_of(kind), alpha=0.15)
    assert 0 < least <= 0.5 and state.accuracy(epsilon=least, **rows_of(kind), alpha=0.15) <= wide
    state.can_release(1)  # the state is still live
    usual = state.accuracy(epsilon=0.5, **rows_of(kind))
    assert usual == state.accuracy(epsilon=0.5, **rows_of(kind), alpha=0.05)


def test_known_errors():
    assert indp.Count().accuracy(1) == 3  # ln 20 = 2.996
    mean = indp.Mean(0, 10)
    assert mean.accuracy(rows=1000, epsilon=1) == pytest.approx(0.0299, rel=0.02)
    errors = [mean.accuracy(rows=rows, epsilon=1) for rows in (10**6, 1000, 10)]
    assert errors[0] < errors[1] < errors[2] <= 10
    variance = indp.Variance(0, 10).accuracy(rows=2000, epsilon=1)
    assert variance == pytest.approx(100 * 2.996 / 2000, rel=0.1)
    assert indp.StdDev(0, 10).accuracy(rows=1, epsilon=1e-3) <= 5
    assert indp.Mode.accuracy_with(10, epsilon=1) == 4
    ten = indp.Mode(range(10), 3)
    assert ten.accuracy(0.7) == indp.Mode.accuracy_with(10, epsilon=0.7, rows_per_person=3)
    needed = indp.Mode.epsilon_for_accuracy_with(10, r=4, rows_per_person=3, alpha=0.01)
    assert needed == ten.epsilon_for_accuracy(r=4, alpha=0.01)
    assert indp.Mode.accuracy_with(10, epsilon=needed, rows_per_person=3, alpha=0.01) == 4
    assert indp.Quantile.max(0, 10).accuracy(1, 1e-6) == math.inf


def test_scalars_of_numpy_are_numbers():
    two = numpy.float32(2)
    thousand, half = numpy.int64(1000), numpy.float64(0.5)
    assert indp.Count().accuracy(two, half) == indp.Count().accuracy(2, 0.5)
    assert indp.Mean(0, 1).accuracy(rows=thousand, epsilon=two) == indp.Mean(0, 1).accuracy(
        rows=1000, epsilon=2
    )
    parts = filled(indp.Mean(0, 10)).release_parts(5)
    rounded = dataclasses.replace(parts, sums=numpy.array(parts.sums))
    assert indp.Mean(0, 10).interval(rounded, half) == indp.Mean(0, 10).interval(parts, 0.5)


def filled(state):
    state.add(numpy.linspace(0, 10, 1001))
    return state


def test_intervals_hold_the_exact_answers():
    # With alpha=1e-9, an interval misses the exact answer with probability at most 1e-9.
    count = indp.Count(2)
    count.add_rows(500)
    found = indp.Count(2).interval(count.release(0.5), 0.5, alpha=1e-9)
    assert type(found) is indp.Interval and found.low <= 500 <= found.high
    assert found.high - found.low <= 2 * indp.Count(2).accuracy(0.5, 1e-9)
    total = filled(indp.Sum(0, 10))
    answer = total.release(0.5)
    low, high = total.interval(answer, 0.5, alpha=1e-9)  # a released state still works
    assert low <= 5005 <= high and low < answer < high
    for made, exact in ((indp.Mean, 5.0), (indp.Variance, 8.35), (indp.StdDev, 8.35**0.5)):
        state = filled(made(0, 10))
        parts = state.release_parts(1)
        found = state.interval(parts, alpha=1e-9)
        assert found.low < exact < found.high and found.low <= parts.value <= found.high
        narrow = state.interval(parts)
        assert found.low < narrow.low < narrow.high < found.high


def test_ends_that_only_options_explain():
    coarse = indp.Options(grid=64)
    low, high = indp.Count().interval(640, 1, options=coarse)
    assert high - low > 60
    assert indp.Count().accuracy(1, options=coarse) > indp.Count().accuracy(1)
    floats = indp.Options(float_precision=118)
    assert indp.Sum(0, 1).accuracy(1, options=floats) > indp.Sum(0, 1).accuracy(1)


@pytest.mark.parametrize("kind", MAKERS)
def test_parameters_are_refused_by_name(kind):
    state, rows = MAKERS[kind](), rows_of(kind)
    for wrong in (0, -1, math.nan, math.inf):
        refused("epsilon", state.accuracy, epsilon=wrong, **rows)
        refused("r", state.epsilon_for_accuracy, r=wrong, **rows)
    for wrong in (0, 1, math.nan):
        refused("alpha", state.accuracy, epsilon=1, **rows, alpha=wrong)
        refused("alpha", state.epsilon_for_accuracy, r=1, **rows, alpha=wrong)
    for wrong in rows and (0, -1, 2**64):
        refused("rows", state.accuracy, epsilon=1, rows=wrong)
        refused("rows", state.epsilon_for_accuracy, r=1, rows=wrong)
    for wrong in ("1", None, 1j, [1.0]):
        with pytest.raises(TypeError):
            state.accuracy(epsilon=wrong, **rows)
        with pytest.raises(TypeError):
            state.accuracy(epsilon=1, **rows, alpha=wrong)


def test_numbers_that_a_port_might_swap_have_names():
    for call in (indp.Mean(0, 1).accuracy, indp.Mean(0, 1).epsilon_for_accuracy):
        with pytest.raises(TypeError):
            call(1000, 1, 0.05)
    for call in (indp.Count().epsilon_for_accuracy, indp.Snapping.epsilon_for_accuracy):
        with pytest.raises(TypeError):
            call(0.05, 10)
    for call in (indp.Mode.accuracy_with, indp.Mode.epsilon_for_accuracy_with):
        with pytest.raises(TypeError):
            call(4, 1, 0.5)


def test_refused_intervals_and_candidates():
    refused("answer", indp.Count().interval, math.inf, 1)
    refused("epsilon", indp.Sum(0, 1).interval, 1, 0)
    refused("alpha", indp.Sum(0, 1).interval, 1, 1, 2)
    mean, variance = indp.Mean(0, 10), indp.Variance(0, 10)
    parts = filled(mean).release_parts(1)
    refused("parts", variance.interval, parts)
    refused("alpha", mean.interval, parts, 0)
    for sums in ((), (1.0,), (1.0,) * 9, (1.0, math.inf)):
        refused("parts", mean.interval, dataclasses.replace(parts, sums=sums))
    refused("parts", mean.interval, dataclasses.replace(parts, scale=0.0))
    for wrong in (None, 1.0, (1.0, 2.0)):
        with pytest.raises(TypeError):
            mean.interval(wrong)
    for wrong in (0, -1, 2**20 + 1, 2**64):
        refused("candidates", indp.Mode.accuracy_with, wrong, epsilon=1)
        refused("candidates", indp.Mode.epsilon_for_accuracy_with, wrong, r=1)
    refused("rows_per_person", indp.Mode.accuracy_with, 2, epsilon=1, rows_per_person=0)
    extreme = indp.Options(selection="exponential")
    refused("selection", indp.Quantile.min(0, 1).accuracy, 1, options=extreme)


def refused(parameter, call, *arguments, **named):
    with pytest.raises(indp.ParameterError) as error:
        call(*arguments, **named)
    assert error.value.parameter == parameter
