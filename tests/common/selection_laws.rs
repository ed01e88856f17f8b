//! Exact laws of selections, from utilities (costs: lower is better), in multi-precision floats.
#![allow(dead_code)] // each test uses its part

use indp::ffi::*;
use rug::{ops::Pow, Float};

/// The precision in bits. It suffices for the alternating sums over a hundred outcomes.
const BITS: u32 = 1000;

/// The law of a selection mechanism: the probability of each outcome.
pub type Law = fn(&[u64], &indp_eta) -> Vec<Float>;

/// η2, the base-2 privacy parameter.
pub fn rate(eta: &indp_eta) -> Float {
    -Float::with_val(BITS, Float::with_val(BITS, eta.x) >> eta.y).log2() * eta.z
}

/// 2^(-η2·gap), where the gap is the distance from the smallest utility.
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

/// The law of the exponential mechanism.
pub fn exponential(utilities: &[u64], eta: &indp_eta) -> Vec<Float> {
    let weights = weights(utilities, eta);
    let total = weights.iter().fold(Float::with_val(BITS, 0), |t, w| t + w);
    weights.into_iter().map(|w| w / &total).collect()
}

/// The law of permute-and-flip: w_i ∫ Π_{j≠i} (1 - w_j s) ds over s in [0, 1].
pub fn permute_and_flip(utilities: &[u64], eta: &indp_eta) -> Vec<Float> {
    let weights = weights(utilities, eta);
    // The coefficients of the product over all j.
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
            // Divides by 1 - w·s.
            coefficient = coefficient * w + own;
            integral += Float::with_val(BITS, &coefficient / (k + 1));
        }
        integral * w
    };
    weights.iter().map(without).collect()
}

/// The law of above-threshold: for each of these counts, outermost first, the probability that it
/// is the first to reach K quarters of a row plus noise. It is computed in doubles, as sums of
/// hundreds of products.
pub fn above_threshold(k: u64, counts: &[u64], threshold: &indp_eta, noise: &indp_eta) -> Vec<Float> {
    let weight = |eta: &indp_eta, gap: u64| (-rate(eta).to_f64() * gap as f64).exp2();
    let mut law = vec![0.0; counts.len()];
    let mut rest = 1.0;
    for extra in 0.. {
        // P(G = extra).
        let own = weight(threshold, extra) - weight(threshold, extra + 1);
        rest -= own;
        let mut none = own;
        for (p, count) in law.iter_mut().zip(counts) {
            let w = weight(noise, (k + extra).saturating_sub(4 * count));
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
