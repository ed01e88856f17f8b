//! Implements above-threshold with one-sided noise (Claim A9). It visits counts in a public order
//! and chooses the first whose noisy value reaches a noisy threshold.
//!
//! Thresholds, gaps and noise are measured in units of a quarter of a row. The threshold is K + G,
//! where K is public and P(G >= g) = 2^(-η·g), with the same η for the threshold and the counts. A
//! count of R rows has the gap K + G - 4R. With noise, the count reaches the threshold with
//! probability 2^(-η·gap), or with probability 1 if the gap is negative. A coin decides this
//! exactly, as in permute-and-flip. All coins are flipped, whatever the earlier coins showed.

use super::eta::{Eta, Loss};
use super::flipping::{geometric, Flips};
use super::levels::Powers;
use super::rounding::BLOCK;
use crate::exact::select;
use crate::tape::Words;
use crate::Error;

/// The number of units that equal one row.
pub const UNITS: u64 = 4;
/// The smallest K, in units. It is half a row, so a count of zero rows reaches the threshold only
/// by noise.
pub const LEAST: u64 = UNITS / 2;

/// The mechanism for a given number of counts.
pub struct AboveThreshold {
    eta: Eta,
    /// K, the public part of the threshold.
    aim: u64,
    powers: Powers,
}

impl AboveThreshold {
    /// The loss if one person's rows move all counts in one direction, each by at most
    /// `rows_per_person`, and a later count by at least as much as an earlier one.
    ///
    /// # Errors
    /// [`Error::UtilitySensitivity`] if `rows_per_person` is too large.
    pub fn loss(rows_per_person: u64) -> Result<Loss, Error> {
        let units = rows_per_person.checked_mul(UNITS).ok_or(Error::UtilitySensitivity)?;
        Loss::new(units, true)
    }

    /// Makes the mechanism for `n` counts. K is chosen so that n counts of zero rows reach the
    /// threshold with probability at most 2^-`rare_log2`, on average over the threshold's noise.
    ///
    /// # Errors
    /// [`Error::SelectionEpsilon`] if η is too small for the noise to stay below 2^62;
    /// [`Error::NoMemory`].
    pub fn new(eta: Eta, n: u64, rare_log2: u32) -> Result<Self, Error> {
        if eta.units(geometric::MOST_DIGITS)? > geometric::MOST {
            return Err(Error::SelectionEpsilon);
        }
        let eta = eta.reduced();
        let aim = eta.rare(n.max(1), rare_log2)?.clamp(LEAST, geometric::MOST);
        Ok(AboveThreshold { eta, aim, powers: Powers::near(eta)? })
    }

    /// The index of the first count that reaches the threshold, or `None` if none does.
    /// `runs` are pairs (count, number of repetitions). The total number `n` of counts is public.
    ///
    /// # Errors
    /// The errors of the tape; [`Error::NoMemory`].
    pub fn first<W: Words>(
        &self,
        runs: impl Iterator<Item = (u64, u64)>,
        n: u64,
        tape: &mut W,
    ) -> Result<Option<u64>, Error> {
        let mut flips = Flips::new(self.eta, &self.powers);
        let threshold = self.aim + geometric::draw(&mut flips, tape)?;
        let mut gaps = runs.flat_map(|(count, many)| {
            let gap = threshold.saturating_sub(count.saturating_mul(UNITS));
            std::iter::repeat_n(gap, many as usize)
        });
        let (mut found, mut answer, mut start) = (false, 0, 0);
        let mut block = [0; BLOCK];
        while start < n {
            let own = block.get_mut(..(n - start).min(BLOCK as u64) as usize).unwrap_or(&mut []);
            own.iter_mut().zip(gaps.by_ref()).for_each(|(to, gap)| *to = gap);
            let heads = flips.block(own, tape)?;
            let here = !found & (heads != 0);
            answer = select(here, start + u64::from(heads.trailing_zeros()), answer);
            found |= here;
            start += own.len() as u64;
        }
        Ok(found.then_some(answer))
    }

    /// Makes the mechanism with K = `aim`, whatever the number of counts.
    #[cfg(test)]
    pub(crate) fn of_parts(aim: u64, eta: Eta) -> Result<Self, Error> {
        Ok(AboveThreshold { aim, ..Self::new(eta, 2, 8)? })
    }

    /// K and η.
    pub(crate) fn parts(&self) -> (u64, Eta) {
        (self.aim, self.eta)
    }
}
