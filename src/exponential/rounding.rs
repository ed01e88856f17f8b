//! Utilities to levels: clamp, then round randomly to an integer (ilvento, section 6.2; SPEC section 2).
//!
//! floor(u) with probability ceil(u) - u, else ceil(u). Each outcome that is no integer has random digits of its
//! own: 16 of a word that a block's outcomes share, and more only while its digits agree with those of the fraction.

use super::params::Exponential;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// Outcomes that read words together (docs/tape.md).
pub(super) const BLOCK: usize = 64;
/// Each has so many digits of a word at first.
pub(super) const DIGITS: u32 = 16;
const PER_WORD: usize = (u64::BITS / DIGITS) as usize;

/// The first digits of a block.
pub(super) type Digits = [u64; BLOCK / PER_WORD];

/// A clamped utility as a level, the rounded utility above the smallest.
enum Split {
    Whole(u64),
    /// Between this level and the next.
    Between(i128, Fraction),
}

impl Exponential {
    /// The levels of all outcomes. NaN and +infinity are the largest utility, -infinity the smallest.
    ///
    /// # Errors
    /// [`Error::NoMemory`], and those of the tape.
    pub(crate) fn levels<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<Vec<u64>, Error> {
        let mut levels = Vec::new();
        levels.try_reserve_exact(utilities.len()).map_err(|_| Error::NoMemory)?;
        for block in utilities.chunks(BLOCK) {
            let integers = block.iter().all(|u| matches!(self.split(*u), Split::Whole(_)));
            let digits = if integers { Digits::default() } else { first_digits(block.len(), tape)? };
            self.round_block(block, &digits, tape, |_, level| levels.push(level))?;
        }
        Ok(levels)
    }

    /// The levels of a block whose first digits were read, in order.
    ///
    /// # Errors
    /// Those of the tape.
    pub(super) fn round_block<W: Words>(
        &self,
        utilities: &[f64],
        digits: &Digits,
        tape: &mut W,
        mut level: impl FnMut(usize, u64),
    ) -> Result<(), Error> {
        for (i, utility) in utilities.iter().enumerate() {
            let own = match self.split(*utility) {
                Split::Whole(own) => own,
                Split::Between(floor, fraction) => {
                    let word = digits.get(i / PER_WORD).copied().unwrap_or(0);
                    let first = (word >> (i % PER_WORD * DIGITS as usize)) as u16;
                    self.clamped(floor + i128::from(fraction.bernoulli(first, tape)?))
                }
            };
            level(i, own);
        }
        Ok(())
    }

    fn split(&self, utility: f64) -> Split {
        if utility.is_nan() {
            return Split::Whole(self.range());
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
            return Split::Whole(self.clamped(whole));
        }
        let (floor, fraction) = fraction(exact.mantissa, places as u32);
        // Outside the range, or on its edge: the clamped value is an integer.
        if fraction.is_zero() || floor >= i128::from(self.max) || floor < i128::from(self.min) {
            return Split::Whole(self.clamped(floor));
        }
        Split::Between(floor, fraction)
    }

    fn clamped(&self, utility: i128) -> u64 {
        (utility.clamp(i128::from(self.min), i128::from(self.max)) - i128::from(self.min)) as u64
    }
}

/// What a block of n outcomes reads if not all of them are integers.
///
/// # Errors
/// Those of the tape.
pub(super) fn first_digits<W: Words>(n: usize, tape: &mut W) -> Result<Digits, Error> {
    // What is not read differs from the digits of all integers, so that blocks filled up with those are clear.
    let mut digits = [u64::MAX; BLOCK / PER_WORD];
    tape.fill(digits.get_mut(..n.div_ceil(PER_WORD)).unwrap_or(&mut []))?;
    Ok(digits)
}

/// A fraction in [0, 1): `digits·2^-places`, `digits` below 2^53 or so.
struct Fraction {
    digits: u128,
    places: u32,
}

/// `mantissa·2^-places` as floor and fraction.
fn fraction(mantissa: i128, places: u32) -> (i128, Fraction) {
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

    /// The 64 digits from this one on. For a negative number with many places `digits` holds its two's
    /// complement, whose sign extends into the leading digits: 1 - |u| has ones there.
    fn digits_from(&self, start: u32) -> u64 {
        let shift = i64::from(self.places) - 64 - i64::from(start);
        if shift >= 0 {
            ((self.digits as i128) >> shift.min(127)) as u64
        } else if shift > -64 {
            (self.digits << shift.unsigned_abs()) as u64
        } else {
            0
        }
    }

    /// True with exactly this probability, if `first` and the words of the tape are uniform.
    fn bernoulli<W: Words>(&self, first: u16, tape: &mut W) -> Result<bool, Error> {
        let own = (self.digits_from(0) >> (u64::BITS - DIGITS)) as u16;
        if first != own {
            return Ok(first < own);
        }
        for i in 0..=self.places / 64 + 1 {
            let (random, own) = (tape.next()?, self.digits_from(DIGITS + 64 * i));
            if random != own {
                return Ok(random < own);
            }
        }
        // Every digit agreed: the random number is not below the fraction.
        Ok(false)
    }
}
