//! Computes the exact laws of selection mechanisms in multi-precision floats. Utilities are costs:
//! a lower utility is better.
#![allow(dead_code)] // each test that includes this file uses a part of it

use indp::ffi::*;
use rug::{ops::Pow, Float};

/// The precision in bits. It is high enough for the cancellation in alternating sums over a hundred
/// outcomes.
const BITS: u32 = 1000;

/// A function that returns the probability of each outcome from the utilities and η.
pub type Law = fn(&[u64], &indp_eta) -> Vec<Float>;

/// Returns η2 = -z·log2(x/2^y), the privacy parameter in base 2.
pub fn rate(eta: &indp_eta) -> Float {
    -Float::with_val(BITS, Float::with_val(BITS, eta.x) >> eta.y).log2() * eta.z
}

/// Returns the weight 2^(-η2·gap) of each outcome. The gap is the distance of its utility from the
/// smallest utility. Weights for gaps above 2^40 are returned as 0.
fn weights(utilities: &[u64], eta: &indp_eta) -> Vec<Float> {
    let (rate, smallest) = (rate(eta), utilities.iter().min().copied().unwrap_or(0));
    let weight = |u: &u64| {
        if u - smallest > 1 << 40 {
            return Float::with_val(BITS, 0);
        }
        Float::with_val(BITS, 2).pow(&-Float::with_val(BITS, &rate * (u - smallest)))
    };
    utilities.iter().map(weight).collect()
}

/// Returns the probability of each outcome under the exponential mechanism.
pub fn exponential(utilities: &[u64], eta: &indp_eta) -> Vec<Float> {
    let weights = weights(utilities, eta);
    let total = weights.iter().fold(Float::with_val(BITS, 0), |t, w| t + w);
    weights.into_iter().map(|w| w / &total).collect()
}

/// Returns the probability of each outcome under permute-and-flip, which is
/// w_i ∫ Π_{j≠i} (1 - w_j s) ds over s in [0, 1].
pub fn permute_and_flip(utilities: &[u64], eta: &indp_eta) -> Vec<Float> {
    let weights = weights(utilities, eta);
    // The coefficients of Π (1 - w_j s) over all j, in ascending powers of s.
    let mut product = vec![Float::with_val(BITS, 1)];
    for w in &weights {
        product.push(Float::with_val(BITS, 0));
        for k in (1..product.len()).rev() {
            let less = Float::with_val(BITS, &product[k - 1] * w);
            product[k] -= less;
        }
    }
    let without = |w: &Float| {
        let (mut coefficient, mut integral) = (Float::with_val(BITS, 0), Float::with_val(BITS, 0));
        for (k, own) in product.iter().enumerate().take(weights.len()) {
            // This divides the product by 1 - w·s, and so leaves out one outcome of weight w.
            coefficient = coefficient * w + own;
            integral += Float::with_val(BITS, &coefficient / (k + 1));
        }
        integral * w
    };
    weights.iter().map(without).collect()
}

/// Returns K of Claim A9 for this number of candidates.
pub fn aim(candidates: usize, eta: &indp_eta) -> u64 {
    let weight = |gap: f64| (-rate(eta).to_f64() * gap).exp2();
    let most = (1.0 + weight(1.0)) / 256.0 / candidates as f64;
    (2..).find(|k| weight(*k as f64) <= most).unwrap()
}

/// Returns the probability of each candidate under above-threshold. `counts` holds the number of
/// rows at each candidate or further out, the outermost candidate first. The released candidate is
/// the first whose noisy count reaches the noisy threshold of K quarters of a row, or the last
/// candidate if no count does. The sums have only hundreds of positive terms, so doubles are
/// precise enough.
pub fn above_threshold(k: u64, counts: &[u64], eta: &indp_eta) -> Vec<Float> {
    let weight = |gap: u64| (-rate(eta).to_f64() * gap as f64).exp2();
    let mut law = vec![0.0; counts.len()];
    let mut rest = 1.0;
    for extra in 0.. {
        // The probability P(G = extra), where G is the noise of the threshold.
        let own = weight(extra) - weight(extra + 1);
        rest -= own;
        let mut none = own;
        for (p, count) in law.iter_mut().zip(counts) {
            let w = weight((k + extra).saturating_sub(4 * count));
            *p += none * w;
            none *= 1.0 - w;
        }
        if let Some(last) = law.last_mut() {
            *last += none;
        }
        if rest < 1e-13 {
            break;
        }
    }
    law.into_iter().map(|p| Float::with_val(BITS, p)).collect()
}
