//! Optional parameters.

use std::ffi::c_void;

use super::guard::guard;
use super::pointer::{borrow_mut, boxed, unbox};
use super::source::{Fill, Source};
use super::status::indp_status;
use crate::snapping::Snapping;
use crate::Error;

/// Optional parameters of constructors and releases. One thread at a time; constructors copy what they
/// need, so options may be changed, reused or freed afterwards.
pub struct indp_options {
    pub(super) grid: Option<i32>,
    pub(super) source: Source,
}

impl indp_options {
    /// The defaults, which NULL stands for.
    pub(super) const DEFAULT: indp_options = indp_options { grid: None, source: Source::Os };

    /// # Safety
    /// NULL, or options made by `indp_options_new`.
    pub(super) unsafe fn or_default<'a>(options: *const indp_options) -> &'a indp_options {
        // SAFETY: as promised.
        unsafe { options.as_ref() }.unwrap_or(&Self::DEFAULT)
    }
}

/// New options with every default: real arithmetic, default grid, operating-system entropy.
/// out: receives the options, or NULL on failure; free with indp_options_free.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY. Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_options_new(out: *mut *mut indp_options) -> indp_status {
    guard(|| {
        let out = unsafe { borrow_mut(out) }?;
        *out = std::ptr::null_mut();
        *out = boxed(indp_options::DEFAULT)?;
        Ok(())
    })
}

/// Frees options; NULL is accepted. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_free(options: *mut indp_options) {
    guard(|| {
        unsafe { unbox(options) };
        Ok(())
    });
}

/// Chooses the arithmetic. bits 0 (the default) is real arithmetic: the released value is exactly what
/// real numbers would give, at loss epsilon.
/// bits: 0; other values are refused in this version.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_float_precision(
    options: *mut indp_options,
    bits: u32,
) -> indp_status {
    guard(|| {
        unsafe { borrow_mut(options) }?;
        if bits == 0 {
            Ok(())
        } else {
            Err(Error::Precision)
        }
    })
}

/// Chooses the grid: releases are multiples of it (and ±bound).
/// power_of_two: a positive power of two, in the unit of the values; 0 (the default) lets the mechanism
/// choose. Rounding is post-processing: a finer grid costs no privacy. Finer than Lambda brings the
/// error of the ideal Laplace mechanism (Lambda itself costs 4 to 17 percent in variance), coarser gives
/// rounder numbers.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_GRID. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_grid(options: *mut indp_options, power_of_two: f64) -> indp_status {
    guard(|| {
        let options = unsafe { borrow_mut(options) }?;
        options.grid = Snapping::grid_option(power_of_two)?;
        Ok(())
    })
}

/// Takes every random word from the caller instead of the operating system; replaces a seed set before.
/// fill: writes len bytes to buf and returns 0; anything else makes the release fail with
/// INDP_E_ENTROPY. It supplies the tape itself, 8 bytes (one little-endian word) a call, in the order of
/// docs/tape.md: it must be as good as the privacy promised. It may be called on several threads at
/// once, must outlive every handle made with these options, as must ctx, and must not longjmp, throw or
/// call this library.
/// ctx: passed to fill, may be NULL.
/// Returns INDP_OK, INDP_E_NULL (options or fill). Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_entropy_callback(
    options: *mut indp_options,
    fill: Option<unsafe extern "C" fn(ctx: *mut c_void, buf: *mut u8, len: usize) -> i32>,
    ctx: *mut c_void,
) -> indp_status {
    guard(|| {
        let options = unsafe { borrow_mut(options) }?;
        let fill: Fill = fill.ok_or(Error::Null)?;
        options.source = Source::Callback(fill, ctx);
        Ok(())
    })
}

/// Makes releases reproducible and NOT PRIVATE: who knows the seed can subtract the noise. For tests.
/// Replaces a callback set before. The calls on one handle are numbered from 0, atomically, and call j
/// reads the tape of (seed, j): docs/tape.md.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_insecure_seed(
    options: *mut indp_options,
    seed: u64,
) -> indp_status {
    guard(|| {
        unsafe { borrow_mut(options) }?.source = Source::Seeded(seed);
        Ok(())
    })
}
