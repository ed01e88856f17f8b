//! Computes the smallest ε for which the error of a release is at most a given error.

use super::{expected, selection};
use crate::aggregate::kind::Kind;
use crate::aggregate::terms::Terms;
use crate::aggregate::traits::Aggregate;
use crate::aggregate::{state, Count, Sum};
use crate::exact::Positive;
use crate::options::Options;
use crate::utility::tail::{within, Answers};
use crate::utility::{first_double, Alpha};
use crate::Error;

/// The smallest double ε for which [`expected`] is at most r.
///
/// # Errors
/// [`Error::Accuracy`] if r is not positive and finite, or if no ε suffices; the errors of
/// [`expected`] that do not depend on ε.
pub fn epsilon(
    bytes: &[u8],
    rows: u64,
    alpha: Alpha,
    r: f64,
    options: Options,
) -> Result<f64, Error> {
    let fits = |terms: &Terms| match state::kind(bytes)? {
        // For a count or sum, each ε takes one comparison with r instead of a search for the error.
        Kind::Count => {
            within(&Count::read(bytes)?.mechanism(terms)?, Answers::Multiples(0), alpha, r)
        }
        Kind::Sum => {
            let own = Sum::read(bytes)?;
            within(&own.mechanism(terms)?, Answers::Multiples(own.bounds.exponent), alpha, r)
        }
        _ => Ok(expected(bytes, rows, alpha, terms)? <= r),
    };
    search(r, options, fits)
}

/// The smallest ε for which [`selection::mode`] is at most r.
///
/// # Errors
/// As [`epsilon`].
pub fn epsilon_of_mode(
    candidates: u64,
    rows_per_person: u64,
    alpha: Alpha,
    r: f64,
    options: Options,
) -> Result<f64, Error> {
    search(r, options, |terms| Ok(selection::mode(candidates, rows_per_person, alpha, terms)? <= r))
}

fn search(
    r: f64,
    options: Options,
    fits: impl Fn(&Terms) -> Result<bool, Error>,
) -> Result<f64, Error> {
    Positive::from_f64(r).ok_or(Error::Accuracy)?;
    let holds = |epsilon: f64| match fits(&Terms::new(epsilon, options)?) {
        // The mechanism refuses this ε as too small (false) or too large (true). `FloatBound` and
        // `SelectionEpsilon` can mean either. The values of ε for the two cases are far apart, so a
        // number between them decides which case it is.
        Err(Error::Lambda | Error::FloatEpsilon) => Ok(false),
        Err(Error::Grid) => Ok(true),
        Err(Error::FloatBound) => Ok(epsilon >= 1.0),
        Err(Error::SelectionEpsilon) => Ok(epsilon >= f64::from(1 << 30)),
        other => other,
    };
    let epsilon = first_double(1, holds)?.ok_or(Error::Accuracy)?;
    // The smallest ε that attains the error may be too large for the mechanism.
    match fits(&Terms::new(epsilon, options)?) {
        Ok(true) => Ok(epsilon),
        _ => Err(Error::Accuracy),
    }
}
