"""What the cases share. A case is a function whose name begins with `case_`; its docstring says
what it checks. It is called with a new connection, and fails if it raises an exception. """

import ctypes
import os
import pathlib
import subprocess
import sys

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXTENSION = os.environ.get("INDP_DUCKDB", str(ROOT / "build/duckdb/indp.duckdb_extension"))

# At this epsilon the noise rounds to zero. For example, the noise of a sum over 0..10 has the scale
# 10/1e18 and the grid step 2^-46. It changes the exact sum with probability below exp(-700).
E = "1e18"

# All messages that the cases provoked. The last case searches them for values.
errors = []


def connect(**config):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", **config})
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


def rows(connection, sql, *parameters):
    return connection.execute(sql, *parameters).fetchall()


def value(connection, sql, *parameters):
    ((answer,),) = rows(connection, sql, *parameters)
    return answer


def answer(connection, sql, expected, *parameters):
    """Checks that the query returns the single value `expected`, with the same type."""
    got = value(connection, sql, *parameters)
    if got != expected or type(got) is not type(expected):
        raise AssertionError(f"{sql}: expected {expected!r}, got {got!r}")


def refused(connection, sql, message, *parameters):
    """Checks that the query fails, and that the error contains the message."""
    try:
        got = connection.execute(sql, *parameters).fetchall()
    except duckdb.Error as error:
        errors.append(str(error))
        if message not in str(error):
            raise AssertionError(f"{sql}: expected the error {message!r}, got {error}") from None
        return
    raise AssertionError(f"{sql}: not refused: {got!r}")


def script(text, extension=EXTENSION, folder=None):
    """Runs Python code in a process of its own, which has a connection `c` to a database with the
    extension, and the names of this module. Returns the finished process."""
    head = (f"import sys; sys.path[:0] = [{str(ROOT / 'extensions/duckdb/test')!r}]\nfrom check "
            "import *\nc = connect()\n")
    environment = {**os.environ, "INDP_DUCKDB": extension}
    if folder is not None:
        environment["PYTHONPATH"] = folder
    return subprocess.run([sys.executable, "-c", head + text], env=environment, capture_output=True,
                          text=True, timeout=600)


def sqlite(setup, queries):
    """The states that SQLite gives for these queries, as bytes."""
    text = (f".load {ROOT}/build/sqlite/indp\n{setup}\n" + "".join(f"SELECT hex(({query}));\n"
                                                                   for query in queries))
    run = subprocess.run(["sqlite3", "-batch", "-bail", "-noheader", "-init", "/dev/null",
                          ":memory:"], input=text, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    return [bytes.fromhex(line) for line in run.stdout.split()]


_library = None


def library():
    """The C library, through ctypes."""
    global _library
    if _library is None:
        _library = ctypes.CDLL(os.environ.get("INDP_SHARED", str(ROOT / "build/lib/libindp.so")))
        _library.indp_state_bytes.restype = ctypes.c_size_t
    return _library


class State:
    """A state that the C library makes and fills."""

    def __init__(self, kind, init, *arguments):
        self.size = library().indp_state_bytes(kind)
        self.buffer = (ctypes.c_ubyte * (self.size + (1 << 18)))()
        made = getattr(library(), f"indp_{init}_init")(self.buffer,
                                                       ctypes.c_size_t(len(self.buffer)),
                                                       *arguments)
        assert made == 0, (init, made)

    def add(self, values):
        array = (ctypes.c_double * len(values))(*values)
        assert library().indp_state_add_many(self.buffer, array, ctypes.c_size_t(len(values))) == 0
        return self

    def bytes(self):
        size = ctypes.c_size_t()
        assert library().indp_state_size(self.buffer, ctypes.byref(size)) == 0
        out = (ctypes.c_ubyte * size.value)()
        assert library().indp_state_serialise(self.buffer, out, size) == 0
        return bytes(out)


def release(stored, epsilon, seed):
    """Releases the bytes of a state through C, with a seed, which no SQL function takes."""
    data = bytes(stored)
    size = ctypes.c_size_t()
    assert (library().indp_state_deserialised_size(data, ctypes.c_size_t(len(data)),
                                                   ctypes.byref(size)) == 0)
    state = (ctypes.c_ubyte * size.value)()
    assert library().indp_state_deserialise(state, size, data, ctypes.c_size_t(len(data))) == 0
    options, out = ctypes.c_void_p(), ctypes.c_double()
    assert library().indp_options_new(ctypes.byref(options)) == 0
    assert library().indp_options_set_insecure_seed(options, ctypes.c_uint64(seed)) == 0
    assert (library().indp_state_release(state, ctypes.c_double(epsilon), options,
                                         ctypes.byref(out)) == 0)
    library().indp_options_free(options)
    return out.value
