//! Computes the error to expect from a release, before any ε is spent (docs/specification.md,
//! section 5; `proof.md`).
//!
//! * [`tail`]: a bound on the error that holds with probability 1-α for every answer in [-B, B]
//!   (Claim U1), and the smallest ε for a given bound (Claim U4)
//! * [`at`]: such a bound for one given answer, from the exact distribution (Claim U2)
//! * [`moments`]: bias, variance and mean absolute error for one given answer
//! * [`distance`]: the distance between the release and the release of the Laplace mechanism with
//!   the same noise, case by case (Claim U3)
//!
//! All results depend only on public parameters. A given answer is a hypothetical answer, not the
//! answer on the data.

pub mod at;
pub mod distance;
pub mod moments;
pub mod tail;

#[cfg(test)]
mod tests;

use rug::{float::Round, Float, Rational};

use crate::exact::{power, Positive};
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// A failure probability strictly between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Alpha(f64);

impl Alpha {
    /// Checks that `alpha` is strictly between 0 and 1.
    ///
    /// # Errors
    /// [`Error::Alpha`].
    pub fn new(alpha: f64) -> Result<Self, Error> {
        // The bits of α are checked, not its value, so that the caller's denormals-are-zero mode
        // has no effect.
        let inside = Positive::from_f64(alpha).is_some_and(|a| a.log2_floor() < 0);
        inside.then_some(Alpha(alpha)).ok_or(Error::Alpha)
    }

    /// The failure probability as a double.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

/// The working precision in bits, far above the precision of the doubles that are returned.
const BITS: u32 = 192;

/// e^-z, rounded up, for z >= 0.
fn exp_neg_up(z: &Rational) -> Float {
    let (mut x, _) = Float::with_val_round(BITS, -z.clone(), Round::Up);
    x.exp_round(Round::Up);
    x
}

/// λ as a rational: Δ/ε, or the λ of float arithmetic.
fn lambda(p: &Snapping) -> Result<Rational, Error> {
    match p.arithmetic() {
        Arithmetic::Real => Ok(p.sensitivity.rational() / p.epsilon.rational()),
        Arithmetic::Float(bits) => p.float_lambda(bits).to_rational().ok_or(Error::Panic),
    }
}

/// The largest distance by which the final conversion to a double may move a release of at most
/// this magnitude. It is 0 if all multiples of the grid up to this magnitude are doubles.
pub(crate) fn conversion(p: &Snapping, magnitude: &Rational) -> Rational {
    if p.grid_exponent < -1074 {
        return power(-1075) + (magnitude * power(-53));
    }
    if *magnitude <= power(p.grid_exponent + 53) {
        return Rational::new();
    }
    magnitude * power(-53)
}

/// The largest distance between a released double of this magnitude and a multiple of the grid that
/// is converted to it. Unlike in [`conversion`], a magnitude of 2^53 grid steps counts as rounded,
/// because 2^53 + 1 steps become the same double.
pub(crate) fn conversion_to(p: &Snapping, double: &Rational) -> Rational {
    if p.grid_exponent >= -1074 && *double == power(p.grid_exponent + 53) {
        return power(p.grid_exponent);
    }
    conversion(p, double)
}

/// The smallest double for which the monotone `holds` is true, among the non-negative doubles whose
/// bits are at least `low`. Returns `None` if there is none.
pub(crate) fn first_double(
    low: u64,
    holds: impl Fn(f64) -> Result<bool, Error>,
) -> Result<Option<f64>, Error> {
    let (mut low, mut high) = (low, f64::MAX.to_bits());
    if !holds(f64::MAX)? {
        return Ok(None);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(f64::from_bits(middle))? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(Some(f64::from_bits(high)))
}
