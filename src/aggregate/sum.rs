//! Sums of clamped values, exact: each value is clamped to public bounds and rounded to a public grid
//! (γ in SPEC section 7), which makes it an integer number of grid steps; the steps are summed in 128 bits. With
//! `|steps| <= 2^62` and fewer than 2^64 rows a sum stays below 2^126, so nothing is ever lost. A mean keeps the
//! same state ([`super::mean`]).
//!
//! After header and bounds (see [`super::header`], [`super::bounds`]):
//!
//! | bytes | field |
//! |---|---|
//! | 64..80 | the sum in steps, i128, between rows·lo and rows·hi |

use super::bounds::{Bounds, END, MOST_STEPS_LOG2};
use super::choice::Choice;
use super::header::{self, field, put, Header, Kind};
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// Steps that the default grid gives the bound of larger magnitude, at most.
pub const USUAL_STEPS_LOG2: i32 = 50;
/// The default output grid is this much finer than Λ: rounding then adds nothing visible to the noise.
pub(super) const FINER_THAN_NATURAL: i32 = 10;

/// A sum, taken apart; [`super::state`] moves it from and to bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// The shared part.
    pub header: Header,
    pub(super) bounds: Bounds,
    pub(super) total: i128,
}

impl Sum {
    /// An empty sum of values in `[lo, hi]`. `grid` is the input grid γ, `None` for the default: the
    /// finest power of two that gives the larger bound at most 2^50 steps.
    ///
    /// # Errors
    /// [`Error::Lo`], [`Error::Hi`] if not finite; [`Error::Range`] unless `lo < hi`; [`Error::Grid`] if
    /// the grid gives the larger bound more than 2^62 steps or none; [`Error::RowsPerPerson`].
    pub fn new(lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Self, Error> {
        let bounds = Bounds::new(lo, hi, grid, USUAL_STEPS_LOG2, MOST_STEPS_LOG2)?;
        Ok(Sum { header: Header::new(Kind::Sum, rows_per_person)?, bounds, total: 0 })
    }

    /// Reads a sum or a mean.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not one, or if no rows could have given them.
    pub fn read(bytes: &[u8], kind: Kind) -> Result<Self, Error> {
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
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let own = bytes.get_mut(..self.header.kind.length()).ok_or(Error::State)?;
        self.header.write(own)?;
        self.bounds.write(own)?;
        put(own, END, &self.total.to_le_bytes())
    }

    /// Adds one row to a sum or mean where it is.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`].
    #[inline]
    pub fn add(bytes: &mut [u8], kind: Kind, value: f64) -> Result<(), Error> {
        Self::add_row(bytes, kind, |bounds| bounds.row(value))
    }

    /// Adds one row with an integer value, exactly.
    ///
    /// # Errors
    /// As [`Sum::add`].
    #[inline]
    pub fn add_int64(bytes: &mut [u8], kind: Kind, value: i64) -> Result<(), Error> {
        Self::add_row(bytes, kind, |bounds| bounds.row_int64(value))
    }

    #[inline]
    fn add_row(bytes: &mut [u8], kind: Kind, row: impl FnOnce(&Bounds) -> i64) -> Result<(), Error> {
        let own: &mut [u8; 80] = bytes.first_chunk_mut().ok_or(Error::State)?;
        header::expect(own, kind)?;
        let steps = row(&Bounds::trusted(own)?);
        Self::add_steps(own, steps)
    }

    /// Adds one row to a live sum or mean, unless its bounds have so many steps that the usual way must.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline(always)]
    pub(crate) fn add_live(own: &mut [u8; 80], value: f64) -> Option<Result<(), Error>> {
        let bounds = Bounds::trusted(own).ok().filter(Bounds::are_narrow)?;
        Some(Self::add_steps(own, bounds.narrow_row(value)))
    }

    /// Adds one row with an integer value to a live sum or mean.
    ///
    /// # Errors
    /// [`Error::TooManyRows`].
    #[inline]
    pub(crate) fn add_live_int64(own: &mut [u8; 80], value: i64) -> Result<(), Error> {
        let steps = Bounds::trusted(own)?.row_int64(value);
        Self::add_steps(own, steps)
    }

    #[inline(always)]
    fn add_steps(own: &mut [u8; 80], steps: i64) -> Result<(), Error> {
        header::add_rows(own, 1)?;
        header::add_u128(own, END, i128::from(steps) as u128)
    }

    /// Adds many rows, all or none.
    ///
    /// # Errors
    /// As [`Sum::add`].
    pub fn add_many(bytes: &mut [u8], kind: Kind, values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, kind)?;
        let bounds = Bounds::trusted(bytes)?;
        header::add_rows(bytes, values.len() as u64)?;
        let mut more = 0i128;
        if bounds.largest() <= 1 << 51 {
            bounds.blocks(values, |steps| more += i128::from(steps.iter().sum::<i64>()));
        } else {
            bounds.blocks(values, |steps| more += steps.iter().map(|s| i128::from(*s)).sum::<i128>());
        }
        header::add_u128(bytes, END, more as u128)
    }

    /// Adds the rows of another sum.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
    pub fn merge(&mut self, other: &Sum) -> Result<(), Error> {
        self.header.compatible(&other.header)?;
        if self.bounds != other.bounds {
            return Err(Error::StateMismatch);
        }
        self.header.add_rows(other.header.rows)?;
        self.total += other.total;
        Ok(())
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

    /// [`Sum::sensitivity`] rounded up to a double.
    #[must_use]
    pub fn sensitivity_f64(&self) -> f64 {
        let Positive { mantissa, exponent } = self.sensitivity();
        round_up_to_f64(mantissa, exponent, false)
    }

    /// The mechanism that releases this sum: B infinite; the output grid, unless another one is asked
    /// for, the larger of γ and Λ/1024. Rounding is post-processing, so a finer grid costs no privacy,
    /// and Λ itself would add up to 22% to the variance (SPEC section 1, "Grid"). (In float arithmetic:
    /// [`Choice::mechanism`].)
    ///
    /// # Errors
    /// Those of [`Choice::mechanism`].
    pub fn mechanism(&self, choice: &Choice) -> Result<Snapping, Error> {
        let input = self.bounds.exponent;
        choice.mechanism(self.sensitivity(), |natural| input.max(natural - FINER_THAN_NATURAL))
    }

    /// Releases the sum, once: the exact integer goes into the mechanism.
    ///
    /// # Errors
    /// [`Error::Released`], and those of the mechanism; the state stays live then.
    pub fn release<W: Words>(&mut self, mechanism: &Snapping, tape: &mut W) -> Result<f64, Error> {
        self.header.live()?;
        let bits = mechanism.release(&self.exact(), crate::snapping::Target::Double, tape)?;
        self.header.released = true;
        Ok(f64::from_bits(bits))
    }
}
