"""Other versions of the engine, and other programs that load the extension."""

import os
import subprocess

from check import EXTENSION, ROOT, script

TOO_OLD = "indp: DuckDB 2.0 or newer is required"


def install(package):
    run = subprocess.run(["sh", str(ROOT / "extensions/duckdb/tools/engine.sh"), package],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.strip().split("\n")[-1]


def refuse(version):
    folder = install(f"duckdb={version}")
    run = script("print('loaded')", folder=folder)
    assert TOO_OLD in run.stderr and "loaded" not in run.stdout and run.returncode == 1, (version,
                                                                                          run.stdout, run.stderr)


def case_old_engines(c):
    """In DuckDB 1.4.5 and 1.5.6, LOAD fails with a message and does not crash the process."""
    refuse("1.4.5")
    refuse("1.5.6")


def case_why_old_engines_are_refused(c):
    """Without the check of the version, OVER () crashes DuckDB 1.5.6. If this case fails, the check
    may not be needed any more."""
    work = ROOT / "build/duckdb/unchecked"
    work.mkdir(parents=True, exist_ok=True)
    extension = str(work / "indp.duckdb_extension")
    run = subprocess.run(["sh", str(ROOT / "tools/link-duckdb.sh"),
                          str(ROOT / "build/lib/libindp.a"), extension], cwd=ROOT,
                         env={**os.environ, "CFLAGS": "-O2 -g -DINDP_DUCKDB_LEAST_MAJOR=1"},
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    folder = install("duckdb=1.5.6")
    run = script("c.execute('CREATE TABLE t AS SELECT i::DOUBLE AS x FROM range(100000) r(i)')\n"
                 "rows(c, 'SELECT dp_sum(x, 0, 5, 1) OVER () FROM t')\nprint('survived')",
                 extension=extension, folder=folder)
    assert run.returncode < 0 and "survived" not in run.stdout, (run.returncode, run.stdout,
                                                                 run.stderr)


def case_command_line(c):
    """The shell of the package duckdb-cli loads the extension if its version is new enough, and
    otherwise says why not."""
    folder = install("duckdb-cli=1.5.6")
    programs = [path for path in ROOT.joinpath(folder).rglob("duckdb*") if path.is_file()
                and os.access(path, os.X_OK) and path.stat().st_size > 1 << 20]
    assert programs, folder
    shell = str(programs[0])
    version = subprocess.run([shell, "-version"], capture_output=True, text=True).stdout
    run = subprocess.run([shell, "-unsigned", "-csv", "-noheader", "-c",
                          f"LOAD '{EXTENSION}'; SELECT dp_count(i, 1e18) FROM range(10) r(i)"],
                         capture_output=True, text=True)
    if version.startswith(("v1", "v0")):
        assert TOO_OLD in run.stderr, (version, run.stdout, run.stderr)
    else:
        assert run.stdout.strip() == "10", (version, run.stdout, run.stderr)
