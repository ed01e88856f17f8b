//! Sampling where 128-bit integers do not decide: the same comparisons with MPFR, rounded down and up, at
//! growing precision, and with further words of s. Memory stays constant: cumulative weights are streamed.

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Assign, Float, Integer, Rational};

use super::eta::Eta;
use super::levels::Levels;
use super::sample::Place;
use crate::memory;
use crate::tape::Words;
use crate::Error;

/// The highest precision, and with it the most digits of s.
const MOST: u32 = 1 << 15;

/// A stream of enclosures at one precision.
struct Stream {
    base: [Float; 2],
    one: [Float; 2],
    sum: [Float; 2],
    scratch: Float,
    precision: u32,
}

const DIRECTIONS: [Round; 2] = [Round::Down, Round::Up];

impl Stream {
    fn new(eta: Eta, precision: u32) -> Self {
        let (x, y, z) = eta.parts();
        let float = |v: u32| Float::with_val(precision, v);
        let mut stream = Stream {
            base: [float(1), float(1)],
            one: [float(1), float(1)],
            sum: [float(0), float(0)],
            scratch: float(1),
            precision,
        };
        for (base, direction) in stream.base.iter_mut().zip(DIRECTIONS) {
            // At least 128 bits: x/2^y is exact.
            let root = Float::with_val(precision.max(64), x) >> y;
            power(base, &root, u64::from(z), direction, &mut stream.scratch);
        }
        stream
    }

    /// Goes to the next level: its weight, and the sum with it.
    fn next(&mut self, gap: u64, count: u64) {
        let mut square = Float::new(self.precision);
        for (i, direction) in DIRECTIONS.into_iter().enumerate() {
            if let (Some(one), Some(base), Some(sum)) =
                (self.one.get_mut(i), self.base.get(i), self.sum.get_mut(i))
            {
                square.assign(base);
                multiply(one, &mut square, gap, direction);
                self.scratch.assign(&*one);
                self.scratch.mul_assign_round(count, direction);
                sum.add_assign_round(&self.scratch, direction);
            }
        }
    }
}

/// `target *= square^exponent`, destroying `square`.
fn multiply(target: &mut Float, square: &mut Float, exponent: u64, direction: Round) {
    let mut rest = exponent;
    while rest > 0 {
        if rest & 1 == 1 {
            target.mul_assign_round(&*square, direction);
        }
        rest >>= 1;
        if rest > 0 {
            let same = square.clone();
            square.mul_assign_round(&same, direction);
        }
    }
}

fn power(target: &mut Float, base: &Float, exponent: u64, direction: Round, scratch: &mut Float) {
    scratch.assign(base);
    multiply(target, scratch, exponent, direction);
}

/// Bits that make every weight and sum exact.
fn exact_bits(eta: Eta, levels: &Levels) -> u128 {
    let (_, y, z) = eta.parts();
    let list = levels.list();
    let span = list.last().zip(list.first()).map_or(0, |(l, f)| l.0 - f.0);
    u128::from(span) * u128::from(y) * u128::from(z) + 64
}

/// K for a total that is no whole number, hence no power of two: some precision decides.
pub(super) fn log2_total(eta: Eta, levels: &Levels) -> Result<u32, Error> {
    memory::reserved(|| {
        let mut precision = 256;
        while precision <= MOST {
            let mut stream = Stream::new(eta, precision);
            levels.gaps().for_each(|(gap, count)| stream.next(gap, count));
            let [low, high] = stream.sum.each_ref().map(|sum| sum.get_exp().unwrap_or(0));
            // 2^(e-1) <= sum < 2^e; the total itself is no power of two.
            if low == high {
                return Ok(low.unsigned_abs());
            }
            precision *= 2;
        }
        Err(Error::Entropy)
    })
}

/// Where s lies, whose first digits are `word` and whose further ones are on the tape.
pub(super) fn place<W: Words>(
    eta: Eta,
    levels: &Levels,
    log2: u32,
    word: u64,
    tape: &mut W,
) -> Result<Place, Error> {
    let exact = exact_bits(eta, levels);
    // On the stack: whether this path is taken depends on private values, so it must not ask for memory.
    let mut words = [0; MOST as usize / 64];
    let mut used = 0;
    let mut next = word;
    loop {
        *words.get_mut(used).ok_or(Error::Entropy)? = next;
        used += 1;
        let digits = words.get(..used).unwrap_or(&[]);
        let n = used as u32 * 64;
        // Precision first, so that a word is read only if the digits do not decide.
        let enough = if exact <= u128::from(MOST) { exact as u32 + n } else { n + 256 };
        let mut precision = (n + 192).min(enough);
        loop {
            let found = memory::reserved(|| Ok(locate(eta, levels, log2, digits, precision)))?;
            if let Some(place) = found {
                return Ok(place);
            }
            if precision >= enough {
                break;
            }
            precision = (2 * precision).min(enough);
        }
        next = tape.next()?;
    }
}

/// Where `[d, d+1)·2^(K-n)` lies, if this precision tells.
fn locate(eta: Eta, levels: &Levels, log2: u32, words: &[u64], precision: u32) -> Option<Place> {
    let n = words.len() as u32 * 64;
    let d = Integer::from_digits(words, rug::integer::Order::Msf);
    let scaled = |d: &Integer| Float::with_val(n + 64, d) << log2 >> n;
    let (low, high) = (scaled(&d), scaled(&Integer::from(&d + 1u32)));
    let mut stream = Stream::new(eta, precision);
    let mut start = [Float::with_val(precision, 0), Float::with_val(precision, 0)];
    for (i, (gap, count)) in levels.gaps().enumerate() {
        stream.next(gap, count);
        let [end_low, end_high] = &stream.sum;
        if low < *end_high {
            let [start_low, start_high] = &start;
            if high > *end_low || low < *start_high {
                return None;
            }
            let exact = |x: &Float| x.to_rational().unwrap_or_default();
            let [one_low, one_high] = stream.one.each_ref().map(exact);
            let first = ((exact(&low) - exact(start_high)) / one_high).floor();
            let last = ((exact(&high) - exact(start_low)) / one_low).ceil() - 1u32;
            let same: Rational = first.clone() - last;
            let offset = first.numer().to_u64()?;
            return (same == 0).then_some(Place::At(i, offset));
        }
        for (to, from) in start.iter_mut().zip(&stream.sum) {
            to.assign(from);
        }
    }
    (low >= stream.sum[1]).then_some(Place::Rejected)
}
