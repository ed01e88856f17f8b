//! Provides the API for Rust programs. It has the same mechanisms as the C ABI, with types instead
//! of pointers.
//!
//! * [`options`]: the optional choices
//! * [`noise`], [`selection`]: the two bare mechanisms
//! * [`states`]: counts, sums and the other aggregates; [`counts`]: histograms, and the counts of a
//!   mode; [`bounds`]: bounds from the data; [`quantiles`]: several of them at once; [`held`]: the
//!   memory and operations that they share
//! * [`expect`]: errors, intervals, and the noisy sums behind an answer
//! * [`budget`]: how much privacy loss may still be spent

mod bounds;
mod budget;
mod counts;
mod expect;
mod held;
mod noise;
mod options;
mod quantiles;
mod selection;
mod states;

pub use bounds::Bounds;
pub use budget::Budget;
pub use counts::Histogram;
pub use expect::Interval;
pub use noise::Snapping;
pub use options::Options;
pub use selection::{Eta, Exponential};
pub use states::*;

pub use crate::aggregate::extent::Extent;

use crate::fenv::FpEnv;
use crate::memory;
use crate::Error;

/// Runs `body` in the default floating-point environment. If the thread is already inside another
/// call, `body` is not run and an error is returned.
fn call<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    memory::idle()?;
    let _environment = FpEnv::enter();
    body()
}
