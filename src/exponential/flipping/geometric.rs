//! Draws one-sided geometric noise by inversion: an integer G >= 0 with P(G >= g) = 2^(-η2·g).

use super::{digits, Flips};
use crate::exponential::levels::PLACES;
use crate::tape::Words;
use crate::Error;

/// The largest number of digits that are read for the uniform number.
pub const MOST_DIGITS: u32 = digits::MOST_DIGITS;
/// G is always less than this number, because callers ensure that η2·2^62 is at least
/// [`MOST_DIGITS`].
pub const MOST: u64 = 1 << 62;

/// The largest g with U < 2^(-η2·g), where U is uniform in (0, 1). Digits of U are read until only
/// one answer remains possible.
///
/// # Errors
/// The errors of the tape; [`Error::Entropy`] if 32,768 digits do not decide.
pub fn draw<W: Words>(flips: &mut Flips<'_>, tape: &mut W) -> Result<u64, Error> {
    let mut words = [0; digits::MOST_WORDS];
    words[0] = tape.next()?;
    for read in 1..=words.len() {
        if let Some(noise) = inverse(flips, words.get(..read).unwrap_or(&[]))? {
            return Ok(noise);
        }
        if let Some(next) = words.get_mut(read) {
            *next = flips.another(tape)?;
        }
    }
    Err(Error::Entropy)
}

/// G, or `None` if these digits of U do not decide it.
fn inverse(flips: &Flips<'_>, words: &[u64]) -> Result<Option<u64>, Error> {
    let (mut below, mut beyond) = (0, MOST);
    while beyond - below > 1 {
        let middle = below + (beyond - below) / 2;
        match is_below(flips, middle, words)? {
            Some(true) => below = middle,
            Some(false) => beyond = middle,
            None => return Ok(None),
        }
    }
    // If every digit is 0, U may be arbitrarily small, so no large G is ruled out. If `beyond`
    // still has its initial value, further digits are therefore needed.
    Ok((beyond < MOST).then_some(below))
}

/// Whether U < 2^(-η2·gap), or `None` if the digits do not decide it.
fn is_below(flips: &Flips<'_>, gap: u64, words: &[u64]) -> Result<Option<bool>, Error> {
    if let [word] = words {
        let (weight, digits) = (flips.powers.weight(gap), word >> (u64::BITS - PLACES));
        if digits < weight.low {
            return Ok(Some(true));
        }
        if digits >= weight.high {
            return Ok(Some(false));
        }
    }
    digits::is_below(flips.eta, gap, words)
}
