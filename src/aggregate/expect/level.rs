//! Compares tail probabilities of weighted sums of Laplace variables with α. Doubles suffice: every
//! tail probability is computed with a relative error below 2^-25, and α is multiplied by 1 -
//! 2^-20.

use crate::exact::Positive;
use crate::utility::Alpha;

/// The coefficients of a sum are increased until each is at least this many times the next smaller
/// one, since the formula for the tail divides by their differences.
const APART: f64 = 1.0 + 1.0 / 4096.0;
const LN_2: f64 = std::f64::consts::LN_2;

/// Holds α as `most`·2^-n, so that a tiny α needs no subnormal doubles. A probability is multiplied
/// by 2^n before it is compared with `most`.
#[derive(Clone, Copy)]
pub struct Level {
    /// n·ln 2.
    pub shift: f64,
    /// α·2^n, slightly reduced. [`Self::new`] chooses n such that α·2^n lies in [1, 2).
    /// [`Self::share`] makes this number smaller.
    pub most: f64,
}

impl Level {
    pub fn new(alpha: Alpha) -> Self {
        let log2 = Positive::from_f64(alpha.get()).map_or(-1074, |x| x.log2_floor());
        // The scaling takes two factors, since 2^1074 is not a double.
        let (half, rest) = (-log2 / 2, -log2 - -log2 / 2);
        let scaled = alpha.get() * two_to(half) * two_to(rest);
        Level { shift: f64::from(-log2) * LN_2, most: scaled * (1.0 - 1.0 / f64::from(1 << 20)) }
    }

    /// The level for a share of α.
    pub fn share(self, share: f64) -> Self {
        Level { most: self.most * share, ..self }
    }

    /// An upper bound on P(Σ c_i·X_i > s)·2^n for independent Laplace variables X_i of scale 1.
    /// Rounding may lower the result by a relative error below 2^-25, for which `most` leaves room.
    /// If s is negative or NaN, the result is infinity, since the tail is then at least 1/2 or
    /// unknown.
    pub fn tail<const N: usize>(&self, coefficients: [f64; N], s: f64) -> f64 {
        if s.is_nan() || s < 0.0 {
            return f64::INFINITY;
        }
        let mut c = coefficients.map(f64::abs);
        c.sort_unstable_by(f64::total_cmp);
        // A larger coefficient never makes the tail smaller (proof.md).
        for i in 1..N {
            c[i] = c[i].max(c[i - 1] * APART);
        }
        let largest = c.last().copied().unwrap_or(0.0);
        if largest == 0.0 || s / largest == f64::INFINITY {
            return 0.0;
        }
        let mut sum = 0.0;
        for (i, own) in c.iter().enumerate().filter(|(_, own)| **own > 0.0) {
            let mut term = exp(s / largest - s / own);
            for (_, other) in c.iter().enumerate().filter(|(j, _)| *j != i) {
                let ratio = other / own;
                term /= 1.0 - ratio * ratio;
            }
            sum += term;
        }
        exp(self.shift - s / largest) * sum / 2.0
    }

    /// P(|X| > s)·2^n for one Laplace variable X of scale 1, as exact as [`Level::tail`].
    pub fn both_tails(&self, s: f64) -> f64 {
        2.0 * self.tail([1.0], s)
    }

    /// Whether a probability is at most α. The argument is the probability multiplied by 2^n.
    pub fn allows(&self, probability: f64) -> bool {
        probability <= self.most
    }
}

fn two_to(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// e^y, with a relative error below 2^-45. The result is infinity for y > 690, and 0 for y <= -690
/// and for NaN. The standard library would call the C library's function, which some hosts do not
/// link.
fn exp(y: f64) -> f64 {
    if y.is_nan() || y <= -690.0 {
        return 0.0;
    }
    if y > 690.0 {
        return f64::INFINITY;
    }
    let k = (y / LN_2 + if y < 0.0 { -0.5 } else { 0.5 }) as i32;
    // ln 2 is the sum of these two constants. The first has few significant bits, so its multiples
    // are exact.
    let x = y - f64::from(k) * 0.693_147_180_369_123_8 - f64::from(k) * 1.908_214_929_270_587_7e-10;
    let mut sum = 1.0;
    for i in (1..=14u8).rev() {
        sum = 1.0 + sum * x / f64::from(i);
    }
    sum * two_to(k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_c_library() {
        for i in -6899..6899 {
            let y = f64::from(i) / 10.0 + 0.037;
            assert!((exp(y) / y.exp() - 1.0).abs() < 1e-13, "{y}");
        }
        assert!(exp(f64::NEG_INFINITY) == 0.0 && exp(-800.0) == 0.0 && exp(800.0) == f64::INFINITY);
    }

    #[test]
    fn levels_of_the_smallest_alpha() {
        for alpha in [5e-324, 1e-310, 1e-300, 0.05, 0.5, 1.0 - f64::EPSILON] {
            let level = Level::new(Alpha::new(alpha).unwrap());
            assert!((0.99..2.0).contains(&level.most), "{alpha}");
            let s = -alpha.ln();
            assert!(
                level.allows(level.both_tails(s + 1e-5))
                    && !level.allows(level.both_tails(s - 1e-5))
            );
        }
    }
}
