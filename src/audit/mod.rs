//! Finds the true privacy loss of an implementation by exact computation (Claim V2; `proof.md`).
//!
//! For each output and each sign of the noise, the uniform numbers U that lead to this output form
//! an interval, since a release is monotone in U. Bisection finds the endpoints of this interval by
//! releasing single values. Every other code path that makes releases ([`shipped`]) must then agree
//! on both sides of each endpoint: next to the endpoint, and at relative distances from 1/2 down to
//! 2^-56. At distances below about 2^-44 the fast paths leave the decision to the reference.
//! Agreement at these points is not a proof for all U.

pub mod cases;
pub mod distribution;
mod float_exact;
pub mod host;
pub mod implementation;
pub mod pair;
pub mod report;
pub mod semantics;
pub mod shipped;

#[cfg(test)]
mod tests;

pub use float_exact::{FloatExact, WorstLoss};
pub use implementation::Implementation;
