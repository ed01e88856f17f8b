"""Writes the pages of reference: one for each C function, from include/indp.json, and one for each
function of SQL that the engines share, from surface/surface.toml."""

import json
import pathlib
import re
import shutil
import tomllib

ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "duckdb": "DuckDB", "mariadb": "MariaDB",
           "spark": "Spark"}


def escaped(text):
    """Escapes a text of the header, in which <, * and | are ordinary characters."""
    return re.sub(r"([<*|\[\]_])", r"\\\1", text)


def paragraphs(text):
    lines = []
    for paragraph in text.split("\n\n"):
        indented = paragraph.startswith((" ", "- "))
        lines += ["```text", paragraph, "```", ""] if indented else [escaped(paragraph), ""]
    return lines


def c_function(entry):
    lines = [f"# {entry['name']}", "", escaped(entry["summary"]), ""]
    lines += ["```c", entry["c"] + ";", "```", ""]
    if entry["description"]:
        lines += paragraphs(entry["description"])
    if entry["parameters"]:
        lines += ["| parameter | |", "|---|---|"]
        lines += [f"| `{p['name']}` | {escaped(' '.join(p['text'].split()))} |"
                  for p in entry["parameters"]] + [""]
    lines += ["## Returns", "", *paragraphs(entry["returns"]["text"])]
    for name, key in (("Privacy", "privacy"), ("Thread safety", "threads_text"),
                      ("Source", "source"), ("Since", "since")):
        if entry.get(key):
            lines.append(f"- {name}: {escaped(entry[key])}")
    links = "Declared in [indp.h](../../../include/indp.h). [All C functions](index.md)."
    return lines + ["", links]


def hidden(entries):
    return ["", "```{toctree}", ":hidden:", "", *entries, "```", ""]


def c(folder):
    interface = json.load(open("include/indp.json"))
    header = pathlib.Path("include/indp.h").read_text()
    preamble = header[: header.index("*/")].replace("/*", "")
    preamble = re.sub(r"\n \* ?", "\n", preamble).strip()
    functions = interface["functions"]
    for entry in functions:
        (folder / f"{entry['name']}.md").write_text("\n".join(c_function(entry)) + "\n")
    lines = ["# C functions", "", "[docs/c.md](../../c.md) introduces them; "
             "[indp.h](../../../include/indp.h) declares them.", "", "| function | |", "|---|---|"]
    lines += [f"| [{f['name']}]({f['name']}.md) | {escaped(' '.join(f['summary'].split()))} |"
              for f in functions]
    lines += ["", "## Constants", "", "| name | value | |", "|---|---|---|"]
    lines += [f"| `{c['name']}` | {c['value']} | {escaped(' '.join(c['text'].split()))} |"
              for c in interface["constants"]]
    for struct in interface["structs"]:
        lines += ["", f"## {struct['name']}", "", escaped(" ".join(struct["text"].split()))]
        if not struct["opaque"]:
            lines += ["", "| field | |", "|---|---|"]
            lines += [f"| `{f['name']}` | {escaped(' '.join(f['text'].split()))} |"
                      for f in struct["fields"]]
    lines += ["", "## Rules for all functions", "", "```text", preamble, "```"]
    lines += hidden(f["name"] for f in functions)
    (folder / "index.md").write_text("\n".join(lines) + "\n")


def reached():
    """The names of functions that each engine has, from the lists that its tests compare."""
    names = {}
    for engine in ENGINES:
        path = pathlib.Path(f"extensions/{engine}/test/surface/reachable.txt")
        paths = [path] if path.exists() else pathlib.Path(f"extensions/{engine}").rglob("*.java")
        names[engine] = set(re.findall(r"\b(dp_\w+)", "".join(p.read_text() for p in paths)))
    return names


def sql(folder):
    surface = tomllib.load(open("surface/surface.toml", "rb"))
    parameters = {p["id"]: p for p in surface["parameter"]}
    have = reached()
    shared = [(a["name"], ["x"], a["what"], a) for a in surface["aggregate"]]
    shared += [(r["name"], ["state"], r["what"], r) for r in surface["release"]]
    shared += [(f"{e['of']}_error", [], f"with probability 1 - alpha, {e['what']}", e)
               for e in surface["error"]]
    shared += [(f"{i['of']}_interval", [], i["what"], i) for i in surface["interval"]]
    rows, pages = [], []
    for name, first, what, entry in shared:
        takes = [parameters[p] for p in entry["parameters"]]
        call = f"{name}({', '.join(first + [p['name'] for p in takes])})"
        engines = [ENGINES[e] for e in have if name in have[e]]
        what = " ".join(what.split())
        what = what[0].upper() + what[1:]
        lines = [f"# {name}", "", f"{escaped(what)}.", "", "```sql", call, "```", ""]
        if "answer" in entry:
            lines += [f"The answer is {article(entry['answer'])}.", ""]
        if takes:
            lines += ["| parameter | |", "|---|---|"]
        for p in takes:
            text = ". ".join(filter(None, [p.get("what", ""), f"It {p['rule']}"]))
            if "default" in p:
                text += f". Default: {p['default']}"
            lines.append(f"| `{p['name']}` | {escaped(text[0].upper() + text[1:])}. |")
        if first:
            lines += ["", "Each group of each execution costs epsilon. Parameters are public."]
        else:
            lines += ["", "It reads no rows and costs nothing."]
        if first == ["x"] and entry.get("states", True):
            states = call.replace(name, f"{name}_state").replace(", epsilon", "")
            lines += ["", f"`{states}` keeps the rows as a state, which can be merged and released "
                      "later. It is private until then."]
        if name.endswith("_error"):
            lines += ["", f"`{entry['of']}_epsilon_for_error` is its inverse: it takes the error "
                      "instead of epsilon."]
        lines += ["", "Engines: " + (", ".join(engines) or "none") + ". [All functions](index.md)."]
        (folder / f"{name}.md").write_text("\n".join(lines) + "\n")
        rows.append(f"| [{name}]({name}.md) | {escaped(what)} | {', '.join(engines)} |")
        pages.append(name)
    lines = ["# Functions of SQL", "",
             "Those that the engines share. Each engine's page has the rest: "
             "[SQLite](../../../extensions/sqlite/README.md), "
             "[PostgreSQL](../../../extensions/postgresql/README.md), "
             "[DuckDB](../../../extensions/duckdb/README.md), "
             "[MariaDB](../../../extensions/mariadb/README.md), "
             "[Spark](../../../extensions/spark/README.md).", "", "| function | | engines |",
             "|---|---|---|", *rows, *hidden(pages)]
    (folder / "index.md").write_text("\n".join(lines) + "\n")


def article(answer):
    return ("an " if answer[0] in "aeiou" else "a ") + answer


def write(out):
    for name, make in (("sql", sql), ("c", c)):
        folder = out / "docs/reference" / name
        folder.mkdir(parents=True)
        make(folder)
    (out / "include").mkdir(exist_ok=True)
    for header in ("indp.h", "indp.hpp"):
        shutil.copyfile(f"include/{header}", out / "include" / header)
    return ["docs/reference/sql/index.md", "docs/reference/c/index.md"]
