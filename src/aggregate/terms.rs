//! On which terms a state is released: ε and the options, and the mechanisms that follow from them.

use crate::exact::Positive;
use crate::exponential::{Eta, Loss, Rule, Selection};
use crate::options::Options;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// ε and the options of one release.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Privacy loss, base e.
    pub epsilon: Positive,
    /// Everything optional.
    pub options: Options,
}

impl Terms {
    /// # Errors
    /// [`Error::Epsilon`] unless it is positive and finite.
    pub fn new(epsilon: f64, options: Options) -> Result<Self, Error> {
        Ok(Terms { epsilon: Positive::from_f64(epsilon).ok_or(Error::Epsilon)?, options })
    }

    /// How a selection is made whose utilities one person's m rows move by at most m times `each`:
    /// η, and the options.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if that exceeds 2^63; [`Error::Epsilon`] if ε is out of reach for
    /// it, too small or too large;
    /// [`Error::NoMemory`]; those of [`Options::of_selection`].
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

    /// The mechanism for an answer of this sensitivity. Real arithmetic needs no bound; `grid` maps
    /// the exponent of Λ to the default grid's. Float arithmetic has the grid Λ and needs a bound:
    /// the smallest power of two that is at least Δ, times 2^min(64, p-23), so that ε' stays within
    /// ε·(1 - 2^-18) and fewer rows than that are never clamped; at the automatic precision times
    /// 2^64, or more where a small ε has λ reach beyond that. Answers are whole multiples of
    /// `2^sensitivity.exponent`; where that bound is more than 2^p of them, they enter rounded
    /// ([`Snapping::float_of_steps`]).
    ///
    /// # Errors
    /// Those of [`Snapping::exact`] or [`Snapping::float`] ([`Error::FloatBound`] where λ exceeds
    /// that bound, or the bound the doubles); [`Error::FloatGrid`]; those of [`Options::of_noise`].
    pub fn mechanism(&self, sensitivity: Positive, grid: impl FnOnce(i32) -> i32) -> Result<Snapping, Error> {
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
        // Beyond the doubles the largest power of two stands in; the premise is checked as always.
        Snapping::float_of_steps(self.epsilon, sensitivity, exponent.clamp(-1022, 1023), precision)
    }
}
