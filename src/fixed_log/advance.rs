//! Computes the constant by which geometric noise exceeds rounded Laplace noise before it is cut to
//! an integer (Claim L4), in integers.

use super::{mul_high, neg_ln, FRACTION_BITS, LN_2};

/// [`advance`] is within this number of units of 2^-58 of ln(2/(1 + e^(-1/x))) (Claim L4).
pub const ADVANCE_ERROR: u64 = 300;

/// ln(2/(1 + e^(-1/x)))·2^58 for x in `[top, top + 1)·2^(r-64)`, where `top` has 64 bits, within
/// [`ADVANCE_ERROR`]. It lies between 0 and ln 2·2^58.
#[must_use]
pub fn advance(top: u64, r: i32) -> u64 {
    // 1/x is `inverse`·2^(-63-r), at least 2^-r. From 2^6 on, e^(-1/x) is below 2^-92.
    let inverse = (1u128 << 127) / u128::from(top.max(1 << 63));
    let q = match r + 63 - FRACTION_BITS as i32 {
        places @ 0..=127 => exp_neg(u64::try_from(inverse >> places).unwrap_or(u64::MAX)),
        places if places < 0 => 0,
        _ => ONE,
    };
    neg_ln((ONE / 2 + q / 2).min(ONE - 1)).0
}

/// 1 as a fixed-point number with 63 fractional digits.
const ONE: u64 = 1 << 63;
/// `floor((2^64 - 1)/k)` for k = 15..=1. The series has these terms after the first.
const INVERSES: [u64; 15] = {
    let mut all = [0; 15];
    let mut i = 0;
    while i < 15 {
        all[i] = u64::MAX / (15 - i as u64);
        i += 1;
    }
    all
};

/// e^-t·2^63 for t in units of 2^-58.
fn exp_neg(t: u64) -> u64 {
    let halvings = t / LN_2;
    let s = (t % LN_2) << (64 - FRACTION_BITS);
    let term = |sum, inverse: &u64| ONE - mul_high(mul_high(s, sum), *inverse);
    let series = INVERSES.iter().fold(ONE, term);
    series.checked_shr(halvings as u32).unwrap_or(0)
}
