//! Implements the operations on a state of any kind, which is given as bytes in the caller's
//! buffer. The header of the bytes names the kind.

use super::header::{put, Header, FLAG};
use super::kind::{of_kind, Kind};
use super::terms::Terms;
use super::traits::{Aggregate, Answer, Parts};
use crate::fixed_log::LoggedWords;
use crate::Error;

/// The kind of a state, from its first 8 bytes.
///
/// # Errors
/// [`Error::State`] if the bytes do not begin a state.
#[inline]
pub fn kind(bytes: &[u8]) -> Result<Kind, Error> {
    let head = bytes.first_chunk().map(|head| u64::from_le_bytes(*head));
    head.and_then(Kind::of_head).ok_or(Error::State)
}

/// The length of the fixed part of a state of this kind. Most kinds have no other part.
#[inline]
#[must_use]
pub const fn fixed_length(kind: Kind) -> usize {
    of_kind!(kind, K => K::LENGTH)
}

/// Calls [`Aggregate::add`] of the state's kind.
///
/// # Errors
/// The errors of [`Aggregate::add`].
#[inline]
pub fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add(bytes, value))
}

/// Calls [`Aggregate::add_int64`] of the state's kind.
///
/// # Errors
/// The errors of [`Aggregate::add_int64`].
#[inline]
pub fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add_int64(bytes, value))
}

/// Calls [`Aggregate::add_many`] of the state's kind.
///
/// # Errors
/// The errors of [`Aggregate::add_many`].
pub fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add_many(bytes, values))
}

/// Adds the rows of another state with the same kind and parameters.
///
/// # Errors
/// The errors of [`compatible`], [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`];
/// on failure nothing is changed.
pub fn merge(bytes: &mut [u8], other: &[u8]) -> Result<(), Error> {
    of_kind!(same_kind(bytes, other)?, K => {
        let (own, more) = matching::<K>(bytes, other)?;
        own.merge(bytes, &more, other)
    })
}

/// Fails unless two states may be merged.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::StateMismatch`].
pub fn compatible(bytes: &[u8], other: &[u8]) -> Result<(), Error> {
    of_kind!(same_kind(bytes, other)?, K => matching::<K>(bytes, other).map(|_| ()))
}

fn same_kind(bytes: &[u8], other: &[u8]) -> Result<Kind, Error> {
    let (own, more) = (Header::read(bytes)?, Header::read(other)?);
    own.live()?;
    more.live()?;
    (own.kind == more.kind).then_some(own.kind).ok_or(Error::StateMismatch)
}

fn matching<K: Aggregate>(bytes: &[u8], other: &[u8]) -> Result<(K, K), Error> {
    let (own, more) = (K::read(bytes)?, K::read(other)?);
    let same = own.header().rows_per_person == more.header().rows_per_person
        && own.same_parameters(bytes, &more, other);
    same.then_some((own, more)).ok_or(Error::StateMismatch)
}

/// Checks a whole state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn check(bytes: &[u8]) -> Result<Header, Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes).map(|own| *own.header()))
}

/// The recommended length of the buffer for `more` more rows.
///
/// # Errors
/// [`Error::State`].
pub fn room(bytes: &[u8], more: u64) -> Result<u64, Error> {
    of_kind!(kind(bytes)?, K => Ok(K::read(bytes)?.room(bytes, more)))
}

/// Informs a state that its buffer has a new length.
///
/// # Errors
/// [`Error::State`]; [`Error::Capacity`] if the state's rows need a longer buffer.
pub fn resized(bytes: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes)?.resized(bytes))
}

/// The serialised length of a state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn serialised_length(bytes: &[u8]) -> Result<usize, Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes)?.serialised_length(bytes))
}

/// Serialises a live state into a buffer of exactly [`serialised_length`].
///
/// # Errors
/// [`Error::Released`]; [`Error::Buffer`] if the buffer has another length; [`Error::NoMemory`].
pub fn serialise(bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => live::<K>(bytes)?.serialise(bytes, out))
}

/// Checks serialised bytes, and returns the length of the buffer that their state needs in memory.
///
/// # Errors
/// [`Error::State`].
pub fn deserialised_length(bytes: &[u8]) -> Result<usize, Error> {
    of_kind!(kind(bytes)?, K => K::parse_serialised(bytes).map(|(_, needed)| needed))
}

/// Reads a live state from serialised bytes, which must end where the state ends.
///
/// # Errors
/// [`Error::State`]; [`Error::Buffer`] if the buffer is shorter than [`deserialised_length`].
pub fn deserialise(bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => {
        let (own, needed) = K::parse_serialised(bytes)?;
        if state.len() < needed {
            return Err(Error::Buffer);
        }
        own.restore(bytes, state)
    })
}

/// Fails if [`release`] would fail because of anything public: the state's parameters, `terms`, or
/// an earlier release.
///
/// # Errors
/// The errors of [`release`], except those of the tape.
pub fn can_release(bytes: &[u8], terms: &Terms) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => live::<K>(bytes)?.mechanism(terms).map(|_| ()))
}

/// Releases a live state of any kind, once.
///
/// # Errors
/// [`Error::State`], [`Error::Released`]; the errors of [`Aggregate::mechanism`] and
/// [`Aggregate::release`]. On failure the state stays live.
pub fn release<W: LoggedWords>(
    bytes: &mut [u8],
    terms: &Terms,
    tape: &mut W,
) -> Result<Answer, Error> {
    of_kind!(kind(bytes)?, K => release_as::<K, W>(bytes, terms, tape))
}

/// This is a separate function for each kind, so that no stack frame has to hold the mechanisms of
/// all kinds.
#[inline(never)]
fn release_as<K: Aggregate, W: LoggedWords>(
    bytes: &mut [u8],
    terms: &Terms,
    tape: &mut W,
) -> Result<Answer, Error> {
    let own = live::<K>(bytes)?;
    let answer = own.release(bytes, &own.mechanism(terms)?, tape)?;
    put(bytes, FLAG, &[1])?;
    Ok(answer)
}

/// Releases a live state like [`release`], and returns the answer with its parts.
///
/// # Errors
/// The errors of [`release`] and of [`Aggregate::release_parts`].
pub fn release_parts<W: LoggedWords>(
    bytes: &mut [u8],
    terms: &Terms,
    tape: &mut W,
) -> Result<Parts, Error> {
    let parts = of_kind!(kind(bytes)?, K => {
        let own = live::<K>(bytes)?;
        own.release_parts(&own.mechanism(terms)?, tape)
    })?;
    put(bytes, FLAG, &[1])?;
    Ok(parts)
}

fn live<K: Aggregate>(bytes: &[u8]) -> Result<K, Error> {
    let own = K::read(bytes)?;
    own.header().live()?;
    Ok(own)
}
