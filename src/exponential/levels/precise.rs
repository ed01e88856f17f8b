//! Compares the random number s with sums of weights if 128-bit integers do not decide the
//! comparison. MPFR computes the sums, rounded down and up, at growing precision, and further words
//! of s are read. The memory does not grow with the number of levels, because cumulative weights
//! are streamed.

use rug::float::Round;
use rug::ops::{AddAssignRound, MulAssignRound};
use rug::{Assign, Float, Integer, Rational};

use super::exact::Exact;
use super::list::Levels;
use crate::exponential::eta::Eta;
use crate::memory;
use crate::Error;

/// The largest number of digits of s that are compared, and the highest precision in bits at which
/// K is computed.
const MOST: u32 = 1 << 15;

/// A stream of certified intervals of the levels' weights and of their sums, at a fixed precision.
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
            // x has at most 63 bits, so 64 bits hold x/2^y exactly.
            let root = Float::with_val(precision.max(64), x) >> y;
            power(base, &root, u64::from(z), direction, &mut stream.scratch);
        }
        stream
    }

    /// Advances to the next level. Updates the level's weight, and the sum of the weights up to and
    /// including this level.
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

/// A lower and an upper bound on the weight of an outcome `gap` levels above the best. They are
/// equal if `precision` bits hold the weight exactly.
pub fn precise_weight(eta: Eta, gap: u64, precision: u32) -> [Float; 2] {
    let mut stream = Stream::new(eta, precision);
    stream.next(gap, 1);
    stream.one
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

/// Returns K, where 2^K is the smallest power of two that is at least the total. The total must not
/// be an integer. So it is not a power of two, and a high enough precision decides K. If 2^15 bits
/// do not decide K, this returns the larger of the two values that remain possible. The larger
/// value is also correct, since draws need only a 2^K that is at least the total.
pub fn log2_total(eta: Eta, levels: &Levels) -> Result<u32, Error> {
    memory::reserved(|| {
        let mut precision = 256;
        loop {
            let mut stream = Stream::new(eta, precision);
            levels.gaps().for_each(|(gap, count)| stream.next(gap, count));
            let [low, high] = stream.sum.each_ref().map(|sum| sum.get_exp().unwrap_or(0));
            // A bound with the exponent e lies in [2^(e-1), 2^e). If both bounds have the exponent
            // e, then K = e, because the total is not a power of two.
            if low == high || precision >= MOST {
                return Ok(high.unsigned_abs());
            }
            precision *= 2;
        }
    })
}

/// Comparisons with the cumulative weights of all levels.
pub struct Precise<'a> {
    pub eta: Eta,
    pub levels: &'a Levels,
    pub log2: u32,
}

impl Precise<'_> {
    /// A number of bits at which every weight and sum is exact.
    fn exact_bits(&self) -> u128 {
        let (_, y, z) = self.eta.parts();
        u128::from(self.levels.span()) * u128::from(y) * u128::from(z) + 64
    }

    /// Tries growing precisions and returns the first answer. Returns `None` if even the highest
    /// precision gives no answer. Only then does the caller read a further word.
    fn growing<T>(
        &self,
        digits: &[u64],
        answer: impl Fn(u32) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let (n, exact) = (digits.len() as u32 * 64, self.exact_bits());
        if n > MOST {
            return Err(Error::Entropy);
        }
        let enough = if exact <= u128::from(MOST) { exact as u32 + n } else { n + 256 };
        let mut precision = (n + 192).min(enough);
        loop {
            let found = memory::reserved(|| Ok(answer(precision)))?;
            if found.is_some() || precision >= enough {
                return Ok(found);
            }
            precision = (2 * precision).min(enough);
        }
    }

    /// Both endpoints of the interval `[d, d+1)·2^(K-n)` that contains s, where d is the integer
    /// that the n binary digits in the words form.
    fn ends(&self, words: &[u64]) -> (Float, Float) {
        let n = words.len() as u32 * 64;
        let d = Integer::from_digits(words, rug::integer::Order::Msf);
        let scaled = |d: &Integer| Float::with_val(n + 64, d) << self.log2 >> n;
        (scaled(&d), scaled(&Integer::from(&d + 1u32)))
    }

    fn is_below(&self, words: &[u64], precision: u32) -> Option<bool> {
        let (low, high) = self.ends(words);
        let mut stream = Stream::new(self.eta, precision);
        self.levels.gaps().for_each(|(gap, count)| stream.next(gap, count));
        let [total_low, total_high] = &stream.sum;
        if high <= *total_low {
            Some(true)
        } else {
            (low >= *total_high).then_some(false)
        }
    }

    fn locate(&self, words: &[u64], precision: u32) -> Option<(u64, u64)> {
        let (low, high) = self.ends(words);
        let mut stream = Stream::new(self.eta, precision);
        let mut start = [Float::with_val(precision, 0), Float::with_val(precision, 0)];
        for ((gap, count), (level, _)) in self.levels.gaps().zip(self.levels.list()) {
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
                return (same == 0).then_some((*level, offset));
            }
            for (to, from) in start.iter_mut().zip(&stream.sum) {
                to.assign(from);
            }
        }
        None
    }
}

impl Exact for Precise<'_> {
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error> {
        self.growing(digits, |precision| self.is_below(digits, precision))
    }

    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error> {
        self.growing(digits, |precision| self.locate(digits, precision))
    }
}
