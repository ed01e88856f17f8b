//! Permute-and-flip (McKenna and Sheldon 2020) visits outcomes in random order and chooses the
//! first one whose coin shows heads. A coin shows heads with a probability equal to the outcome's
//! weight, where the best outcome has weight 1.
//!
//! The order matters only among the outcomes with heads. So this module flips every coin and picks
//! one of the outcomes with heads uniformly. The answer has the same distribution (Claim P1), and
//! the amount of work does not depend on which outcome wins.
//!
//! * `coins`: a coin for each outcome
//! * `groups`: the number of heads among outcomes that share a weight
//! * `digits`: comparisons with weights, and digits of weights, if the 62-place bounds do not
//!   decide
//! * `heads`: the outcomes that show heads
//! * `pick`: a uniform choice
//! * [`geometric`]: one-sided noise with the same weights
//!
//! `proof.md` derives the distribution and the loss (Claim P2), and proves that the answer follows
//! from the digits that are read (Claim P4).

mod coins;
mod digits;
pub mod geometric;
mod groups;
mod heads;
mod pick;

use super::levels::Powers;
use super::rounding::{Doubles, Rounded, BLOCK};
use super::{Eta, Exponential};
use crate::memory;
use crate::tape::Words;
use crate::Error;
use heads::Heads;
pub use pick::pick;

/// The largest number of outcomes. If groups have this many members in total, reading the random
/// words takes about half a second.
pub const MOST_OUTCOMES: u64 = 1 << 32;

/// If the first random words do not decide all coins, further words are read. Once a call has read
/// this many further words, the host's stop flag can end the call. On a uniform tape this happens
/// with probability below 2^-400. But if words were constructed to lie on boundaries, a call may
/// take minutes.
const PATIENCE: u32 = 16;

/// The coins of one selection.
pub struct Flips<'a> {
    eta: Eta,
    powers: &'a Powers,
    /// The number of further words read so far.
    further: u32,
    /// The number of random words read for coins so far.
    words: u64,
}

/// The host's stop flag is checked each time this many random words have been read for coins, that
/// is, every few milliseconds.
const OFTEN: u64 = 1 << 20;

impl<'a> Flips<'a> {
    /// Makes the coins for weights with this η, whose x must be odd. `powers` gives lower and upper
    /// bounds on these weights.
    pub fn new(eta: Eta, powers: &'a Powers) -> Self {
        Flips { eta, powers, further: 0, words: 0 }
    }

    /// Counts words that were read, and checks the host's stop flag from time to time. The number
    /// of words depends only on public sizes and random digits.
    #[inline]
    fn read(&mut self, words: usize) -> Result<(), Error> {
        let before = self.words;
        self.words += words as u64;
        if before / OFTEN != self.words / OFTEN {
            memory::go_on()?;
        }
        Ok(())
    }

    /// Reads a further word, because the words read so far do not decide.
    fn another<W: Words>(&mut self, tape: &mut W) -> Result<u64, Error> {
        self.further += 1;
        if self.further >= PATIENCE {
            memory::go_on()?;
        }
        tape.next()
    }
}

impl Exponential {
    fn flips(&self) -> Flips<'_> {
        Flips::new(self.sampler.eta, &self.sampler.powers)
    }

    /// Selects by permute-and-flip among outcomes with these utilities and returns the index of
    /// one.
    pub(super) fn flip<W: Words>(
        &self,
        doubles: Option<Doubles>,
        utilities: &[f64],
        tape: &mut W,
    ) -> Result<usize, Error> {
        let mut heads = Heads::room(utilities.len())?;
        let mut seen = u32::MAX;
        let kept = self.range.round(doubles, utilities, tape, |block| {
            seen = block.iter().copied().fold(seen, u32::min);
        })?;
        let rounded = Rounded::new(doubles, utilities, &kept);
        let mut flips = self.flips();
        rounded.gaps(rounded.smallest(seen), |block| {
            heads.push(flips.block(block, tape)?);
            Ok(())
        })?;
        let chosen = pick(heads.count(), tape)?;
        Ok(heads.nth(chosen, self.selection.early_exit))
    }

    /// Selects by permute-and-flip among `n` outcomes at these levels.
    pub(super) fn flip_each<W: Words>(
        &self,
        levels: impl Iterator<Item = u64> + Clone,
        n: usize,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let mut heads = Heads::room(n)?;
        let smallest = levels.clone().fold(u64::MAX, crate::exact::least);
        let mut flips = self.flips();
        let mut gaps = levels.map(|level| level - smallest);
        let mut left = n;
        while left > 0 {
            let mut block = [0; BLOCK];
            let own = block.get_mut(..left.min(BLOCK)).unwrap_or(&mut []);
            own.iter_mut().zip(gaps.by_ref()).for_each(|(to, gap)| *to = gap);
            heads.push(flips.block(own, tape)?);
            left -= own.len();
        }
        let chosen = pick(heads.count(), tape)?;
        Ok(heads.nth(chosen, self.selection.early_exit))
    }

    /// Selects by permute-and-flip among groups (level, multiplicity) of outcomes and returns the
    /// index of a group. `most` is a public upper bound on the number of groups.
    pub(super) fn flip_groups<W: Words>(
        &self,
        groups: impl Iterator<Item = (u64, u64)> + Clone,
        most: usize,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let mut heads = Vec::new();
        heads.try_reserve_exact(most).map_err(|_| Error::NoMemory)?;
        let used = groups.clone().map(|(level, many)| if many > 0 { level } else { u64::MAX });
        let smallest = used.fold(u64::MAX, crate::exact::least);
        let mut flips = self.flips();
        for (level, many) in groups {
            heads.push(flips.group(level.wrapping_sub(smallest), many, tape)?);
        }
        let chosen = pick(heads.iter().sum(), tape)?;
        let (mut seen, mut answer) = (0u64, 0);
        for (i, own) in heads.iter().enumerate() {
            // A group without heads is never chosen.
            answer = crate::exact::select(chosen.wrapping_sub(seen) < *own, i as u64, answer);
            seen += own;
            if self.selection.early_exit && chosen < seen {
                break;
            }
        }
        Ok(answer as usize)
    }
}
