//! The base-2 exponential mechanism (Ilvento; SPEC section 2): one outcome out of many, each with
//! exactly the probability `2^(-η2·u) / Σ 2^(-η2·u)`, u its utility. Smaller is better.
//! Permute-and-flip has the same weights, the same loss and a better expected utility.
//!
//! * [`params`]: validated parameters, above the three rooms
//! * `select`: the calls
//! * `rounding`: utilities to integers, randomly, own bits for each outcome
//! * `levels`: outcomes grouped by rounded utility, and the weights of levels
//! * `sampling`: draws, and what they choose
//! * [`above`]: above-threshold, by the same coins
//! * `flipping`: permute-and-flip: coins, and which of the heads is chosen
//! * [`eta`]: the privacy parameter η2 = -z·log2(x/2^y), from and to a loss in base e
//! * [`mod@reference`]: both mechanisms with exact weights, slow and obvious; the oracle
//!
//! `proof.md` says why the answer is exact.

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
