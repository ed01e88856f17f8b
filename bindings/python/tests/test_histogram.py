"""Tests histograms and the counts of modes."""

import array
import ctypes
import math
import os

import indp
import pytest
from indp import _low as low

numpy = pytest.importorskip("numpy")

# An epsilon at which the noise of a count is 0, except with a probability below 1e-200.
EXACT = 1e3
FLOATS = indp.Options(float_precision=118)


def seeded():
    return indp.Options(insecure_seed=7)


def of(*edges):
    return indp.Histogram(edges)


def filled(values, *edges):
    state = of(*edges)
    state.add(values)
    return state


def test_cells_are_half_open():
    inf, nan = math.inf, math.nan
    state = filled([-inf, -1e-300, -0.0, 0.999, 1, 1.5, 2, inf, inf, nan], 0, 1, 2)
    assert state.edges == [0, 1, 2]
    assert state.cells[:4] == [(-inf, 0), (0, 1), (1, 2), (2, inf)]
    assert len(state.cells) == 5 and all(map(math.isnan, state.cells[4]))
    state.can_release(EXACT)
    counts = state.release(EXACT)
    assert counts == [2, 2, 2, 3, 1] and all(type(count) is int for count in counts)
    for call in (state.release, state.can_release):
        with pytest.raises(indp.ReleasedError):
            call(EXACT)
    assert state.edges == [0, 1, 2] and len(state.cells) == 5


def test_a_single_integer_is_not_rounded():
    state = of(2**53, 2**53 + 2)
    for value in (2**53 - 1, 2**53, 2**53 + 1, 2**53 + 2, 10**400, -(10**400)):
        state.add(value)
    assert state.release(EXACT) == [2, 2, 2, 0]


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


def test_edges_are_refused_by_name():
    wrong = [[], [1, 1], [2, 1], [0, -0.0], [math.nan], [0, math.inf], [None], [10**400]]
    wrong += [numpy.arange(2**20 + 1.0), [2**53, 2**53 + 1]]
    for edges in wrong:
        with pytest.raises(indp.ParameterError) as error:
            indp.Histogram(edges)
        assert (error.value.parameter, error.value.name) == ("edges", "INDP_E_EDGES")
    for edges in (1, None, "12", ["1"], [1j], {1: 2}, numpy.array(["1"])):
        with pytest.raises(TypeError, match="edges must be"):
            indp.Histogram(edges)
    with pytest.raises(indp.ParameterError) as error:
        indp.Histogram([1], 0)
    assert error.value.parameter == "rows_per_person"
    assert indp.Histogram(numpy.arange(3)).edges == [0, 1, 2]
    assert math.copysign(1, indp.Histogram([-0.0]).edges[0]) == 1


def test_other_refusals_keep_the_state():
    state = filled([0.5], 0, 1)
    before = state.serialise()
    for call in (state.release, state.can_release):
        for options, name in ((FLOATS, "float_precision"), (indp.Options(grid=0.5), "grid")):
            with pytest.raises(indp.ParameterError) as error:
                call(1, options)
            assert error.value.parameter == name
    for other in (of(0, 2), of(0), indp.Histogram([0, 1], 2), indp.Count()):
        with pytest.raises(indp.ParameterError) as error:
            state.merge(other)
        assert error.value.parameter == "other"
    with pytest.raises(indp.ParameterError):
        indp.Histogram.deserialise(indp.Sum(0, 1).serialise())
    assert state.serialise() == before and not hasattr(state, "release_parts")
    assert state.release(1, indp.Options(grid=8))[1] % 8 == 0


def test_equal_to_c():
    """A state of the C functions has the same bytes and, for the same seed, the same counts."""
    edges, values = (ctypes.c_double * 3)(0, 1, 2), (ctypes.c_double * 4)(-1, 0.5, 0.5, 9)
    size = ctypes.c_size_t()
    assert low.indp_histogram_size(3, ctypes.byref(size)) == 0
    own = ctypes.create_string_buffer(size.value)
    assert low.indp_histogram_init(own, size, edges, 3, 1) == 0
    assert low.indp_state_add_many(own, values, 4) == 0
    state = filled(list(values), *edges)
    assert state.serialise() == own.raw
    counts = (ctypes.c_int64 * 5)()
    with seeded()._made() as options:
        assert low.indp_state_release_counts(own, 0.5, options, counts, 5) == 0
    assert state.release(0.5, seeded()) == list(counts)


def test_the_error_is_that_of_a_count():
    state, count = indp.Histogram([0], 3), indp.Count(3)
    assert state.accuracy(0.5, 0.01) == count.accuracy(0.5, 0.01)
    asked = {"r": 10, "alpha": 0.01}
    assert state.epsilon_for_accuracy(**asked) == count.epsilon_for_accuracy(**asked)


def mode():
    made = indp.Mode(["b", "a", 7, -1])
    made.add(["a", "a", "b", "none", 7, 7, 7, 8])
    return made


def test_counts_of_a_mode():
    state = mode()
    state.can_release_counts(EXACT)
    counts = state.release_counts(EXACT)
    assert list(counts.items()) == [(-1, 0), (7, 3), ("a", 2), ("b", 1)]
    assert list(counts) == state.candidates
    for call in (state.release_counts, state.can_release_counts, state.release):
        with pytest.raises(indp.ReleasedError):
            call(EXACT)
    assert mode().release_counts(0.5, seeded()) == mode().release_counts(0.5, seeded())
    texts = indp.Mode([b"x", b"y"])
    texts.add([b"x"])
    assert texts.release_counts(EXACT) == {b"x": 1, b"y": 0}


def test_counts_of_a_mode_refuse_what_a_histogram_refuses():
    state = mode()
    before = state.serialise()
    for call in (state.release_counts, state.can_release_counts):
        for arguments, name in (((0,), "epsilon"), ((1, FLOATS), "float_precision")):
            with pytest.raises(indp.ParameterError) as error:
                call(*arguments)
            assert error.value.parameter == name
        with pytest.raises(TypeError):
            call("1")
        with pytest.raises(TypeError):
            call(1, "options")
    assert state.serialise() == before


@pytest.mark.parametrize(
    "make, release", [(lambda: filled([0.5], 0, 1), "release"), (mode, "release_counts")]
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
