#!/usr/bin/env python3
"""Times the same work in C and in Python over a million doubles, and a private sum in OpenDP and
diffprivlib if they are installed. Compare ratios only: nanoseconds depend on the machine and on its
load.

The functions that a table compares take turns: C and Python for 41 rounds, and the sums for 11. The
tables show the least processor time of each function, since other work of the machine can only
increase a time."""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import indp
import numpy
from indp import _low

HERE = Path(__file__).resolve().parent
ROUNDS, ROWS = 41, 1_000_000


def compiled(folder):
    """Compiles bench.c and links it against the library that this interpreter has loaded."""
    out = Path(folder) / "bench.so"
    library = Path(os.environ.get("INDP_LIBRARY") or Path(indp.__file__).with_name("libindp.so"))
    compiler = os.environ.get("CC", "cc")
    source = str(HERE / "bench.c")
    subprocess.run([compiler, "-O2", "-fPIC", "-shared", source, "-o", out, library], check=True)
    made = ctypes.CDLL(str(out))
    for name in ("sum", "mean", "median", "noise", "choice"):
        getattr(made, f"bench_{name}").restype = ctypes.c_double
    return made


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def timed(function):
    begin = time.process_time_ns()
    function()
    return time.process_time_ns() - begin


def fastest(*ways, rounds=ROUNDS):
    """Calls functions that return how long they took. Returns the least time of each function. The
    order is reversed in every other round."""
    times = [[] for _ in ways]
    for i in range(rounds):
        order = list(zip(ways, times))
        for way, found in order if i % 2 else order[::-1]:
            found.append(way())
    return [min(found) for found in times]


def aggregate(make, rows):
    state = make()
    state.add(rows)
    state.release(1.0)


def pairs(c, rows):
    """Returns, for each row of the table, its name, the work in C, and the work in Python."""
    out, answers, n = ctypes.c_double(), numpy.empty(ROWS), ctypes.c_size_t(ROWS)
    place, to = address(rows), address(answers)
    noise = indp.Snapping(1, 1)
    steps = numpy.floor(rows * 10)
    choice = indp.Exponential(indp.Eta(1, 1, 1), 0, 10, ROWS)
    handle = ctypes.c_void_p(noise._handle.address)
    chooser = ctypes.c_void_p(choice._handle.address)
    where, index = address(steps), ctypes.c_size_t()
    answer, chosen = ctypes.byref(out), ctypes.byref(index)
    median = lambda: indp.Quantile.median(0, 1, candidates=1025)  # noqa: E731
    return [
        (
            "sum",
            lambda: c.bench_sum(place, n, answer),
            lambda: aggregate(lambda: indp.Sum(0, 1), rows),
        ),
        (
            "mean",
            lambda: c.bench_mean(place, n, answer),
            lambda: aggregate(lambda: indp.Mean(0, 1), rows),
        ),
        (
            "median of 1,025",
            lambda: c.bench_median(place, n, answer),
            lambda: aggregate(median, rows),
        ),
        (
            "noise, out=",
            lambda: c.bench_noise(handle, place, n, to),
            lambda: noise.release_many(rows, out=answers),
        ),
        (
            "noise, new array",
            lambda: c.bench_noise(handle, place, n, to),
            lambda: noise.release_many(rows),
        ),
        (
            "selection",
            lambda: c.bench_choice(chooser, where, n, chosen),
            lambda: choice.select(steps),
        ),
    ]


def others(rows):
    """Returns names and functions that compute the same sum: in indp from an array and a list, in
    diffprivlib from an array, and in OpenDP from both, as far as OpenDP accepts them."""
    found = []
    items = rows.tolist()

    def listed():
        state = indp.Sum(0, 1)
        state.add(items)
        state.release(1.0)

    found.append(("indp, array", lambda: aggregate(lambda: indp.Sum(0, 1), rows)))
    found.append(("indp, list", listed))
    try:
        import diffprivlib

        found.append(
            ("diffprivlib, array", lambda: diffprivlib.tools.sum(rows, epsilon=1.0, bounds=(0, 1)))
        )
    except ImportError:
        print("diffprivlib is not installed")
    try:
        import opendp.prelude as dp

        dp.enable_features("contrib")
        whole = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
        measure = whole >> dp.t.then_clamp((0.0, 1.0)) >> dp.t.then_sum() >> dp.m.then_laplace(1.0)
        for name, data in (("OpenDP, array", rows), ("OpenDP, list", items)):
            try:
                measure(data)
            except Exception as error:
                print(f"{name}: {type(error).__name__}")
            else:
                found.append((name, lambda data=data: measure(data)))
    except ImportError:
        print("OpenDP is not installed")
    return found


def main():
    warnings.simplefilter("ignore")
    rows = numpy.random.default_rng(1).uniform(-0.5, 1.5, ROWS)
    with tempfile.TemporaryDirectory() as folder:
        work, more = pairs(compiled(folder), rows), others(rows)
        print(f"{'a million doubles':24} {'C, ms':>9} {'Python':>9} {'ratio':>7}")
        for name, first, second in work:
            c, python = fastest(first, lambda second=second: timed(second))
            print(f"{name:24} {c / 1e6:9.3f} {python / 1e6:9.3f} {python / c:7.2f}")
    print(f"\n{'the sum, in':24} {'ms':>9} {'ratio':>7}")
    times = fastest(*(lambda function=function: timed(function) for _, function in more), rounds=11)
    for (name, _), time_of in zip(more, times):
        print(f"{name:24} {time_of / 1e6:9.3f} {time_of / times[0]:7.1f}")
    assert _low.VERSION == indp.library_version()


if __name__ == "__main__":
    sys.exit(main())
