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


VERSION = "0.1.0"
INDP_OK = 0
INDP_E_NULL = 1
INDP_E_EPSILON = 2
INDP_E_SENSITIVITY = 3
INDP_E_BOUND = 4
INDP_E_GRID = 5
INDP_E_LAMBDA = 6
INDP_E_PRECISION = 7
INDP_E_ENTROPY = 8
INDP_E_NO_MEMORY = 9
INDP_E_PANIC = 10
INDP_E_LENGTH = 11
INDP_E_LO = 12
INDP_E_HI = 13
INDP_E_RANGE = 14
INDP_E_ROWS_PER_PERSON = 15
INDP_E_STATE = 16
INDP_E_STATE_MISMATCH = 17
INDP_E_RELEASED = 18
INDP_E_TOO_MANY_ROWS = 19
INDP_E_SELF_TEST = 20
INDP_E_FLOAT_EPSILON = 21
INDP_E_FLOAT_BOUND = 22
INDP_E_FLOAT_GRID = 23
INDP_E_ETA_X = 24
INDP_E_ETA_Y = 25
INDP_E_ETA_Z = 26
INDP_E_UTILITY_SENSITIVITY = 27
INDP_E_UTILITY_RANGE = 28
INDP_E_MAX_OUTCOMES = 29
INDP_E_OUTCOMES = 30
INDP_E_EMPTY = 31
INDP_E_MIN_RETRIES = 32
INDP_E_UTILITY = 33
INDP_E_INEXACT = 34
INDP_E_PRECISION_REACH = 35
INDP_E_FLOAT_STEPS = 36
INDP_E_QUANTILE = 40
INDP_E_CANDIDATES = 41
INDP_E_CATEGORIES = 42
INDP_E_CAPACITY = 43
INDP_E_UNUSED_GRID = 44
INDP_E_UNUSED_PRECISION = 45
INDP_E_UNUSED_MIN_RETRIES = 46
INDP_E_UNUSED_TIMING = 47
INDP_E_UNUSED_EMPIRICAL = 48
INDP_E_STRUCT_SIZE = 49
INDP_E_SELECTION = 50
INDP_E_UNUSED_SELECTION = 51
INDP_E_BUDGET = 52
INDP_E_QUANTILES = 53
INDP_E_EDGES = 54
INDP_E_SELECTION_EPSILON = 55
INDP_E_ALPHA = 60
INDP_E_ACCURACY = 61
INDP_E_NEIGHBOURS = 62
INDP_E_AUDIT_REACH = 63
INDP_E_BUFFER = 64
INDP_E_ROWS = 65
INDP_E_ANSWER = 66
INDP_E_CENTRE = 67
INDP_E_BUSY = 70
INDP_E_STOPPED = 71
INDP_PRECISION_AUTO = 4294967295
INDP_CALLBACK_OK = 1768842352
INDP_UNFILLED_WORD = 8461813352852383076
INDP_SELECTION_DEFAULT = 0
INDP_SELECTION_EXPONENTIAL = 1
INDP_SELECTION_PERMUTE_AND_FLIP = 2
INDP_COUNT_STATE_SIZE = 24
INDP_SUM_STATE_SIZE = 80
INDP_MEAN_STATE_SIZE = 80
INDP_VARIANCE_STATE_SIZE = 96
INDP_STDDEV_STATE_SIZE = 96
INDP_QUANTILE_STATE_SIZE = 80
INDP_VALUE_REAL = 1
INDP_VALUE_INTEGER = 2
INDP_VALUE_CANDIDATE = 3
INDP_FOUND_LO = 1
INDP_FOUND_HI = 2
INDP_KIND_COUNT = 1
INDP_KIND_SUM = 2
INDP_KIND_MEAN = 3
INDP_KIND_VARIANCE = 4
INDP_KIND_STDDEV = 5
INDP_KIND_QUANTILE = 6
INDP_KIND_MODE = 7
INDP_KIND_HISTOGRAM = 8
INDP_BUDGET_STATE_SIZE = 280
INDP_BUDGET_TEXT_SIZE = 640

PARAMETERS: Dict[int, str] = {
    INDP_E_EPSILON: "epsilon",
    INDP_E_SENSITIVITY: "sensitivity",
    INDP_E_BOUND: "bound",
    INDP_E_GRID: "grid",
    INDP_E_LAMBDA: "epsilon",
    INDP_E_PRECISION: "float_precision",
    INDP_E_LENGTH: "values",
    INDP_E_LO: "lo",
    INDP_E_HI: "hi",
    INDP_E_RANGE: "lo",
    INDP_E_ROWS_PER_PERSON: "rows_per_person",
    INDP_E_STATE: "state",
    INDP_E_STATE_MISMATCH: "other",
    INDP_E_TOO_MANY_ROWS: "values",
    INDP_E_FLOAT_EPSILON: "epsilon",
    INDP_E_FLOAT_BOUND: "bound",
    INDP_E_FLOAT_GRID: "grid",
    INDP_E_ETA_X: "x",
    INDP_E_ETA_Y: "y",
    INDP_E_ETA_Z: "z",
    INDP_E_UTILITY_SENSITIVITY: "utility_sensitivity",
    INDP_E_UTILITY_RANGE: "utility_min",
    INDP_E_MAX_OUTCOMES: "max_outcomes",
    INDP_E_OUTCOMES: "max_outcomes",
    INDP_E_EMPTY: "utilities",
    INDP_E_MIN_RETRIES: "min_retries",
    INDP_E_UTILITY: "utility",
    INDP_E_PRECISION_REACH: "empirical_precision",
    INDP_E_FLOAT_STEPS: "bound",
    INDP_E_QUANTILE: "q",
    INDP_E_CANDIDATES: "candidates",
    INDP_E_CATEGORIES: "candidates",
    INDP_E_UNUSED_GRID: "grid",
    INDP_E_UNUSED_PRECISION: "float_precision",
    INDP_E_UNUSED_MIN_RETRIES: "min_retries",
    INDP_E_UNUSED_TIMING: "insecure_timing",
    INDP_E_UNUSED_EMPIRICAL: "empirical_precision",
    INDP_E_SELECTION: "selection",
    INDP_E_UNUSED_SELECTION: "selection",
    INDP_E_BUDGET: "epsilon",
    INDP_E_QUANTILES: "q",
    INDP_E_EDGES: "edges",
    INDP_E_SELECTION_EPSILON: "epsilon",
    INDP_E_ALPHA: "alpha",
    INDP_E_ACCURACY: "r",
    INDP_E_NEIGHBOURS: "f",
    INDP_E_AUDIT_REACH: "output",
    INDP_E_ROWS: "rows",
    INDP_E_ANSWER: "answer",
    INDP_E_CENTRE: "centre",
}


class indp_value(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("tag", c_int32),
        ("real", c_double),
        ("integer", c_int64),
        ("label", c_void_p),
        ("length", c_size_t),
        ("candidate", c_uint64),
    ]


class indp_parts(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("value", c_double),
        ("count", c_double),
        ("number", c_size_t),
        ("sum", c_double * 3),
        ("scale", c_double),
    ]


class indp_category(Structure):
    _fields_ = [
        ("text", c_void_p),
        ("length", c_size_t),
        ("integer", c_int64),
    ]


class indp_eta(Structure):
    _fields_ = [
        ("x", c_uint64),
        ("y", c_uint32),
        ("z", c_uint32),
    ]


class indp_moments(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("bias", c_double),
        ("variance", c_double),
        ("mean_absolute_error", c_double),
        ("laplace_variance", c_double),
        ("laplace_mean_absolute_error", c_double),
    ]


class indp_distance(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("unclamped", c_double),
        ("inner", c_double),
        ("outer_mean", c_double),
        ("outer", c_double),
    ]


class indp_audit(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("loss", c_double),
        ("excess", c_double),
        ("output", c_double),
        ("f", c_double),
        ("g", c_double),
        ("bound", c_double),
        ("cases", c_double * 7),
        ("outputs", c_uint64),
        ("ends", c_uint64),
        ("wrong_ends", c_uint64),
        ("exhaustive", c_int32),
        ("exceeds", c_int32),
    ]


fill_callback = CFUNCTYPE(None, c_void_p, POINTER(c_uint8), c_size_t, POINTER(c_int32))
utility_callback = CFUNCTYPE(None, c_void_p, c_size_t, POINTER(c_double), POINTER(c_int32))

indp_status_message = _function("indp_status_message", c_char_p, c_int32)
indp_status_name = _function("indp_status_name", c_char_p, c_int32)
indp_version_string = _function("indp_version_string", c_char_p)
indp_version_major = _function("indp_version_major", c_uint32)
indp_version_minor = _function("indp_version_minor", c_uint32)
indp_version_patch = _function("indp_version_patch", c_uint32)
indp_tape_version = _function("indp_tape_version", c_uint32)
indp_self_test = _function("indp_self_test", c_int32)
indp_stop_when = _function("indp_stop_when", c_int32, POINTER(c_int32))
indp_options_new = _function("indp_options_new", c_int32, POINTER(c_void_p))
indp_options_free = _function("indp_options_free", None, c_void_p)
indp_options_set_float_precision = _function(
    "indp_options_set_float_precision",
    c_int32,
    c_void_p,
    c_uint32,
)
indp_options_set_grid = _function("indp_options_set_grid", c_int32, c_void_p, c_double)
indp_options_set_entropy_callback = _function(
    "indp_options_set_entropy_callback",
    c_int32,
    c_void_p,
    fill_callback,
    c_void_p,
)
indp_options_set_insecure_seed = _function(
    "indp_options_set_insecure_seed",
    c_int32,
    c_void_p,
    c_uint64,
)
indp_options_set_selection = _function("indp_options_set_selection", c_int32, c_void_p, c_int32)
indp_options_set_min_retries = _function(
    "indp_options_set_min_retries",
    c_int32,
    c_void_p,
    c_uint32,
)
indp_options_set_insecure_timing = _function(
    "indp_options_set_insecure_timing",
    c_int32,
    c_void_p,
    c_int32,
)
indp_options_set_empirical_precision = _function(
    "indp_options_set_empirical_precision",
    c_int32,
    c_void_p,
    c_int32,
)
indp_snapping_new = _function(
    "indp_snapping_new",
    c_int32,
    c_double,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_void_p),
)
indp_snapping_free = _function("indp_snapping_free", None, c_void_p)
indp_snapping_release = _function(
    "indp_snapping_release",
    c_int32,
    c_void_p,
    c_double,
    POINTER(c_double),
)
indp_snapping_release_many = _function(
    "indp_snapping_release_many",
    c_int32,
    c_void_p,
    c_void_p,
    c_size_t,
    c_void_p,
)
indp_snapping_release_int64 = _function(
    "indp_snapping_release_int64",
    c_int32,
    c_void_p,
    c_int64,
    POINTER(c_int64),
)
indp_snapping_lambda = _function("indp_snapping_lambda", c_double, c_void_p)
indp_snapping_grid = _function("indp_snapping_grid", c_double, c_void_p)
indp_snapping_laplace_epsilon = _function("indp_snapping_laplace_epsilon", c_double, c_void_p)
indp_snapping_loss = _function("indp_snapping_loss", c_double, c_void_p)
indp_snapping_precision = _function("indp_snapping_precision", c_uint32, c_void_p)
indp_snapping_unit_roundoff = _function("indp_snapping_unit_roundoff", c_double, c_void_p)
indp_count_init = _function("indp_count_init", c_int32, c_void_p, c_size_t, c_uint64)
indp_count_add = _function("indp_count_add", c_int32, c_void_p)
indp_count_add_many = _function("indp_count_add_many", c_int32, c_void_p, c_uint64)
indp_sum_init = _function(
    "indp_sum_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    c_double,
    c_uint64,
)
indp_sum_sensitivity = _function("indp_sum_sensitivity", c_int32, c_void_p, POINTER(c_double))
indp_mean_init = _function(
    "indp_mean_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    c_double,
    c_uint64,
)
indp_variance_init = _function(
    "indp_variance_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    c_double,
    c_uint64,
)
indp_stddev_init = _function(
    "indp_stddev_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    c_double,
    c_uint64,
)
indp_quantile_init = _function(
    "indp_quantile_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    c_double,
    c_uint64,
    c_uint64,
)
indp_quantile_release_many = _function(
    "indp_quantile_release_many",
    c_int32,
    c_void_p,
    c_void_p,
    c_size_t,
    c_double,
    c_void_p,
    c_void_p,
)
indp_quantile_can_release_many = _function(
    "indp_quantile_can_release_many",
    c_int32,
    c_void_p,
    c_void_p,
    c_size_t,
    c_double,
    c_void_p,
)
indp_state_release_value = _function(
    "indp_state_release_value",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    POINTER(indp_value),
)
indp_state_release = _function(
    "indp_state_release",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_state_can_release = _function("indp_state_can_release", c_int32, c_void_p, c_double, c_void_p)
indp_state_release_parts = _function(
    "indp_state_release_parts",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    POINTER(indp_parts),
)
indp_mode_size = _function("indp_mode_size", c_int32, c_void_p, c_size_t, POINTER(c_size_t))
indp_mode_init = _function(
    "indp_mode_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_void_p,
    c_size_t,
    c_uint64,
)
indp_mode_add_text = _function("indp_mode_add_text", c_int32, c_void_p, c_void_p, c_size_t)
indp_mode_add_int64 = _function("indp_mode_add_int64", c_int32, c_void_p, c_int64)
indp_mode_candidates = _function("indp_mode_candidates", c_int32, c_void_p, POINTER(c_size_t))
indp_mode_candidate = _function(
    "indp_mode_candidate",
    c_int32,
    c_void_p,
    c_size_t,
    POINTER(indp_value),
)
indp_histogram_size = _function("indp_histogram_size", c_int32, c_size_t, POINTER(c_size_t))
indp_histogram_init = _function(
    "indp_histogram_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_void_p,
    c_size_t,
    c_uint64,
)
indp_histogram_edges = _function("indp_histogram_edges", c_int32, c_void_p, POINTER(c_size_t))
indp_histogram_edge = _function(
    "indp_histogram_edge",
    c_int32,
    c_void_p,
    c_size_t,
    POINTER(c_double),
)
indp_state_counts = _function("indp_state_counts", c_int32, c_void_p, POINTER(c_size_t))
indp_state_release_counts = _function(
    "indp_state_release_counts",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    c_void_p,
    c_size_t,
)
indp_state_can_release_counts = _function(
    "indp_state_can_release_counts",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
)
indp_bounds_size = _function(
    "indp_bounds_size",
    c_int32,
    c_void_p,
    c_size_t,
    c_double,
    POINTER(c_size_t),
)
indp_bounds_init = _function(
    "indp_bounds_init",
    c_int32,
    c_void_p,
    c_size_t,
    c_void_p,
    c_size_t,
    c_double,
    c_uint64,
)
indp_state_release_bounds = _function(
    "indp_state_release_bounds",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    POINTER(c_double),
    POINTER(c_double),
    POINTER(c_int32),
)
indp_state_can_release_bounds = _function(
    "indp_state_can_release_bounds",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
)
indp_state_add = _function("indp_state_add", c_int32, c_void_p, c_double)
indp_state_add_int64 = _function("indp_state_add_int64", c_int32, c_void_p, c_int64)
indp_state_add_many = _function("indp_state_add_many", c_int32, c_void_p, c_void_p, c_size_t)
indp_state_merge = _function("indp_state_merge", c_int32, c_void_p, c_void_p)
indp_state_compatible = _function("indp_state_compatible", c_int32, c_void_p, c_void_p)
indp_state_kind = _function("indp_state_kind", c_int32, c_void_p, POINTER(c_int32))
indp_state_rows_per_person = _function(
    "indp_state_rows_per_person",
    c_int32,
    c_void_p,
    POINTER(c_uint64),
)
indp_state_bytes = _function("indp_state_bytes", c_size_t, c_int32)
indp_state_room = _function("indp_state_room", c_int32, c_void_p, c_uint64, POINTER(c_size_t))
indp_state_rows = _function("indp_state_rows", c_int32, c_void_p, POINTER(c_uint64))
indp_state_resized = _function("indp_state_resized", c_int32, c_void_p, c_size_t)
indp_state_size = _function("indp_state_size", c_int32, c_void_p, POINTER(c_size_t))
indp_state_serialise = _function("indp_state_serialise", c_int32, c_void_p, c_void_p, c_size_t)
indp_state_deserialised_size = _function(
    "indp_state_deserialised_size",
    c_int32,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
indp_state_deserialise = _function(
    "indp_state_deserialise",
    c_int32,
    c_void_p,
    c_size_t,
    c_void_p,
    c_size_t,
)
indp_budget_init = _function("indp_budget_init", c_int32, c_void_p, c_size_t, c_double)
indp_budget_spend = _function("indp_budget_spend", c_int32, c_void_p, c_double, POINTER(c_double))
indp_budget_change = _function("indp_budget_change", c_int32, c_void_p, c_double)
indp_budget_left = _function("indp_budget_left", c_int32, c_void_p, POINTER(c_double))
indp_budget_raise = _function("indp_budget_raise", c_int32, c_void_p, c_double)
indp_budget_spent = _function(
    "indp_budget_spent",
    c_int32,
    c_void_p,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
indp_budget_serialise = _function("indp_budget_serialise", c_int32, c_void_p, c_void_p, c_size_t)
indp_budget_deserialise = _function(
    "indp_budget_deserialise",
    c_int32,
    c_void_p,
    c_size_t,
    c_void_p,
    c_size_t,
)
indp_eta_from_epsilon = _function(
    "indp_eta_from_epsilon",
    c_int32,
    c_double,
    c_double,
    c_int32,
    POINTER(indp_eta),
)
indp_eta_epsilon = _function(
    "indp_eta_epsilon",
    c_int32,
    POINTER(indp_eta),
    c_double,
    c_int32,
    POINTER(c_double),
)
indp_exponential_new = _function(
    "indp_exponential_new",
    c_int32,
    POINTER(indp_eta),
    c_int64,
    c_int64,
    c_uint64,
    c_void_p,
    POINTER(c_void_p),
)
indp_exponential_free = _function("indp_exponential_free", None, c_void_p)
indp_exponential_precision = _function("indp_exponential_precision", c_uint64, c_void_p)
indp_exponential_precision_note = _function("indp_exponential_precision_note", c_uint64, c_void_p)
indp_exponential_precision_empirical = _function(
    "indp_exponential_precision_empirical",
    c_int32,
    c_void_p,
    POINTER(c_uint64),
)
indp_exponential_select = _function(
    "indp_exponential_select",
    c_int32,
    c_void_p,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
indp_exponential_select_counted = _function(
    "indp_exponential_select_counted",
    c_int32,
    c_void_p,
    c_void_p,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
indp_exponential_select_by = _function(
    "indp_exponential_select_by",
    c_int32,
    c_void_p,
    utility_callback,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
indp_snapping_accuracy = _function(
    "indp_snapping_accuracy",
    c_int32,
    c_void_p,
    c_double,
    POINTER(c_double),
)
indp_snapping_accuracy_at = _function(
    "indp_snapping_accuracy_at",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    POINTER(c_double),
)
indp_snapping_epsilon_for_accuracy = _function(
    "indp_snapping_epsilon_for_accuracy",
    c_int32,
    c_double,
    c_double,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_snapping_moments = _function(
    "indp_snapping_moments",
    c_int32,
    c_void_p,
    c_double,
    POINTER(indp_moments),
)
indp_snapping_distance = _function(
    "indp_snapping_distance",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    POINTER(indp_distance),
)
indp_count_accuracy = _function(
    "indp_count_accuracy",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_sum_accuracy = _function(
    "indp_sum_accuracy",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_state_accuracy = _function(
    "indp_state_accuracy",
    c_int32,
    c_void_p,
    c_uint64,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_state_epsilon_for_accuracy = _function(
    "indp_state_epsilon_for_accuracy",
    c_int32,
    c_void_p,
    c_uint64,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_mode_accuracy = _function(
    "indp_mode_accuracy",
    c_int32,
    c_uint64,
    c_uint64,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_mode_epsilon_for_accuracy = _function(
    "indp_mode_epsilon_for_accuracy",
    c_int32,
    c_uint64,
    c_uint64,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
)
indp_state_interval = _function(
    "indp_state_interval",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    c_double,
    c_void_p,
    POINTER(c_double),
    POINTER(c_double),
)
indp_parts_interval = _function(
    "indp_parts_interval",
    c_int32,
    c_void_p,
    c_double,
    c_void_p,
    c_size_t,
    c_double,
    c_double,
    POINTER(c_double),
    POINTER(c_double),
)
indp_audit_bound = _function("indp_audit_bound", c_int32, c_void_p, POINTER(c_double))
indp_audit_pair = _function(
    "indp_audit_pair",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    c_uint64,
    POINTER(indp_audit),
)
indp_audit_pair_int64 = _function(
    "indp_audit_pair_int64",
    c_int32,
    c_void_p,
    c_int64,
    c_int64,
    c_uint64,
    POINTER(indp_audit),
)
indp_audit_range = _function(
    "indp_audit_range",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    c_uint64,
    POINTER(indp_audit),
)
indp_audit_probability = _function(
    "indp_audit_probability",
    c_int32,
    c_void_p,
    c_double,
    c_double,
    POINTER(c_double),
    POINTER(c_double),
)
indp_audit_json = _function(
    "indp_audit_json",
    c_int32,
    c_void_p,
    POINTER(indp_audit),
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
)
