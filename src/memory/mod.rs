//! Memory for GMP and MPFR, reserved beforehand.
//!
//! GMP aborts the process when malloc fails. So exact computations run inside [`reserved`], which maps
//! one region first (a failure there is a status) and serves GMP from it. The region's size covers the
//! largest computation that the caps on digits and precision allow, several times over; a test drives
//! both caps to their ends and counts what spills.
//! Outside `reserved` GMP uses malloc as ever, so a Rust program that uses GMP too is not disturbed.
#![allow(unsafe_code)] // GMP's allocation hooks, mmap

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

use gmp_mpfr_sys::{gmp, mpfr};

use crate::Error;

/// Address space reserved for one computation; only pages that are touched take memory.
pub const SIZE: usize = 16 << 20;
const ALIGN: usize = 16;

/// The region of the running computation: `next..end` is free, `base..end` is ours.
#[derive(Clone, Copy)]
struct Region {
    base: usize,
    next: usize,
    end: usize,
}

const NONE: Region = Region { base: 0, next: 0, end: 0 };

thread_local! {
    // Neither lazy nor dropped: using it cannot fail.
    static REGION: Cell<Region> = const { Cell::new(NONE) };
    static USE: Cell<Use> = const { Cell::new(Use { peak: 0, spilled: 0 }) };
}

/// What this thread's regions had to hold; for the tests.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The most that one held, in bytes.
    pub peak: usize,
    /// Allocations that did not fit. Stays 0.
    pub spilled: usize,
}

impl Use {
    /// What this thread's regions had to hold so far.
    #[must_use]
    pub fn of_this_thread() -> Self {
        USE.get()
    }
}

/// Runs `work` with GMP's memory reserved beforehand. Nothing that GMP allocated inside may outlive it.
///
/// # Errors
/// [`Error::NoMemory`] if the region cannot be had, else whatever `work` returns.
pub fn reserved<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    install();
    if REGION.get().base != 0 {
        return work();
    }
    let _region = Mapped::new()?;
    work()
}

struct Mapped(*mut c_void);

impl Mapped {
    fn new() -> Result<Self, Error> {
        // SAFETY: a fresh private mapping.
        let map = unsafe {
            libc::mmap(
                ptr::null_mut(),
                SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if map == libc::MAP_FAILED {
            return Err(Error::NoMemory);
        }
        let base = map as usize;
        REGION.set(Region { base, next: base, end: base + SIZE });
        Ok(Mapped(map))
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: MPFR's caches of constants may lie in the region; they go before it does.
        unsafe {
            mpfr::free_cache();
            REGION.set(NONE);
            libc::munmap(self.0, SIZE);
        }
    }
}

/// Sets GMP's allocation functions once. They agree with the default ones outside of a region, so the
/// moment at which another thread starts to use them does not matter.
fn install() {
    static INSTALLED: AtomicU8 = AtomicU8::new(0);
    if INSTALLED.load(Ordering::Acquire) == 0 {
        // SAFETY: the functions keep GMP's contract: they return memory or do not return.
        unsafe { gmp::set_memory_functions(Some(allocate), Some(reallocate), Some(free)) };
        INSTALLED.store(1, Ordering::Release);
    }
}

/// `size` bytes of the region, if there is one with room.
fn take(size: usize) -> Option<*mut c_void> {
    let mut region = REGION.get();
    let rounded = size.checked_next_multiple_of(ALIGN)?;
    if region.base == 0 || rounded > region.end - region.next {
        return None;
    }
    let start = region.next;
    region.next += rounded;
    REGION.set(region);
    let used = USE.get();
    USE.set(Use { peak: used.peak.max(region.next - region.base), ..used });
    Some(start as *mut c_void)
}

fn is_ours(pointer: *mut c_void) -> bool {
    let region = REGION.get();
    (region.base..region.end).contains(&(pointer as usize))
}

/// Gives the block back if it is the last one.
fn give_back(pointer: *mut c_void, size: usize) {
    let mut region = REGION.get();
    if pointer as usize + size.next_multiple_of(ALIGN) == region.next {
        region.next = pointer as usize;
        REGION.set(region);
    }
}

extern "C" fn allocate(size: usize) -> *mut c_void {
    if let Some(pointer) = take(size) {
        return pointer;
    }
    if REGION.get().base != 0 {
        let used = USE.get();
        USE.set(Use { spilled: used.spilled + 1, ..used });
    }
    // SAFETY: plain malloc.
    let pointer = unsafe { libc::malloc(size) };
    if pointer.is_null() {
        // GMP cannot be told; outside of a region this is what its own function does.
        std::process::abort();
    }
    pointer
}

extern "C" fn reallocate(old: *mut c_void, old_size: usize, size: usize) -> *mut c_void {
    let new = {
        if is_ours(old) {
            give_back(old, old_size);
        }
        allocate(size)
    };
    if new != old {
        // SAFETY: both blocks hold that many bytes; they may overlap when the old one was given back.
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
        // SAFETY: it came from malloc.
        unsafe { libc::free(pointer) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Float;

    #[test]
    fn mpfr_works_before_inside_and_after() {
        let outside = || Float::with_val(500, 7).ln() * Float::with_val(500, rug::float::Constant::Pi);
        let first = outside();
        let inside = reserved(|| Ok(outside().to_f64())).unwrap();
        assert_eq!(first.to_f64(), inside);
        assert_eq!(outside(), first);
    }

    #[test]
    fn blocks_from_malloc_may_grow_inside() {
        let mut x = rug::Integer::from(1) << 200;
        reserved(|| {
            let moved: rug::Integer = std::mem::take(&mut x) << 100_000u32;
            assert_eq!(moved.significant_bits(), 100_201);
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn a_region_too_small_is_counted() {
        let _mapped = Mapped::new().unwrap();
        let mut region = REGION.get();
        let full = region;
        region.end = region.next;
        REGION.set(region);
        install();
        drop(rug::Integer::from(5));
        REGION.set(full);
        assert_eq!(Use::of_this_thread().spilled, 1);
    }
}
