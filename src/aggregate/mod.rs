//! Exact mergeable states (SPEC section 7).
//!
//! A state is a fixed number of plain bytes, the same in memory and in transit, without alignment
//! needs, so that an engine may own, copy and spill them. Sums are exact integers: they depend neither
//! on the order of the rows nor on how they were split, and the release takes the integer itself.
//!
//! * [`header`]: what all states share, and the layout
//! * [`bounds`]: public bounds and grid: doubles to integers
//! * [`count`], [`sum`], [`mean`], [`variance`], [`quantile`], [`mode`]: one file or folder a kind; [`centre`]: what
//!   mean and variance share
//! * [`choice`]: how a state is to be released
//! * [`state`]: add, merge, serialise, deserialise, release for every kind

pub mod bounds;
pub mod centre;
pub mod choice;
pub mod count;
pub mod header;
pub mod mean;
pub mod mode;
pub mod quantile;
pub mod state;
pub mod sum;
pub mod variance;

#[cfg(test)]
mod tests;
