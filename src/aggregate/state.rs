//! What can be done with a state of any kind, as bytes in the caller's buffer: the kind that they
//! begin with decides.

use super::header::{put, Header, FLAG};
use super::kind::{of_kind, Kind};
use super::terms::Terms;
use super::traits::{Aggregate, Answer, Parts};
use crate::fixed_log::LoggedWords;
use crate::Error;

/// The kind of a state, from its first 8 bytes.
///
/// # Errors
/// [`Error::State`] if they do not begin a state.
#[inline]
pub fn kind(bytes: &[u8]) -> Result<Kind, Error> {
    let head = bytes.first_chunk().map(|head| u64::from_le_bytes(*head));
    head.and_then(Kind::of_head).ok_or(Error::State)
}

/// The length of the fixed part of a state of this kind, which is all of most.
#[inline]
#[must_use]
pub const fn fixed_length(kind: Kind) -> usize {
    of_kind!(kind, K => K::LENGTH)
}

/// [`Aggregate::add`].
///
/// # Errors
/// As there.
#[inline]
pub fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add(bytes, value))
}

/// [`Aggregate::add_int64`].
///
/// # Errors
/// As there.
#[inline]
pub fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add_int64(bytes, value))
}

/// [`Aggregate::add_many`].
///
/// # Errors
/// As there.
pub fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::add_many(bytes, values))
}

/// Adds the rows of another state with the same kind and parameters.
///
/// # Errors
/// Those of [`compatible`], [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`];
/// nothing is changed then.
pub fn merge(bytes: &mut [u8], other: &[u8]) -> Result<(), Error> {
    of_kind!(same_kind(bytes, other)?, K => {
        let (own, more) = matching::<K>(bytes, other)?;
        own.merge(bytes, &more, other)
    })
}

/// Whether two states may be merged.
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

/// Checks everything in a state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn check(bytes: &[u8]) -> Result<Header, Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes).map(|own| *own.header()))
}

/// The length that a buffer should have for so many more rows.
///
/// # Errors
/// [`Error::State`].
pub fn room(bytes: &[u8], more: u64) -> Result<u64, Error> {
    of_kind!(kind(bytes)?, K => Ok(K::read(bytes)?.room(bytes, more)))
}

/// Tells a state that its buffer now has another length.
///
/// # Errors
/// [`Error::State`]; [`Error::Capacity`] if its rows need more.
pub fn resized(bytes: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes)?.resized(bytes))
}

/// The length of the serialised bytes of a state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn serialised_length(bytes: &[u8]) -> Result<usize, Error> {
    of_kind!(kind(bytes)?, K => K::read(bytes)?.serialised_length(bytes))
}

/// Writes a live state into exactly as many bytes as it needs.
///
/// # Errors
/// [`Error::Released`]; [`Error::State`] if the buffer has another length; [`Error::NoMemory`].
pub fn serialise(bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => live::<K>(bytes)?.serialise(bytes, out))
}

/// The length that a buffer needs for serialised bytes, which are checked.
///
/// # Errors
/// [`Error::State`].
pub fn deserialised_length(bytes: &[u8]) -> Result<usize, Error> {
    of_kind!(kind(bytes)?, K => K::arrived(bytes).map(|(_, needed)| needed))
}

/// Reads serialised bytes: a live state, and not a byte more.
///
/// # Errors
/// [`Error::State`]; [`Error::Capacity`] if the buffer is shorter than [`deserialised_length`].
pub fn deserialise(bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => {
        let (own, needed) = K::arrived(bytes)?;
        if state.len() < needed {
            return Err(Error::Capacity);
        }
        own.settle(bytes, state)
    })
}

/// Whether [`release`] would be refused for something public.
///
/// # Errors
/// Those of [`release`], but for the tape's.
pub fn can_release(bytes: &[u8], terms: &Terms) -> Result<(), Error> {
    of_kind!(kind(bytes)?, K => live::<K>(bytes)?.mechanism(terms).map(|_| ()))
}

/// Releases a live state of any kind, once.
///
/// # Errors
/// [`Error::State`], [`Error::Released`]; those of [`Aggregate::mechanism`] and
/// [`Aggregate::release`]. The state stays live then.
pub fn release<W: LoggedWords>(bytes: &mut [u8], terms: &Terms, tape: &mut W) -> Result<Answer, Error> {
    of_kind!(kind(bytes)?, K => release_as::<K, W>(bytes, terms, tape))
}

/// Apart for each kind, so that none has to make room for the mechanisms of all.
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

/// As [`release`], with the parts of the answer.
///
/// # Errors
/// As [`release`], and those of [`Aggregate::release_parts`].
pub fn release_parts<W: LoggedWords>(bytes: &mut [u8], terms: &Terms, tape: &mut W) -> Result<Parts, Error> {
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
