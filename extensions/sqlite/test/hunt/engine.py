"""SQLite's C interface, so that everything is seen that a host could show to a reader."""
import ctypes
import os
import threading

LIBRARY = ctypes.CDLL(os.environ.get('HUNT_SQLITE', 'libsqlite3.so.0'))
ROWS_KEPT = 3000
OK, ROW, DONE = 0, 100, 101
INTEGER, FLOAT, TEXT, BLOB, NULL = 1, 2, 3, 4, 5

POINTER, INT, WIDE, STRING = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p


def function(name, result, *arguments):
    out = getattr(LIBRARY, 'sqlite3_' + name)
    out.restype, out.argtypes = result, arguments
    return out


open_v2 = function('open_v2', INT, STRING, ctypes.POINTER(POINTER), INT, STRING)
close = function('close', INT, POINTER)
enable = function('enable_load_extension', INT, POINTER, INT)
load = function('load_extension', INT, POINTER, STRING, STRING, ctypes.POINTER(STRING))
limit = function('limit', INT, POINTER, INT, INT)
set_authorizer = function('set_authorizer', INT, POINTER, POINTER, POINTER)
extended = function('extended_result_codes', INT, POINTER, INT)
prepare = function('prepare_v2', INT, POINTER, POINTER, INT, ctypes.POINTER(POINTER),
                   ctypes.POINTER(POINTER))
step = function('step', INT, POINTER)
finalize = function('finalize', INT, POINTER)
errmsg = function('errmsg', STRING, POINTER)
error_offset = function('error_offset', INT, POINTER)
changes = function('changes', INT, POINTER)
total_changes = function('total_changes', INT, POINTER)
last_rowid = function('last_insert_rowid', WIDE, POINTER)
column_count = function('column_count', INT, POINTER)
column_name = function('column_name', STRING, POINTER, INT)
column_decltype = function('column_decltype', STRING, POINTER, INT)
column_type = function('column_type', INT, POINTER, INT)
column_int64 = function('column_int64', WIDE, POINTER, INT)
column_double = function('column_double', ctypes.c_double, POINTER, INT)
column_blob = function('column_blob', POINTER, POINTER, INT)
column_bytes = function('column_bytes', INT, POINTER, INT)
stmt_status = function('stmt_status', INT, POINTER, INT, INT)
db_status = function('db_status', INT, POINTER, INT, ctypes.POINTER(INT), ctypes.POINTER(INT), INT)
status64 = function('status64', INT, INT, ctypes.POINTER(WIDE), ctypes.POINTER(WIDE), INT)
randomness = function('randomness', None, INT, POINTER)
autocommit = function('get_autocommit', INT, POINTER)


def text(value):
    return 'NULL' if value is None else value.decode('utf-8', 'backslashreplace')


def cell(statement, at):
    """Returns the type and the value."""
    kind = column_type(statement, at)
    if kind == INTEGER:
        return kind, column_int64(statement, at)
    if kind == FLOAT:
        return kind, column_double(statement, at).hex()
    if kind in (TEXT, BLOB):
        start = column_blob(statement, at)
        value = ctypes.string_at(start, column_bytes(statement, at)) if start else b''
        return kind, value.decode('utf-8', 'backslashreplace') if kind == TEXT else value.hex()
    return kind, None


class Seen:
    """What one text of SQL showed: the results of its statements, and how it ended."""

    def __init__(self):
        self.lines, self.rows, self.counters = [], [], []

    def all(self):
        return '\n'.join(self.lines + [repr(row) for row in self.rows])

    def shape(self, released):
        """Everything but the values in this column."""
        return '\n'.join(self.lines
                         + [repr([one if at != released else one[0] for at, one in enumerate(row)])
                            for row in self.rows])

    def values(self):
        return repr(self.rows)


class Connection:
    def __init__(self, path):
        self.db = POINTER()
        # Read, write, create, URIs.
        if open_v2(path.encode(), ctypes.byref(self.db), 6 | 0x40 | 0x10000, None) != OK:
            raise OSError(path)
        extended(self.db, 1)

    def load(self, extension, entry):
        message = STRING()
        enable(self.db, 1)
        if load(self.db, extension.encode(), entry.encode(), ctypes.byref(message)) != OK:
            raise OSError(message.value)

    def serve(self, extension, private, ledger):
        """Makes this connection one for readers, by indp_sqlite_reader. The extension was loaded
        before."""
        make = ctypes.CDLL(extension).indp_sqlite_reader
        make.argtypes, message = (POINTER, POINTER, STRING, ctypes.POINTER(STRING)), STRING()
        if make(self.db, Connection(private).db, ledger.encode(), ctypes.byref(message)) != OK:
            raise OSError(message.value)

    def run(self, sql):
        """Runs all statements of a text, up to the first that fails. It does so in a thread of its
        own, since the library keeps randomness for each thread."""
        seen = Seen()
        thread = threading.Thread(target=self.run_here, args=(sql, seen))
        thread.start()
        thread.join()
        return seen

    def run_here(self, sql, seen):
        kept = ctypes.create_string_buffer(sql.encode())
        at, end, failed = ctypes.addressof(kept), ctypes.addressof(kept) + len(kept) - 1, False
        while at < end and not failed:
            statement, rest = POINTER(), POINTER()
            code = prepare(self.db, at, -1, ctypes.byref(statement), ctypes.byref(rest))
            if code != OK:
                return self.fail(seen, 'prepare', code)
            at = rest.value
            if statement.value:
                failed = self.run_one(statement, seen)
        return None

    def run_one(self, statement, seen):
        columns = range(column_count(statement))
        seen.lines.append('columns %s'
                          % [(text(column_name(statement, i)), text(column_decltype(statement, i)))
                             for i in columns])
        number = 0
        while (code := step(statement)) == ROW:
            number += 1
            if number <= ROWS_KEPT:
                seen.rows.append([cell(statement, i) for i in columns])
        seen.lines.append('%d rows' % number)
        seen.counters += [('statement', i, stmt_status(statement, i, 0))
                          for i in (1, 2, 3, 4, 5, 6, 7, 8, 99)]
        if code != DONE:
            self.fail(seen, 'step', code)
        finalize(statement)
        seen.lines.append('changes %d, in all %d, last rowid %d'
                          % (changes(self.db), total_changes(self.db), last_rowid(self.db)))
        return code != DONE

    def fail(self, seen, where, code):
        seen.lines.append('%s: error %d at %d: %s' % (where, code, error_offset(self.db),
                                                      text(errmsg(self.db))))

    def end(self):
        """Ends a transaction that a text left open when it failed."""
        if not autocommit(self.db):
            self.run('ROLLBACK')

    def rows(self, sql):
        """The values of a statement that must succeed."""
        seen = self.run(sql)
        if any(': error ' in line for line in seen.lines):
            raise RuntimeError('%s: %s' % (sql[:300], seen.all()))
        return [[value for _, value in row] for row in seen.rows]

    def counters(self):
        """What the host could ask for, for the connection and for the process."""
        now, most, wide, widest = INT(), INT(), WIDE(), WIDE()
        out = []
        for i in range(13):
            if db_status(self.db, i, ctypes.byref(now), ctypes.byref(most), 0) == OK:
                out.append(('connection', i, now.value, most.value))
        for i in range(10):
            if status64(i, ctypes.byref(wide), ctypes.byref(widest), 0) == OK:
                out.append(('process', i, wide.value, widest.value))
        return out

    def open_fence(self):
        """Removes what the host could remove: the authorizer, and the limit of attached
        databases."""
        set_authorizer(self.db, None, None)
        limit(self.db, 7, 10)

    def close(self):
        return close(self.db)


def reseed(seed):
    """Begins the randomness of the library (in a new thread) and of SQLite anew."""
    ctypes.CDLL(None).hunt_seed(ctypes.c_uint64(seed))
    randomness(0, None)
