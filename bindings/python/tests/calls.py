"""Answers the lines of bindings/test/wire.py with the package indp."""

import dataclasses
import decimal
import struct
import sys

import indp

OTHER = {
    "add_integer": "add",
    "add_many": "add",
    "rows": "exact_rows",
    "to_bytes": "serialise",
    "from_bytes": "deserialise",
    "lambda": "scale",
    "release_integer": "release_int64",
    "audit_pair_integers": "audit_pair_int64",
    "probability": "audit_probability",
}
# The names of parameters that must be given by name.
NAMED = {
    ("Snapping", "epsilon_for_accuracy"): ("sensitivity", "bound", "alpha", "r"),
    ("Mode", "accuracy_with"): ("candidates", "rows_per_person", "epsilon", "alpha"),
    ("Mode", "epsilon_for_accuracy_with"): ("candidates", "rows_per_person", "alpha", "r"),
}
OBJECTS = {}


class Tape:
    words, used = [], 0

    def __call__(self, length):
        self.used += 1
        return self.words[self.used - 1][::-1]


tape = Tape()


def read(text):
    if text[0] == "[":
        return [read(item) for item in text[1:-1].split(",") if item]
    if text[0] == "&":
        return OBJECTS[text[1:]]
    if text[0] == "d":
        return struct.unpack(">d", bytes.fromhex(text[1:]))[0]
    if text[0] == "i":
        return int(text[1:])
    if text[0] in "tx":
        return bytes.fromhex(text[1:]) if text[0] == "x" else bytes.fromhex(text[1:]).decode()
    return {"n": None, "yes": True, "no": False}.get(text, text)


def written(value):
    if value is None or isinstance(value, (indp.State, indp.Snapping, indp.Exponential)):
        return "ok"
    if isinstance(value, float):
        return "d" + struct.pack(">d", value if value == value else float("nan")).hex()
    if isinstance(value, int):
        return f"i{int(value)}"
    if isinstance(value, bytes):
        return "x" + value.hex()
    if isinstance(value, (str, decimal.Decimal)):
        return "t" + str(value).encode().hex()
    if isinstance(value, indp.Audit):
        value = (value.loss, value.exhaustive, value.wrong_ends, value.exceeds, value.outputs)
    elif isinstance(value, indp.Parts):
        value = (value.value, value.count, *value.sums, value.scale)
    elif isinstance(value, indp.Eta):
        value = (value.x, value.y, value.z)
    elif dataclasses.is_dataclass(value):
        value = dataclasses.astuple(value)
    return "[" + ",".join(map(written, value.values() if isinstance(value, dict) else value)) + "]"


def called(owner, method, arguments, options):
    if method == "Exponential":
        arguments[:3] = [indp.Eta(*arguments[:3])]
    if method[0].isupper() and "." not in method:
        OBJECTS[owner] = getattr(indp, method)(*arguments, **options)
        return None
    if method in ("tape_version", "self_test"):
        return getattr(indp, method)()
    kind, _, method = method.rpartition(".")
    own = getattr(indp, kind) if kind else OBJECTS[owner]
    named = NAMED.get((kind, method))
    if method == "add" and isinstance(own, indp.Count):
        method = "add_rows"
    if method in ("accuracy", "epsilon_for_accuracy") and isinstance(own, indp.State):
        last = ("rows", "epsilon", "alpha") if method == "accuracy" else ("rows", "alpha", "r")
        named = last[-len(arguments) :]
    if named:
        options.update(zip(named, arguments))
        arguments = [options.pop("candidates")] if "candidates" in options else []
    elif method == "select_by":
        utilities, n = (*arguments, len(arguments[0]))[:2]
        arguments = [utilities.__getitem__, n]
    elif method == "interval" and isinstance(arguments[0], list):
        value, count, *sums, scale = arguments[0]
        arguments[0] = indp.Parts(value, count, tuple(sums), scale)
    found = getattr(own, OTHER.get(method, method))
    result = found(*arguments, **options) if callable(found) else found
    if method == "from_bytes":
        OBJECTS[owner] = result
    if method in ("merge", "from_bytes"):
        return None
    return len(result) if method == "cells" else result


def answered(owner, method, arguments):
    try:
        if method in ("used", "rewind"):
            used, tape.used = tape.used, tape.used if method == "used" else 0
            return written(used if method == "used" else None)
        chosen = dict(text.split("=") for text in arguments if "=" in text)
        chosen = {name: read(text) for name, text in chosen.items()}
        if "entropy" in chosen:
            tape.words, tape.used, chosen["entropy"] = chosen["entropy"], 0, tape
        options = {"options": indp.Options(**chosen)} if chosen else {}
        return written(called(owner, method, [read(a) for a in arguments if "=" not in a], options))
    except indp.Error as error:
        return f"!{error.name[7:]} {error.parameter or ''}".rstrip()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for line in sys.stdin:
    answer = answered(*line.rstrip("\n").split("\t", 2)[:2], line.rstrip("\n").split("\t")[2:])
    print(answer, flush=True)
