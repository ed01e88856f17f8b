//! Runs computations in memory that was reserved in advance.

use gmp_mpfr_sys::mpfr;
use zeroize::Zeroize;

use super::hooks::install;
use super::region::active;
use super::{go_on, Busy, Workspace};
use crate::fenv::FpEnv;
use crate::Error;

/// Runs `work` with GMP's memory reserved in advance, in the default floating-point environment.
/// Nothing that GMP allocates inside may outlive `work`. If something does, the process aborts
/// before that memory is reused.
///
/// # Errors
/// [`Error::NoMemory`] if the thread's workspace cannot be allocated; [`Error::Stopped`] if the
/// host has raised its flag, except inside a release; the errors of `work`.
pub fn reserved<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let workspace = Workspace::of_this_thread()?;
    install();
    if !workspace.is_releasing() {
        go_on()?;
    }
    if workspace.region().is_active() {
        return work();
    }
    let _busy = Busy::computation(workspace);
    let _environment = FpEnv::enter();
    let _running = Running::new(workspace);
    work()
}

/// Runs one step of a longer computation and frees the memory that it took from the region. Nothing
/// that GMP allocates inside the step may outlive it. If something does, the process aborts.
/// Nothing that was allocated before the step may grow inside it.
pub fn scratch<T: Copy>(work: impl FnOnce() -> T) -> T {
    let Some((start, blocks)) = active(|region| (region.next(), region.blocks())) else {
        return work();
    };
    let result = work();
    free_cache();
    active(|region| {
        nothing_is_left(region.blocks() <= blocks);
        region.rewind(start);
    });
    result
}

/// Aborts the process unless the condition holds. A number that outlived its computation would
/// point into memory that is reused, so the process must not go on.
fn nothing_is_left(holds: bool) {
    if !holds {
        std::process::abort();
    }
}

/// Frees MPFR's caches of constants. They may lie in the region, so they must be freed before the
/// region is freed.
fn free_cache() {
    // SAFETY: no constant of MPFR is in use on this thread. MPFR rebuilds the caches when needed.
    unsafe { mpfr::free_cache() };
}

/// A computation runs in the region until this value is dropped.
pub(super) struct Running(Workspace);

impl Running {
    pub(super) fn new(workspace: Workspace) -> Self {
        workspace.region().begin(workspace.room());
        Running(workspace)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        free_cache();
        let region = self.0.region();
        nothing_is_left(region.blocks() == 0);
        let touched = region.touched();
        // SAFETY: these bytes lie in the room of the workspace, which is mapped and which no other
        // thread uses. No block is left, so none of GMP's numbers lies there any more. The bytes
        // held private values, so they are erased.
        unsafe { std::slice::from_raw_parts_mut(touched.start as *mut u8, touched.len()) }
            .zeroize();
        region.end();
    }
}
