"""Answers the lines of extensions/test/neighbours/lines.py with the package indp."""

import struct
import sys

import indp

HALF = {
    "sum": indp.Sum,
    "mean": indp.Mean,
    "variance": indp.Variance,
    "stddev": indp.StdDev,
}


def read(item):
    if item == "n":
        return None
    if item[0] == "d":
        return struct.unpack(">d", bytes.fromhex(item[1:]))[0]
    return int(item[1:]) if item[0] == "i" else bytes.fromhex(item[1:]).decode()


def listed(field):
    return [] if field == "-" else [read(item) for item in field.split(",")]


def written(x):
    if isinstance(x, float):
        return "d" + struct.pack(">d", x).hex()
    return f"i{x}" if isinstance(x, int) else "t" + x.encode().hex()


def empty(kind, m, lo, hi, points, q, items):
    if kind == "count":
        return indp.Count(m)
    if kind == "quantile":
        return indp.Quantile(q, lo, hi, m, points)
    if kind == "mode":
        return indp.Mode(items, m)
    return indp.Histogram(items, m) if kind == "histogram" else HALF[kind](lo, hi, m)


def answer(state, how, epsilon, items, options=None):
    try:
        if how == "quantiles":
            found = state.release_many(items, epsilon, options)
        elif how == "counts":
            counts = getattr(state, "release_counts", state.release)(epsilon, options)
            found = counts.values() if isinstance(counts, dict) else counts
        elif how == "parts":
            parts = state.release_parts(epsilon, options)
            found = [parts.value, parts.count, *parts.sums, parts.scale]
        else:
            found = [state.release(epsilon, options)]
    except indp.Error as error:
        return "e" + indp.low.indp_status_name(error.status).decode()[7:]
    return ",".join(map(written, found))


for text in sys.stdin:
    kind, how, m, epsilon, lo, hi, points, q, items, values = text.rstrip("\n").split("\t")
    epsilon, items, values = read(epsilon), listed(items), listed(values)
    state = empty(kind, int(m), read(lo), read(hi), int(points), read(q), items)
    # Rows one by one and together: both ways into a state.
    state.add(values[:2])
    for value in values[2:4]:
        state.add([value] if value is None or kind in ("count", "mode") else value)
    state.add(values[4:])
    stored = state.serialise()
    second = indp.deserialise(stored)
    seeded = indp.Options(insecure_seed=4711)
    print(
        stored.hex(),
        answer(state, how, epsilon, items),
        answer(second, how, epsilon, items, seeded),
        sep="\t",
    )
