#!/usr/bin/env python3
"""calls.py LANGUAGE COMMAND...: makes the calls of surface/cases/calls-*.tsv and of vectors/ in a
binding, and compares what they return. COMMAND is the program of the language (wire.py).

A row has the columns name, object, method, arguments, expected and not, which names languages that
have no such call; a comment says why. One row may be about several objects (a,b) or several lists
of arguments (a | b). Rows from `#each NAME...` to `#end` are repeated for each row
`#with VALUE...`, with {NAME} replaced.

Arguments are separated by spaces. An integer is an integer, and 1.0, 1e9, nan, inf or 0x1p-3 a
double; 1.0*5 in a list repeats a value, 0.0..9.0 counts and 0.0..9.0*5 does both. $NAME is what the
row NAME returned, and cut($NAME), long($NAME) and flip($NAME) are such bytes, cut off at all
lengths, with one more, or with a bit changed.

Expected is a value; `ok`, the default; `any` value; `= NAME`, what the row NAME returned; a
comparison with < <= > >= or ~ (2 percent); several of them with &; or a list of all these, with *
for anything. An error is !STATUS PARAMETER, and LANGUAGE:NAME after it is another name there."""

import glob
import json
import operator
import os
import re
import sys

import vectors
from wire import Program, read, written

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COMPARE["~"] = lambda seen, known: abs(seen - known) <= 0.02 * abs(known)
WORDS = ("auto", "yes", "no", "exponential", "permute_and_flip")
NUMBER = r"[-+]?(?:0x)?[0-9][^*.]*(?:\.[^*.]+)?"


def value(text):
    """Reads one value of a table that is no list."""
    if re.fullmatch("-?[0-9]+", text):
        return int(text)
    if text[0] == '"':
        return json.loads(text)
    if text[0] == "x":
        return bytes.fromhex(text[1:])
    return None if text == "n" else float.fromhex(text) if "0x" in text else float(text)


def items(text):
    for item in filter(None, text.split(",")):
        many = re.fullmatch(rf"({NUMBER})(?:\.\.({NUMBER}))?\*?([0-9]+)?", item)
        if many is None or many[2] is many[3] is None:
            yield value(item)
            continue
        first = value(many[1])
        last = value(many[2]) if many[2] else first
        for _ in range(int(many[3] or 1)):
            yield from (first + i for i in range(int(last - first) + 1))


def literal(text):
    return written(items(text[1:-1]) if text[0] == "[" else value(text))


def shown(seen):
    """An answer as the tables write it."""
    if seen[0] == "[":
        return "[" + ",".join(shown(item) for item in seen[1:-1].split(",") if item) + "]"
    if seen[0] not in "dit":
        return seen
    try:
        return json.dumps(read(seen)).replace("NaN", "nan").replace("Infinity", "inf")
    except ValueError:
        return seen


class Table:
    def __init__(self, language, program):
        self.language, self.program = language, program
        self.known, self.rows, self.failures = {}, 0, 0

    def row(self, place, name, owner, method, arguments, expected):
        for owner in owner.split(","):
            for given in arguments.split(" | "):
                for fields in self.fields(given.split()):
                    seen = self.program.call(owner, method, *fields)
                    self.compare(place, name, (owner, method, given), seen, expected or "ok")
        if name:
            self.known[name] = seen

    def compare(self, place, name, call, seen, expected, holds=None):
        self.rows += 1
        try:
            right = (holds or self.holds)(expected, seen)
        except (ValueError, TypeError, IndexError):
            right = False
        if not right:
            self.failures += 1
            about = name or " ".join(call)
            print(f"{place}: {about}: {shown(seen)[:300]}, expected {expected[:300]}")

    def fields(self, arguments):
        """All lists of fields that the arguments stand for."""
        changed = re.fullmatch(r"(cut|flip|long)\(\$(.*)\)", arguments[0]) if arguments else None
        if changed is None:
            yield [self.field(text) for text in arguments]
            return
        data = read(self.known[changed[2]])
        if changed[1] == "flip":
            yield [written(data[:5] + bytes([data[5] ^ 0x40]) + data[6:])]
        elif changed[1] == "long":
            yield [written(data + b"x")]
        else:
            yield from ([written(data[:length])] for length in range(len(data)))

    def field(self, text):
        option = re.fullmatch(r"([a-z_]+)=(.*)", text)
        if option:
            return f"{option[1]}={self.field(option[2])}"
        if text[0] == "$":
            return self.known[text[1:]]
        return text if text[0] == "&" or text in WORDS else literal(text)

    def holds(self, expected, seen):
        if expected[0] == "!":
            status, *names = expected.split()
            own = dict(name.split(":") for name in names if ":" in name)
            plain = "".join(name for name in names if ":" not in name)
            return seen == f"{status} {own.get(self.language, plain)}".rstrip()
        if seen[0] == "!" or expected == "ok":
            return seen == expected
        if expected[0] == "[" and seen[0] == "[" and re.search("[<>~*]", expected):
            found, wanted = seen[1:-1].split(","), expected[1:-1].split(", ")
            return len(found) == len(wanted) and all(map(self.holds, wanted, found))
        if " & " in expected:
            return all(self.holds(part, seen) for part in expected.split(" & "))
        relation, _, other = expected.partition(" ")
        if expected in ("any", "*"):
            read(seen)
            return True
        if relation == "=":
            return seen == self.known[other]
        if relation in COMPARE:
            known = read(self.known[other]) if other in self.known else value(other)
            return COMPARE[relation](read(seen), known)
        return self.equal(literal(expected), seen)

    def equal(self, known, seen):
        """Small integers are numbers in JavaScript, and unsigned ones may be below 0 in Java."""
        if known[:1] == seen[:1] == "[":
            wanted, found = known[1:-1].split(","), seen[1:-1].split(",")
            return len(wanted) == len(found) and all(map(self.equal, wanted, found))
        if known != seen and known[:1] == "i":
            if self.language == "node" and seen[:1] == "d":
                return read(known) == read(seen)
            if self.language == "java" and seen[:1] == "i":
                return (read(known) - read(seen)) % 2**64 == 0
        return known == seen

    def file(self, path):
        name, before = os.path.relpath(path, ROOT), self.rows
        block = None
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                columns = line.rstrip("\n").split("\t")
                if columns[0] == "#each":
                    block, names, sets = [], columns[1:], []
                elif columns[0] == "#with":
                    sets.append(columns[1:])
                elif columns[0] == "#end":
                    for values in sets:
                        for place, row in block:
                            self.line(place, [filled(x, names, values) for x in row])
                    block = None
                elif line.strip() and line[0] != "#" and columns[0] != "name":
                    place = f"{name}:{number}"
                    if block is None:
                        self.line(place, columns)
                    else:
                        block.append((place, columns))
        if block is not None or self.rows == before:
            self.failures += 1
            print(f"{name}: no rows, or #each without #end")

    def line(self, place, columns):
        name, owner, method, arguments, expected, without = columns + [""] * (6 - len(columns))
        if self.language not in without.split():
            self.row(place, name, owner, method, arguments, expected)


def filled(text, names, values):
    for name, one in zip(names, values):
        text = text.replace("{" + name + "}", one)
    return text


def main(language, *command):
    table = Table(language, Program(command))
    paths = sorted(glob.glob(os.path.join(ROOT, "surface", "cases", "calls-*.tsv")))
    for path in paths:
        table.file(path)
    rows = table.rows
    replayed = vectors.replay(os.path.join(ROOT, "vectors"), table)
    ended = table.program.end()
    print(f"{language}: {rows} calls of {len(paths)} tables, {replayed} vectors")
    sys.exit(not (rows and replayed and ended and table.failures == 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
