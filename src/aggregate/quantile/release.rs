//! The selection of a candidate, by permute-and-flip unless the exponential mechanism was chosen.
//!
//! Adjacent candidates without rows share one cost, so the work grows with the rows, not with the
//! candidates.

use super::cells::entries;
use super::score::{Score, LARGEST};
use super::Quantile;
use crate::aggregate::centre::times_power;
use crate::aggregate::terms::Terms;
use crate::exponential::Exponential;
use crate::tape::Words;
use crate::Error;

/// The mechanism and the costs of one release.
pub struct Mechanism {
    choice: Exponential,
    score: Score,
}

/// # Errors
/// Those of [`Terms::selection`].
pub(super) fn mechanism(own: &Quantile, terms: &Terms) -> Result<Mechanism, Error> {
    let sensitivity = Score::sensitivity(own.q);
    let (eta, options) =
        terms.selection(own.header.rows_per_person, sensitivity.most, sensitivity.relative)?;
    let score = Score::of(own.q, own.cells(), eta)?;
    Ok(Mechanism { choice: Exponential::new(eta, 0, LARGEST, own.cells(), options)?, score })
}

/// Selects a candidate. It is clamped to [lo, hi].
///
/// # Errors
/// [`Error::NoMemory`], those of the tape.
pub(super) fn release<W: Words>(
    own: &Quantile,
    bytes: &[u8],
    mechanism: &Mechanism,
    tape: &mut W,
) -> Result<f64, Error> {
    let runs = runs(own, bytes, mechanism.score)?;
    let groups = runs.iter().map(|run| (run.utility, run.last - run.first + 1));
    let (chosen, offset) = mechanism.choice.select_group(groups, own.cells(), tape)?;
    let candidate = runs.get(chosen).map_or(0, |run| run.first + offset);
    let step = i128::from(own.bounds.low) + i128::from(candidate);
    Ok(times_power(step as f64, own.bounds.exponent).max(own.bounds.lo).min(own.bounds.hi))
}

/// Adjacent candidates that share a cost.
struct Run {
    first: u64,
    last: u64,
    utility: i64,
}

/// The runs of all candidates, in order.
fn runs(own: &Quantile, bytes: &[u8], score: Score) -> Result<Vec<Run>, Error> {
    // Each run contains a candidate, so there are at most as many runs as candidates.
    let mut runs: Vec<Run> = Vec::new();
    runs.try_reserve_exact(own.cells() as usize).map_err(|_| Error::NoMemory)?;
    let (mut next, mut below) = (0, 0u64);
    let rows = own.header.rows;
    for (cell, count) in entries(bytes, own.cells())? {
        let cell = u64::from(cell);
        if next < cell {
            runs.push(Run { first: next, last: cell - 1, utility: score.utility(below, 0, rows - below) });
        }
        let above = rows - below - count;
        runs.push(Run { first: cell, last: cell, utility: score.utility(below, count, above) });
        next = cell + 1;
        below += count;
    }
    if next < own.cells() {
        runs.push(Run { first: next, last: own.cells() - 1, utility: score.utility(below, 0, rows - below) });
    }
    Ok(runs)
}

/// The first and the last candidate and the cost of each run.
#[cfg(test)]
pub(super) fn runs_of(own: &Quantile, bytes: &[u8], score: Score) -> Vec<(u64, u64, i64)> {
    runs(own, bytes, score).unwrap().into_iter().map(|run| (run.first, run.last, run.utility)).collect()
}
