//! Bytes from the operating system: getrandom(2), else `/dev/urandom` through a descriptor that
//! lives for this call only.
//!
//! Not the getrandom crate: where the system call is denied it keeps a descriptor for the life of
//! the process. A daemon that closes all descriptors and reuses the number then feeds its own file
//! to the generator.
//!
//! * Everything here goes through `syscall`, which is no cancellation point, as `getrandom`, `open`
//!   and `read` are: a thread that is cancelled ends later, in code of its own.
//! * A descriptor is used only while it names the kernel's device, by its number. It is compared
//!   before the bytes are read and after, since another thread may close it meanwhile; two such
//!   threads, one closing and one opening the device under the same number in the time of a read,
//!   would go unnoticed.
//! * Interrupted calls are repeated, a limited number of times: a sandbox may answer so for ever.
#![allow(unsafe_code)] // system calls

use std::ffi::{c_long, CStr};
use std::mem::MaybeUninit;
use std::ptr;

use crate::Error;

/// How often a call may be interrupted. 32 bytes are not, once the kernel's generator is ready.
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
        // No such call, or a sandbox forbids it.
        Err(libc::ENOSYS | libc::EPERM) => by_device(bytes),
        result => result.map_err(|_| Error::Entropy),
    }
}

fn by_call(bytes: &mut [u8; 32]) -> Result<(), i32> {
    complete(bytes, |rest| {
        // SAFETY: writes at most as many bytes.
        unsafe { libc::syscall(libc::SYS_getrandom, rest.as_mut_ptr(), rest.len(), 0) }
    })
}

fn by_device(bytes: &mut [u8; 32]) -> Result<(), Error> {
    wait_until_ready()?;
    let device = Device::open(c"/dev/urandom", URANDOM)?;
    complete(bytes, |rest| {
        // SAFETY: writes at most as many bytes.
        unsafe { libc::syscall(libc::SYS_read, device.descriptor, rest.as_mut_ptr(), rest.len()) }
    })
    .map_err(|_| Error::Entropy)?;
    device.unchanged()
}

/// Until the kernel has gathered entropy after booting: `/dev/urandom` does not wait for it,
/// `/dev/random` tells.
fn wait_until_ready() -> Result<(), Error> {
    let device = Device::open(c"/dev/random", RANDOM)?;
    let mut wanted = libc::pollfd { fd: device.descriptor, events: libc::POLLIN, revents: 0 };
    let ready = uninterrupted(|| {
        let [time, mask] = [ptr::null::<libc::timespec>(), ptr::null()];
        // SAFETY: one descriptor, no limit of time, no mask of signals.
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
            // SAFETY: the path ends with a zero.
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
        // SAFETY: writes the structure; zeros are one too.
        let about = unsafe {
            let known = libc::fstat(self.descriptor, about.as_mut_ptr()) == 0;
            known.then_some(about.assume_init())
        };
        about.is_some_and(|a| {
            let number = libc::makedev(DEVICE_MAJOR, self.minor);
            a.st_mode & libc::S_IFMT == libc::S_IFCHR && a.st_rdev == number
        })
    }

    /// Nothing that was read counts otherwise.
    fn unchanged(&self) -> Result<(), Error> {
        self.is_the_kernels().then_some(()).ok_or(Error::Entropy)
    }
}

impl Drop for Device {
    /// If the number has become another file's, that file stays open.
    fn drop(&mut self) {
        if self.is_the_kernels() {
            shut(self.descriptor);
        }
    }
}

fn shut(descriptor: i32) {
    // SAFETY: the descriptor was opened here. Whatever the result, Linux has released the number.
    unsafe { libc::syscall(libc::SYS_close, descriptor) };
}

/// Calls `read` until all bytes are there.
fn complete(bytes: &mut [u8; 32], mut read: impl FnMut(&mut [u8]) -> c_long) -> Result<(), i32> {
    let mut filled = 0;
    while let Some(rest @ [_, ..]) = bytes.get_mut(filled..) {
        match uninterrupted(|| read(rest))? {
            // The end of a file, which a device does not have.
            0 => return Err(libc::EIO),
            n => filled += n as usize,
        }
    }
    Ok(())
}

/// What a system call returns when it was not interrupted, or its error.
fn uninterrupted(mut call: impl FnMut() -> c_long) -> Result<c_long, i32> {
    for _ in 0..INTERRUPTIONS {
        let result = call();
        if result >= 0 {
            return Ok(result);
        }
        // SAFETY: this thread's errno, set by the failed call.
        let error = unsafe { *libc::__errno_location() };
        if error != libc::EINTR {
            return Err(error);
        }
    }
    Err(libc::EINTR)
}

#[cfg(test)]
mod tests;
