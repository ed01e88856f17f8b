//! Defines the interface of exact comparisons with cumulative weights.

use crate::Error;

/// Compares the uniform number s with cumulative weights, from the first digits of s.
pub trait Exact {
    /// Whether s lies below the total. Returns `None` if the digits do not decide it.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::Entropy`] for too many digits, [`Error::Inexact`] at a fixed
    /// precision.
    fn below(&self, digits: &[u64]) -> Result<Option<bool>, Error>;

    /// The level of the outcome that s selects, and the outcome's place at that level. Returns
    /// `None` if the digits do not decide it. s must lie below the total.
    ///
    /// # Errors
    /// The errors of [`Exact::below`].
    fn place(&self, digits: &[u64]) -> Result<Option<(u64, u64)>, Error>;
}
