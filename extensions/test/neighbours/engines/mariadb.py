"""MariaDB, through its client library. Releases are made in sessions of their own, each of which
has a thread of its own in the server."""

import ctypes
import json
import os
from ctypes import POINTER, c_char_p, c_int, c_uint, c_ulong, c_ulonglong, c_void_p

from check import Failure, outcome

lib = ctypes.CDLL("libmariadb.so.3")
for name, result, *arguments in [
    ("init", c_void_p, c_void_p),
    ("close", None, c_void_p),
    ("real_query", c_int, c_void_p, c_char_p, c_ulong),
    (
        "real_connect",
        c_void_p,
        c_void_p,
        c_char_p,
        c_char_p,
        c_char_p,
        c_char_p,
        c_uint,
        c_char_p,
        c_ulong,
    ),
    ("store_result", c_void_p, c_void_p),
    ("free_result", None, c_void_p),
    ("error", c_char_p, c_void_p),
    ("num_fields", c_uint, c_void_p),
    ("fetch_row", POINTER(c_void_p), c_void_p),
    ("fetch_lengths", POINTER(c_ulong), c_void_p),
    ("fetch_field_direct", c_void_p, c_void_p, c_uint),
    ("warning_count", c_uint, c_void_p),
    ("set_character_set", c_int, c_void_p, c_char_p),
]:
    getattr(lib, f"mysql_{name}").restype, getattr(lib, f"mysql_{name}").argtypes = (
        result,
        arguments,
    )
TYPES = {
    "double": "DOUBLE",
    "integer": "BIGINT",
    "numeric": "DECIMAL(50, 25)",
    "text": "VARCHAR(40)",
    "label": "VARCHAR(40)",
    "code": "BIGINT",
}


class Session:
    def __init__(self):
        self.connection = lib.mysql_init(None)
        socket = os.environ["NEIGHBOURS_SOCKET"].encode()
        if not lib.mysql_real_connect(self.connection, None, b"root", None, None, 0, socket, 0):
            raise RuntimeError(lib.mysql_error(self.connection).decode())
        lib.mysql_set_character_set(self.connection, b"utf8mb4")

    def query(self, sql):
        sql = sql.encode()
        if lib.mysql_real_query(self.connection, sql, len(sql)) != 0:
            raise Failure(lib.mysql_error(self.connection).decode())
        result = lib.mysql_store_result(self.connection)
        rows = []
        while result and (row := lib.mysql_fetch_row(result)):
            lengths = lib.mysql_fetch_lengths(result)
            rows.append(
                tuple(
                    row[i] if row[i] is None else read(ctypes.string_at(row[i], lengths[i]))
                    for i in range(lib.mysql_num_fields(result))
                )
            )
        if result:
            lib.mysql_free_result(result)
        return rows

    def close(self):
        lib.mysql_close(self.connection)


def read(data):
    """Only a text of digits is a number: the labels of the tests have none."""
    if data.startswith(b"indp"):
        return data
    try:
        return json.loads(data)
    except ValueError:
        return data.decode()


class Engine:
    RELEASE_MODE = "dp_release_mode"
    INFINITIES = False

    def __init__(self):
        self.session = Session()
        self.query("CREATE DATABASE neighbours CHARACTER SET utf8mb4")
        self.query("SET SESSION sql_mode = 'STRICT_ALL_TABLES'")

    def items(self, items):
        return "'" + json.dumps(items) + "'"

    def merge(self, m):
        return f", {m}"

    def accepts(self, space):
        return space.type in TYPES

    def holds(self, value):
        """MariaDB stores neither NaN nor infinities."""
        return not isinstance(value, float) or value - value == 0

    def table(self, space):
        return f"neighbours.r_{space.type}"

    def rows(self, space, side):
        return f"{self.table(space)} r WHERE r.side = {side}"

    def load(self, space, sides):
        def literal(x):
            return (
                "NULL"
                if x is None
                else "'" + x.replace("'", "''") + "'" if isinstance(x, str) else repr(x)
            )

        values = ", ".join(
            f"({side}, {n}, {literal(x)})" for side, rows in enumerate(sides) for n, x in rows
        )
        self.query(
            f"CREATE OR REPLACE TABLE {self.table(space)}(side INT, n INT, x {TYPES[space.type]})"
        )
        self.query(f"INSERT INTO {self.table(space)} VALUES {values}")

    def query(self, sql):
        return self.session.query(sql)

    def fresh(self, queries):
        session = Session()
        try:
            return [outcome(session.query, sql) for sql in queries]
        finally:
            session.close()
