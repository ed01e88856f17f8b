"""The file that DuckDB loads."""

import subprocess

import duckdb

from check import EXTENSION, refused, rows, value


def case_exports(c):
    """The extension exports its entry point and nothing else."""
    run = subprocess.run(["nm", "-D", "--defined-only", "-P", EXTENSION], capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in run.stdout.splitlines()] == ["indp_init_c_api"], run.stdout


def case_footer(c):
    """The last 534 bytes name this platform, the C API and the version of the library."""
    with open(EXTENSION, "rb") as file:
        footer = file.read()[-534:]
    assert footer[:22] == b"\0\x93\4\x10duckdb_signature\x80\4"
    fields = [footer[22 + 32 * i : 54 + 32 * i].rstrip(b"\0").decode() for i in range(8)]
    platform = value(c, "SELECT platform FROM pragma_platform()")
    assert fields == ["", "", "", "C_STRUCT", "v" + value(c, "SELECT indp_version()"), "v1.2.0", platform, "4"], fields
    assert footer[-256:] == bytes(256)


def case_unsigned(c):
    """Without allow_unsigned_extensions the engine refuses the file, and nothing is registered."""
    other = duckdb.connect()
    refused(other, f"LOAD '{EXTENSION}'", "signature")
    assert rows(other, "SELECT 1 FROM duckdb_functions() WHERE function_name = 'dp_sum'") == []
