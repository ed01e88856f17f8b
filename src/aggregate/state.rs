//! What every kind of state can do, by the kind that its header names. States are bytes in the caller's buffer.

use super::choice::Choice;
use super::count::Count;
use super::header::{field, read_u64, Header, Kind};
use super::quantile::{self, Quantile};
use super::sum::Sum;
use super::variance::Variance;
use super::{mean, mode};
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// The kind of a state, from its first 8 bytes.
///
/// # Errors
/// [`Error::State`] if they do not begin a state.
#[inline]
pub fn kind(bytes: &[u8]) -> Result<Kind, Error> {
    let head = field::<8>(bytes, 0)?;
    let [.., code, flag, _] = head;
    let kind = Kind::of_code(code).ok_or(Error::State)?;
    (kind.begins(u64::from_le_bytes(head), flag)).then_some(kind).ok_or(Error::State)
}

/// The length of a state in memory, from its fixed part: as many bytes as [`Kind::length`] says.
///
/// # Errors
/// [`Error::State`].
pub fn length(head: &[u8]) -> Result<usize, Error> {
    match kind(head)? {
        Kind::Quantile => usize::try_from(read_u64(head, 72)?).map_err(|_| Error::State),
        Kind::Mode => mode::told_length(head),
        kind => Ok(kind.length()),
    }
}

/// Adds one row with a number; a state of categories or of rows takes none.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`].
#[inline]
pub fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
    match kind(bytes)? {
        kind @ (Kind::Sum | Kind::Mean) => Sum::add(bytes, kind, value),
        kind @ (Kind::Variance | Kind::Stddev) => Variance::add(bytes, kind, value),
        Kind::Quantile => Quantile::add(bytes, |bounds| bounds.row(value)),
        Kind::Count | Kind::Mode => Err(Error::State),
    }
}

/// Adds one row with an integer, exactly.
///
/// # Errors
/// As [`add`].
#[inline]
pub fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
    match kind(bytes)? {
        kind @ (Kind::Sum | Kind::Mean) => Sum::add_int64(bytes, kind, value),
        kind @ (Kind::Variance | Kind::Stddev) => Variance::add_int64(bytes, kind, value),
        Kind::Quantile => Quantile::add(bytes, |bounds| bounds.row_int64(value)),
        Kind::Count | Kind::Mode => Err(Error::State),
    }
}

/// Adds many rows, all or none.
///
/// # Errors
/// As [`add`].
pub fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
    match kind(bytes)? {
        kind @ (Kind::Sum | Kind::Mean) => Sum::add_many(bytes, kind, values),
        kind @ (Kind::Variance | Kind::Stddev) => Variance::add_many(bytes, kind, values),
        Kind::Quantile => Quantile::add_many(bytes, values),
        Kind::Count | Kind::Mode => Err(Error::State),
    }
}

/// Adds the rows of another state with the same kind and parameters.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`], [`Error::Capacity`],
/// [`Error::NoMemory`]; nothing is changed then.
pub fn merge(bytes: &mut [u8], other: &[u8]) -> Result<(), Error> {
    let (own, more) = (Header::read(bytes)?, Header::read(other)?);
    own.live()?;
    more.live()?;
    if own.kind != more.kind {
        return Err(Error::StateMismatch);
    }
    match own.kind {
        Kind::Count => {
            let mut count = Count::read(bytes)?;
            count.merge(&Count::read(other)?)?;
            count.write(bytes)
        }
        kind @ (Kind::Sum | Kind::Mean) => {
            let mut sum = Sum::read(bytes, kind)?;
            sum.merge(&Sum::read(other, kind)?)?;
            sum.write(bytes)
        }
        kind @ (Kind::Variance | Kind::Stddev) => {
            let mut variance = Variance::read(bytes, kind)?;
            variance.merge(&Variance::read(other, kind)?)?;
            variance.write(bytes)
        }
        Kind::Quantile => Quantile::merge(bytes, other),
        Kind::Mode => mode::merge(bytes, other),
    }
}

/// Checks everything in a state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn check(bytes: &[u8]) -> Result<Header, Error> {
    let header = Header::read(bytes)?;
    match header.kind {
        Kind::Count => Count::read(bytes).map(|_| ())?,
        kind @ (Kind::Sum | Kind::Mean) => Sum::read(bytes, kind).map(|_| ())?,
        kind @ (Kind::Variance | Kind::Stddev) => Variance::read(bytes, kind).map(|_| ())?,
        Kind::Quantile => Quantile::read(bytes).map(|_| ())?,
        Kind::Mode => mode::check(bytes).map(|_| ())?,
    }
    Ok(header)
}

/// The length that a buffer should have for so many more rows.
///
/// # Errors
/// [`Error::State`].
pub fn room(bytes: &[u8], more: u64) -> Result<u64, Error> {
    match Header::read(bytes)?.kind {
        Kind::Quantile => Quantile::read(bytes)?.room(bytes, more),
        _ => length(bytes).map(|n| n as u64),
    }
}

/// Tells a state that its buffer now has another length.
///
/// # Errors
/// [`Error::State`]; [`Error::Capacity`] if its rows need more.
pub fn resized(bytes: &mut [u8]) -> Result<(), Error> {
    let length = bytes.len() as u64;
    let needed = match Header::read(bytes)?.kind {
        Kind::Quantile => {
            let own = Quantile::read(bytes)?;
            own.length(own.header.rows)
        }
        _ => self::length(bytes)? as u64,
    };
    if length < needed {
        return Err(Error::Capacity);
    }
    if kind(bytes)? == Kind::Quantile {
        super::header::put(bytes, 72, &length.to_le_bytes())?;
    }
    Ok(())
}

/// The length of the serialised bytes of a state in memory.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn serialised_length(bytes: &[u8]) -> Result<usize, Error> {
    match Header::read(bytes)?.kind {
        Kind::Quantile => Quantile::serialised_length(bytes),
        _ => length(bytes),
    }
}

/// Writes a live state into exactly as many bytes as it needs.
///
/// # Errors
/// [`Error::Released`]; [`Error::State`] if the buffer has another length; [`Error::NoMemory`].
pub fn serialise(bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let header = check(bytes)?;
    header.live()?;
    if header.kind == Kind::Quantile {
        return Quantile::serialise(bytes, out);
    }
    let own = bytes.get(..length(bytes)?).ok_or(Error::State)?;
    if own.len() != out.len() {
        return Err(Error::State);
    }
    out.copy_from_slice(own);
    Ok(())
}

/// The length that a buffer needs for serialised bytes, which are checked.
///
/// # Errors
/// [`Error::State`].
pub fn deserialised_length(bytes: &[u8]) -> Result<usize, Error> {
    let header = Header::read(bytes)?;
    if header.kind == Kind::Quantile {
        let own = Quantile::check(bytes)?;
        return usize::try_from(own.length(own.header.rows)).map_err(|_| Error::State);
    }
    if check(bytes)?.released || bytes.len() != length(bytes)? {
        return Err(Error::State);
    }
    Ok(bytes.len())
}

/// Reads serialised bytes: a live state, and not a byte more.
///
/// # Errors
/// [`Error::State`]; [`Error::Capacity`] if the buffer is shorter than [`deserialised_length`].
pub fn deserialise(bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
    let needed = deserialised_length(bytes)?;
    if state.len() < needed {
        return Err(Error::Capacity);
    }
    if kind(bytes)? == Kind::Quantile {
        return Quantile::deserialise(bytes, state);
    }
    state.get_mut(..needed).ok_or(Error::State)?.copy_from_slice(bytes);
    Ok(())
}

/// The mechanisms of one release of a number.
#[allow(clippy::large_enum_variant)] // lives on the stack for one call: a box would be a request for memory
pub enum Plan {
    /// Of a sum.
    Sum(Snapping),
    /// Of a mean.
    Mean(mean::Plan),
    /// Of a variance or standard deviation.
    Variance(super::variance::Plan),
    /// Of a quantile.
    Quantile(quantile::Plan),
}

/// How a live state is to be released.
///
/// # Errors
/// [`Error::State`] if the answer of its kind is no double; [`Error::Released`]; those of the mechanisms.
pub fn plan(bytes: &[u8], choice: &Choice) -> Result<Plan, Error> {
    check(bytes)?.live()?;
    match kind(bytes)? {
        Kind::Sum => Sum::read(bytes, Kind::Sum)?.mechanism(choice).map(Plan::Sum),
        Kind::Mean => mean::plan(&Sum::read(bytes, Kind::Mean)?, choice).map(Plan::Mean),
        kind @ (Kind::Variance | Kind::Stddev) => {
            Variance::read(bytes, kind)?.plan(choice).map(Plan::Variance)
        }
        Kind::Quantile => quantile::Plan::new(&Quantile::read(bytes)?, choice).map(Plan::Quantile),
        Kind::Count | Kind::Mode => Err(Error::State),
    }
}

/// Releases a number, once.
///
/// # Errors
/// [`Error::Released`], and those of the tape and memory; the state stays live then.
pub fn release<W: Words>(bytes: &mut [u8], plan: &Plan, tape: &mut W) -> Result<f64, Error> {
    match plan {
        Plan::Sum(mechanism) => {
            let mut sum = Sum::read(bytes, Kind::Sum)?;
            let answer = sum.release(mechanism, tape)?;
            sum.write(bytes)?;
            Ok(answer)
        }
        Plan::Mean(plan) => {
            let mut sum = Sum::read(bytes, Kind::Mean)?;
            let answer = mean::release(&mut sum, plan, tape)?;
            sum.write(bytes)?;
            Ok(answer)
        }
        Plan::Variance(plan) => {
            let mut variance = Variance::read(bytes, kind(bytes)?)?;
            let answer = variance.release(plan, tape)?;
            variance.write(bytes)?;
            Ok(answer)
        }
        Plan::Quantile(plan) => quantile::release(bytes, plan, tape),
    }
}
