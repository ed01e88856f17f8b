//! The C function that registers the caller's flag, which ends long computations.

use std::sync::atomic::AtomicI32;

use super::guard::guard_integers;
use super::status::indp_status;
use crate::memory;

/// Registers a flag of the caller that ends long computations on this thread.
///
/// While *flag is not 0, long computations end with INDP_E_STOPPED. A call that ends in this way
/// gives no result and releases nothing; a state that it was releasing is still live. A signal
/// handler or another thread may raise the flag.
///
/// The flag is read:
/// - between the steps of functions that compute accuracies, moments and distances, and of audits.
///   A step takes up to 16 ms at 118 bits and 0.6 s at 1,024, on an Intel Xeon of 2.6 GHz. A step
///   of an audit in real arithmetic takes about 10 ms, and some seconds for an output that is more
///   than 10,000 lambda away from the values;
/// - when handles are made, and wherever else parameters are computed outside of a release;
/// - in selections with the option empirical_precision: at each level, i.e. each distinct rounded
///   utility;
/// - in other selections: after every 2^20 draws of the exponential mechanism, and after every 2^20
///   random words read for the coins of permute-and-flip and above-threshold;
/// - in other selections: also before each extra word, from the 16th extra word of a call on. An
///   extra word is one that is read because the words already read for a draw or coin do not decide
///   it. If words are uniform, a call reads 16 extra words with probability below 2^-400;
/// - in permute-and-flip among groups of outcomes: also when the first binary digits of a group's
///   weight (at most 48) do not decide all of its coins.
///
/// A selection is slow if its random words stay next to the boundary between two outcomes, which
/// can happen with a broken callback. It then takes 0.1 s with 100 outcomes, 30 s with 1,000, and
/// many minutes with 3,000 or more. Even with 100,000 outcomes the flag ends it within a second.
///
/// Other releases do not read the flag. Whether they take a long time depends on the private value.
/// So whether the flag stopped them would also depend on that value.
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
