//! Tests quantiles and modes through the C ABI. Their distributions are compared with exact
//! probabilities. On real data, the errors of quantiles are compared with the errors of the usual
//! construction.
//!
//! A correct library fails a check with probability below 1e-8. There are fewer than 50 checks, so
//! a run raises a false alarm with probability below 1e-6. The ratio of the library's error to the
//! error of the usual construction is computed exactly, without random draws.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/rand.rs"]
mod rand;
#[path = "common/selection_laws.rs"]
mod selection_laws;
#[path = "common/states.rs"]
mod states;

use std::ffi::c_void;

use chi_squared::p_value;
use indp::ffi::*;
use rug::Float;
use selection_laws::Law;
use states::*;

/// The selection mechanisms, each with the function that computes its law.
const RULES: [(i32, Law); 2] = [
    (INDP_SELECTION_PERMUTE_AND_FLIP, selection_laws::permute_and_flip),
    (INDP_SELECTION_EXPONENTIAL, selection_laws::exponential),
];

/// Returns the cost of each candidate for the quantile a/b, from the definition in terms of row
/// counts.
fn utilities((a, b): (u64, u64), candidates: &[f64], values: &[f64], eta: &indp_eta) -> Vec<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let k = aim(candidates.len(), eta);
    let of = |c: &f64| {
        let below = sorted.partition_point(|v| v < c) as i128;
        let above = (sorted.len() - sorted.partition_point(|v| v <= c)) as i128;
        let (n, a, b) = (sorted.len() as i128, i128::from(a), i128::from(b));
        let at = n - below - above;
        let utility = match a {
            0 => (2 * below - k).max(3 * (k - 2 * (below + at))),
            a if a == b => (2 * above - k).max(3 * (k - 2 * (above + at))),
            _ => ((b - a) * below - a * (n - below)).max(a * above - (b - a) * (n - above)),
        };
        utility.max(0) as u64
    };
    candidates.iter().map(of).collect()
}

/// Returns the public target rank for a minimum or maximum, counted in half rows from the extreme
/// end. Let m be the number of candidates, rounded up to a power of two. The target is the smallest
/// odd number for which a candidate beyond all rows weighs at most 1/(8·m), relative to a candidate
/// of cost 0.
fn aim(candidates: usize, eta: &indp_eta) -> i128 {
    let bits = 3 + candidates.next_power_of_two().ilog2();
    let units = (bits / selection_laws::rate(eta)).ceil().to_f64();
    (units / 3.0).ceil() as i128 | 1
}

fn exact_quantile(
    law: Law,
    q: (u64, u64),
    candidates: &[f64],
    values: &[f64],
    eta: &indp_eta,
) -> Vec<(f64, Float)> {
    let probabilities = law(&utilities(q, candidates, values, eta), eta);
    candidates.iter().copied().zip(probabilities).collect()
}

fn eta(epsilon: f64, sensitivity: u32, monotonic: bool) -> indp_eta {
    let mut eta = indp_eta { x: 0, y: 0, z: 0 };
    ok(unsafe {
        indp_eta_from_epsilon(epsilon, f64::from(sensitivity), i32::from(monotonic), &mut eta)
    });
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
        ("maximum", 1.0, (1, 1), (0.0, 20.0), 0, 1, 3.0, &some),
        ("minimum", 0.0, (0, 1), (-8.0, 17.0), 0, 2, 5.0, &some),
        ("maximum of few", 1.0, (1, 1), (0.0, 20.0), 0, 1, 0.4, &vec![3.0, 4.0]),
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
        let grid: Vec<f64> =
            (0..=((hi - lo) / step) as i32).map(|k| lo + f64::from(k) * step).collect();
        let rounded: Vec<f64> = values
            .iter()
            .map(|v| {
                let steps = v.clamp(lo, hi) / step;
                steps.round_ties_even() * step
            })
            .collect();
        let extreme = fraction.0 == 0 || fraction.0 == fraction.1;
        let steepest = if extreme { 8 } else { fraction.0.max(fraction.1 - fraction.0) as u32 };
        for (rule, law) in RULES {
            let eta = |epsilon| eta(epsilon, steepest * person as u32, extreme);
            let expected = exact_quantile(law, fraction, &grid, &rounded, &eta(epsilon));
            let answers: Vec<f64> =
                (0..40_000).map(|i| release_by(rule, &mut state, epsilon, i)).collect();
            let p = p_value(&expected, &answers);
            println!("quantile, {name}, rule {rule}: p = {p:.4}");
            assert!(p > ALARM, "{name}");
            // The test rejects answers that are one candidate too high, and it rejects the law for
            // 2ε.
            let shifted: Vec<f64> = answers.iter().map(|a| (a + step).min(hi)).collect();
            assert!(p_value(&expected, &shifted) < ALARM || values.is_empty(), "{name}");
            let wrong = exact_quantile(law, fraction, &grid, &rounded, &eta(epsilon * 2.0));
            assert!(p_value(&wrong, &answers) < ALARM || values.is_empty(), "{name}");
        }
    }
}

/// By default, maxima and minima are released by above-threshold, with the whole ε for the noise of
/// the threshold and for that of the counts.
#[test]
fn extremes_have_the_exact_distribution() {
    let some: Vec<f64> = (0..57).map(|i| f64::from(i * i % 23) * 0.75).collect();
    for (name, q, (lo, hi), person, epsilon, values) in [
        ("maximum", 1.0, (0.0, 20.0), 1u32, 1.0, &some),
        ("minimum", 0.0, (-8.0, 17.0), 2, 2.0, &some),
        ("maximum of few", 1.0, (0.0, 20.0), 1, 3.0, &vec![3.0, 4.0]),
        ("minimum of none", 0.0, (0.0, 90.0), 1, 0.9, &vec![]),
        ("maximum of equal rows", 1.0, (0.0, 100.0), 3, 2.0, &vec![70.0; 10]),
    ] {
        let mut state = quantile(q, (lo, hi), 0, person.into(), values);
        let mut grid: Vec<f64> = (0..=(hi - lo) as i32).map(|k| lo + f64::from(k)).collect();
        if q == 1.0 {
            grid.reverse();
        }
        let rows: Vec<f64> = values.iter().map(|v| v.clamp(lo, hi).round_ties_even()).collect();
        let reached = |c: &f64| {
            rows.iter().filter(|v| if q == 1.0 { *v >= c } else { *v <= c }).count() as u64
        };
        let counts: Vec<u64> = grid.iter().map(reached).collect();
        let law = |epsilon: f64| {
            let eta = eta(epsilon, 4 * person, true);
            let k = selection_laws::aim(grid.len(), &eta);
            let law = selection_laws::above_threshold(k, &counts, &eta);
            grid.iter().copied().zip(law).collect::<Vec<_>>()
        };
        let answers: Vec<f64> = (0..40_000).map(|i| release(&mut state, epsilon, i)).collect();
        let p = p_value(&law(epsilon), &answers);
        println!("{name}: p = {p:.4}");
        assert!(p > ALARM, "{name}");
        // The test must reject the law for half of ε, unless there are no rows: K makes answers
        // beyond the data equally rare at every ε. It must also reject answers that are one
        // candidate too low.
        let half = p_value(&law(epsilon / 2.0), &answers);
        assert!(half < ALARM || values.is_empty(), "{name}");
        let shifted: Vec<f64> = answers.iter().map(|a| (a - 1.0).max(lo)).collect();
        assert!(p_value(&law(epsilon), &shifted) < ALARM, "{name}");
    }
}

/// At a large ε, releases are exact quantiles of the data. For example, the median of 400 zeros and
/// 600 tens is 10.
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
            // Every number between 0 and 10 is a 0.4-quantile of these data. So this case accepts
            // all of them.
            assert!(
                got == answer || (answer.is_nan() && (0.0..=10.0).contains(&got)),
                "{q}: {got}"
            );
        }
    }
}

/// Returns the root mean square error of Smith's continuous construction, computed exactly by
/// integration. The construction selects an interval between adjacent values with probability
/// proportional to its width times its weight, and then a uniform point of this interval.
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
        // The error is linear within an interval. So Simpson's rule integrates its square exactly.
        let (e0, e1, e2) = (truth(start), truth((start + end) / 2.0), truth(end));
        total += weight;
        squares += weight * (e0 * e0 + 4.0 * e1 * e1 + e2 * e2) / 6.0;
    }
    (squares / total).sqrt()
}

/// The exact error of the library's quantile, by the exponential mechanism on a grid of candidates,
/// is at most 1.02 times the exact error of the continuous construction. Drawn releases must
/// confirm the exact error.
#[test]
fn quantiles_are_as_good_as_the_continuous_construction() {
    println!(
        "RMSE of quantiles                    exact   exponential  {RELEASES} flips  continuous   \
         ratio"
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

        // The library's exact error follows from the candidates on the grid and their
        // probabilities.
        let exponent = i32::from_le_bytes(state[40..44].try_into().unwrap());
        let step = 2f64.powi(exponent);
        let low = i64::from_le_bytes(state[48..56].try_into().unwrap());
        let high = i64::from_le_bytes(state[56..64].try_into().unwrap());
        let steps: Vec<i64> = sorted.iter().map(|v| (v / step).round_ties_even() as i64).collect();
        let (mut total, mut squares) = (0.0, 0.0);
        for k in low..=high {
            let (below, upto) =
                (steps.partition_point(|s| *s < k), steps.partition_point(|s| *s <= k));
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
        let mut drawn = |rule| {
            let squares = (0..RELEASES)
                .map(|i| (release_by(rule, &mut state, epsilon, u64::from(i)) - exact).powi(2));
            let drawn: Vec<f64> = squares.collect();
            let mean = drawn.iter().sum::<f64>() / f64::from(RELEASES);
            let variance =
                drawn.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / f64::from(RELEASES);
            (mean, SIGMAS * (variance / f64::from(RELEASES)).sqrt() + 1e-12)
        };
        let (usual, usual_error) = drawn(INDP_SELECTION_DEFAULT);
        let (mean, error) = drawn(INDP_SELECTION_EXPONENTIAL);
        let continuous =
            continuous_error(a as f64, b as f64, (lo, hi), &values, rate, |x| x - exact);
        println!(
            "  {column:<7} q {q:<5} epsilon \
             {epsilon:<5}{exact:>10.2}{ours:>14.5}{:>13.5}{continuous:>12.5}{:>8.4}",
            usual.sqrt(),
            ours / continuous
        );
        assert!((mean - squares / total).abs() < error);
        // Permute-and-flip, the default, is never worse than the exponential mechanism.
        assert!(usual < squares / total + usual_error);
        assert!(ours <= 1.02 * continuous, "{column} {q}");
    }
}

#[test]
fn modes_have_the_exact_distribution() {
    let text = |s: &'static str| indp_category { text: s.as_ptr(), length: s.len(), integer: 0 };
    let integer = |i| indp_category { text: std::ptr::null(), length: 0, integer: i };
    // The candidates are in the order of labels, in which integers precede texts.
    let candidates =
        [integer(-1), integer(7), text("excellent"), text("fair"), text("good"), text("poor")];
    let rows = [0u64, 3, 11, 9, 12, 1];
    for (person, epsilon) in [(1u32, 0.3), (5, 1.0)] {
        let mut size = 0;
        let mut shuffled = candidates;
        shuffled.reverse();
        ok(unsafe { indp_mode_size(shuffled.as_ptr(), shuffled.len(), &mut size) });
        let mut state = vec![0u8; size];
        let pointer: *mut c_void = state.as_mut_ptr().cast();
        ok(unsafe {
            indp_mode_init(pointer, size, shuffled.as_ptr(), shuffled.len(), person.into())
        });
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
        // Values that are not candidates must be ignored.
        let other = "goo";
        ok(unsafe { indp_mode_add_text(pointer, other.as_ptr(), other.len()) });
        ok(unsafe { indp_mode_add_int64(pointer, 8) });
        let eta = eta(epsilon, person, true);
        let most = rows.iter().max().unwrap();
        let utilities = rows.map(|n| most - n);
        let law = selection_laws::permute_and_flip(&utilities, &eta);
        let expected: Vec<(f64, Float)> = (0..6).map(f64::from).zip(law).collect();
        let answers: Vec<f64> = (0..100_000u64)
            .map(|call| {
                let mut copy = state.clone();
                let (mut out, mut again) = (indp_value::default(), indp_value::default());
                let options = Options::seeded(call);
                let winner = copy.as_mut_ptr().cast();
                ok(unsafe { indp_state_release_value(winner, epsilon, options.0, &mut out) });
                assert_eq!(out.tag, INDP_VALUE_CANDIDATE);
                ok(unsafe { indp_mode_candidate(winner, out.candidate as usize, &mut again) });
                assert_eq!(
                    (again.label, again.length, again.integer),
                    (out.label, out.length, out.integer)
                );
                let same = |c: &indp_category| {
                    let bytes = |p: *const u8, n| unsafe { std::slice::from_raw_parts(p, n) };
                    match (c.text.is_null(), out.label.is_null()) {
                        (true, true) => c.integer == out.integer,
                        (false, false) => bytes(c.text, c.length) == bytes(out.label, out.length),
                        _ => false,
                    }
                };
                let found = candidates.iter().position(same).expect("a candidate");
                assert_eq!(found as u64, out.candidate, "in the order of the labels");
                found as f64
            })
            .collect();
        let p = p_value(&expected, &answers);
        println!("mode, {person} rows a person: p = {p:.4}");
        assert!(p > ALARM);
        assert!(answers.contains(&0.0), "a candidate without a row can win");
        let wrong: Vec<f64> = answers.iter().map(|a| 5.0 - a).collect();
        assert!(p_value(&expected, &wrong) < ALARM);
        // The test rejects the law of the exponential mechanism.
        let other = (0..6)
            .map(f64::from)
            .zip(selection_laws::exponential(&utilities, &eta))
            .collect::<Vec<_>>();
        assert!(p_value(&other, &answers) < ALARM);
    }
}

/// Ten million rows are added to a median in one pass. The size of the state must not grow
/// meanwhile, and the answer must be near the median.
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
