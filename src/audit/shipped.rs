//! Audits the releases of this library on every code path that makes them.
//!
//! | code path | called by |
//! |---|---|
//! | a double, alone | `indp_snapping_release` |
//! | a double among many: vector code where the processor has it | `indp_snapping_release_many` |
//! | an exact value | `indp_snapping_release_int64`, states |
//!
//! Each code path is audited with both logarithms: the integer logarithm of single words, which
//! seeds and callbacks use, and the logarithms of many words in doubles, which the operating
//! system's generator uses. Like the generator's tape, the tape of an audit has no practical limit
//! on leading zeros, so that outputs may lie arbitrarily far from the answer (`docs/tape.md`).

use rug::Integer;

use super::implementation::{Implementation, Reference, Uniform};
use crate::exact::{round_to_f64, Dyadic};
use crate::fixed_log::{bulk, Logged, LoggedWords};
use crate::snapping::{Snapping, Target};
use crate::tape::{Words, ENDLESS_ZEROS};
use crate::Error;

/// An implementation to audit: the releases that this library makes with a mechanism, as doubles or
/// as integers.
pub struct Shipped<'a> {
    mechanism: &'a Snapping,
    target: Target,
    /// The reference implementation of float arithmetic. It is used for values of U* that are too
    /// small for a tape (see [`Uniform::words`]).
    reference: Option<Reference<'a>>,
}

impl<'a> Shipped<'a> {
    /// Releases of doubles.
    #[must_use]
    pub fn new(mechanism: &'a Snapping) -> Self {
        Shipped { mechanism, target: Target::Double, reference: Reference::new(mechanism) }
    }

    /// Releases of integers, saturated to 64 bits. This function does not check whether the
    /// mechanism may release integers.
    #[must_use]
    pub fn integers(mechanism: &'a Snapping) -> Self {
        Shipped { mechanism, target: Target::Integer, reference: Reference::new(mechanism) }
    }

    fn reaches(&self, bits: u64, k: &Integer) -> bool {
        let least = self.target.finish_slowly(self.mechanism, k);
        match self.target {
            Target::Double => f64::from_bits(bits) >= f64::from_bits(least),
            Target::Integer => bits as i64 >= least as i64,
        }
    }

    /// Decides by the reference implementation. This function is used if U has no tape (see
    /// [`Uniform::words`]).
    fn by_reference(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool> {
        self.reference.as_ref()?.at_least(f, minus, u, k)
    }

    fn exactly(&self, f: &Dyadic, tape: Tape) -> Result<u64, Error> {
        self.mechanism.release(f, self.target, &mut { tape })
    }

    fn alone(&self, f: f64, tape: Tape) -> Result<u64, Error> {
        self.mechanism.release_f64(f, &mut { tape }).map(f64::to_bits)
    }

    /// Releases f as the last value of a block that is large enough for vector code. If the
    /// parameters do not suit vector code, f is released as a single value instead: the values of a
    /// block would then be released one by one, and the values before f could read words that are
    /// meant for f.
    fn among_many(&self, f: f64, tape: Tape) -> Result<u64, Error> {
        if !self.mechanism.has_vector_code() {
            return self.alone(f, tape);
        }
        let mut values = [f; OTHERS + 1];
        self.mechanism.release_block(&mut values, &mut Tape { before: OTHERS, ..tape })?;
        Ok(values[OTHERS].to_bits())
    }
}

impl Implementation for Shipped<'_> {
    fn at_least(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer) -> Option<bool> {
        let Some(words) = u.words(minus) else { return self.by_reference(f, minus, u, k) };
        let tape = Tape { words: &words, before: 0, bulk: false };
        let answer = match (self.target, double(f)) {
            (Target::Double, Some(f)) => self.alone(f, tape),
            _ => self.exactly(f, tape),
        };
        answer.ok().map(|bits| self.reaches(bits, k))
    }

    fn agrees(&self, f: &Dyadic, minus: bool, u: &Uniform, k: &Integer, answer: bool) -> bool {
        let Some(words) = u.words(minus) else { return true };
        [false, true].into_iter().all(|bulk| {
            let tape = Tape { words: &words, before: 0, bulk };
            // An error means that the digits did not decide the release. It counts as a
            // disagreement.
            let says =
                |found: Result<u64, Error>| found.is_ok_and(|bits| self.reaches(bits, k) == answer);
            let doubles = match (self.target, double(f)) {
                (Target::Double, Some(f)) => {
                    says(self.alone(f, tape)) && says(self.among_many(f, tape))
                }
                _ => true,
            };
            doubles && says(self.exactly(f, tape))
        })
    }

    fn target(&self) -> Option<Target> {
        Some(self.target)
    }
}

/// The double that equals f, if there is one.
fn double(f: &Dyadic) -> Option<f64> {
    let near = round_to_f64(f.mantissa < 0, f.mantissa.unsigned_abs(), f.exponent);
    let back = Dyadic::from_f64(near)?;
    let shift = f.exponent - back.exponent;
    // f is a double if and only if rounding has changed neither its sign nor its digits.
    let same = if shift >= 0 {
        back.mantissa.checked_shr(shift.unsigned_abs()) == Some(f.mantissa)
            && back.mantissa == f.mantissa << shift.min(120)
    } else {
        f.mantissa.checked_shr(shift.unsigned_abs()) == Some(back.mantissa)
            && f.mantissa == back.mantissa << shift.unsigned_abs().min(120)
    };
    (same || f.mantissa == 0).then_some(near)
}

/// The number of values that are released before the audited value.
const OTHERS: usize = 63;

/// A finite tape. It first returns `before` fixed words. For all but a share of about 2^-30 of the
/// inputs, each of these words alone decides the release. Then the tape returns `words`.
#[derive(Clone, Copy)]
struct Tape<'a> {
    words: &'a [u64],
    before: usize,
    /// Whether the logarithms come from `bulk::logs`, which computes many at once, instead of the
    /// integer routine for one word.
    bulk: bool,
}

impl Words for Tape<'_> {
    fn next(&mut self) -> Result<u64, Error> {
        if self.before > 0 {
            self.before -= 1;
            return Ok((self.before as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        let (word, rest) = self.words.split_first().ok_or(Error::Entropy)?;
        self.words = rest;
        Ok(*word)
    }

    fn most_zeros(&self) -> u32 {
        ENDLESS_ZEROS
    }
}

impl LoggedWords for Tape<'_> {
    fn next_logged(&mut self) -> Result<Logged, Error> {
        let word = self.next()?;
        if !self.bulk {
            return Ok(Logged::of(word));
        }
        let mut log = [0];
        bulk::logs(&[word], &mut log);
        let [log] = log;
        Ok(Logged { word, log })
    }
}

#[cfg(test)]
mod tests;
