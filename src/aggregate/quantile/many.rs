//! Releases several quantiles of the same rows for one ε (Claim A10), by recursion (Kaplan, Schnapp
//! and Stemmer 2022). A selection chooses the middle one of the wanted quantiles. The chosen
//! position divides the rows into two parts, and each part releases the quantiles on its side in
//! the same way. Parts of the same level have no row in common, so all selections of a level
//! together have the privacy loss of one. ε is divided evenly among the levels. k quantiles need
//! ceil(log2(k + 1)) levels.
//!
//! Two quantiles would need two levels, so each of them is selected from all rows, for half of ε.
//!
//! A part lies between the selected positions of two wanted quantiles l and u, and so contains
//! about the share u - l of all rows. Therefore a quantile q between l and u is the quantile (q -
//! l)/(u - l) of the part.
//!
//! Answers are monotone: a larger q has an equal or larger answer.

use std::ops::Range;

use super::cells::entries;
use super::fraction::Fraction;
use super::part::Part;
use super::release::{all, value};
use super::select::Wanted;
use super::Quantile;
use crate::aggregate::header::{put, FLAG};
use crate::aggregate::terms::Terms;
use crate::aggregate::traits::Aggregate;
use crate::exact::Positive;
use crate::tape::Words;
use crate::Error;

/// The largest number of quantiles in one release.
pub const MOST: usize = 1000;
/// If candidates have several positions each, all candidates together have at most about
/// `2^POSITIONS_LOG2` positions.
const POSITIONS_LOG2: u32 = 18;
/// One candidate has at most `2^MOST_LOG2` positions.
const MOST_LOG2: u32 = 8;
/// A level gets a multiple of ε·2^-`SHARES_LOG2`.
const SHARES_LOG2: u32 = 16;

/// The quantiles of one release, and the terms of each selection. No field depends on
/// the rows.
pub struct Plan {
    /// In ascending order, without repetition.
    wanted: Vec<Fraction>,
    /// For each quantile of the caller, its place in `wanted`.
    places: Vec<usize>,
    rows_per_person: u64,
    /// If a part is to be divided, each candidate has 2^`log2` positions.
    log2: u32,
    /// The terms of one level.
    terms: Terms,
}

/// The quantiles that one part releases.
#[derive(Clone)]
struct Span {
    /// Their places in [`Plan::wanted`].
    places: Range<usize>,
    /// The part has the rows between these two quantiles of all rows.
    ends: [Fraction; 2],
}

impl Plan {
    /// # Errors
    /// [`Error::Quantiles`] unless there are from 1 to 1,000 quantiles; [`Error::Quantile`];
    /// [`Error::NoMemory`]; the errors of [`Terms::selection`].
    pub fn new(own: &Quantile, q: &[f64], terms: &Terms) -> Result<Self, Error> {
        if q.is_empty() || q.len() > MOST {
            return Err(Error::Quantiles);
        }
        let (mut given, mut wanted, mut places) = (room(q.len())?, room(q.len())?, room(q.len())?);
        for q in q {
            given.push(Fraction::nearest(*q)?);
        }
        wanted.extend_from_slice(&given);
        wanted.sort_unstable();
        wanted.dedup();
        places.extend(given.iter().map(|q| wanted.partition_point(|own| own < q)));
        let levels = usize::BITS - wanted.len().leading_zeros();
        let steps = own.cells() - 1;
        let log2 = (0..=MOST_LOG2).rev().find(|log2| steps << log2 <= 1 << POSITIONS_LOG2);
        let plan = Plan {
            wanted,
            places,
            rows_per_person: own.header.rows_per_person,
            log2: log2.unwrap_or(0),
            terms: of_level(terms, levels),
        };
        for span in plan.spans().into_iter().flatten() {
            plan.check(&span, own.cells())?;
        }
        Ok(plan)
    }

    /// The groups of quantiles that are released from all rows: one group or, if there are two
    /// quantiles, each by itself.
    fn spans(&self) -> [Option<Span>; 2] {
        let span = |places| Some(Span { places, ends: [Fraction::ZERO, Fraction::ONE] });
        match self.wanted.len() {
            2 => [span(0..1), span(1..2)],
            k => [span(0..k), None],
        }
    }

    /// Fails if a selection would fail because of its terms. A part has at most `cells` candidates.
    /// Fewer candidates never make a selection fail.
    fn check(&self, span: &Span, cells: u64) -> Result<(), Error> {
        if span.places.is_empty() {
            return Ok(());
        }
        let (middle, wanted) = self.selection(span, cells);
        wanted.mechanism(&self.terms)?;
        let [lower, upper] = self.halves(span, middle);
        self.check(&lower, cells)?;
        self.check(&upper, cells)
    }

    /// The quantile that is selected first, and its selection from a part with this many
    /// candidates.
    fn selection(&self, span: &Span, cells: u64) -> (usize, Wanted) {
        let Range { start, end } = span.places;
        // Of two quantiles, the second counts as the middle one. If it is a maximum, it is selected
        // last instead, as a minimum always is.
        let last = end - start == 2 && self.q(end - 1) == Fraction::ONE;
        let middle = if last { start } else { (start + end) / 2 };
        let [low, high] = span.ends;
        let wanted = Wanted {
            q: self.q(middle).between(low, high),
            cells,
            log2: if end - start == 1 { 0 } else { self.log2 },
            rows_per_person: self.rows_per_person,
        };
        (middle, wanted)
    }

    fn halves(&self, span: &Span, middle: usize) -> [Span; 2] {
        let (Range { start, end }, [low, high], own) =
            (span.places.clone(), span.ends, self.q(middle));
        [
            Span { places: start..middle, ends: [low, own] },
            Span { places: middle + 1..end, ends: [own, high] },
        ]
    }

    fn q(&self, place: usize) -> Fraction {
        self.wanted.get(place).copied().unwrap_or(Fraction::ONE)
    }

    /// The quantiles, in the order of the caller.
    ///
    /// # Errors
    /// [`Error::NoMemory`], and the errors of the tape.
    pub fn release<W: Words>(
        &self,
        own: &Quantile,
        bytes: &[u8],
        tape: &mut W,
    ) -> Result<Vec<f64>, Error> {
        let mut entries = entries(bytes, own.cells())?;
        let mut chosen = room(self.wanted.len())?;
        chosen.resize(self.wanted.len(), 0);
        for span in self.spans().into_iter().flatten() {
            self.select(&span, &mut all(own, &mut entries), &mut chosen, tape)?;
        }
        // Two quantiles that are each selected from all rows may be in the wrong order.
        chosen.sort_unstable();
        let mut answers = room(self.places.len())?;
        let candidates = self.places.iter().filter_map(|place| chosen.get(*place));
        answers.extend(candidates.map(|candidate| value(own, *candidate)));
        Ok(answers)
    }

    /// Selects the quantiles of one part, and writes the selected candidates to their places in
    /// `chosen`.
    fn select<W: Words>(
        &self,
        span: &Span,
        part: &mut Part<'_>,
        chosen: &mut [u64],
        tape: &mut W,
    ) -> Result<(), Error> {
        if span.places.is_empty() {
            return Ok(());
        }
        let (middle, wanted) = self.selection(span, part.cells());
        let position = wanted.select(part, &wanted.mechanism(&self.terms)?, tape)?;
        let cut = part.cut(position, wanted.log2);
        if let Some(place) = chosen.get_mut(middle) {
            *place = cut.cell;
        }
        if span.places.len() == 1 {
            // The part is not divided, since another selection may use its rows.
            return Ok(());
        }
        let [lower, upper] = self.halves(span, middle);
        self.select(&lower, &mut part.lower(&cut), chosen, tape)?;
        self.select(&upper, &mut part.upper(&cut), chosen, tape)
    }
}

/// Fails if [`release`] would fail for a reason that is public.
///
/// # Errors
/// The errors of [`release`], except those of the tape.
pub fn can_release(bytes: &[u8], q: &[f64], terms: &Terms) -> Result<(), Error> {
    let own = Quantile::read(bytes)?;
    own.header.live()?;
    Plan::new(&own, q, terms).map(|_| ())
}

/// Releases the live state of a quantile, once. The state's own q is ignored. Answers are in the
/// order of `q`.
///
/// # Errors
/// [`Error::State`], [`Error::Released`]; the errors of [`Plan::new`] and [`Plan::release`]. On
/// failure the state stays live.
pub fn release<W: Words>(
    bytes: &mut [u8],
    q: &[f64],
    terms: &Terms,
    tape: &mut W,
) -> Result<Vec<f64>, Error> {
    let own = Quantile::read(bytes)?;
    own.header.live()?;
    let answers = Plan::new(&own, q, terms)?.release(&own, bytes, tape)?;
    put(bytes, FLAG, &[1])?;
    Ok(answers)
}

/// The terms of each level, if there are this many levels.
fn of_level(terms: &Terms, levels: u32) -> Terms {
    let Positive { mantissa, exponent } = terms.epsilon;
    let share = u128::from((1u32 << SHARES_LOG2) / levels.max(1));
    Terms {
        epsilon: Positive { mantissa: mantissa * share, exponent: exponent - SHARES_LOG2 as i32 },
        ..*terms
    }
}

fn room<T>(n: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
    Ok(list)
}
