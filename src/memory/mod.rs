//! Reserves memory for GMP and MPFR in advance.
//!
//! GMP aborts the process when malloc fails. Exact computations therefore run inside
//! [`mod@reserved`], which serves GMP from a [`region`] of the thread's [`workspace`]. The region
//! is several times as large as the largest computation that the limits on digits and precision
//! allow. Tests drive computations to these limits and count allocations that do not fit. Outside
//! `reserved` GMP uses malloc as usual.
#![allow(unsafe_code)] // sets GMP's allocation functions and maps memory

mod busy;
pub mod flags;
mod hooks;
mod owner;
mod region;
mod reserved;
mod stop;
mod workspace;

#[cfg(test)]
mod tests;

pub use busy::{idle, Busy};
pub use owner::Owner;
pub use region::Use;
pub use reserved::{reserved, scratch};
pub use stop::{go_on, stop_when};
pub use workspace::{Workspace, REGION as SIZE};

#[cfg(test)]
pub(crate) use owner::forks;
