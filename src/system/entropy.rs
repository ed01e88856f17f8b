//! Reads random bytes from the operating system, by the crate getrandom.
//!
//! What this project builds selects the crate's backend `linux_raw` on Linux (`tools/cargo.sh`):
//! a system call, written in assembly. It is not a cancellation point, unlike glibc's `getrandom`,
//! so a thread that is cancelled during a call ends later, outside this library. It opens no file:
//! where a sandbox denies the call, there are no random bytes, and releases fail.
//!
//! A Rust program that depends on this crate chooses the backend itself. The crate's default would
//! read `/dev/urandom` where the call is denied, through a descriptor that stays open. If a daemon
//! then closed all descriptors and opened a file of its own under that number, the file would be
//! the source of noise. So the call is tried here first.

use crate::Error;

/// Fills `bytes`.
///
/// # Errors
/// [`Error::Entropy`]; the bytes are then unspecified.
pub fn fill(bytes: &mut [u8; 32]) -> Result<(), Error> {
    if !is_allowed() {
        return Err(Error::Entropy);
    }
    getrandom::fill(bytes).map_err(|_| Error::Entropy)
}

/// Whether the system call exists and is allowed, where the crate would otherwise read a file.
#[cfg(all(target_os = "linux", not(getrandom_backend = "linux_raw")))]
fn is_allowed() -> bool {
    let nowhere = std::ptr::null_mut::<u8>();
    // SAFETY: the kernel writes no byte, as none is asked for.
    unsafe { libc::syscall(libc::SYS_getrandom, nowhere, 0_usize, 0) == 0 }
}

#[cfg(not(all(target_os = "linux", not(getrandom_backend = "linux_raw"))))]
fn is_allowed() -> bool {
    true
}
