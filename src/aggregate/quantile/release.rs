//! Selects a candidate. Unless the caller chose a mechanism, an extreme (a minimum or maximum) is
//! selected by above-threshold, and any other quantile by permute-and-flip.
//!
//! Adjacent candidates without rows have the same cost and are treated as one group. So the work
//! grows with the number of rows, not with the number of candidates.

use super::cells::entries;
use super::score::{Score, LARGEST};
use super::Quantile;
use crate::aggregate::centre::{part_of, times_power};
use crate::aggregate::terms::Terms;
use crate::exponential::above::{AboveThreshold, SHARES};
use crate::exponential::{Eta, Exponential, Rule};
use crate::tape::Words;
use crate::Error;

/// The mechanism of one release.
#[allow(clippy::large_enum_variant)] // only one exists at a time, on the stack
pub enum Mechanism {
    /// Selects one candidate by its cost.
    Choice(Exponential, Score),
    /// For a maximum, selects the largest candidate for which the noisy number of rows at or above
    /// it reaches a noisy threshold. A minimum mirrors this. Above-threshold is the default for
    /// both.
    Above(AboveThreshold),
}

/// # Errors
/// The errors of [`Terms::selection`].
pub(super) fn mechanism(own: &Quantile, terms: &Terms) -> Result<Mechanism, Error> {
    if Score::is_extreme(own.q) && terms.options.rule.is_none() {
        return above(own, terms).map(Mechanism::Above);
    }
    let sensitivity = Score::sensitivity(own.q);
    let (eta, options) =
        terms.selection(own.header.rows_per_person, sensitivity.most, sensitivity.relative)?;
    let score = Score::of(own.q, own.cells(), eta)?;
    Ok(Mechanism::Choice(Exponential::new(eta, 0, LARGEST, own.cells(), options)?, score))
}

fn above(own: &Quantile, terms: &Terms) -> Result<AboveThreshold, Error> {
    // Refuses options that do not apply to selections.
    terms.options.of_selection(Rule::PermuteAndFlip)?;
    let loss = AboveThreshold::loss(own.header.rows_per_person).map_err(|_| Error::RowsPerPerson)?;
    let [threshold, counts] = SHARES.map(|share| Eta::from_epsilon(&part_of(terms, share).epsilon, loss));
    AboveThreshold::new([threshold?, counts?], own.cells())
}

/// Selects a candidate and returns its value, clamped to [lo, hi].
///
/// # Errors
/// [`Error::NoMemory`], and the errors of the tape.
pub(super) fn release<W: Words>(
    own: &Quantile,
    bytes: &[u8],
    mechanism: &Mechanism,
    tape: &mut W,
) -> Result<f64, Error> {
    let candidate = match mechanism {
        Mechanism::Choice(choice, score) => {
            let runs = runs(own, bytes, |below, at, above| score.utility(below, at, above))?;
            let groups = runs.iter().map(|run| (run.what, run.last - run.first + 1));
            let (chosen, offset) = choice.select_group(groups, own.cells(), tape)?;
            runs.get(chosen).map_or(0, |run| run.first + offset)
        }
        Mechanism::Above(mechanism) => {
            let counts = |run: &Run<u64>| (run.what, run.last - run.first + 1);
            if own.q.a == 0 {
                let runs = runs(own, bytes, |below, at, _| below + at)?;
                mechanism.first(runs.iter().map(counts), own.cells(), tape)?
            } else {
                let runs = runs(own, bytes, |_, at, above| at + above)?;
                own.cells() - 1 - mechanism.first(runs.iter().rev().map(counts), own.cells(), tape)?
            }
        }
    };
    let step = i128::from(own.bounds.low) + i128::from(candidate);
    Ok(times_power(step as f64, own.bounds.exponent).max(own.bounds.lo).min(own.bounds.hi))
}

/// A run of adjacent candidates that have the same numbers of rows below, at and above them.
struct Run<T> {
    first: u64,
    last: u64,
    what: T,
}

/// The runs of all candidates, in order. Each holds the result of `what` for the numbers of rows
/// below, at and above its candidates.
fn runs<T>(own: &Quantile, bytes: &[u8], what: impl Fn(u64, u64, u64) -> T) -> Result<Vec<Run<T>>, Error> {
    // Each run contains a candidate, so there are at most as many runs as candidates.
    let mut runs: Vec<Run<T>> = Vec::new();
    runs.try_reserve_exact(own.cells() as usize).map_err(|_| Error::NoMemory)?;
    let (mut next, mut below) = (0, 0u64);
    let rows = own.header.rows;
    for (cell, count) in entries(bytes, own.cells())? {
        let cell = u64::from(cell);
        if next < cell {
            runs.push(Run { first: next, last: cell - 1, what: what(below, 0, rows - below) });
        }
        let above = rows - below - count;
        runs.push(Run { first: cell, last: cell, what: what(below, count, above) });
        next = cell + 1;
        below += count;
    }
    if next < own.cells() {
        runs.push(Run { first: next, last: own.cells() - 1, what: what(below, 0, rows - below) });
    }
    Ok(runs)
}

/// The first and the last candidate and the cost of each run.
#[cfg(test)]
pub(super) fn runs_of(own: &Quantile, bytes: &[u8], score: Score) -> Vec<(u64, u64, i64)> {
    let runs = runs(own, bytes, |below, at, above| score.utility(below, at, above)).unwrap();
    runs.into_iter().map(|run| (run.first, run.last, run.what)).collect()
}
