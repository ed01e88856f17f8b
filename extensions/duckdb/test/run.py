"""run.py FOLDER...: runs the cases in the Python files of these folders, and prints how many passed
and failed. CASES is a pattern of the cases to run (*). """

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
for folder in sys.argv[1:]:
    for file in sorted(pathlib.Path(folder).glob("*.py")):
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, case in list(vars(module).items()):
            if (not name.startswith("case_") or not fnmatch.fnmatch(f"{file.stem}.{name[5:]}",
                                                                    pattern)):
                continue
            start = time.monotonic()
            try:
                case(check.connect())
                passed += 1
            except Exception:
                failed += 1
                print(f"FAIL {file.stem}.{name[5:]}: {traceback.format_exc(limit=-2)}")
            if time.monotonic() - start > 20:
                print(f"note: {file.stem}.{name[5:]} took {time.monotonic() - start:.0f} s")
print(f"duckdb: {passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
