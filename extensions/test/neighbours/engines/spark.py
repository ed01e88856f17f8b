"""Spark, in Python and in SQL. One job computes the states of all data sets of a space, one for
each key, and `release` releases them on the driver, in a thread of its own. Only the driver draws.
"""

import os

import calls
import check
import indp
import indp_spark as dp
import library
import pairs
import states
from pyspark.sql import SparkSession
from tape import in_thread

TYPES = {
    "double": "DOUBLE",
    "integer": "BIGINT",
    "numeric": "DECIMAL(38, 16)",
    "label": "STRING",
    "code": "BIGINT",
}


def aggregate(space, call):
    if call.name == "count":
        return dp.Count("x", space.m)
    if call.name == "histogram":
        return dp.Histogram("x", space.edges, space.m)
    if call.how == "bounds":
        return dp.Bounds("x", space.m, 0.0, space.edges)
    if call.kind == states.MODE:
        return (dp.Counts if call.how == "counts" else dp.Mode)("x", space.candidates, space.m)
    bounds = (space.lo, space.hi, space.m)
    if call.kind != states.QUANTILE:
        return {"sum": dp.Sum, "avg": dp.Mean, "var": dp.Variance, "stddev": dp.StdDev}[call.name](
            "x", *bounds
        )
    if call.name in ("quantile", "quantiles"):
        return {"quantile": dp.Quantile, "quantiles": dp.Quantiles}[call.name](
            "x", list(call.qs) or call.q, *bounds, space.points
        )
    return {"median": dp.Median, "min": dp.Min, "max": dp.Max}[call.name](
        "x", *bounds, space.points
    )


class SparkCheck(check.Check):
    def __init__(self):
        super().__init__(self)
        del os.environ["LD_PRELOAD"]  # for the JVM and the workers
        self.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.jars", os.environ["INDP_SPARK_JAR"])
            .config("spark.log.level", "ERROR")
            .getOrCreate()
        )
        dp.register(self.spark)

    def accepts(self, space):
        return space.type in TYPES

    def holds(self, value):
        return True

    def items(self, items):
        return (
            "array("
            + ", ".join(
                f"'{x}'" if isinstance(x, str) else f"{x!r}L" if isinstance(x, int) else f"{x!r}D"
                for x in items
            )
            + ")"
        )

    def frame(self, space, data):
        rows = [(side, x) for side, rows in enumerate(data) for _, x in rows]
        kind = "STRING" if space.type == "numeric" else TYPES[space.type]
        frame = self.spark.createDataFrame(rows, f"side INT, x {kind}")
        return frame.selectExpr("side", f"CAST(x AS {TYPES[space.type]}) AS x").cache()

    def run(self, spaces):
        for space in spaces:
            data, wanted = self._numbered(space)
            sides = self._sides(space, data)
            for factor, one, two in wanted:
                known = [sum(x is not None for _, x in data[i]) for i in (one, two)]
                left, right = (([x for _, x in data[i]], sides[i], [], 0) for i in (one, two))
                self.pair(space, left, right, known[1] - known[0], factor)
        self._errors()
        self.spark.stop()

    def _sides(self, space, data):
        """The states of each data set. All are released, and each must have what the library
        releases."""
        frame, wanted, keys = self.frame(space, data), calls.of(space), list(range(len(data)))
        aggregates = {call.name: aggregate(space, call) for call in wanted}
        found = self._collected(frame.repartition(3), aggregates, keys)
        self.need(
            found == self._collected(frame.coalesce(1), aggregates, keys),
            space.name,
            "one partition has other states",
        )
        frame.createOrReplaceTempView("r")
        partial = ", ".join(call.partial(space, self) for call in wanted)
        for side, *sql in self.spark.sql(f"SELECT side, {partial} FROM r GROUP BY side").collect():
            self.need(
                list(map(bytes, sql)) == found[side],
                space.name,
                "side",
                side,
                "SQL has other states",
            )
        self.tape.begin(check.KEY)
        epsilon = dict.fromkeys(aggregates, space.epsilon)
        answers = in_thread(lambda: dp.release(frame, aggregates, epsilon, by="side", keys=keys))
        self._compare_all(space, wanted, found, answers)
        made = {
            side: {call: states.State(data) for call, data in zip(wanted, found[side])}
            for side in keys
        }
        for side, by_call in made.items():
            for call, state in by_call.items():
                self._expected(space, call, f"{space.name}, {call.name}, side {side}", state)
        return made

    def _collected(self, frame, aggregates, keys):
        groups = dp.collect(
            dp.states(frame, aggregates, by="side"), aggregates, by="side", keys=keys
        )
        return {
            side: [state.serialise() for state in group.values()] for side, group in groups.items()
        }

    def _compare_all(self, space, wanted, found, answers):
        releases = [
            (data, space.epsilon, call.how, call.qs)
            for side in found
            for call, data in zip(wanted, found[side])
        ]
        self.tape.begin(check.KEY)
        released = in_thread(lambda: [library.release(*release) for release in releases])
        got = [list(x.values()) if isinstance(x, dict) else x for row in answers for x in row[1:]]
        self.releases += len(releases)
        self.need(got == released, space.name, "answers", got, "but the library", released)

    def _errors(self):
        """Wrong public parameters are refused alike, with and without rows."""
        space = pairs.SPACES[0]
        frames = [self.frame(space, data) for data in ([[]], [[(0, 1e308)]])]
        for epsilon in (-1.0, float("nan"), 1e-320):
            texts = []
            for frame in frames:
                self.tape.begin(check.KEY)
                try:
                    texts.append(str(dp.release(frame, {"x": dp.Sum("x", 0, 10)}, epsilon)))
                except indp.Error as error:
                    texts.append(f"error: {error}")
            self.errors += 2
            self.need(
                texts[0] == texts[1] and texts[0].startswith("error"), "epsilon", epsilon, texts
            )
