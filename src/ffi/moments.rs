//! C functions for mean, variance and standard deviation states.

use std::ffi::c_void;

use super::given::bytes_mut;
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::{Aggregate, Mean, Stddev, Variance};
use crate::snapping::Snapping;
use crate::Error;

/// Size of a mean state in bytes.
pub const INDP_MEAN_STATE_SIZE: usize = 80;
/// Size of a variance state in bytes.
pub const INDP_VARIANCE_STATE_SIZE: usize = 96;
/// Size of a standard deviation state in bytes.
pub const INDP_STDDEV_STATE_SIZE: usize = 96;

const _: () = assert!(INDP_MEAN_STATE_SIZE == Mean::LENGTH);
const _: () = assert!(INDP_VARIANCE_STATE_SIZE == Variance::LENGTH);
const _: () = assert!(INDP_STDDEV_STATE_SIZE == Stddev::LENGTH);

/// Makes an empty mean, which is released from noisy sums of the distances to both bounds.
///
/// See RELEASES. Values are clamped and rounded as for a sum.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: at least INDP_MEAN_STATE_SIZE, in bytes.
/// - lo, hi: public clamping bounds of a value, finite, lo < hi, in the unit of the values. Never
///   take them from the data.
/// - grid: the input grid, a power of two, in the unit of the values. max(|lo|, |hi|) / grid must
///   be above 1/2 and at most 2^62, and lo and hi must round to different multiples of the grid. 0
///   chooses the finest grid for which that quotient is at most 2^50.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_LO, INDP_E_HI,
/// INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mean_init(
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
        Mean::new(lo, hi, Snapping::grid_option(grid)?, rows_per_person)?.write(buffer)
    })
}

/// Makes an empty population variance: the divisor is the number of rows.
///
/// It is released from noisy sums of squares of the distances to both bounds: see RELEASES.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: at least INDP_VARIANCE_STATE_SIZE, in bytes.
/// - lo, hi: as in indp_mean_init.
/// - grid: as in indp_mean_init, but max(|lo|, |hi|) / grid is at most 2^31, whether you choose the
///   grid or pass 0.
/// - rows_per_person: as in indp_mean_init.
///
/// Returns as indp_mean_init.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_variance_init(
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
        Variance::new(lo, hi, Snapping::grid_option(grid)?, rows_per_person)?.write(buffer)
    })
}

/// Makes an empty standard deviation, the square root of a variance.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: at least INDP_STDDEV_STATE_SIZE, in bytes.
/// - lo, hi, grid, rows_per_person: as in indp_variance_init.
///
/// Returns as indp_mean_init.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_stddev_init(
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
        Stddev::new(lo, hi, Snapping::grid_option(grid)?, rows_per_person)?.write(buffer)
    })
}
