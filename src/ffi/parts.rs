//! Releasing a mean or variance with what it is computed from.

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

/// A released mean, variance or standard deviation with the noisy sums that it is computed from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_parts {
    /// Set by the caller: sizeof(indp_parts).
    pub struct_size: usize,
    /// The answer of indp_state_release.
    pub value: f64,
    /// The number of rows that the sums imply: their total over what one row adds. Noisy, unbiased,
    /// and no integer.
    pub count: f64,
    /// How many of the sums there are: 2 for a mean, 3 for a variance or standard deviation.
    pub number: usize,
    /// Of a mean: the noisy sums of (hi - x) and of (x - lo), in the unit of the values. Of a
    /// variance or standard deviation: those of (hi - x)^2, 2 (hi - x) (x - lo) and (x - lo)^2, in
    /// its square. lo and hi are those of the state, rounded to its input grid. 0 beyond number.
    pub sum: [f64; 3],
    /// The scale of the Laplace noise in each sum, rounded up, in the unit of the sums: for m rows
    /// per person m (hi - lo) / epsilon, or m (hi - lo)^2 / epsilon.
    pub scale: f64,
}

// SAFETY: declared above.
unsafe impl StructSize for indp_parts {}

struct Once<'a>(&'a mut [u8], Terms);

impl Release for Once<'_> {
    type Output = Parts;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Parts, Error> {
        state::release_parts(self.0, &self.1, tape)
    }
}

/// Releases a mean, a variance or a standard deviation, once, with the noisy sums that it is
/// computed from. Costs epsilon, as indp_state_release does: the answer is computed from these sums
/// alone. They give an interval around the answer, or the count, at no further cost.
/// epsilon, options: as for indp_state_release_value. A float precision is refused: answers are
/// computed otherwise there.
/// out: struct_size is set by the caller; receives answer and sums.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for other kinds),
/// INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION and
/// the other statuses of options that do not apply, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out
/// is untouched and the state still live. Since 0.1.0. Source: src/aggregate/bernstein.md.
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
