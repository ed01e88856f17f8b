//! Selects a candidate of a part. Unless the caller chose a mechanism, an extreme (a minimum or
//! maximum) is selected by above-threshold, and any other quantile by permute-and-flip.

use super::fraction::Fraction;
use super::part::{Part, Run};
use super::score::{Score, LARGEST};
use crate::aggregate::terms::Terms;
use crate::exponential::above::AboveThreshold;
use crate::exponential::{Eta, Exponential, Rule};
use crate::tape::Words;
use crate::Error;

/// All candidates of an extreme that no row reaches are together released with a probability of at
/// most 2 to minus this power.
pub const RARE_LOG2: u32 = 8;

/// The mechanism of one selection.
#[allow(clippy::large_enum_variant)] // only one exists at a time, on the stack
pub enum Mechanism {
    /// Selects one position by its cost.
    Choice(Exponential, Score),
    /// For a maximum, selects the largest candidate for which the noisy number of rows at or above
    /// it reaches a noisy threshold. A minimum mirrors this. Above-threshold is the default for
    /// both.
    Above(AboveThreshold),
}

/// The public parameters of a selection.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The quantile of the part.
    pub q: Fraction,
    /// The number of candidates of the part.
    pub cells: u64,
    /// Each candidate has 2^`log2` positions. For an extreme, `log2` is 0.
    pub log2: u32,
    /// The contribution bound.
    pub rows_per_person: u64,
}

impl Wanted {
    /// # Errors
    /// The errors of [`Terms::selection`].
    pub fn mechanism(&self, terms: &Terms) -> Result<Mechanism, Error> {
        if Score::is_extreme(self.q) && terms.options.rule.is_none() {
            return self.above(terms).map(Mechanism::Above);
        }
        let sensitivity = Score::sensitivity(self.q);
        let (eta, options) =
            terms.selection(self.rows_per_person, sensitivity.most, sensitivity.relative)?;
        let score = Score::of(self.q, self.cells, eta)?;
        let positions = self.cells << self.log2;
        Ok(Mechanism::Choice(Exponential::new(eta, 0, LARGEST, positions, options)?, score))
    }

    fn above(&self, terms: &Terms) -> Result<AboveThreshold, Error> {
        // Refuses options that do not apply to selections.
        terms.options.of_selection(Rule::PermuteAndFlip)?;
        let loss = AboveThreshold::loss(self.rows_per_person).map_err(|_| Error::RowsPerPerson)?;
        AboveThreshold::new(Eta::from_epsilon(&terms.epsilon, loss)?, self.cells, RARE_LOG2)
    }

    /// Selects a position of this part.
    ///
    /// # Errors
    /// [`Error::NoMemory`], and the errors of the tape.
    pub fn select<W: Words>(
        &self,
        part: &Part<'_>,
        mechanism: &Mechanism,
        tape: &mut W,
    ) -> Result<u64, Error> {
        match mechanism {
            Mechanism::Choice(choice, score) => {
                let runs =
                    part.runs(self.log2, |below, at, above| score.utility(below, at, above))?;
                let positions = self.cells << self.log2;
                let groups = runs.iter().map(|run| (run.what, run.many));
                // If candidates have several positions, most runs are short. It is then faster to
                // select among single outcomes than among groups.
                if self.log2 > 0 {
                    let each =
                        groups.flat_map(|(cost, many)| std::iter::repeat_n(cost, many as usize));
                    return choice.select_each(each, positions as usize, tape).map(|i| i as u64);
                }
                let (chosen, offset) = choice.select_group(groups, positions, tape)?;
                Ok(runs.get(chosen).map_or(0, |run| run.first + offset))
            }
            Mechanism::Above(mechanism) => {
                let counts = |run: &Run<u64>| (run.what, run.many);
                // If no candidate reaches the threshold, the last one is released.
                let last = self.cells - 1;
                if self.q.a == 0 {
                    let runs = part.runs(0, |below, at, _| below + at)?;
                    let found = mechanism.first(runs.iter().map(counts), self.cells, tape)?;
                    Ok(found.unwrap_or(last))
                } else {
                    let runs = part.runs(0, |_, at, above| at + above)?;
                    let found = mechanism.first(runs.iter().rev().map(counts), self.cells, tape)?;
                    Ok(last - found.unwrap_or(last))
                }
            }
        }
    }
}
