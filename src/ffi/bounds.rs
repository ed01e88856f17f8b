//! C functions that find bounds in the data.

use std::ffi::c_void;

use super::given::{array, bytes_mut, options, output, state, state_mut};
use super::guard::guard;
use super::options::indp_options;
use super::pointer::check_array;
use super::status::indp_status;
use crate::aggregate::extent::{self, Extent};
use crate::aggregate::histogram::search::Search;
use crate::aggregate::Terms;
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// Converts a pointer to an array into an optional `&[f64]`: NULL stands for no list.
macro_rules! list {
    ($pointer:expr, $n:expr) => {{
        let (pointer, n) = ($pointer, $n);
        match (pointer.is_null(), n) {
            (true, 0) => Ok(None),
            (true, _) => Err(Error::Null),
            _ => array!(pointer, n).map(Some),
        }
    }};
}

/// indp_state_release_bounds found a lower bound.
pub const INDP_FOUND_LO: i32 = 1;
/// indp_state_release_bounds found an upper bound.
pub const INDP_FOUND_HI: i32 = 2;

/// The size of a state that indp_bounds_init makes.
///
/// Parameters:
/// - edges, n, centre: as in indp_bounds_init.
/// - out: receives the size in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EDGES, INDP_E_CENTRE, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_bounds_size(
    edges: *const f64,
    n: usize,
    centre: f64,
    out: *mut usize,
) -> indp_status {
    guard(|| {
        check_array(edges, n)?;
        let size = Search::new(list!(edges, n)?, centre)?.length()?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Makes an empty histogram from which bounds of the values can be released.
///
/// Bounds from the data are for columns about which nothing is known. Bounds that you know cost
/// nothing and give smaller errors.
///
/// indp_state_add, indp_state_add_int64 and indp_state_add_many add rows, indp_state_merge merges
/// states, and indp_state_release_bounds releases two of the edges. The state is that of a
/// histogram whose cells lie between the edges, but for these differences: an edge above the centre
/// belongs to the cell below it, the centre has a cell of its own, and indp_histogram_edge gives
/// the next larger double instead of an edge above the centre.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES. The state does not grow.
/// - size: in bytes, at least the size that indp_bounds_size gives (12,272 bytes without a list).
/// - edges: NULL, or an array of n numbers that may be released, finite, strictly ascending,
///   public, in the unit of the values. Never take them from the data. With NULL these are, on both
///   sides of the centre, the numbers at a distance of 2^k times 1, 1.25, 1.5 and 1.75 for k from
///   -32 to 62, and of 2^63, as far as doubles distinguish them.
/// - n: 0 if `edges` is NULL; else from 1 to 2^20 - 2.
/// - centre: a public number near which values are expected, in the unit of the values; 0 suits
///   most columns. Rows on the far side of a bound are those further away from the centre.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_ROWS_PER_PERSON,
/// INDP_E_NO_MEMORY;
/// - INDP_E_CENTRE unless the centre is finite, below the largest double, and different from some
///   edge;
/// - INDP_E_EDGES also if an edge above the centre is the largest double.
///
/// On failure `state` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_bounds_init(
    state: *mut c_void,
    size: usize,
    edges: *const f64,
    n: usize,
    centre: f64,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        check_array(edges, n)?;
        let search = Search::new(list!(edges, n)?, centre)?;
        search.init(bytes_mut!(state, size)?, rows_per_person)
    })
}

/// Releases bounds of the values, once.
///
/// The upper bound is the edge found by above-threshold from the largest edge down to the centre:
/// the first for which the rows above the next edge, plus noise, reach a threshold plus noise. So
/// it covers those rows, but an integer beyond 2^53 that no double represents counts as the double
/// below it. The lower bound mirrors it. Both noises are one-sided: P(noise >= t rows) = e^(-t
/// epsilon / m), for the threshold and for each count, in quarters of a row. The threshold is the
/// least number of quarter rows, at least half a row, at which edges without rows are released with
/// probability at most 2^-30 together: about m (ln n + 20.1) / epsilon rows for n edges, 26.7 m /
/// epsilon without a list. So about this many rows usually lie beyond each bound, and there is none
/// on a side with fewer rows. What is computed from values clamped to these bounds has a bias from
/// those rows.
///
/// Parameters:
/// - state: a live histogram that indp_bounds_init made.
/// - epsilon, options: as in indp_state_release_value, for a quantile, but a selection is refused.
/// - lo, hi: each receives a bound, an edge or the centre: lo <= centre <= hi. On a side
///   without a bound, the centre.
/// - found: receives which bounds were found: INDP_FOUND_LO + INDP_FOUND_HI, one of the two, or 0
///   for none. A side has none if it has too few rows; the answer does not tell this from a side
///   without rows.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_STATE (also for other states, and for histograms that
///   indp_histogram_init made), INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_SELECTION_EPSILON,
///   INDP_E_ROWS_PER_PERSON, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
/// - INDP_E_UNUSED_SELECTION and the other statuses of options that do not apply.
///
/// On failure `lo`, `hi` and `found` are untouched and the state is still live.
///
/// - Privacy: costs epsilon for both bounds together, since a row is on one side of the centre.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claim A12.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release_bounds(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    lo: *mut f64,
    hi: *mut f64,
    found: *mut i32,
) -> indp_status {
    struct Once<'a>(&'a mut [u8], Terms);
    impl Release for Once<'_> {
        type Output = Extent;
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Extent, Error> {
            extent::release(self.0, &self.1, tape)
        }
    }
    guard(|| {
        let own = state_mut!(state)?;
        let (lo, hi, found) = (output!(lo)?, output!(hi)?, output!(found)?);
        let options = options!(options);
        let extent = Numbered::new(options.source).call(Once(own, options.terms(epsilon)?))?;
        (*lo, *hi) = (extent.lo, extent.hi);
        *found = if extent.below { INDP_FOUND_LO } else { 0 };
        *found += if extent.above { INDP_FOUND_HI } else { 0 };
        Ok(())
    })
}

/// Checks whether indp_state_release_bounds would fail for a public reason: the parameters, or an
/// earlier release of the state.
///
/// Parameters:
/// - state: a histogram that indp_bounds_init made.
/// - epsilon, options: as in indp_state_release_bounds.
///
/// Returns what indp_state_release_bounds would, except INDP_E_ENTROPY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_can_release_bounds(
    state: *const c_void,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let terms = options!(options).terms(epsilon)?;
        extent::can_release(own, &terms)
    })
}
