"""The observations of a session: names, with what was seen under that name. A long value is kept
once, in a file of its own."""
import hashlib
import json
import os

LONG = 2000


class Book:
    def __init__(self):
        self.seen = {}
        self.prefix = ''

    def add(self, name, value):
        self.seen.setdefault(self.prefix + name, []).append(value)

    def add_cells(self, name, reply):
        """Adds each column by itself, or the error."""
        if reply.error or not reply.columns:
            self.add(name, reply.brief())
            return
        self.add(name + ' shape', '%d %s' % (len(reply.rows), reply.columns))
        for at, column in enumerate(reply.names()):
            self.add('%s.%s' % (name, column), '\n'.join('NULL' if row[at] is None else row[at]
                                                         for row in reply.rows))

    def save(self, path):
        folder = os.path.join(os.path.dirname(path), 'values')
        os.makedirs(folder, exist_ok=True)
        out = {}
        for name, values in self.seen.items():
            value = '\n'.join(values)
            if len(value) > LONG:
                digest = hashlib.sha256(value.encode('utf-8', 'replace')).hexdigest()
                if not os.path.exists(os.path.join(folder, digest)):
                    with open(os.path.join(folder, digest), 'w', encoding='utf-8',
                              errors='replace') as kept:
                        kept.write(value)
                value = '@' + digest
            out[name] = value
        with open(path, 'w', encoding='utf-8') as kept:
            json.dump(out, kept)


def load(folder, side, repeat):
    with open(os.path.join(folder, '%s.%d.json' % (side, repeat)), encoding='utf-8') as source:
        return json.load(source)


def value(folder, kept):
    """Returns the text of a value that was loaded."""
    if kept is None or not kept.startswith('@') or len(kept) != 65:
        return kept
    with open(os.path.join(folder, 'values', kept[1:]), encoding='utf-8') as source:
        return source.read()
