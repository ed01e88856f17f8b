//! The most common of public candidates: exponential mechanism on counts (SPEC section 7). Values that are no
//! candidates are ignored. One person's m rows move all utilities in one direction, by at most m.
//!
//! After the header (see [`super::header`]); the length follows from the candidates, which do not change:
//!
//! | bytes | field |
//! |---|---|
//! | 24..28 | number of candidates n, u32, 1 to 2^20 |
//! | 28..32 | length l of the labels, u32 |
//! | 32..32+4n | where each label ends in the labels, u32 |
//! | ..+l | labels, ascending by their bytes: 0x01 and 8 big-endian bytes of an integer plus 2^63; or 0x02 and text |
//! | ..+8n | rows of each candidate, u64 |

use super::choice::Choice;
use super::header::{self, field, put, read_u64, Header, Kind};
use crate::exponential::{Choices, Exponential};
use crate::tape::Words;
use crate::Error;

/// The most candidates.
pub const MOST_CANDIDATES: usize = 1 << 20;
const ENDS: usize = 32;
/// Counts beyond this tie.
const LARGEST: i64 = 1 << 62;

/// A category: an integer or a text. The two never equal each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category<'a> {
    /// An integer.
    Integer(i64),
    /// Any bytes; compared as bytes.
    Text(&'a [u8]),
}

impl Category<'_> {
    /// The label's first bytes, and the rest.
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
            (1, rest) => {
                Some(Category::Integer((u64::from_be_bytes(rest.try_into().ok()?) ^ 1 << 63) as i64))
            }
            (2, text) => Some(Category::Text(text)),
            _ => None,
        }
    }
}

/// Where the parts of a state are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    n: usize,
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

    fn length(self) -> usize {
        self.counts_at() + 8 * self.n
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

/// The length of a state for these candidates.
///
/// # Errors
/// [`Error::Categories`] unless there are 1 to 2^20 candidates whose texts have less than 2^31 bytes together.
pub fn length(candidates: &[Category<'_>]) -> Result<usize, Error> {
    let labels = candidates.iter().try_fold(0usize, |sum, c| sum.checked_add(c.length()));
    let fits = labels.filter(|l| (1..1 << 31).contains(l) && candidates.len() <= MOST_CANDIDATES);
    Ok(Layout { n: candidates.len(), labels: fits.ok_or(Error::Categories)? }.length())
}

/// Makes an empty state. Candidates may come in any order.
///
/// # Errors
/// [`Error::RowsPerPerson`]; [`Error::Categories`], also if two candidates are equal; [`Error::State`] if the
/// buffer is too short; [`Error::NoMemory`].
pub fn init(bytes: &mut [u8], candidates: &[Category<'_>], rows_per_person: u64) -> Result<(), Error> {
    let header = Header::new(Kind::Mode, rows_per_person)?;
    let bytes = bytes.get_mut(..length(candidates)?).ok_or(Error::State)?;
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

/// The length that the first 32 bytes of a state tell.
///
/// # Errors
/// [`Error::State`].
pub fn told_length(head: &[u8]) -> Result<usize, Error> {
    let layout = Layout::read(head)?;
    let sound = (1..=MOST_CANDIDATES).contains(&layout.n) && layout.labels < 1 << 31;
    sound.then_some(layout.length()).ok_or(Error::State)
}

/// Checks a whole state, live or released.
///
/// # Errors
/// [`Error::State`].
pub fn check(bytes: &[u8]) -> Result<Header, Error> {
    let header = Header::read(bytes)?;
    if header.kind != Kind::Mode || bytes.len() < told_length(bytes)? {
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
        rows = rows.checked_add(read_u64(bytes, layout.counts_at() + 8 * i)?).ok_or(Error::State)?;
    }
    let ends = Layout::end(bytes, layout.n - 1)? == layout.labels;
    (ends && rows == header.rows).then_some(header).ok_or(Error::State)
}

/// Adds one row; what is no candidate is ignored.
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
                let at = layout.counts_at() + 8 * middle;
                let count = read_u64(bytes, at)?.wrapping_add(1);
                return put(bytes, at, &count.to_le_bytes());
            }
        }
    }
    Ok(())
}

/// Adds the rows of another state with the same candidates.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
pub fn merge(bytes: &mut [u8], other: &[u8]) -> Result<(), Error> {
    let (own, more) = (check(bytes)?, check(other)?);
    own.compatible(&more)?;
    let layout = Layout::read(bytes)?;
    if bytes.get(24..layout.counts_at()) != other.get(24..layout.counts_at()) {
        return Err(Error::StateMismatch);
    }
    header::add_rows(bytes, more.rows)?;
    for i in 0..layout.n {
        let at = layout.counts_at() + 8 * i;
        let count = read_u64(bytes, at)? + read_u64(other, at)?;
        put(bytes, at, &count.to_le_bytes())?;
    }
    Ok(())
}

/// The mechanism of one release.
///
/// # Errors
/// Those of [`Choice::eta`].
pub fn plan(bytes: &[u8], choice: &Choice) -> Result<Exponential, Error> {
    let header = check(bytes)?;
    let eta = choice.eta(header.rows_per_person, 1, true)?;
    Exponential::new(eta, -LARGEST, 0, Layout::read(bytes)?.n as u64, Choices::default())
}

/// Releases the mode, once.
///
/// # Errors
/// [`Error::State`], [`Error::Released`], [`Error::NoMemory`], those of the tape; the state stays live then.
pub fn release<'a, W: Words>(
    bytes: &'a mut [u8],
    plan: &Exponential,
    tape: &mut W,
) -> Result<Category<'a>, Error> {
    check(bytes)?.live()?;
    let layout = Layout::read(bytes)?;
    let counts = bytes.get(layout.counts_at()..layout.length()).unwrap_or(&[]).chunks_exact(8);
    let utility = |count: &[u8]| {
        let rows = read_u64(count, 0).unwrap_or(0);
        -(rows.min(LARGEST as u64) as i64)
    };
    let (chosen, _) = plan.select_group(counts.map(|c| (utility(c), 1)), layout.n as u64, tape)?;
    put(bytes, 6, &[1])?;
    Category::of_label(layout.label(bytes, chosen)?).ok_or(Error::State)
}
