//! Computes the definition of a release with MPFR and exact rationals, in a slow and obvious way.
//! The tests compare the fast paths with this reference. It also decides the releases that the
//! cheap path cannot decide (Claim S2).
//!
//! If n digits of U are known and form the number d, then U lies in `[d, d+1)/2^n`. The answer is a
//! monotone step function of U in real arithmetic ([`real`]) and in float arithmetic ([`float`]).
//! So it is decided as soon as both endpoints give the same answer. Until then further digits are
//! read.

pub mod float;
mod real;

use rug::Integer;

use super::{Arithmetic, Snapping, Target};
use crate::exact::Dyadic;
use crate::memory;
use crate::tape::Words;
use crate::Error;

/// The largest number of digits of U that a release uses after the word with the first 1. If this
/// many digits do not decide, the words were almost certainly constructed to prevent a decision.
pub const MOST_DIGITS: u32 = 1 << 14;

/// Makes one release, beginning at the first word of the tape, and returns the bits of the target's
/// type.
///
/// # Errors
/// [`Error::Entropy`] if the source fails or is broken, [`Error::NoMemory`].
pub fn release<W: Words>(
    p: &Snapping,
    f: &Dyadic,
    target: Target,
    tape: &mut W,
) -> Result<u64, Error> {
    let first = tape.next()?;
    let minus = first >> 63 == 1;
    let mut digits = Digits::new(first);
    // The leading 1 of U is found before f is used, because this search can fail, and a failure
    // must not depend on f.
    while digits.leading_zeros() == digits.count() {
        if digits.count() >= tape.most_zeros() {
            return Err(Error::Entropy);
        }
        digits.skip(tape.next()?);
    }
    if digits.leading_zeros() >= tape.most_zeros() {
        return Err(Error::Entropy);
    }
    let f = p.clamped(f);
    loop {
        let answer = memory::reserved(|| {
            let (d, n) = (digits.to_integer(), digits.count());
            let (low, high) = match p.arithmetic {
                Arithmetic::Real => real::ends(p, &f, target, minus, &d, n)?,
                Arithmetic::Float(precision) => {
                    float::ends(p, precision, &f, target, minus, &d, n)?
                }
            };
            Ok((low == high).then_some(low))
        })?;
        if let Some(bits) = answer {
            return Ok(bits);
        }
        digits.push(tape.next()?)?;
    }
}

const MOST_WORDS: usize = 1 + MOST_DIGITS as usize / 64;

/// The digits of U read so far, most significant first: 63 from the first word, and 64 from each
/// later word.
struct Digits {
    /// The words from the first nonzero word on.
    words: [u64; MOST_WORDS],
    used: usize,
    /// The number of zero words that were read before the first nonzero word.
    skipped: u32,
}

impl Digits {
    fn new(first: u64) -> Self {
        let mut words = [0; MOST_WORDS];
        words[0] = first & (u64::MAX >> 1);
        Digits { words, used: 1, skipped: 0 }
    }

    /// Replaces the first word, which was 0, by the next word. Call it only if all words so far
    /// were 0.
    fn skip(&mut self, word: u64) {
        self.words[0] = word;
        self.skipped += 1;
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
        (self.skipped + self.used as u32) * 64 - 1
    }

    fn leading_zeros(&self) -> u32 {
        let zeros = self.read().iter().take_while(|w| **w == 0).count();
        let rest = self.read().get(zeros).map_or(0, |w| w.leading_zeros());
        (self.skipped + zeros as u32) * 64 + rest - 1
    }

    fn to_integer(&self) -> Integer {
        Integer::from_digits(self.read(), rug::integer::Order::Msf)
    }
}
