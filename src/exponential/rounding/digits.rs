//! Reads the random digits by which a fraction is rounded.
//!
//! Each outcome whose utility is not an integer has its own random digits. The first 16 come from a
//! word that four outcomes of a block share. Further digits are read while all digits so far equal
//! the digits of the fraction.

use crate::tape::Words;
use crate::Error;

/// The number of outcomes that read words together (docs/tape.md).
pub const BLOCK: usize = 64;
/// The number of digits that each outcome first takes from a shared word.
pub const DIGITS: u32 = 16;
const PER_WORD: usize = (u64::BITS / DIGITS) as usize;

/// The first digits of all outcomes of a block.
pub type FirstDigits = [u64; BLOCK / PER_WORD];

/// The first digits of one outcome.
pub fn own_digits(digits: &FirstDigits, outcome: usize) -> u16 {
    let word = digits.get(outcome / PER_WORD).copied().unwrap_or(0);
    (word >> (outcome % PER_WORD * DIGITS as usize)) as u16
}

/// Reads the first digits of a block of n outcomes. Callers do this if some utility of the block is
/// not an integer.
///
/// # Errors
/// The errors of the tape.
pub fn first_digits<W: Words>(n: usize, tape: &mut W) -> Result<FirstDigits, Error> {
    // Words that are not read consist of ones. They belong to the padding of a short block, which
    // counts as integers. The fraction of an integer has no ones, so these words always decide.
    let mut digits = [u64::MAX; BLOCK / PER_WORD];
    tape.fill(digits.get_mut(..n.div_ceil(PER_WORD)).unwrap_or(&mut []))?;
    Ok(digits)
}

/// A fraction in [0, 1), which is `digits·2^-places`. For a negative number with at least 126
/// places, `digits` is instead the significand in two's complement (see `digits_from`).
pub struct Fraction {
    digits: u128,
    places: u32,
}

/// Splits `mantissa·2^-places` into floor and fraction.
pub fn fraction(mantissa: i128, places: u32) -> (i128, Fraction) {
    if places >= 126 {
        // Since |mantissa| < 2^53, the floor is 0 or -1. The fraction of a negative number u is
        // 1 - |u|. It is kept as the two's complement of the mantissa (see `digits_from`).
        let floor = if mantissa < 0 { -1 } else { 0 };
        return (floor, Fraction { digits: mantissa as u128, places });
    }
    let floor = mantissa >> places;
    (floor, Fraction { digits: (mantissa - (floor << places)) as u128, places })
}

impl Fraction {
    pub fn is_zero(&self) -> bool {
        self.digits == 0
    }

    /// The 64 digits from digit `start` on. For a negative number u with many places, `digits` is a
    /// two's complement. Shifting it extends the sign into the leading digits, where 1 - |u| has
    /// ones.
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

    /// Returns true with probability exactly equal to this fraction, if `first` and the words of
    /// the tape are uniform.
    pub fn bernoulli<W: Words>(&self, first: u16, tape: &mut W) -> Result<bool, Error> {
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
        // The random digits equal all digits of the fraction, so the random number is not below it.
        Ok(false)
    }
}
