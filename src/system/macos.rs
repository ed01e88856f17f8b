//! macOS.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

pub use super::unix::{key_drop, key_get, key_make, key_set, map, on_fork, unmap};

pub fn process() -> u32 {
    // SAFETY: the function has no preconditions and always succeeds.
    unsafe { libc::getpid() as u32 }
}

/// The kernel can leave memory out of a child, but then every access there would crash.
pub fn wiped_on_fork(_: NonNull<c_void>, _: usize) -> bool {
    false
}

/// The system has no such request. It writes no core dumps unless the user asks for them.
pub fn keep_out_of_dumps(_: NonNull<c_void>, _: usize) {}

/// Opens the library that contains this function once more, for ever. The main program is never
/// unloaded.
pub fn stay_loaded() -> bool {
    let mut about = MaybeUninit::<libc::Dl_info>::zeroed();
    let here = stay_loaded as fn() -> bool as *const c_void;
    // SAFETY: `about` has the size that dladdr writes, and zeros are a valid value.
    let about = unsafe {
        if libc::dladdr(here, about.as_mut_ptr()) == 0 {
            return false;
        }
        about.assume_init()
    };
    // A crate of its own for one function would be too much.
    #[allow(deprecated)]
    // SAFETY: the first image is the main program, and it always exists.
    let program = unsafe { libc::_dyld_get_image_header(0) };
    if about.dli_fbase.cast_const() == program.cast() {
        return true;
    }
    let flags = libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
    // SAFETY: the name that dladdr gave is NUL-terminated and lives as long as the library.
    !about.dli_fname.is_null() && !unsafe { libc::dlopen(about.dli_fname, flags) }.is_null()
}
