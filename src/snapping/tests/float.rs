//! Tests of float arithmetic. They compare the cheap path with the reference, on random tapes and
//! at edges that exact bisection finds, and check the conditions of Claim F1.

use super::*;
use crate::exact::scaled;
use crate::snapping::edges::Edges;

const PRECISIONS: [u32; 3] = [53, 118, 1000];

impl Cases {
    /// Parameters that satisfy the conditions of Claim F1, with bounds between λ and 2^(p-12)·λ.
    fn float(&mut self, bits: u32) -> Snapping {
        loop {
            let epsilon = self.double(-30, 6);
            let wide = self.below(4) == 0;
            let sensitivity = if wide { self.double(-900, 900) } else { self.double(-20, 20) };
            let most = if self.below(2) == 0 { 20 } else { (bits - 12).min(100) as i32 };
            let bound = sensitivity / epsilon * self.double(0, most);
            let made =
                Snapping::with_precision(epsilon, sensitivity, bound, None, Precision::Bits(bits));
            if let Ok(p) = made {
                return p;
            }
        }
    }
}

fn cheap_equals_reference(bits: u32, cases_of_each: u64) {
    let mut cases = Cases(Seeded::new(crate::test_seed(), u64::from(bits)));
    let n = cases_of_each * effort();
    let mut decided = 0u64;
    let mut p = cases.float(bits);
    for i in 0..n {
        if i % 16 == 0 {
            p = cases.float(bits);
        }
        let value = cases.value(&p);
        let tape: [u64; 18] = std::array::from_fn(|_| cases.word());
        double(&p, value, &tape);
        decided += u64::from(p.decide_f64(value, Logged::of(tape[0])).is_some());
    }
    println!("p = {bits}: the cheap path decided {decided} of {n}");
    assert!(decided > n / 2);
}

#[test]
fn cheap_path_equals_reference_at_53_bits() {
    cheap_equals_reference(53, 1_000_000);
}

#[test]
fn cheap_path_equals_reference_at_118_bits() {
    cheap_equals_reference(118, 1_000_000);
}

#[test]
fn cheap_path_equals_reference_at_1000_bits() {
    cheap_equals_reference(1000, 200_000); // the reference is slow here
}

/// In float arithmetic at p bits, the significant digits of U after the p-th are not part of U* and
/// must not change the result. They could change it only if U is next to 1 and f is near a cell
/// boundary. The test draws such cases.
#[test]
fn the_digits_that_u_does_not_have_decide_nothing() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 20));
    let mut decided = 0;
    for _ in 0..30_000 {
        let bits = 53 + cases.below(11) as u32;
        let (epsilon, bound) = (cases.double(-3, 3), cases.double(8, 12));
        let made = Snapping::with_precision(epsilon, 1.0, bound, None, Precision::Bits(bits));
        let Ok(p) = made else { continue };
        for _ in 0..10 {
            let middle = p.grid() * (cases.below(2) as f64 - 0.5);
            let ulps = cases.below(1 << 18) as i64 - (1 << 17);
            let value = f64::from_bits((middle.to_bits() as i64 + ulps) as u64);
            let below_one = cases.word() >> (48 + cases.below(16));
            let tape =
                [cases.below(2) << 63 | ((1 << 63) - 1 - below_one), cases.word(), cases.word()];
            double(&p, value, &tape);
            decided += u32::from(p.decide_f64(value, Logged::of(tape[0])).is_some());
        }
    }
    println!("decided next to U = 1: {decided}");
    assert!(decided > 100_000);
}

/// The words of a tape whose U* is `u` at the precision of `u`. Every digit after the digits of `u`
/// equals the last bit of `rest`.
fn tape_of(u: &Float, minus: bool, rest: u64) -> Vec<u64> {
    let (digits, exponent) = u.to_integer_exp().unwrap();
    let places = -exponent as u32;
    // The tape has 1 sign bit and `places` digits. Further digits fill the last word, and then two
    // more words.
    let pad = (64 - (places + 1) % 64) % 64 + 128;
    let filler = Integer::from(rest) & 1u32;
    let mut bits = (digits << pad) + ((Integer::from(1) << pad) - 1u32) * filler;
    if minus {
        bits.set_bit(places + pad, true);
    }
    let n = (places + 1 + pad) / 64;
    (0..n).rev().map(|i| Integer::from(&bits >> (64 * i)).to_u64_wrapping()).collect()
}

/// Bisection finds the first U* of a cell. This U* and the float just below it must give different
/// answers, on the cheap path and in the reference, whatever digits follow.
#[test]
fn on_both_sides_of_exact_edges() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 18));
    let mut undecided = 0;
    for bits in PRECISIONS {
        let mut checked = 0;
        while checked < 300 {
            let p = cases.float(bits);
            let f = p.clamped(&Snapping::enter(cases.value(&p)));
            let minus = cases.below(2) == 1;
            let away = cases.below(9) as i64;
            let centre = scaled(f.rational(), -p.grid_exponent);
            let k = centre.floor().numer().clone() + if minus { away + 1 } else { -away };
            let below = Integer::from(&k - 1u32);
            let (a, b) =
                (Target::Double.finish_slowly(&p, &below), Target::Double.finish_slowly(&p, &k));
            let Some(edges) = Edges::new(&p, None).unwrap().of_reference(&f, &k) else { continue };
            let edge = if minus { edges.minus } else { edges.plus };
            if a == b || edge == 1 {
                continue;
            }
            let mut previous = edge.clone();
            previous.next_down();
            for rest in [0, 1] {
                let (at, before) = (tape_of(&edge, minus, rest), tape_of(&previous, minus, rest));
                let expected = if minus { (a, b) } else { (b, a) };
                assert_eq!(both(&p, &f, Target::Double, &at).0, expected.0, "p = {bits} {p:?}");
                assert_eq!(both(&p, &f, Target::Double, &before).0, expected.1, "p = {bits} {p:?}");
                undecided += u32::from(p.decide(&f, Target::Double, Logged::of(at[0])).is_none());
            }
            checked += 1;
        }
    }
    println!("fallback reached {undecided} times at exact edges");
    assert!(undecided > 1000);
}

fn refused(
    epsilon: f64,
    sensitivity: f64,
    bound: f64,
    grid: Option<i32>,
    precision: Precision,
) -> Error {
    Snapping::with_precision(epsilon, sensitivity, bound, grid, precision).unwrap_err()
}

#[test]
fn the_premise_is_checked() {
    let p53 = Precision::Bits(53);
    assert_eq!(refused(1.0, 1.0, f64::INFINITY, None, p53), Error::FloatBound);
    assert_eq!(refused(1.0, 1.0, 1.0, None, p53), Error::FloatBound, "λ is a hair above 1");
    assert!(Snapping::with_precision(1.0, 1.0, 1.0 + 1e-9, None, p53).is_ok());
    assert!(Snapping::with_precision(1.0, 1.0, 2f64.powi(41), None, p53).is_ok());
    // The largest allowed B is 2^41·λ, but λ itself grows with B. For ε = Δ = 1, the largest B is
    // slightly more than 2^41·(1 + 12·2^41·2^-53).
    let just = 2f64.powi(41) * (1.0 + 12.0 * 2f64.powi(-12));
    assert!(Snapping::with_precision(1.0, 1.0, just, None, p53).is_ok());
    assert_eq!(refused(1.0, 1.0, just * 1.001, None, p53), Error::FloatBound);
    assert_eq!(refused(1.0, 1.0, 100.0, Some(0), p53), Error::FloatGrid);
    assert_eq!(refused(2f64.powi(-52), 1.0, 1e300, None, p53), Error::FloatEpsilon);
    assert_eq!(refused(2f64.powi(-100), 1.0, 1e300, None, p53), Error::FloatEpsilon);
    assert_eq!(refused(1.0, f64::MAX, f64::MAX, None, p53), Error::Lambda);
    assert_eq!(refused(0.5, f64::MAX, f64::MAX, None, p53), Error::Lambda);
    for bad in [0, 1, 52, 4097, u32::MAX] {
        assert_eq!(Precision::bits(bad), Err(Error::Precision));
    }
    assert_eq!(refused(f64::NAN, 1.0, 1.0, None, p53), Error::Epsilon);
    assert_eq!(refused(1.0, -1.0, 1.0, None, p53), Error::Sensitivity);
    assert_eq!(refused(1.0, 1.0, 0.0, None, p53), Error::Bound);
}

#[test]
fn the_automatic_precision() {
    let bits = |epsilon, sensitivity, bound| {
        let p = Snapping::with_precision(epsilon, sensitivity, bound, None, Precision::Automatic)
            .unwrap();
        let Arithmetic::Float(bits) = p.arithmetic() else { panic!("float was asked for") };
        bits
    };
    assert_eq!(bits(1.0, 1.0, 1000.0), 118);
    assert_eq!(bits(1.0, 1.0, 2f64.powi(54)), 118);
    assert_eq!(bits(1.0, 1.0, 2f64.powi(54) * 1.5), 119);
    assert_eq!(bits(1.0, 4.0, 2f64.powi(100)), 64 + 98);
    assert_eq!(bits(2f64.powi(-100), 1.0, 2f64.powi(101)), 165);
    assert_eq!(bits(2f64.powi(-70), 1.0, 2f64.powi(71)), 135);
    assert_eq!(bits(0.75 * 2f64.powi(-70), 1.0, 2f64.powi(71)), 135);
}

/// Checks with exact rationals that ε' is rounded down, that λ is rounded up, and that the claimed
/// loss is at most ε.
#[test]
fn the_redefinition_rounds_the_safe_way() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 19));
    for i in 0..20_000 {
        let bits = PRECISIONS[i % 3];
        let p = cases.float(bits);
        let (epsilon, delta, bound) =
            (p.epsilon.rational(), p.sensitivity.rational(), p.bound.unwrap().rational());
        let unit = Rational::from(1) >> bits;
        let stretch: Rational = Rational::from(12u32 * &unit) * &bound / &delta + 1u32;
        let reduced = (epsilon.clone() - Rational::from(2u32 * &unit)) / &stretch;
        let lambda = p.float_lambda(bits).to_rational().unwrap();
        assert!(lambda >= Rational::from(&delta / &reduced), "λ is rounded up");
        let slack = Rational::from(1) >> (bits - 3);
        assert!(lambda <= (delta / &reduced) * (1 + slack), "but not far");
        assert!(Rational::from_f64(p.lambda()).unwrap() >= lambda);
        assert!(Rational::from_f64(p.laplace_epsilon()).unwrap() <= reduced);
        let claimed = Rational::from_f64(p.loss()).unwrap();
        assert!(claimed <= epsilon && claimed > epsilon * (1 - (Rational::from(1) >> 50)));
        let grid = Rational::from_f64(p.grid()).unwrap();
        assert!(lambda <= grid && grid < lambda * 2);
    }
}
