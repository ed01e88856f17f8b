//! The definition, slow and obvious, with MPFR and exact rationals. It is the oracle of the tests and
//! decides what the cheap path cannot.
//!
//! n digits of U are known: U lies in `[d, d+1)/2^n`. The answer is a monotone step function of U, so
//! it is decided as soon as both ends give the same one. Each end is computed at growing precision
//! until its own answer is certain; that ends because λ·ln(d/2^n) is irrational for d < 2^n.

use rug::{float::Round, Float, Integer, Rational};

use super::{Snapping, Target};
use crate::exact::Dyadic;
use crate::memory;
use crate::tape::Words;
use crate::Error;

/// As many leading zero digits of U mean a broken source.
pub const ZERO_DIGITS: u32 = 4096;
/// As many digits of U without a decision mean a source that was made to stay undecided.
pub const MOST_DIGITS: u32 = 1 << 14;

/// One release from the tape's first word on: the bits of the target's type.
///
/// # Errors
/// [`Error::Entropy`] if the source fails or is broken, [`Error::NoMemory`].
pub fn release<W: Words>(p: &Snapping, f: &Dyadic, target: Target, tape: &mut W) -> Result<u64, Error> {
    let first = tape.next()?;
    let minus = first >> 63 == 1;
    let mut digits = Digits::new(first);
    // The leading digit of U is always found, whatever f: a failure may not depend on f.
    while digits.leading_zeros() == digits.count() {
        if digits.count() >= ZERO_DIGITS {
            return Err(Error::Entropy);
        }
        digits.push(tape.next()?)?;
    }
    if digits.leading_zeros() >= ZERO_DIGITS {
        return Err(Error::Entropy);
    }
    let f = p.clamped(f);
    loop {
        let answer = memory::reserved(|| {
            let (low, n) = (digits.to_integer(), digits.count());
            let high = Integer::from(&low + 1u32);
            let end = |d: &Integer| at(p, &f, target, minus, d, n);
            let (a, b) = (end(&low)?, end(&high)?);
            Ok((a == b).then_some(a))
        })?;
        if let Some(bits) = answer {
            return Ok(bits);
        }
        digits.push(tape.next()?)?;
    }
}

/// The answer at `U = d/2^n`, the right end excluded: at `d = 2^n` it is the limit from the left.
fn at(p: &Snapping, f: &Dyadic, target: Target, minus: bool, d: &Integer, n: u32) -> Result<u64, Error> {
    let half = Rational::from((1, 2));
    let centre = scaled(Rational::from(f.mantissa), f.exponent - p.grid_exponent);
    if d.is_power_of_two() && d.significant_bits() == n + 1 {
        // U tends to 1: the noise tends to zero from below, or from above if the sign is minus.
        let x = centre + half;
        let k = if minus { x.floor() } else { x.ceil() - 1u32 };
        return Ok(target.finish_slowly(p, k.numer()));
    }
    let factor = scaled(
        Rational::from((p.sensitivity.mantissa, p.epsilon.mantissa)),
        p.sensitivity.exponent - p.epsilon.exponent - p.grid_exponent,
    );
    let mut precision = n + 128;
    while precision <= MOST_PRECISION {
        let u = Float::with_val(precision, d) >> n;
        let answer = |direction| -> Option<u64> {
            let mut ln = u.clone();
            ln.ln_round(direction);
            let noise = ln.to_rational()? * &factor;
            let x = if minus { &centre - noise } else { noise + &centre };
            Some(target.finish_slowly(p, (x + &half).floor().numer()))
        };
        let (low, high) = (answer(Round::Down), answer(Round::Up));
        if let (Some(bits), true) = (low, low == high) {
            return Ok(bits);
        }
        precision *= 2;
    }
    Err(Error::Entropy)
}

fn scaled(mut value: Rational, exponent: i32) -> Rational {
    if exponent >= 0 {
        value <<= exponent.unsigned_abs();
    } else {
        value >>= exponent.unsigned_abs();
    }
    value
}

const MOST_WORDS: usize = 1 + MOST_DIGITS as usize / 64;
const MOST_PRECISION: u32 = 1 << 16;

/// The digits of U read so far, most significant first: 63 of the first word, 64 of each later one.
struct Digits {
    words: [u64; MOST_WORDS],
    used: usize,
}

impl Digits {
    fn new(first: u64) -> Self {
        let mut words = [0; MOST_WORDS];
        words[0] = first & (u64::MAX >> 1);
        Digits { words, used: 1 }
    }

    fn push(&mut self, word: u64) -> Result<(), Error> {
        *self.words.get_mut(self.used).ok_or(Error::Entropy)? = word;
        self.used += 1;
        Ok(())
    }

    fn read(&self) -> &[u64] {
        self.words.get(..self.used).unwrap_or(&[])
    }

    fn count(&self) -> u32 {
        self.used as u32 * 64 - 1
    }

    fn leading_zeros(&self) -> u32 {
        let zeros = self.read().iter().take_while(|w| **w == 0).count();
        let rest = self.read().get(zeros).map_or(0, |w| w.leading_zeros());
        zeros as u32 * 64 + rest - 1
    }

    fn to_integer(&self) -> Integer {
        Integer::from_digits(self.read(), rug::integer::Order::Msf)
    }
}
