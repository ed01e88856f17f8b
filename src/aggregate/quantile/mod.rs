//! Quantiles: how many rows lie at each of the public candidates, and the exponential mechanism over those (SPEC
//! section 7).
//!
//! * [`fraction`]: q as a/b
//! * [`cells`]: the rows of a state: a log while they are few, a table when they are many
//! * [`release`]: utilities and the choice
//!
//! Candidates are the multiples of the grid from γ(lo) to γ(hi); values are clamped and rounded to them. After
//! header and bounds (see [`super::header`], [`super::bounds`]):
//!
//! | bytes | serialised | in memory |
//! |---|---|---|
//! | 64..66 | a, u16 | the same |
//! | 66..68 | b, u16: q = a/b in lowest terms | the same |
//! | 68..72 | 0 | the same |
//! | 72..80 | number of entries, u64 | length of the buffer in bytes, u64 |
//! | 80.. | entries of 12 bytes, candidates ascending: candidate u32 (0 is lo), rows u64, at least 1 | [`cells`] |

pub mod cells;
pub mod fraction;
mod release;
#[cfg(test)]
mod tests;

use super::bounds::{Bounds, END};
use super::header::{self, field, put, read_u64, Header, Kind};
use crate::exact::Dyadic;
use crate::Error;
use cells::Cells;
use fraction::Fraction;

pub use release::{release, Plan};

/// Where the rows begin.
pub const ROWS: usize = 80;
/// Bytes of a serialised entry.
const ENTRY: usize = 12;
/// Candidates unless told otherwise, at most, less one: a table of them takes 128 KiB.
pub const USUAL_STEPS: u64 = 1 << 14;
/// Candidates at most, less one.
pub const MOST_STEPS: u64 = 1 << 24;

/// The public part of a quantile's state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// The shared part.
    pub header: Header,
    pub(super) bounds: Bounds,
    pub(super) q: Fraction,
}

impl Quantile {
    /// The parameters of a quantile q of values in `[lo, hi]`. `candidates`: at most so many, on the finest
    /// power-of-two grid; 0 for the default: the integers if the bounds are integers at most 2^14 apart, else at most
    /// 2^14 + 1 candidates.
    ///
    /// # Errors
    /// [`Error::Quantile`]; [`Error::Lo`], [`Error::Hi`], [`Error::Range`]; [`Error::Candidates`] unless 0 or 2 to
    /// 2^24 + 1; [`Error::RowsPerPerson`].
    pub fn new(q: f64, lo: f64, hi: f64, candidates: u64, rows_per_person: u64) -> Result<Self, Error> {
        let q = Fraction::nearest(q)?;
        let (low, high) = Bounds::finite(lo, hi)?;
        let most = match candidates {
            0 => USUAL_STEPS,
            n if (2..=MOST_STEPS + 1).contains(&n) => n - 1,
            _ => return Err(Error::Candidates),
        };
        let whole = |x: &Dyadic| x.magnitude().is_none_or(|m| m.is_multiple_of_power(0));
        let integers = candidates == 0 && whole(&low) && whole(&high);
        let bounds = grid(lo, hi, most, if integers { 0 } else { -1074 }).ok_or(Error::Candidates)?;
        Ok(Quantile { header: Header::new(Kind::Quantile, rows_per_person)?, bounds, q })
    }

    /// Number of candidates.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.bounds.high.abs_diff(self.bounds.low) + 1
    }

    /// Reads the public part of a state.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let own = Quantile {
            header: Header::read(bytes)?,
            bounds: Bounds::read(bytes)?,
            q: Fraction {
                a: u16::from_le_bytes(field(bytes, END)?),
                b: u16::from_le_bytes(field(bytes, 66)?),
            },
        };
        let sound = own.header.kind == Kind::Quantile
            && own.q.is_sound()
            && field::<4>(bytes, 68)? == [0; 4]
            && (2..=MOST_STEPS + 1).contains(&own.cells());
        sound.then_some(own).ok_or(Error::State)
    }

    /// Makes an empty state that fills a buffer.
    ///
    /// # Errors
    /// [`Error::State`] if it is too short.
    pub fn init(&self, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.len() < ROWS {
            return Err(Error::State);
        }
        self.write(bytes)
    }

    fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        self.header.write(bytes)?;
        self.bounds.write(bytes)?;
        put(bytes, END, &self.q.a.to_le_bytes())?;
        put(bytes, 66, &self.q.b.to_le_bytes())?;
        put(bytes, 68, &[0; 4])?;
        let length = bytes.len() as u64;
        put(bytes, 72, &length.to_le_bytes())
    }

    /// The length that a buffer needs for so many rows.
    #[must_use]
    pub fn length(&self, rows: u64) -> u64 {
        ROWS as u64 + rows.saturating_mul(4).min(8 * self.cells())
    }

    /// The length that a buffer needs for so many more rows, with room to grow if that is more than it has: so that
    /// growing it whenever it is full copies each byte a few times at most.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn room(&self, bytes: &[u8], more: u64) -> Result<u64, Error> {
        let (own, needed) = (read_u64(bytes, 72)?, self.length(self.header.rows.saturating_add(more)));
        let most = self.length(u64::MAX);
        Ok(if needed <= own { own } else { needed.max(own.saturating_mul(2)).min(most) })
    }

    /// Adds one row where it is.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`]; [`Error::Capacity`] if the buffer is full.
    pub fn add(bytes: &mut [u8], row: impl FnOnce(&Bounds) -> i64) -> Result<(), Error> {
        header::expect(bytes, Kind::Quantile)?;
        let bounds = Bounds::trusted(bytes)?;
        let mut cells = Cells::of(bytes, &bounds)?;
        cells.reserve(1)?;
        cells.add(&[row(&bounds)])
    }

    /// Adds many rows, all or none.
    ///
    /// # Errors
    /// As [`Quantile::add`], [`Error::NoMemory`].
    pub fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, Kind::Quantile)?;
        let bounds = Bounds::trusted(bytes)?;
        let mut cells = Cells::of(bytes, &bounds)?;
        cells.reserve(values.len() as u64)?;
        let mut result = Ok(());
        bounds.blocks(values, |steps| result = result.and_then(|()| cells.add(steps)));
        result
    }

    /// Adds the rows of another state.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`], [`Error::Capacity`],
    /// [`Error::NoMemory`].
    pub fn merge(bytes: &mut [u8], other: &[u8]) -> Result<(), Error> {
        let (own, more) = (Self::read(bytes)?, Self::read(other)?);
        own.header.compatible(&more.header)?;
        if (own.bounds, own.q) != (more.bounds, more.q) {
            return Err(Error::StateMismatch);
        }
        let mut cells = Cells::of(bytes, &own.bounds)?;
        cells.reserve(more.header.rows)?;
        cells::add_all(&mut cells, other)
    }

    /// The length of the serialised bytes.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::NoMemory`].
    pub fn serialised_length(bytes: &[u8]) -> Result<usize, Error> {
        let own = Self::read(bytes)?;
        Ok(ROWS + ENTRY * cells::entries(bytes, own.cells())?.len())
    }

    /// Writes the serialised bytes.
    ///
    /// # Errors
    /// [`Error::Released`]; [`Error::State`] if the buffer has another length; [`Error::NoMemory`].
    pub fn serialise(bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let own = Self::read(bytes)?;
        own.header.live()?;
        let entries = cells::entries(bytes, own.cells())?;
        if out.len() != ROWS + ENTRY * entries.len() {
            return Err(Error::State);
        }
        own.write(out)?;
        put(out, 72, &(entries.len() as u64).to_le_bytes())?;
        for (to, (cell, rows)) in out.get_mut(ROWS..).unwrap_or(&mut []).chunks_exact_mut(ENTRY).zip(&entries)
        {
            put(to, 0, &cell.to_le_bytes())?;
            put(to, 4, &rows.to_le_bytes())?;
        }
        Ok(())
    }

    /// Checks serialised bytes.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn check(bytes: &[u8]) -> Result<Self, Error> {
        let own = Self::read(bytes)?;
        let entries = bytes.get(ROWS..).unwrap_or(&[]);
        let (mut next, mut rows) = (0u64, 0u64);
        let mut sound = !own.header.released
            && read_u64(bytes, 72)? == (entries.len() / ENTRY) as u64
            && entries.len() % ENTRY == 0;
        for entry in entries.chunks_exact(ENTRY) {
            let (cell, count) = (u64::from(u32::from_le_bytes(field(entry, 0)?)), read_u64(entry, 4)?);
            sound = sound && (next..own.cells()).contains(&cell) && count >= 1;
            next = cell + 1;
            rows = rows.checked_add(count).ok_or(Error::State)?;
        }
        (sound && rows == own.header.rows).then_some(own).ok_or(Error::State)
    }

    /// Reads serialised bytes into a buffer of at least [`Quantile::length`] bytes.
    ///
    /// # Errors
    /// [`Error::State`]; [`Error::Capacity`] if the buffer is too short.
    pub fn deserialise(bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
        let own = Self::check(bytes)?;
        if (state.len() as u64) < own.length(own.header.rows) {
            return Err(Error::Capacity);
        }
        let rows = own.header.rows;
        Quantile { header: Header { rows: 0, ..own.header }, ..own }.write(state)?;
        let mut cells = Cells::of(state, &own.bounds)?;
        cells.reserve(rows)?;
        for entry in bytes.get(ROWS..).unwrap_or(&[]).chunks_exact(ENTRY) {
            cells.add_cell(u32::from_le_bytes(field(entry, 0)?), read_u64(entry, 4)?)?;
        }
        Ok(())
    }
}

/// The finest grid of at least `2^least` with at most `most` steps between the bounds, which it tells apart.
fn grid(lo: f64, hi: f64, most: u64, least: i32) -> Option<Bounds> {
    let (low, high) = Bounds::finite(lo, hi).ok()?;
    let log2 = [low, high].iter().filter_map(Dyadic::magnitude).map(|m| m.log2_ceil()).max()?;
    // From 2^62 steps in the larger bound, where steps are still exact, to coarser ones.
    (log2 - super::bounds::MOST_STEPS_LOG2..=log2 + 1)
        .map(|exponent| exponent.max(least))
        .map(|exponent| Bounds::on_grid(lo, hi, exponent))
        // A finer grid may have no multiple between bounds of which a coarser one has.
        .find(|b| b.low < b.high && b.high.abs_diff(b.low) <= most)
}
