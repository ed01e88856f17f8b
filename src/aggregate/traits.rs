//! What each kind of aggregate can do.

use super::header::{Header, LENGTH};
use super::kind::Kind;
use super::terms::Terms;
use crate::fixed_log::LoggedWords;
use crate::Error;

/// What a release gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// In the unit of the values, or its square.
    Real(f64),
    /// A number of rows.
    Integer(i64),
    /// The number of a candidate, in the order in which the state keeps them.
    Candidate(usize),
}

/// What a mean or variance is computed from: as private as the answer itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// The answer.
    pub value: f64,
    /// The number of rows that the sums imply.
    pub count: f64,
    /// Noisy sums, in the unit of the values or its square; 0 beyond `number`.
    pub sums: [f64; 3],
    /// How many sums there are.
    pub number: usize,
    /// The scale of the Laplace noise in each sum.
    pub scale: f64,
}

/// One kind of aggregate: its state, taken apart. That there is one proves that its bytes were
/// checked: reading them is the only way to it, so methods beside `bytes` are given those that it
/// was read from.
///
/// Rows are added to the bytes where they are, of which nothing but the beginning is looked at: one
/// call a row.
pub trait Aggregate: Sized {
    /// What its bytes are marked with.
    const KIND: Kind;
    /// Length of a state; of its fixed part, if the rest depends on parameters or rows.
    const LENGTH: usize = LENGTH;
    /// The mechanisms of one release.
    type Mechanism;

    /// Checks everything in a state in memory.
    ///
    /// # Errors
    /// [`Error::State`].
    fn read(bytes: &[u8]) -> Result<Self, Error>;

    /// The shared part.
    fn header(&self) -> &Header;

    /// Whether the parameters are the same, those of the shared part aside.
    fn same_parameters(&self, bytes: &[u8], other: &Self, more: &[u8]) -> bool;

    /// Adds the rows of a state with the same parameters.
    ///
    /// # Errors
    /// [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`]; nothing is changed then.
    fn merge(&self, bytes: &mut [u8], other: &Self, more: &[u8]) -> Result<(), Error>;

    /// How this state is to be released. Only public parts of it have a say.
    ///
    /// # Errors
    /// Those of the mechanisms; of options that do not apply.
    fn mechanism(&self, terms: &Terms) -> Result<Self::Mechanism, Error>;

    /// The answer. Whoever asks marks the state as released.
    ///
    /// # Errors
    /// Those of the tape, [`Error::NoMemory`].
    fn release<W: LoggedWords>(
        &self,
        bytes: &[u8],
        mechanism: &Self::Mechanism,
        tape: &mut W,
    ) -> Result<Answer, Error>;

    /// The answer with its parts, at the same cost; a kind without parts has none.
    ///
    /// # Errors
    /// [`Error::State`] if there are none; [`Error::UnusedPrecision`] in float arithmetic, where
    /// the answer is made of others; those of [`Aggregate::release`].
    fn release_parts<W: LoggedWords>(
        &self,
        _mechanism: &Self::Mechanism,
        _tape: &mut W,
    ) -> Result<Parts, Error> {
        Err(Error::State)
    }

    /// Adds one row with a number; a kind without numbers takes none.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`], [`Error::Capacity`],
    /// [`Error::NoMemory`].
    fn add(_bytes: &mut [u8], _value: f64) -> Result<(), Error> {
        Err(Error::State)
    }

    /// Adds one row with an integer, exactly.
    ///
    /// # Errors
    /// As [`Aggregate::add`].
    fn add_int64(_bytes: &mut [u8], _value: i64) -> Result<(), Error> {
        Err(Error::State)
    }

    /// Adds many rows, all or none.
    ///
    /// # Errors
    /// As [`Aggregate::add`].
    fn add_many(_bytes: &mut [u8], _values: &[f64]) -> Result<(), Error> {
        Err(Error::State)
    }

    /// The length of a state in memory, as its fixed part tells.
    ///
    /// # Errors
    /// [`Error::State`].
    fn length(_fixed: &[u8]) -> Result<usize, Error> {
        Ok(Self::LENGTH)
    }

    /// The length that a buffer should have for so many more rows.
    fn room(&self, bytes: &[u8], _more: u64) -> u64 {
        bytes.len() as u64
    }

    /// Tells a state that its buffer now has another length.
    ///
    /// # Errors
    /// [`Error::Capacity`] if its rows need more.
    fn resized(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let enough = Self::length(bytes).is_ok_and(|length| bytes.len() >= length);
        enough.then_some(()).ok_or(Error::Capacity)
    }

    /// The length of the serialised bytes.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    fn serialised_length(&self, bytes: &[u8]) -> Result<usize, Error> {
        Self::length(bytes)
    }

    /// Writes the serialised bytes into exactly as many.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer has another length; [`Error::NoMemory`].
    fn serialise(&self, bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let own = bytes.get(..Self::length(bytes)?).ok_or(Error::State)?;
        if own.len() != out.len() {
            return Err(Error::State);
        }
        out.copy_from_slice(own);
        Ok(())
    }

    /// Checks serialised bytes, to the last: the state, and how long a buffer it needs in memory.
    ///
    /// # Errors
    /// [`Error::State`].
    fn arrived(bytes: &[u8]) -> Result<(Self, usize), Error> {
        let own = Self::read(bytes)?;
        let whole = !own.header().released && bytes.len() == Self::length(bytes)?;
        whole.then_some((own, bytes.len())).ok_or(Error::State)
    }

    /// Makes a state in memory of serialised bytes, in a buffer that is long enough.
    ///
    /// # Errors
    /// [`Error::State`] if it is not.
    fn settle(&self, bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
        state.get_mut(..bytes.len()).ok_or(Error::State)?.copy_from_slice(bytes);
        Ok(())
    }
}
