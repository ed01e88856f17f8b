#!/usr/bin/env python3
"""Writes the folder LICENSES, with the licences of everything that the libraries contain. Usage:
licences.py [--check]

The libraries contain the crates that cargo links on x86-64 and aarch64, GMP and MPFR (which the
crate gmp-mpfr-sys carries), and Rust's standard library. A crate under a licence that is not listed
below is refused. With --check, the script writes nothing, and fails if LICENSES differs from what
it would write. """

import json
import os
import pathlib
import subprocess
import sys

# The licences that parts of the libraries may have, written as in the file Cargo.toml of a crate.
MIT_OR_APACHE = {"MIT OR Apache-2.0", "Apache-2.0 OR MIT", "MIT/Apache-2.0", "MIT"}
LGPL = {"LGPL-3.0+", "LGPL-3.0-or-later"}
TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")

STANDARD_LIBRARY = """\
Rust's standard library
    MIT OR Apache-2.0; copyright The Rust Project contributors
    https://github.com/rust-lang/rust, which lists the notices of the code it contains
"""

HEAD = """\
The libraries libindp.so and libindp.a and the database extensions contain indp's own code, which is
under MIT OR Apache-2.0 (LICENSE-MIT, LICENSE-APACHE), and the components below. MIT OR Apache-2.0
means either licence, at your choice. This file has the notices of the components under MIT; the text
of Apache-2.0 is LICENSE-APACHE, and the texts of the LGPL and the GPL, to which the LGPL refers, are
beside this file.

"""


def linked():
    """The crates that cargo links into the libraries, without indp itself, by name."""
    found = {}
    cargo = os.environ.get("CARGO", "cargo")
    for target in TARGETS:
        command = [cargo, "metadata", "--locked", "--format-version", "1", "--filter-platform",
                   target]
        metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        packages = {package["id"]: package for package in metadata["packages"]}
        nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
        wanted, root = [metadata["resolve"]["root"]], metadata["resolve"]["root"]
        seen = set()
        while wanted:
            node = wanted.pop()
            if node in seen:
                continue
            seen.add(node)
            for dependency in nodes[node]["deps"]:
                if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                    wanted.append(dependency["pkg"])
        for node in seen - {root}:
            found[packages[node]["name"]] = packages[node]
    return [found[name] for name in sorted(found)]


def folder(package):
    return pathlib.Path(package["manifest_path"]).parent


def mit_text(package):
    """The MIT licence of a crate, with its copyright lines."""
    for name in ("LICENSE-MIT", "LICENSE-MIT.txt", "LICENSE-MIT.md", "LICENSE", "LICENSE.txt"):
        path = folder(package) / name
        if path.is_file() and "Permission is hereby granted" in path.read_text():
            return path.read_text()
    # A crate may give only the name of the licence and not its text.
    authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
    own = pathlib.Path("LICENSE-MIT").read_text()
    permission = own[own.index("Permission is hereby granted") :]
    return f"Copyright (c) {authors}\n\n{permission}"


def tidy(text):
    lines = [line.rstrip().expandtabs() for line in text.replace("\r", "").strip().split("\n")]
    return "\n".join(lines) + "\n"


def files():
    """The files of LICENSES and their contents."""
    components, texts = [STANDARD_LIBRARY], {}
    lgpl, gpl = None, None
    for package in linked():
        name, licence = package["name"], package["license"]
        if licence not in MIT_OR_APACHE | LGPL:
            sys.exit(f"licences.py: {name} is under {licence}, which the libraries may not contain")
        of = package["repository"] or ""
        components.append(f"{name} {package['version']}\n    {licence}\n    {of}\n")
        if licence in MIT_OR_APACHE:
            texts.setdefault(tidy(mit_text(package)), []).append(name)
        if name == "gmp-mpfr-sys":
            for library, site in (("gmp", "https://gmplib.org"), ("mpfr", "https://www.mpfr.org")):
                source = next(folder(package).glob(f"{library}-*-c"))
                version = source.name.split("-")[1]
                components.append(f"{library.upper()} {version}\n    LGPL-3.0-or-later\n    "
                                  f"{site}\n")
                if library == "gmp":
                    lgpl = (source / "COPYING.LESSERv3").read_text()
                    gpl = (source / "COPYINGv3").read_text()
    notices = "".join(f"\n{'-' * 100}\n{', '.join(names)}:\n\n{text}" for text,
                      names in texts.items())
    return {
        "third-party.txt": HEAD + "\n".join(components) + notices,
        "LGPL-3.0-or-later.txt": lgpl,
        "GPL-3.0-or-later.txt": gpl,
    }


check = sys.argv[1:] == ["--check"]
for name, text in files().items():
    path = pathlib.Path("LICENSES", name)
    if not check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    elif not path.is_file() or path.read_text() != text:
        sys.exit(f"LICENSES/{name} is not up to date: run tools/licences.py")
