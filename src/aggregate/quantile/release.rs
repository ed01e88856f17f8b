//! The choice of a candidate. With q = a/b, L rows below a candidate, E at it and G above it, its
//! utility is max(0, (b-a)·L - a·(E+G), a·G - (b-a)·(L+E)): 0 at every true quantile, ties
//! included. One person's m rows move each by at most m·max(a, b-a), which is the sensitivity;
//! utilities do not all move in one direction.
//!
//! Candidates between two that have rows share one utility, so the work follows the rows, not the
//! candidates.

use super::cells::entries;
use super::Quantile;
use crate::aggregate::centre::times_power;
use crate::aggregate::terms::Terms;
use crate::exponential::Exponential;
use crate::tape::Words;
use crate::Error;

/// Utilities beyond this tie: their weight relative to a true quantile's is below 2^(-η2·2^62).
const LARGEST: i64 = 1 << 62;

/// # Errors
/// Those of [`Terms::selection`].
pub(super) fn mechanism(own: &Quantile, terms: &Terms) -> Result<Exponential, Error> {
    let steepest = u64::from(own.q.a.max(own.q.b - own.q.a));
    let (eta, options) = terms.selection(own.header.rows_per_person, steepest, false)?;
    Exponential::new(eta, 0, LARGEST, own.cells(), options)
}

/// A candidate, no lower than lo and no higher than hi.
///
/// # Errors
/// [`Error::NoMemory`], those of the tape.
pub(super) fn release<W: Words>(
    own: &Quantile,
    bytes: &[u8],
    mechanism: &Exponential,
    tape: &mut W,
) -> Result<f64, Error> {
    let runs = runs(own, bytes)?;
    let groups = runs.iter().map(|run| (run.utility, run.last - run.first + 1));
    let (chosen, offset) = mechanism.select_group(groups, own.cells(), tape)?;
    let candidate = runs.get(chosen).map_or(0, |run| run.first + offset);
    let step = i128::from(own.bounds.low) + i128::from(candidate);
    Ok(times_power(step as f64, own.bounds.exponent).max(own.bounds.lo).min(own.bounds.hi))
}

/// Candidates next to each other that share a utility.
struct Run {
    first: u64,
    last: u64,
    utility: i64,
}

/// All candidates, in order.
fn runs(own: &Quantile, bytes: &[u8]) -> Result<Vec<Run>, Error> {
    // Each has a candidate of its own.
    let mut runs: Vec<Run> = Vec::new();
    runs.try_reserve_exact(own.cells() as usize).map_err(|_| Error::NoMemory)?;
    let (mut next, mut below) = (0, 0u64);
    let rows = own.header.rows;
    for (cell, count) in entries(bytes, own.cells())? {
        let cell = u64::from(cell);
        if next < cell {
            runs.push(Run { first: next, last: cell - 1, utility: utility(own, below, 0, rows - below) });
        }
        let above = rows - below - count;
        runs.push(Run { first: cell, last: cell, utility: utility(own, below, count, above) });
        next = cell + 1;
        below += count;
    }
    if next < own.cells() {
        runs.push(Run { first: next, last: own.cells() - 1, utility: utility(own, below, 0, rows - below) });
    }
    Ok(runs)
}

fn utility(own: &Quantile, below: u64, at: u64, above: u64) -> i64 {
    let (a, rest) = (i128::from(own.q.a), i128::from(own.q.b - own.q.a));
    let [below, at, above] = [below, at, above].map(i128::from);
    let too_high = rest * below - a * (at + above);
    let too_low = a * above - rest * (below + at);
    too_high.max(too_low).clamp(0, i128::from(LARGEST)) as i64
}

/// First and last candidate and utility of each run.
#[cfg(test)]
pub(super) fn runs_of(own: &Quantile, bytes: &[u8]) -> Vec<(u64, u64, i64)> {
    runs(own, bytes).unwrap().into_iter().map(|run| (run.first, run.last, run.utility)).collect()
}
