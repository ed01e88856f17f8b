//! Finds bounds like `ApproxBounds` of Google's differential-privacy library with its default
//! parameters for doubles (cc/algorithms/approx-bounds.h at efc926c). Positive and negative values
//! have a histogram each. Its cells end at the powers of two, from the smallest normal double on,
//! and 0 is in the first positive cell. All counts get Laplace noise of scale 1/ε. The bounds are
//! the outer ends of the outermost cells whose noisy count reaches a threshold. The threshold is
//! such that no empty cell reaches it, with probability 1 - 1e-9. If no cell reaches it, it is
//! lowered for 1 - 1e-8 and so on, as long as the probability exceeds 1 - 1e-6. If still no cell
//! reaches it, there is no answer.

use super::super::random::Random;
use super::Found;

const SUCCESS: f64 = 1.0 - 1e-9;
const LEAST_SUCCESS: f64 = 1.0 - 1e-6;
const ATTEMPTS: u32 = 30;

/// The number of cells of each histogram.
fn cells() -> usize {
    ((f64::MAX.ln() - f64::MIN_POSITIVE.ln()) / 2f64.ln()).ceil() as usize + 1
}

/// The end of a cell, as a distance from 0.
fn end(cell: usize) -> f64 {
    let power = |k: usize| 2f64.powi(k as i32);
    (f64::MIN_POSITIVE * power(cell.min(1022)) * power(cell.max(1022) - 1022)).min(f64::MAX)
}

/// The start of a cell, which is the end of the cell before it.
fn start(cell: usize) -> f64 {
    cell.checked_sub(1).map_or(0.0, end)
}

/// The cell of a value, by its distance from 0.
fn cell(size: f64) -> usize {
    let (about, last) = (size.log2() - f64::MIN_POSITIVE.log2(), cells() - 1);
    // The logarithm is rounded, so the cell may be a neighbour.
    let mut cell = (about.max(0.0) as usize).min(last);
    while cell < last && size > end(cell) {
        cell += 1;
    }
    while cell > 0 && size <= start(cell) {
        cell -= 1;
    }
    cell
}

/// The value below which Laplace noise stays with this probability, which exceeds 1/2. `beyond` is
/// 1 minus the probability.
fn quantile(beyond: f64, scale: f64) -> f64 {
    -scale * (2.0 * beyond).ln()
}

pub fn find(rows: &[f64], epsilon: f64, random: &mut Random) -> Found {
    let n = cells();
    let mut counts = [vec![0.0; n], vec![0.0; n]];
    for row in rows {
        counts[usize::from(*row < 0.0)][cell(row.abs())] += 1.0;
    }
    counts.iter_mut().flatten().for_each(|count| *count += random.laplace(1.0 / epsilon));
    let [above, below] = counts;
    let mut success = SUCCESS;
    for _ in 0..ATTEMPTS {
        let beyond = -(success.ln() / (2 * n) as f64).exp_m1();
        let threshold = quantile(beyond, 1.0 / epsilon);
        let high = |count: &f64| *count >= threshold;
        let lo = below.iter().rposition(high).map(|cell| -end(cell));
        let lo = lo.or_else(|| above.iter().position(high).map(start));
        let hi = above.iter().rposition(high).map(end);
        let hi = hi.or_else(|| below.iter().position(high).map(|cell| -start(cell)));
        if let (Some(lo), Some(hi)) = (lo, hi) {
            return Some((lo, hi));
        }
        success = 1.0 - 10.0 * (1.0 - success);
        if success <= LEAST_SUCCESS {
            break;
        }
    }
    None
}
