//! Computes the distribution of a release around one given answer, and a distance from that answer
//! within which the release lies with a given probability (Claim U2).

use rug::{Float, Integer, Rational};

use super::{conversion, first_double, Alpha};
use crate::exact::{power, Dyadic, Positive};
use crate::memory;
use crate::snapping::edges::{Edge, Edges};
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// A mechanism together with one answer. It may be used only inside [`memory::reserved`].
pub(super) struct At<'a> {
    pub p: &'a Snapping,
    /// The answer after the inner clamp.
    clamped: Dyadic,
    pub centre: Rational,
    pub grid: Rational,
    float: Option<Edges<'a>>,
    bits: u32,
}

impl<'a> At<'a> {
    pub fn new(p: &'a Snapping, f: &Dyadic, bits: u32) -> Self {
        let clamped = p.clamped(f);
        At {
            p,
            clamped,
            centre: clamped.rational(),
            grid: power(p.grid_exponent),
            float: Edges::new(p, None),
            bits,
        }
    }

    /// Returns the probabilities that the released multiple of the grid is at least k, and that it
    /// is below k.
    pub fn split(&self, k: &Integer) -> (Float, Float) {
        let Some(float) = &self.float else { return self.split_real(k) };
        let certain = |above: bool| {
            let one = |x: bool| Float::with_val(self.bits, u32::from(x));
            (one(above), one(!above))
        };
        match float.of_reference(&self.clamped, k) {
            Some(Edge { plus, minus }) => {
                let difference = Float::with_val(2 * self.bits.max(plus.prec()), &plus - &minus);
                ((1 - difference.clone()) / 2u32, (1 + difference) / 2u32)
            }
            // The release reaches k only for a U* (the first p digits of U) below 2^-2^30, or fails
            // to reach k only for such a U*. So one of the probabilities counts as 1.
            None => certain(Rational::from(k) * &self.grid <= self.centre),
        }
    }

    fn split_real(&self, k: &Integer) -> (Float, Float) {
        let edge = (Rational::from(k) - Rational::from((1, 2))) * &self.grid - &self.centre;
        let up = edge >= 0;
        let small = (-self.p.log_at(&edge.abs(), self.bits)).exp() / 2u32;
        let large = 1 - small.clone();
        if up {
            (small, large)
        } else {
            (large, small)
        }
    }

    /// P(|release - f| > r), where f is not clamped. The result is exact if every multiple of the
    /// grid in reach is a double. Otherwise r is first lowered by the error of rounding a release
    /// to a double, so the result may be too large.
    fn beyond(&self, f: &Rational, r: &Rational) -> Float {
        let bound = self.p.bound.as_ref().map(Positive::rational);
        let magnitude =
            bound.clone().unwrap_or_else(|| Rational::from(f.abs_ref()) + r + &self.grid);
        let r = r - conversion(self.p, &magnitude);
        let mut sum = Float::with_val(self.bits, 0);
        let (high, low) = (Rational::from(f + &r), Rational::from(f - &r));
        if bound.as_ref().is_some_and(|b| low > *b || high < Rational::from(-b)) {
            return sum + 1u32; // no release in [-B, B] is within r of f
        }
        if bound.as_ref().is_none_or(|b| high < *b) {
            let k = (high / &self.grid).floor().into_numer_denom().0 + 1u32;
            sum += self.split(&k).0;
        }
        if bound.is_none_or(|b| low > -b) {
            let k = (low / &self.grid).ceil().into_numer_denom().0;
            sum += self.split(&k).1;
        }
        sum
    }
}

/// The smallest double r such that a release of f is within r of f with probability at least 1-α.
/// It is computed from the exact distribution. For f outside [-B, B] the error is measured from f
/// itself, not from the clamped f. Returns infinity if there is no such double.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn accuracy_at(p: &Snapping, f: &Dyadic, alpha: Alpha) -> Result<f64, Error> {
    let bits = match p.arithmetic() {
        Arithmetic::Real => 1200, // 2^-1200 is far below the smallest α, 2^-1074
        Arithmetic::Float(bits) => 2 * bits + 64,
    };
    let within = |r: f64| {
        memory::reserved(|| {
            let r = Dyadic::from_f64(r).as_ref().map(Dyadic::rational).ok_or(Error::Accuracy)?;
            Ok(At::new(p, f, bits).beyond(&f.rational(), &r) <= alpha.get())
        })
    };
    Ok(first_double(0, within)?.unwrap_or(f64::INFINITY))
}
