//! Count states.

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
/// state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes,
/// is used by one thread at a time, holds raw private data, and needs no freeing. Layout:
/// include/STATES.md.
/// size: at least INDP_COUNT_STATE_SIZE.
/// rows_per_person: the rows that one person may have, at least 1; promised by the caller, not
/// enforced.
/// It is the sensitivity: neighbouring data sets differ by all rows of one person.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH,
/// INDP_E_ROWS_PER_PERSON.
/// Since 0.1.0. Example: examples-c/quickstart.c.
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

/// Counts one row. Costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
/// Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add(state: *mut c_void) -> indp_status {
    // SAFETY: the header asks for NULL or a pointer to a state, that nobody else uses during the
    // call.
    guard_made(|| match unsafe { pointer::live_count(state) } {
        Some(own) => Count::add_live(own, 1),
        None => Count::add_rows(state_mut!(state)?, 1),
    })
}

/// Counts rows rows. Costs no privacy. Returns as indp_count_add. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add_many(state: *mut c_void, rows: u64) -> indp_status {
    guard_integers(|| Count::add_rows(state_mut!(state)?, rows))
}
