//! Holds the terms of a release, which are ε and the options, and makes mechanisms from them.

use crate::exact::Positive;
use crate::exponential::{Eta, Loss, Rule, Selection};
use crate::options::Options;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// ε and the options of one release.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Privacy loss ε, base e.
    pub epsilon: Positive,
    /// The optional choices.
    pub options: Options,
}

impl Terms {
    /// # Errors
    /// [`Error::Epsilon`] unless ε is positive and finite.
    pub fn new(epsilon: f64, options: Options) -> Result<Self, Error> {
        Ok(Terms { epsilon: Positive::from_f64(epsilon).ok_or(Error::Epsilon)?, options })
    }

    /// η and the options of a selection. One row moves each utility by at most `each`, and one
    /// person's m rows move it by at most m·`each`. `monotonic` means that one person either moves
    /// all utilities in one direction, or changes the difference of any two utilities by at most
    /// m·`each`.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if m·`each` exceeds 2^63; [`Error::SelectionEpsilon`] if ε is too
    /// small or too large for that sensitivity; [`Error::NoMemory`]; the errors of
    /// [`Options::of_selection`].
    pub fn selection(
        &self,
        rows_per_person: u64,
        each: u64,
        monotonic: bool,
    ) -> Result<(Eta, Selection), Error> {
        let choices = self.options.of_selection(Rule::PermuteAndFlip)?;
        let sensitivity = rows_per_person.checked_mul(each).ok_or(Error::RowsPerPerson)?;
        let loss = Loss::new(sensitivity, monotonic).map_err(|_| Error::RowsPerPerson)?;
        Ok((Eta::from_epsilon(&self.epsilon, loss)?, choices))
    }

    /// The mechanism for an answer of this sensitivity Δ.
    ///
    /// Real arithmetic needs no bound. `grid` takes the exponent of Λ, the smallest power of two
    /// that is at least the noise scale λ, and returns the exponent of the default grid.
    ///
    /// Float arithmetic has the grid Λ and needs a bound. The bound is a factor times the smallest
    /// power of two that is at least Δ. With p bits of precision, this factor is 2^min(64, p-23).
    /// So ε', the reduced ε from which λ is computed, is at least ε·(1 - 2^-18), and an answer over
    /// fewer rows than the factor is never clamped. At the automatic precision the factor is
    /// 2^64, or more if ε is so small that λ would exceed the bound. Answers are whole multiples of
    /// `2^sensitivity.exponent`. If the bound is more than 2^p such multiples, answers are first
    /// rounded ([`Snapping::float_of_steps`]).
    ///
    /// # Errors
    /// The errors of [`Snapping::exact`] or [`Snapping::float`] ([`Error::FloatBound`] if λ exceeds
    /// that bound, or if the bound exceeds 2^(p-12)·λ); [`Error::FloatGrid`]; the errors of
    /// [`Options::of_noise`].
    pub fn mechanism(
        &self,
        sensitivity: Positive,
        grid: impl FnOnce(i32) -> i32,
    ) -> Result<Snapping, Error> {
        let (asked, precision) = self.options.of_noise()?;
        let headroom = match precision {
            Precision::Real => {
                return Snapping::exact(self.epsilon, sensitivity, f64::INFINITY, |natural| {
                    Some(asked.unwrap_or_else(|| grid(natural)))
                })
            }
            Precision::Automatic => 64.max(2 - self.epsilon.log2_floor()),
            Precision::Bits(p) => (p as i32 - 23).min(64),
        };
        if asked.is_some() {
            return Err(Error::FloatGrid);
        }
        let exponent = sensitivity.log2_ceil() + headroom;
        // If the bound would not be a normal double, the nearest power of two that is a normal
        // double is used instead. The condition of Claim F1 is then checked as for any other bound.
        Snapping::float_of_steps(self.epsilon, sensitivity, exponent.clamp(-1022, 1023), precision)
    }
}
