//! Exact probabilities of the snapping mechanism (MPFR, 200 bits), and the chi-squared test.

use std::collections::BTreeMap;

use rug::{float::Round, ops::Pow, Float};

const PRECISION: u32 = 200;

fn float(x: f64) -> Float {
    Float::with_val(PRECISION, x)
}

/// The parameters of one release.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub epsilon: f64,
    pub sensitivity: f64,
    pub bound: f64,
    /// 0 for the default.
    pub grid: f64,
    pub value: f64,
}

impl Case {
    fn lambda(&self) -> Float {
        float(self.sensitivity) / self.epsilon
    }

    /// The grid: the smallest power of two that is at least λ, unless one was asked for.
    pub fn actual_grid(&self) -> f64 {
        if self.grid != 0.0 {
            return self.grid;
        }
        let exponent = self.lambda().log2().ceil().to_i32_saturating_round(Round::Up).unwrap();
        float(2.0).pow(exponent).to_f64()
    }

    /// P(clamp_B(value) + noise < t), the noise being Laplace with scale λ.
    fn below(&self, t: &Float) -> Float {
        let centre = self.value.clamp(-self.bound, self.bound);
        let z = (t.clone() - centre) / self.lambda();
        if z < 0 {
            z.exp() / 2
        } else {
            1 - (-z).exp() / 2u32
        }
    }

    /// Each possible answer within the bulk of the distribution, with its probability; what is left
    /// belongs to the answers below the first and above the last.
    pub fn probabilities(&self) -> Vec<(f64, Float)> {
        let grid = self.actual_grid();
        let edge = |k: f64| (float(k) - 0.5f64) * grid;
        let centre = (self.value.clamp(-self.bound, self.bound) / grid).round();
        let reach = (40.0 * self.lambda().to_f64() / grid).ceil().max(2.0);
        // Multiples beyond the bound become the bound.
        let last = (self.bound / grid).floor();
        let (from, to) = ((centre - reach).max(-last), (centre + reach).min(last));
        let mut list = Vec::new();
        let mut k = from;
        while k <= to {
            list.push((k * grid, self.below(&edge(k + 1.0)) - self.below(&edge(k))));
            k += 1.0;
        }
        if from == -last {
            let p = self.below(&edge(from));
            if from * grid == -self.bound {
                list[0].1 += p;
            } else {
                list.insert(0, (-self.bound, p));
            }
        }
        if to == last {
            let p = 1 - self.below(&edge(to + 1.0));
            if to * grid == self.bound {
                list.last_mut().unwrap().1 += p;
            } else {
                list.push((self.bound, p));
            }
        }
        list
    }
}

/// p-value of the chi-squared test of `answers` against `probabilities`. Neighbouring answers are pooled
/// until 25 are expected, which keeps the test's distribution close to chi-squared far into its tail. An
/// impossible answer gives 0.
pub fn p_value(probabilities: &[(f64, Float)], answers: &[f64]) -> f64 {
    let mut counts = BTreeMap::new();
    for a in answers {
        *counts.entry(a.to_bits()).or_insert(0u64) += 1;
    }
    let n = answers.len() as f64;
    let (mut pools, mut expected, mut observed) = (Vec::new(), 0.0, 0u64);
    for (answer, p) in probabilities {
        // A zero is +0.0.
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

/// The regularised upper incomplete gamma function Q(a, x), by the series of its complement or by
/// Lentz's continued fraction, whichever converges. (MPFR's own takes minutes at large arguments.)
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
    // Q(1/2, x) = erfc(sqrt(x)); Q(1, x) = exp(-x); Q(2, x) = (1 + x)·exp(-x).
    for x in [0.1f64, 1.0, 3.0, 10.0, 40.0, 300.0] {
        let exact =
            [(0.5, float(x).sqrt().erfc().to_f64()), (1.0, (-x).exp()), (2.0, (1.0 + x) * (-x).exp())];
        for (a, q) in exact {
            assert!((upper_gamma(a, x) / q - 1.0).abs() < 1e-9, "Q({a}, {x})");
        }
    }
}

/// Seed of the fixed-seed tests; `make soak` sets others.
pub fn seed() -> u64 {
    std::env::var("INDP_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1_948_312)
}
