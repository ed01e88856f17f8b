//! Tests of the snapping mechanism. Most compare the fast paths with the reference. Others compare
//! the reference with an independent oracle.

mod block;
mod edges;
mod errata;
mod float;
mod geometric;
mod oracle;
mod parameters;

use rug::{float::Round, Float, Integer, Rational};

use super::*;
use crate::entropy::seeded::Seeded;
use crate::exact::power;
use crate::tape::Recorded;

fn mechanism(epsilon: f64, sensitivity: f64, bound: f64, grid: f64) -> Result<Snapping, Error> {
    Snapping::new(epsilon, sensitivity, bound, Snapping::grid_option(grid)?)
}

/// Makes the release by [`Snapping::release`] and by the reference, on the same tape. Both must
/// give the same bits and read the same number of words.
fn both(p: &Snapping, f: &Dyadic, target: Target, tape: &[u64]) -> (u64, usize) {
    let (mut fast, mut slow) = (Recorded::new(tape), Recorded::new(tape));
    let a = p.release(f, target, &mut fast).unwrap();
    let b = reference::release(p, f, target, &mut slow).unwrap();
    assert_eq!((a, fast.used()), (b, slow.used()), "{p:?} {f:?} {tape:x?}");
    (a, fast.used())
}

/// Compares [`Snapping::release_f64`] with the two releases of [`both`].
fn double(p: &Snapping, value: f64, tape: &[u64]) -> (u64, usize) {
    let mut own = Recorded::new(tape);
    let answer = p.release_f64(value, &mut own).unwrap().to_bits();
    let expected = both(p, &Snapping::enter(value), Target::Double, tape);
    assert_eq!((answer, own.used()), expected, "{p:?} {value} {tape:x?}");
    expected
}

/// Generates random parameters of every size, and values that are critical for these parameters,
/// such as ties and values of the size of λ.
struct Cases(Seeded);

impl Cases {
    fn word(&mut self) -> u64 {
        self.0.next().unwrap()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }

    /// A positive double with a random significand and an exponent in this range. One in four is a
    /// power of two.
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
        let special =
            [0.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1)];
        sign * match self.below(6) {
            0 => special[self.below(6) as usize],
            1 => p.lambda() * self.double(-70, 70),
            2 => p.grid() * (self.below(1000) as f64 + 0.5),
            3 => p.grid() * self.below(1 << 50) as f64,
            4 => self.double(-1022, 1023),
            _ => p.lambda() * self.double(-3, 6),
        }
    }
}

/// INDP_TEST_EFFORT multiplies the number of random cases.
fn effort() -> u64 {
    std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1)
}

/// The first `words` words of the tape on which `f + noise` meets the boundary between the
/// multiples `k` and `k + 1` of the grid. Returns `None` if the noise would have the wrong sign or
/// exceed 40λ.
fn boundary(p: &Snapping, f: &Dyadic, k: &Integer, minus: bool, words: usize) -> Option<Vec<u64>> {
    let f = f.rational();
    let edge = (Rational::from(k) + Rational::from((1, 2))) * power(p.grid_exponent);
    let lambda = p.sensitivity.rational() / p.epsilon.rational();
    let ln = if minus { (f - edge) / lambda } else { (edge - f) / lambda };
    if !(ln < 0 && ln > -40) {
        return None;
    }
    let n = 64 * words as u32 - 1;
    let mut u = Float::with_val_round(n + 200, &ln, Round::Down).0.exp() << n;
    u.floor_mut();
    let digits = u.to_integer()?;
    let mut tape: Vec<u64> = (0..words)
        .rev()
        .map(|i| Integer::from(&digits >> (64 * i as u32)).to_u64_wrapping())
        .collect();
    tape[0] |= u64::from(minus) << 63;
    Some(tape)
}
