//! Converts the released multiple of the grid to a double or an integer, which is post-processing
//! (Claim S5).

use rug::Integer;

use super::Snapping;
use crate::exact::{round_to_f64, round_up_to_f64, scaled, select};

/// The type of the released value. Answers are passed as the 64 bits of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The nearest double, ties to even. Zero is +0.0.
    Double,
    /// A 64-bit integer, saturated. The grid must be at least 1.
    Integer,
}

impl Target {
    /// The answer for the multiple `k` of the grid. It is computed by one exact multiplication of
    /// doubles if that is possible, and otherwise by integer operations.
    #[inline(always)]
    pub(super) fn finish(self, p: &Snapping, k: i64) -> u64 {
        if let (Target::Double, Doubles::Exact(grid)) = (self, p.doubles) {
            return exact(k, grid, p.bound()).to_bits();
        }
        let (negative, magnitude) = (k < 0, k.unsigned_abs());
        let outside = magnitude > p.largest_multiple;
        match self {
            Target::Double => {
                let inside = if NORMAL.contains(&p.grid_exponent) {
                    normal(negative, magnitude, p.grid_exponent)
                } else {
                    round_to_f64(negative, u128::from(magnitude), p.grid_exponent).to_bits()
                };
                select(outside, p.bound().to_bits() | u64::from(negative) << 63, inside)
            }
            Target::Integer => {
                let whole = magnitude.min(p.largest_multiple);
                let shift = p.grid_exponent.unsigned_abs();
                let most = u64::MAX.checked_shr(shift).unwrap_or(0);
                let shifted = whole.checked_shl(shift).unwrap_or(0);
                saturate(negative, select(whole > most, u64::MAX, shifted)) as u64
            }
        }
    }

    /// Computes the result of [`Target::finish`] in the obvious way, with exact integers and MPFR's
    /// conversion to the nearest double.
    pub(crate) fn finish_slowly(self, p: &Snapping, k: &Integer) -> u64 {
        let negative = *k < 0;
        // The magnitude of the multiple of the grid, or the bound if it is smaller.
        let mut magnitude = scaled(rug::Rational::from(k.abs_ref()), p.grid_exponent);
        if let Some(bound) = &p.bound {
            let b = bound.rational();
            if magnitude > b {
                magnitude = b;
            }
        }
        match self {
            Target::Double => {
                // The float has enough bits to hold the value exactly. The only rounding is MPFR's
                // conversion to a double, which respects the exponent range of doubles.
                let bits = magnitude.numer().significant_bits().max(53);
                let nearest = rug::Float::with_val(bits, &magnitude).to_f64();
                let signed = nearest.to_bits() | u64::from(negative) << 63;
                if nearest == 0.0 {
                    0
                } else {
                    signed
                }
            }
            Target::Integer => {
                let whole = magnitude.numer().to_u64().unwrap_or(u64::MAX);
                saturate(negative, whole) as u64
            }
        }
    }
}

fn saturate(negative: bool, magnitude: u64) -> i64 {
    let most = i64::MAX as u64 + u64::from(negative);
    let kept = magnitude.min(most);
    select(negative, kept.wrapping_neg(), kept) as i64
}

/// How multiples of the grid are converted to doubles. The choice depends only on public
/// parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Doubles {
    /// One exact multiplication by this grid.
    Exact(f64),
    /// Integer arithmetic with rounding.
    Rounded,
}

impl Doubles {
    pub(super) fn new(grid_exponent: i32, bound: f64, largest_multiple: u64) -> Self {
        // If the bound is at most 2^52 steps of the grid, a multiple that the cheap path decides
        // lies less than 2^51 steps beyond the bound. So it is below 2^53 and is converted exactly.
        let exact =
            NORMAL.contains(&grid_exponent) && largest_multiple <= 1 << 52 && bound.is_normal();
        if exact {
            Doubles::Exact(round_up_to_f64(1, grid_exponent, false))
        } else {
            Doubles::Rounded
        }
    }
}

/// Exponents of grids whose multiples by 64-bit integers all round to zero or to normal doubles.
const NORMAL: std::ops::RangeInclusive<i32> = -1022..=1023 - 64;

/// `k·grid` clamped to ±bound, for |k| < 2^53. No operation rounds, so the rounding mode does not
/// matter and no flag is raised.
#[inline(always)]
fn exact(k: i64, grid: f64, bound: f64) -> f64 {
    let x = k as f64 * grid;
    let low = if x > -bound { x } else { -bound };
    if low < bound {
        low
    } else {
        bound
    }
}

/// `±magnitude·2^exponent` rounded to the nearest double, ties to even, by the same instructions
/// for all values. Zero is +0.0.
#[inline]
fn normal(negative: bool, magnitude: u64, exponent: i32) -> u64 {
    let zeros = (magnitude | 1).leading_zeros();
    // Moves the leading 1 to bit 63. The first 53 digits are kept, and the other 11 decide the
    // rounding.
    let top = magnitude << zeros;
    let up = ((1 << 10) - 1) + (top >> 11 & 1);
    // A carry out of the 53 digits correctly increments the exponent.
    let (rounded, carry) = top.overflowing_add(up);
    let digits = (rounded >> 11 | u64::from(carry) << 53) as i64;
    let biased = i64::from(exponent) + 1023 + 63 - i64::from(zeros);
    let bits = (((biased - 1) << 52) + digits) as u64 | u64::from(negative) << 63;
    select(magnitude == 0, 0, bits)
}
