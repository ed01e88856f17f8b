//! Finds bounds like `get_bounds` of Tumult Analytics 0.21.0 (1d620b0) for a column of doubles,
//! with `create_bounds_measurement` and `SparseVectorPrefixSums` of Tumult Core 0.18.2 (1dc7b93).
//! The candidates are -2^k..2^k for k from -100 to 100. The answer is the first whose noisy count
//! of rows reaches 95 in 100 of all rows, plus noise. The noise is two-sided geometric, of scale
//! 4/ε for the counts and 2/ε for the threshold. If no count reaches the threshold, the answer is
//! the last candidate, so there is always an answer.

use super::super::random::Random;
use super::Found;

const LEAST: i32 = -100;
const MOST: i32 = 100;
const SHARE: f64 = 0.95;

/// The power k of the least candidate that covers a value.
fn power(value: f64) -> i32 {
    let exact = value.abs().log2().ceil();
    exact.clamp(f64::from(LEAST), f64::from(MOST)) as i32
}

/// Draws a difference of two geometric variables, which is two-sided geometric.
fn geometric(scale: f64, random: &mut Random) -> f64 {
    let mut one = || (-scale * random.uniform().ln()).floor();
    one() - one()
}

pub fn find(rows: &[f64], epsilon: f64, random: &mut Random) -> Found {
    let mut counts = [0.0; (MOST - LEAST + 1) as usize];
    for row in rows {
        counts[(power(*row) - LEAST) as usize] += 1.0;
    }
    let threshold = (SHARE * rows.len() as f64).floor() + geometric(2.0 / epsilon, random);
    let mut covered = 0.0;
    let mut reaches = |count: &f64| {
        covered += count;
        covered + geometric(4.0 / epsilon, random) >= threshold
    };
    let first = counts.iter().position(&mut reaches).unwrap_or(counts.len() - 1);
    let bound = 2f64.powi(first as i32 + LEAST);
    Some((-bound, bound))
}
