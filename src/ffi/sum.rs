//! Sum states.

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

/// Makes an empty sum. Each value is clamped to [lo, hi], rounded to the input grid (nearest, ties
/// to even) and summed exactly: the sum depends neither on the order nor on the split of the rows.
/// state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes,
/// is used by one thread at a time, holds raw private data, and needs no freeing. Layout:
/// include/STATES.md.
/// size: at least INDP_SUM_STATE_SIZE.
/// lo, hi: public bounds of a value, finite, lo < hi, in the unit of the values. Never take them
/// from the data.
/// grid: the input grid, a power of two that divides the larger of |lo|, |hi| into at most 2^62
/// steps;
/// 0 for the finest that needs at most 2^50.
/// rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
/// enforced.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_LO,
/// INDP_E_HI, INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON. Since 0.1.0. Example:
/// examples-c/quickstart.c.
/// Rows are added, merged and released by the functions for states of any kind: indp_state_add and
/// the others.
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

/// The sensitivity of the sum, rows_per_person * max(|lo|, |hi|) with the bounds on the input grid,
/// rounded up to a double, in the unit of the values. The noise of a release has the mean absolute
/// value sensitivity / epsilon. Public; costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_sensitivity(state: *const c_void, out: *mut f64) -> indp_status {
    guard(|| {
        let sum = Sum::read(state!(state)?)?;
        *output!(out)? = sum.sensitivity_f64();
        Ok(())
    })
}
