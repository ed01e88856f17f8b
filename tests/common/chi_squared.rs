//! Computes p-values of the chi-squared test, for tests that compare drawn answers with a law.

use std::collections::BTreeMap;

use rug::Float;

fn float(x: f64) -> Float {
    Float::with_val(200, x)
}

/// Returns the p-value of the chi-squared test of `answers` against `probabilities`. Adjacent
/// possible answers are pooled until at least 25 draws are expected in each pool. This keeps the
/// distribution of the statistic close to chi-squared far into its tail. If an answer is
/// impossible, the p-value is 0.
pub fn p_value(probabilities: &[(f64, Float)], answers: &[f64]) -> f64 {
    let mut counts = BTreeMap::new();
    for a in answers {
        *counts.entry(a.to_bits()).or_insert(0u64) += 1;
    }
    let n = answers.len() as f64;
    let (mut pools, mut expected, mut observed) = (Vec::new(), 0.0, 0u64);
    for (answer, p) in probabilities {
        // The library never releases -0.0, so -0.0 in the list becomes +0.0.
        observed += counts.remove(&(answer + 0.0).to_bits()).unwrap_or(0);
        expected += p.to_f64() * n;
        if expected >= 25.0 {
            pools.push((expected, observed as f64));
            (expected, observed) = (0.0, 0);
        }
    }
    if !counts.is_empty() {
        return 0.0;
    }
    if let Some(last) = pools.last_mut() {
        *last = (last.0 + expected, last.1 + observed as f64);
    }
    assert!(pools.len() >= 2, "one pool tests nothing");
    let total: f64 = pools.iter().map(|p| p.0).sum();
    assert!((total / n - 1.0).abs() < 1e-9, "the probabilities must add up to 1: {total} of {n}");
    let statistic: f64 = pools.iter().map(|(e, o)| (o - e) * (o - e) / e).sum();
    upper_gamma((pools.len() - 1) as f64 / 2.0, statistic / 2.0)
}

/// Returns the regularised upper incomplete gamma function Q(a, x). For x < a + 1 this is computed
/// from the series of the complement 1 - Q, and otherwise from Lentz's continued fraction. (MPFR's
/// incomplete gamma function takes minutes for large arguments.)
fn upper_gamma(a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - float(a).ln_gamma().to_f64()).exp();
    if x <= 0.0 {
        return 1.0;
    }
    if x < a + 1.0 {
        let (mut term, mut total, mut n) = (1.0 / a, 1.0 / a, a);
        while term > total * 1e-17 {
            n += 1.0;
            term *= x / n;
            total += term;
        }
        return 1.0 - front * total;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut h = d;
    for i in 1..100_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * h
}

#[test]
fn the_p_value_is_right() {
    // For a = 1/2, 1 and 2, Q(a, x) has a closed form: Q(1/2, x) = erfc(sqrt(x)), Q(1, x) = exp(-x)
    // and Q(2, x) = (1 + x)·exp(-x).
    for x in [0.1f64, 1.0, 3.0, 10.0, 40.0, 300.0] {
        let exact = [
            (0.5, float(x).sqrt().erfc().to_f64()),
            (1.0, (-x).exp()),
            (2.0, (1.0 + x) * (-x).exp()),
        ];
        for (a, q) in exact {
            assert!((upper_gamma(a, x) / q - 1.0).abs() < 1e-9, "Q({a}, {x})");
        }
    }
}

/// Returns the seed of the random tests: a fixed number, unless `make soak` sets another seed.
pub fn seed() -> u64 {
    std::env::var("INDP_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1_948_312)
}
