//! MPFR's flags of this thread. Nothing relies on them, since other code may clear or set them:
//! each operation's own result says whether it was exact. The canaries look at them.

use gmp_mpfr_sys::mpfr;

/// Clears all flags.
pub fn clear() {
    // SAFETY: writes a setting that MPFR keeps for each thread, and nothing else.
    unsafe { mpfr::clear_flags() };
}

/// Sets the inexact flag.
pub fn set_inexact() {
    // SAFETY: writes a setting that MPFR keeps for each thread, and nothing else.
    unsafe { mpfr::set_inexflag() };
}

/// Whether something was inexact since the flags were cleared.
#[must_use]
pub fn inexact() -> bool {
    // SAFETY: reads a setting that MPFR keeps for each thread.
    unsafe { mpfr::inexflag_p() != 0 }
}

/// Whether something was too large, or too small, since then.
#[must_use]
pub fn out_of_range() -> [bool; 2] {
    // SAFETY: reads settings that MPFR keeps for each thread.
    unsafe { [mpfr::overflow_p() != 0, mpfr::underflow_p() != 0] }
}
