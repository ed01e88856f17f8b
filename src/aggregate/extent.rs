//! Releases bounds from the data (Claim A12), by two searches from the ends of a public list of
//! candidates towards a public centre. Each search is above-threshold (Claim A9). The upper one
//! visits the candidates from the largest down, with the rows above the next candidate as count,
//! and so finds a candidate that covers those rows. The lower one mirrors it. A row is on at most
//! one side of the centre, so both searches take the whole ε.

use super::header::{put, FLAG};
use super::histogram::Histogram;
use super::terms::Terms;
use super::traits::Aggregate;
use crate::exponential::above::AboveThreshold;
use crate::exponential::{Eta, Rule};
use crate::tape::Words;
use crate::Error;

/// Candidates that cover no row are released with a probability of at most 2 to minus this power.
/// Bounds that are far too wide would ruin whatever is computed with them, so it is rarer than for
/// a minimum or maximum.
pub const RARE_LOG2: u32 = 30;

/// The bounds that a search found. A side where it found none has the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The lower bound.
    pub lo: f64,
    /// The upper bound.
    pub hi: f64,
    /// Whether the search found a bound below the centre.
    pub below: bool,
    /// Whether the search found a bound above the centre.
    pub above: bool,
}

/// A parsed state with its mechanism.
struct Plan {
    own: Histogram,
    centre: usize,
    mechanism: AboveThreshold,
}

impl Plan {
    fn new(bytes: &[u8], terms: &Terms) -> Result<Self, Error> {
        let own = Histogram::read(bytes)?;
        own.header().live()?;
        let centre = own.layout.centre(bytes)?.ok_or(Error::State)?;
        terms.options.of_selection(Rule::PermuteAndFlip)?;
        if terms.options.rule.is_some() {
            return Err(Error::UnusedSelection);
        }
        let loss =
            AboveThreshold::loss(own.header().rows_per_person).map_err(|_| Error::RowsPerPerson)?;
        let (below, above) = own.layout.sides(centre);
        let eta = Eta::from_epsilon(&terms.epsilon, loss)?;
        let mechanism = AboveThreshold::new(eta, (below + above) as u64, RARE_LOG2)?;
        Ok(Plan { own, centre, mechanism })
    }
}

/// Fails if [`release`] would fail for a reason that is public.
///
/// # Errors
/// The errors of [`release`], except those of the tape.
pub fn can_release(bytes: &[u8], terms: &Terms) -> Result<(), Error> {
    Plan::new(bytes, terms).map(|_| ())
}

/// Releases the bounds of a live histogram that was made for a search, once. The upper search reads
/// the tape first.
///
/// # Errors
/// [`Error::State`], also if the histogram was not made for a search; [`Error::Released`];
/// [`Error::RowsPerPerson`], [`Error::SelectionEpsilon`], [`Error::NoMemory`]; the errors of
/// options that do not apply, and of the tape. On failure the state stays live.
pub fn release<W: Words>(bytes: &mut [u8], terms: &Terms, tape: &mut W) -> Result<Extent, Error> {
    let Plan { own, centre, mechanism } = Plan::new(bytes, terms)?;
    let layout = own.layout;
    let mut search = |counts: Vec<u64>| {
        let runs = counts.iter().map(|rows| (*rows, 1));
        mechanism.first(runs, counts.len() as u64, tape)
    };
    let last = layout.cells() - 3;
    let high = search(layout.above(bytes, centre)?)?.map(|place| last - place as usize);
    let low = search(layout.below(bytes, centre)?)?.map(|place| place as usize);
    let value = |edge: Option<usize>| layout.candidate(bytes, centre, edge.unwrap_or(centre));
    let found =
        Extent { lo: value(low)?, hi: value(high)?, below: low.is_some(), above: high.is_some() };
    put(bytes, FLAG, &[1])?;
    Ok(found)
}

/// K, in quarters of a row, and η of the searches.
///
/// # Errors
/// The errors of [`can_release`].
#[cfg(test)]
pub(crate) fn parts(bytes: &[u8], terms: &Terms) -> Result<(u64, Eta), Error> {
    Plan::new(bytes, terms).map(|plan| plan.mechanism.parts())
}
