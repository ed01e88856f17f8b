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
/// - in other selections: after every 2^20 draws of the exponential mechanism; after every 2^20
///   words of permute-and-flip and above-threshold; and before each word that a draw or coin needs
///   beyond its first word, from the 16th such word of a call on. With fair words a call reaches
///   the 16th with probability below 2^-400;
/// - in permute-and-flip among groups of outcomes: also when a group needs more binary digits of
///   its weight than the first ones, of which there are at most 48.
///
/// A selection is slow if its words stay next to the boundary between two outcomes, which can
/// happen with a broken callback. It then takes 0.1 s with 100 outcomes, 30 s with 1,000, and many
/// minutes with 3,000 or more. Even with 100,000 outcomes the flag ends it within a second.
///
/// Other releases do not read the flag: whether they take long depends on the value, so whether
/// they were stopped would depend on it too.
///
/// Parameters:
/// - flag: NULL for no flag, which is the default; or an int32_t that is written atomically and
///   lives until another flag is registered or the thread ends. A child process begins without a
///   flag.
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
