//! The base-2 exponential mechanism (Ilvento; SPEC section 2): one outcome out of many, each with exactly
//! the probability `2^(-η2·u) / Σ 2^(-η2·u)`, u its utility. Smaller is better.
//!
//! * [`eta`]: the privacy parameter η2 = -z·log2(x/2^y), from and to a loss in base e
//! * [`params`]: validated parameters
//! * [`rounding`]: doubles to integer utilities, randomly, own bits for each outcome
//! * `block`: the same in doubles, 64 outcomes at a time
//! * `rounded`: what is kept of a selection's utilities, a bit each
//! * [`levels`]: outcomes grouped by rounded utility
//! * `counts`: grouping by a table
//! * `select`: the calls
//! * `powers`: weights in 64-bit integers, with certified ends
//! * [`sample`]: a selection by them in 128-bit integers
//! * `draws`: which draw of s counts
//! * `sort`: sorting that takes the same time for all data
//! * [`precise`]: the same draw at growing precision, when those ends do not decide
//! * [`fixed`]: the note's fixed-precision way, with its empirical precision, when it is asked for
//! * [`reference`]: the note's algorithms with exact weights, slow and obvious; the oracle
//!
//! `proof.md` says why the answer is exact.

mod block;
mod counts;
mod draws;
pub mod eta;
pub mod fixed;
pub mod levels;
pub mod params;
mod powers;
mod precise;
pub mod reference;
mod rounded;
mod rounding;
mod sample;
mod select;
mod sort;

#[cfg(test)]
mod tests;

pub use eta::{Eta, Loss};
pub use params::{Choices, Exponential};
