//! Exact mergeable states (SPEC section 7).
//!
//! A state is a fixed number of plain bytes, the same in memory and in transit, without alignment
//! needs, so that an engine may own, copy and spill them. Sums are exact integers: they depend neither
//! on the order of the rows nor on how they were split, and the release takes the integer itself.
//!
//! * [`header`]: what all states share, and the layout
//! * [`count`], [`sum`]: one file a kind
//! * [`choice`]: how a state is to be released
//! * [`state`]: merge, serialise, deserialise for every kind

pub mod choice;
pub mod count;
pub mod header;
pub mod state;
pub mod sum;

#[cfg(test)]
mod tests;
