//! Bounds the loss of float arithmetic by Liu's error semantics, for each case of Liu's proof
//! (Claim V3).
//!
//! U* is the first p significant digits of the uniform random number U. Let f be an input, s a
//! sign, w a float that takes the role of U*, and u the unit roundoff. The computed sum is `(f +
//! s·λ·ln(w)·(1+u)^±2)·(1+u)^±1`. The U* that lead to one output form an interval. Solving the
//! formula for w encloses the endpoints of this interval, and so encloses the output's probability.
//! Liu's paper ignores that an endpoint is itself a float. The relative distance between
//! neighbouring U* is up to 2u, and is added here. docs/specification.md, section 9, lists the
//! other errors of the paper. The bounds of this module may exceed the closed form of Claim F1.

use rug::{Float, Integer, Rational};

use super::distribution::{Distribution, Ends};
use crate::exact::{power, scaled, Dyadic};
use crate::snapping::{Arithmetic, Snapping};

/// The position of an output x relative to the bounds ±B and to two inputs f < f'. round(f) is the
/// clamped f, rounded to the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// x = -B
    Lowest,
    /// x between -B and round(f)
    Below,
    /// x = round(f), including the case round(f) = round(f')
    AtFirst,
    /// x between round(f) and round(f')
    Between,
    /// x = round(f')
    AtSecond,
    /// x between round(f') and B
    Above,
    /// x = B
    Highest,
}

impl Case {
    /// All cases, in order.
    pub const ALL: [Case; 7] = [
        Case::Lowest,
        Case::Below,
        Case::AtFirst,
        Case::Between,
        Case::AtSecond,
        Case::Above,
        Case::Highest,
    ];

    /// The case of the output k for two inputs that round to the multiples `first` and `second`,
    /// where `first <= second`.
    #[must_use]
    pub fn of(
        k: &Integer,
        first: &Integer,
        second: &Integer,
        ends: Option<&(Integer, Integer)>,
    ) -> Self {
        if ends.is_some_and(|(low, _)| k <= low) {
            Case::Lowest
        } else if ends.is_some_and(|(_, high)| k >= high) {
            Case::Highest
        } else if k == first {
            Case::AtFirst
        } else if k == second {
            Case::AtSecond
        } else if k < first {
            Case::Below
        } else if k < second {
            Case::Between
        } else {
            Case::Above
        }
    }
}

/// Bounds on the distribution of a release. The error semantics bounds the endpoints of the
/// intervals of U*. No implementation is run.
pub struct Semantics<'a> {
    mechanism: &'a Snapping,
    lambda: Rational,
    precision: u32,
}

impl<'a> Semantics<'a> {
    /// Returns `None` in real arithmetic, where nothing is rounded and the bound of each case is ε.
    #[must_use]
    pub fn new(mechanism: &'a Snapping) -> Option<Self> {
        let Arithmetic::Float(precision) = mechanism.arithmetic() else { return None };
        let lambda = mechanism.float_lambda(precision).to_rational()?;
        Some(Semantics { mechanism, lambda, precision })
    }

    /// min(1, e^x), rounded down and rounded up. The result bounds a value of U. Since U is below
    /// 1, the result is limited to 1.
    fn exp(&self, x: &Rational) -> (Float, Float) {
        let bits = 2 * self.precision + 64;
        if *x >= 0 {
            return (Float::with_val(bits, 1), Float::with_val(bits, 1));
        }
        let way = |way| {
            let (mut y, _) = Float::with_val_round(bits, x, way);
            y.exp_round(way);
            y
        };
        (way(rug::float::Round::Down), way(rug::float::Round::Up))
    }
}

impl Distribution for Semantics<'_> {
    fn ends(&self, f: &Dyadic, k: &Integer) -> Option<Ends> {
        let f = self.mechanism.clamped(f);
        let f = f.rational();
        let roundoff = power(-(self.precision as i32));
        let stretch = Rational::from(&roundoff + 1u32);
        let square = Rational::from(&stretch * &stretch);
        let edge = scaled(Rational::from(k) - Rational::from((1, 2)), self.mechanism.grid_exponent);
        // If the sum before its last rounding is at least `high`, the computed sum certainly
        // reaches `edge`. If it is below `low`, the computed sum certainly does not.
        let (times, over) = (Rational::from(&edge * &stretch), edge / &stretch);
        let (low, high) = if times < over { (times, over) } else { (over, times) };
        let (low, high) = ((low - &f) / &self.lambda, (high - f) / &self.lambda);
        let next = |u: Float| {
            let bits = u.prec();
            (u * Float::with_val(bits, roundoff.clone() * 2u32 + 1u32))
                .min(&Float::with_val(bits, 1))
        };
        let plus = (
            self.exp(&Rational::from(&low * &square)).0,
            next(self.exp(&Rational::from(&high / &square)).1),
        );
        let minus = (
            self.exp(&-Rational::from(&high * &square)).0,
            next(self.exp(&-Rational::from(&low / &square)).1),
        );
        Some(Ends { plus, minus, wrong: 0 })
    }
}
