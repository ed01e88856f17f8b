//! The host's flag that ends long computations.

use std::sync::atomic::AtomicI32;

use super::guard::guard_integers;
use super::status::indp_status;
use crate::memory;

/// Names a flag of the caller's that ends long computations on this thread: while *flag is not 0,
/// they end with INDP_E_STOPPED, and nothing is computed, released or lost. A signal handler may
/// raise it, or another thread.
/// flag: must live until another is named or the thread ends; written as one int32_t. NULL for
/// none, as at first. A child process begins without one.
/// It is looked at between the steps of accuracies, moments, distances and audits, when handles are
/// made, and at each level of a selection at an empirical precision. A step takes up to 16 ms at
/// 118 bits, 0.6 s at 1,024, on an Intel Xeon of 2.6 GHz. Other selections look at it where draws
/// have read 16 words more than one each, which fair words make them do with probability below
/// 2^-400: words that follow the boundary between two outcomes, as those of a broken callback can,
/// take 0.1 s with 100 of them, 30 s with 1,000, many minutes with 3,000 and more; the flag then
/// ends them within a second at 100,000. Other releases do not look at it: whether one takes long
/// depends on the value.
/// Returns INDP_OK, INDP_E_NO_MEMORY. Thread-safe; not async-signal-safe. Since 0.1.0. Example:
/// ffi-tests/c/stop.c.
#[no_mangle]
pub unsafe extern "C" fn indp_stop_when(flag: *const i32) -> indp_status {
    // SAFETY: the caller keeps the flag; an AtomicI32 is laid out as an i32 is.
    guard_integers(|| unsafe { memory::stop_when(flag.cast::<AtomicI32>()) })
}
