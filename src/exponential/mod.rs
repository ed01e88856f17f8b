//! The base-2 exponential mechanism (Ilvento; docs/specification.md, section 2): one outcome out of
//! many, each with exactly the probability `2^(-η2·u) / Σ 2^(-η2·u)` (Claim E1). u is its utility;
//! lower is better, that is, it is a cost. Permute-and-flip has the same weights, the same loss and
//! an expected utility that is never worse (Claim P3).
//!
//! * [`params`]: validated parameters
//! * `select`: the calls
//! * `rounding`: utilities to integers, randomly, with random digits of its own for each outcome
//! * `levels`: outcomes grouped by rounded utility, and the weights of levels
//! * `sampling`: draws, and what they choose
//! * [`above`]: above-threshold, by the same coins
//! * `flipping`: permute-and-flip: coins, and which of the heads is chosen
//! * [`eta`]: the privacy parameter η2 = -z·log2(x/2^y), from and to a loss in base e
//! * [`mod@reference`]: both mechanisms with exact weights, slow and obvious: the oracle
//!
//! `proof.md` has the law, the loss, and why the answer is exact.

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
