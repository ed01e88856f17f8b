//! Counts the rows in the cells between public edges. [`super::counts`] releases all counts for one
//! ε (Claim A11).
//!
//! n edges make n + 2 cells: the values below the first edge; n - 1 half-open cells, each from an
//! edge to below the next edge; the values from the last edge on; and NaN. Infinities belong to the
//! outer cells. Each row is in exactly one cell.
//!
//! These fields follow the header (see [`super::header`]). The length of a state follows from the
//! number of its edges, which do not change.
//!
//! | bytes | field |
//! |---|---|
//! | 24..28 | number of edges n, u32, 1 to 2^20 |
//! | 28..32 | 0; or 1 + the place of the centre, if bounds can be released (see [`search`]) |
//! | next 8n | edges, f64, finite, strictly ascending, no negative zero |
//! | next 8(n+2) | rows of each cell, u64 |

mod edge;
pub mod search;
#[cfg(test)]
mod tests;

use super::header::{self, field, put, read_u64, Header};
use super::kind::Kind;
use super::terms::Terms;
use super::traits::{Aggregate, Answer};
use crate::exact::select;
use crate::tape::Words;
use crate::Error;
use edge::{positive_zero, Place, Real};

/// The largest number of edges.
pub const MOST_EDGES: usize = 1 << 20;
const MARK: usize = 28;
const EDGES: usize = 32;

/// The number of edges, which determines the layout of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    n: usize,
}

impl Layout {
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Layout { n: u32::from_le_bytes(field(bytes, 24)?) as usize })
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self.n + 2
    }

    /// The offset of the number of rows of a cell.
    fn count_at(self, cell: usize) -> usize {
        EDGES + 8 * (self.n + cell)
    }

    /// The number of rows of a cell.
    pub fn count(self, bytes: &[u8], cell: usize) -> Result<u64, Error> {
        read_u64(bytes, self.count_at(cell))
    }

    fn length(self) -> usize {
        self.count_at(self.cells())
    }

    /// The edges, each as 8 little-endian bytes.
    fn edges(self, bytes: &[u8]) -> Result<&[[u8; 8]], Error> {
        bytes.get(EDGES..self.count_at(0)).map(|edges| edges.as_chunks().0).ok_or(Error::State)
    }
}

/// The index of the cell of a value, which is the number of edges that the value reaches. `None`
/// stands for NaN, which has the last cell. The search takes the same number of steps for all
/// numbers, and no branch depends on the number.
#[inline]
fn cell(edges: &[[u8; 8]], value: Option<impl Place>) -> usize {
    let Some(value) = value else { return edges.len() + 1 };
    let reaches =
        |i: usize| edges.get(i).is_some_and(|edge| value.reaches(f64::from_le_bytes(*edge)));
    let (mut first, mut left) = (0, edges.len());
    // The value reaches all edges before `first`, and none from `first + left` on.
    while left > 1 {
        let half = left / 2;
        // `select` avoids a branch, which would be hard to predict. The compiler would make one
        // from an `if`, and also from a multiplication of `half` by the result of the comparison.
        first = select(reaches(first + half - 1), (first + half) as u64, first as u64) as usize;
        left -= half;
    }
    first + usize::from(reaches(first))
}

/// The length of a state with this number of edges.
///
/// # Errors
/// [`Error::Edges`] unless there are 1 to 2^20 edges.
pub fn length(edges: usize) -> Result<usize, Error> {
    (1..=MOST_EDGES).contains(&edges).then(|| Layout { n: edges }.length()).ok_or(Error::Edges)
}

/// Writes an empty state.
///
/// # Errors
/// [`Error::RowsPerPerson`]; [`Error::Edges`] unless there are 1 to 2^20 edges, finite and strictly
/// ascending; [`Error::Buffer`] if the buffer is too short.
pub fn init(bytes: &mut [u8], edges: &[f64], rows_per_person: u64) -> Result<(), Error> {
    let header = Header::new(Kind::Histogram, rows_per_person)?;
    length(edges.len())?;
    if !ascending(edges.iter().copied()) {
        return Err(Error::Edges);
    }
    empty(bytes, header, edges, 0)
}

/// Writes an empty state with checked edges.
fn empty(bytes: &mut [u8], header: Header, edges: &[f64], mark: u32) -> Result<(), Error> {
    let bytes = bytes.get_mut(..length(edges.len())?).ok_or(Error::Buffer)?;
    bytes.fill(0);
    header.write(bytes)?;
    put(bytes, 24, &(edges.len() as u32).to_le_bytes())?;
    put(bytes, MARK, &mark.to_le_bytes())?;
    for (i, edge) in edges.iter().enumerate() {
        put(bytes, EDGES + 8 * i, &positive_zero(*edge).to_le_bytes())?;
    }
    Ok(())
}

/// The field that marks a histogram for a search.
fn mark(bytes: &[u8]) -> Result<u32, Error> {
    Ok(u32::from_le_bytes(field(bytes, MARK)?))
}

/// Whether the edges are finite and ascend strictly.
fn ascending(edges: impl Iterator<Item = f64>) -> bool {
    let mut before = None;
    for edge in edges {
        let own = edge::order_of_edge(edge);
        if own.is_none() || own <= before {
            return false;
        }
        before = own;
    }
    true
}

/// The number of edges of a state.
///
/// # Errors
/// [`Error::State`].
pub fn edges(bytes: &[u8]) -> Result<usize, Error> {
    Layout::read(bytes).map(|layout| layout.n)
}

/// Edge i of a state.
///
/// # Errors
/// [`Error::State`] if there is no edge i.
pub fn edge(bytes: &[u8], i: usize) -> Result<f64, Error> {
    let edge = Layout::read(bytes)?.edges(bytes)?.get(i);
    edge.map(|edge| f64::from_le_bytes(*edge)).ok_or(Error::State)
}

/// A parsed histogram. The edges and counts stay in the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Histogram {
    header: Header,
    /// The layout of the state.
    pub(super) layout: Layout,
}

fn add_to(bytes: &mut [u8], value: Option<impl Place>) -> Result<(), Error> {
    header::expect(bytes, Kind::Histogram)?;
    let layout = Layout::read(bytes)?;
    let at = layout.count_at(cell(layout.edges(bytes)?, value));
    let count = read_u64(bytes, at)?.wrapping_add(1);
    header::add_rows(bytes, 1)?;
    put(bytes, at, &count.to_le_bytes())
}

/// The answer of a histogram is a list, so [`super::counts`] releases it and the operations for
/// single answers refuse it.
impl Aggregate for Histogram {
    const KIND: Kind = Kind::Histogram;
    const LENGTH: usize = EDGES;
    type Mechanism = std::convert::Infallible;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        if header.kind != Kind::Histogram || bytes.len() < Self::length(bytes)? {
            return Err(Error::State);
        }
        let layout = Layout::read(bytes)?;
        let edges = layout.edges(bytes)?.iter().map(|edge| f64::from_le_bytes(*edge));
        let mut rows: u64 = 0;
        for cell in 0..layout.cells() {
            rows = rows.checked_add(layout.count(bytes, cell)?).ok_or(Error::State)?;
        }
        let canonical = edges.clone().all(|edge| edge.to_bits() != 1 << 63);
        let marked = match layout.centre(bytes)? {
            Some(centre) => layout.is_search(bytes, centre)?,
            None => true,
        };
        let sound = canonical && ascending(edges) && rows == header.rows && marked;
        sound.then_some(Histogram { header, layout }).ok_or(Error::State)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn same_parameters(&self, bytes: &[u8], other: &Self, more: &[u8]) -> bool {
        let fixed = MARK..self.layout.count_at(0);
        self.layout == other.layout && bytes.get(fixed.clone()) == more.get(fixed)
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, more: &[u8]) -> Result<(), Error> {
        header::add_rows(bytes, other.header.rows)?;
        for cell in 0..self.layout.cells() {
            let count = self.layout.count(bytes, cell)? + self.layout.count(more, cell)?;
            put(bytes, self.layout.count_at(cell), &count.to_le_bytes())?;
        }
        Ok(())
    }

    fn mechanism(&self, _terms: &Terms) -> Result<Self::Mechanism, Error> {
        Err(Error::State)
    }

    fn release<W: Words>(
        &self,
        _bytes: &[u8],
        mechanism: &Self::Mechanism,
        _tape: &mut W,
    ) -> Result<Answer, Error> {
        match *mechanism {}
    }

    #[inline]
    fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
        add_to(bytes, Real::new(value))
    }

    #[inline]
    fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
        add_to(bytes, Some(value))
    }

    fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, Kind::Histogram)?;
        let layout = Layout::read(bytes)?;
        header::add_rows(bytes, values.len() as u64)?;
        let (fixed, counts) = bytes.split_at_mut_checked(layout.count_at(0)).ok_or(Error::State)?;
        let (edges, counts) = (layout.edges(fixed)?, counts.as_chunks_mut::<8>().0);
        for value in values {
            if let Some(count) = counts.get_mut(cell(edges, Real::new(*value))) {
                *count = u64::from_le_bytes(*count).wrapping_add(1).to_le_bytes();
            }
        }
        Ok(())
    }

    fn length(fixed: &[u8]) -> Result<usize, Error> {
        length(Layout::read(fixed)?.n).map_err(|_| Error::State)
    }
}
