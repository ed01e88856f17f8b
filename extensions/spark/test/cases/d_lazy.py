"""Tests what Spark computes again, and what a release returns."""

from fractions import Fraction

import indp
import indp_spark as dp
from check import ROOT, E, jobs, serialised
from pyspark.sql import functions as F


def frame(spark):
    return spark.range(10_000).select(
        F.col("id").cast("double").alias("x"), (F.col("id") % 3).alias("k")
    )


AGGREGATES = {"s": dp.Sum("x", 0, 100), "n": dp.Count()}


def case_states_are_recomputed_equal(spark):
    """Each action on a lazy DataFrame of states computes it again, with equal bytes."""
    lazy = dp.states(frame(spark), AGGREGATES, "k")
    assert len({str(sorted(lazy.collect())) for _ in range(3)}) == 1
    assert lazy.count() == lazy.count() == 6
    joined = lazy.alias("a").join(lazy.alias("b"), F.expr("a.k = b.k AND a.s = b.s AND a.n = b.n"))
    assert joined.count() == 6


def case_twin_a_lazy_release_differs(spark):
    """The danger that this package avoids: a DataFrame that releases gives other answers at each
    action. If this case failed, the one above would prove nothing."""

    def release(batches):
        import pyarrow as pa

        state = indp.Count()
        for batch in batches:
            state.add_rows(batch.num_rows)
        yield pa.RecordBatch.from_pydict({"n": [state.release(0.01)]})

    lazy = frame(spark).coalesce(1).mapInArrow(release, "n long")
    assert len({lazy.first().n for _ in range(4)}) > 1


def case_release_is_one_action(spark):
    """A release runs its job once, and its rows are plain: reading them again releases nothing."""
    rows, number = jobs(spark, lambda: dp.release(frame(spark), AGGREGATES, {"s": 0.1, "n": 0.1}))
    assert number == 1
    assert isinstance(rows, list) and isinstance(rows[0], tuple)
    assert (rows[0].s, rows[0].n) == (rows[0].s, rows[0].n)
    assert isinstance(rows[0].n, int) and isinstance(rows[0].s, float)
    again = dp.release(frame(spark), AGGREGATES, {"s": 0.1, "n": 0.1})
    assert again != rows  # a second call is a second release


def case_seeded_release(spark):
    """With a seed, a release gives the answer that the package indp gives for the same rows."""
    options = indp.Options(insecure_seed=4711)
    rows = [float(i) for i in range(10_000)]
    (got,) = dp.release(frame(spark), AGGREGATES, {"s": 0.5, "n": 0.25}, options=options)
    exact = indp.Sum(0, 100)
    exact.add(rows)
    assert got.s == exact.release(0.5, options)
    count = indp.Count()
    count.add_rows(10_000)
    assert got.n == count.release(0.25, options)
    for row in dp.release(frame(spark), AGGREGATES, {"s": 0.5, "n": 0.25}, "k", [2, 0, 5], options):
        exact = indp.Sum(0, 100)
        exact.add(rows[row.k :: 3] if row.k < 3 else [])
        assert row.s == exact.release(0.5, options), row.k


def case_noise(spark):
    """The noise of a count has the right scale: the mean of its magnitude over 2,000 groups, for
    epsilon = 1, is 0.9595 (e^(-1/2) / (1 - 1/e)), with a standard error of 0.024. The test allows
    7 standard errors, so a correct release fails with probability below 1e-9. With twice the
    noise, the same test must fail."""
    keys = list(range(2000))
    df = spark.createDataFrame([], "k long")

    def mean(epsilon):
        rows = dp.release(df, {"n": dp.Count()}, epsilon, "k", keys)
        return sum(abs(row.n) for row in rows) / len(rows)

    assert abs(mean(1.0) - 0.9595) < 0.17, mean(1.0)
    assert abs(mean(0.5) - 0.9595) > 0.17


def case_collect_gives_live_states(spark):
    """`collect` returns states of the package indp: they can release parts and compute intervals, and
    each can be released only once."""
    aggregates = {"m": dp.Mean("x", 0, 100), "s": dp.Sum("x", 0, 100)}
    states = dp.collect(dp.states(frame(spark), aggregates), aggregates)[()]
    parts = states["m"].release_parts(1.0)
    assert len(parts.sums) == 2
    low, high = states["s"].interval(states["s"].release(1.0), 1.0)
    assert low < high
    try:
        states["s"].release(1.0)
    except indp.ReleasedError:
        return
    raise AssertionError("released twice")


def case_public_keys(spark):
    """Keys without rows have noise, keys beyond the list are left out on the executors, and the
    order is that of the list."""
    df = spark.createDataFrame(
        [("a", 1), ("a", 2), ("b", 3), ("secret", 4), (None, 5)], "t string, x int"
    )
    got = dp.release(
        df,
        {"n": dp.Count(), "s": dp.Sum("x", 0, 9)},
        {"n": E, "s": E},
        "t",
        ["b", "none", None, "a"],
    )
    assert got == [("b", 1, 3.0), ("none", 0, 0.0), (None, 1, 5.0), ("a", 2, 3.0)]
    lazy = dp.states(df, {"n": dp.Count()}, "t", ["a", "none"])
    assert {row.t for row in lazy.collect()} == {"a"}
    two = dp.release(df, {"n": dp.Count()}, E, ["t", "x"], [("a", 2), ("a", 9)])
    assert two == [("a", 2, 1), ("a", 9, 0)]
    dates = spark.sql(
        "SELECT DATE '0001-01-01' + INTERVAL 5 DAYS d, true b, X'00ff' y, CAST(3 AS TINYINT) z"
    )
    import datetime

    day = datetime.date(1, 1, 6)
    assert dp.release(
        dates, {"n": dp.Count()}, E, ["d", "b", "y", "z"], [(day, True, b"\0\xff", 3)]
    ) == [(day, True, b"\0\xff", 3, 1)]
    assert dp.states(dates, {"n": dp.Count()}, ["d", "b", "y", "z"]).drop("n").collect() == [
        (day, True, b"\0\xff", 3)
    ]
    beyond = spark.sql("SELECT date_from_unix_date(3000000) AS d")  # beyond Python's calendar
    assert dp.release(beyond, {"n": dp.Count()}, E, "d", [day]) == [(day, 0)]
    assert serialised(dp.collect(dp.states(beyond, {"n": dp.Count()}, "d"), {"n": dp.Count()}, "d"))


def case_budget(spark):
    """`spend` returns the epsilon to release with: the largest double that is not above the decimal
    that it charged. Twice 0.4 and 0.2 fit into 1."""
    df = spark.range(1000)
    budget = indp.Budget(1)
    spent = [budget.spend(amount) for amount in (0.4, 0.4, 0.2)]
    assert spent == [0.39999999999999997, 0.39999999999999997, 0.19999999999999998], spent
    assert all(
        Fraction(epsilon) <= amount
        for epsilon, amount in zip(spent, (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5)))
    )
    assert budget.left == 0 and Fraction(0.4) > Fraction(2, 5)
    for epsilon in spent:
        (row,) = dp.release(df, {"n": dp.Count()}, epsilon)
        assert abs(row.n - 1000) < 20 / epsilon  # fails with probability below e^-19
    page = (ROOT / "extensions/spark/README.md").read_text()
    assert "epsilon=budget.spend(0.4)" in page
