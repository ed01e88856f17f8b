//! C functions for versions and the self test.

use std::ffi::{c_char, CStr};

use super::guard::guard;
use super::status::indp_status;

const TEXT: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(text) => text,
        Err(_) => c"",
    };

const fn number(digits: &str) -> u32 {
    let (bytes, mut value, mut i) = (digits.as_bytes(), 0, 0);
    while i < bytes.len() {
        value = value * 10 + (bytes[i] - b'0') as u32;
        i += 1;
    }
    value
}

/// The version of the library in use, "major.minor.patch".
///
/// Compare it with INDP_VERSION_STRING, the version of the header.
///
/// Returns static text, never NULL.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_version_string() -> *const c_char {
    TEXT.as_ptr()
}

/// The major version of the library in use.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_version_major() -> u32 {
    const { number(env!("CARGO_PKG_VERSION_MAJOR")) }
}

/// The minor version of the library in use.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_version_minor() -> u32 {
    const { number(env!("CARGO_PKG_VERSION_MINOR")) }
}

/// The patch version of the library in use.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_version_patch() -> u32 {
    const { number(env!("CARGO_PKG_VERSION_PATCH")) }
}

/// The version of the tape, which is the order in which random words are read (docs/tape.md).
///
/// The same seed and calls give the same outputs as long as this number stays the same.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_tape_version() -> u32 {
    crate::tape::VERSION
}

/// Tests this build on this machine, in about a millisecond.
///
/// It compares random words, a logarithm, selections and properties of MPFR with known answers. It
/// also checks that the fast path and the reference path of the snapping mechanism release the same
/// values from the same random words, and that the operating system provides entropy.
///
/// Returns INDP_OK, INDP_E_SELF_TEST, INDP_E_ENTROPY, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_self_test() -> indp_status {
    guard(crate::self_test)
}
