//! Draws the uniform number s by rejection sampling. Each draw is accepted or rejected, and the
//! last accepted draw selects the outcome.
//!
//! A draw reads words until they decide whether it is accepted. The last accepted draw then reads
//! further words until they decide which outcome it selects (docs/tape.md).

use crate::exponential::levels::Exact;
use crate::memory;
use crate::tape::Words;
use crate::Error;

/// The largest number of words of one draw.
const MOST: usize = (1 << 17) / 64 + 2;

/// If the first word of a draw does not decide its result, further words are read. Once a call has
/// read this many further words, the host's stop flag can end the call. On a uniform tape a draw
/// needs a further word with a probability of about 2^-60, so a call reads this many further words
/// with probability below 2^-400. But if words were constructed to lie on a boundary, a call may
/// take minutes.
const PATIENCE: u32 = 16;

/// The draws so far.
#[derive(Clone, Copy)]
pub struct Draws {
    /// After this many rejections in a row the source counts as broken.
    most: u64,
    made: u32,
    rejected: u64,
    accepted: u64,
    /// The first word of the last accepted draw.
    pub last: u64,
}

impl Draws {
    /// The state before the first draw, with the source's limit on rejections.
    pub fn of<W: Words>(tape: &W) -> Self {
        Draws { most: tape.most_rejections(), made: 0, rejected: 0, accepted: 0, last: 0 }
    }

    /// Records a draw. `below` is 1 if the draw lies below the total, else 0. No branch depends on
    /// `below`. Returns whether the draws made so far suffice.
    ///
    /// # Errors
    /// [`Error::Entropy`] after too many rejections.
    #[inline]
    pub fn saw(&mut self, below: u64, word: u64, min_retries: u32) -> Result<bool, Error> {
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

/// The words of one draw. They lie on the stack, because private values decide how many are needed,
/// so no memory may be allocated for them.
#[derive(Clone, Copy)]
struct Drawn {
    words: [u64; MOST],
    used: usize,
}

impl Drawn {
    fn of(word: u64) -> Self {
        let mut words = [0; MOST];
        words[0] = word;
        Drawn { words, used: 1 }
    }

    fn read(&self) -> &[u64] {
        self.words.get(..self.used).unwrap_or(&[])
    }

    /// Reads further words until `what` gives an answer, and counts them in `further`.
    fn decide<T, W: Words>(
        &mut self,
        tape: &mut W,
        further: &mut u32,
        what: impl Fn(&[u64]) -> Result<Option<T>, Error>,
    ) -> Result<T, Error> {
        loop {
            if let Some(answer) = what(self.read())? {
                return Ok(answer);
            }
            *further += 1;
            if *further >= PATIENCE {
                memory::go_on()?;
            }
            *self.words.get_mut(self.used).ok_or(Error::Entropy)? = tape.next()?;
            self.used += 1;
        }
    }
}

/// Continues with exact comparisons after the draws so far. `word` is the first word of the next
/// draw.
#[cold]
#[inline(never)]
pub fn slowly<W: Words>(
    exact: &impl Exact,
    mut draws: Draws,
    word: u64,
    min_retries: u32,
    tape: &mut W,
) -> Result<(u64, u64), Error> {
    let (mut last, mut digits, mut further) = (Drawn::of(draws.last), Drawn::of(word), 0);
    loop {
        let below = digits.decide(tape, &mut further, |d| exact.below(d))?;
        if below {
            last = digits;
        }
        if draws.saw(u64::from(below), word, min_retries)? {
            return last.decide(tape, &mut further, |d| exact.place(d));
        }
        digits = Drawn::of(tape.next()?);
    }
}

/// The outcome that the last accepted draw selects, found by exact comparisons.
#[cold]
#[inline(never)]
pub fn place<W: Words>(exact: &impl Exact, word: u64, tape: &mut W) -> Result<(u64, u64), Error> {
    Drawn::of(word).decide(tape, &mut 0, |d| exact.place(d))
}
