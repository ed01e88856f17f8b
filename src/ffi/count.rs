//! C functions for count states.

use std::ffi::c_void;

use super::given::{bytes_mut, state_mut};
use super::guard::{guard, guard_integers, guard_made};
use super::pointer;
use super::status::indp_status;
use crate::aggregate::{Aggregate, Count};
use crate::Error;

/// Size of a count state in bytes.
pub const INDP_COUNT_STATE_SIZE: usize = 24;

const _: () = assert!(INDP_COUNT_STATE_SIZE == Count::LENGTH);

/// Makes an empty count.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES.
/// - size: at least INDP_COUNT_STATE_SIZE, in bytes.
/// - rows_per_person: the contribution bound, at least 1: see STATES. It is the sensitivity.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_ROWS_PER_PERSON.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_count_init(
    state: *mut c_void,
    size: usize,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        let buffer = bytes_mut!(state, size)?;
        Count::new(rows_per_person)?.write(buffer)
    })
}

/// Counts one row.
///
/// Parameters:
/// - state: a count.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add(state: *mut c_void) -> indp_status {
    // SAFETY: the header requires NULL or a pointer to a state, which nobody else uses during the
    // call.
    guard_made(|| match unsafe { pointer::live_count(state) } {
        Some(own) => Count::add_live(own, 1),
        None => Count::add_rows(state_mut!(state)?, 1),
    })
}

/// Counts a number of rows at once.
///
/// Parameters:
/// - state: a count.
/// - rows: how many rows; may be 0.
///
/// Returns as indp_count_add.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add_many(state: *mut c_void, rows: u64) -> indp_status {
    guard_integers(|| Count::add_rows(state_mut!(state)?, rows))
}
