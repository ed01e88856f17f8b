//! Defines tapes that return words with their logarithms.

use super::Logged;
use crate::tape::{Recorded, Words};
use crate::Error;

/// A tape that returns words with their logarithms. [`Logged::of`] computes them, unless the source
/// has computed them in advance.
pub trait LoggedWords: Words {
    /// The next word with its logarithm.
    ///
    /// # Errors
    /// The errors of [`Words::next`].
    #[inline]
    fn next_logged(&mut self) -> Result<Logged, Error> {
        self.next().map(Logged::of)
    }

    /// The next words with their logarithms. The caller will use all of these words.
    ///
    /// # Errors
    /// The errors of [`Words::next`].
    #[inline]
    fn fill_logged(&mut self, words: &mut [u64], logs: &mut [u64]) -> Result<(), Error> {
        for (word, log) in words.iter_mut().zip(logs) {
            Logged { word: *word, log: *log } = self.next_logged()?;
        }
        Ok(())
    }
}

impl LoggedWords for Recorded<'_> {}
