//! The interface of exact comparisons with cumulative weights.

use crate::Error;

/// Comparisons of s with cumulative weights, from its first digits.
pub trait Exact {
    /// Whether s lies below the total; `None` if the digits do not decide it.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::Entropy`] for too many digits, [`Error::Inexact`] at a fixed
    /// precision.
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error>;

    /// The level of the outcome that s selects, and its place there; `None` if the digits do not
    /// decide it. s lies below the total.
    ///
    /// # Errors
    /// As [`Exact::below`].
    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error>;
}
