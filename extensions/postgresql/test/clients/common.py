"""What the tests of clients in Python share: counted checks, and questions of the protected
view."""
import sys

COUNT = "SELECT dp_count(*) FROM visit_private"
GROUPS = "SELECT ward, dp_count(*) AS n FROM visit_private GROUP BY ward"
counts = {True: 0, False: 0}


def holds(name, value, why=""):
    counts[bool(value)] += 1
    if not value:
        print(f"FAIL {name}: {why}"[:600])


def check(name, actual, expected):
    holds(name, actual == expected, f"expected {expected!r}, got {actual!r}")


def refused(name, call, message):
    """The call fails, and the error contains the message."""
    try:
        result = call()
    except Exception as error:  # each client has errors of its own
        holds(name, message in str(error), f"expected the error <{message}>, got {error!r}")
    else:
        holds(name, False, f"expected the error <{message}>, got {result!r}")


def end():
    print(f"{counts[True]} passed, {counts[False]} failed")
    sys.exit(counts[False] > 0 or counts[True] == 0)
