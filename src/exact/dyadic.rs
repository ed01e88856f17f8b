//! Represents numbers `mantissa·2^exponent` exactly.

use std::cmp::Ordering;

use super::branchless::select;

/// A signed number `mantissa·2^exponent`, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Dyadic {
    /// Any value but `i128::MIN`.
    pub mantissa: i128,
    /// Any value to which the bit length of a mantissa can be added without overflow.
    pub exponent: i32,
}

/// A positive number `mantissa·2^exponent`, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Positive {
    /// At least 1.
    pub mantissa: u128,
    /// Any value to which the bit length of a mantissa can be added without overflow.
    pub exponent: i32,
}

impl Dyadic {
    /// The value of a finite double, or `None` for NaN and infinities.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let bits = value.to_bits();
        let (mantissa, exponent) = parts(bits)?;
        let signed = if bits >> 63 == 1 { -(mantissa as i128) } else { mantissa as i128 };
        Some(Dyadic { mantissa: signed, exponent })
    }

    /// The value of a double. NaN counts as 0, and an infinity as the largest double of its sign.
    /// The same instructions are executed for all doubles.
    #[inline]
    #[must_use]
    pub fn saturated(value: f64) -> Self {
        const FRACTION: u64 = (1 << 52) - 1;
        let bits = value.to_bits();
        let magnitude = bits & (u64::MAX >> 1);
        let infinity = f64::INFINITY.to_bits();
        let finite = select(magnitude > infinity, 0, magnitude.min(infinity - 1));
        let biased = (finite >> 52) as i32;
        let mantissa = (finite & FRACTION | u64::from(biased != 0) << 52) as i64;
        let sign = (bits as i64) >> 63;
        Dyadic { mantissa: i128::from((mantissa ^ sign) - sign), exponent: biased.max(1) - 1075 }
    }

    /// The absolute value, or `None` for zero.
    #[must_use]
    pub fn magnitude(&self) -> Option<Positive> {
        Positive::new(self.mantissa.unsigned_abs(), self.exponent)
    }
}

impl From<i64> for Dyadic {
    fn from(value: i64) -> Self {
        Dyadic { mantissa: i128::from(value), exponent: 0 }
    }
}

/// Mantissa and exponent of a finite double's absolute value.
fn parts(bits: u64) -> Option<(u64, i32)> {
    let fraction = bits & ((1 << 52) - 1);
    match ((bits >> 52) & 0x7ff) as i32 {
        0x7ff => None,
        0 => Some((fraction, -1074)),
        biased => Some((fraction | 1 << 52, biased - 1075)),
    }
}

impl Positive {
    /// `mantissa·2^exponent`, or `None` if that is zero.
    #[must_use]
    pub fn new(mantissa: u128, exponent: i32) -> Option<Self> {
        (mantissa != 0).then_some(Positive { mantissa, exponent })
    }

    /// The value of a positive finite double, or `None` for anything else.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        let bits = value.to_bits();
        if bits >> 63 == 1 {
            return None;
        }
        let (mantissa, exponent) = parts(bits)?;
        Positive::new(u128::from(mantissa), exponent)
    }

    /// The exponent `e` if the value is `2^e`, otherwise `None`.
    #[must_use]
    pub fn log2_exact(&self) -> Option<i32> {
        let zeros = self.mantissa.trailing_zeros();
        (self.mantissa >> zeros == 1).then_some(self.exponent + zeros as i32)
    }

    /// The largest `e` with `2^e <= self`.
    #[must_use]
    pub fn log2_floor(&self) -> i32 {
        self.exponent + 127 - self.mantissa.leading_zeros() as i32
    }

    /// The smallest `e` with `self <= 2^e`.
    #[must_use]
    pub fn log2_ceil(&self) -> i32 {
        let length = 128 - self.mantissa.leading_zeros() as i32;
        self.exponent + length - i32::from(self.mantissa.is_power_of_two())
    }

    /// The exponent and the mantissa of this value, with the mantissa shifted left until its
    /// highest set bit is bit 127.
    fn normalised(&self) -> (i32, u128) {
        let zeros = self.mantissa.leading_zeros();
        (self.exponent - zeros as i32, self.mantissa << zeros)
    }

    /// The exact order of two values.
    #[must_use]
    pub fn compare(&self, other: &Positive) -> Ordering {
        self.normalised().cmp(&other.normalised())
    }

    /// `floor(self / 2^exponent)`, or `None` if it exceeds `i64::MAX`.
    #[must_use]
    pub fn floor_over_power(&self, exponent: i32) -> Option<i64> {
        let shift = self.exponent - exponent;
        if shift >= 0 {
            if shift as u32 > self.mantissa.leading_zeros() {
                return None;
            }
            i64::try_from(self.mantissa << shift).ok()
        } else {
            i64::try_from(self.mantissa.checked_shr(shift.unsigned_abs()).unwrap_or(0)).ok()
        }
    }

    /// Whether the value is a whole multiple of `2^exponent`.
    #[must_use]
    pub fn is_multiple_of_power(&self, exponent: i32) -> bool {
        self.exponent + self.mantissa.trailing_zeros() as i32 >= exponent
    }

    /// Returns `quotient`, `exponent` and whether `r > 0`, where `self / divisor` is
    /// `(quotient + r)·2^exponent` with `0 <= r < 1`. The quotient has 64 or 65 bits. `divisor`
    /// must have at most 64 bits.
    #[must_use]
    pub fn divide(&self, divisor: &Positive) -> (u128, i32, bool) {
        let (exponent, numerator) = self.normalised();
        let (divisor_exponent, wide) = divisor.normalised();
        let denominator = wide >> 64;
        let quotient = numerator / denominator;
        let inexact = quotient * denominator != numerator;
        (quotient, exponent - divisor_exponent - 64, inexact)
    }
}
