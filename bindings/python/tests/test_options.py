"""Tests the ranges of options, where options apply, and callbacks."""

import os
import pickle

import indp
import pytest
from kinds import MAKERS


def test_ranges():
    for name, values in {
        "float_precision": (-1, 2**40),
        "selection": ("other", ""),
        "min_retries": (-1, 2**32),
        "insecure_seed": (-1, 2**64),
    }.items():
        for value in values:
            with pytest.raises(ValueError) as error:
                indp.Options(**{name: value})
            assert error.value.parameter in (name, None), (name, value)
    for name, value in (
        ("grid", "1"),
        ("float_precision", 64.0),
        ("selection", 1),
        ("min_retries", 1.5),
        ("insecure_seed", "1"),
        ("entropy", b"123"),
        ("insecure_timing", "no"),
        ("empirical_precision", 1),
    ):
        with pytest.raises(TypeError, match=name):
            indp.Options(**{name: value})
    with pytest.raises(ValueError):
        indp.Options(entropy=os.urandom, insecure_seed=1)
    with pytest.raises(TypeError):
        indp.Options(1.0)
    with pytest.raises(TypeError, match="options"):
        indp.Sum(0, 1).release(1, {"grid": 1})


def test_seeds_repeat():
    options = indp.Options(insecure_seed=42)
    for name, make in MAKERS.items():
        assert make().release(1, options) == make().release(1, options), name


def test_options_are_values():
    options = indp.Options(grid=2, insecure_seed=1)
    assert repr(options) == "Options(grid=2.0, insecure_seed=1)"
    assert options == indp.Options(grid=2.0, insecure_seed=1) != indp.Options(grid=2)
    assert pickle.loads(pickle.dumps(options)) == options
    assert len({options, indp.Options(grid=2.0, insecure_seed=1)}) == 1


def test_entropy_of_the_caller():
    lengths = []

    def source(length):
        lengths.append(length)
        return os.urandom(length)

    options = indp.Options(entropy=source)
    for make in MAKERS.values():
        make().release(1.0, options)
    assert set(lengths) == {8}
    for kind in (bytearray, memoryview):
        given = indp.Options(entropy=lambda length, kind=kind: kind(os.urandom(length)))
        indp.Snapping(1, 1, options=given).release(0)


class Ends(Exception):
    pass


def raises(length):
    raise Ends


def leaves(length):
    raise SystemExit(3)


@pytest.mark.parametrize(
    "source, error",
    [
        (raises, Ends),
        (leaves, SystemExit),
        (lambda length: None, TypeError),
        (lambda length: length, TypeError),
        (lambda length: "x" * length, TypeError),
        (lambda length: b"", ValueError),
        (lambda length: bytes(9), ValueError),
        (lambda: b"", TypeError),
        (lambda length: indp.Snapping(1, 1).release(0), indp.BusyError),
    ],
)
@pytest.mark.parametrize("name", MAKERS)
def test_a_source_that_fails_releases_nothing(name, source, error):
    state = MAKERS[name]()
    before = state.serialise()
    with pytest.raises(error):
        state.release(1.0, indp.Options(entropy=source))
    assert state.serialise() == before
    state.release(1.0)


def test_a_broken_source_is_noticed():
    state = MAKERS["sum"]()
    with pytest.raises(indp.EntropyError):
        state.release(1.0, indp.Options(entropy=bytes))  # zeros for ever
    state.release(1.0)


def test_a_callback_cannot_use_the_state_that_is_released():
    state = MAKERS["sum"]()

    def adds(length):
        state.add(1.0)
        return os.urandom(length)

    with pytest.raises(indp.BusyError):
        state.release(1.0, indp.Options(entropy=adds))
    assert state.exact_rows() == 5


def test_a_utility_that_raises():
    choose = indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 10)

    def utility(outcome):
        if outcome == 2:
            raise Ends("two")
        return outcome

    for _ in range(3):
        with pytest.raises(Ends, match="two"):
            choose.select_by(utility, 5)
    assert choose.select_by(lambda outcome: outcome, 2) in (0, 1)


def test_callbacks_live_as_long_as_the_mechanism():
    import gc

    noise = indp.Snapping(1, 1, options=indp.Options(entropy=lambda length: os.urandom(length)))
    gc.collect()
    junk = [bytearray(1000) for _ in range(1000)]
    for _ in range(1000):
        noise.release(0)
    del junk


def test_a_callback_and_a_seed_exclude_each_other():
    with pytest.raises(indp.ParameterError) as caught:
        indp.Options(entropy=lambda n: bytes(n), insecure_seed=1)
    assert caught.value.parameter == "insecure_seed"
    assert "must not be given together with entropy" in str(caught.value)


@pytest.mark.parametrize("bits", [0, 52, 4097, -1])
def test_a_wrong_precision_is_told_what_is_allowed(bits):
    with pytest.raises(indp.ParameterError, match="must be None .*, 'auto' or an int from 53"):
        indp.Options(float_precision=bits)
