//! Exact comparisons with cumulative weights, however they are made.

use crate::Error;

/// Comparisons of s with cumulative weights, from its first digits.
pub trait Exact {
    /// Whether s lies below the total, if the digits tell.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::Entropy`] for too many digits, [`Error::Inexact`] at a fixed
    /// precision.
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error>;

    /// The level and the place there of the outcome that s means, if the digits tell. s lies below
    /// the total.
    ///
    /// # Errors
    /// As [`Exact::below`].
    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error>;
}
