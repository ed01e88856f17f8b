//! Groups outcomes by level and computes the weights of levels. A level is a rounded utility minus
//! the smallest utility of the range.
//!
//! * `list`: levels with their numbers of outcomes
//! * `grouping`: how outcomes are grouped by level; `table` counts outcomes, and `sort` sorts them
//!   by the same instructions for all data
//! * `powers`: weights in 64-bit integers, with certified lower and upper bounds
//! * `total`: comparisons of the sum of the weights with powers of two
//! * `exact`: the interface of comparisons with sums of weights, for when the bounds of `powers` do
//!   not decide; `precise` implements it at growing precision, and `fixed` at a precision that is
//!   determined beforehand, as in Ilvento

mod exact;
pub(super) mod fixed;
mod grouping;
mod list;
mod powers;
mod precise;
mod sort;
mod table;
mod total;

pub(super) use exact::Exact;
pub(super) use fixed::{empirical_precision, Fixed};
pub(super) use grouping::{count, Grouping};
pub(super) use list::Levels;
pub(super) use powers::{Powers, Weight, PLACES};
pub(super) use precise::{log2_total, precise_weight, Precise};
pub(super) use table::Table;
pub(super) use total::{compare_total, log2_ceil, whole_total};
