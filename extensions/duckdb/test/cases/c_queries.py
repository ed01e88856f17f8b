"""Tests what a query releases, and how often, as the table in README.md says."""

import re
from pathlib import Path

from check import E, answer, errors, refused, rows, script, value

# At this epsilon two releases of a count or sum are equal with probability below 1e-3.
LOW = "0.0001"


def releases(c, sql):
    """The number of different answers of a query. Callers allow for a few releases that are equal
    by chance."""
    return len({row for row in rows(c, sql)})


def case_no_rows(c):
    """Without rows, or if FILTER leaves none, the answer is NULL. Anchored queries give noise."""
    c.execute("CREATE TABLE t AS SELECT i::DOUBLE AS x, i % 2 AS k FROM range(10) r(i)")
    for call in ("dp_count(x, 1)", "dp_sum(x, 0, 1, 1)", "dp_median(x, 0, 1, 1)", "dp_mode(k, [1], 1)", "dp_quantiles(x, [0.5], 0, 1, 1)",
                 "dp_sum_state(x, 0, 1)", "dp_max_state(x, 0, 1)"):
        answer(c, f"SELECT {call} FROM t WHERE false", None)
        answer(c, f"SELECT {call} FILTER (x > 100) FROM t", None)
        assert value(c, f"SELECT {call} FROM (SELECT 1) LEFT JOIN t ON x > 100") is not None
        assert value(c, f"SELECT {call.replace('(x', '(CASE WHEN x > 100 THEN x END').replace('(k', '(CASE WHEN x > 100 THEN k END')} FROM t") is not None
    answer(c, "SELECT dp_merge(s, 1) FROM (SELECT NULL::BLOB AS s)", None)
    answer(c, "SELECT dp_release(NULL, 1)", None)


def case_anchored_queries(c):
    """The anchored queries in README.md count the right number of rows, and give noise if no row
    matches."""
    c.execute("CREATE TABLE t AS SELECT i AS id, i % 3 AS site, i AS age FROM range(90) r(i)")
    c.execute("CREATE TABLE public_site AS SELECT unnest([0, 1, 2, 3]) AS site")
    answer(c, f"SELECT dp_count(t.id, {E}) FROM (SELECT 1) LEFT JOIN t ON t.age > 40", 49)
    answer(c, f"SELECT dp_count(t.id, {E}) FROM (SELECT 1) LEFT JOIN t ON t.age > 400", 0)
    got = rows(c, f"SELECT s.site, dp_count(t.id, {E}) FROM public_site s LEFT JOIN t ON t.site = s.site AND t.age > 40 GROUP BY s.site ORDER BY 1")
    assert got == [(0, 16), (1, 16), (2, 17), (3, 0)], got
    assert len({value(c, f"SELECT dp_count(t.id, {LOW}) FROM (SELECT 1) LEFT JOIN t ON false") for _ in range(20)}) > 10


def case_equal_calls_are_one_release(c):
    """The same call twice in SELECT, HAVING and ORDER BY is one release; calls that differ are not."""
    source = "FROM range(10) r(x)"
    assert rows(c, f"SELECT dp_sum(x, 0, 5, {LOW}) = dp_sum(x, 0, 5, {LOW}) {source}") == [(True,)]
    assert rows(c, f"SELECT dp_sum(x, 0, 5, {LOW}) AS s {source} HAVING s = dp_sum(x, 0, 5, {LOW}) ORDER BY dp_sum(x, 0, 5, {LOW})") != []
    different = [rows(c, f"SELECT dp_sum(x, 0, 5, {LOW}) = dp_sum(x, 0, 5, {LOW}, 1) {source}")[0][0] for _ in range(10)]
    assert not all(different)


def case_equal_calls_with_subqueries(c):
    """DuckDB does not merge calls that contain a subquery: README.md says so."""
    c.execute("CREATE TABLE t AS SELECT i, (i % 7)::DOUBLE AS x FROM range(1000) r(i)")
    for call in (
        f"dp_sum(x, 0, 10, (SELECT {LOW}::DOUBLE))",
        f"dp_sum(CASE WHEN EXISTS (SELECT 1 WHERE x > 2) THEN x END, 0, 10, {LOW})",
        f"dp_sum(x, 0, 10, {LOW}) FILTER (i IN (SELECT 1 UNION SELECT 2))",
    ):
        pairs = [rows(c, f"SELECT {call}, {call} FROM t")[0] for _ in range(5)]
        assert any(a != b for a, b in pairs), (call, pairs)
        pairs = [rows(c, f"SELECT a, a FROM (SELECT {call} AS a FROM t)")[0] for _ in range(5)]
        assert all(a == b for a, b in pairs), (call, pairs)


def case_named_twice(c):
    """A CTE, and a column of a subquery, that are named several times are computed once."""
    query = f"SELECT dp_sum(x, 0, 5, {LOW}) AS s FROM range(10) r(x)"
    for sql in (f"WITH a AS ({query}) SELECT p.s = q.s FROM a p, a q", f"WITH a AS MATERIALIZED ({query}) SELECT p.s = q.s FROM a p, a q",
                f"SELECT s = s, s = s + 0 FROM ({query})", f"WITH a AS ({query}) SELECT s = (SELECT s FROM a) FROM a"):
        assert all(all(rows(c, sql)[0]) for _ in range(10)), sql
    # Two subqueries, each with its own text, are two releases or one: the optimiser may merge them.
    # A new execution is a new release.
    assert len({value(c, query) for _ in range(20)}) > 10


def case_each_row_of_dp_release_is_a_release(c):
    """dp_release draws for each row and call, also with constant arguments."""
    state = value(c, "SELECT dp_sum_state(x, 0, 5) FROM range(10) r(x)")
    assert releases(c, f"SELECT dp_release($1, {LOW}) FROM range(100)".replace("$1", f"unhex('{state.hex()}')")) > 90
    assert rows(c, f"SELECT dp_release(s, {LOW}) = dp_release(s, {LOW}) FROM (SELECT unhex('{state.hex()}') AS s)") == [(False,)]
    counts = f"dp_count_state(x) AS s FROM range(10) r(x)"
    assert releases(c, f"SELECT dp_release(s, {LOW}) FROM (SELECT {counts}), range(3000)") > 2000


def case_shapes(c):
    """The aggregates work with FILTER, DISTINCT, ORDER BY inside the call, ROLLUP, CUBE, GROUPING
    SETS, PIVOT, joins, LATERAL and correlated subqueries."""
    source = "FROM range(10) r(x)"
    assert rows(c, f"SELECT dp_sum(x, 0, 5, {E}) FILTER (x > 3), dp_sum(DISTINCT x % 3, 0, 5, {E}), dp_sum(x, 0, 5, {E} ORDER BY x DESC) {source}") == [(29.0, 3.0, 35.0)]
    expected = [(0, 0, 2), (0, 1, 1), (0, 2, 2), (0, None, 5), (1, 0, 2), (1, 1, 2), (1, 2, 1), (1, None, 5), (None, None, 10)]
    for group in ("ROLLUP (a, b)", "GROUPING SETS ((a, b), (a), ())"):
        got = rows(c, f"SELECT x % 2 AS a, x % 3 AS b, dp_count(x, {E}) {source} GROUP BY {group} ORDER BY a, b")
        assert got == expected, got
    got = rows(c, f"SELECT x % 2 AS a, x % 3 AS b, dp_median(x, 0, 16, 1e4, 1, 17) {source} GROUP BY CUBE (a, b) ORDER BY a, b")
    assert len(got) == 12 and got[-1][2] in (4.0, 5.0), got
    c.execute(f"CREATE TABLE t AS SELECT x, x % 2 AS k {source}")
    assert rows(c, f"PIVOT t ON k USING dp_sum(x, 0, 9, {E})") == [(20.0, 25.0)] or rows(c, f"SELECT * FROM (PIVOT (SELECT x, k FROM t) ON k USING dp_sum(x, 0, 9, {E}))")
    got = rows(c, f"SELECT k, (SELECT dp_count(x, {E}) FROM t u WHERE u.k = t.k) FROM t GROUP BY k ORDER BY k")
    assert got == [(0, 5), (1, 5)], got
    got = rows(c, f"SELECT v, s FROM (VALUES (3), (5)) w(v), LATERAL (SELECT dp_count(x, {E}) AS s FROM t WHERE x < v) ORDER BY v")
    assert got == [(3, 3), (5, 5)], got
    got = rows(c, f"SELECT dp_sum(a.x, 0, 9, {E}, 10) FROM t a JOIN t b ON a.k = b.k")
    assert got == [(225.0,)], got
    # The answer of one query is the input of another.
    answer(c, f"SELECT dp_sum(s, 0, 100, {E}) FROM (SELECT dp_sum(x, 0, 9, {E}) AS s FROM t GROUP BY k)", 45.0)


def case_other_callers(c):
    """list_aggregate makes one release for each list. The engine does not export states, which
    could then be released again and again."""
    got = rows(c, f"SELECT list_aggregate(l, 'dp_sum', 0, 2, {E}), list_aggregate(l, 'dp_quantiles', [1.0], 0, 4, 1e6, 1, 5) FROM (SELECT [i, i + 1] AS l FROM range(3) r(i))")
    assert got == [(1.0, [1.0]), (3.0, [2.0]), (4.0, [3.0])], got
    for call in ("dp_sum(x, 0, 5, 1)", "dp_median(x, 0, 5, 1)", "dp_count_state(x)"):
        refused(c, f"SELECT finalize(s) FROM (SELECT {call} EXPORT_STATE AS s FROM range(10) r(x))", "cannot export state")


def case_distinct_under_a_collation(c):
    """Under a collation, DISTINCT keeps only one of the texts that compare equal. README.md warns
    of this and names a remedy, which works."""
    c.execute("CREATE TABLE folded(s VARCHAR COLLATE NOCASE); INSERT INTO folded VALUES ('A'), ('a')")
    answer(c, f"""SELECT dp_counts(DISTINCT s COLLATE "binary", ['a', 'A'], {E}) FROM folded""", [1, 1])
    assert sum(value(c, f"SELECT dp_counts(DISTINCT s, ['a', 'A'], {E}) FROM folded")) == 1
    c.execute("DROP TABLE folded")


def case_windows_release_for_each_row(c):
    """Windows cannot be refused in this API: OVER () is one release, a moving frame is one for each
    row. The queries run in another process, since a crash would end it."""
    run = script(f"""
c.execute("CREATE TABLE t AS SELECT i, i::DOUBLE AS x, i % 2 AS k FROM range(5000) r(i)")
count = lambda sql: len(set(rows(c, sql)))
for call in ("dp_sum(x, 0, 5, {LOW})", "dp_median(x, 0, 1e6, {LOW}, 1, 1000001)"):
    assert count(f"SELECT {{call}} OVER () FROM t") == 1
    assert count(f"SELECT {{call}} OVER (PARTITION BY k) FROM t") == 2
    assert count(f"SELECT {{call.replace('(x', '(DISTINCT x')}} OVER () FROM t") > 1000
    assert count(f"SELECT {{call}} OVER (ORDER BY i) FROM t") > 1000
    assert count(f"SELECT {{call}} OVER (ORDER BY i ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) FROM t") > 1000
    assert count(f"SELECT {{call}} OVER (ORDER BY i ROWS BETWEEN 5 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW) FROM t") > 1000
exact = rows(c, "SELECT dp_sum(x, 0, 1e6, {E}) OVER w, sum(x) OVER w, dp_max(x, 0, 8191, 1e6, 1, 8192) OVER w, max(x) OVER w FROM t "
                "WINDOW w AS (ORDER BY i ROWS BETWEEN 100 PRECEDING AND 100 FOLLOWING)")
assert all(a == b and m == n for a, b, m, n in exact)
states = rows(c, "SELECT DISTINCT dp_count_state(x) OVER (PARTITION BY k) FROM t")
assert len(states) == 1
distinct = rows(c, "SELECT dp_sum(DISTINCT k, 0, 1, {E}) OVER (ORDER BY i) FROM t")
assert distinct[0] == (0.0,) and distinct[-1] == (1.0,)
print("ok")
""")
    assert run.stdout.endswith("ok\n"), run.stdout + run.stderr


def case_settings_and_forms_with_more_releases(c):
    """A window without the optimiser, a lambda, a macro and PIVOT make several releases, as the
    table in README.md says."""
    c.execute("CREATE TABLE t AS SELECT i::DOUBLE AS x, i % 3 AS k FROM range(300) r(i)")
    windows = [f"SELECT dp_count(x, {LOW}) OVER ({over}) AS r FROM t" for over in ("", "PARTITION BY k")]
    assert [releases(c, sql) for sql in windows] == [1, 3]
    c.execute("PRAGMA disable_optimizer")
    assert all(releases(c, sql) > 200 for sql in windows)
    c.execute("PRAGMA enable_optimizer")
    refused(c, f"SELECT dp_count(x, {E}) OVER (ROWS UNBOUNDED PRECEDING) FROM t", "adds a row after the answer was given")
    c.execute("CREATE TABLE s AS SELECT dp_count_state(x) AS s FROM t")
    assert len(set(value(c, f"SELECT list_transform(range(100), lambda v: dp_release(s, {LOW})) FROM s"))) > 50
    c.execute("CREATE MACRO thrice(y) AS [y, y, y]")
    assert len(set(value(c, f"SELECT thrice(dp_release(s, {LOW})) FROM s"))) > 1
    c.execute(f"PIVOT (SELECT 1 AS g, dp_count(x, {LOW}) AS a FROM t) ON a USING first(a)")
    names = [column[0] for column in c.description]
    assert names[0] == "g" and [str(shown) for shown in c.fetchall()[0][1:]] != names[1:], names


def case_transactions(c):
    """Aggregates work inside a transaction, and after one that ended with ROLLBACK."""
    c.execute("BEGIN")
    assert value(c, "SELECT dp_count(x, 1) FROM range(10) r(x)") is not None
    c.execute("ROLLBACK")
    c.execute("BEGIN")
    refused(c, "SELECT dp_count(x, -1) FROM range(10) r(x)", "epsilon must be")
    c.execute("ROLLBACK")
    answer(c, f"SELECT dp_count(x, {E}) FROM range(10) r(x)", 10)


def case_names_are_registered(c):
    """All functions that README.md names are there. Those that are there are named, but for those of
    states and of errors: one of each stands for all. (k_surface.py has the exact list.)"""
    page = Path(__file__).parents[2] / "README.md"
    named = set(re.findall(r"\b(dp_\w+|indp_version)\b", page.read_text()))
    query = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name ~ '^(dp|indp)_'"
    names = {name for (name,) in rows(c, query)}
    assert named <= names, named - names
    unnamed = {re.sub("_(state|epsilon_for_error)$", "", name) for name in names - named}
    assert unnamed <= named, unnamed - named


def case_arguments_have_no_names(c):
    """The C API gives no names to arguments: README.md says so. If this case fails, it may now."""
    shown = rows(c, "SELECT parameters FROM duckdb_functions() WHERE function_name LIKE 'dp\\_%' ESCAPE '\\'")
    assert len(shown) > 100 and all(names == [f"col{i}" for i in range(len(names))] for (names,) in shown), shown
    refused(c, "SELECT dp_sum('x'::VARCHAR, 0, 1, 1)", "dp_sum(col0 DOUBLE, col1 DOUBLE, col2 DOUBLE, col3 DOUBLE")
    refused(c, "SELECT dp_count(1, epsilon := 1)", "")


def case_loading_twice(c):
    """LOAD again, and in a second database of the process, does no harm."""
    from check import EXTENSION, connect

    c.execute(f"LOAD '{EXTENSION}'")
    other = connect()
    for connection in (c, other, c.cursor()):
        answer(connection, f"SELECT dp_count(x, {E}) FROM range(10) r(x)", 10)
