"""Paths and helpers of the tests. The tests run in a clone of the repository, against the installed
package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def root():
    return ROOT


def run(code, *arguments, timeout=60, **environment):
    """Runs a program in a new interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **environment},
    )


@pytest.fixture
def program():
    return run
