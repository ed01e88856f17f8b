"""Calls every function of the C interface that returns a status, with each of its pointers set to
NULL in turn.

include/indp.json says which pointers may be NULL. If such a pointer is NULL, the status must be
INDP_OK. If any other pointer is NULL, the status must be INDP_E_NULL. With valid pointers every
call must succeed, since otherwise these tests would show nothing.
"""

import ctypes
import json
import math
import sys

interface = json.load(open("include/indp.json"))
library = ctypes.CDLL("build/lib/libindp.so")
constants = {constant["name"]: constant["value"] for constant in interface["constants"]}
functions = {function["name"]: function for function in interface["functions"]}
structs = {}
NAMED = {
    "double": ctypes.c_double,
    "size_t": ctypes.c_size_t,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "uint8_t": ctypes.c_uint8,
    "indp_status": ctypes.c_int32,
    "char": ctypes.c_char,
}


def ctype(kind):
    if "pointer" in kind or "callback" in kind:
        return ctypes.c_void_p
    if "array" in kind:
        return ctype(kind["array"]) * kind["length"]
    return NAMED.get(kind["name"]) or structs[kind["name"]]


for structure in interface["structs"]:
    if not structure["opaque"]:
        fields = [(field["name"], ctype(field["type"])) for field in structure["fields"]]
        structs[structure["name"]] = type(structure["name"], (ctypes.Structure,),
                                          {"_fields_": fields})

SCALARS = {
    "centre": 5.0,
    "lo": 0.0, "hi": 1.0, "grid": 0.0, "rows_per_person": 1, "epsilon": 1.0, "q": 0.5,
    "alpha": 0.05,
    "sensitivity": 1.0, "bound": math.inf, "value": 0, "size": 16384, "n": 1, "length": 1,
    "rows": 1, "more": 1,
    "i": 0, "r": 10.0, "power_of_two": 1.0, "seed": 1, "draws": 1, "insecure": 0,
    "bits": 0,
    "status": 0, "kind": 1, "monotonic": 0, "utility_sensitivity": 1.0, "utility_min": -8,
    "utility_max": 8, "max_outcomes": 16, "f": 0, "g": 1, "output": 0.0, "most_outputs": 10,
    "low": 0.0,
    "high": 1.0, "selection": 0, "empirical": 0, "candidates": 1024, "answer": 5.0, "number": 2,
    "scale": 1.0,
}  # fmt: skip
FILL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
                        ctypes.POINTER(ctypes.c_int32))
UTILITY = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_int32)
)


@FILL
def fill(_context, buffer, length, done):
    ctypes.memset(buffer, 0xA5, length)
    done[0] = constants["INDP_CALLBACK_OK"]


@UTILITY
def utility(_context, _outcome, out, done):
    out[0] = 0.0
    done[0] = constants["INDP_CALLBACK_OK"]


def call(name, *arguments):
    function = functions[name]
    entry = getattr(library, name)
    entry.argtypes = [ctype(parameter["type"]) for parameter in function["parameters"]]
    entry.restype = (None if function["returns"]["type"].get("name") == "void"
                     else ctype(function["returns"]["type"]))
    return entry(*arguments)


def succeed(name, *arguments):
    status = call(name, *arguments)
    assert status == 0, f"{name}: {call('indp_status_name', status)}"


def state(kind):
    """Returns a state of this kind with one row."""
    made = ctypes.create_string_buffer(1 << 16)
    if kind == "count":
        succeed("indp_count_init", made, len(made), 1)
    elif kind == "budget":
        succeed("indp_budget_init", made, constants["INDP_BUDGET_STATE_SIZE"], 8.0)
    elif kind == "mode":
        succeed("indp_mode_init", made, len(made), category(), 1, 1)
    elif kind == "histogram":
        succeed("indp_histogram_init", made, len(made), ctypes.create_string_buffer(8), 1, 1)
    elif kind == "bounds":
        succeed("indp_bounds_init", made, len(made), None, 0, 0.0, 1)
    elif kind == "quantile":
        succeed("indp_quantile_init", made, len(made), 0.5, 0.0, 1.0, 1024, 1)
    else:
        succeed(f"indp_{kind}_init", made, len(made), 0.0, 1.0, 0.0, 1)
    return made


def category():
    made = structs["indp_category"]()
    made.integer = 0
    return ctypes.byref(made)


def kind_of(function):
    if function.endswith("counts"):
        return "mode"
    if function.endswith("_bounds"):
        return "bounds"
    for kind in ("count", "sum", "quantile", "mode", "histogram", "budget"):
        if function.startswith(f"indp_{kind}_"):
            return kind
    return "mean" if function.endswith(("release_parts", "parts_interval")) else "sum"


def handle(function, kind):
    made = ctypes.c_void_p()
    if kind == "indp_options":
        succeed("indp_options_new", ctypes.byref(made))
    elif kind == "indp_snapping":
        # An audit is feasible only with few outputs, so there is a bound. Integer releases need a
        # grid of at least 1.
        options = ctypes.c_void_p()
        succeed("indp_options_new", ctypes.byref(options))
        succeed("indp_options_set_grid", options, 1.0)
        bound = math.inf if function.startswith("indp_snapping_acc") else 4.0
        succeed("indp_snapping_new", 1.0, 1.0, bound, options, ctypes.byref(made))
    else:
        options = ctypes.c_void_p()
        succeed("indp_options_new", ctypes.byref(options))
        if function.endswith("precision_empirical"):
            succeed("indp_options_set_selection", options, constants["INDP_SELECTION_EXPONENTIAL"])
            succeed("indp_options_set_empirical_precision", options, 1)
        succeed("indp_exponential_new", ctypes.byref(eta()), -8, 8, 16, options, ctypes.byref(made))
    return made


def eta():
    made = structs["indp_eta"]()
    succeed("indp_eta_from_epsilon", 1.0, 1.0, 0, ctypes.byref(made))
    return made


def argument(function, parameter, kept):
    """Returns a valid argument. Appends to `kept` the objects that must outlive the call."""
    kind, name = parameter["type"], parameter["name"]
    if "callback" in kind:
        return ctypes.cast(fill if name == "fill" else utility, ctypes.c_void_p)
    if "pointer" not in kind:
        return SCALARS[name]
    to = kind["pointer"].get("name")
    made = None
    if to in ("indp_options", "indp_snapping", "indp_exponential"):
        return handle(function, to)
    if parameter.get("state") and parameter["direction"] != "out":
        made = state(kind_of(function))
    elif (function.endswith("deserialise") and name == "bytes"
          or function.endswith("deserialised_size")):
        what = "budget" if "budget" in function else "state"
        made = ctypes.create_string_buffer(1 << 16)
        succeed(f"indp_{what}_serialise", state("budget" if what == "budget" else "sum"), made,
                SIZES[function])
    elif to == "indp_eta":
        made = eta()
    elif to == "indp_category":
        made = structs["indp_category"]()
    elif to in structs:
        made = structs[to]()
        if hasattr(made, "struct_size"):
            made.struct_size = ctypes.sizeof(made)
        if to == "indp_audit" and parameter["direction"] == "in":
            succeed("indp_audit_pair", handle(function, "indp_snapping"), 0.0, 1.0, 10,
                    ctypes.byref(made))
    else:
        made = ctypes.create_string_buffer(1 << 16)
        if to == "uint64_t" and parameter["direction"] == "in":
            made = (ctypes.c_uint64 * 4)(1, 1, 1, 1)
    kept.append(made)
    return ctypes.addressof(made)


# Sizes that must be exact. The state that indp_state_serialise gets is a sum.
SIZES = {
    "indp_state_serialise": constants["INDP_SUM_STATE_SIZE"],
    "indp_budget_serialise": constants["INDP_BUDGET_STATE_SIZE"],
    "indp_budget_init": constants["INDP_BUDGET_STATE_SIZE"],
    "indp_budget_deserialise": constants["INDP_BUDGET_STATE_SIZE"],
    "indp_state_deserialise": constants["INDP_SUM_STATE_SIZE"],
    "indp_state_deserialised_size": constants["INDP_SUM_STATE_SIZE"],
}


def status(function, null=None, empty=None):
    """Calls the function with NULL for the pointer that `null` names, and with 0 for the length
    that `empty` names."""
    arguments, kept = [], []
    for parameter in functions[function]["parameters"]:
        name = parameter["name"]
        if name == null:
            arguments.append(None)
        elif name == empty:
            arguments.append(0)
        elif ("pointer" not in parameter["type"] and name in ("size", "length")
              and function in SIZES):
            arguments.append(SIZES[function])
        else:
            arguments.append(argument(function, parameter, kept))
    result = call(function, *arguments)
    if function == "indp_stop_when":
        call(function, None)
    return result


wrong, tried = [], 0


def expect(function, wanted, what, **how):
    global tried
    tried += 1
    code = status(function, **how)
    if (code == constants["INDP_E_NULL"]) != wanted or (not wanted and code != 0):
        wrong.append(f"{function}, {what}: status {code}")


library.indp_status_name.restype = ctypes.c_char_p
for name, function in functions.items():
    if function["returns"]["type"].get("name") != "indp_status":
        continue
    expect(name, False, "all pointers valid")
    for parameter in function["parameters"]:
        if "nullable" not in parameter:
            continue
        pointer, nullable = parameter["name"], parameter["nullable"]
        if nullable == "if empty":
            expect(name, False, f"{pointer} NULL and empty", null=pointer,
                   empty=parameter["length"])
            expect(name, True, f"{pointer} NULL", null=pointer)
        elif nullable and parameter.get("length") == "size":
            expect(name, False, f"{pointer} NULL, size 0", null=pointer, empty="size")
        elif nullable is True and pointer == "edges":
            expect(name, False, f"{pointer} NULL, none", null=pointer, empty=parameter["length"])
        else:
            expect(name, not nullable, f"{pointer} NULL", null=pointer)

print(f"{tried} calls, {len(wrong)} with another status than documented")
print("\n".join(wrong))
sys.exit(1 if wrong or tried < 200 else 0)
