//! Provides histograms, and the counts of all candidates of a mode, to Rust programs.

use super::held::Held;
use super::states::{common, Mode};
use super::{call, Options};
use crate::aggregate::{self, counts, histogram, state, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

/// The numbers of rows in the cells between public edges, released for one ε.
///
/// ```
/// // Ages in years: below 0, 0 to 17, 18 to 64, from 65 on, and NaN.
/// let mut ages = indp::Histogram::new(&[0.0, 18.0, 65.0], 1)?;
/// ages.add_many(&[31.0, 47.0, 12.0])?;
/// let about: Vec<i64> = ages.release(1.0)?;
/// assert_eq!(about.len(), 5);
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Histogram(pub(super) Held);

impl Histogram {
    /// An empty state. n edges make n + 2 cells, in this order: values below the first edge; n - 1
    /// half-open cells, each from an edge to below the next; values from the last edge on; NaN. The
    /// edges are public and must never be taken from the data. The caller promises that no person
    /// has more than `rows_per_person` rows (the contribution bound).
    ///
    /// # Errors
    /// [`Error::Edges`] unless there are 1 to 2^20 finite edges that ascend strictly;
    /// [`Error::RowsPerPerson`], [`Error::NoMemory`].
    pub fn new(edges: &[f64], rows_per_person: u64) -> Result<Self, Error> {
        let length = histogram::length(edges.len())?;
        Held::new(length, |bytes| histogram::init(bytes, edges, rows_per_person)).map(Histogram)
    }

    /// Adds one row with a value.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::TooManyRows`].
    pub fn add(&mut self, value: f64) -> Result<(), Error> {
        self.0.add(1, |bytes| state::add(bytes, value))
    }

    /// Adds one row with an integer, without rounding it to a double.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn add_integer(&mut self, value: i64) -> Result<(), Error> {
        self.0.add(1, |bytes| state::add_int64(bytes, value))
    }

    /// Adds many rows, faster than by one call for each row. On failure no row is added.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn add_many(&mut self, values: &[f64]) -> Result<(), Error> {
        self.0.add(values.len() as u64, |bytes| state::add_many(bytes, values))
    }

    /// Releases the counts of all cells, once, which costs `epsilon` (base e) for all of them
    /// together. The counts are unbiased integers, which may be negative.
    ///
    /// # Errors
    /// The errors of [`Self::release_with`].
    pub fn release(&mut self, epsilon: f64) -> Result<Vec<i64>, Error> {
        self.release_with(epsilon, &Options::new())
    }

    /// Releases the counts like [`Self::release`], with options.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::Epsilon`], [`Error::Lambda`], [`Error::Grid`],
    /// [`Error::Entropy`], [`Error::NoMemory`]; the errors of options that do not apply, among them
    /// a float precision. On failure the state can still be released.
    pub fn release_with(&mut self, epsilon: f64, options: &Options) -> Result<Vec<i64>, Error> {
        release(&mut self.0, epsilon, options)
    }
}

macro_rules! releases_counts {
    ($name:ident, $check:ident) => {
        impl $name {
            /// Returns the error that a release of the counts would return because of public
            /// parameters, or because the state was released. Releases nothing.
            ///
            /// # Errors
            /// Those of the release, except [`Error::Entropy`].
            pub fn $check(&self, epsilon: f64, options: &Options) -> Result<(), Error> {
                call(|| counts::can_release(self.0.bytes(), &Terms::new(epsilon, options.chosen)?))
            }
        }
    };
}

releases_counts!(Histogram, can_release_with);
releases_counts!(Mode, can_release_counts_with);

common!(Histogram, aggregate::Histogram, |bytes| !histogram::search::is_one(bytes));

impl Mode {
    /// Releases the counts of all candidates, once, which costs `epsilon` (base e) for all of them
    /// together. The counts are unbiased integers, which may be negative. Integers come first,
    /// ascending; then texts, ordered by their bytes.
    ///
    /// # Errors
    /// The errors of [`Histogram::release_with`].
    pub fn release_counts(&mut self, epsilon: f64) -> Result<Vec<i64>, Error> {
        self.release_counts_with(epsilon, &Options::new())
    }

    /// Releases the counts like [`Self::release_counts`], with options.
    ///
    /// # Errors
    /// The errors of [`Histogram::release_with`].
    pub fn release_counts_with(
        &mut self,
        epsilon: f64,
        options: &Options,
    ) -> Result<Vec<i64>, Error> {
        release(&mut self.0, epsilon, options)
    }
}

fn release(held: &mut Held, epsilon: f64, options: &Options) -> Result<Vec<i64>, Error> {
    struct Once<'a>(&'a mut [u8], Terms);
    impl Release for Once<'_> {
        type Output = Vec<i64>;
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Vec<i64>, Error> {
            counts::release(self.0, &self.1, tape)
        }
    }
    call(|| {
        let terms = Terms::new(epsilon, options.chosen)?;
        Numbered::new(options.source()).call(Once(held.bytes_mut(), terms))
    })
}
