//! Means: a noisy sum of centred values over a noisy count (SPEC section 7).
//!
//! With c the middle of the bounds and h half their distance, N has sensitivity m and S = Σ(γ(x) - c) has m·h; the
//! answer is c + S/N. Its error is, to first order, (noise of S)/N and (μ/N)·(noise of N), where μ is the true
//! mean's distance from c: variance 2·(m/N)²·(h²/εS² + μ²/εN²). μ is private. Over all |μ| <= h alike the mean
//! of μ² is h²/3, and then the best split has εS : εN = 3^(1/3) : 1, nearly 19 : 13. At worst (|μ| = h) the error is
//! 5% above that of equal halves, in the middle 16% below; a plain noisy sum over a noisy count on [0, hi] has at
//! least 1.3 times the error wherever μ is.
//!
//! The state is that of a sum.

use super::bounds::{Bounds, MOST_STEPS_LOG2};
use super::centre::{noisy, part_of, times_power, Centre, Part};
use super::choice::Choice;
use super::count::mechanism_of_rows;
use super::header::{Header, Kind};
use super::sum::{Sum, USUAL_STEPS_LOG2};
use crate::exact::Dyadic;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// 32nds of ε.
pub const COUNT_SHARE: u8 = 13;
/// 32nds of ε.
pub const SUM_SHARE: u8 = 19;
const _: () = assert!(COUNT_SHARE + SUM_SHARE == 1 << super::centre::SHARES_LOG2);

/// The mechanisms of one release.
pub struct Plan {
    centre: Centre,
    count: Snapping,
    sum: Snapping,
}

/// An empty mean; parameters as [`Sum::new`].
///
/// # Errors
/// As [`Sum::new`], and [`Error::Grid`] if the grid does not tell the bounds apart.
pub fn new(lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Sum, Error> {
    let bounds = Bounds::new(lo, hi, grid, USUAL_STEPS_LOG2, MOST_STEPS_LOG2)?;
    Centre::of(&bounds)?;
    Ok(Sum { header: Header::new(Kind::Mean, rows_per_person)?, bounds, total: 0 })
}

/// How this mean is to be released: N with 13/32 of ε, then S with 19/32.
///
/// # Errors
/// Those of [`Choice::mechanism`].
pub fn plan(state: &Sum, choice: &Choice) -> Result<Plan, Error> {
    let centre = Centre::of(&state.bounds)?;
    let rows = state.header.rows_per_person;
    let sensitivity = u128::from(rows) * u128::from(centre.h);
    Ok(Plan {
        centre,
        count: mechanism_of_rows(rows, &part_of(choice, COUNT_SHARE))?,
        sum: Part { share: SUM_SHARE, sensitivity, exponent: 0 }.mechanism(choice)?,
    })
}

/// Releases the mean, once: clamped to the bounds; their midpoint if the noisy count is below 1.
///
/// # Errors
/// [`Error::Released`], and those of the tape; the state stays live then.
pub fn release<W: Words>(state: &mut Sum, plan: &Plan, tape: &mut W) -> Result<f64, Error> {
    state.header.live()?;
    let rows = Dyadic { mantissa: i128::from(state.header.rows), exponent: 0 };
    let n = plan.count.release_i64(&rows, tape)?;
    let s = noisy(&plan.sum, plan.centre.shifted(state), 0, tape)?;
    state.header.released = true;
    let Bounds { lo, hi, exponent, .. } = state.bounds;
    if n < 1 {
        return Ok(lo / 2.0 + hi / 2.0);
    }
    let mean = plan.centre.c as f64 + s / n as f64;
    Ok(times_power(mean, exponent).max(lo).min(hi))
}
