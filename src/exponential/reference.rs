//! Implements Ilvento's algorithms in a slow and simple way, with the errata of
//! docs/specification.md corrected. The tests compare the library with this reference. Every weight
//! is a float of a precision that is determined beforehand. The ternary result of every operation
//! shows whether the operation was exact. Normalised sampling goes over the list of outcomes in the
//! order (level, index). [`flip`] is the reference for permute-and-flip, and [`above`] is the
//! reference for above-threshold.

pub mod above;
pub mod flip;

use std::cmp::Ordering;

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Float, Integer};

use super::eta::Eta;
use crate::tape::Words;
use crate::Error;

/// Returns an error if an operation was inexact.
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
/// [`Error::Inexact`] if `precision` bits are too few.
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

/// Normalised sampling (Ilvento, Algorithm 2): selects one outcome, given the levels of all
/// outcomes, and returns its index.
///
/// # Errors
/// [`Error::Inexact`] if the precision does not suffice; the errors of the tape.
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
    // MPFR's exponent e of the total satisfies 2^(e-1) <= total < 2^e.
    let exponent = sum.get_exp().unwrap_or(1);
    let is_power = Float::with_val(precision, 1) << exponent.unsigned_abs() >> 1u32 == sum;
    let log2 = exponent.unsigned_abs() - u32::from(is_power);
    let (mut last, mut draws, mut rejected) = (None, 0, 0);
    loop {
        let mut digits = Drawn { d: Integer::from(tape.next()?), n: 64 };
        let accepted = loop {
            let (low, high) = digits.ends(log2);
            if high <= sum {
                break true;
            }
            if low >= sum {
                break false;
            }
            digits.more(tape)?;
        };
        draws += 1;
        rejected = if accepted { 0 } else { rejected + 1 };
        if accepted {
            last = Some(digits);
        }
        if rejected >= tape.most_rejections() {
            return Err(Error::Entropy);
        }
        if draws < min_retries {
            continue;
        }
        if let Some(mut digits) = last.take() {
            loop {
                let (low, high) = digits.ends(log2);
                // s may still select any outcome whose interval ends above `low`. The outcome is
                // certain if the first of these intervals ends at or above `high`.
                let first = ends.partition_point(|end| *end <= low);
                if first == ends.partition_point(|end| *end < high) {
                    return order.get(first).copied().ok_or(Error::Panic);
                }
                digits.more(tape)?;
            }
        }
    }
}

/// The first n binary digits of s/2^K, where s is the uniform number that is drawn, and 2^K is the
/// smallest power of two that is at least the total weight.
struct Drawn {
    d: Integer,
    n: u32,
}

impl Drawn {
    fn more<W: Words>(&mut self, tape: &mut W) -> Result<(), Error> {
        self.d <<= 64;
        self.d += tape.next()?;
        self.n += 64;
        Ok(())
    }

    /// s lies in [first, second). A precision of one bit more than there are digits holds both
    /// endpoints exactly.
    fn ends(&self, log2: u32) -> (Float, Float) {
        let at = |d: &Integer| Float::with_val(self.n + 1, d) << log2 >> self.n;
        (at(&self.d), at(&Integer::from(&self.d + 1u32)))
    }
}
