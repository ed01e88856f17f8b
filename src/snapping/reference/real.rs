//! Computes releases in real arithmetic. The answer at each endpoint d/2^n is computed at growing
//! precision until it is certain, but only up to [`MOST_PRECISION`]. Some precision always
//! suffices: for d < 2^n the number ln(d/2^n) is irrational, so the unrounded answer never lies
//! exactly on the boundary of a cell (Claim S6 for geometric noise).

use rug::{float::Round, Float, Integer, Rational};

use crate::exact::{scaled, Dyadic};
use crate::snapping::{Law, Snapping, Target};
use crate::Error;

const MOST_PRECISION: u32 = 1 << 16;

/// The answers at both endpoints of `[d, d+1)/2^n`.
pub(super) fn ends(
    p: &Snapping,
    f: &Dyadic,
    target: Target,
    minus: bool,
    d: &Integer,
    n: u32,
) -> Result<(u64, u64), Error> {
    let high = Integer::from(d + 1u32);
    Ok((at(p, f, target, minus, d, n)?, at(p, f, target, minus, &high, n)?))
}

/// The answer at `U = d/2^n`. If `d = 2^n`, it is the limit as U tends to 1 from below, since U
/// itself is less than 1.
fn at(
    p: &Snapping,
    f: &Dyadic,
    target: Target,
    minus: bool,
    d: &Integer,
    n: u32,
) -> Result<u64, Error> {
    let half = Rational::from((1, 2));
    let centre = scaled(f.rational(), -p.grid_exponent);
    if d.is_power_of_two() && d.significant_bits() == n + 1 {
        // U tends to 1: the noise tends to zero from below, or from above if the sign is minus.
        let x = centre + half;
        let k = if minus { x.floor() } else { x.ceil() - 1u32 };
        return Ok(target.finish_slowly(p, k.numer()));
    }
    let factor = p.steps();
    // Geometric noise is cut to an integer, so it is rounded after it is lowered by a half.
    let lowered = if p.law == Law::Laplace { Rational::new() } else { half.clone() };
    let mut precision = d.significant_bits() + 128;
    while precision <= MOST_PRECISION {
        let u = Float::with_val(precision, d) >> n;
        let answer = |direction| -> Option<u64> {
            let mut ln = u.clone();
            ln.ln_round(direction);
            let opposite = if direction == Round::Up { Round::Down } else { Round::Up };
            let advance = p.advance(precision, opposite).to_rational()?;
            let noise = (ln.to_rational()? - advance) * &factor + &lowered;
            let x = if minus { &centre - noise } else { noise + &centre };
            Some(target.finish_slowly(p, (x + &half).floor().numer()))
        };
        let (low, high) = (answer(Round::Down), answer(Round::Up));
        if let (Some(bits), true) = (low, low == high) {
            return Ok(bits);
        }
        precision *= 2;
    }
    Err(Error::Entropy)
}
