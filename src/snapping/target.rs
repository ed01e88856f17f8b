//! What a release is converted to: the last, public step.

use rug::Integer;

use super::reference::scaled;
use super::Snapping;
use crate::exact::round_to_f64;

/// The type of the released value. Answers travel as its 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The nearest double, ties to even; a zero is +0.0.
    Double,
    /// A 64-bit integer, saturated. The grid must be at least 1.
    Integer,
}

impl Target {
    /// The answer for the multiple `k` of the grid, by integer operations.
    #[inline]
    pub(super) fn finish(self, p: &Snapping, k: i64) -> u64 {
        let outside = k.unsigned_abs() > p.largest_multiple;
        match self {
            Target::Double if outside => p.bound_bits() | u64::from(k < 0) << 63,
            Target::Double => round_to_f64(k < 0, u128::from(k.unsigned_abs()), p.grid_exponent).to_bits(),
            Target::Integer => {
                let whole = if outside { p.largest_multiple } else { k.unsigned_abs() };
                let magnitude = if p.grid_exponent >= whole.leading_zeros() as i32 && whole != 0 {
                    u64::MAX
                } else if whole == 0 {
                    0
                } else {
                    whole << p.grid_exponent
                };
                saturate(k < 0, magnitude) as u64
            }
        }
    }

    /// The same, obviously: exact integers, and MPFR's conversion to the nearest double.
    pub(crate) fn finish_slowly(self, p: &Snapping, k: &Integer) -> u64 {
        let negative = *k < 0;
        // The multiple of the grid, or the bound if that is nearer to zero.
        let mut magnitude = scaled(rug::Rational::from(k.abs_ref()), p.grid_exponent);
        if let Some(bound) = &p.bound {
            let b = scaled(rug::Rational::from(bound.mantissa), bound.exponent);
            if magnitude > b {
                magnitude = b;
            }
        }
        match self {
            Target::Double => {
                // Enough bits to hold the value exactly; a double's exponent range is MPFR's job.
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
    if negative {
        i64::try_from(magnitude).map_or(i64::MIN, |m| -m)
    } else {
        i64::try_from(magnitude).unwrap_or(i64::MAX)
    }
}
