//! States of any kind: merging and moving.

use std::ffi::c_void;

use super::guard::guard;
use super::pointer::{borrow_mut, bytes, bytes_mut, state_length};
use super::status::indp_status;
use crate::aggregate::state::State;
use crate::Error;

unsafe fn read(state: *const c_void) -> Result<State, Error> {
    State::read(unsafe { bytes(state, state_length(state)?) }?)
}

/// Adds the rows of other to state. Both need the same kind and parameters. Merging in any order and
/// grouping gives the same bytes as adding all rows to one state. Costs no privacy.
/// state, other: made by an _init function or indp_state_deserialise; they may be the same.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH,
/// INDP_E_TOO_MANY_ROWS; on failure state is untouched. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_merge(state: *mut c_void, other: *const c_void) -> indp_status {
    guard(|| {
        let (mut sum, more) = unsafe { (read(state)?, read(other)?) };
        sum.merge(&more)?;
        sum.write(unsafe { bytes_mut(state, state_length(state)?) }?)
    })
}

/// The size of a state in bytes, in memory and serialised.
/// state: at least 24 readable bytes. out: receives the size.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_size(state: *const c_void, out: *mut usize) -> indp_status {
    guard(|| {
        let size = unsafe { state_length(state) }?;
        *unsafe { borrow_mut(out) }? = size;
        Ok(())
    })
}

/// Writes the canonical bytes of a live state: equal rows and parameters give equal bytes on every
/// machine. They are raw private data: protect them like the table. Costs no privacy by itself.
/// All numbers are little-endian: 0..4 "indp"; 4 version 1; 5 kind (1 count, 2 sum); 6 and 7 zero;
/// 8..16 rows per person, u64; 16..24 rows, u64; for a sum also 24..32 lo and 32..40 hi in steps of the
/// input grid, i64; 40..44 e, i32, the grid being 2^e; 44..48 zero; 48..64 the sum in steps, i128.
/// out: size bytes. size: exactly that of indp_state_size.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for another size), INDP_E_LENGTH,
/// INDP_E_RELEASED. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_serialise(
    state: *const c_void,
    out: *mut c_void,
    size: usize,
) -> indp_status {
    guard(|| {
        if out.is_null() {
            return Err(Error::Null);
        }
        let state = unsafe { read(state) }?;
        state.serialise(unsafe { bytes_mut(out, size) }?)
    })
}

/// Reads serialised bytes, checking everything: length, version, parameters, and that some rows could
/// have given the sum. Any bytes are safe to pass. Costs no privacy; but each release of a state made
/// from the same stored bytes is a new release and costs its epsilon again.
/// state: receives the state; size bytes, no alignment needed. size: at least length.
/// bytes: length bytes, no overlap with state.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH; on failure state is untouched. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_deserialise(
    state: *mut c_void,
    size: usize,
    bytes: *const c_void,
    length: usize,
) -> indp_status {
    guard(|| {
        if state.is_null() || bytes.is_null() {
            return Err(Error::Null);
        }
        let read = State::deserialise(unsafe { super::pointer::bytes(bytes, length) }?)?;
        read.write(unsafe { bytes_mut(state, size) }?)
    })
}
