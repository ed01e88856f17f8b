//! Levels and their weights: a level is a rounded utility above the smallest one.
//!
//! * `list`: levels with their numbers of outcomes
//! * `grouping`: how outcomes are brought in that order; `table` counts them, `sort` sorts them in
//!   time that is the same for all data
//! * `powers`: weights in 64-bit integers, with certified ends
//! * `total`: their sum and powers of two
//! * `exact`: comparisons with sums of weights where those ends do not decide; `precise` makes them
//!   at growing precision, `fixed` at one that is determined beforehand, the note's way

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
