//! indp: differential privacy inside the database.
//!
//! Databases embed this library so that noise is added where the rows are. The C ABI in [`ffi`] is
//! the product; the Rust modules below it are one idea each:
//!
//! | module | what it holds |
//! |---|---|
//! | [`exact`] | numbers `m·2^e`, and doubles by their bits: no floating-point operation |
//! | [`entropy`] | where random words come from: operating system, callback, insecure seed |
//! | [`tape`] | the order in which random bits are read; the unit of reproducibility |
//! | [`fixed_log`] | `-ln u` with a proven error bound: one in 64-bit integers, many in doubles |
//! | [`snapping`] | the snapping mechanism: cheap path, MPFR reference, parameters |
//! | [`aggregate`] | exact mergeable states of counts and sums |
//! | [`audit`] | the exact output distribution, hence the true loss, of float arithmetic |
//! | [`utility`] | the error to expect, before anything is spent |
//! | [`exponential`] | the base-2 exponential mechanism: exact choice among outcomes |
//! | [`memory`] | memory reserved for GMP beforehand, since GMP aborts when malloc fails |
//! | [`ffi`] | the C functions: check pointers, catch panics, call, write outputs last |
//!
//! Every call either succeeds or fails for a reason that is public: parameters, entropy, memory.
//! Never because of a private value.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod aggregate;
pub mod audit;
mod canary;
pub mod entropy;
mod error;
pub mod exact;
pub mod exponential;
mod fenv;
pub mod ffi;
pub mod fixed_log;
pub mod memory;
mod self_test;
pub mod snapping;
pub mod tape;
pub mod utility;

pub use error::Error;
pub use self_test::self_test;

/// Seed of the random tests; `make soak` sets others.
#[cfg(test)]
pub(crate) fn test_seed() -> u64 {
    std::env::var("INDP_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20_121_018)
}

/// How many times as many random cases as usual.
#[cfg(test)]
pub(crate) fn test_effort() -> u64 {
    std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1)
}
