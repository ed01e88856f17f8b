"""Parameters: wrong ones are refused with their names, and they must be the same on every row."""

from check import E, answer, refused, rows, value

NUMBERS = "(SELECT i::DOUBLE AS x, i % 3 AS k FROM range(5000) r(i))"


def case_other_wrong_parameters(c):
    """Lists of a wrong length or type, and missing arguments, are refused."""
    for bad in ("[0.5, 'nan'::DOUBLE]", "list_resize([0.5], 1001, 0.5)"):
        refused(c, f"SELECT dp_quantiles(x, {bad}, 0, 1, 1) FROM {NUMBERS}", "q must be a flat array of 1 to 1000 fractions")
    refused(c, f"SELECT dp_avg(x, 1e15, 1e15 + 0.125, 1) FROM {NUMBERS}", "lo and hi are too close together")
    refused(c, f"SELECT dp_sum(x, 0, 1) FROM {NUMBERS}", "No function matches")  # a missing bound or epsilon is an error


def case_parameters_must_not_change(c):
    """Each parameter is compared bit for bit with that of the first row, within a chunk, between
    chunks and between threads."""
    calls = (("dp_sum(x, {p}, 5, 1)", "lo"), ("dp_sum(x, -5, 5 + {p}, 1)", "hi"), ("dp_sum(x, 0, 5, 1 + {p})", "epsilon"),
             ("dp_sum(x, 0, 5, 1, 1 + ({p} > 0)::INTEGER)", "rows_per_person"), ("dp_count(x, 1 + {p})", "epsilon"),
             ("dp_quantile(x, {p} / 1024, 0, 5, 1)", "q"), ("dp_median(x, 0, 5, 1, 1, 5 + ({p} > 0)::INTEGER)", "candidates"),
             ("dp_quantiles(x, [{p} / 1024], 0, 5, 1)", "q"), ("dp_mode(k, [({p} > 0)::INTEGER], 1)", "candidates"),
             ("dp_mode('a', [({p} > 0)::VARCHAR], 1)", "candidates"), ("dp_mode(k, CASE WHEN {p} > 0 THEN [1] ELSE [1, 2] END, 1)", "candidates"),
             ("dp_mode('a', CASE WHEN {p} > 0 THEN ['a', 'b'] ELSE ['a'] END, 1)", "candidates"),
             ("dp_quantiles(x, CASE WHEN {p} > 0 THEN [0.5, 0.9] ELSE [0.5] END, 0, 5, 1)", "q"), ("dp_sum_state(x, {p}, 5)", "lo"), ("dp_max(x, 0, 5 + {p}, 1)", "hi"))
    for n, at in ((2, 1), (3000, 100), (3000, 2047), (3000, 2048), (3000, 2999), (500_000, 400_000)):
        c.execute(f"CREATE OR REPLACE TABLE t AS SELECT i::DOUBLE AS x, i % 3 AS k, i FROM range({n}) r(i)")
        for call, name in calls:
            p = f"(CASE WHEN i = {at} THEN 0.5 ELSE 0.0 END)"
            refused(c, f"SELECT {call.format(p=p)} FROM t", f"{name} must be the same on every row")
    # -0.0 differs from 0.0 in its bits.
    refused(c, "SELECT dp_sum(x, CASE WHEN i = 77 THEN -0.0::DOUBLE ELSE 0.0::DOUBLE END, 5, 1) FROM t", "lo must be the same on every row")


def case_parameter_from_a_column(c):
    """A column is refused as epsilon as soon as it has two values; a NULL among the values is
    refused, too."""
    refused(c, f"SELECT dp_sum(x, 0, 5, 1 + k) FROM {NUMBERS}", "epsilon must be the same on every row")
    refused(c, f"SELECT dp_sum(x, 0, 5, CASE WHEN x < 4000 THEN 1 END) FROM {NUMBERS}", "epsilon must be a finite number above 0")
    refused(c, f"SELECT dp_quantiles(x, CASE WHEN x < 4000 THEN [0.5] END, 0, 5, 1) FROM {NUMBERS}", "q must be")


def case_groups_may_have_parameters_of_their_own(c):
    """Only the rows of one group are compared. Groups that take turns in a chunk get their own
    parameters."""
    got = rows(c, f"SELECT k, dp_sum(1, 0, k + 1, {E}), dp_sum(9, 0, k + 1, {E}) FROM {NUMBERS} GROUP BY k ORDER BY k")
    assert got == [(0, 1667.0, 1667.0), (1, 1667.0, 3334.0), (2, 1666.0, 4998.0)], got
    got = rows(c, f"SELECT k, dp_quantiles(x, [k / 2.0], 0, 4999, 1e4, 1, 5000) FROM {NUMBERS} GROUP BY k ORDER BY k")
    assert [round(v[0], -2) for _, v in got] == [0, 2500, 5000], got


def case_public_expressions(c):
    """Expressions without columns, prepared parameters, scalar subqueries and variables are
    accepted."""
    source = "FROM range(10) r(x)"
    c.execute("SET VARIABLE hi = 5")
    for epsilon in ("ln(3) / 2 * 1e18", "(SELECT 1e18)", "1e18::DECIMAL(38,0)", "1000000000000000000", "'1e18'"):
        answer(c, f"SELECT dp_sum(x, 0, getvariable('hi')::DOUBLE, {epsilon}) {source}", 35.0)
    answer(c, f"SELECT dp_sum(x, $1, $2, $3, $4) {source}", 35.0, [0, 5, 1e18, 3])
    c.execute(f"PREPARE p AS SELECT dp_sum(x, 0, 5, $1) {source}")
    assert rows(c, "EXECUTE p(1e18)") == [(35.0,)]
    refused(c, "EXECUTE p(-1)", "epsilon must be")


def case_decimal_literals_are_the_doubles_of_c(c):
    """A literal such as 0.1 is a DECIMAL; as a bound it becomes the double that strtod would give."""
    for text in ("0.1", "0.3", "12.345", "1e-7", "123456.789", "0.7071067811865475"):
        got = value(c, f"SELECT dp_sum_state(1, 0, {text})")
        assert got == value(c, "SELECT dp_sum_state(1, 0, $1)", [float(text)]), text


def case_errors_before_the_last_row(c):
    """A wrong parameter is refused in the first chunk, before a later row raises its own error."""
    c.execute("SET threads = 1")
    source = "(SELECT CASE WHEN i < 500000 THEN 1 ELSE error('late') END AS x FROM range(1000000) r(i))"
    refused(c, f"SELECT dp_sum(x, 5, 1, 1) FROM {source}", "lo must be below hi")
    refused(c, f"SELECT dp_median(x, 0, 1, 1e300) FROM {source}", "epsilon is too large")
    refused(c, f"SELECT dp_sum(x, 0, 1, 1) FROM {source}", "late")
