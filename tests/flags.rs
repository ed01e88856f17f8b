//! Tests that selections do not depend on MPFR's global flags. Other code in the process clears and
//! sets these flags while selections compute. It runs on other threads, and also on the selecting
//! thread in the middle of a selection, in the entropy callback. The answers must not change.
//!
//! This Rust program and the library use the same copy of MPFR. C programs cannot disturb the
//! library in this way, because the C libraries contain a private copy.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gmp_mpfr_sys::mpfr;
use indp::ffi::*;

/// An entropy callback that sets or clears flags, then supplies the next word of a simple
/// generator.
unsafe extern "C-unwind" fn meddling(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32) {
    let state = &*ctx.cast::<AtomicU64>();
    let n = state.fetch_add(1, Ordering::Relaxed);
    meddle(n);
    *done = words(n, buf, len);
}

/// An entropy callback that supplies the same words as `meddling`, but leaves the flags alone.
unsafe extern "C-unwind" fn quiet(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32) {
    let state = &*ctx.cast::<AtomicU64>();
    *done = words(state.fetch_add(1, Ordering::Relaxed), buf, len);
}

fn meddle(n: u64) {
    unsafe {
        match n % 4 {
            0 => mpfr::clear_flags(),
            1 => mpfr::set_inexflag(),
            2 => mpfr::clear_inexflag(),
            _ => {
                mpfr::set_overflow();
                mpfr::set_nanflag();
            }
        }
    }
}

/// Writes word number n. Two of three words lie next to boundaries between outcomes, so that the
/// library has to decide them with MPFR.
unsafe fn words(n: u64, buf: *mut u8, len: usize) -> i32 {
    let mut x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = if n.is_multiple_of(3) { x } else { x & 0xc000_0000_0000_0000 };
    assert_eq!(len, 8);
    buf.copy_from_nonoverlapping(word.to_le_bytes().as_ptr(), len);
    INDP_CALLBACK_OK
}

type Fill = unsafe extern "C-unwind" fn(*mut c_void, *mut u8, usize, *mut i32);

/// Returns the answers of 400 selections, half of them with the option empirical_precision.
fn answers(fill: Fill) -> Vec<usize> {
    let state = AtomicU64::new(0);
    let utilities: Vec<f64> = (0..40).map(|i| f64::from(i % 7) + f64::from(i % 2) / 4.0).collect();
    let mut list = Vec::new();
    for empirical in [0, 1] {
        let handle = made(fill, (&raw const state).cast_mut().cast(), empirical);
        list.extend((0..200).map(|_| {
            let mut index = usize::MAX;
            let status =
                unsafe { indp_exponential_select(handle, utilities.as_ptr(), 40, &mut index) };
            assert_eq!(status, INDP_OK);
            index
        }));
        unsafe { indp_exponential_free(handle) };
    }
    list
}

fn made(fill: Fill, ctx: *mut c_void, empirical: i32) -> *mut indp_exponential {
    let eta = indp_eta { x: 3, y: 2, z: 1 };
    unsafe {
        let (mut options, mut out) = (std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(indp_options_new(&mut options), INDP_OK);
        assert_eq!(indp_options_set_entropy_callback(options, Some(fill), ctx), INDP_OK);
        assert_eq!(indp_options_set_empirical_precision(options, empirical), INDP_OK);
        assert_eq!(indp_exponential_new(&eta, 0, 7, 40, options, &mut out), INDP_OK);
        indp_options_free(options);
        out
    }
}

#[test]
fn flags_of_the_same_thread_change_nothing() {
    let calm = answers(quiet);
    for _ in 0..3 {
        assert_eq!(answers(meddling), calm);
    }
    // The comparison is meaningful only if the answers vary.
    assert!(calm.iter().collect::<std::collections::HashSet<_>>().len() > 10);
}

struct Shared(*mut indp_exponential);
// SAFETY: the C ABI allows concurrent selections with one handle, which they do not change. The
// handle is freed only after all threads have ended.
unsafe impl Sync for Shared {}

/// Eight threads select with one handle while two other threads change the flags. In each thread
/// the frequencies of the outcomes must be right, where outcome i has weight (3/4)^i. The frequency
/// of an outcome among 40,000 selections is off by more than 0.02 with probability below
/// 2·exp(-2·40000·0.02²) < 3e-14, by Hoeffding's inequality. There are 128 frequencies, so a false
/// alarm has probability below 1e-11.
#[test]
fn many_threads_on_one_handle() {
    let eta = indp_eta { x: 3, y: 2, z: 1 };
    let stop = AtomicBool::new(false);
    for empirical in [0, 1] {
        let mut out = std::ptr::null_mut();
        unsafe {
            let mut options = std::ptr::null_mut();
            assert_eq!(indp_options_new(&mut options), INDP_OK);
            assert_eq!(indp_options_set_empirical_precision(options, empirical), INDP_OK);
            assert_eq!(indp_exponential_new(&eta, 0, 7, 8, options, &mut out), INDP_OK);
            indp_options_free(options);
        }
        let shared = Shared(out);
        stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let meddlers = (0..2).map(|i| {
                let stop = &stop;
                scope.spawn(move || {
                    let mut n = i;
                    while !stop.load(Ordering::Relaxed) {
                        meddle(n);
                        n += 1;
                    }
                })
            });
            let meddlers: Vec<_> = meddlers.collect();
            let workers: Vec<_> = (0..8).map(|_| scope.spawn(|| shares(&shared))).collect();
            let results: Vec<_> = workers.into_iter().map(|w| w.join()).collect();
            stop.store(true, Ordering::Relaxed);
            meddlers.into_iter().for_each(|m| m.join().unwrap());
            results.into_iter().for_each(|r| r.unwrap());
        });
        unsafe { indp_exponential_free(out) };
    }
}

fn shares(handle: &Shared) {
    const N: usize = 40_000;
    let utilities: Vec<f64> = (0..8).map(f64::from).collect();
    let mut counts = [0usize; 8];
    for n in 0..N {
        let mut index = usize::MAX;
        meddle(n as u64);
        assert_eq!(
            unsafe { indp_exponential_select(handle.0, utilities.as_ptr(), 8, &mut index) },
            INDP_OK
        );
        counts[index] += 1;
    }
    let total: f64 = (0..8).map(|i| 0.75f64.powi(i)).sum();
    for (i, count) in counts.iter().enumerate() {
        let share = 0.75f64.powi(i as i32) / total;
        assert!((*count as f64 / N as f64 - share).abs() < 0.02, "outcome {i}: {count}");
    }
}
