"""The lines in which tests call a binding. The program of a language (calls.*) reads lines with the
fields OBJECT METHOD ARGUMENT..., separated by tabs, and answers each with one line. METHOD has the
name that it has in C++; the name of a class makes a new object of this name.

A value is d and the 16 hexadecimal digits of a double, i and an integer, t and the hexadecimal
digits of a text, x and those of bytes, n for none, [VALUE,VALUE...] or & and an object. An argument
NAME=VALUE is an option; the option `entropy` is a list of random words, each x and 16 digits, and
the method `used` of any object tells how many of them were read since the last `rewind`. An answer
is a value, `ok` if there is none, or !STATUS PARAMETER."""

import struct
import subprocess
import sys


def written(value):
    if value is None:
        return "n"
    if isinstance(value, float):
        return "d" + struct.pack(">d", value if value == value else float("nan")).hex()
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, bytes):
        return "x" + value.hex()
    if isinstance(value, str):
        return "t" + value.encode().hex()
    return "[" + ",".join(map(written, value)) + "]"


def read(text):
    if text[0] == "[":
        return [read(item) for item in text[1:-1].split(",") if item]
    if text[0] == "d":
        return struct.unpack(">d", bytes.fromhex(text[1:]))[0]
    if text[0] == "i":
        return int(text[1:])
    if text[0] not in "xt":
        raise ValueError(text)
    found = bytes.fromhex(text[1:])
    return found if text[0] == "x" else found.decode()


class Program:
    """A running program of a language."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self._own = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def call(self, *fields):
        try:
            self._own.stdin.write("\t".join(fields) + "\n")
            answer = self._own.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            sys.exit(f"the program ended at {fields}, with {self._own.wait()}")
        return answer.rstrip("\n")

    def end(self):
        """Whether the program ends without an error."""
        self._own.stdin.close()
        self._own.stdout.read()
        return self._own.wait() == 0
