"""Tests that memory does not grow with the number of calls."""

import gc
import os
import tracemalloc

import indp
import pytest
from kinds import MAKERS

numpy = pytest.importorskip("numpy")


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fails(length):
    raise ZeroDivisionError


def everything():
    options = indp.Options(insecure_seed=1)
    for make in MAKERS.values():
        state = make()
        indp.deserialise(state.serialise())
        state.release(1.0, options)
        with pytest.raises(indp.ReleasedError):
            state.release(1.0)
        with pytest.raises(ZeroDivisionError):
            make().release(1.0, indp.Options(entropy=fails))
    noise = indp.Snapping(1, 1, options=options)
    noise.release_many(numpy.zeros(100))
    noise.release_many([1, 2])
    noise.accuracy()
    choose = indp.Exponential(indp.Eta(1, 1, 1), 0, 9, 3, options)
    choose.select([1.0, 2.0])
    choose.select_by(float, 3)
    assert len(MAKERS["histogram"]().cells) == 5
    MAKERS["mode"]().release_counts(1.0, options)
    with pytest.raises(ZeroDivisionError):
        MAKERS["mode"]().release_counts(1.0, indp.Options(entropy=fails))
    bounds = indp.Bounds(centre=1, edges=[0, 5])
    bounds.add([4.0] * 9)
    assert bounds.release(1e3, options) == (1.0, 5.0)
    with pytest.raises(indp.ParameterError):
        indp.Bounds(edges=[5, 0])
    large = indp.Quantile.median(0, 1)
    large.add(numpy.zeros(5000))
    with pytest.raises(ValueError):
        indp.Sum(1, 0)
    indp.Budget(1).spend(0.5)


def test_nothing_leaks():
    for _ in range(50):
        everything()
    gc.collect()
    tracemalloc.start()
    before, resident_before = tracemalloc.get_traced_memory()[0], resident()
    for _ in range(200):
        everything()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    # The smallest leak would be about 50 bytes in each of 200 rounds. Caches of the interpreter may
    # grow a little.
    assert grown < 10_000, grown
    assert resident() - resident_before < 4_000_000
    assert not gc.garbage


def test_arrays_are_given_back():
    import sys

    rows = numpy.zeros(10)
    before = sys.getrefcount(rows)
    for _ in range(100):
        indp.Sum(0, 1).add(rows)
        indp.Snapping(1, 1).release_many(rows)
        with pytest.raises(indp.ReleasedError):
            state = indp.Sum(0, 1)
            state.release(1)
            state.add(rows)
    gc.collect()
    assert sys.getrefcount(rows) <= before + 1
    rows.resize(5, refcheck=False)
