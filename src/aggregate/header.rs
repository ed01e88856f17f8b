//! The bytes that every state begins with. All numbers are little-endian.
//!
//! | bytes | field |
//! |---|---|
//! | 0..4 | `"indp"` |
//! | 4 | version, 1 |
//! | 5 | kind: 1 count, 2 sum |
//! | 6 | 0 live, 1 released (never in serialised bytes) |
//! | 7 | 0 |
//! | 8..16 | rows per person, u64, at least 1 |
//! | 16..24 | rows, u64 |

use crate::Error;

/// Length of the shared part.
pub const LENGTH: usize = 24;
const MAGIC: [u8; 4] = *b"indp";
const VERSION: u8 = 1;

/// What a state accumulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Number of rows.
    Count = 1,
    /// Sum of clamped values.
    Sum = 2,
}

impl Kind {
    /// Length of a state of this kind.
    #[must_use]
    pub const fn length(self) -> usize {
        match self {
            Kind::Count => LENGTH,
            Kind::Sum => 64,
        }
    }
}

/// The shared part of a state, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the state accumulates.
    pub kind: Kind,
    /// Whether it was released.
    pub released: bool,
    /// Rows that one person may have.
    pub rows_per_person: u64,
    /// Rows added so far.
    pub rows: u64,
}

impl Header {
    /// An empty state's header.
    ///
    /// # Errors
    /// [`Error::RowsPerPerson`] if that is 0.
    pub fn new(kind: Kind, rows_per_person: u64) -> Result<Self, Error> {
        if rows_per_person == 0 {
            return Err(Error::RowsPerPerson);
        }
        Ok(Header { kind, released: false, rows_per_person, rows: 0 })
    }

    /// Reads and checks the shared part.
    ///
    /// # Errors
    /// [`Error::State`] if it is not what [`Header::write`] writes.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let head: &[u8; LENGTH] = bytes.get(..LENGTH).and_then(|b| b.try_into().ok()).ok_or(Error::State)?;
        let [m0, m1, m2, m3, version, kind, flag, zero, ..] = *head;
        let kind = match kind {
            1 => Kind::Count,
            2 => Kind::Sum,
            _ => return Err(Error::State),
        };
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

    /// Writes the shared part.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let mut head = [0u8; LENGTH];
        head[..4].copy_from_slice(&MAGIC);
        head[4] = VERSION;
        head[5] = self.kind as u8;
        head[6] = u8::from(self.released);
        head[8..16].copy_from_slice(&self.rows_per_person.to_le_bytes());
        head[16..].copy_from_slice(&self.rows.to_le_bytes());
        bytes.get_mut(..LENGTH).ok_or(Error::State)?.copy_from_slice(&head);
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

    /// Counts more rows.
    ///
    /// # Errors
    /// [`Error::TooManyRows`] at 2^64.
    pub fn add_rows(&mut self, rows: u64) -> Result<(), Error> {
        self.rows = self.rows.checked_add(rows).ok_or(Error::TooManyRows)?;
        Ok(())
    }

    /// Whether two states may be merged, their own parameters aside.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`].
    pub fn compatible(&self, other: &Header) -> Result<(), Error> {
        self.live()?;
        other.live()?;
        if (self.kind, self.rows_per_person) != (other.kind, other.rows_per_person) {
            return Err(Error::StateMismatch);
        }
        Ok(())
    }
}

/// The array of bytes at `at`.
pub(super) fn field<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], Error> {
    bytes.get(at..at + N).and_then(|b| b.try_into().ok()).ok_or(Error::State)
}

fn read_u64(bytes: &[u8], at: usize) -> Result<u64, Error> {
    field(bytes, at).map(u64::from_le_bytes)
}
