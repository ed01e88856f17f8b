//! Bounds the distance between a release of the snapping mechanism and a release of the Laplace
//! mechanism with the same noise (Claim U3). The four cases are those of Covington (Utility,
//! section 3), including the two cases that are left open there.

use rug::{float::Round, ops::AddAssignRound, Float, Rational};

use super::{conversion, lambda, Alpha, BITS};
use crate::exact::{power, Dyadic, Positive};
use crate::memory;
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// Upper bounds on `|f + Y - release|`, where Y is the noise. In the formulas G is the grid, B the
/// bound of the clamps, and λ the scale of the noise. The bounds are rounded up to doubles. They
/// include rounding errors of the release, which the formulas of the fields omit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The bound if no clamp binds: G/2.
    pub unclamped: f64,
    /// The bound if the inner clamp binds and the outer clamp does not: |f| - B + G/2.
    pub inner: f64,
    /// A bound on the mean distance, given that the outer clamp binds: `inner` plus λ.
    pub outer_mean: f64,
    /// A bound that is exceeded with probability at most α, given that the outer clamp binds:
    /// `inner` plus λ·ln(1/α).
    pub outer: f64,
}

/// The bounds for the answer f. If f lies in [-B, B], the inner clamp does not bind, and `inner` is
/// equal to `unclamped`.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn distance(p: &Snapping, f: &Dyadic, alpha: Alpha) -> Result<Distance, Error> {
    memory::reserved(|| {
        let f = f.rational().abs();
        let beyond = p
            .bound
            .as_ref()
            .map_or(Rational::new(), |b| (f.clone() - b.rational()).max(Rational::new()));
        let magnitude = p.bound.as_ref().map_or(f, Positive::rational);
        let mut step = power(p.grid_exponent - 1) + conversion(p, &magnitude);
        let (mut lambda, mut slack) = (lambda(p)?, Rational::new());
        if let Arithmetic::Float(bits) = p.arithmetic() {
            // In float arithmetic Y is the computed noise. The rounding of the floating-point sum f
            // + Y then adds to the distance (`step`). The distribution of Y differs from the
            // Laplace distribution; `slack` and the larger λ cover this difference.
            let roundoff = power(-(bits as i32));
            let reach = magnitude * 2u32 + power(p.grid_exponent);
            step += Rational::from(&reach * &roundoff);
            slack = (reach + &lambda) * &roundoff * 8u32;
            lambda *= roundoff * 8u32 + 1u32;
        }
        let up = |x: &Rational| Float::with_val_round(BITS, x, Round::Up).0;
        let mut log = Float::with_val(BITS, alpha.get());
        log.ln_round(Round::Down);
        let reach = Float::with_val_round(BITS, &up(&lambda) * &(-log), Round::Up).0;
        let inner = step.clone() + beyond;
        let clamped = slack + &inner;
        let mut outer = up(&clamped);
        outer.add_assign_round(&reach, Round::Up);
        Ok(Distance {
            unclamped: up(&step).to_f64_round(Round::Up),
            inner: up(&inner).to_f64_round(Round::Up),
            outer_mean: up(&(clamped + lambda)).to_f64_round(Round::Up),
            outer: outer.to_f64_round(Round::Up),
        })
    })
}
