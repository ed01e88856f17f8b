//! Sums clamped values exactly. Each value is clamped to public bounds and rounded to a public grid
//! (γ; Claim A1), which makes it an integer number of grid steps. The steps are summed in 128 bits.
//! With `|steps| <= 2^62` and fewer than 2^64 rows a sum stays below 2^126, so it never overflows.
//! A mean keeps the same state ([`super::mean`]).
//!
//! This field follows the header and the bounds (see [`super::header`], [`super::bounds`]):
//!
//! | bytes | field |
//! |---|---|
//! | 64..80 | the sum in steps, i128, between rows·lo and rows·hi |

use super::bounds::{Bounds, END, MOST_STEPS_LOG2};
use super::header::{self, field, put, Header};
use super::kind::Kind;
use super::terms::Terms;
use super::traits::{Aggregate, Answer};
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::fixed_log::LoggedWords;
use crate::snapping::{Snapping, Target};
use crate::Error;

/// On the default grid, a bound is at most 2 to this power steps from zero.
pub const USUAL_STEPS_LOG2: i32 = 50;
/// The length of a state.
pub(super) const SUM_LENGTH: usize = END + 16;
/// Unless the grid of the exact sums is coarser, the default output grid is Λ/2^10, where Λ is the
/// smallest power of two that is at least the noise scale λ. Rounding to this grid adds no
/// noticeable error.
pub(super) const FINER_THAN_NATURAL: i32 = 10;

/// A parsed sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// The header.
    pub header: Header,
    pub(super) bounds: Bounds,
    pub(super) total: i128,
}

impl Sum {
    /// An empty sum of values in `[lo, hi]`. `grid` is log2 of the input grid γ. `None` chooses the
    /// finest power of two on which the bound of larger magnitude is at most 2^50 steps from zero.
    ///
    /// # Errors
    /// [`Error::Lo`] or [`Error::Hi`] if that bound is not finite; [`Error::Range`] if lo is not
    /// below hi; [`Error::Grid`] if the bound of larger magnitude is more than 2^62 steps from
    /// zero, or if both bounds round to 0; [`Error::RowsPerPerson`].
    pub fn new(lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Self, Error> {
        let bounds = Bounds::new(lo, hi, grid, USUAL_STEPS_LOG2, MOST_STEPS_LOG2)?;
        Ok(Sum { header: Header::new(Kind::Sum, rows_per_person)?, bounds, total: 0 })
    }

    /// Reads a sum or a mean.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not a state of this kind, or if no rows could have
    /// produced them.
    pub(super) fn read_as(bytes: &[u8], kind: Kind) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        let bounds = Bounds::read(bytes)?;
        let total = i128::from_le_bytes(field(bytes, END)?);
        let rows = i128::from(header.rows);
        let possible = rows * i128::from(bounds.low)..=rows * i128::from(bounds.high);
        let sound = header.kind == kind && possible.contains(&total);
        sound.then_some(Sum { header, bounds, total }).ok_or(Error::State)
    }

    /// Writes the sum.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let own = bytes.get_mut(..SUM_LENGTH).ok_or(Error::Buffer)?;
        self.header.write(own)?;
        self.bounds.write(own)?;
        put(own, END, &self.total.to_le_bytes())
    }

    /// Adds one row to a sum or mean in place.
    #[inline]
    pub(super) fn add_row(
        bytes: &mut [u8],
        kind: Kind,
        row: impl FnOnce(&Bounds) -> i64,
    ) -> Result<(), Error> {
        let own: &mut [u8; SUM_LENGTH] = bytes.first_chunk_mut().ok_or(Error::State)?;
        header::expect(own, kind)?;
        let steps = row(&Bounds::trusted(own)?);
        Self::add_steps(own, steps)
    }

    /// Adds one row to a sum or mean that the caller has found to be live. Returns `None` and adds
    /// nothing if a bound is too many steps from zero for [`Bounds::narrow_row`].
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline(always)]
    pub(crate) fn add_live(own: &mut [u8; SUM_LENGTH], value: f64) -> Option<Result<(), Error>> {
        let bounds = Bounds::trusted(own).ok().filter(Bounds::are_narrow)?;
        Some(Self::add_steps(own, bounds.narrow_row(value)))
    }

    /// Adds one row with an integer value to a sum or mean that the caller has found to be live.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline]
    pub(crate) fn add_live_int64(own: &mut [u8; SUM_LENGTH], value: i64) -> Result<(), Error> {
        let steps = Bounds::trusted(own)?.row_int64(value);
        Self::add_steps(own, steps)
    }

    #[inline(always)]
    fn add_steps(own: &mut [u8; SUM_LENGTH], steps: i64) -> Result<(), Error> {
        header::add_rows(own, 1)?;
        header::add_u128(own, END, i128::from(steps) as u128)
    }

    /// Adds many rows to a sum or mean. On failure no row is added.
    pub(super) fn add_rows(bytes: &mut [u8], kind: Kind, values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, kind)?;
        let bounds = Bounds::trusted(bytes)?;
        header::add_rows(bytes, values.len() as u64)?;
        let mut more = 0i128;
        if bounds.largest() <= 1 << 51 {
            bounds.blocks(values, |steps| more += i128::from(steps.iter().sum::<i64>()));
        } else {
            bounds
                .blocks(values, |steps| more += steps.iter().map(|s| i128::from(*s)).sum::<i128>());
        }
        header::add_u128(bytes, END, more as u128)
    }

    /// Adds the rows of another sum.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    pub(super) fn plus(&self, other: &Sum) -> Result<Sum, Error> {
        let mut both = *self;
        both.header.add_rows(other.header.rows)?;
        both.total += other.total;
        Ok(both)
    }

    /// The exact sum.
    #[must_use]
    pub fn exact(&self) -> Dyadic {
        Dyadic { mantissa: self.total, exponent: self.bounds.exponent }
    }

    /// `Δ = rows per person · max(|γ(lo)|, |γ(hi)|)`, exactly.
    #[must_use]
    pub fn sensitivity(&self) -> Positive {
        let mantissa = u128::from(self.header.rows_per_person) * u128::from(self.bounds.largest());
        Positive { mantissa, exponent: self.bounds.exponent }
    }

    /// The sensitivity, rounded up to a double.
    #[must_use]
    pub fn sensitivity_f64(&self) -> f64 {
        let Positive { mantissa, exponent } = self.sensitivity();
        round_up_to_f64(mantissa, exponent, false)
    }
}

/// The mechanism receives the exact integer sum. In real arithmetic the sum is not clamped (the
/// bound B is infinite). Unless another output grid is chosen, the output grid is the larger of γ
/// and Λ/1024, where Λ is the smallest power of two that is at least the noise scale. On the grid γ
/// the noise is a geometric number of steps. Rounding is post-processing, so a fine grid costs no
/// privacy. The coarser grid Λ would add up to 22% to the variance (Claim U5).
/// [`Terms::mechanism`] describes float arithmetic.
impl Aggregate for Sum {
    const KIND: Kind = Kind::Sum;
    const LENGTH: usize = SUM_LENGTH;
    type Mechanism = Snapping;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
        Self::read_as(bytes, Kind::Sum)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn same_parameters(&self, _bytes: &[u8], other: &Self, _more: &[u8]) -> bool {
        self.bounds == other.bounds
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, _more: &[u8]) -> Result<(), Error> {
        self.plus(other)?.write(bytes)
    }

    fn mechanism(&self, terms: &Terms) -> Result<Snapping, Error> {
        let input = self.bounds.exponent;
        let finest = |natural| input.max(natural - FINER_THAN_NATURAL);
        Ok(terms.mechanism(self.sensitivity(), finest)?.for_multiples(input))
    }

    fn release<W: LoggedWords>(
        &self,
        _: &[u8],
        mechanism: &Snapping,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        let bits = mechanism.release(&self.exact(), Target::Double, tape)?;
        Ok(Answer::Real(f64::from_bits(bits)))
    }

    #[inline]
    fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
        Self::add_row(bytes, Kind::Sum, |bounds| bounds.row(value))
    }

    #[inline]
    fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
        Self::add_row(bytes, Kind::Sum, |bounds| bounds.row_int64(value))
    }

    fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
        Self::add_rows(bytes, Kind::Sum, values)
    }
}
