"""Gathers the pages for the site: gather.py FOLDER.

The pages keep their paths below FOLDER, so that the links between them remain valid. README.md
becomes the first page. docs/SUMMARY.md gives the order; pages that it does not name, such as
proofs, follow under "Details". A link to a file that is not a page becomes a link to a copy of the
file. A link to a folder becomes a link to its README.md, or text if there is none."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import languages
import reference

out = pathlib.Path(sys.argv[1])
shutil.rmtree(out, ignore_errors=True)
tracked = subprocess.run(["git", "ls-files"], check=True, capture_output=True,
                         text=True).stdout.split()
pages = [path for path in tracked if path.endswith(".md") and path != "docs/SUMMARY.md"]


def placed(page, target):
    """The target of a link of a page, as a path from the repository's root."""
    return os.path.normpath(os.path.join(os.path.dirname(page), target))


def relink(page, text):
    def one(match):
        title, target = match.group(1), match.group(2)
        path, _, name = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not path:
            return match.group(0)
        aim = placed(page, path)
        source = pathlib.Path(aim)
        if source.is_dir():
            if f"{aim}/README.md" not in pages:
                return title
            path, aim = f"{path.rstrip('/')}/README.md", f"{aim}/README.md"
        if aim == "README.md":
            path = re.sub("README.md$", "index.md", path)
        elif aim not in pages:
            copy = out / source
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        return f"[{title}]({path}{'#' + name if name else ''})"

    # Code may look like a link: for example, [](std::size_t) begins a lambda expression in C++.
    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    link = r"\[([^\]]*)\]\(([^)\s]+)\)"
    return "".join(part if part.startswith("```") else re.sub(link, one, part) for part in parts)


def toctree(entries, caption=None):
    lines = ["", "```{toctree}", ":hidden:"] + ([f":caption: {caption}"] if caption else [])
    lines += [""] + [f"{titles[entry]} </{entry.removesuffix('.md')}>" if entry in titles
                     else f"/{entry.removesuffix('.md')}" for entry in entries]
    return "\n".join(lines + ["```", ""])


def chapters():
    """Reads docs/SUMMARY.md: pairs (caption, pages), and the pages below other pages."""
    found, below = [], {}
    for line in pathlib.Path("docs/SUMMARY.md").read_text().splitlines():
        item = re.match(r"( *)- \[(.*)\]\((.*)\)", line)
        if line.startswith("# ") and line != "# Summary":
            found.append((line[2:], []))
        elif item:
            page = placed("docs/SUMMARY.md", item.group(3))
            titles[page] = item.group(2)
            last = found[-1][1]
            (below.setdefault(last[-1], []) if item.group(1) else last).append(page)
    return found, below


titles = {}  # of pages in docs/SUMMARY.md
order, below = chapters()
named = sum([own for _, own in order] + list(below.values()), [])
details = [page for page in pages if page not in named and page != "README.md"]
order[-1][1].extend(reference.write(out) + languages.write(out))
text = "# Details\n\nProofs, and pages about single folders.\n"
(out / "details.md").write_text(text + toctree(details).replace(":hidden:\n", ""))
order.append(("Details", ["details.md"]))
for page in pages:
    target = out / ("index.md" if page == "README.md" else page)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = relink(page, pathlib.Path(page).read_text())
    language = re.fullmatch(r"docs/(\w+)\.md", page)
    if language and language.group(1) in languages.NAMES:
        link = languages.link(language.group(1), page)
        text += f"\n## Reference\n\nAll types and functions: {link}.\n"
    if page in below:
        text += toctree(below[page])
    if page == "README.md":
        text += "".join(toctree(own, caption) for caption, own in order)
    target.write_text(text)
(out / "static").mkdir()
for name in ("conf.py", "site.css"):
    shutil.copyfile(f"tools/site/{name}", out / ("static" if name == "site.css" else ".") / name)
