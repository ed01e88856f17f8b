"""The same rows give the same bytes in DuckDB and PostgreSQL. Needs a PostgreSQL server
(tools/pg-cluster.sh)."""

import importlib.util
import subprocess

from check import ROOT, value

ROWS = 3_000_000


def calls(column):
    spec = importlib.util.spec_from_file_location("g_engines",
                                                  ROOT
                                                  / "extensions/duckdb/test/cases/g_engines.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [call.format(x=column) for call, _ in module.KINDS]


def postgresql(setup, queries):
    """The states that PostgreSQL gives for these queries, as bytes."""
    text = ("CREATE EXTENSION indp;\n" + setup
            + "".join(f"SELECT encode(({query})::bytea, 'hex');\n" for query in queries))
    run = subprocess.run(["sh", "-c",
                          ". tools/pg-cluster.sh; cluster_start 'max_parallel_workers_per_gather = "
                          "2' && pg"], input=text,
                         capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    return [bytes.fromhex(line) for line in run.stdout.split()]


def case_bytes_of_postgresql(c):
    """The RAND data, and 3,000,000 generated values, with parallel workers in PostgreSQL."""
    data = ROOT / "examples-c/data/randhie.csv"
    c.execute(f"CREATE TABLE hie AS SELECT * FROM read_csv('{data}')")
    c.execute("CREATE TABLE t AS SELECT (i * 7919 % 1000003)::DOUBLE / 128 - 500 AS x FROM "
              f"range({ROWS}) r(i)")
    with open(data, newline="") as file:
        header = file.readline().strip()
        columns = ", ".join(f"{name.strip(chr(34))} float8" for name in header.split(","))
        setup = (f"CREATE TABLE hie({columns});\nCOPY hie FROM stdin (FORMAT "
                 f"csv);\n{file.read()}\\.\n")
    setup += ("CREATE TABLE t AS SELECT (i::bigint * 7919 % 1000003)::float8 / 128 - 500 AS x "
              f"FROM generate_series(0, {ROWS - 1}) i;\n")
    queries = [f"SELECT {call} FROM hie" for column in ("meddol", "xage") for call in calls(column)]
    queries += [f"SELECT {call} FROM t" for call in calls("x")]
    own = [value(c, query) for query in queries]
    # The calls for modes and histograms differ between the engines in how lists are written.
    own.append(value(c, "SELECT dp_mode_state(site::BIGINT, [1, 2, 3, -9], 5) FROM hie"))
    queries.append("SELECT dp_mode_state(site::int8, '{1,2,3,-9}'::int8[], 5) FROM hie")
    for table, x in (("hie", "meddol"), ("t", "x")):
        own.append(value(c, f"SELECT dp_histogram_state({x}, [-0.5, 0, 100.25], 5) FROM {table}"))
        queries.append(f"SELECT dp_histogram_state({x}, '{{-0.5,0,100.25}}', 5) FROM {table}")
    found = postgresql(setup, queries)
    assert len(found) == len(queries)
    for query, a, b in zip(queries, own, found):
        assert a == b, (query, a.hex()[:200], b.hex()[:200])
