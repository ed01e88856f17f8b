"""Tests histograms and the counts of modes."""

import array
import math
import os

import indp
import pytest

numpy = pytest.importorskip("numpy")

# An epsilon at which the noise of a count is 0, except with a probability below 1e-200.
EXACT = 1e3


def of(*edges):
    return indp.Histogram(edges)


def filled(values, *edges):
    state = of(*edges)
    state.add(values)
    return state


def test_cells_are_half_open():
    inf = math.inf
    state = filled([-1, 0.5], 0, 1, 2)
    assert state.edges == [0, 1, 2] and len(state.cells) == 5
    assert state.cells[:4] == [(-inf, 0), (0, 1), (1, 2), (2, inf)]
    assert all(map(math.isnan, state.cells[4])) and not hasattr(state, "release_parts")
    counts = state.release(EXACT)
    assert counts == [1, 1, 0, 0, 0] and all(type(count) is int for count in counts)


def test_a_single_integer_is_not_rounded():
    state = of(2**53, 2**53 + 2)
    for value in (2**53 + 1, 10**400, -(10**400)):
        state.add(value)
    assert state.release(EXACT) == [1, 1, 1, 0]


def test_rows_of_every_type():
    expected = filled([1.0, 2.0, 7.0], 0, 5).serialise()
    masked = numpy.ma.array([1, 9, 2, 7], mask=[0, 1, 0, 0])
    for values in (
        *((1, 2, 7), iter([1, 2, 7]), [1, None, 2, 7], array.array("i", [1, 2, 7])),
        *(numpy.array([1.0, 2, 7]), numpy.array([1, 2, 7]), masked),
    ):
        assert filled(values, 0, 5).serialise() == expected
    made = of(0, 5)
    made.add([math.nan, 1.0, 2.0, 7.0], skip_nan=True)
    assert made.serialise() == expected
    days = [numpy.datetime64(1, "s")]
    for wrong in ("12345", b"1", ["12345"], [1j], {1: 2}, numpy.zeros((2, 2)), days):
        with pytest.raises((TypeError, ValueError)) as error:
            made.add(wrong)
        assert "12345" not in str(error.value)
    assert made.serialise() == expected


def test_columns():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    expected = filled([1.0, 7.0], 0, 5).serialise()
    for column in (pandas.Series([1, None, 7]), polars.Series([1, None, 7])):
        assert filled(column, 0, 5).serialise() == expected
        assert indp.Histogram(column.to_numpy()[[0, 2]]).edges == [1, 7]


def test_edges_of_other_types():
    for edges in ([None], [10**400], [2**53, 2**53 + 1], numpy.arange(2**20 + 1.0)):
        with pytest.raises(indp.ParameterError) as error:
            indp.Histogram(edges)
        assert (error.value.parameter, error.value.name) == ("edges", "INDP_E_EDGES")
    for edges in (1, None, "12", ["1"], [1j], {1: 2}, numpy.array(["1"])):
        with pytest.raises(TypeError, match="edges must be"):
            indp.Histogram(edges)
    assert indp.Histogram(numpy.arange(3)).edges == [0, 1, 2]
    assert math.copysign(1, indp.Histogram([-0.0]).edges[0]) == 1


def mode():
    made = indp.Mode(["b", "a", 7, -1])
    made.add(["a", "a", "b", "none", 7, 7, 7, 8])
    return made


def test_counts_of_a_mode():
    state = mode()
    with pytest.raises(TypeError):
        state.release_counts("1")
    with pytest.raises(TypeError):
        state.can_release_counts(1, "options")
    counts = state.release_counts(EXACT)
    assert list(counts.items()) == [(-1, 0), (7, 3), ("a", 2), ("b", 1)]
    assert list(counts) == state.candidates
    texts = indp.Mode([b"x", b"y"])
    texts.add([b"x"])
    assert texts.release_counts(EXACT) == {b"x": 1, b"y": 0}


@pytest.mark.parametrize(
    "make, release",
    [(lambda: filled([0.5], 0, 1), "release"), (mode, "release_counts"), (indp.Bounds, "release")],
)
def test_callbacks_cannot_use_the_state(make, release):
    state, other = make(), make()
    before = state.serialise()

    def fails(length):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        getattr(state, release)(1, indp.Options(entropy=fails))
    assert state.serialise() == before
    refused = []

    def uses(length):
        for call in (
            lambda: getattr(state, release)(1),
            lambda: state.serialise(),
            lambda: state.add([1]),
            lambda: other.merge(state),
            lambda: state.merge(other),
        ):
            with pytest.raises(indp.BusyError):
                call()
            refused.append(call)
        return os.urandom(length)

    getattr(state, release)(1, indp.Options(entropy=uses))
    assert refused and other.serialise() == before
