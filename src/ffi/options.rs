//! Optional parameters.

use std::ffi::c_void;

use super::guard::{guard, guard_integers, guard_new};
use super::pointer::{borrow_mut, unbox};
use super::source::{Fill, Source};
use super::status::indp_status;
use crate::aggregate::choice::Choice;
use crate::exact::Positive;
use crate::exponential::Choices;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// Optional parameters of constructors and releases. One thread at a time; constructors copy what they
/// need, so options may be changed, reused or freed afterwards.
pub struct indp_options {
    pub(super) grid: Option<i32>,
    pub(super) precision: Precision,
    pub(super) source: Source,
    pub(super) choices: Choices,
}

impl indp_options {
    /// The defaults, which NULL stands for.
    pub(super) const DEFAULT: indp_options = indp_options {
        grid: None,
        precision: Precision::Real,
        source: Source::Os,
        choices: Choices::DEFAULT,
    };

    /// # Safety
    /// NULL, or options made by `indp_options_new`.
    pub(super) unsafe fn or_default<'a>(options: *const indp_options) -> &'a indp_options {
        // SAFETY: as promised.
        unsafe { options.as_ref() }.unwrap_or(&Self::DEFAULT)
    }

    /// The public choices of a state's release.
    pub(super) fn choice(&self, epsilon: f64) -> Result<Choice, Error> {
        let epsilon = Positive::from_f64(epsilon).ok_or(Error::Epsilon)?;
        Ok(Choice { epsilon, grid: self.grid, precision: self.precision })
    }
}

/// New options with every default: real arithmetic, default grid, operating-system entropy.
/// out: receives the options, or NULL on failure; free with indp_options_free.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY. Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_options_new(out: *mut *mut indp_options) -> indp_status {
    unsafe { guard_new(out, || Ok(indp_options::DEFAULT)) }
}

/// Frees options; NULL is accepted. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_free(options: *mut indp_options) {
    guard_integers(|| {
        unsafe { unbox(options) };
        Ok(())
    });
}

/// For indp_options_set_float_precision: the least precision that suits the parameters, at least 118 bits.
pub const INDP_PRECISION_AUTO: u32 = u32::MAX;

/// Chooses the arithmetic.
/// bits: 0 (the default) is real arithmetic: the released value is exactly what real numbers would give,
/// at loss epsilon, for every bound and grid. Choose it unless you must reproduce or audit a published
/// parametrisation. 53 to 4096 is float arithmetic at exactly that many bits of significand, never raised
/// silently: Mironov's mechanism, every operation correctly rounded, U* with that many digits. Its epsilon
/// is redefined so that the loss stays below epsilon, and it needs, for lambda as redefined and p bits:
/// lambda <= bound <= 2^(p-12) lambda, epsilon > 2^(1-p), and the grid Lambda. INDP_PRECISION_AUTO is
/// max(118, 64 + ceil(log2(bound / sensitivity)), 64 + ceil(-log2(epsilon))) bits.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION. Since 0.1.0. Example: examples-c/quickstart.c.
/// Source: Mironov 2012; covington-implementation-notes, section 5, with its errata corrected.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_float_precision(
    options: *mut indp_options,
    bits: u32,
) -> indp_status {
    guard(|| {
        let options = unsafe { borrow_mut(options) }?;
        options.precision = match bits {
            0 => Precision::Real,
            INDP_PRECISION_AUTO => Precision::Automatic,
            _ => Precision::bits(bits)?,
        };
        Ok(())
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
/// once, and must outlive every handle made with these options, as must ctx. It runs in the default floating-point
/// environment; for what else holds of callbacks see the top of this header.
/// How many words a call reads depends on the values: a source that fails after some words may fail for one array
/// and not for its neighbour. This is the one case in which a failure tells of values, and the caller's to exclude:
/// let fill fail for reasons of its own only, never after a number of words.
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

/// For the exponential mechanism: at least so many draws are made, whatever happens, and the last accepted one
/// counts. A draw is accepted with probability above 1/2, so more than k draws are needed with probability below 2^-k,
/// and only then does the time tell of the weights (ilvento, section 4).
/// draws: at least 1; 16 is the default. Each takes about 5 ns; 2^32 - 1 of them half a minute, unless indp_stop_when ends them.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_MIN_RETRIES. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_min_retries(options: *mut indp_options, draws: u32) -> indp_status {
    guard(|| {
        let options = unsafe { borrow_mut(options) }?;
        if draws == 0 {
            return Err(Error::MinRetries);
        }
        options.choices.min_retries = draws;
        Ok(())
    })
}

/// For the exponential mechanism: whether scans may end early. Faster, and time then tells more about which
/// outcome won.
/// optimize: 0 (the default) or not.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_optimize(options: *mut indp_options, optimize: i32) -> indp_status {
    guard(|| {
        unsafe { borrow_mut(options) }?.choices.optimize = optimize != 0;
        Ok(())
    })
}

/// For the exponential mechanism: whether selections go the way of the source note: every weight and sum a float of one
/// precision, determined empirically at construction (indp_exponential_precision_empirical), and INDP_E_INEXACT and
/// no output if any operation was not exact. The same outcomes for the same random bits, with the same
/// probabilities; slower by far (indp_stop_when ends it): with 1,000 outcomes and weights of 2^12, 2^15, 2^17 bits a selection takes 0.02,
/// 0.7, 16 s, the constructor 0.01, 0.2, 3.4 s, on an Intel Xeon of 2.6 GHz. Choose it to reproduce or audit the note. The constructor then returns
/// INDP_E_PRECISION_REACH, before it allocates anything, if the weights need more than 2^17 bits.
/// empirical: 0 (the default) or not.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0. Source: ilvento, Algorithms 1 to 3.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_empirical_precision(
    options: *mut indp_options,
    empirical: i32,
) -> indp_status {
    guard(|| {
        unsafe { borrow_mut(options) }?.choices.empirical = empirical != 0;
        Ok(())
    })
}
