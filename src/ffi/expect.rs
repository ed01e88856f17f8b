//! C functions that compute the error to expect from a release of a state, and the epsilon that an
//! error needs.

use std::ffi::c_void;

use super::given::{options, output, state};
use super::guard::guard;
use super::options::indp_options;
use super::status::indp_status;
use crate::aggregate::expect::{expected, inverse, selection};
use crate::utility::Alpha;

/// The error to expect from the release of a state by indp_state_release, with the same epsilon and
/// options. Works for every kind of state.
///
/// With probability at least 1 - alpha, the release differs from the exact answer by at most the
/// error written to `out`, whatever the rows are. The exact answer is computed from the rows after
/// they are clamped and rounded to the input grid. The error of a mean, variance or standard
/// deviation follows from an assumed number of rows, which must be public. This error never exceeds
/// the largest difference of two answers.
///
/// The error of a quantile q, 0 < q < 1, is the distance in ranks from q n, where n is the number
/// of rows, to the ranks of the rows at the released candidate. The error of a minimum or maximum
/// is the number of rows that lie beyond the answer. The answer of a minimum or maximum may itself
/// lie beyond all rows. If the probability of that is above alpha, the error is infinity. The error
/// of a mode is the count of the most common candidate minus the count of the released one, in
/// rows. For a histogram the error is that of each single count, in rows.
///
/// The error includes neither the rounding of answers beyond 2^53 grid steps to doubles, nor the
/// saturation of counts beyond 2^63 - 1.
///
/// Parameters:
/// - state: of any kind; only public parameters are read; it may be empty.
/// - rows: the assumed number of rows of a mean, variance or standard deviation, at least 1. Other
///   kinds ignore it.
/// - epsilon, options: as in indp_state_release_value.
/// - alpha: strictly between 0 and 1.
/// - out: receives the error, in the unit of the answer, in ranks or in rows; infinity if it
///   exceeds the largest double.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, INDP_E_ROWS, INDP_E_UNUSED_SELECTION
/// (a selection was chosen for a minimum or maximum), and the statuses that indp_state_release
/// returns for parameters.
///
/// - Privacy: costs nothing, for a public number of rows.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims U1 and U7 to U10; src/aggregate/expect/proof.md.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_accuracy(
    state: *const c_void,
    rows: u64,
    epsilon: f64,
    alpha: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let out = output!(out)?;
        let options = options!(options);
        *out = expected(own, rows, Alpha::new(alpha)?, &options.terms(epsilon)?)?;
        Ok(())
    })
}

/// The epsilon that a release of a state needs for a given error: the inverse of
/// indp_state_accuracy.
///
/// It is the smallest double epsilon whose error is at most r. The error of a quantile or mode need
/// not be monotone in epsilon, since eta matches epsilon only to about one part in a million, and
/// that of a sum in float arithmetic neither, since the grid halves at some epsilon: an exact sum
/// is released less often on a finer grid. The result is then an epsilon whose error is at most r,
/// while the error of the next smaller double is above r; at a float precision below 60 bits, that
/// of one of the next four smaller doubles.
///
/// Parameters:
/// - state, rows, alpha, options: as in indp_state_accuracy.
/// - r: positive, finite, in the unit of the error that indp_state_accuracy gives.
/// - out: receives epsilon (base e).
///
/// Returns:
/// - as indp_state_accuracy;
/// - INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains it.
///
/// On failure `out` is untouched.
///
/// - Privacy: costs nothing, for a public number of rows.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims U4 and U7 to U10.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_epsilon_for_accuracy(
    state: *const c_void,
    rows: u64,
    alpha: f64,
    r: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let out = output!(out)?;
        let options = options!(options);
        *out = inverse::epsilon(own, rows, Alpha::new(alpha)?, r, options.chosen)?;
        Ok(())
    })
}

/// The error to expect from the release of a mode with a given number of candidates. It equals the
/// result of indp_state_accuracy, but needs no state.
///
/// Parameters:
/// - candidates: the number of candidates, from 1 to 2^20.
/// - rows_per_person: the contribution bound, at least 1.
/// - epsilon, alpha, options: as in indp_state_accuracy.
/// - out: receives the error in rows.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_CATEGORIES, INDP_E_ROWS_PER_PERSON, INDP_E_EPSILON,
/// INDP_E_SELECTION_EPSILON, INDP_E_ALPHA, INDP_E_NO_MEMORY, and the statuses of options that do
/// not apply.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per options object.
/// - Source: docs/specification.md, Claim U10.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_accuracy(
    candidates: u64,
    rows_per_person: u64,
    epsilon: f64,
    alpha: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let out = output!(out)?;
        let options = options!(options);
        let terms = options.terms(epsilon)?;
        *out = selection::mode(candidates, rows_per_person, Alpha::new(alpha)?, &terms)?;
        Ok(())
    })
}

/// The epsilon that a mode needs for a given error: the inverse of indp_mode_accuracy. It equals
/// the result of indp_state_epsilon_for_accuracy, but needs no state.
///
/// Parameters:
/// - candidates, rows_per_person, alpha, options: as in indp_mode_accuracy.
/// - r: positive, finite, in rows.
/// - out: receives epsilon (base e).
///
/// Returns as indp_mode_accuracy, and INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains
/// it. On failure `out` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per options object.
/// - Source: docs/specification.md, Claim U10.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_epsilon_for_accuracy(
    candidates: u64,
    rows_per_person: u64,
    alpha: f64,
    r: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let out = output!(out)?;
        let options = options!(options);
        let alpha = Alpha::new(alpha)?;
        *out = inverse::epsilon_of_mode(candidates, rows_per_person, alpha, r, options.chosen)?;
        Ok(())
    })
}
