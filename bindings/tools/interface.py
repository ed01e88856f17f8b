"""Reads include/indp.json for the generators of the bindings, and derives facts that several of
them need."""
import json
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# The parameter of each status that is about a parameter but is not named after it.
OTHER_NAMES = {
    "RANGE": "lo",
    "QUANTILE": "q",
    "ETA_X": "x",
    "ETA_Y": "y",
    "ETA_Z": "z",
    "UTILITY_SENSITIVITY": "utility_sensitivity",
    "UTILITY_RANGE": "utility_min",
    "OUTCOMES": "max_outcomes",
    "UTILITY": "utility",
    "CATEGORIES": "candidates",
    "ACCURACY": "r",
    "PRECISION": "float_precision",
    "PRECISION_REACH": "empirical_precision",
    "LAMBDA": "epsilon",
    "BUDGET": "epsilon",
    "NEIGHBOURS": "f",
    "FLOAT_EPSILON": "epsilon",
    "FLOAT_BOUND": "bound",
    "FLOAT_GRID": "grid",
    "FLOAT_STEPS": "bound",
    "UNUSED_PRECISION": "float_precision",
    "UNUSED_TIMING": "insecure_timing",
    "UNUSED_EMPIRICAL": "empirical_precision",
}


def load():
    with open(os.path.join(ROOT, "include", "indp.json"), encoding="utf-8") as file:
        return json.load(file)


def statuses(interface):
    """Yields a tuple for every status except INDP_OK: the C name, the name without prefix, the
    number, the text, and the name of its parameter or ""."""
    parameters = {p["name"] for f in interface["functions"] for p in f["parameters"]}
    options = {f["name"][len("indp_options_set_"):] for f in interface["functions"]
               if f["name"].startswith("indp_options_set_")}
    for constant in interface["constants"]:
        name = constant["name"]
        if not name.startswith("INDP_E_"):
            continue
        short = name[len("INDP_E_"):]
        lower = short.replace("UNUSED_", "").lower()
        parameter = OTHER_NAMES.get(short) or (lower if lower in parameters | options - {"state", "out"} else "")
        if short in ("STATE", "LENGTH", "BUFFER", "NULL", "EMPTY"):
            parameter = ""
        yield name, short, constant["value"], constant["text"], parameter


def wrap(text, prefix, width=100):
    """Returns the text as comment lines. An empty line separates paragraphs."""
    lines = []
    for paragraph in text.split("\n\n"):
        if lines:
            lines.append(prefix.rstrip())
        line = prefix.rstrip()
        for word in paragraph.split():
            if len(line) + 1 + len(word) > width and line != prefix.rstrip():
                lines.append(line)
                line = prefix.rstrip()
            line += " " + word
        lines.append(line)
    return "\n".join(lines)


def gofmt(text):
    """Returns the text in the form that gofmt gives it."""
    return subprocess.run(["gofmt"], input=text, capture_output=True, text=True, check=True).stdout


def write(files):
    """Writes files, given as {path below the root: content}. With --check it writes nothing, and
    fails if a file differs."""
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for path, content in files.items():
        full = os.path.join(ROOT, path)
        if not check:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(content)
            continue
        try:
            with open(full, encoding="utf-8") as file:
                same = file.read() == content
        except OSError:
            same = False
        if not same:
            print(f"{path} is not up to date: run {os.path.relpath(sys.argv[0], ROOT)}")
            stale = 1
    sys.exit(stale)
