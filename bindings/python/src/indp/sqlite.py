"""The SQLite extension, and connections for readers whom nobody trusts with private data.

    connection = indp.sqlite.reader("hie.db", "hie.ledger")
    connection.execute("SELECT * FROM dp_ask(?, ?)", ["visits_by_site", '{"age": 40}']).fetchall()

The owner of the data calls `load` on a connection to hie.db, makes the ledger and declares the
questions. extensions/sqlite/README.md describes the functions of SQL."""

from __future__ import annotations

import atexit
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, Dict

__all__ = ["extension", "fence", "load", "reader"]

_ALL, _READERS = "sqlite3_indp_init", "sqlite3_indpreader_init"
_NO_EXTENSIONS = (
    "the sqlite3 module of this Python cannot load extensions: use the Python of the system, build "
    "Python with --enable-loadable-sqlite-extensions, or pass driver=pysqlite3.dbapi2 of the "
    "package pysqlite3-binary"
)
_NO_FILE = (
    "this installation of indp has no SQLite extension, since sqlite3ext.h was missing when it was "
    "built: install libsqlite3-dev and then indp again, or name a built indp.so in INDP_SQLITE"
)

# One file of the extension serves one SQLite library. If a process has several, those that come
# later get copies, by the name of the package that contains them.
_copies: Dict[str, str] = {}


def extension() -> str:
    """The path of the extension, for `load_extension` and for hosts in other languages."""
    path = os.environ.get("INDP_SQLITE") or str(Path(__file__).parent / "extension" / "indp.so")
    if not os.path.exists(path):
        raise RuntimeError(_NO_FILE)
    return path


def load(connection: Any) -> None:
    """Loads the functions of the owner, such as dp_open and dp_sum, into a connection. Only people
    who may read the private rows may write SQL on it.

    connection: of sqlite3, pysqlite3 or apsw.

    Raises:
        RuntimeError: the SQLite of the connection cannot load extensions, or the file is missing.
    """
    _load(connection, _ALL)


def fence(connection: Any, private: Any, ledger: Any) -> None:
    """Makes a new connection one for readers. From then on it answers declared questions (dp_ask),
    and its SQL can neither attach databases, load extensions nor call functions of the host.

    connection: of sqlite3, pysqlite3 or apsw, to a database that readers may use, such as
        ":memory:". Nothing else may have run on it, and nobody may set its authorizer.
    private: the path of the database with the private rows. It is opened here, and closed with the
        connection.
    ledger: the path of the ledger that the owner made with dp_create.

    Raises:
        RuntimeError: as `load`.
        Exception: the driver's error, with the reason for a refusal by dp_reader.
    """
    _load(connection, _READERS)
    paths = [os.fspath(private), os.fspath(ledger)]
    list(connection.execute("SELECT dp_reader(?, ?)", paths))


def reader(
    private: Any, ledger: Any, database: Any = ":memory:", *, driver: Any = sqlite3, **options: Any
) -> Any:
    """Opens a connection for readers: `driver.connect(database, **options)` and then `fence`.

    driver: sqlite3, or another module with the same interface, such as pysqlite3.dbapi2.

    Returns the connection. If a question fails after it was charged, the connection answers no more
    questions, and a pool must open another one.
    """
    connection = driver.connect(os.fspath(database), **options)
    try:
        fence(connection, private, ledger)
    except BaseException:
        connection.close()
        raise
    return connection


def _load(connection: Any, entry: str) -> None:
    enable = getattr(connection, "enable_load_extension", None)
    if enable is None:
        raise RuntimeError(_NO_EXTENSIONS)
    package = type(connection).__mro__[-2].__module__.partition(".")[0]
    enable(True)
    try:
        _run(connection, _copies.get(package) or extension(), entry)
    except Exception as error:
        if "another SQLite library of this process" not in str(error):
            raise
        _run(connection, _copies.setdefault(package, _copy()), entry)
    finally:
        enable(False)


def _run(connection: Any, path: str, entry: str) -> None:
    list(connection.execute("SELECT load_extension(?, ?)", [path, entry]))


def _copy() -> str:
    folder = tempfile.mkdtemp(prefix="indp-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return shutil.copy(extension(), folder)
