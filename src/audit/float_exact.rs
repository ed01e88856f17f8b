//! Computes the exact output distribution of an implementation in float arithmetic.

use rug::{Float, Integer, Rational};

use super::implementation::{Implementation, Reference, Uniform};
use crate::exact::{scaled, Dyadic};
use crate::snapping::edges::{Edge, Edges};
use crate::snapping::Snapping;

/// A mechanism in float arithmetic that is audited.
pub struct FloatExact<'a, I = Reference<'a>> {
    edges: Edges<'a>,
    implementation: I,
}

/// The largest loss that was found.
#[derive(Clone, Debug)]
pub struct WorstLoss {
    /// `|ln(P(y | f) / P(y | g))|` for two inputs f and g and an output y. It is infinite if one of
    /// the probabilities is 0.
    pub nats: Float,
    /// The multiple of the grid at which this loss occurs, before the outer clamp.
    pub multiple: Integer,
}

impl<'a> FloatExact<'a> {
    /// Audits the reference implementation of the mechanism. `digits` has the meaning that it has
    /// in [`Edges::new`]. Returns `None` in real arithmetic.
    #[must_use]
    pub fn new(mechanism: &'a Snapping, digits: Option<u32>) -> Option<Self> {
        Self::of(mechanism, Reference::new(mechanism)?, digits)
    }
}

impl<'a, I: Implementation> FloatExact<'a, I> {
    /// Audits another implementation of the mechanism, like [`FloatExact::new`].
    #[must_use]
    pub fn of(mechanism: &'a Snapping, implementation: I, digits: Option<u32>) -> Option<Self> {
        Some(FloatExact { edges: Edges::new(mechanism, digits)?, implementation })
    }

    /// The two multiples that stand for the bounds -B and B. They are -B and B in grid steps,
    /// rounded away from zero. Multiples beyond them count as these two.
    #[must_use]
    pub fn ends(&self) -> (Integer, Integer) {
        let p = self.mechanism();
        let last = p.bound.map_or(Rational::new(), |b| scaled(b.rational(), -p.grid_exponent));
        let last = last.ceil().into_numer_denom().0;
        (Integer::from(-&last), last)
    }

    /// For each sign, the U* at which the multiple released for f becomes at least `k`. Returns
    /// `None` if one of them is outside MPFR's exponent range.
    #[must_use]
    pub fn edge(&self, f: &Dyadic, k: &Integer) -> Option<Edge> {
        self.edges.find(f, k, |f, minus, u| {
            let u = Uniform::star(u);
            u.and_then(|u| self.implementation.at_least(f, minus, &u, k)).unwrap_or(false)
        })
    }

    pub(super) fn before(&self, u: &Float) -> Float {
        self.edges.before(u)
    }

    pub(super) fn implementation(&self) -> &I {
        &self.implementation
    }

    pub(super) fn mechanism(&self) -> &Snapping {
        self.edges.mechanism
    }

    pub(super) fn digits(&self) -> u32 {
        self.edges.digits
    }

    /// f after the inner clamp.
    pub(super) fn clamped(&self, f: &Dyadic) -> Dyadic {
        self.edges.mechanism.clamped(f)
    }

    fn float_of(&self, x: Float) -> Float {
        Float::with_val(self.edges.work, x)
    }

    /// P(the multiple is at least k).
    fn at_least(&self, edge: &Edge) -> Float {
        (self.float_of(1 - self.float_of(edge.plus.clone())) + &edge.minus) / 2u32
    }

    /// P(the multiple is below k).
    fn below(&self, edge: &Edge) -> Float {
        (self.float_of(1 - self.float_of(edge.minus.clone())) + &edge.plus) / 2u32
    }

    /// The probability, given f, that the release is the multiple k, or the bound if k is one of
    /// [`FloatExact::ends`]. Returns `None` if it depends on a U* outside MPFR's exponent range.
    /// That can happen if the bound is above about 2^28.5·λ.
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

    /// The largest loss between two inputs over the listed multiples. Multiples outside
    /// [`FloatExact::ends`] are skipped. The result is the exact maximum if all multiples are
    /// listed. Otherwise the search is not exhaustive. Returns `None` if a probability is `None`.
    #[must_use]
    pub fn loss(&self, f: &Dyadic, g: &Dyadic, multiples: &[Integer]) -> Option<WorstLoss> {
        let (first, last) = self.ends();
        let mut worst =
            WorstLoss { nats: Float::with_val(self.edges.work, 0), multiple: Integer::new() };
        for k in multiples.iter().filter(|k| (&first..=&last).contains(k)) {
            let (p, q) = (self.probability(f, k)?, self.probability(g, k)?);
            if p == 0 && q == 0 {
                continue;
            }
            let nats = (p.ln() - q.ln()).abs();
            if nats > worst.nats {
                worst = WorstLoss { nats, multiple: k.clone() };
            }
        }
        Some(worst)
    }
}
