//! C functions for the bytes of states: their sizes in memory, and serialisation.

use std::ffi::c_void;

use super::given::{array, bytes_mut, output, state};
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::state;
use crate::Error;

/// The length that the buffer of a state should have before more rows are added or merged.
///
/// For a quantile this length grows by 4 bytes with each row until it reaches 8 bytes for each
/// candidate. Then it stays the same. The length includes spare room, so that growing the buffer
/// each time it is full copies little. For other kinds the length is the present one.
///
/// To grow a state, reallocate its buffer to that length so that the bytes are kept, then call
/// indp_state_resized.
///
/// Parameters:
/// - state: of any kind.
/// - more: the number of rows to be added.
/// - out: receives the length in bytes. The buffer need not change if it is that long already.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_room(
    state: *const c_void,
    more: u64,
    out: *mut usize,
) -> indp_status {
    guard(|| {
        let room = state::room(state!(state)?, more)?;
        *output!(out)? = usize::try_from(room).map_err(|_| Error::Length)?;
        Ok(())
    })
}

/// The number of rows in a state. To merge this state into another one, make room there for this
/// number of rows (indp_state_room).
///
/// Parameters:
/// - state: of any kind.
/// - out: receives the exact number.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
///
/// - Privacy: costs nothing by itself; the result is the exact number and therefore PRIVATE.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_rows(state: *const c_void, out: *mut u64) -> indp_status {
    guard(|| {
        let rows = state::check(state!(state)?)?.rows;
        *output!(out)? = rows;
        Ok(())
    })
}

/// Records that the buffer of a state now has another length, longer or shorter.
///
/// Parameters:
/// - state: the bytes of the state, in the new buffer.
/// - size: the length of the new buffer, in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (the rows need more).
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_resized(state: *mut c_void, size: usize) -> indp_status {
    guard(|| {
        state!(state)?;
        state::resized(bytes_mut!(state, size)?)
    })
}

/// The size of the serialised bytes of a state.
///
/// It is also the size of the state in memory, except for a quantile.
///
/// Parameters:
/// - state: of any kind.
/// - out: receives the size in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY (quantiles).
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_size(state: *const c_void, out: *mut usize) -> indp_status {
    guard(|| {
        let size = state::serialised_length(state!(state)?)?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Writes the canonical bytes of a live state: see STATES.
///
/// Equal rows and parameters give equal bytes on every machine. include/STATES.md has the layout,
/// field by field.
///
/// Parameters:
/// - state: of any kind.
/// - out: an array of `size` bytes that does not overlap `state`.
/// - size: in bytes, exactly the size that indp_state_size gives.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_BUFFER if `size` differs,
/// INDP_E_LENGTH, INDP_E_RELEASED, INDP_E_NO_MEMORY (quantiles).
///
/// - Privacy: costs nothing by itself; the bytes are raw private data: protect them like the rows.
/// - Thread safety: one thread per state.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
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
        let own = state!(state)?;
        state::serialise(own, bytes_mut!(out, size)?)
    })
}

/// The size of the buffer that serialised bytes need to become a state again.
///
/// For a quantile it may be far more than `length`: 8 bytes for each candidate of the parameters,
/// at most 2^27 + 88 (128 MiB). So 92 forged bytes can request that size: check the size before you
/// allocate memory for untrusted bytes. indp_state_deserialise itself allocates nothing.
///
/// Parameters:
/// - bytes: an array of `length` bytes; any bytes are safe to pass.
/// - length: the number of bytes.
/// - out: receives the size in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per array of bytes.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_deserialised_size(
    bytes: *const c_void,
    length: usize,
    out: *mut usize,
) -> indp_status {
    guard(|| {
        if bytes.is_null() {
            return Err(Error::Null);
        }
        let size = state::deserialised_length(array!(bytes.cast::<u8>(), length)?)?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Reads serialised bytes and validates them completely.
///
/// It checks the length, the version, the parameters, the order of the entries, and that the sums
/// lie within the limits in include/STATES.md.
///
/// Parameters:
/// - state: a buffer of `size` bytes that receives the state; any alignment.
/// - size: in bytes, at least the size that indp_state_deserialised_size gives. That size is
///   `length` for all kinds but a quantile.
/// - bytes: an array of `length` bytes that does not overlap `state`; any bytes are safe to pass.
/// - length: the number of bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_BUFFER. On failure
/// `state` is untouched.
///
/// - Privacy: costs nothing; but each release of a state made from the same stored bytes is a new
///   release and costs its epsilon again.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
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
        let given = array!(bytes.cast::<u8>(), length)?;
        state::deserialise(given, bytes_mut!(state, size)?)
    })
}
