//! Tests releases of several quantiles through the C ABI. Their joint distribution is compared with
//! exact probabilities from an independent model, which also gives the exact privacy loss.
//!
//! A correct library fails a check of a distribution with probability below 1e-8. There are fewer
//! than 50 checks, so a run raises a false alarm with probability below 1e-6.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/recursion.rs"]
mod recursion;
#[path = "common/selection_laws.rs"]
mod selection_laws;
#[path = "common/states.rs"]
mod states;

use std::ptr::null;

use chi_squared::p_value;
use indp::ffi::*;
use recursion::{Answers, Recursion};
use rug::{Float, Rational};
use states::*;

fn many(
    state: &mut [u8],
    q: &[f64],
    epsilon: f64,
    options: *const indp_options,
) -> (indp_status, Vec<f64>) {
    let mut out = vec![-7.5; q.len()];
    let status = unsafe {
        indp_quantile_release_many(
            state.as_mut_ptr().cast(),
            q.as_ptr(),
            q.len(),
            epsilon,
            options,
            out.as_mut_ptr(),
        )
    };
    (status, out)
}

/// Releases the state, then clears the mark of a released state.
fn again(selection: i32, state: &mut [u8], q: &[f64], epsilon: f64, call: u64) -> Vec<f64> {
    let options = Options::seeded(call);
    ok(unsafe { indp_options_set_selection(options.0, selection) });
    let (status, out) = many(state, q, epsilon, options.0);
    ok(status);
    assert_eq!(std::mem::take(&mut state[6]), 1);
    out
}

fn fractions(q: &[(u32, u32)]) -> (Vec<f64>, Vec<Rational>) {
    let doubles = q.iter().map(|(a, b)| f64::from(*a) / f64::from(*b)).collect();
    (doubles, q.iter().map(|q| Rational::from(*q)).collect())
}

fn law_of(model: &Recursion, rows: &[usize], top: usize, q: &[Rational]) -> Answers {
    let mut sorted = rows.to_vec();
    sorted.sort_unstable();
    if q.len() == 2 {
        return model.two(&sorted, top, q);
    }
    model.law(&sorted, [0, top], q, [&Rational::new(), &Rational::from(1)])
}

/// The number of positions of each candidate in the mechanism of Claim A10.
fn positions(top: usize) -> usize {
    1 << (18 - top.next_power_of_two().ilog2()).min(8)
}

/// Numbers the lists of answers, in the order of the law.
fn numbered(law: &Answers) -> Vec<(f64, Float)> {
    law.values().enumerate().map(|(i, p)| (i as f64, Float::with_val(200, *p))).collect()
}

#[test]
fn several_quantiles_have_the_exact_joint_distribution() {
    let quartiles = [(1, 4), (1, 2), (3, 4)];
    let tied = [vec![0; 3], vec![1; 14], vec![3; 4]].concat();
    let few = vec![0, 0, 2, 5];
    for (name, q, rows, top, person, epsilon, selection) in [
        ("quartiles of ties", &quartiles[..], &tied, 3, 1, 2.0, INDP_SELECTION_EXPONENTIAL),
        ("quartiles of ties", &quartiles, &tied, 3, 1, 2.0, INDP_SELECTION_DEFAULT),
        ("two rows per person", &quartiles, &few, 5, 2, 9.0, INDP_SELECTION_EXPONENTIAL),
        ("two of ties", &[(1, 4), (3, 4)], &tied, 3, 1, 2.0, INDP_SELECTION_DEFAULT),
        ("two", &[(1, 3), (2, 3)], &few, 5, 1, 3.0, INDP_SELECTION_EXPONENTIAL),
        ("a minimum and a median", &[(0, 1), (1, 2)], &tied, 4, 1, 2.0, INDP_SELECTION_DEFAULT),
        ("no rows", &quartiles, &vec![], 4, 1, 1.0, INDP_SELECTION_DEFAULT),
        ("four", &[(1, 10), (1, 5), (2, 3), (9, 10)], &tied, 3, 1, 3.0, INDP_SELECTION_EXPONENTIAL),
        ("with extremes", &[(0, 1), (1, 3), (1, 1)], &tied, 4, 1, 2.0, INDP_SELECTION_DEFAULT),
        (
            "with a maximum",
            &[(1, 5), (1, 2), (2, 3), (1, 1)],
            &few,
            5,
            1,
            4.0,
            INDP_SELECTION_DEFAULT,
        ),
    ] {
        let (doubles, exact) = fractions(q);
        let values: Vec<f64> = rows.iter().map(|r| *r as f64).collect();
        let mut state = quantile(0.5, (0.0, top as f64), 0, person, &values);
        let levels = (q.len() + 1).next_power_of_two().ilog2();
        let exponential = (selection == INDP_SELECTION_EXPONENTIAL).then_some(true);
        let model = |epsilon: f64, positions| Recursion {
            epsilon: epsilon * f64::from(65_536 / levels) / 65_536.0,
            person: person as u32,
            positions,
            exponential,
            known: Default::default(),
        };
        let law = law_of(&model(epsilon, positions(top)), rows, top, &exact);
        assert!((law.values().sum::<f64>() - 1.0).abs() < 1e-7, "{name}");
        let answers: Vec<Vec<usize>> = (0..15_000)
            .map(|call| again(selection, &mut state, &doubles, epsilon, call))
            .map(|answers| answers.iter().map(|a| *a as usize).collect())
            .collect();
        let number = |law: &Answers, answers: &[Vec<usize>]| -> Vec<f64> {
            let place =
                |a: &Vec<usize>| law.keys().position(|key| key == a).map_or(-1.0, |i| i as f64);
            answers.iter().map(place).collect()
        };
        let p = p_value(&numbered(&law), &number(&law, &answers));
        println!("{name}, rule {selection}: {} lists of answers, p = {p:.4}", law.len());
        assert!(p > ALARM, "{name}");
        // The test rejects the law for 2ε. It also rejects the law of a recursion that always
        // divides equal values in halves, in the cases in which that law differs enough.
        let wrong = law_of(&model(2.0 * epsilon, positions(top)), rows, top, &exact);
        assert!(
            p_value(&numbered(&wrong), &number(&wrong, &answers)) < ALARM || rows.is_empty(),
            "{name}"
        );
        if rows.len() > 10 && q.len() > 2 && !name.contains("extremes") {
            let wrong = law_of(&model(epsilon, 1), rows, top, &exact);
            assert!(p_value(&numbered(&wrong), &number(&wrong, &answers)) < ALARM, "{name}");
        }
    }
}

/// Computes the exact privacy loss for at most two rows per person. The data sets have 0, 2 or 30
/// rows at each of 3 candidates, and every pair of rows is added to each data set. In the broken
/// variant, whose loss must be larger, each level spends ε.
#[test]
fn the_loss_is_at_most_epsilon_wherever_a_persons_rows_fall() {
    let (_, q) = fractions(&[(1, 4), (1, 2), (3, 4)]);
    let digits = |code: usize| [code % 3, code / 3 % 3, code / 9];
    for exponential in [Some(true), Some(false)] {
        for (levels, broken) in [(2.0, false), (1.0, true)] {
            let model = Recursion {
                epsilon: 1.0 / levels,
                person: 2,
                positions: 4,
                exponential,
                known: Default::default(),
            };
            let mut worst = 0.0f64;
            for code in 0..27 {
                let base: Vec<usize> =
                    (0..3).flat_map(|c| vec![c; [0, 2, 30][digits(code)[c]]]).collect();
                let before = law_of(&model, &base, 2, &q);
                for added in 0..9 {
                    let with = [base.as_slice(), &[added % 3, added / 3]].concat();
                    let after = law_of(&model, &with, 2, &q);
                    assert_eq!(before.len(), after.len());
                    for (p, r) in before.values().zip(after.values()) {
                        worst = worst.max((p / r).ln().abs());
                    }
                }
            }
            println!(
                "exponential {exponential:?}, levels {levels}: the largest loss is {worst:.4}"
            );
            assert!(if broken { worst > 1.05 } else { worst < 1.0 + 1e-5 });
        }
    }
}

/// From the same random words, a list of one quantile gives the answer of a single release. If two
/// quantiles are asked for, each is released for ε/2. Equal quantiles get the same answer, and
/// answers are in the order of the request.
#[test]
fn few_quantiles_and_their_order() {
    let values: Vec<f64> = (0..500).map(|i| f64::from(i * i % 101)).collect();
    for (call, q) in (0..).zip([0.0, 0.1, 0.5, 2.0 / 3.0, 1.0]) {
        let mut state = quantile(q, (0.0, 100.0), 0, 1, &values);
        let one = release(&mut state, 0.3, call);
        assert_eq!(again(INDP_SELECTION_DEFAULT, &mut state, &[q], 0.3, call), [one]);
        assert_eq!(again(INDP_SELECTION_DEFAULT, &mut state, &[q; 5], 0.3, call), [one; 5]);
    }
    let mut state = quantile(0.5, (0.0, 100.0), 0, 1, &values);
    let asked = [0.9, 0.1, 0.5, 0.1, 1.0, 0.25, 0.0];
    for call in 0..200 {
        let answers = again(INDP_SELECTION_DEFAULT, &mut state, &asked, 0.1, call);
        let mut sorted: Vec<(f64, f64)> =
            asked.iter().copied().zip(answers.iter().copied()).collect();
        sorted.sort_by(|x, y| x.partial_cmp(y).unwrap());
        assert!(sorted.windows(2).all(|w| w[0].1 <= w[1].1), "{sorted:?}");
        assert_eq!(answers[1], answers[3]);
        let two = again(INDP_SELECTION_DEFAULT, &mut state, &[0.6, 0.4], 0.01, call);
        assert!(two[0] >= two[1]);
    }
    // The release of the larger quantile reads its random words after that of the smaller quantile.
    let both = again(INDP_SELECTION_DEFAULT, &mut state, &[0.75, 0.25], 20.0, 5);
    let mut first = quantile(0.25, (0.0, 100.0), 0, 1, &values);
    assert_eq!(release(&mut first, 10.0, 5), both[1]);
}

/// Without noise, ranks are right even if values are tied. Here the value 5 occupies the relative
/// ranks from 0.15 to 0.8.
#[test]
fn without_noise_ranks_are_right_on_ties() {
    let values =
        [vec![0.0; 150], vec![5.0; 650], (0..200).map(|i| f64::from(i / 4 + 6)).collect()].concat();
    let mut state = quantile(0.5, (0.0, 100.0), 0, 1, &values);
    let q: Vec<f64> = (1..20).map(|i| f64::from(i) / 20.0).collect();
    let answers = again(INDP_SELECTION_DEFAULT, &mut state, &q, 1e6, 1);
    for (q, answer) in q.iter().zip(&answers) {
        let below = values.iter().filter(|v| *v < answer).count() as f64;
        let up_to = values.iter().filter(|v| *v <= answer).count() as f64;
        // On each of five levels, the division of tied rows may be off by half of 1/256 of these
        // rows.
        let off = (below - q * 1000.0).max(q * 1000.0 - up_to).max(0.0);
        assert!(off <= 2.0, "{q}: {answer} is {off} rows off");
    }
    assert_eq!(answers[3], 5.0);
}

#[test]
fn refusals_name_the_cause_and_release_nothing() {
    let mut state = quantile(0.5, (0.0, 9.0), 0, 1, &[1.0, 2.0]);
    let before = state.clone();
    let mut seen = |q: &[f64], epsilon: f64, wanted: indp_status| {
        let (status, out) = many(&mut state, q, epsilon, null());
        assert_eq!((status, out), (wanted, vec![-7.5; q.len()]), "{q:?}");
        let checked = unsafe {
            indp_quantile_can_release_many(
                state.as_ptr().cast(),
                q.as_ptr(),
                q.len(),
                epsilon,
                null(),
            )
        };
        assert_eq!(checked, wanted);
        assert!(state == before);
    };
    seen(&[], 1.0, INDP_E_QUANTILES);
    seen(&[0.5; 1001], 1.0, INDP_E_QUANTILES);
    for q in [-0.1, 1.5, f64::NAN, f64::INFINITY, 1e-5] {
        seen(&[0.5, q, 0.25], 1.0, INDP_E_QUANTILE);
    }
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        seen(&[0.1, 0.5, 0.9], epsilon, INDP_E_EPSILON);
    }
    for epsilon in [1e-300, 1e30] {
        seen(&[0.1, 0.5, 0.9], epsilon, INDP_E_SELECTION_EPSILON);
    }
    let null_call = |state: *mut std::ffi::c_void, q, out| unsafe {
        indp_quantile_release_many(state, q, 3, 1.0, null(), out)
    };
    let (q, mut out) = ([0.1, 0.5, 0.9], [0.0; 3]);
    assert_eq!(null_call(std::ptr::null_mut(), q.as_ptr(), out.as_mut_ptr()), INDP_E_NULL);
    assert_eq!(null_call(state.as_mut_ptr().cast(), null(), out.as_mut_ptr()), INDP_E_NULL);
    assert_eq!(null_call(state.as_mut_ptr().cast(), q.as_ptr(), std::ptr::null_mut()), INDP_E_NULL);
    let mut sum = number(indp_sum_init, (0.0, 9.0), 1, &[1.0]);
    assert_eq!(many(&mut sum, &q, 1.0, null()).0, INDP_E_STATE);
    assert_eq!(many(&mut state, &[0.5; 1000], 1.0, null()).0, INDP_OK);
    assert_eq!(many(&mut state, &q, 1.0, null()).0, INDP_E_RELEASED);
}

/// Each step of the recursion selects a fraction of a part of the rows. If the exact fraction has
/// too large a denominator, the nearest allowed fraction is used.
#[test]
fn fractions_of_any_denominator_work() {
    let values: Vec<f64> = (0..10_000).map(f64::from).collect();
    let mut state = quantile(0.5, (0.0, 9_999.0), 0, 1, &values);
    let q =
        [1.0 / 9973.0, 0.1234, 1.0 / 3.0, 2.0 / 7.0, 4567.0 / 9871.0, 0.9999, 0.5, 9966.0 / 9967.0];
    let answers = again(INDP_SELECTION_DEFAULT, &mut state, &q, 1e7, 3);
    for (q, answer) in q.iter().zip(&answers) {
        assert!((answer - q * 1e4).abs() <= 3.0, "{q}: {answer}");
    }
}
