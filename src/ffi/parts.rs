//! The C function that releases a mean or variance with the noisy sums from which it is computed.

use std::ffi::c_void;

use super::given::{options, state_mut, structure_mut};
use super::guard::guard;
use super::options::indp_options;
use super::pointer::StructSize;
use super::status::indp_status;
use crate::aggregate::{state, Parts, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// A released mean, variance or standard deviation, with the noisy sums that it is computed from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_parts {
    /// Set by the caller: sizeof(indp_parts), in bytes.
    pub struct_size: usize,
    /// The released answer, in the same unit as an answer of indp_state_release.
    pub value: f64,
    /// The number of rows that the sums imply: the total of the sums divided by what one row adds
    /// to that total. The number is noisy, unbiased, and in general not an integer.
    pub count: f64,
    /// The number of noisy sums: 2 for a mean, 3 for a variance or standard deviation.
    pub number: usize,
    /// The noisy sums. Unused entries are 0. For a mean the entries are sums of (hi - x) and (x -
    /// lo), in the unit of the values. For a variance or standard deviation the entries are sums of
    /// (hi - x)^2, 2 (hi - x) (x - lo) and (x - lo)^2, in the square of that unit. lo and hi are
    /// the state's bounds rounded to its input grid.
    pub sum: [f64; 3],
    /// The noise scale of each sum, rounded up, in the unit of the sums: m (hi - lo) / epsilon or m
    /// (hi - lo)^2 / epsilon for m rows per person.
    pub scale: f64,
}

// SAFETY: the structure is repr(C) and begins with struct_size, a usize.
unsafe impl StructSize for indp_parts {}

struct Once<'a>(&'a mut [u8], Terms);

impl Release for Once<'_> {
    type Output = Parts;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Parts, Error> {
        state::release_parts(self.0, &self.1, tape)
    }
}

/// Releases a mean, variance or standard deviation, once, with the noisy sums behind the answer.
///
/// The answer is computed only from these sums. From them you can compute an interval around the
/// answer, or the number of rows, at no further cost.
///
/// Parameters:
/// - state: a live mean, variance or standard deviation.
/// - epsilon, options: as in indp_state_release_value, but a float precision is refused, since
///   float arithmetic computes the answer from other sums.
/// - out: struct_size is set by the caller; receives the answer and the sums.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for other kinds of state),
///   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
/// - INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION and the other statuses of options that do not
///   apply.
///
/// On failure `out` is untouched and the state is still live.
///
/// - Privacy: costs epsilon, the same as indp_state_release.
/// - Thread safety: one thread per state and per options object.
/// - Source: src/aggregate/bernstein.md.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release_parts(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut indp_parts,
) -> indp_status {
    guard(|| {
        let own = state_mut!(state)?;
        let out = structure_mut!(out)?;
        let options = options!(options);
        let parts = Numbered::new(options.source).call(Once(own, options.terms(epsilon)?))?;
        let Parts { value, count, sums, number, scale } = parts;
        *out = indp_parts { struct_size: out.struct_size, value, count, number, sum: sums, scale };
        Ok(())
    })
}
