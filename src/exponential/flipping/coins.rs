//! Flips a coin for each outcome. The coin shows heads if U < w, where U is a uniform number and w
//! is the outcome's weight.

use super::digits;
use super::Flips;
use crate::exponential::levels::PLACES;
use crate::tape::Words;
use crate::Error;

/// A word has 64 digits and a bound on a weight has 62. This is the difference.
const REST: u32 = u64::BITS - PLACES;

impl Flips<'_> {
    /// Flips the coins of a block of up to 64 outcomes. Outcome i lies `gaps[i]` levels above the
    /// best. Bit i of the result is 1 if coin i shows heads.
    ///
    /// # Errors
    /// The errors of the tape.
    #[inline]
    pub fn block<W: Words>(&mut self, gaps: &[u64], tape: &mut W) -> Result<u64, Error> {
        let mut words = [0; crate::exponential::rounding::BLOCK];
        let words = words.get_mut(..gaps.len()).unwrap_or(&mut []);
        tape.fill(words)?;
        self.read(words.len())?;
        // U lies in [digits, digits + 1)·2^-62, and the weight w lies in [low, high]·2^-62.
        let (mut heads, mut open) = (0, 0);
        for (i, (gap, word)) in gaps.iter().zip(&*words).enumerate() {
            let (weight, digits) = (self.powers.weight(*gap), word >> REST);
            heads |= u64::from(digits < weight.low) << i;
            open |= u64::from(digits < weight.high) << i;
        }
        if open == heads {
            return Ok(heads);
        }
        self.exactly(gaps, words, (heads, open ^ heads), tape)
    }

    /// Decides the coins that the first 62 digits leave open, from all digits of the first word and
    /// from further words.
    #[cold]
    #[inline(never)]
    fn exactly<W: Words>(
        &mut self,
        gaps: &[u64],
        words: &[u64],
        (mut heads, open): (u64, u64),
        tape: &mut W,
    ) -> Result<u64, Error> {
        for (i, (gap, word)) in gaps.iter().zip(words).enumerate() {
            if open >> i & 1 == 1 {
                heads |= u64::from(self.coin(*gap, *word, tape)?) << i;
            }
        }
        Ok(heads)
    }

    fn coin<W: Words>(&mut self, gap: u64, first: u64, tape: &mut W) -> Result<bool, Error> {
        // Private values decide whether further words are needed. An allocation would reveal
        // whether they are, so the words lie on the stack.
        let mut words = [0; digits::MOST_WORDS];
        words[0] = first;
        for read in 1..=words.len() {
            if let Some(below) = digits::is_below(self.eta, gap, words.get(..read).unwrap_or(&[]))?
            {
                return Ok(below);
            }
            if let Some(next) = words.get_mut(read) {
                *next = self.another(tape)?;
            }
        }
        Err(Error::Entropy)
    }
}
