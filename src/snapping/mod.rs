//! Implements the snapping mechanism, in real arithmetic or in floats of a stated precision
//! (docs/specification.md, section 1; Mironov 2012; Covington, Implementation Notes, sections 2 to
//! 4).
//!
//! ```text
//! release(f) = clamp_B( round_G( clamp_B(f) + S·λ·ln U ) ),   λ = Δ/ε
//! ```
//!
//! `S` is a fair sign, `U` is uniform on (0, 1), `Δ` is the sensitivity, and `clamp_B` clamps to
//! [-B, B]. `round_G` rounds to a multiple of the grid `G`, a power of two. By default `G` is `Λ`,
//! the smallest power of two that is at least λ. In real arithmetic the released value is exactly
//! the value of this formula for a uniform real U (Claim S2). So rounding and the outer clamp are
//! post-processing of the ideal Laplace mechanism, and the loss is at most ε (Claim S1).
//!
//! * [`Snapping`]: validated, immutable parameters; `premise` validates those of float arithmetic,
//!   `precision` chooses the number of bits of float arithmetic, `lambda` holds the noise scale
//! * [`mod@law`]: chooses between Laplace and geometric noise (Claim S6)
//! * [`enter`]: clamps a value and converts it to units of the grid
//! * [`cheap`]: decides nearly every release in 64-bit integers; Claim S4 covers what its running
//!   time reveals
//! * [`block`]: makes many releases at once, in doubles
//! * [`edges`]: finds the floats U* at which the answer of float arithmetic changes
//! * [`target`]: converts the multiple of the grid to a double or an integer
//! * [`mod@reference`]: computes the definition with MPFR in the slow, obvious way, also for
//!   releases that the cheap path does not decide

mod block;
mod cheap;
pub mod edges;
mod enter;
mod lambda;
mod law;
mod params;
mod precision;
mod premise;
pub mod reference;
mod target;

#[cfg(test)]
mod tests;

pub use block::BLOCK;
pub use law::Law;
pub use params::Snapping;
pub use precision::{Arithmetic, Precision};
pub use target::Target;

use crate::exact::Dyadic;
use crate::fixed_log::{Logged, LoggedWords};
use crate::tape::{Replay, Words};
use crate::Error;

impl Snapping {
    /// One release of the exact value `f`, returned as the bits of the target's type. In float
    /// arithmetic at p bits, the claimed loss holds if `f` is a float of p bits, or if
    /// [`Snapping::float_of_steps`] made the mechanism and `f` is a multiple of its step.
    ///
    /// # Errors
    /// [`Error::Entropy`] or [`Error::NoMemory`]; no error depends on `f`.
    #[inline]
    pub fn release<W: LoggedWords>(
        &self,
        f: &Dyadic,
        target: Target,
        tape: &mut W,
    ) -> Result<u64, Error> {
        let f = &self.entered(f);
        let first = tape.next_logged()?;
        match self.decide(f, target, first) {
            Some(answer) => Ok(answer),
            None => self.release_slowly(f, target, first.word, tape),
        }
    }

    /// The answer for an exact value, if the cheap path decides it.
    #[inline]
    fn decide(&self, f: &Dyadic, target: Target, first: Logged) -> Option<u64> {
        let multiple = self.scale.decide(self.exact_on_grid(f)?, first)?;
        Some(target.finish(self, multiple))
    }

    /// The answer for a double, if the cheap path decides it.
    #[inline(always)]
    fn decide_f64(&self, value: f64, first: Logged) -> Option<f64> {
        let multiple = self.scale.decide(self.double_on_grid(value)?, first)?;
        Some(f64::from_bits(Target::Double.finish(self, multiple)))
    }

    #[cold]
    #[inline(never)]
    fn release_slowly<W: Words>(
        &self,
        f: &Dyadic,
        target: Target,
        word: u64,
        tape: &mut W,
    ) -> Result<u64, Error> {
        reference::release(self, f, target, &mut Replay::new(word, tape))
    }

    /// The exact value of a double. NaN counts as 0, and an infinity as the largest double of its
    /// sign.
    #[inline]
    #[must_use]
    pub fn enter(value: f64) -> Dyadic {
        Dyadic::saturated(value)
    }

    /// One release of a double.
    ///
    /// # Errors
    /// The errors of [`Snapping::release`].
    #[inline(always)]
    pub fn release_f64<W: LoggedWords>(&self, value: f64, tape: &mut W) -> Result<f64, Error> {
        let first = tape.next_logged()?;
        match self.decide_f64(value, first) {
            Some(answer) => Ok(answer),
            None => self.release_f64_slowly(value, first.word, tape),
        }
    }

    #[cold]
    #[inline(never)]
    fn release_f64_slowly<W: Words>(
        &self,
        value: f64,
        word: u64,
        tape: &mut W,
    ) -> Result<f64, Error> {
        let mut replay = Replay::new(word, tape);
        reference::release(self, &Self::enter(value), Target::Double, &mut replay)
            .map(f64::from_bits)
    }

    /// One release of an exact value as an integer, saturated to the range of `i64`.
    ///
    /// # Errors
    /// The errors of [`Snapping::release`], and those of [`Snapping::suits_integers`] if the
    /// parameters do not suit integer releases.
    pub fn release_i64<W: LoggedWords>(&self, f: &Dyadic, tape: &mut W) -> Result<i64, Error> {
        self.suits_integers()?;
        self.release(f, Target::Integer, tape).map(|bits| bits as i64)
    }
}
