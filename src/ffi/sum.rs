//! Sum states.

use std::ffi::c_void;

use super::guard::guard;
use super::options::indp_options;
use super::pointer::{self, array, borrow_mut, bytes_mut};
use super::source::{Numbered, Release};
use super::status::indp_status;
use crate::aggregate::header::Kind;
use crate::aggregate::sum::Sum;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// Size of a sum state in bytes.
pub const INDP_SUM_STATE_SIZE: usize = 64;

const _: () = assert!(INDP_SUM_STATE_SIZE == Kind::Sum.length());

unsafe fn update(
    state: *mut c_void,
    change: impl FnOnce(&mut Sum) -> Result<(), Error>,
) -> Result<(), Error> {
    let own = unsafe { pointer::state(state, Kind::Sum) }?;
    let mut sum = Sum::read(own)?;
    change(&mut sum)?;
    sum.write(own)
}

/// Makes an empty sum. Each value is clamped to [lo, hi], rounded to the input grid (nearest, ties to
/// even) and summed exactly: the sum depends neither on the order nor on the split of the rows.
/// state: size bytes, which the caller owns; no alignment needed. A state may be copied as bytes, is used
/// by one thread at a time, holds raw private data, and needs no freeing. Layout: indp_state_serialise.
/// size: at least INDP_SUM_STATE_SIZE.
/// lo, hi: public bounds of a value, finite, lo < hi, in the unit of the values. Never take them from
/// the data.
/// grid: the input grid, a power of two that divides the larger of |lo|, |hi| into at most 2^62 steps;
/// 0 for the finest that needs at most 2^50.
/// rows_per_person: the rows that one person may have, at least 1; promised by the caller, not enforced.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (size), INDP_E_LENGTH, INDP_E_LO, INDP_E_HI,
/// INDP_E_RANGE, INDP_E_GRID, INDP_E_ROWS_PER_PERSON. Since 0.1.0. Example: examples-c/quickstart.c.
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
        let buffer = unsafe { bytes_mut(state, size) }?;
        Sum::new(lo, hi, Snapping::grid_option(grid)?, rows_per_person)?.write(buffer)
    })
}

/// Adds one row. NaN counts as the point of [lo, hi] nearest to 0, infinities clamp. Costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a sum), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS.
/// Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_add(state: *mut c_void, value: f64) -> indp_status {
    guard(|| unsafe { update(state, |sum| sum.add(value)) })
}

/// Adds one row with an integer value, exactly. Costs no privacy. Returns as indp_sum_add. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_add_int64(state: *mut c_void, value: i64) -> indp_status {
    guard(|| unsafe { update(state, |sum| sum.add_int64(value)) })
}

/// Adds n rows, all or none; the same state as n calls of indp_sum_add. Costs no privacy.
/// values: n doubles, may be NULL if n is 0.
/// Returns as indp_sum_add, and INDP_E_LENGTH. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_add_many(state: *mut c_void, values: *const f64, n: usize) -> indp_status {
    guard(|| {
        array(values, n)?;
        // SAFETY: i < n.
        let rows = (0..n).map(|i| unsafe { *values.add(i) });
        unsafe { update(state, |sum| sum.add_many(rows)) }
    })
}

/// The sensitivity of the sum, rows_per_person * max(|lo|, |hi|) with the bounds on the input grid,
/// rounded up to a double, in the unit of the values. The noise of a release has the mean absolute value
/// sensitivity / epsilon. Public; costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_sensitivity(state: *const c_void, out: *mut f64) -> indp_status {
    guard(|| {
        let sum = Sum::read(unsafe { pointer::state(state.cast_mut(), Kind::Sum) }?)?;
        *unsafe { borrow_mut(out) }? = sum.sensitivity_f64();
        Ok(())
    })
}

/// Releases the sum, once: the exact integer goes into the snapping mechanism with
/// lambda = sensitivity / epsilon and no bound (in real arithmetic, the default). Costs epsilon.
/// In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and the sum is
/// clamped at the power of two at or above the sensitivity, times 2^min(64, p - 23), at the automatic precision
/// times at least 2^64. A grid cannot be chosen.
/// epsilon: privacy loss (base e), positive, finite.
/// options: may be NULL. Its grid is that of the release, by default the larger of the input grid and
/// Lambda / 1024. A seed or callback serves this call alone.
/// out: receives a multiple of the grid as the nearest double, in the unit of the values.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA,
/// INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched and the state still live.
/// Since 0.1.0. Example: examples-c/quickstart.c. Source: SPEC section 7, Mironov 2012.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    struct Once<'a>(&'a mut Sum, Snapping);
    impl Release for Once<'_> {
        type Output = f64;
        fn run<W: Words>(self, tape: &mut W) -> Result<f64, Error> {
            self.0.release(&self.1, tape)
        }
    }
    guard(|| {
        let own = unsafe { pointer::state(state, Kind::Sum) }?;
        let out = unsafe { borrow_mut(out) }?;
        let mut sum = Sum::read(own)?;
        sum.header.live()?;
        let options = unsafe { indp_options::or_default(options) };
        let mechanism = sum.mechanism(&options.choice(epsilon)?)?;
        let answer = Numbered::new(options.source).call(Once(&mut sum, mechanism))?;
        sum.write(own)?;
        *out = answer;
        Ok(())
    })
}
