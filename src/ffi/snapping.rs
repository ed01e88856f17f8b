//! C functions for the snapping mechanism.

use super::given::{freed, made, object, options, output};
use super::guard::{guard, guard_made};
use super::options::indp_options;
use super::pointer::check_array;
use super::status::indp_status;
use crate::exact::Dyadic;
use crate::fixed_log::LoggedWords;
use crate::snapping::{Arithmetic, Snapping, BLOCK};
use crate::source::{Numbered, Release};
use crate::Error;

/// The snapping mechanism with fixed parameters.
///
/// Thread safety: immutable, so any number of threads may release through one handle at once.
pub struct indp_snapping {
    pub(super) mechanism: Snapping,
    source: Numbered,
}

/// Makes a snapping mechanism (Mironov 2012): Laplace noise, clamped and rounded to a grid.
///
/// A release of a value is
///
/// ```text
/// clamp(round(clamp(value) + S * lambda * ln U))
/// ```
///
/// in real arithmetic, or in float arithmetic with indp_options_set_float_precision. lambda =
/// sensitivity / epsilon, S is a fair sign, and U is uniform on (0, 1). clamp(x) limits x to
/// [-bound, bound]; round(x) is the multiple of the grid nearest to x, with ties toward +infinity.
/// The grid is by default Lambda, the smallest power of two that is at least lambda.
///
/// Parameters:
/// - epsilon: privacy loss of one release (base e), positive, finite.
/// - sensitivity: how far the values of neighbouring data sets may differ, in the unit of the
///   values; positive, finite. The caller promises it; it is not checked.
/// - bound: the clamping bound, in the unit of the values; positive, may be infinite; public.
/// - options: NULL, or options, which are copied. Grid, float precision and the source of random
///   bits apply (see OPTIONS).
/// - out: receives the handle, NULL on failure; free it with indp_snapping_free.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_LAMBDA,
///   INDP_E_NO_MEMORY;
/// - INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING or
///   INDP_E_UNUSED_EMPIRICAL for an option that does not apply;
/// - in float arithmetic also INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID.
///
/// On failure the handle is NULL.
///
/// - Privacy: costs nothing by itself; each value released costs epsilon, and costs add up.
/// - Thread safety: one thread per options object.
/// - Source: Covington, Implementation Notes, sections 2 to 4; Liu, section 4 (Snap_R).
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_new(
    epsilon: f64,
    sensitivity: f64,
    bound: f64,
    options: *const indp_options,
    out: *mut *mut indp_snapping,
) -> indp_status {
    let make = || {
        let options = options!(options);
        let (grid, precision) = options.chosen.of_noise()?;
        let mechanism = Snapping::with_precision(epsilon, sensitivity, bound, grid, precision)?;
        Ok(indp_snapping { mechanism, source: Numbered::new(options.source) })
    };
    made!(out, make)
}

/// Frees a handle.
///
/// Parameters:
/// - mechanism: from indp_snapping_new, not used again by any thread; NULL is accepted.
///
/// Returns nothing.
///
/// - Thread safety: one thread per handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_free(mechanism: *mut indp_snapping) {
    freed!(mechanism);
}

/// Releases one value.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: the exact answer, in the unit of the handle's parameters. NaN counts as 0, infinities
///   as the largest doubles, before clamping.
/// - out: receives a multiple of the grid, or plus or minus the bound, rounded to the nearest
///   double; a zero is +0.0. With an infinite bound, a result beyond the largest double becomes an
///   infinity.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY. On failure `out` is untouched.
///
/// - Privacy: costs epsilon.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_release(
    mechanism: *const indp_snapping,
    value: f64,
    out: *mut f64,
) -> indp_status {
    struct One<'a>(&'a Snapping, f64);
    impl Release for One<'_> {
        type Output = f64;
        #[inline]
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<f64, Error> {
            self.0.release_f64(self.1, tape)
        }
    }
    guard_made(|| {
        let handle = object!(mechanism)?;
        let out = output!(out)?;
        *out = handle.source.call(One(&handle.mechanism, value))?;
        Ok(())
    })
}

/// Releases n values, each with independent noise.
///
/// With a seed, the whole array counts as one call on the handle. The n releases read the tape one
/// after the other.
///
/// Parameters:
/// - mechanism: the handle.
/// - values: an array of n doubles, as in indp_snapping_release; may be NULL if n is 0.
/// - n: the number of values.
/// - out: an array of n doubles; may be NULL if n is 0. It may be `values` itself, but must not
///   overlap `values` in any other way.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_ENTROPY, INDP_E_NO_MEMORY. If the call fails
/// with one of the last two, or with any other status after the release has begun, the array `out`
/// is filled with NaN.
///
/// - Privacy: costs n times epsilon, if one person may change all of the values.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_release_many(
    mechanism: *const indp_snapping,
    values: *const f64,
    n: usize,
    out: *mut f64,
) -> indp_status {
    struct Many<'a>(&'a Snapping, *const f64, usize, *mut f64);
    impl Release for Many<'_> {
        type Output = ();
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<(), Error> {
            let Many(mechanism, values, n, out) = self;
            // The values are released in a local buffer, so that `out` never holds an unreleased
            // value.
            let mut buffer = [0.0; BLOCK];
            for start in (0..n).step_by(BLOCK) {
                let block = buffer.get_mut(..BLOCK.min(n - start)).ok_or(Error::Panic)?;
                // SAFETY: `values` has n readable elements, and the block ends at n or before. The
                // local buffer overlaps neither `values` nor `out`, even if the two are equal.
                unsafe {
                    values.add(start).copy_to_nonoverlapping(block.as_mut_ptr(), block.len())
                };
                mechanism.release_block(block, tape)?;
                // SAFETY: as above, and `out` has n writable elements.
                unsafe { block.as_ptr().copy_to_nonoverlapping(out.add(start), block.len()) };
            }
            Ok(())
        }
    }
    guard(|| {
        let handle = object!(mechanism)?;
        check_array(values, n)?;
        check_array(out, n)?;
        if n == 0 {
            return Ok(());
        }
        let unfinished = Unfinished(out, n);
        handle.source.call(Many(&handle.mechanism, values, n, out))?;
        std::mem::forget(unfinished);
        Ok(())
    })
}

/// An array that is being written. It is filled with NaN if writing ends early, even by a panic,
/// since a partial array could be mistaken for an answer.
struct Unfinished(*mut f64, usize);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for i in 0..self.1 {
            // SAFETY: the array has `self.1` writable elements, and i is below that number.
            unsafe { *self.0.add(i) = f64::NAN };
        }
    }
}

/// Releases one integer, which is not converted to a double.
///
/// The handle's grid must be at least 1, and its bound a multiple of the grid or infinite. In float
/// arithmetic at p < 63 bits the bound must be at most 2^p, so that every integer within it is a
/// float of p bits: otherwise the loss could exceed epsilon.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: the exact answer.
/// - out: receives a multiple of the grid, or plus or minus the bound, saturated to the range of
///   int64_t.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
/// - INDP_E_GRID, INDP_E_BOUND or INDP_E_FLOAT_STEPS for a handle that does not suit integers.
///
/// On failure `out` is untouched.
///
/// - Privacy: costs epsilon.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_release_int64(
    mechanism: *const indp_snapping,
    value: i64,
    out: *mut i64,
) -> indp_status {
    struct One<'a>(&'a Snapping, i64);
    impl Release for One<'_> {
        type Output = i64;
        fn run<W: LoggedWords>(self, tape: &mut W) -> Result<i64, Error> {
            self.0.release_i64(&Dyadic::from(self.1), tape)
        }
    }
    guard_made(|| {
        let handle = object!(mechanism)?;
        let out = output!(out)?;
        handle.mechanism.suits_integers()?;
        *out = handle.source.call(One(&handle.mechanism, value))?;
        Ok(())
    })
}

/// The noise scale lambda, which is also the mean absolute value of the noise.
///
/// It is sensitivity / epsilon in real arithmetic, and sensitivity / epsilon' in float arithmetic.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns lambda in the unit of the values, rounded up to a double; NaN if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_lambda(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::lambda)
}

/// The grid of the releases.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns the grid in the unit of the values, rounded up to a double if it is not a double
/// (infinity for 2^1024); NaN if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_grid(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::grid)
}

/// The epsilon of the Laplace noise inside the mechanism.
///
/// It is epsilon itself in real arithmetic, and the redefined epsilon' in float arithmetic.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns that epsilon rounded down to a double; NaN if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Source: Covington, Implementation Notes, section 5.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_laplace_epsilon(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::laplace_epsilon)
}

/// The worst privacy loss (base e) claimed for one release: at most epsilon.
///
/// In float arithmetic at p bits it is epsilon' (1 + 12 (bound / sensitivity) u) + 2 u, where u =
/// 2^-p is the unit roundoff.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns the loss rounded up to a double; NaN if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_loss(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::loss)
}

/// The float precision p in bits.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns p; 0 in real arithmetic and if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_precision(mechanism: *const indp_snapping) -> u32 {
    let mut bits = 0;
    guard(|| {
        if let Arithmetic::Float(p) = object!(mechanism)?.mechanism.arithmetic() {
            bits = p;
        }
        Ok(())
    });
    bits
}

/// The unit roundoff 2^-p of float arithmetic.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns the unit roundoff rounded up to a double (2^-1074 for p above 1074); 0 in real
/// arithmetic; NaN if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_unit_roundoff(mechanism: *const indp_snapping) -> f64 {
    let roundoff = |snapping: &Snapping| match snapping.arithmetic() {
        Arithmetic::Real => 0.0,
        Arithmetic::Float(p) => crate::exact::round_up_to_f64(1, -(p as i32), false),
    };
    getter!(mechanism, roundoff)
}

/// The value that `$get` reads from the mechanism of a handle; NaN if the handle is NULL.
macro_rules! getter {
    ($mechanism:expr, $get:expr) => {{
        let (mechanism, mut value) = ($mechanism, f64::NAN);
        guard(|| {
            value = $get(&object!(mechanism)?.mechanism);
            Ok(())
        });
        value
    }};
}
use getter;
