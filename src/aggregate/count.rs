//! Counting rows. Sensitivity: the rows one person may have (SPEC section 7).

use super::choice::Choice;
use super::header::{self, Header, Kind};
use crate::exact::{Dyadic, Positive};
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// A count, taken apart; [`super::state`] moves it from and to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub Header);

impl Count {
    /// An empty count.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`].
    pub fn new(rows_per_person: u64) -> Result<Self, Error> {
        Header::new(Kind::Count, rows_per_person).map(Count)
    }

    /// Reads a count.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not one.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        (header.kind == Kind::Count).then_some(Count(header)).ok_or(Error::State)
    }

    /// Writes the count.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.write(bytes)
    }

    /// Adds rows to a count where it is.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`].
    #[inline]
    pub fn add(bytes: &mut [u8], rows: u64) -> Result<(), Error> {
        header::expect(bytes, Kind::Count)?;
        header::add_rows(bytes, rows)
    }

    /// Counts rows in a live count.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline]
    pub(crate) fn add_live(own: &mut [u8; 24], rows: u64) -> Result<(), Error> {
        header::add_rows(own, rows)
    }

    /// Adds the rows of another count.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
    pub fn merge(&mut self, other: &Count) -> Result<(), Error> {
        self.0.compatible(&other.0)?;
        self.0.add_rows(other.0.rows)
    }

    /// The mechanism that releases this count: B infinite, grid 1 unless another one is asked for. The
    /// count is a multiple of that grid and the noise symmetric, so the release is unbiased. (In float
    /// arithmetic: [`Choice::mechanism`].)
    ///
    /// # Errors
    /// [`Error::Grid`] if the grid is below 1, and those of [`Choice::mechanism`].
    pub fn mechanism(&self, choice: &Choice) -> Result<Snapping, Error> {
        mechanism_of_rows(self.0.rows_per_person, choice)
    }

    /// Releases the count, once.
    ///
    /// # Errors
    /// [`Error::Released`], and those of the mechanism; the state stays live then.
    pub fn release<W: Words>(&mut self, mechanism: &Snapping, tape: &mut W) -> Result<i64, Error> {
        self.0.live()?;
        let exact = Dyadic { mantissa: i128::from(self.0.rows), exponent: 0 };
        let answer = mechanism.release_i64(&exact, tape)?;
        self.0.released = true;
        Ok(answer)
    }
}

/// The mechanism for a number of rows of which one person may have so many.
///
/// # Errors
/// As [`Count::mechanism`].
pub fn mechanism_of_rows(rows_per_person: u64, choice: &Choice) -> Result<Snapping, Error> {
    let sensitivity = Positive { mantissa: u128::from(rows_per_person), exponent: 0 };
    let mechanism = choice.mechanism(sensitivity, |_| 0)?;
    mechanism.suits_integers()?;
    Ok(mechanism)
}
