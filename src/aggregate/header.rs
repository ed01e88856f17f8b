//! Reads and writes the header, with which every state begins. All numbers are little-endian.
//!
//! | bytes | field |
//! |---|---|
//! | 0..4 | `"indp"` |
//! | 4 | version, 1 |
//! | 5 | kind: 1 count, 2 sum, 3 mean, 4 variance, 5 stddev, 6 quantile, 7 mode, 8 histogram |
//! | 6 | 0 live, 1 released (never in serialised bytes) |
//! | 7 | 0 |
//! | 8..16 | rows per person, u64, at least 1 |
//! | 16..24 | rows, u64 |

use super::kind::Kind;
use crate::Error;

/// The length of the header.
pub const LENGTH: usize = 24;
/// The offset of the byte that marks a released state.
pub(super) const FLAG: usize = 6;
const MAGIC: [u8; 4] = *b"indp";
const VERSION: u8 = 1;
/// Magic and version as the low bytes of a little-endian number.
const BEGINNING: u64 = {
    let [m0, m1, m2, m3] = MAGIC;
    u64::from_le_bytes([m0, m1, m2, m3, VERSION, 0, 0, 0])
};

impl Kind {
    /// The first 8 bytes of a live state of this kind, as a little-endian number.
    const fn live(self) -> u64 {
        BEGINNING | (self as u64) << 40
    }

    /// Whether these first 8 bytes begin a live state that keeps a single sum of its rows.
    #[inline]
    pub(crate) const fn is_live_sum(head: u64) -> bool {
        head == Kind::Sum.live() || head == Kind::Mean.live()
    }

    /// Whether these first 8 bytes begin a live count.
    #[inline]
    pub(crate) const fn is_live_count(head: u64) -> bool {
        head == Kind::Count.live()
    }

    /// The kind of a state, live or released, with these first 8 bytes.
    #[inline(always)]
    pub(super) fn of_head(head: u64) -> Option<Kind> {
        const CODE: u64 = 0xff << 40;
        const RELEASED: u64 = 1 << 48;
        if head & !(CODE | RELEASED) != BEGINNING {
            return None;
        }
        Kind::of_code((head >> 40) as u8)
    }
}

/// Checks that the bytes begin a live state of this kind, and checks nothing else. Functions that
/// add rows do not check the rest of a state in memory. Reading, merging and releasing check it.
///
/// # Errors
/// [`Error::State`], [`Error::Released`].
#[inline]
pub(super) fn expect(bytes: &[u8], kind: Kind) -> Result<(), Error> {
    if field(bytes, 0).map(u64::from_le_bytes) == Ok(kind.live()) {
        return Ok(());
    }
    let header = Header::read(bytes)?;
    Err(if header.kind == kind && header.released { Error::Released } else { Error::State })
}

/// Adds `rows` to the number of rows in place.
///
/// # Errors
/// [`Error::TooManyRows`] if the number would reach 2^64. The number is then unchanged.
#[inline]
pub(super) fn add_rows(bytes: &mut [u8], rows: u64) -> Result<(), Error> {
    let sum = read_u64(bytes, 16)?.checked_add(rows).ok_or(Error::TooManyRows)?;
    put(bytes, 16, &sum.to_le_bytes())
}

/// The parsed header of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The kind of the state.
    pub kind: Kind,
    /// Whether it was released.
    pub released: bool,
    /// Rows per person (the contribution bound): the largest number of rows that one person may
    /// have.
    pub rows_per_person: u64,
    /// Rows added so far.
    pub rows: u64,
}

impl Header {
    /// The header of an empty state.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if `rows_per_person` is 0.
    pub fn new(kind: Kind, rows_per_person: u64) -> Result<Self, Error> {
        if rows_per_person == 0 {
            return Err(Error::RowsPerPerson);
        }
        Ok(Header { kind, released: false, rows_per_person, rows: 0 })
    }

    /// Reads and checks the header.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes do not have the form that [`Header::write`] writes.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let head: &[u8; LENGTH] =
            bytes.get(..LENGTH).and_then(|b| b.try_into().ok()).ok_or(Error::State)?;
        let [m0, m1, m2, m3, version, kind, flag, zero, ..] = *head;
        let kind = Kind::of_code(kind).ok_or(Error::State)?;
        let header = Header {
            kind,
            released: flag == 1,
            rows_per_person: read_u64(bytes, 8)?,
            rows: read_u64(bytes, 16)?,
        };
        let sound = [m0, m1, m2, m3] == MAGIC
            && version == VERSION
            && flag <= 1
            && zero == 0
            && header.rows_per_person >= 1;
        sound.then_some(header).ok_or(Error::State)
    }

    /// Writes the header.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let mut head = [0u8; LENGTH];
        head[..4].copy_from_slice(&MAGIC);
        head[4] = VERSION;
        head[5] = self.kind as u8;
        head[6] = u8::from(self.released);
        head[8..16].copy_from_slice(&self.rows_per_person.to_le_bytes());
        head[16..].copy_from_slice(&self.rows.to_le_bytes());
        bytes.get_mut(..LENGTH).ok_or(Error::Buffer)?.copy_from_slice(&head);
        Ok(())
    }

    /// Fails unless the state is live.
    ///
    /// # Errors
    /// [`Error::Released`].
    pub fn live(&self) -> Result<(), Error> {
        if self.released {
            Err(Error::Released)
        } else {
            Ok(())
        }
    }

    /// Adds to the number of rows.
    ///
    /// # Errors
    /// [`Error::TooManyRows`] if the number would reach 2^64.
    pub fn add_rows(&mut self, rows: u64) -> Result<(), Error> {
        self.rows = self.rows.checked_add(rows).ok_or(Error::TooManyRows)?;
        Ok(())
    }
}

/// The N bytes at `at`.
#[inline]
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], Error> {
    bytes.get(at..).and_then(|b| b.first_chunk()).copied().ok_or(Error::State)
}

/// Writes bytes at `at`.
#[inline]
pub(super) fn put(bytes: &mut [u8], at: usize, value: &[u8]) -> Result<(), Error> {
    bytes.get_mut(at..at + value.len()).ok_or(Error::Buffer)?.copy_from_slice(value);
    Ok(())
}

/// Adds to the 128-bit integer at `at`, modulo 2^128, so that `more` may be a negative number in
/// two's complement. The true sum fits in 128 bits, except in a state that was corrupted in memory.
/// The two halves are added separately, because a 16-byte load soon after two 8-byte stores would
/// stall the processor.
#[inline]
pub(super) fn add_u128(bytes: &mut [u8], at: usize, more: u128) -> Result<(), Error> {
    let (low, carry) = read_u64(bytes, at)?.overflowing_add(more as u64);
    let high =
        read_u64(bytes, at + 8)?.wrapping_add((more >> 64) as u64).wrapping_add(u64::from(carry));
    put(bytes, at, &low.to_le_bytes())?;
    put(bytes, at + 8, &high.to_le_bytes())
}

#[inline]
pub(super) fn read_u64(bytes: &[u8], at: usize) -> Result<u64, Error> {
    field(bytes, at).map(u64::from_le_bytes)
}
