//! Releases the most common of several public candidates by a selection on their counts (Claim A7).
//! Values that are not candidates are ignored. One person's m rows move all utilities in one
//! direction, by at most m.
//!
//! These fields follow the header (see [`super::header`]). The length of a state follows from its
//! candidates, which do not change.
//!
//! | bytes | field |
//! |---|---|
//! | 24..28 | number of candidates n, u32, 1 to 2^20 |
//! | 28..32 | length l of the labels, u32 |
//! | 32..32+4n | end of each label, as an offset into the labels, u32 |
//! | next l | labels, in ascending order of their bytes |
//! | next 8n | rows of each candidate, u64 |
//!
//! The label of an integer is 0x01 and 8 big-endian bytes of the integer plus 2^63. The label of a
//! text is 0x02 and the text.

use super::header::{self, field, put, read_u64, Header};
use super::kind::Kind;
use super::terms::Terms;
use super::traits::{Aggregate, Answer};
use crate::exponential::Exponential;
use crate::tape::Words;
use crate::Error;

/// The largest number of candidates.
pub const MOST_CANDIDATES: usize = 1 << 20;
const ENDS: usize = 32;
/// Counts of this value or more are treated as equal.
const LARGEST: i64 = 1 << 62;

/// A category: an integer or a text. An integer never equals a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category<'a> {
    /// An integer.
    Integer(i64),
    /// A text of any bytes. Texts are compared byte by byte.
    Text(&'a [u8]),
}

impl Category<'_> {
    /// The label in two pieces: the first as an array and the number of used bytes, the second as a
    /// slice.
    fn label(&self) -> ([u8; 9], usize, &[u8]) {
        let mut head = [0; 9];
        match self {
            Category::Integer(i) => {
                head[0] = 1;
                head[1..].copy_from_slice(&((*i as u64) ^ 1 << 63).to_be_bytes());
                (head, 9, &[])
            }
            Category::Text(text) => {
                head[0] = 2;
                (head, 1, text)
            }
        }
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        let (head, n, rest) = self.label();
        head.into_iter().take(n).chain(rest.iter().copied())
    }

    fn length(&self) -> usize {
        let (_, n, rest) = self.label();
        n + rest.len()
    }

    fn of_label(label: &[u8]) -> Option<Category<'_>> {
        match label.split_first()? {
            (1, rest) => Some(Category::Integer(
                (u64::from_be_bytes(rest.try_into().ok()?) ^ 1 << 63) as i64,
            )),
            (2, text) => Some(Category::Text(text)),
            _ => None,
        }
    }
}

/// The layout of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) n: usize,
    labels: usize,
}

impl Layout {
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        let n = u32::from_le_bytes(field(bytes, 24)?) as usize;
        let labels = u32::from_le_bytes(field(bytes, 28)?) as usize;
        Ok(Layout { n, labels })
    }

    fn labels_at(self) -> usize {
        ENDS + 4 * self.n
    }

    fn counts_at(self) -> usize {
        self.labels_at() + self.labels
    }

    fn count_at(self, i: usize) -> usize {
        self.counts_at() + 8 * i
    }

    fn length(self) -> usize {
        self.count_at(self.n)
    }

    pub(super) fn count(self, bytes: &[u8], i: usize) -> Result<u64, Error> {
        read_u64(bytes, self.count_at(i))
    }

    fn end(bytes: &[u8], i: usize) -> Result<usize, Error> {
        field(bytes, ENDS + 4 * i).map(|b| u32::from_le_bytes(b) as usize)
    }

    fn label(self, bytes: &[u8], i: usize) -> Result<&[u8], Error> {
        let start = if i == 0 { 0 } else { Self::end(bytes, i - 1)? };
        let range = self.labels_at() + start..self.labels_at() + Self::end(bytes, i)?;
        bytes.get(range).ok_or(Error::State)
    }
}

/// The length of a state with these candidates.
///
/// # Errors
/// [`Error::Categories`] unless there are 1 to 2^20 candidates whose labels have fewer than 2^31
/// bytes in total.
pub fn length(candidates: &[Category<'_>]) -> Result<usize, Error> {
    let labels = candidates.iter().try_fold(0usize, |sum, c| sum.checked_add(c.length()));
    let fits = labels.filter(|l| (1..1 << 31).contains(l) && candidates.len() <= MOST_CANDIDATES);
    Ok(Layout { n: candidates.len(), labels: fits.ok_or(Error::Categories)? }.length())
}

/// Writes an empty state. The candidates may come in any order.
///
/// # Errors
/// [`Error::RowsPerPerson`]; [`Error::Categories`], also if two candidates are equal;
/// [`Error::Buffer`] if the buffer is too short; [`Error::NoMemory`].
pub fn init(
    bytes: &mut [u8],
    candidates: &[Category<'_>],
    rows_per_person: u64,
) -> Result<(), Error> {
    let header = Header::new(Kind::Mode, rows_per_person)?;
    let bytes = bytes.get_mut(..length(candidates)?).ok_or(Error::Buffer)?;
    let mut sorted: Vec<&Category<'_>> = Vec::new();
    sorted.try_reserve_exact(candidates.len()).map_err(|_| Error::NoMemory)?;
    sorted.extend(candidates);
    sorted.sort_unstable_by(|a, b| a.bytes().cmp(b.bytes()));
    if sorted.iter().zip(sorted.iter().skip(1)).any(|(a, b)| a == b) {
        return Err(Error::Categories);
    }
    bytes.fill(0);
    header.write(bytes)?;
    put(bytes, 24, &(sorted.len() as u32).to_le_bytes())?;
    let (start, mut at) = (ENDS + 4 * sorted.len(), 0);
    for (i, candidate) in sorted.iter().enumerate() {
        let (head, n, rest) = candidate.label();
        put(bytes, start + at, head.get(..n).unwrap_or(&[]))?;
        put(bytes, start + at + n, rest)?;
        at += candidate.length();
        put(bytes, ENDS + 4 * i, &(at as u32).to_le_bytes())?;
    }
    put(bytes, 28, &(at as u32).to_le_bytes())
}

/// Adds one row. A value that is not a candidate is ignored.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`].
pub fn add(bytes: &mut [u8], value: &Category<'_>) -> Result<(), Error> {
    header::expect(bytes, Kind::Mode)?;
    let layout = Layout::read(bytes)?;
    let (mut low, mut high) = (0, layout.n);
    while low < high {
        let middle = low + (high - low) / 2;
        match value.bytes().cmp(layout.label(bytes, middle)?.iter().copied()) {
            std::cmp::Ordering::Less => high = middle,
            std::cmp::Ordering::Greater => low = middle + 1,
            std::cmp::Ordering::Equal => {
                header::add_rows(bytes, 1)?;
                let count = layout.count(bytes, middle)?.wrapping_add(1);
                return put(bytes, layout.count_at(middle), &count.to_le_bytes());
            }
        }
    }
    Ok(())
}

/// The number of candidates of a state.
///
/// # Errors
/// [`Error::State`].
pub fn candidates(bytes: &[u8]) -> Result<usize, Error> {
    Layout::read(bytes).map(|layout| layout.n)
}

/// Candidate i of a state, in the order of the labels.
///
/// # Errors
/// [`Error::State`] if there is no candidate i, or if the state was corrupted in memory.
pub fn candidate(bytes: &[u8], i: usize) -> Result<Category<'_>, Error> {
    let layout = Layout::read(bytes)?;
    if i >= layout.n {
        return Err(Error::State);
    }
    Category::of_label(layout.label(bytes, i)?).ok_or(Error::State)
}

/// A parsed mode. The candidates and their counts stay in the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    header: Header,
    pub(super) layout: Layout,
}

/// The mechanism that selects one of this many candidates.
pub fn mechanism(
    candidates: u64,
    rows_per_person: u64,
    terms: &Terms,
) -> Result<Exponential, Error> {
    let (eta, options) = terms.selection(rows_per_person, 1, true)?;
    Exponential::new(eta, -LARGEST, 0, candidates, options)
}

/// A mode is released by a selection whose costs are the negated counts. One person moves all costs
/// in one direction, each by at most m.
impl Aggregate for Mode {
    const KIND: Kind = Kind::Mode;
    const LENGTH: usize = ENDS;
    type Mechanism = Exponential;

    fn read(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        if header.kind != Kind::Mode || bytes.len() < Self::length(bytes)? {
            return Err(Error::State);
        }
        let layout = Layout::read(bytes)?;
        let (mut before, mut rows): (&[u8], u64) = (&[], 0);
        for i in 0..layout.n {
            let label = layout.label(bytes, i)?;
            if Category::of_label(label).is_none() || before >= label {
                return Err(Error::State);
            }
            before = label;
            rows = rows.checked_add(layout.count(bytes, i)?).ok_or(Error::State)?;
        }
        let ends = Layout::end(bytes, layout.n - 1)? == layout.labels;
        (ends && rows == header.rows).then_some(Mode { header, layout }).ok_or(Error::State)
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn same_parameters(&self, bytes: &[u8], other: &Self, more: &[u8]) -> bool {
        let candidates = 24..self.layout.counts_at();
        self.layout == other.layout && bytes.get(candidates.clone()) == more.get(candidates)
    }

    fn merge(&self, bytes: &mut [u8], other: &Self, more: &[u8]) -> Result<(), Error> {
        header::add_rows(bytes, other.header.rows)?;
        for i in 0..self.layout.n {
            let count = self.layout.count(bytes, i)? + self.layout.count(more, i)?;
            put(bytes, self.layout.count_at(i), &count.to_le_bytes())?;
        }
        Ok(())
    }

    fn mechanism(&self, terms: &Terms) -> Result<Exponential, Error> {
        mechanism(self.layout.n as u64, self.header.rows_per_person, terms)
    }

    fn release<W: Words>(
        &self,
        bytes: &[u8],
        mechanism: &Exponential,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        let layout = self.layout;
        let counts = bytes.get(layout.counts_at()..layout.length()).unwrap_or(&[]).chunks_exact(8);
        let utility = |count: &[u8]| {
            let rows = read_u64(count, 0).unwrap_or(0);
            -(rows.min(LARGEST as u64) as i64)
        };
        mechanism.select_each(counts.map(utility), layout.n, tape).map(Answer::Candidate)
    }

    fn length(fixed: &[u8]) -> Result<usize, Error> {
        let layout = Layout::read(fixed)?;
        let sound = (1..=MOST_CANDIDATES).contains(&layout.n) && layout.labels < 1 << 31;
        sound.then_some(layout.length()).ok_or(Error::State)
    }
}
