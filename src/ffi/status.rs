//! Status codes and their texts.

use std::ffi::c_char;

use crate::Error;

/// Result of a call: INDP_OK or a positive code. Treat an unknown code as failure; codes are never
/// reused. On any failure nothing was released and no output was written, except where a function
/// says that an array is filled with NaN. No failure depends on a private value.
pub type indp_status = i32;

/// Success.
pub const INDP_OK: indp_status = 0;
/// A required pointer is NULL.
pub const INDP_E_NULL: indp_status = 1;
/// epsilon is not a positive finite number; or, for a selection (a quantile, a mode, an eta), above
/// about 2^36 or below 2^-62 times its sensitivity.
pub const INDP_E_EPSILON: indp_status = 2;
/// sensitivity is not a positive finite number.
pub const INDP_E_SENSITIVITY: indp_status = 3;
/// bound is not positive; or, for an integer release, finite and not a multiple of the grid.
pub const INDP_E_BOUND: indp_status = 4;
/// grid is neither 0 nor a power of two; or below 1 for an integer release; or gives the bounds of
/// a sum no step, or more than 2^62.
pub const INDP_E_GRID: indp_status = 5;
/// lambda = sensitivity / epsilon exceeds the largest double.
pub const INDP_E_LAMBDA: indp_status = 6;
/// The float precision is neither 0, INDP_PRECISION_AUTO, nor 53 to 4096.
pub const INDP_E_PRECISION: indp_status = 7;
/// The source of random bits failed, or is broken (a callback or seed: 4,096 zero digits in a row).
pub const INDP_E_ENTROPY: indp_status = 8;
/// Memory could not be had.
pub const INDP_E_NO_MEMORY: indp_status = 9;
/// Internal error; please report it.
pub const INDP_E_PANIC: indp_status = 10;
/// An array length exceeds the address space.
pub const INDP_E_LENGTH: indp_status = 11;
/// lo is NaN or infinite.
pub const INDP_E_LO: indp_status = 12;
/// hi is NaN or infinite.
pub const INDP_E_HI: indp_status = 13;
/// lo is not below hi.
pub const INDP_E_RANGE: indp_status = 14;
/// rows_per_person is 0; or more than a quantile or a mode can have: times the sensitivity of one
/// row (1 for a mode, b max(q, 1-q) for a quantile q = a/b) at most 2^63.
pub const INDP_E_ROWS_PER_PERSON: indp_status = 15;
/// The bytes are not a state of this kind and version, or the buffer has the wrong size.
pub const INDP_E_STATE: indp_status = 16;
/// The states differ in kind or parameters.
pub const INDP_E_STATE_MISMATCH: indp_status = 17;
/// The state was released before.
pub const INDP_E_RELEASED: indp_status = 18;
/// The state would hold 2^64 rows or more.
pub const INDP_E_TOO_MANY_ROWS: indp_status = 19;
/// The self test failed: this build computes wrongly on this machine.
pub const INDP_E_SELF_TEST: indp_status = 20;
/// Float arithmetic at p bits needs epsilon > 2^(1-p). Use more bits, or real arithmetic.
pub const INDP_E_FLOAT_EPSILON: indp_status = 21;
/// Float arithmetic at p bits needs lambda <= bound <= 2^(p-12) lambda. Use real arithmetic, which
/// takes any bound.
pub const INDP_E_FLOAT_BOUND: indp_status = 22;
/// Float arithmetic has the grid Lambda only. Use real arithmetic, which takes any grid.
pub const INDP_E_FLOAT_GRID: indp_status = 23;
/// x of eta is not positive and below 2^y.
pub const INDP_E_ETA_X: indp_status = 24;
/// y of eta is not 1 to 63.
pub const INDP_E_ETA_Y: indp_status = 25;
/// z of eta is 0.
pub const INDP_E_ETA_Z: indp_status = 26;
/// The sensitivity of the utility is not positive, or above 2^63.
pub const INDP_E_UTILITY_SENSITIVITY: indp_status = 27;
/// utility_min is not below utility_max.
pub const INDP_E_UTILITY_RANGE: indp_status = 28;
/// max_outcomes is not 1 to 2^62, or for permute-and-flip 2^32.
pub const INDP_E_MAX_OUTCOMES: indp_status = 29;
/// There are more outcomes, or their multiplicities add up to more, than max_outcomes.
pub const INDP_E_OUTCOMES: indp_status = 30;
/// There is no outcome to choose from.
pub const INDP_E_EMPTY: indp_status = 31;
/// min_retries is 0.
pub const INDP_E_MIN_RETRIES: indp_status = 32;
/// The utility callback did not set *done to INDP_CALLBACK_OK, or wrote no utility.
pub const INDP_E_UTILITY: indp_status = 33;
/// An arithmetic operation that must be exact was not.
pub const INDP_E_INEXACT: indp_status = 34;
/// The precision that the note's fixed-precision way needs exceeds 2^17 bits. Switch empirical
/// precision off: other selections need no such precision.
pub const INDP_E_PRECISION_REACH: indp_status = 35;
/// Integer releases in float arithmetic at p bits need bound <= 2^p, so that every integer within
/// the bound is a float of p bits. Use more bits (63 always suffice), or real arithmetic.
pub const INDP_E_FLOAT_STEPS: indp_status = 36;
/// q is not in [0, 1], or not within 2^-52 of a fraction with a denominator of at most 10,000.
pub const INDP_E_QUANTILE: indp_status = 40;
/// The number of a quantile's candidates is out of range, or gives lo and hi one candidate.
pub const INDP_E_CANDIDATES: indp_status = 41;
/// The candidates of a mode are none, too many or not distinct.
pub const INDP_E_CATEGORIES: indp_status = 42;
/// The buffer of a state is too short for its rows: see indp_state_room.
pub const INDP_E_CAPACITY: indp_status = 43;
/// A grid was chosen for what has none: a mean, a variance, a standard deviation, a quantile, a
/// mode, a selection.
pub const INDP_E_UNUSED_GRID: indp_status = 44;
/// A float precision was chosen for a quantile, a mode, a selection or parts of an answer.
pub const INDP_E_UNUSED_PRECISION: indp_status = 45;
/// min_retries was chosen for what is no selection by the exponential mechanism: for noise, or with
/// permute-and-flip, which quantiles and modes use unless told otherwise.
pub const INDP_E_UNUSED_MIN_RETRIES: indp_status = 46;
/// Insecure timing was chosen for what is no quantile, mode or selection.
pub const INDP_E_UNUSED_TIMING: indp_status = 47;
/// Empirical precision was chosen for what is no selection by the exponential mechanism.
pub const INDP_E_UNUSED_EMPIRICAL: indp_status = 48;
/// struct_size of a structure is less than this library's.
pub const INDP_E_STRUCT_SIZE: indp_status = 49;
/// The selection is none of the INDP_SELECTION_ constants.
pub const INDP_E_SELECTION: indp_status = 50;
/// A selection was chosen for what is no quantile, mode or selection.
pub const INDP_E_UNUSED_SELECTION: indp_status = 51;
/// The budget has less than epsilon left. Nothing was spent.
pub const INDP_E_BUDGET: indp_status = 52;
/// alpha is not strictly between 0 and 1.
pub const INDP_E_ALPHA: indp_status = 60;
/// r is not positive and finite; or no epsilon reaches it, since it is below half the grid asked
/// for, or needs more than float arithmetic has at this precision.
pub const INDP_E_ACCURACY: indp_status = 61;
/// The values of an audit are not finite, or further apart than the sensitivity; or the range is
/// empty.
pub const INDP_E_NEIGHBOURS: indp_status = 62;
/// An output is too unlikely for an audit to find its probability.
pub const INDP_E_AUDIT_REACH: indp_status = 63;
/// A buffer is too short.
pub const INDP_E_BUFFER: indp_status = 64;
/// A signal handler or callback called the library inside another call of its thread; or a handler
/// forked inside this call, and this is the child. Getters return what they do for NULL.
pub const INDP_E_BUSY: indp_status = 70;
/// The flag of indp_stop_when is raised.
pub const INDP_E_STOPPED: indp_status = 71;

/// The text for a status: static, never NULL, without any value in it. An unknown code has a text
/// too.
/// Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub extern "C" fn indp_status_message(status: indp_status) -> *const c_char {
    if status == INDP_OK {
        return c"success".as_ptr();
    }
    let known = Error::ALL.iter().find(|error| error.code() == status);
    known.map_or(c"unknown status: treat it as a failure", |error| error.c_message()).as_ptr()
}

macro_rules! named {
    ($($status:ident,)*) => {
        [$(($status, concat!(stringify!($status), "\0"))),*]
    };
}

/// Every status with its name, in the order of the codes.
const NAMES: [(indp_status, &str); Error::ALL.len() + 1] = named![
    INDP_OK,
    INDP_E_NULL,
    INDP_E_EPSILON,
    INDP_E_SENSITIVITY,
    INDP_E_BOUND,
    INDP_E_GRID,
    INDP_E_LAMBDA,
    INDP_E_PRECISION,
    INDP_E_ENTROPY,
    INDP_E_NO_MEMORY,
    INDP_E_PANIC,
    INDP_E_LENGTH,
    INDP_E_LO,
    INDP_E_HI,
    INDP_E_RANGE,
    INDP_E_ROWS_PER_PERSON,
    INDP_E_STATE,
    INDP_E_STATE_MISMATCH,
    INDP_E_RELEASED,
    INDP_E_TOO_MANY_ROWS,
    INDP_E_SELF_TEST,
    INDP_E_FLOAT_EPSILON,
    INDP_E_FLOAT_BOUND,
    INDP_E_FLOAT_GRID,
    INDP_E_ETA_X,
    INDP_E_ETA_Y,
    INDP_E_ETA_Z,
    INDP_E_UTILITY_SENSITIVITY,
    INDP_E_UTILITY_RANGE,
    INDP_E_MAX_OUTCOMES,
    INDP_E_OUTCOMES,
    INDP_E_EMPTY,
    INDP_E_MIN_RETRIES,
    INDP_E_UTILITY,
    INDP_E_INEXACT,
    INDP_E_PRECISION_REACH,
    INDP_E_FLOAT_STEPS,
    INDP_E_QUANTILE,
    INDP_E_CANDIDATES,
    INDP_E_CATEGORIES,
    INDP_E_CAPACITY,
    INDP_E_UNUSED_GRID,
    INDP_E_UNUSED_PRECISION,
    INDP_E_UNUSED_MIN_RETRIES,
    INDP_E_UNUSED_TIMING,
    INDP_E_UNUSED_EMPIRICAL,
    INDP_E_STRUCT_SIZE,
    INDP_E_SELECTION,
    INDP_E_UNUSED_SELECTION,
    INDP_E_BUDGET,
    INDP_E_ALPHA,
    INDP_E_ACCURACY,
    INDP_E_NEIGHBOURS,
    INDP_E_AUDIT_REACH,
    INDP_E_BUFFER,
    INDP_E_BUSY,
    INDP_E_STOPPED,
];

// The codes are those of the errors, all of them.
const _: () = {
    let mut i = 0;
    while i < Error::ALL.len() {
        assert!(NAMES[i + 1].0 == Error::ALL[i].code());
        i += 1;
    }
};

/// The name of a status, "INDP_E_NULL" for INDP_E_NULL: static, never NULL; "?" for an unknown
/// code. Thread-safe. Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_status_name(status: indp_status) -> *const c_char {
    let known = NAMES.iter().find(|(code, _)| *code == status);
    known.map_or("?\0", |(_, name)| name).as_ptr().cast()
}
