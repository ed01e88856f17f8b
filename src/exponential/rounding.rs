//! Utilities to levels: clamp, then round randomly to an integer (ilvento, section 6.2; SPEC section 2).
//!
//! floor(u) with probability ceil(u) - u, else ceil(u). Each outcome that is no integer has random bits of its
//! own: one word, and more only while its digits agree with those of the fraction.

use super::params::Exponential;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

impl Exponential {
    /// The level (rounded utility above the smallest) of one outcome. NaN and +infinity are the largest
    /// utility, -infinity the smallest.
    ///
    /// # Errors
    /// Those of the tape.
    #[inline]
    pub(super) fn level<W: Words>(&self, utility: f64, tape: &mut W) -> Result<u64, Error> {
        if utility.is_nan() {
            return Ok(self.range());
        }
        let exact = Snapping::enter(utility);
        let places = -exact.exponent;
        if places <= 0 {
            // An integer of at most 1,024 bits; a shift that would lose bits lies outside of i64.
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
            return Ok(self.clamped(whole));
        }
        let (floor, fraction) = split(exact.mantissa, places as u32);
        // Outside the range, or on its edge: no random bits, the clamped value is an integer.
        if fraction.is_zero() || floor >= i128::from(self.max) || floor < i128::from(self.min) {
            return Ok(self.clamped(floor));
        }
        let up = fraction.bernoulli(tape)?;
        Ok(self.clamped(floor + i128::from(up)))
    }

    fn clamped(&self, utility: i128) -> u64 {
        (utility.clamp(i128::from(self.min), i128::from(self.max)) - i128::from(self.min)) as u64
    }
}

/// A fraction in [0, 1): `digits·2^-places`, `digits` below 2^53 or so.
struct Fraction {
    digits: u128,
    places: u32,
}

/// `mantissa·2^-places` as floor and fraction.
fn split(mantissa: i128, places: u32) -> (i128, Fraction) {
    if places >= 126 {
        // |mantissa| < 2^53: the floor is 0 or -1, and the fraction of a negative number is 1 - |u|, kept as
        // its complement by the caller of `digit`.
        let floor = if mantissa < 0 { -1 } else { 0 };
        return (floor, Fraction { digits: mantissa as u128, places });
    }
    let floor = mantissa >> places;
    (floor, Fraction { digits: (mantissa - (floor << places)) as u128, places })
}

impl Fraction {
    fn is_zero(&self) -> bool {
        self.digits == 0
    }

    /// The 64 digits after the first `64·i`. For a negative number with many places `digits` holds its two's
    /// complement, whose sign extends into the leading digits: 1 - |u| has ones there.
    fn digit_word(&self, i: u32) -> u64 {
        let shift = i64::from(self.places) - 64 * (i64::from(i) + 1);
        if shift >= 0 {
            ((self.digits as i128) >> shift.min(127)) as u64
        } else if shift > -64 {
            (self.digits << shift.unsigned_abs()) as u64
        } else {
            0
        }
    }

    /// True with exactly this probability.
    fn bernoulli<W: Words>(&self, tape: &mut W) -> Result<bool, Error> {
        for i in 0..=self.places / 64 + 1 {
            let (random, own) = (tape.next()?, self.digit_word(i));
            if random != own {
                return Ok(random < own);
            }
        }
        // Every digit agreed: the random number is not below the fraction.
        Ok(false)
    }
}
