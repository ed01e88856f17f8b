//! Defines the status codes of the C functions and their texts.

use std::ffi::c_char;

use crate::Error;

/// Result of a call: INDP_OK or a positive code.
///
/// Treat an unknown code as a failure; codes are never reused. On any failure nothing was released
/// and no output was written, except that constructors set their handle to NULL, and that some
/// functions, as documented, fill an array with NaN.
///
/// No failure depends on a private value, except those that an entropy callback can cause
/// (indp_options_set_entropy_callback).
pub type indp_status = i32;

/// Success.
pub const INDP_OK: indp_status = 0;
/// A required pointer is NULL: pass a valid one.
pub const INDP_E_NULL: indp_status = 1;
/// epsilon must be positive and finite. For a selection (a quantile, a mode, a mechanism made from
/// an eta), epsilon divided by the sensitivity of the selection must be from about 2^-62 to about
/// 2^35. For a minimum or maximum, epsilon must also be at least about 2^-43 times rows_per_person.
pub const INDP_E_EPSILON: indp_status = 2;
/// sensitivity must be positive and finite.
pub const INDP_E_SENSITIVITY: indp_status = 3;
/// bound must be positive; for an integer release it must also be infinite or a multiple of the
/// grid.
pub const INDP_E_BOUND: indp_status = 4;
/// grid must be 0 or a power of two. For an integer release, such as a count, the grid in use must
/// be at least 1: set it to 1 or more. In float arithmetic the grid follows from epsilon, and this
/// rule also applies to a mean, variance or standard deviation: use a smaller epsilon. With lo and
/// hi, max(|lo|, |hi|) / grid must be above 1/2 and at most 2^62 (2^31 for a variance or standard
/// deviation), and except for a sum they must not round to the same multiple of the grid.
pub const INDP_E_GRID: indp_status = 5;
/// lambda = sensitivity / epsilon exceeds the largest double: choose a larger epsilon.
pub const INDP_E_LAMBDA: indp_status = 6;
/// The float precision must be 0, INDP_PRECISION_AUTO, or from 53 to 4096.
pub const INDP_E_PRECISION: indp_status = 7;
/// The source of random bits failed or counts as broken (for example, a callback or seed gave 4,096
/// zero digits in a row): repair it.
pub const INDP_E_ENTROPY: indp_status = 8;
/// Memory could not be allocated: free some, then repeat the call.
pub const INDP_E_NO_MEMORY: indp_status = 9;
/// Internal error: please report it.
pub const INDP_E_PANIC: indp_status = 10;
/// An array is longer than the address space, or two arrays that must have the same length have
/// different lengths: pass the true lengths.
pub const INDP_E_LENGTH: indp_status = 11;
/// lo is NaN or infinite: it must be finite.
pub const INDP_E_LO: indp_status = 12;
/// hi is NaN or infinite: it must be finite.
pub const INDP_E_HI: indp_status = 13;
/// lo must be below hi.
pub const INDP_E_RANGE: indp_status = 14;
/// rows_per_person must be at least 1. For a quantile or a mode, rows_per_person times the
/// sensitivity of one row must be at most 2^63. That sensitivity is 1 for a mode, and b max(q, 1-q)
/// for a quantile q = a/b. For q = 0 or 1 it is 4, or 8 if indp_options_set_selection chose a
/// mechanism.
pub const INDP_E_ROWS_PER_PERSON: indp_status = 15;
/// The bytes are not a state of this kind and version, or the buffer has the wrong size: pass a
/// whole state that this version wrote.
pub const INDP_E_STATE: indp_status = 16;
/// The states differ in kind or parameters: merge states of the same kind with the same parameters.
pub const INDP_E_STATE_MISMATCH: indp_status = 17;
/// The state was released before: a state can be released only once.
pub const INDP_E_RELEASED: indp_status = 18;
/// The state would hold 2^64 rows or more: the most that a state can hold is 2^64 - 1.
pub const INDP_E_TOO_MANY_ROWS: indp_status = 19;
/// The self test failed: this build computes wrong results on this machine. Do not use it here.
pub const INDP_E_SELF_TEST: indp_status = 20;
/// Float arithmetic at p bits needs epsilon > 2^(1-p): use more bits, or real arithmetic.
pub const INDP_E_FLOAT_EPSILON: indp_status = 21;
/// Float arithmetic at p bits needs lambda <= bound <= 2^(p-12) lambda: use real arithmetic, which
/// takes any bound.
pub const INDP_E_FLOAT_BOUND: indp_status = 22;
/// In float arithmetic the only grid is Lambda: use real arithmetic, which takes any grid.
pub const INDP_E_FLOAT_GRID: indp_status = 23;
/// x of eta must be positive and below 2^y.
pub const INDP_E_ETA_X: indp_status = 24;
/// y of eta must be from 1 to 63.
pub const INDP_E_ETA_Y: indp_status = 25;
/// z of eta must be positive.
pub const INDP_E_ETA_Z: indp_status = 26;
/// The sensitivity of the utility must be positive and at most 2^63.
pub const INDP_E_UTILITY_SENSITIVITY: indp_status = 27;
/// utility_min must be below utility_max.
pub const INDP_E_UTILITY_RANGE: indp_status = 28;
/// max_outcomes must be from 1 to 2^62, or from 1 to 2^32 for permute-and-flip.
pub const INDP_E_MAX_OUTCOMES: indp_status = 29;
/// There are more outcomes than max_outcomes, or their multiplicities add up to more: raise
/// max_outcomes.
pub const INDP_E_OUTCOMES: indp_status = 30;
/// There is no outcome to choose from: pass at least one.
pub const INDP_E_EMPTY: indp_status = 31;
/// min_retries is 0: it must be at least 1.
pub const INDP_E_MIN_RETRIES: indp_status = 32;
/// The utility callback did not set *done to INDP_CALLBACK_OK, or wrote no utility: see CALLBACKS.
pub const INDP_E_UTILITY: indp_status = 33;
/// An arithmetic operation that must be exact was not: please report it, and switch empirical
/// precision off.
pub const INDP_E_INEXACT: indp_status = 34;
/// Empirical precision would need more than 2^17 bits here, which is more than the library
/// supports: switch it off.
pub const INDP_E_PRECISION_REACH: indp_status = 35;
/// Integer releases in float arithmetic at p bits need bound <= 2^p, so that every integer within
/// the bound is a float of p bits: use more bits (63 always suffice), or real arithmetic.
pub const INDP_E_FLOAT_STEPS: indp_status = 36;
/// q must be in [0, 1] and within 2^-52 of a fraction with a denominator of at most 10,000.
pub const INDP_E_QUANTILE: indp_status = 40;
/// The number of candidates of a quantile must be 0, or from 2 to 2^24 + 1; lo and hi must be far
/// enough apart for two candidates.
pub const INDP_E_CANDIDATES: indp_status = 41;
/// A mode must have 1 to 2^20 distinct candidates, with less than 2^31 bytes of labels in all.
pub const INDP_E_CATEGORIES: indp_status = 42;
/// The buffer of a state is too short for its rows: let it grow (indp_state_room).
pub const INDP_E_CAPACITY: indp_status = 43;
/// The option grid does not apply to a mean, variance, standard deviation, quantile, selection or
/// the selected candidate of a mode: leave it 0 (see OPTIONS).
pub const INDP_E_UNUSED_GRID: indp_status = 44;
/// The option float precision does not apply to a quantile, a mode, a selection, a release of the
/// parts of an answer, or a release of the counts of a histogram or mode: leave it 0 (see OPTIONS).
pub const INDP_E_UNUSED_PRECISION: indp_status = 45;
/// The option min_retries applies only to selections by the exponential mechanism. It does not
/// apply to noise, nor to permute-and-flip, which is the default for quantiles and modes (see
/// OPTIONS).
pub const INDP_E_UNUSED_MIN_RETRIES: indp_status = 46;
/// The option insecure timing applies only to quantiles, modes and selections (see OPTIONS).
pub const INDP_E_UNUSED_TIMING: indp_status = 47;
/// The option empirical precision applies only to selections by the exponential mechanism (see
/// OPTIONS).
pub const INDP_E_UNUSED_EMPIRICAL: indp_status = 48;
/// struct_size of a structure is less than the size that this library knows: set it to the sizeof
/// of the structure.
pub const INDP_E_STRUCT_SIZE: indp_status = 49;
/// The selection must be one of the INDP_SELECTION_ constants.
pub const INDP_E_SELECTION: indp_status = 50;
/// The option that chooses the selection mechanism applies only to quantiles, modes and selections
/// (see OPTIONS). The error of a minimum or maximum is known only for the default selection.
pub const INDP_E_UNUSED_SELECTION: indp_status = 51;
/// Epsilon exceeds what is left of the budget, or the new total of the budget is below what was
/// spent. The budget is unchanged.
pub const INDP_E_BUDGET: indp_status = 52;
/// There must be from 1 to 1,000 quantiles.
pub const INDP_E_QUANTILES: indp_status = 53;
/// The edges of a histogram must be 1 to 2^20 finite numbers in strictly ascending order.
pub const INDP_E_EDGES: indp_status = 54;
/// alpha must be strictly between 0 and 1.
pub const INDP_E_ALPHA: indp_status = 60;
/// r must be positive and finite, and attainable with some epsilon: at least half of the grid asked
/// for, and not smaller than float arithmetic allows at this precision.
pub const INDP_E_ACCURACY: indp_status = 61;
/// The values of an audit must be finite and differ by at most the sensitivity; the range of an
/// audit must not be empty.
pub const INDP_E_NEIGHBOURS: indp_status = 62;
/// An output is too unlikely for an audit to find its probability: audit a more likely one.
pub const INDP_E_AUDIT_REACH: indp_status = 63;
/// A buffer is too short: pass a longer one.
pub const INDP_E_BUFFER: indp_status = 64;
/// rows, the assumed number of rows, must be at least 1.
pub const INDP_E_ROWS: indp_status = 65;
/// The answer and its parts must be finite, and the parts must come from releasing a state of the
/// same kind as the state passed.
pub const INDP_E_ANSWER: indp_status = 66;
/// A signal handler or callback called the library while the same thread was inside another call.
/// Or a signal handler forked during this call, and this process is the child. See SIGNALS and
/// FORK.
pub const INDP_E_BUSY: indp_status = 70;
/// The flag of indp_stop_when is raised: lower it and repeat the call.
pub const INDP_E_STOPPED: indp_status = 71;

/// The message for a status.
///
/// Parameters:
/// - status: any code; an unknown one has a message too.
///
/// Returns static text, never NULL, which contains no value.
///
/// - Thread safety: safe.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
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
    INDP_E_QUANTILES,
    INDP_E_EDGES,
    INDP_E_ALPHA,
    INDP_E_ACCURACY,
    INDP_E_NEIGHBOURS,
    INDP_E_AUDIT_REACH,
    INDP_E_BUFFER,
    INDP_E_ROWS,
    INDP_E_ANSWER,
    INDP_E_BUSY,
    INDP_E_STOPPED,
];

// Checks that NAMES, after its first entry INDP_OK, lists the codes of `Error::ALL` in the same
// order.
const _: () = {
    let mut i = 0;
    while i < Error::ALL.len() {
        assert!(NAMES[i + 1].0 == Error::ALL[i].code());
        i += 1;
    }
};

/// The name of a status: "INDP_E_NULL" for INDP_E_NULL.
///
/// Parameters:
/// - status: any code.
///
/// Returns static text, never NULL; "?" for an unknown code.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_status_name(status: indp_status) -> *const c_char {
    let known = NAMES.iter().find(|(code, _)| *code == status);
    known.map_or("?\0", |(_, name)| name).as_ptr().cast()
}
