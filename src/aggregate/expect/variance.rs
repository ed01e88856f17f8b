//! The error of a variance or standard deviation, for every data set of an assumed number of rows
//! (Claim U8).

use super::level::Level;
use super::mean::{smallest, Noise};
use super::{split, Extent, OVER};
use crate::aggregate::bernstein::LEAST_OF_VARIANCE;
use crate::aggregate::kind::Kind;
use crate::aggregate::terms::Terms;
use crate::aggregate::variance::{Mechanism, Moments};
use crate::utility::Alpha;
use crate::Error;

/// The largest variance, as a share of the square of the width of the bounds.
const MOST: f64 = 0.25;

/// The error of a release of a variance or standard deviation of `rows` rows.
///
/// # Errors
/// The errors of the mechanism; [`Error::NoMemory`].
pub fn error(own: &Moments, rows: u64, alpha: Alpha, terms: &Terms) -> Result<f64, Error> {
    let extent = Extent::of(&own.sum.bounds)?;
    let root = own.sum.header.kind == Kind::Stddev;
    let share = match own.mechanism(terms)? {
        Mechanism::Sums(sums) => of_sums(&Noise::of(&sums, rows), root, &Level::new(alpha))?,
        Mechanism::Shares(shares) => {
            let width = own.sum.bounds.width() as f64;
            let found = split::variance(&shares, rows, alpha)? / width / width * OVER + 1e-13;
            // The error is largest if the exact standard deviation is 0. It is then the square root
            // of the error of the variance.
            if root {
                found.sqrt() * OVER
            } else {
                found
            }
        }
    };
    let width = 2.0 * extent.half * OVER;
    let (unit, (most, edge)) =
        if root { (width, extent.root) } else { (width * width * OVER, extent.square) };
    let r = share * unit * OVER + edge + f64::from_bits(1);
    Ok(if r < most { r } else { most })
}

/// The error of a standard deviation (if `root`) as a share of the width of the bounds, or of a
/// variance as a share of the square of the width.
fn of_sums(noise: &Noise, root: bool, level: &Level) -> Result<f64, Error> {
    let raised = noise.raised::<3>(LEAST_OF_VARIANCE, level);
    let slack = rounding(noise.all / noise.scale, level);
    if !root {
        let found = smallest(MOST, |x| {
            level.allows(above(noise, x, level) + below(noise, x, level) + raised)
        })?;
        return Ok(found * OVER + slack);
    }
    // Let v be the exact variance. The released root is too large by x or more if the released
    // variance is too large by 2x·√v + x² or more. It is too small by x or more, which needs √v >
    // x, if the released variance is too small by 2x·√v - x² or more. The worst cases are v = 0 and
    // v = x².
    let fits = |x: f64| {
        let x = x * x;
        let (low, high) =
            (above(noise, x, level), above(noise, 3.0 * x, level) + below(noise, x, level));
        level.allows(low.max(high) + raised)
    };
    let found = smallest(0.5, fits)?;
    Ok((found * found + slack).sqrt() * OVER)
}

/// An upper bound on P(released variance > variance + x), times the 2^n of [`Level`], and as exact
/// as [`Level::tail`]. The unit is the square of the width.
fn above(noise: &Noise, x: f64, level: &Level) -> f64 {
    if x >= MOST {
        return 0.0;
    }
    level.tail([1.0 - x, x, x], noise.reach(x, 1.0 + x))
}

/// An upper bound on P(released variance < variance - x), times the 2^n of [`Level`], and as exact
/// as [`Level::tail`]. For any d, the released variance is too small by x only if the noise lowers
/// it by x - d², or if the noisy mean is off by more than d. The function tries 20 values of d.
fn below(noise: &Noise, x: f64, level: &Level) -> f64 {
    if x >= MOST {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    let mut square = x;
    for _ in 0..20 {
        square *= std::f64::consts::FRAC_1_SQRT_2;
        let d = square.sqrt();
        let linear = level.tail([1.0 - 2.0 * x, x, square], noise.reach(x - square, 1.0));
        let of_mean = level.tail([1.0 + d, 0.5 + d, d], noise.reach(d, 1.5 + 3.0 * d));
        least = least.min(linear + 2.0 * of_mean);
    }
    least
}

/// A bound on the rounding errors of doubles in the computation of a variance from noisy sums, as a
/// share of the square of the width. The errors exceed it with probability at most 2^-21·α, for
/// which `Level` leaves room. `total` is the total of the exact sums over the noise scale.
pub fn rounding(total: f64, level: &Level) -> f64 {
    // Except with a probability of at most 2^-21·α, no noise exceeds y times its scale.
    let y = level.shift + 16.0;
    // A bound on the share of one sum in the noisy total.
    let share = if total >= 8.0 * y { 2.0 } else { 1.0 + y / 2.0 };
    share * share * share / (1u64 << 46) as f64
}
