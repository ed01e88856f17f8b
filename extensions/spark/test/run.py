"""run.py FOLDER: runs the cases in the Python files of the folder, and prints how many passed and
failed. CASES is a pattern of the cases to run (*)."""

import fnmatch
import importlib.util
import os
import pathlib
import sys
import time
import traceback

import check

passed = failed = 0
pattern = os.environ.get("CASES", "*")
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, case in list(vars(module).items()):
        label = f"{file.stem}.{name[5:]}"
        if not name.startswith("case_") or not fnmatch.fnmatch(label, pattern):
            continue
        start = time.monotonic()
        try:
            case(check.session())
            passed += 1
        except Exception:
            failed += 1
            print(f"FAIL {label}: {traceback.format_exc(limit=-3)}", flush=True)
        if time.monotonic() - start > 60:
            print(f"note: {label} took {time.monotonic() - start:.0f} s", flush=True)
print(f"spark: {passed} passed, {failed} failed")
check.session().stop()
sys.exit(failed > 0 or passed == 0)
