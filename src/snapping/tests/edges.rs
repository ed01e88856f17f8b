//! Tests releases on constructed tapes and values: at cell boundaries, ties and zeros, with broken
//! sources, and with the largest computations.

use std::collections::BTreeMap;

use super::super::cheap::nearest;
use super::*;
use crate::exact::scaled;

#[test]
fn near_boundaries_the_reference_decides() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 8));
    let mut reached = BTreeMap::new();
    for _ in 0..20_000 {
        let p = cases.mechanism();
        let value = cases.value(&p);
        let f = p.clamped(&Snapping::enter(value));
        let minus = cases.below(2) == 1;
        let words = 1 + cases.below(6) as usize;
        let steps = 1 + cases.below(5) as i64;
        let k = match p.lambda() / p.grid() {
            _ if p.grid_exponent < f.exponent - 60 => continue,
            _ => {
                let start = scaled(f.rational(), -p.grid_exponent).floor();
                start.numer().clone() + if minus { steps } else { -steps - 1 }
            }
        };
        let Some(tape) = boundary(&p, &f, &k, minus, words) else { continue };
        // Two multiples beyond the bound, or beyond 53 bits, may give the same answer. Then there
        // is no boundary between them.
        let (a, b) = (Target::Double.finish_slowly(&p, &k), {
            Target::Double.finish_slowly(&p, &Integer::from(&k + 1u32))
        });
        if a == b {
            continue;
        }
        let continued =
            |last: u64| -> Vec<u64> { tape.iter().copied().chain([last, last, last]).collect() };
        if p.lambda() / p.grid() < 2f64.powi(30) {
            assert_eq!(
                p.decide(&f, Target::Double, Logged::of(tape[0])),
                None,
                "decided too early: {p:?}"
            );
            if f.mantissa == Snapping::enter(value).mantissa {
                assert_eq!(
                    p.decide_f64(value, Logged::of(tape[0])),
                    None,
                    "decided too early: {p:?}"
                );
            }
        }
        // With a larger U the noise is smaller in magnitude. So the larger U gives the multiple
        // above the edge if S = +1, and the multiple below it if S = -1.
        let (low, high) = (
            both(&p, &f, Target::Double, &continued(0)),
            both(&p, &f, Target::Double, &continued(u64::MAX)),
        );
        let expected = if minus { (b, a) } else { (a, b) };
        assert_eq!((low.0, high.0), expected);
        assert!(low.1 > words && high.1 > words);
        *reached.entry(words).or_insert(0) += 1;
    }
    println!("fallback reached on constructed tapes, by words: {reached:?}");
    assert!((1..=6).all(|w| reached.get(&w).is_some_and(|n| *n > 100)), "{reached:?}");
}

#[test]
fn ties_go_toward_plus_infinity() {
    const FRACTION: u32 = 20;
    let q = |x: f64| (x * 2f64.powi(FRACTION as i32)).floor() as i64;
    for (x, k) in [
        (-2.5, -2),
        (-2.500_001, -3),
        (-1.5, -1),
        (-0.5, 0),
        (-0.500_001, -1),
        (-0.0, 0),
        (0.0, 0),
        (0.499_999, 0),
        (0.5, 1),
        (1.5, 2),
        (2.5, 3),
        (7.5, 8),
        (-7.5, -7),
        (1023.5, 1024),
        (-1024.5, -1024),
        (0.75, 1),
        (-0.75, -1),
        (3.999, 4),
        (2f64.powi(40) + 0.5, (1 << 40) + 1),
    ] {
        assert_eq!(nearest(q(x), FRACTION).0, k, "{x}");
    }
    // With 57 fractional digits, x is exactly a tie, or one unit below the tie.
    for (tie, k) in [(5i64 << 56, 3), (-5i64 << 56, -2)] {
        assert_eq!(nearest(tie, 57), (k, 0));
        assert_eq!(nearest(tie - 1, 57), (k - 1, (1 << 57) - 1));
    }
}

#[test]
fn zero_is_never_negative() {
    let p = mechanism(1.0, 1.0, 100.0, 0.0).unwrap();
    for value in [-0.0, 0.0, -0.25, -0.49] {
        for first in [u64::MAX, u64::MAX >> 1] {
            let (bits, _) = double(&p, value, &[first, 0]);
            assert_eq!(bits, 0, "{value}");
        }
    }
}

#[test]
fn broken_sources_end_with_a_status() {
    let p = mechanism(1.0, 1.0, 1e6, 0.0).unwrap();
    let zeros = [0u64; 300];
    for f in [0.0, 0.5, 1e6, -1e300, f64::NAN] {
        let mut tape = Recorded::new(&zeros);
        assert_eq!(p.release_f64(f, &mut tape), Err(Error::Entropy));
        assert_eq!(tape.used(), 65, "the same number of words whatever the value");
    }
    // This tape is constructed so that the release stays undecided.
    let f = Snapping::enter(0.25);
    let tape = boundary(&p, &f, &Integer::from(-3), false, 300).unwrap();
    let mut tape = Recorded::new(&tape);
    assert_eq!(p.release(&f, Target::Double, &mut tape), Err(Error::Entropy));
    assert_eq!(tape.used(), 1 + 1 + reference::MOST_DIGITS as usize / 64);
    assert_eq!(p.release_f64(0.0, &mut Recorded::new(&[])), Err(Error::Entropy));
}

/// The largest computations must fit into the reserved memory. Tapes that leave the release
/// undecided for as long as possible maximise the number of digits and the precision. The widest
/// exponents maximise the size of rationals.
#[test]
fn the_largest_computations_fit_into_the_reserved_memory() {
    for (epsilon, sensitivity, grid) in [
        (1.0, 1.0, 1.0),
        (2f64.powi(-60), 2f64.powi(900), 2f64.powi(900)),
        (900.0, 3e-308, 0.0),
        (0.3, 0.7, f64::from_bits(1)),
        (1e-20, 1e285, f64::from_bits(1)),
    ] {
        let p = mechanism(epsilon, sensitivity, f64::INFINITY, grid).unwrap();
        for value in [0.0, p.lambda() / 7.0, -3.3e-300, 1e300] {
            let f = Snapping::enter(value);
            let centre = scaled(f.rational(), -p.grid_exponent);
            let k = centre.floor().numer().clone() - 2u32;
            if let Some(tape) = boundary(&p, &f, &k, false, 300) {
                let mut tape = Recorded::new(&tape);
                let _ = reference::release(&p, &f, Target::Double, &mut tape);
            }
        }
    }
    let used = crate::memory::Use::of_this_thread();
    println!("most reserved memory in use: {} of {} bytes", used.peak, crate::memory::SIZE);
    assert!(used.spilled == 0 && used.peak > 100_000 && used.peak < crate::memory::SIZE / 4);
}

/// A source whose first words are zero, but which claims that it cannot get stuck.
struct Late(usize, Seeded);

impl Words for Late {
    fn next(&mut self) -> Result<u64, Error> {
        match self.0.checked_sub(1) {
            Some(rest) => {
                self.0 = rest;
                Ok(0)
            }
            None => self.1.next(),
        }
    }

    fn most_zeros(&self) -> u32 {
        crate::tape::ENDLESS_ZEROS
    }
}

impl LoggedWords for Late {}

/// With a source that cannot get stuck, U may have any number of leading zeros, so outputs may lie
/// arbitrarily far from f. With any other source, such as a callback, 4,096 zeros are an error.
#[test]
fn a_source_that_is_not_stuck_has_no_last_zero() {
    for (n, epsilon) in [(65, 3000.0), (100, 5000.0), (10_000, 1e6)] {
        for precision in [Precision::Real, Precision::Bits(118)] {
            let bound = if precision == Precision::Real { f64::INFINITY } else { 1e4 };
            let Ok(p) = Snapping::with_precision(epsilon, 1.0, bound, None, precision) else {
                panic!("{epsilon}")
            };
            let far = p.release_f64(0.0, &mut Late(n, Seeded::new(1, 2))).unwrap();
            let mut many = [0.0];
            p.release_block(&mut many, &mut Late(n, Seeded::new(1, 2))).unwrap();
            assert_eq!(many, [far]);
            // The noise is -ln U·λ, where U is 2^-(64n - 1) times a number between 2^-81 and 1.
            let (least, most) = (64.0 * n as f64 - 1.0, 64.0 * n as f64 + 80.0);
            let unit = p.lambda() * std::f64::consts::LN_2;
            assert!(
                (least * unit - p.grid()..=most * unit + p.grid()).contains(&far.abs()),
                "{far}"
            );
        }
    }
    let p = mechanism(3000.0, 1.0, f64::INFINITY, 0.0).unwrap();
    assert_eq!(p.release_f64(0.0, &mut Recorded::new(&[0; 300])), Err(Error::Entropy));
}

/// Tests Claim S4, which bounds what the time of a release reveals on coarse grids. f lies a few λ
/// from a cell boundary, and its neighbour f' one λ further away. Answers on the other side of the
/// boundary are e times as frequent for f as for f'. Of these answers the test counts only the ones
/// that the cheap path decides. With G = 2^50·λ, the counted answers are about twelve times as
/// frequent for f as for f', so the time reveals more than the answer. With G = 2^10·λ, they are e
/// times as frequent, like all answers on the other side. False-alarm rate: below 10^-7.
#[test]
fn time_tells_on_coarse_grids_how_near_a_boundary_is() {
    let rate = |log2: i32, away: f64| {
        let grid = 2f64.powi(log2);
        let p = mechanism(1.0, 1.0, f64::INFINITY, grid).unwrap();
        let f = Snapping::enter(grid / 2.0 + away);
        let (mut words, mut beyond, n) = (Seeded::new(crate::test_seed(), 77), 0, 2_000_000);
        for _ in 0..n {
            let answer = p.decide(&f, Target::Double, Logged::of(words.next().unwrap()));
            beyond += u32::from(answer.is_some_and(|bits| f64::from_bits(bits) == 0.0));
        }
        f64::from(beyond) / f64::from(n)
    };
    let (near, far) = (rate(50, 6.625), rate(50, 7.625));
    println!("G = 2^50 λ: 2^{:.1} and 2^{:.1}, {:.1} times", near.log2(), far.log2(), near / far);
    assert!((2f64.powi(-12)..2f64.powi(-10)).contains(&near) && near / far > 6.0);
    let (near, far) = (rate(10, 6.625), rate(10, 7.625));
    println!("G = 2^10 λ: {:.3} times", near / far);
    assert!((2.1..3.5).contains(&(near / far)), "{near} {far}");
}
