//! C functions for mode states.

use std::ffi::c_void;

use super::guard::{guard, guard_integers};

use super::given::{array, bytes_mut, output, state, state_mut, structure_mut};
use super::pointer;
use super::status::indp_status;
use super::value::indp_value;
use crate::aggregate::mode::{self, Category};
use crate::aggregate::Kind;
use crate::Error;

/// A category: a text, or an integer. A text never equals an integer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_category {
    /// The text, in any encoding, compared as bytes; NULL for an integer. An empty text is a
    /// pointer that is not NULL, with the length 0.
    pub text: *const u8,
    /// The length of the text in bytes.
    pub length: usize,
    /// The integer, if `text` is NULL.
    pub integer: i64,
}

impl indp_category {
    /// # Safety
    /// `text` is NULL or points to `length` readable bytes.
    unsafe fn read<'a>(&self) -> Result<Category<'a>, Error> {
        if self.text.is_null() {
            return Ok(Category::Integer(self.integer));
        }
        // SAFETY: the caller upholds this safety contract.
        Ok(Category::Text(unsafe { pointer::bytes(self.text.cast(), self.length) }?))
    }
}

/// # Safety
/// `candidates` points to n categories that satisfy the contract of [`indp_category::read`].
unsafe fn read_all<'a>(
    candidates: *const indp_category,
    n: usize,
) -> Result<Vec<Category<'a>>, Error> {
    pointer::check_array(candidates, n)?;
    let mut list = Vec::new();
    list.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
    for i in 0..n {
        // SAFETY: the caller promises n readable categories, and i < n.
        list.push(unsafe { (*candidates.add(i)).read() }?);
    }
    Ok(list)
}

/// Converts a pointer to public candidates to `Vec<Category>`.
macro_rules! categories {
    ($candidates:expr, $n:expr) => {{
        let (candidates, n) = ($candidates, $n);
        // SAFETY: the header requires n readable candidates, each with `length` readable bytes of
        // text.
        unsafe { read_all(candidates, n) }
    }};
}

/// The size of a mode state for given candidates.
///
/// Parameters:
/// - candidates: an array of n candidates.
/// - n: from 1 to 2^20.
/// - out: receives the size in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_CATEGORIES, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per array of candidates.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_size(
    candidates: *const indp_category,
    n: usize,
    out: *mut usize,
) -> indp_status {
    guard(|| {
        let size = mode::length(&categories!(candidates, n)?)?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Makes an empty mode, which is released by a selection on the counts of public candidates.
///
/// See RELEASES. A candidate that occurs in no row can be released.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES. The state keeps a copy of the candidates and does
///   not grow.
/// - size: in bytes, at least the size that indp_mode_size gives.
/// - candidates: an array of n candidates, distinct, in any order, public. Never take them from the
///   data.
/// - n: from 1 to 2^20.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_CATEGORIES,
/// INDP_E_ROWS_PER_PERSON, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_init(
    state: *mut c_void,
    size: usize,
    candidates: *const indp_category,
    n: usize,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        let list = categories!(candidates, n)?;
        mode::init(bytes_mut!(state, size)?, &list, rows_per_person)
    })
}

/// Adds one row with a text to a mode.
///
/// A text that is not a candidate is ignored and does not count as a row.
///
/// Parameters:
/// - state: a mode.
/// - text: an array of `length` bytes; may be NULL if `length` is 0.
/// - length: the length of `text` in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a mode), INDP_E_RELEASED,
/// INDP_E_TOO_MANY_ROWS.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_add_text(
    state: *mut c_void,
    text: *const u8,
    length: usize,
) -> indp_status {
    guard_integers(|| {
        let text = array!(text.cast::<u8>(), length)?;
        mode::add(state_mut!(state, Kind::Mode)?, &Category::Text(text))
    })
}

/// Adds one row with an integer to a mode.
///
/// An integer that is not a candidate is ignored and does not count as a row.
///
/// Parameters:
/// - state: a mode.
/// - value: the integer.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_add_int64(state: *mut c_void, value: i64) -> indp_status {
    guard_integers(|| mode::add(state_mut!(state, Kind::Mode)?, &Category::Integer(value)))
}

/// The number of candidates of a mode.
///
/// Parameters:
/// - state: a mode.
/// - n: receives the number.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode).
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_candidates(state: *const c_void, n: *mut usize) -> indp_status {
    guard_integers(|| {
        let own = state!(state, Kind::Mode)?;
        *output!(n)? = mode::candidates(own)?;
        Ok(())
    })
}

/// Candidate i of a mode.
///
/// Candidates are numbered in this order: integers come first, ascending; then texts, ordered by
/// their bytes.
///
/// Parameters:
/// - state: a mode.
/// - i: the number of the candidate, from 0 to n - 1, where n is what indp_mode_candidates gives.
/// - out: struct_size is set by the caller; receives the candidate, an INDP_VALUE_CANDIDATE, whose
///   `label` points into the state.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (not a mode, or `i` is too
/// large).
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_candidate(
    state: *const c_void,
    i: usize,
    out: *mut indp_value,
) -> indp_status {
    guard_integers(|| {
        let own = state!(state, Kind::Mode)?;
        let out = structure_mut!(out)?;
        *out = indp_value::of_candidate(out.struct_size, i, mode::candidate(own, i)?)?;
        Ok(())
    })
}
