"""Tests that _low.py is what the generator writes, and that the package uses all its functions."""

import json
import re
import subprocess
import sys
from pathlib import Path

import indp
from indp import _errors, _low


def test_the_generated_file_is_up_to_date(root):
    script = root / "bindings/python/tools/generate.py"
    subprocess.run([sys.executable, str(script), "--check"], check=True)


def test_every_function_of_the_c_interface_is_reachable(root):
    description = json.loads((root / "include/indp.json").read_text())
    sources = Path(indp.__file__).parent.glob("*.py")
    used = "".join(file.read_text() for file in sources if file.name != "_low.py")
    # The package does not use these: parts of the version, and functions for which it uses
    # constants or more general functions.
    other = {
        "indp_version_major",
        "indp_version_minor",
        "indp_version_patch",
        "indp_count_add",
        "indp_state_release",
        "indp_state_bytes",
        "indp_count_accuracy",
        "indp_sum_accuracy",
    }
    names = {function["name"] for function in description["functions"]}
    missing = {name for name in names if not re.search(rf"\b{name}\b", used)}
    assert missing == other
    assert all(callable(getattr(_low, name)) for name in names)


def test_every_status_has_an_exception_and_a_message(root):
    description = json.loads((root / "include/indp.json").read_text())
    for constant in description["constants"]:
        if constant["type"]["name"] == "indp_status" and constant["value"]:
            error = _errors.error_of(constant["value"])
            assert error.name == constant["name"]
            assert error.name in str(error)


def test_parameters_that_errors_name_exist(root):
    code = "".join(file.read_text() for file in Path(indp.__file__).parent.glob("*.py"))
    for name in _errors.low.PARAMETERS.values():
        name = _errors.NAMES.get(name, name)
        assert re.search(rf"\b{name}\b[:,]", code), name
