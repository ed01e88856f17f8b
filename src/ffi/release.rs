//! Releasing a state of any kind.

use std::ffi::c_void;

use super::guard::guard;
use super::options::indp_options;

use super::given::{options, output, state, state_mut, structure_mut};
use super::status::indp_status;
use super::value::indp_value;
use crate::aggregate::{state, Answer, Kind, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

struct Once<'a>(&'a mut [u8], Terms);

impl Release for Once<'_> {
    type Output = Answer;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Answer, Error> {
        state::release(self.0, &self.1, tape)
    }
}

fn release(own: &mut [u8], epsilon: f64, options: &indp_options) -> Result<Answer, Error> {
    Numbered::new(options.source).call(Once(own, options.terms(epsilon)?))
}

/// Releases a state of any kind, once. Costs epsilon, all parts together.
/// Count: lambda = rows_per_person / epsilon, grid 1, no bound: an unbiased integer, which may be
/// negative.
/// Sum: the exact integer goes into the snapping mechanism with lambda = sensitivity / epsilon and
/// no bound. With c the middle of the bounds, h half their distance and m rows per person:
/// Mean: a noisy count N (sensitivity m, 13/32 of epsilon) and a noisy sum S of x - c (m h, 19/32)
/// give c + S / N, clamped to [lo, hi]; the middle of the bounds if N is below 1.
/// Variance: N (10/32), S (14/32) and a noisy sum Q of (x - c)^2 - h^2/2 (m h^2/2, 8/32) give
/// Q / N + h^2/2 - (S / N)^2, clamped to [0, (hi - lo)^2/4]; the middle of that if N is below 1.
/// Standard deviation: its square root. These shares minimise the error over all data alike:
/// src/aggregate/mean.rs, variance.rs.
/// Quantile: a candidate, chosen by the exponential mechanism with utility
/// max(0, (1-q) L - q (E+G), q G - (1-q) (L+E)), L, E and G the rows below, at and above it;
/// sensitivity m max(q, 1-q).
/// Mode: a candidate, chosen with probability proportional to 2^(eta count), exactly, where eta is
/// what epsilon allows for counts of which one person moves all in one direction.
/// In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and
/// a count or sum is clamped at the power of two at or above the sensitivity, times 2^min(64,
/// p - 23), at the automatic precision times at least 2^64. A grid cannot be chosen; a count and a
/// noisy count N need their Lambda to be at least 1, which any epsilon of at most rows_per_person
/// gives. Where that bound is more than 2^p steps of the input grid (of its square for Q), the sum
/// enters rounded to a multiple of bound * 2^-p, and the sensitivity counts as rounded up to one.
/// epsilon: privacy loss (base e), positive, finite.
/// options: may be NULL. A grid is for a count (at least 1) and a sum, where it is by default the
/// larger of the input grid and Lambda / 1024; a float precision for all but quantiles and modes;
/// what is documented for selections for those two. Others are refused. A seed or callback serves
/// this call alone.
/// out: struct_size is set by the caller; receives the answer: for a sum a multiple of the grid as
/// the nearest double, in the unit of the values (of their squares for a variance). What exceeds
/// the doubles is an infinity: of a sum near 1.8e308, of a variance whose (hi - lo)^2/4 does. A
/// quantile is clamped to [lo, hi], which need not be multiples of its grid.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE, INDP_E_RELEASED, INDP_E_EPSILON,
/// INDP_E_LAMBDA, INDP_E_ROWS_PER_PERSON (a quantile's or mode's: too many), INDP_E_FLOAT_EPSILON,
/// INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID, INDP_E_GRID, INDP_E_UNUSED_GRID and the four statuses
/// after it, INDP_E_PRECISION_REACH, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched
/// and the state still live. Since 0.1.0. Example: examples-c/quickstart.c. Source: SPEC section 7,
/// Mironov 2012, Ilvento.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release_value(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut indp_value,
) -> indp_status {
    guard(|| {
        let own = state_mut!(state)?;
        let out = structure_mut!(out)?;
        let options = options!(options);
        let answer = release(own, epsilon, options)?;
        *out = indp_value::of(out.struct_size, answer, own)?;
        Ok(())
    })
}

/// indp_state_release_value for a kind that answers with a number, a count as the nearest double.
/// Costs epsilon.
/// out: receives the number.
/// Returns as indp_state_release_value, and INDP_E_STATE for a mode; on failure out is untouched
/// and the state still live.
/// Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state_mut!(state)?;
        let out = output!(out)?;
        let options = options!(options);
        if state::kind(own)? == Kind::Mode {
            return Err(Error::State);
        }
        match release(own, epsilon, options)? {
            Answer::Real(real) => *out = real,
            Answer::Integer(integer) => *out = integer as f64,
            Answer::Candidate(_) => return Err(Error::State),
        }
        Ok(())
    })
}

/// Whether a release of this state of any kind would be refused for its public parameters: so that
/// an engine can refuse them on the first row rather than after the last. Releases nothing, costs
/// no privacy.
/// epsilon, options: as for the release.
/// Returns what indp_state_release_value would, except INDP_E_ENTROPY. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_can_release(
    state: *const c_void,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let terms = options!(options).terms(epsilon)?;
        state::can_release(own, &terms)
    })
}
