"""Writes the pages of reference for the languages. Each one's own tool reads the sources: go doc,
TypeDoc and Sphinx's autodoc for pages, rustdoc and javadoc for folders of their own, which
tools/site.sh copies beside the pages."""

import pathlib
import re
import subprocess
import sys

FOLDERS = {"rust": "api/rust/indp/index.html", "java": "api/java/dev/indp/package-summary.html"}
PAGES = {"python": "docs/reference/python.md", "go": "docs/reference/go.md",
         "node": "docs/reference/node/index.md"}
NAMES = {"rust": "Rust", "python": "Python", "go": "Go", "node": "Node", "java": "Java"}


def link(language, page):
    """A link to the reference of a language from a page, whose path begins at the root."""
    up = "../" * page.count("/")
    if language in FOLDERS:
        return f'<a href="{up}{FOLDERS[language]}">{NAMES[language]}</a>'
    return f"[{NAMES[language]}]({up}{PAGES[language]})"


def introduced(language):
    return [f"# {NAMES[language]}", "",
            f"The package `indp`: [docs/{language}.md](../{language}.md) introduces it.", ""]


def python():
    sys.path.insert(0, "bindings/python/src")
    import indp

    lines = introduced("python")
    for name in sorted(indp.__all__, key=str.lower):
        kind = ("class" if isinstance(getattr(indp, name), type) else
                "function" if callable(getattr(indp, name)) else "")
        if kind:
            lines += [f"## {name}", "", "```{eval-rst}", f".. auto{kind}:: indp.{name}"]
            lines += ["   :members:", "   :inherited-members: Exception"] if kind == "class" else []
            lines += ["```", ""]
    return lines


def paragraphs(indented):
    """Documentation in which `go doc` has indented each line by four columns, code by eight."""
    lines = []
    for block in "\n".join(line[4:] for line in indented).split("\n\n"):
        code = block.startswith((" ", "\t"))
        text = block if code else re.sub(r"([<*_|\[\]])", r"\\\1", block)
        lines += ["```text", text, "```", ""] if code else [text, ""]
    return lines


def go():
    text = subprocess.run(["go", "doc", "-all", "."], cwd="bindings/go", check=True, text=True,
                          capture_output=True).stdout
    about, _, rest = text.partition("\nCONSTANTS\n")
    lines = introduced("go")
    lines += paragraphs(["    " + line for line in about.splitlines()[1:]])
    declared, told = [], []

    def flush():
        nonlocal lines
        if declared:
            lines += ["```go", *declared, "```", ""]
        if told:
            lines += paragraphs(told)
        declared.clear()
        told.clear()

    inside = False  # of a declaration in several lines
    for line in ["CONSTANTS", *rest.splitlines()]:
        if re.fullmatch("[A-Z]+", line):
            flush()
            lines += [f"## {line.capitalize()}", ""]
        elif inside:
            declared.append(line)
            inside = not line.startswith((")", "}"))
        elif re.match("(const|var|func|type) ", line):
            flush()
            name = re.match(r"type (\w+)", line)
            lines += [f"### {name.group(1)}", ""] if name else []
            declared.append(line)
            inside = line.endswith(("(", "{"))
        elif line.startswith("    ") or not line:
            told.append(line)
        else:
            raise ValueError(f"go doc printed a line of an unknown form: {line}")
    flush()
    return lines


def node(folder):
    subprocess.run(["build/site-node/node_modules/.bin/typedoc", "--plugin",
                    "typedoc-plugin-markdown", "--options", "tools/site/typedoc.json",
                    "--out", folder], check=True)
    start = folder / "README.md"
    text = start.read_text()
    others = sorted(page.relative_to(folder).as_posix().removesuffix(".md")
                    for page in folder.rglob("*.md") if page != start)
    text += "\n".join(["", "```{toctree}", ":hidden:", "", *others, "```", ""])
    (folder / "index.md").write_text(text)
    start.unlink()
    for page in folder.rglob("*.md"):
        page.write_text(page.read_text().replace("README.md", "index.md"))


def write(out):
    folder = out / "docs/reference"
    (folder / "python.md").write_text("\n".join(python()) + "\n")
    (folder / "go.md").write_text("\n".join(go()) + "\n")
    node(folder / "node")
    page = "docs/reference/languages.md"
    lines = ["# Languages", "", "All types and functions, from the sources:", ""]
    lines += [f"- {link(language, page)}" for language in NAMES]
    lines += ["", "C++ is the header [indp.hpp](../../include/indp.hpp), over the "
              "[C functions](c/index.md).", "", "```{toctree}", ":hidden:", "",
              *(f"/{p.removesuffix('.md')}" for p in PAGES.values()), "```", ""]
    (out / page).write_text("\n".join(lines))
    return [page]
