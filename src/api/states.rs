//! Provides the aggregates to Rust programs. They are exact states to which rows are added. States
//! can be merged and sent as bytes, and are released once.

use super::held::Held;
use super::Options;
use crate::aggregate::{self, mode, state, Aggregate, Answer};
use crate::Error;

use crate::aggregate::mode::Category;

macro_rules! common {
    ($name:ident, $kind:ty) => {
        common!($name, $kind, |_| true);
    };
    // Only states for which `fits` is true are read from bytes.
    ($name:ident, $kind:ty, $fits:expr) => {
        /// Copies a state. Each copy can be released, and each release costs its epsilon.
        impl Clone for $name {
            fn clone(&self) -> Self {
                $name(self.0.clone())
            }
        }

        impl $name {
            /// Adds the rows of another state with the same parameters.
            ///
            /// # Errors
            /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`],
            /// [`Error::NoMemory`].
            pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
                self.0.merge(&other.0)
            }

            /// The serialised state. Equal rows and parameters give equal bytes. The bytes are raw
            /// private data.
            ///
            /// # Errors
            /// [`Error::Released`], [`Error::NoMemory`].
            pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
                self.0.to_bytes()
            }

            /// A state from its serialised bytes. Any bytes are safe to pass. Several states can be
            /// read from the same bytes. Each of them can be released, and each release costs its
            /// epsilon.
            ///
            /// # Errors
            /// [`Error::State`], [`Error::NoMemory`].
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                let fits: fn(&[u8]) -> bool = $fits;
                let held = Held::from_bytes::<$kind>(bytes)?;
                fits(held.bytes()).then_some($name(held)).ok_or(Error::State)
            }
        }
    };
}

macro_rules! releases_one {
    ($name:ident) => {
        impl $name {
            /// Returns the error that [`Self::release`] would return because of public parameters,
            /// or because the state was released. Releases nothing.
            ///
            /// # Errors
            /// Those of [`Self::release_with`], except [`Error::Entropy`].
            pub fn can_release(&self, epsilon: f64) -> Result<(), Error> {
                self.can_release_with(epsilon, &Options::new())
            }

            /// Checks a release with options: see [`Self::can_release`].
            ///
            /// # Errors
            /// Those of [`Self::release_with`], except [`Error::Entropy`].
            pub fn can_release_with(&self, epsilon: f64, options: &Options) -> Result<(), Error> {
                self.0.can_release(epsilon, options)
            }
        }
    };
}

macro_rules! of_numbers {
    ($name:ident, $kind:ty) => {
        impl $name {
            /// Adds one row with a value, which is clamped to the bounds. NaN counts as the number
            /// in `[lo, hi]` that is nearest to 0.
            ///
            /// # Errors
            /// [`Error::Released`], [`Error::TooManyRows`], [`Error::NoMemory`].
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

            /// Releases the answer, once, which costs `epsilon` (base e).
            ///
            /// # Errors
            /// The errors of [`Self::release_with`].
            pub fn release(&mut self, epsilon: f64) -> Result<f64, Error> {
                self.release_with(epsilon, &Options::new())
            }

            /// Releases the answer like [`Self::release`], with options.
            ///
            /// # Errors
            /// [`Error::Released`], [`Error::Epsilon`], [`Error::Lambda`],
            /// [`Error::RowsPerPerson`], [`Error::Entropy`], [`Error::NoMemory`]; in float
            /// arithmetic [`Error::FloatEpsilon`], [`Error::FloatBound`], [`Error::FloatGrid`]; the
            /// errors of options that do not apply. On failure the state can still be released.
            pub fn release_with(&mut self, epsilon: f64, options: &Options) -> Result<f64, Error> {
                self.0.release_real(epsilon, options)
            }
        }

        common!($name, $kind);
        releases_one!($name);
    };
}

macro_rules! of_bounded_numbers {
    ($(#[$doc:meta])* $name:ident, $kind:ty) => {
        $(#[$doc])*
        pub struct $name(pub(super) Held);

        impl $name {
            /// An empty state for values that are clamped to `[lo, hi]`. These bounds are public
            /// and must never be taken from the data. The caller promises that no person has more
            /// than `rows_per_person` rows (the contribution bound).
            ///
            /// # Errors
            /// [`Error::Lo`], [`Error::Hi`], [`Error::Range`], [`Error::Grid`],
            /// [`Error::RowsPerPerson`], [`Error::NoMemory`].
            pub fn new(lo: f64, hi: f64, rows_per_person: u64) -> Result<Self, Error> {
                let own = <$kind>::new(lo, hi, None, rows_per_person)?;
                Held::new(<$kind as Aggregate>::LENGTH, |bytes| own.write(bytes)).map($name)
            }
        }

        of_numbers!($name, $kind);
    };
}

of_bounded_numbers! {
    /// A sum of clamped values, exact until its release.
    ///
    /// ```
    /// use indp::Sum;
    ///
    /// // Spending, clamped to 0..1000, at most one row a person.
    /// let mut spending = Sum::new(0.0, 1000.0, 1)?;
    /// spending.add_many(&[120.5, 0.0, 4000.0, 18.25])?;
    /// let mut elsewhere = Sum::from_bytes(&spending.to_bytes()?)?;
    /// elsewhere.merge(&spending)?;
    /// let about = elsewhere.release(0.5)?;
    /// assert_eq!(elsewhere.release(0.5), Err(indp::Error::Released));
    /// # assert!(about.is_finite());
    /// # Ok::<(), indp::Error>(())
    /// ```
    Sum, aggregate::Sum
}

of_bounded_numbers! {
    /// A mean of clamped values. In real arithmetic it is computed from two noisy sums. Each is
    /// released at the whole epsilon, and both together cost epsilon, since one row changes them by
    /// `hi - lo` in total. In float arithmetic the mean is computed from a noisy sum of centred
    /// values and a noisy count, between which epsilon is divided.
    Mean, aggregate::Mean
}

of_bounded_numbers! {
    /// A variance of clamped values.
    Variance, aggregate::Variance
}

of_bounded_numbers! {
    /// A standard deviation of clamped values.
    StdDev, aggregate::Stddev
}

/// A number of rows.
///
/// ```
/// let mut visits = indp::Count::new(5)?; // at most 5 rows per person
/// visits.add_rows(1200)?;
/// let about: i64 = visits.release(0.5)?;
/// # assert!(about > 0);
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Count(pub(super) Held);

impl Count {
    /// An empty count. The caller promises that no person has more than `rows_per_person` rows (the
    /// contribution bound).
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if it is 0; [`Error::NoMemory`].
    pub fn new(rows_per_person: u64) -> Result<Self, Error> {
        let own = aggregate::Count::new(rows_per_person)?;
        Held::new(aggregate::Count::LENGTH, |bytes| own.write(bytes)).map(Count)
    }

    /// Adds `rows` to the number of rows.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::TooManyRows`].
    pub fn add_rows(&mut self, rows: u64) -> Result<(), Error> {
        self.0.add(rows, |bytes| aggregate::Count::add_rows(bytes, rows))
    }

    /// Releases the count, once, which costs `epsilon` (base e). The release is an unbiased
    /// integer, which may be negative.
    ///
    /// # Errors
    /// The errors of [`Count::release_with`].
    pub fn release(&mut self, epsilon: f64) -> Result<i64, Error> {
        self.release_with(epsilon, &Options::new())
    }

    /// Releases the count like [`Count::release`], with options.
    ///
    /// # Errors
    /// The errors of [`Sum::release_with`], and [`Error::Grid`] if the grid is below 1.
    pub fn release_with(&mut self, epsilon: f64, options: &Options) -> Result<i64, Error> {
        match self.0.release(epsilon, options)? {
            Answer::Integer(answer) => Ok(answer),
            Answer::Real(_) | Answer::Candidate(_) => Err(Error::State),
        }
    }
}

common!(Count, aggregate::Count);
releases_one!(Count);

/// A quantile of clamped values. The release selects one of many public candidates: a minimum or
/// maximum by above-threshold, any other quantile by permute-and-flip. Options can choose
/// permute-and-flip or the exponential mechanism for every quantile.
///
/// ```
/// // The median of ages in years.
/// let mut median = indp::Quantile::new(0.5, 0.0, 120.0, 0, 1)?;
/// median.add_many(&[31.0, 47.0, 52.0])?;
/// let about = median.release(2.0)?;
/// assert_eq!(about.fract(), 0.0); // integer bounds, so integer candidates
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Quantile(pub(super) Held);

impl Quantile {
    /// An empty state for the quantile `q`, which is from 0 to 1. `candidates` is the largest
    /// allowed number of candidates. The candidates are the multiples of a power of two between the
    /// bounds. If `candidates` is 0, the default applies: if the bounds are integers at most 2^14
    /// apart, the candidates are the integers; otherwise there are at most 2^14 + 1 candidates. For
    /// the bounds and `rows_per_person` see [`Sum::new`].
    ///
    /// # Errors
    /// [`Error::Quantile`], [`Error::Lo`], [`Error::Hi`], [`Error::Range`], [`Error::Candidates`],
    /// [`Error::RowsPerPerson`], [`Error::NoMemory`].
    pub fn new(
        q: f64,
        lo: f64,
        hi: f64,
        candidates: u64,
        rows_per_person: u64,
    ) -> Result<Self, Error> {
        let own = aggregate::Quantile::new(q, lo, hi, candidates, rows_per_person)?;
        Held::new(aggregate::Quantile::LENGTH, |bytes| own.init(bytes)).map(Quantile)
    }
}

of_numbers!(Quantile, aggregate::Quantile);

/// The most common of several public candidates. The release selects a candidate by its count, with
/// permute-and-flip or, as an option, with the exponential mechanism.
///
/// ```
/// use indp::{Category, Mode};
///
/// let health = ["excellent", "good", "fair", "poor"].map(|text| Category::Text(text.as_bytes()));
/// let mut most_common = Mode::new(&health, 5)?;
/// most_common.add(&Category::Text(b"good"))?;
/// let winner = most_common.release(1.0)?;
/// assert!(health.contains(&winner));
/// # Ok::<(), indp::Error>(())
/// ```
pub struct Mode(pub(super) Held);

impl Mode {
    /// An empty state with 1 to 2^20 distinct candidates. They are public and must never be taken
    /// from the data. For `rows_per_person` see [`Count::new`].
    ///
    /// # Errors
    /// [`Error::Categories`], [`Error::RowsPerPerson`], [`Error::NoMemory`].
    pub fn new(candidates: &[Category<'_>], rows_per_person: u64) -> Result<Self, Error> {
        Held::new(mode::length(candidates)?, |bytes| mode::init(bytes, candidates, rows_per_person))
            .map(Mode)
    }

    /// Adds one row. A value that is not a candidate is ignored.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::TooManyRows`].
    pub fn add(&mut self, value: &Category<'_>) -> Result<(), Error> {
        self.0.add(1, |bytes| mode::add(bytes, value))
    }

    /// Releases the mode, once, which costs `epsilon` (base e).
    ///
    /// # Errors
    /// The errors of [`Mode::release_with`].
    pub fn release(&mut self, epsilon: f64) -> Result<Category<'_>, Error> {
        self.release_with(epsilon, &Options::new())
    }

    /// Releases the mode like [`Mode::release`], with options.
    ///
    /// # Errors
    /// The errors of [`Sum::release_with`].
    pub fn release_with(&mut self, epsilon: f64, options: &Options) -> Result<Category<'_>, Error> {
        match self.0.release(epsilon, options)? {
            Answer::Candidate(i) => mode::candidate(self.0.bytes(), i),
            Answer::Real(_) | Answer::Integer(_) => Err(Error::State),
        }
    }
}

common!(Mode, aggregate::Mode);
releases_one!(Mode);

pub(super) use common;
