//! Clopper-Pearson bounds (Claim V4) and chi-squared statistics for trials with two outcomes, "yes"
//! and "no".

/// A Clopper-Pearson bound is wrong with at most this probability.
pub const LEVEL: f64 = 1e-7;

/// The number of "yes" outcomes among n trials.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    pub yes: u64,
    pub n: u64,
}

impl Count {
    pub fn rate(self) -> f64 {
        self.yes as f64 / self.n as f64
    }

    fn no(self) -> Count {
        Count { yes: self.n - self.yes, n: self.n }
    }

    /// Returns the lower bound on P(yes). This is the largest p at which the observed number of
    /// "yes" outcomes, or a larger number, has a probability below `LEVEL`.
    fn lower(self) -> f64 {
        if self.yes == 0 {
            return 0.0;
        }
        bisect(|p| beta(self.yes as f64, (self.n - self.yes + 1) as f64, p) < LEVEL)
    }

    /// Returns the upper bound on P(yes).
    fn upper(self) -> f64 {
        1.0 - self.no().lower()
    }
}

/// Returns the largest p in [0, 1] for which `small` holds. If `small` holds for some p, it must
/// hold for every smaller p.
fn bisect(small: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if small(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns whether the counts of two neighbouring inputs show a violation of ε, first for the
/// outcome "yes", then for the outcome "no". They show a violation if the lower bound on the
/// probability of the outcome for one input exceeds e^ε times the upper bound for the other input.
pub fn violates(f: Count, g: Count, epsilon: f64) -> [bool; 2] {
    let over = |a: Count, b: Count| {
        a.lower() > epsilon.exp() * b.upper() || b.lower() > epsilon.exp() * a.upper()
    };
    [over(f, g), over(f.no(), g.no())]
}

/// Returns chi-squared (with 1 degree of freedom) of the 2 by 2 table that two counts form. It
/// tests whether both counts can have the same rate.
pub fn between(f: Count, g: Count) -> f64 {
    let pooled = (f.yes + g.yes) as f64 / (f.n + g.n) as f64;
    against(f, pooled) + against(g, pooled)
}

/// Returns chi-squared (with 1 degree of freedom) of a count, given the expected rate. It is
/// infinite if the count is impossible.
pub fn against(count: Count, rate: f64) -> f64 {
    let one = |observed: u64, expected: f64| {
        let d = observed as f64 - expected;
        if d.abs() < 1e-9 {
            0.0
        } else {
            d * d / expected
        }
    };
    let n = count.n as f64;
    one(count.yes, n * rate) + one(count.n - count.yes, n * (1.0 - rate))
}

/// Returns the regularised incomplete beta function I_x(a, b), by Lentz's continued fraction.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(b, a, 1.0 - x);
    }
    let gamma = |x: f64| rug::Float::with_val(80, x).ln_gamma().to_f64();
    let front = (gamma(a + b) - gamma(a) - gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let guard = |x: f64| if x.abs() < 1e-300 { 1e-300 } else { x };
    let (mut c, mut d) = (1.0, 1.0 / guard(1.0 - (a + b) * x / (a + 1.0)));
    let mut h = d;
    for m in 1..200_000 {
        let m = f64::from(m);
        for t in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / guard(1.0 + t * d);
            c = guard(1.0 + t / c);
            h *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-13 {
            break;
        }
    }
    front * h
}

/// Checks this module with known values. `attack` calls it at every start. The upper bound for 0
/// of n is 1 - level^(1/n), I_x(a, 1) = x^a, and I_x(a, b) + I_(1-x)(b, a) = 1.
pub fn check() {
    let none = Count { yes: 0, n: 1_000_000 };
    let exact = 1.0 - LEVEL.powf(1e-6);
    assert!((none.upper() / exact - 1.0).abs() < 1e-6 && none.lower() == 0.0);
    assert!((beta(5.0, 1.0, 0.3) / 0.3f64.powi(5) - 1.0).abs() < 1e-10);
    assert!((beta(3.0, 7.0, 0.4) + beta(7.0, 3.0, 0.6) - 1.0).abs() < 1e-12);
    let half = Count { yes: 500_000, n: 1_000_000 };
    // The bounds are 5.2 standard deviations away from 1/2, and the standard deviation is 0.0005.
    assert!((half.lower() - 0.4974).abs() < 1e-4 && (half.upper() - 0.5026).abs() < 1e-4);
}
