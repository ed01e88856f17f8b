//! Replaces GMP's allocation functions, so that GMP takes memory from the thread's region.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

use gmp_mpfr_sys::gmp;

use super::region::active;

/// Sets GMP's allocation functions once. Outside a region they behave like the default functions,
/// so it does not matter when another thread starts to use them. (A Rust program that has set its
/// own functions must not use this crate.)
pub fn install() {
    static INSTALLED: AtomicU8 = AtomicU8::new(0);
    if INSTALLED.load(Ordering::Acquire) == 0 {
        // SAFETY: the functions keep GMP's contract. They return a block of the requested size,
        // aligned for any type, or do not return. Blocks that other functions allocated before came
        // from malloc, and `reallocate` and `free` accept those.
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
    // SAFETY: malloc has no preconditions.
    let pointer = unsafe { libc::malloc(size) };
    if pointer.is_null() {
        // GMP cannot report a failed allocation. Its default function aborts as well.
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
        // SAFETY: GMP passes the size of the old block, and the new block has `size` bytes. The two
        // may overlap if the old one was given back to the region, which `copy` allows.
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
        // SAFETY: the block lies in no active region, so it came from malloc, and GMP frees it
        // once. (Blocks from a region do not outlive their computation: see `reserved`.)
        unsafe { libc::free(pointer) };
    }
}
