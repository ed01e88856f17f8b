//! Computes releases in float arithmetic at p bits (Mironov; Covington, Implementation Notes,
//! sections 3 and 5). Every operation is correctly rounded to nearest, and U* consists of the first
//! p significant digits of U.

use rug::{float::Round, Float, Integer, Rational};

use crate::exact::{power, scaled, Dyadic, Positive};
use crate::snapping::{Snapping, Target};
use crate::Error;

/// The answers for the smallest and the largest U* that begin with the n digits of `d`. At least
/// one of these digits must be 1.
pub(super) fn ends(
    p: &Snapping,
    precision: u32,
    f: &Dyadic,
    target: Target,
    minus: bool,
    d: &Integer,
    n: u32,
) -> Result<(u64, u64), Error> {
    let lambda = p.float_lambda(precision);
    let answer = |digits: &Integer, places: u32| {
        let u = Float::with_val(precision, digits) >> places;
        answer(p, &lambda, f, target, minus, &u)
    };
    let known = d.significant_bits();
    if known >= precision {
        let more = known - precision;
        let only = answer(&Integer::from(d >> more), n - more);
        return Ok((only, only));
    }
    let missing = precision - known;
    let low = Integer::from(d << missing);
    let high = (Integer::from(d + 1u32) << missing) - 1u32;
    Ok((answer(&low, n + missing), answer(&high, n + missing)))
}

fn answer(p: &Snapping, lambda: &Float, f: &Dyadic, target: Target, minus: bool, u: &Float) -> u64 {
    target.finish_slowly(p, &multiple(p, lambda, f, minus, u))
}

/// `round_Λ(f ⊕ S ⊗ λ ⊗ LN(U*))` as a multiple of Λ, before the outer clamp. `f` must already be
/// clamped. Operations have the precision of λ. U* may have fewer bits.
#[must_use]
pub fn multiple(p: &Snapping, lambda: &Float, f: &Dyadic, minus: bool, u: &Float) -> Integer {
    let precision = lambda.prec();
    let ln = Float::with_val(precision, u.ln_ref());
    let noise = Float::with_val(precision, lambda * &ln);
    let signed = if minus { -noise } else { noise };
    // This conversion is exact, since a mantissa has at most 127 bits.
    let f = scaled_float(Float::with_val(128, f.mantissa), f.exponent);
    let x = Float::with_val(precision, &f + &signed);
    let steps = scaled(x.to_rational().unwrap_or_default(), -p.grid_exponent);
    (steps + Rational::from((1, 2))).floor().into_numer_denom().0
}

fn scaled_float(value: Float, exponent: i32) -> Float {
    if exponent >= 0 {
        value << exponent.unsigned_abs()
    } else {
        value >> exponent.unsigned_abs()
    }
}

/// The redefinition of ε at p bits, with unit roundoff u = 2^-p (Claims F1 and F4). ε' is
/// (ε - 2u)/(1 + 12(B/Δ)u), rounded down to p bits. λ is Δ/ε', rounded up to p bits.
#[derive(Clone, Debug)]
pub struct Redefined {
    /// ε'.
    pub epsilon: Float,
    /// λ.
    pub lambda: Float,
    /// `ε'(1 + 12(B/Δ)u) + 2u`, at most ε.
    pub loss: Rational,
}

impl Redefined {
    /// Evaluates the formula without checking the conditions of Claim F1.
    ///
    /// # Errors
    /// [`Error::FloatEpsilon`] if ε <= 2u.
    pub fn new(
        epsilon: &Positive,
        sensitivity: &Positive,
        bound: &Positive,
        precision: u32,
    ) -> Result<Self, Error> {
        let (asked, delta) = (epsilon.rational(), sensitivity.rational());
        let unit = power(-(precision as i32));
        let twice = Rational::from(&unit * 2u32);
        if asked <= twice {
            return Err(Error::FloatEpsilon);
        }
        let stretch: Rational = unit * 12u32 * bound.rational() / &delta + 1u32;
        let (reduced, _) =
            Float::with_val_round(precision, (asked - &twice) / &stretch, Round::Down);
        let rational = reduced.to_rational().ok_or(Error::FloatEpsilon)?;
        let (lambda, _) = Float::with_val_round(precision, delta / &rational, Round::Up);
        Ok(Redefined { epsilon: reduced, lambda, loss: rational * stretch + twice })
    }
}
