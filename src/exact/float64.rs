//! Converts integers times powers of two to doubles (IEEE-754 binary64) by assembling their bits.

use super::Dyadic;

const SIGNIFICAND: i32 = 53;
const MIN_EXPONENT: i32 = -1074;
const MAX_TOP: i32 = 1024;

/// Returns the bits of the non-negative double `q·2^exponent`, or of infinity if the value exceeds
/// the largest double. `2^exponent` must be the place value of that double's last bit. This means
/// that `exponent` is above -1074 and `2^52 <= q <= 2^53`, or it is -1074 and `0 <= q <= 2^53`.
fn assemble(q: u64, exponent: i32) -> u64 {
    if exponent > MAX_TOP - SIGNIFICAND {
        return f64::INFINITY.to_bits();
    }
    let biased = (exponent - MIN_EXPONENT) as u64;
    // A carry to 2^53, or from subnormal to normal, correctly increments the exponent field.
    (biased << 52) + q
}

/// For the double that `magnitude·2^exponent` will be rounded to, returns the exponent of its last
/// bit and the number of bits of `magnitude` below that bit. The second result is negative if
/// `magnitude` ends above that bit.
fn scale(magnitude: u128, exponent: i32) -> (i32, i32) {
    let top = 128 - magnitude.leading_zeros() as i32 + exponent;
    let last = (top - SIGNIFICAND).max(MIN_EXPONENT);
    (last, last - exponent)
}

/// `±magnitude·2^exponent` rounded to the nearest double, ties to even. An overflow gives infinity.
/// A zero result is +0.0 for both signs, since its sign would reveal on which side of zero the
/// value was.
#[must_use]
pub fn round_to_f64(negative: bool, magnitude: u128, exponent: i32) -> f64 {
    if magnitude == 0 {
        return 0.0;
    }
    let (last, drop) = scale(magnitude, exponent);
    let q = if drop <= 0 {
        // In units of 2^last, the value is an integer of at most 53 bits, so the left shift loses
        // nothing.
        magnitude << drop.unsigned_abs()
    } else if drop > 128 {
        0
    } else {
        let kept = if drop == 128 { 0 } else { magnitude >> drop };
        let half = 1u128 << (drop - 1);
        let rest = magnitude - if drop == 128 { 0 } else { kept << drop };
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    let bits = assemble(q as u64, last);
    if bits == 0 {
        return 0.0;
    }
    f64::from_bits(bits | u64::from(negative) << 63)
}

/// `value·2^exponent`, rounded to the nearest double.
#[must_use]
pub fn times_power(value: f64, exponent: i32) -> f64 {
    match Dyadic::from_f64(value) {
        Some(x) => round_to_f64(x.mantissa < 0, x.mantissa.unsigned_abs(), x.exponent + exponent),
        None => value,
    }
}

/// `(magnitude + r)·2^exponent` rounded up to a double, where `0 < r < 1` if `more`, else `r = 0`.
/// `magnitude` must be positive. If it has fewer than 53 bits and `more` is true, the result is not
/// always the smallest double that suffices. Returns infinity if the value exceeds the largest
/// double.
#[must_use]
pub fn round_up_to_f64(magnitude: u128, exponent: i32, more: bool) -> f64 {
    let (last, drop) = scale(magnitude, exponent);
    let q = if drop <= 0 {
        (magnitude + u128::from(more)) << drop.unsigned_abs()
    } else if drop >= 128 {
        1
    } else {
        let kept = magnitude >> drop;
        kept + u128::from(more || kept << drop != magnitude)
    };
    f64::from_bits(assemble(q as u64, last))
}
