"""Tasks that fail, run twice, or lose their worker. Each case runs in a process of its own, with
its own Spark."""

import contextlib
import os
import socket
import subprocess
import tempfile

import pyspark
from check import script

# Makes states of rows that pass through `attempt`, in Python and in SQL, and compares them with the
# states of the same rows without faults. `attempt` calls `fault`, which each case defines, after
# each batch. Each attempt of a task leaves an empty file whose name holds the partition, the number
# of the attempt and the ID of the task attempt.
BODY = """
import os, time
from pyspark import TaskContext

folder = os.environ["FOLDER"]

def attempt(batches):
    context = TaskContext.get()
    name = f"{folder}/{context.partitionId()}-{context.attemptNumber()}-{context.taskAttemptId()}"
    open(name, "w").close()
    for number, batch in enumerate(batches):
        yield batch
        fault(context, number)

def main():
    spark = make()
    dp.register(spark)
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
    df = spark.range(0, 20000, 1, 4).selectExpr("CAST(id AS DOUBLE) x", "id % 3 k")
    aggregates = {"s": dp.Sum("x", 0, 15000), "n": dp.Count(), "m": dp.Median("x", 0, 20000)}
    sql = "dp_sum_state(x, 0, 15000) s, dp_count_state(1) n"
    df.createOrReplaceTempView("good")
    faulty = df.mapInArrow(attempt, df.schema)
    faulty.createOrReplaceTempView("faulty")
    for by in ((), ("k",)):
        good = serialised(dp.collect(dp.states(df, aggregates, by), aggregates, by))
        assert serialised(dp.collect(dp.states(faulty, aggregates, by), aggregates, by)) == good
        assert sql_states(spark, sql, "faulty", by) == sql_states(spark, sql, "good", by)
    rows = dp.release(faulty, aggregates, {"s": E, "n": E, "m": 1.0})
    assert len(rows) == 1 and rows[0].n == 20000 and rows[0].s == 187492500.0, rows
    print("states", "equal")
    spark.stop()
main()
"""


def run(head, **environment):
    with tempfile.TemporaryDirectory() as folder:
        done = script(head + BODY, FOLDER=folder, **environment)
        problem = f"exit code {done.returncode}\n{done.stdout}{done.stderr[-3000:]}"
        assert "states equal" in done.stdout, problem
        return [tuple(map(int, name.split("-"))) for name in os.listdir(folder)]


def case_retry(spark):
    """Tasks that fail in the middle of their rows are tried again: no row counts twice."""
    attempts = run("""
def fault(context, number):
    if context.attemptNumber() == 0 and number == 2:
        raise RuntimeError("this attempt fails")
make = lambda: builder("local[2,4]").getOrCreate()
""")
    assert sum(number == 1 for _, number, _ in attempts) >= 4, attempts


def case_lost_worker(spark):
    """Tasks whose Python worker dies are tried again, too: no row counts twice."""
    attempts = run("""
def fault(context, number):
    if context.attemptNumber() == 0 and number == 2 and context.partitionId() == 1:
        os._exit(1)
make = lambda: builder("local[2,4]").getOrCreate()
""")
    assert sum(number == 1 for _, number, _ in attempts) >= 4, attempts


def case_speculation(spark):
    """A slow task runs a second time while its first attempt is still running, and Spark uses one
    of the results. Spark starts the second attempt only on another host, so this runs on a cluster
    of two workers with addresses of their own."""
    with cluster() as master:
        attempts = run(f"""
def fault(context, number):
    if context.attemptNumber() == 0 and number == 2 and context.partitionId() == 3:
        time.sleep(20)
make = lambda: (builder("{master}").config("spark.speculation", "true")
    .config("spark.speculation.interval", "100ms").config("spark.speculation.multiplier", "1.1")
    .config("spark.speculation.quantile", "0.5").config("spark.speculation.minTaskRuntime", "100ms")
    .config("spark.speculation.efficiency.enabled", "false").config("spark.locality.wait", "0")
    .config("spark.executor.memory", "512m").config("spark.driver.host", "127.0.0.1").getOrCreate())
""")
    assert any(number == 1 for _, number, _ in attempts), attempts


@contextlib.contextmanager
def cluster():
    """A standalone cluster on this machine. Its processes end with the block."""
    home = os.path.dirname(pyspark.__file__)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:

        def start(kind, *arguments):
            # PySpark's package does not say for which version of Scala it was built.
            environment = {
                **os.environ,
                "SPARK_HOME": home,
                "SPARK_WORKER_DIR": folder,
                "SPARK_SCALA_VERSION": "2.13",
            }
            del environment["SPARK_LOCAL_IP"]
            name = f"org.apache.spark.deploy.{kind.lower()}.{kind}"
            command = [
                "java",
                "-Xmx256m",
                "-cp",
                f"{home}/jars/*",
                name,
                "--webui-port",
                "0",
                *arguments,
            ]
            return subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

        started = [start("Master", "--host", "127.0.0.1", "--port", str(port))]
        for host in ("127.0.0.2", "127.0.0.3"):
            started.append(
                start("Worker", "--host", host, "--cores", "1", "--memory", "600m", master)
            )
        try:
            yield master
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def case_failure_shows_no_values(spark):
    """The messages of a job that fails in our code, and all that the driver prints, have no values
    of the data."""
    done = script("""
import indp
spark = builder().config("spark.log.level", "INFO").getOrCreate()
dp.register(spark)
state = indp.Sum(0, 1e9)
state.add([987654.25])
row = (bytearray(state.serialise()), 987654.25, "needle")
df = spark.createDataFrame([row], "s binary, x double, t string")
df.createOrReplaceTempView("v")
wrong = {"s": dp.Sum("x", 0, 5)}
for call in (lambda: dp.merge(df, wrong).collect(), lambda: dp.release_states(df, wrong, 1.0),
             lambda: spark.sql("SELECT dp_merge(substr(s, 2), 1) FROM v").collect(),
             lambda: spark.sql("SELECT dp_merge(s, 2) FROM v").collect()):
    try:
        call()
        print("not refused")
    except Exception as error:
        print(type(error).__name__, error)
dp.release(df, {"x": dp.Sum("x", 0, 5), "m": dp.Mode("t", ["a"])}, {"x": 1.0, "m": 1.0}, "t", ["a"])
print("end")
""")
    text = done.stdout + done.stderr
    assert "end" in done.stdout and "not refused" not in text, text[-3000:]
    assert "ParameterError" in text and "INDP_E_STATE" in text
    for value in ("987654", "needle", state_hex()):
        assert value not in text, value


def state_hex():
    import indp

    state = indp.Sum(0, 1e9)
    state.add([987654.25])
    return state.serialise().hex()
