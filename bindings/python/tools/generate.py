#!/usr/bin/env python3
"""Writes, from include/indp.json and surface/surface.toml, src/indp/_low.py, the C interface in
ctypes, src/indp/_settings.py, the options, and _sums.py and _ask_sums.py, the classes of answers
from noisy sums, here and in Spark's package.

With --check it writes nothing, and fails if the committed file is out of date."""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE.parent / "tools"))
import classes  # noqa: E402 (beside the other generators)
import interface  # noqa: E402 (beside the other generators)
import options  # noqa: E402

SOURCE = HERE.parent.parent / "include" / "indp.json"

SIMPLE = {
    "char": "c_char",
    "double": "c_double",
    "size_t": "c_size_t",
    "uint8_t": "c_uint8",
    "int32_t": "c_int32",
    "uint32_t": "c_uint32",
    "int64_t": "c_int64",
    "uint64_t": "c_uint64",
}

HEAD = '''\
"""The C interface in ctypes, without checks: see include/indp.h.

Written by tools/generate.py from include/indp.json and surface/surface.toml; do not edit."""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Callable, Dict

from ._load import library

_lib = library()


def _function(name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
    made = getattr(_lib, name)
    made.restype = result
    made.argtypes = parameters
    function: Callable[..., Any] = made
    return function


'''


class Writer:
    def __init__(self, description):
        self.types = {entry["name"]: entry["is"] for entry in description["types"]}
        self.structs = {entry["name"]: entry for entry in description["structs"]}
        self.description = description
        self.lines = []

    def value(self, kind):
        """Returns the ctypes name of a type that is passed by value or is a field."""
        if "array" in kind:
            return f"{self.value(kind['array'])} * {kind['length']}"
        if "pointer" in kind:
            return "c_void_p"
        name = kind["name"]
        return self.value(self.types[name]) if name in self.types else SIMPLE[name]

    def parameter(self, parameter):
        """Arrays, states and handles are passed as addresses. A pointer to a structure has its own
        type, so that ctypes refuses pointers to other structures."""
        kind = parameter["type"]
        if "callback" in kind:
            return callback_name(parameter["name"])
        if "pointer" not in kind:
            return self.value(kind)
        to = kind["pointer"]
        if "pointer" in to:
            return "POINTER(c_void_p)"
        if parameter.get("length") or parameter.get("state") or to["name"] in ("void", "char"):
            return "c_void_p"
        if to["name"] in self.structs:
            return "c_void_p" if self.structs[to["name"]]["opaque"] else f"POINTER({to['name']})"
        return f"POINTER({self.value(to)})"

    def result(self, kind):
        if "pointer" in kind:
            return "c_char_p"
        return "None" if kind["name"] == "void" else self.value(kind)

    def constants(self):
        for constant in self.description["constants"]:
            self.lines.append(f"{constant['name']} = {constant['value']}")

    def parameters(self):
        """The C parameter or option that a status is about."""
        self.lines += ["", "PARAMETERS: Dict[int, str] = {"]
        for name, _, _, _, parameter in interface.statuses(self.description):
            if parameter:
                self.lines.append(f'    {name}: "{parameter}",')
        self.lines.append("}")

    def structures(self):
        for name, entry in self.structs.items():
            if entry["opaque"]:
                continue
            self.lines += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
            for field in entry["fields"]:
                self.lines.append(f'        ("{field["name"]}", {self.value(field["type"])}),')
            self.lines.append("    ]")

    def callbacks(self):
        self.lines += ["", ""]
        for function in self.description["functions"]:
            for parameter in function["parameters"]:
                if "callback" not in parameter["type"]:
                    continue
                parts = [self.callback_part(p["type"]) for p in parameter["type"]["callback"]]
                name = callback_name(parameter["name"])
                self.lines.append(f"{name} = CFUNCTYPE(None, {', '.join(parts)})")

    def callback_part(self, kind):
        if "pointer" not in kind:
            return self.value(kind)
        to = kind["pointer"]["name"]
        return "c_void_p" if to == "void" else f"POINTER({self.value(kind['pointer'])})"

    def functions(self):
        self.lines.append("")
        for function in self.description["functions"]:
            parts = [self.result(function["returns"]["type"])]
            parts += [self.parameter(parameter) for parameter in function["parameters"]]
            one = f'{function["name"]} = _function("{function["name"]}", {", ".join(parts)})'
            if len(one) <= 100:
                self.lines.append(one)
            else:
                self.lines += [f"{function['name']} = _function(", f'    "{function["name"]}",']
                self.lines += [f"    {part}," for part in parts] + [")"]

    def text(self):
        self.lines = [f'VERSION = "{self.description["version"]}"']
        self.constants()
        self.parameters()
        self.structures()
        self.callbacks()
        self.functions()
        return HEAD + "\n".join(self.lines) + "\n"


def callback_name(parameter):
    return f"{parameter}_callback"


def main():
    description = json.loads(SOURCE.read_text(encoding="utf-8"))
    if description["format"] != 1:
        sys.exit(f"indp: {SOURCE.name} has a format that this script does not know")
    interface.write(
        {
            "bindings/python/src/indp/_low.py": Writer(description).text(),
            "bindings/python/src/indp/_settings.py": options.python(),
            "bindings/python/src/indp/_sums.py": classes.python(),
            "bindings/python/src/indp/_ask_sums.py": classes.ask(),
            "extensions/spark/python/indp_spark/_sums.py": classes.spark(),
        }
    )


if __name__ == "__main__":
    main()
