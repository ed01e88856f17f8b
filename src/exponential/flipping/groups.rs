//! The number of heads among outcomes that share a weight, digit by digit: each digit decides an
//! undecided outcome with probability 1/2 (Claim P4).

use super::{digits, Flips};
use crate::exact::select;
use crate::exponential::levels::PLACES;
use crate::exponential::Eta;
use crate::memory;
use crate::tape::Words;
use crate::Error;

impl Flips<'_> {
    /// How many of `many` outcomes `gap` above the best show heads.
    ///
    /// # Errors
    /// Those of the tape; [`Error::Entropy`] if too many digits leave one undecided.
    pub fn group<W: Words>(&mut self, gap: u64, many: u64, tape: &mut W) -> Result<u64, Error> {
        let mut digits = Digits::of(self, gap)?;
        let (mut heads, mut undecided) = (0, many);
        while undecided > 0 {
            let digit = digits.next()?;
            let ones = ones(undecided, tape)?;
            let zeros = undecided - ones;
            heads += select(digit, zeros, 0);
            undecided = select(digit, ones, zeros);
        }
        Ok(heads)
    }
}

/// The number of ones among `many` random digits.
fn ones<W: Words>(many: u64, tape: &mut W) -> Result<u64, Error> {
    const TOGETHER: usize = 32;
    let (mut left, mut ones) = (many, 0u64);
    let mut words = [0; TOGETHER];
    while left > 0 {
        let wanted = left.div_ceil(u64::from(u64::BITS)).min(TOGETHER as u64) as usize;
        let words = words.get_mut(..wanted).unwrap_or(&mut []);
        tape.fill(words)?;
        for word in words {
            let used = left.min(u64::from(u64::BITS)) as u32;
            ones += u64::from((*word << (u64::BITS - used)).count_ones());
            left -= u64::from(used);
        }
    }
    Ok(ones)
}

/// The number of digits that are taken from a weight's 62 places.
const FIRST: u32 = 48;

/// The digits of a weight, in the expansion that does not end in zeros: with it each digit decides
/// half of the outcomes for every weight, so the number of words read reveals nothing about the
/// weight.
struct Digits {
    eta: Eta,
    gap: u64,
    /// The next digits, most significant first.
    word: u64,
    left: u32,
    /// The number of digits up to and including these.
    known: u32,
}

impl Digits {
    fn of(flips: &Flips<'_>, gap: u64) -> Result<Self, Error> {
        let weight = flips.powers.weight(gap);
        let first = |end: u64| end.saturating_sub(1) >> (PLACES - FIRST);
        let mut own = Digits { eta: flips.eta, gap, word: first(weight.low), left: FIRST, known: FIRST };
        if own.word != first(weight.high) {
            own.word = digits::expansion(own.eta, gap, FIRST)?;
        }
        own.word <<= u64::BITS - FIRST;
        Ok(own)
    }

    fn next(&mut self) -> Result<bool, Error> {
        if self.left == 0 {
            self.more()?;
        }
        let digit = self.word >> (u64::BITS - 1) == 1;
        self.word <<= 1;
        self.left -= 1;
        Ok(digit)
    }

    /// The next 64 digits, the last time 16. On a uniform tape a group needs them with probability
    /// many·2^-48.
    #[cold]
    #[inline(never)]
    fn more(&mut self) -> Result<(), Error> {
        memory::go_on()?;
        self.left = (digits::MOST_DIGITS - self.known).min(u64::BITS);
        if self.left == 0 {
            return Err(Error::Entropy);
        }
        self.known += self.left;
        self.word = digits::expansion(self.eta, self.gap, self.known)? << (u64::BITS - self.left);
        Ok(())
    }
}
