//! Defines the operations that each kind of aggregate implements.

use super::header::{Header, LENGTH};
use super::kind::Kind;
use super::terms::Terms;
use crate::fixed_log::LoggedWords;
use crate::Error;

/// The result of a release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// A number in the unit of the values, or in the square of that unit.
    Real(f64),
    /// A number of rows.
    Integer(i64),
    /// The index of a candidate, in the order in which the state keeps them.
    Candidate(usize),
}

/// The parts from which a mean or variance is computed. Releasing them with the answer loses no
/// more privacy than the answer alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// The answer.
    pub value: f64,
    /// The number of rows that the sums imply.
    pub count: f64,
    /// The noisy sums, in the unit of the values or in the square of that unit. Entries from index
    /// `number` on are 0.
    pub sums: [f64; 3],
    /// The number of sums.
    pub number: usize,
    /// The noise scale of each sum.
    pub scale: f64,
}

/// A parsed state of one kind. [`Aggregate::read`] checks all bytes of a state. Methods of a parsed
/// state that also take `bytes` receive the bytes from which it was read. `more` are the bytes from
/// which `other` was read.
///
/// Rows are added to the bytes in place, without parsing the whole state. Adding checks the
/// beginning of the bytes but not the rest, since it is called for every row and must be fast.
pub trait Aggregate: Sized {
    /// The kind.
    const KIND: Kind;
    /// The length of a state, or of its fixed part if the rest depends on parameters or rows.
    const LENGTH: usize = LENGTH;
    /// The mechanisms of one release.
    type Mechanism;

    /// Checks a whole state in memory.
    ///
    /// # Errors
    /// [`Error::State`].
    fn read(bytes: &[u8]) -> Result<Self, Error>;

    /// The header.
    fn header(&self) -> &Header;

    /// Whether both states have the same parameters outside the header.
    fn same_parameters(&self, bytes: &[u8], other: &Self, more: &[u8]) -> bool;

    /// Adds the rows of `other`, which has the same parameters.
    ///
    /// # Errors
    /// [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`]; on failure nothing is
    /// changed.
    fn merge(&self, bytes: &mut [u8], other: &Self, more: &[u8]) -> Result<(), Error>;

    /// The mechanisms that release this state. They depend only on public parameters.
    ///
    /// # Errors
    /// The errors of the mechanisms, and of options that do not apply.
    fn mechanism(&self, terms: &Terms) -> Result<Self::Mechanism, Error>;

    /// The answer. The caller marks the state as released.
    ///
    /// # Errors
    /// The errors of the tape, [`Error::NoMemory`]; [`Error::State`] if the state was corrupted in
    /// memory.
    fn release<W: LoggedWords>(
        &self,
        bytes: &[u8],
        mechanism: &Self::Mechanism,
        tape: &mut W,
    ) -> Result<Answer, Error>;

    /// The answer with its parts. The parts cost no further privacy.
    ///
    /// # Errors
    /// [`Error::State`] if the kind has no parts; [`Error::UnusedPrecision`] in float arithmetic,
    /// where the answer is computed from other sums; the errors of [`Aggregate::release`].
    fn release_parts<W: LoggedWords>(
        &self,
        _mechanism: &Self::Mechanism,
        _tape: &mut W,
    ) -> Result<Parts, Error> {
        Err(Error::State)
    }

    /// Adds one row with a number. A kind that does not take numbers refuses it.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`], [`Error::Capacity`],
    /// [`Error::NoMemory`].
    fn add(_bytes: &mut [u8], _value: f64) -> Result<(), Error> {
        Err(Error::State)
    }

    /// Adds one row with an integer, without rounding it to a double.
    ///
    /// # Errors
    /// The errors of [`Aggregate::add`].
    fn add_int64(_bytes: &mut [u8], _value: i64) -> Result<(), Error> {
        Err(Error::State)
    }

    /// Adds many rows. On failure no row is added.
    ///
    /// # Errors
    /// The errors of [`Aggregate::add`].
    fn add_many(_bytes: &mut [u8], _values: &[f64]) -> Result<(), Error> {
        Err(Error::State)
    }

    /// The length of a state in memory, read from its fixed part.
    ///
    /// # Errors
    /// [`Error::State`].
    fn length(_fixed: &[u8]) -> Result<usize, Error> {
        Ok(Self::LENGTH)
    }

    /// The recommended length of the buffer for `more` more rows.
    fn room(&self, bytes: &[u8], _more: u64) -> u64 {
        bytes.len() as u64
    }

    /// Informs a state that its buffer has a new length.
    ///
    /// # Errors
    /// [`Error::Capacity`] if the state's rows need a longer buffer.
    fn resized(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let enough = Self::length(bytes).is_ok_and(|length| bytes.len() >= length);
        enough.then_some(()).ok_or(Error::Capacity)
    }

    /// The serialised length.
    ///
    /// # Errors
    /// [`Error::State`] if the state was corrupted in memory; [`Error::NoMemory`].
    fn serialised_length(&self, bytes: &[u8]) -> Result<usize, Error> {
        Self::length(bytes)
    }

    /// Serialises a state into a buffer of exactly the serialised length.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer has another length; [`Error::State`] if the state was
    /// corrupted in memory; [`Error::NoMemory`].
    fn serialise(&self, bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let own = bytes.get(..Self::length(bytes)?).ok_or(Error::State)?;
        if own.len() != out.len() {
            return Err(Error::Buffer);
        }
        out.copy_from_slice(own);
        Ok(())
    }

    /// Parses serialised bytes and checks all of them. Returns the state, and the length of the
    /// buffer that it needs in memory.
    ///
    /// # Errors
    /// [`Error::State`].
    fn parse_serialised(bytes: &[u8]) -> Result<(Self, usize), Error> {
        let own = Self::read(bytes)?;
        let whole = !own.header().released && bytes.len() == Self::length(bytes)?;
        whole.then_some((own, bytes.len())).ok_or(Error::State)
    }

    /// Writes this state, parsed from the serialised `bytes`, to the buffer `state` in memory.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    fn restore(&self, bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
        state.get_mut(..bytes.len()).ok_or(Error::Buffer)?.copy_from_slice(bytes);
        Ok(())
    }
}
