//! Exact numbers without floating-point operations.
//!
//! The caller's rounding mode, flush-to-zero flags and FMA contraction cannot change what is
//! computed from integers, so doubles are taken apart and put together by their bits here.
//! [`select`] and its like choose without a branch, since time may not tell what was chosen.
//! [`scaled`] and its like make rationals, for proofs and audits.

mod branchless;
mod dyadic;
mod float64;
mod rational;

pub use branchless::{least, mask, opaque, select};
pub use dyadic::{Dyadic, Positive};
pub use float64::{round_to_f64, round_up_to_f64};
pub use rational::{power, scaled};
