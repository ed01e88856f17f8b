//! Releases one quantile: a selection from all rows.

use super::cells::entries;
use super::part::Part;
use super::select::{Mechanism, Wanted};
use super::Quantile;
use crate::aggregate::terms::Terms;
use crate::exact::times_power;
use crate::tape::Words;
use crate::Error;

fn wanted(own: &Quantile) -> Wanted {
    let rows_per_person = own.header.rows_per_person;
    Wanted { q: own.q, cells: own.cells(), log2: 0, rows_per_person }
}

/// # Errors
/// The errors of [`Terms::selection`].
pub(super) fn mechanism(own: &Quantile, terms: &Terms) -> Result<Mechanism, Error> {
    wanted(own).mechanism(terms)
}

/// Selects a candidate and returns its value.
///
/// # Errors
/// [`Error::NoMemory`], and the errors of the tape.
pub(super) fn release<W: Words>(
    own: &Quantile,
    bytes: &[u8],
    mechanism: &Mechanism,
    tape: &mut W,
) -> Result<f64, Error> {
    let mut entries = entries(bytes, own.cells())?;
    let candidate = wanted(own).select(&all(own, &mut entries), mechanism, tape)?;
    Ok(value(own, candidate))
}

/// All rows.
pub(super) fn all<'a>(own: &Quantile, entries: &'a mut [(u32, u64)]) -> Part<'a> {
    Part { first: 0, last: own.cells() - 1, rows: own.header.rows, entries }
}

/// The value of a candidate, clamped to [lo, hi].
pub(super) fn value(own: &Quantile, candidate: u64) -> f64 {
    let step = i128::from(own.bounds.low) + i128::from(candidate);
    times_power(step as f64, own.bounds.exponent).max(own.bounds.lo).min(own.bounds.hi)
}

/// The first and the last candidate and the cost of each run.
#[cfg(test)]
pub(super) fn runs_of(
    own: &Quantile,
    bytes: &[u8],
    score: super::score::Score,
) -> Vec<(u64, u64, i64)> {
    let mut entries = entries(bytes, own.cells()).unwrap();
    let runs =
        all(own, &mut entries).runs(0, |below, at, above| score.utility(below, at, above)).unwrap();
    runs.into_iter().map(|run| (run.first, run.first + run.many - 1, run.what)).collect()
}
