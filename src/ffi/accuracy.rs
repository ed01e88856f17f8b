//! C functions that compute the error to expect from a release, before any epsilon is spent.

use std::ffi::c_void;

use super::given::{object, options, output, state, structure_mut};
use super::guard::guard;
use super::options::indp_options;
use super::pointer::StructSize;
use super::snapping::indp_snapping;
use super::status::indp_status;
use crate::aggregate::{Aggregate, Count, Sum};
use crate::snapping::Snapping;
use crate::utility::at::accuracy_at;
use crate::utility::distance::distance;
use crate::utility::moments::moments;
use crate::utility::tail::{accuracy, epsilon_for_accuracy, Answers};
use crate::utility::Alpha;

/// The error r to expect from a release, for any value.
///
/// For every value in [-bound, bound], a release is within r of the value with probability at least
/// 1 - alpha. In real arithmetic r is at most lambda ln(1 / alpha) + grid / 2; if bound >= r +
/// grid, r is the smallest double for which this probability is at least 1 - alpha.
///
/// Parameters:
/// - mechanism: the handle. The result depends only on its parameters.
/// - alpha: the probability that the release may be further than r from the value, strictly between
///   0 and 1.
/// - out: receives r, in the unit of the values; infinity if r exceeds the largest double. This r
///   is valid for values of up to 2^53 grid steps; for larger values, add half a unit in the last
///   place of the release.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe, also on one handle.
/// - Source: docs/specification.md, Claim U1; Covington, Utility.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_accuracy(
    mechanism: *const indp_snapping,
    alpha: f64,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let out = output!(out)?;
        *out = accuracy(&handle.mechanism, Answers::Any, Alpha::new(alpha)?)?;
        Ok(())
    })
}

/// The error r to expect from a release of one value, from the exact distribution of its releases.
///
/// r is the smallest number such that, with probability at least 1 - alpha, a release is within r
/// of `value`.
///
/// In float arithmetic the time of a call grows with the precision (indp_stop_when ends the call).
/// On a 2.6 GHz Intel Xeon it takes 14 ms at 53 bits, 0.2 s at 118, 1.1 s at 256, 18 s at 1,024.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: an assumed value, which must be public because r reveals something about it. NaN counts
///   as 0, infinities as the largest doubles. If `value` lies outside [-bound, bound], r is the
///   distance from `value` itself, not from the clamped value.
/// - alpha, out: as in indp_snapping_accuracy.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing, for a public value.
/// - Thread safety: safe, also on one handle.
/// - Source: docs/specification.md, Claims U2 and U4.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_accuracy_at(
    mechanism: *const indp_snapping,
    value: f64,
    alpha: f64,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let out = output!(out)?;
        *out = accuracy_at(&handle.mechanism, &Snapping::enter(value), Alpha::new(alpha)?)?;
        Ok(())
    })
}

/// The privacy loss needed for a given accuracy: the inverse of indp_snapping_accuracy.
///
/// It is the smallest double epsilon whose releases are within r of every value in [-bound, bound]
/// with probability at least 1 - alpha. The inverse is exact: it allows for the steps in which the
/// grid Lambda changes and, in float arithmetic, for the redefinition of epsilon.
///
/// Parameters:
/// - sensitivity, bound: as in indp_snapping_new.
/// - alpha: strictly between 0 and 1.
/// - r: positive, finite, in the unit of the values.
/// - options: as in indp_snapping_new; grid and float precision affect the result.
/// - out: receives epsilon (base e).
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_ALPHA, INDP_E_NO_MEMORY;
/// - INDP_E_ACCURACY, if `r` is invalid, or if no epsilon attains it;
/// - INDP_E_UNUSED_SELECTION, INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_TIMING or
///   INDP_E_UNUSED_EMPIRICAL for an option that does not apply;
/// - in float arithmetic also INDP_E_FLOAT_BOUND (an infinite bound), INDP_E_FLOAT_GRID.
///
/// On failure `out` is untouched.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe.
/// - Source: docs/specification.md, Claims U2 and U4.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_epsilon_for_accuracy(
    sensitivity: f64,
    bound: f64,
    alpha: f64,
    r: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let out = output!(out)?;
        let options = options!(options);
        let alpha = Alpha::new(alpha)?;
        let (grid, precision) = options.chosen.of_noise()?;
        *out = epsilon_for_accuracy(sensitivity, bound, grid, precision, alpha, r)?;
        Ok(())
    })
}

/// Moments of the error of a release of one value, and the same moments of the ideal Laplace
/// mechanism.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_moments {
    /// Set by the caller: sizeof(indp_moments), in bytes.
    pub struct_size: usize,
    /// Mean of release - value, in the unit of the values. For the Laplace mechanism it is 0.
    pub bias: f64,
    /// Variance of the release, in the square of that unit.
    pub variance: f64,
    /// Mean of |release - value|, in the unit of the values.
    pub mean_absolute_error: f64,
    /// Variance of the Laplace mechanism with the requested epsilon: 2 (sensitivity / epsilon)^2.
    pub laplace_variance: f64,
    /// Mean absolute error of that Laplace mechanism: sensitivity / epsilon.
    pub laplace_mean_absolute_error: f64,
}

// SAFETY: the structure is repr(C) and begins with struct_size, a usize.
unsafe impl StructSize for indp_moments {}

/// Bias, variance and mean absolute error of a release of one value, from the exact distribution.
///
/// In float arithmetic a call takes about a tenth of a second, more at high precision.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: an assumed, public value; as in indp_snapping_accuracy_at.
/// - out: struct_size is set by the caller; receives the moments, as doubles.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing, for a public value.
/// - Thread safety: safe, also on one handle.
/// - Source: docs/specification.md, Claims U2 and U4.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_moments(
    mechanism: *const indp_snapping,
    value: f64,
    out: *mut indp_moments,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let out = structure_mut!(out)?;
        let found = moments(&handle.mechanism, &Snapping::enter(value))?;
        *out = indp_moments {
            struct_size: out.struct_size,
            bias: found.bias,
            variance: found.variance,
            mean_absolute_error: found.absolute,
            laplace_variance: found.laplace_variance,
            laplace_mean_absolute_error: found.laplace_absolute,
        };
        Ok(())
    })
}

/// Bounds on the distance between a release and `value` + Y, the answer of the Laplace mechanism
/// with the same noise Y. All bounds are in the unit of the values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_distance {
    /// Set by the caller: sizeof(indp_distance), in bytes.
    pub struct_size: usize,
    /// If no clamp binds: grid / 2.
    pub unclamped: f64,
    /// If only the inner clamp binds: |value| - bound + grid / 2.
    pub inner: f64,
    /// A bound on the mean distance if the outer clamp binds, whether or not the inner clamp binds
    /// too: `inner` plus lambda.
    pub outer_mean: f64,
    /// A bound that the distance exceeds with probability at most alpha if the outer clamp binds:
    /// `inner` plus lambda ln(1 / alpha).
    pub outer: f64,
}

// SAFETY: the structure is repr(C) and begins with struct_size, a usize.
unsafe impl StructSize for indp_distance {}

/// Bounds on the distance to the Laplace mechanism, for all four cases: no clamp binds, only the
/// inner clamp binds, only the outer clamp binds, or both bind.
///
/// For a value in [-bound, bound] the inner clamp does not bind, and `inner` equals `unclamped`.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: an assumed, public value; as in indp_snapping_accuracy_at.
/// - alpha: strictly between 0 and 1.
/// - out: struct_size is set by the caller; receives the bounds, rounded up.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_ALPHA, INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing, for a public value.
/// - Thread safety: safe, also on one handle.
/// - Source: Covington, Utility, section 3, which leaves the last two cases open.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_snapping_distance(
    mechanism: *const indp_snapping,
    value: f64,
    alpha: f64,
    out: *mut indp_distance,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let out = structure_mut!(out)?;
        let found = distance(&handle.mechanism, &Snapping::enter(value), Alpha::new(alpha)?)?;
        *out = indp_distance {
            struct_size: out.struct_size,
            unclamped: found.unclamped,
            inner: found.inner,
            outer_mean: found.outer_mean,
            outer: found.outer,
        };
        Ok(())
    })
}

/// The error to expect from a release of a count by indp_state_release, with the same epsilon and
/// options.
///
/// With probability at least 1 - alpha, the release differs from the exact count by at most the
/// error written to `out`. In float arithmetic this holds for counts up to the bound of the
/// release.
///
/// Parameters:
/// - state: a count, which may be empty. Only its rows_per_person is read.
/// - epsilon, options: as in indp_state_release_value.
/// - alpha: strictly between 0 and 1.
/// - out: receives the error in rows, a whole number on the default grid; infinity if it exceeds
///   the largest double.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a count), INDP_E_ALPHA, and the statuses that
/// indp_state_release returns for parameters.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims U1 and A2.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_count_accuracy(
    state: *const c_void,
    epsilon: f64,
    alpha: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let count = Count::read(state!(state)?)?;
        let out = output!(out)?;
        let options = options!(options);
        let mechanism = count.mechanism(&options.terms(epsilon)?)?;
        *out = accuracy(&mechanism, Answers::Multiples(0), Alpha::new(alpha)?)?;
        Ok(())
    })
}

/// The error to expect from a release of a sum by indp_state_release, with the same epsilon and
/// options.
///
/// With probability at least 1 - alpha, the release differs from the exact sum of the clamped
/// values by at most the error written to `out`. In float arithmetic this holds for sums up to the
/// bound of the release; for sums of more than 2^53 grid steps see indp_snapping_accuracy.
///
/// Parameters:
/// - state: a sum, which may be empty. Only its public parameters are read.
/// - epsilon, options: as in indp_state_release_value.
/// - alpha: strictly between 0 and 1.
/// - out: receives the error, in the unit of the values; infinity if it exceeds the largest double.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STATE (not a sum), INDP_E_ALPHA, and the statuses that
/// indp_state_release returns for parameters.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims U1 and A2.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_sum_accuracy(
    state: *const c_void,
    epsilon: f64,
    alpha: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let sum = Sum::read(state!(state)?)?;
        let out = output!(out)?;
        let options = options!(options);
        let mechanism = sum.mechanism(&options.terms(epsilon)?)?;
        *out = accuracy(&mechanism, Answers::Multiples(sum.exact().exponent), Alpha::new(alpha)?)?;
        Ok(())
    })
}
