//! Defines the tape, which is the sequence of random words that a mechanism reads in the order that
//! `docs/tape.md` specifies. [`VERSION`] changes whenever the same words would give another output
//! (Claim R1).

use crate::Error;

/// Version of the tape's layout.
pub const VERSION: u32 = 3;

/// Returns the test cases of a file in vectors/, one for each line. The first line must name the
/// version of the tape. Lines that begin with `#` are skipped.
#[cfg(test)]
pub(crate) fn cases(vectors: &'static str) -> impl Iterator<Item = &'static str> {
    let mut lines = vectors.lines();
    assert_eq!(lines.next(), Some(format!("# tape {VERSION}").as_str()), "vectors of another tape");
    lines.filter(|line| !line.starts_with('#'))
}

/// A source counts as broken when the uniform number U that is read from it begins with this many
/// zero digits (Claims S2, R2). A source that cannot get stuck has the limit [`ENDLESS_ZEROS`]
/// instead.
pub const ZERO_DIGITS: u32 = 4096;
/// The number of consecutive rejected draws at which a source counts as broken.
pub const REJECTIONS: u64 = 4096;
/// The limit on leading zero digits of U for a source that cannot get stuck. Numbers with this many
/// leading zeros are within MPFR's exponent range. The limit is reached with probability
/// 2^-1,000,000,000.
pub const ENDLESS_ZEROS: u32 = 1_000_000_000;

/// A sequence of 64-bit words, read one by one. An error ends the release.
pub trait Words {
    /// The next word.
    ///
    /// # Errors
    /// [`Error::Entropy`] or [`Error::NoMemory`] if there is no next word.
    fn next(&mut self) -> Result<u64, Error>;

    /// The number of leading zero digits of U at which the source counts as broken.
    #[inline]
    fn most_zeros(&self) -> u32 {
        ZERO_DIGITS
    }

    /// The number of consecutive rejected draws at which the source counts as broken.
    #[inline]
    fn most_rejections(&self) -> u64 {
        REJECTIONS
    }

    /// Reads the next words, all of which the caller will use. This is equivalent to one call of
    /// `next` for each word.
    ///
    /// # Errors
    /// The errors of [`Words::next`].
    #[inline]
    fn fill(&mut self, words: &mut [u64]) -> Result<(), Error> {
        for word in words {
            *word = self.next()?;
        }
        Ok(())
    }
}

/// A tape that consists of one word that was already read, followed by the words of `rest`. The
/// reference reads this tape when the cheap path could not decide a release from the first word.
pub struct Replay<'a, W: Words> {
    first: Option<u64>,
    rest: &'a mut W,
}

impl<'a, W: Words> Replay<'a, W> {
    /// A tape of `first` followed by `rest`.
    pub fn new(first: u64, rest: &'a mut W) -> Self {
        Replay { first: Some(first), rest }
    }
}

impl<W: Words> Words for Replay<'_, W> {
    fn most_zeros(&self) -> u32 {
        self.rest.most_zeros()
    }

    fn most_rejections(&self) -> u64 {
        self.rest.most_rejections()
    }

    fn next(&mut self) -> Result<u64, Error> {
        match self.first.take() {
            Some(word) => Ok(word),
            None => self.rest.next(),
        }
    }
}

/// A tape that consists of words that were read in advance, followed by the words of `rest`.
pub(crate) struct Ahead<'a, W: Words> {
    /// The words not yet used.
    pub(crate) words: &'a [u64],
    /// The words that follow them.
    pub(crate) rest: &'a mut W,
}

impl<W: Words> Words for Ahead<'_, W> {
    fn most_zeros(&self) -> u32 {
        self.rest.most_zeros()
    }

    fn most_rejections(&self) -> u64 {
        self.rest.most_rejections()
    }

    #[inline]
    fn next(&mut self) -> Result<u64, Error> {
        match self.words.split_first() {
            Some((word, others)) => {
                self.words = others;
                Ok(*word)
            }
            None => self.rest.next(),
        }
    }
}

/// A tape that is held in memory, counts the words that were read, and fails at its end. Tests use
/// it.
pub struct Recorded<'a> {
    words: &'a [u64],
    used: usize,
}

impl<'a> Recorded<'a> {
    /// A tape of exactly these words.
    #[must_use]
    pub fn new(words: &'a [u64]) -> Self {
        Recorded { words, used: 0 }
    }

    /// The number of words read so far.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Words for Recorded<'_> {
    fn next(&mut self) -> Result<u64, Error> {
        let word = self.words.get(self.used).copied().ok_or(Error::Entropy)?;
        self.used += 1;
        Ok(word)
    }
}
