"""Histograms and the counts of candidates."""

import bisect
import ctypes
import random
import struct

from check import ROOT, State, answer, refused, rows, script, sqlite, value

N = ctypes.c_uint64
# At this epsilon the noise of a count is 0, except with probability below 1e-200.
C = "1e3"
# An epsilon at which the counts of two releases are equal with a probability below 1e-6.
LOW = "1e-6"
EDGES = "edges must be a flat array of 1 to 1048576 finite values in strictly ascending order"
CANDIDATES = "candidates must be a flat array of 1 to 1048576 distinct texts or integers"


def histogram_of_c(edges, rows_per_person=1):
    """A histogram that the C library makes."""
    return State(8, "histogram", (ctypes.c_double * len(edges))(*edges), ctypes.c_size_t(len(edges)), N(rows_per_person))


def cells(edges, values):
    """The exact counts of the cells."""
    counts = [0] * (len(edges) + 2)
    for x in values:
        if x is not None:
            counts[len(edges) + 1 if x != x else bisect.bisect_right(edges, x)] += 1
    return counts


def case_cells(c):
    """Cells are half-open; infinities are in the outer cells, NaN in the last, NULL in none."""
    values = "['-inf', -2, -1, -5e-324, '-0.0', 0, 5e-324, 2.5, 'inf', 'nan', '-nan', NULL]::DOUBLE[]"
    answer(c, f"SELECT dp_histogram(x, [-1, -0.0::DOUBLE, 2.5], {C}) FROM (SELECT unnest({values}) AS x)", [2, 2, 3, 2, 2])
    for kind in ("FLOAT", "DOUBLE"):
        answer(c, f"SELECT dp_histogram('nan'::{kind}, [1, 2], {C})", [0, 0, 0, 1])
    answer(c, f"SELECT dp_histogram(x, '[1]', {C}) FROM range(3) r(x)", [1, 2, 0])


def case_values_fall_where_a_search_puts_them(c):
    """Random values are counted in the cells that a binary search of the edges finds, in short and
    long runs, with NULLs, as DOUBLE and as BIGINT."""
    draw = random.Random(7)
    for n, k in ((5, 1), (12, 2), (13, 3), (5000, 200)):
        edges = sorted({float(draw.randrange(-300, 300)) / draw.choice((1, 8)) for _ in range(k)})
        values = [draw.choice(edges + [float(draw.randrange(-400, 400)), None, float("nan"), float("inf")]) for _ in range(n)]
        exact = cells(edges, values)
        answer(c, f"SELECT dp_histogram(x, $2::DOUBLE[], {C}) FROM (SELECT unnest($1::DOUBLE[]) AS x)", exact, [values, edges])
        values = [draw.randrange(-400, 400) for _ in range(n)]
        exact = cells(edges, values)
        answer(c, f"SELECT dp_histogram(x, $2::DOUBLE[], {C}) FROM (SELECT unnest($1::BIGINT[]) AS x)", exact, [values, edges])


def case_integers_that_are_no_doubles(c):
    """Integers beyond 2^53 are compared with the edges as they are, in short and in long runs."""
    for n in (1, 12, 13, 3000):
        c.execute(f"CREATE OR REPLACE TABLE t AS SELECT unnest([9007199254740991, 9007199254740992, 9007199254740993, 9007199254740994, "
                  f"9223372036854775807, -9223372036854775808]) AS x FROM range({n})")
        answer(c, f"SELECT dp_histogram(x, [9007199254740992, 9007199254740994], {C}) FROM t", [2 * n, 2 * n, 2 * n, 0])
        # As a double the edge is 2^63, which no 64-bit integer reaches.
        answer(c, f"SELECT dp_histogram(x, [9223372036854775807], {C}) FROM t", [6 * n, 0, 0])


def case_types(c):
    """Numbers of every type are counted in the same cells. Types whose conversion by DuckDB could
    fail are refused."""
    for kind in ("TINYINT", "BIGINT", "HUGEINT", "UBIGINT", "FLOAT", "DOUBLE", "DECIMAL(4,1)", "DECIMAL(38,9)"):
        answer(c, f"SELECT dp_histogram(x::{kind}, [2, 4.5], {C}) FROM range(10) r(x)", [2, 3, 5, 0])
    for call in (f"dp_histogram(3::BIGNUM, [1], {C})", "dp_histogram_state(3::BIGNUM, [1])"):
        refused(c, f"SELECT {call}", "the type of x has values that DuckDB cannot convert")
    for call in ("dp_histogram(7::VARIANT, [1], 1)", "dp_counts(7::VARIANT, [1], 1)", "dp_counts('a'::VARIANT, ['a'], 1)"):
        refused(c, f"SELECT {call}", "VARIANT")
    for call in ("dp_histogram('3'::VARCHAR, [1], 1)", "dp_histogram(DATE '2020-01-01', [1], 1)", "dp_histogram(1, [[1]], 1)", "dp_histogram(1, ['1'], 1)",
                 "dp_histogram(1, [1])", "dp_histogram(1, 1, 1)", "dp_counts('a'::VARCHAR, [1], 1)", "dp_counts(1, ['1'], 1)", "dp_counts(1, [[1]], 1)",
                 "dp_counts(1.5, [1], 1)", "dp_counts(1, [1])"):
        refused(c, f"SELECT {call}", "No function matches")
    refused(c, "SELECT dp_counts_state(1, [1])", "dp_counts_state does not exist")
    got = rows(c, "SELECT typeof(dp_histogram(1, [1], 1)), typeof(dp_counts(1, [1], 1)), typeof(dp_counts('a', ['a'], 1)), typeof(dp_histogram_state(1, [1])), "
                  "typeof(dp_release_counts(dp_histogram_state(1, [1]), 1))")
    assert got == [("BIGINT[]", "BIGINT[]", "BIGINT[]", "BLOB", "BIGINT[]")], got


def case_counts_have_the_order_of_the_candidates(c):
    """dp_counts gives the counts in the order of the call, dp_release_counts in that of the state:
    integers ascending, then texts by their bytes."""
    c.execute("CREATE TABLE t AS SELECT unnest(['good', 'good', 'longer than twelve bytes', 'poor', 'other', '', '', '', NULL, 'Poor', 'é']) AS s")
    answer(c, f"SELECT dp_counts(s, ['poor', '', 'longer than twelve bytes', 'none', 'good', 'é'], {C}) FROM t", [1, 3, 1, 0, 2, 1])
    answer(c, f"SELECT dp_counts(s, ['good'], {C}, 3) FROM t", [2])
    answer(c, f"SELECT dp_release_counts(dp_mode_state(s, ['poor', '', 'é', 'good']), {C}) FROM t", [3, 2, 1, 1])
    answer(c, f"SELECT dp_counts(e, ['y', 'x'], {C}) FROM (SELECT 'y'::ENUM('x', 'y') AS e FROM range(9))", [9, 0])
    for kind in ("TINYINT", "INTEGER", "BIGINT"):
        answer(c, f"SELECT dp_counts(((i % 3) - 1)::{kind}, [7, 1, -1, -9223372036854775808], {C}) FROM range(10) r(i)", [0, 3, 4, 0])
    answer(c, f"SELECT dp_release_counts(dp_mode_state(i % 3 - 1, [7, 1, -1]), {C}) FROM range(10) r(i)", [4, 3, 0])
    # Many candidates in random order, so that a wrong order cannot pass by chance.
    order = list(range(2000))
    random.Random(3).shuffle(order)
    source = "FROM (SELECT unnest(range(i)) * 0 + i AS v FROM range(60) r(i))"
    answer(c, f"SELECT dp_counts(v, $1::BIGINT[], {C}) {source}", [k if k < 60 else 0 for k in order], [order])
    answer(c, f"SELECT dp_counts('c' || v, $1::VARCHAR[], {C}) {source}", [k if k < 60 else 0 for k in order], [[f"c{k}" for k in order]])


def case_groups_and_shapes(c):
    """dp_histogram and dp_counts work with GROUP BY, FILTER and list_aggregate, with parameters
    that differ between groups, and without rows."""
    got = rows(c, f"SELECT i % 3, dp_histogram(i, [4, 8], {C}), dp_counts(i, [8, 7], {C}), dp_counts(i::VARCHAR, ['8', '7'], {C}) FROM range(1, 10) r(i) GROUP BY 1 ORDER BY 1")
    assert got == [(0, [1, 1, 1, 0], [0, 0], [0, 0]), (1, [1, 2, 0, 0], [0, 1], [0, 1]), (2, [1, 1, 1, 0], [1, 0], [1, 0])], got
    got = rows(c, f"SELECT i % 700 AS g, dp_histogram(i, [2000, 4000], {C}), dp_counts((i % 2)::VARCHAR, ['1', '0'], {C}) FROM range(7000) r(i) GROUP BY g ORDER BY g")
    assert len(got) == 700 and all(sum(h) == 10 and h[3] == 0 and h[1] in (2, 3) and k == ([0, 10], [10, 0])[g % 2] for g, h, k in got)
    got = rows(c, f"SELECT i % 2 AS g, dp_histogram(i, CASE WHEN g = 0 THEN [3] ELSE [5, 6, 7] END, {C}) FROM range(10) r(i) GROUP BY g ORDER BY g")
    assert got == [(0, [2, 3, 0]), (1, [2, 1, 0, 2, 0])], got
    answer(c, f"SELECT dp_histogram(i, [3], {C}) FILTER (i > 1) FROM range(10) r(i)", [1, 7, 0])
    answer(c, f"SELECT list_aggregate([1, 2, 3, 4], 'dp_histogram', [3.0], {C})", [2, 2, 0])
    for call in ("dp_histogram(x, [1], 1)", "dp_counts(x, [1], 1)", "dp_counts(x::VARCHAR, ['1'], 1)", "dp_histogram_state(x, [1])"):
        answer(c, f"SELECT {call} FROM (SELECT 1 AS x) WHERE false", None)
        answer(c, f"SELECT {call} FILTER (x > 1) FROM (SELECT 1 AS x)", None)
        assert rows(c, f"SELECT g, {call} IS NULL FROM (SELECT NULL::INTEGER AS x, 3 AS g) GROUP BY g") == [(3, False)]
    answer(c, "SELECT dp_release_counts(NULL, 1)", None)
    got = rows(c, f"SELECT dp_release_counts(s, {C}) FROM (VALUES (NULL), ((SELECT dp_histogram_state(1, [1, 2])))) v(s)")
    assert got == [(None,), ([0, 1, 0, 0],)], got
    answer(c, f"SELECT dp_histogram(i, $1, $2, $3) FROM range(5) r(i)", [2, 3, 0], [[2.0], 1e3, 4])


def case_each_count_has_noise_of_its_own(c):
    """The noise of each cell is new and has the scale rows_per_person / epsilon; a cell without
    rows has it, too."""
    for call in (f"dp_histogram(i, $1, {LOW})", f"dp_counts(i, $1::BIGINT[], {LOW})", f"dp_counts(i::VARCHAR, $1::VARCHAR[], {LOW})",
                 f"dp_release_counts(dp_histogram_state(i, $1), {LOW})", f"dp_release_counts(dp_mode_state(i, $1::BIGINT[]), {LOW})"):
        counts = [n for _ in range(2) for n in value(c, f"SELECT {call} FROM range(3) r(i)", [[float(i) for i in range(1000)] if "histogram" in call else list(range(1000))])]
        # A few pairs of the 2,000 counts may be equal. The mean absolute value of their noise is
        # about 1e6, with a standard deviation of 22,000.
        assert len(set(counts)) > 1950, call
        assert 800_000 < sum(map(abs, counts)) / len(counts) < 1_200_000, call
    wide = [abs(n) for n in value(c, "SELECT dp_histogram(1, $1, 1e-6, 5)", [[float(i) for i in range(2000)]])]
    assert 4_000_000 < sum(wide) / len(wide) < 6_000_000


def case_one_release_of_each_group(c):
    """Equal calls and the rows of a partition have one answer, also where answers are longer or
    shorter than the lists of the call."""
    for call in (f"dp_histogram(i, [1, 2, 3], {LOW})", f"dp_counts(i, [3, 1, 2], {LOW})", f"dp_counts(i::VARCHAR, ['3', 'long text of a candidate', ''], {LOW})",
                 f"dp_counts(i::VARCHAR, [''], {LOW})", f"dp_histogram(i, [1], {LOW})"):
        assert value(c, f"SELECT {call} = {call} FROM range(9) r(i)") is True
        assert len({str(row) for row in rows(c, f"SELECT {call} OVER () FROM range(5000) r(i)")}) == 1
        assert len({str(row) for row in rows(c, f"SELECT {call} OVER (PARTITION BY i % 3) FROM range(5000) r(i)")}) == 3
    got = rows(c, f"SELECT dp_histogram(i, [100, 200], {C}) OVER w, dp_counts(i % 2, [1, 0], {C}) OVER w FROM range(300) r(i) "
                  "WINDOW w AS (ORDER BY i ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)")
    assert got[299] == ([0, 0, 10, 0], [5, 5]) and got[104] == ([5, 5, 0, 0], [5, 5]) and got[0] == ([1, 0, 0, 0], [0, 1]), got[:3]


def case_wrong_parameters(c):
    """Edges, candidates, epsilon and rows_per_person are refused with their names, and so is a
    change between rows."""
    source = "FROM (SELECT i, i::DOUBLE AS x FROM range(5000) r(i))"
    for form, end in (("dp_histogram", ", 1"), ("dp_histogram_state", "")):
        for bad in ("[]::DOUBLE[]", "NULL::DOUBLE[]", "['nan'::DOUBLE]", "['inf'::DOUBLE]", "['-inf'::DOUBLE, 1]", "[1, 'nan'::DOUBLE, 2]", "range(1048577)::DOUBLE[]"):
            refused(c, f"SELECT {form}(x, {bad}{end}) {source}", f"{form}: {EDGES}")
        refused(c, f"SELECT {form}(x, [i]::DOUBLE[]{end}) {source}", f"{form}: edges must be the same on every row")
        refused(c, f"SELECT {form}(x, [1]{end}, i + 1) {source}", f"{form}: rows_per_person must be the same on every row")
    refused(c, f"SELECT dp_counts(i::VARCHAR, []::VARCHAR[], 1) {source}", f"dp_counts: {CANDIDATES}")
    refused(c, f"SELECT dp_counts(i::VARCHAR, NULL::VARCHAR[], 1) {source}", f"dp_counts: {CANDIDATES}")
    for name, call in (("dp_histogram", "dp_histogram(x, [1], {})"), ("dp_counts", "dp_counts(i, [1], {})"), ("dp_counts", "dp_counts('a', ['a'], {})")):
        refused(c, f"SELECT {call.format('i + 1')} {source}", f"{name}: epsilon must be the same on every row")
    # A list that changes from one row to another is refused, in whatever chunk or thread it
    # changes. In a single row, the last one or an earlier one, the list differs in an element or in
    # length.
    for n, at in ((2, 1), (3000, 2048), (3000, 2999), (500_000, 400_000)):
        p = f"CASE WHEN i = {at} THEN"
        for call, name in ((f"dp_histogram(i, {p} [1, 2.5] ELSE [1, 2.25] END, 1)", "edges"), (f"dp_histogram(i, {p} [1] ELSE [1, 2] END, 1)", "edges"),
                           (f"dp_histogram_state(i, {p} [0.0::DOUBLE] ELSE [-0.0::DOUBLE] END)", "edges"), (f"dp_counts(i, {p} [2, 1] ELSE [1, 2] END, 1)", "candidates"),
                           (f"dp_counts('a', {p} ['b', 'a'] ELSE ['a', 'b'] END, 1)", "candidates"), (f"dp_counts('a', {p} ['ab'] ELSE ['a', 'b'] END, 1)", "candidates")):
            refused(c, f"SELECT {call} FROM range({n}) r(i)", f"{name} must be the same on every row")
    c.execute("SET threads = 1")
    late = "FROM (SELECT CASE WHEN i < 500000 THEN 1 ELSE error('late') END AS x FROM range(1000000) r(i))"
    refused(c, f"SELECT dp_histogram(x, [2, 1], 1) {late}", EDGES)
    refused(c, f"SELECT dp_histogram(x, [2], 1e-308, 1000) {late}", "epsilon is too small for th")
    refused(c, f"SELECT dp_counts(x, [2], 1e-308, 1000) {late}", "epsilon is too small for th")


def case_stored_states(c):
    """A state of a histogram or mode is released again and again; other bytes are refused."""
    c.execute("CREATE TABLE s AS SELECT dp_histogram_state(x, [4, 5]) AS h, dp_mode_state(x, [9, 4]) AS m FROM (SELECT unnest([3, 4, 4, 5, 9]) AS x)")
    answer(c, f"SELECT dp_release_counts(h, {C}) FROM s", [1, 2, 2, 0])
    answer(c, f"SELECT dp_release_counts(m, {C}) FROM s", [2, 1])
    # Each row is a release, also with constant arguments.
    got = rows(c, f"SELECT dp_release_counts(h, {LOW}) FROM s, range(3000)")
    assert len({str(row) for row in got}) == 3000 and {len(row[0]) for row in got} == {4}
    stored = value(c, "SELECT h FROM s")
    for bad in (b"", b"x", stored[:-1], stored + b"\0", bytes(len(stored)), stored[:32] + stored[40:48] + stored[32:40] + stored[48:]):
        for function in ("dp_release_counts", "dp_merge"):
            refused(c, f"SELECT {function}($1::BLOB, 1)", f"{function}: state must be what a dp_..._state function or dp_merge returned", [bad])


def case_states_equal_those_of_c_and_sqlite(c):
    """A histogram's state has the same bytes as in C and SQLite, whatever the number of threads and
    of merges."""
    edges = [-2.5, 0.0, 5e-324, 100.125, 4000.0]
    values = [(i * 7919 % 1000003) / 128 - 500 for i in range(300_000)] + [float("inf"), float("-inf"), float("nan"), -0.0, 5e-324, 100.125]
    c.execute("CREATE TABLE t AS SELECT unnest($1::DOUBLE[]) AS x", [values])
    c.execute("INSERT INTO t SELECT NULL FROM range(100)")
    exact = histogram_of_c(edges, 3).add(values).bytes()
    listed = "[-2.5, 0.0, 5e-324, 100.125, 4000.0]"
    for threads in (1, 4):
        c.execute(f"SET threads = {threads}")
        answer(c, f"SELECT dp_histogram_state(x, {listed}, 3) FROM t", exact)
    assert value(c, f"SELECT dp_histogram_state(x, {listed}, 3) FROM (SELECT 1) LEFT JOIN t ON false") == histogram_of_c(edges, 3).bytes()
    for group in ("x", "x > 100", "floor(x)"):
        answer(c, f"SELECT dp_merge(s, 3) FROM (SELECT dp_histogram_state(x, {listed}, 3) AS s FROM t GROUP BY {group})", exact)
    refused(c, f"SELECT dp_merge(s, 4) FROM (SELECT dp_histogram_state(x, {listed}, 3) AS s FROM t)", "rows_per_person must be the same here and in every state")
    for other in ("dp_histogram_state(x, [1, 2])", "dp_mode_state(1, [1])", "dp_histogram_state(x, [2])"):
        refused(c, f"SELECT dp_merge(s, 1) FROM (SELECT dp_histogram_state(x, [1]) AS s FROM t UNION ALL SELECT {other} FROM t)", "dp_merge: only states")
    c.execute(f"CREATE TABLE hie AS SELECT * FROM read_csv('{ROOT}/examples-c/data/randhie.csv')")
    ages = [x for (x,) in rows(c, "SELECT xage FROM hie")]
    setup = "CREATE TABLE t(x REAL);\nINSERT INTO t VALUES " + ",".join(f"({x!r})" for x in ages) + ";"
    own = value(c, "SELECT dp_histogram_state(xage, [0, 10, 20.5, 30], 5) FROM hie")
    merged = value(c, "SELECT dp_merge(s, 5) FROM (SELECT dp_histogram_state(xage, [0, 10, 20.5, 30], 5) AS s FROM hie GROUP BY site)")
    assert sqlite(setup, ["SELECT dp_histogram_state(x, '[0,10,20.5,30]', 5) FROM t"]) == [own] == [merged]
    assert own == histogram_of_c([0, 10, 20.5, 30], 5).add(ages).bytes()
    assert list(struct.unpack_from("<6Q", own, 64)) == value(c, f"SELECT dp_histogram(xage, [0, 10, 20.5, 30], {C}, 5) FROM hie")


def case_many_edges(c):
    """The largest number of edges works in one group, and 9,999 candidates work in several groups,
    which the engine spreads over threads and merges."""
    run = script(f"""
c.execute("SET threads = 4")
c.execute("SET enable_progress_bar = false")
most = 1 << 20
got = value(c, f"SELECT dp_histogram(i, range({{most}})::DOUBLE[], {C}) FROM range(0, {{most}}, 64) r(i)")
assert got == [0] + [1, *[0] * 63] * (most // 64) + [0]
got = rows(c, f"SELECT i // 50000 AS k, dp_counts(i % 9999, range(9998, -1, -1), {C}) FROM range(200000) r(i) GROUP BY k ORDER BY k")
assert len(got) == 4 and all(sum(counts) == 50000 and set(counts) == {{5, 6}} for k, counts in got)
print("ok")
""")
    assert run.stdout == "ok\n", run.stdout + run.stderr
