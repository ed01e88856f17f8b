"""Columns whose value for a row depends on other rows are refused: one person's row would change
many values."""

import tempfile

import indp_spark as dp
from check import E, jobs, refused, script
from pyspark.sql import functions as F

MESSAGE = "each value of the column must be computed from its own row alone"

# Columns of the frame ROWS, which is also the view v. The text is evaluated in this process and in
# that of case_connect.
COLUMNS = """{
    "aggregate": F.max("x"),
    "aggregate in a condition": F.when(F.max("x") > 1, 1),
    "window function": F.expr("count(*) OVER ()"),
    "generator": F.explode(F.array("x", "x")),
    "sliding window": F.window("ts", "10 minutes", "1 minute"),
    "tumbling window": F.window("ts", "1 hour"),
    "session window": F.session_window("ts", "1 hour"),
    "time window in a condition": F.when(F.window("ts", "2 hours", "1 hour").isNotNull(), 1),
    "subquery": F.expr("(SELECT max(x) FROM v)"),
    "subquery in an expression": F.expr("x - (SELECT avg(x) FROM v)"),
    "subquery in a condition": F.when(F.expr("x > (SELECT avg(x) FROM v)"), 1),
    "correlated subquery": F.expr("(SELECT max(x) FROM v w WHERE w.k = k)"),
    "EXISTS": F.expr("EXISTS (SELECT 1 FROM v WHERE x > 18)"),
    "IN": F.expr("k IN (SELECT k FROM v)"),
    "function of a subquery": udf(F.expr("(SELECT max(x) FROM v)")),
    "row number": F.when(F.monotonically_increasing_id() % 2 == 0, F.col("x")),
    "partition": F.spark_partition_id(),
    "random number": F.when(F.rand(3) < 0.5, F.col("x")),
    "function that is not deterministic": F.udf(lambda x: x, "double").asNondeterministic()("x"),
}"""
ROWS = (
    "range(20).selectExpr('id', 'CAST(id AS DOUBLE) x', 'id % 3 k',"
    " \"TIMESTAMP'2024-01-01 00:00:00' ts\")"
)


def udf(column):
    return F.udf(lambda x: x, "double")(column)


def case_columns(spark):
    """Columns that depend on other rows are refused before a job runs. Others are accepted."""
    df = eval(f"spark.{ROWS}", {"spark": spark})
    df.createOrReplaceTempView("v")
    columns = eval(COLUMNS, {"F": F, "udf": udf})
    columns["function of SQL with a subquery"] = F.expr("beyond(x)")
    spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION beyond(a DOUBLE) RETURNS DOUBLE"
        " RETURN a - (SELECT max(x) FROM v)"
    )
    inner = spark.sql("SELECT * FROM v WHERE x >= (SELECT min(x) FROM v)")

    def all_of_them():
        for frame in (df, inner):
            for column in columns.values():
                for made in (
                    {"s": dp.Count(column)},
                    {"n": dp.Count(), "s": dp.Count(column), "x": dp.Sum("x", 0, 1)},
                ):
                    refused(lambda: dp.states(frame, made), f"s: {MESSAGE}")
            refused(lambda: dp.release(frame, {"s": dp.Sum(columns["IN"], 0, 1)}, 1.0), "s: ")
            refused(lambda: dp.states(frame, {"s": dp.Count(columns["EXISTS"])}, "k"), "s: ")
        # The package tests a column as the condition of a join. As the condition of a filter, Spark
        # would accept an aggregate of an aggregated frame, as in HAVING.
        grouped = df.groupBy("k", "x").count()
        refused(lambda: dp.states(grouped, {"s": dp.Sum(F.max("x"), 0, 1)}), f"s: {MESSAGE}")

    assert jobs(spark, all_of_them)[1] == 0
    for frame in (df, inner):
        for column, expected in (
            (F.col("x"), 190.0),
            (F.col("x").alias("v0"), 190.0),
            (udf("x"), 190.0),
            (F.when(F.col("k") == 1, F.col("x")), 70.0),
            (F.expr("aggregate(array(x, x), 0D, (a, b) -> a + b)"), 380.0),
            (F.struct("x").getField("x"), 190.0),
        ):
            assert dp.release(frame, {"s": dp.Sum(column, 0, 100)}, E)[0].s == expected, column


def case_row_numbers_of_files(spark):
    """Columns that read `_metadata`, the hidden column of a file source, are refused, since it
    contains row numbers."""
    with tempfile.TemporaryDirectory() as folder:
        spark.range(9).selectExpr("id x", "id _metadata_of").write.parquet(f"{folder}/rows")
        df = spark.read.parquet(f"{folder}/rows").where("x > 3")
        for column in (
            "_metadata.row_index",
            F.col("_metadata.row_index") + F.col("x"),
            F.when(F.col("_metadata.file_size") > 1, 1),
            df.metadataColumn("_metadata").getField("row_index"),
        ):
            refused(lambda: dp.states(df, {"s": dp.Sum(column, 0, 9)}), f"s: {MESSAGE}")
        assert dp.release(df, {"s": dp.Sum("_metadata_of", 0, 9)}, E)[0].s == 30.0


def case_missing(spark):
    """A column that does not exist is refused by Spark's own message."""
    df = spark.range(3).selectExpr("id x")
    for column in ("y", F.col("y"), F.col("v0"), F.col("x.y")):
        for made in ({"n": dp.Count(column)}, {"a": dp.Count("x"), "n": dp.Count(column)}):
            try:
                dp.states(df, made)
            except Exception as error:
                assert type(error).__name__ == "AnalysisException", (column, error)
            else:
                raise AssertionError(column)


def case_connect(spark):
    """Over Spark Connect the same columns are refused."""
    done = script(f"""
import tempfile
from pyspark.sql import functions as F
spark = (SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").getOrCreate())
df = spark.{ROWS}
df.createOrReplaceTempView("v")
udf = lambda column: F.udf(lambda x: x, "double")(column)
for name, column in {COLUMNS}.items():
    refused(lambda: dp.states(df, {{"n": dp.Count(), "s": dp.Count(column)}}), "s: {MESSAGE}")
with tempfile.TemporaryDirectory() as folder:
    df.write.parquet(folder + "/rows")
    stored = spark.read.parquet(folder + "/rows")
    for column in ("_metadata.row_index", F.col("_metadata.row_index") + F.col("x")):
        refused(lambda: dp.states(stored, {{"s": dp.Sum(column, 0, 9)}}), "s: {MESSAGE}")
setting = "spark.sql.analyzer.allowSubqueryExpressionsInLambdasOrHigherOrderFunctions"
spark.conf.set(setting, "true")
refused(lambda: dp.states(df, {{"s": dp.Count("x")}}), "cannot be searched for subqueries")
spark.conf.unset(setting)
for column in (F.col("x"), udf("x"), F.when(F.col("k") < 9, F.col("x"))):
    assert dp.release(df, {{"s": dp.Sum(column, 0, 100)}}, E)[0].s == 190.0
print("connect", "refuses")
spark.stop()
""")
    assert "connect refuses" in done.stdout, done.stdout + done.stderr[-4000:]
