//! Converts exact values to rationals, for reference implementations and audits, which need not be
//! fast.

use rug::Rational;

use super::{Dyadic, Positive};

/// `value·2^exponent`.
#[must_use]
pub fn scaled(mut value: Rational, exponent: i32) -> Rational {
    if exponent >= 0 {
        value <<= exponent.unsigned_abs();
    } else {
        value >>= exponent.unsigned_abs();
    }
    value
}

/// `2^exponent`.
#[must_use]
pub fn power(exponent: i32) -> Rational {
    scaled(Rational::from(1), exponent)
}

impl Dyadic {
    /// The value.
    #[must_use]
    pub fn rational(&self) -> Rational {
        scaled(Rational::from(self.mantissa), self.exponent)
    }
}

impl Positive {
    /// The value.
    #[must_use]
    pub fn rational(&self) -> Rational {
        scaled(Rational::from(self.mantissa), self.exponent)
    }
}
