//! One file per subject.

mod blocks;
mod equality;
mod eta;
mod extremes;
mod precision;

use super::Exponential;
use crate::tape::Words;
use crate::Error;

impl Exponential {
    /// The rounded levels, outcome by outcome.
    pub(crate) fn levels<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<Vec<u64>, Error> {
        utilities.iter().map(|u| self.level(*u, tape)).collect()
    }
}
