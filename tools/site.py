"""Gathers the pages for the site: site.py FOLDER.

The pages keep their paths below FOLDER, so that the links between them remain valid.
docs/SUMMARY.md gives their order. Pages that it does not name follow under "Details". The reference
of the C interface is made from include/indp.json. A link to a file that is not a page becomes a
link to a copy of the file. A link to a folder becomes a link to its README.md, or text if there is
none."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

out = pathlib.Path(sys.argv[1])
shutil.rmtree(out, ignore_errors=True)
tracked = subprocess.run(["git", "ls-files"], check=True, capture_output=True,
                         text=True).stdout.split()
pages = [path for path in tracked if path.endswith(".md") and path != "docs/SUMMARY.md"]


def placed(page, target):
    """The target of a link of a page, as a path from the repository's root."""
    return os.path.normpath(os.path.join(os.path.dirname(page), target))


def index(path):
    """Replaces README.md by index.md. mdBook renames the pages in this way, but not the links."""
    return re.sub(r"(^|/)README\.md", r"\1index.md", path)


def relink(page, text):
    def one(match):
        title, target = match.group(1), match.group(2)
        path, _, _ = target.partition("#")
        if "://" in target or not path:
            return match.group(0)
        if placed(page, path) in pages:
            return f"[{title}]({index(target)})"
        source = pathlib.Path(placed(page, path))
        if source.is_dir():
            return (f"[{title}]({path.rstrip('/')}/index.md)" if f"{source}/README.md" in pages
                    else title)
        copy = out / source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)
        return match.group(0)

    # Code may look like a link: for example, [](std::size_t) begins a lambda expression in C++.
    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    link = r"\[([^\]]*)\]\(([^)\s]+)\)"
    return "".join(part if part.startswith("```") else re.sub(link, one, part) for part in parts)


for page in pages:
    (out / page).parent.mkdir(parents=True, exist_ok=True)
    (out / index(page)).write_text(relink(page, pathlib.Path(page).read_text()))


def title(page):
    heading = re.search(r"^# (.*)$", (out / page).read_text(), flags=re.M)
    return heading.group(1) if heading else page


def escaped(text):
    """Escapes a text of the header, in which <, * and | are ordinary characters."""
    return re.sub(r"([<*|\[\]_])", r"\\\1", text)


def function(entry):
    lines = [f"## {entry['name']}", "", entry["summary"], "", "```c", entry["c"] + ";", "```", ""]
    if entry["description"]:
        for paragraph in entry["description"].split("\n\n"):
            indented = paragraph.startswith((" ", "- "))
            lines += ["```text", paragraph, "```", ""] if indented else [escaped(paragraph), ""]
    if entry["parameters"]:
        lines += ["| parameter | |", "|---|---|"]
        lines += [f"| `{p['name']}` | {escaped(p['text'])} |" for p in entry["parameters"]] + [""]
    lines += [escaped(entry["returns"]["text"]), ""]
    for name, key in (("Privacy", "privacy"), ("Thread safety", "threads_text"),
                      ("Source", "source"), ("Since", "since")):
        if entry.get(key):
            lines.append(f"- {name}: {escaped(entry[key])}")
    return lines + [""]


interface = json.load(open("include/indp.json"))
header = pathlib.Path("include/indp.h").read_text()
preamble = header[: header.index("*/")].replace("/*", "").replace("\n * ",
                                                                  "\n").replace("\n *",
                                                                                "\n").strip()
reference = ["# C functions", "", "[indp.h](../include/indp.h) declares them.", "", "```text",
             preamble, "```", ""]
for entry in interface["functions"]:
    reference += function(entry)
reference += ["## Constants", "", "| name | value | |", "|---|---|---|"]
reference += [f"| `{c['name']}` | {c['value']} | {escaped(' '.join(c['text'].split()))} |"
              for c in interface["constants"]]
for struct in interface["structs"]:
    reference += ["", f"## {struct['name']}", "", escaped(" ".join(struct["text"].split()))]
    if not struct["opaque"]:
        reference += ["", "| field | |", "|---|---|"]
        reference += [f"| `{f['name']}` | {escaped(' '.join(f['text'].split()))} |"
                      for f in struct["fields"]]
(out / "docs/reference.md").write_text("\n".join(reference) + "\n")
(out / "include").mkdir(exist_ok=True)
shutil.copyfile("include/indp.h", out / "include/indp.h")

summary = relink("docs/SUMMARY.md", pathlib.Path("docs/SUMMARY.md").read_text())
# mdBook expects the summary in the root of the sources.
summary = re.sub(r"\]\(([^)]+)\)", lambda m: f"]({placed('docs/SUMMARY.md', m.group(1))})", summary)
summary = summary.rstrip() + "\n\n- [C functions](docs/reference.md)\n"
named = re.findall(r"\]\(([^)]+)\)", summary)
summary += ("\n# Details\n\n" + "".join(f"- [{title(page)}]({page})\n" for page in map(index, pages)
                                        if page not in named))
(out / "SUMMARY.md").write_text(summary)
