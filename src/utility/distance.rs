//! How far the snapping mechanism falls from the Laplace mechanism that it clamps and rounds, with
//! the same noise (Claim U3): the four cases of covington-utility, section 3, including the two
//! that it leaves open.

use rug::{float::Round, ops::AddAssignRound, Float, Rational};

use super::{conversion, lambda, Alpha, BITS};
use crate::exact::{power, Dyadic, Positive};
use crate::memory;
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// Bounds on `|f + Y - release|`, rounded up to doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// No clamp binds: G/2.
    pub unclamped: f64,
    /// Only the inner clamp binds: |f| - B + G/2.
    pub inner: f64,
    /// The outer clamp binds, on average given that it binds: `inner` plus λ.
    pub outer_mean: f64,
    /// The outer clamp binds; exceeded with probability α at most, given that it binds: `inner`
    /// plus λ·ln(1/α).
    pub outer: f64,
}

/// The bounds for the answer f. If f lies in [-B, B] the inner clamp does not bind, and the bounds
/// with and without it are equal.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn distance(p: &Snapping, f: &Dyadic, alpha: Alpha) -> Result<Distance, Error> {
    memory::reserved(|| {
        let f = f.rational().abs();
        let beyond =
            p.bound.as_ref().map_or(Rational::new(), |b| (f.clone() - b.rational()).max(Rational::new()));
        let magnitude = p.bound.as_ref().map_or(f, Positive::rational);
        let mut step = power(p.grid_exponent - 1) + conversion(p, &magnitude);
        let (mut lambda, mut slack) = (lambda(p)?, Rational::new());
        if let Arithmetic::Float(bits) = p.arithmetic() {
            // Y is the noise as float arithmetic computes it, so that only ⊕ rounds afterwards. The
            // distribution of Y differs from the Laplace distribution by the other terms.
            let eta = power(-(bits as i32));
            let reach = magnitude * 2u32 + power(p.grid_exponent);
            step += Rational::from(&reach * &eta);
            slack = (reach + &lambda) * &eta * 8u32;
            lambda *= eta * 8u32 + 1u32;
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
