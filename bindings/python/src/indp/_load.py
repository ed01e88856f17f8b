"""Finds and opens the shared library."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path


def library() -> ctypes.CDLL:
    """Opens the library: the file that INDP_LIBRARY names, or the one in this package.

    ctypes.CDLL releases the GIL during each call."""
    if not sys.platform.startswith("linux"):
        raise ImportError(
            f"indp runs on Linux with glibc, on x86-64 and aarch64; this system is {sys.platform}"
        )
    path = os.environ.get("INDP_LIBRARY") or str(Path(__file__).with_name("libindp.so"))
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"the library of indp cannot be opened: {error}; correct INDP_LIBRARY if it is set; "
            "indp runs on Linux with glibc, on x86-64 and aarch64"
        ) from error


def check_version(loaded: str, expected: str) -> None:
    """Refuses a library of another version: its functions may differ from those of _low.py."""
    if loaded != expected:
        raise ImportError(
            f"the library of indp has version {loaded}, but this package is for version "
            f"{expected}: reinstall the package, or correct INDP_LIBRARY if it is set"
        )
