//! Converts utilities to levels: a utility u is clamped, then rounded randomly to an integer
//! (Ilvento, section 6.2; Claim E3).
//!
//! The result is floor(u) with probability ceil(u) - u, and is ceil(u) otherwise. This module is
//! the definition, and rounds one outcome after another.

use super::digits::{first_digits, fraction, own_digits, FirstDigits, Fraction, BLOCK};
use crate::exact::Dyadic;
use crate::tape::Words;
use crate::Error;

/// The range of utilities.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub min: i64,
    /// The largest utility, above `min`.
    pub max: i64,
}

/// A clamped utility: an integer, given as a level, or a number between two integers.
enum Split {
    Whole(u64),
    /// The floor, which is an integer utility and not a level, and the fraction.
    Between(i128, Fraction),
}

impl Range {
    /// The largest level.
    #[inline]
    pub fn span(&self) -> u64 {
        self.max.abs_diff(self.min)
    }

    /// The level of an integer utility.
    #[inline]
    pub fn level(&self, utility: i64) -> u64 {
        utility.clamp(self.min, self.max).wrapping_sub(self.min) as u64
    }

    /// The levels of all outcomes. NaN and +infinity count as the largest utility, -infinity as the
    /// smallest.
    ///
    /// # Errors
    /// [`Error::NoMemory`], and the errors of the tape.
    pub fn levels<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<Vec<u64>, Error> {
        let mut levels = Vec::new();
        levels.try_reserve_exact(utilities.len()).map_err(|_| Error::NoMemory)?;
        for block in utilities.chunks(BLOCK) {
            let integers = block.iter().all(|u| matches!(self.split(*u), Split::Whole(_)));
            let digits =
                if integers { FirstDigits::default() } else { first_digits(block.len(), tape)? };
            self.round_block(block, &digits, tape, |_, level| levels.push(level))?;
        }
        Ok(levels)
    }

    /// Calls `level` with the index and the level of each outcome of a block, in order. `digits`
    /// are the first digits, which were already read.
    ///
    /// # Errors
    /// The errors of the tape.
    pub fn round_block<W: Words>(
        &self,
        utilities: &[f64],
        digits: &FirstDigits,
        tape: &mut W,
        mut level: impl FnMut(usize, u64),
    ) -> Result<(), Error> {
        for (i, utility) in utilities.iter().enumerate() {
            let own = match self.split(*utility) {
                Split::Whole(own) => own,
                Split::Between(floor, fraction) => {
                    let first = own_digits(digits, i);
                    self.clamped(floor + i128::from(fraction.bernoulli(first, tape)?))
                }
            };
            level(i, own);
        }
        Ok(())
    }

    fn split(&self, utility: f64) -> Split {
        if utility.is_nan() {
            return Split::Whole(self.span());
        }
        let exact = Dyadic::saturated(utility);
        let places = -exact.exponent;
        if places <= 0 {
            // The value is an integer. If the left shift would lose bits, the value lies outside
            // i64.
            let free = exact.mantissa.unsigned_abs().leading_zeros() as i32 - 1;
            let whole = if exact.mantissa == 0 {
                0
            } else if -places >= free {
                if exact.mantissa > 0 {
                    i128::MAX
                } else {
                    i128::MIN
                }
            } else {
                exact.mantissa << -places
            };
            return Split::Whole(self.clamped(whole));
        }
        let (floor, fraction) = fraction(exact.mantissa, places as u32);
        // The value is an integer, lies outside the range or lies on its edge, so the clamped value
        // is an integer.
        if fraction.is_zero() || floor >= i128::from(self.max) || floor < i128::from(self.min) {
            return Split::Whole(self.clamped(floor));
        }
        Split::Between(floor, fraction)
    }

    fn clamped(&self, utility: i128) -> u64 {
        (utility.clamp(i128::from(self.min), i128::from(self.max)) - i128::from(self.min)) as u64
    }
}
