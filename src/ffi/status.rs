//! Defines the status codes of the C functions and their texts.

use std::ffi::c_char;

use crate::Error;

/// Result of a call: INDP_OK or a positive code.
///
/// Treat an unknown code as a failure; codes are never reused. On any failure nothing was released
/// and no output was written, except that constructors set their handle to NULL, and that some
/// functions, as documented, fill an array with NaN.
///
/// No failure depends on a private value, except those that an entropy callback can cause
/// (indp_options_set_entropy_callback).
pub type indp_status = i32;

/// Success.
pub const INDP_OK: indp_status = 0;
/// The message for a status.
///
/// Parameters:
/// - status: any code; an unknown one has a message too.
///
/// Returns static text, never NULL, which contains no value.
///
/// - Thread safety: safe.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub extern "C" fn indp_status_message(status: indp_status) -> *const c_char {
    if status == INDP_OK {
        return c"success".as_ptr();
    }
    let known = Error::ALL.iter().find(|error| error.code() == status);
    known.map_or(c"unknown status: treat it as a failure", |error| error.c_message()).as_ptr()
}

/// The name of a status: "INDP_E_NULL" for INDP_E_NULL.
///
/// Parameters:
/// - status: any code.
///
/// Returns static text, never NULL; "?" for an unknown code.
///
/// - Thread safety: safe.
/// - Since 0.1.0.
#[no_mangle]
pub extern "C" fn indp_status_name(status: indp_status) -> *const c_char {
    if status == INDP_OK {
        return c"INDP_OK".as_ptr();
    }
    let known = Error::ALL.iter().find(|error| error.code() == status);
    known.map_or(c"?", |error| error.c_name()).as_ptr()
}
