//! How a state is to be released: the public choices made at that moment.

use crate::exact::Positive;
use crate::exponential::{Eta, Loss};
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// ε, grid and arithmetic of one release.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Privacy loss, base e.
    pub epsilon: Positive,
    /// The output grid's exponent; `None` lets the kind of state choose.
    pub grid: Option<i32>,
    /// The arithmetic.
    pub precision: Precision,
}

impl Choice {
    /// Real arithmetic, the default grid.
    #[must_use]
    pub fn new(epsilon: Positive) -> Self {
        Choice { epsilon, grid: None, precision: Precision::Real }
    }

    /// η for a selection whose utilities one person's m rows move by at most m times `each`.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if that exceeds 2^63; [`Error::Epsilon`] if ε is out of reach for it, too small or too large;
    /// [`Error::NoMemory`].
    pub fn eta(&self, rows_per_person: u64, each: u64, monotonic: bool) -> Result<Eta, Error> {
        let sensitivity = rows_per_person.checked_mul(each).ok_or(Error::RowsPerPerson)?;
        let loss = Loss::new(sensitivity, monotonic).map_err(|_| Error::RowsPerPerson)?;
        Eta::from_epsilon(&self.epsilon, loss)
    }

    /// The mechanism for an answer of this sensitivity. Real arithmetic needs no bound; `grid` maps the
    /// exponent of Λ to the default grid's. Float arithmetic has the grid Λ and needs a bound: the
    /// smallest power of two that is at least Δ, times 2^min(64, p-23), so that ε' stays within ε·(1 -
    /// 2^-18) and fewer rows than that are never clamped; at the automatic precision times 2^64, or more where
    /// a small ε has λ reach beyond that. Answers are whole multiples of `2^sensitivity.exponent`; where that bound is more
    /// than 2^p of them, they enter rounded ([`Snapping::float_of_steps`]).
    ///
    /// # Errors
    /// Those of [`Snapping::exact`] or [`Snapping::float`] ([`Error::FloatBound`] where λ exceeds that bound, or the
    /// bound the doubles); [`Error::FloatGrid`].
    pub fn mechanism(&self, sensitivity: Positive, grid: impl FnOnce(i32) -> i32) -> Result<Snapping, Error> {
        let headroom = match self.precision {
            Precision::Real => {
                return Snapping::exact(self.epsilon, sensitivity, f64::INFINITY, |natural| {
                    Some(self.grid.unwrap_or_else(|| grid(natural)))
                })
            }
            Precision::Automatic => 64.max(2 - self.epsilon.log2_floor()),
            Precision::Bits(p) => (p as i32 - 23).min(64),
        };
        if self.grid.is_some() {
            return Err(Error::FloatGrid);
        }
        let exponent = sensitivity.log2_ceil() + headroom;
        // Beyond the doubles the largest power of two stands in; the premise is checked as always.
        Snapping::float_of_steps(self.epsilon, sensitivity, exponent.clamp(-1022, 1023), self.precision)
    }
}
