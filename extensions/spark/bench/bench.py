"""bench.py [ROWS [RUNS]]: compares the times of states with those of Spark's sum and of a NumPy sum
through mapInArrow, in local[2]. The queries are interleaved, and each ratio compares the least of
RUNS times.

The times are the processor time of this process, the Java process and its Python workers. Other
programs on the machine disturb processor time less than wall-clock time."""

import os
import sys
import tempfile

import indp_spark as dp
import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

SUM = "dp_sum_state(x, 0, 1000)"
TICK = os.sysconf("SC_CLK_TCK")


def numpy_sum(batches):
    total = 0.0
    for batch in batches:
        total += float(np.sum(batch.column(0).to_numpy()))
    yield pa.RecordBatch.from_pydict({"total": [total]})


def spent(root):
    """Processor seconds of a process and its descendants, also of those that have ended."""
    parents, times = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry)] = int(fields[1])
        times[int(entry)] = sum(map(int, fields[11:15]))

    def below(process):
        while process not in (root, 0, None):
            process = parents.get(process)
        return process == root

    return sum(time for process, time in times.items() if below(process)) / TICK


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "3g")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.jars", os.environ["INDP_SPARK_JAR"])
        # Above this number of groups Spark sorts the rows of every aggregate that keeps an object.
        # Spark's default is 128 groups.
        .config("spark.sql.objectHashAggregate.sortBased.fallbackThreshold", "100000")
        .getOrCreate()
    )
    dp.register(spark)
    with tempfile.TemporaryDirectory() as folder:
        made = spark.range(rows).select(
            (F.col("id") * 7919 % 1000003 / 1000).alias("x"),
            (F.col("id") % 1000).cast("int").alias("k"),
        )
        made.write.parquet(f"{folder}/rows")
        df = spark.read.parquet(f"{folder}/rows")
        df.createOrReplaceTempView("t")
        measure(spark, df, rows, runs)
    spark.stop()


def measure(spark, df, rows, runs):
    state = {"s": dp.Sum("x", 0, 1000)}
    three = {**state, "n": dp.Count("x"), "v": dp.Variance("x", 0, 1000)}
    sql = lambda text: lambda: spark.sql(text).collect()
    tables = (
        (
            "Python, one group, to a NumPy sum",
            {
                "numpy.sum through mapInArrow": lambda: (
                    df.select("x").mapInArrow(numpy_sum, "total double").collect()
                ),
                "states: Sum": lambda: dp.states(df, state).collect(),
                "states: Sum, Count, Variance": lambda: dp.states(df, three).collect(),
            },
        ),
        (
            "Java, one group, to sum(x)",
            {
                "sum(x)": sql("SELECT sum(x) FROM t"),
                SUM: sql(f"SELECT {SUM} FROM t"),
                "approx_count_distinct(x)": sql("SELECT approx_count_distinct(x) FROM t"),
            },
        ),
        (
            "1,000 groups, to sum(x)",
            {
                "sum(x) GROUP BY k": sql("SELECT k, sum(x) FROM t GROUP BY k"),
                f"{SUM} GROUP BY k": sql(f"SELECT k, {SUM} FROM t GROUP BY k"),
                "states: Sum, by k": lambda: dp.states(df, state, "k").collect(),
            },
        ),
    )
    best = {}
    for _ in range(runs):
        for title, calls in tables:
            for name, call in calls.items():
                start = spent(os.getpid())
                call()
                took = spent(os.getpid()) - start
                best[title, name] = min(took, best.get((title, name), took))
    for title, calls in tables:
        first = best[title, next(iter(calls))]
        print(f"\n{title:44}{'ns a row':>10}{'ratio':>8}")
        for name in calls:
            print(
                f"{name:44}{best[title, name] / rows * 1e9:10.1f}{best[title, name] / first:8.2f}"
            )


main()
