//! Tests geometric noise (Claim S6): its vectors, its fast path, its exact law and loss, and faults
//! that the audit finds.

use super::*;
use crate::audit::distribution::{probability, RealAudit};
use crate::audit::shipped::Shipped;
use crate::exact::Positive;
use crate::tape::cases;
use crate::utility::moments::moments;
use crate::utility::tail::{accuracy, Answers};
use crate::utility::Alpha;

fn geometric(epsilon: f64, sensitivity: u128) -> Snapping {
    let sensitivity = Positive { mantissa: sensitivity, exponent: 0 };
    let epsilon = Positive::from_f64(epsilon).unwrap();
    let laplace = Snapping::exact(epsilon, sensitivity, f64::INFINITY, |_| Some(0)).unwrap();
    let made = laplace.clone().for_multiples(0);
    assert_eq!((laplace.law, made.law), (Law::Laplace, Law::Geometric));
    made
}

fn whole(value: i128) -> Dyadic {
    Dyadic { mantissa: value, exponent: 0 }
}

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in cases(include_str!("../../../vectors/geometric.txt")) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        let p = geometric(f64::from_bits(hex(fields[1])), fields[2].parse().unwrap());
        let (value, out): (i64, i64) = (fields[3].parse().unwrap(), fields[4].parse().unwrap());
        let tape: Vec<u64> = fields[6..].iter().map(|s| hex(s)).collect();
        let got = both(&p, &whole(value.into()), Target::Integer, &tape);
        assert_eq!((got.0 as i64, got.1), (out, fields[5].parse().unwrap()), "{}", fields[0]);
        checked += 1;
    }
    assert!(checked > 900);
}

/// Counts and sums of every scale, with words that are random, near an edge, or short of digits.
#[test]
fn cheap_path_equals_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 31));
    let (mut decided, n) = (0u64, 100_000 * effort());
    for _ in 0..n {
        // Every 32nd scale may be too large for the cheap path.
        let most = if cases.below(32) == 0 { 0 } else { 36 };
        let sensitivity = u128::from(cases.word() >> (most + cases.below(64 - most))).max(1);
        let p = geometric(cases.double(-12, 12), sensitivity);
        let f = whole(i128::from(cases.word() as i64) >> cases.below(64));
        let digits = match cases.below(3) {
            0 => (1 << 16) + cases.below(1 << 14),
            1 => cases.word() >> (1 + cases.below(47)),
            _ => cases.word() >> 1,
        };
        let tape = [cases.below(2) << 63 | digits, cases.word(), cases.word(), cases.word()];
        both(&p, &f, Target::Double, &tape);
        both(&p, &f, Target::Integer, &tape);
        decided += u64::from(p.decide(&f, Target::Double, Logged::of(tape[0])).is_some());
    }
    println!("cheap path decided {decided} of {n}");
    assert!(decided > n / 2);
}

/// P(N = k) of two-sided geometric noise with this 1/λ.
fn law(rate: &Rational, k: u32) -> Float {
    let q = Float::with_val(600, -rate.clone()).exp();
    let power = Float::with_val(600, -(rate.clone() * k)).exp();
    power * (1 - q.clone()) / (1 + q)
}

/// The released counts have the exact law of geometric noise, and lose exactly ε: P(f)/P(f + Δ) is
/// e^ε at each answer up to f. Every code path agrees at each edge.
#[test]
fn counts_have_the_exact_law_and_loss() {
    for (epsilon, sensitivity) in
        [(1.0, 1), (0.1, 1), (5.0, 1), (1.0, 4), (3.0, 7), (20.0, 1), (1e-3, 2), (1.5, 1 << 70)]
    {
        let p = geometric(epsilon, sensitivity);
        let audit = RealAudit::new(&p, Shipped::integers(&p));
        let rate = Rational::from_f64(epsilon).unwrap() / Integer::from(sensitivity);
        let f = 1000i32;
        for k in [0i32, 1, 2, 3, 11] {
            let mut found = [-1i32, 1].map(|sign| {
                let at = Integer::from(f + sign * k);
                let found = probability(&audit, &whole(f.into()), &at, None).unwrap();
                assert_eq!(found.wrong, 0, "{epsilon} {sensitivity} {k}");
                found.low
            });
            let exact = law(&rate, k as u32);
            for one in &mut found {
                let off = Float::with_val(600, &*one / &exact) - 1u32;
                assert!(off.abs() < Float::with_val(600, 1) >> 100u32, "{epsilon} {sensitivity}");
            }
            if sensitivity < 100 {
                let next = whole(i128::from(f) + sensitivity as i128);
                let other = probability(&audit, &next, &Integer::from(f - k), None).unwrap();
                let ratio = Float::with_val(600, &found[0] / &other.low).ln() - epsilon;
                assert!(ratio.abs() < Float::with_val(600, 1) >> 100u32, "{epsilon}");
            }
        }
    }
}

/// The largest loss over answers near two counts that are Δ apart, as the endpoints of the code
/// give it, and the number of endpoints that are not those of geometric noise.
fn loss(p: &Snapping, sensitivity: i32) -> (f64, u32) {
    let audit = RealAudit::new(p, Shipped::integers(p));
    let (f, g) = (whole(0), whole(sensitivity.into()));
    let (mut worst, mut wrong) = (0f64, 0);
    for k in -5..=sensitivity + 5 {
        let [a, b] = [&f, &g].map(|x| probability(&audit, x, &Integer::from(k), None).unwrap());
        worst = worst.max(Float::with_val(600, &a.low / &b.low).ln().abs().to_f64());
        wrong += a.wrong + b.wrong;
    }
    (worst, wrong)
}

/// With an advance from ε instead of λ (four rows a person) the noise is never 0, so that the loss
/// is infinite. With one from twice the scale the loss is 1.38 ε. Both faults show, also in the
/// cheap path alone.
#[test]
fn an_advance_from_another_scale_is_found() {
    let right = geometric(1.0, 4);
    let (worst, wrong) = loss(&right, 4);
    assert!(worst <= 1.0 + 1e-12 && worst > 1.0 - 1e-12 && wrong == 0, "{worst} {wrong}");
    for (skew, least) in [(-2, f64::INFINITY), (1, 1.38)] {
        let mut both_paths = right.clone();
        both_paths.scale = geometric_scale(&right, skew);
        let mut cheap_only = both_paths.clone();
        both_paths.law = Law::Skewed(skew);
        cheap_only.law = Law::Geometric;
        assert!(loss(&cheap_only, 4).1 > 0);
        let (worst, _) = loss(&both_paths, 4);
        println!("skew {skew}: loss {worst}");
        assert!(worst >= least, "{skew} {worst}");
    }
}

fn geometric_scale(p: &Snapping, skew: i32) -> crate::snapping::cheap::Scale {
    let laplace =
        Snapping::exact(p.epsilon, p.sensitivity, f64::INFINITY, |_| Some(p.grid_exponent));
    laplace.unwrap().scale.geometric(skew)
}

/// Mean error and variance, and the least error that is exceeded with probability at most α, are
/// those of the law; the first two are 1/cosh(1/(2λ)) of those of rounded Laplace noise.
#[test]
fn moments_are_those_of_the_law() {
    for (epsilon, sensitivity) in [(1.0, 1), (2.0, 1), (5.0, 1), (0.01, 1), (1.0, 5), (30.0, 1)] {
        let p = geometric(epsilon, sensitivity);
        let rate = epsilon / sensitivity as f64;
        let q = (-rate).exp();
        let found = moments(&p, &whole(17)).unwrap();
        let near = |x: f64, y: f64| assert!((x / y - 1.0).abs() < 1e-12, "{epsilon} {x} {y}");
        near(found.absolute, 2.0 * q / (1.0 - q * q));
        near(found.variance, 2.0 * q / (1.0 - q).powi(2));
        assert_eq!(found.bias, 0.0);
        let laplace =
            Snapping::exact(p.epsilon, p.sensitivity, f64::INFINITY, |_| Some(0)).unwrap();
        let rounded = moments(&laplace, &whole(17)).unwrap();
        near(found.absolute / rounded.absolute, 1.0 / (rate / 2.0).cosh());
        near(found.variance / rounded.variance, 1.0 / (rate / 2.0).cosh());
        for alpha in [0.5, 0.05, 1e-3, 1e-9] {
            let r = accuracy(&p, Answers::Multiples(0), Alpha::new(alpha).unwrap()).unwrap();
            let least = ((2.0 / (alpha * (1.0 + q))).ln() / rate).ceil() - 1.0;
            assert_eq!(r, least.max(0.0), "{epsilon} {alpha}");
        }
    }
}

/// Only real arithmetic without a bound, on the grid of the answers, has geometric noise.
#[test]
fn other_grids_keep_laplace_noise() {
    let on = |grid| mechanism(1.0, 1.0, f64::INFINITY, grid).unwrap();
    for (grid, answers, law) in [
        (1.0, 0, Law::Geometric),
        (2.0, 0, Law::Laplace),
        (0.5, 0, Law::Laplace),
        (0.5, -1, Law::Geometric),
    ] {
        assert_eq!(on(grid).for_multiples(answers).law, law);
    }
    let float = Snapping::with_precision(1.0, 1.0, 1000.0, None, Precision::Bits(53)).unwrap();
    assert_eq!(float.for_multiples(0).law, Law::Laplace);
    let bounded = mechanism(1.0, 1.0, 10.5, 1.0).unwrap();
    assert_eq!(bounded.for_multiples(0).law, Law::Laplace);
}
