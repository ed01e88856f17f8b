//! Provides the optional choices of a mechanism or a release to Rust programs.

use crate::exponential::Rule;
use crate::options;
use crate::snapping::{Precision, Snapping};
use crate::source::Source;
use crate::Error;

/// The optional choices. A mechanism or release refuses options that do not apply to it.
///
/// ```
/// use indp::{Error, Options, Snapping};
///
/// // Whole numbers.
/// let options = Options::new().grid(1.0)?;
/// let noise = Snapping::with_options(0.5, 1.0, 1e6, &options)?;
/// assert_eq!(noise.release(1200.0)?.fract(), 0.0);
///
/// let selecting = Options::new().min_retries(32)?;
/// let refused = Snapping::with_options(0.5, 1.0, 1e6, &selecting);
/// assert!(matches!(refused, Err(Error::UnusedMinRetries)));
/// # Ok::<(), indp::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(super) chosen: options::Options,
    seed: Option<u64>,
}

impl Options {
    /// The default: real arithmetic, the mechanism's own grid, operating-system entropy.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the grid, a power of two in the unit of the values. Answers are rounded to multiples of
    /// it, which costs no privacy. 0 lets the mechanism choose the grid.
    ///
    /// # Errors
    /// [`Error::Grid`].
    pub fn grid(mut self, power_of_two: f64) -> Result<Self, Error> {
        self.chosen.grid = Snapping::grid_option(power_of_two)?;
        Ok(self)
    }

    /// Chooses float arithmetic at 53 to 4,096 bits, to reproduce or audit published results.
    ///
    /// # Errors
    /// [`Error::Precision`].
    pub fn float_precision(mut self, bits: u32) -> Result<Self, Error> {
        self.chosen.precision = Precision::bits(bits)?;
        Ok(self)
    }

    /// Chooses float arithmetic at the smallest precision that suits the parameters and is at least
    /// 118 bits.
    #[must_use]
    pub fn automatic_float_precision(mut self) -> Self {
        self.chosen.precision = Precision::Automatic;
        self
    }

    /// Sets the least number of draws of a selection by the exponential mechanism, which is 16 by
    /// default. The probability that a selection needs more than k draws is below 2^-k. If a
    /// selection needs more than `draws`, its number of draws depends on the weights, and so does
    /// its time.
    ///
    /// # Errors
    /// [`Error::MinRetries`] if `draws` is 0.
    pub fn min_retries(mut self, draws: u32) -> Result<Self, Error> {
        if draws == 0 {
            return Err(Error::MinRetries);
        }
        self.chosen.selection.min_retries = draws;
        Ok(self)
    }

    /// Selections are made by permute-and-flip. It has the same privacy loss as the exponential
    /// mechanism, and its expected utility is never worse. Permute-and-flip is the default of the
    /// aggregates, except for minimum and maximum, which use above-threshold.
    #[must_use]
    pub fn permute_and_flip(mut self) -> Self {
        self.chosen.rule = Some(Rule::PermuteAndFlip);
        self
    }

    /// Selections are made by the exponential mechanism. This mechanism is the default of
    /// [`Exponential`](super::Exponential).
    #[must_use]
    pub fn exponential_mechanism(mut self) -> Self {
        self.chosen.rule = Some(Rule::Exponential);
        self
    }

    /// Selections may end early, so their time reveals the position of the selected outcome. Such
    /// selections are **not private** against anyone who can measure the time.
    #[must_use]
    pub fn insecure_timing(mut self) -> Self {
        self.chosen.selection.early_exit = true;
        self
    }

    /// Selections are made at one fixed precision, as in Ilvento's algorithm. The same outcomes are
    /// selected, but the selection is far slower.
    #[must_use]
    pub fn empirical_precision(mut self) -> Self {
        self.chosen.selection.empirical = true;
        self
    }

    /// The random words follow from `seed`. Releases are then reproducible and **not private**:
    /// anyone who knows the seed can subtract the noise. This option is meant for tests.
    #[must_use]
    pub fn insecure_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    pub(super) fn source(&self) -> Source {
        self.seed.map_or(Source::Os, Source::Seeded)
    }
}
