//! Defines the structure that holds an answer or a candidate in C.

use super::pointer::StructSize;
use crate::aggregate::mode::{self, Category};
use crate::aggregate::Answer;
use crate::Error;

/// A number in the unit of the values, or in the square of that unit for a variance.
pub const INDP_VALUE_REAL: i32 = 1;
/// A number of rows.
pub const INDP_VALUE_INTEGER: i32 = 2;
/// A candidate of a mode.
pub const INDP_VALUE_CANDIDATE: i32 = 3;

/// An answer, or a candidate. Fields that do not belong to the tag are 0 or NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_value {
    /// Set by the caller: sizeof(indp_value), in bytes.
    pub struct_size: usize,
    /// INDP_VALUE_REAL, INDP_VALUE_INTEGER or INDP_VALUE_CANDIDATE.
    pub tag: i32,
    /// INDP_VALUE_REAL: the sum, mean, standard deviation or quantile in the unit of the values, or
    /// the variance in the square of that unit.
    pub real: f64,
    /// INDP_VALUE_INTEGER: the count, in rows. INDP_VALUE_CANDIDATE: the integer, if `label` is
    /// NULL.
    pub integer: i64,
    /// INDP_VALUE_CANDIDATE: the text, without a NUL at its end; it points into the state. NULL for
    /// an integer.
    pub label: *const u8,
    /// INDP_VALUE_CANDIDATE: the length of `label` in bytes.
    pub length: usize,
    /// INDP_VALUE_CANDIDATE: the number of the candidate, as indp_mode_candidate takes it.
    pub candidate: u64,
}

// SAFETY: the structure is repr(C) and begins with struct_size, a usize.
unsafe impl StructSize for indp_value {}

impl Default for indp_value {
    /// An empty value, which a caller passes to be filled in.
    fn default() -> Self {
        Self::empty(size_of::<Self>(), 0)
    }
}

impl indp_value {
    fn empty(struct_size: usize, tag: i32) -> Self {
        let label = std::ptr::null();
        indp_value { struct_size, tag, real: 0.0, integer: 0, label, length: 0, candidate: 0 }
    }

    /// Converts the answer of a state.
    pub(super) fn of(struct_size: usize, answer: Answer, state: &[u8]) -> Result<Self, Error> {
        match answer {
            Answer::Real(real) => {
                Ok(indp_value { real, ..Self::empty(struct_size, INDP_VALUE_REAL) })
            }
            Answer::Integer(integer) => {
                Ok(indp_value { integer, ..Self::empty(struct_size, INDP_VALUE_INTEGER) })
            }
            Answer::Candidate(i) => Self::of_candidate(struct_size, i, mode::candidate(state, i)?),
        }
    }

    pub(super) fn of_candidate(
        struct_size: usize,
        i: usize,
        category: Category<'_>,
    ) -> Result<Self, Error> {
        let candidate = i as u64;
        let own = indp_value { candidate, ..Self::empty(struct_size, INDP_VALUE_CANDIDATE) };
        Ok(match category {
            Category::Integer(integer) => indp_value { integer, ..own },
            Category::Text(text) => indp_value { label: text.as_ptr(), length: text.len(), ..own },
        })
    }
}
