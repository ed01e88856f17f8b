//! Holds the scale λ of the noise as an integer times a power of two.

use rug::{Float, Integer};

/// λ as `(quotient + r)·2^exponent`, where `quotient` has 64 to 66 bits, `0 <= r < 1`, and `more`
/// is set if and only if `r > 0`.
pub(super) struct Lambda {
    pub quotient: u128,
    pub exponent: i32,
    pub more: bool,
}

impl Lambda {
    /// The exponent e of the smallest power of two 2^e that is at least λ.
    pub fn log2_ceil(&self) -> i32 {
        let length = 128 - self.quotient.leading_zeros() as i32;
        let is_power = !self.more && self.quotient.is_power_of_two();
        self.exponent + length - i32::from(is_power)
    }

    pub fn of_float(lambda: &Float) -> Self {
        let (mantissa, exponent) = lambda.to_integer_exp().unwrap_or((Integer::from(1), 0));
        let drop = mantissa.significant_bits() as i32 - 64;
        let top = if drop > 0 {
            Integer::from(&mantissa >> drop as u32)
        } else {
            mantissa.clone() << -drop as u32
        };
        let more = drop > 0 && mantissa.find_one(0).is_some_and(|bit| bit < drop as u32);
        Lambda { quotient: top.to_u128_wrapping(), exponent: exponent + drop, more }
    }
}
