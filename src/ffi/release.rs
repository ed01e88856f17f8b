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
/// no bound.
/// Mean: noisy sums A of hi - x and B of x - lo, each with lambda = m (hi - lo) / epsilon, m the
/// rows per person, give lo + (hi - lo) B / (A + B), clamped to [lo, hi]. A row moves A and B by
/// hi - lo together, so both cost epsilon once.
/// Variance: noisy sums A of (hi - x)^2, B of 2 (hi - x) (x - lo) and C of (x - lo)^2, each with
/// lambda = m (hi - lo)^2 / epsilon, give (hi - lo)^2 (A C - B^2/4) / (A + B + C)^2, clamped to
/// [0, (hi - lo)^2/4]. Standard deviation: its square root.
/// Where the total of these sums is below 4 lambda (mean) or 8 lambda, it counts as that, and what
/// lacks as rows spread evenly over the range. indp_state_release_parts tells the sums.
/// Quantile: a candidate, chosen by permute-and-flip (indp_options_set_selection) with utility
/// max(0, (1-q) L - q (E+G), q G - (1-q) (L+E)), L, E and G the rows below, at and above it;
/// sensitivity m max(q, 1-q). For q = 1 max(0, 2 G - K, 3 (K - 2 (E+G))), for q = 0 with L in G's
/// place; sensitivity 8 m for the difference of two utilities; K odd, so that all candidates beyond
/// the extreme together weigh at most 1/8: it aims at K/2 rows from the extreme.
/// Mode: a candidate, chosen by permute-and-flip on counts, at the eta that epsilon allows for
/// counts of which one person moves all in one direction.
/// In float arithmetic (options): the grid is Lambda, lambda is that of the redefined epsilon, and
/// a count or sum is clamped at the power of two at or above the sensitivity, times 2^min(64,
/// p - 23), at the automatic precision times at least 2^64. With c the middle of the bounds and h
/// half their distance, a mean is c + S / N from a noisy count N (sensitivity m, 13/32 of epsilon)
/// and a noisy sum S of x - c (m h, 19/32); a variance Q / N + h^2/2 - (S / N)^2 from N (10/32), S
/// (14/32) and a noisy sum Q of (x - c)^2 - h^2/2 (m h^2/2, 8/32); the middle of what is possible if
/// N is below 1. A grid cannot be chosen; a count and N need their Lambda to be at least 1, which
/// any epsilon of at most rows_per_person gives. Where that bound is more than 2^p steps of the input grid (of its square for Q), the sum
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
/// INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID, INDP_E_GRID, INDP_E_UNUSED_GRID and the other statuses of
/// options that do not apply, INDP_E_PRECISION_REACH, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched
/// and the state still live. Since 0.1.0. Example: examples-c/quickstart.c. Source: Claims A1 to A7,
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
