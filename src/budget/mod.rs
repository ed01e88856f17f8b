//! Implements budgets. A budget counts in exact decimals how much privacy loss may still be spent.
//!
//! People state epsilons as decimals: ten times 0.1 must fit into 1, and 0.1 + 0.2 into 0.3. The
//! corresponding doubles do not fit, since the double 0.1 exceeds 1/10. So the cost of an epsilon
//! is its decimal, the shortest one that converts back to the double. The release uses the largest
//! double that does not exceed this decimal. The losses of all releases then add up to at most the
//! budget's decimal (Claim B1, `proof.md`).
//!
//! * [`decimal`]: doubles as decimals and back
//! * [`text`]: the text of an amount
//!
//! A budget is a fixed number of plain bytes, the same in memory and in transit:
//!
//! | bytes | field |
//! |---|---|
//! | 0..4 | `INDB` |
//! | 4 | version, 1 |
//! | 5..8 | 0 |
//! | 8..16 | the total, a double |
//! | 16..280 | the amount spent, a little-endian integer in units of 10^-324 |

pub mod decimal;
#[cfg(test)]
mod tests;
pub mod text;

use rug::integer::Order;
use rug::Integer;

use crate::memory;
use crate::Error;
use decimal::{exact, largest_within, usable};
use text::Text;

/// Length of a budget.
pub const LENGTH: usize = SPENT_AT + 8 * LIMBS;
/// The largest double is about 10^308.3. In units of 10^-324 it has 2,101 bits.
const LIMBS: usize = 33;
const SPENT_AT: usize = 16;
const MAGIC: &[u8; 8] = b"INDB\x01\0\0\0";

/// Makes a budget of `epsilon`.
///
/// # Errors
/// [`Error::Epsilon`] unless `epsilon` is positive and finite; [`Error::Buffer`] if the buffer is
/// too short.
pub fn init(bytes: &mut [u8], epsilon: f64) -> Result<(), Error> {
    if !(epsilon.is_finite() && epsilon > 0.0) {
        return Err(Error::Epsilon);
    }
    let own = bytes.get_mut(..LENGTH).ok_or(Error::Buffer)?;
    put(own, 0, MAGIC)?;
    put(own, 8, &epsilon.to_le_bytes())?;
    put(own, SPENT_AT, &[0; 8 * LIMBS])
}

/// Checks the magic bytes, the version, the total and the amount spent.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn check(bytes: &[u8]) -> Result<(), Error> {
    memory::reserved(|| left_of(bytes).map(|_| ()))
}

/// Spends the decimal of `epsilon`, and returns the largest double that does not exceed that
/// decimal.
///
/// # Errors
/// [`Error::Epsilon`] unless `epsilon` is positive and finite; [`Error::Budget`] if less than its
/// decimal is left; [`Error::State`], [`Error::NoMemory`]. After an error the budget is unchanged.
pub fn spend(bytes: &mut [u8], epsilon: f64) -> Result<f64, Error> {
    if !(epsilon.is_finite() && epsilon > 0.0) {
        return Err(Error::Epsilon);
    }
    memory::reserved(|| {
        let (left, cost) = (left_of(bytes)?, exact(epsilon));
        if cost > left {
            return Err(Error::Budget);
        }
        let spent = spent_of(bytes)? + cost;
        put_spent(bytes, &spent)?;
        Ok(usable(epsilon))
    })
}

/// Raises the amount spent to the decimal of `epsilon`, unless at least as much is spent already.
///
/// # Errors
/// [`Error::Epsilon`] unless `epsilon` is positive and finite; [`Error::Budget`] if its decimal
/// exceeds the total; [`Error::State`], [`Error::NoMemory`]. After an error the budget is
/// unchanged.
pub fn raise(bytes: &mut [u8], epsilon: f64) -> Result<(), Error> {
    if !(epsilon.is_finite() && epsilon > 0.0) {
        return Err(Error::Epsilon);
    }
    memory::reserved(|| {
        let (left, spent, least) = (left_of(bytes)?, spent_of(bytes)?, exact(epsilon));
        if least <= spent {
            return Ok(());
        }
        if Integer::from(&least - &spent) > left {
            return Err(Error::Budget);
        }
        put_spent(bytes, &least)
    })
}

/// Changes the total of the budget to `epsilon`. The amount spent stays as it is.
///
/// # Errors
/// [`Error::Epsilon`] unless `epsilon` is positive and finite; [`Error::Budget`] if more than its
/// decimal has been spent; [`Error::State`], [`Error::NoMemory`]. After an error the budget is
/// unchanged.
pub fn change(bytes: &mut [u8], epsilon: f64) -> Result<(), Error> {
    if !(epsilon.is_finite() && epsilon > 0.0) {
        return Err(Error::Epsilon);
    }
    memory::reserved(|| {
        left_of(bytes)?;
        if spent_of(bytes)? > exact(epsilon) {
            return Err(Error::Budget);
        }
        put(bytes, 8, &epsilon.to_le_bytes())
    })
}

/// The largest epsilon that [`spend`] would accept, or 0 if there is none.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn left(bytes: &[u8]) -> Result<f64, Error> {
    memory::reserved(|| Ok(largest_within(&left_of(bytes)?)))
}

/// The amount spent, exactly, as a decimal.
///
/// # Errors
/// [`Error::State`], [`Error::NoMemory`].
pub fn spent(bytes: &[u8]) -> Result<Text, Error> {
    check(bytes)?;
    limbs_of(bytes).map(Text::of)
}

fn limbs_of(bytes: &[u8]) -> Result<[u64; LIMBS], Error> {
    let mut limbs = [0u64; LIMBS];
    for (i, limb) in limbs.iter_mut().enumerate() {
        *limb = u64::from_le_bytes(field(bytes, SPENT_AT + 8 * i)?);
    }
    Ok(limbs)
}

fn spent_of(bytes: &[u8]) -> Result<Integer, Error> {
    Ok(Integer::from_digits(&limbs_of(bytes)?, Order::Lsf))
}

fn put_spent(bytes: &mut [u8], spent: &Integer) -> Result<(), Error> {
    let mut limbs = [0u64; LIMBS];
    spent.write_digits(&mut limbs, Order::Lsf);
    for (i, limb) in limbs.iter().enumerate() {
        put(bytes, SPENT_AT + 8 * i, &limb.to_le_bytes())?;
    }
    Ok(())
}

/// The amount left, in units of 10^-324; [`Error::State`] if the bytes are not a valid budget.
fn left_of(bytes: &[u8]) -> Result<Integer, Error> {
    let whole = f64::from_le_bytes(field(bytes, 8)?);
    if field(bytes, 0)? != *MAGIC || !(whole.is_finite() && whole > 0.0) {
        return Err(Error::State);
    }
    let left = exact(whole) - spent_of(bytes)?;
    if left < 0 {
        return Err(Error::State);
    }
    Ok(left)
}

fn field(bytes: &[u8], at: usize) -> Result<[u8; 8], Error> {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().ok_or(Error::State)
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) -> Result<(), Error> {
    let room = bytes.get_mut(at..at + value.len()).ok_or(Error::State)?;
    room.copy_from_slice(value);
    Ok(())
}
