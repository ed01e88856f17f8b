//! Computes the loss between two inputs, output by output (Claim V2).

use rug::{float::Round, Float, Integer, Rational};

use super::cases::{Case, Semantics};
use super::distribution::{around, between, probability, Distribution, Known};
use crate::exact::{scaled, Dyadic};
use crate::memory;
use crate::snapping::{Arithmetic, Snapping, Target};
use crate::Error;

/// If 2B/G, about the number of outputs for the bound B and the grid G, is at most this number, all
/// outputs are examined, unless the caller chooses another limit.
pub const MOST_OUTPUTS: u64 = 1 << 20;

/// The findings of an audit.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The largest loss |ln(P(y|f)/P(y|g))| over the outputs y that were examined, for inputs f and
    /// g, as a double. It is infinite if an output is possible for one of the inputs and not for
    /// the other. In real arithmetic it is a lower bound, computed from endpoints that are known to
    /// a relative error of 2^-192.
    pub loss: f64,
    /// `loss` minus the requested ε, computed before rounding to a double.
    pub excess: f64,
    /// Verdict (a): whether the loss exceeds the requested ε.
    pub exceeds: bool,
    /// The output at which the largest loss occurs.
    pub output: f64,
    /// The inputs between which the largest loss occurs.
    pub inputs: (f64, f64),
    /// The number of outputs that were examined, over all pairs of inputs.
    pub outputs: u64,
    /// Whether the search was exhaustive. It was exhaustive if all outputs were examined and there
    /// was only one pair of inputs.
    pub exhaustive: bool,
    /// The number of interval endpoints that were compared with those of the definition. Each
    /// interval holds the values of the uniform random number U that lead to one output.
    pub ends: u64,
    /// Verdict (b): the number of endpoints that differ from the definition, or near which a code
    /// path for releases gives another answer.
    pub wrong: u64,
    /// For each case of Liu's proof, the bound on the loss that the error semantics gives, minus ε.
    /// It is 0 in real arithmetic, and NaN if there was no output of that case.
    pub cases: [f64; 7],
}

impl Finding {
    /// The finding of an audit that has examined nothing yet.
    #[must_use]
    pub fn none() -> Self {
        Finding {
            loss: 0.0,
            excess: f64::NEG_INFINITY,
            exceeds: false,
            output: f64::NAN,
            inputs: (f64::NAN, f64::NAN),
            outputs: 0,
            exhaustive: true,
            ends: 0,
            wrong: 0,
            cases: [f64::NAN; 7],
        }
    }

    /// Whether the audit found no fault: no loss exceeds ε, every endpoint equals the endpoint of
    /// the definition, and all code paths for releases agree near each endpoint.
    #[must_use]
    pub fn sound(&self) -> bool {
        !self.exceeds && self.wrong == 0
    }

    /// Adds the findings of another audit.
    pub fn merge(&mut self, other: &Finding) {
        if other.excess > self.excess {
            (self.loss, self.excess, self.output, self.inputs) =
                (other.loss, other.excess, other.output, other.inputs);
        }
        self.exceeds |= other.exceeds;
        self.outputs += other.outputs;
        self.exhaustive &= other.exhaustive;
        self.ends += other.ends;
        self.wrong += other.wrong;
        for (mine, theirs) in self.cases.iter_mut().zip(other.cases) {
            *mine = mine.max(theirs);
        }
    }
}

/// Whether two inputs are at most Δ apart after clamping.
#[must_use]
pub fn neighbours(p: &Snapping, f: &Dyadic, g: &Dyadic) -> bool {
    (p.clamped(f).rational() - p.clamped(g).rational()).abs() <= p.sensitivity.rational()
}

/// The two multiples that stand for the bounds -B and B. They are -B and B in grid steps, rounded
/// away from zero. Multiples beyond them count as these two. Returns `None` if B is infinite.
#[must_use]
pub fn ends(p: &Snapping) -> Option<(Integer, Integer)> {
    let steps = scaled(p.bound.as_ref()?.rational(), -p.grid_exponent).ceil().into_numer_denom().0;
    Some((Integer::from(-&steps), steps))
}

fn rounded(p: &Snapping, f: &Dyadic) -> Integer {
    let steps = scaled(p.clamped(f).rational(), -p.grid_exponent);
    (steps + Rational::from((1, 2))).floor().into_numer_denom().0
}

/// The outputs to examine.
struct Outputs {
    /// Whether all outputs are examined, starting at the first.
    all: bool,
    count: u64,
}

/// If there are too many outputs to examine all of them, a list of this many outputs is examined.
/// The listed outputs lie around each input, zero and each bound, and at growing distances from the
/// inputs.
const LISTED: u64 = 15 + 8 + 36;

impl Outputs {
    fn new(p: &Snapping, most: u64) -> Result<Self, Error> {
        memory::reserved(|| {
            let all =
                ends(p).and_then(|(first, last)| (last - first).to_u64()).filter(|n| *n <= most);
            Ok(all.map_or(Outputs { all: false, count: LISTED }, |n| Outputs {
                all: true,
                count: n + 1,
            }))
        })
    }

    fn output(&self, i: u64, near: &[Integer; 2], ends: Option<&(Integer, Integer)>) -> Integer {
        if let (true, Some((first, _))) = (self.all, ends) {
            return Integer::from(first + i);
        }
        let [f, g] = near;
        let found = match i {
            0..15 => {
                let by = (i % 5) as i64 - 2;
                let from = [f, g, &Integer::new()].into_iter().nth((i / 5) as usize).cloned();
                from.unwrap_or_default() + by
            }
            15..23 => {
                let by = (i - 15) / 2;
                match ends {
                    Some((first, _)) if i.is_multiple_of(2) => Integer::from(first + by),
                    Some((_, last)) => Integer::from(last - by),
                    None => Integer::from(by),
                }
            }
            // Outputs at distances of 1, 2, 4, ..., 2^8 steps from an input, on both sides.
            _ => {
                let j = i - 23;
                let far = Integer::from(1) << (j / 4) as u32;
                let from = if j.is_multiple_of(2) { f } else { g };
                if j % 4 < 2 {
                    from + far
                } else {
                    from - far
                }
            }
        };
        match ends {
            Some((first, last)) => found.max(first.clone()).min(last.clone()),
            None => found,
        }
    }
}

/// The loss between f and g. If 2B/G <= `most`, all outputs are examined. Otherwise a list of
/// outputs is examined.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn audit_pair<D: Distribution>(
    p: &Snapping,
    make: impl Fn() -> Option<D>,
    (f, g): (&Dyadic, &Dyadic),
    most: u64,
) -> Result<Finding, Error> {
    let outputs = Outputs::new(p, most)?;
    let mut found = Finding { exhaustive: outputs.all, ..Finding::none() };
    let mut next = 0;
    while next < outputs.count {
        let upto = outputs.count.min(next + CHUNK);
        let chunk = memory::reserved(|| {
            let d = make().ok_or(Error::AuditReach)?;
            let mut found = Finding { exhaustive: outputs.all, ..Finding::none() };
            // The upper endpoints of the previous output, if the outputs are consecutive.
            let mut known = (None, None);
            for i in next..upto {
                memory::go_on()?;
                match output(p, &d, f, g, &outputs, i, &mut known) {
                    Some(one) => found.merge(&Finding { exhaustive: outputs.all, ..one }),
                    None => found.exhaustive = false,
                }
            }
            Ok(found)
        })?;
        found.merge(&chunk);
        next = upto;
    }
    Ok(found)
}

/// The number of outputs examined within one reservation of memory.
const CHUNK: u64 = 8;

/// The finding of one output. Returns `None` if its probability is too small to be found.
fn output<D: Distribution>(
    p: &Snapping,
    d: &D,
    f: &Dyadic,
    g: &Dyadic,
    outputs: &Outputs,
    i: u64,
    known: &mut (Known, Known),
) -> Option<Finding> {
    let ends = ends(p);
    let near = [rounded(p, f), rounded(p, g)];
    let k = outputs.output(i, &near, ends.as_ref());
    let (for_f, for_g) = std::mem::take(known);
    let (around_f, next_f) = around(d, f, &k, ends.as_ref(), for_f)?;
    let (around_g, next_g) = around(d, g, &k, ends.as_ref(), for_g)?;
    let (a, b) = (between(&around_f), between(&around_g));
    *known = (next_f, next_g);
    let value = |x: &Dyadic| {
        crate::exact::round_to_f64(x.mantissa < 0, x.mantissa.unsigned_abs(), x.exponent)
    };
    let mut found = Finding {
        output: f64::from_bits(Target::Double.finish_slowly(p, &k)),
        inputs: (value(f), value(g)),
        outputs: 1,
        ends: u64::from(a.ends + b.ends),
        wrong: u64::from(a.wrong + b.wrong),
        ..Finding::none()
    };
    if a.high == 0 && b.high == 0 {
        return Some(found);
    }
    let epsilon = p.epsilon.rational();
    let least = apart(&a.low, &b.high).max(&apart(&b.low, &a.high));
    let over =
        |loss: &Float| Float::with_val(loss.prec(), loss - &Float::with_val(loss.prec(), &epsilon));
    // If the probabilities are equal, the lower bound on the loss can be negative, because each
    // endpoint is known only as an interval that contains it.
    found.loss = least.to_f64().max(0.0);
    found.excess = over(&least).to_f64();
    found.exceeds = least > epsilon;
    let case = Case::of(&k, (&near[0]).min(&near[1]), (&near[0]).max(&near[1]), ends.as_ref());
    let bound = match Semantics::new(p) {
        None => 0.0,
        Some(semantics) => {
            let a = probability(&semantics, f, &k, ends.as_ref())?;
            let b = probability(&semantics, g, &k, ends.as_ref())?;
            over(&apart(&a.high, &b.low).max(&apart(&b.high, &a.low))).to_f64_round(Round::Up)
        }
    };
    if let Some(slot) = found.cases.get_mut(case as usize) {
        *slot = bound;
    }
    Some(found)
}

/// ln(a/b), or -infinity if a is 0.
fn apart(a: &Float, b: &Float) -> Float {
    if *a == 0 {
        return Float::with_val(a.prec(), rug::float::Special::NegInfinity);
    }
    Float::with_val(a.prec(), a.ln_ref()) - b.clone().ln()
}

/// The largest loss between critical inputs of a range and their neighbours at a distance of Δ. The
/// range is first cut off at ±B. The critical inputs are its endpoints, its middle, zero, and for
/// each of these points x the inputs x - G/2, x + G/2 and x + G/4. Inputs outside the range, such
/// as zero in some ranges, are left out. The search is not exhaustive. [`Snapping::loss`] bounds
/// the loss for all inputs.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn audit_range<D: Distribution>(
    p: &Snapping,
    make: impl Fn() -> Option<D>,
    (low, high): (f64, f64),
    most: u64,
) -> Result<Finding, Error> {
    let mut found = Finding::none();
    // Inputs beyond ±B are equivalent to ±B, so the range is cut off there.
    let bound = p
        .bound
        .as_ref()
        .map_or(f64::INFINITY, |b| crate::exact::round_up_to_f64(b.mantissa, b.exponent, false));
    let (low, high) = (low.max(-bound).min(bound), high.max(-bound).min(bound));
    for f in critical(p, low, high) {
        for sign in [1.0, -1.0] {
            // If the neighbour lies outside the range, the end of the range is used instead.
            let g = memory::reserved(|| Ok(neighbour(p, f, sign)))?.max(low).min(high);
            let (Some(a), Some(b)) = (Dyadic::from_f64(f), Dyadic::from_f64(g)) else { continue };
            found.merge(&audit_pair(p, &make, (&a, &b), most)?);
        }
    }
    found.exhaustive = false;
    Ok(found)
}

/// The double nearest to f ± Δ among those within Δ of f.
#[must_use]
pub fn neighbour(p: &Snapping, f: f64, sign: f64) -> f64 {
    let exact_f = Dyadic::from_f64(f).as_ref().map(Dyadic::rational).unwrap_or_default();
    let delta = p.sensitivity.rational();
    let to = if sign > 0.0 { exact_f + delta } else { exact_f - delta };
    // Rounds toward f.
    let way = if sign > 0.0 { Round::Down } else { Round::Up };
    Float::with_val_round(1200, to, way).0.to_f64_round(way)
}

fn critical(p: &Snapping, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let grid = p.grid();
    let inside = move |x: f64| (low..=high).contains(&x).then_some(x);
    let anchors = [low, high, 0.0, low / 2.0 + high / 2.0];
    let by = [0.0, grid / 2.0, -grid / 2.0, grid / 4.0];
    anchors.into_iter().flat_map(move |a| by.into_iter().filter_map(move |b| inside(a + b)))
}

/// Whether the mechanism is in float arithmetic.
#[must_use]
pub fn is_float(p: &Snapping) -> bool {
    p.arithmetic() != Arithmetic::Real
}
