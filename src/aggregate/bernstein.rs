//! Releases means and variances without dividing ε among their parts. Let x be a row after clamping
//! and rounding to the grid, γ(lo) and γ(hi) the rounded bounds, and w = γ(hi) - γ(lo). Each row
//! contributes to these Bernstein sums:
//!
//! * degree 1: Σ(γ(hi) - x) and Σ(x - γ(lo)). A row adds w to the two sums in total.
//! * degree 2: Σ(γ(hi) - x)², Σ2(γ(hi) - x)(x - γ(lo)) and Σ(x - γ(lo))². A row adds w² to the
//!   three sums in total.
//!
//! So one person's m rows change the sums of degree d by at most m·w^d in total (their L1 distance;
//! Claim A3). Each sum is released with noise for that sensitivity at the whole ε. `bernstein.md`
//! has the proof, the estimators and their errors (Claim U6).

use super::bounds::Bounds;
use super::centre::{noisy, Centre};
use super::sum::{Sum, FINER_THAN_NATURAL};
use super::terms::Terms;
use super::traits::Parts;
use crate::exact::{round_up_to_f64, times_power, Dyadic, Positive};
use crate::fixed_log::LoggedWords;
use crate::snapping::Snapping;
use crate::Error;

/// Lower limits on the total of the noisy sums, as multiples of their noise scale. A smaller total
/// is raised to the limit, which increases the error for hardly any data set (`bernstein.md`).
pub const LEAST_OF_MEAN: f64 = 4.0;
pub const LEAST_OF_VARIANCE: f64 = 8.0;

/// The mechanism for the N sums of degree N - 1.
pub struct Bernstein<const N: usize> {
    /// The mechanism of each sum.
    pub(super) noise: Snapping,
    bounds: Bounds,
}

impl<const N: usize> Bernstein<N> {
    /// # Errors
    /// The errors of [`Terms::mechanism`].
    pub fn new(bounds: &Bounds, rows_per_person: u64, terms: &Terms) -> Result<Self, Error> {
        // `unit` is the amount by which one row changes the sums in total: w for degree 1, w² for
        // degree 2. It is at most 2^64, since w is at most 2^63 steps for a mean and at most 2^32
        // steps for a variance. So the sensitivity is below 2^128.
        let unit = u128::from(bounds.width()).pow(N as u32 - 1);
        let sensitivity = Positive { mantissa: u128::from(rows_per_person) * unit, exponent: 0 };
        let noise = terms.mechanism(sensitivity, |natural| 0.max(natural - FINER_THAN_NATURAL))?;
        Ok(Bernstein { noise, bounds: *bounds })
    }

    /// The amount by which one row changes the sums in total.
    pub fn unit(&self) -> u128 {
        u128::from(self.bounds.width()).pow(N as u32 - 1)
    }

    /// The noisy sums. Their unit is the grid step to the power of the degree.
    ///
    /// # Errors
    /// The errors of the tape.
    pub fn release<W: LoggedWords>(
        &self,
        exact: [u128; N],
        tape: &mut W,
    ) -> Result<Noisy<N>, Error> {
        let mut sums = [0.0; N];
        for (sum, exact) in sums.iter_mut().zip(exact) {
            // A sum that exceeds `i128` is clamped. Clamping does not increase the sensitivity.
            let mantissa = i128::try_from(exact).unwrap_or(i128::MAX);
            *sum = noisy(&self.noise, mantissa, 0, tape)?;
        }
        Ok(self.noisy(sums))
    }

    /// These noisy sums as the release of this mechanism.
    pub(super) fn noisy(&self, sums: [f64; N]) -> Noisy<N> {
        Noisy { sums, scale: self.noise.lambda(), width: self.bounds.width() as f64 }
    }

    /// An answer with its parts. The unit of the sums and of their noise scale is the unit of the
    /// values to the power of the degree.
    pub fn parts(&self, value: f64, noisy: &Noisy<N>) -> Parts {
        let exponent = (N as i32 - 1) * self.bounds.exponent;
        let mut sums = [0.0; 3];
        for (to, sum) in sums.iter_mut().zip(noisy.sums) {
            *to = times_power(sum, exponent);
        }
        let scale = Dyadic::from_f64(self.noise.lambda());
        let scale = scale.map_or(f64::INFINITY, |x| {
            round_up_to_f64(x.mantissa.unsigned_abs(), x.exponent + exponent, false)
        });
        let count = noisy.sums.iter().sum::<f64>() / noisy.width.powi(N as i32 - 1);
        // If the noise is near the largest double, the sums may be infinities of opposite sign,
        // and their total is then NaN. The count is 0 in this case.
        let count = if count.is_nan() { 0.0 } else { count };
        Parts { value, count, sums, number: N, scale }
    }
}

/// Σ(γ(hi) - x) and Σ(x - γ(lo)), exactly. They are below 2^127.
pub fn sums_of_degree_1(sum: &Sum) -> [u128; 2] {
    let rows = i128::from(sum.header.rows);
    let Bounds { low, high, .. } = sum.bounds;
    [rows * i128::from(high) - sum.total, sum.total - rows * i128::from(low)]
        .map(i128::unsigned_abs)
}

/// Σ(γ(hi) - x)², Σ2(γ(hi) - x)(x - γ(lo)) and Σ(x - γ(lo))², exactly, from Σz and Σz² with
/// z = x - c. Each result is at most rows·w² < 2^128, so intermediate results may wrap modulo
/// 2^128.
pub fn sums_of_degree_2(sum: &Sum, squares: u128, centre: &Centre) -> [u128; 3] {
    let rows = u128::from(sum.header.rows);
    let shifted = centre.shifted(sum) as u128;
    let square_from = |end: i64| {
        // With d = end - c, x - end is z - d, and (z - d)² = z² - 2dz + d².
        let d = i128::from(end) - i128::from(centre.c);
        let (twice, square) = ((2 * d) as u128, (d * d) as u128);
        squares.wrapping_sub(twice.wrapping_mul(shifted)).wrapping_add(rows.wrapping_mul(square))
    };
    let (from_low, from_high) = (square_from(sum.bounds.low), square_from(sum.bounds.high));
    let all = rows.wrapping_mul(u128::from(sum.bounds.width()).pow(2));
    [from_high, all.wrapping_sub(from_low).wrapping_sub(from_high), from_low]
}

/// The released sums.
pub struct Noisy<const N: usize> {
    /// The unit is the grid step to the power of the degree.
    sums: [f64; N],
    /// The noise scale of each sum.
    scale: f64,
    /// The distance between the bounds, in steps.
    width: f64,
}

impl<const N: usize> Noisy<N> {
    /// Each sum as a share of the total of all sums. If the total is less than `least` times the
    /// noise scale, it is first raised to that limit: every sum gets the same additional amount, as
    /// if rows spread evenly over the range had been added. Without this step, an answer from few
    /// rows would be a quotient of two numbers that are mostly noise.
    fn shares(&self, least: f64) -> [f64; N] {
        let total = self.sums.iter().sum::<f64>();
        let enough = total.max(least * self.scale);
        let even = 1.0 / N as f64;
        if enough.is_finite() {
            self.sums.map(|sum| (sum + (enough - total) * even) / enough)
        } else {
            [even; N]
        }
    }
}

impl Noisy<2> {
    /// The mean, in steps above γ(lo).
    pub fn mean(&self) -> f64 {
        let [_, share] = self.shares(LEAST_OF_MEAN);
        self.width * share
    }
}

impl Noisy<3> {
    /// The variance, in squared steps, at least 0.
    pub fn variance(&self) -> f64 {
        let [below, between, above] = self.shares(LEAST_OF_VARIANCE);
        // The second moment minus the squared mean is above - (above + between/2)². Since the
        // shares add up to 1, it equals above·below - between²/4.
        let share = above * below - between * between / 4.0;
        self.width * self.width * share.max(0.0)
    }
}
