"""Tests the installed files, and on which systems they run."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import indp
import pytest

FLOOR = (2, 17)


def needs(path):
    """The versions of glibc that a library needs."""
    text = subprocess.run(["readelf", "-V", path], capture_output=True, text=True, check=True)
    found = re.findall(r"GLIBC_(\d+)\.(\d+)", text.stdout)
    return {(int(major), int(minor)) for major, minor in found}


def test_versions():
    assert indp.library_version() == indp.__version__ == importlib.metadata.version("indp")
    assert indp.tape_version() == 3
    indp.self_test()


def test_the_package_is_typed_and_has_licences():
    folder = Path(indp.__file__).parent
    assert (folder / "py.typed").exists()
    names = {file.name for file in (folder / "licences").rglob("*")}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LGPL-3.0-or-later.txt"} <= names


@pytest.mark.skipif(shutil.which("readelf") is None, reason="no readelf")
def test_the_library_needs_no_newer_glibc_than_its_wheel_says(root):
    tag = importlib.metadata.distribution("indp").read_text("WHEEL")
    if "manylinux_2_17" not in tag:
        pytest.skip("this wheel was built for this system only")
    library = Path(indp.__file__).with_name("libindp.so")
    assert max(needs(library)) <= FLOOR
    # The check above must be able to fail: the library that the system's own linker makes needs a
    # newer glibc, unless the glibc of this system is older than 2.34.
    if os.confstr("CS_GNU_LIBC_VERSION").split()[1] >= "2.34":
        assert max(needs(root / "build/lib/libindp.so")) > FLOOR


@pytest.mark.skipif(shutil.which("readelf") is None, reason="no readelf")
def test_the_library_contains_gmp_and_exports_only_its_own_functions():
    library = Path(indp.__file__).with_name("libindp.so")
    dynamic = subprocess.run(["readelf", "-d", library], capture_output=True, text=True).stdout
    needed = set(re.findall(r"Shared library: \[([^.]+)", dynamic))
    assert needed <= {"libc", "libgcc_s", "libpthread", "libm", "libdl", "ld-linux-x86-64"} | {
        "ld-linux-aarch64"
    }
    symbols = subprocess.run(
        ["readelf", "-W", "--dyn-syms", library], capture_output=True, text=True
    ).stdout
    defined = [
        line.split()[-1]
        for line in symbols.splitlines()
        if re.search(r"\b(FUNC|OBJECT|TLS)\b", line) and " UND " not in line
    ]
    assert len(defined) > 80
    assert all(name.startswith("indp_") for name in defined)


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_are_told_what_is_missing(program, platform):
    done = program(f"import sys; sys.platform = {platform!r}; import indp")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: indp runs on Linux") and platform in last


def test_a_library_that_does_not_fit_is_refused(program, tmp_path):
    done = program("import indp", INDP_LIBRARY=str(tmp_path / "none.so"))
    assert "ImportError: the library of indp cannot be opened" in done.stderr
    other = subprocess.run(
        [
            sys.executable,
            "-c",
            "from indp._load import check_version; check_version('9.9.9', '0.1.0')",
        ],
        capture_output=True,
        text=True,
    )
    assert "ImportError: the library of indp has version 9.9.9" in other.stderr


def test_types(root):
    pytest.importorskip("mypy")
    folder = root / "bindings/python"
    sources = [folder / "src/indp", folder / "tests/typed.py"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *sources],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout


def test_lines_are_short_and_public_names_are_documented(root):
    for file in (root / "bindings/python").rglob("*.py"):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            assert len(line) <= 100, f"{file.name}:{number}"
    for name in indp.__all__:
        made = getattr(indp, name)
        if isinstance(made, type):
            assert made.__doc__, name
            for method, value in vars(made).items():
                if not method.startswith("_") and callable(value):
                    assert value.__doc__, f"{name}.{method}"
