//! C functions for histogram states.

use std::ffi::c_void;

use super::given::{array, bytes_mut, output, state};
use super::guard::{guard, guard_integers};
use super::pointer::check_array;
use super::status::indp_status;
use crate::aggregate::{histogram, Kind};
use crate::Error;

/// The size of a histogram state for a given number of edges.
///
/// Parameters:
/// - n: the number of edges, from 1 to 2^20.
/// - out: receives the size in bytes.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_EDGES.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_histogram_size(n: usize, out: *mut usize) -> indp_status {
    guard_integers(|| {
        let size = histogram::length(n)?;
        *output!(out)? = size;
        Ok(())
    })
}

/// Makes an empty histogram, which counts the rows between public edges.
///
/// n edges make n + 2 cells, in this order: values below the first edge; n - 1 half-open cells,
/// each from an edge up to, but not including, the next edge; values from the last edge on; NaN.
/// indp_state_add, indp_state_add_int64 and indp_state_add_many add rows.
/// indp_state_release_counts releases the counts of all cells.
///
/// Parameters:
/// - state: a buffer of `size` bytes: see STATES. The state keeps a copy of the edges and does not
///   grow.
/// - size: in bytes, at least the size that indp_histogram_size gives.
/// - edges: an array of n numbers, finite, strictly ascending, public, in the unit of the values.
///   Never take them from the data.
/// - n: from 1 to 2^20.
/// - rows_per_person: the contribution bound, at least 1: see STATES.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_BUFFER, INDP_E_LENGTH, INDP_E_EDGES,
/// INDP_E_ROWS_PER_PERSON. On failure `state` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_histogram_init(
    state: *mut c_void,
    size: usize,
    edges: *const f64,
    n: usize,
    rows_per_person: u64,
) -> indp_status {
    guard(|| {
        if state.is_null() {
            return Err(Error::Null);
        }
        check_array(edges, n)?;
        histogram::init(bytes_mut!(state, size)?, array!(edges, n)?, rows_per_person)
    })
}

/// The number of edges of a histogram.
///
/// Parameters:
/// - state: a histogram.
/// - n: receives the number.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a histogram).
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_histogram_edges(state: *const c_void, n: *mut usize) -> indp_status {
    guard_integers(|| {
        let own = state!(state, Kind::Histogram)?;
        *output!(n)? = histogram::edges(own)?;
        Ok(())
    })
}

/// Edge i of a histogram.
///
/// Parameters:
/// - state: a histogram.
/// - i: the number of the edge, from 0 to n - 1, where n is what indp_histogram_edges gives.
/// - out: receives the edge.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a histogram, or `i` is too large).
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: one thread per state.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_histogram_edge(
    state: *const c_void,
    i: usize,
    out: *mut f64,
) -> indp_status {
    guard_integers(|| {
        let own = state!(state, Kind::Histogram)?;
        *output!(out)? = histogram::edge(own, i)?;
        Ok(())
    })
}
