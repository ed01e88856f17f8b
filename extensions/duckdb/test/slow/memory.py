"""Leaks, interruptions and concurrency."""

import threading
import time

import duckdb

from check import E, connect, refused, script, value

LEAKS = """
import resource
c.execute("SET enable_progress_bar = false")
c.execute("CREATE TABLE t AS SELECT i::DOUBLE AS x, i % 50 AS k FROM range(5000) r(i)")
queries = ("SELECT dp_median(x, 0, 5000, 1), dp_sum(x, 0, 5, 1), dp_mode(k, [1, 2], 1), dp_quantiles(x, [0.1, 0.9], 0, 9, 1) FROM t",
           "SELECT dp_merge(s, 1) FROM (SELECT dp_median_state(x, 0, 5000) AS s FROM t GROUP BY k)",
           "SELECT dp_median(x, 0, CASE WHEN x < 4000 THEN 1 ELSE 2 END, 1) FROM t",
           "SELECT dp_mode(k::VARCHAR, CASE WHEN x < 4000 THEN ['a', 'b'] ELSE ['c'] END, 1) FROM t GROUP BY k",
           "SELECT dp_median(x, 0, 5000, 1) OVER (ORDER BY x ROWS 3 PRECEDING) FROM t WHERE x < 100",
           "SELECT list_aggregate(l, 'dp_median', 0, 5000, 1), list_aggregate(l, 'dp_mode', [1, 2], 1) FROM (SELECT list(x::BIGINT) AS l FROM t GROUP BY k)",
           "SELECT dp_histogram(x, range(300)::DOUBLE[], 1), dp_counts(k, range(100), 1), dp_counts(k::VARCHAR, ['1', '2'], 1) FROM t",
           "SELECT dp_histogram(x, CASE WHEN x < 4000 THEN [1, 2] ELSE [1] END, 1) FROM t GROUP BY k",
           "SELECT dp_release_counts(s, 1 - (k > 40)::INTEGER) FROM (SELECT k, dp_histogram_state(x, range(300)::DOUBLE[]) AS s FROM t GROUP BY k)",
           "SELECT dp_merge(s, 1 + (k > 40)::INTEGER) FROM (SELECT k, dp_max_state(x, 0, 5000) AS s FROM t GROUP BY k)")
def rounds(n):
    for i in range(n):
        for query in queries:
            try:
                c.execute(query).fetchall()
            except duckdb.Error:
                pass
rounds(300)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rounds(1500)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024, "MB")
"""


def case_no_leak(c):
    """15,000 queries, about half of which fail in the middle, leave the memory of the process as
    it was. A leak of one state in each query would take 100 MB."""
    run = script(LEAKS)
    assert int(run.stdout.split()[-2]) < 30, run.stdout + run.stderr


def case_interruption(c):
    """A query that is interrupted stops, releases nothing, and the connection works on."""
    thread = threading.Timer(0.5, c.interrupt)
    thread.start()
    start = time.monotonic()
    try:
        value(c, "SELECT dp_median(i, 0, 1e9, 1) FROM range(100000000000) r(i)")
        raise AssertionError("not interrupted")
    except duckdb.InterruptException:
        pass
    assert time.monotonic() - start < 10
    assert value(c, f"SELECT dp_count(i, {E}) FROM range(10) r(i)") == 10


def case_concurrent_connections(c):
    """Connections of several threads draw independent noise and get right answers."""
    answers, failures = [], []

    def work():
        try:
            own = c.cursor()
            for _ in range(50):
                assert value(own, f"SELECT dp_sum(i, 0, 9, {E}) FROM range(3000) r(i)") == 26955.0
                answers.append(value(own, "SELECT dp_sum(i, 0, 1e9, 0.001) FROM range(3) r(i)"))
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert len(set(answers)) > 300, len(set(answers))


def case_fork(c):
    """Processes that are forked after the extension was loaded have noise of their own."""
    run = script("""
import os
query = "SELECT dp_sum(NULL::DOUBLE, 0, 1e12, 1)"
c.execute("SET threads = 1")
c.close()
out = []
for i in range(4):
    read, write = os.pipe()
    if os.fork() == 0:
        own = connect(threads=1)
        os.write(write, repr(own.execute(query).fetchall()).encode())
        os._exit(0)
    os.wait()
    out.append(os.read(read, 1000))
print(len(set(out)), len(out))
""")
    assert run.stdout.split() == ["4", "4"], run.stdout + run.stderr
