"""Reads the questions of extensions/test/same.sh from standard input, answers them in Spark's SQL,
and prints names and states. Fails if Python's aggregates give other states."""

import re
import sys

import indp_spark as dp
from check import RAND, builder
from pyspark.sql import functions as F

PYTHON = {
    "count": dp.Count,
    "sum": dp.Sum,
    "avg": dp.Mean,
    "var": dp.Variance,
    "stddev": dp.StdDev,
    "median": dp.Median,
    "quantile": dp.Quantile,
    "min": dp.Min,
    "max": dp.Max,
    "mode": dp.Mode,
    "histogram": dp.Histogram,
}

spark = builder().getOrCreate()
dp.register(spark)
i = F.col("id")
kept = i % 97 != 0
tables = {
    "generated": spark.range(1, 3000001).select(
        F.when(kept, i * 7919 % 1000003 / 1024 - 400).alias("x"), F.when(kept, i % 7).alias("k")
    ),
    "rand": spark.read.csv(RAND, header=True, inferSchema=True).na.fill(0),
}
for name, table in tables.items():
    tables[name] = table.cache()
    table.createOrReplaceTempView(name)
for line in sys.stdin:
    question = re.match(r"SELECT '(.*)', hex\(dp_(\w+)_state\((\w+)(.*)\)\) FROM (\w+);", line)
    if question is None:
        continue
    name, kind, column, parameters, table = question.groups()
    ((_, state),) = spark.sql(line.strip().rstrip(";")).collect()
    given = eval("[" + parameters.replace("array(", "[").replace(")", "]").lstrip(", ") + "]")
    if kind == "max" and given[-1] == 0:
        given[-1] = None  # in Python, None lets the library choose the candidates
    aggregates = {"a": PYTHON[kind](column, *given)}
    lazy = dp.states(tables[table].repartition(8), aggregates)
    python = dp.collect(lazy, aggregates)[()]["a"].serialise()
    if python.hex().upper() != state:
        sys.exit(f"{name}: Python and SQL give other states")
    print(f"{name}\t{state}", flush=True)
spark.stop()
