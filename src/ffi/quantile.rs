//! C functions for quantile states.

use std::ffi::c_void;

use super::given::{array, bytes_mut, options, state, state_mut};
use super::guard::guard;
use super::options::indp_options;
use super::pointer::check_array;
use super::status::indp_status;
use crate::aggregate::quantile::many;
use crate::aggregate::{Aggregate, Quantile, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// Size of an empty quantile state in bytes. The state grows with its rows: see indp_state_room.
pub const INDP_QUANTILE_STATE_SIZE: usize = 80;

const _: () = assert!(INDP_QUANTILE_STATE_SIZE == Quantile::LENGTH);

/// Makes an empty quantile, which is released by a selection among public candidates: see RELEASES.
///
/// The median is q = 0.5. Each value counts at the candidate nearest to it. The candidates are the
/// multiples of a power of two, from the multiple nearest to lo to the multiple nearest to hi.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: in bytes, at least INDP_QUANTILE_STATE_SIZE. Each row to be added before the buffer
///   grows (indp_state_room) needs 4 bytes more, but all rows together never need more than 8 bytes
///   for each candidate.
/// - q: from 0 to 1. It stands for the simplest fraction a/b within 2^-52 of q; b must be at most
///   10,000.
/// - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
///   take them from the data.
/// - candidates: a number from 2 to 2^24 + 1 chooses the finest power of two that gives at most
///   this number of candidates. 0, the default, chooses the integers if lo and hi are integers at
///   most 2^14 apart. Otherwise 0 chooses the finest power of two that gives at most 2^14 + 1
///   candidates.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_QUANTILE, INDP_E_LO,
///   INDP_E_HI, INDP_E_RANGE, INDP_E_ROWS_PER_PERSON;
/// - INDP_E_CANDIDATES, also if there is no such power of two for which lo and hi are different
///   candidates.
///
/// On failure `state` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_quantile_init(
    state: *mut c_void,
    size: usize,
    q: f64,
    lo: f64,
    hi: f64,
    candidates: u64,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        let buffer = bytes_mut!(state, size)?;
        Quantile::new(q, lo, hi, candidates, rows_per_person)?.init(buffer)
    })
}

/// Releases several quantiles of the values of one state, once, for one epsilon.
///
/// For three or more quantiles, the answers are usually more accurate than those of separate
/// releases that share epsilon. Two quantiles are instead selected from all rows, each for half of
/// epsilon.
///
/// Three or more quantiles are selected by recursion. The first selection chooses the middle one of
/// the quantiles and divides the rows into a lower and an upper part. The smaller quantiles are
/// then selected from the lower part in the same way, and the larger quantiles from the upper part.
/// k different quantiles need ceil(log2(k + 1)) levels of selections, and each level gets the same
/// share of epsilon. Rows with equal values can go to different parts.
///
/// Parameters:
/// - state: a live quantile; its own q is ignored.
/// - q: an array of n numbers, each as in indp_quantile_init, in any order. Equal numbers get the
///   same answer. When the rows are divided, each q becomes another quantile of a part of the rows.
///   If the denominator of that quantile exceeds 10,000, the nearest allowed fraction is used.
/// - n: from 1 to 1,000.
/// - epsilon, options: as in indp_state_release_value, for a quantile.
/// - out: an array of n numbers; receives the answers in the order of q. A larger q never has a
///   smaller answer.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a quantile), INDP_E_RELEASED,
///   INDP_E_EPSILON, INDP_E_SELECTION_EPSILON, INDP_E_ROWS_PER_PERSON, INDP_E_ENTROPY,
///   INDP_E_NO_MEMORY;
/// - INDP_E_QUANTILE for an element of q, INDP_E_QUANTILES for n;
/// - INDP_E_UNUSED_GRID and the other statuses of options that do not apply.
///
/// On failure `out` is untouched and the state is still live.
///
/// - Privacy: costs epsilon for all answers together.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claim A10; Kaplan, Schnapp and Stemmer 2022.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_quantile_release_many(
    state: *mut c_void,
    q: *const f64,
    n: usize,
    epsilon: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    struct Once<'a>(&'a mut [u8], &'a [f64], Terms);
    impl Release for Once<'_> {
        type Output = Vec<f64>;
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Vec<f64>, Error> {
            many::release(self.0, self.1, &self.2, tape)
        }
    }
    guard(|| {
        let own = state_mut!(state)?;
        check_array(q, n)?;
        check_array(out, n)?;
        let options = options!(options);
        let once = Once(own, array!(q, n)?, options.terms(epsilon)?);
        let answers = Numbered::new(options.source).call(once)?;
        // SAFETY: `out` has n writable elements, and there is one answer for each element of `q`.
        unsafe { answers.as_ptr().copy_to_nonoverlapping(out, answers.len()) };
        Ok(())
    })
}

/// Checks whether indp_quantile_release_many would fail for a public reason: the parameters, or an
/// earlier release of the state.
///
/// Parameters:
/// - state: a quantile.
/// - q, n, epsilon, options: as in indp_quantile_release_many.
///
/// Returns what indp_quantile_release_many would, except INDP_E_ENTROPY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_quantile_can_release_many(
    state: *const c_void,
    q: *const f64,
    n: usize,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        check_array(q, n)?;
        let terms = options!(options).terms(epsilon)?;
        many::can_release(own, array!(q, n)?, &terms)
    })
}
