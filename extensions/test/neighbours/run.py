"""run.py ENGINE: compares neighbouring data sets in this engine (neighbours.sh)."""

import importlib
import sys
import time

import pairs
from check import Check, Failure

name = sys.argv[1]
start = time.monotonic()
module = importlib.import_module(f"engines.{name}")
check = module.SparkCheck() if name == "spark" else Check(module.Engine())
engine = check.engine
try:
    check.run([space for space in pairs.SPACES if engine.accepts(space)])
    getattr(engine, "extra", lambda check: None)(check)
except Failure as failure:
    check.failures.append(f"a query fails: {failure}")
for failure in check.failures[:20]:
    print("FAIL", failure[:600])
print(
    f"neighbours: {name}: {check.pairs} pairs, {check.releases} releases, {check.errors} refusals, "
    f"{len(check.failures)} failures, {time.monotonic() - start:.0f} s"
)
sys.exit(bool(check.failures) or check.pairs == 0)
