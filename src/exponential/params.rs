//! Validated parameters of the exponential mechanism.

use super::block::Doubles;
use super::eta::Eta;
use super::fixed::empirical_precision;
use super::powers::Powers;
use crate::Error;

/// The most outcomes: sums of weights then fit 124 bits with 62 after the point.
pub const MOST_OUTCOMES: u64 = 1 << 62;

/// Optional choices, as in the source note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// At least so many draws of s are made, whatever happens; the last accepted one counts.
    pub min_retries: u32,
    /// Whether scans may end early. Faster, and time then tells where the winner stands.
    pub optimize: bool,
    /// Whether selections go the note's way, at the precision that its empirical determination finds.
    pub empirical: bool,
}

/// The first draw is accepted with probability at least 1/2: more than so many are needed once in 65,536 selections,
/// and only then does their number tell of the total weight.
const QUIET: u32 = 16;

impl Choices {
    /// The quiet ones.
    pub const DEFAULT: Choices = Choices { min_retries: QUIET, optimize: false, empirical: false };
}

impl Default for Choices {
    fn default() -> Self {
        Choices::DEFAULT
    }
}

/// A base-2 exponential mechanism; immutable.
#[derive(Clone, Debug)]
pub struct Exponential {
    pub(super) eta: Eta,
    /// Before its x was made odd.
    pub(super) given: Eta,
    /// The precision in bits, where the note's way was asked for.
    pub(super) fixed: Option<u32>,
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) most: u64,
    pub(super) choices: Choices,
    pub(super) powers: Powers,
    /// Outcomes so far above the smallest level weigh at most 2^-62 each.
    pub(super) window: u64,
    pub(super) doubles: Option<Doubles>,
}

impl Exponential {
    /// η2, the range of utilities, the most outcomes of one selection; all public.
    ///
    /// # Errors
    /// [`Error::UtilityRange`] unless `min < max`; [`Error::MaxOutcomes`] if `most` is 0 or above 2^62;
    /// [`Error::MinRetries`] if that is 0; [`Error::PrecisionReach`] if the note's way was asked for and takes more
    /// bits than are within reach.
    pub fn new(eta: Eta, min: i64, max: i64, most: u64, choices: Choices) -> Result<Self, Error> {
        if min >= max {
            return Err(Error::UtilityRange);
        }
        if most == 0 || most > MOST_OUTCOMES {
            return Err(Error::MaxOutcomes);
        }
        if choices.min_retries == 0 {
            return Err(Error::MinRetries);
        }
        let (given, eta) = (eta, eta.reduced());
        let range = max.abs_diff(min);
        let fixed = choices.empirical.then(|| empirical_precision(eta, range, most)).transpose()?;
        let powers = Powers::new(eta, range)?;
        let (window, doubles) = (powers.window(), Doubles::new(min, max));
        Ok(Exponential { eta, given, fixed, min, max, most, choices, powers, window, doubles })
    }

    /// The largest utility above the smallest, R.
    #[must_use]
    pub fn range(&self) -> u64 {
        self.max.abs_diff(self.min)
    }

    /// The tight precision in bits: see [`Eta::tight_precision`].
    #[must_use]
    pub fn precision(&self) -> u64 {
        self.eta.tight_precision(self.range(), self.most)
    }

    /// The precision in bits by the note's formula: see [`Eta::note_precision`].
    #[must_use]
    pub fn precision_note(&self) -> u64 {
        self.given.note_precision(self.min, self.max, self.most)
    }

    /// The precision in bits by the note's empirical determination: see [`empirical_precision`].
    ///
    /// # Errors
    /// [`Error::PrecisionReach`], [`Error::NoMemory`].
    pub fn precision_empirical(&self) -> Result<u32, Error> {
        self.fixed.map_or_else(|| empirical_precision(self.eta, self.range(), self.most), Ok)
    }

    /// Whether a selection may have so many outcomes.
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
