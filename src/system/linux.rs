//! Linux, with glibc or musl.

use std::ffi::c_void;
use std::ptr::NonNull;

pub use super::unix::{key_drop, key_get, key_make, key_set, map, on_fork, unmap};

/// The system call is used because old C libraries cache the result of getpid, and return it even
/// in a child that was made by raw clone.
pub fn process() -> u32 {
    // SAFETY: this system call takes no arguments, touches no memory and always succeeds.
    unsafe { libc::syscall(libc::SYS_getpid) as u32 }
}

/// Asks the kernel to wipe the memory in children, and returns whether it will do so. Some
/// emulators accept every advice value of madvise but do nothing. They are detected by an invalid
/// value, which a real kernel refuses.
pub fn wiped_on_fork(map: NonNull<c_void>, size: usize) -> bool {
    const NO_ADVICE: i32 = -1;
    // SAFETY: neither advice changes the memory of this process.
    unsafe {
        libc::madvise(map.as_ptr(), size, NO_ADVICE) != 0
            && libc::madvise(map.as_ptr(), size, libc::MADV_WIPEONFORK) == 0
    }
}

pub fn keep_out_of_dumps(map: NonNull<c_void>, size: usize) {
    // SAFETY: this advice does not change the memory.
    unsafe { libc::madvise(map.as_ptr(), size, libc::MADV_DONTDUMP) };
}

/// The shared libraries are linked with nodelete, users of the archive are asked to link with it as
/// well, and musl never unloads a library.
pub fn stay_loaded() -> bool {
    true
}
