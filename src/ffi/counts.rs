//! C functions that release all counts of a histogram or mode.

use std::ffi::c_void;

use super::given::{options, output, state, state_mut};
use super::guard::guard;
use super::options::indp_options;
use super::pointer::check_array;
use super::status::indp_status;
use crate::aggregate::{counts, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// The number of counts that indp_state_release_counts releases.
///
/// Parameters:
/// - state: a histogram or a mode.
/// - n: receives the number: the cells of a histogram, which has two more cells than edges, or the
///   candidates of a mode.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for other kinds of state).
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_counts(state: *const c_void, n: *mut usize) -> indp_status {
    guard(|| {
        let number = counts::cells(state!(state)?)?;
        *output!(n)? = number;
        Ok(())
    })
}

/// Releases all counts of a histogram or mode, once, for one epsilon.
///
/// Each released count has the same distribution as if a separate count (indp_count_init) of the
/// rows in its cell had been released, with the same rows_per_person, epsilon and options. A row is
/// in at most one cell, so epsilon is not divided among the counts.
///
/// Parameters:
/// - state: a live histogram or mode. A mode ignores values that are not candidates, so they are in
///   no count.
/// - epsilon, options: as in indp_state_release_value, for a count, but a float precision is
///   refused.
/// - out: an array of n integers; receives the counts of the cells in ascending order, or of the
///   candidates in the order of indp_mode_candidate. They are unbiased and may be negative.
/// - n: at least the number that indp_state_counts gives. Further elements are untouched.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (also for other kinds of state),
///   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_GRID, INDP_E_ENTROPY,
///   INDP_E_NO_MEMORY;
/// - INDP_E_BUFFER if n is too small;
/// - INDP_E_UNUSED_PRECISION and the other statuses of options that do not apply.
///
/// On failure `out` is untouched and the state is still live.
///
/// - Privacy: costs epsilon for all counts together.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claim A11.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release_counts(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut i64,
    n: usize,
) -> indp_status {
    struct Once<'a>(&'a mut [u8], Terms);
    impl Release for Once<'_> {
        type Output = Vec<i64>;
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Vec<i64>, Error> {
            counts::release(self.0, &self.1, tape)
        }
    }
    guard(|| {
        let own = state_mut!(state)?;
        check_array(out, n)?;
        let options = options!(options);
        if n < counts::cells(own)? {
            return Err(Error::Buffer);
        }
        let answers = Numbered::new(options.source).call(Once(own, options.terms(epsilon)?))?;
        // SAFETY: `out` has n writable elements, and there are at most n answers.
        unsafe { answers.as_ptr().copy_to_nonoverlapping(out, answers.len()) };
        Ok(())
    })
}

/// Checks whether indp_state_release_counts would fail for a public reason: the parameters, or an
/// earlier release of the state.
///
/// Parameters:
/// - state: a histogram or a mode.
/// - epsilon, options: as in indp_state_release_counts.
///
/// Returns what indp_state_release_counts would, except INDP_E_BUFFER and INDP_E_ENTROPY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_can_release_counts(
    state: *const c_void,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let terms = options!(options).terms(epsilon)?;
        counts::can_release(own, &terms)
    })
}
