//! The note's algorithms with the corrections of SPEC section 2, slow and obvious: every weight a float of
//! the determined precision, every operation's exactness read from its own ternary result, normalised
//! sampling over the list of outcomes in the order (level, index). The oracle of the tests.

use std::cmp::Ordering;

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Float, Integer};

use super::eta::Eta;
use crate::tape::Words;
use crate::Error;

/// An operation that was not exact is an error, never an output.
fn exactly(ternary: Ordering) -> Result<(), Error> {
    if ternary == Ordering::Equal {
        Ok(())
    } else {
        Err(Error::Inexact)
    }
}

/// `(x/2^y)^(z·k)` at `precision` bits.
///
/// # Errors
/// [`Error::Inexact`] if that is too few.
pub fn weight(eta: Eta, k: u64, precision: u32) -> Result<Float, Error> {
    let (x, y, z) = eta.reduced().parts();
    let mut weight = Float::with_val(precision, 1);
    for _ in 0..k * u64::from(z) {
        let (root, ternary) = Float::with_val_round(precision, x, Round::Nearest);
        exactly(ternary)?;
        exactly(weight.mul_assign_round(&(root >> y), Round::Nearest))?;
    }
    Ok(weight)
}

/// Normalised sampling (ilvento, Algorithm 2) for the levels of all outcomes: the index of one.
///
/// # Errors
/// [`Error::Inexact`] if the precision does not suffice, and those of the tape.
pub fn select<W: Words>(
    eta: Eta,
    levels: &[u64],
    precision: u32,
    min_retries: u32,
    tape: &mut W,
) -> Result<usize, Error> {
    let smallest = levels.iter().copied().min().ok_or(Error::Empty)?;
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|i| (levels.get(*i).copied(), *i));
    let mut sum = Float::with_val(precision, 0);
    let mut ends = Vec::new();
    for i in &order {
        let level = levels.get(*i).copied().unwrap_or(smallest);
        exactly(sum.add_assign_round(&weight(eta, level - smallest, precision)?, Round::Nearest))?;
        ends.push(sum.clone());
    }
    // 2^(e-1) <= total < 2^e.
    let exponent = sum.get_exp().unwrap_or(1);
    let is_power = Float::with_val(precision, 1) << exponent.unsigned_abs() >> 1u32 == sum;
    let log2 = exponent.unsigned_abs() - u32::from(is_power);
    let (mut last, mut draws, mut rejected) = (None, 0, 0);
    loop {
        let found = draw(&ends, log2, tape)?;
        draws += 1;
        match found {
            Some(position) => (last, rejected) = (order.get(position).copied(), 0),
            None => rejected += 1,
        }
        if rejected >= super::sample::REJECTED {
            return Err(Error::Entropy);
        }
        if let (Some(index), true) = (last, draws >= min_retries) {
            return Ok(index);
        }
    }
}

/// One draw of s: the first position whose end is above it, or none if s is at or beyond the total.
fn draw<W: Words>(ends: &[Float], log2: u32, tape: &mut W) -> Result<Option<usize>, Error> {
    let (mut d, mut n) = (Integer::new(), 0);
    loop {
        d = (d << 64) + tape.next()?;
        n += 64;
        // Exact: as many bits as there are digits.
        let at = |d: &Integer| Float::with_val(n + 1, d) << log2 >> n;
        let (low, high) = (at(&d), at(&Integer::from(&d + 1u32)));
        // The ends that s may still be below of: those above low. All of them are at or above high?
        let first = ends.partition_point(|end| *end <= low);
        let last = ends.partition_point(|end| *end < high);
        if first == last {
            return Ok((first < ends.len()).then_some(first));
        }
    }
}
