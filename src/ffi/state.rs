//! C functions that add numbers to states, merge states, and report the kinds of states.

use std::ffi::c_void;

use super::given::{array, output, state, state_mut};
use super::guard::{guard, guard_integers, guard_made};
use super::pointer::{self, check_array};
use super::status::indp_status;
use crate::aggregate::kind::of_kind;
use crate::aggregate::{state, Aggregate, Kind, Sum};
use crate::Error;

/// Adds one row with a number to a sum, mean, variance, standard deviation, quantile or histogram.
///
/// The value is clamped to the bounds and rounded to the input grid (nearest, ties to even). A
/// histogram instead counts the row in the cell of the value: see indp_histogram_init.
///
/// Parameters:
/// - state: of one of these kinds.
/// - value: in the unit of lo and hi, or of the edges. Except in a histogram, NaN counts as the
///   point of [lo, hi] nearest to 0, and infinities are clamped.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_STATE (also for a count or a mode), INDP_E_RELEASED,
///   INDP_E_TOO_MANY_ROWS;
/// - for a quantile also INDP_E_CAPACITY (see indp_state_room) and INDP_E_NO_MEMORY.
///
/// On failure the state is as before: no row is lost.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add(state: *mut c_void, value: f64) -> indp_status {
    guard_made(|| {
        // SAFETY: the header requires NULL or a pointer to a state, which nobody else uses during
        // the call.
        let own = unsafe { pointer::live_sum(state) };
        let added = own.and_then(|own| Sum::add_live(own, value));
        // SAFETY: as above; the reference `own` is no longer used.
        added.unwrap_or_else(|| unsafe { add_other(state, value) })
    })
}

/// Adds a value. To be called only when the fast path of live sums and means does not apply. It is
/// a separate function, so that this fast path stays short.
///
/// # Safety
/// The contract of [`pointer::state_mut`].
#[inline(never)]
unsafe fn add_other(state: *mut c_void, value: f64) -> Result<(), Error> {
    // SAFETY: the caller upholds this safety contract.
    unsafe { of_kind!(pointer::kind(state)?, K => K::add(pointer::bytes_of::<K>(state)?, value)) }
}

/// Adds one row with an integer value, which is not converted to a double first.
///
/// Parameters:
/// - state: as in indp_state_add.
/// - value: as in indp_state_add; the exact integer is clamped and rounded, or compared with the
///   edges.
///
/// Returns as indp_state_add.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add_int64(state: *mut c_void, value: i64) -> indp_status {
    // SAFETY: the header requires NULL or a pointer to a state, which nobody else uses during the
    // call.
    guard_made(|| match unsafe { pointer::live_sum(state) } {
        Some(own) => Sum::add_live_int64(own, value),
        // SAFETY: as above.
        None => unsafe {
            of_kind!(
                pointer::kind(state)?,
                K => K::add_int64(pointer::bytes_of::<K>(state)?, value)
            )
        },
    })
}

/// Adds either all n rows or none.
///
/// The state is the same as after n calls of indp_state_add, but this is faster.
///
/// Parameters:
/// - state: as in indp_state_add.
/// - values: an array of n doubles that does not overlap `state`; may be NULL if n is 0.
/// - n: the number of rows.
///
/// Returns as indp_state_add, and INDP_E_LENGTH.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_add_many(
    state: *mut c_void,
    values: *const f64,
    n: usize,
) -> indp_status {
    guard(|| {
        check_array(values, n)?;
        let own = state_mut!(state)?;
        state::add_many(own, array!(values, n)?)
    })
}

/// Adds the rows of one state to another of the same kind and parameters.
///
/// Merging in any order and grouping gives the same bytes (indp_state_serialise) as adding all rows
/// to one state.
///
/// Parameters:
/// - state: the state that receives the rows; made by an _init function or indp_state_deserialise.
/// - other: the state whose rows are added, made in the same way; may be `state` itself.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH,
///   INDP_E_TOO_MANY_ROWS;
/// - for a quantile also INDP_E_CAPACITY (see indp_state_room);
/// - for a quantile, or if `other` is `state` itself, also INDP_E_NO_MEMORY.
///
/// On failure `state` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state, for both.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_merge(state: *mut c_void, other: *const c_void) -> indp_status {
    guard(|| {
        let more = state!(other)?;
        if state.cast_const() != other {
            return state::merge(state_mut!(state)?, more);
        }
        let mut copy = Vec::new();
        copy.try_reserve_exact(more.len()).map_err(|_| Error::NoMemory)?;
        copy.extend_from_slice(more);
        state::merge(state_mut!(state)?, &copy)
    })
}

/// Checks whether one state could be merged into another: their kind and parameters must be equal.
///
/// Parameters:
/// - state, other: states of any kind.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_RELEASED (either), INDP_E_STATE_MISMATCH.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state, for both.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_compatible(
    state: *const c_void,
    other: *const c_void,
) -> indp_status {
    guard(|| {
        let (own, more) = (state!(state)?, state!(other)?);
        state::compatible(own, more)
    })
}

/// The kind of a state.
///
/// Parameters:
/// - state: at least 8 readable bytes; only the first 8 are examined.
/// - out: receives an INDP_KIND_ number.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_kind(state: *const c_void, out: *mut i32) -> indp_status {
    guard_integers(|| {
        // SAFETY: the header requires NULL or a pointer to 8 readable bytes.
        let kind = unsafe { pointer::kind(state) }?;
        *output!(out)? = kind as i32;
        Ok(())
    })
}

/// The contribution bound of a state, as promised when it was made.
///
/// Parameters:
/// - state: of any kind.
/// - out: receives the rows per person.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_rows_per_person(
    state: *const c_void,
    out: *mut u64,
) -> indp_status {
    guard(|| {
        let rows = state::check(state!(state)?)?.rows_per_person;
        *output!(out)? = rows;
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
/// A histogram: indp_histogram_init.
pub const INDP_KIND_HISTOGRAM: i32 = 8;

/// The size of an empty state of a kind.
///
/// Parameters:
/// - kind: an INDP_KIND_ number.
///
/// Returns the size in bytes: INDP_COUNT_STATE_SIZE and so on. It is 0 for a number that is not a
/// kind, and for a mode or histogram, whose size depends on its parameters: indp_mode_size,
/// indp_histogram_size.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_state_bytes(kind: i32) -> usize {
    match u8::try_from(kind).ok().and_then(Kind::of_code) {
        None | Some(Kind::Mode | Kind::Histogram) => 0,
        Some(kind) => state::fixed_length(kind),
    }
}

// Checks that the INDP_KIND_ constants are the numbers of the kinds in `Kind::ALL`.
const _: () = {
    let ours = [
        INDP_KIND_COUNT,
        INDP_KIND_SUM,
        INDP_KIND_MEAN,
        INDP_KIND_VARIANCE,
        INDP_KIND_STDDEV,
        INDP_KIND_QUANTILE,
        INDP_KIND_MODE,
        INDP_KIND_HISTOGRAM,
    ];
    assert!(ours.len() == Kind::ALL.len());
    let mut i = 0;
    while i < ours.len() {
        assert!(ours[i] == Kind::ALL[i] as i32);
        i += 1;
    }
};
