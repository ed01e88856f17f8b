"""Reads include/indp.json and surface/surface.toml for the generators, and writes their files."""
import json
import os
import re
import subprocess
import sys
import tomllib

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

def load():
    with open(os.path.join(ROOT, "include", "indp.json"), encoding="utf-8") as file:
        return json.load(file)


def surface():
    """Reads surface/surface.toml."""
    with open(os.path.join(ROOT, "surface", "surface.toml"), "rb") as file:
        return tomllib.load(file)


def statuses(interface):
    """Yields a tuple for every status except INDP_OK: the C name, the name without prefix, the
    number, the text, and the name of its parameter or ""."""
    texts = {constant["name"]: constant["text"] for constant in interface["constants"]}
    for status in surface()["status"]:
        name = "INDP_E_" + status["name"]
        yield name, status["name"], status["code"], texts[name], status.get("parameter", "")


def wrap(text, prefix, width=100):
    """Returns the text as comment lines. An empty line separates paragraphs. No line begins with a
    number and a point, which would begin a list in Rust."""
    lines = []
    for paragraph in text.split("\n\n"):
        if lines:
            lines.append(prefix.rstrip())
        line = prefix.rstrip()
        words = re.sub(r" (\d+\.)(?= |$)", "\N{NO-BREAK SPACE}\\1", " ".join(paragraph.split()))
        for word in words.split(" "):
            word = word.replace("\N{NO-BREAK SPACE}", " ")
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
