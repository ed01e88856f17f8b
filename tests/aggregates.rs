//! Means, quantiles and modes through the C ABI, on real data: errors against the usual constructions, and
//! distributions against exact probabilities.
//!
//! A sound library fails a check with probability below 1e-8, and there are under 50 checks: false alarms come with
//! probability below 1e-6 a run. Errors that are compared with a limit are computed exactly, not drawn.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/rand.rs"]
mod rand;

use std::ffi::c_void;

use chi_squared::{p_value, seed};
use indp::ffi::*;
use rug::{ops::Pow, Float};

const ALARM: f64 = 1e-8;
/// Bounds of a normal variable that it leaves with probability 1e-8.
const SIGMAS: f64 = 5.73;
const RELEASES: u32 = 10_000;

fn ok(status: indp_status) {
    assert_eq!(status, INDP_OK);
}

struct Options(*mut indp_options);

impl Options {
    fn seeded(call: u64) -> Self {
        let mut out = std::ptr::null_mut();
        unsafe {
            ok(indp_options_new(&mut out));
            ok(indp_options_set_insecure_seed(out, seed().wrapping_mul(1_000_003).wrapping_add(call)));
        }
        Options(out)
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        unsafe { indp_options_free(self.0) }
    }
}

/// Releases the state and makes it live again, which no user should.
fn release(state: &mut [u8], epsilon: f64, call: u64) -> f64 {
    let mut out = f64::NAN;
    ok(unsafe { indp_state_release(state.as_mut_ptr().cast(), epsilon, Options::seeded(call).0, &mut out) });
    assert_eq!(std::mem::take(&mut state[6]), 1);
    out
}

fn add(state: &mut [u8], values: &[f64]) {
    ok(unsafe { indp_state_add_many(state.as_mut_ptr().cast(), values.as_ptr(), values.len()) });
}

type Init = unsafe extern "C" fn(*mut c_void, usize, f64, f64, f64, u64) -> indp_status;

fn number(init: Init, (lo, hi): (f64, f64), person: u64, values: &[f64]) -> Vec<u8> {
    let mut state = vec![0; 96];
    ok(unsafe { init(state.as_mut_ptr().cast(), state.len(), lo, hi, 0.0, person) });
    add(&mut state, values);
    state
}

fn quantile(
    q: f64,
    (lo, hi): (f64, f64),
    candidates: u64,
    person: u64,
    values: &[impl Into<f64> + Copy],
) -> Vec<u8> {
    let mut state = vec![0; 80 + 8 * (candidates.max(1 << 14) as usize + 1)];
    let init =
        unsafe { indp_quantile_init(state.as_mut_ptr().cast(), state.len(), q, lo, hi, candidates, person) };
    ok(init);
    add(&mut state, &values.iter().map(|v| (*v).into()).collect::<Vec<f64>>());
    state
}

fn root_mean_square(errors: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = errors.fold((0.0, 0u32), |(sum, n), e| (sum + e * e, n + 1));
    (sum / f64::from(n)).sqrt()
}

/// A mean of ours against a noisy sum over a noisy count, each with half of epsilon: the error is never larger.
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
        let ours = root_mean_square((0..RELEASES).map(|i| release(&mut mean, epsilon, u64::from(i)) - exact));
        let plain = root_mean_square((0..RELEASES).map(|i| {
            let s = release(&mut sum, epsilon / 2.0, 2 * u64::from(i) + 1_000_000);
            let n = noisy_count(values.len() as u64, 5, epsilon / 2.0, 2 * u64::from(i) + 1_000_001);
            s / (n.max(1) as f64) - exact
        }));
        println!(
            "  {column:<10} epsilon {epsilon:<5}{exact:>20.3}{ours:>10.4}{plain:>11.4}{:>7.3}",
            ours / plain
        );
        // Ours is at least 1.3 times better (src/aggregate/mean.rs), and 10,000 draws tell that from 1.
        assert!(ours <= plain, "{column}");
    }
}

fn noisy_count(rows: u64, person: u64, epsilon: f64, call: u64) -> i64 {
    let (mut state, mut out) = ([0u8; INDP_COUNT_STATE_SIZE], 0);
    unsafe {
        ok(indp_count_init(state.as_mut_ptr().cast(), state.len(), person));
        ok(indp_count_add_many(state.as_mut_ptr().cast(), rows));
        ok(indp_count_release(state.as_mut_ptr().cast(), epsilon, Options::seeded(call).0, &mut out));
    }
    out
}

/// Variances and deviations against sum, sum of squares and count with a third of epsilon each.
#[test]
fn variances_are_no_worse_than_noisy_sums_of_squares() {
    println!("RMSE of deviations, {RELEASES} releases  exact      ours  plain sums  ratio");
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
        let ours =
            root_mean_square((0..RELEASES).map(|i| release(&mut state, epsilon, u64::from(i)) - exact));
        let plain = root_mean_square((0..RELEASES).map(|i| {
            let (third, call) = (epsilon / 3.0, 3 * u64::from(i) + 2_000_000);
            let n = noisy_count(values.len() as u64, 5, third, call).max(1) as f64;
            let mean = release(&mut s1, third, call + 1) / n;
            (release(&mut s2, third, call + 2) / n - mean * mean).clamp(0.0, bounds.1 * bounds.1 / 4.0).sqrt()
                - exact
        }));
        println!(
            "  {column:<10} epsilon {epsilon:<5}{exact:>20.3}{ours:>10.4}{plain:>12.4}{:>7.3}",
            ours / plain
        );
        assert!(ours <= plain, "{column}");
    }
}

/// Probability of each candidate by the definition: utilities by counting, weights 2^(-eta u).
fn exact_quantile(q: (u64, u64), candidates: &[f64], values: &[f64], eta: &indp_eta) -> Vec<(f64, Float)> {
    let rate = -Float::with_val(200, Float::with_val(200, eta.x) >> eta.y).log2() * eta.z;
    let (a, b) = q;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let utilities = candidates.iter().map(|c| {
        let (below, upto) =
            (sorted.partition_point(|v| v < c) as i128, sorted.partition_point(|v| v <= c) as i128);
        let (n, a, rest) = (sorted.len() as i128, i128::from(a), i128::from(b - a));
        0.max(rest * below - a * (n - below)).max(a * (n - upto) - rest * upto)
    });
    let weights: Vec<Float> = utilities
        .map(|u| {
            if u > 1 << 40 {
                return Float::with_val(200, 0);
            }
            let power = -Float::with_val(200, &rate * u as u64);
            Float::with_val(200, 2).pow(&power)
        })
        .collect();
    let total = weights.iter().fold(Float::with_val(200, 0), |t, w| t + w);
    candidates.iter().zip(weights).map(|(c, w)| (*c, w / &total)).collect()
}

fn eta(epsilon: f64, sensitivity: u32, monotonic: bool) -> indp_eta {
    let mut eta = indp_eta { x: 0, y: 0, z: 0 };
    ok(unsafe { indp_eta_from_epsilon(epsilon, sensitivity, i32::from(monotonic), &mut eta) });
    eta
}

#[test]
fn quantiles_have_the_exact_distribution() {
    let ties: Vec<f64> = [vec![0.0; 400], vec![10.0; 600]].concat();
    let some: Vec<f64> = (0..57).map(|i| f64::from(i * i % 23) * 0.75).collect();
    for (name, q, fraction, (lo, hi), candidates, person, epsilon, values) in [
        ("median of ties", 0.5, (1, 2), (0.0, 20.0), 0, 1, 0.01, &ties),
        ("median", 0.5, (1, 2), (0.0, 16.0), 65, 1, 0.3, &some),
        ("first decile", 0.1, (1, 10), (-2.0, 16.0), 0, 2, 0.5, &some),
        ("two thirds", 2.0 / 3.0, (2, 3), (0.0, 9.0), 0, 3, 0.7, &some),
        ("maximum", 1.0, (1, 1), (0.0, 20.0), 0, 1, 0.4, &some),
        ("one row", 0.5, (1, 2), (0.0, 8.0), 0, 1, 1.0, &vec![3.0]),
        ("no row", 0.5, (1, 2), (-4.0, 4.0), 0, 1, 1.0, &vec![]),
        ("all equal", 0.25, (1, 4), (0.0, 8.0), 0, 1, 0.2, &vec![5.0; 9]),
        (
            "beyond the bounds",
            0.5,
            (1, 2),
            (2.0, 6.0),
            0,
            1,
            0.3,
            &vec![-1e300, 1e300, 9.0, f64::INFINITY, 3.0],
        ),
    ] {
        let mut state = quantile(q, (lo, hi), candidates, person, values);
        let step = if candidates == 65 { 0.25 } else { 1.0 };
        let grid: Vec<f64> = (0..=((hi - lo) / step) as i32).map(|k| lo + f64::from(k) * step).collect();
        let rounded: Vec<f64> = values
            .iter()
            .map(|v| {
                let steps = v.clamp(lo, hi) / step;
                steps.round_ties_even() * step
            })
            .collect();
        let steepest = fraction.0.max(fraction.1 - fraction.0) as u32 * person as u32;
        let expected = exact_quantile(fraction, &grid, &rounded, &eta(epsilon, steepest, false));
        let answers: Vec<f64> = (0..40_000).map(|i| release(&mut state, epsilon, i)).collect();
        let p = p_value(&expected, &answers);
        println!("quantile, {name}: p = {p:.4}");
        assert!(p > ALARM, "{name}");
        // The test can fail: the wrong side of a tie, and twice the epsilon.
        let shifted: Vec<f64> = answers.iter().map(|a| (a + step).min(hi)).collect();
        assert!(p_value(&expected, &shifted) < ALARM || values.is_empty(), "{name}");
        let wrong = exact_quantile(fraction, &grid, &rounded, &eta(epsilon * 2.0, steepest, false));
        assert!(p_value(&wrong, &answers) < ALARM || values.is_empty(), "{name}");
    }
}

/// 400 zeros and 600 tens: the median is 10; at large epsilon the answer is always a value of the data.
#[test]
fn at_large_epsilon_the_answer_is_in_the_data() {
    let ties: Vec<f64> = [vec![0.0; 400], vec![10.0; 600]].concat();
    for (q, lo, hi, data, answer) in [
        (0.5, 0.0, 20.0, &ties, 10.0),
        (0.4, 0.0, 20.0, &ties, f64::NAN),
        (0.25, 0.0, 20.0, &ties, 0.0),
        (0.5, -100.0, 100.0, &vec![42.0], 42.0),
        (0.5, 0.0, 0.75, &vec![0.25; 7], 0.25),
    ] {
        let mut state = quantile(q, (lo, hi), 0, 1, data);
        for call in 0..200 {
            let got = release(&mut state, 1e4, call);
            // Between 0 and 10 every candidate is a 0.4-quantile.
            assert!(got == answer || (answer.is_nan() && (0.0..=10.0).contains(&got)), "{q}: {got}");
        }
    }
}

/// Root mean square error of the continuous construction (Smith): an interval between neighbouring values is chosen by
/// width times weight, then a point in it uniformly. Exactly, by integration.
fn continuous_error(
    a: f64,
    b: f64,
    (lo, hi): (f64, f64),
    values: &[f64],
    rate: f64,
    truth: impl Fn(f64) -> f64,
) -> f64 {
    let mut points: Vec<f64> = values.iter().map(|v| v.clamp(lo, hi)).collect();
    points.sort_by(f64::total_cmp);
    let n = points.len() as f64;
    let ends = std::iter::once(lo).chain(points.iter().copied());
    let (mut total, mut squares) = (0.0, 0.0);
    for (below, (start, end)) in ends.zip(points.iter().copied().chain([hi])).enumerate() {
        let below = below as f64;
        let utility = ((b - a) * below - a * (n - below)).max(a * (n - below) - (b - a) * below);
        let weight = (end - start) * (-rate * utility).exp2();
        // Simpson is exact for the square of a linear error, and the true quantile is a value.
        let (e0, e1, e2) = (truth(start), truth((start + end) / 2.0), truth(end));
        total += weight;
        squares += weight * (e0 * e0 + 4.0 * e1 * e1 + e2 * e2) / 6.0;
    }
    (squares / total).sqrt()
}

#[test]
fn quantiles_are_as_good_as_the_continuous_construction() {
    println!(
        "RMSE of quantiles                    exact  ours exactly  {RELEASES} drawn  continuous   ratio"
    );
    for (column, (lo, hi), q, (a, b), epsilon, candidates) in [
        ("meddol", (0.0, 5000.0), 0.5, (1, 2), 0.1, 1 << 16),
        ("meddol", (0.0, 5000.0), 0.9, (9, 10), 0.5, 1 << 16),
        ("xage", (0.0, 100.0), 0.5, (1, 2), 0.05, 1 << 16),
        ("income", (0.0, 50_000.0), 0.25, (1, 4), 0.2, 1 << 16),
        ("mdvis", (0.0, 50.0), 0.9, (9, 10), 0.05, 0),
    ] {
        let values = rand::column(column, true);
        let mut sorted: Vec<f64> = values.iter().map(|v| v.clamp(lo, hi)).collect();
        sorted.sort_by(f64::total_cmp);
        let exact = sorted[(sorted.len() * a - 1) / b];
        let mut state = quantile(q, (lo, hi), candidates, 1, &values);
        let eta = eta(epsilon, a.max(b - a) as u32, false);
        let rate = f64::from(eta.z) * (f64::from(eta.y) - (eta.x as f64).log2());

        // Our error, exactly: candidates of the grid and their probabilities.
        let exponent = i32::from_le_bytes(state[40..44].try_into().unwrap());
        let step = 2f64.powi(exponent);
        let low = i64::from_le_bytes(state[48..56].try_into().unwrap());
        let high = i64::from_le_bytes(state[56..64].try_into().unwrap());
        let steps: Vec<i64> = sorted.iter().map(|v| (v / step).round_ties_even() as i64).collect();
        let (mut total, mut squares) = (0.0, 0.0);
        for k in low..=high {
            let (below, upto) = (steps.partition_point(|s| *s < k), steps.partition_point(|s| *s <= k));
            let n = steps.len();
            let utility = 0.0f64
                .max(((b - a) * below) as f64 - (a * (n - below)) as f64)
                .max((a * (n - upto)) as f64 - ((b - a) * upto) as f64);
            let weight = (-rate * utility).exp2();
            let error = (k as f64 * step).clamp(lo, hi) - exact;
            total += weight;
            squares += weight * error * error;
        }
        let ours = (squares / total).sqrt();
        let drawn: Vec<f64> =
            (0..RELEASES).map(|i| (release(&mut state, epsilon, u64::from(i)) - exact).powi(2)).collect();
        let mean = drawn.iter().sum::<f64>() / f64::from(RELEASES);
        let variance = drawn.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / f64::from(RELEASES);
        let continuous = continuous_error(a as f64, b as f64, (lo, hi), &values, rate, |x| x - exact);
        println!(
            "  {column:<7} q {q:<5} epsilon {epsilon:<5}{exact:>10.2}{ours:>14.5}{:>13.5}{continuous:>12.5}{:>8.4}",
            mean.sqrt(),
            ours / continuous
        );
        assert!((mean - squares / total).abs() < SIGMAS * (variance / f64::from(RELEASES)).sqrt() + 1e-12);
        assert!(ours <= 1.02 * continuous, "{column} {q}");
    }
}

#[test]
fn modes_have_the_exact_distribution() {
    let text = |s: &'static str| indp_category { text: s.as_ptr().cast(), length: s.len(), integer: 0 };
    let integer = |i| indp_category { text: std::ptr::null(), length: 0, integer: i };
    // In the order of their labels: integers first.
    let candidates = [integer(-1), integer(7), text("excellent"), text("fair"), text("good"), text("poor")];
    let rows = [0u64, 3, 11, 9, 12, 1];
    for (person, epsilon) in [(1u32, 0.3), (5, 1.0)] {
        let mut size = 0;
        let mut shuffled = candidates;
        shuffled.reverse();
        ok(unsafe { indp_mode_size(shuffled.as_ptr(), shuffled.len(), &mut size) });
        let mut state = vec![0u8; size];
        let pointer: *mut c_void = state.as_mut_ptr().cast();
        ok(unsafe { indp_mode_init(pointer, size, shuffled.as_ptr(), shuffled.len(), person.into()) });
        for (candidate, rows) in candidates.iter().zip(rows) {
            for _ in 0..rows {
                ok(unsafe {
                    if candidate.text.is_null() {
                        indp_mode_add_int64(pointer, candidate.integer)
                    } else {
                        indp_mode_add_text(pointer, candidate.text, candidate.length)
                    }
                });
            }
        }
        // No candidates: ignored.
        let other = "goo";
        ok(unsafe { indp_mode_add_text(pointer, other.as_ptr().cast(), other.len()) });
        ok(unsafe { indp_mode_add_int64(pointer, 8) });
        let eta = eta(epsilon, person, true);
        let rate = -Float::with_val(200, Float::with_val(200, eta.x) >> eta.y).log2() * eta.z;
        let weights: Vec<Float> =
            rows.iter().map(|n| Float::with_val(200, 2).pow(&Float::with_val(200, &rate * *n))).collect();
        let total = weights.iter().fold(Float::with_val(200, 0), |t, w| t + w);
        let expected: Vec<(f64, Float)> =
            weights.iter().enumerate().map(|(i, w)| (i as f64, Float::with_val(200, w / &total))).collect();
        let answers: Vec<f64> = (0..100_000u64)
            .map(|call| {
                let mut copy = state.clone();
                let mut out = integer(0);
                ok(unsafe {
                    indp_mode_release(copy.as_mut_ptr().cast(), epsilon, Options::seeded(call).0, &mut out)
                });
                let same = |c: &indp_category| {
                    c.text.is_null() == out.text.is_null()
                        && if out.text.is_null() {
                            c.integer == out.integer
                        } else {
                            let bytes = |c: &indp_category| unsafe {
                                std::slice::from_raw_parts(c.text.cast::<u8>(), c.length).to_vec()
                            };
                            bytes(c) == bytes(&out)
                        }
                };
                candidates.iter().position(same).expect("a candidate") as f64
            })
            .collect();
        let p = p_value(&expected, &answers);
        println!("mode, {person} rows a person: p = {p:.4}");
        assert!(p > ALARM);
        assert!(answers.contains(&0.0), "a candidate without a row can win");
        let wrong: Vec<f64> = answers.iter().map(|a| 5.0 - a).collect();
        assert!(p_value(&expected, &wrong) < ALARM);
    }
}

/// One pass over ten million rows; the state does not grow with them.
#[test]
fn the_median_of_ten_million_rows() {
    let mut state = quantile(0.5, (0.0, 1000.0), 0, 1, &[] as &[f64]);
    let block: Vec<f64> = (0..10_000).map(|i| f64::from(i) * 0.1).collect();
    for _ in 0..1000 {
        add(&mut state, &block);
    }
    let mut size = 0;
    ok(unsafe { indp_state_room(state.as_ptr().cast(), 1, &mut size) });
    assert_eq!(size, state.len());
    ok(unsafe { indp_state_size(state.as_ptr().cast(), &mut size) });
    assert_eq!(size, 80 + 12 * 1001);
    let answer = release(&mut state, 0.1, 1);
    assert!((answer - 500.0).abs() < 2.0, "{answer}");
}
