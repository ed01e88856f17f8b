//! Checks a flag with which the host can stop long computations.
//!
//! The following code checks the flag:
//!
//! * computations that are not part of a release, between their steps;
//! * selections with the option empirical_precision, at each distinct rounded utility;
//! * other selections, after each 2^20 draws, or 2^20 random words read for coins
//!   (`exponential/sampling/draws.rs`, `exponential/flipping/mod.rs`);
//! * other selections, before each further word, once a call has read many of them. A further word
//!   is read if the words read so far do not decide a draw or coin. With uniform random words a
//!   call practically never reads so many (same files);
//! * permute-and-flip among groups, when the first digits of a group's weight do not decide all of
//!   its coins (`exponential/flipping/groups.rs`).
//!
//! No other release checks the flag, because whether a release takes a slow path depends on the
//! private value. If the slow path checked the flag, the failure of the release would depend on
//! that value too.

use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use super::Workspace;
use crate::Error;

/// Registers the flag of the calling thread. NULL means that there is no flag.
///
/// # Errors
/// [`Error::NoMemory`] if the thread's workspace cannot be allocated.
///
/// # Safety
/// The flag must live until another flag is registered or the thread ends.
pub unsafe fn stop_when(flag: *const AtomicI32) -> Result<(), Error> {
    match Workspace::existing() {
        None if flag.is_null() => Ok(()),
        _ => {
            Workspace::of_this_thread()?.stop().store(flag.cast_mut(), Ordering::Relaxed);
            Ok(())
        }
    }
}

/// Fails if the host has raised its flag.
///
/// # Errors
/// [`Error::Stopped`].
#[inline]
pub fn go_on() -> Result<(), Error> {
    let flag = Workspace::existing().map_or(ptr::null_mut(), |w| w.stop().load(Ordering::Relaxed));
    // SAFETY: the pointer is NULL or a flag that lives until another flag is registered, as the
    // caller of `stop_when` promised.
    match unsafe { flag.as_ref() } {
        Some(raised) if raised.load(Ordering::Relaxed) != 0 => Err(Error::Stopped),
        _ => Ok(()),
    }
}
