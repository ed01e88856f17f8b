//! Reads random bytes from the operating system: by getrandom(2), or else from `/dev/urandom`
//! through a descriptor that is open only during the call.
//!
//! The getrandom crate is not used. Where the system call is denied, that crate keeps a descriptor
//! open for the life of the process. If a daemon then closes all descriptors and opens a file of
//! its own under that number, the crate would read its random bytes from this file.
//!
//! * All system calls here except `fstat` go through `syscall`. In glibc, `syscall` and `fstat` are
//!   not cancellation points, unlike `getrandom`, `open` and `read`. So a thread that is cancelled
//!   during a call ends later, outside this library.
//! * A descriptor is used only while its device number shows that it refers to the kernel's device.
//!   This is checked both before and after the bytes are read, since another thread may close the
//!   descriptor in between and open another file under its number. The checks miss this only if
//!   that number refers to the device again before the second check.
//! * Interrupted calls are repeated a limited number of times, because a sandbox may report an
//!   interruption for ever.
#![allow(unsafe_code)] // makes system calls

use std::ffi::{c_long, CStr};
use std::mem::MaybeUninit;
use std::ptr;

use crate::Error;

/// The largest number of attempts at a system call. If all of them are interrupted, the read fails.
/// Reading 32 bytes is never interrupted once the kernel's generator is ready.
const INTERRUPTIONS: u32 = 10_000;

const DEVICE_MAJOR: u32 = 1;
const RANDOM: u32 = 8;
const URANDOM: u32 = 9;

/// Fills `bytes`.
///
/// # Errors
/// [`Error::Entropy`]; the bytes are then unspecified.
pub fn fill(bytes: &mut [u8; 32]) -> Result<(), Error> {
    match by_call(bytes) {
        // The kernel has no such call, or a sandbox forbids it.
        Err(libc::ENOSYS | libc::EPERM) => by_device(bytes),
        result => result.map_err(|_| Error::Entropy),
    }
}

fn by_call(bytes: &mut [u8; 32]) -> Result<(), i32> {
    complete(bytes, |rest| {
        // SAFETY: writes at most `rest.len()` bytes to `rest`.
        unsafe { libc::syscall(libc::SYS_getrandom, rest.as_mut_ptr(), rest.len(), 0) }
    })
}

fn by_device(bytes: &mut [u8; 32]) -> Result<(), Error> {
    wait_until_ready()?;
    let device = Device::open(c"/dev/urandom", URANDOM)?;
    complete(bytes, |rest| {
        // SAFETY: writes at most `rest.len()` bytes to `rest`.
        unsafe { libc::syscall(libc::SYS_read, device.descriptor, rest.as_mut_ptr(), rest.len()) }
    })
    .map_err(|_| Error::Entropy)?;
    device.unchanged()
}

/// Waits until the kernel has gathered entropy after booting. `/dev/urandom` does not wait for
/// that, but `/dev/random` reports it.
fn wait_until_ready() -> Result<(), Error> {
    let device = Device::open(c"/dev/random", RANDOM)?;
    let mut wanted = libc::pollfd { fd: device.descriptor, events: libc::POLLIN, revents: 0 };
    let ready = uninterrupted(|| {
        let [time, mask] = [ptr::null::<libc::timespec>(), ptr::null()];
        // SAFETY: `wanted` is one descriptor, as the count states. Timeout and mask may be NULL.
        unsafe { libc::syscall(libc::SYS_ppoll, &raw mut wanted, 1, time, mask, 0) }
    });
    device.unchanged()?;
    if ready == Ok(1) && wanted.revents & libc::POLLIN != 0 {
        Ok(())
    } else {
        Err(Error::Entropy)
    }
}

/// An open descriptor of one of the kernel's generators.
struct Device {
    descriptor: i32,
    minor: u32,
}

impl Device {
    fn open(path: &CStr, minor: u32) -> Result<Self, Error> {
        let flags = libc::O_RDONLY | libc::O_CLOEXEC | libc::O_NOCTTY;
        let opened = uninterrupted(|| {
            // SAFETY: the path is NUL-terminated.
            unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags) }
        });
        let descriptor = opened.ok().and_then(|d| i32::try_from(d).ok()).ok_or(Error::Entropy)?;
        let device = Device { descriptor, minor };
        if !device.is_the_kernels() {
            shut(descriptor);
            std::mem::forget(device);
            return Err(Error::Entropy);
        }
        Ok(device)
    }

    fn is_the_kernels(&self) -> bool {
        let mut about = MaybeUninit::<libc::stat>::zeroed();
        // SAFETY: `about` has the size that fstat writes. It is zeroed, and zeros are also a valid
        // value.
        let about = unsafe {
            let known = libc::fstat(self.descriptor, about.as_mut_ptr()) == 0;
            known.then_some(about.assume_init())
        };
        about.is_some_and(|a| {
            let number = libc::makedev(DEVICE_MAJOR, self.minor);
            a.st_mode & libc::S_IFMT == libc::S_IFCHR && a.st_rdev == number
        })
    }

    /// Fails if the descriptor no longer refers to the device. Bytes read from it must then not be
    /// used.
    fn unchanged(&self) -> Result<(), Error> {
        self.is_the_kernels().then_some(()).ok_or(Error::Entropy)
    }
}

impl Drop for Device {
    /// Closes the descriptor, unless it now refers to another file.
    fn drop(&mut self) {
        if self.is_the_kernels() {
            shut(self.descriptor);
        }
    }
}

fn shut(descriptor: i32) {
    // SAFETY: the descriptor was opened here. Linux releases the number even if the call fails.
    unsafe { libc::syscall(libc::SYS_close, descriptor) };
}

/// Calls `read` until all bytes are filled.
fn complete(bytes: &mut [u8; 32], mut read: impl FnMut(&mut [u8]) -> c_long) -> Result<(), i32> {
    let mut filled = 0;
    while let Some(rest @ [_, ..]) = bytes.get_mut(filled..) {
        match uninterrupted(|| read(rest))? {
            // 0 means the end of a file, which the device does not have.
            0 => return Err(libc::EIO),
            n => filled += n as usize,
        }
    }
    Ok(())
}

/// The result of a system call, repeated while it is interrupted.
fn uninterrupted(mut call: impl FnMut() -> c_long) -> Result<c_long, i32> {
    for _ in 0..INTERRUPTIONS {
        let result = call();
        if result >= 0 {
            return Ok(result);
        }
        // SAFETY: the pointer to this thread's errno is always valid.
        let error = unsafe { *libc::__errno_location() };
        if error != libc::EINTR {
            return Err(error);
        }
    }
    Err(libc::EINTR)
}

#[cfg(test)]
mod tests;
