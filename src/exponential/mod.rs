//! The base-2 exponential mechanism (Ilvento; SPEC section 2): one outcome out of many, each with exactly
//! the probability `2^(-η2·u) / Σ 2^(-η2·u)`, u its utility. Smaller is better.
//!
//! * [`eta`]: the privacy parameter η2 = -z·log2(x/2^y), from and to a loss in base e
//! * [`params`]: validated parameters
//! * [`rounding`]: doubles to integer utilities, randomly, own bits for each outcome
//! * [`levels`]: outcomes grouped by rounded utility
//! * [`sample`]: one draw in 128-bit integers, with certified ends
//! * [`precise`]: the same draw at growing precision, when those ends do not decide
//! * [`reference`]: the note's algorithms with exact weights, slow and obvious; the oracle
//!
//! `proof.md` says why the answer is exact.

pub mod eta;
pub mod levels;
pub mod params;
mod precise;
pub mod reference;
mod rounding;
mod sample;

#[cfg(test)]
mod tests;

pub use eta::{Eta, Loss};
pub use params::{Choices, Exponential};

use crate::tape::Words;
use crate::Error;
use levels::Levels;

impl Exponential {
    /// Chooses among outcomes with these utilities: the index of one.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`]; [`Error::Entropy`], [`Error::NoMemory`]; never because of a
    /// utility.
    pub fn select<W: Words>(
        &self,
        utilities: impl ExactSizeIterator<Item = f64>,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        self.accepts(n as u64)?;
        let mut rounded = Vec::new();
        rounded.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
        for utility in utilities {
            rounded.push(self.level(utility, tape)?);
        }
        let levels = Levels::of_outcomes(&rounded, self.range())?;
        let most_cells = self.range().min(n as u64);
        let (level, offset) = self.sample(&levels, most_cells, tape)?;
        // The offset-th outcome of the level, in the order of the indices. The whole list is read whatever
        // the answer, unless early exit was asked for.
        let (mut seen, mut answer) = (0u64, 0);
        for (i, own) in rounded.iter().enumerate() {
            let hit = *own == level;
            if hit && seen == offset {
                answer = i;
                if self.choices.optimize {
                    break;
                }
            }
            seen += u64::from(hit);
        }
        Ok(answer)
    }

    /// Chooses among groups of outcomes that share an integer utility: the index of a group, with the
    /// probability of all of its members together. `multiplicity` of a group may be 0.
    ///
    /// # Errors
    /// As [`Exponential::select`].
    pub fn select_counted<W: Words>(
        &self,
        groups: impl ExactSizeIterator<Item = (i64, u64)> + Clone,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let most = groups.len() as u64;
        self.select_group(groups, most, tape).map(|(group, _)| group)
    }

    /// As [`Exponential::select_counted`]: a group, and which of its members. `most` is a public limit of the number
    /// of groups, which may itself be private.
    pub(crate) fn select_group<W: Words>(
        &self,
        groups: impl ExactSizeIterator<Item = (i64, u64)> + Clone,
        most: u64,
        tape: &mut W,
    ) -> Result<(usize, u64), Error> {
        let mut total = 0u64;
        for (_, multiplicity) in groups.clone() {
            total = total.checked_add(multiplicity).ok_or(Error::Outcomes)?;
        }
        self.accepts(total)?;
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize).map_err(|_| Error::NoMemory)?;
        let clamped = |u: i64| u.clamp(self.min, self.max).abs_diff(self.min);
        list.extend(groups.clone().map(|(u, m)| (clamped(u), m)));
        let levels = Levels::of_groups(list);
        let (level, offset) = self.sample(&levels, self.range().min(most), tape)?;
        let (mut seen, mut answer) = (0u64, (0, 0));
        for (i, (utility, multiplicity)) in groups.enumerate() {
            let own = if clamped(utility) == level { multiplicity } else { 0 };
            if (seen..seen + own).contains(&offset) {
                answer = (i, offset - seen);
            }
            seen += own;
        }
        Ok(answer)
    }
}
