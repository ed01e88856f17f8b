//! Compares selections by permute-and-flip, through the C ABI, with their exact law. The tests of
//! `permute_and_flip_loss.rs` compare that law with the definition of the mechanism.
//!
//! A correct mechanism fails a check with probability below 1e-8. There are fewer than 60 checks,
//! so a run raises a false alarm with probability below 1e-6. Further tests show that broken
//! mechanisms fail the checks.

#[path = "common/chi_squared.rs"]
mod chi_squared;
#[path = "common/flip_law.rs"]
mod flip_law;

use chi_squared::{p_value, seed};
use flip_law::{exponential, law, weight, weights};
use indp::entropy::seeded::Seeded;
use indp::ffi::*;
use indp::tape::Words;
use rug::{Float, Rational};

const ALARM: f64 = 1e-8;
const N: usize = 200_000;

fn eta(x: u64, y: u32, z: u32) -> indp_eta {
    indp_eta { x, y, z }
}

struct Handle(*mut indp_exponential);

impl Drop for Handle {
    fn drop(&mut self) {
        unsafe { indp_exponential_free(self.0) }
    }
}

fn handle(eta: &indp_eta, range: (i64, i64), most: u64, selection: i32) -> Handle {
    unsafe {
        let (mut options, mut out) = (std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(indp_options_new(&mut options), INDP_OK);
        assert_eq!(indp_options_set_insecure_seed(options, seed()), INDP_OK);
        assert_eq!(indp_options_set_selection(options, selection), INDP_OK);
        assert_eq!(indp_exponential_new(eta, range.0, range.1, most, options, &mut out), INDP_OK);
        indp_options_free(options);
        Handle(out)
    }
}

fn draw_by(
    selection: i32,
    eta: &indp_eta,
    range: (i64, i64),
    utilities: &[f64],
    n: usize,
) -> Vec<f64> {
    let len = utilities.len();
    let handle = handle(eta, range, len as u64, selection);
    let one = || {
        let mut index = usize::MAX;
        let status =
            unsafe { indp_exponential_select(handle.0, utilities.as_ptr(), len, &mut index) };
        assert_eq!(status, INDP_OK);
        index as f64
    };
    (0..n).map(|_| one()).collect()
}

fn draw(eta: &indp_eta, range: (i64, i64), utilities: &[f64]) -> Vec<f64> {
    draw_by(INDP_SELECTION_PERMUTE_AND_FLIP, eta, range, utilities, N)
}

fn draw_groups(eta: &indp_eta, utilities: &[i64], many: &[u64]) -> Vec<f64> {
    let (most, n) = (many.iter().sum(), utilities.len());
    let handle = handle(eta, (0, 50), most, INDP_SELECTION_PERMUTE_AND_FLIP);
    let one = || {
        let mut index = usize::MAX;
        let (u, m) = (utilities.as_ptr(), many.as_ptr());
        assert_eq!(
            unsafe { indp_exponential_select_counted(handle.0, u, m, n, &mut index) },
            INDP_OK
        );
        index as f64
    };
    (0..N).map(|_| one()).collect()
}

fn listed(law: &[Rational]) -> Vec<(f64, Float)> {
    law.iter().enumerate().map(|(i, p)| (i as f64, Float::with_val(200, p))).collect()
}

/// A mistake that is planted in `in_doubles`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    None,
    /// The first outcome that shows heads is selected.
    FirstHead,
    /// Adjacent outcomes of equal utility share a coin.
    SharedCoin,
    /// Weights are rounded to 8 bits.
    EightDigits,
}

/// Draws from permute-and-flip in doubles, with this mistake. Like the library, this function flips
/// a coin for each outcome and picks one of the outcomes that show heads.
fn in_doubles(weights: &[Rational], n: usize, mistake: Mistake) -> Vec<f64> {
    let exact: Vec<f64> = weights.iter().map(Rational::to_f64).collect();
    let chance =
        |p: f64| if mistake == Mistake::EightDigits { (p * 256.0).round() / 256.0 } else { p };
    let mut tape = Seeded::new(seed(), 11);
    let mut uniform = move || tape.next().unwrap() as f64 / 2f64.powi(64);
    let mut heads = Vec::new();
    let mut one = || {
        heads.clear();
        let (mut last, mut shown) = (f64::NAN, false);
        for (i, p) in exact.iter().enumerate() {
            if mistake != Mistake::SharedCoin || *p != last {
                (last, shown) = (*p, uniform() < chance(*p));
            }
            if shown {
                heads.push(i);
            }
        }
        let chosen = if mistake == Mistake::FirstHead {
            0
        } else {
            (uniform() * heads.len() as f64) as usize
        };
        heads[chosen] as f64
    };
    (0..n).map(|_| one()).collect()
}

struct Case {
    eta: indp_eta,
    range: (i64, i64),
    utilities: Vec<f64>,
}

impl Case {
    fn weights(&self) -> Vec<Rational> {
        let clamped = self.utilities.iter().map(|u| {
            let u = if u.is_nan() { f64::INFINITY } else { *u };
            u.clamp(self.range.0 as f64, self.range.1 as f64) as i64
        });
        weights(&self.eta, &clamped.collect::<Vec<i64>>())
    }

    fn draw(&self) -> Vec<f64> {
        draw(&self.eta, self.range, &self.utilities)
    }
}

fn cases() -> Vec<Case> {
    let to = |n: i32| (0..n).map(f64::from).collect::<Vec<_>>();
    let case = |eta, range, utilities| Case { eta, range, utilities };
    vec![
        case(eta(1, 1, 1), (0, 10), vec![0.0, 1.0]),
        case(eta(3, 2, 1), (0, 10), vec![7.0, 3.0]),
        case(eta(15, 4, 3), (-5, 5), vec![-5.0, 0.0, 4.0]),
        case(eta(1, 1, 1), (0, 10), vec![2.0, 0.0, 1.0]),
        case(eta(7, 3, 1), (0, 20), to(10)),
        case(eta(3, 2, 2), (0, 10), to(10)),
        case(eta(65535, 16, 1), (0, 100_000), vec![0.0, 1.0, 30_000.0, 100_000.0, 7.0]),
        case(eta((1 << 33) - 3, 33, 2), (-5, 5), vec![-5.0, 0.0, 5.0, 3.0]),
        case(eta((1 << 60) - (1 << 57), 60, 1), (0, 60), to(60)),
        case(eta((1 << 63) - 1, 63, 1), (0, 1000), vec![0.0, 1000.0, 3.0]),
        // Ties between all outcomes, between the two best outcomes, and between outcomes that are
        // worse than the best.
        case(eta(5, 3, 1), (0, 9), vec![2.0; 9]),
        case(eta(1, 1, 1), (0, 3), vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0]),
        case(eta(3, 2, 1), (0, 9), vec![0.0, 4.0, 4.0, 4.0, 4.0]),
        // Utilities that are clamped, negative or special, and a best utility far above the lower
        // end of the range.
        case(eta(3, 2, 1), (-20, -3), vec![-20.0, -19.0, -17.0, -3.0, -12.0, -100.0, 5.0]),
        case(eta(1, 2, 1), (0, 2), vec![f64::NAN, 1.0, f64::INFINITY, f64::NEG_INFINITY, 2.0]),
        case(eta(1, 1, 1), (0, 2000), (0..=10).map(|i| f64::from(1990 + i)).collect()),
        case(eta(1, 1, 1), (i64::MIN, i64::MAX), vec![i64::MIN as f64, i64::MIN as f64, 0.0]),
        // More than two blocks of 64 outcomes.
        case(eta(3, 2, 1), (-50, 1_000_000), (0..150).map(|i| f64::from(i * i % 37 % 7)).collect()),
    ]
}

#[test]
fn selections_have_the_exact_law() {
    for (i, case) in cases().iter().enumerate() {
        let p = p_value(&listed(&law(&case.weights())), &case.draw());
        println!("case {i}: p = {p:.3}");
        assert!(p > ALARM, "case {i}: p = {p:e}");
    }
}

#[test]
fn one_outcome_is_chosen() {
    assert!(draw(&eta(1, 1, 1), (0, 4), &[3.0]).iter().all(|a| *a == 0.0));
}

/// The checks can distinguish permute-and-flip from the exponential mechanism. Selections must
/// follow the law of the mechanism that the options choose.
#[test]
fn the_exponential_mechanism_is_told_apart() {
    let case = &cases()[4];
    let (flipped, drawn) = (listed(&law(&case.weights())), listed(&exponential(&case.weights())));
    let by = |selection| draw_by(selection, &case.eta, case.range, &case.utilities, N);
    // A handle uses the exponential mechanism by default.
    for selection in [INDP_SELECTION_EXPONENTIAL, INDP_SELECTION_DEFAULT] {
        let answers = by(selection);
        assert!(p_value(&drawn, &answers) > ALARM);
        assert!(p_value(&flipped, &answers) < ALARM);
    }
    assert!(p_value(&drawn, &by(INDP_SELECTION_PERMUTE_AND_FLIP)) < ALARM);
}

/// The check rejects `in_doubles` with each planted mistake. It accepts the library, and
/// `in_doubles` without a mistake.
#[test]
fn broken_mechanisms_are_seen() {
    let ties = &cases()[12];
    let near = Case { eta: eta(7, 3, 1), range: (0, 9), utilities: vec![3.0, 2.0, 1.0, 0.0, 4.0] };
    let far = Case {
        eta: eta(1, 1, 1),
        range: (0, 20),
        utilities: (0..300).map(|i| f64::from(i32::from(i > 0) * 10)).collect(),
    };
    for (case, mistake) in
        [(ties, Mistake::SharedCoin), (&near, Mistake::FirstHead), (&far, Mistake::EightDigits)]
    {
        let expected = listed(&law(&case.weights()));
        let right = p_value(&expected, &in_doubles(&case.weights(), N, Mistake::None));
        let wrong = p_value(&expected, &in_doubles(&case.weights(), N, mistake));
        println!("{mistake:?}: p = {wrong:e}, without the mistake {right:.3}");
        assert!(right > ALARM && wrong < ALARM, "{mistake:?}");
        assert!(p_value(&expected, &case.draw()) > ALARM, "the library's, {mistake:?}");
    }
}

/// A group is selected with the total probability of its members.
#[test]
fn groups_stand_for_their_members() {
    for (eta, utilities, many) in [
        (eta(1, 1, 1), vec![0i64, 3, 1, 3, 2, 0], vec![1u64, 8, 0, 24, 2, 5]),
        // The best group is empty.
        (eta(3, 2, 1), vec![0, 2, 5, 7, 50], vec![0, 2, 63, 64, 65]),
        (eta(7, 3, 1), vec![9, 0, 12], vec![1, 1, 1]),
        (eta(1, 2, 1), vec![4, 0, 3, 5], vec![65, 1, 64, 600]),
        (eta(5, 3, 2), vec![7, 7], vec![30, 10]),
    ] {
        let members: Vec<(usize, i64)> = (0..many.len())
            .flat_map(|i| std::iter::repeat_n((i, utilities[i]), many[i] as usize))
            .collect();
        let weights = weights(&eta, &members.iter().map(|m| m.1).collect::<Vec<i64>>());
        let mut expected = vec![Rational::new(); many.len()];
        for ((i, _), p) in members.iter().zip(law(&weights)) {
            expected[*i] += p;
        }
        let answers = draw_groups(&eta, &utilities, &many);
        let p = p_value(&listed(&expected), &answers);
        println!("groups of {many:?}: p = {p:.3}");
        assert!(p > ALARM, "p = {p:e}");
        // The broken mechanism flips one coin for all members of a group, and then picks one of the
        // members that show heads.
        if many.iter().any(|m| *m > 1) && utilities[0] != utilities[1] {
            let shared: Vec<f64> = in_doubles(&weights, N, Mistake::SharedCoin)
                .iter()
                .map(|member| members[*member as usize].0 as f64)
                .collect();
            assert!(p_value(&listed(&expected), &shared) < ALARM, "groups of {many:?}");
        }
    }
}

/// Returns the exact law for utilities that are rounded at random, summed over all possible
/// roundings.
fn rounded_law(eta: &indp_eta, utilities: &[f64]) -> Vec<(f64, Float)> {
    let mut totals = vec![Rational::new(); utilities.len()];
    // Bit i of `choice` says whether utility i is rounded up. The utilities that are not integers
    // come first in the list, so there is one bit for each of them.
    for choice in 0..1u32 << utilities.iter().filter(|u| u.fract() != 0.0).count() {
        let mut chance = Rational::from(1);
        let mut rounded = Vec::new();
        for (i, u) in utilities.iter().enumerate() {
            let (floor, fraction) = (u.floor(), Rational::from_f64(u - u.floor()).unwrap());
            let up = u.fract() != 0.0 && choice >> i & 1 == 1;
            chance *= if up { fraction } else { 1 - fraction };
            rounded.push(floor as i64 + i64::from(up));
        }
        for (sum, p) in totals.iter_mut().zip(law(&weights(eta, &rounded))) {
            *sum += p * &chance;
        }
    }
    listed(&totals)
}

const FRACTIONAL: [f64; 6] = [-2.25, -0.75, 0.5, 1.75, 2.125, -3.5];

#[test]
fn fractional_utilities_round_as_they_should() {
    let eta = eta(1, 1, 1);
    // `many` has the utilities of FRACTIONAL among 70 outcomes, which are rounded in blocks of 64.
    let many: Vec<f64> =
        FRACTIONAL.into_iter().chain((0..64).map(|i| f64::from(i % 3 + 1))).collect();
    for utilities in [FRACTIONAL.to_vec(), many] {
        let expected = rounded_law(&eta, &utilities);
        let p = p_value(&expected, &draw(&eta, (-4, 4), &utilities));
        println!("fractions among {}: p = {p:.3}", utilities.len());
        assert!(p > ALARM, "p = {p:e}");
        // The check detects rounding toward zero, which is what a cast does, and rounding to the
        // nearest integer.
        for round in [f64::trunc, f64::round] {
            let broken: Vec<f64> = utilities.iter().map(|u| round(*u)).collect();
            assert!(p_value(&expected, &draw(&eta, (-4, 4), &broken)) < ALARM);
        }
    }
}

/// One of a thousand candidates leads the others by 9.2/ε. Then permute-and-flip selects a wrong
/// candidate with probability 0.049, and the exponential mechanism with probability 0.092.
#[test]
fn a_lead_among_a_thousand() {
    const K: u32 = 1000;
    let mut eta = eta(0, 0, 0);
    // Utilities are given in tenths, so the sensitivity is 10.
    assert_eq!(unsafe { indp_eta_from_epsilon(1.0, 10.0, 1, &mut eta) }, INDP_OK);
    let winner = 7;
    let utilities: Vec<f64> = (0..K).map(|i| if i == winner { 0.0 } else { 92.0 }).collect();
    let p = Float::with_val(300, &weight(&eta, 92));
    // The probability of the best candidate is ∫ (1 - ps)^(K-1) ds over s in [0, 1], where p is the
    // weight of each other candidate.
    let nobody = rug::ops::Pow::pow(Float::with_val(300, 1 - &p), K);
    let flipped = Float::with_val(300, 1 - nobody) / &p / K;
    let drawn = 1 / Float::with_val(300, 1 + &p * Float::with_val(300, K - 1));
    let wrong = |right: &Float| (1.0 - right.to_f64()) * 1000.0;
    assert_eq!((wrong(&flipped).round(), wrong(&drawn).round()), (49.0, 92.0));
    let list = |right: &Float| -> Vec<(f64, Float)> {
        let other = Float::with_val(300, 1 - right) / (K - 1);
        (0..K)
            .map(|i| (f64::from(i), if i == winner { right.clone() } else { other.clone() }))
            .collect()
    };
    for (selection, own, other) in [
        (INDP_SELECTION_PERMUTE_AND_FLIP, &flipped, &drawn),
        (INDP_SELECTION_EXPONENTIAL, &drawn, &flipped),
    ] {
        let answers = draw_by(selection, &eta, (0, 1000), &utilities, N / 2);
        let errors = answers.iter().filter(|a| **a != f64::from(winner)).count();
        let p = p_value(&list(own), &answers);
        println!(
            "wrong: {:.4}, exactly {:.4}; p = {p:.3}",
            errors as f64 / (N / 2) as f64,
            wrong(own) / 1000.0
        );
        assert!(p > ALARM && p_value(&list(other), &answers) < ALARM);
    }
}
