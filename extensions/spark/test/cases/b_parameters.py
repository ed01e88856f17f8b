"""Wrong parameters are refused by name, on the driver and before a job runs."""

import datetime

import indp
import indp_spark as dp
from check import jobs, refused, refused_sql
from pyspark.sql import functions as F


def case_aggregates(spark):
    """Wrong parameters are refused where the aggregate is made."""
    for make in (
        lambda r: dp.Count("x", r),
        lambda r: dp.Sum("x", 0, 1, r),
        lambda r: dp.Mode("x", [1], r),
        lambda r: dp.Histogram("x", [1], r),
        lambda r: dp.Quantile("x", 0.5, 0, 1, r),
    ):
        refused(lambda m=make: m(2**64), "rows_per_person")
    refused(lambda: dp.Sum("x", 0, 1, grid=0.3), "grid must")
    refused(lambda: dp.Mode("x", ["a", 1]), "candidates must be all texts or all integers")
    refused(lambda: dp.Sum(3, 0, 1), "column must be a name or a Column")


def case_release(spark):
    """Wrong parameters of a release are refused before a job runs."""
    df = spark.range(10).selectExpr(
        "id x", "id % 2 k", "CAST(id AS STRING) t", "DATE '2020-01-01' d", "1.5D z"
    )
    count, total = {"n": dp.Count()}, {"s": dp.Sum("x", 0, 1)}

    def all_of_them():
        refused(lambda: dp.release(df, {**count, **total}, {"n": 1, "s": 0}), "epsilon")
        refused(lambda: dp.release(df, count, "1"), "epsilon must be a number")
        refused(lambda: dp.release(df, {**count, **total}, 1.0), "epsilon must be a dict")
        refused(
            lambda: dp.release(df, {**count, **total}, {"n": 1.0}),
            "epsilon: the keys of the dict must be",
        )
        refused(
            lambda: dp.release(df, count, {"n": 1.0, "m": 1.0}),
            "epsilon: the keys of the dict must be",
        )
        refused(lambda: dp.release(df, count, 1.0, by="k"), "keys: list the public keys")
        refused(lambda: dp.release(df, count, 1.0, keys=[1]), "`keys` needs `by`")
        refused(lambda: dp.release(df, count, 1.0, by="k", keys=[1, 1]), "keys must be distinct")
        refused(
            lambda: dp.release(df, count, 1.0, by="k", keys=["1"]),
            "keys: values of k must be bigint, not str",
        )
        refused(
            lambda: dp.release(df, count, 1.0, by="k", keys=[True]),
            "keys: values of k must be bigint, not bool",
        )
        refused(
            lambda: dp.release(df, count, 1.0, by="t", keys=[1]),
            "keys: values of t must be string, not int",
        )
        refused(lambda: dp.release(df, count, 1.0, by="t", keys="ab"), "keys must be a list")
        refused(
            lambda: dp.release(df, count, 1.0, by="d", keys=[datetime.datetime.now()]),
            "keys: values of d must be date",
        )
        refused(
            lambda: dp.release(df, count, 1.0, by=["k", "t"], keys=[1]),
            "keys: each key must have one value",
        )
        refused(lambda: dp.release(df, count, 1.0, by="z", keys=[1.5]), "by: z must be an integer")
        refused(
            lambda: dp.release(df, {"k": dp.Count()}, 1.0, by="k", keys=[1]),
            "must have different names",
        )
        refused(lambda: dp.release(df, {}, 1.0), "aggregates must be a dict")
        refused(lambda: dp.release(df, {"n": "x"}, 1.0), "aggregates must be a dict")
        for frame in (None, [df], df.groupBy("k"), "df"):
            for call in (
                lambda: dp.release(frame, count, 1.0),
                lambda: dp.states(frame, count),
                lambda: dp.merge(frame, count),
                lambda: dp.collect(frame, count),
                lambda: dp.release_states(frame, count, 1.0),
            ):
                refused(call, "the first argument must be a DataFrame of Spark, not", TypeError)
        # A frame of pandas on Spark has the class name DataFrame, too: the message says which one.
        fields = {"__module__": "pyspark.pandas.frame", "to_spark": lambda frame: df}
        refused(
            lambda: dp.release(type("DataFrame", (), fields)(), count, 1.0),
            "must be a DataFrame of Spark, not pyspark.pandas.frame.DataFrame: use its method to_spark()",
            TypeError,
        )
        refused(lambda: dp.states(df, count, keys=[1]), "`keys` needs `by`", TypeError)
        refused(lambda: dp.collect(df, count, keys=[1]), "`keys` needs `by`", TypeError)
        for by in (None, F.col("k"), 1, [F.col("k")], {"k": 1}):
            refused(lambda: dp.release(df, count, 1.0, by=by, keys=[1]), "`by` must be", TypeError)
        coarse = indp.Options(grid=0.5)
        refused(lambda: dp.release(df, count, 1.0, options=coarse), "grid")
        refused(
            lambda: dp.release(df, count, 1.0, options={"m": coarse}),
            "options: the keys of the dict must be",
        )
        refused(lambda: dp.release_states(df, count, 1.0), "", Exception)

    assert jobs(spark, all_of_them)[1] == 0
    assert jobs(spark, lambda: dp.release(df, count, 1.0))[1] >= 1


def case_sql(spark):
    """The functions of SQL refuse parameters when the query is analysed, and take any constant."""
    spark.range(10).selectExpr("id x", "CAST(id AS STRING) t").createOrReplaceTempView("v")

    def all_of_them():
        for call, message in (
            ("dp_sum_state()", "x is missing"),
            ("dp_sum_state(x)", "lo is missing"),
            ("dp_sum_state(x, 0)", "hi is missing"),
            ("dp_sum_state(x, x, 1)", "lo must be a constant"),
            ("dp_sum_state(x, 0, 1, x)", "rows_per_person must be a constant"),
            ("dp_sum_state(x, rand(), 1)", "lo must be a constant"),
            ("dp_sum_state(x, (SELECT 0), 1)", "lo must be a constant"),
            ("dp_sum_state(x, DATE '1970-01-02', 9)", "lo must be a finite number"),
            ("dp_sum_state(x, 0, 1, INTERVAL '1' YEAR)", "rows_per_person must"),
            ("dp_sum_state(x, 0, 1, 1, 1)", "too many"),
            ("dp_mode_state(t, 'a')", "candidates must be an array"),
            ("dp_mode_state(t, array('a', t))", "candidates must be a constant"),
            ("dp_mode_state(x, array(1.5))", "candidates must be all"),
            ("dp_mode_state(x, array(DATE '1970-01-02'))", "candidates must be all"),
            ("dp_mode_state(x, array(true))", "candidates must be all"),
            ("dp_mode_state(t COLLATE UTF8_LCASE, array('a'))", "the collation UTF8_BINARY"),
            ("dp_mode_state(t COLLATE UTF8_BINARY_RTRIM, array('a'))", "the collation UTF8_BINARY"),
            ("dp_mode_state(DISTINCT t COLLATE UNICODE_CI, array('a'))", "the collation UTF8_BINARY"),
            ("dp_histogram_state(x, array(DATE '1970-01-02'))", "edges must be an array of numbers"),
            ("dp_merge(CAST(t AS BINARY))", "rows_per_person is missing"),
            ("dp_merge(t, 1)", "x must be a state"),
        ):
            refused_sql(spark, f"SELECT {call} FROM v", message)

    assert jobs(spark, all_of_them)[1] == 0
    for lo in ("0", "0.0", "0D", "1 - 1", "CAST('0' AS DOUBLE)", "ln(1)"):
        row = spark.sql(f"SELECT dp_sum_state(x, {lo}, 9) s FROM v").first()
        assert indp.deserialise(bytes(row.s)).release(1e18) == 45.0, lo
    row = spark.sql("SELECT dp_sum_state(x, :lo, :hi) s FROM v", args={"lo": 0, "hi": 9}).first()
    assert indp.deserialise(bytes(row.s)).release(1e18) == 45.0
