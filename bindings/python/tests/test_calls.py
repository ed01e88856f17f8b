"""Makes the calls that all languages share (bindings/test/calls.py), and replays the vectors."""

import subprocess
import sys
from pathlib import Path


def test_calls(root):
    program = Path(__file__).with_name("calls.py")
    command = [sys.executable, root / "bindings/test/calls.py", "python", sys.executable, program]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
