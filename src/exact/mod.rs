//! Implements exact numbers without floating-point operations.
//!
//! The caller's rounding mode, flush-to-zero flags and FMA contraction cannot change the results of
//! integer operations. So doubles are decomposed and assembled by their bits here (Claim R1).
//! [`select`] and related functions choose without a branch, so that the running time does not
//! reveal the choice. [`scaled`] and related functions make rationals, for reference
//! implementations and audits.

mod branchless;
mod dyadic;
mod float64;
mod rational;

pub use branchless::{least, mask, opaque, select};
pub use dyadic::{Dyadic, Positive};
pub use float64::{round_to_f64, round_up_to_f64, times_power};
pub use rational::{power, scaled};
