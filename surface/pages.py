"""The lists of aggregates on the pages of the engines, and of options on those of the languages,
from surface.toml."""
import os

import interface
import options

# The type of each kind of answer.
TYPES = {
    "sqlite": {"integer": "INTEGER", "real": "REAL", "label": "TEXT or INTEGER", "reals": "TEXT", "integers": "TEXT", "parts": "TEXT"},
    "duckdb": {"integer": "BIGINT", "real": "DOUBLE", "label": "VARCHAR or BIGINT", "reals": "DOUBLE[]", "integers": "BIGINT[]", "parts": "VARCHAR"},
    "mariadb": {"integer": "INTEGER", "real": "REAL", "label": "text", "reals": "text", "integers": "text", "parts": "text"},
}
NAMES = {"numbers": "float8, numeric, integers", "numbers or bool": "float8, numeric, integers, boolean", "reals": "float8, numeric", "int8": "bigint"}


def signature(surface, aggregate, short):
    """The call. Parameters that may be omitted are in brackets."""
    known = {one["id"]: one for one in surface["parameter"]}
    parameters = [known[id] for id in aggregate["parameters"]]
    needed = ["x"] + [one["name"] for one in parameters if "default" not in one]
    optional = [] if short else [one["name"] for one in parameters if "default" in one]
    return f"{aggregate['name']}({', '.join(needed)}" + "".join(f" [, {name}" for name in optional) + "]" * len(optional) + ")"


def of_postgresql(aggregate):
    """The types of the answer and of x."""
    groups = [name for _, name in aggregate["types"]]
    if aggregate["answer"] == "integer":
        return "bigint of any type"
    if aggregate["answer"] == "label":
        return "the type of x: " + ", ".join(NAMES.get(name, name) for name in groups)
    if aggregate["answer"] == "integers":
        return "bigint[] of " + ", ".join([NAMES.get(name, name) for name in groups])
    if aggregate["answer"] == "parts":
        return "json of " + ", ".join([NAMES.get(name, name) for name in groups])
    array = "[]" if aggregate["answer"] == "reals" else ""
    numbers = "float8, numeric, integers" if "integers" in groups else NAMES[groups[0]]
    others = [name + array for name in groups if name not in NAMES and name not in ["integers"]]
    return f"float8{array} of {numbers}" + ("; " + ", ".join(others) if others else "")


def listed(surface, engine):
    out = []
    for one in surface["aggregate"]:
        answer = of_postgresql(one) if engine == "postgresql" else TYPES[engine][one["answer"]]
        note = f": {one['note']}" if "note" in one else ""
        out.append(f"    {signature(surface, one, engine == 'postgresql'):<{42 if engine == 'postgresql' else 70}} {answer}{note}\n")
    return out


def page(surface, engine):
    """The page with its list. It begins at the line of dp_count, and has only lines of aggregates."""
    path = f"extensions/{engine}/README.md"
    with open(os.path.join(interface.ROOT, path), encoding="utf-8") as file:
        lines = file.readlines()
    names = tuple(f"    {one['name']}(x" for one in surface["aggregate"])
    first = next(i for i, line in enumerate(lines) if line.startswith("    dp_count(x"))
    last = first
    while lines[last].startswith(names):
        last += 1
    return path, "".join(lines[:first] + listed(surface, engine) + lines[last:])


# How the pages of the languages list the options: the beginning of the line, and its end.
OPTIONS = {
    "cpp": ("| `Options` | ", "`entropy(callable)` |"),
    "go": ("| `Options` | a structure: ", "`Entropy` |"),
    "java": ("| `Options` | ", "`entropy(callback)` |"),
    "node": ("| `Options` | an object: ", "`entropy` |"),
    "python": ("`Options` are keyword arguments: ", "`entropy`."),
}


def named(language, option):
    """The names of an option in a language."""
    name = option["name"]
    if language in ("java", "node"):
        name = options.camel(name)
    if language == "go":
        name = options.title(name)
    automatic = {"cpp": ["automatic_float_precision"], "java": ["automaticFloatPrecision"]}
    return [name] + (automatic.get(language, []) if option["type"] == "precision" else [])


def options_page(language):
    """The page of a language with its list of options, which is one line."""
    first, last = OPTIONS[language]
    names = [name for option in options.options() for name in named(language, option)]
    line = first + "".join(f"`{name}`, " for name in names) + last + "\n"
    path = f"docs/{language}.md"
    with open(os.path.join(interface.ROOT, path), encoding="utf-8") as file:
        lines = file.readlines()
    return path, "".join(line if old.startswith(first) else old for old in lines)
