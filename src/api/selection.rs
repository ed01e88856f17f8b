//! Provides the bare base-2 exponential mechanism to Rust programs.

use super::{call, Options};
use crate::exact::Positive;
use crate::exponential::{self, Loss, Rule};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// The privacy parameter η of a selection, in base 2. Utilities are costs: if the utility of an
/// outcome is higher by 1, its weight is 2^-η times as large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eta(exponential::Eta);

impl Eta {
    /// The parameter with `2^-η = (x/2^y)^z`.
    ///
    /// # Errors
    /// [`Error::EtaX`] unless `0 < x < 2^y`, [`Error::EtaY`] unless `1 <= y <= 63`, [`Error::EtaZ`]
    /// if z is 0.
    pub fn new(x: u64, y: u32, z: u32) -> Result<Self, Error> {
        exponential::Eta::new(x, y, z).map(Eta)
    }

    /// An η whose privacy loss (base e) is at most `epsilon`. It is usually within one part in a
    /// million of the largest such η. One person changes each utility by at most `sensitivity`.
    /// `monotonic` means that one person changes all utilities in one direction.
    ///
    /// # Errors
    /// [`Error::Epsilon`], [`Error::UtilitySensitivity`], [`Error::NoMemory`].
    pub fn from_epsilon(epsilon: f64, sensitivity: u64, monotonic: bool) -> Result<Self, Error> {
        call(|| {
            let epsilon = Positive::from_f64(epsilon).ok_or(Error::Epsilon)?;
            exponential::Eta::from_epsilon(&epsilon, Loss::new(sensitivity, monotonic)?).map(Eta)
        })
    }

    /// The privacy loss (base e) of one selection, rounded up.
    ///
    /// # Errors
    /// [`Error::UtilitySensitivity`], [`Error::NoMemory`].
    pub fn epsilon(self, sensitivity: u64, monotonic: bool) -> Result<f64, Error> {
        call(|| self.0.epsilon(Loss::new(sensitivity, monotonic)?))
    }
}

/// The base-2 exponential mechanism (Ilvento), which selects one of many outcomes with exact
/// probabilities. Utilities are costs, so an outcome with a lower utility is more likely.
///
/// ```
/// use indp::{Eta, Exponential};
///
/// // Votes for three candidates. Adding a person's vote lowers one utility by 1 and changes no
/// // other, so all utilities move in one direction.
/// let votes = [120.0, 400.0, 90.0];
/// let eta = Eta::from_epsilon(0.5, 1, true)?;
/// let choose = Exponential::new(eta, -1_000_000, 0, 3)?;
/// let winner = choose.select(&votes.map(|n| -n))?;
/// assert!(winner < 3);
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Exponential {
    mechanism: exponential::Exponential,
    source: Numbered,
}

impl Exponential {
    /// A mechanism with default options. For the parameters see [`Exponential::with_options`].
    ///
    /// # Errors
    /// The errors of [`Exponential::with_options`].
    pub fn new(
        eta: Eta,
        utility_min: i64,
        utility_max: i64,
        max_outcomes: u64,
    ) -> Result<Self, Error> {
        Self::with_options(eta, (utility_min, utility_max), max_outcomes, &Options::new())
    }

    /// A mechanism with options. Utilities are clamped to the public range `utilities`, given as
    /// (minimum, maximum). `max_outcomes` is the largest number of outcomes of one selection.
    ///
    /// # Errors
    /// [`Error::UtilityRange`], [`Error::MaxOutcomes`], [`Error::PrecisionReach`],
    /// [`Error::NoMemory`]; the errors of options that do not apply.
    pub fn with_options(
        eta: Eta,
        utilities: (i64, i64),
        max_outcomes: u64,
        options: &Options,
    ) -> Result<Self, Error> {
        call(|| {
            let (min, max) = utilities;
            let selection = options.chosen.of_selection(Rule::Exponential)?;
            let mechanism =
                exponential::Exponential::new(eta.0, min, max, max_outcomes, selection)?;
            Ok(Exponential { mechanism, source: Numbered::new(options.source()) })
        })
    }

    /// Selects one outcome and returns its index. A selection costs the privacy loss
    /// [`Eta::epsilon`]. Utilities that are not integers are rounded randomly. NaN counts as the
    /// largest utility.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`], [`Error::Entropy`], [`Error::NoMemory`].
    pub fn select(&self, utilities: &[f64]) -> Result<usize, Error> {
        struct Each<'a>(&'a exponential::Exponential, &'a [f64]);
        impl Release for Each<'_> {
            type Output = usize;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<usize, Error> {
                self.0.select(self.1, tape)
            }
        }
        call(|| self.source.call(Each(&self.mechanism, utilities)))
    }

    /// Selects one group. Group i stands for `multiplicities[i]` outcomes that share an integer
    /// utility.
    ///
    /// # Errors
    /// The errors of [`Exponential::select`]; [`Error::Length`] unless there are as many
    /// multiplicities as utilities.
    pub fn select_counted(
        &self,
        utilities: &[i64],
        multiplicities: &[u64],
    ) -> Result<usize, Error> {
        struct Groups<'a>(&'a exponential::Exponential, &'a [i64], &'a [u64]);
        impl Release for Groups<'_> {
            type Output = usize;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<usize, Error> {
                self.0.select_counted(self.1, Some(self.2), tape)
            }
        }
        if utilities.len() != multiplicities.len() {
            return Err(Error::Length);
        }
        call(|| self.source.call(Groups(&self.mechanism, utilities, multiplicities)))
    }
}
