//! What Linux and macOS have in common: POSIX.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use super::AtEnd;

pub fn map(size: usize) -> Option<NonNull<c_void>> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at an address that the kernel chooses touches no other memory.
    let map = unsafe { libc::mmap(ptr::null_mut(), size, access, kind, -1, 0) };
    if map == libc::MAP_FAILED {
        None
    } else {
        NonNull::new(map)
    }
}

/// # Safety
/// The memory is a mapping of `map` with this size, and nothing uses it later.
pub unsafe fn unmap(map: NonNull<c_void>, size: usize) {
    // SAFETY: as the caller promised.
    unsafe { libc::munmap(map.as_ptr(), size) };
}

pub fn key_make<E: AtEnd>() -> Option<usize> {
    extern "C" fn end<E: AtEnd>(value: *mut c_void) {
        if let Some(value) = NonNull::new(value) {
            E::end(value);
        }
    }
    let mut key: libc::pthread_key_t = 0;
    // SAFETY: the key is written to a variable of its type. The destructor stays mapped: see
    // `stay_loaded`.
    let made = unsafe { libc::pthread_key_create(&raw mut key, Some(end::<E>)) == 0 };
    made.then_some(key as usize)
}

pub fn key_drop(key: usize) {
    // SAFETY: the key was made by `key_make`, and nothing is stored under it.
    unsafe { libc::pthread_key_delete(key as libc::pthread_key_t) };
}

#[inline]
pub fn key_get(key: usize) -> *mut c_void {
    // SAFETY: the key was made by `key_make` and is not deleted.
    unsafe { libc::pthread_getspecific(key as libc::pthread_key_t) }
}

pub fn key_set(key: usize, value: *mut c_void) -> bool {
    // SAFETY: as above.
    unsafe { libc::pthread_setspecific(key as libc::pthread_key_t, value) == 0 }
}

/// The handler runs in a child of a process that may have had several threads: it may do only what
/// a signal handler may do. It stays mapped: see `stay_loaded`.
pub fn on_fork(handler: unsafe extern "C" fn()) -> bool {
    // SAFETY: the handler keeps to this, as all callers of `on_fork` do.
    unsafe { libc::pthread_atfork(None, None, Some(handler)) == 0 }
}
