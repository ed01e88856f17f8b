//! Compares selections by the exponential mechanism, through the C ABI, with their exact
//! probabilities.
//!
//! A correct mechanism fails a check with probability below 1e-8. There are fewer than 60 checks,
//! so a run raises a false alarm with probability below 1e-6. Further tests show that broken
//! mechanisms fail the checks.

#[path = "common/chi_squared.rs"]
mod chi_squared;

use chi_squared::{p_value, seed};
use indp::entropy::seeded::Seeded;
use indp::ffi::*;
use indp::tape::Words;
use rug::ops::Pow;
use rug::{Float, Rational};

const ALARM: f64 = 1e-8;
const N: usize = 200_000;

struct Case {
    eta: indp_eta,
    range: (i64, i64),
    utilities: Vec<f64>,
}

fn eta(x: u64, y: u32, z: u32) -> indp_eta {
    indp_eta { x, y, z }
}

/// Returns the weight of an integer utility that exceeds the lower end of the range by `level`.
fn weight(eta: &indp_eta, level: i128) -> Float {
    let root = Float::with_val(300, eta.x) >> eta.y;
    // From a million levels on, the weight is negligible, so larger levels are treated alike.
    root.pow(level.min(1_000_000) as u32 * eta.z)
}

/// Returns the probability of each outcome of a case whose utilities are integers.
fn probabilities(case: &Case) -> Vec<(f64, Float)> {
    let weights: Vec<Float> = case
        .utilities
        .iter()
        .map(|u| {
            let u = if u.is_nan() { f64::INFINITY } else { *u };
            let clamped = u.clamp(case.range.0 as f64, case.range.1 as f64) as i64;
            weight(&case.eta, i128::from(clamped) - i128::from(case.range.0))
        })
        .collect();
    let total = weights.iter().fold(Float::with_val(300, 0), |a, w| a + w);
    weights.into_iter().enumerate().map(|(i, w)| (i as f64, w / &total)).collect()
}

struct Handle(*mut indp_exponential);

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { indp_exponential_free(self.0) }
    }
}

fn handle(eta: &indp_eta, range: (i64, i64), most: u64, min_retries: u32) -> Handle {
    unsafe {
        let (mut options, mut out) = (std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(indp_options_new(&mut options), INDP_OK);
        assert_eq!(indp_options_set_insecure_seed(options, seed()), INDP_OK);
        assert_eq!(indp_options_set_min_retries(options, min_retries), INDP_OK);
        assert_eq!(indp_exponential_new(eta, range.0, range.1, most, options, &mut out), INDP_OK);
        indp_options_free(options);
        Handle(out)
    }
}

fn draw(case: &Case, n: usize, min_retries: u32) -> Vec<f64> {
    let len = case.utilities.len();
    let handle = handle(&case.eta, case.range, len as u64, min_retries);
    let one = || {
        let mut index = usize::MAX;
        let status =
            unsafe { indp_exponential_select(handle.0, case.utilities.as_ptr(), len, &mut index) };
        assert_eq!(status, INDP_OK);
        index as f64
    };
    (0..n).map(|_| one()).collect()
}

fn cases() -> Vec<Case> {
    let to = |n: i64| (0..n).map(|i| i as f64).collect::<Vec<_>>();
    let case = |eta, range, utilities| Case { eta, range, utilities };
    vec![
        case(eta(1, 1, 1), (0, 10), to(11)),
        case(eta(3, 2, 2), (0, 10), to(11)),
        case(eta(7, 3, 1), (0, 20), to(21)),
        case(eta(65535, 16, 1), (0, 100_000), vec![0.0, 1.0, 50_000.0, 100_000.0, 7.0]),
        case(eta((1 << 33) - 3, 33, 2), (-5, 5), vec![-5.0, 0.0, 5.0, 3.0]),
        case(eta((1 << 60) - (1 << 57), 60, 1), (0, 60), to(60)),
        case(eta(3, 2, 1), (-20, -3), vec![-20.0, -19.0, -7.0, -3.0, -12.0, -100.0, 5.0]),
        case(eta(1, 1, 1), (-3, 3), vec![-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, -0.0]),
        case(eta(5, 3, 1), (0, 9), vec![2.0; 9]),
        case(eta(1, 1, 1), (0, 3), vec![1.0, 1.0, 2.0, 2.0, 0.0, 3.0, 3.0]),
        case(eta(1, 2, 1), (0, 2), vec![f64::NAN, 1.0, f64::INFINITY, f64::NEG_INFINITY, 2.0]),
        case(eta(9, 4, 3), (0, 4), vec![4.0, 3.0, 2.0, 1.0, 0.0]),
        case(
            eta(1, 1, 1),
            (i64::MIN, i64::MAX),
            vec![i64::MIN as f64, i64::MIN as f64 + 2048.0, 0.0],
        ),
        case(eta((1 << 63) - 1, 63, 1), (0, 1000), vec![0.0, 1000.0, 3.0]),
        case(eta(1, 1, 1), (0, 4), vec![0.0, 1.0, 2.0, 3.0, 3.0]),
        case(eta(1, 1, 1), (0, 4), vec![3.0]),
        deep(),
        // These outcomes fill more than two blocks of 64. Only levels slightly above the smallest
        // utility have a noticeable weight, and the range contains far more levels.
        case(
            eta(3, 2, 1),
            (-50, 1_000_000),
            (0..150).map(|i| f64::from(i * i % 37 + 1000 * (i % 3))).collect(),
        ),
    ]
}

/// Returns a case whose weights, relative to utility 0, range from 2^-1990 down to 2^-2000.
fn deep() -> Case {
    Case { eta: eta(1, 1, 1), range: (0, 2000), utilities: (1990..=2000).map(f64::from).collect() }
}

#[test]
fn selections_have_the_exact_probabilities() {
    for (i, case) in cases().iter().enumerate() {
        for min_retries in [1, 5] {
            let list = probabilities(case);
            // The chi-squared test pools outcomes of negligible probability with a neighbour. Cases
            // in which fewer than two pools would remain get a simpler check.
            if list.iter().filter(|(_, p)| p.to_f64() * N as f64 > 25.0).count() < 2 {
                let answers = draw(case, 1000, min_retries);
                assert!(answers.iter().all(|a| list[*a as usize].1.to_f64() > 1e-12), "case {i}");
                continue;
            }
            let p = p_value(&list, &draw(case, N, min_retries));
            println!("case {i}, at least {min_retries} draws: p = {p:.3}");
            assert!(p > ALARM, "case {i}: p = {p:e}");
        }
    }
}

/// Returns the exact probabilities for utilities that are rounded at random, as rational sums over
/// all possible roundings.
fn rounded_probabilities(utilities: &[f64]) -> Vec<(f64, Float)> {
    let n = utilities.len();
    let mut totals = vec![Rational::new(); n];
    // Bit i of `choice` says whether utility i is rounded up. The utilities that are not integers
    // come first in the list, so there is one bit for each of them.
    for choice in 0..1u32 << utilities.iter().filter(|u| u.fract() != 0.0).count() {
        let mut chance = Rational::from(1);
        let mut weights = Vec::new();
        for (i, u) in utilities.iter().enumerate() {
            let (floor, fraction) = (u.floor(), Rational::from_f64(u - u.floor()).unwrap());
            let up = u.fract() != 0.0 && choice >> i & 1 == 1;
            chance *= if up { fraction } else { 1 - fraction };
            let level = floor as i32 + i32::from(up);
            let half = Rational::from((1, 2));
            weights.push(half.pow(level + 4));
        }
        let total: Rational = weights.iter().fold(Rational::new(), |a, w| a + w);
        for (sum, w) in totals.iter_mut().zip(&weights) {
            *sum += Rational::from(&chance * w) / &total;
        }
    }
    totals.iter().enumerate().map(|(i, p)| (i as f64, Float::with_val(200, p))).collect()
}

const FRACTIONAL: [f64; 6] = [-2.25, -0.75, 0.5, 1.75, 2.125, -3.5];

#[test]
fn fractional_utilities_round_as_they_should() {
    let case = Case { eta: eta(1, 1, 1), range: (-4, 4), utilities: FRACTIONAL.to_vec() };
    let p = p_value(&rounded_probabilities(&FRACTIONAL), &draw(&case, N, 1));
    assert!(p > ALARM, "p = {p:e}");
    // The utilities of FRACTIONAL are now among 70 outcomes, which are rounded in blocks of 64.
    let many: Vec<f64> =
        FRACTIONAL.into_iter().chain((0..64).map(|i| f64::from(i % 3 + 1))).collect();
    let blocks = Case { eta: eta(1, 1, 1), range: (-4, 4), utilities: many.clone() };
    let p = p_value(&rounded_probabilities(&many), &draw(&blocks, N, 1));
    assert!(p > ALARM, "in blocks: p = {p:e}");
    // The check detects rounding toward zero, which is what a cast does. The first case below
    // rounds only the negative utilities among the 70 outcomes toward zero. The second case rounds
    // all utilities of FRACTIONAL toward zero.
    let toward_zero = many.iter().map(|u| if *u < 0.0 { u.trunc() } else { *u }).collect();
    let broken = Case { utilities: toward_zero, ..blocks };
    assert!(p_value(&rounded_probabilities(&many), &draw(&broken, N, 1)) < ALARM);
    let toward_zero = FRACTIONAL.iter().map(|u| u.trunc()).collect();
    let broken = Case { utilities: toward_zero, ..case };
    assert!(p_value(&rounded_probabilities(&FRACTIONAL), &draw(&broken, N, 1)) < ALARM);
    // The check also detects rounding negative utilities up, as the code of Ilvento's paper does.
    let ceiling = FRACTIONAL.iter().map(|u| if *u < 0.0 { u.ceil() } else { *u }).collect();
    let broken = Case { utilities: ceiling, eta: eta(1, 1, 1), range: (-4, 4) };
    assert!(p_value(&rounded_probabilities(&FRACTIONAL), &draw(&broken, N, 1)) < ALARM);
}

/// Draws from the exponential mechanism as it is commonly written in doubles. It computes weights
/// 2^(-η(u - shift)) and their running sums `end`, draws s, and selects the first outcome for which
/// `end_above(end, s)` holds. The correct comparison is end > s.
fn in_doubles(case: &Case, end_above: impl Fn(f64, f64) -> bool, shift: f64) -> Vec<f64> {
    let base = case.eta.x as f64 / 2f64.powi(case.eta.y as i32);
    let weight = |u: &f64| base.powf(f64::from(case.eta.z) * (u - shift));
    let mut sum = 0.0;
    let mut ends = Vec::new();
    for u in &case.utilities {
        sum += weight(u);
        ends.push(sum);
    }
    // s is a multiple of the smallest weight. In this unit the running sums are integers below
    // 2^53.
    let unit = weight(case.utilities.last().unwrap());
    let units = (sum / unit) as u64;
    let mut tape = Seeded::new(seed(), 7);
    let mut one = || {
        let s = ((u128::from(tape.next().unwrap()) * u128::from(units)) >> 64) as f64 * unit;
        ends.iter().position(|end| end_above(*end, s)).unwrap_or(ends.len() - 1) as f64
    };
    (0..N).map(|_| one()).collect()
}

/// The check detects an off-by-one error in the comparison of s with the running sums.
#[test]
fn an_end_that_is_off_by_one_is_seen() {
    let case = &cases()[0];
    let right = p_value(&probabilities(case), &in_doubles(case, |end, s| end > s, 0.0));
    assert!(right > ALARM, "p = {right:e}");
    // The error moves a probability of 1/2,047 from the last outcome to the first.
    let wrong = p_value(&probabilities(case), &in_doubles(case, |end, s| end >= s, 0.0));
    println!("off by one: p = {wrong:e}");
    assert!(wrong < ALARM, "p = {wrong:e}");
}

/// For utilities near 2,000, weights in doubles underflow to 0. The check detects this.
#[test]
fn weights_in_doubles_are_seen_at_a_range_of_2000() {
    let case = deep();
    let right = p_value(&probabilities(&case), &in_doubles(&case, |end, s| end > s, 1990.0));
    assert!(right > ALARM, "p = {right:e}");
    // Without the shift all weights are below the smallest positive double, so they become 0.
    let wrong = p_value(&probabilities(&case), &in_doubles(&case, |end, s| end > s, 0.0));
    println!("weights in doubles: p = {wrong:e}");
    assert!(wrong < ALARM, "p = {wrong:e}");
}

/// A group is selected with the total probability of its members.
#[test]
fn groups_stand_for_their_members() {
    let (utilities, many) = ([0i64, 3, 1, 3, 2, 0], [1u64, 8, 0, 24, 2, 5]);
    let handle = handle(&eta(1, 1, 1), (0, 5), 40, 1);
    let answers: Vec<f64> = (0..N)
        .map(|_| {
            let mut index = 99;
            let (u, m) = (utilities.as_ptr(), many.as_ptr());
            assert_eq!(
                unsafe { indp_exponential_select_counted(handle.0, u, m, 6, &mut index) },
                INDP_OK
            );
            index as f64
        })
        .collect();
    let weights: Vec<f64> =
        utilities.iter().zip(many).map(|(u, m)| m as f64 * 2f64.powi(-(*u as i32))).collect();
    let total: f64 = weights.iter().sum();
    let list: Vec<_> = weights
        .iter()
        .enumerate()
        .map(|(i, w)| (i as f64, Float::with_val(200, w / total)))
        .collect();
    let p = p_value(&list, &answers);
    assert!(p > ALARM && !answers.contains(&2.0), "p = {p:e}");
}

#[test]
fn a_hundred_thousand_outcomes() {
    // There are 10^5 outcomes with 8 different utilities. The test checks the probability of each
    // block of 1,000 adjacent outcomes, and the probability of each utility.
    let utilities: Vec<f64> = (0..100_000).map(|i| f64::from(i * 7 % 8)).collect();
    let case = Case { eta: eta(3, 2, 1), range: (0, 8), utilities };
    let list = probabilities(&case);
    // The blocks are numbered in the order of their outcomes.
    let pooled: Vec<(f64, Float)> = list
        .chunks(1000)
        .enumerate()
        .map(|(i, c)| (i as f64, c.iter().fold(Float::with_val(300, 0), |a, (_, p)| a + p)))
        .collect();
    let answers: Vec<f64> = draw(&case, 6000, 1).iter().map(|a| (a / 1000.0).floor()).collect();
    assert!(p_value(&pooled, &answers) > ALARM);
    let levels: Vec<f64> =
        draw(&case, 6000, 1).iter().map(|a| case.utilities[*a as usize]).collect();
    let by_level: Vec<(f64, Float)> = (0..8)
        .map(|l| {
            let sum = list.iter().zip(&case.utilities).filter(|(_, u)| **u == f64::from(l));
            (f64::from(l), sum.fold(Float::with_val(300, 0), |a, ((_, p), _)| a + p))
        })
        .collect();
    assert!(p_value(&by_level, &levels) > ALARM);
}
