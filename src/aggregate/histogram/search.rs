//! Prepares a histogram for a release of bounds (Claim A12), and reads its counts for that.
//!
//! A search has a public centre and public candidates. Bounds from the data are two of these
//! numbers. A candidate below the centre covers the rows at or above it, and one above the centre
//! covers the rows at or below it. Cells are closed below, so the edge of a candidate above the
//! centre is the next larger double. The centre has a cell of its own, so that rows at the centre
//! are on neither side: its edge and the next larger double are edges.
//!
//! Bytes 28..32 of the state are the place of the centre among the edges, plus 1.

use super::super::header::Header;
use super::super::kind::Kind;
use super::edge::positive_zero;
use super::{empty, Layout, MOST_EDGES};
use crate::Error;

/// The candidates of a search that has no list: the centre plus or minus 2^k times 1, 1.25, 1.5 and
/// 1.75 for each k in this range, and 2^(the end of the range).
const POWERS: std::ops::Range<i32> = -32..63;
const STEPS: [f64; 4] = [1.0, 1.25, 1.5, 1.75];
/// The number of candidates on each side of the centre, if there is no list.
const SIDE: usize = 4 * (POWERS.end - POWERS.start) as usize + 1;
/// The centre and the next larger double.
const OWN: usize = 2;

/// The edges of a search.
pub struct Search {
    edges: Vec<f64>,
    centre: usize,
}

impl Search {
    /// A search among the numbers of a list. A number that equals the centre changes nothing.
    ///
    /// # Errors
    /// [`Error::Centre`] unless the centre is finite and some number differs from it;
    /// [`Error::Edges`] unless the list has 1 to 2^20 - 2 finite numbers that ascend strictly;
    /// [`Error::NoMemory`]. The largest double is allowed neither as the centre nor as a number
    /// above the centre.
    pub fn among(list: &[f64], centre: f64) -> Result<Self, Error> {
        if !centre.is_finite() || centre == f64::MAX {
            return Err(Error::Centre);
        }
        if list.is_empty()
            || list.len() > MOST_EDGES - OWN
            || !super::ascending(list.iter().copied())
        {
            return Err(Error::Edges);
        }
        let centre = positive_zero(centre);
        let mut edges = Vec::new();
        edges.try_reserve_exact(list.len() + OWN).map_err(|_| Error::NoMemory)?;
        edges.extend(list.iter().copied().filter(|edge| *edge < centre));
        let place = edges.len();
        edges.extend([centre, centre.next_up()]);
        edges.extend(list.iter().filter(|edge| **edge > centre).map(|edge| edge.next_up()));
        match edges.iter().all(|edge| edge.is_finite()) {
            false => Err(Error::Edges),
            true if edges.len() == OWN => Err(Error::Centre),
            true => Ok(Search { edges, centre: place }),
        }
    }

    /// A search among numbers of all sizes from 2^-32 to 2^63 on both sides of the centre. Numbers
    /// that round to another one or to the centre are left out.
    ///
    /// # Errors
    /// [`Error::Centre`] unless the centre is finite and some number differs from it;
    /// [`Error::NoMemory`].
    pub fn around(centre: f64) -> Result<Self, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(2 * SIDE).map_err(|_| Error::NoMemory)?;
        list.extend(distances().map(|distance| centre - distance).rev());
        list.extend(distances().map(|distance| centre + distance));
        list.retain(|edge| *edge != centre && edge.is_finite());
        list.dedup();
        if list.is_empty() {
            return Err(Error::Centre);
        }
        Self::among(&list, centre)
    }

    /// Makes the search for a list of candidates, or without a list.
    ///
    /// # Errors
    /// The errors of [`Self::among`] and [`Self::around`].
    pub fn new(list: Option<&[f64]>, centre: f64) -> Result<Self, Error> {
        list.map_or_else(|| Self::around(centre), |list| Self::among(list, centre))
    }

    /// The length of a state.
    ///
    /// # Errors
    /// The errors of [`super::length`], which no search has.
    pub fn length(&self) -> Result<usize, Error> {
        super::length(self.edges.len())
    }

    /// Writes an empty state.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`]; [`Error::Buffer`] if the buffer is too short.
    pub fn init(&self, bytes: &mut [u8], rows_per_person: u64) -> Result<(), Error> {
        let header = Header::new(Kind::Histogram, rows_per_person)?;
        empty(bytes, header, &self.edges, 1 + self.centre as u32)
    }
}

/// Whether a histogram was made for a search.
pub fn is_one(bytes: &[u8]) -> bool {
    super::mark(bytes).is_ok_and(|mark| mark != 0)
}

/// The distances of candidates from the centre, ascending.
fn distances() -> impl DoubleEndedIterator<Item = f64> {
    let power = |k: i32| f64::from_bits(((k + 1023) as u64) << 52);
    let last = std::iter::once(power(POWERS.end));
    POWERS.flat_map(move |k| STEPS.map(|step| step * power(k))).chain(last)
}

/// The candidates of one side of a search and their counts.
impl Layout {
    /// The place of the centre among the edges, if the histogram was made for a search.
    pub fn centre(self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        Ok((super::mark(bytes)? as usize).checked_sub(1))
    }

    /// Whether the edges next to this centre are those of a search.
    pub(super) fn is_search(self, bytes: &[u8], centre: usize) -> Result<bool, Error> {
        let edges = self.edges(bytes)?;
        let at = |i: usize| edges.get(i).map(|edge| f64::from_le_bytes(*edge));
        let next = at(centre).map(|edge| positive_zero(edge.next_up()).to_bits());
        Ok(edges.len() > OWN && next.is_some() && next == at(centre + 1).map(f64::to_bits))
    }

    /// The number of candidates below the centre, and above it.
    pub fn sides(self, centre: usize) -> (usize, usize) {
        (centre, (self.n - OWN).saturating_sub(centre))
    }

    /// For each candidate below the centre, from the lowest one up, the rows that are further
    /// below the centre than the candidate after it.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::State`].
    pub fn below(self, bytes: &[u8], centre: usize) -> Result<Vec<u64>, Error> {
        self.running(bytes, self.count(bytes, 0)?, 1..centre + 1)
    }

    /// For each candidate above the centre, from the highest one down, the rows that are further
    /// above the centre than the candidate after it.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::State`].
    pub fn above(self, bytes: &[u8], centre: usize) -> Result<Vec<u64>, Error> {
        self.running(bytes, self.count(bytes, self.n)?, (centre + OWN..self.n).rev())
    }

    /// Adds the rows of one cell after the other to `rows`, and returns every sum.
    fn running(
        self,
        bytes: &[u8],
        mut rows: u64,
        cells: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Vec<u64>, Error> {
        let mut sums = Vec::new();
        sums.try_reserve_exact(cells.len()).map_err(|_| Error::NoMemory)?;
        for cell in cells {
            rows += self.count(bytes, cell)?;
            sums.push(rows);
        }
        Ok(sums)
    }

    /// The number that stands for an edge: the centre, or a candidate.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn candidate(self, bytes: &[u8], centre: usize, edge: usize) -> Result<f64, Error> {
        let value = super::edge(bytes, edge)?;
        Ok(if edge > centre { positive_zero(value.next_down()) } else { value })
    }
}
