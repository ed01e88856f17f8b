//! Computes maxima by above-threshold (the sparse vector technique). Candidates are visited from hi
//! down. The count of a candidate is the number of rows at or above it. The answer is the first
//! candidate whose noisy count reaches the noisy threshold.
//!
//! One row changes all counts in the same direction. So Laplace noise of scale 1/ε2 suffices for
//! the counts, and Laplace noise of scale 1/ε1 for the threshold, where ε1 + ε2 = ε. One-sided
//! (exponential) noise needs no division: both have the scale 1/ε, since a row moves the counts
//! further inward by at least as much as those further outward. The proof is in
//! `src/aggregate/quantile/extremes.md`.

use super::data::Integers;
use super::extremes::Quality;

#[derive(Clone, Copy)]
pub enum Noise {
    Laplace,
    Exponential,
}

impl Noise {
    /// Returns the probability that noise of scale 1 is at least x.
    fn tail(self, x: f64) -> f64 {
        match self {
            Noise::Exponential => (-x).exp().min(1.0),
            Noise::Laplace if x > 0.0 => (-x).exp() / 2.0,
            Noise::Laplace => 1.0 - x.exp() / 2.0,
        }
    }

    /// Returns values that represent the law of noise of scale 1. The law is divided into equally
    /// probable parts, and each value is the median of one of them.
    fn spread(self) -> Vec<f64> {
        const SHARES: usize = 48;
        let half: Vec<f64> =
            (0..SHARES).map(|i| -((i as f64 + 0.5) / SHARES as f64).ln()).collect();
        match self {
            Noise::Exponential => half,
            Noise::Laplace => half.iter().flat_map(|x| [*x, -*x]).collect(),
        }
    }
}

/// The shares of ε that are tried for the threshold.
pub const SPLITS: [f64; 3] = [0.2, 0.35, 0.5];
/// The thresholds that are tried. Their unit is the level that exponential noise of a count exceeds
/// with probability 1/n, where n is the number of candidates.
pub const THRESHOLDS: [f64; 7] = [0.0, 0.4, 0.7, 1.0, 1.3, 1.6, 2.0];

/// Returns the probability of every candidate under the library's mechanism, from its definition in
/// Claim A9 (`src/aggregate/quantile/extremes.md`). Its noise is an integer number of quarters of a
/// row.
pub fn ours(data: &Integers, epsilon: f64) -> Vec<(f64, f64)> {
    // Nats for each quarter of a row. One row moves a count by 4 quarters.
    let nats = epsilon / 4.0;
    let (lo, hi) = data.bounds;
    let beyond = 256.0 * (hi - lo + 1) as f64 / (1.0 + (-nats).exp());
    let k = (beyond.ln() / nats).ceil().max(2.0);
    let mut law: Vec<(f64, f64)> = (lo..=hi).map(|c| (c as f64, 0.0)).collect();
    let runs = data.runs();
    for noise in 0.. {
        // The probability that the noise is at least this large. If it is below 1e-15, this and all
        // larger values of the noise are left out.
        let tail = (-nats * f64::from(noise)).exp();
        if tail < 1e-15 {
            break;
        }
        // The probability that the noise is exactly this and that the coins of all candidates
        // visited so far show tails.
        let mut going = tail * -(-nats).exp_m1();
        for run in runs.iter().rev() {
            let gap = k + f64::from(noise) - 4.0 * (run.at + run.above) as f64;
            let heads = (-nats * gap.max(0.0)).exp();
            for c in (run.first..=run.last).rev() {
                law[(c - lo) as usize].1 += going * heads;
                going *= 1.0 - heads;
            }
            if heads == 1.0 {
                break;
            }
        }
        law[0].1 += going;
    }
    law
}

/// Returns the smallest error over all splits (of Laplace noise) and thresholds. No user could
/// choose the best split and threshold, since that choice needs the private data.
pub fn best(data: &Integers, epsilon: f64, noise: Noise) -> Quality {
    let choices = SPLITS
        .iter()
        .flat_map(|split| THRESHOLDS.iter().map(move |threshold| (*split, *threshold)));
    let all = choices.map(|(split, threshold)| quality(data, epsilon, noise, (split, threshold)));
    all.min_by(|a, b| a.error.total_cmp(&b.error)).expect("some choices")
}

/// Returns the quality with this share of ε for the threshold (`split`, of Laplace noise only) and
/// this threshold.
pub fn quality(
    data: &Integers,
    epsilon: f64,
    noise: Noise,
    (split, threshold): (f64, f64),
) -> Quality {
    let runs = data.runs();
    let exact = *data.rows.last().expect("rows");
    let (first, second) = match noise {
        Noise::Laplace => (split * epsilon, (1.0 - split) * epsilon),
        Noise::Exponential => (epsilon, epsilon),
    };
    let number = (data.bounds.1 - data.bounds.0 + 1) as f64;
    // The threshold is at least 0.5. So with hardly any noise a count of one row reaches it, and a
    // count of 0 does not.
    let threshold = (threshold * number.ln() / second).max(0.5);
    let mut found = Quality { error: 0.0, exact: 0.0 };
    let spread = noise.spread();
    for moved in &spread {
        // The probability that the threshold has this noise and that no candidate was accepted so
        // far.
        let mut going = 1.0 / spread.len() as f64;
        let mut see = |c: i64, p: f64| {
            found.error += p * c.abs_diff(exact) as f64;
            found.exact += p * f64::from(u8::from(c == exact));
        };
        'all: for run in runs.iter().rev() {
            let stops =
                noise.tail(second * (threshold + moved / first - (run.at + run.above) as f64));
            for c in (run.first..=run.last).rev() {
                see(c, going * stops);
                going *= 1.0 - stops;
                if going < 1e-12 {
                    break 'all;
                }
            }
        }
        see(data.bounds.0, going);
    }
    found
}
