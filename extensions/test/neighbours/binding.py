"""binding.py NAME COMMAND...: compares neighbouring data sets in the binding whose test program
this command runs (lines.py)."""

import sys
import time

from check import Failure
from lines import Binding

start = time.monotonic()
check = Binding(sys.argv[1], sys.argv[2:])
try:
    check.run()
except Failure as failure:
    check.failures.append(str(failure))
for failure in check.failures[:20]:
    print("FAIL", failure[:600])
print(
    f"neighbours: {check.name}: {check.pairs} pairs, {check.releases} releases, "
    f"{check.errors} refusals, {len(check.failures)} failures, {time.monotonic() - start:.0f} s"
)
sys.exit(bool(check.failures) or check.pairs == 0)
