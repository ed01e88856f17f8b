//! A host's flag that ends long computations.
//!
//! It is looked at between the steps of computations that are no part of a release, and by the
//! selections at a fixed precision. Other selections look at it after draws that fair words do not
//! make (`exponential/sampling/draws.rs`). No other release does: whether it takes a slow path depends on
//! the value, and so would its failure.

use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::Workspace;
use crate::Error;

/// Names the flag of the calling thread; NULL for none.
///
/// # Errors
/// [`Error::NoMemory`] if the thread's workspace cannot be had.
///
/// # Safety
/// The flag must live until another is named, or the thread ends.
pub unsafe fn stop_when(flag: *const AtomicI32) -> Result<(), Error> {
    match Workspace::existing() {
        None if flag.is_null() => Ok(()),
        _ => {
            Workspace::of_this_thread()?.stop().store(flag.cast_mut(), Ordering::Relaxed);
            Ok(())
        }
    }
}

/// Goes on, unless the host has raised its flag.
///
/// # Errors
/// [`Error::Stopped`].
#[inline]
pub fn go_on() -> Result<(), Error> {
    let flag = Workspace::existing().map_or(ptr::null_mut(), |w| w.stop().load(Ordering::Relaxed));
    // SAFETY: NULL, or a flag that lives until another is named: whoever named it promised that.
    match unsafe { flag.as_ref() } {
        Some(raised) if raised.load(Ordering::Relaxed) != 0 => Err(Error::Stopped),
        _ => Ok(()),
    }
}
