"""What README.md calls not hidden is really there: two histories that differ in one person's row look
different to everybody who runs SQL, also to one who only reads a view that releases."""

import re

from check import connect, rows, value

HISTORY = """CREATE TABLE t AS SELECT i::DOUBLE AS x, '1' AS note FROM range(100) r(i);
             {person}
             CREATE VIEW noisy AS SELECT dp_sum(x, 0, 100, 0.5) AS s FROM t"""

# Queries whose results differ.
OPEN = (
    "SELECT count(*) FROM t",
    "SELECT estimated_size FROM duckdb_tables() WHERE table_name = 't'",
    "SELECT sum(count) FROM pragma_storage_info('t') WHERE column_name = 'x'",
    "SELECT count FROM (SUMMARIZE t)",
    "SELECT max FROM (SUMMARIZE t) WHERE column_name = 'x'",
)


def histories():
    out = []
    for person in ("", "INSERT INTO t VALUES (1000, 'one');"):
        c = connect()
        c.execute(HISTORY.format(person=person))
        out.append(c)
    return out


def case_rows_and_sizes(c):
    """Tables, sizes and statistics are open."""
    without, with_person = histories()
    for sql in OPEN:
        assert rows(without, sql) != rows(with_person, sql), sql


def case_plan(c):
    """EXPLAIN ANALYZE of the view counts the rows behind it."""
    counts = []
    for connection in histories():
        ((_, plan),) = rows(connection, "EXPLAIN ANALYZE SELECT * FROM noisy")
        counts.append(max(int(n) for n in re.findall(r"(\d+) [Rr]ows", plan)))
    assert counts == [100, 101], counts


def case_error(c):
    """An expression inside the call fails by itself, with the person's value."""
    sql = "SELECT dp_count(CAST(note AS INTEGER), 1) FROM t"
    without, with_person = histories()
    assert value(without, sql) is not None
    try:
        rows(with_person, sql)
    except Exception as error:
        assert "'one'" in str(error), error
    else:
        raise AssertionError("no error")


def case_no_budget(c):
    """The view is released anew by each reading, without end. Two answers are equal with probability below
    1e-2, 20 of them with probability below 1e-38."""
    without, _ = histories()
    assert len({value(without, "SELECT s FROM noisy") for _ in range(20)}) > 1
