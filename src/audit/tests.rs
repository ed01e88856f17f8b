//! Tests Claim F3, that float arithmetic needs the conditions of Claim F1. Also tests the errata
//! that concern float arithmetic (docs/specification.md, section 9).

use rug::{Float, Integer, Rational};

mod inequalities;
mod theorem;

use super::*;
use crate::entropy::seeded::Seeded;
use crate::exact::{Dyadic, Positive};
use crate::snapping::{Precision, Snapping};
use crate::tape::Words;
use crate::Error;

fn positive(x: f64) -> Positive {
    Positive::from_f64(x).unwrap()
}

fn dyadic(x: f64) -> Dyadic {
    Dyadic::from_f64(x).unwrap()
}

fn all_multiples(exact: &FloatExact) -> Vec<Integer> {
    let (first, last) = exact.ends();
    let (a, b) = (first.to_i64().unwrap(), last.to_i64().unwrap());
    assert!(b - a < 5000);
    (a..=b).map(Integer::from).collect()
}

/// The loss minus ε, in units of 2^-bits.
fn excess(loss: &WorstLoss, epsilon: f64, bits: u32) -> f64 {
    (Float::with_val(loss.nats.prec(), &loss.nats - epsilon) << bits).to_f64()
}

struct Inputs(Seeded);

impl Inputs {
    /// Uniform on [0, 1).
    fn unit(&mut self) -> f64 {
        (self.0.next().unwrap() >> 11) as f64 * 2f64.powi(-53)
    }

    /// Two inputs in [-bound, bound] whose exact distance is at most Δ, and nearly Δ if the bound
    /// allows it.
    fn neighbours(&mut self, bound: f64, sensitivity: f64) -> (f64, f64) {
        let f = bound * (2.0 * self.unit() - 1.0);
        let toward = if f > 0.0 { -1.0 } else { 1.0 };
        let mut g = (f + toward * sensitivity).clamp(-bound, bound);
        let exact = |x: f64| Rational::from_f64(x).unwrap();
        while (exact(f) - exact(g)).abs() > exact(sensitivity) {
            g -= toward * g.abs().max(f64::MIN_POSITIVE) * f64::EPSILON;
        }
        (f, g)
    }

    /// The largest amount by which the loss exceeds ε, in units of 2^-bits, over `tries` random
    /// pairs of neighbours and all outputs.
    fn search(&mut self, p: &Snapping, epsilon: f64, bound: f64, bits: u32, tries: u32) -> f64 {
        let exact = FloatExact::new(p, None).unwrap();
        let multiples = all_multiples(&exact);
        let tries = (0..tries).map(|_| {
            let (f, g) = self.neighbours(bound, 1.0);
            excess(&exact.loss(&dyadic(f), &dyadic(g), &multiples).unwrap(), epsilon, bits)
        });
        tries.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Erratum 1: U* needs as many bits as the operations have. If U* has 53 bits and the operations
/// have 118 bits, the loss exceeds ε.
#[test]
fn a_53_bit_u_under_118_bits_loses_more_than_epsilon() {
    let p = Snapping::float(positive(1.0), positive(1.0), 32.0, Precision::Bits(118)).unwrap();
    let (right, notes) =
        (FloatExact::new(&p, None).unwrap(), FloatExact::new(&p, Some(53)).unwrap());
    let multiples = all_multiples(&right);
    for (f, g) in [(0.0, 1.0), (-1.0, 0.0), (-0.5, 0.5), (0.25, 1.25), (5.25, 6.25), (31.0, 32.0)] {
        let loss = |exact: &FloatExact| exact.loss(&dyadic(f), &dyadic(g), &multiples).unwrap();
        let (ours, theirs) = (loss(&right), loss(&notes));
        println!(
            "f = {f}, {g}: excess {:.1}·2^-118 with 118 bits, {:.3}·2^-53 with 53",
            excess(&ours, 1.0, 118),
            excess(&theirs, 1.0, 53)
        );
        assert!(ours.nats <= 1.0);
        assert!((0.5..2.5).contains(&excess(&theirs, 1.0, 53)));
    }
}

#[test]
fn probabilities_add_up_and_lie_near_the_laplace_distribution() {
    for (epsilon, bound, bits) in [(1.0, 32.0, 118), (0.3, 77.7, 53), (2.0, 10.0, 200)] {
        let p = Snapping::float(positive(epsilon), positive(1.0), bound, Precision::Bits(bits))
            .unwrap();
        let exact = FloatExact::new(&p, None).unwrap();
        let f = 0.3;
        let mut total = Float::with_val(500, 0);
        let grid = p.grid();
        let (_, last) = exact.ends();
        for k in all_multiples(&exact) {
            let probability = exact.probability(&dyadic(f), &k).unwrap();
            let below = |x: f64| {
                let z = (x - f) * p.laplace_epsilon();
                if z < 0.0 {
                    z.exp() / 2.0
                } else {
                    1.0 - (-z).exp() / 2.0
                }
            };
            let x = k.to_f64();
            if Integer::from(k.abs_ref()) < last {
                let ideal = below((x + 0.5) * grid) - below((x - 0.5) * grid);
                assert!((probability.to_f64() - ideal).abs() < 1e-13, "{epsilon} {k}");
            }
            total += probability;
        }
        assert!((total - 1u32).abs() < Float::with_val(500, 1) >> (2 * bits));
    }
}

/// Outside the conditions of Claim F1 the loss can exceed the ε from which λ was computed, and the
/// constructor refuses such parameters. Just outside the conditions the loss may still be below ε,
/// so the examples lie further outside: B = λ/6800, a grid of 128Λ, and, in the next test,
/// B = 2^53·λ.
#[test]
fn outside_the_premise_the_loss_exceeds_epsilon() {
    let mut inputs = Inputs(Seeded::new(1, 1));
    let formula = Snapping::float_outside_premise;
    let epsilon = 2f64.powi(-12);
    let p = formula(positive(epsilon), positive(1.0), 0.6, 53, None).unwrap();
    let found = inputs.search(&p, epsilon, 0.6, 53, 300);
    println!("B < λ (p = 53, ε = 2^-12, B = 0.6): ε + {found:.2}u");
    assert!(found > 0.3);
    assert_eq!(refusal(epsilon, 0.6, 53), Error::FloatBound);

    let p = formula(positive(1.0), positive(1.0), 2.0, 53, Some(8)).unwrap();
    let found = inputs.search(&p, 1.0, 2.0, 53, 300);
    println!("grid 256 far above B (p = 53, ε = 1, B = 2): ε + {found:.2}u");
    assert!(found > 0.3);
    let refused = Snapping::with_precision(1.0, 1.0, 2.0, Some(8), Precision::Bits(53));
    assert_eq!(refused.unwrap_err(), Error::FloatGrid);
}

fn refusal(epsilon: f64, bound: f64, bits: u32) -> Error {
    Snapping::float(positive(epsilon), positive(1.0), bound, Precision::Bits(bits))
        .map(|_| ())
        .unwrap_err()
}

#[cfg(not(windows))] // see wide_exponents
#[test]
fn far_outside_the_premise_the_loss_is_infinite() {
    // U* may be as small as exp(-2^54), which is below MPFR's initial exponent range.
    wide_exponents();
    let bound = 0.97 * 2f64.powi(51);
    let p =
        Snapping::float_outside_premise(positive(16.0), positive(1.0), bound, 53, None).unwrap();
    let exact = FloatExact::new(&p, None).unwrap();
    let output = exact.ends().0 + 1u32;
    let (from, neighbour) = (bound, bound - 0.25);
    assert_eq!(exact.probability(&dyadic(from), &output).unwrap(), 0);
    assert!(exact.probability(&dyadic(neighbour), &output).unwrap() > 0, "an infinite loss");
    assert_eq!(refusal(16.0, bound, 53), Error::FloatBound);
}

/// Gives MPFR the exponents that these tests need. On Windows its exponents have 32 bits.
#[cfg(not(windows))]
#[allow(unsafe_code)]
fn wide_exponents() {
    // SAFETY: MPFR's exponent range is thread-local, and only this test runs on this thread.
    assert_eq!(unsafe { gmp_mpfr_sys::mpfr::set_emin(-(1 << 61)) }, 0);
}

/// Under the conditions of Claim F1 the loss does not exceed ε. The test examines 1,000 random
/// parameter sets, each with random neighbours and the critical outputs, or all outputs if they are
/// few. The search is not exhaustive.
#[cfg(not(windows))] // see wide_exponents
#[test]
fn inside_the_premise_it_does_not() {
    wide_exponents();
    let mut inputs = Inputs(Seeded::new(crate::test_seed(), 2));
    let (mut sets, mut closest) = (0, f64::NEG_INFINITY);
    while sets < 1000 {
        let bits = [53, 54, 64, 118, 140][(inputs.unit() * 5.0) as usize];
        let epsilon = 2f64.powf(inputs.unit() * 14.0 - 10.0);
        let sensitivity = 2f64.powf(inputs.unit() * 20.0 - 10.0);
        // Half of the bounds are at most 2^20·λ. The others go up to the limit of Claim F1, but not
        // beyond 2^56·λ, so that the exponents of U* fit into 61 bits.
        let most = if sets % 2 == 0 { 20.0 } else { f64::from(bits.min(68) - 12) };
        let bound = sensitivity / epsilon * 2f64.powf(inputs.unit().powi(2) * most);
        let made =
            Snapping::float(positive(epsilon), positive(sensitivity), bound, Precision::Bits(bits));
        let Ok(p) = made else { continue };
        sets += 1;
        let exact = FloatExact::new(&p, None).unwrap();
        let (f, g) = inputs.neighbours(bound, sensitivity);
        let (first, last) = exact.ends();
        let near = |x: f64, by: i64| Integer::from((x / p.grid()).round() as i64 + by);
        let mut multiples: Vec<Integer> =
            (-2..=2).flat_map(|i| [near(f, i), near(g, i), Integer::from(i)]).collect();
        multiples
            .extend((0..3).flat_map(|i| [Integer::from(&first + i), Integer::from(&last - i)]));
        if last < 20 {
            multiples = all_multiples(&exact);
        }
        let loss = exact.loss(&dyadic(f), &dyadic(g), &multiples).unwrap();
        let over = excess(&loss, epsilon, bits);
        assert!(
            over <= 0.0,
            "p = {bits}, ε = {epsilon}, Δ = {sensitivity}, B = {bound}, f = {f}, {g}: ε + {over}u"
        );
        assert!(loss.nats <= p.loss() && p.loss() <= epsilon);
        closest = closest.max(over);
    }
    println!("1,000 parameter sets inside the premise: at most ε - {:.3}u", -closest);
    assert!(closest > -2000.0, "the search must come near ε");
}

#[test]
fn a_search_beyond_the_exponents_ends() {
    for log2 in [28, 29, 30, 41] {
        let bound = 2f64.powi(log2);
        let p = Snapping::float(positive(1.0), positive(1.0), bound, Precision::Bits(53)).unwrap();
        let exact = FloatExact::new(&p, None).unwrap();
        let found = exact.probability(&dyadic(bound), &(exact.ends().0 + 1u32));
        assert_eq!(found.is_some(), log2 == 28, "2^{log2}");
    }
}
