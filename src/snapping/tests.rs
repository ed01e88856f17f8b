//! The cheap path against the reference, the reference against the vectors of an independent oracle.

use std::collections::BTreeMap;

use rug::{float::Round, Float, Integer, Rational};

use super::cheap::nearest_integer;
use super::*;
use crate::entropy::seeded::Seeded;
use crate::tape::Recorded;

fn mechanism(epsilon: f64, sensitivity: f64, bound: f64, grid: f64) -> Result<Snapping, Error> {
    Snapping::new(epsilon, sensitivity, bound, Snapping::grid_option(grid)?)
}

/// Both paths on the same tape; the bits must agree, and the words read.
fn both(p: &Snapping, f: &Dyadic, target: Target, tape: &[u64]) -> (u64, usize) {
    let (mut fast, mut slow) = (Recorded::new(tape), Recorded::new(tape));
    let a = p.release(f, target, &mut fast).unwrap();
    let b = reference::release(p, f, target, &mut slow).unwrap();
    assert_eq!((a, fast.used()), (b, slow.used()), "{p:?} {f:?} {tape:x?}");
    (a, fast.used())
}

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in include_str!("../../vectors/snapping-v1.txt").lines() {
        let mut fields = line.split_whitespace();
        let name = fields.next().unwrap();
        if name.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = fields.collect();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        let x: Vec<f64> = fields[..6].iter().map(|s| f64::from_bits(hex(s))).collect();
        let used: usize = fields[6].parse().unwrap();
        let tape: Vec<u64> = fields[7..].iter().map(|s| hex(s)).collect();
        let p = mechanism(x[0], x[1], x[2], x[3]).unwrap();
        let got = both(&p, &Snapping::enter(x[4]), Target::Double, &tape);
        assert_eq!(got, (x[5].to_bits(), used), "{name}");
        checked += 1;
    }
    assert!(checked > 800);
}

#[test]
fn the_committed_streams_of_seeds() {
    let mut checked = 0;
    for line in include_str!("../../vectors/snapping-v1.txt").lines() {
        let Some(rest) = line.strip_prefix("#seeded ") else { continue };
        let numbers: Vec<u64> = rest.split(' ').map(|s| u64::from_str_radix(s, 16).unwrap()).collect();
        let mut tape = Seeded::new(numbers[0], numbers[1]);
        for word in &numbers[2..] {
            assert_eq!(tape.next().unwrap(), *word);
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}

/// Random parameters of every size, and values that matter for them.
struct Cases(Seeded);

impl Cases {
    fn word(&mut self) -> u64 {
        self.0.next().unwrap()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    /// A double with a random significand (often a power of two) and exponent in the range.
    fn double(&mut self, low: i32, high: i32) -> f64 {
        let exponent = low + self.below((high - low + 1) as u64) as i32;
        let fraction = if self.below(4) == 0 { 0 } else { self.word() >> 12 };
        f64::from_bits(((exponent + 1023) as u64) << 52 | fraction)
    }

    fn mechanism(&mut self) -> Snapping {
        loop {
            let (epsilon, wide) = (self.double(-100, 9), self.below(4) == 0);
            let sensitivity = if wide { self.double(-1022, 1023) } else { self.double(-40, 40) };
            let lambda = sensitivity / epsilon;
            let bound = match self.below(4) {
                0 => f64::INFINITY,
                1 if wide => self.double(-1022, 1023),
                _ => lambda * self.double(-6, 60),
            };
            let grid = match self.below(3) {
                0 => 0.0,
                _ => 2f64.powi(lambda.log2() as i32) * 2f64.powi(self.below(80) as i32 - 55),
            };
            if let Ok(p) = mechanism(epsilon, sensitivity, bound, grid) {
                return p;
            }
        }
    }

    fn value(&mut self, p: &Snapping) -> f64 {
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        sign * match self.below(6) {
            0 => 0.0,
            1 => p.lambda() * self.double(-70, 70),
            2 => p.grid() * (self.below(1000) as f64 + 0.5),
            3 => p.grid() * self.below(1 << 50) as f64,
            4 => self.double(-1022, 1023),
            _ => p.lambda() * self.double(-3, 6),
        }
    }
}

/// Environment variable for longer runs: multiplies the number of random cases.
fn effort() -> u64 {
    std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1)
}

#[test]
fn cheap_path_equals_reference_on_a_million_tapes() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 7));
    let mut decided = 0u64;
    let n = 1_000_000 * effort();
    let mut p = cases.mechanism();
    for i in 0..n {
        if i % 8 == 0 {
            p = cases.mechanism();
        }
        let f = Snapping::enter(cases.value(&p));
        let tape: [u64; 4] = std::array::from_fn(|_| cases.word());
        both(&p, &f, Target::Double, &tape);
        if p.suits_integers().is_ok() {
            both(&p, &f, Target::Integer, &tape);
        }
        decided += u64::from(p.decide(&f, Target::Double, tape[0]).is_some());
    }
    println!("cheap path decided {decided} of {n} random cases of every kind");
    assert!(decided > n / 2, "the comparison must be about the cheap path");
}

/// The first `words` words of the tape on which `f + noise` meets the boundary below `k + 1`.
fn boundary(p: &Snapping, f: &Dyadic, k: &Integer, minus: bool, words: usize) -> Option<Vec<u64>> {
    let power = |e: i32| {
        let mut x = Rational::from(1);
        if e >= 0 {
            x <<= e.unsigned_abs()
        } else {
            x >>= e.unsigned_abs()
        }
        x
    };
    let f = Rational::from(f.mantissa) * power(f.exponent);
    let edge = (Rational::from(k) + Rational::from((1, 2))) * power(p.grid_exponent);
    let (s, e) = (&p.sensitivity, &p.epsilon);
    let lambda = Rational::from((s.mantissa, e.mantissa)) * power(s.exponent - e.exponent);
    let ln = if minus { (f - edge) / lambda } else { (edge - f) / lambda };
    if !(ln < 0 && ln > -40) {
        return None;
    }
    let n = 64 * words as u32 - 1;
    let mut u = Float::with_val_round(n + 200, &ln, Round::Down).0.exp() << n;
    u.floor_mut();
    let digits = u.to_integer()?;
    let mut tape: Vec<u64> =
        (0..words).rev().map(|i| Integer::from(&digits >> (64 * i as u32)).to_u64_wrapping()).collect();
    tape[0] |= u64::from(minus) << 63;
    Some(tape)
}

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
                let start = (Rational::from(f.mantissa) << (f.exponent - p.grid_exponent)).floor();
                start.numer().clone() + if minus { steps } else { -steps - 1 }
            }
        };
        let Some(tape) = boundary(&p, &f, &k, minus, words) else { continue };
        // Multiples beyond the bound, or beyond 53 bits, have no boundary between them.
        let (a, b) = (Target::Double.finish_slowly(&p, &k), {
            Target::Double.finish_slowly(&p, &Integer::from(&k + 1u32))
        });
        if a == b {
            continue;
        }
        let continued = |last: u64| -> Vec<u64> { tape.iter().copied().chain([last, last, last]).collect() };
        if p.lambda() / p.grid() < 2f64.powi(30) {
            assert_eq!(p.decide(&f, Target::Double, tape[0]), None, "decided too early: {p:?}");
        }
        // More of U brings the answer nearer to f: above the edge for S = +1, below for S = -1.
        let (low, high) =
            (both(&p, &f, Target::Double, &continued(0)), both(&p, &f, Target::Double, &continued(u64::MAX)));
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
    let q = |x: f64| (x * 2f64.powi(64)) as i128;
    for (x, k) in [
        (-2.5, -2),
        (-2.500_000_1, -3),
        (-1.5, -1),
        (-0.5, 0),
        (-0.500_000_1, -1),
        (-0.0, 0),
        (0.0, 0),
        (0.499_999_9, 0),
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
        assert_eq!(nearest_integer(q(x)), k, "{x}");
    }
    // One unit below a tie, in all 64 fractional bits.
    assert_eq!(nearest_integer((5i128 << 63) - 1), 2);
    assert_eq!(nearest_integer(-(5i128 << 63) - 1), -3);
}

#[test]
fn zero_is_never_negative() {
    let p = mechanism(1.0, 1.0, 100.0, 0.0).unwrap();
    for value in [-0.0, 0.0, -0.25, -0.49] {
        for first in [u64::MAX, u64::MAX >> 1] {
            let (bits, _) = both(&p, &Snapping::enter(value), Target::Double, &[first, 0]);
            assert_eq!(bits, 0, "{value}");
        }
    }
}

#[test]
fn parameters_at_the_ends() {
    let lambda_and_grid = |epsilon: f64, sensitivity: f64| {
        let p = mechanism(epsilon, sensitivity, f64::INFINITY, 0.0).unwrap();
        (p.lambda(), p.grid())
    };
    let tiny = f64::MIN_POSITIVE;
    assert_eq!(lambda_and_grid(1.0, 1.0), (1.0, 1.0));
    assert_eq!(lambda_and_grid(1.0 - f64::EPSILON / 2.0, 1.0), (1.0 + f64::EPSILON, 2.0));
    assert_eq!(lambda_and_grid(1.0 + f64::EPSILON, 1.0), (1.0 - f64::EPSILON / 2.0, 1.0));
    assert_eq!(lambda_and_grid(3.0, 1.0), (f64::from_bits((1.0f64 / 3.0).to_bits() + 1), 0.5));
    assert_eq!(lambda_and_grid(1.0, f64::MAX), (f64::MAX, f64::INFINITY));
    assert_eq!(lambda_and_grid(1000.0, tiny), (tiny / 1000.0 + f64::from_bits(1), tiny / 512.0));
    assert_eq!(lambda_and_grid(f64::MAX, 1.0), (f64::from_bits(0x0004_0000_0000_0001), 2f64.powi(-1023)));
    assert_eq!(lambda_and_grid(f64::MAX, tiny), (f64::from_bits(1), f64::from_bits(1)));
    assert_eq!(mechanism(0.5, f64::MAX, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert_eq!(mechanism(1.0 - f64::EPSILON / 2.0, f64::MAX, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert_eq!(mechanism(2f64.powi(-100), 1.8e300, 1.0, 0.0).unwrap_err(), Error::Lambda);
    assert!(mechanism(2f64.powi(-100), 1e270, 1.0, 0.0).is_ok());
    for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(mechanism(bad, 1.0, 1.0, 0.0).unwrap_err(), Error::Epsilon);
        assert_eq!(mechanism(1.0, bad, 1.0, 0.0).unwrap_err(), Error::Sensitivity);
        if bad != f64::INFINITY {
            assert_eq!(mechanism(1.0, 1.0, bad, 0.0).unwrap_err(), Error::Bound);
        }
        if bad != 0.0 {
            assert_eq!(mechanism(1.0, 1.0, 1.0, bad).unwrap_err(), Error::Grid);
        }
    }
    assert_eq!(mechanism(1.0, 1.0, 1.0, 3.0).unwrap_err(), Error::Grid);
}

#[test]
fn lambda_and_grid_against_exact_rationals() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 9));
    for _ in 0..100_000 {
        let (epsilon, sensitivity) = (cases.double(-100, 9), cases.double(-1022, 1023));
        let Ok(p) = mechanism(epsilon, sensitivity, 1.0, 0.0) else {
            assert!(sensitivity.log2() - epsilon.log2() > 1023.9);
            continue;
        };
        let exact = Rational::from_f64(sensitivity).unwrap() / Rational::from_f64(epsilon).unwrap();
        let up = Rational::from_f64(p.lambda()).unwrap();
        let down = Rational::from_f64(f64::from_bits(p.lambda().to_bits() - 1)).unwrap();
        assert!(down < exact && exact <= up);
        if p.grid() < f64::INFINITY {
            let grid = Rational::from_f64(p.grid()).unwrap();
            assert!(exact <= grid && grid.clone() / 2 < exact);
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
    // A tape made to stay undecided.
    let f = Snapping::enter(0.25);
    let tape = boundary(&p, &f, &Integer::from(-3), false, 300).unwrap();
    let mut tape = Recorded::new(&tape);
    assert_eq!(p.release(&f, Target::Double, &mut tape), Err(Error::Entropy));
    assert_eq!(tape.used(), 1 + 1 + reference::MOST_DIGITS as usize / 64);
    assert_eq!(p.release_f64(0.0, &mut Recorded::new(&[])), Err(Error::Entropy));
}

/// Tapes that stay undecided drive digits and precision to their caps; the widest exponents the rationals.
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
            let centre = Rational::from(f.mantissa) << (f.exponent - p.grid_exponent);
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

#[test]
fn integers_saturate_and_need_a_whole_grid() {
    let ones = [u64::MAX >> 1, u64::MAX];
    let whole = mechanism(1.0, 1.0, f64::INFINITY, 4.0).unwrap();
    let out = |p: &Snapping, v: i64| p.release_i64(&Dyadic::from(v), &mut Recorded::new(&ones));
    assert_eq!(out(&whole, i64::MAX), Ok(i64::MAX));
    assert_eq!(out(&whole, i64::MIN), Ok(i64::MIN));
    assert_eq!(out(&whole, 9), Ok(8));
    let bounded = mechanism(1.0, 1.0, 12.0, 4.0).unwrap();
    assert_eq!((out(&bounded, 1000), out(&bounded, -1000)), (Ok(12), Ok(-12)));
    assert_eq!(out(&mechanism(1.0, 1.0, 12.0, 0.5).unwrap(), 1), Err(Error::Grid));
    assert_eq!(out(&mechanism(1.0, 1.0, 10.0, 4.0).unwrap(), 1), Err(Error::Bound));
    assert_eq!(out(&mechanism(1.0, 1.0, 10.5, 1.0).unwrap(), 1), Err(Error::Bound));
}
