//! A part of a quantile's rows: the rows at a range of adjacent candidates. The release of one
//! quantile treats all rows as one part. The release of several quantiles divides them
//! ([`super::many`]).
//!
//! Each candidate has T *positions*, where T is a public power of two. Let a candidate have E rows,
//! numbered from 0. The rows from floor(E·j/T) up to, but not including, ceil(E·(j+1)/T) lie at
//! position j, and the others lie below or above it. With T = 1, all E rows lie at the only
//! position. A part can be divided at position j: the first floor(E·(2j+1)/(2T)) of the candidate's
//! rows go to the lower part, and the others to the upper part. So rows with equal values can be
//! divided.
//!
//! If a row is added to the candidate, each of the three rounded numbers grows by 0 or 1. So if the
//! part is divided, exactly one of the two new parts has one more row (Claim A10).
//!
//! Adjacent positions with the same numbers of rows below, at and above them form a run. So a cost
//! is computed once for each run, and not for each position.

use crate::Error;

/// The rows at the candidates from `first` to `last`.
pub struct Part<'a> {
    pub first: u64,
    pub last: u64,
    /// The number of rows.
    pub rows: u64,
    /// The candidates that have rows, ascending, each with its number of rows.
    pub entries: &'a mut [(u32, u64)],
}

/// Adjacent positions that have the same numbers of rows below, at and above them.
pub struct Run<T> {
    /// The first position. Position 0 is the first of the part.
    pub first: u64,
    /// The number of positions.
    pub many: u64,
    /// The cost or the count that the caller computed from the numbers of rows below, at and above
    /// the positions.
    pub what: T,
}

/// Where a part is divided.
pub struct Cut {
    /// The candidate, which belongs to both parts.
    pub cell: u64,
    /// The number of entries of lower candidates.
    before: usize,
    /// 1 if the candidate has an entry, which both parts share; otherwise 0.
    shared: usize,
    /// The number of rows at lower candidates.
    below: u64,
    /// The candidate's rows in the lower part.
    lower: u64,
    /// The candidate's rows in the upper part.
    upper: u64,
}

impl Part<'_> {
    /// The number of candidates.
    pub fn cells(&self) -> u64 {
        self.last - self.first + 1
    }

    /// The runs of all positions, in order, with 2^`log2` positions for each candidate. The memory
    /// allocated depends only on the number of positions, which is public.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn runs<T>(
        &self,
        log2: u32,
        what: impl Fn(u64, u64, u64) -> T,
    ) -> Result<Vec<Run<T>>, Error> {
        let positions = self.cells() << log2;
        let mut runs: Vec<Run<T>> = Vec::new();
        runs.try_reserve_exact(positions as usize).map_err(|_| Error::NoMemory)?;
        let mut next = 0;
        // `from` is the number of rows below the positions, and `to` is the number of rows below or
        // at them.
        let mut push = |end: u64, [from, to]: [u64; 2]| {
            if next < end {
                runs.push(Run {
                    first: next,
                    many: end - next,
                    what: what(from, to - from, self.rows - to),
                });
                next = end;
            }
        };
        let mut below = 0;
        for (cell, count) in self.entries.iter().filter(|(_, count)| *count > 0) {
            let start = (u64::from(*cell) - self.first) << log2;
            push(start, [below, below]);
            let place = |j| [below + floor(*count, j, log2), below + ceil(*count, j + 1, log2)];
            let mut own = place(0);
            for j in 1..1 << log2 {
                let new = place(j);
                if new != own {
                    push(start + j, own);
                    own = new;
                }
            }
            push(start + (1 << log2), own);
            below += count;
        }
        push(positions, [below, below]);
        Ok(runs)
    }

    /// The place where this position divides the part.
    pub fn cut(&self, position: u64, log2: u32) -> Cut {
        let cell = self.first + (position >> log2);
        let before = self.entries.partition_point(|(own, _)| u64::from(*own) < cell);
        let below = self.entries.iter().take(before).map(|(_, count)| count).sum();
        let own = self.entries.get(before).filter(|(own, _)| u64::from(*own) == cell);
        let count = own.map_or(0, |(_, count)| *count);
        let j = position & ((1 << log2) - 1);
        let lower = floor(count, 2 * j + 1, log2 + 1);
        Cut { cell, before, shared: usize::from(own.is_some()), below, lower, upper: count - lower }
    }

    /// The rows below the cut. This overwrites the number of rows of the candidate at the cut.
    pub fn lower(&mut self, cut: &Cut) -> Part<'_> {
        self.set(cut, cut.lower);
        let entries = self.entries.get_mut(..cut.before + cut.shared).unwrap_or(&mut []);
        Part { first: self.first, last: cut.cell, rows: cut.below + cut.lower, entries }
    }

    /// The rows above the cut. This overwrites the number of rows of the candidate at the cut.
    pub fn upper(&mut self, cut: &Cut) -> Part<'_> {
        self.set(cut, cut.upper);
        let rows = self.rows - cut.below - cut.lower;
        Part {
            first: cut.cell,
            last: self.last,
            rows,
            entries: self.entries.get_mut(cut.before..).unwrap_or(&mut []),
        }
    }

    fn set(&mut self, cut: &Cut, rows: u64) {
        if let Some((_, count)) = self.entries.get_mut(cut.before).filter(|_| cut.shared == 1) {
            *count = rows;
        }
    }
}

/// floor(rows·j / 2^log2)
fn floor(rows: u64, j: u64, log2: u32) -> u64 {
    ((u128::from(rows) * u128::from(j)) >> log2) as u64
}

/// ceil(rows·j / 2^log2)
fn ceil(rows: u64, j: u64, log2: u32) -> u64 {
    ((u128::from(rows) * u128::from(j) + ((1 << log2) - 1)) >> log2) as u64
}
