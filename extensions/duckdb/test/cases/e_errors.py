"""Tests dp_..._error, dp_..._epsilon_for_error and dp_..._interval, which compute only with public
numbers."""

import json

from check import answer, refused, rows, value


def case_errors_and_their_inverses(c):
    """Each error function and its inverse agree, and dp_count_error equals its formula."""
    forms = (("count", "{e}, 0.05"), ("sum", "0, 50, {e}, 0.05, 5"), ("avg", "0, 50, {e}, 0.05, 10000"), ("var", "0, 50, {e}, 0.05, 10000, 2"),
             ("stddev", "0, 50, {e}, 0.05, 10000"), ("quantile", "0.5, {e}, 0.05, 101"), ("mode", "{e}, 0.05, 4, 2"))
    for name, arguments in forms:
        error = value(c, f"SELECT dp_{name}_error({arguments.format(e=0.5)})")
        epsilon = value(c, f"SELECT dp_{name}_epsilon_for_error({arguments.format(e='$1')})", [error])
        assert 0 < epsilon <= 0.5, (name, error, epsilon)
        assert value(c, f"SELECT dp_{name}_error({arguments.format(e='$1')})", [epsilon]) <= error, name
        smaller = value(c, f"SELECT dp_{name}_error({arguments.format(e='$1')})", [epsilon * 0.98])
        assert smaller > error or name in ("quantile", "count", "mode"), (name, smaller, error)


def case_intervals(c):
    """Intervals are lists [low, high] around the answer. For averages, variances and standard
    deviations they are computed from the parts of a release."""
    low, high = value(c, "SELECT dp_sum_interval(100, 0, 10, 1, 0.05)")
    assert low < 100 < high and abs(high - low - 2 * 10 * 2.9957) < 0.1, (low, high)
    answer(c, "SELECT dp_count_interval(3, 1, 0.05)", [0.0, 6.0])
    for name in ("avg", "var", "stddev"):
        parts = value(c, f"SELECT dp_release_parts(dp_{name}_state(x, 0, 10), 1) FROM range(1000) r(x)")
        low, high = value(c, f"SELECT dp_{name}_interval($1, 0, 10, 0.05)", [parts])
        assert low <= json.loads(parts)["value"] <= high, (name, low, high)
        refused(c, f"SELECT dp_{name}_interval('nonsense', 0, 10, 0.05)", "parts must be what dp_release_parts returned")


def case_many_rows(c):
    """These functions may be called for each row of a table, and give the same results as with
    constants."""
    got = rows(c, "SELECT dp_count_error(e, 0.05), dp_sum_interval(e, 0, 10, 1, 0.05) FROM (SELECT 0.5 + i % 2 AS e FROM range(5000) r(i))")
    assert len(got) == 5000 and got[4][0] == 6.0 and got[5][0] == value(c, "SELECT dp_count_error(1.5, 0.05)")
    assert got[4999][1] == value(c, "SELECT dp_sum_interval(1.5, 0, 10, 1, 0.05)")
