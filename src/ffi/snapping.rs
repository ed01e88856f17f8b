//! The snapping mechanism.

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

/// The snapping mechanism with fixed parameters. Immutable: any number of threads may release
/// through one handle at once.
pub struct indp_snapping {
    pub(super) mechanism: Snapping,
    source: Numbered,
}

/// The snapping mechanism (Mironov 2012): a release is
///     clamp(round(clamp(value) + S * lambda * ln U))
/// in real arithmetic, or as indp_options_set_float_precision says, with
/// lambda = sensitivity / epsilon, a fair sign S, U uniform on (0, 1), clamp to [-bound, bound],
/// and round to the nearest multiple of the grid, ties toward +infinity. The grid is by default
/// Lambda, the smallest power of two that is at least lambda.
/// epsilon: privacy loss of one release (base e), positive, finite.
/// sensitivity: how far the values of neighbouring data sets may differ, positive, finite, in the
/// unit of the values. The caller vouches for it.
/// bound: positive, may be infinite; public, in the unit of the values.
/// options: may be NULL; copied.
/// out: receives the handle, or NULL on failure; free with indp_snapping_free.
/// Costs no privacy by itself; each value released costs epsilon, and costs add up.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_LAMBDA,
/// INDP_E_NO_MEMORY, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING, INDP_E_UNUSED_EMPIRICAL; in
/// float arithmetic also INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID. Since 0.1.0.
/// Example: examples-c/quickstart.c.
/// Source: covington-implementation-notes, sections 2 to 4; definition Snap_R of liu, section 4.
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

/// Frees a handle; NULL is accepted. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_free(mechanism: *mut indp_snapping) {
    freed!(mechanism);
}

/// Releases one value. Costs epsilon.
/// value: the exact answer; NaN counts as 0, infinities as the largest doubles, before clamping.
/// out: receives a multiple of the grid, or ±bound, as the nearest double; a zero is +0.0. With an
/// infinite bound a result beyond the doubles is an infinity.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_ENTROPY, INDP_E_NO_MEMORY; on failure out is untouched.
/// Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
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

/// Releases n values independently. Costs n times epsilon (if one person may change all of them).
/// values, out: n doubles each; out may be values, no other overlap; both may be NULL if n is 0.
/// The values are as in indp_snapping_release. A seeded handle counts this as one call; the tape is
/// read value by value.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_LENGTH, and with out filled with NaN: INDP_E_ENTROPY,
/// INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0. Example: examples-c/quickstart.c.
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
            // Not in place: out never holds what is not released.
            let mut room = [0.0; BLOCK];
            for start in (0..n).step_by(BLOCK) {
                let block = room.get_mut(..BLOCK.min(n - start)).ok_or(Error::Panic)?;
                // SAFETY: both arrays have n elements; reading before writing allows out == values.
                unsafe { values.add(start).copy_to_nonoverlapping(block.as_mut_ptr(), block.len()) };
                mechanism.release_block(block, tape)?;
                // SAFETY: as above.
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

/// An array that is being written: filled with NaN if that ends early, also by a panic, since a
/// partial array could be taken for an answer.
struct Unfinished(*mut f64, usize);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for i in 0..self.1 {
            // SAFETY: the array has that many elements.
            unsafe { *self.0.add(i) = f64::NAN };
        }
    }
}

/// Releases one integer, which enters exactly. Costs epsilon. The handle's grid must be at least 1
/// and its bound a multiple of the grid or infinite; in float arithmetic at p < 63 bits its bound
/// must be at most 2^p, so that every integer within it is a float of p bits: else the loss could
/// exceed epsilon.
/// out: receives a multiple of the grid, or ±bound, saturated to the range of int64_t.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_GRID, INDP_E_BOUND, INDP_E_FLOAT_STEPS, INDP_E_ENTROPY,
/// INDP_E_NO_MEMORY; on failure out is untouched. Thread-safe. Since 0.1.0. Example:
/// examples-c/quickstart.c.
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

/// lambda, the scale of the noise and its mean absolute value: sensitivity / epsilon, in float
/// arithmetic sensitivity / epsilon'; rounded up to a double, in the unit of the values; NaN if
/// mechanism is NULL. Public. Thread-safe. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_lambda(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::lambda)
}

/// The grid of the releases, in the unit of the values, rounded up to a double where it lies
/// outside them (infinity for 2^1024); NaN if mechanism is NULL. Public. Thread-safe. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_grid(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::grid)
}

/// The epsilon of the Laplace noise inside, rounded down to a double: epsilon' of the redefinition
/// in float arithmetic, epsilon itself in real arithmetic; NaN if mechanism is NULL. Public.
/// Thread-safe.
/// Since 0.1.0. Source: covington-implementation-notes, section 5.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_laplace_epsilon(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::laplace_epsilon)
}

/// The worst privacy loss (base e) claimed for one release, rounded up to a double: at most
/// epsilon. In float arithmetic epsilon' (1 + 12 (bound / sensitivity) eta) + 2 eta; NaN if
/// mechanism is NULL. Public.
/// Thread-safe. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_loss(mechanism: *const indp_snapping) -> f64 {
    getter!(mechanism, Snapping::loss)
}

/// The float precision p in bits; 0 in real arithmetic and if mechanism is NULL. Public.
/// Thread-safe.
/// Since 0.1.0.
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

/// The unit roundoff eta = 2^-p of float arithmetic, rounded up to a double (2^-1074 for p above
/// 1074); 0 in real arithmetic; NaN if mechanism is NULL. Public. Thread-safe. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_unit_roundoff(mechanism: *const indp_snapping) -> f64 {
    let roundoff = |snapping: &Snapping| match snapping.arithmetic() {
        Arithmetic::Real => 0.0,
        Arithmetic::Float(p) => crate::exact::round_up_to_f64(1, -(p as i32), false),
    };
    getter!(mechanism, roundoff)
}

/// What a getter gives for a handle; NaN for NULL.
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
