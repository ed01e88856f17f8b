"""Tests error bounds, the epsilon that attains a bound, and intervals around answers."""

import dataclasses

import indp
import pytest
from kinds import MAKERS

numpy = pytest.importorskip("numpy")

ROWS = {"mean", "variance", "stddev"}
# The kinds that have an error.
ERRORS = [kind for kind in MAKERS if kind != "bounds"]


def rows_of(kind):
    return {"rows": 1000} if kind in ROWS else {}


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


@pytest.mark.parametrize("kind", ERRORS)
def test_defaults_and_types(kind):
    state, rows = MAKERS[kind](), rows_of(kind)
    usual = state.accuracy(epsilon=0.5, **rows)
    assert usual == state.accuracy(epsilon=0.5, **rows, alpha=0.05)
    least = state.epsilon_for_accuracy(r=5, **rows)
    assert least == state.epsilon_for_accuracy(r=5, **rows, alpha=0.05)
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
    mean = indp.Mean(0, 10)
    parts = filled(mean).release_parts(1)
    assert mean.interval(parts) == mean.interval(parts, 0.05)
    refused("parts", mean.interval, dataclasses.replace(parts, sums=(1.0,) * 9))
    refused("parts", mean.interval, dataclasses.replace(parts, scale=0.0))
    for wrong in (None, 1.0, (1.0, 2.0)):
        with pytest.raises(TypeError):
            mean.interval(wrong)
    for wrong in (-1, 2**64):
        refused("candidates", indp.Mode.accuracy_with, wrong, epsilon=1)
        refused("candidates", indp.Mode.epsilon_for_accuracy_with, wrong, r=1)
    assert indp.Mode.accuracy_with(10, epsilon=1) == 4


def refused(parameter, call, *arguments, **named):
    with pytest.raises(indp.ParameterError) as error:
        call(*arguments, **named)
    assert error.value.parameter == parameter
