//! Releases several quantiles of one state for Rust programs.

use super::states::Quantile;
use super::{call, Options};
use crate::aggregate::quantile::many;
use crate::aggregate::Terms;
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

impl Quantile {
    /// Releases several quantiles of the same rows, once, which costs `epsilon` (base e) for all of
    /// them together. The answers are in the order of `q`, which has 1 to 1,000 numbers; the q of
    /// the state is ignored. A larger q never has a smaller answer.
    ///
    /// ```
    /// let mut ages = indp::Quantile::new(0.5, 0.0, 120.0, 0, 1)?;
    /// ages.add_many(&[31.0, 47.0, 52.0])?;
    /// let quartiles = ages.release_many(&[0.25, 0.5, 0.75], 2.0)?;
    /// assert!(quartiles[0] <= quartiles[1] && quartiles[1] <= quartiles[2]);
    /// # Ok::<(), indp::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Self::release_many_with`].
    pub fn release_many(&mut self, q: &[f64], epsilon: f64) -> Result<Vec<f64>, Error> {
        self.release_many_with(q, epsilon, &Options::new())
    }

    /// Releases several quantiles like [`Self::release_many`], with options.
    ///
    /// # Errors
    /// [`Error::Quantile`] for an element of `q`, [`Error::Quantiles`] for their number; the errors
    /// of [`Self::release_with`]. On failure the state can still be released.
    pub fn release_many_with(
        &mut self,
        q: &[f64],
        epsilon: f64,
        options: &Options,
    ) -> Result<Vec<f64>, Error> {
        struct Once<'a>(&'a mut [u8], &'a [f64], Terms);
        impl Release for Once<'_> {
            type Output = Vec<f64>;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Vec<f64>, Error> {
                many::release(self.0, self.1, &self.2, tape)
            }
        }
        call(|| {
            let terms = Terms::new(epsilon, options.chosen)?;
            Numbered::new(options.source()).call(Once(self.0.bytes_mut(), q, terms))
        })
    }

    /// Returns the error that [`Self::release_many_with`] would return because of public
    /// parameters, or because the state was released. Releases nothing.
    ///
    /// # Errors
    /// Those of [`Self::release_many_with`], except [`Error::Entropy`].
    pub fn can_release_many(
        &self,
        q: &[f64],
        epsilon: f64,
        options: &Options,
    ) -> Result<(), Error> {
        call(|| many::can_release(self.0.bytes(), q, &Terms::new(epsilon, options.chosen)?))
    }
}
