//! Merging and moving states of any kind.

use super::count::Count;
use super::header::{Header, Kind};
use super::sum::Sum;
use crate::Error;

/// A state of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A count.
    Count(Count),
    /// A sum.
    Sum(Sum),
}

impl State {
    /// Reads a state, of the kind that its header names.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not one.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        match Header::read(bytes)?.kind {
            Kind::Count => Count::read(bytes).map(State::Count),
            Kind::Sum => Sum::read(bytes).map(State::Sum),
        }
    }

    /// Writes the state.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        match self {
            State::Count(count) => count.write(bytes),
            State::Sum(sum) => sum.write(bytes),
        }
    }

    /// The shared part.
    #[must_use]
    pub fn header(&self) -> &Header {
        match self {
            State::Count(count) => &count.0,
            State::Sum(sum) => &sum.header,
        }
    }

    /// Adds the rows of another state with the same parameters.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
    pub fn merge(&mut self, other: &State) -> Result<(), Error> {
        match (self, other) {
            (State::Count(a), State::Count(b)) => a.merge(b),
            (State::Sum(a), State::Sum(b)) => a.merge(b),
            _ => Err(Error::StateMismatch),
        }
    }

    /// Reads serialised bytes: a live state, and not a byte more.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn deserialise(bytes: &[u8]) -> Result<Self, Error> {
        let state = State::read(bytes)?;
        let header = state.header();
        if header.released || bytes.len() != header.kind.length() {
            return Err(Error::State);
        }
        Ok(state)
    }

    /// Writes a live state into exactly as many bytes as it has.
    ///
    /// # Errors
    /// [`Error::Released`]; [`Error::State`] if the buffer has another length.
    pub fn serialise(&self, bytes: &mut [u8]) -> Result<(), Error> {
        self.header().live()?;
        if bytes.len() != self.header().kind.length() {
            return Err(Error::State);
        }
        self.write(bytes)
    }
}
