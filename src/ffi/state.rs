//! States of any kind: adding rows, merging, releasing.

use std::ffi::c_void;

use super::guard::{guard, guard_integers, guard_made};
use super::options::indp_options;
use super::pointer::{self, array, borrow_mut};
use super::source::{Numbered, Release};
use super::status::indp_status;
use crate::aggregate::header::Kind;
use crate::aggregate::state::{self, Plan};
use crate::aggregate::{count::Count, mode, sum::Sum};
use crate::tape::Words;
use crate::Error;

/// Adds one row with a number to a sum, mean, variance, standard deviation or quantile: clamped to the bounds and
/// rounded to the input grid (nearest, ties to even). NaN counts as the point of [lo, hi] nearest to 0,
/// infinities clamp. Costs no privacy.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for a count or a mode), INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS; for a
/// quantile also INDP_E_CAPACITY (see indp_state_room) and INDP_E_NO_MEMORY, with nothing lost. Since 0.1.0.
/// Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add(state: *mut c_void, value: f64) -> indp_status {
    guard_made(|| {
        let own = unsafe { pointer::live_sum(state) };
        let added = own.and_then(|own| Sum::add_live(own, value));
        added.unwrap_or_else(|| unsafe { add_other(state, value) })
    })
}

/// Apart, so that a sum's way stays short.
#[inline(never)]
unsafe fn add_other(state: *mut c_void, value: f64) -> Result<(), Error> {
    state::add(unsafe { pointer::state_mut(state) }?, value)
}

/// Adds one row with an integer value, exactly. Costs no privacy. Returns as indp_state_add. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add_int64(state: *mut c_void, value: i64) -> indp_status {
    guard_made(|| match unsafe { pointer::live_sum(state) } {
        Some(own) => Sum::add_live_int64(own, value),
        None => state::add_int64(unsafe { pointer::state_mut(state) }?, value),
    })
}

/// Adds n rows, all or none; the same state as n calls of indp_state_add, but faster. Costs no privacy.
/// values: n doubles, may be NULL if n is 0; no overlap with state.
/// Returns as indp_state_add, and INDP_E_LENGTH. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add_many(
    state: *mut c_void,
    values: *const f64,
    n: usize,
) -> indp_status {
    guard(|| {
        array(values, n)?;
        let own = unsafe { pointer::state_mut(state) }?;
        state::add_many(own, unsafe { pointer::values(values, n) }?)
    })
}

/// Adds the rows of other to state. Both need the same kind and parameters. Merging in any order and
/// grouping gives the same bytes (indp_state_serialise) as adding all rows to one state. Costs no privacy.
/// state, other: made by an _init function or indp_state_deserialise; they may be the same.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH,
/// INDP_E_TOO_MANY_ROWS; for a quantile also INDP_E_CAPACITY (see indp_state_room) and INDP_E_NO_MEMORY; on failure
/// state is untouched. Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_merge(state: *mut c_void, other: *const c_void) -> indp_status {
    guard(|| {
        let more = unsafe { pointer::state(other) }?;
        if state.cast_const() != other {
            return state::merge(unsafe { pointer::state_mut(state) }?, more);
        }
        let mut copy = Vec::new();
        copy.try_reserve_exact(more.len()).map_err(|_| Error::NoMemory)?;
        copy.extend_from_slice(more);
        state::merge(unsafe { pointer::state_mut(state) }?, &copy)
    })
}

/// What a state accumulates: its INDP_KIND_ number. Costs no privacy.
/// state: at least 24 readable bytes. out: receives the number.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_kind(state: *const c_void, out: *mut i32) -> indp_status {
    guard_integers(|| {
        let kind = state::kind(unsafe { pointer::state(state) }?)?;
        *unsafe { borrow_mut(out) }? = kind as i32;
        Ok(())
    })
}

/// A count: indp_count_init.
pub const INDP_KIND_COUNT: i32 = 1;
/// A sum: indp_sum_init.
pub const INDP_KIND_SUM: i32 = 2;
/// A mean: indp_mean_init.
pub const INDP_KIND_MEAN: i32 = 3;
/// A variance: indp_variance_init.
pub const INDP_KIND_VARIANCE: i32 = 4;
/// A standard deviation: indp_stddev_init.
pub const INDP_KIND_STDDEV: i32 = 5;
/// A quantile: indp_quantile_init.
pub const INDP_KIND_QUANTILE: i32 = 6;
/// A mode: indp_mode_init.
pub const INDP_KIND_MODE: i32 = 7;

/// Whether a release of this state of any kind would be refused for its public parameters: so that an engine can
/// refuse them on the first row rather than after the last. Releases nothing, costs no privacy.
/// epsilon, options: as for the release.
/// Returns what the release would, except INDP_E_ENTROPY. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_can_release(
    state: *const c_void,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = unsafe { pointer::state(state) }?;
        state::check(own)?.live()?;
        let choice = unsafe { indp_options::or_default(options) }.choice(epsilon)?;
        match state::kind(own)? {
            Kind::Count => Count::read(own)?.mechanism(&choice).map(|_| ()),
            Kind::Mode => mode::plan(own, &choice).map(|_| ()),
            _ => state::plan(own, &choice).map(|_| ()),
        }
    })
}

struct Once<'a>(&'a mut [u8], Plan);

impl Release for Once<'_> {
    type Output = f64;
    fn run<W: Words>(self, tape: &mut W) -> Result<f64, Error> {
        state::release(self.0, &self.1, tape)
    }
}

/// Releases a sum, mean, variance, standard deviation or quantile, once. Costs epsilon, all parts together.
/// Sum: the exact integer goes into the snapping mechanism with lambda = sensitivity / epsilon and no bound. With c
/// the middle of the bounds, h half their distance and m rows per person:
/// Mean: a noisy count N (sensitivity m, 13/32 of epsilon) and a noisy sum S of x - c (m h, 19/32) give c + S / N,
/// clamped to [lo, hi]; the middle of the bounds if N is below 1.
/// Variance: N (10/32), S (14/32) and a noisy sum Q of (x - c)^2 - h^2/2 (m h^2/2, 8/32) give
/// Q / N + h^2/2 - (S / N)^2, clamped to [0, (hi - lo)^2/4]; the middle of that if N is below 1. Standard deviation: its
/// square root. These shares minimise the error over all data alike: src/aggregate/mean.rs, variance.rs.
/// Quantile: a candidate, chosen by the exponential mechanism with utility
/// max(0, (1-q) L - q (E+G), q G - (1-q) (L+E)), L, E and G the rows below, at and above it; sensitivity
/// m max(q, 1-q). Float precision plays no part.
/// In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and a sum is
/// clamped at the power of two at or above the sensitivity, times 2^min(64, p - 23), at the automatic precision
/// times at least 2^64. A grid cannot be chosen; a noisy count N needs its Lambda to be at least 1. Where that bound is more
/// than 2^p steps of the input grid (of its square for Q), the sum enters rounded to a multiple of bound * 2^-p, and the
/// sensitivity counts as rounded up to one.
/// epsilon: privacy loss (base e), positive, finite.
/// options: may be NULL. Its grid is that of a sum's release, by default the larger of the input grid and
/// Lambda / 1024; it plays no part for other kinds. A seed or callback serves this call alone.
/// out: receives the answer, for a sum a multiple of the grid as the nearest double, in the unit of the values (of
/// their squares for a variance). What exceeds the doubles is an infinity: of a sum near 1.8e308, of a variance whose
/// (hi - lo)^2/4 does. A quantile is clamped to [lo, hi], which need not be multiples of its grid.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (also for a count or a mode, which have their own), INDP_E_RELEASED,
/// INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_ROWS_PER_PERSON (a quantile's: too many), INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND,
/// INDP_E_FLOAT_GRID, INDP_E_GRID, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched and the state still live.
/// Since 0.1.0. Example: examples-c/quickstart.c. Source: SPEC section 7, Mironov 2012, Ilvento.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let own = unsafe { pointer::state_mut(state) }?;
        let out = unsafe { borrow_mut(out) }?;
        let options = unsafe { indp_options::or_default(options) };
        state::check(own)?.live()?;
        let plan = state::plan(own, &options.choice(epsilon)?)?;
        *out = Numbered::new(options.source).call(Once(own, plan))?;
        Ok(())
    })
}
