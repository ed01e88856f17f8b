//! Guards around the bodies of the C functions. All of them turn panics into a status. `guard` and
//! `guard_new` also set the default floating-point environment, and refuse a call inside another
//! call. `guard_integers` and `guard_made` do neither, since their bodies do not depend on the
//! floating-point environment and may run inside another call.

use std::panic::{catch_unwind, AssertUnwindSafe};

use super::given::output;
use super::pointer::boxed;
use super::{indp_status, INDP_E_PANIC, INDP_OK};
use crate::fenv::FpEnv;
use crate::memory;
use crate::Error;

/// Runs the body of a C function, unless the thread is already inside a call.
#[inline]
pub fn guard(body: impl FnOnce() -> Result<(), Error>) -> indp_status {
    if memory::idle().is_err() {
        return Error::Busy.code();
    }
    let _environment = FpEnv::enter();
    guard_integers(body)
}

/// Like [`guard`], for a C function that makes an object. On any failure `*out` is NULL.
///
/// # Safety
/// `out` is NULL or points to a pointer.
#[inline]
pub unsafe fn guard_new<T>(
    out: *mut *mut T,
    make: impl FnOnce() -> Result<T, Error>,
) -> indp_status {
    guard_integers(|| {
        let out = output!(out)?;
        *out = std::ptr::null_mut();
        memory::idle()?;
        let _environment = FpEnv::enter();
        *out = boxed(make()?)?;
        Ok(())
    })
}

/// Runs the body of a C function like [`guard`], but also inside another call. The body must not
/// depend on the floating-point environment: outside [`crate::memory::reserved`] it computes with
/// integers and not with doubles.
#[inline]
pub fn guard_integers(body: impl FnOnce() -> Result<(), Error>) -> indp_status {
    silence();
    guard_made(body)
}

/// Runs a body like [`guard_integers`]. The body works on a handle or state, and the call that made
/// the handle or state has already silenced panics.
#[inline]
pub fn guard_made(body: impl FnOnce() -> Result<(), Error>) -> indp_status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => INDP_OK,
        Ok(Err(error)) => error.code(),
        Err(payload) => {
            // Dropping the payload could panic again.
            std::mem::forget(payload);
            INDP_E_PANIC
        }
    }
}

/// Keeps the C libraries from printing panic messages on the host's stderr, since a message could
/// contain a private value.
///
/// The C libraries contain their own standard library, so the hook affects no other code. A Rust
/// program keeps its hook, since the feature is set only for the C libraries.
#[inline]
fn silence() {
    #[cfg(feature = "c-library")]
    {
        use std::sync::atomic::{AtomicBool, Ordering};
        static SILENT: AtomicBool = AtomicBool::new(false);
        if !SILENT.load(Ordering::Relaxed) {
            std::panic::set_hook(Box::new(|_| {}));
            SILENT.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_and_errors_become_statuses() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let status = guard(|| panic!("not to be seen"));
        std::panic::set_hook(hook);
        assert_eq!(status, INDP_E_PANIC);
        assert_eq!(guard(|| Err(Error::Lambda)), Error::Lambda.code());
        assert_eq!(guard(|| Ok(())), INDP_OK);
    }
}
