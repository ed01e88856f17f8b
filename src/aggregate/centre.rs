//! Contains code that means and variances share: values relative to the middle of their bounds,
//! post-processing, and, for float arithmetic, the division of ε among the parts of an answer.

use super::bounds::Bounds;
use super::sum::{Sum, FINER_THAN_NATURAL};
use super::terms::Terms;
use crate::exact::{Dyadic, Positive};
use crate::fixed_log::LoggedWords;
use crate::snapping::{Snapping, Target};
use crate::Error;

/// ε is divided into 2 to this power equal shares. Every part of an answer gets a whole number of
/// these 32nds. Such a share is computed without rounding, so the shares add up to ε exactly.
pub const SHARES_LOG2: i32 = 5;

/// The middle of the public bounds, and the distance from it to the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centre {
    /// The middle of the bounds in steps of the grid, rounded to an integer (ties to even).
    pub c: i64,
    /// The larger of the distances from `c` to the bounds, in steps of the grid. It is at least 1
    /// and at most 2^62.
    pub h: u64,
}

impl Centre {
    /// # Errors
    /// [`Error::Grid`] if both bounds round to the same multiple of the grid, since all answers
    /// would then be equal.
    pub fn of(bounds: &Bounds) -> Result<Self, Error> {
        if bounds.low == bounds.high {
            return Err(Error::Grid);
        }
        let twice = i128::from(bounds.low) + i128::from(bounds.high);
        let floor = twice.div_euclid(2);
        let c = floor + i128::from(twice.rem_euclid(2) == 1 && floor.rem_euclid(2) == 1);
        let c = c as i64;
        Ok(Centre { c, h: bounds.high.abs_diff(c).max(bounds.low.abs_diff(c)) })
    }

    /// The centred sum `S = Σ (γ(x) - c)`, in steps, where γ(x) is a row after rounding to the
    /// grid.
    #[must_use]
    pub fn shifted(&self, sum: &Sum) -> i128 {
        sum.total - i128::from(sum.header.rows) * i128::from(self.c)
    }
}

/// A part of an answer: an exact sum, which is a multiple of `2^exponent`, and whose sensitivity is
/// `sensitivity·2^exponent`.
pub struct Part {
    /// The part's share of ε, in 32nds.
    pub share: u8,
    /// The sensitivity, in units of `2^exponent`.
    pub sensitivity: u128,
    /// The exponent of the unit: 0, or -1 if the sum is a number of halves.
    pub exponent: i32,
}

impl Part {
    /// The mechanism that releases this part in float arithmetic. [`Terms::mechanism`] describes
    /// its bound and grid.
    ///
    /// # Errors
    /// The errors of [`Terms::mechanism`].
    pub fn mechanism(&self, terms: &Terms) -> Result<Snapping, Error> {
        let sensitivity = Positive { mantissa: self.sensitivity, exponent: self.exponent };
        part_of(terms, self.share)
            .mechanism(sensitivity, |natural| self.exponent.max(natural - FINER_THAN_NATURAL))
    }
}

/// The terms of one part. They differ from the terms of the answer only in ε, which is
/// multiplied by `share`/32.
pub fn part_of(terms: &Terms, share: u8) -> Terms {
    let Positive { mantissa, exponent } = terms.epsilon;
    let epsilon =
        Positive { mantissa: mantissa * u128::from(share), exponent: exponent - SHARES_LOG2 };
    Terms { epsilon, ..*terms }
}

/// The noisy value of one part.
///
/// # Errors
/// The errors of the tape.
pub fn noisy<W: LoggedWords>(
    mechanism: &Snapping,
    value: i128,
    exponent: i32,
    tape: &mut W,
) -> Result<f64, Error> {
    let exact = Dyadic { mantissa: value, exponent };
    mechanism.release(&exact, Target::Double, tape).map(f64::from_bits)
}
