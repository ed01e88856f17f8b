"""Tests dp_..._error, dp_..._epsilon_for_error and dp_..._interval, which compute only with public
numbers."""

import json

from check import refused, rows, value


def case_intervals(c):
    """Intervals around averages, variances and standard deviations are computed from the parts of a
    release."""
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
