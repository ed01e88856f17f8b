//! Selects one of two values without a branch, so that the running time does not reveal the choice.
#![allow(unsafe_code)] // contains inline assembly

use std::arch::asm;

/// An optimization barrier: returns `x` as a value about which the compiler can assume nothing. It
/// costs no instruction.
#[inline(always)]
#[must_use]
pub fn opaque(mut x: u64) -> u64 {
    // SAFETY: the assembly contains no instruction. It leaves `x` unchanged and touches nothing
    // else, as its options state.
    unsafe { asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}

/// All ones if the condition holds, else 0.
#[inline(always)]
#[must_use]
pub fn mask(condition: bool) -> u64 {
    opaque(u64::from(condition).wrapping_neg())
}

/// `yes` if the condition holds, else `no`.
#[inline(always)]
#[must_use]
pub fn select(condition: bool, yes: u64, no: u64) -> u64 {
    no ^ (no ^ yes) & mask(condition)
}

/// The smaller of two values.
#[inline(always)]
#[must_use]
pub fn least(a: u64, b: u64) -> u64 {
    select(a < b, a, b)
}
