"""States: their bytes, merges and stored forms."""

import ctypes

from check import ROOT, State, answer, connect, errors, refused, release, rows, value

D = ctypes.c_double
N = ctypes.c_uint64


def kinds_of_c():
    """Maps each call, in which {x} stands for x, to a function that makes the same state in C."""
    return {
        "dp_sum_state({x}, -5, 777.25, 3)": lambda: State(2, "sum", D(-5), D(777.25), D(0), N(3)),
        "dp_avg_state({x}, 0, 1000)": lambda: State(3, "mean", D(0), D(1000), D(0), N(1)),
        "dp_var_state({x}, 0, 1000, 2)": lambda: State(4, "variance", D(0), D(1000), D(0), N(2)),
        "dp_stddev_state({x}, 0, 1000, 2)": lambda: State(5, "stddev", D(0), D(1000), D(0), N(2)),
        "dp_median_state({x}, 0, 1000, 1, 1001)": lambda: State(6, "quantile", D(0.5), D(0), D(1000), N(1001), N(1)),
        "dp_quantile_state({x}, 0.1, 0, 1000, 4)": lambda: State(6, "quantile", D(0.1), D(0), D(1000), N(16385), N(4)),
        "dp_quantile_state({x}, 0.1, 0, 1000, 4, 0)": lambda: State(6, "quantile", D(0.1), D(0), D(1000), N(0), N(4)),
        "dp_min_state({x}, 0, 1000, 1, 101)": lambda: State(6, "quantile", D(0), D(0), D(1000), N(101), N(1)),
        "dp_max_state({x}, 0, 1000, 1, 65537)": lambda: State(6, "quantile", D(1), D(0), D(1000), N(65537), N(1)),
    }


def case_bytes_equal_those_of_c(c):
    """Each kind of state has the bytes that C gives for the same rows, also without rows, with
    NULLs and with special values."""
    values = [(i * 7919 % 1000003) / 1000 for i in range(5000)] + [float("inf"), float("-inf"), float("nan"), -0.0, 5e-324, 1e300]
    c.execute("CREATE TABLE t AS SELECT unnest($1::DOUBLE[]) AS x", [values])
    c.execute("INSERT INTO t SELECT NULL FROM range(100)")
    for call, make in kinds_of_c().items():
        sql = call.format(x="x")
        assert value(c, f"SELECT {sql} FROM t") == make().add(values).bytes(), call
        assert value(c, f"SELECT {sql} FROM (SELECT 1) LEFT JOIN t ON false") == make().bytes(), call
        # A state for each row; then all of them are merged.
        rows_per_person = call[:-1].split(", ")[3] if call.count(",") > 2 and "quantile" not in call else None
        rows_per_person = rows_per_person or ("4" if "quantile" in call else "1")
        got = value(c, f"SELECT dp_merge(s, {rows_per_person}) FROM (SELECT {sql} AS s FROM (SELECT x, row_number() OVER () AS i FROM t) GROUP BY i)")
        assert got == make().add(values).bytes(), call


def case_merges(c):
    """Merging is associative and commutative to the byte and has an identity; states that do not
    match are refused."""
    c.execute("CREATE TABLE t AS SELECT (i * 31 % 97)::DOUBLE AS x, i % 5 AS k FROM range(1000) r(i)")
    for call in ("dp_count_state(x, 2)", "dp_sum_state(x, 0, 9, 2)", "dp_var_state(x, 0, 9, 2)", "dp_median_state(x, 0, 9, 2)",
                 "dp_mode_state(x::BIGINT, [1, 2], 2)"):
        whole = value(c, f"SELECT {call} FROM t")
        for order in ("k", "-k"):
            parts = f"(SELECT {call} AS s, k FROM t GROUP BY k UNION ALL SELECT {call}, 9 FROM t WHERE false ORDER BY ALL)"
            assert value(c, f"SELECT dp_merge(s, 2 ORDER BY {order}) FROM {parts}") == whole, call
        nested = f"(SELECT dp_merge(s, 2) AS s FROM (SELECT {call} AS s, k FROM t GROUP BY k) GROUP BY k < 2)"
        assert value(c, f"SELECT dp_merge(s, 2) FROM {nested}") == whole, call
        empty = f"SELECT {call} AS s FROM (SELECT 1) LEFT JOIN t ON false"
        assert value(c, f"SELECT dp_merge(s, 2) FROM (SELECT {call} AS s FROM t UNION ALL {empty})") == whole, call
        refused(c, f"SELECT dp_merge(s, 3) FROM (SELECT {call} AS s FROM t)", "rows_per_person must be the same here and in every state")
    states = "(SELECT dp_sum_state(x, 0, 9) AS s, k FROM t GROUP BY k)"
    refused(c, f"SELECT dp_merge(s, k + 1) FROM {states}", "rows_per_person must")
    refused(c, f"SELECT dp_merge(s) FROM {states}", "No function matches")


def case_stored_states(c):
    """dp_release_mode answers in the type of the candidates; a list of quantiles must be short."""
    c.execute("CREATE TABLE s AS SELECT dp_median_state(x, 0, 9, 1, 10) AS middle, dp_mode_state(x, [3, 4]) AS common,"
              " dp_mode_state(x::VARCHAR, ['5', 'longer than twelve bytes']) AS word FROM (SELECT unnest([3, 4, 4, 5, 9]) AS x)")
    answer(c, "SELECT dp_release_mode(common, 1e5) FROM s", "4")
    answer(c, "SELECT dp_release_mode(word, 1e5) FROM s", "5")
    refused(c, "SELECT dp_release_quantiles(middle, list_resize([0.5], 1001, 0.5), 1) FROM s", "q must be a flat array")


def case_bad_bytes(c):
    """Empty, cut, longer and reversed bytes are refused. dp_merge either merges bytes with a
    flipped bit or refuses them."""
    for call in ("dp_sum_state(x, 0, 9)", "dp_median_state(x, 0, 9)", "dp_mode_state(x, [1, 2])"):
        stored = value(c, f"SELECT {call} FROM range(9) r(x)")
        bad = [b"", b"x", stored[:-1], stored + b"\0", stored[:8], bytes(len(stored)), stored[::-1]]
        for data in bad:
            for sql in ("SELECT dp_release($1::BLOB, 1)", "SELECT dp_merge($1::BLOB, 1)", "SELECT dp_release_mode($1::BLOB, 1)"):
                refused(c, sql, "state must be what a dp_..._state function or dp_merge returned", [data])
        for bit in range(8 * len(stored)):
            flipped = bytearray(stored)
            flipped[bit // 8] ^= 1 << bit % 8
            try:
                rows(c, "SELECT dp_merge($1::BLOB, 1)", [bytes(flipped)])
            except Exception as error:
                errors.append(str(error))
                assert "dp_merge: " in str(error), error


def case_stored_and_read_again(c):
    """States survive a table, a file and another connection. Then C, with the same seeds, releases
    from them the same answers as from a state that it made itself."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        c.execute(f"ATTACH '{folder}/d.db' AS d")
        c.execute("CREATE TABLE d.s AS SELECT i % 7 AS day, dp_sum_state(i, 0, 99, 7) AS s FROM range(1000) r(i) GROUP BY day")
        c.execute(f"COPY d.s TO '{folder}/s.parquet'")
        c.execute("DETACH d")
        other = connect()
        other.execute(f"ATTACH '{folder}/d.db' AS d")
        merged = value(other, "SELECT dp_merge(s, 7) FROM d.s")
        assert merged == value(other, f"SELECT dp_merge(s, 7) FROM '{folder}/s.parquet'")
        assert merged == value(c, "SELECT dp_sum_state(i, 0, 99, 7) FROM range(1000) r(i)")
        own = State(2, "sum", D(0), D(99), D(0), N(7)).add([float(i) for i in range(1000)]).bytes()
        assert [release(merged, 0.5, seed) for seed in range(9)] == [release(own, 0.5, seed) for seed in range(9)]


def case_sizes(c):
    """The sizes of states that docs/scale.md names."""
    page = (ROOT / "docs/scale.md").read_text()
    for line in (
        "| count | 24 |",
        "| sum, mean | 80 |",
        "| variance, standard deviation | 96 |",
        "| quantile, minimum, maximum | 80, and 12 for each candidate that has rows: with 1,001 candidates at most 12,092 |",
        "| histogram | 48, and 16 for each edge |",
        "| mode | 32, and for each candidate 13 and its text, or 21 if it is an integer |",
    ):
        assert line + "\n" in page, line
    for rows_, x in ((0, "NULL::DOUBLE"), (1, "1.0"), (5000, "i::DOUBLE")):
        size = lambda call: len(value(c, f"SELECT {call} FROM (SELECT {x} AS x, 'a' AS t, i FROM range({max(rows_, 1)}) r(i))"))
        found = min(rows_, 1001)
        expected = {
            "dp_count_state(x)": 24,
            "dp_sum_state(x, 0, 1000)": 80,
            "dp_avg_state(x, 0, 1000)": 80,
            "dp_var_state(x, 0, 1000)": 96,
            "dp_stddev_state(x, 0, 1000)": 96,
            **{f"dp_{kind}_state(x, {q}0, 1000, 1, 1001)": 80 + 12 * found for kind, q in (("median", ""), ("quantile", "0.3, "), ("min", ""), ("max", ""))},
            "dp_histogram_state(x, [0.0])": 48 + 16,
            f"dp_histogram_state(x, {list(range(100))}::DOUBLE[])": 48 + 16 * 100,
            "dp_mode_state(t, ['', 'a', 'four'])": 32 + 3 * 13 + 5,
            "dp_mode_state(i, [7, -1])": 32 + 2 * 21,
        }
        got = {call: size(call) for call in expected}
        assert got == expected, (rows_, got)
