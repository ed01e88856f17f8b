//! The tape: the order in which a mechanism reads random bits. `docs/tape.md` is its specification.
//! The version below changes whenever the same words would give another output (Claim R1).

use crate::Error;

/// Version of the tape's layout.
pub const VERSION: u32 = 2;

/// The cases of a file in vectors/, one a line. The first line of the file names the tape's
/// version.
#[cfg(test)]
pub(crate) fn cases(vectors: &'static str) -> impl Iterator<Item = &'static str> {
    let mut lines = vectors.lines();
    assert_eq!(lines.next(), Some(format!("# tape {VERSION}").as_str()), "vectors of another tape");
    lines.filter(|line| !line.starts_with('#'))
}

/// This many leading zero digits of U mean a broken source, unless the source cannot get stuck
/// (Claims S2, R2).
pub const ZERO_DIGITS: u32 = 4096;
/// This many rejected draws in a row mean a broken source as well.
pub const REJECTIONS: u64 = 4096;
/// The limit of zero digits for a source that cannot get stuck, well within MPFR's exponents. It is
/// reached with probability 2^-1,000,000,000.
pub const ENDLESS_ZEROS: u32 = 1_000_000_000;

/// A sequence of 64-bit words, read one by one. An error ends the release.
pub trait Words {
    /// The next word.
    ///
    /// # Errors
    /// [`Error::Entropy`] or [`Error::NoMemory`] if there is none.
    fn next(&mut self) -> Result<u64, Error>;

    /// How many leading zero digits of U mean that the source is broken.
    #[inline]
    fn most_zeros(&self) -> u32 {
        ZERO_DIGITS
    }

    /// How many rejected draws in a row mean that the source is broken.
    #[inline]
    fn most_rejections(&self) -> u64 {
        REJECTIONS
    }

    /// The next words, all of which will be used: the same as that many calls of `next`.
    ///
    /// # Errors
    /// As [`Words::next`].
    #[inline]
    fn fill(&mut self, words: &mut [u64]) -> Result<(), Error> {
        for word in words {
            *word = self.next()?;
        }
        Ok(())
    }
}

/// A first word that was already read, then those of `rest`: the tape of the reference where the
/// cheap path could not decide.
pub struct Replay<'a, W: Words> {
    first: Option<u64>,
    rest: &'a mut W,
}

impl<'a, W: Words> Replay<'a, W> {
    /// `first`, then `rest`.
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

/// Words that were read together, then those of `rest`.
pub(crate) struct Ahead<'a, W: Words> {
    /// Not yet used.
    pub(crate) words: &'a [u64],
    /// What follows.
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

/// A tape held in memory that counts the words read, and fails at its end. For tests and vectors.
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

    /// How many words were read.
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
