//! C functions that compute intervals around released answers.

use std::ffi::c_void;

use super::given::{array, options, output, state};
use super::guard::guard;
use super::options::indp_options;
use super::status::indp_status;
use crate::aggregate::expect::interval::Around;
use crate::aggregate::expect::region;
use crate::aggregate::Parts;
use crate::utility::Alpha;
use crate::Error;

/// An interval around a released count or sum.
///
/// With probability at least 1 - alpha over the noise, the interval holds the exact count, or the
/// exact sum of the values after they are clamped and rounded to the input grid, whatever the rows
/// are. In float arithmetic the magnitude of the exact answer must be at most the bound of the
/// release. The ends of an interval around a count are whole numbers of at least 0.
///
/// Parameters:
/// - state: a count or sum with the parameters of the released one; only the parameters are read;
///   it may be empty.
/// - answer: the answer that indp_state_release wrote.
/// - epsilon: the epsilon of the release.
/// - options: the options of the release; may be NULL.
/// - alpha: strictly between 0 and 1.
/// - low: receives the lower end, which may be -infinity.
/// - high: receives the upper end, which may be infinity.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (neither a count nor a sum), INDP_E_ANSWER (not
/// finite), INDP_E_ALPHA, and the statuses that indp_state_release returns for parameters. On
/// failure both outputs are untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims U1 and U11.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_interval(
    state: *const c_void,
    answer: f64,
    epsilon: f64,
    alpha: f64,
    options: *const indp_options,
    low: *mut f64,
    high: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        // Both outputs are checked before the work starts. They are never borrowed at the same
        // time, since the caller may pass the same pointer twice.
        output!(low)?;
        output!(high)?;
        let options = options!(options);
        let around = Around::new(own, Alpha::new(alpha)?, &options.terms(epsilon)?)?;
        let found = around.interval(answer)?;
        *output!(low)? = found.low;
        *output!(high)? = found.high;
        Ok(())
    })
}

/// An interval around a released mean, variance or standard deviation, from its parts.
///
/// If there is at least one row, the interval holds the exact answer with probability at least
/// 1 - alpha over the noise, whatever the rows are. The exact answer is computed from the rows
/// after they are clamped and rounded to the input grid. The interval always holds the released
/// answer.
///
/// Parameters:
/// - state: a mean, variance or standard deviation with the parameters of the released one; only
///   its kind, bounds and grid are read; it may be empty.
/// - value: the released answer, which is the `value` that indp_state_release_parts wrote.
/// - sums: an array of `number` noisy sums, which are the `sum` of the same parts.
/// - number: the number of sums: 2 for a mean, 3 for a variance or standard deviation.
/// - scale: the noise scale, which is the `scale` of the same parts.
/// - alpha: strictly between 0 and 1.
/// - low: receives the lower end, in the unit of the answer.
/// - high: receives the upper end, in that unit.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (of another kind), INDP_E_ANSWER (the
/// parts are not finite, or of another kind), INDP_E_ALPHA, INDP_E_NO_MEMORY. On failure both
/// outputs are untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Source: docs/specification.md, Claim U11; src/aggregate/expect/proof.md.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_parts_interval(
    state: *const c_void,
    value: f64,
    sums: *const f64,
    number: usize,
    scale: f64,
    alpha: f64,
    low: *mut f64,
    high: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        // Both outputs are checked before the work starts. They are never borrowed at the same
        // time, since the caller may pass the same pointer twice.
        output!(low)?;
        output!(high)?;
        let given = array!(sums, number)?;
        let mut parts = Parts { value, count: 0.0, sums: [0.0; 3], number, scale };
        parts.sums.get_mut(..number).ok_or(Error::Answer)?.copy_from_slice(given);
        let found = region::interval(own, &parts, Alpha::new(alpha)?)?;
        *output!(low)? = found.low;
        *output!(high)? = found.high;
        Ok(())
    })
}
