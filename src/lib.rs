//! Differential privacy inside the database: exact mechanisms, for engines that add noise where the
//! rows are.
//!
//! Two mechanisms survive finite computers and are computed exactly here: the snapping mechanism
//! (Mironov 2012), Laplace noise that gives nothing away through floating point, and the base-2
//! exponential mechanism (Ilvento). Around them are aggregates whose sums are exact, merge in any
//! order, and are released once.
//!
//! ```
//! // A count of visits, at most 5 a person, at a privacy loss of 0.5.
//! let mut visits = indp::Count::new(5)?;
//! visits.add_rows(1200)?;
//! println!("about {} visits", visits.release(0.5)?);
//! # Ok::<(), indp::Error>(())
//! ```
//!
//! [`Snapping`] and [`Exponential`] are the mechanisms by themselves, [`Count`], [`Sum`] and the
//! others the aggregates, [`Options`] whatever is optional. A call fails for what is public,
//! parameters, entropy, memory ([`Error`]), never for a private value, and then nothing was
//! released.
//!
//! Engines in C use the same library through its C ABI: `include/indp.h`.
//!
//! <!--
//! | module | what it holds |
//! |---|---|
//! | `api` | what Rust programs use |
//! | `exact` | numbers `m·2^e`, and doubles by their bits: no floating-point operation; as rationals, too |
//! | `entropy` | where random words come from: operating system, callback, insecure seed |
//! | `source` | which of those a call uses: the tape that it reads |
//! | `tape` | the order in which random bits are read; the unit of reproducibility |
//! | `fixed_log` | `-ln u` with a proven error bound: one in 64-bit integers, many in doubles |
//! | `snapping` | the snapping mechanism: cheap path, MPFR reference, parameters, edges between answers |
//! | `exponential` | the base-2 exponential mechanism: exact choice among outcomes |
//! | `aggregate` | exact mergeable states |
//! | `options` | everything optional about a mechanism |
//! | `audit` | the exact output distribution, hence the true loss, of both arithmetics |
//! | `utility` | the error to expect, before anything is spent |
//! | `memory` | what a thread keeps: secrets, memory for GMP, which aborts when malloc fails |
//! | `ffi` | the C functions: check pointers, catch panics, call, write outputs last |
//! -->

#![deny(unsafe_code)]
#![warn(missing_docs)]
#![warn(clippy::undocumented_unsafe_blocks)]
// Hidden modules explain themselves to those who read them, with --document-private-items.
#![allow(rustdoc::private_intra_doc_links)]

// Hidden modules are open to the tests and examples of this crate, and may change at any time.
#[doc(hidden)]
pub mod aggregate;
mod api;
#[doc(hidden)]
pub mod audit;
#[doc(hidden)]
pub mod budget;
mod canary;
#[doc(hidden)]
pub mod entropy;
mod error;
#[doc(hidden)]
pub mod exact;
#[doc(hidden)]
pub mod exponential;
mod fenv;
#[doc(hidden)]
pub mod ffi;
#[doc(hidden)]
pub mod fixed_log;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod options;
mod self_test;
#[doc(hidden)]
pub mod snapping;
mod source;
#[doc(hidden)]
pub mod tape;
#[doc(hidden)]
pub mod utility;

pub use aggregate::mode::Category;
pub use api::*;
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
