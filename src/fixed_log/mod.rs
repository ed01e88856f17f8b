//! Computes `-ln u` for a uniform `u` with a proved error, for the fast paths of the snapping
//! mechanism.
//!
//! * [`neg_ln`]: the logarithm of one word, in 64-bit integers, in any floating-point environment
//! * [`bulk`]: the logarithms of many words at once, in doubles and vector code, in the default
//!   environment
//! * [`advance()`]: the constant that geometric noise adds to a logarithm
//! * [`Logged`]: a word with a logarithm of either kind, as the mechanism reads it
//! * [`LoggedWords`]: a tape that returns its words with their logarithms
//!
//! A release does not depend on the logarithm used, as long as it is within its error bound.
//! `proof.md` beside this file derives the bounds (Claims L1, L2, L3 and L4); the tests compare
//! every constant and all functions with MPFR.

mod advance;
pub(crate) mod bulk;
mod table;
mod words;

#[cfg(test)]
mod tests;

pub use advance::{advance, ADVANCE_ERROR};
pub use words::LoggedWords;

use table::CELLS;

/// Fractional bits of [`neg_ln`]'s result.
pub const FRACTION_BITS: u32 = 58;
/// The true logarithm lies in `[result, result + TRUNCATED)`, in units of `2^-58`, where `result`
/// is the number that [`neg_ln`] returns (Claim L1).
pub const TRUNCATED: u64 = 220;
/// The error of [`Logged::log`] in units of `2^-58`, without the error due to unknown digits (Claim
/// L3).
pub const ERROR: u64 = (1 << 14) + (1 << 8);
/// The smallest argument of [`neg_ln`]. Below it, the tape's first word holds too few significant
/// digits of U to decide a release.
pub const SMALLEST: u64 = 1 << 16;

/// A word of the tape with the logarithm of U. The 63 lower bits of the word are the first digits
/// of U.
#[derive(Clone, Copy, Debug, Default)]
pub struct Logged {
    /// The word.
    pub word: u64,
    /// `-ln U·2^58` lies within [`ERROR`]` + 2^(open + 1)` of this number, whatever digits of U
    /// follow the word. Here `open` is the value of the number's last six bits. The same bound
    /// holds if the last 14 bits are cleared. For a word that has too few digits after its leading
    /// zeros, `open` is 57 or more, and no bound is claimed.
    pub log: u64,
}

impl Logged {
    /// Computes the logarithm of one word with integers.
    #[inline]
    #[must_use]
    pub fn of(word: u64) -> Self {
        let digits = word & (u64::MAX >> 1);
        let (log, zeros) = neg_ln(digits.max(SMALLEST));
        // The digits of U that follow add less than one unit of 2^-63. So they lower E = -ln U by
        // at most ln(1 + 1/digits) <= 2^(zeros-63).
        let open = if digits < SMALLEST { 58 } else { u64::from(zeros.saturating_sub(6)) };
        Logged { word, log: log & !63 | open }
    }
}

/// `floor(2^58·ln 2)`.
const LN_2: u64 = 0xb172_17f7_d1cf_79ab >> 6;
/// `floor(2^64/k)` for k = 2..=5. These are the coefficients of t² to t^5 in the series of
/// `-ln(1-t)`.
const INVERSE: [u64; 4] =
    [0x8000_0000_0000_0000, 0x5555_5555_5555_5555, 0x4000_0000_0000_0000, 0x3333_3333_3333_3333];

#[inline(always)]
pub(crate) fn mul_high(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// For `SMALLEST <= digits < 2^63`, returns a lower bound on `-ln(digits/2^63)·2^58`, and the
/// number of leading zeros of `digits`. The bound is less than [`TRUNCATED`] below the true value.
#[inline(always)]
#[must_use]
pub fn neg_ln(digits: u64) -> (u64, u32) {
    let zeros = (digits | 1).leading_zeros();
    // u = y·2^(1-zeros) with y = w/2^64 in [1/2, 1).
    let w = digits << zeros;
    let (reciprocal, neg_ln) = CELLS[((w >> 55) & 0xff) as usize];
    // t = 1 - y·c/2^16 lies in [0, 2^-8), where c is `reciprocal`/2^47. It is kept as a multiple of
    // 2^-72.
    let t72 = !mul_high(w, reciprocal) << 9;
    let t = t72 >> 8;
    let tt80 = mul_high(t72, t72);
    let [c2, c3, c4, c5] = INVERSE;
    let series = c2 + mul_high(c3, t) + mul_high(tt80 >> 16, c4 + mul_high(c5, t));
    let rest = neg_ln + t + (mul_high(tt80, series) >> 16);
    ((rest >> 6) + u64::from(zeros - 1) * LN_2, zeros)
}
