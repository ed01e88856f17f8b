//! Computes the law of the library's bounds from the definition of Claim A12, and compares releases
//! with it. The searches are those of Claim A9. The upper one visits the candidates from the
//! largest down, and its count is the number of rows above the next smaller one.

use super::super::evidence::Report;
use super::super::fit::{fits, seed};
use super::super::random::Random;
use super::super::Effort;

/// The distances of the candidates from the centre, ascending.
fn distances() -> Vec<f64> {
    let octave = |k: i32| [1.0, 1.25, 1.5, 1.75].map(|step| step * 2f64.powi(k));
    (-32..63).flat_map(octave).chain([2f64.powi(63)]).collect()
}

/// Returns the upper bounds above centre 0 in ascending order, with their probabilities. The first
/// is the centre, for a search that finds none.
fn upper(rows: &[f64], epsilon: f64) -> Vec<(f64, f64)> {
    let candidates = distances();
    let n = candidates.len();
    // Nats for each quarter of a row.
    let nats = epsilon / 4.0;
    // Both sides together have 2n candidates, of which one that covers no row is released with a
    // probability of at most 2^-30.
    let beyond = (2 * n) as f64 * 2f64.powi(30) / (1.0 + (-nats).exp());
    let k = (beyond.ln() / nats).ceil().max(2.0);
    let next = |i: usize| if i == 0 { 0.0 } else { candidates[i - 1] };
    let counts: Vec<f64> =
        (0..n).map(|i| rows.iter().filter(|row| **row > next(i)).count() as f64).collect();
    let mut law = vec![(0.0, 0.0)];
    law.extend(candidates.iter().map(|c| (*c, 0.0)));
    for noise in 0.. {
        let tail = (-nats * f64::from(noise)).exp();
        if tail < 1e-15 {
            break;
        }
        let mut going = tail * -(-nats).exp_m1();
        for i in (0..n).rev() {
            let gap = (k + f64::from(noise) - 4.0 * counts[i]).max(0.0);
            let heads = (-nats * gap).exp();
            law[i + 1].1 += going * heads;
            going *= 1.0 - heads;
        }
        law[0].1 += going;
    }
    law
}

/// Rows on both sides of 0, of many sizes.
fn rows() -> Vec<f64> {
    let mut random = Random::new(1, 2);
    let mut row = |sign: f64| sign * (2.0 * random.normal()).exp();
    (0..150).map(|i| row(if i % 3 == 0 { -1.0 } else { 1.0 })).collect()
}

/// Returns whether releases of bounds fit their law, on both sides.
pub fn check(report: &mut Report, effort: Effort) -> bool {
    let draws = effort.choose(1000, 5000);
    let rows = rows();
    let mirrored: Vec<f64> = rows.iter().map(|row| -row).collect();
    let mut good = true;
    for (step, epsilon) in [0.5, 2.0].into_iter().enumerate() {
        let mut random = Random::new(seed(), (1 << 38) + step as u64);
        let (mut los, mut his) = (Vec::new(), Vec::new());
        for _ in 0..draws {
            let found = super::library(&rows, 0.0, effort.spent(epsilon), &mut random);
            let (lo, hi) = found.unwrap_or((0.0, 0.0));
            los.push(0.0 - lo);
            his.push(hi);
        }
        for (name, law, drawn) in
            [("lower", upper(&mirrored, epsilon), los), ("upper", upper(&rows, epsilon), his)]
        {
            let fit = fits(&law, &drawn);
            good &= fit;
            let none = drawn.iter().filter(|bound| **bound == 0.0).count() as f64;
            report.say(&format!(
                "{name} bound of {} rows at ε = {epsilon}: none in {:.1}% of {draws} releases, \
                 {:.1}% by the law{}",
                rows.len(),
                100.0 * none / draws as f64,
                100.0 * law[0].1,
                if fit { "" } else { "  DOES NOT FIT the law" }
            ));
        }
    }
    good
}
