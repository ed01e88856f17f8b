//! Draws of s: each is accepted or rejected, and the last accepted one says which outcome.
//!
//! A draw reads words as long as they leave open whether it is accepted; the last accepted one then reads further ones as
//! long as they leave open which outcome it means (docs/tape.md).

use crate::memory;
use crate::tape::Words;
use crate::Error;

/// The most words of one draw.
const MOST: usize = (1 << 17) / 64 + 2;

/// Exact comparisons of s with cumulative weights, from its first digits.
pub(super) trait Exact {
    /// Whether s lies below the total, if the digits tell.
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error>;
    /// The level and the place there of the outcome that s means, if the digits tell. s lies below the total.
    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error>;
}

/// The draws so far.
#[derive(Clone, Copy)]
pub(super) struct Draws {
    /// As many rejections in a row mean a broken source.
    most: u64,
    made: u32,
    rejected: u64,
    accepted: u64,
    /// The first word of the last accepted draw.
    pub(super) last: u64,
}

impl Draws {
    /// No draws yet, of words from this source.
    pub(super) fn of<W: Words>(tape: &W) -> Self {
        Draws { most: tape.most_rejections(), made: 0, rejected: 0, accepted: 0, last: 0 }
    }

    /// Notes a draw, `below` the total (1) or not (0); says whether there were enough. Without a branch on what it was.
    ///
    /// # Errors
    /// [`Error::Entropy`] after too many rejections.
    #[inline]
    pub(super) fn saw(&mut self, below: u64, word: u64, min_retries: u32) -> Result<bool, Error> {
        let mask = below.wrapping_neg();
        self.last = word & mask | self.last & !mask;
        self.accepted |= below;
        self.rejected = (self.rejected + 1) & !mask;
        self.made = self.made.saturating_add(1);
        if self.made.is_multiple_of(1 << 20) {
            memory::go_on()?;
        }
        if self.rejected >= self.most {
            return Err(Error::Entropy);
        }
        Ok(self.made >= min_retries && self.accepted != 0)
    }
}

/// The words of one draw. On the stack: whether they are needed depends on private values, so they must not ask for
/// memory.
#[derive(Clone, Copy)]
struct Digits {
    words: [u64; MOST],
    used: usize,
}

impl Digits {
    fn of(word: u64) -> Self {
        let mut words = [0; MOST];
        words[0] = word;
        Digits { words, used: 1 }
    }

    fn read(&self) -> &[u64] {
        self.words.get(..self.used).unwrap_or(&[])
    }

    /// Reads words until they tell.
    fn decide<T, W: Words>(
        &mut self,
        tape: &mut W,
        what: impl Fn(&[u64]) -> Result<Option<T>, Error>,
    ) -> Result<T, Error> {
        loop {
            if let Some(answer) = what(self.read())? {
                return Ok(answer);
            }
            *self.words.get_mut(self.used).ok_or(Error::Entropy)? = tape.next()?;
            self.used += 1;
        }
    }
}

/// Goes on after some draws, with exact comparisons: `word` begins the next draw.
#[cold]
#[inline(never)]
pub(super) fn slowly<W: Words>(
    exact: &impl Exact,
    mut draws: Draws,
    word: u64,
    min_retries: u32,
    tape: &mut W,
) -> Result<(u64, u64), Error> {
    let (mut last, mut digits) = (Digits::of(draws.last), Digits::of(word));
    loop {
        let below = digits.decide(tape, |d| exact.below(d))?;
        if below {
            last = digits;
        }
        if draws.saw(u64::from(below), word, min_retries)? {
            return last.decide(tape, |d| exact.place(d));
        }
        digits = Digits::of(tape.next()?);
    }
}

/// What the last accepted draw means, with exact comparisons.
#[cold]
#[inline(never)]
pub(super) fn place<W: Words>(exact: &impl Exact, word: u64, tape: &mut W) -> Result<(u64, u64), Error> {
    Digits::of(word).decide(tape, |d| exact.place(d))
}
