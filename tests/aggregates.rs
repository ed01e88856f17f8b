//! Compares the errors of the library's means and standard deviations with the errors of the usual
//! constructions, through the C ABI and on real data.
//!
//! Each error is the root mean square over 10,000 seeded releases. The expected ratio of the
//! library's error to the error of the usual construction is below 0.6, with a standard deviation
//! below 0.02. A false alarm is a ratio above 1, so its probability is below 1e-9 for each
//! comparison.

#[path = "common/chi_squared.rs"]
#[allow(dead_code)] // only its seed is used
mod chi_squared;
#[path = "common/rand.rs"]
mod rand;
#[path = "common/states.rs"]
mod states;

use indp::ffi::*;
use states::*;

/// The error of the library's mean must not exceed the error of a noisy sum divided by a noisy
/// count, each with half of epsilon.
#[test]
fn means_are_no_worse_than_a_noisy_sum_over_a_noisy_count() {
    println!("RMSE of means, {RELEASES} releases      exact      ours  sum/count  ratio");
    for (column, bounds, epsilon) in [
        ("xage", (0.0, 100.0), 0.1),
        ("meddol", (0.0, 5000.0), 0.1),
        ("mdvis", (0.0, 20.0), 0.05),
        ("income", (0.0, 50_000.0), 0.5),
        ("disea", (0.0, 60.0), 0.01),
    ] {
        let values = rand::column(column, false);
        let clamped = values.iter().map(|v| v.clamp(bounds.0, bounds.1));
        let exact = clamped.sum::<f64>() / values.len() as f64;
        let mut mean = number(indp_mean_init, bounds, 5, &values);
        let mut sum = number(indp_sum_init, bounds, 5, &values);
        let ours = root_mean_square(
            (0..RELEASES).map(|i| release(&mut mean, epsilon, u64::from(i)) - exact),
        );
        let plain = root_mean_square((0..RELEASES).map(|i| {
            let s = release(&mut sum, epsilon / 2.0, 2 * u64::from(i) + 1_000_000);
            let n =
                noisy_count(values.len() as u64, 5, epsilon / 2.0, 2 * u64::from(i) + 1_000_001);
            s / (n.max(1) as f64) - exact
        }));
        println!(
            "  {column:<10} epsilon {epsilon:<5}{exact:>20.3}{ours:>10.4}{plain:>11.4}{:>7.3}",
            ours / plain
        );
        assert!(ours <= plain, "{column}");
    }
}

fn noisy_count(rows: u64, person: u64, epsilon: f64, call: u64) -> i64 {
    let (mut state, mut out) = ([0u8; INDP_COUNT_STATE_SIZE], indp_value::default());
    unsafe {
        ok(indp_count_init(state.as_mut_ptr().cast(), state.len(), person));
        ok(indp_count_add_many(state.as_mut_ptr().cast(), rows));
        let options = Options::seeded(call);
        ok(indp_state_release_value(state.as_mut_ptr().cast(), epsilon, options.0, &mut out));
    }
    assert_eq!(out.tag, INDP_VALUE_INTEGER);
    out.integer
}

/// The error of the library's standard deviation must not exceed the error of the usual
/// construction from a noisy sum, a noisy sum of squares and a noisy count, each with a third of
/// epsilon.
#[test]
fn variances_are_no_worse_than_noisy_sums_of_squares() {
    println!("RMSE of std. dev., {RELEASES} releases  exact      ours  plain sums  ratio");
    for (column, bounds, epsilon) in
        [("xage", (0.0, 100.0), 0.5), ("meddol", (0.0, 5000.0), 0.5), ("disea", (0.0, 60.0), 0.2)]
    {
        let values: Vec<f64> =
            rand::column(column, false).iter().map(|v| v.clamp(bounds.0, bounds.1)).collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let exact = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n).sqrt();
        let mut state = number(indp_stddev_init, bounds, 5, &values);
        let squares: Vec<f64> = values.iter().map(|v| v * v).collect();
        let (mut s1, mut s2) = (
            number(indp_sum_init, bounds, 5, &values),
            number(indp_sum_init, (0.0, bounds.1 * bounds.1), 5, &squares),
        );
        let ours = root_mean_square(
            (0..RELEASES).map(|i| release(&mut state, epsilon, u64::from(i)) - exact),
        );
        let plain = root_mean_square((0..RELEASES).map(|i| {
            let (third, call) = (epsilon / 3.0, 3 * u64::from(i) + 2_000_000);
            let n = noisy_count(values.len() as u64, 5, third, call).max(1) as f64;
            let mean = release(&mut s1, third, call + 1) / n;
            (release(&mut s2, third, call + 2) / n - mean * mean)
                .clamp(0.0, bounds.1 * bounds.1 / 4.0)
                .sqrt()
                - exact
        }));
        println!(
            "  {column:<10} epsilon {epsilon:<5}{exact:>20.3}{ours:>10.4}{plain:>12.4}{:>7.3}",
            ours / plain
        );
        assert!(ours <= plain, "{column}");
    }
}
