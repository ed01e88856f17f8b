"""Runs the tables of shared cases in an engine whose suite is in Python."""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def awk(program, *files, **given):
    """What this program of the folder prints."""
    options = [part for name, value in given.items() for part in ("-v", f"{name}={value}")]
    run = ["awk", *options, "-f", HERE / program, *files]
    return subprocess.run(run, capture_output=True, text=True)


def run(engine, table, answers, loose=0):
    """Fails if a row of the table gives something else. `answers` takes the rows, as lists of
    texts, and gives a text for each: `= ` and the answer, or `! ` and the message."""
    rows = awk("expand.awk", HERE / f"{table}.tsv", engine=engine)
    assert rows.returncode == 0, rows.stderr
    with tempfile.NamedTemporaryFile("w") as given, tempfile.NamedTemporaryFile("w") as seen:
        given.write(rows.stdout)
        found = answers([row.split("\t") for row in rows.stdout.splitlines()])
        seen.writelines(f"{number}\t{text}\n" for number, text in enumerate(found, 1))
        given.flush()
        seen.flush()
        compared = awk(
            "compare.awk", given.name, seen.name, engine=engine, table=table, loose=loose
        )
    print(compared.stdout.splitlines()[-1])
    assert compared.returncode == 0, compared.stdout
