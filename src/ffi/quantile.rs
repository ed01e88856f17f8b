//! C functions for quantile states.

use std::ffi::c_void;

use super::given::bytes_mut;
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::{Aggregate, Quantile};
use crate::Error;

/// Size of an empty quantile state in bytes. The state grows with its rows: see indp_state_room.
pub const INDP_QUANTILE_STATE_SIZE: usize = 80;

const _: () = assert!(INDP_QUANTILE_STATE_SIZE == Quantile::LENGTH);

/// Makes an empty quantile, which is released by a selection among public candidates: see RELEASES.
///
/// The median is q = 0.5. Each value counts at the candidate nearest to it. The candidates are the
/// multiples of a power of two between lo and hi.
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
/// - INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_QUANTILE, INDP_E_LO,
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
