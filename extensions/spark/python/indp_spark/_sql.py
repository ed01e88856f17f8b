"""The functions of SQL, which are Java aggregators."""

from __future__ import annotations

from typing import Any


def register(spark: Any) -> None:
    """Registers `dp_sum_state` and the other functions of SQL in a session. They give states, and
    none of them releases: use `release_states`.

    Needs the jar of this extension on the class path of the driver and the executors
    (`spark.jars`). A Spark Connect client has no class path: the server registers them by
    `spark.sql.extensions=dev.indp.spark.Extension`.
    """
    jvm = getattr(spark, "_jvm", None)
    if jvm is None:
        raise RuntimeError(
            "register does not work over Spark Connect: "
            "start the server with spark.sql.extensions=dev.indp.spark.Extension instead"
        )
    jvm.dev.indp.spark.Functions.register(spark._jsparkSession)
