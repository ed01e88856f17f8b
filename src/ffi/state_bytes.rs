//! States as bytes: how long they are, in memory and in transit.

use std::ffi::c_void;

use super::given::{array, bytes_mut, output, state};
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::state;
use crate::Error;

/// The length in bytes that the buffer of a state should have before more rows are added or merged.
/// For a quantile it grows with the rows, 4 bytes each, up to 8 bytes for each candidate; the
/// length told leaves room to spare, so that asking each time the buffer is full copies little. For
/// other kinds it is the length they have.
/// state: of any kind. more: how many rows.
/// out: receives the length; the buffer need not change if it is that long already.
/// To grow: reallocate to that length, keeping the bytes, and tell indp_state_resized.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_room(state: *const c_void, more: u64, out: *mut usize) -> indp_status {
    guard(|| {
        let room = state::room(state!(state)?, more)?;
        *output!(out)? = usize::try_from(room).map_err(|_| Error::Length)?;
        Ok(())
    })
}

/// The rows in a state: what a merge of it needs room for. Private: it is the exact number. Costs
/// no privacy by itself.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_rows(state: *const c_void, out: *mut u64) -> indp_status {
    guard(|| {
        let rows = state::check(state!(state)?)?.rows;
        *output!(out)? = rows;
        Ok(())
    })
}

/// Tells a state that its buffer now has another length, longer or shorter. Costs no privacy.
/// state: its bytes, in the new buffer. size: the length of that.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (its rows need more).
/// Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_resized(state: *mut c_void, size: usize) -> indp_status {
    guard(|| {
        state!(state)?;
        state::resized(bytes_mut!(state, size)?)
    })
}

/// The size of a state's serialised bytes; that of the state in memory too, except for a quantile.
/// Costs no privacy.
/// state: of any kind. out: receives the size.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_NO_MEMORY (a quantile's). Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_size(state: *const c_void, out: *mut usize) -> indp_status {
    guard(|| {
        let size = state::serialised_length(state!(state)?)?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Writes the canonical bytes of a live state: equal rows and parameters give equal bytes on every
/// machine. They are raw private data: protect them like the table. Costs no privacy by itself.
/// The layout, field by field, is in include/STATES.md.
/// out: size bytes, no overlap with state. size: exactly that of indp_state_size.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for another size), INDP_E_LENGTH,
/// INDP_E_RELEASED, INDP_E_NO_MEMORY (a quantile's). Since 0.1.0. Example: examples-c/quickstart.c.
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

/// The size of the buffer that serialised bytes need to become a state again. Any bytes are safe to
/// pass. Costs no privacy. For a quantile it may be far more than length: 8 bytes for each
/// candidate of the parameters, at most 2^27 + 88 (128 MiB), so that 92 forged bytes can ask for
/// that. Look at it before you allocate bytes from outside; indp_state_deserialise itself allocates
/// nothing.
/// bytes: length bytes. out: receives the size.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH. Since 0.1.0.
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

/// Reads serialised bytes, checking everything: length, version, parameters, order, and that some
/// rows could have given the sums. Any bytes are safe to pass. Costs no privacy; but each release
/// of a state made from the same stored bytes is a new release and costs its epsilon again.
/// state: receives the state; size bytes, no alignment needed. size: at least that of
/// indp_state_deserialised_size, which is length for all kinds but a quantile.
/// bytes: length bytes, no overlap with state.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_LENGTH, INDP_E_CAPACITY (size); on failure
/// state is untouched.
/// Since 0.1.0.
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
