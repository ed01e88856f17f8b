//! Computes the error to expect from a release of each kind, and intervals around a released
//! answer. Apart from that answer and its released parts, only public parameters are used
//! (docs/specification.md, section 5; `proof.md`).
//!
//! * [`level`]: tail probabilities of sums of Laplace variables, compared with α
//! * [`mean`], [`variance`]: the error of an answer from an assumed number of rows (Claims U7, U8);
//!   [`split`]: these errors in float arithmetic
//! * [`selection`]: the error of a quantile in ranks, and of a mode in rows (Claims U9, U10)
//! * [`inverse`]: the smallest ε for a given error
//! * [`interval`]: intervals around counts and sums; [`region`]: intervals around means and
//!   variances, from their parts (Claim U11)

pub mod interval;
pub mod inverse;
mod level;
mod mean;
pub mod region;
pub mod selection;
mod split;
#[cfg(test)]
mod tests;
mod variance;

use rug::{float::Round, Float, Rational};

use super::bounds::Bounds;
use super::kind::Kind;
use super::terms::Terms;
use super::traits::Aggregate;
use super::{counts, mode, state, Count, Histogram, Mean, Mode, Quantile, Stddev, Sum, Variance};
use crate::exact::{power, Dyadic};
use crate::memory;
use crate::utility::tail::{accuracy, Answers};
use crate::utility::Alpha;
use crate::Error;

/// Returns a bound r on the error. With probability at least 1-α, the release of a state with these
/// parameters is within r of the exact answer, whatever the rows are. For a histogram this holds
/// for each single count. The result depends only on public parameters of the state. `rows` is the
/// assumed number of rows; it is needed only for means, variances and standard deviations. r is in
/// the unit of the answer, except that it counts ranks for a quantile and rows for a mode. It is
/// infinity if no finite r is known.
///
/// # Errors
/// [`Error::State`]; [`Error::Rows`] if `rows` is 0 and the kind needs it; the errors of
/// [`Aggregate::mechanism`]; [`Error::UnusedSelection`] if a selection mechanism is chosen for a
/// minimum or maximum.
pub fn expected(bytes: &[u8], rows: u64, alpha: Alpha, terms: &Terms) -> Result<f64, Error> {
    match state::kind(bytes)? {
        Kind::Count => {
            accuracy(&Count::read(bytes)?.mechanism(terms)?, Answers::Multiples(0), alpha)
        }
        Kind::Sum => {
            let own = Sum::read(bytes)?;
            accuracy(&own.mechanism(terms)?, Answers::Multiples(own.bounds.exponent), alpha)
        }
        Kind::Mean => mean::error(&Mean::read(bytes)?, at_least_one(rows)?, alpha, terms),
        Kind::Variance => {
            variance::error(&Variance::read(bytes)?.0, at_least_one(rows)?, alpha, terms)
        }
        Kind::Stddev => variance::error(&Stddev::read(bytes)?.0, at_least_one(rows)?, alpha, terms),
        Kind::Quantile => selection::quantile(&Quantile::read(bytes)?, alpha, terms),
        Kind::Mode => {
            let rows_per_person = Mode::read(bytes)?.header().rows_per_person;
            selection::mode(mode::candidates(bytes)? as u64, rows_per_person, alpha, terms)
        }
        Kind::Histogram => {
            let noise = counts::mechanism(Histogram::read(bytes)?.header().rows_per_person, terms)?;
            accuracy(&noise, Answers::Multiples(0), alpha)
        }
    }
}

fn at_least_one(rows: u64) -> Result<u64, Error> {
    (rows > 0).then_some(rows).ok_or(Error::Rows)
}

/// A factor slightly larger than 1. Doubles that are computed in a few steps are multiplied or
/// divided by it, so that rounding cannot make a stated error too small.
const OVER: f64 = 1.0 + 1.0 / (1u64 << 48) as f64;

/// Bounds in the unit of the values, and the amounts by which rounding to the grid increases an
/// error.
struct Extent {
    /// Half of γ(hi) - γ(lo), rounded up.
    half: f64,
    /// The larger of |lo| and |hi|.
    largest: f64,
    /// γ(hi) - γ(lo), rounded up.
    width: f64,
    /// The largest distance from a point of [γ(lo), γ(hi)] to [lo, hi], rounded up.
    edge: f64,
    /// The largest standard deviation, exact or released, and the largest amount by which an exact
    /// one may exceed every released one. Both are rounded up.
    root: (f64, f64),
    /// The numbers of `root`, for the variance instead of the standard deviation.
    square: (f64, f64),
}

impl Extent {
    fn of(bounds: &Bounds) -> Result<Self, Error> {
        memory::reserved(|| {
            let exact = |x: f64| Dyadic::from_f64(x).map_or(Rational::new(), |x| x.rational());
            let (lo, hi, step) = (exact(bounds.lo), exact(bounds.hi), power(bounds.exponent));
            let (low, high) = (step.clone() * bounds.low, step * bounds.high);
            let below = Rational::from(&lo - &low).max(Rational::new());
            let above = Rational::from(&high - &hi).max(Rational::new());
            let width = Rational::from(&high - &low);
            let half = Rational::from(&width / 2u32);
            let (root, most) = bounds.largest_spread();
            let pair = |exact: Rational, released: f64| {
                let over =
                    Dyadic::from_f64(released).map_or(Rational::new(), |x| &exact - x.rational());
                (up(&exact).max(released), up(&over.max(Rational::new())))
            };
            let square = Rational::from(&half * &half);
            Ok(Extent {
                root: pair(half.clone(), root),
                square: pair(square, most),
                half: up(&half),
                largest: bounds.lo.abs().max(bounds.hi.abs()),
                width: up(&width),
                edge: up(&below.max(above)),
            })
        })
    }
}

/// x, rounded up to a double.
fn up(x: &Rational) -> f64 {
    Float::with_val_round(53, x, Round::Up).0.to_f64_round(Round::Up)
}

/// x, rounded down to a double.
fn down(x: &Rational) -> f64 {
    Float::with_val_round(53, x, Round::Down).0.to_f64_round(Round::Down)
}
