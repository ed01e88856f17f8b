"""Bounds from the data."""

import ctypes

from check import State, answer, refused, rows, value

N = ctypes.c_uint64
# At this epsilon every bound that a row reaches is found, except with a probability below 1e-200.
C = "1e3"
TENS = "FROM (SELECT i FROM range(1, 51) r(i))"


def case_bounds(c):
    """Each side has the candidate that covers the outermost row, or the centre."""
    calls = [f"dp_bounds(i, {C})", f"dp_bounds(-i::DOUBLE, {C}, 2)", f"dp_bounds(i, {C}, 1, 20)",
             f"dp_bounds_among(i, [10, 30, 70], {C})", f"dp_bounds_among(i, [10, 70], {C}, 1, 20)"]
    expected = [[0, 56], [-56, 0], [0, 52], [0, 70], [10, 70]]
    c.execute(f"SELECT {', '.join(calls)} {TENS}")
    assert list(c.fetchone()) == expected
    values = "['-inf', 'inf', 'nan', '-0.0', NULL]::DOUBLE[]"
    source = f"FROM (SELECT unnest({values}) AS x)"
    answer(c, f"SELECT dp_bounds_among(x, [-1, 2], {C}) {source}", [-1, 2])
    answer(c, "SELECT typeof(dp_bounds(1, 1))", "DOUBLE[]")


def case_none(c):
    """Too few rows give NULL, in an aggregate and from a state."""
    for call in (f"dp_bounds(0, {C})", f"dp_bounds(NULL::DOUBLE, {C})",
                 f"dp_bounds_among(5, [-2, -1], {C})",
                 f"dp_release_bounds(dp_bounds_state(0), {C})", "dp_release_bounds(NULL, 1)"):
        answer(c, f"SELECT {call} FROM range(1) t(i)", None)
    got = rows(c, f"SELECT dp_bounds(i % 2 * (i % 3), {C}) FROM range(3000) r(i) GROUP BY i % 3"
                  " ORDER BY i % 3")
    assert got == [(None,), ([0, 1],), ([0, 2],)]


def case_groups_and_threads(c):
    """Many groups in several threads; each has bounds of its own, once."""
    c.execute("SET threads = 4")
    got = rows(c, f"SELECT g, dp_bounds(x, {C}) FROM (SELECT i % 1000 AS g, i % 1000 AS x"
                  " FROM range(300000) r(i)) GROUP BY g ORDER BY g")
    assert len(got) == 1000 and got[0][1] is None
    for g, (lo, hi) in got[1:]:
        assert lo == 0 and g <= hi <= 1.34 * g, (g, lo, hi)


def case_wrong_parameters(c):
    """Edges and centres are refused with their names, and so is a change between rows."""
    refused(c, "SELECT dp_bounds(i, 1, 1, i) FROM range(3) r(i)",
            "dp_bounds: centre must be the same on every row")
    refused(c, "SELECT dp_bounds_among(i, [i + 1], 1) FROM range(3) r(i)",
            "dp_bounds_among: edges must be the same on every row")
    refused(c, "SELECT dp_bounds_among(1, range(1048575)::DOUBLE[], 1)", "dp_bounds_among: edges")
    refused(c, "SELECT dp_release_bounds(dp_histogram_state(1, [1]), 1)",
            "dp_release_bounds: only states of dp_bounds_state and dp_bounds_among_state have")


def case_stored_states(c):
    """Each row is a release. A state has the same bytes as in C."""
    c.execute(f"CREATE TABLE s AS SELECT dp_bounds_among_state(i, [10, 70], 2, 20) AS b {TENS}")
    own = State(8, "bounds", (ctypes.c_double * 2)(10, 70), ctypes.c_size_t(2),
                ctypes.c_double(20), N(2))
    own.add([float(i) for i in range(1, 51)])
    assert value(c, "SELECT b FROM s") == own.bytes()
    answer(c, f"SELECT dp_release_bounds(dp_merge(b, 2), {C}) FROM s, range(2)", [10, 70])
    # 26 rows at epsilon 2 and two rows per person are about the threshold.
    c.execute("CREATE TABLE few AS SELECT dp_bounds_state(5, 2) AS b FROM range(26)")
    got = rows(c, "SELECT dp_release_bounds(b, 2) FROM few, range(500)")
    found = [row[0] is not None for row in got]
    assert 0 < sum(found) < 500, sum(found)
