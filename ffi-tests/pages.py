"""Tests the pages. The SQL blocks of docs/*.md, README.md and extensions/sqlite/README.md must run
in SQLite without an error and print what the page shows. The C programs of docs/*.md must compile
without a warning and succeed. The links between pages must lead to files and headings that exist.
(The Rust blocks are documentation tests of src/lib.rs.)"""

import glob
import os
import pathlib
import re
import subprocess
import sys
import tempfile

failed = []


def blocks(text):
    """Returns the fenced blocks of a page, in order, as pairs (language, content)."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, flags=re.S | re.M)


# The tables that the SQL blocks of the pages read.
HIE = """.mode csv
.import examples-c/data/randhie.csv hie
.mode list
"""
TABLES = {
    "README.md": HIE,
    "extensions/sqlite/README.md": HIE
    + """CREATE TABLE t(id, age, x, site); INSERT INTO t VALUES (1, 30, 5, 1), (2, 50, 7, 2);
CREATE TABLE public_site(site); INSERT INTO public_site VALUES (1), (2), (3);
CREATE TABLE visit(day, x); INSERT INTO visit VALUES ('2024-03-04', 1), ('2024-03-05', 2);
""",
}


def run(page):
    """Runs the SQL blocks of a page in one session. A text block shows the output of the SQL before
    it."""
    found = blocks(page.read_text())
    script, expected = TABLES.get(str(page), ""), []
    for i, (language, content) in enumerate(found):
        if language == "sql":
            # Pages do not show noisy answers. So the output of a block is compared only if a block
            # of text follows it.
            shown = found[i + 1][1] if i + 1 < len(found) and found[i + 1][0] == "text" else None
            script += content + f".print @{len(expected)}\n"
            expected.append(shown)
    if not expected:
        return 0
    with tempfile.TemporaryDirectory() as folder:  # also holds the ledgers of pages
        for name in ("build", "examples-c"):
            os.symlink(os.path.abspath(name), f"{folder}/{name}")
        command = ["sqlite3", "-batch", "-bail", "-init", "/dev/null", "hie.db"]
        done = subprocess.run(command, input=script, text=True, capture_output=True, cwd=folder)
    if done.returncode or done.stderr:
        failed.append(f"{page}: {done.stderr}")
        return 0
    printed = re.split(r"^@\d+\n", done.stdout, flags=re.M)[:-1]
    for shown, output in zip(expected, printed):
        # The shell pads the last column with spaces, but editors remove spaces at the ends of
        # lines.
        if (shown is not None and [line.rstrip() for line in output.splitlines()]
            != [line.rstrip() for line in shown.splitlines()]):
            failed.append(f"{page} shows\n{shown}but SQLite prints\n{output}")
    return len(expected)


def programs(page):
    """Compiles and runs the C programs of a page."""
    count = 0
    for language, content in blocks(page.read_text()):
        if language != "c" or "int main(void)" not in content:
            continue
        count += 1
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "program.c").write_text(content)
            library = os.path.abspath("build/lib")
            flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Iinclude",
                     f"{folder}/program.c", "-o", f"{folder}/program"]
            command = [os.environ.get("CC", "cc"), *flags, f"-L{library}", "-lindp",
                       f"-Wl,-rpath,{library}"]
            for step in (command, [f"{folder}/program"]):
                done = subprocess.run(step, text=True, capture_output=True)
                if done.returncode:
                    failed.append(f"{page}: program {count}: {done.stdout}{done.stderr}")
                    break
    return count


def messages(page):
    """The messages of a page, which begin the rows of tables headed `message`, must be parts of
    those that the tests of the engines list. Two dots stand for a name or number."""
    lists = ["surface/surface.toml", "extensions/sqlite/test/messages.txt",
             "extensions/postgresql/test/cases/99-messages.sh"]
    known = " ".join(pathlib.Path(name).read_text() for name in lists)
    known = re.sub(r"\s*\\\n\s*", " ", known)
    count = 0
    rows = r"^\| message \|.*\n\|[-|]*\n((?:\|.*\n)*)"
    for table in re.findall(rows, page.read_text(), flags=re.M):
        for message in re.findall(r"^\| `(.*?)` \|", table, flags=re.M):
            count += 1
            if not re.search(".*".join(re.escape(part) for part in message.split(" .. ")), known):
                failed.append(f"{page}: no engine says {message!r}")
    return count


def anchor(heading):
    """Returns the name by which links refer to a heading."""
    heading = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading.strip())
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def links(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.S | re.M)
    count = 0
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        count += 1
        path, _, name = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists():
            failed.append(f"{page}: {target} does not exist")
        elif name and file.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", file.read_text(), flags=re.M)
            if name not in [anchor(heading) for heading in headings]:
                failed.append(f"{page}: {target} names no heading")
    return count


pages = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True).stdout.split()
pages = [pathlib.Path(page) for page in pages or glob.glob("**/*.md", recursive=True)]
documents = [page for page in pages if page.parent == pathlib.Path("docs")]
ran = sum(run(page) for page in documents + [pathlib.Path(page) for page in TABLES])
compiled = sum(programs(page) for page in documents)
checked = sum(links(page) for page in pages)
quoted = sum(messages(page) for page in documents)
print("\n".join(failed))
print(f"{len(pages)} pages: {ran} blocks of SQL, {compiled} C programs, {checked} links, "
      f"{quoted} messages, {len(failed)} wrong")
sys.exit(1 if failed or ran < 16 or compiled < 3 or checked < 100 or quoted < 40 else 0)
