//! Releases quantiles. A state counts the rows at each of the public candidates, and a release
//! selects one of the candidates (Claim A5).
//!
//! * [`fraction`]: q as a/b
//! * [`cells`]: the rows of a state, as a log while they are few and as a table when they are many
//! * [`part`]: the rows at a range of candidates; [`select`]: a selection from a part; [`score`]:
//!   the cost of each candidate, and its sensitivity
//! * [`release`]: one quantile, selected from all rows; [`many`]: several quantiles
//!
//! Candidates are the multiples of the grid from γ(lo) to γ(hi). Values are clamped and rounded to
//! them. These fields follow the header and the bounds (see [`super::header`], [`super::bounds`]):
//!
//! | bytes | serialised | in memory |
//! |---|---|---|
//! | 64..66 | a, u16 | the same |
//! | 66..68 | b, u16: q = a/b in lowest terms | the same |
//! | 68..72 | 0 | the same |
//! | 72..80 | number of entries, u64 | length of the buffer in bytes, u64 |
//! | 80.. | entries of 12 bytes | [`cells`] |
//!
//! An entry has the index of a candidate (u32; 0 is lo) and its number of rows (u64, at least 1).
//! Entries are in ascending order of the candidates.

pub mod cells;
pub mod fraction;
pub mod many;
mod part;
mod release;
mod score;
mod select;
#[cfg(test)]
mod tests;

use super::bounds::{Bounds, END};
use super::header::{self, field, put, read_u64, Header};
use super::kind::Kind;
use super::terms::Terms;
use super::traits::{Aggregate, Answer};
use crate::exact::Dyadic;
use crate::tape::Words;
use crate::Error;
use cells::Cells;
use fraction::Fraction;
pub use select::{Mechanism, RARE_LOG2};

/// The offset of the length of the buffer, or of the number of entries if serialised.
const LENGTH_AT: usize = 72;
/// The offset of the rows.
pub const ROWS: usize = 80;
/// Bytes of a serialised entry.
const ENTRY: usize = 12;
/// The default maximum number of candidates, minus one. A table with their counts takes 128 KiB.
pub const USUAL_STEPS: u64 = 1 << 14;
/// The largest number of candidates, minus one.
pub const MOST_STEPS: u64 = 1 << 24;

/// A parsed quantile. Its rows stay in the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// The header.
    pub header: Header,
    pub(super) bounds: Bounds,
    pub(super) q: Fraction,
}

impl Quantile {
    /// The parameters of a quantile q of values in `[lo, hi]`. `candidates` is the largest allowed
    /// number of candidates. The grid is the finest power of two that does not give more
    /// candidates. If `candidates` is 0, the default applies: if the bounds are integers at most
    /// 2^14 apart, the candidates are the integers; otherwise there are at most 2^14 + 1
    /// candidates.
    ///
    /// # Errors
    /// [`Error::Quantile`]; [`Error::Lo`], [`Error::Hi`], [`Error::Range`]; [`Error::Candidates`]
    /// if `candidates` is neither 0 nor from 2 to 2^24 + 1, or if there is no grid on which lo and
    /// hi are two different candidates; [`Error::RowsPerPerson`].
    pub fn new(
        q: f64,
        lo: f64,
        hi: f64,
        candidates: u64,
        rows_per_person: u64,
    ) -> Result<Self, Error> {
        let q = Fraction::nearest(q)?;
        let (low, high) = Bounds::finite(lo, hi)?;
        let most = match candidates {
            0 => USUAL_STEPS,
            n if (2..=MOST_STEPS + 1).contains(&n) => n - 1,
            _ => return Err(Error::Candidates),
        };
        let whole = |x: &Dyadic| x.magnitude().is_none_or(|m| m.is_multiple_of_power(0));
        let integers = candidates == 0 && whole(&low) && whole(&high);
        let bounds =
            grid(lo, hi, most, if integers { 0 } else { -1074 }).ok_or(Error::Candidates)?;
        Ok(Quantile { header: Header::new(Kind::Quantile, rows_per_person)?, bounds, q })
    }

    /// The number of candidates.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.bounds.high.abs_diff(self.bounds.low) + 1
    }

    /// Writes an empty state that uses the whole buffer.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn init(&self, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.len() < ROWS {
            return Err(Error::Buffer);
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
        put(bytes, LENGTH_AT, &length.to_le_bytes())
    }

    /// The length of the buffer that `rows` rows need.
    #[must_use]
    pub fn needs(&self, rows: u64) -> u64 {
        ROWS as u64 + rows.saturating_mul(4).min(8 * self.cells())
    }

    /// Adds one row in place.
    #[inline(never)]
    fn add_row(bytes: &mut [u8], row: impl FnOnce(&Bounds) -> i64) -> Result<(), Error> {
        header::expect(bytes, Kind::Quantile)?;
        let bounds = Bounds::trusted(bytes)?;
        let mut cells = Cells::of(bytes, &bounds)?;
        cells.reserve(1)?;
        cells.add(&[row(&bounds)])
    }
}

impl Aggregate for Quantile {
    const KIND: Kind = Kind::Quantile;
    const LENGTH: usize = ROWS;
    type Mechanism = select::Mechanism;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
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

    fn header(&self) -> &Header {
        &self.header
    }

    fn same_parameters(&self, _bytes: &[u8], other: &Self, _more: &[u8]) -> bool {
        (self.bounds, self.q) == (other.bounds, other.q)
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, more: &[u8]) -> Result<(), Error> {
        let mut cells = Cells::of(bytes, &self.bounds)?;
        cells.reserve(other.header.rows)?;
        cells::add_all(&mut cells, more)
    }

    fn mechanism(&self, terms: &Terms) -> Result<Self::Mechanism, Error> {
        release::mechanism(self, terms)
    }

    fn release<W: Words>(
        &self,
        bytes: &[u8],
        mechanism: &Self::Mechanism,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        release::release(self, bytes, mechanism, tape).map(Answer::Real)
    }

    #[inline]
    fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
        Self::add_row(bytes, |bounds| bounds.row(value))
    }

    #[inline]
    fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
        Self::add_row(bytes, |bounds| bounds.row_int64(value))
    }

    fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, Kind::Quantile)?;
        let bounds = Bounds::trusted(bytes)?;
        let mut cells = Cells::of(bytes, &bounds)?;
        cells.reserve(values.len() as u64)?;
        let mut result = Ok(());
        bounds.blocks(values, |steps| result = result.and_then(|()| cells.add(steps)));
        result
    }

    fn length(fixed: &[u8]) -> Result<usize, Error> {
        usize::try_from(read_u64(fixed, LENGTH_AT)?).map_err(|_| Error::State)
    }

    /// If the rows need more than the present length, recommends at least twice the present length,
    /// but no more than the length of a table. So a buffer that grows whenever it is full copies
    /// each byte only a few times.
    fn room(&self, bytes: &[u8], more: u64) -> u64 {
        let own = bytes.len() as u64;
        let needed = self.needs(self.header.rows.saturating_add(more));
        let most = self.needs(u64::MAX);
        if needed <= own {
            own
        } else {
            needed.max(own.saturating_mul(2)).min(most)
        }
    }

    fn resized(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let length = bytes.len() as u64;
        if length < self.needs(self.header.rows) {
            return Err(Error::Capacity);
        }
        put(bytes, LENGTH_AT, &length.to_le_bytes())
    }

    fn serialised_length(&self, bytes: &[u8]) -> Result<usize, Error> {
        Ok(ROWS + ENTRY * cells::entries(bytes, self.cells())?.len())
    }

    fn serialise(&self, bytes: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let entries = cells::entries(bytes, self.cells())?;
        if out.len() != ROWS + ENTRY * entries.len() {
            return Err(Error::Buffer);
        }
        self.write(out)?;
        put(out, LENGTH_AT, &(entries.len() as u64).to_le_bytes())?;
        for (to, (cell, rows)) in
            out.get_mut(ROWS..).unwrap_or(&mut []).chunks_exact_mut(ENTRY).zip(&entries)
        {
            put(to, 0, &cell.to_le_bytes())?;
            put(to, 4, &rows.to_le_bytes())?;
        }
        Ok(())
    }

    fn parse_serialised(bytes: &[u8]) -> Result<(Self, usize), Error> {
        let own = Self::read(bytes)?;
        let entries = bytes.get(ROWS..).unwrap_or(&[]);
        let (mut next, mut rows) = (0u64, 0u64);
        let mut sound = !own.header.released
            && read_u64(bytes, LENGTH_AT)? == (entries.len() / ENTRY) as u64
            && entries.len() % ENTRY == 0;
        for entry in entries.chunks_exact(ENTRY) {
            let (cell, count) =
                (u64::from(u32::from_le_bytes(field(entry, 0)?)), read_u64(entry, 4)?);
            sound = sound && (next..own.cells()).contains(&cell) && count >= 1;
            next = cell + 1;
            rows = rows.checked_add(count).ok_or(Error::State)?;
        }
        let sound = (sound && rows == own.header.rows).then_some(own).ok_or(Error::State)?;
        let needed = usize::try_from(sound.needs(sound.header.rows)).map_err(|_| Error::State)?;
        Ok((sound, needed))
    }

    fn restore(&self, bytes: &[u8], state: &mut [u8]) -> Result<(), Error> {
        let rows = self.header.rows;
        Quantile { header: Header { rows: 0, ..self.header }, ..*self }.write(state)?;
        let mut cells = Cells::of(state, &self.bounds)?;
        cells.reserve(rows)?;
        for entry in bytes.get(ROWS..).unwrap_or(&[]).chunks_exact(ENTRY) {
            cells.add_cell(u32::from_le_bytes(field(entry, 0)?), read_u64(entry, 4)?)?;
        }
        Ok(())
    }
}

/// The finest grid of at least `2^least` on which the bounds are different candidates, at most
/// `most` steps apart.
fn grid(lo: f64, hi: f64, most: u64, least: i32) -> Option<Bounds> {
    let (low, high) = Bounds::finite(lo, hi).ok()?;
    let log2 = [low, high].iter().filter_map(Dyadic::magnitude).map(|m| m.log2_ceil()).max()?;
    // The grids are tried from the finest to the coarsest. On the finest, the bound of larger
    // magnitude is at most 2^62 steps from zero, the most that a state allows.
    (log2 - super::bounds::MOST_STEPS_LOG2..=log2 + 1)
        .map(|exponent| exponent.max(least))
        .map(|exponent| Bounds::on_grid(lo, hi, exponent))
        // The bounds may round to the same multiple of a finer grid, but to different multiples of
        // a coarser one.
        .find(|b| b.low < b.high && b.high.abs_diff(b.low) <= most)
}
