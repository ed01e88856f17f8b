//! Finds the exact points at which the released multiple of the grid changes in float arithmetic.
//!
//! In float arithmetic, the float U* takes the place of the uniform real U. Each float is U* with a
//! probability equal to its ulp, so P(U* < x) = x for floats x. Every operation is correctly
//! rounded and therefore monotone. So for a fixed input and sign, the released multiple is monotone
//! in U*: the U* that lead to the same multiple form an interval. Bisection over the floats finds
//! its endpoints (Claim V2).

use rug::{Assign, Float, Integer, Rational};

use super::reference::float::multiple;
use super::{Arithmetic, Snapping};
use crate::exact::{scaled, Dyadic};
use crate::memory;

/// For each sign S of the noise, the U* at which the released multiple crosses a given multiple k.
/// It is 1 if there is no such U* below 1.
#[derive(Clone)]
pub struct Edge {
    /// For S = +1, this U* and all larger ones give at least k, and all smaller U* do not.
    pub plus: Float,
    /// For S = -1, all smaller U* give at least k, and this U* and all larger ones do not.
    pub minus: Float,
}

/// Finds the edges of one mechanism in float arithmetic. It may be used only inside
/// [`memory::reserved`].
pub struct Edges<'a> {
    pub(crate) mechanism: &'a Snapping,
    lambda: Float,
    /// The number of significant bits of U*. In the mechanism itself it equals the precision.
    pub(crate) digits: u32,
    /// Precision of probabilities and logarithms.
    pub(crate) work: u32,
}

impl<'a> Edges<'a> {
    /// `digits` is the number of significant bits of U*. `None` means the precision of the
    /// mechanism. An audit may pass fewer bits to show their effect. Returns `None` in real
    /// arithmetic.
    #[must_use]
    pub fn new(mechanism: &'a Snapping, digits: Option<u32>) -> Option<Self> {
        let Arithmetic::Float(precision) = mechanism.arithmetic() else { return None };
        Some(Edges {
            mechanism,
            lambda: mechanism.float_lambda(precision),
            digits: digits.unwrap_or(precision),
            work: 2 * precision + 64,
        })
    }

    /// For each sign, the U* at which the reference's release of f crosses the multiple `k` of the
    /// grid. Returns `None` if one of the two U* is outside MPFR's exponent range.
    #[must_use]
    pub fn of_reference(&self, f: &Dyadic, k: &Integer) -> Option<Edge> {
        self.find(f, k, |f, minus, u| multiple(self.mechanism, &self.lambda, f, minus, u) >= *k)
    }

    /// For each sign, the U* at which the result of `at_least` changes. `at_least` takes the
    /// clamped f, whether S = -1, and a U* below 1. It returns whether the release for these three
    /// is at least the multiple k. `find` returns `None` if one of the two U* is outside MPFR's
    /// exponent range.
    #[must_use]
    pub fn find(
        &self,
        f: &Dyadic,
        k: &Integer,
        at_least: impl Fn(&Dyadic, bool, &Float) -> bool,
    ) -> Option<Edge> {
        let f = self.mechanism.clamped(f);
        // The edge in real arithmetic is a good first guess.
        let edge = scaled(Rational::from(k) - Rational::from((1, 2)), self.mechanism.grid_exponent)
            - f.rational();
        let ln = Float::with_val(self.work, edge) / &self.lambda;
        let guess = |ln: &Float| {
            if *ln >= 0 {
                Integer::new()
            } else {
                self.index(&Float::with_val(self.work, ln.exp_ref()))
            }
        };
        Some(Edge {
            plus: self.first(guess(&ln), |u| at_least(&f, false, u))?,
            minus: self.first(guess(&-ln), |u| !at_least(&f, true, u))?,
        })
    }

    /// The float just below `u`, at the precision of λ.
    pub(crate) fn before(&self, u: &Float) -> Float {
        let mut u = Float::with_val(self.lambda.prec(), u);
        u.next_down();
        u
    }

    /// The float with this index. Index 0 is the float 1, -1 is the largest float below 1, and so
    /// on downwards.
    fn float(&self, index: &Integer) -> Float {
        let half = Integer::from(1) << (self.digits - 1);
        let (e, rest) = index.clone().div_rem_floor(half.clone());
        let scale = Float::with_val(64, e - (self.digits - 1)).exp2();
        Float::with_val(self.digits, Float::with_val(self.digits, half + rest) * scale)
    }

    /// The index of the float nearest to a positive number below 1. Numbers from 1 up have the
    /// index 0. The number 0 gets the index of 2^-2^29, which lies within MPFR's default exponent
    /// range.
    fn index(&self, u: &Float) -> Integer {
        let half = Integer::from(1) << (self.digits - 1);
        if *u >= 1 {
            return Integer::new();
        }
        let log2 = Float::with_val(self.work, u.log2_ref()).floor();
        let Some(e) = log2.to_integer() else { return half * -(1 << 29) };
        // u·2^-e lies in [1, 2), unless e is off by one. The index is only a first guess, which the
        // bisection corrects.
        let scale = Float::with_val(64, &e).exp2();
        let ratio = Float::with_val(self.digits, u / scale) << (self.digits - 1);
        let mantissa = ratio.to_integer().unwrap_or_else(|| half.clone());
        (e * &half + mantissa - half).min(Integer::new())
    }

    /// The smallest float below 1 at which the monotone `holds` is true, or 1 if there is none.
    /// Returns `None` if the search leaves MPFR's exponent range, which ends at 2^-2^30 unless the
    /// caller has widened it.
    fn first(&self, guess: Integer, holds: impl Fn(&Float) -> bool) -> Option<Float> {
        // `holds` is false for a sufficiently small U*, because the magnitude of its noise exceeds
        // every bound.
        let at = |i: &Integer| {
            memory::scratch(|| {
                let u = self.float(i);
                *i >= 0 || (u != 0 && holds(&u))
            })
        };
        let (mut below, mut above) = (guess.clone(), guess);
        let mut step = Integer::from(1);
        if at(&above) {
            while at(&below) {
                above.assign(&below);
                below -= &step;
                step <<= 1u32;
            }
        } else {
            while !at(&above) {
                below.assign(&above);
                above += &step;
                step <<= 1u32;
            }
            above = above.min(Integer::new());
        }
        while Integer::from(&above - &below) > 1 {
            let middle: Integer = (Integer::from(&above + &below)) >> 1u32;
            if at(&middle) {
                above.assign(&middle);
            } else {
                below.assign(&middle);
            }
        }
        (self.float(&below) != 0).then(|| self.float(&above))
    }
}
