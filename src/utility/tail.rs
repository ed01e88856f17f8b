//! Computes a bound on the error that holds for every answer in [-B, B] (Claim U1), and its inverse
//! (Claim U4).

use rug::{float::Round, Float, Rational};

use super::{conversion, exp_neg_up, first_double, lambda, Alpha, BITS};
use crate::exact::{power, Dyadic, Positive};
use crate::memory;
use crate::snapping::{Arithmetic, Law, Precision, Snapping};
use crate::Error;

/// Public knowledge about the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// Nothing is known.
    Any,
    /// The answer is a multiple of 2^e, where e is this number. For counts e is 0.
    Multiples(i32),
}

/// An upper bound on P(|release - f| > r) that holds for every f in [-B, B]. In real arithmetic it
/// is the least such bound if B >= r + G.
pub(super) fn tail(p: &Snapping, answers: Answers, r: &Rational) -> Result<Float, Error> {
    let bound = p.bound.as_ref().map(Positive::rational);
    if bound.as_ref().is_some_and(|b| *r >= Rational::from(b * 2u32)) {
        return Ok(Float::with_val(BITS, 0)); // f and the release lie in [-B, B], at most 2B apart
    }
    let magnitude = bound.unwrap_or_default();
    let grid = power(p.grid_exponent);
    let half = Rational::from(&grid / 2u32);
    let on_grid =
        p.law == Law::Geometric || matches!(answers, Answers::Multiples(e) if e >= p.grid_exponent);
    let mut r = r - conversion(p, &Rational::new());
    if on_grid && r >= 0 {
        // The error is a multiple of the grid. So between two multiples nothing changes.
        r = (r / &grid).floor() * &grid;
    }
    // The error exceeds r only if the noise is at least this large: `near` in one direction, `far`
    // in the other. `proof.md` calls these distances T+ and T-.
    let (mut near, mut far) = if r < 0 {
        (Rational::from(-1), Rational::from(-1))
    } else if p.law == Law::Geometric {
        // |N| > r, so E + A is at least this number of steps over λ/G.
        let steps = Rational::from(&r / &grid) + 1u32;
        let advance = p.advance(BITS, Round::Up).to_rational().unwrap_or_default();
        let reach = (steps - advance * p.steps()) * &grid;
        (reach.clone(), reach)
    } else if on_grid {
        let reach = Rational::from(&r + &half);
        (reach.clone(), reach)
    } else {
        let steps = (Rational::from(&r * 2u32) / &grid).floor();
        (Rational::from(&r - &half), steps * &grid - &r + &half)
    };
    let mut lambda = lambda(p)?;
    let mut factor = Rational::from((1, 2));
    if let Arithmetic::Float(bits) = p.arithmetic() {
        let roundoff = power(-(bits as i32));
        let mut slack = (magnitude + &r + &grid) * &roundoff;
        // An answer that is a multiple of the grid is not rounded when it enters the mechanism.
        if let (Some(entry), false) = (p.entry(), on_grid) {
            slack += power(entry - 1);
        }
        near -= &slack;
        far -= &slack;
        let stretch = Rational::from(&roundoff + 1u32);
        lambda *= Rational::from(&stretch * &stretch);
        factor *= roundoff * 2u32 + 1u32;
    }
    if near < 0 {
        return Ok(Float::with_val(BITS, 1));
    }
    let (mut sum, _) = Float::with_val_round(
        BITS,
        &exp_neg_up(&(near / &lambda)) + &exp_neg_up(&(far / &lambda)),
        Round::Up,
    );
    sum = Float::with_val_round(
        BITS,
        &sum * &Float::with_val_round(BITS, factor, Round::Up).0,
        Round::Up,
    )
    .0;
    Ok(sum)
}

/// Whether, for every answer in [-B, B], a release is within r of the answer with probability at
/// least 1-α.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn within(p: &Snapping, answers: Answers, alpha: Alpha, r: f64) -> Result<bool, Error> {
    memory::reserved(|| {
        let r = Dyadic::from_f64(r).as_ref().map(Dyadic::rational).ok_or(Error::Accuracy)?;
        Ok(tail(p, answers, &r)? <= alpha.get())
    })
}

/// The smallest double r such that, for every f in [-B, B], a release is within r of f with
/// probability at least 1-α. Returns infinity if there is no such double. The result is valid for
/// answers of up to 2^53 grid steps. For larger answers, the conversion to a double may add half an
/// ulp of the release to the error.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn accuracy(p: &Snapping, answers: Answers, alpha: Alpha) -> Result<f64, Error> {
    Ok(first_double(0, |r| within(p, answers, alpha, r))?.unwrap_or(f64::INFINITY))
}

/// The smallest double ε for which the error stays [`within`] r. The mechanism is built for each ε
/// that is tried, so the jumps of the default grid, and the reduced ε from which float arithmetic
/// computes λ, are taken into account exactly.
///
/// # Errors
/// [`Error::Accuracy`] if r is not positive and finite, or if no ε suffices;
/// [`Error::Sensitivity`], [`Error::Bound`], [`Error::FloatBound`] for an infinite bound in float
/// arithmetic; [`Error::FloatGrid`], [`Error::NoMemory`].
pub fn epsilon_for_accuracy(
    sensitivity: f64,
    bound: f64,
    grid: Option<i32>,
    precision: Precision,
    alpha: Alpha,
    r: f64,
) -> Result<f64, Error> {
    Positive::from_f64(r).ok_or(Error::Accuracy)?;
    let build = |epsilon| Snapping::with_precision(epsilon, sensitivity, bound, grid, precision);
    if precision != Precision::Real && bound == f64::INFINITY {
        build(1.0)?;
    }
    let fits = |epsilon| match build(epsilon) {
        Ok(p) => within(&p, Answers::Any, alpha, r),
        Err(Error::Lambda | Error::FloatEpsilon) => Ok(false),
        Err(Error::FloatBound) => Ok(beyond_reach(epsilon, sensitivity, bound)),
        Err(other) => Err(other),
    };
    let epsilon = first_double(1, fits)?.ok_or(Error::Accuracy)?;
    // In float arithmetic there may be no ε that is both large enough and within the conditions of
    // Claim F1.
    build(epsilon).map_err(|_| Error::Accuracy)?;
    Ok(epsilon)
}

/// For parameters that violate the condition λ <= B <= 2^(p-12)·λ of Claim F1, returns whether ε is
/// too large. It is too large if B exceeds 2^(p-12)·λ, and too small if λ exceeds B. Here λ is
/// (Δ + 12Bu)/(ε - 2u), u is the unit roundoff 2^-p, and p >= 53. So in the first case ε > 2^-9 and
/// Δ/ε < 2^-41·B. In the second case Δ/ε >= 2^-37·B, or ε is below 256u. The code compares with
/// limits that lie between the two cases.
fn beyond_reach(epsilon: f64, sensitivity: f64, bound: f64) -> bool {
    let log2 = |x| Positive::from_f64(x).map_or(0, |x| x.log2_floor());
    log2(epsilon) >= -10 && log2(sensitivity) - log2(epsilon) - log2(bound) < -39
}
