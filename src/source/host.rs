//! Runs code of the caller, such as a callback, inside a call of this library.
#![allow(unsafe_code)] // calls a function of the C library

use crate::fenv::FpEnv;

/// The conditions under which callbacks run. A callback starts in the default floating-point
/// environment, which is set again afterwards. The thread cannot be cancelled inside a callback,
/// since a cancellation would unwind through this library and abort the process.
pub struct HostCode {
    environment: FpEnv,
    _uncancelled: Uncancelled,
}

impl HostCode {
    /// Sets the conditions under which callbacks run, until the returned value is dropped.
    pub fn new() -> Self {
        HostCode { environment: FpEnv::enter(), _uncancelled: Uncancelled::new() }
    }

    /// Calls the callback.
    #[inline]
    pub fn run<T>(&self, callback: impl FnOnce() -> T) -> T {
        let result = callback();
        self.environment.again();
        result
    }
}

/// Keeps a cancellation of this thread pending.
struct Uncancelled(i32);

impl Uncancelled {
    fn new() -> Self {
        const DISABLED: i32 = 1;
        let mut before = DISABLED;
        set_cancel_state(DISABLED, &mut before);
        Uncancelled(before)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        let mut ours = 0;
        set_cancel_state(self.0, &mut ours);
    }
}

/// Sets whether this thread can be cancelled.
fn set_cancel_state(state: i32, before: &mut i32) {
    // POSIX. In glibc PTHREAD_CANCEL_DISABLE is 1.
    extern "C" {
        fn pthread_setcancelstate(state: i32, before: *mut i32) -> i32;
    }
    // SAFETY: changes only a setting of this thread, and `before` is valid for writing.
    unsafe { pthread_setcancelstate(state, before) };
}
