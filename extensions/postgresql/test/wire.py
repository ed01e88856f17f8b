"""A client of PostgreSQL's protocol that shows every message that the server sends: its type, its
length and its contents."""
import os
import re
import socket
import struct

ROWS_KEPT = 20000


class Session:
    # What the number of a process is replaced by in texts of messages, in all sessions.
    processes = {}

    def __init__(self, user, database, name='', **parameters):
        self.user, self.name = user, name or user
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ['PGHOST'], '.s.PGSQL.5432'))
        self.socket.settimeout(60)
        self.buffer = b''
        fields = dict(user=user, database=database, **parameters)
        start = b''.join(k.encode() + b'\0' + v.encode() + b'\0' for k, v in fields.items()) + b'\0'
        self.socket.sendall(struct.pack('!ii', len(start) + 8, 196608) + start)
        self.greeting = self.receive()
        for kind, body in self.raw:
            if kind == 'K':
                self.process, self.secret = struct.unpack('!i', body[:4])[0], body[4:]
                Session.processes[str(self.process)] = '<process of %s>' % self.name

    def write(self, kind, body):
        self.socket.sendall(kind.encode() + struct.pack('!i', len(body) + 4) + body)

    def read(self, number):
        while len(self.buffer) < number:
            part = self.socket.recv(1 << 20)
            if not part:
                raise ConnectionError('the server closed the connection')
            self.buffer += part
        out, self.buffer = self.buffer[:number], self.buffer[number:]
        return out

    def message(self):
        head = self.read(5)
        return chr(head[0]), self.read(struct.unpack('!i', head[1:])[0] - 4)

    def receive(self):
        """Returns the messages up to the next ReadyForQuery, or up to a fatal error."""
        self.raw = []
        while True:
            kind, body = self.message()
            self.raw.append((kind, body))
            if kind == 'Z':
                break
            if kind == 'E' and not self.fields(body).get('V') == 'ERROR':
                break
        return Reply(self.raw)

    @staticmethod
    def fields(body):
        out = {}
        for part in body.split(b'\0'):
            if part:
                out[chr(part[0])] = re.sub(r'\b\d{2,}\b',
                                           lambda m: Session.processes.get(m.group(), m.group()),
                                           part[1:].decode('utf-8', 'replace'))
        return out

    def send(self, sql):
        self.write('Q', sql.encode() + b'\0')

    def ask(self, sql):
        self.send(sql)
        return self.receive()

    def ask_all(self, statements, at_once=40):
        """Runs each statement by itself, and sends several before it waits for the answers."""
        out = []
        for first in range(0, len(statements), at_once):
            part = statements[first:first + at_once]
            for sql in part:
                self.send(sql)
            out += [self.receive() for _ in part]
        return out

    def extended(self, sql, parameters=(), binary=0, limit=0):
        """Runs one statement by the extended protocol, and fetches `limit` rows at a time,
        twice."""
        values = b''.join(struct.pack('!i', len(p.encode())) + p.encode() for p in parameters)
        self.write('P', b'\0' + sql.encode() + b'\0' + struct.pack('!h', 0))
        self.write('D', b'S\0')
        self.write('B', b'\0\0' + struct.pack('!hh', 0, len(parameters)) + values
                   + struct.pack('!hh', 1, binary))
        self.write('D', b'P\0')
        self.write('E', b'\0' + struct.pack('!i', limit))
        self.write('E', b'\0' + struct.pack('!i', limit))
        self.write('S', b'')
        return self.receive()

    def parse(self, name, sql):
        self.write('P', name.encode() + b'\0' + sql.encode() + b'\0' + struct.pack('!h', 0))
        self.write('S', b'')
        return self.receive()

    def execute(self, name, parameters=()):
        """Executes a statement that was parsed."""
        values = b''.join(struct.pack('!i', len(p.encode())) + p.encode() for p in parameters)
        self.write('B', b'\0' + name.encode() + b'\0' + struct.pack('!hh', 0, len(parameters))
                   + values + struct.pack('!h', 0))
        self.write('E', b'\0' + struct.pack('!i', 0))
        self.write('S', b'')
        return self.receive()

    def call(self, function, arguments=()):
        """Calls a function by the fast path."""
        values = b''.join(struct.pack('!i', len(a.encode())) + a.encode() for a in arguments)
        self.write('F', struct.pack('!ihh', function, 0, len(arguments)) + values
                   + struct.pack('!h', 0))
        return self.receive()

    def cancel(self):
        """Asks the server to cancel what this session runs."""
        other = socket.socket(socket.AF_UNIX)
        other.connect(os.path.join(os.environ['PGHOST'], '.s.PGSQL.5432'))
        other.sendall(struct.pack('!iii', 12 + len(self.secret), 80877102, self.process)
                      + self.secret)
        other.recv(1)
        other.close()

    def close(self):
        """Ends the session, and waits until its process has ended, so that its place is free
        again."""
        self.write('X', b'')
        while self.socket.recv(4096):
            pass
        self.socket.close()


class Reply:
    """The messages of one answer: the columns and rows of its last result, and everything else as
    text."""

    def __init__(self, raw):
        self.columns, self.rows, self.error, self.other = [], [], None, []
        self.shape = ['%s%d' % (kind, len(body)) for kind, body in raw if kind != 'K']
        for kind, body in raw:
            if kind == 'D':
                if len(self.rows) < ROWS_KEPT:
                    self.rows.append(self.row(body))
            elif kind == 'T':
                self.other += ['row %s' % cells for cells in self.rows]
                self.columns, self.rows = self.description(body), []
                self.other.append('columns %s' % self.columns)
            elif kind in 'EN':
                fields = Session.fields(body)
                self.other.append('%s %s' % (kind, sorted(fields.items())))
                if kind == 'E':
                    self.error = fields
            elif kind == 'K':
                self.other.append('K')
            else:
                self.other.append('%s %s' % (kind, body))

    @staticmethod
    def row(body):
        cells, at = [], 2
        for _ in range(struct.unpack('!h', body[:2])[0]):
            length = struct.unpack('!i', body[at:at + 4])[0]
            at += 4
            if length < 0:
                cells.append(None)
            else:
                cells.append(body[at:at + length].decode('utf-8', 'backslashreplace'))
                at += length
        return cells

    @staticmethod
    def description(body):
        out, at = [], 2
        for _ in range(struct.unpack('!h', body[:2])[0]):
            end = body.index(b'\0', at)
            out.append((body[at:end].decode(),) + struct.unpack('!ihihih', body[end + 1:end + 19]))
            at = end + 19
        return out

    def names(self):
        return [column[0] for column in self.columns]

    def text(self):
        """Everything in it."""
        return '\n'.join(self.other + ['row %s' % cells for cells in self.rows])

    def outline(self):
        """Everything but the contents of cells."""
        return '\n'.join(line for line in self.other
                         if not line.startswith('row ')) + '\n%d rows, NULLs %s' % (
            len(self.rows), [[c is None for c in cells] for cells in self.rows[:100]])

    def brief(self):
        """The error, or the rows."""
        if self.error:
            return 'error ' + ' '.join(self.error.get(f, '-') for f in 'CMDHW')
        return self.text()
