//! The errors of means and variances in float arithmetic, where ε is split among several releases.
//! α is split as well, and Claim U1 bounds the error of each part of the answer.

use super::OVER;
use crate::aggregate::mean;
use crate::aggregate::variance;
use crate::exact::round_to_f64;
use crate::snapping::Snapping;
use crate::utility::tail::{accuracy, Answers};
use crate::utility::Alpha;
use crate::Error;

/// α is split into this many equal parts.
const PARTS: u8 = 8;

/// The errors of one part of an answer for 1/8, 2/8, ..., 7/8 of α. `largest` is the largest exact
/// value of this part. If it exceeds the bound at which the mechanism clamps, the error is unknown,
/// and infinity is returned.
fn errors(p: &Snapping, answers: Answers, largest: f64, alpha: Alpha) -> Result<[f64; 7], Error> {
    let mut found = [f64::INFINITY; 7];
    let bound =
        p.bound.as_ref().map_or(f64::INFINITY, |b| round_to_f64(false, b.mantissa, b.exponent));
    if largest * OVER > bound {
        return Ok(found);
    }
    for (k, to) in (1u8..).zip(&mut found) {
        let Ok(part) = Alpha::new(alpha.get() / f64::from(PARTS) * f64::from(k)) else { continue };
        let r = accuracy(p, answers, part)?;
        // The release is converted to a double, which may move it by half an ulp.
        *to = r + (largest + r) / (1u64 << 51) as f64;
    }
    Ok(found)
}

/// Every way to split the 8 parts of α among three releases, as indices into the arrays that
/// [`errors`] returns.
fn splits() -> impl Iterator<Item = [usize; 3]> {
    (1..7usize).flat_map(|a| (1..8 - a).map(move |b| [a - 1, b - 1, 8 - a - b - 1]))
}

/// The error of a mean, in steps of the grid. Infinity if it is unknown.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn mean(shares: &mean::Shares, rows: u64, alpha: Alpha) -> Result<f64, Error> {
    let (n, h) = (rows as f64, shares.centre.h as f64);
    let counts = errors(&shares.count, Answers::Multiples(0), n, alpha)?;
    let sums = errors(&shares.sum, Answers::Any, n * h, alpha)?;
    let of = |(count, sum): (&f64, &f64)| quotient(*sum + h * count, n, *count);
    Ok(counts.iter().zip(sums.iter().rev()).map(of).fold(f64::INFINITY, f64::min))
}

/// error/(n - e), where e is the error of the noisy count of n rows. Infinity if the noisy count
/// may be below 1.
fn quotient(error: f64, n: f64, e: f64) -> f64 {
    if n / OVER - e >= 1.0 {
        error / (n / OVER - e) * OVER
    } else {
        f64::INFINITY
    }
}

/// The error of a variance, in squared steps of the grid. Infinity if it is unknown.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn variance(shares: &variance::Shares, rows: u64, alpha: Alpha) -> Result<f64, Error> {
    let (n, h) = (rows as f64, shares.centre.h as f64);
    let counts = errors(&shares.count, Answers::Multiples(0), n, alpha)?;
    let sums = errors(&shares.sum, Answers::Any, n * h, alpha)?;
    let squares = errors(&shares.squares, Answers::Any, n * h * h, alpha)?;
    let of = |[count, sum, square]: [usize; 3]| {
        let (count, sum, square) = (counts[count], sums[sum], squares[square]);
        let of_mean = quotient(sum + h * count, n, count);
        quotient(square + 2.0 * h * sum + 1.5 * h * h * count, n, count) + of_mean * of_mean * OVER
    };
    Ok(splits().map(of).fold(f64::INFINITY, f64::min))
}
