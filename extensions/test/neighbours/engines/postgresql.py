"""PostgreSQL, through libpq. Releases are made in sessions of their own. The library is preloaded,
so a session begins with a generator that the kernel wiped when the server forked."""

import ctypes
import json
import os
from ctypes import c_char_p, c_int, c_void_p
from dataclasses import replace

import pairs
import people
from check import Failure, outcome

lib = ctypes.CDLL("libpq.so.5")
for name, result, *arguments in [
    ("connectdb", c_void_p, c_char_p),
    ("finish", None, c_void_p),
    ("exec", c_void_p, c_void_p, c_char_p),
    ("clear", None, c_void_p),
    ("resultStatus", c_int, c_void_p),
    ("resultErrorField", c_char_p, c_void_p, c_int),
    ("errorMessage", c_char_p, c_void_p),
    ("status", c_int, c_void_p),
    ("ntuples", c_int, c_void_p),
    ("nfields", c_int, c_void_p),
    ("ftype", c_int, c_void_p, c_int),
    ("getisnull", c_int, c_void_p, c_int, c_int),
    ("getvalue", c_char_p, c_void_p, c_int, c_int),
]:
    getattr(lib, f"PQ{name}").restype, getattr(lib, f"PQ{name}").argtypes = result, arguments
COMMAND, TUPLES = 1, 2
TYPES = {
    "double": "float8",
    "integer": "bigint",
    "numeric": "numeric",
    "huge": "numeric",
    "label": "text",
    "code": "bigint",
}
BYTEA, INT8, INT4, TEXT, JSON, FLOAT8, INT8S, FLOAT8S = 17, 20, 23, 25, 114, 701, 1016, 1022
READ = {
    BYTEA: lambda t: bytes.fromhex(t[2:]),
    INT8: int,
    INT4: int,
    TEXT: str,
    JSON: json.loads,
    FLOAT8: float,
    INT8S: lambda t: [int(x) for x in t[1:-1].split(",")],
    FLOAT8S: lambda t: [float(x) for x in t[1:-1].split(",")],
}


class Session:
    """A session of its own, with these settings."""

    def __init__(self, options=""):
        self.connection = lib.PQconnectdb(
            f"dbname=postgres user=postgres options='{options}'".encode()
        )
        assert lib.PQstatus(self.connection) == 0, lib.PQerrorMessage(self.connection)

    def query(self, sql):
        result = lib.PQexec(self.connection, sql.encode())
        try:
            if lib.PQresultStatus(result) not in (COMMAND, TUPLES):
                # The context is left out: it names the parallel worker that met a bad parameter on
                # a row, and without rows there is none.
                raise Failure(
                    " ".join(
                        (lib.PQresultErrorField(result, ord(part)) or b"").decode()
                        for part in "CMDH"
                    )
                )
            return [
                tuple(self._read(result, i, j) for j in range(lib.PQnfields(result)))
                for i in range(lib.PQntuples(result))
            ]
        finally:
            lib.PQclear(result)

    def close(self):
        lib.PQfinish(self.connection)

    def _read(self, result, i, j):
        if lib.PQgetisnull(result, i, j):
            return None
        # States have a type of their own, in the text form of bytea.
        return READ.get(lib.PQftype(result, j), READ[BYTEA])(lib.PQgetvalue(result, i, j).decode())


class Engine:
    RELEASE_MODE = "dp_release_mode"
    INFINITIES = True

    options = ""

    def __init__(self):
        self.session = Session()
        self.query("SET client_min_messages = error; CREATE EXTENSION IF NOT EXISTS indp")

    def items(self, items):
        return "'{" + ",".join(json.dumps(x, ensure_ascii=False) for x in items) + "}'"

    def merge(self, m):
        return ""

    def accepts(self, space):
        return space.type in TYPES

    def holds(self, value):
        return True

    def table(self, space):
        return f"r_{space.type}"

    def rows(self, space, side):
        return f"{self.table(space)} r WHERE r.side = {side}"

    def load(self, space, sides):
        def literal(x):
            return "NULL" if x is None else f"'{x}'"

        values = ", ".join(
            f"({side}, {n}, {literal(x)})" for side, rows in enumerate(sides) for n, x in rows
        )
        self.query(f"DROP TABLE IF EXISTS {self.table(space)}")
        self.query(f"CREATE TABLE {self.table(space)}(side int, n int, x {TYPES[space.type]})")
        self.query(f"INSERT INTO {self.table(space)} VALUES {values}")

    def query(self, sql):
        return self.session.query(sql)

    def fresh(self, queries):
        session = Session(self.options)
        try:
            return [outcome(session.query, sql) for sql in queries]
        finally:
            session.close()

    def extra(self, check):
        self._protected(check)
        self._parallel(check)
        check.bits, self.options = 118, "-cindp.float_precision=118"
        check.run(pairs.in_floats())

    def _parallel(self, check):
        """The same where the rows are aggregated in parts, by workers that run in processes of
        their own."""
        self.options = (
            "-cparallel_setup_cost=0 -cparallel_tuple_cost=1 -cmin_parallel_table_scan_size=0 "
            "-cparallel_leader_participation=off -cmax_parallel_workers_per_gather=2"
        )
        many = next(space for space in pairs.SPACES if space.name == "many")
        space = replace(many, values=[None, 5.0])
        self.load(space, [list(enumerate(space.others))])
        plan = self.fresh([f"EXPLAIN SELECT dp_sum(x, 0, 10, 1) FROM {self.rows(space, 0)}"])
        check.need("Partial Aggregate" in str(plan), "no parallel plan:", plan)
        check.run([space])

    def _protected(self, check):
        """Protected tables."""
        bounds, keys = json.dumps({"x": [people.LO, people.HI]}), json.dumps({"k": people.KEYS})
        self.query("CREATE TABLE visit(person int, k int, x float8)")
        self.query(
            f"SELECT indp.protect('visit', 'person', {people.M}, 1e40, 1.0, {people.HUGE!r}, "
            f"'{bounds}', '{keys}'); "
            "SELECT indp.accept('visit', leak) FROM indp.check('visit') WHERE NOT accepted; "
            "SELECT indp.budget('visit', 'postgres', 1e39)"
        )
        people.compare(self, check)

    def load_people(self, rows):
        values = ", ".join(
            "(" + ", ".join("NULL" if x is None else f"'{x}'" for x in row) + ")" for row in rows
        )
        self.query("TRUNCATE visit" + (f"; INSERT INTO visit VALUES {values}" if rows else ""))

    def ask(self, epsilon, secret=people.SECRET):
        """At the smaller epsilon all keys are one group: the order in which groups get noise
        depends on the rows. The order in which they are returned does not."""
        select = (
            f"dp_count(x, {epsilon!r}), dp_sum(x, {people.LO!r}, {people.HI!r}, {epsilon!r}), "
            f"dp_histogram(x, {self.items(people.EDGES)}, {epsilon!r}) FROM visit_private"
        )
        if epsilon < people.HUGE:
            (answers,) = self.fresh([f"SELECT NULL, {select}"])
        else:
            (answers,) = self.fresh([f"SELECT k, {select} GROUP BY k"])
            assert [key for key, *_ in answers] == people.KEYS, answers
        return dict(zip(people.ALLOWED, list(zip(*answers))[1:]))
