//! Computes the error of a selection: in ranks for a quantile (Claim U9), in rows for a mode (Claim
//! U10).

use rug::{Float, Rational};

use super::up;
use crate::aggregate::quantile::{Mechanism, Quantile, RARE_LOG2};
use crate::aggregate::terms::Terms;
use crate::aggregate::traits::Aggregate;
use crate::exponential::above::{AboveThreshold, LEAST, UNITS};
use crate::exponential::{Eta, Rule};
use crate::memory;
use crate::utility::Alpha;
use crate::Error;

const BITS: u32 = 256;
/// The largest gap between utilities, and the largest number of rows, that a search tries.
const MOST: u64 = 1 << 61;

/// With probability at least 1-α, the count of a released candidate falls short of the largest
/// count by at most this number of rows.
///
/// # Errors
/// [`Error::RowsPerPerson`], [`Error::Categories`] if the number of candidates is not from 1 to
/// 2^20, the errors of [`mechanism`](crate::aggregate::mode::mechanism).
pub fn mode(
    candidates: u64,
    rows_per_person: u64,
    alpha: Alpha,
    terms: &Terms,
) -> Result<f64, Error> {
    if !(1..=crate::aggregate::mode::MOST_CANDIDATES as u64).contains(&candidates) {
        return Err(Error::Categories);
    }
    if rows_per_person == 0 {
        return Err(Error::RowsPerPerson);
    }
    // Fails if a release would fail. `gap` checks less: for example, it does not check whether the
    // empirical precision is within reach.
    crate::aggregate::mode::mechanism(candidates, rows_per_person, terms)?;
    let (eta, options) = terms.selection(rows_per_person, 1, true)?;
    Ok(gap(eta, candidates, options.rule, alpha)?.map_or(f64::INFINITY, |gap| gap as f64))
}

/// With probability at least 1-α, a released candidate is at most this distance, in ranks, from the
/// quantile. For a minimum or maximum, at most this number of rows lie beyond the answer, and the
/// answer itself does not lie beyond all rows.
///
/// # Errors
/// [`Error::UnusedSelection`] if a selection mechanism is chosen for a minimum or maximum; the
/// errors of the mechanism.
pub fn quantile(own: &Quantile, alpha: Alpha, terms: &Terms) -> Result<f64, Error> {
    match own.mechanism(terms)? {
        Mechanism::Above(above) => extreme(&above, own.cells(), alpha),
        Mechanism::Choice(..) if own.q.a == 0 || own.q.a == own.q.b => Err(Error::UnusedSelection),
        Mechanism::Choice(..) => {
            let each = u64::from(own.q.a.max(own.q.b - own.q.a));
            let (eta, options) = terms.selection(own.header.rows_per_person, each, false)?;
            let gap = gap(eta, own.cells(), options.rule, alpha)?;
            // A gap between utilities is the distance in ranks times the denominator of q.
            let rank = |gap| up(&Rational::from((gap, own.q.b)));
            memory::reserved(|| Ok(gap.map_or(f64::INFINITY, rank)))
        }
    }
}

/// The smallest gap t such that the selected outcome is worse than the best by more than t with
/// probability at most α. `None` if t would exceed [`MOST`].
fn gap(eta: Eta, outcomes: u64, rule: Rule, alpha: Alpha) -> Result<Option<u64>, Error> {
    let worse =
        |t: u64| memory::reserved(|| Ok(worst(&eta.weight(t + 1), outcomes, rule) <= alpha.get()));
    first(worse)
}

/// The smallest number up to [`MOST`] for which the monotone `holds` is true, or `None`.
fn first(holds: impl Fn(u64) -> Result<bool, Error>) -> Result<Option<u64>, Error> {
    let (mut low, mut high) = (0, MOST);
    if !holds(MOST)? {
        return Ok(None);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(Some(high))
}

/// An upper bound on the probability that an outcome of weight w or less is selected among n
/// outcomes, the best of which has weight 1. The bound is attained if all other outcomes have
/// weight w.
fn worst(w: &Float, n: u64, rule: Rule) -> Float {
    let others = Float::with_val(BITS, w * (n - 1));
    let over = |x: Float| x * (Float::with_val(BITS, 1) + (Float::with_val(BITS, 1) >> 100u32));
    match rule {
        Rule::Exponential => over(others.clone() / (others + 1u32)),
        // The sum of w·∫(1 - s) ds over the other outcomes. For a small w, cancellation makes the
        // exact formula below inaccurate.
        Rule::PermuteAndFlip if others < 1e-12 => others / 2u32,
        Rule::PermuteAndFlip => {
            // 1 - (1 - (1 - w)^n)/(n·w): the best is chosen with probability ∫(1 - w·s)^(n-1) ds.
            let none = Float::with_val(BITS, -w).ln_1p() * n;
            over(1u32 + none.exp_m1() / Float::with_val(BITS, w * n))
        }
    }
}

/// With probability at least 1-α, at most this number of rows lie beyond a minimum or maximum that
/// above-threshold selects, and the answer itself does not lie beyond all rows. Infinity if no such
/// number is known: for some ε if α is less than 2^-8, because the answer lies beyond all rows too
/// often. The number does not grow with η (`proof.md`).
fn extreme(mechanism: &AboveThreshold, candidates: u64, alpha: Alpha) -> Result<f64, Error> {
    let (aim, eta) = mechanism.parts();
    let found = first(|r| {
        memory::reserved(|| {
            let one = eta.weight(1);
            // E[2^(-η·G)], where G is the noise of the threshold.
            let mean = 1 / Float::with_val(BITS, &one + 1u32);
            let usual = Float::with_val(BITS, 1) >> RARE_LOG2;
            // The probability that the answer lies beyond all rows. It is at most `usual`. For a
            // small α that is used instead, unless K has its smallest value, since the probability
            // itself rises where K falls.
            let beyond = if aim > LEAST && alpha.get() < 2.0 * usual.to_f64() {
                usual
            } else {
                eta.weight(aim) * &mean * (candidates - 1)
            };
            // Number the rows from the extreme inwards. More than r rows lie beyond the answer only
            // if above-threshold passes over the candidate of row r + 1, that is, if its coin shows
            // tails (Claim A9). At least r + 1 rows lie at or beyond this candidate.
            let rows = UNITS.saturating_mul(r + 1);
            if rows < aim {
                return Ok(false);
            }
            let passed = eta.weight(rows - aim) * one * mean;
            let both = (beyond + passed)
                * (Float::with_val(BITS, 1) + (Float::with_val(BITS, 1) >> 60u32));
            Ok(both <= alpha.get())
        })
    })?;
    Ok(found.map_or(f64::INFINITY, |r| r as f64))
}
