//! Mode states.

use std::ffi::{c_char, c_void};

use super::guard::{guard, guard_integers};
use super::options::indp_options;
use super::pointer::{self, borrow_mut, bytes, bytes_mut};
use super::source::{Numbered, Release};
use super::status::indp_status;
use crate::aggregate::header::Kind;
use crate::aggregate::mode::{self, Category};
use crate::exponential::Exponential;
use crate::tape::Words;
use crate::Error;

/// A category: text, of length bytes in any encoding, compared as bytes; or, if text is NULL, an integer. A text never
/// equals an integer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_category {
    /// NULL for an integer.
    pub text: *const c_char,
    /// Of the text, in bytes.
    pub length: usize,
    /// If text is NULL.
    pub integer: i64,
}

impl indp_category {
    /// # Safety
    /// `text` is NULL or points to `length` readable bytes.
    unsafe fn read<'a>(&self) -> Result<Category<'a>, Error> {
        if self.text.is_null() {
            return Ok(Category::Integer(self.integer));
        }
        // SAFETY: as promised.
        Ok(Category::Text(unsafe { bytes(self.text.cast(), self.length) }?))
    }

    fn of(category: Category<'_>) -> Self {
        match category {
            Category::Integer(integer) => indp_category { text: std::ptr::null(), length: 0, integer },
            Category::Text(text) => {
                indp_category { text: text.as_ptr().cast(), length: text.len(), integer: 0 }
            }
        }
    }
}

/// # Safety
/// n categories, each as [`indp_category::read`] needs them.
unsafe fn read_all<'a>(candidates: *const indp_category, n: usize) -> Result<Vec<Category<'a>>, Error> {
    pointer::array(candidates, n)?;
    let mut list = Vec::new();
    list.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
    for i in 0..n {
        // SAFETY: i < n.
        list.push(unsafe { (*candidates.add(i)).read() }?);
    }
    Ok(list)
}

/// The size of a mode state for these candidates. Costs no privacy.
/// candidates: n of them. out: receives the size in bytes.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_CATEGORIES, INDP_E_NO_MEMORY. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_size(
    candidates: *const indp_category,
    n: usize,
    out: *mut usize,
) -> indp_status {
    guard(|| {
        let size = mode::length(&unsafe { read_all(candidates, n) }?)?;
        *unsafe { borrow_mut(out) }? = size;
        Ok(())
    })
}

/// Makes an empty mode: the exponential mechanism on the counts of public candidates; see indp_mode_release. A candidate
/// that no row has can win.
/// state: size bytes, which the caller owns; no alignment needed. It keeps a copy of the candidates and does not grow. It
/// holds raw private data. Layout: include/STATES.md.
/// size: at least that of indp_mode_size.
/// candidates: n of them, distinct, in any order, public. Never take them from the data. n: 1 to 2^20.
/// rows_per_person: the rows that one person may have, at least 1; promised by the caller, not enforced.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_CATEGORIES,
/// INDP_E_ROWS_PER_PERSON, INDP_E_NO_MEMORY. Since 0.1.0.
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
        let list = unsafe { read_all(candidates, n) }?;
        mode::init(unsafe { bytes_mut(state, size) }?, &list, rows_per_person)
    })
}

/// Adds one row with a text. A text that is no candidate is ignored: it is no row. Costs no privacy.
/// text: length bytes; NULL is accepted if length is 0.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_STATE (not a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_add_text(
    state: *mut c_void,
    text: *const c_char,
    length: usize,
) -> indp_status {
    guard_integers(|| {
        let text = unsafe { bytes(text.cast(), length) }?;
        mode::add(unsafe { pointer::state_of(state, Kind::Mode) }?, &Category::Text(text))
    })
}

/// Adds one row with an integer. An integer that is no candidate is ignored: it is no row. Costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_add_int64(state: *mut c_void, value: i64) -> indp_status {
    guard_integers(|| mode::add(unsafe { pointer::state_of(state, Kind::Mode) }?, &Category::Integer(value)))
}

struct Once<'a>(&'a mut [u8], Exponential);

impl Release for Once<'_> {
    type Output = indp_category;
    fn run<W: Words>(self, tape: &mut W) -> Result<indp_category, Error> {
        mode::release(self.0, &self.1, tape).map(indp_category::of)
    }
}

/// Releases the mode, once: a candidate, chosen with probability proportional to 2^(eta count), exactly, where eta is
/// what epsilon allows for counts of which one person moves all in one direction. Costs epsilon.
/// epsilon: privacy loss (base e), positive, finite.
/// options: may be NULL. Its grid and float precision play no part. A seed or callback serves this call alone.
/// out: receives the candidate; a text points into the state and has no terminating NUL.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_ROWS_PER_PERSON (above 2^63), INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched and the state
/// still live. Since 0.1.0. Source: SPEC section 7, Ilvento.
#[no_mangle]
pub unsafe extern "C" fn indp_mode_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut indp_category,
) -> indp_status {
    guard(|| {
        let own = unsafe { pointer::state_of(state, Kind::Mode) }?;
        let out = unsafe { borrow_mut(out) }?;
        let options = unsafe { indp_options::or_default(options) };
        mode::check(own)?.live()?;
        let plan = mode::plan(own, &options.choice(epsilon)?)?;
        *out = Numbered::new(options.source).call(Once(own, plan))?;
        Ok(())
    })
}
