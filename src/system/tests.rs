//! Holds the module of this system to the contract in `mod.rs`.

use std::collections::HashSet;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;

use super::imp::stay_loaded;
use super::*;

const SIZE: usize = 8 << 20;

#[test]
fn bytes_differ() {
    let mut seen = HashSet::new();
    for _ in 0..100 {
        let mut bytes = [0; 32];
        fill(&mut bytes).unwrap();
        assert!(seen.insert(bytes));
    }
}

#[test]
fn maps_are_zeros_and_apart() {
    let maps = [map(SIZE).unwrap(), map(SIZE).unwrap()];
    for at in maps {
        assert_eq!(at.as_ptr() as usize % 4096, 0);
        keep_out_of_dumps(at, SIZE);
        // SAFETY: the mapping has this size, and nothing else uses it.
        let bytes = unsafe { std::slice::from_raw_parts_mut(at.cast::<u8>().as_ptr(), SIZE) };
        assert!(bytes.iter().all(|&b| b == 0));
        bytes.fill(1);
    }
    for at in maps {
        // SAFETY: from `map`, with this size, and not used later.
        unsafe { unmap(at, SIZE) };
    }
}

/// More memory than any address space has is refused, without a panic.
#[test]
fn too_large_maps_are_refused() {
    assert_eq!(map(1 << 62), None);
}

struct Counted;
static ENDED: AtomicUsize = AtomicUsize::new(0);

impl AtEnd for Counted {
    fn end(value: NonNull<c_void>) {
        ENDED.fetch_add(value.as_ptr() as usize, Ordering::SeqCst);
    }
}

/// Each thread has its own pointer, which its end passes to the destructor, unless it is NULL.
#[test]
fn slots_belong_to_threads() {
    static SLOT: Slot<Counted> = Slot::new();
    assert!(SLOT.get().is_null() && SLOT.set(std::ptr::dangling_mut()).is_err());
    let threads: Vec<_> = (1..=64_usize)
        .map(|n| {
            thread::spawn(move || {
                SLOT.prepare().unwrap();
                assert!(SLOT.get().is_null());
                if n % 2 == 0 {
                    SLOT.set((n * 8) as *mut c_void).unwrap();
                    thread::yield_now();
                    assert_eq!(SLOT.get() as usize, n * 8);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(SLOT.get().is_null());
    assert_eq!(ENDED.load(Ordering::SeqCst), (1..=32).map(|n| n * 16).sum::<usize>());
}

/// One process has one number and stays loaded.
#[test]
fn the_process_is_known() {
    assert!(stay_loaded());
    assert_eq!(process(), std::process::id());
}

static FORKS: AtomicU32 = AtomicU32::new(0);

extern "C" fn forked() {
    FORKS.fetch_add(1, Ordering::SeqCst);
}

/// What a child of `fork` sees: zeros where the system said so, else what the parent wrote, another
/// number, and a count of handlers that ran.
#[cfg(unix)]
#[test]
fn children_are_told_apart() {
    assert!(on_fork(forked));
    let at = map(SIZE).unwrap();
    let wiped = wiped_on_fork(at, 4096);
    let byte = at.cast::<u8>().as_ptr();
    let parent = process();
    // SAFETY: the mapping has this size. The child only reads and ends.
    let status = unsafe {
        byte.write(7);
        byte.add(4096).write(8);
        let child = libc::fork();
        if child == 0 {
            let first = if wiped { 0 } else { 7 };
            let seen = byte.read() == first && byte.add(4096).read() == 8;
            let told = FORKS.load(Ordering::SeqCst) == 1 && process() != parent;
            libc::_exit(i32::from(!(seen && told)));
        }
        let mut status = -1;
        assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
        status
    };
    assert_eq!((status, FORKS.load(Ordering::SeqCst), wiped), (0, 0, cfg!(target_os = "linux")));
    // SAFETY: from `map`, with this size, and not used later.
    unsafe { unmap(at, SIZE) };
}

#[cfg(windows)]
#[test]
fn no_child_is_a_copy() {
    let at = map(SIZE).unwrap();
    assert!(wiped_on_fork(at, 4096) && on_fork(forked));
    // SAFETY: from `map`, with this size, and not used later.
    unsafe { unmap(at, SIZE) };
}
