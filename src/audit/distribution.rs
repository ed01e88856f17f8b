//! Finds the values of the uniform number U at which the output of an implementation changes, and
//! computes probabilities from these values (Claim V2).

use rug::{Float, Integer, Rational};

use super::float_exact::FloatExact;
use super::implementation::{Definition, Implementation, Uniform};
use crate::exact::{scaled, Dyadic};
use crate::snapping::{Snapping, Target};

/// The two values of U, one for each sign S of the noise, that separate releases of at least k from
/// releases below k. For S = +1, the release is at least k from `plus` upwards. For S = -1, it is
/// at least k below `minus`, but not at `minus` itself. Each of these endpoints is given as an
/// interval that contains the endpoint. If the endpoint is known exactly, as in [`FloatAudit`], the
/// interval is a point. If no endpoint lies in (0, 1), 1 is used instead.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The endpoint for S = +1.
    pub plus: (Float, Float),
    /// The endpoint for S = -1.
    pub minus: (Float, Float),
    /// The number of wrong endpoints among the two. An endpoint is wrong if it differs from the
    /// endpoint of the definition, or if a code path for releases disagrees near it.
    pub wrong: u32,
}

/// Gives the endpoints from which the probabilities of outputs are computed.
pub trait Distribution {
    /// The endpoints for the multiple k of the grid, given f. Returns `None` if they are too close
    /// to 0 to be found.
    fn ends(&self, f: &Dyadic, k: &Integer) -> Option<Ends>;

    /// The smallest multiple that gives the same output as k, and the smallest multiple that gives
    /// a larger output. `limits` holds the first and the last multiple. The first result is `None`
    /// if there is no smaller output than that of k. The second result is `None` if there is no
    /// larger output.
    fn output(
        &self,
        k: &Integer,
        limits: Option<&(Integer, Integer)>,
    ) -> (Option<Integer>, Option<Integer>) {
        let inside = |is_limit: bool, k: Integer| (!is_limit).then_some(k);
        (
            inside(limits.is_some_and(|(first, _)| k <= first), k.clone()),
            inside(limits.is_some_and(|(_, last)| k >= last), Integer::from(k + 1u32)),
        )
    }
}

/// Computes [`Distribution::output`] for multiples that are converted to `target`. Multiples that
/// convert to the same number are one output.
fn converted(
    p: &Snapping,
    target: Target,
    k: &Integer,
    limits: Option<&(Integer, Integer)>,
) -> (Option<Integer>, Option<Integer>) {
    let number = |k: &Integer| match target {
        Target::Double => Integer::from(ordered(f64::from_bits(target.finish_slowly(p, k)))),
        Target::Integer => Integer::from(target.finish_slowly(p, k) as i64),
    };
    let own = number(k);
    let is = |end: Option<&Integer>, saturated: i64| {
        own == saturated || end.is_some_and(|end| number(end) == own)
    };
    let (least, most) = match target {
        Target::Double => (ordered(f64::NEG_INFINITY), ordered(f64::INFINITY)),
        Target::Integer => (i64::MIN, i64::MAX),
    };
    let lower = (!is(limits.map(|l| &l.0), least)).then(|| last(k, -1, |k| number(k) < own) + 1u32);
    let upper = (!is(limits.map(|l| &l.1), most)).then(|| last(k, 1, |k| number(k) > own));
    (lower, upper)
}

/// Maps doubles to integers so that their order is kept.
fn ordered(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (bits >> 63 & i64::MAX)
}

/// All code paths for releases are compared at these distances from an endpoint: n means a relative
/// distance of 2^-n.
const NEAR: [u32; 8] = [1, 8, 16, 24, 32, 40, 48, 56];

/// Whether all code paths for releases agree around the endpoint `at`.
fn all_agree(
    implementation: &impl Implementation,
    (f, k): (&Dyadic, &Integer),
    minus: bool,
    at: &Float,
    star: Option<u32>,
) -> bool {
    NEAR.into_iter().flat_map(|n| [(n, false), (n, true)]).all(|(n, above)| {
        let by = Float::with_val(WORK, at >> n);
        let u = if above { Float::with_val(WORK, at + by) } else { Float::with_val(WORK, at - by) };
        let digits = match star {
            Some(bits) => Uniform::star(&Float::with_val(bits, &u)),
            None => {
                let places = u.get_exp().map_or(1, |e| {
                    (e.saturating_neg().max(0) as u32 + DIGITS).div_ceil(64) * 64 - 1
                });
                let whole = Float::with_val(WORK, &u << places).floor().to_integer();
                whole
                    .filter(|d| *d > 0 && d.significant_bits() <= places)
                    .map(|d| Uniform::first(&d, places))
            }
        };
        let Some(digits) = digits else { return true };
        match implementation.at_least(f, minus, &digits, k) {
            Some(answer) => implementation.agrees(f, minus, &digits, k, answer),
            None => true,
        }
    })
}

/// An implementation in float arithmetic, with the definition that it is compared with.
pub struct FloatAudit<'a, I>(FloatExact<'a, I>, Definition);

impl<'a, I: Implementation> FloatAudit<'a, I> {
    /// Compares `implementation` with the definition of `claimed`. Returns `None` if `claimed` is
    /// in real arithmetic. `digits` has the meaning that it has in [`FloatExact::of`].
    #[must_use]
    pub fn new(claimed: &'a Snapping, implementation: I, digits: Option<u32>) -> Option<Self> {
        let definition = Definition::new(claimed)?.with_grid(claimed.grid_exponent);
        Some(FloatAudit(FloatExact::of(claimed, implementation, digits)?, definition))
    }
}

impl<I: Implementation> Distribution for FloatAudit<'_, I> {
    fn ends(&self, f: &Dyadic, k: &Integer) -> Option<Ends> {
        let FloatAudit(exact, definition) = self;
        let edge = exact.edge(f, k)?;
        let f = exact.clamped(f);
        // The answer of the definition must change between the float just below the endpoint and
        // the endpoint.
        let says = |minus: bool, u: &Float| {
            let beyond = *u >= 1;
            beyond
                || Uniform::star(u)
                    .and_then(|u| definition.at_least(&f, minus, &u, k))
                    .is_some_and(|b| b != minus)
        };
        let right = |minus: bool, u: &Float| {
            let agree = |u: &Float| {
                Uniform::star(u).is_none_or(|digits| {
                    let answer = exact.implementation().at_least(&f, minus, &digits, k);
                    answer.is_none_or(|answer| {
                        exact.implementation().agrees(&f, minus, &digits, k, answer)
                    })
                })
            };
            says(minus, u)
                && !says(minus, &exact.before(u))
                && agree(u)
                && agree(&exact.before(u))
                && all_agree(exact.implementation(), (&f, k), minus, u, Some(exact.digits()))
        };
        let wrong = u32::from(!right(false, &edge.plus)) + u32::from(!right(true, &edge.minus));
        Some(Ends {
            plus: (edge.plus.clone(), edge.plus),
            minus: (edge.minus.clone(), edge.minus),
            wrong,
        })
    }

    fn output(
        &self,
        k: &Integer,
        limits: Option<&(Integer, Integer)>,
    ) -> (Option<Integer>, Option<Integer>) {
        match self.0.implementation().target() {
            Some(target) => converted(self.0.mechanism(), target, k, limits),
            None => Plain.output(k, limits),
        }
    }
}

/// Provides [`Distribution::output`] without a conversion, so that every multiple is an output.
struct Plain;

impl Distribution for Plain {
    fn ends(&self, _: &Dyadic, _: &Integer) -> Option<Ends> {
        None
    }
}

/// Finds the endpoints of an implementation in real arithmetic. The endpoints of the definition,
/// e^(±(edge - f)/λ), are irrational. So each endpoint is enclosed: the implementation is evaluated
/// for leading digits of U on both sides of the endpoint, until the enclosure has a relative width
/// of 2^-DIGITS.
pub struct RealAudit<'a, I> {
    claimed: &'a Snapping,
    implementation: I,
}

const DIGITS: u32 = 192;
const WORK: u32 = 512;
/// The largest number of leading zeros that an endpoint may have. So probabilities down to
/// 2^-131072 are found.
const MOST_ZEROS: u32 = 1 << 17;

impl<'a, I: Implementation> RealAudit<'a, I> {
    /// Compares `implementation` with the definition of `claimed`.
    #[must_use]
    pub fn new(claimed: &'a Snapping, implementation: I) -> Self {
        RealAudit { claimed, implementation }
    }

    /// For each sign there is one endpoint: the released multiple is at least k for all U on one
    /// side of it, and below k for all U on the other side. Returns an interval that contains the
    /// implementation's endpoint. The second result is true if the interval also contains the
    /// definition's endpoint, and all code paths for releases agree on both sides of the interval
    /// and near the definition's endpoint.
    ///
    /// The definition's endpoint is `e^-z`, z >= 0. If `z` is `None`, the definition has no
    /// endpoint below 1, and 1 is used instead. Returns `None` if the definition's endpoint begins
    /// with more than `MOST_ZEROS` zeros.
    fn end(
        &self,
        f: &Dyadic,
        k: &Integer,
        minus: bool,
        z: Option<&Float>,
    ) -> Option<((Float, Float), bool)> {
        let expected = z.map_or_else(|| Float::with_val(WORK, 1), |z| (-z.clone()).exp());
        let zeros = expected.get_exp()?.saturating_neg().max(-1).saturating_add(1).unsigned_abs();
        if zeros > MOST_ZEROS {
            return None;
        }
        let places = (zeros + DIGITS + 1).div_ceil(64) * 64 - 1;
        let one = Integer::from(1) << places;
        // Whether all U that begin with these digits lie above the endpoint. `None` means that the
        // digits do not decide it.
        let past = |digits: &Integer| -> Option<bool> {
            if *digits <= 0 {
                return Some(false);
            }
            if *digits >= one {
                return Some(true);
            }
            let u = Uniform::first(digits, places);
            self.implementation.at_least(f, minus, &u, k).map(|b| b != minus)
        };
        let guess = Float::with_val(WORK, &expected << places).floor().to_integer()?;
        let below = last(&guess, -1, |d| past(d) == Some(false));
        let above = last(&guess, 1, |d| past(d) == Some(true));
        let agree = |digits: &Integer, answer: bool| {
            *digits <= 0
                || *digits >= one
                || self.implementation.agrees(
                    f,
                    minus,
                    &Uniform::first(digits, places),
                    k,
                    answer != minus,
                )
        };
        let agreed = agree(&below, false)
            && agree(&above, true)
            && all_agree(&self.implementation, (f, k), minus, &expected, None);
        let float = |d: Integer| Float::with_val(WORK, d) >> places;
        let (low, high) = (float((below + 1u32).min(one.clone())), float(above.min(one.clone())));
        let inside = low <= expected && expected <= high && agreed;
        Some(((low, high), inside))
    }
}

/// The first integer, in the direction `way` (±1), at which `holds` is true. In this direction
/// `holds` must change only once, from false to true. The search starts at `from`.
fn last(from: &Integer, way: i32, holds: impl Fn(&Integer) -> bool) -> Integer {
    let (mut no, mut yes) = (from.clone(), from.clone());
    let mut step = Integer::from(way);
    if holds(from) {
        while holds(&no) {
            yes = no.clone();
            no -= &step;
            step <<= 1u32;
        }
    } else {
        while !holds(&yes) {
            no = yes.clone();
            yes += &step;
            step <<= 1u32;
        }
    }
    while Integer::from(&yes - &no).abs() > 1 {
        let middle: Integer = Integer::from(&yes + &no) >> 1u32;
        if holds(&middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    yes
}

impl<I: Implementation> Distribution for RealAudit<'_, I> {
    fn ends(&self, f: &Dyadic, k: &Integer) -> Option<Ends> {
        let p = self.claimed;
        let f = p.clamped(f);
        let edge =
            scaled(Rational::from(k) - Rational::from((1, 2)), p.grid_exponent) - f.rational();
        let z = p.log_at(&Rational::from(edge.abs_ref()), WORK);
        let (plus, right) = self.end(&f, k, false, (edge < 0).then_some(&z))?;
        let (minus, also) = self.end(&f, k, true, (edge > 0).then_some(&z))?;
        Some(Ends { plus, minus, wrong: u32::from(!right) + u32::from(!also) })
    }

    fn output(
        &self,
        k: &Integer,
        limits: Option<&(Integer, Integer)>,
    ) -> (Option<Integer>, Option<Integer>) {
        match self.implementation.target() {
            Some(target) => converted(self.claimed, target, k, limits),
            None => Plain.output(k, limits),
        }
    }
}

/// An interval for a probability, with the number of endpoints that were compared with the
/// definition and the number of wrong endpoints.
pub struct Probability {
    /// The lower bound of the probability.
    pub low: Float,
    /// The upper bound of the probability.
    pub high: Float,
    /// The number of endpoints that were compared with those of the definition.
    pub ends: u32,
    /// The number of wrong endpoints (see [`Ends::wrong`]).
    pub wrong: u32,
}

/// The endpoints below and above an output. A side is `None` if no other output lies on that side.
pub type Around = (Option<Ends>, Option<Ends>);

/// The smallest multiple of the grid that gives the next output, with the endpoints for this
/// multiple. `None` means that the endpoints are not known yet, or that there is no further output.
pub type Known = Option<(Integer, Ends)>;

/// The endpoints below and above the output of k, given f and the first and the last multiple. Also
/// returns what the call for the next output takes as `known`. That call then need not find the
/// endpoints between the two outputs again.
pub fn around<D: Distribution>(
    d: &D,
    f: &Dyadic,
    k: &Integer,
    limits: Option<&(Integer, Integer)>,
    known: Known,
) -> Option<(Around, Known)> {
    let (from, to) = d.output(k, limits);
    let lower = match (from, known) {
        (None, _) => None,
        (Some(k), Some((of, ends))) if of == k => Some(ends),
        (Some(k), _) => Some(d.ends(f, &k)?),
    };
    let upper = to.map(|k| d.ends(f, &k).map(|ends| (k, ends)));
    let upper = match upper {
        None => None,
        Some(found) => Some(found?),
    };
    Some(((lower, upper.as_ref().map(|(_, ends)| ends.clone())), upper))
}

/// The probability, given f, that the release is the output of the multiple k. If k is the first or
/// the last multiple, that output is the bound.
pub fn probability<D: Distribution>(
    d: &D,
    f: &Dyadic,
    k: &Integer,
    limits: Option<&(Integer, Integer)>,
) -> Option<Probability> {
    Some(between(&around(d, f, k, limits, None)?.0))
}

/// The probability of the output between these endpoints.
#[must_use]
pub fn between((from, to): &Around) -> Probability {
    let bits =
        [from, to].into_iter().flatten().map(|e| 2 * e.plus.0.prec() + 64).max().unwrap_or(WORK);
    let wide = |x: &(Float, Float)| (Float::with_val(bits, &x.0), Float::with_val(bits, &x.1));
    let all = |x: u32| (Float::with_val(bits, x), Float::with_val(bits, x));
    // Each sign has its own interval of U: from..to with S = +1, to..from with S = -1. If an
    // endpoint is missing, the interval begins at 0 or ends at 1.
    let plus_from = from.as_ref().map_or(all(0), |e| wide(&e.plus));
    let plus_to = to.as_ref().map_or(all(1), |e| wide(&e.plus));
    let minus_from = to.as_ref().map_or(all(0), |e| wide(&e.minus));
    let minus_to = from.as_ref().map_or(all(1), |e| wide(&e.minus));
    let zero = Float::with_val(bits, 0);
    let low =
        ((plus_to.0 - &plus_from.1).max(&zero) + (minus_to.0 - &minus_from.1).max(&zero)) / 2u32;
    let high = ((plus_to.1 - plus_from.0) + (minus_to.1 - minus_from.0)) / 2u32;
    let (ends, wrong) =
        [from, to].into_iter().flatten().fold((0, 0), |(n, w), e| (n + 2, w + e.wrong));
    Probability { low, high, ends, wrong }
}
