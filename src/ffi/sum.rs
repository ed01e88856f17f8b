//! C functions for sum states.

use std::ffi::c_void;

use super::given::{bytes_mut, output, state};
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::{Aggregate, Sum};
use crate::snapping::Snapping;
use crate::Error;

/// Size of a sum state in bytes.
pub const INDP_SUM_STATE_SIZE: usize = 80;

const _: () = assert!(INDP_SUM_STATE_SIZE == Sum::LENGTH);

/// Makes an empty sum.
///
/// Each value is clamped to [lo, hi], rounded to the input grid (nearest, ties to even) and summed
/// exactly: the sum depends neither on the order of the rows nor on their division among states.
/// The functions for states of any kind, such as indp_state_add, add rows, merge states and release
/// them.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: at least INDP_SUM_STATE_SIZE, in bytes.
/// - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
///   take them from the data.
/// - grid: the input grid in the unit of the values, a power of two. max(|lo|, |hi|) / grid must be
///   above 1/2 and at most 2^62. 0 stands for the finest grid for which this quotient is at most
///   2^50.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_LO, INDP_E_HI,
/// INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_init(
    state: *mut c_void,
    size: usize,
    lo: f64,
    hi: f64,
    grid: f64,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        let buffer = bytes_mut!(state, size)?;
        Sum::new(lo, hi, Snapping::grid_option(grid)?, rows_per_person)?.write(buffer)
    })
}

/// The sensitivity of a sum: rows_per_person * max(|lo|, |hi|), where lo and hi are rounded to the
/// input grid.
///
/// The mean absolute value of the noise of a release is sensitivity / epsilon.
///
/// Parameters:
/// - state: a sum.
/// - out: receives the sensitivity in the unit of the values, rounded up to a double.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_sensitivity(state: *const c_void, out: *mut f64) -> indp_status {
    guard(|| {
        let sum = Sum::read(state!(state)?)?;
        *output!(out)? = sum.sensitivity_f64();
        Ok(())
    })
}
