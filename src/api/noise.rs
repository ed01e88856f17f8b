//! Provides the bare snapping mechanism to Rust programs.

use super::{call, Options};
use crate::exact::Dyadic;
use crate::fixed_log::LoggedWords;
use crate::snapping::{self, BLOCK};
use crate::source::{Numbered, Release};
use crate::utility::tail::{accuracy, Answers};
use crate::utility::Alpha;
use crate::Error;

/// The snapping mechanism (Mironov 2012) with fixed parameters. It adds Laplace noise of scale
/// `sensitivity / epsilon` to an answer that the caller has computed. Any number of threads may
/// release through one mechanism.
///
/// ```
/// use indp::Snapping;
///
/// // Neighbouring data sets give answers at most 3 apart. The loss of one release is 0.5.
/// let noise = Snapping::new(0.5, 3.0, 1e6)?;
/// let private = noise.release(1200.0)?;
/// // With probability 0.99, a release is within this distance of the answer.
/// assert!(noise.accuracy(0.01)? < 32.0);
/// # assert!((private - 1200.0).abs() < 3000.0);
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Snapping {
    mechanism: snapping::Snapping,
    source: Numbered,
}

impl Snapping {
    /// A mechanism with default options. For the parameters see [`Snapping::with_options`].
    ///
    /// # Errors
    /// The errors of [`Snapping::with_options`].
    pub fn new(epsilon: f64, sensitivity: f64, bound: f64) -> Result<Self, Error> {
        Self::with_options(epsilon, sensitivity, bound, &Options::new())
    }

    /// A mechanism with options. `epsilon` is the privacy loss (base e) of one release. The caller
    /// promises that the answers of neighbouring data sets differ by at most `sensitivity`.
    /// Releases lie in `[-bound, bound]`. `bound` is public and may be infinite.
    ///
    /// # Errors
    /// [`Error::Epsilon`], [`Error::Sensitivity`], [`Error::Bound`], [`Error::Lambda`],
    /// [`Error::NoMemory`]; the errors of options that do not apply; in float arithmetic
    /// [`Error::FloatEpsilon`], [`Error::FloatBound`], [`Error::FloatGrid`].
    pub fn with_options(
        epsilon: f64,
        sensitivity: f64,
        bound: f64,
        options: &Options,
    ) -> Result<Self, Error> {
        call(|| {
            let (grid, precision) = options.chosen.of_noise()?;
            let mechanism =
                snapping::Snapping::with_precision(epsilon, sensitivity, bound, grid, precision)?;
            Ok(Snapping { mechanism, source: Numbered::new(options.source()) })
        })
    }

    /// Releases one answer, which costs the privacy loss `epsilon`. NaN counts as 0.
    ///
    /// # Errors
    /// [`Error::Entropy`], [`Error::NoMemory`].
    pub fn release(&self, answer: f64) -> Result<f64, Error> {
        struct One<'a>(&'a snapping::Snapping, f64);
        impl Release for One<'_> {
            type Output = f64;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<f64, Error> {
                self.0.release_f64(self.1, tape)
            }
        }
        call(|| self.source.call(One(&self.mechanism, answer)))
    }

    /// Releases an integer, without rounding it to a double. The grid must be at least 1, and the
    /// bound must be infinite or a multiple of the grid.
    ///
    /// # Errors
    /// [`Error::Grid`], [`Error::Bound`], [`Error::FloatSteps`], [`Error::Entropy`],
    /// [`Error::NoMemory`].
    pub fn release_integer(&self, answer: i64) -> Result<i64, Error> {
        struct One<'a>(&'a snapping::Snapping, i64);
        impl Release for One<'_> {
            type Output = i64;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<i64, Error> {
                self.0.release_i64(&Dyadic::from(self.1), tape)
            }
        }
        call(|| {
            self.mechanism.suits_integers()?;
            self.source.call(One(&self.mechanism, answer))
        })
    }

    /// Releases many answers, each of which costs the privacy loss `epsilon`. One such call is
    /// faster than one call for each answer.
    ///
    /// # Errors
    /// The errors of [`Snapping::release`]; on failure nothing is released.
    pub fn release_many(&self, answers: &[f64]) -> Result<Vec<f64>, Error> {
        struct Many<'a>(&'a snapping::Snapping, &'a mut [f64]);
        impl Release for Many<'_> {
            type Output = ();
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<(), Error> {
                self.1.chunks_mut(BLOCK).try_for_each(|block| self.0.release_block(block, tape))
            }
        }
        call(|| {
            let mut out = Vec::new();
            out.try_reserve_exact(answers.len()).map_err(|_| Error::NoMemory)?;
            out.extend_from_slice(answers);
            self.source.call(Many(&self.mechanism, &mut out))?;
            Ok(out)
        })
    }

    /// A distance from the answer within which a release lies with probability at least
    /// `1 - alpha`, for every answer in `[-bound, bound]`. For answers of more than 2^53 grid
    /// steps, rounding to a double may add half an ulp of the release.
    ///
    /// # Errors
    /// [`Error::Alpha`], [`Error::NoMemory`].
    pub fn accuracy(&self, alpha: f64) -> Result<f64, Error> {
        call(|| accuracy(&self.mechanism, Answers::Any, Alpha::new(alpha)?))
    }

    /// The noise scale, which is the mean absolute value of the noise.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.mechanism.lambda()
    }

    /// The grid. Every release is a multiple of it, or ±bound.
    #[must_use]
    pub fn grid(&self) -> f64 {
        self.mechanism.grid()
    }
}
