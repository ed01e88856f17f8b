"""Tests plans: the number of threads and the memory limit do not change any byte of a state."""

from check import E, rows, value

CALLS = ("dp_count_state(x)", "dp_sum_state(x, 0, 1000)", "dp_avg_state(x, 0, 1000)",
         "dp_var_state(x, 0, 900)", "dp_median_state(x, 0, 1000, 1, 1001)",
         "dp_max_state(x, 0, 1000, 1, 100001)", "dp_mode_state(i % 7, [0, 1, 5, 9])",
         "dp_mode_state((i % 7)::VARCHAR, ['0', '5'])",
         "dp_histogram_state(x, [10, 200.5, 900])")
ROWS = 1_000_000


def table(c):
    c.execute("CREATE TABLE t AS SELECT i, CASE WHEN i % 11 <> 0 THEN (i * 7919 % 1000003 / "
              f"1000.0)::DOUBLE END AS x FROM range({ROWS}) r(i)")


def digest(c, call, clause):
    """A text that depends on the keys and states of all groups, but not on their order."""
    return value(c, "SELECT md5(string_agg(h, '' ORDER BY h)) FROM (SELECT md5(concat(k, ':', "
                 f"hex({call}))) AS h FROM (SELECT *, {clause} AS k FROM t) GROUP BY k)")


def case_threads(c):
    """With 1 to 16 threads the bytes are the same, for one group and for 1,000 groups."""
    table(c)
    for clause in ("0", "i % 1000"):
        for call in CALLS:
            found = set()
            for threads in (1, 2, 3, 4, 8, 16):
                c.execute(f"SET threads = {threads}")
                found.add(digest(c, call, clause))
            assert len(found) == 1, (call, clause)


def case_memory(c):
    """A limit of 150 MB makes the engine write states to disk. The states of 10^6 groups must then
    have the same bytes as in an unlimited run."""
    table(c)
    for call in CALLS[:4]:
        unlimited = value(c, f"SELECT bit_xor(hash(k, s)) FROM (SELECT i AS k, {call} AS s FROM t "
                          "GROUP BY i)")
        for threads in (1, 4):
            c.execute(f"SET threads = {threads}")
            c.execute("SET memory_limit = '150MB'")
            assert value(c, f"SELECT bit_xor(hash(k, s)) FROM (SELECT i AS k, {call} AS s FROM t "
                         "GROUP BY i)") == unlimited, (call, threads)
            c.execute("SET memory_limit = '4GB'")
        c.execute("RESET threads")


def case_memory_of_growing_states(c):
    """States that grow do not count towards the engine's memory limit. If the limit makes the
    engine write rows of their groups to disk, they must have the same bytes as in an unlimited
    run."""
    table(c)
    for call in ("dp_median_state(x, 0, 1000, 1, 1001)", "dp_mode_state(i % 7, [0, 1, 5, 9])"):
        query = (f"SELECT bit_xor(hash(k, s)) FROM (SELECT i % 300000 AS k, {call} AS s FROM t "
                 "GROUP BY k)")
        unlimited = value(c, query)
        c.execute("SET memory_limit = '150MB'")
        assert value(c, query) == unlimited, call
        c.execute("SET memory_limit = '4GB'")


def case_joins(c):
    """Over a join, dp_sum gives the sums of the rows that the join produces."""
    table(c)
    c.execute("CREATE TABLE u AS SELECT i AS k, i % 2 AS side FROM range(100) r(i)")
    got = rows(c, f"SELECT u.side, dp_sum(t.x, 0, 1001, {E}), sum(t.x) FROM t JOIN u ON t.i % 100 "
               "= u.k GROUP BY u.side ORDER BY 1")
    assert all(abs(a - b) < 1e-3 for _, a, b in got), got
