//! The exact output distribution of the snapping mechanism in float arithmetic.
//!
//! Every operation is correctly rounded, hence monotone. So for a fixed input and sign the released
//! multiple of the grid is monotone in U*, the U* that lead to it form an interval, and bisection over the
//! floats finds its ends exactly. As each float has the probability of its ulp, P(U* < u) = u.

use rug::{Assign, Float, Integer, Rational};

use super::implementation::{Digits, Implementation, Reference};
use crate::exact::Dyadic;
use crate::memory;
use crate::snapping::reference::scaled;
use crate::snapping::{Arithmetic, Snapping};

/// One mechanism in float arithmetic, under audit.
pub struct FloatExact<'a, I = Reference<'a>> {
    mechanism: &'a Snapping,
    implementation: I,
    lambda: Float,
    /// Significant bits of U*; the mechanism has as many as its precision.
    digits: u32,
    /// Precision of probabilities and logarithms.
    work: u32,
}

/// The largest loss that was found.
#[derive(Clone, Debug)]
pub struct Loss {
    /// `|ln(P(y | f) / P(y | f'))|`, infinite if one of them is 0.
    pub nats: Float,
    /// The multiple of the grid, before the outer clamp.
    pub multiple: Integer,
}

/// Where the released multiple becomes at least k, for each sign; 1 if there is no such U*.
#[derive(Clone)]
pub struct Edge {
    /// S = +1: U* from here on give at least k.
    pub plus: Float,
    /// S = -1: U* below this give at least k.
    pub minus: Float,
}

impl<'a> FloatExact<'a> {
    /// The mechanism's reference with `digits` significant bits in U*: its own precision, unless to show what fewer
    /// would do. `None` in real arithmetic.
    #[must_use]
    pub fn new(mechanism: &'a Snapping, digits: Option<u32>) -> Option<Self> {
        Self::of(mechanism, Reference::new(mechanism)?, digits)
    }
}

impl<'a, I: Implementation> FloatExact<'a, I> {
    /// Any implementation of the mechanism.
    #[must_use]
    pub fn of(mechanism: &'a Snapping, implementation: I, digits: Option<u32>) -> Option<Self> {
        let Arithmetic::Float(precision) = mechanism.arithmetic() else { return None };
        Some(FloatExact {
            mechanism,
            implementation,
            lambda: mechanism.float_lambda(precision),
            digits: digits.unwrap_or(precision),
            work: 2 * precision + 64,
        })
    }

    /// The smallest and the largest multiple that the bound leaves; those beyond count to them.
    #[must_use]
    pub fn ends(&self) -> (Integer, Integer) {
        let last = self.mechanism.bound.map_or(Rational::new(), |b| {
            scaled(Rational::from(b.mantissa), b.exponent - self.mechanism.grid_exponent)
        });
        let last = last.ceil().into_numer_denom().0;
        (Integer::from(-&last), last)
    }

    /// The float with this index: 0 is 1, -1 the largest below, and so on.
    fn float(&self, index: &Integer) -> Float {
        let half = Integer::from(1) << (self.digits - 1);
        let (e, rest) = index.clone().div_rem_floor(half.clone());
        let scale = Float::with_val(64, e - (self.digits - 1)).exp2();
        Float::with_val(self.digits, Float::with_val(self.digits, half + rest) * scale)
    }

    /// The index of the float nearest to a positive number below 1; 0 for 1 and more, and the lowest one
    /// that MPFR's exponents allow for 0.
    fn index(&self, u: &Float) -> Integer {
        let half = Integer::from(1) << (self.digits - 1);
        if *u >= 1 {
            return Integer::new();
        }
        let log2 = Float::with_val(self.work, u.log2_ref()).floor();
        let Some(e) = log2.to_integer() else { return half * -(1 << 29) };
        // u·2^-e in [1, 2), one unit of the exponent off at worst, which bisection mends.
        let scale = Float::with_val(64, &e).exp2();
        let ratio = Float::with_val(self.digits, u / scale) << (self.digits - 1);
        let mantissa = ratio.to_integer().unwrap_or_else(|| half.clone());
        (e * &half + mantissa - half).min(Integer::new())
    }

    /// The smallest float from which on `holds`; 1 if there is none below. `holds` is monotone. `None` if the
    /// search leaves MPFR's exponents (2^-2^30 unless the caller widened them).
    fn first(&self, guess: Integer, holds: impl Fn(&Float) -> bool) -> Option<Float> {
        // Far enough down nothing holds: the noise exceeds every k.
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

    /// Where the released multiple becomes at least `k`, given f. `None` if that leaves MPFR's exponents.
    #[must_use]
    pub fn edge(&self, f: &Dyadic, k: &Integer) -> Option<Edge> {
        let f = self.mechanism.clamped(f);
        // Where real arithmetic has the edge: a good first guess.
        let edge = scaled(Rational::from(k) - Rational::from((1, 2)), self.mechanism.grid_exponent)
            - scaled(Rational::from(f.mantissa), f.exponent);
        let ln = Float::with_val(self.work, edge) / &self.lambda;
        let guess = |ln: &Float| {
            if *ln >= 0 {
                Integer::new()
            } else {
                self.index(&Float::with_val(self.work, ln.exp_ref()))
            }
        };
        let at = |minus: bool, u: &Float| {
            Digits::star(u).and_then(|u| self.implementation.at_least(&f, minus, &u, k)).unwrap_or(false)
        };
        Some(Edge {
            plus: self.first(guess(&ln), |u| at(false, u))?,
            minus: self.first(guess(&-ln), |u| !at(true, u))?,
        })
    }

    /// The largest U* below u, of as many digits as it should have.
    pub(super) fn before(&self, u: &Float) -> Float {
        let mut u = Float::with_val(self.lambda.prec(), u);
        u.next_down();
        u
    }

    pub(super) fn implementation(&self) -> &I {
        &self.implementation
    }

    pub(super) fn mechanism(&self) -> &Snapping {
        self.mechanism
    }

    pub(super) fn digits(&self) -> u32 {
        self.digits
    }

    /// f after the inner clamp.
    pub(super) fn clamped(&self, f: &Dyadic) -> Dyadic {
        self.mechanism.clamped(f)
    }

    fn float_of(&self, x: Float) -> Float {
        Float::with_val(self.work, x)
    }

    /// P(the multiple is at least k).
    fn at_least(&self, edge: &Edge) -> Float {
        (self.float_of(1 - self.float_of(edge.plus.clone())) + &edge.minus) / 2u32
    }

    /// P(the multiple is below k).
    fn below(&self, edge: &Edge) -> Float {
        (self.float_of(1 - self.float_of(edge.minus.clone())) + &edge.plus) / 2u32
    }

    /// P(the answer is the multiple k, or the bound if k is one of [`FloatExact::ends`]), given f. `None` if
    /// that leaves MPFR's exponents: with the bound beyond about 2^29·λ.
    #[must_use]
    pub fn probability(&self, f: &Dyadic, k: &Integer) -> Option<Float> {
        let (first, last) = self.ends();
        let above = Integer::from(k + 1u32);
        if *k == first {
            return self.edge(f, &above).map(|edge| self.below(&edge));
        }
        let low = self.edge(f, k)?;
        if *k == last {
            return Some(self.at_least(&low));
        }
        let high = self.edge(f, &above)?;
        let plus = self.float_of(high.plus) - &low.plus;
        let minus = self.float_of(low.minus) - &high.minus;
        Some((plus + minus) / 2u32)
    }

    /// The largest loss between two inputs over the listed multiples; those outside of
    /// [`FloatExact::ends`] are passed over. If they are all, the result is exact; if not, it is searched,
    /// not exhaustive. `None` as for [`FloatExact::probability`].
    #[must_use]
    pub fn loss(&self, f: &Dyadic, g: &Dyadic, multiples: &[Integer]) -> Option<Loss> {
        let (first, last) = self.ends();
        let mut worst = Loss { nats: Float::with_val(self.work, 0), multiple: Integer::new() };
        for k in multiples.iter().filter(|k| (&first..=&last).contains(k)) {
            let (p, q) = (self.probability(f, k)?, self.probability(g, k)?);
            if p == 0 && q == 0 {
                continue;
            }
            let nats = (p.ln() - q.ln()).abs();
            if nats > worst.nats {
                worst = Loss { nats, multiple: k.clone() };
            }
        }
        Some(worst)
    }
}
