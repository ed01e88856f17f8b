//! Releases means from the two noisy Bernstein sums of degree 1 ([`super::bernstein`]), Σ(hi - x)
//! and Σ(x - lo). The second sum divided by the total of both gives the position of the mean
//! between the bounds.
//!
//! In float arithmetic the privacy loss is proved for the release of one number. It is not proved
//! for the joint release of two numbers for which only the sum of their changes is bounded. So ε is
//! divided between a count and a sum. Let c be the middle of the bounds, h half their distance, and
//! γ(x) a row after rounding to the grid. With m rows per person, the count N has sensitivity m,
//! the sum S = Σ(γ(x) - c) has sensitivity m·h, and the answer is c + S/N. Let μ be the true mean
//! minus c. To first order, the error of the answer is (noise of S)/N - (μ/N)·(noise of N). If S
//! gets εS and N gets εN, the variance of this error is 2·(m/N)²·(h²/εS² + μ²/εN²). μ is private.
//! For μ uniform on [-h, h], the mean of μ² is h²/3, and the best division has εS : εN = 3^(1/3) :
//! 1, which is nearly 19 : 13.
//!
//! The state of a mean has the same fields as the state of a sum.

use super::bernstein::{sums_of_degree_1, Bernstein, Noisy};
use super::bounds::{Bounds, MOST_STEPS_LOG2};
use super::centre::{noisy, part_of, Centre, Part};
use super::count::mechanism_of_rows;
use super::header::Header;
use super::kind::Kind;
use super::sum::{Sum, SUM_LENGTH, USUAL_STEPS_LOG2};
use super::terms::Terms;
use super::traits::{Aggregate, Answer, Parts};
use crate::exact::{times_power, Dyadic};
use crate::fixed_log::LoggedWords;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// The share of ε for N, in 32nds.
pub const COUNT_SHARE: u8 = 13;
/// The share of ε for S, in 32nds.
pub const SUM_SHARE: u8 = 19;
const _: () = assert!(COUNT_SHARE + SUM_SHARE == 1 << super::centre::SHARES_LOG2);

/// A parsed mean. It has the same fields as a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean(pub(super) Sum);

impl Mean {
    /// An empty mean. For the parameters see [`Sum::new`].
    ///
    /// # Errors
    /// The errors of [`Sum::new`], and [`Error::Grid`] if both bounds round to the same multiple of
    /// the grid.
    pub fn new(lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Self, Error> {
        let bounds = Bounds::new(lo, hi, grid, USUAL_STEPS_LOG2, MOST_STEPS_LOG2)?;
        Centre::of(&bounds)?;
        Ok(Mean(Sum { header: Header::new(Kind::Mean, rows_per_person)?, bounds, total: 0 }))
    }

    /// Writes the mean.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.write(bytes)
    }
}

/// The mechanisms of one release.
#[allow(clippy::large_enum_variant)] // only one exists at a time, on the stack
pub enum Mechanism {
    /// In real arithmetic.
    Sums(Bernstein<2>),
    /// In float arithmetic.
    Shares(Shares),
}

/// The mechanism that releases N with 13/32 of ε, and the mechanism that releases S with 19/32. N
/// is released first.
pub struct Shares {
    pub(super) centre: Centre,
    pub(super) count: Snapping,
    pub(super) sum: Snapping,
}

impl Mean {
    fn shares(&self, terms: &Terms) -> Result<Shares, Error> {
        let centre = Centre::of(&self.0.bounds)?;
        let rows = self.0.header.rows_per_person;
        let sensitivity = u128::from(rows) * u128::from(centre.h);
        Ok(Shares {
            centre,
            count: mechanism_of_rows(rows, &part_of(terms, COUNT_SHARE))?,
            sum: Part { share: SUM_SHARE, sensitivity, exponent: 0 }.mechanism(terms)?,
        })
    }

    /// The answer is the middle of the bounds if the noisy count is below 1.
    fn release_shares<W: LoggedWords>(&self, shares: &Shares, tape: &mut W) -> Result<f64, Error> {
        let rows = Dyadic { mantissa: i128::from(self.0.header.rows), exponent: 0 };
        let n = shares.count.release_i64(&rows, tape)?;
        let s = noisy(&shares.sum, shares.centre.shifted(&self.0), 0, tape)?;
        let Bounds { lo, hi, exponent, .. } = self.0.bounds;
        let mean = if n < 1 {
            lo / 2.0 + hi / 2.0
        } else {
            times_power(shares.centre.c as f64 + s / n as f64, exponent)
        };
        Ok(self.0.bounds.within(mean))
    }

    /// The mean of noisy sums.
    pub(super) fn of_sums(&self, noisy: &Noisy<2>) -> f64 {
        let Bounds { low, exponent, .. } = self.0.bounds;
        self.0.bounds.within(times_power(low as f64 + noisy.mean(), exponent))
    }

    fn release_sums<W: LoggedWords>(
        &self,
        sums: &Bernstein<2>,
        tape: &mut W,
    ) -> Result<Parts, Error> {
        let noisy = sums.release(sums_of_degree_1(&self.0), tape)?;
        Ok(sums.parts(self.of_sums(&noisy), &noisy))
    }
}

/// The mean is released from noisy sums and then clamped to the bounds, as post-processing.
impl Aggregate for Mean {
    const KIND: Kind = Kind::Mean;
    const LENGTH: usize = SUM_LENGTH;
    type Mechanism = Mechanism;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
        Sum::read_as(bytes, Kind::Mean).map(Mean)
    }

    fn header(&self) -> &Header {
        &self.0.header
    }

    fn same_parameters(&self, _bytes: &[u8], other: &Self, _more: &[u8]) -> bool {
        self.0.bounds == other.0.bounds
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, _more: &[u8]) -> Result<(), Error> {
        self.0.plus(&other.0)?.write(bytes)
    }

    fn mechanism(&self, terms: &Terms) -> Result<Mechanism, Error> {
        terms.options.without_grid()?;
        match terms.options.of_noise()? {
            (_, Precision::Real) => {
                Bernstein::new(&self.0.bounds, self.0.header.rows_per_person, terms)
                    .map(Mechanism::Sums)
            }
            _ => self.shares(terms).map(Mechanism::Shares),
        }
    }

    fn release<W: LoggedWords>(
        &self,
        _bytes: &[u8],
        mechanism: &Mechanism,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        let mean = match mechanism {
            Mechanism::Sums(sums) => self.release_sums(sums, tape)?.value,
            Mechanism::Shares(shares) => self.release_shares(shares, tape)?,
        };
        Ok(Answer::Real(mean))
    }

    fn release_parts<W: LoggedWords>(
        &self,
        mechanism: &Mechanism,
        tape: &mut W,
    ) -> Result<Parts, Error> {
        match mechanism {
            Mechanism::Sums(sums) => self.release_sums(sums, tape),
            Mechanism::Shares(_) => Err(Error::UnusedPrecision),
        }
    }

    #[inline]
    fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
        Sum::add_row(bytes, Kind::Mean, |bounds| bounds.row(value))
    }

    #[inline]
    fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
        Sum::add_row(bytes, Kind::Mean, |bounds| bounds.row_int64(value))
    }

    fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
        Sum::add_rows(bytes, Kind::Mean, values)
    }
}
