"""DuckDB, through its package for Python, with one thread: the one that runs the query. Releases
are made in threads of their own."""

import json
import os

import duckdb
from check import Failure, outcome
from tape import in_thread

BUILT = "build/duckdb/indp.duckdb_extension"
TYPES = {
    "double": "DOUBLE",
    "integer": "BIGINT",
    "numeric": "DECIMAL(38, 16)",
    "label": "VARCHAR",
    "code": "BIGINT",
}


class Engine:
    RELEASE_MODE = "dp_release_mode"
    INFINITIES = True

    def __init__(self):
        self.db = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "1"})
        self.db.execute(f"LOAD '{os.path.abspath(os.environ.get('INDP_DUCKDB', BUILT))}'")

    def items(self, items):
        return "[" + ", ".join(f"'{x}'" if isinstance(x, str) else repr(x) for x in items) + "]"

    def merge(self, m):
        return f", {m}"

    def accepts(self, space):
        return space.type in TYPES

    def holds(self, value):
        return True

    def table(self, space):
        return f"r_{space.type}"

    def rows(self, space, side):
        return f"(SELECT 1 AS one) a LEFT JOIN {self.table(space)} r ON r.side = {side}"

    def load(self, space, sides):
        rows = [(side, n, x) for side, rows in enumerate(sides) for n, x in rows]
        columns = [list(column) for column in zip(*rows)]
        self.db.execute(
            f"CREATE OR REPLACE TABLE {self.table(space)}"
            f"(side INTEGER, n INTEGER, x {TYPES[space.type]})"
        )
        self.db.execute(
            f"INSERT INTO {self.table(space)} SELECT unnest(?), unnest(?), unnest(?)", columns
        )

    def query(self, sql):
        try:
            return [tuple(map(self._read, row)) for row in self.db.execute(sql).fetchall()]
        except duckdb.Error as error:
            raise Failure(str(error)) from None

    def fresh(self, queries):
        return in_thread(lambda: [outcome(self.query, sql) for sql in queries])

    def _read(self, value):
        return (
            json.loads(value) if isinstance(value, str) and value.startswith(("[", "{")) else value
        )
