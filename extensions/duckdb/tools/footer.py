#!/usr/bin/env python3
"""footer.py LIBRARY OUTPUT: copies a shared library and appends the metadata without which DuckDB
loads no extension. Environment: PLATFORM, DuckDB's name for the machine (default: this one), and
VERSION, the version of the extension.

The metadata are a custom section of a WebAssembly module, since DuckDB also loads extensions in
that format: a type, a length, a name, then 8 fields of 32 bytes and room for a signature of 256
bytes. The fields are written from last to first. """

import os
import platform
import shutil
import sys

# The version of the C API. Its functions are stable, so later versions of DuckDB have them, too.
API = "v1.2.0"
FIELD, SIGNATURE = 32, 256
MACHINES = {"x86_64": "linux_amd64", "aarch64": "linux_arm64"}


def field(text):
    data = text.encode()
    if len(data) > FIELD:
        sys.exit(f"footer.py: {text} is longer than {FIELD} bytes")
    return data.ljust(FIELD, b"\0")


def leb128(number):
    """A number as WebAssembly writes it: 7 bits in each byte, the lowest first."""
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    return bytes(data) + bytes([number])


def footer(target, version):
    fields = ["4", target, API, version, "C_STRUCT", "", "", ""]
    contents = b"".join(map(field, reversed(fields))) + bytes(SIGNATURE)
    name = b"duckdb_signature"
    body = leb128(len(name)) + name + leb128(len(contents)) + contents
    return b"\0" + leb128(len(body)) + body


def main():
    library, output = sys.argv[1:]
    target = os.environ.get("PLATFORM") or MACHINES.get(platform.machine())
    if target is None:
        sys.exit("footer.py: DuckDB has no name for this machine: set PLATFORM")
    new = output + ".new"
    shutil.copyfile(library, new)
    with open(new, "ab") as file:
        file.write(footer(target, os.environ["VERSION"]))
    os.replace(new, output)


main()
