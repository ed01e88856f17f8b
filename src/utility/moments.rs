//! Computes the bias, variance and mean absolute error of a release for one given answer (Claims
//! U2, U5).
//!
//! A cell is an interval of noisy answers that give the same release. Let R be the release, v_0 the
//! release that the answer's own cell gives, and v_1, v_2, ... the releases that the cells above it
//! give. Let g(R) be the error or its square. The part of E[g(R)] with R >= v_0 is g(v_0) P(R >=
//! v_0) plus the sum, over m >= 1, of (g(v_m) - g(v_{m-1})) P(R >= v_m). In real arithmetic these
//! probabilities fall geometrically, so the sums have closed forms, however fine the grid is. In
//! float arithmetic bisection finds each probability.

use rug::{Assign, Float, Integer, Rational};

use super::at::At;
use crate::exact::{Dyadic, Positive};
use crate::memory;
use crate::snapping::{Arithmetic, Snapping};
use crate::Error;

/// The moments of the error `release - f`, computed from the exact distribution and converted to
/// the nearest doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Mean error.
    pub bias: f64,
    /// Variance of the release.
    pub variance: f64,
    /// Mean absolute error.
    pub absolute: f64,
    /// Variance of the ideal Laplace mechanism with scale Δ/ε: 2(Δ/ε)².
    pub laplace_variance: f64,
    /// Mean absolute error of the ideal Laplace mechanism: Δ/ε.
    pub laplace_absolute: f64,
}

/// The releases on one side of the answer's own cell, as distances from the clamped answer.
struct Side {
    /// The signed distance of the release that the answer's own cell gives. It is positive if this
    /// release lies on this side of the answer.
    first: Rational,
    /// The distance of the release that the next cell gives. It is `None` if the answer's own cell
    /// gives the bound already.
    second: Option<Rational>,
    /// The number of full steps after the next cell. It is `None` if the bound is infinite.
    full: Option<Integer>,
    /// The length of the last step, which ends at the bound.
    last: Rational,
}

/// The sums on one side: E[(R-c)+], and the contribution of the steps to E[(R-c)²]. R is the
/// release, and c is the clamped answer.
struct Sums {
    positive: Float,
    square: Float,
}

/// The moments for the answer f.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn moments(p: &Snapping, f: &Dyadic) -> Result<Moments, Error> {
    // The sums are divided by (G/λ)², where G/λ may be as small as 2^-2200. So a finer grid needs a
    // higher precision.
    let fine = p.sensitivity.log2_ceil() - p.epsilon.log2_floor() - p.grid_exponent;
    let bits = match p.arithmetic() {
        Arithmetic::Real => 320 + 4 * fine.clamp(0, 2200).unsigned_abs(),
        Arithmetic::Float(bits) => bits + 64,
    };
    memory::reserved(|| {
        let at = At::new(p, f, bits);
        let own = (Rational::from(&at.centre / &at.grid) + Rational::from((1, 2)))
            .floor()
            .into_numer_denom()
            .0;
        let above = Integer::from(&own + 1u32);
        let (up, down) = (side(&at, &own, false), side(&at, &Integer::from(-&own), true));
        let (over, not_over) = at.split(&above);
        let (not_under, under) = at.split(&own);
        let float = |x: &Rational| Float::with_val(bits, x);
        let zero = Rational::new();
        let sums = |side: &Side, first: Float, minus: bool, rest: Float| {
            let mut sums = match at.p.arithmetic() {
                Arithmetic::Real => geometric(&at, side, &first, bits),
                Arithmetic::Float(_) => counted(&at, side, &own, minus, first, bits)?,
            };
            // If the release that the answer's own cell gives lies on this side, every release at
            // or beyond it is at least this far from the answer. `rest` is the probability of these
            // releases.
            sums.positive += float(&side.first.clone().max(zero.clone())) * rest;
            Ok(sums)
        };
        let up_sums = sums(&up, over, false, not_under)?;
        let down_sums = sums(&down, under, true, not_over)?;
        let own_square = Rational::from(&up.first * &up.first);
        let square = up_sums.square + down_sums.square + float(&own_square);
        let bias = Float::with_val(bits, &up_sums.positive - &down_sums.positive);
        let variance = square - bias.clone().square();
        let shift = f.rational() - &at.centre; // the part of f that the inner clamp cuts off
        let whole = Float::with_val(bits, &bias - &shift);
        let absolute =
            if shift == 0 { up_sums.positive + &down_sums.positive } else { whole.clone().abs() };
        let ideal = Float::with_val(bits, p.sensitivity.rational() / p.epsilon.rational());
        Ok(Moments {
            bias: whole.to_f64(),
            variance: variance.to_f64(),
            absolute: absolute.to_f64(),
            laplace_variance: (ideal.clone().square() * 2u32).to_f64(),
            laplace_absolute: ideal.to_f64(),
        })
    })
}

/// The side above the answer's own cell, whose multiple of the grid is `own`. If `mirrored`, this
/// function negates the answer, the caller must pass `own` negated, and the result is the side
/// below.
fn side(at: &At, own: &Integer, mirrored: bool) -> Side {
    let centre = if mirrored { Rational::from(-&at.centre) } else { at.centre.clone() };
    let value = |k: &Integer| Rational::from(k) * &at.grid;
    let next = Integer::from(own + 1u32);
    let Some(bound) = at.p.bound.as_ref().map(Positive::rational) else {
        let (first, second) = (value(own) - &centre, value(&next) - &centre);
        return Side { first, second: Some(second), full: None, last: Rational::new() };
    };
    let last = Rational::from(&bound / &at.grid).floor().into_numer_denom().0;
    // The middle of the answer's own cell may lie beyond a bound, by less than a step.
    let first = value(own).max(-bound.clone()).min(bound.clone()) - &centre;
    let none = Some(Integer::new());
    if value(own) >= bound {
        return Side { first, second: None, full: none, last: Rational::new() };
    }
    if next > last {
        return Side { first, second: Some(bound - &centre), full: none, last: Rational::new() };
    }
    let rest = bound - value(&last);
    Side { first, second: Some(value(&next) - &centre), full: Some(last - &next), last: rest }
}

/// The sums on one side in real arithmetic. `first` is P(R >= v_1). P(R >= v_(m+1)) is q times
/// P(R >= v_m), where q = e^(-G/λ).
fn geometric(at: &At, side: &Side, first: &Float, bits: u32) -> Sums {
    let float = |x: &Rational| Float::with_val(bits, x);
    let Some(second) = &side.second else {
        return Sums { positive: Float::with_val(bits, 0), square: Float::with_val(bits, 0) };
    };
    let ratio = float(&(at.grid.clone() * at.p.epsilon.rational() / at.p.sensitivity.rational()));
    let q = Float::with_val(bits, -&ratio).exp();
    let p = -Float::with_val(bits, -&ratio).exp_m1(); // 1 - q

    // A = Σ q^i and C = Σ i·q^i, where i runs from 1 to the number n of full steps.
    let (a, c, after) = match &side.full {
        None => (
            Float::with_val(bits, &q / &p),
            q.clone() / p.clone().square(),
            Float::with_val(bits, 0),
        ),
        Some(n) => {
            let n = Float::with_val(bits, n);
            let power = Float::with_val(bits, -Float::with_val(bits, &ratio * &n)).exp(); // q^n
            let rest = 1 - power.clone();
            let a = Float::with_val(bits, &q * &rest) / &p;
            let c = (a.clone() - Float::with_val(bits, &n * &power) * &q) / &p;
            (a, c, power * &q)
        }
    };
    let (first_step, g) = (side.first.clone(), &at.grid);
    let before = second - first_step.clone().max(Rational::new());
    let positive = float(&before) + float(g) * &a + float(&side.last) * &after;
    // Let x be v_1 minus the clamped answer. Full step i of the grid then increases the squared
    // distance by (x + iG)² - (x + (i-1)G)² = 2Gx - G² + 2iG².
    let squares = float(&(second.clone() * second - Rational::from(&first_step * &first_step)));
    let linear = float(&((second.clone() * 2u32 - g) * g)) * &a
        + float(&(Rational::from(g * g) * 2u32)) * &c;
    let end =
        second.clone() + side.full.as_ref().map_or(Rational::new(), |n| Rational::from(n) * g);
    let past = float(&((end * 2u32 + &side.last) * &side.last)) * &after;
    Sums { positive: positive * first, square: (squares + linear + past) * first }
}

/// The sums on one side in float arithmetic. They are computed cell by cell, until the probability
/// of all further cells is too small to change a double.
fn counted(
    at: &At,
    side: &Side,
    own: &Integer,
    minus: bool,
    first: Float,
    bits: u32,
) -> Result<Sums, Error> {
    let float = |x: &Rational| Float::with_val(bits, x);
    let mut sums = Sums { positive: Float::with_val(bits, 0), square: Float::with_val(bits, 0) };
    let (mut value, mut next) = (side.first.clone(), side.second.clone());
    let (mut probability, mut k) = (first, own.clone());
    let mut left = side.full.clone();
    let least = Float::with_val(64, 1) >> 256u32;
    while let Some(to) = next {
        if probability <= least {
            break;
        }
        memory::go_on()?;
        let step = &to - value.clone().max(Rational::new());
        sums.positive += float(&step) * &probability;
        sums.square += float(&(to.clone() * &to - value.clone() * &value)) * &probability;
        k += if minus { -1 } else { 1 };
        next = match &mut left {
            Some(n) if *n == 0 => {
                *n -= 1;
                (side.last != 0).then(|| to.clone() + &side.last)
            }
            Some(n) if *n < 0 => None,
            Some(n) => {
                *n -= 1;
                Some(to.clone() + &at.grid)
            }
            None => Some(to.clone() + &at.grid),
        };
        value.assign(&to);
        probability = if minus { at.split(&k).1 } else { at.split(&Integer::from(&k + 1u32)).0 };
    }
    Ok(sums)
}
