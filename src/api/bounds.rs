//! Finds bounds in the data, for Rust programs.

use super::held::Held;
use super::{call, Options};
use crate::aggregate::extent::{self, Extent};
use crate::aggregate::histogram::search::{self, Search};
use crate::aggregate::{self, state, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

use super::states::common;

/// Bounds of the values, for columns about which nothing is known. Bounds that you know cost
/// nothing and give smaller errors.
///
/// ```
/// let mut spending = indp::Bounds::new(0.0, 1)?;
/// spending.add_many(&vec![120.0; 5000])?;
/// let found = spending.release(0.5)?;
/// assert_eq!((found.lo, found.hi, found.below, found.above), (0.0, 128.0, false, true));
/// let mut mean = indp::Mean::new(found.lo, found.hi, 1)?;
/// mean.add_many(&vec![120.0; 5000])?;
/// let about = mean.release(0.5)?;
/// # assert!(about > 100.0);
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Bounds(pub(super) Held);

impl Bounds {
    /// An empty state that searches among the numbers at a distance of 2^k times 1, 1.25, 1.5 and
    /// 1.75 from the centre, for k from -32 to 62, and of 2^63, on both sides. The centre is a
    /// public number near which values are expected. The caller promises that no person has more
    /// than `rows_per_person` rows (the contribution bound).
    ///
    /// # Errors
    /// [`Error::Centre`] unless the centre is finite and some of those numbers differ from it;
    /// [`Error::RowsPerPerson`], [`Error::NoMemory`].
    pub fn new(centre: f64, rows_per_person: u64) -> Result<Self, Error> {
        Self::of(call(|| Search::around(centre))?, rows_per_person)
    }

    /// An empty state that searches among these numbers, which are public and must never be taken
    /// from the data.
    ///
    /// # Errors
    /// [`Error::Centre`] unless the centre is finite and some number differs from it;
    /// [`Error::Edges`] unless there are at most 2^20 - 2 finite numbers that ascend strictly;
    /// [`Error::RowsPerPerson`], [`Error::NoMemory`].
    pub fn among(edges: &[f64], centre: f64, rows_per_person: u64) -> Result<Self, Error> {
        Self::of(call(|| Search::among(edges, centre))?, rows_per_person)
    }

    fn of(search: Search, rows_per_person: u64) -> Result<Self, Error> {
        Held::new(search.length()?, |bytes| search.init(bytes, rows_per_person)).map(Bounds)
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

    /// Releases the bounds, once, which costs `epsilon` (base e) for both together. About
    /// 27·rows_per_person/ε rows usually lie beyond each bound, and a side with fewer rows has no
    /// bound.
    ///
    /// # Errors
    /// The errors of [`Self::release_with`].
    pub fn release(&mut self, epsilon: f64) -> Result<Extent, Error> {
        self.release_with(epsilon, &Options::new())
    }

    /// Releases the bounds like [`Self::release`], with options.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::Epsilon`], [`Error::SelectionEpsilon`],
    /// [`Error::RowsPerPerson`], [`Error::Entropy`], [`Error::NoMemory`]; the errors of options
    /// that do not apply, among them a selection. On failure the state can still be released.
    pub fn release_with(&mut self, epsilon: f64, options: &Options) -> Result<Extent, Error> {
        struct Once<'a>(&'a mut [u8], Terms);
        impl Release for Once<'_> {
            type Output = Extent;
            fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Extent, Error> {
                extent::release(self.0, &self.1, tape)
            }
        }
        call(|| {
            let terms = Terms::new(epsilon, options.chosen)?;
            Numbered::new(options.source()).call(Once(self.0.bytes_mut(), terms))
        })
    }

    /// Returns the error that a release would return because of public parameters, or because the
    /// state was released. Releases nothing.
    ///
    /// # Errors
    /// Those of [`Self::release_with`], except [`Error::Entropy`].
    pub fn can_release_with(&self, epsilon: f64, options: &Options) -> Result<(), Error> {
        call(|| extent::can_release(self.0.bytes(), &Terms::new(epsilon, options.chosen)?))
    }
}

common!(Bounds, aggregate::Histogram, search::is_one);
