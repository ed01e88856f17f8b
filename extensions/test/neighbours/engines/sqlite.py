"""SQLite, through its C interface. Each release is made in a thread of its own. (Python's module
cannot load extensions everywhere.)"""

import ctypes
import json
import os
import tempfile
from ctypes import byref, c_char_p, c_double, c_int, c_int64, c_void_p

import pairs
import people
from check import Failure, outcome
from tape import in_thread

lib = ctypes.CDLL("libsqlite3.so.0")
for name in ("errmsg", "column_text", "column_blob"):
    getattr(lib, f"sqlite3_{name}").restype = c_char_p if name != "column_blob" else c_void_p
lib.sqlite3_column_int64.restype, lib.sqlite3_column_double.restype = c_int64, c_double
lib.sqlite3_bind_text.argtypes = [c_void_p, c_int, c_char_p, c_int, c_void_p]
lib.sqlite3_bind_double.argtypes, lib.sqlite3_bind_int64.argtypes = [c_void_p, c_int, c_double], [
    c_void_p,
    c_int,
    c_int64,
]
ROW, DONE, COPIED = 100, 101, c_void_p(-1)
PRNG_SEED = 28  # SQLITE_TESTCTRL_PRNG_SEED
TYPES = {
    "double": "REAL",
    "integer": "INTEGER",
    "numeric": "NUMERIC",
    "text": "TEXT",
    "label": "TEXT",
    "code": "INTEGER",
}


class Engine:
    RELEASE_MODE = "dp_release"
    INFINITIES = True

    def __init__(self):
        self.db = c_void_p()
        assert lib.sqlite3_open(b":memory:", byref(self.db)) == 0
        lib.sqlite3_enable_load_extension(self.db, 1)
        path, why = (
            os.path.abspath(os.environ.get("INDP_SQLITE", "build/sqlite/indp.so")),
            c_char_p(),
        )
        assert lib.sqlite3_load_extension(self.db, path.encode(), None, byref(why)) == 0, why.value

    def items(self, items):
        return "'" + json.dumps(items) + "'"

    def merge(self, m):
        return f", {m}"

    def accepts(self, space):
        return space.type in TYPES

    def holds(self, value):
        return value == value  # SQLite stores no NaN

    def table(self, space):
        return f"r_{space.type}"

    def rows(self, space, side):
        return f"(SELECT 1 AS one) a LEFT JOIN {self.table(space)} r ON r.side = {side}"

    def load(self, space, sides):
        self.query(f"DROP TABLE IF EXISTS {self.table(space)}")
        self.query(
            f"CREATE TABLE {self.table(space)}(side INTEGER, n INTEGER, x {TYPES[space.type]})"
        )
        for side, rows in enumerate(sides):
            for n, x in rows:
                self.query(f"INSERT INTO {self.table(space)} VALUES (?, ?, ?)", side, n, x)

    def query(self, sql, *parameters):
        statement = c_void_p()
        if lib.sqlite3_prepare_v2(self.db, sql.encode(), -1, byref(statement), None) != 0:
            raise Failure(lib.sqlite3_errmsg(self.db).decode())
        for i, value in enumerate(parameters, 1):
            if isinstance(value, str):
                lib.sqlite3_bind_text(statement, i, value.encode(), -1, COPIED)
            elif isinstance(value, float):
                lib.sqlite3_bind_double(statement, i, value)
            elif value is not None:
                lib.sqlite3_bind_int64(statement, i, value)
        rows = []
        while (status := lib.sqlite3_step(statement)) == ROW:
            rows.append(
                tuple(self._read(statement, i) for i in range(lib.sqlite3_column_count(statement)))
            )
        message = lib.sqlite3_errmsg(self.db).decode()
        lib.sqlite3_finalize(statement)
        if status != DONE:
            raise Failure(message)
        return rows

    def fresh(self, queries):
        return in_thread(lambda: [outcome(self.query, sql) for sql in queries])

    def _read(self, statement, i):
        kind = lib.sqlite3_column_type(statement, i)
        if kind == 1:
            return lib.sqlite3_column_int64(statement, i)
        if kind == 2:
            return lib.sqlite3_column_double(statement, i)
        if kind == 3:
            text = lib.sqlite3_column_text(statement, i).decode()
            return json.loads(text) if text.startswith(("[", "{")) else text
        if kind == 4:
            return ctypes.string_at(
                lib.sqlite3_column_blob(statement, i), lib.sqlite3_column_bytes(statement, i)
            )
        return None

    def extra(self, check):
        self._questions(check)
        check.bits = 118
        self.query("SELECT indp_float_precision(118)")
        check.run(pairs.in_floats())

    def _questions(self, check):
        with tempfile.TemporaryDirectory() as folder:
            self.query("SELECT dp_create(?)", folder + "/ledger")
            self.query("SELECT dp_budget('b', 1e300)")
            self.query("CREATE TABLE visit(person INTEGER, k INTEGER, x REAL)")
            for aggregate, fields in [
                ("count", {}),
                ("sum", {"lo": people.LO, "hi": people.HI}),
                ("histogram", {"edges": people.EDGES}),
            ]:
                for epsilon in (1.0, people.HUGE):
                    question = {
                        "table": "visit",
                        "person": "person",
                        "key": "k",
                        "keys": people.KEYS,
                        "value": "x",
                        "aggregate": aggregate,
                        "epsilon": epsilon,
                        "rows_per_person": people.M,
                        "budget": "b",
                        **fields,
                    }
                    self.query(
                        "SELECT dp_question(?, ?)",
                        f"{aggregate}_{epsilon:.0f}",
                        json.dumps(question),
                    )
            people.compare(self, check)

    def load_people(self, rows):
        self.query("DELETE FROM visit")
        for row in rows:
            self.query("INSERT INTO visit VALUES (?, ?, ?)", *row)

    def ask(self, epsilon, secret=people.SECRET):
        found = {}
        for aggregate in people.ALLOWED:
            # The secret that chooses rows comes from SQLite's own generator.
            lib.sqlite3_test_control(PRNG_SEED, c_int(secret), None)
            answers = in_thread(
                lambda: self.query(f"SELECT key, value FROM dp_ask('{aggregate}_{epsilon:.0f}')")
            )
            assert [key for key, _ in answers] == people.KEYS, answers
            found[aggregate] = [value for _, value in answers]
        return found
