//! A host's flag that ends long computations.
//!
//! It is looked at between the steps of computations that are no part of a release, and by the selections at a fixed precision. No
//! other release looks at it: whether it takes a slow path depends on the value, and so would its failure.

use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::Workspace;
use crate::Error;

/// In the head of a workspace: NULL, or the flag of this thread. A child process begins without one.
pub(super) type Stop = AtomicPtr<AtomicI32>;

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
    // SAFETY: whoever named the flag promised that it lives.
    match unsafe { flag.as_ref() } {
        Some(raised) if raised.load(Ordering::Relaxed) != 0 => Err(Error::Stopped),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::reserved;

    #[test]
    fn a_raised_flag_stops_computations_of_its_thread_alone() {
        let flag = AtomicI32::new(0);
        // SAFETY: the flag lives until the last line.
        unsafe { stop_when(&raw const flag) }.unwrap();
        assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1)));
        flag.store(7, Ordering::Relaxed);
        assert_eq!((go_on(), reserved(|| Ok(1))), (Err(Error::Stopped), Err(Error::Stopped)));
        std::thread::spawn(|| assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1)))).join().unwrap();
        // SAFETY: there is none.
        unsafe { stop_when(ptr::null()) }.unwrap();
        assert_eq!((go_on(), reserved(|| Ok(1))), (Ok(()), Ok(1)));
    }
}
