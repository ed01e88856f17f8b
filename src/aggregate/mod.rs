//! Contains the aggregates, which keep exact mergeable states (Claim A1). Claim A8 states the
//! privacy loss of their releases if neighbouring data sets differ in the values of rows.
//!
//! A state consists of plain bytes without alignment requirements, so that an engine may own, copy
//! and spill it. For every kind but the quantile, the number of bytes follows from the parameters,
//! and the bytes are equal in memory and in transit. Sums are exact integers: they depend neither
//! on the order of the rows nor on how the rows were split, and a release starts from the exact
//! integer.
//!
//! * [`kind`]: the list of kinds; [`traits`]: the operations of each kind; [`state`]: these
//!   operations on a state of any kind
//! * [`header`]: the layout of the header that all states share
//! * [`bounds`]: the public bounds and grid, which turn doubles into integers
//! * [`count`], [`sum`], [`mean`], [`variance`], [`quantile`], [`mode`], [`histogram`]: one file or
//!   folder per kind; [`bernstein`]: the releases of mean and variance; [`centre`]: code that both
//!   share; [`counts`]: the releases of all counts of a histogram or mode; [`extent`]: bounds from
//!   the data, the other release of a histogram
//! * [`terms`]: the terms on which a state is released
//! * [`expect`]: the error to expect from a release, and intervals around answers

pub mod bernstein;
pub mod bounds;
pub mod centre;
pub mod count;
pub mod counts;
pub mod expect;
pub mod extent;
pub mod header;
pub mod histogram;
pub mod kind;
pub mod mean;
pub mod mode;
pub mod quantile;
pub mod state;
pub mod sum;
pub mod terms;
pub mod traits;
pub mod variance;

#[cfg(test)]
mod tests;

pub use count::Count;
pub use histogram::Histogram;
pub use kind::Kind;
pub use mean::Mean;
pub use mode::Mode;
pub use quantile::Quantile;
pub use sum::Sum;
pub use terms::Terms;
pub use traits::{Aggregate, Answer, Parts};
pub use variance::{Stddev, Variance};
