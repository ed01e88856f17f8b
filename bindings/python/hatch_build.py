"""Puts the library and the SQLite extension into the wheel, and their sources into the source
distribution.

INDP_BUILD_LIBRARY names a built libindp.so. Without it, the hook uses build/lib/libindp.so of the
clone that this folder belongs to, if that file is newer than the sources. Otherwise cargo builds
the library. INDP_BUILD_EXTENSION names a built indp.so, the extension. Without it, the extension is
compiled if the C compiler finds sqlite3ext.h, and left out otherwise.

INDP_BUILD_PLATFORM is the platform tag of the wheel, such as manylinux_2_17_x86_64. Without it, the
tag is the platform of this system, since the library may need this system's version of glibc."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Dict, Optional

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What builds the library and the extension, and the licences of what they contain.
SOURCES = (
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "build.rs",
    "cbindgen.toml",
    "src",
    "tools/cargo-build.sh",
    "tools/cargo.sh",
    "tools/config.site",
    "tools/interface",
    "tools/setup.sh",
    "tools/link-extension.sh",
    "tools/link-sqlite.sh",
    "extensions/common",
    "extensions/sqlite/src",
)
LICENCES = ("LICENSE-MIT", "LICENSE-APACHE", "LICENSES")


class Hook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        here = Path(self.root)
        # An unpacked source distribution has the sources in `rust`.
        packed = here / "rust"
        sources = packed if packed.is_dir() else here.parent.parent
        if self.target_name == "sdist":
            for name in SOURCES + LICENCES:
                build_data["force_include"][str(sources / name)] = f"rust/{name}"
            return
        if version == "editable":
            # An editable install uses the package in this folder, so the library must be here, too.
            target = here / "src" / "indp" / "libindp.so"
            target.write_bytes(library(sources).read_bytes())
            built = extension(sources)
            if built:
                (target.parent / "extension").mkdir(exist_ok=True)
                (target.parent / "extension" / "indp.so").write_bytes(built.read_bytes())
            return
        build_data["force_include"][str(library(sources))] = "indp/libindp.so"
        built = extension(sources)
        if built:
            build_data["force_include"][str(built)] = "indp/extension/indp.so"
        for name in LICENCES:
            build_data["force_include"][str(sources / name)] = f"indp/licences/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform()}"


def platform() -> str:
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return os.environ.get("INDP_BUILD_PLATFORM") or own


def library(sources: Path) -> Path:
    given = os.environ.get("INDP_BUILD_LIBRARY")
    if given:
        return Path(given).resolve()
    made = sources / "build" / "lib" / "libindp.so"
    if made.exists() and made.stat().st_mtime >= newest(sources):
        return made.resolve()
    # What is missing is said at once, without a traceback.
    if subprocess.run(["sh", "tools/setup.sh", "--check", "library"], cwd=sources).returncode:
        sys.exit("indp: cannot be compiled here: see above")
    subprocess.run(["sh", "tools/cargo-build.sh"], cwd=sources, check=True)
    return sources / "build" / "cargo" / "libindp.so"


def extension(sources: Path) -> Optional[Path]:
    """Compiles the SQLite extension. `library` has run before, so the static library is there."""
    given = os.environ.get("INDP_BUILD_EXTENSION")
    if given:
        return Path(given).resolve()
    archive = sources / "build" / "cargo" / "libindp.a"
    found = subprocess.run(
        [os.environ.get("CC", "cc"), "-E", "-x", "c", "-"],
        input=b"#include <sqlite3ext.h>\n",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if found.returncode != 0 or not archive.exists():
        print("indp: without the SQLite extension, which needs sqlite3ext.h", file=sys.stderr)
        return None
    made = sources / "build" / "python-indp.so"
    command = ["sh", "tools/link-sqlite.sh", str(archive), str(made)]
    subprocess.run(command, cwd=sources, check=True)
    return made


def newest(sources: Path) -> float:
    """The time of the latest change to a source file."""
    files = [sources / "Cargo.toml", sources / "Cargo.lock", sources / "build.rs"]
    return max(file.stat().st_mtime for file in [*files, *(sources / "src").rglob("*.rs")])
