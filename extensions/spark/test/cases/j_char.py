"""Columns of type CHAR(n), whose values Spark pads with blanks: candidates and keys that are too
short would count nothing, so they are refused."""

import shutil
import tempfile

import indp_spark as dp
from check import E, refused, refused_sql
from pyspark.sql import functions as F

PADDED = "is shorter than the column's type, CHAR(5), whose values Spark pads with blanks"
IN_SQL = "candidates must have all characters of the column's type, CHAR(5)"


def table(spark):
    folder = tempfile.mkdtemp()
    spark.sql("DROP TABLE IF EXISTS chars")
    spark.sql(f"CREATE TABLE chars(c CHAR(5), v VARCHAR(5)) USING parquet LOCATION '{folder}'")
    spark.sql(
        "INSERT INTO chars VALUES ('a', 'a'), ('b', 'b'), ('a', 'a'), ('żółty', 'żółty'), (NULL, NULL)"
    )
    return folder


def counts(df, column, candidates):
    (row,) = dp.release(df, {"m": dp.Counts(column, candidates)}, E)
    return [row.m[candidate] for candidate in candidates]


def case_candidates(spark):
    """Candidates of Python: short ones are refused, padded ones and rtrim count."""
    folder = table(spark)
    df = spark.table("chars")
    for frame in (df, df.select("c"), df.filter("v <> 'b' OR v IS NULL"), df.alias("t")):
        for column in ("c", F.col("c")):
            for candidates in (["a", "b"], ["a    ", "b"], [b"a"], ["żółt", "a    "], [""]):
                refused(lambda: dp.release(frame, {"m": dp.Counts(column, candidates)}, E), PADDED)
                refused(lambda: dp.states(frame, {"m": dp.Mode(column, candidates)}), PADDED)
    refused(lambda: counts(df, "c", ["a", "b"]), "m: candidates: 'a' " + PADDED)
    assert counts(df, "c", ["a    ", "b    ", "żółty", "longer than the type"]) == [2, 1, 1, 0]
    assert counts(df, F.rtrim("c"), ["a", "b", "żółty"]) == [2, 1, 1]
    assert counts(df, "v", ["a", "b", "żółty"]) == [2, 1, 1]
    # An expression has no such type any more. Its values are padded, and README.md says so.
    assert counts(df, F.coalesce("c"), ["a", "a    "]) == [0, 2]
    spark.sql("DROP TABLE chars")
    shutil.rmtree(folder)


def case_keys(spark):
    """Keys: short ones are refused, padded ones and rtrim have rows; null is a key."""
    folder = table(spark)
    df = spark.table("chars")
    count = {"n": dp.Count()}
    sql = spark.sql("SELECT c, dp_count_state(1) AS n FROM chars GROUP BY c")
    for call in (
        lambda keys: dp.release(df, count, E, by="c", keys=keys),
        lambda keys: dp.release_states(sql, count, E, by="c", keys=keys),
        lambda keys: dp.collect(sql, count, by="c", keys=keys),
        lambda keys: dp.states(df, count, by="c", keys=keys),
    ):
        refused(lambda: call(["b    ", "a"]), "keys: 'a' " + PADDED)
        call(["a    ", "żółty", None])
    got = dp.release(
        df, count, E, by=["v", "c"], keys=[("a", "a    "), ("żółty", "żółty"), (None, None)]
    )
    assert [row.n for row in got] == [2, 1, 1], got
    got = dp.release(df.withColumn("c", F.rtrim("c")), count, E, by="c", keys=["a", "b"])
    assert [row.n for row in got] == [2, 1], got
    spark.sql("DROP TABLE chars")
    shutil.rmtree(folder)


def case_candidates_in_sql(spark):
    """The same for the functions of SQL."""
    folder = table(spark)
    spark.sql("CREATE OR REPLACE TEMP VIEW few AS SELECT c FROM chars WHERE v <> 'b'")
    for source in ("chars", "few", "(SELECT c FROM chars)", "chars AS t"):
        for candidates in ("'a'", "'a    ', 'b'", "'żółt'", "''"):
            refused_sql(
                spark, f"SELECT dp_mode_state(c, array({candidates})) FROM {source}", IN_SQL
            )
    padded = spark.sql("SELECT dp_mode_state(c, array('a    ', 'b    ', 'żółty')) AS m FROM chars")
    trimmed = spark.sql("SELECT dp_mode_state(rtrim(c), array('a', 'b', 'żółty')) AS m FROM chars")
    varying = spark.sql("SELECT dp_mode_state(v, array('a', 'b', 'żółty')) AS m FROM chars")
    for states, candidates in (
        (padded, ["a    ", "b    ", "żółty"]),
        (trimmed, ["a", "b", "żółty"]),
        (varying, ["a", "b", "żółty"]),
    ):
        (row,) = dp.release_states(states, {"m": dp.Counts("c", candidates)}, E)
        assert [row.m[candidate] for candidate in candidates] == [2, 1, 1], row
    spark.sql("DROP VIEW few")
    spark.sql("DROP TABLE chars")
    shutil.rmtree(folder)
