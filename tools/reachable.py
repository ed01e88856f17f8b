#!/usr/bin/env python3
"""reachable.py FILE: replaces the lines of a list of what strangers may call, FILE, by those of
standard input, and prints what is new and what is gone. The comment at the top stays. So do lines
for other versions of the engine (" since 18")."""
import pathlib
import sys

path = pathlib.Path(sys.argv[1])
lines = path.read_text(encoding="utf-8").splitlines()
found = {line.rstrip("\n") for line in sys.stdin if line.strip()}
if not found:
    sys.exit(f"{path}: the engine listed nothing")
head = [line for line in lines if line.startswith("#") or not line]
known = {line for line in lines if line and not line.startswith("#")}
dated = {line for line in known if " since " in line}
found = {line for line in found if not any(one.startswith(line + " since ") for one in dated)} | dated
for line in sorted(found - known):
    print(f"new: {line}")
for line in sorted(known - found):
    print(f"gone: {line}")
path.write_text("\n".join(head + sorted(found)) + "\n", encoding="utf-8")
