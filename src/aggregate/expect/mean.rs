//! The error of a mean, for every data set of an assumed number of rows (Claim U7).

use super::level::Level;
use super::{split, Extent, OVER};
use crate::aggregate::bernstein::{Bernstein, LEAST_OF_MEAN};
use crate::aggregate::mean::{Mean, Mechanism};
use crate::aggregate::terms::Terms;
use crate::aggregate::traits::Aggregate;
use crate::utility::{first_double, Alpha};
use crate::Error;

/// The error of a release of a mean of `rows` rows.
///
/// # Errors
/// The errors of the mechanism; [`Error::NoMemory`].
pub fn error(own: &Mean, rows: u64, alpha: Alpha, terms: &Terms) -> Result<f64, Error> {
    let extent = Extent::of(&own.0.bounds)?;
    let share = match own.mechanism(terms)? {
        Mechanism::Sums(sums) => Noise::of(&sums, rows).mean(&Level::new(alpha))?,
        Mechanism::Shares(shares) => {
            split::mean(&shares, rows, alpha)? / own.0.bounds.width() as f64 * OVER
        }
    };
    // The answer is computed in doubles with at most 14 roundings. Each changes it by at most 2^-53
    // times the larger bound.
    let rounding = extent.largest / (1u64 << 48) as f64 + f64::from_bits(1);
    let r = share * 2.0 * extent.half * OVER + extent.edge + rounding;
    Ok(if r < extent.width { r } else { extent.width })
}

/// The exact total of Bernstein sums, and the noise of each sum. The unit is the step of the input
/// grid to the power of the degree.
pub struct Noise {
    /// The total of the exact sums, rounded down.
    pub all: f64,
    /// The scale λ of the noise, rounded up.
    pub scale: f64,
    /// Half a step of the output grid. Rounding moves a sum by at most this distance.
    pub half_grid: f64,
}

impl Noise {
    pub fn of<const N: usize>(sums: &Bernstein<N>, rows: u64) -> Self {
        let unit = sums.unit() as f64;
        Noise {
            all: rows as f64 * unit / OVER,
            scale: sums.noise.lambda() * OVER,
            half_grid: sums.noise.grid() / 2.0,
        }
    }

    /// s times the total of the exact sums, minus `roundings` times half a step of the output grid,
    /// as a multiple of the noise scale.
    pub fn reach(&self, s: f64, roundings: f64) -> f64 {
        (s * self.all - roundings * self.half_grid) / self.scale
    }

    /// An upper bound on the probability that the noisy total of N sums is raised to its lower
    /// limit, times the 2^n of [`Level`].
    pub fn raised<const N: usize>(&self, least: f64, level: &Level) -> f64 {
        let limit = least * self.scale * (1.0 + 1.0 / f64::from(1 << 30));
        level.tail([1.0; N], (self.all - limit - N as f64 * self.half_grid) / self.scale)
    }

    /// The error of a mean, as a share of the width of the bounds. It is at most 1.
    fn mean(&self, level: &Level) -> Result<f64, Error> {
        let raised = self.raised::<2>(LEAST_OF_MEAN, level);
        smallest(1.0, |share| level.allows(level.both_tails(self.reach(share, 1.0)) + raised))
    }
}

/// The smallest double for which the monotone `holds` is true, but at most `largest`.
pub fn smallest(largest: f64, holds: impl Fn(f64) -> bool) -> Result<f64, Error> {
    let found = first_double(0, |x| Ok(x >= largest || holds(x)))?;
    Ok(found.unwrap_or(largest))
}
