//! Reads and sets this thread's MPFR flags. Only `canary`, which checks MPFR itself, uses the
//! flags. All other modules rely on the ternary value of each operation, since other code may clear
//! or set the flags.

use gmp_mpfr_sys::mpfr;

/// Clears all flags.
pub fn clear() {
    // SAFETY: the function has no preconditions; it writes only MPFR's per-thread flags.
    unsafe { mpfr::clear_flags() };
}

/// Sets the inexact flag.
pub fn set_inexact() {
    // SAFETY: the function has no preconditions; it writes only MPFR's per-thread flags.
    unsafe { mpfr::set_inexflag() };
}

/// Whether any operation was inexact since the flags were cleared.
#[must_use]
pub fn inexact() -> bool {
    // SAFETY: the function has no preconditions; it reads MPFR's per-thread flags.
    unsafe { mpfr::inexflag_p() != 0 }
}

/// Whether any operation has overflowed since the flags were cleared, and whether any has
/// underflowed.
#[must_use]
pub fn out_of_range() -> [bool; 2] {
    // SAFETY: the functions have no preconditions; they read MPFR's per-thread flags.
    unsafe { [mpfr::overflow_p() != 0, mpfr::underflow_p() != 0] }
}
