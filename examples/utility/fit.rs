//! Whether drawn answers fit a law.

use rug::Float;

#[path = "../../tests/common/chi_squared.rs"]
mod chi_squared;

pub use chi_squared::seed;

/// The probability with which correct releases fail a test. There are fewer than 500 tests, so a
/// run raises a false alarm with probability below 1e-6.
const ALARM: f64 = 1e-9;

/// Whether drawn answers fit a law, given as answers in order with their probabilities. The test is
/// chi-squared. If nearly all of the probability belongs to one answer, the number of other answers
/// is tested instead.
pub fn fits(law: &[(f64, f64)], drawn: &[f64]) -> bool {
    let n = drawn.len() as f64;
    let usual = law.iter().fold((0.0, 0.0), |best, one| if one.1 > best.1 { *one } else { best });
    let others = n * law.iter().filter(|(answer, _)| *answer != usual.0).map(|(_, p)| p).sum::<f64>();
    if others < 100.0 {
        let found = drawn.iter().filter(|answer| **answer != usual.0).count() as u64;
        return more(found, others) > ALARM / 2.0 && 1.0 - more(found + 1, others) > ALARM / 2.0;
    }
    let law: Vec<(f64, Float)> = law.iter().map(|(answer, p)| (*answer, Float::with_val(64, *p))).collect();
    chi_squared::p_value(&law, drawn) > ALARM
}

/// An upper bound on the probability of at least `events` events when `expected` are expected. It
/// is the probability for a Poisson variable, whose tails are heavier than the tails of a count of
/// rare events.
fn more(events: u64, expected: f64) -> f64 {
    let mut term = (-expected).exp();
    let mut fewer = 0.0;
    for k in 0..events {
        fewer += term;
        term *= expected / (k + 1) as f64;
    }
    // If the remainder 1 - `fewer` is small, its terms are summed directly.
    if fewer < 0.999 {
        return 1.0 - fewer;
    }
    let (mut rest, mut k) = (0.0, events);
    while term > rest * 1e-17 && term > 0.0 {
        rest += term;
        k += 1;
        term *= expected / k as f64;
    }
    rest
}

/// Checks known values whenever the program runs.
pub fn check() {
    assert!((more(1, 0.5) - (1.0 - (-0.5f64).exp())).abs() < 1e-15);
    assert!((more(3, 1e-3) / (1e-9 / 6.0) - 1.0).abs() < 1e-3);
    assert!(more(0, 3.0) == 1.0);
}
