//! Keeps the rows of a quantile's state in memory. While there are at most twice as many rows as
//! candidates, the state keeps a log, which holds the index of each row's candidate as a u32. With
//! more rows it keeps a table, which holds the count of each candidate as a u64. The table takes no
//! more memory than the longest log. The number of rows determines which of the two is in use.

use super::ROWS;
use crate::aggregate::bounds::Bounds;
use crate::aggregate::header::{put, read_u64};
use crate::Error;

/// The rows of one state.
pub struct Cells<'a> {
    bytes: &'a mut [u8],
    low: i64,
    cells: u64,
    rows: u64,
    /// The number of rows in the log. Reserved rows are written after them.
    logged: usize,
}

fn is_log(rows: u64, cells: u64) -> bool {
    rows <= 2 * cells
}

impl<'a> Cells<'a> {
    /// The rows of a live state.
    ///
    /// # Errors
    /// [`Error::State`].
    #[inline]
    pub fn of(bytes: &'a mut [u8], bounds: &Bounds) -> Result<Self, Error> {
        let rows = read_u64(bytes, 16)?;
        let cells = bounds.high.abs_diff(bounds.low).wrapping_add(1);
        Ok(Cells { bytes, low: bounds.low, cells, rows, logged: 0 })
    }

    /// Adds `more` to the number of rows, and makes room for these rows. The caller must then add
    /// all of them, by [`Cells::add`] or [`Cells::add_cell`].
    ///
    /// # Errors
    /// [`Error::TooManyRows`], [`Error::Capacity`], [`Error::NoMemory`]; on failure nothing is
    /// changed.
    #[inline]
    pub fn reserve(&mut self, more: u64) -> Result<(), Error> {
        let rows = self.rows.checked_add(more).ok_or(Error::TooManyRows)?;
        let log = is_log(rows, self.cells);
        let needed = ROWS as u64 + if log { 4 * rows } else { 8 * self.cells };
        if needed > self.bytes.len() as u64 {
            return Err(Error::Capacity);
        }
        if log {
            self.logged = self.rows as usize;
        } else if is_log(self.rows, self.cells) {
            self.tabulate()?;
        }
        self.rows = rows;
        put(self.bytes, 16, &rows.to_le_bytes())
    }

    /// Turns the log into a table.
    fn tabulate(&mut self) -> Result<(), Error> {
        if self.rows == 0 {
            let table =
                self.bytes.get_mut(ROWS..).and_then(|b| b.get_mut(..8 * self.cells as usize));
            table.ok_or(Error::State)?.fill(0);
            return Ok(());
        }
        let mut counts: Vec<u64> = Vec::new();
        counts.try_reserve_exact(self.cells as usize).map_err(|_| Error::NoMemory)?;
        counts.resize(self.cells as usize, 0);
        for cell in log(self.bytes, self.rows) {
            *counts.get_mut(cell as usize).ok_or(Error::State)? += 1;
        }
        let table = self.bytes.get_mut(ROWS..).unwrap_or(&mut []);
        for (to, count) in table.chunks_exact_mut(8).zip(&counts) {
            put(to, 0, &count.to_le_bytes())?;
        }
        Ok(())
    }

    /// Adds reserved rows, given in grid steps within the bounds.
    ///
    /// # Errors
    /// [`Error::State`] if the state was corrupted in memory.
    #[inline]
    pub fn add(&mut self, steps: &[i64]) -> Result<(), Error> {
        if is_log(self.rows, self.cells) {
            let start = ROWS + 4 * self.logged;
            let free = self.bytes.get_mut(start..).unwrap_or(&mut []);
            for (to, step) in free.chunks_exact_mut(4).zip(steps) {
                put(to, 0, &(step.wrapping_sub(self.low) as u32).to_le_bytes())?;
            }
            self.logged += steps.len();
            return Ok(());
        }
        for step in steps {
            let cell = step.wrapping_sub(self.low);
            self.count(cell as u64, 1)?;
        }
        Ok(())
    }

    /// Adds reserved rows to one candidate.
    ///
    /// # Errors
    /// [`Error::State`] if the state was corrupted in memory.
    pub fn add_cell(&mut self, cell: u32, rows: u64) -> Result<(), Error> {
        if !is_log(self.rows, self.cells) {
            return self.count(u64::from(cell), rows);
        }
        for _ in 0..rows {
            put(self.bytes, ROWS + 4 * self.logged, &cell.to_le_bytes())?;
            self.logged += 1;
        }
        Ok(())
    }

    #[inline]
    fn count(&mut self, cell: u64, rows: u64) -> Result<(), Error> {
        let at = (cell as usize).wrapping_mul(8).wrapping_add(ROWS);
        let counter: &mut [u8; 8] =
            self.bytes.get_mut(at..).and_then(|b| b.first_chunk_mut()).ok_or(Error::State)?;
        *counter = u64::from_le_bytes(*counter).wrapping_add(rows).to_le_bytes();
        Ok(())
    }
}

/// The indices of candidates in a log of this many rows.
fn log(bytes: &[u8], rows: u64) -> impl Iterator<Item = u32> + '_ {
    let entries = bytes.get(ROWS..).unwrap_or(&[]).chunks_exact(4).take(rows as usize);
    entries.filter_map(|b| b.first_chunk()).map(|b| u32::from_le_bytes(*b))
}

/// The candidates that have rows, ascending, each with its number of rows. The memory allocated
/// depends only on the number of candidates, which is public.
///
/// # Errors
/// [`Error::State`] if the state was corrupted in memory, [`Error::NoMemory`].
pub fn entries(bytes: &[u8], cells: u64) -> Result<Vec<(u32, u64)>, Error> {
    let rows = read_u64(bytes, 16)?;
    let mut entries: Vec<(u32, u64)> = Vec::new();
    entries.try_reserve_exact(cells as usize).map_err(|_| Error::NoMemory)?;
    // This memory is reserved even if the state keeps a table. Otherwise the allocations would
    // depend on the number of rows, which is private.
    let mut sorted: Vec<u32> = Vec::new();
    sorted.try_reserve_exact(2 * cells as usize).map_err(|_| Error::NoMemory)?;
    if is_log(rows, cells) {
        sorted.extend(log(bytes, rows));
        sorted.sort_unstable();
        for cell in sorted {
            match entries.last_mut() {
                Some((last, count)) if *last == cell => *count += 1,
                _ => entries.push((cell, 1)),
            }
        }
    } else {
        let table = bytes.get(ROWS..).unwrap_or(&[]).chunks_exact(8).take(cells as usize);
        let counts = table.filter_map(|b| b.first_chunk()).map(|b| u64::from_le_bytes(*b));
        entries.extend((0u32..).zip(counts).filter(|(_, count)| *count > 0));
    }
    let sum = entries.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count));
    let last = entries.last().map_or(0, |(cell, _)| u64::from(*cell));
    (sum == Some(rows) && last < cells).then_some(entries).ok_or(Error::State)
}

/// Adds the rows of another state with the same parameters. The caller has reserved these rows.
///
/// # Errors
/// [`Error::State`] if the other state was corrupted in memory.
pub fn add_all(to: &mut Cells<'_>, other: &[u8]) -> Result<(), Error> {
    let rows = read_u64(other, 16)?;
    if is_log(rows, to.cells) {
        for cell in log(other, rows) {
            to.add_cell(cell, 1)?;
        }
        return Ok(());
    }
    let table = other.get(ROWS..).unwrap_or(&[]).chunks_exact(8).take(to.cells as usize);
    for (cell, count) in (0u32..).zip(table.filter_map(|b| b.first_chunk())) {
        to.add_cell(cell, u64::from_le_bytes(*count))?;
    }
    Ok(())
}
