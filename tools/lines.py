#!/usr/bin/env python3
"""lines.py [--write]: fails if a line of code has more than 100 columns. Files that lines.txt names
may keep as many long lines as it says for each. A file must not have more of them, and if it has
fewer, lines.txt must say so: --write writes the numbers of today. A change may lower numbers and
remove files, but never raise a number or add a file."""
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BASELINE = os.path.join(ROOT, "tools", "lines.txt")
MOST = 100
TAB = 4
SUFFIXES = (".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".java", ".go", ".js", ".ts", ".py", ".sh",
            ".sql")
# Written elsewhere, or data.
FOREIGN = ("extensions/duckdb/headers/", "examples-c/data/", "vectors/")


def git(*arguments, text=None):
    return subprocess.run(["git", "-C", ROOT, *arguments], input=text, capture_output=True,
                          text=True, check=True).stdout


def files_by_hand():
    """Returns the files of code that are not generated."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    files = sorted({file for file in listed
                    if file.endswith(SUFFIXES) and not file.startswith(FOREIGN)})
    told = git("check-attr", "-z", "--stdin", "linguist-generated", text="\0".join(files))
    told = told.split("\0")
    generated = {path for path, value in zip(told[::3], told[2::3]) if value in ("set", "true")}
    return [file for file in files
            if file not in generated and os.path.exists(os.path.join(ROOT, file))]


def long_lines(file):
    """Returns the numbers of the lines that have too many columns."""
    with open(os.path.join(ROOT, file), encoding="utf-8") as lines:
        return [number for number, line in enumerate(lines, 1)
                if len(line.rstrip("\n").expandtabs(TAB)) > MOST]


def baseline():
    """Reads how many long lines each file may keep."""
    with open(BASELINE, encoding="utf-8") as lines:
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return {file: int(many) for many, file in rows}


def write(found):
    with open(BASELINE, "w", encoding="utf-8") as out:
        out.write(f"# How many lines of more than {MOST} columns each file still has (lines.py).\n"
                  "# Numbers may only fall.\n")
        out.writelines(f"{len(numbers)} {file}\n" for file, numbers in found.items())


def complaints(found):
    """Yields what differs from the baseline."""
    allowed = baseline()
    for file in sorted({*found, *allowed}):
        numbers, most = found.get(file, []), allowed.get(file, 0)
        if most == 0:
            yield from (f"{file}:{number}: more than {MOST} columns" for number in numbers)
        elif len(numbers) > most:
            yield f"{file}: {len(numbers)} lines are too long; tools/lines.txt allows {most}"
        elif len(numbers) < most:
            yield (f"{file}: {len(numbers)} lines are too long; tools/lines.txt still allows "
                   f"{most}: run python3 tools/lines.py --write")


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    found = {file: numbers for file in files_by_hand() if (numbers := long_lines(file))}
    if sys.argv[1:]:
        write(found)
        return
    wrong = list(complaints(found))
    if wrong:
        sys.exit("\n".join(wrong))


main()
