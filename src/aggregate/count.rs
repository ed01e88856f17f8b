//! Counts rows. The sensitivity of a count is the number of rows per person (Claim A2).

use super::header::{self, Header};
use super::kind::Kind;
use super::terms::Terms;
use super::traits::{Aggregate, Answer};
use crate::exact::{Dyadic, Positive};
use crate::fixed_log::LoggedWords;
use crate::snapping::Snapping;
use crate::Error;

/// A parsed count.
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

    /// Writes the count.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.write(bytes)
    }

    /// Adds rows to a count in place.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`].
    #[inline]
    pub fn add_rows(bytes: &mut [u8], rows: u64) -> Result<(), Error> {
        header::expect(bytes, Kind::Count)?;
        header::add_rows(bytes, rows)
    }

    /// Adds rows to a count that the caller has found to be live.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline]
    pub(crate) fn add_live(own: &mut [u8; 24], rows: u64) -> Result<(), Error> {
        header::add_rows(own, rows)
    }
}

/// In real arithmetic a count is not clamped (the bound B is infinite), and its output grid is 1
/// unless another grid is chosen. On the grid 1 the noise is geometric, symmetric around 0, so the
/// release is unbiased. [`Terms::mechanism`] describes float arithmetic.
impl Aggregate for Count {
    const KIND: Kind = Kind::Count;
    type Mechanism = Snapping;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        (header.kind == Kind::Count).then_some(Count(header)).ok_or(Error::State)
    }

    fn header(&self) -> &Header {
        &self.0
    }

    fn same_parameters(&self, _bytes: &[u8], _other: &Self, _more: &[u8]) -> bool {
        true
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, _more: &[u8]) -> Result<(), Error> {
        header::add_rows(bytes, other.0.rows)
    }

    fn mechanism(&self, terms: &Terms) -> Result<Snapping, Error> {
        mechanism_of_rows(self.0.rows_per_person, terms)
    }

    fn release<W: LoggedWords>(
        &self,
        _: &[u8],
        mechanism: &Snapping,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        let exact = Dyadic { mantissa: i128::from(self.0.rows), exponent: 0 };
        mechanism.release_i64(&exact, tape).map(Answer::Integer)
    }
}

/// The mechanism for a number of rows, given the rows per person (the contribution bound).
///
/// # Errors
/// [`Error::Grid`] if the grid is below 1, and the errors of [`Terms::mechanism`].
pub fn mechanism_of_rows(rows_per_person: u64, terms: &Terms) -> Result<Snapping, Error> {
    let sensitivity = Positive { mantissa: u128::from(rows_per_person), exponent: 0 };
    let mechanism = terms.mechanism(sensitivity, |_| 0)?.for_multiples(0);
    mechanism.suits_integers()?;
    Ok(mechanism)
}
