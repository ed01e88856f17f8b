#!/usr/bin/env python3
"""corpus.py unpack FOLDER writes each input of tests/corpus/states.txt to a file in FOLDER, as
libFuzzer wants them. corpus.py pack FOLDER writes states.txt from the files in FOLDER. A line of
states.txt is an input in hexadecimal digits; the lines are sorted, so that a review shows which
inputs are new."""
import hashlib
import pathlib
import sys

PACKED = pathlib.Path(__file__).resolve().parent.parent / "tests/corpus/states.txt"


def unpack(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for line in PACKED.read_text().splitlines():
        data = bytes.fromhex(line)
        (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def pack(folder):
    lines = sorted({file.read_bytes().hex() for file in folder.iterdir()})
    PACKED.write_text("".join(line + "\n" for line in lines))


{"unpack": unpack, "pack": pack}[sys.argv[1]](pathlib.Path(sys.argv[2]))
