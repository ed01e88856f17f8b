//! Computes the exact law of permute-and-flip in rationals.

use indp::ffi::indp_eta;
use rug::ops::Pow;
use rug::{Float, Integer, Rational};

/// Returns the weight of an outcome whose cost exceeds the least cost by `gap`. Weights below
/// 2^-300 are returned as 0, since no chi-squared test can detect them.
pub fn weight(eta: &indp_eta, gap: u64) -> Rational {
    let root = Rational::from((Integer::from(eta.x), Integer::from(1) << eta.y));
    let digits = -Float::with_val(64, &root).log2() * eta.z * gap;
    if digits > 300 {
        return Rational::new();
    }
    root.pow((gap * u64::from(eta.z)) as u32)
}

/// Returns the weights of integer utilities.
pub fn weights(eta: &indp_eta, utilities: &[i64]) -> Vec<Rational> {
    let best = *utilities.iter().min().expect("an outcome");
    utilities.iter().map(|u| weight(eta, u.abs_diff(best))).collect()
}

/// Returns the probability of each outcome under permute-and-flip. An outcome i of weight p_i has
/// the probability P(i) = p_i ∫ Π_{j != i} (1 - p_j s) ds over s in [0, 1]. Independent uniform
/// arrival times put the outcomes in a random order. Outcome i is selected if it is accepted when
/// it arrives, at time s, and no earlier outcome was accepted.
pub fn law(weights: &[Rational]) -> Vec<Rational> {
    let mut unit = Integer::from(1);
    for p in weights {
        unit.lcm_mut(p.denom());
    }
    let scaled: Vec<Integer> =
        weights.iter().map(|p| p.numer() * Integer::from(&unit / p.denom())).collect();
    let mut known: Vec<(usize, Rational)> = Vec::new();
    for (i, p) in scaled.iter().enumerate() {
        if known.iter().any(|(j, _)| scaled[*j] == *p) {
            continue;
        }
        // The coefficients of Π (unit - p_j s), in ascending powers of s.
        let mut product = vec![Integer::from(1)];
        for q in scaled.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, q)| q) {
            product.push(Integer::new());
            for k in (0..product.len()).rev() {
                let below = if k > 0 { Integer::from(&product[k - 1] * q) } else { Integer::new() };
                product[k] *= &unit;
                product[k] -= below;
            }
        }
        let integral: Rational = (1u32..)
            .zip(product)
            .map(|(k, c)| Rational::from((c, k)))
            .fold(Rational::new(), |a, b| a + b);
        known.push((i, integral * p / unit.clone().pow(weights.len() as u32)));
    }
    let same = |p: &Integer| known.iter().find(|(j, _)| scaled[*j] == *p);
    scaled.iter().map(|p| same(p).expect("all are known").1.clone()).collect()
}

/// Returns the probability of each outcome under the exponential mechanism.
pub fn exponential(weights: &[Rational]) -> Vec<Rational> {
    let total = weights.iter().fold(Rational::new(), |a, w| a + w);
    weights.iter().map(|w| Rational::from(w / &total)).collect()
}
