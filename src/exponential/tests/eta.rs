//! Tests that η2 agrees with exact comparisons, and with MPFR at another precision.

use rug::{Float, Rational};

use super::super::*;
use crate::entropy::seeded::Seeded;
use crate::exact::Positive;
use crate::tape::Words;
use crate::Error;

fn positive(x: f64) -> Positive {
    Positive::from_f64(x).unwrap()
}

/// η2 at 1,000 bits, which is not the library's precision.
fn value(eta: Eta) -> Float {
    let (x, y, z) = eta.parts();
    (Float::with_val(1000, y) - Float::with_val(1000, x).log2()) * z
}

/// The loss, computed at 1,000 bits.
fn loss(eta: Eta, sensitivity: u32, monotonic: bool) -> Float {
    let factor = u64::from(sensitivity) * if monotonic { 1 } else { 2 };
    value(eta) * Float::with_val(1000, 2).ln() * factor
}

#[test]
fn bad_parameters_each_have_their_status() {
    for (x, y, z, error) in [
        (1, 0, 1, Error::EtaY),
        (1, 64, 1, Error::EtaY),
        (1, u32::MAX, 1, Error::EtaY),
        (0, 1, 1, Error::EtaX),
        (2, 1, 1, Error::EtaX),
        (1 << 32, 32, 1, Error::EtaX),
        (u64::MAX, 63, 1, Error::EtaX),
        (1, 1, 0, Error::EtaZ),
    ] {
        assert_eq!(Eta::new(x, y, z), Err(error), "{x} {y} {z}");
    }
    // If 2^y were computed in 32 bits, y >= 32 would overflow.
    for y in [31, 32, 33, 62, 63] {
        assert!(Eta::new((1 << y) - 1, y, 1).is_ok());
    }
    assert_eq!(Loss::new(0, false), Err(Error::UtilitySensitivity));
    assert_eq!(Eta::new(12, 4, 5).unwrap().reduced(), Eta::new(3, 2, 5).unwrap());
}

#[test]
fn known_values() {
    let epsilon =
        |x, y, z, a, m| Eta::new(x, y, z).unwrap().epsilon(Loss::new(a, m).unwrap()).unwrap();
    let up = |x: f64| f64::from_bits(x.to_bits() + 1);
    // For η2 = 1 the loss is ln 2 if utilities are monotonic, else 2 ln 2, rounded up.
    let ln2 = std::f64::consts::LN_2;
    assert_eq!(epsilon(1, 1, 1, 1, true), up(ln2));
    assert_eq!(epsilon(1, 1, 1, 1, false), up(2.0 * ln2));
    assert_eq!(epsilon(2, 2, 1, 1, true), up(ln2));
    assert_eq!(epsilon(1, 2, 3, 4, true), up(24.0 * ln2));
    // Here the tight precision is 24 bits. Ilvento's formula gives 10,022 bits.
    let unit = Eta::new(1, 1, 1).unwrap();
    assert_eq!(unit.tight_precision(10, 10_000), 24);
    assert_eq!(unit.tight_precision(0, 1), 1);
    assert_eq!(Eta::new(4, 3, 2).unwrap().tight_precision(5, 1024), 20);
    assert_eq!(Eta::new(1, 63, u32::MAX).unwrap().tight_precision(u64::MAX, 2), u64::MAX);
}

fn random(words: &mut Seeded) -> Eta {
    loop {
        let y = 1 + (words.next().unwrap() % 63) as u32;
        let x = words.next().unwrap() >> (64 - y);
        let z = 1 + (words.next().unwrap() >> (33 + words.next().unwrap() % 31)) as u32;
        if let Ok(eta) = Eta::new(x, y, z) {
            return eta;
        }
    }
}

#[test]
fn the_loss_is_rounded_up_and_not_far() {
    let mut words = Seeded::new(crate::test_seed(), 30);
    for _ in 0..20_000 {
        let eta = random(&mut words);
        let sensitivity = 1 + (words.next().unwrap() >> 44) as u32;
        let monotonic = words.next().unwrap() & 1 == 1;
        let claimed = eta.epsilon(Loss::new(sensitivity.into(), monotonic).unwrap()).unwrap();
        let exact = loss(eta, sensitivity, monotonic);
        assert!(claimed >= exact);
        assert!(f64::from_bits(claimed.to_bits() - 1) < exact);
    }
}

/// Compares the chosen x, y and z with results at 1,000 bits. For the chosen y, x must be the
/// smallest number that keeps the loss within ε. With any smaller y, even the best x must give an
/// η2 below (1 - 2^-20) times the largest η2 that ε allows.
#[test]
fn the_rule_from_epsilon() {
    let mut words = Seeded::new(crate::test_seed(), 31);
    for i in 0..3_000 {
        let magnitude = (words.next().unwrap() % 60) as i32 - 50;
        let epsilon =
            (1.0 + (words.next().unwrap() >> 11) as f64 * 2f64.powi(-53)) * 2f64.powi(magnitude);
        let sensitivity = 1 + (words.next().unwrap() % 5) as u32;
        let monotonic = i % 2 == 0;
        let eta = Eta::from_epsilon(
            &positive(epsilon),
            Loss::new(sensitivity.into(), monotonic).unwrap(),
        )
        .unwrap();
        let (x, y, z) = eta.parts();
        assert!(loss(eta, sensitivity, monotonic) <= epsilon, "never above ε");
        assert!(x % 2 == 1);
        let factor = u64::from(sensitivity) * if monotonic { 1 } else { 2 };
        let most = Float::with_val(1000, epsilon) / Float::with_val(1000, 2).ln() / factor;
        let sixteenth = Float::with_val(1000, &most / 16u32).ceil();
        assert_eq!(z, sixteenth.to_integer().unwrap().to_u32().unwrap().max(1));
        let enough = |e: Eta| value(e) >= Float::with_val(1000, &most * (1.0 - 2f64.powi(-20)));
        // For a given y, the best x is 2^(y - m/z), rounded up. Here m is the largest allowed η2,
        // `most`.
        let best = |y: u32| {
            let power = Float::with_val(1000, y) - Float::with_val(1000, &most / z);
            let x = power.exp2().ceil().to_integer().unwrap().to_u64().unwrap();
            Eta::new(x.max(1), y, z)
        };
        let first = (1..=63).find(|y| best(*y).is_ok_and(enough)).unwrap_or(63);
        assert_eq!(eta, best(first).unwrap().reduced(), "ε = {epsilon}");
        assert!(y <= first);
    }
}

#[test]
fn epsilon_out_of_reach_is_refused() {
    let plain = Loss::new(1, false).unwrap();
    let from = |epsilon: f64| Eta::from_epsilon(&positive(epsilon), plain);
    assert_eq!(from(1e-19), Err(Error::SelectionEpsilon), "no x below 2^63 is near enough to it");
    assert_eq!(from(1e-300), Err(Error::SelectionEpsilon));
    assert_eq!(from(1e12), Err(Error::SelectionEpsilon), "z exceeds 32 bits");
    assert_eq!(from(f64::MAX), Err(Error::SelectionEpsilon));
    // The largest x, 2^63 - 1, gives the smallest η2.
    let smallest = from(4e-19).unwrap();
    assert_eq!(smallest.parts(), ((1 << 63) - 1, 63, 1));
    assert!(from(1e10).is_ok());
}

/// The sensitivity must be an integer (Claims E2, E3), because utilities that differ by α = 1/10
/// may round to integers 1 apart. One outcome moves from 9/10 to 1 while 400 rivals stay at 0,
/// which is a monotonic change. At η2 = 1 the loss formula with α = 1/10 would allow 0.1 bits.
/// Exact rationals show that more is lost.
#[test]
fn a_fractional_sensitivity_loses_more_than_it_says() {
    let half = Rational::from((1, 2));
    let chosen = |weight: &Rational| weight / (weight.clone() + 400u32);
    let probability = |utility: Rational| {
        let down = Rational::from(1 - &utility);
        down * chosen(&Rational::from(1)) + utility * chosen(&half)
    };
    let ratio = probability(Rational::from((9, 10))) / probability(Rational::from(1));
    let bits = Float::with_val(200, ratio).log2().to_f64();
    println!("loss {bits:.4} bits");
    assert!((bits - 0.137).abs() < 5e-4);
    assert!(bits > 0.1, "the formula without the ceiling fails");
    assert!(bits <= 1.0, "with the ceiling it holds");
}

/// Tests Claim E2 for utilities that move by amounts in [a, b] with b - a = 1. The loss of integer
/// utilities stays within η2·(b - a). The loss of fractional utilities can exceed η2·(b - a),
/// unless a and b are integers. One outcome moves by b and a million rivals move by a. η2 is 1, and
/// the computation uses exact rationals.
#[test]
fn relative_moves_need_whole_utilities() {
    // The mean weight of the utility `halves`/2 after randomised rounding.
    let weight = |halves: i32| {
        let at = |level: i32| Rational::from(1) >> level as u32;
        (at(halves.div_euclid(2)) + at((halves + 1).div_euclid(2))) / 2u32
    };
    // The rivals round independently, so their total weight is near its mean.
    let chosen = |own: i32, rivals: i32| weight(own) / (weight(rivals) * 1_000_000u32);
    let bits = |from: (i32, i32), to: (i32, i32)| {
        Float::with_val(200, chosen(from.0, from.1) / chosen(to.0, to.1)).log2().to_f64()
    };
    // The outcome moves from 1/2 to 1, and the rivals move from 1 to 1/2.
    let halves = bits((1, 2), (2, 1));
    println!("loss {halves:.4} bits");
    assert!((halves - 2.25f64.log2()).abs() < 1e-9 && halves > 1.0);
    // The outcome moves by 1 and the rivals do not move. The outcome and the rivals may start at
    // fractions or at integers.
    for (own, rivals) in [(1, 1), (1, 2), (2, 1), (2, 2), (0, 3)] {
        assert!(bits((own, rivals), (own + 2, rivals)) <= 1.0 + 1e-12);
    }
}

/// Utilities that should be 1 apart may be further apart as doubles: 0.1·1536 and 0.1·1526 are an
/// example. One outcome moves from the first value to the second, which is a monotonic change. A
/// rival weighs 2^60 times as much. At η2 = 1 the loss, computed with exact rationals, exceeds the
/// loss that a sensitivity of 1 allows.
#[test]
fn utilities_as_doubles_may_be_further_apart_than_they_should() {
    let [more, less] = [1536.0, 1526.0].map(|n| 0.1 * n);
    let exact = |u: f64| Rational::from_f64(u).unwrap();
    let difference = exact(more) - exact(less);
    let chosen = |u: f64| {
        let (floor, up) = (u.floor(), exact(u) - exact(u.floor()));
        let at = |level: f64| {
            let weight = Rational::from(1) >> level as u32;
            let all = weight.clone() + (Rational::from(1) >> 92u32);
            weight / all
        };
        Rational::from(1 - &up) * at(floor) + up * at(floor + 1.0)
    };
    let bits = Float::with_val(200, chosen(less) / chosen(more)).log2();
    let over = Float::with_val(200, &bits - 1u32).to_f64();
    println!("1 + {:.3e} apart, loss 1 + {over:.3e} bits", (difference.clone() - 1u32).to_f64());
    assert!(difference > 1 && over > 1e-15, "1 is not a valid sensitivity");
    assert!(bits <= 2, "the distance of the doubles, rounded up, is a valid sensitivity");
}

/// The η2 of a previous call is used again only for the same ε, sensitivity and monotonicity.
#[test]
fn what_is_kept_is_not_taken_for_another() {
    let mut different = std::collections::HashSet::new();
    for _ in 0..20 {
        for (epsilon, sensitivity, monotonic) in [
            (0.5, 1, false),
            (0.5, 1, false),
            (0.5, 1, true),
            (0.5, 3, true),
            (0.5, 3, false),
            (1.0, 3, false),
            (0.25, 1, true),
        ] {
            let epsilon = Positive::from_f64(epsilon).unwrap();
            let loss = Loss::new(sensitivity, monotonic).unwrap();
            let eta = Eta::from_epsilon(&epsilon, loss).unwrap();
            assert_eq!(eta, Eta::computed(&epsilon, loss).unwrap());
            different.insert(eta.parts());
        }
    }
    assert!(different.len() > 3);
}
