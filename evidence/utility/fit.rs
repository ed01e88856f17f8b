//! Tests whether drawn answers fit a law.

use rug::Float;

#[path = "../../tests/common/chi_squared.rs"]
mod chi_squared;

pub use chi_squared::seed;

/// Correct releases fail a test with this probability. There are fewer than 500 tests, so a run
/// raises a false alarm with probability below 1e-6.
const ALARM: f64 = 1e-9;

/// Returns whether drawn answers fit a law, which is given as ascending answers with their
/// probabilities. The function makes a chi-squared test. But if fewer than 100 answers other than
/// the most probable one are expected, it tests the number of other answers instead.
pub fn fits(law: &[(f64, f64)], drawn: &[f64]) -> bool {
    let n = drawn.len() as f64;
    let usual = law.iter().fold((0.0, 0.0), |best, one| if one.1 > best.1 { *one } else { best });
    let others =
        n * law.iter().filter(|(answer, _)| *answer != usual.0).map(|(_, p)| p).sum::<f64>();
    if others < 100.0 {
        let found = drawn.iter().filter(|answer| **answer != usual.0).count() as u64;
        return more(found, others) > ALARM / 2.0 && 1.0 - more(found + 1, others) > ALARM / 2.0;
    }
    let law: Vec<(f64, Float)> =
        law.iter().map(|(answer, p)| (*answer, Float::with_val(64, *p))).collect();
    chi_squared::p_value(&law, drawn) > ALARM
}

/// Returns the probability that a Poisson variable of mean `expected` is at least `events`. The
/// number of rare events is a binomial variable, whose tails are lighter. So in both tails the
/// Poisson probability is an upper bound.
fn more(events: u64, expected: f64) -> f64 {
    let mut term = (-expected).exp();
    let mut fewer = 0.0;
    for k in 0..events {
        fewer += term;
        term *= expected / (k + 1) as f64;
    }
    // If 1 - `fewer` is small, cancellation makes it inaccurate. In that case the probabilities of
    // `events` or more events are summed directly.
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

/// Checks `more` with known values. The program calls this function at every start.
pub fn check() {
    assert!((more(1, 0.5) - (1.0 - (-0.5f64).exp())).abs() < 1e-15);
    assert!((more(3, 1e-3) / (1e-9 / 6.0) - 1.0).abs() < 1e-3);
    assert!(more(0, 3.0) == 1.0);
}
