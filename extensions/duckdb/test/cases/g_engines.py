"""The same rows give the same bytes in DuckDB, SQLite and C: the RAND data, and 3,000,000 generated
values."""

import csv
import ctypes

from check import ROOT, State, release, sqlite, value

D = ctypes.c_double
N = ctypes.c_uint64
ROWS = 3_000_000

# Calls, each with a function that makes the same state in C, except for the count. The candidates
# of quantiles are explicit, since the defaults of the engines differ. {x} is the column.
KINDS = (
    ("dp_count_state({x}, 5)", None),
    ("dp_sum_state({x}, 0, 5000, 5)", lambda: State(2, "sum", D(0), D(5000), D(0), N(5))),
    ("dp_avg_state({x}, 0, 5000, 5)", lambda: State(3, "mean", D(0), D(5000), D(0), N(5))),
    ("dp_var_state({x}, 0, 70.5, 5)", lambda: State(4, "variance", D(0), D(70.5), D(0), N(5))),
    ("dp_stddev_state({x}, -1, 70.5, 5)", lambda: State(5, "stddev", D(-1), D(70.5), D(0), N(5))),
    ("dp_median_state({x}, 0, 5000, 5, 5001)", lambda: State(6, "quantile", D(0.5), D(0), D(5000), N(5001), N(5))),
    ("dp_quantile_state({x}, 0.25, 0, 5000, 5, 5001)", lambda: State(6, "quantile", D(0.25), D(0), D(5000), N(5001), N(5))),
    ("dp_min_state({x}, 0, 5000, 5, 101)", lambda: State(6, "quantile", D(0), D(0), D(5000), N(101), N(5))),
    ("dp_max_state({x}, 0, 5000, 5, 1001)", lambda: State(6, "quantile", D(1), D(0), D(5000), N(1001), N(5))),
)


def compare(c, column, setup, values, source):
    """Compares the states of DuckDB, SQLite and C, and the answers that C releases from those of
    DuckDB and of SQLite with the same seed."""
    calls = [call.format(x=column) for call, _ in KINDS]
    found = sqlite(setup, [f"SELECT {call} FROM t" for call in calls])
    assert len(found) == len(calls)
    for call, (_, make), other in zip(calls, KINDS, found):
        own = value(c, f"SELECT {call} FROM {source}")
        assert own == other, (call, own.hex()[:200], other.hex()[:200])
        if make is not None:
            assert own == make().add(values).bytes(), call
            assert release(own, 0.5, 42) == release(other, 0.5, 42)


def case_rand_data(c):
    """20,190 person-years of the RAND Health Insurance Experiment, three columns, and modes over
    texts and integers."""
    data = ROOT / "examples-c/data/randhie.csv"
    with open(data, newline="") as file:
        table = list(csv.DictReader(file))
    columns = ", ".join(f"{name} REAL" for name in table[0])
    setup = f"CREATE TABLE t({columns});\n.mode csv\n.import --skip 1 {data} t\n.mode list"
    c.execute(f"CREATE TABLE t AS SELECT * FROM read_csv('{data}')")
    for column in ("meddol", "mdvis", "xage"):
        compare(c, column, setup, [float(row[column]) for row in table], "t")
    labels = "CASE WHEN hlthg = 1 THEN 'good' WHEN hlthf = 1 THEN 'fair' WHEN hlthp = 1 THEN 'poor' ELSE 'excellent' END"
    words = value(c, f"SELECT dp_mode_state({labels}, ['excellent', 'good', 'fair', 'poor'], 5) FROM t")
    whole = value(c, "SELECT dp_mode_state(site::BIGINT, [1, 2, 3, -9], 5) FROM t")
    found = sqlite(setup, [f"""SELECT dp_mode_state({labels}, '["excellent","good","fair","poor"]', 5) FROM t""",
                           "SELECT dp_mode_state(site, '[1,2,3,-9]', 5) FROM t"])
    assert [words, whole] == found
    # Each engine merges its own states of the sites. The merged states are equal.
    merged = value(c, "SELECT dp_merge(s, 5) FROM (SELECT dp_sum_state(meddol, 0, 5000, 5) AS s FROM t GROUP BY site)")
    assert sqlite(setup, ["SELECT dp_merge(s, 5) FROM (SELECT dp_sum_state(meddol, 0, 5000, 5) AS s FROM t GROUP BY site)"]) == [merged]


def case_generated_values(c):
    """3,000,000 values from a formula that both engines compute exactly, with several threads in
    DuckDB."""
    setup = (f"CREATE TABLE t(x REAL);\nWITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS - 1})\n"
             "INSERT INTO t SELECT i * 7919 % 1000003 / 128.0 - 500 FROM n;")
    values = [i * 7919 % 1000003 / 128.0 - 500 for i in range(ROWS)]
    c.execute("SET threads = 4")
    c.execute(f"CREATE TABLE t AS SELECT (i * 7919 % 1000003)::DOUBLE / 128 - 500 AS x FROM range({ROWS}) r(i)")
    compare(c, "x", setup, values, "t")
