//! Audits the releases that the library makes.

use rug::Rational;

use super::distribution::{self, FloatAudit, RealAudit};
use super::pair::{audit_pair, audit_range, ends, is_float, neighbours, Finding, MOST_OUTPUTS};
use super::shipped::Shipped;
use crate::exact::{scaled, Dyadic, Positive};
use crate::memory;
use crate::snapping::Snapping;
use crate::Error;

/// The exact loss between two doubles. `most` is the limit on outputs of [`audit_pair`]; 0 stands
/// for [`MOST_OUTPUTS`].
///
/// # Errors
/// [`Error::Neighbours`]; [`Error::AuditReach`] if there was no output whose probability could be
/// computed; [`Error::NoMemory`].
pub fn pair(p: &Snapping, f: f64, g: f64, most: u64) -> Result<Finding, Error> {
    let (Some(f), Some(g)) = (Dyadic::from_f64(f), Dyadic::from_f64(g)) else {
        return Err(Error::Neighbours);
    };
    exact_pair(p, &f, &g, most, Shipped::new)
}

/// The exact loss between two integers, released as integers.
///
/// # Errors
/// The errors of [`pair`] and of [`Snapping::suits_integers`].
pub fn pair_int64(p: &Snapping, f: i64, g: i64, most: u64) -> Result<Finding, Error> {
    p.suits_integers()?;
    exact_pair(p, &Dyadic::from(f), &Dyadic::from(g), most, Shipped::integers)
}

/// The exact loss between two exact values, released by `shipped`. This function does not check
/// whether the mechanism may release them.
///
/// # Errors
/// The errors of [`pair`].
pub fn exact_pair<'a>(
    p: &'a Snapping,
    f: &Dyadic,
    g: &Dyadic,
    most: u64,
    shipped: impl Fn(&'a Snapping) -> Shipped<'a>,
) -> Result<Finding, Error> {
    if !memory::reserved(|| Ok(neighbours(p, f, g)))? {
        return Err(Error::Neighbours);
    }
    some(if is_float(p) {
        audit_pair(p, || FloatAudit::new(p, shipped(p), None), (f, g), limit(most))
    } else {
        audit_pair(p, || Some(RealAudit::new(p, shipped(p))), (f, g), limit(most))
    }?)
}

/// The largest exact loss among the critical inputs of a range.
///
/// # Errors
/// The errors of [`pair`].
pub fn range(p: &Snapping, low: f64, high: f64, most: u64) -> Result<Finding, Error> {
    let ordered =
        Dyadic::from_f64(low).is_some() && Dyadic::from_f64(high).is_some() && low <= high;
    if !ordered {
        return Err(Error::Neighbours);
    }
    let (most, inputs) = (limit(most), (low, high));
    some(if is_float(p) {
        audit_range(p, || FloatAudit::new(p, Shipped::new(p), None), inputs, most)
    } else {
        audit_range(p, || Some(RealAudit::new(p, Shipped::new(p))), inputs, most)
    }?)
}

fn limit(most: u64) -> u64 {
    if most == 0 {
        MOST_OUTPUTS
    } else {
        most
    }
}

fn some(found: Finding) -> Result<Finding, Error> {
    (found.outputs > 0).then_some(found).ok_or(Error::AuditReach)
}

/// The probability that the exact answer f is released as the multiple of the grid nearest to
/// `output`. If `output` is at or beyond a bound, the result is the probability that this bound is
/// released. Also returns the logarithm of the probability.
///
/// # Errors
/// [`Error::AuditReach`], [`Error::NoMemory`].
pub fn probability(p: &Snapping, f: &Dyadic, output: &Dyadic) -> Result<(f64, f64), Error> {
    memory::reserved(|| {
        let bound = p.bound.as_ref().map(|b: &Positive| b.rational());
        let ends = ends(p);
        let y = output.rational();
        // The bound is an output even if it is not a multiple of the grid.
        let k = match (&ends, &bound) {
            (Some((_, last)), Some(b)) if y >= *b => last.clone(),
            (Some((first, _)), Some(b)) if y <= Rational::from(-b) => first.clone(),
            _ => {
                (scaled(y, -p.grid_exponent) + Rational::from((1, 2))).floor().into_numer_denom().0
            }
        };
        let found = if is_float(p) {
            let audit = FloatAudit::new(p, Shipped::new(p), None);
            audit.and_then(|audit| distribution::probability(&audit, f, &k, ends.as_ref()))
        } else {
            distribution::probability(&RealAudit::new(p, Shipped::new(p)), f, &k, ends.as_ref())
        };
        let found = found.ok_or(Error::AuditReach)?;
        let middle = (found.low + found.high) / 2u32;
        Ok((middle.to_f64(), middle.ln().to_f64()))
    })
}
