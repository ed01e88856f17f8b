//! Intervals around released counts and sums (Claim U11). They use only the answer and public
//! parameters, so they cost no privacy.

use rug::Rational;

use super::{down, up};
use crate::aggregate::kind::Kind;
use crate::aggregate::terms::Terms;
use crate::aggregate::traits::Aggregate;
use crate::aggregate::{state, Count, Sum};
use crate::exact::Dyadic;
use crate::memory;
use crate::snapping::Snapping;
use crate::utility::tail::{accuracy, Answers};
use crate::utility::{conversion_to, Alpha};
use crate::Error;

/// An interval that contains the exact answer with a probability of at least 1-α over the noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The largest signed 64-bit integer, rounded to a double.
const SATURATED: f64 = (1u64 << 63) as f64;

/// What is known about an exact answer before its release, and the error of the release.
pub struct Around {
    noise: Snapping,
    r: f64,
    whole: bool,
    least: f64,
    most: f64,
}

impl Around {
    /// Reads the public parameters of a count or sum, and computes the error of its release. This
    /// computation takes most of the time that an interval needs, and does not depend on the
    /// answer.
    ///
    /// # Errors
    /// [`Error::State`] for other kinds; the errors of the mechanism.
    pub fn new(bytes: &[u8], alpha: Alpha, terms: &Terms) -> Result<Self, Error> {
        match state::kind(bytes)? {
            Kind::Count => {
                let noise = Count::read(bytes)?.mechanism(terms)?;
                let r = accuracy(&noise, Answers::Multiples(0), alpha)?;
                Ok(Around { noise, r, whole: true, least: 0.0, most: f64::INFINITY })
            }
            Kind::Sum => {
                let own = Sum::read(bytes)?;
                let noise = own.mechanism(terms)?;
                let r = accuracy(&noise, Answers::Multiples(own.bounds.exponent), alpha)?;
                // If all values have the same sign, so has their sum.
                let least = if own.bounds.low >= 0 { 0.0 } else { f64::NEG_INFINITY };
                let most = if own.bounds.high <= 0 { 0.0 } else { f64::INFINITY };
                Ok(Around { noise, r, whole: false, least, most })
            }
            _ => Err(Error::State),
        }
    }

    /// The interval around a released answer. It is never empty.
    ///
    /// # Errors
    /// [`Error::Answer`] unless the answer is finite; [`Error::NoMemory`].
    pub fn interval(&self, answer: f64) -> Result<Interval, Error> {
        let exact = Dyadic::from_f64(answer).ok_or(Error::Answer)?;
        let wide = match Dyadic::from_f64(self.r) {
            None => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
            Some(r) => memory::reserved(|| {
                let answer = exact.rational();
                let reach = r.rational() + conversion_to(&self.noise, &answer.clone().abs());
                let (low, high) = (Rational::from(&answer - &reach), answer + reach);
                Ok(if self.whole {
                    Interval { low: down(&low.ceil()), high: up(&high.floor()) }
                } else {
                    Interval { low: down(&low), high: up(&high) }
                })
            })?,
        };
        // A count that exceeds the largest signed 64-bit integer is released as that integer.
        let saturated = self.whole && answer >= SATURATED;
        let wide = if saturated { Interval { high: f64::INFINITY, ..wide } } else { wide };
        let inside = |x: f64| x.max(self.least).min(self.most) + 0.0;
        let (low, high) = (inside(wide.low), inside(wide.high));
        Ok(Interval { low, high: high.max(low) })
    }
}
