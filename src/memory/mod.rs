//! Memory for GMP and MPFR, reserved beforehand.
//!
//! GMP aborts the process when malloc fails. So exact computations run inside [`reserved`], which serves GMP
//! from a region of the thread's [`workspace`]. The region covers the largest computation that the caps on
//! digits and precision allow several times over; tests drive the caps to their ends and count what
//! spills. Outside `reserved` GMP uses malloc as ever.
#![allow(unsafe_code)] // GMP's allocation hooks, the thread's mapping

mod busy;
pub mod flags;
mod stop;
mod workspace;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

use gmp_mpfr_sys::{gmp, mpfr};
use zeroize::Zeroize;

pub use busy::{idle, Busy};
pub use stop::{go_on, stop_when};
pub use workspace::{forks, Workspace, REGION as SIZE};

use crate::fenv::FpEnv;
use crate::Error;

const ALIGN: usize = 16;

/// The region of a thread: `base..next` is in use, `next..end` free. `base` is 0 while nothing runs in it.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Region {
    base: usize,
    next: usize,
    end: usize,
    /// How far this computation got.
    high: usize,
    used: Use,
}

impl Region {
    #[inline]
    fn is_active(&self) -> bool {
        self.base != 0
    }
}

/// What a thread's region had to hold so far; for the tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Use {
    /// The most bytes at once.
    pub peak: usize,
    /// Allocations that did not fit. Stays 0.
    pub spilled: usize,
}

impl Use {
    /// Of the calling thread.
    #[must_use]
    pub fn of_this_thread() -> Self {
        region().map_or(Use::default(), |r| r.used)
    }
}

/// The calling thread's region, while a computation runs in it or after.
fn region<'a>() -> Option<&'a mut Region> {
    let (description, ..) = Workspace::existing()?.region();
    // SAFETY: mapped as long as the thread lives, used by it alone, and no caller holds two of these.
    Some(unsafe { &mut *description.as_ptr() })
}

fn active<'a>() -> Option<&'a mut Region> {
    region().filter(|r| r.is_active())
}

/// Runs `work` with GMP's memory reserved beforehand, in the default floating-point environment. Nothing that GMP allocated inside may outlive it.
///
/// # Errors
/// [`Error::NoMemory`] if the thread's workspace cannot be had, [`Error::Stopped`] outside of releases, else whatever `work`
/// returns.
pub fn reserved<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let workspace = Workspace::of_this_thread()?;
    install();
    if !workspace.is_releasing() {
        go_on()?;
    }
    if active().is_some() {
        return work();
    }
    let _busy = Busy::computation(workspace);
    let _environment = FpEnv::enter();
    let _running = Running::new(workspace);
    work()
}

/// Runs a step of a longer computation and gives back what it took of the region. Nothing that GMP allocated inside may
/// outlive it, and nothing from outside may grow in it: `work` borrows.
pub fn scratch<T: Copy>(work: impl FnOnce() -> T) -> T {
    let Some(mark) = active().map(|region| region.next) else { return work() };
    let result = work();
    // SAFETY: as in `Running::drop`.
    unsafe { mpfr::free_cache() };
    if let Some(region) = active() {
        region.next = mark;
    }
    result
}

struct Running;

impl Running {
    fn new(workspace: Workspace) -> Self {
        let (_, start, end) = workspace.region();
        if let Some(region) = region() {
            *region = Region { base: start, next: start, end, high: start, used: region.used };
        }
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: MPFR's caches of constants may lie in the region; they go before it does.
        unsafe { mpfr::free_cache() };
        if let Some(region) = region() {
            let length = region.high - region.base;
            // SAFETY: inside the region, which nothing uses any more. It held private values.
            let used = unsafe { std::slice::from_raw_parts_mut(region.base as *mut u8, length) };
            used.zeroize();
            let peak = region.used.peak.max(length);
            *region = Region { used: Use { peak, ..region.used }, ..Region::default() };
        }
    }
}

/// Sets GMP's allocation functions once. They agree with the default ones outside of a region, so the
/// moment at which another thread starts to use them does not matter. (A Rust program that set its own
/// before must not use this crate.)
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
    let region = active()?;
    let rounded = size.checked_next_multiple_of(ALIGN)?;
    if rounded > region.end - region.next {
        region.used.spilled += 1;
        return None;
    }
    let start = region.next;
    region.next += rounded;
    region.high = region.high.max(region.next);
    Some(start as *mut c_void)
}

fn is_ours(pointer: *mut c_void) -> bool {
    active().is_some_and(|r| (r.base..r.end).contains(&(pointer as usize)))
}

/// Gives the block back if it is the last one.
fn give_back(pointer: *mut c_void, size: usize) {
    if let Some(region) = active() {
        if pointer as usize + size.next_multiple_of(ALIGN) == region.next {
            region.next = pointer as usize;
        }
    }
}

extern "C" fn allocate(size: usize) -> *mut c_void {
    if let Some(pointer) = take(size) {
        return pointer;
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
    if is_ours(old) {
        give_back(old, old_size);
    }
    let new = allocate(size);
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
    fn the_highest_precision_fits_and_leaves_nothing_behind() {
        for _ in 0..3 {
            reserved(|| {
                let x = Float::with_val(1 << 16, 3).ln().to_rational().unwrap() * rug::Rational::from((1, 7));
                assert!((x >> 3000u32).floor() == 0);
                Ok(())
            })
            .unwrap();
            let (_, start, end) = Workspace::existing().unwrap().region();
            let all = unsafe { std::slice::from_raw_parts(start as *const u8, end - start) };
            assert!(all.iter().all(|b| *b == 0));
        }
        let used = Use::of_this_thread();
        println!("logarithms at 65,536 bits: {used:?} of {SIZE} bytes");
        assert!(used.spilled == 0 && used.peak > 100_000 && used.peak < SIZE / 4);
    }

    #[test]
    fn a_region_too_small_is_counted() {
        install();
        let workspace = Workspace::of_this_thread().unwrap();
        let _running = Running::new(workspace);
        let region = region().unwrap();
        region.end = region.next;
        drop(rug::Integer::from(5));
        assert_eq!(Use::of_this_thread().spilled, 1);
    }
}
