"""Spark Connect, in a process of its own."""

from check import script


def case_connect(spark):
    """Over Spark Connect, Python's states, merges and releases work, and SQL's functions do if the
    server has the extension."""
    done = script("""
from check import builder
spark = (SparkSession.builder.remote("local[2]").config("spark.jars", os.environ["INDP_SPARK_JAR"])
    .config("spark.sql.extensions", "dev.indp.spark.Extension")
    .config("spark.ui.enabled", "false").getOrCreate())
assert "connect" in type(spark).__module__, type(spark)
df = spark.range(10000).selectExpr("CAST(id AS DOUBLE) x", "id % 3 k", "'é' t")
aggregates = {"s": dp.Sum("x", 0, 5000), "n": dp.Count(), "t": dp.Counts("t", ["é", "a"])}
exact = {name: aggregate.start() for name, aggregate in aggregates.items()}
exact["s"].add([float(i) for i in range(10000)])
exact["n"].add_rows(10000)
exact["t"].add(["é"] * 10000)
lazy = dp.states(df.repartition(5), aggregates)
found = serialised(dp.collect(lazy, aggregates))
assert found == serialised({(): exact})
assert serialised(dp.collect(dp.merge(lazy, aggregates), aggregates)) == found
rows = dp.release(df, aggregates, {"s": E, "n": E, "t": E}, "k", [1, 7])
assert rows[0].n == 3333 and rows[1] == (7, 0.0, 0, {"a": 0, "é": 0}), rows
df.createOrReplaceTempView("v")
sql = ("SELECT dp_sum_state(x, 0, 5000) s, dp_count_state(1) n, dp_mode_state(t, array('é', 'a')) t "
    "FROM v")
assert serialised(dp.collect(spark.sql(sql), aggregates)) == found
assert dp.release_states(spark.sql(sql), aggregates, {"s": E, "n": E, "t": E})[0].n == 10000
wrong = {"s": dp.Sum("t", 0, 1)}
refused(lambda: dp.states(df, wrong), "s: the column must be a number, not string")
refused(lambda: dp.register(spark), "spark.sql.extensions", RuntimeError)
print("connect", "works")
spark.stop()
""")
    assert "connect works" in done.stdout, done.stdout + done.stderr[-4000:]
