//! Exact numbers without floating-point operations.
//!
//! The caller's rounding mode, flush-to-zero flags and FMA contraction cannot change what is
//! computed from integers, so doubles are taken apart and put together by their bits here. [`select`] and its like
//! choose without a branch, since time may not tell what was chosen.

mod choice;
mod dyadic;
mod float64;

pub use choice::{least, mask, opaque, select};
pub use dyadic::{Dyadic, Positive};
pub use float64::{round_to_f64, round_up_to_f64};
