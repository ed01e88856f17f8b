"""Tests bounds that are found in the data."""

import array
import copy
import ctypes
import math
import pickle
import struct

import indp
import pytest
from indp import _low as low
from indp import _states

numpy = pytest.importorskip("numpy")

# An epsilon at which one row beyond an edge suffices and noise is 0, except with a probability
# below 1e-200.
EXACT = 1e3
LARGEST = 2.0**63


def filled(values, **named):
    state = indp.Bounds(**named)
    state.add(values)
    return state


def found(values, **named):
    return filled(values, **named).release(EXACT)


def test_columns_with_known_bounds():
    bounds = found([120.0] * 5000)
    assert bounds == (0.0, 128.0) and type(bounds) is tuple
    assert all(type(bound) is float for bound in bounds)
    for values, expected in (
        ([128.0], (0.0, 128.0)),
        ([128.1], (0.0, 160.0)),
        ([-120.0], (-128.0, 0.0)),
        ([-3.0, 0.7, 120.0], (-3.0, 128.0)),
        ([2.0**-40], (0.0, 2.0**-32)),
        ([math.inf, -math.inf], (-LARGEST, LARGEST)),
        ([math.nan, 5.0], (0.0, 5.0)),
    ):
        assert found(values) == expected, values
    for values in ([0.0] * 5000, [-0.0], [math.nan] * 5000, []):
        assert found(values) is None
    assert indp.Bounds().release(EXACT) is None


def test_the_centre():
    assert found([1900.0, 2024.0], centre=2000) == (1888.0, 2024.0)
    assert found([2024.0], centre=2000) == (2000.0, 2024.0)
    assert found([2000.0], centre=2000) is None
    assert found([0.0], centre=-1e300, edges=[0]) == (-1e300, 0.0)


def test_edges_of_the_caller():
    given = array.array("d", [1, 10, 100])
    state = indp.Bounds(edges=given)
    given[1] = 20
    state.add([9.0])
    assert state.release(EXACT) == (0.0, 10.0)
    column = numpy.array([10, 1])[::-1]
    for edges in ([1, 10], (1, 10.0), iter([1, 10]), column, numpy.array([1.0, 10]), range(1, 11)):
        assert found([9.5, 1e9], edges=edges) == (0.0, 10.0)
    assert found([15, 5], edges=[20, 30], centre=10) == (10.0, 20.0)
    assert found([5], edges=[20, 30], centre=10) is None  # no edge lies below the centre


def test_a_single_integer_is_not_rounded():
    # Neighbours of candidates that are no doubles. Above the centre, the cell of a candidate ends
    # at the next double, so an integer before that one belongs to it.
    low_end, high_end = -(2**53) * 5 // 4, 2**60 * 5 // 4
    for value, exact, rounded in (
        (low_end - 1, (-(2.0**53) * 1.5, 0.0), (low_end, 0.0)),
        (high_end + 200, (0.0, high_end), (0.0, 2.0**60 * 1.5)),
    ):
        one, other = indp.Bounds(), indp.Bounds()
        one.add(value)
        other.add(float(value))
        assert (one.release(EXACT), other.release(EXACT)) == (exact, rounded)
    for huge in (10**400, 2**63):
        state = indp.Bounds()
        state.add(huge)
        state.add(-huge)
        assert state.release(EXACT) == (-LARGEST, LARGEST)


def test_rows_of_every_type():
    expected = filled([1.0, 2.0, 7.0]).serialise()
    masked = numpy.ma.array([1, 9, 2, 7], mask=[0, 1, 0, 0])
    for values in (
        *((1, 2, 7), iter([1, 2, 7]), [1, None, 2, 7], array.array("i", [1, 2, 7])),
        *(numpy.array([1.0, 2, 7]), numpy.array([1, 2, 7]), masked),
    ):
        assert filled(values).serialise() == expected
    made = indp.Bounds()
    made.add([math.nan, 1.0, 2.0, 7.0], skip_nan=True)
    assert made.serialise() == expected
    for wrong in ("12345", b"1", ["12345"], [1j], {1: 2}, numpy.zeros((2, 2))):
        with pytest.raises((TypeError, ValueError)):
            made.add(wrong)
    assert made.serialise() == expected and made.exact_rows() == 3


def refused(parameter, name, make, *arguments, **named):
    with pytest.raises(indp.ParameterError) as error:
        make(*arguments, **named)
    assert (error.value.parameter, error.value.name) == (parameter, name), (arguments, named)


def test_wrong_parameters():
    largest = float(numpy.finfo(float).max)
    for centre in (math.nan, math.inf, -math.inf, 10**400, largest):
        refused("centre", "INDP_E_CENTRE", indp.Bounds, centre=centre)
        refused("centre", "INDP_E_CENTRE", indp.Bounds, centre=centre, edges=[1, 2])
    refused("centre", "INDP_E_CENTRE", indp.Bounds, centre=5, edges=[5])
    for edges in (
        *([], (), numpy.zeros(0), iter([]), [None], [math.nan], [2, 1], [1, 1], [0.0, -0.0]),
        *([10**400], [1, largest], [2**53, 2**53 + 1], numpy.arange(2**20 - 1.0)),
    ):
        refused("edges", "INDP_E_EDGES", indp.Bounds, edges=edges, centre=-7)
    assert found([5.0], edges=numpy.arange(2**20 - 2.0)) == (0.0, 5.0)
    for people in (0, -1, 2**64):
        name = "INDP_E_ROWS_PER_PERSON"
        refused("rows_per_person", name, indp.Bounds, people)
    for edges in (1, "12", ["1"], [1j], {1: 2}, numpy.array(["1"])):
        with pytest.raises(TypeError, match="edges must be"):
            indp.Bounds(edges=edges)
    for centre in ("1", None, 1j, [1.0]):
        with pytest.raises(TypeError, match="centre must be a number"):
            indp.Bounds(centre=centre)


def test_a_release_refuses_what_can_release_refuses():
    state = filled([120.0] * 50)
    before = state.serialise()
    for options, parameter in (
        ({"grid": 1.0}, "grid"),
        ({"float_precision": 64}, "float_precision"),
        ({"float_precision": "auto"}, "float_precision"),
        ({"selection": "exponential"}, "selection"),
        ({"selection": "permute_and_flip"}, "selection"),
        ({"min_retries": 20}, "min_retries"),
        ({"empirical_precision": True}, "empirical_precision"),
    ):
        chosen = indp.Options(**options)
        for call in (state.release, state.can_release):
            refused(parameter, f"INDP_E_UNUSED_{OF[parameter]}", call, 1.0, chosen)
    for call in (state.release, state.can_release):
        for epsilon in (0, -1, math.nan, math.inf):
            refused("epsilon", "INDP_E_EPSILON", call, epsilon)
        refused("epsilon", "INDP_E_SELECTION_EPSILON", call, 1e-300)
        with pytest.raises(TypeError):
            call("1")
        with pytest.raises(TypeError):
            call(1, "options")
    many = indp.Bounds(2**63)
    refused("rows_per_person", "INDP_E_ROWS_PER_PERSON", many.can_release, 1.0)
    refused("rows_per_person", "INDP_E_ROWS_PER_PERSON", many.release, 1.0)
    assert isinstance(indp.deserialise(many.serialise()), indp.Bounds)
    assert state.serialise() == before
    state.can_release(1.0, indp.Options(insecure_timing=True))
    assert state.release(EXACT, indp.Options(insecure_timing=True)) == (0.0, 128.0)
    for call in (state.release, state.can_release):
        with pytest.raises(indp.ReleasedError):
            call(1.0)


OF = {
    "grid": "GRID",
    "float_precision": "PRECISION",
    "selection": "SELECTION",
    "min_retries": "MIN_RETRIES",
    "empirical_precision": "EMPIRICAL",
}


def in_c(state, epsilon, seed):
    """What the C function releases from a copy of the state."""
    held = indp.deserialise(state.serialise())._held
    options = ctypes.c_void_p()
    assert low.indp_options_new(ctypes.byref(options)) == 0
    assert low.indp_options_set_insecure_seed(options, seed) == 0
    ends = ctypes.c_double(), ctypes.c_double()
    sides = ctypes.c_int32()
    out = *map(ctypes.byref, ends), ctypes.byref(sides)
    assert low.indp_state_release_bounds(held.address, epsilon, options, *out) == 0
    low.indp_options_free(options)
    return (ends[0].value, ends[1].value) if sides.value else None, sides.value


def test_seeds_give_what_they_give_in_c():
    values = [*numpy.linspace(-20, 60, 71), *[1e4] * 5]
    seen, sides = set(), set()
    for seed in range(60):
        epsilon = (0.6, 1.2)[seed % 2]
        state = filled(values)
        expected, side = in_c(state, epsilon, seed)
        assert state.release(epsilon, indp.Options(insecure_seed=seed)) == expected
        seen.add(expected)
        sides.add(side)
    # The noise differs, and some answers lack a bound.
    assert len(seen) > 3 and len(sides) > 1


def test_the_vectors_of_the_oracle(root):
    """Replays vectors/bounds.txt, which a program wrote that shares no code with the library."""
    lines = (root / "vectors/bounds.txt").read_text().splitlines()
    cases = [line.split() for line in lines if not line.startswith("#")]
    outcomes = set()
    for case in cases:
        fields = iter(case[1:])

        def real(fields=fields):
            return struct.unpack(">d", bytes.fromhex(next(fields)))[0]

        epsilon, people, centre = real(), int(next(fields)), real()
        edges = [real() for _ in range(int(next(fields)))] or None
        state = indp.Bounds(people, centre, edges)
        for _ in range(int(next(fields))):
            value = real()
            state.add([value] * int(next(fields)))
        _mechanism = [next(fields) for _ in range(4)]
        lower, upper = next(fields), next(fields)
        used = int(next(fields))
        words = [bytes.fromhex(word)[::-1] for word in fields]
        given = iter(words)
        ends = state.release(epsilon, indp.Options(entropy=lambda _, given=given: next(given)))
        assert len(words) - len(list(given)) == used, case[0]
        if (lower, upper) == ("none", "none"):
            assert ends is None, case[0]
        else:
            expected = [
                centre if end == "none" else struct.unpack(">d", bytes.fromhex(end))[0]
                for end in (lower, upper)
            ]
            assert list(ends) == expected, case[0]
        outcomes.add((lower == "none", upper == "none"))
    assert len(cases) > 200 and len(outcomes) == 4


def test_too_few_rows():
    """About 27 / epsilon rows lie beyond a bound. The seeds make the outcomes repeatable."""
    for seed in map(lambda number: indp.Options(insecure_seed=number), range(200)):
        assert filled([120.0] * 5).release(1.0, seed) is None
        bounds = filled([120.0] * 100).release(1.0, seed)
        assert bounds == (0.0, 128.0)
        assert filled([120.0] * 100, rows_per_person=20).release(1.0, seed) is None


def test_classes_of_stored_states():
    state = filled([1.0, 7.0, -3.0], rows_per_person=2, centre=1)
    data = state.serialise()
    for read in (indp.deserialise, indp.State.deserialise, indp.Bounds.deserialise):
        again = read(data)
        assert type(again) is indp.Bounds and again.serialise() == data
        assert again.rows_per_person == 2 and again.exact_rows() == 3
    again = pickle.loads(pickle.dumps(state))
    assert type(again) is indp.Bounds and again.release(EXACT) == (-3.0, 7.0)
    with pytest.raises(TypeError, match="copied"):
        copy.copy(state)
    assert repr(state) == "<indp.Bounds, rows_per_person=2>"
    assert not hasattr(state, "accuracy") and not hasattr(state, "cells")


def test_histograms_and_bounds_differ():
    state = indp.Bounds(edges=[1, 10])
    # The edges in the state: the centre and the next double, and the next doubles of the edges.
    edges = [0.0, *(numpy.nextafter(edge, math.inf) for edge in (0.0, 1.0, 10.0))]
    cells = indp.Histogram(edges)
    assert len(cells.serialise()) == len(state.serialise())
    for one, other in ((cells, indp.Bounds), (state, indp.Histogram), (state, indp.Mode)):
        refused("data", "INDP_E_STATE", other.deserialise, one.serialise())
    assert type(indp.deserialise(cells.serialise())) is indp.Histogram
    assert _states._OF_KIND[low.INDP_KIND_HISTOGRAM] is indp.Histogram
    for one, other in ((cells, state), (state, cells)):
        with pytest.raises(indp.ParameterError):
            one.merge(other)


def test_merging():
    parts = [filled([120.0] * 20), filled([-2.0] * 30), indp.Bounds()]
    whole = filled([120.0] * 20 + [-2.0] * 30)
    total = indp.Bounds().merge(*parts)
    assert total.serialise() == whole.serialise() and total.exact_rows() == 50
    total += parts[0]
    assert total.exact_rows() == 70 and total.release(EXACT) == (-2.0, 128.0)
    state = indp.Bounds(2, 1.0, [0, 5])
    for other in (
        *(indp.Bounds(1, 1.0, [0, 5]), indp.Bounds(2, 2.0, [0, 5])),
        *(indp.Bounds(2, 1.0, [0, 6]), indp.Bounds(2, 1.0), indp.Sum(0, 1, 2)),
    ):
        with pytest.raises(indp.ParameterError):
            state.merge(other)
    with pytest.raises(indp.ReleasedError):
        parts[1].merge(total)
