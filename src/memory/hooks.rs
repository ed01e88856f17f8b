//! GMP's allocation functions.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

use gmp_mpfr_sys::gmp;

use super::region::active;

/// Sets GMP's allocation functions once. They agree with the default ones outside of a region, so
/// the moment at which another thread starts to use them does not matter. (A Rust program that set
/// its own before must not use this crate.)
pub fn install() {
    static INSTALLED: AtomicU8 = AtomicU8::new(0);
    if INSTALLED.load(Ordering::Acquire) == 0 {
        // SAFETY: the functions keep GMP's contract: they return as much memory as is asked for,
        // aligned for any type, or do not return; and what other functions allocated before came
        // from malloc, which `reallocate` and `free` take.
        unsafe { gmp::set_memory_functions(Some(allocate), Some(reallocate), Some(free)) };
        INSTALLED.store(1, Ordering::Release);
    }
}

fn is_ours(pointer: *mut c_void) -> bool {
    active(|region| region.holds(pointer as usize)) == Some(true)
}

fn give_back(pointer: *mut c_void, size: usize) {
    active(|region| region.give_back(pointer as usize, size));
}

extern "C" fn allocate(size: usize) -> *mut c_void {
    if let Some(Some(address)) = active(|region| region.take(size)) {
        return address as *mut c_void;
    }
    // SAFETY: malloc takes any size.
    let pointer = unsafe { libc::malloc(size) };
    if pointer.is_null() {
        // GMP cannot be told; outside of a region this is what its own function does.
        std::process::abort();
    }
    pointer
}

extern "C" fn reallocate(old: *mut c_void, old_size: usize, size: usize) -> *mut c_void {
    if is_ours(old) {
        give_back(old, old_size);
    }
    let new = allocate(size);
    if new != old {
        // SAFETY: GMP says how many bytes the old block holds, and the new one has `size`; `copy`
        // allows that they overlap, as they may when the old one was given back.
        unsafe { ptr::copy(old.cast::<u8>(), new.cast::<u8>(), old_size.min(size)) };
        free(old, 0);
    }
    new
}

extern "C" fn free(pointer: *mut c_void, size: usize) {
    if is_ours(pointer) {
        if size != 0 {
            give_back(pointer, size);
        }
    } else {
        // SAFETY: no computation's region holds it, so that it came from malloc; GMP frees it once.
        // (What was allocated in a region does not outlive its computation: see `reserved`.)
        unsafe { libc::free(pointer) };
    }
}
