//! Differential privacy inside the database: exact mechanisms for engines that add noise where the
//! rows are.
//!
//! The mechanisms are computed exactly, despite the finite precision of computers. The snapping
//! mechanism (Mironov 2012) adds Laplace noise that leaks nothing through floating point. The
//! base-2 exponential mechanism (Ilvento) or permute-and-flip (McKenna and Sheldon 2020) selects an
//! outcome. The aggregates built on them keep exact sums, can be merged in any order, and are
//! released once.
//!
//! ```
//! // A count of visits, at most 5 a person, at a privacy loss of 0.5.
//! let mut visits = indp::Count::new(5)?;
//! visits.add_rows(1200)?;
//! println!("about {} visits", visits.release(0.5)?);
//! # Ok::<(), indp::Error>(())
//! ```
//!
//! [`Snapping`] and [`Exponential`] are the bare mechanisms; [`Count`], [`Sum`] and the other
//! states are the aggregates; [`Options`] holds the optional parameters. A call fails only for
//! public reasons, such as parameters, entropy or memory ([`Error`]). It never fails because of a
//! private value, and a failed call has released nothing.
//!
//! Engines in C use the same library through its C ABI: `include/indp.h`.
//!
//! <!-- The modules:
//! * `api`: the API for Rust programs
//! * `exact`: exact numbers without floating-point operations, as `m·2^e` or as rationals, and
//!   their conversion from and to doubles
//! * `entropy`: random words from the operating system or from an insecure seed
//! * `source`: the caller's choice of the operating system, a seed or a callback as the source of
//!   random words, and the tape that each call reads from it
//! * `tape`: the sequence of random words that a mechanism reads; the same words give the same
//!   output
//! * `fixed_log`: logarithms `-ln u` with a proven error bound, computed one at a time in 64-bit
//!   integers or many at once in doubles
//! * `snapping`: the snapping mechanism: fast path, MPFR reference, parameters, boundaries between
//!   outputs
//! * `exponential`: exact choices among outcomes, by the base-2 exponential mechanism,
//!   permute-and-flip or above-threshold
//! * `aggregate`: exact mergeable states
//! * `options`: the optional parameters of mechanisms and releases
//! * `budget`: how much privacy loss may still be spent
//! * `audit`: the exact output distribution in real and in float arithmetic, and hence the true
//!   privacy loss
//! * `utility`: the error to expect, before any privacy is spent
//! * `memory`: the memory that each thread keeps between calls: its secrets, and a reserve for GMP,
//!   which aborts when malloc fails
//! * `system`: what differs between operating systems
//! * `ffi`: the C functions, which check pointers, catch panics, call the library, and write
//!   outputs last
//! -->

#![deny(unsafe_code)]
#![warn(missing_docs)]
#![warn(clippy::undocumented_unsafe_blocks)]
// The documentation of the hidden modules is built with --document-private-items, so their links to
// private items resolve.
#![allow(rustdoc::private_intra_doc_links)]

// Hidden modules are public for the tests and examples of this crate. They may change at any time.
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
mod system;
#[doc(hidden)]
pub mod tape;
#[doc(hidden)]
pub mod utility;

pub use aggregate::mode::Category;
pub use aggregate::Parts;
pub use api::*;
pub use error::Error;
pub use self_test::self_test;

/// The seed of the random unit tests: a fixed number, unless INDP_TEST_SEED sets another one.
#[cfg(test)]
pub(crate) fn test_seed() -> u64 {
    std::env::var("INDP_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20_121_018)
}

/// The configuration of random tests by proptest, with a number of cases.
#[cfg(test)]
pub(crate) fn test_cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(test_seed()),
        ..Default::default()
    }
}

/// The factor by which random tests multiply their number of cases: 1, unless INDP_TEST_EFFORT sets
/// another one.
#[cfg(test)]
pub(crate) fn test_effort() -> u64 {
    std::env::var("INDP_TEST_EFFORT").ok().and_then(|e| e.parse().ok()).unwrap_or(1)
}

/// Runs the Rust code blocks of docs/rust.md and README.md as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
#[doc = include_str!("../README.md")]
pub struct Page;
