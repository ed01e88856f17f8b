//! Computes, for Rust programs, the error to expect from a state, the epsilon that an error needs,
//! and intervals around released answers. All of this costs no privacy.

use super::held::Held;
use super::states::{Count, Mean, Mode, Quantile, StdDev, Sum, Variance};
use super::{call, Histogram, Options};
use crate::aggregate::expect::interval::Around;
use crate::aggregate::expect::{expected, inverse, region};
use crate::aggregate::{state, Parts, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::utility::Alpha;
use crate::Error;

pub use crate::aggregate::expect::interval::Interval;

impl Held {
    fn accuracy(
        &self,
        rows: u64,
        epsilon: f64,
        alpha: f64,
        options: &Options,
    ) -> Result<f64, Error> {
        call(|| {
            let alpha = Alpha::new(alpha)?;
            expected(self.bytes(), rows, alpha, &Terms::new(epsilon, options.chosen)?)
        })
    }

    fn epsilon(&self, rows: u64, alpha: f64, r: f64, options: &Options) -> Result<f64, Error> {
        call(|| inverse::epsilon(self.bytes(), rows, Alpha::new(alpha)?, r, options.chosen))
    }

    fn interval(
        &self,
        answer: f64,
        epsilon: f64,
        alpha: f64,
        options: &Options,
    ) -> Result<Interval, Error> {
        call(|| {
            let terms = Terms::new(epsilon, options.chosen)?;
            Around::new(self.bytes(), Alpha::new(alpha)?, &terms)?.interval(answer)
        })
    }

    fn release_parts(&mut self, epsilon: f64, options: &Options) -> Result<Parts, Error> {
        struct Once<'a>(&'a mut [u8], Terms);
        impl Release for Once<'_> {
            type Output = Parts;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Parts, Error> {
                state::release_parts(self.0, &self.1, tape)
            }
        }
        call(|| {
            let terms = Terms::new(epsilon, options.chosen)?;
            Numbered::new(options.source()).call(Once(self.bytes_mut(), terms))
        })
    }
}

/// The number of rows that an error depends on; any, if it depends on none.
macro_rules! assumed {
    () => {
        1
    };
    ($rows:ident) => {
        $rows
    };
}

macro_rules! knows_its_error {
    ($name:ident, [$($rows:ident)?], $what:literal) => {
        impl $name {
            /// The error to expect, before anything is released. With probability at least
            /// `1 - alpha`, a release at `epsilon` differs from the exact answer by at most this
            /// much.
            #[doc = $what]
            ///
            /// # Errors
            /// The errors of [`Self::accuracy_with`].
            pub fn accuracy(
                &self,
                $($rows: u64,)?
                epsilon: f64,
                alpha: f64,
            ) -> Result<f64, Error> {
                self.accuracy_with($($rows,)? epsilon, alpha, &Options::new())
            }

            /// The error to expect like [`Self::accuracy`], with the options of the release.
            ///
            /// # Errors
            /// [`Error::Alpha`] unless `alpha` is strictly between 0 and 1; [`Error::Rows`] if a
            /// number of rows is 0; the errors that a release has for parameters.
            pub fn accuracy_with(
                &self,
                $($rows: u64,)?
                epsilon: f64,
                alpha: f64,
                options: &Options,
            ) -> Result<f64, Error> {
                self.0.accuracy(assumed!($($rows)?), epsilon, alpha, options)
            }

            /// The smallest epsilon at which [`Self::accuracy`] is at most `r`.
            ///
            /// # Errors
            /// [`Error::Accuracy`] if `r` is not positive and finite, or if no epsilon attains it;
            /// the errors of [`Self::accuracy_with`].
            pub fn epsilon_for_accuracy(
                &self,
                $($rows: u64,)?
                alpha: f64,
                r: f64,
            ) -> Result<f64, Error> {
                self.epsilon_for_accuracy_with($($rows,)? alpha, r, &Options::new())
            }

            /// The epsilon like [`Self::epsilon_for_accuracy`], with the options of the release.
            ///
            /// # Errors
            /// The errors of [`Self::epsilon_for_accuracy`].
            pub fn epsilon_for_accuracy_with(
                &self,
                $($rows: u64,)?
                alpha: f64,
                r: f64,
                options: &Options,
            ) -> Result<f64, Error> {
                self.0.epsilon(assumed!($($rows)?), alpha, r, options)
            }
        }
    };
}

knows_its_error!(Count, [], "The unit is rows.");
knows_its_error!(Sum, [], "The unit is that of the values.");
knows_its_error!(Histogram, [], "The error is that of each single count, in rows.");
knows_its_error!(
    Mode,
    [],
    "The error is the count of the most common candidate minus that of the released one, in rows."
);
knows_its_error!(
    Quantile,
    [],
    "The error is the distance in ranks from q times the number of rows to the rows there. \
     For a minimum or maximum it is the number of rows beyond the answer, or infinity."
);
knows_its_error!(
    Mean,
    [rows],
    "It assumes a number of rows, which must be public. The unit is that of the values."
);
knows_its_error!(
    Variance,
    [rows],
    "It assumes a number of rows, which must be public. The unit is the square of that of values."
);
knows_its_error!(
    StdDev,
    [rows],
    "It assumes a number of rows, which must be public. The unit is that of the values."
);

macro_rules! has_interval {
    ($name:ident) => {
        impl $name {
            /// An interval around a released answer. It holds the exact answer with probability at
            /// least `1 - alpha` over the noise, whatever the rows are. `epsilon` and `options` are
            /// those of the release. Only the parameters of this state are read.
            ///
            /// # Errors
            /// [`Error::Answer`] unless the answer is finite; [`Error::Alpha`]; the errors that a
            /// release has for parameters.
            pub fn interval(
                &self,
                answer: f64,
                epsilon: f64,
                alpha: f64,
                options: &Options,
            ) -> Result<Interval, Error> {
                self.0.interval(answer, epsilon, alpha, options)
            }
        }
    };
}

has_interval!(Count);
has_interval!(Sum);

macro_rules! is_an_average {
    ($name:ident) => {
        /// What follows from the noisy sums, at no further cost.
        impl $name {
            /// Releases the answer with the noisy sums that it is computed from, once, which costs
            /// `epsilon` (base e), as a release of the answer alone.
            ///
            /// # Errors
            /// The errors of [`Self::release_with`].
            pub fn release_parts(&mut self, epsilon: f64) -> Result<Parts, Error> {
                self.release_parts_with(epsilon, &Options::new())
            }

            /// Releases the parts like [`Self::release_parts`], with options.
            ///
            /// # Errors
            /// The errors of [`Self::release_with`]; a float precision is refused.
            pub fn release_parts_with(
                &mut self,
                epsilon: f64,
                options: &Options,
            ) -> Result<Parts, Error> {
                self.0.release_parts(epsilon, options)
            }

            /// An interval around a released answer, from its parts. If there is at least one row,
            /// it holds the exact answer with probability at least `1 - alpha` over the noise,
            /// whatever the rows are. Only the parameters of this state are read.
            ///
            /// # Errors
            /// [`Error::Answer`] if the parts are not finite, or of another kind of state;
            /// [`Error::Alpha`], [`Error::NoMemory`].
            pub fn interval(&self, parts: &Parts, alpha: f64) -> Result<Interval, Error> {
                call(|| region::interval(self.0.bytes(), parts, Alpha::new(alpha)?))
            }
        }
    };
}

is_an_average!(Mean);
is_an_average!(Variance);
is_an_average!(StdDev);
