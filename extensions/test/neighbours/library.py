"""Releases states through the C interface, with the operating system's generator of the thread that
calls: what an engine must answer for these states if it draws the same randomness."""

import ctypes
import json

from indp import low

import states


def check(status):
    assert status == 0, low.indp_status_name(status)


def load(data):
    size = ctypes.c_size_t()
    check(low.indp_state_deserialised_size(data, len(data), ctypes.byref(size)))
    state = ctypes.create_string_buffer(size.value)
    check(low.indp_state_deserialise(state, size, data, len(data)))
    return state


def release(data, epsilon, how=None, qs=(), options=None, plain=False):
    """`how` is None for the answer of the state, or one of `quantiles`, `counts`, `bounds` (a pair
    or None) and `parts`.
    Unless `plain` is set, the parts are those of JSON, where null is a number beyond the largest
    double."""
    state = load(data)
    if how == "quantiles":
        wanted, out = (ctypes.c_double * len(qs))(*qs), (ctypes.c_double * len(qs))()
        check(low.indp_quantile_release_many(state, wanted, len(qs), epsilon, options, out))
        return list(out)
    if how == "counts":
        n = ctypes.c_size_t()
        check(low.indp_state_counts(state, ctypes.byref(n)))
        out = (ctypes.c_int64 * n.value)()
        check(low.indp_state_release_counts(state, epsilon, options, out, n))
        return list(out)
    if how == "bounds":
        lo, hi, found = ctypes.c_double(), ctypes.c_double(), ctypes.c_int32()
        out = map(ctypes.byref, (lo, hi, found))
        check(low.indp_state_release_bounds(state, epsilon, options, *out))
        return [lo.value, hi.value] if found.value else None
    if how == "parts":
        parts = low.indp_parts(struct_size=ctypes.sizeof(low.indp_parts))
        check(low.indp_state_release_parts(state, epsilon, options, ctypes.byref(parts)))
        found = {
            "value": parts.value,
            "count": parts.count,
            "sums": list(parts.sum)[: parts.number],
            "scale": parts.scale,
        }
        return found if plain else json.loads(json.dumps(found), parse_constant=lambda _: None)
    value = low.indp_value(struct_size=ctypes.sizeof(low.indp_value))
    check(low.indp_state_release_value(state, epsilon, options, ctypes.byref(value)))
    kind = data[5]
    if kind == states.MODE:
        if value.label:
            return ctypes.string_at(value.label, value.length).decode()
        return value.integer
    return value.integer if kind == states.COUNT else value.real


def eta(epsilon, sensitivity, monotonic):
    """The base-2 privacy parameter that epsilon gives, as (x, y, z)."""
    out = low.indp_eta()
    check(low.indp_eta_from_epsilon(epsilon, sensitivity, monotonic, ctypes.byref(out)))
    return out.x, out.y, out.z


def seeded(seed):
    options = ctypes.c_void_p()
    check(low.indp_options_new(ctypes.byref(options)))
    check(low.indp_options_set_insecure_seed(options, seed))
    return options


def floats(bits):
    options = ctypes.c_void_p()
    check(low.indp_options_new(ctypes.byref(options)))
    check(low.indp_options_set_float_precision(options, bits))
    return options
