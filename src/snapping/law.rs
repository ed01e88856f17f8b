//! Chooses the law of the noise (Claims S1 and S6).
//!
//! Laplace noise is rounded to the grid together with the answer. If the answer is itself a
//! multiple of the grid, the noise may be a two-sided geometric number of steps instead, whose mean
//! error and variance are 1/cosh(G/(2λ)) of those of rounded Laplace noise, for the same loss:
//!
//! ```text
//! |N| = floor( (-ln U + A)·λ/G ),   A = ln(2/(1 + q)),   q = e^(-G/λ)
//! ```
//!
//! A, the advance, makes P(|N| >= k) = 2q^k/(1 + q) for k >= 1. It follows from the λ in use.

use rug::{float::Round, Float, Rational};

use super::{Arithmetic, Snapping};
use crate::exact::scaled;

/// The law of the noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Laplace noise, rounded to the grid.
    Laplace,
    /// Two-sided geometric noise. The answers must be multiples of the grid.
    Geometric,
    /// Geometric noise whose advance follows from 2^i times the scale in use: a fault that the
    /// tests must find.
    #[cfg(test)]
    Skewed(i32),
}

impl Snapping {
    /// The same mechanism for answers that are all multiples of 2^exponent: with geometric noise if
    /// 2^exponent is the grid, in real arithmetic without a bound, and unchanged otherwise. On a
    /// coarser grid an answer may lie in the middle between two multiples, and rounding it would
    /// add a bias. A bound need not be a multiple of the grid.
    #[must_use]
    pub fn for_multiples(mut self, exponent: i32) -> Self {
        let real = self.arithmetic == Arithmetic::Real && self.bound.is_none();
        if real && self.grid_exponent == exponent {
            self.law = Law::Geometric;
            self.scale = self.scale.geometric(0);
            self.lanes = None;
        }
        self
    }

    /// λ/G, exactly. The mechanism must use real arithmetic.
    pub(crate) fn steps(&self) -> Rational {
        scaled(self.sensitivity.rational() / self.epsilon.rational(), -self.grid_exponent)
    }

    /// The advance A, rounded to this many bits in this direction. 0 for Laplace noise.
    pub(crate) fn advance(&self, precision: u32, direction: Round) -> Float {
        if self.law == Law::Laplace {
            return Float::with_val(precision, 0);
        }
        // A falls as q grows.
        let opposite = match direction {
            Round::Up => Round::Down,
            Round::Down => Round::Up,
            other => other,
        };
        let steps = self.steps();
        #[cfg(test)]
        let steps = if let Law::Skewed(i) = self.law { scaled(steps, i) } else { steps };
        let (mut q, _) = Float::with_val_round(precision, -steps.recip(), opposite);
        q.exp_round(opposite);
        let (mut half, _) = Float::with_val_round(precision, q + 1u32, opposite);
        half >>= 1u32;
        half.ln_round(opposite);
        -half
    }

    /// z = -ln U at the U for which the answer changes at an edge between two multiples of the
    /// grid, at this distance from the exact answer. The mechanism must use real arithmetic.
    pub(crate) fn log_at(&self, distance: &Rational, precision: u32) -> Float {
        let steps = scaled(distance.clone(), -self.grid_exponent);
        match self.law {
            Law::Laplace => Float::with_val(precision, steps / self.steps()),
            _ => {
                let whole =
                    Float::with_val(precision, (steps + Rational::from((1, 2))) / self.steps());
                whole - self.advance(precision, Round::Nearest)
            }
        }
    }
}
