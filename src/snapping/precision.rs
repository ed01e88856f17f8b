//! Chooses the arithmetic of a mechanism: real, or float at some precision.

use super::lambda::Lambda;
use crate::exact::Positive;
use crate::Error;

/// The range of float precisions, in bits of the significand, with the hidden bit.
pub(super) const PRECISIONS: std::ops::RangeInclusive<u32> = 53..=4096;

/// The arithmetic that the caller chooses for a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Real arithmetic, which is the definition of the mechanism.
    Real,
    /// Float arithmetic at the lowest precision that suits the parameters, at least 118 bits.
    Automatic,
    /// Float arithmetic at 53 to 4,096 bits.
    Bits(u32),
}

impl Precision {
    /// A precision in bits.
    ///
    /// # Errors
    /// [`Error::Precision`] outside 53 to 4,096.
    pub fn bits(bits: u32) -> Result<Self, Error> {
        PRECISIONS.contains(&bits).then_some(Precision::Bits(bits)).ok_or(Error::Precision)
    }
}

/// The arithmetic of a mechanism, with its precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Real arithmetic.
    Real,
    /// Float arithmetic in which every operation is correctly rounded to this number of bits.
    Float(u32),
}

/// The precision in bits that the caller requested, or the automatic precision.
pub(super) fn bits(
    epsilon: &Positive,
    sensitivity: &Positive,
    bound: &Positive,
    precision: Precision,
) -> Result<u32, Error> {
    let bits = match precision {
        Precision::Bits(bits) => bits,
        _ => automatic(epsilon, sensitivity, bound),
    };
    PRECISIONS.contains(&bits).then_some(bits).ok_or(Error::Precision)
}

/// `max(118, 64 + ceil(log2(B/Δ)), 64 + ceil(-log2 ε))` (docs/specification.md, section 1).
fn automatic(epsilon: &Positive, sensitivity: &Positive, bound: &Positive) -> u32 {
    let log2_ceil = |(quotient, exponent, more)| Lambda { quotient, exponent, more }.log2_ceil();
    let one = Positive { mantissa: 1, exponent: 0 };
    let wide = 64 + log2_ceil(bound.divide(sensitivity));
    let fine = 64 + log2_ceil(one.divide(epsilon));
    wide.max(fine).max(118).unsigned_abs()
}
