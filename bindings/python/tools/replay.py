"""Replays the vectors with the package `indp` of this interpreter. Does not need pytest."""

import pathlib
import platform
import sys

here = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(here.parent / "tests"))
import indp  # noqa: E402
import test_vectors  # noqa: E402

indp.self_test()
tests = [test for name, test in sorted(vars(test_vectors).items()) if name.startswith("test_")]
for test in tests:
    test(here.parents[2])
assert tests
print(f"{platform.machine()}: the vectors of {len(tests)} mechanisms")
