//! Validates the parameters of selections.

use super::eta::Eta;
use super::flipping;
use super::levels::{empirical_precision, Powers};
use super::rounding::{Doubles, Range};
use super::sampling::Sampler;
use crate::Error;

/// The largest number of outcomes. Sums of weights, in units of 2^-62, are then at most 2^124.
pub const MOST_OUTCOMES: u64 = 1 << 62;

/// The mechanism that makes a selection. Both mechanisms have the same loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Ilvento's exponential mechanism.
    Exponential,
    /// Permute-and-flip. Its expected utility is never worse than that of the exponential
    /// mechanism.
    PermuteAndFlip,
}

/// How selections are made. All parameters are optional. All except `rule` come from Ilvento.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The mechanism. `early_exit` applies to both mechanisms. The other options apply only to the
    /// exponential mechanism.
    pub rule: Rule,
    /// The minimum number of draws of the uniform number s in one selection. The last accepted draw
    /// selects the outcome.
    pub min_retries: u32,
    /// Whether scans may end early. That is faster, but the time then reveals the position of the
    /// chosen outcome.
    pub early_exit: bool,
    /// Whether selections use Ilvento's algorithm, at the precision that its empirical method
    /// (Algorithm 3) finds.
    pub empirical: bool,
}

/// The default minimum number of draws. A draw is accepted with probability at least 1/2, so at
/// most one selection in 65,536 needs more than 16 draws. In all other selections the number of
/// draws is 16, whatever the total weight is.
const QUIET: u32 = 16;

impl Selection {
    /// The default: the exponential mechanism with data-independent scans and, nearly always, a
    /// data-independent number of draws.
    pub const DEFAULT: Selection = Selection {
        rule: Rule::Exponential,
        min_retries: QUIET,
        early_exit: false,
        empirical: false,
    };

    /// If the mechanism is permute-and-flip, refuses options that only the exponential mechanism
    /// has.
    ///
    /// # Errors
    /// [`Error::UnusedMinRetries`], [`Error::UnusedEmpirical`].
    pub fn suits_rule(self) -> Result<Self, Error> {
        match self.rule {
            Rule::Exponential => Ok(self),
            Rule::PermuteAndFlip if self.min_retries != Self::DEFAULT.min_retries => {
                Err(Error::UnusedMinRetries)
            }
            Rule::PermuteAndFlip if self.empirical => Err(Error::UnusedEmpirical),
            Rule::PermuteAndFlip => Ok(self),
        }
    }
}

impl Default for Selection {
    fn default() -> Self {
        Selection::DEFAULT
    }
}

/// A selection mechanism, either the base-2 exponential mechanism or permute-and-flip. It is
/// immutable.
#[derive(Clone, Debug)]
pub struct Exponential {
    /// η2 as the caller gave it, before x/2^y was reduced so that x is odd.
    pub(super) given: Eta,
    pub(super) range: Range,
    pub(super) doubles: Option<Doubles>,
    pub(super) most: u64,
    pub(super) selection: Selection,
    pub(super) sampler: Sampler,
}

impl Exponential {
    /// Makes a mechanism from η2, the range of utilities and the largest number of outcomes of one
    /// selection, all public.
    ///
    /// # Errors
    /// [`Error::UtilityRange`] unless `min < max`; [`Error::MaxOutcomes`] if `most` is 0 or above
    /// 2^62 (2^32 for permute-and-flip); the errors of [`Selection::suits_rule`];
    /// [`Error::MinRetries`] if `min_retries` is 0; [`Error::PrecisionReach`] if `empirical` is set
    /// and needs too many bits; [`Error::NoMemory`].
    pub fn new(
        given: Eta,
        min: i64,
        max: i64,
        most: u64,
        selection: Selection,
    ) -> Result<Self, Error> {
        if min >= max {
            return Err(Error::UtilityRange);
        }
        let limit = match selection.rule {
            Rule::Exponential => MOST_OUTCOMES,
            Rule::PermuteAndFlip => flipping::MOST_OUTCOMES,
        };
        if most == 0 || most > limit {
            return Err(Error::MaxOutcomes);
        }
        let Selection { min_retries, empirical, .. } = selection.suits_rule()?;
        if min_retries == 0 {
            return Err(Error::MinRetries);
        }
        let (eta, range) = (given.reduced(), Range { min, max });
        let fixed = empirical.then(|| empirical_precision(eta, range.span(), most)).transpose()?;
        let sampler = Sampler { eta, powers: Powers::new(eta, range.span())?, fixed, min_retries };
        Ok(Exponential { given, range, doubles: Doubles::new(range), most, selection, sampler })
    }

    /// R, the largest utility minus the smallest.
    #[must_use]
    pub fn range(&self) -> u64 {
        self.range.span()
    }

    /// The tight precision in bits: see [`Eta::tight_precision`].
    #[must_use]
    pub fn precision(&self) -> u64 {
        self.sampler.eta.tight_precision(self.range.span(), self.most)
    }

    /// The precision in bits by Ilvento's formula: see [`Eta::note_precision`].
    #[must_use]
    pub fn precision_note(&self) -> u64 {
        self.given.note_precision(self.range.min, self.range.max, self.most)
    }

    /// The precision in bits by Ilvento's Algorithm 3: see [`empirical_precision`].
    ///
    /// # Errors
    /// The errors of [`empirical_precision`].
    pub fn precision_empirical(&self) -> Result<u32, Error> {
        let Sampler { eta, fixed, .. } = self.sampler;
        fixed.map_or_else(|| empirical_precision(eta, self.range.span(), self.most), Ok)
    }

    /// Checks the number of outcomes of a selection.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`].
    pub(crate) fn accepts(&self, n: u64) -> Result<(), Error> {
        match n {
            0 => Err(Error::Empty),
            n if n > self.most => Err(Error::Outcomes),
            _ => Ok(()),
        }
    }
}
