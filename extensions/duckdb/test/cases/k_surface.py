"""What the extension adds to a database is exactly what surface/reachable.txt says, and calls of it with values of
every type neither crash nor end in an internal error. Here the calls are a sample; `make test-sanitizers` makes all of
them, with an extension that was built with sanitizers."""

import subprocess
import sys

from check import EXTENSION, ROOT


def case_surface(c):
    """A sample of the calls, in processes of their own."""
    run = subprocess.run([sys.executable, ROOT / "extensions/duckdb/test/surface/surface.py", EXTENSION, "1", "short"], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
