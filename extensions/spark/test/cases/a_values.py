"""Values: which ones count, how they are clamped, and which types are accepted."""

import indp
import indp_spark as dp
from check import E, refused, refused_sql, serialised, sql_states
from pyspark.sql import functions as F


def one(spark, df, aggregate, epsilon=E):
    ((answer,),) = dp.release(df, {"a": aggregate}, epsilon)
    return answer


def sql(spark, df, call):
    df.createOrReplaceTempView("v")
    return indp.deserialise(bytes(spark.sql(f"SELECT {call} FROM v").first()[0]))


def case_answers_of_python(spark):
    """A count without a column counts nulls, and the counts of candidates are a dict."""
    df = spark.createDataFrame([(7,), (7,), (2**40,), (None,)], "c long")
    assert one(spark, df, dp.Count()) == 4
    assert one(spark, df, dp.Counts("c", [2**40, 7])) == {7: 2, 2**40: 1}
    df = spark.createDataFrame([("a",), ("b",), ("b",), (None,)], "t string")
    assert one(spark, df, dp.Counts("t", ["c", "b", "a"])) == {"a": 1, "b": 2, "c": 0}


NUMBERS = ("byte", "short", "int", "long", "float", "double", "decimal(4,1)", "decimal(38,18)")


def case_types_of_numbers(spark):
    """All types of numbers give the same state, in Python and in SQL."""
    expected = indp.Sum(2, 7)
    expected.add([float(i) for i in range(10)])
    for kind in NUMBERS:
        df = spark.range(10).select(F.col("id").cast(kind).alias("x"))
        df = df.union(spark.sql(f"SELECT CAST(NULL AS {kind})"))
        aggregates = {"s": dp.Sum("x", 2, 7)}
        found = serialised(dp.collect(dp.states(df, aggregates), aggregates))
        assert found[()]["s"] == expected.serialise(), kind
        assert sql(spark, df, "dp_sum_state(x, 2, 7)").serialise() == expected.serialise(), kind


def case_extreme_decimals_and_integers(spark):
    """No number of any type causes a failure."""
    nines = "9" * 38
    for text in (
        f"CAST('{nines}' AS DECIMAL(38,0))",
        "9223372036854775807L",
        f"CAST('-{nines}' AS DECIMAL(38,0))",
        "CAST('-9223372036854775808' AS BIGINT)",
    ):
        df = spark.sql(f"SELECT {text} AS x")
        expected = 2.0 if "-" in text else 7.0
        assert one(spark, df, dp.Sum("x", 2, 7)) == expected, text
        assert sql(spark, df, "dp_sum_state(x, 2, 7)").release(E) == expected, text


def case_large_integers_are_exact(spark):
    """With bounds beyond 2^53, integers are not rounded to doubles before they are added."""
    # The grid step is 16. 2^53 + 9 itself rounds up to 2^53 + 16. As a double it would first become
    # 2^53 + 8, a tie, which would then round down to 2^53.
    for rows in (1, 300):
        df = spark.range(rows).select(F.lit(2**53 + 9).alias("x"), (F.col("id") % 2).alias("k"))
        expected = float(rows * (2**53 + 16))
        assert one(spark, df, dp.Sum("x", 0, 2**54)) == expected
        assert sql(spark, df, "dp_sum_state(x, 0, 18014398509481984)").release(E) == expected
        groups = dp.release(df, {"s": dp.Sum("x", 0, 2**54)}, E, by="k", keys=[0, 1])
        assert sum(row.s for row in groups) == expected
    df = spark.sql("SELECT explode(array(9007199254740993L, -9223372036854775808L, NULL)) AS x")
    for aggregate, call in (
        (dp.Histogram("x", [2.0**53 + 2]), "dp_histogram_state(x, array(9007199254740994D))"),
        (
            dp.Max("x", -(2.0**63), 2.0**63),
            "dp_max_state(x, -9223372036854775808D, 9223372036854775808D, 1, 16385)",
        ),
    ):
        exact = aggregate.start()
        exact.add(2**53 + 1)
        exact.add(-(2**63))
        found = serialised(dp.collect(dp.states(df, {"a": aggregate}), {"a": aggregate}))
        assert found[()]["a"] == exact.serialise(), call
        if "histogram" in call:
            assert sql(spark, df, call).serialise() == exact.serialise(), call


def case_types_that_do_not_fit(spark):
    """Types that do not fit are refused, whatever the rows are. If Spark converted texts instead, its
    error for a text that is not a number would show the text."""
    for text, kind in (
        ("'3'", "string"),
        ("DATE '2020-01-01'", "date"),
        ("true", "boolean"),
        ("array(1)", "array<int>"),
        ("X'61'", "binary"),
        ("named_struct('a', 1)", "struct<a:int>"),
    ):
        for where in ("true", "false"):
            df = spark.sql(f"SELECT {text} AS x WHERE {where}")
            df.createOrReplaceTempView("v")
            for aggregate in (dp.Sum("x", 0, 1), dp.Median("x", 0, 1), dp.Histogram("x", [0])):
                refused(
                    lambda a=aggregate: dp.states(df, {"a": a}),
                    f"a: the column must be a number, not {kind}",
                )
            for call in ("dp_sum_state(x, 0, 1)", "dp_avg_state(x, 0, 1)", "dp_max_state(x, 0, 1)"):
                refused_sql(spark, f"SELECT {call} FROM v", f"x must be a number, not {kind}")
    df = spark.sql("SELECT 1.5D AS x")
    df.createOrReplaceTempView("v")
    refused(lambda: dp.states(df, {"a": dp.Mode("x", [1])}), "a: the column must be an integer")
    refused(lambda: dp.states(df, {"a": dp.Mode("x", ["1"])}), "a: the column must be a text")
    refused_sql(spark, "SELECT dp_mode_state(x, array(1)) FROM v", "x must be an integer")
    refused_sql(spark, "SELECT dp_mode_state(x, array('1')) FROM v", "x must be a text")


def case_count_accepts_every_type(spark):
    """Counts take any type, and leave out nulls."""
    for text in (
        "1",
        "'a'",
        "X'61'",
        "array(1, NULL)",
        "map(1, 2)",
        "DATE '2020-01-01'",
        "1.5",
        "named_struct('a', CAST(NULL AS INT))",
        "CAST(NULL AS INT)",
        "NULL",
    ):
        df = spark.sql(f"SELECT {text} AS x FROM range(30)")
        expected = 0 if text.endswith("NULL AS INT)") or text == "NULL" else 30
        assert one(spark, df, dp.Count("x")) == expected, text
        assert sql(spark, df, "dp_count_state(x)").release(E) == expected, text


def case_bytes_that_are_no_text(spark):
    """A text that is not valid UTF-8 is compared by its bytes, as a candidate or as a key, and
    causes no failure."""
    df = spark.sql("SELECT CAST(X'ff61' AS STRING) AS t, 1 AS x UNION ALL SELECT 'é', 2")
    assert one(spark, df, dp.Counts("t", ["é", "a"])) == {"a": 0, "é": 1}
    assert one(spark, df, dp.Counts("t", [b"\xffa"])) == {b"\xffa": 1}
    assert sql(spark, df, "dp_mode_state(t, array('é', 'a'))").release_counts(E) == {"a": 0, "é": 1}
    aggregates = {"n": dp.Count()}
    assert dp.release(df, aggregates, E, by="t", keys=["é"]) == [("é", 1)]
    assert set(dp.collect(dp.states(df, aggregates, "t"), aggregates, "t")) == {b"\xffa", "é"}


def case_nulls(spark):
    """Nulls are left out wherever they stand, in batches of any size."""
    df = spark.range(25000).select(
        F.when(F.col("id") % 3 != 0, F.col("id").cast("double")).alias("x"),
        (F.col("id") % 7).alias("k"),
    )
    exact = indp.Sum(0, 100)
    exact.add([float(i) for i in range(25000) if i % 3])
    aggregates = {"s": dp.Sum("x", 0, 100), "n": dp.Count("x")}
    for rows in ("1", "7", "10000"):
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", rows)
        part = df.limit(2500) if rows == "1" else df
        whole = dp.collect(dp.states(part, aggregates), aggregates)[()]
        merged = dp.collect(dp.states(part, aggregates, "k").drop("k"), aggregates)[()]
        assert serialised({0: whole}) == serialised({0: merged})
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    assert whole["s"].serialise() == exact.serialise()
    df.createOrReplaceTempView("v")
    by = sql_states(spark, "dp_sum_state(x, 0, 100) s, dp_count_state(x) n", "v", ["k"])
    assert by == serialised(dp.collect(dp.states(df, aggregates, "k"), aggregates, "k"))
    nothing = spark.sql("SELECT CAST(NULL AS DOUBLE) AS x FROM range(10)")
    assert dp.release(nothing, aggregates, {"s": E, "n": E}) == [(0.0, 0)]
