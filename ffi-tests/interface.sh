#!/bin/sh
# Tests include/indp.json, the description of the C interface for tools. The committed file must
# equal the generated one. Its prototypes, constants and structures must be those of the header. A
# pointer must accept NULL if and only if the file says so. Also tests that groff formats the manual
# pages without a warning.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmp include/indp.json build/cargo/indp.json

# A C program that declares everything again. The compiler refuses a declaration that differs.
python3 - >"$work/again.c" <<'END_OF_PYTHON'
import json

interface = json.load(open("include/indp.json"))


def declare(kind, name):
    if "name" in kind:
        return f"{kind['name']} {name}"
    if "pointer" in kind:
        const = "const " if kind["const"] else ""
        return const + declare(kind["pointer"], "*" + name)
    if "array" in kind:
        return declare(kind["array"], f"{name}[{kind['length']}]")
    parameters = ", ".join(declare(p["type"], p["name"]) for p in kind["callback"])
    return f"void (*{name})({parameters})"


print("#include <indp.h>")
for function in interface["functions"]:
    parameters = ", ".join(declare(p["type"], p["name"]) for p in function["parameters"]) or "void"
    print(declare(function["returns"]["type"], f"{function['name']}({parameters});"))
    print(function["c"] + ";")
for constant in interface["constants"]:
    print(f"_Static_assert({constant['name']} == {constant['value']}U, \"\");")
    print(f"_Static_assert(({declare(constant['type'], '')}){constant['value']}U == {constant['name']}, \"\");")
for alias in interface["types"]:
    print(f"extern {alias['name']} a_{alias['name']}; extern {declare(alias['is'], 'a_' + alias['name'])};")
for structure in interface["structs"]:
    name = structure["name"]
    if structure["opaque"]:
        print(f"extern {name} *a_{name}; extern struct {name} *a_{name};")
        continue
    # Structures with the same fields, in the same order and with the same types, have the same
    # offsets.
    print(f"struct again_{name} {{")
    for field in structure["fields"]:
        print(f"    {declare(field['type'], field['name'])};")
    print("};")
    print(f"_Static_assert(sizeof(struct again_{name}) == sizeof({name}), \"\");")
    for field in structure["fields"]:
        f = field["name"]
        print(f"_Static_assert(offsetof(struct again_{name}, {f}) == offsetof({name}, {f}), \"\");")
        print(f"_Static_assert(_Generic(&((struct again_{name} *)0)->{f}, "
              f"__typeof__(&(({name} *)0)->{f}): 1, default: 0), \"\");")
print(f"_Static_assert(sizeof(INDP_VERSION_STRING) == sizeof(\"{interface['version']}\"), \"\");")
END_OF_PYTHON
"${CC:-cc}" -std=gnu11 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$work/again.c"

# indp.json must contain every function, constant and structure of the library.
python3 -c 'import json
for f in json.load(open("include/indp.json"))["functions"]: print(f["name"])' | LC_ALL=C sort >"$work/functions"
LC_ALL=C sort ffi-tests/symbols.txt | cmp - "$work/functions"
described=$(python3 -c 'import json
j = json.load(open("include/indp.json"))
print(len(j["constants"]), len(j["structs"]) + len(j["types"]))')
constants=$("${CC:-cc}" -E -dM -Iinclude include/indp.h | grep '^#define INDP_' | grep -Evc ' INDP_(H|VERSION_[A-Z]*) ')
types=$(grep -cE '^typedef (struct|int)' include/indp.h)
[ "$described" = "$constants $types" ] || { echo "described: $described; the header has: $constants $types"; exit 1; }

python3 ffi-tests/nulls.py

if command -v groff >/dev/null; then
    for page in build/cargo/man/*.3; do
        groff -man -Tutf8 -ww -rLL=100n "$page" 2>&1 >/dev/null | tee "$work/warnings"
        [ ! -s "$work/warnings" ] || { echo "groff warns of $page"; exit 1; }
    done
fi
[ "$(find build/cargo/man -name '*.3' | wc -l)" = $(($(wc -l <ffi-tests/symbols.txt) + 1)) ]
