"""Answers a health economist's questions with noise, in Spark. Run `make demo-spark`.

All rows of one person are protected; there are at most 5, one per year. The bounds, the list of
sites, the two groups of coinsurance, the four ratings of health, epsilon, and the limit of 5 rows
are public."""

import os
import sys

import indp
import indp_spark as dp
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

SITES = [1, 2, 3, 4, 5, 6]
RATINGS = ["excellent", "good", "fair", "poor"]
AGES = [0, 10, 20, 30, 40, 50, 60]
WIDTH = 100


def session():
    spark = (
        SparkSession.builder.master("local[2]")
        .appName("indp")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.jars", os.environ["INDP_SPARK_JAR"])
        .getOrCreate()
    )
    dp.register(spark)
    return spark


def person_years(spark, path):
    rows = spark.read.csv(path, header=True, inferSchema=True)
    rating = F.when(F.col("hlthg") == 1, "good").when(F.col("hlthf") == 1, "fair")
    rating = rating.when(F.col("hlthp") == 1, "poor").otherwise("excellent")
    share = F.when(F.col("coins") > 0, "pays a share").otherwise("care is free")
    return rows.withColumn("rating", rating).withColumn("share", share).cache()


def text(value):
    if isinstance(value, list):
        return " / ".join(f"{item:,.0f}" for item in value)
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def line(question, exact, private, within="", epsilon=""):
    exact, private, within = text(exact), text(private), text(within)
    print(f"{question:48}{exact:>20}{private:>20}{within:>12}{epsilon!s:>8}".rstrip())


def ask(budget, rows, question, aggregate, epsilon, exact, by=(), keys=None, rows_assumed=None):
    """Asks one question, and prints the answer for each key beside the exact one."""
    answers = dp.release(rows, {"answer": aggregate}, budget.spend(epsilon), by, keys)
    exact_of = {
        row[:-1]: row[-1] for row in rows.groupBy(*([by] if by else [])).agg(exact).collect()
    }
    within = ""
    state = aggregate.start()
    if isinstance(state, (indp.Count, indp.Sum)):
        within = state.accuracy(epsilon)
    elif rows_assumed:
        within = state.accuracy(rows=rows_assumed, epsilon=epsilon)
    for i, row in enumerate(answers):
        label = (
            f"{question}, {by} {row[0]}"
            if by == "site"
            else f"{question}, {row[0]}"
            if by
            else question
        )
        line(label, exact_of.get(row[:-1], 0), row.answer, within, epsilon if i == 0 else "same")


def histogram(budget, rows):
    (row,) = dp.release(rows, {"ages": dp.Histogram("xage", AGES, 5)}, budget.spend(0.2))
    names = [f"below {AGES[0]}"]
    names += [f"{lo} to below {hi}" for lo, hi in zip(AGES, AGES[1:])] + [
        f"from {AGES[-1]} on",
        "NaN",
    ]
    print(f"\nPerson-years by age, one # for {WIDTH} (epsilon 0.2)")
    for name, count in zip(names, row.ages):
        print(f"  {name:18}{count:>8,}   {'#' * round(max(0, count) / WIDTH)}".rstrip())


def from_sql(budget, spark, rows):
    """The states of a query in SQL, which are released on the driver."""
    rows.createOrReplaceTempView("hie")
    query = "SELECT site, dp_avg_state(mdvis, 0, 50, 5) AS visits FROM hie GROUP BY site"
    aggregates = {"visits": dp.Mean("mdvis", 0, 50, 5)}
    answers = dp.release_states(spark.sql(query), aggregates, budget.spend(0.3), "site", SITES)
    print(f"\n{query}   (epsilon 0.3)")
    print("  " + "   ".join(f"site {row.site}: {row.visits:.2f}" for row in answers))


def main():
    spark = session()
    rows = person_years(spark, sys.argv[1])
    budget = indp.Budget(4.0)
    people = rows.dropDuplicates(["zper"])
    visits = F.sum(F.least(F.col("mdvis"), F.lit(20)))
    dollars = F.sum(F.least(F.col("meddol"), F.lit(5000)))
    print(
        f"indp {indp.library_version()} in Spark {spark.version}: the RAND Health Insurance "
        f"Experiment, {rows.count():,} person-years\n"
    )
    line("question", "exact", "PRIVATE", "95% within", "epsilon")
    print("-" * 110)
    ask(budget, people, "People enrolled", dp.Count("zper"), 0.1, F.count("zper"))
    shares = ["care is free", "pays a share"]
    ask(budget, rows, "Person-years", dp.Count("zper", 5), 0.2, F.count("zper"), "share", shares)
    ask(
        budget,
        rows,
        "Doctor visits, up to 20 a year",
        dp.Sum("mdvis", 0, 20, 5),
        0.3,
        visits,
        "share",
        shares,
    )
    ask(
        budget,
        rows,
        "Spending, up to 5000 a year",
        dp.Sum("meddol", 0, 5000, 5),
        1.0,
        dollars,
        "site",
        SITES,
    )
    # 20,000 is a public guess of the number of rows.
    ask(
        budget,
        rows,
        "Average age",
        dp.Mean("xage", 0, 70, 5),
        0.2,
        F.avg("xage"),
        rows_assumed=20000,
    )
    quartiles = dp.Quantiles("meddol", [0.25, 0.5, 0.75], 0, 5000, 5, 5001)
    ask(
        budget,
        rows,
        "Quartiles of spending",
        quartiles,
        0.5,
        F.percentile("meddol", [0.25, 0.5, 0.75]),
    )
    ask(
        budget,
        rows,
        "Most doctor visits in a year",
        dp.Max("mdvis", 0, 100, 5, 101),
        0.5,
        F.max("mdvis"),
    )
    ask(
        budget,
        rows,
        "Most common self-rated health",
        dp.Mode("rating", RATINGS, 5),
        0.1,
        F.mode("rating"),
    )
    histogram(budget, rows)
    from_sql(budget, spark, rows)
    print(
        f"\nepsilon spent: {4.0 - budget.left:.1f} of 4.0. "
        "Nothing but this program counts or limits it."
    )
    print("exact       shown because this is a demo; in real use it stays in the cluster.")
    print("PRIVATE     what may be published. New noise each time the demo runs.")
    print("95% within  95 answers in 100 are at most this far from exact; computed in advance.")
    print(
        "same        no further cost: "
        "each row is in one group only, so the epsilon above pays for all."
    )
    spark.stop()


main()
