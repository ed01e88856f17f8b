//! Memory for GMP and MPFR, reserved beforehand.
//!
//! GMP aborts the process when malloc fails. So exact computations run inside [`mod@reserved`],
//! which serves GMP from a [`region`] of the thread's [`workspace`]. The region covers the largest
//! computation that the caps on digits and precision allow several times over; tests drive the caps
//! to their ends and count what spills. Outside `reserved` GMP uses malloc as ever.
#![allow(unsafe_code)] // GMP's allocation hooks, the thread's mapping

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
pub(crate) use owner::{forks, this_process};
