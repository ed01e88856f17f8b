//! Implements selections (docs/specification.md, section 2). The base-2 exponential mechanism
//! (Ilvento) chooses one of many outcomes, each with probability exactly `2^(-η2·u) / Σ 2^(-η2·u)`
//! (Claim E1). Here u is the outcome's utility; a lower utility is better. Permute-and-flip has the
//! same weights and the same loss, and its expected utility is never worse than that of the
//! exponential mechanism (Claim P3).
//!
//! * [`params`]: validated parameters
//! * `select`: the calls that choose an outcome
//! * `rounding`: utilities are rounded to integers, randomly and independently for each outcome
//! * `levels`: outcomes grouped by rounded utility, and the weights of levels
//! * `sampling`: draws for the exponential mechanism, and the outcomes that they choose
//! * [`above`]: above-threshold, which flips the coins of permute-and-flip
//! * `flipping`: permute-and-flip, with its coins and the choice among the heads
//! * [`eta`]: the privacy parameter η2 = -z·log2(x/2^y), and its loss in base e
//! * [`mod@reference`]: slow and simple implementations of the mechanisms with exact weights; the
//!   tests compare the library with them
//!
//! `proof.md` derives the distribution and the loss, and proves that the answer is exact.

pub mod above;
pub mod eta;
mod flipping;
mod levels;
pub mod params;
pub mod reference;
mod rounding;
mod sampling;
mod select;

#[cfg(test)]
mod tests;

pub use eta::{Eta, Loss};
pub use params::{Exponential, Rule, Selection};
