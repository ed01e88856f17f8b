//! Count states.

use std::ffi::c_void;

use super::guard::{guard, guard_integers, guard_made};
use super::options::indp_options;
use super::pointer::{self, borrow_mut, bytes_mut};
use super::source::{Numbered, Release};
use super::status::indp_status;
use crate::aggregate::count::Count;
use crate::aggregate::header::Kind;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// Size of a count state in bytes.
pub const INDP_COUNT_STATE_SIZE: usize = 24;

const _: () = assert!(INDP_COUNT_STATE_SIZE == Kind::Count.length());

/// Makes an empty count.
/// state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes, is used
/// by one thread at a time, holds raw private data, and needs no freeing. Layout: include/STATES.md.
/// size: at least INDP_COUNT_STATE_SIZE.
/// rows_per_person: the rows that one person may have, at least 1; promised by the caller, not enforced.
/// It is the sensitivity: neighbouring data sets differ by all rows of one person.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_ROWS_PER_PERSON.
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
        let buffer = unsafe { bytes_mut(state, size) }?;
        Count::new(rows_per_person)?.write(buffer)
    })
}

/// Counts one row. Costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
/// Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add(state: *mut c_void) -> indp_status {
    guard_made(|| match unsafe { pointer::live_count(state) } {
        Some(own) => Count::add_live(own, 1),
        None => Count::add(unsafe { pointer::state_mut(state) }?, 1),
    })
}

/// Counts rows rows. Costs no privacy. Returns as indp_count_add. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_add_many(state: *mut c_void, rows: u64) -> indp_status {
    guard_integers(|| Count::add(unsafe { pointer::state_mut(state) }?, rows))
}

/// Releases the count, once: lambda = rows_per_person / epsilon, grid 1, no bound (in real arithmetic, the default). Costs epsilon.
/// In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and the count is
/// clamped at the power of two at or above the sensitivity, times 2^min(64, p - 23), at the automatic precision
/// times at least 2^64. Lambda must be at least 1: epsilon below rows_per_person.
/// epsilon: privacy loss (base e), positive, finite.
/// options: may be NULL. Its grid must be at least 1. A seed or callback serves this call alone.
/// out: receives an unbiased integer, which may be negative.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_GRID,
/// INDP_E_LAMBDA, INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched and the state still live.
/// Since 0.1.0. Example: examples-c/quickstart.c. Source: SPEC section 7, Mironov 2012.
#[no_mangle]
pub unsafe extern "C" fn indp_count_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut i64,
) -> indp_status {
    struct Once<'a>(&'a mut Count, Snapping);
    impl Release for Once<'_> {
        type Output = i64;
        fn run<W: Words>(self, tape: &mut W) -> Result<i64, Error> {
            self.0.release(&self.1, tape)
        }
    }
    guard(|| {
        let own = unsafe { pointer::state_of(state, Kind::Count) }?;
        let out = unsafe { borrow_mut(out) }?;
        let mut count = Count::read(own)?;
        count.0.live()?;
        let options = unsafe { indp_options::or_default(options) };
        let mechanism = count.mechanism(&options.choice(epsilon)?)?;
        let answer = Numbered::new(options.source).call(Once(&mut count, mechanism))?;
        count.write(own)?;
        *out = answer;
        Ok(())
    })
}
