//! The C function that registers the caller's flag, which ends long computations.

use std::sync::atomic::AtomicI32;

use super::guard::guard_integers;
use super::status::indp_status;
use crate::memory;

/// Registers a flag of the caller that ends long computations on this thread.
///
/// While *flag is not 0, long computations end with INDP_E_STOPPED, and nothing is computed,
/// released or lost. A signal handler or another thread may raise the flag.
///
/// The flag is read:
/// - between the steps of functions that compute accuracies, moments, distances and audits. A step
///   takes up to 16 ms at 118 bits and 0.6 s at 1,024, on an Intel Xeon of 2.6 GHz;
/// - when handles are made, and wherever else parameters are computed outside of a release;
/// - at each level of a selection at an empirical precision;
/// - in other selections: once the draws have read 16 words more than one each, which has
///   probability below 2^-400 with fair words; after every 2^20 draws; and after every 2^20 words
///   of permute-and-flip and above-threshold.
///
/// Words that follow the boundary between two outcomes, as those of a broken callback can, make a
/// selection slow: it takes 0.1 s with 100 outcomes, 30 s with 1,000, many minutes with 3,000 and
/// more. The flag then ends it within a second at 100,000 outcomes.
///
/// Other releases do not read the flag, since whether they take long depends on the value.
///
/// Parameters:
/// - flag: NULL, the default, for none; or an int32_t that is written as a whole and lives until
///   another flag is named or the thread ends. A child process begins without a flag.
///
/// Returns INDP_OK, INDP_E_NO_MEMORY.
///
/// - Thread safety: safe; not async-signal-safe.
/// - Since 0.1.0. Example: ffi-tests/c/stop.c.
#[no_mangle]
pub unsafe extern "C" fn indp_stop_when(flag: *const i32) -> indp_status {
    // SAFETY: the caller keeps the flag valid while it is registered; an AtomicI32 has the layout
    // of an i32.
    guard_integers(|| unsafe { memory::stop_when(flag.cast::<AtomicI32>()) })
}
