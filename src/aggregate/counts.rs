//! Releases all counts of a histogram or mode for one ε (Claim A11). A row is in at most one cell,
//! so one person's m rows change all counts by at most m in total. In real arithmetic each count
//! therefore gets noise for the whole ε, as if it were released alone. In float arithmetic this is
//! not proved, so a float precision is refused.

use super::count::mechanism_of_rows;
use super::header::{put, FLAG};
use super::kind::Kind;
use super::state::kind;
use super::terms::Terms;
use super::traits::Aggregate;
use super::{Histogram, Mode};
use crate::exact::Dyadic;
use crate::fixed_log::LoggedWords;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// A parsed state that has counts.
enum Counted {
    Histogram(Histogram),
    Mode(Mode),
}

impl Counted {
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        match kind(bytes)? {
            Kind::Histogram => Histogram::read(bytes).map(Counted::Histogram),
            Kind::Mode => Mode::read(bytes).map(Counted::Mode),
            _ => Err(Error::State),
        }
    }

    fn live(bytes: &[u8]) -> Result<Self, Error> {
        let own = Self::read(bytes)?;
        match &own {
            Counted::Histogram(own) => own.header().live()?,
            Counted::Mode(own) => own.header().live()?,
        }
        Ok(own)
    }

    fn cells(&self) -> usize {
        match self {
            Counted::Histogram(own) => own.layout.cells(),
            Counted::Mode(own) => own.layout.n,
        }
    }

    fn count(&self, bytes: &[u8], cell: usize) -> Result<u64, Error> {
        match self {
            Counted::Histogram(own) => own.layout.count(bytes, cell),
            Counted::Mode(own) => own.layout.count(bytes, cell),
        }
    }

    fn rows_per_person(&self) -> u64 {
        match self {
            Counted::Histogram(own) => own.header().rows_per_person,
            Counted::Mode(own) => own.header().rows_per_person,
        }
    }
}

/// The mechanism of each count.
///
/// # Errors
/// [`Error::UnusedPrecision`] in float arithmetic, and the errors of [`mechanism_of_rows`].
pub fn mechanism(rows_per_person: u64, terms: &Terms) -> Result<Snapping, Error> {
    match terms.options.of_noise()? {
        (_, Precision::Real) => mechanism_of_rows(rows_per_person, terms),
        _ => Err(Error::UnusedPrecision),
    }
}

/// The number of counts that [`release`] returns.
///
/// # Errors
/// [`Error::State`] unless the state is a histogram or a mode.
pub fn cells(bytes: &[u8]) -> Result<usize, Error> {
    Counted::read(bytes).map(|own| own.cells())
}

/// Fails if [`release`] would fail for a reason that is public.
///
/// # Errors
/// The errors of [`release`], except those of the tape.
pub fn can_release(bytes: &[u8], terms: &Terms) -> Result<(), Error> {
    mechanism(Counted::live(bytes)?.rows_per_person(), terms).map(|_| ())
}

/// Releases the counts of a live histogram or mode, once: the counts of the cells in ascending
/// order, or of the candidates in the order of the state.
///
/// # Errors
/// [`Error::State`], [`Error::Released`]; the errors of [`mechanism`]; [`Error::NoMemory`]; the
/// errors of the tape. On failure the state stays live.
pub fn release<W: LoggedWords>(
    bytes: &mut [u8],
    terms: &Terms,
    tape: &mut W,
) -> Result<Vec<i64>, Error> {
    let own = Counted::live(bytes)?;
    let mechanism = mechanism(own.rows_per_person(), terms)?;
    let mut answers = Vec::new();
    answers.try_reserve_exact(own.cells()).map_err(|_| Error::NoMemory)?;
    for cell in 0..own.cells() {
        let exact = Dyadic { mantissa: i128::from(own.count(bytes, cell)?), exponent: 0 };
        answers.push(mechanism.release_i64(&exact, tape)?);
    }
    put(bytes, FLAG, &[1])?;
    Ok(answers)
}
