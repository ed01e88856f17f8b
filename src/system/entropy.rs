//! Reads random bytes from the operating system.
//!
//! Other systems than Linux are read by the crate getrandom. On Linux the system call is made
//! here, by `syscall`: in glibc it is not a cancellation point, unlike `getrandom`, which the crate
//! calls unless a flag of the final build says otherwise. So a thread that is cancelled during a
//! call ends later, outside this library (`ffi-tests/c/cancel.c`).
//!
//! No file is read where a sandbox denies the call (`ffi-tests/c/no_entropy.c`). The crate would
//! keep a descriptor of `/dev/urandom` open. A daemon that closes all descriptors and opens a file
//! of its own under that number would make it the source of noise.

use crate::Error;

/// Fills `bytes`.
///
/// # Errors
/// [`Error::Entropy`]; the bytes are then unspecified.
#[cfg(not(target_os = "linux"))]
pub fn fill(bytes: &mut [u8; 32]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|_| Error::Entropy)
}

/// Fills `bytes`. Interrupted calls are repeated a limited number of times, because a sandbox may
/// report an interruption for ever.
///
/// # Errors
/// [`Error::Entropy`]; the bytes are then unspecified.
#[cfg(target_os = "linux")]
pub fn fill(bytes: &mut [u8; 32]) -> Result<(), Error> {
    const ATTEMPTS: u32 = 10_000;
    for _ in 0..ATTEMPTS {
        // SAFETY: writes at most `bytes.len()` bytes to `bytes`.
        let n = unsafe { libc::syscall(libc::SYS_getrandom, bytes.as_mut_ptr(), bytes.len(), 0) };
        if n == bytes.len() as libc::c_long {
            return Ok(());
        }
        // SAFETY: the pointer to this thread's errno is always valid.
        if n >= 0 || unsafe { *libc::__errno_location() } != libc::EINTR {
            break;
        }
    }
    // So few bytes are never given in part.
    Err(Error::Entropy)
}
