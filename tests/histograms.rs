//! Tests the release of all counts of a histogram or mode, through the C ABI (Claim A11). The laws
//! of the released counts are compared with exact probabilities of geometric
//! noise.
//!
//! A correct library fails a check with probability below 1e-8. There are fewer than 30 checks, so
//! a run raises a false alarm with probability below 1e-6.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/geometric.rs"]
mod geometric;
#[path = "common/rand.rs"]
mod rand;
#[path = "common/states.rs"]
mod states;

use std::ptr::null;

use chi_squared::p_value;
use indp::ffi::*;
use rug::Float;
use states::*;

const DRAWS: u64 = 40_000;

fn histogram(edges: &[f64], person: u64, values: &[f64]) -> Vec<u8> {
    let mut size = 0;
    ok(unsafe { indp_histogram_size(edges.len(), &mut size) });
    let mut state = vec![0; size];
    let own = state.as_mut_ptr().cast();
    ok(unsafe { indp_histogram_init(own, size, edges.as_ptr(), edges.len(), person) });
    add(&mut state, values);
    state
}

fn mode(candidates: i64, person: u64, values: &[i64]) -> Vec<u8> {
    let list: Vec<_> =
        (0..candidates).map(|integer| indp_category { text: null(), length: 0, integer }).collect();
    let mut size = 0;
    ok(unsafe { indp_mode_size(list.as_ptr(), list.len(), &mut size) });
    let mut state = vec![0; size];
    ok(unsafe {
        indp_mode_init(state.as_mut_ptr().cast(), size, list.as_ptr(), list.len(), person)
    });
    for value in values {
        ok(unsafe { indp_mode_add_int64(state.as_mut_ptr().cast(), *value) });
    }
    state
}

/// Releases all counts, and clears the mark of a released state.
fn counts(state: &mut [u8], epsilon: f64, options: &Options) -> Vec<i64> {
    let own = state.as_mut_ptr().cast();
    let mut n = 0;
    ok(unsafe { indp_state_counts(own, &mut n) });
    let mut out = vec![i64::MIN; n];
    ok(unsafe { indp_state_release_counts(own, epsilon, options.0, out.as_mut_ptr(), n) });
    assert_eq!(std::mem::take(&mut state[6]), 1);
    out
}

/// The law of the release of a count of `rows` rows.
fn law(epsilon: f64, person: u32, rows: u32) -> Vec<(f64, Float)> {
    geometric::law(epsilon, person.into(), 1.0, rows.into())
}

/// A pair of counts (a, b) is written as the number a · APART + b. APART is so large that different
/// pairs give different numbers.
const APART: f64 = 4096.0;

fn joint(first: &[(f64, Float)], second: &[(f64, Float)]) -> Vec<(f64, Float)> {
    let pair = |(a, p): &(f64, Float)| {
        let (a, p) = (*a, p.clone());
        second
            .iter()
            .map(move |(b, q)| (a * APART + b, Float::with_val(200, &p * q)))
            .collect::<Vec<_>>()
    };
    first.iter().flat_map(pair).collect()
}

/// Every count has the law that it would have if it were released alone. Any two adjacent counts
/// are independent.
#[test]
fn counts_have_the_exact_joint_distribution() {
    let values = [-1.0, 0.0, 1.0, 1.5, 2.0, 2.5, 2.9, 7.0, 8.0, f64::NAN, f64::INFINITY];
    let rows = [1, 1, 2, 3, 3, 1];
    for (epsilon, person) in [(1.0, 1), (0.5, 3)] {
        let mut state = histogram(&[0.0, 1.0, 2.0, 3.0], person.into(), &values);
        check(&mut state, &rows, epsilon, person, "histogram");
    }
    let mut state = mode(3, 2, &[0, 0, 2, 2, 2, 5]);
    check(&mut state, &[2, 0, 3], 0.7, 2, "mode");
}

fn check(state: &mut [u8], rows: &[u32], epsilon: f64, person: u32, what: &str) {
    let draws: Vec<_> = (0..DRAWS).map(|i| counts(state, epsilon, &Options::seeded(i))).collect();
    for (i, n) in rows.iter().enumerate() {
        let own = law(epsilon, person, *n);
        let answers: Vec<_> = draws.iter().map(|draw| draw[i] as f64).collect();
        let p = p_value(&own, &answers);
        assert!(p > ALARM, "{what}, count {i}: p = {p:e}");
        if let Some(next) = rows.get(i + 1) {
            let answers: Vec<_> =
                draws.iter().map(|draw| draw[i] as f64 * APART + draw[i + 1] as f64).collect();
            let both = joint(&own, &law(epsilon, person, *next));
            let p = p_value(&both, &answers);
            assert!(p > ALARM, "{what}, counts {i} and {}: p = {p:e}", i + 1);
            // The same noise in both counts must be rejected.
            let shared: Vec<_> = draws
                .iter()
                .map(|draw| {
                    let noise = draw[i] - i64::from(*n);
                    draw[i] as f64 * APART + (noise + i64::from(*next)) as f64
                })
                .collect();
            let p = p_value(&both, &shared);
            assert!(p < ALARM, "shared noise passed: p = {p:e}");
        }
    }
}

/// The largest privacy loss over all answers if rows of one person are added, `moved[i]` of them in
/// cell i. The law of each count is exact. The counts are independent, so their losses add up.
fn loss(epsilon: f64, person: u32, moved: &[u32]) -> f64 {
    let mut total = 0.0;
    for more in moved {
        let [before, after] = [20, 20 + more].map(|n| law(epsilon, person, n));
        let mut most: f64 = 0.0;
        for (answer, p) in &before {
            if let Some((_, q)) = after.iter().find(|(other, _)| other == answer) {
                most = most.max(Float::with_val(200, p / q).ln().abs().to_f64());
            }
        }
        total += most;
    }
    total
}

/// Wherever a person's rows fall, the privacy loss of all counts together is at most epsilon. If
/// the rows are not added but move to other cells, the loss is up to twice as large. If the person
/// has more rows than the noise scale allows for, the loss exceeds epsilon.
#[test]
fn the_loss_is_at_most_epsilon_wherever_a_persons_rows_fall() {
    for moved in [&[3][..], &[1, 2], &[1, 1, 1], &[0, 2], &[2, 1, 0]] {
        let own = loss(0.9, 3, moved);
        assert!(own <= 0.9 + 1e-12, "{moved:?}: {own}");
        let all = moved.iter().sum::<u32>() == 3;
        assert!(!all || own > 0.9 - 1e-9, "{moved:?}: {own}");
        assert!(!all || loss(0.9, 2, moved) > 1.3, "fewer rows per person");
    }
    assert!((loss(0.9, 3, &[3, 3]) - 1.8).abs() < 1e-9, "rows that move to another cell");
}

/// On real data, the error of every count is within the accuracy that a single count has if it is
/// released for the whole epsilon.
#[test]
fn real_data() {
    let values = rand::column("xage", true);
    let edges: Vec<f64> = (0..7).map(|i| f64::from(10 * i)).collect();
    let mut state = histogram(&edges, 1, &values);
    let mut exact = vec![0i64; 9];
    for x in &values {
        exact[edges.iter().filter(|e| **e <= *x).count()] += 1;
    }
    assert!(exact.iter().filter(|n| **n > 100).count() >= 5, "{exact:?}");
    let mut radius = 0.0;
    // There are nine counts. The error of each exceeds the radius with probability at most 1e-10.
    ok(unsafe { indp_state_accuracy(state.as_ptr().cast(), 0, 0.1, 1e-10, null(), &mut radius) });
    assert!((radius - 10.0 * 1e10f64.ln()).abs() < 2.0, "{radius}");
    for (own, exact) in counts(&mut state, 0.1, &Options::seeded(0)).iter().zip(exact) {
        assert!(((own - exact) as f64).abs() <= radius, "{own} {exact}");
    }
}

#[test]
fn refusals() {
    let mut state = histogram(&[0.0, 1.0], 1, &[0.5]);
    let own = state.as_mut_ptr().cast();
    let mut out = [7i64; 5];
    let to = out.as_mut_ptr();
    let mut options = std::ptr::null_mut();
    unsafe {
        assert_eq!(indp_state_release_counts(own, 1.0, null(), to, 3), INDP_E_BUFFER);
        for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(indp_state_release_counts(own, epsilon, null(), to, 4), INDP_E_EPSILON);
            assert_eq!(indp_state_can_release_counts(own, epsilon, null()), INDP_E_EPSILON);
        }
        ok(indp_options_new(&mut options));
        for bits in [INDP_PRECISION_AUTO, 53, 4096] {
            ok(indp_options_set_float_precision(options, bits));
            assert_eq!(
                indp_state_release_counts(own, 1.0, options, to, 4),
                INDP_E_UNUSED_PRECISION
            );
            assert_eq!(indp_state_can_release_counts(own, 1.0, options), INDP_E_UNUSED_PRECISION);
        }
        ok(indp_options_set_float_precision(options, 0));
        ok(indp_options_set_grid(options, 0.5));
        assert_eq!(indp_state_release_counts(own, 1.0, options, to, 4), INDP_E_GRID);
        ok(indp_options_set_grid(options, 0.0));
        ok(indp_options_set_selection(options, INDP_SELECTION_EXPONENTIAL));
        assert_eq!(indp_state_release_counts(own, 1.0, options, to, 4), INDP_E_UNUSED_SELECTION);
        indp_options_free(options);
        let mut single = 7.0;
        assert_eq!(indp_state_release(own, 1.0, null(), &mut single), INDP_E_STATE);
        assert_eq!(indp_state_can_release(own, 1.0, null()), INDP_E_STATE);
        assert_eq!((single, out), (7.0, [7; 5]), "untouched");
        ok(indp_state_can_release_counts(own, 1.0, null()));
        ok(indp_state_release_counts(own, 1e3, null(), to, 5));
        assert_eq!(out, [0, 1, 0, 0, 7]);
        assert_eq!(indp_state_release_counts(own, 1.0, null(), to, 5), INDP_E_RELEASED);
        assert_eq!(indp_state_can_release_counts(own, 1.0, null()), INDP_E_RELEASED);
        assert_eq!(indp_state_add(own, 1.0), INDP_E_RELEASED);
        let mut sum = number(indp_sum_init, (0.0, 1.0), 1, &[0.5]);
        let other = sum.as_mut_ptr().cast();
        assert_eq!(indp_state_release_counts(other, 1.0, null(), to, 5), INDP_E_STATE);
        assert_eq!(indp_state_counts(other, &mut 0), INDP_E_STATE);
    }
}
