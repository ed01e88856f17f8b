//! The error to expect from a release, before it is paid for.

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

/// The error to expect: for every value in [-bound, bound], a release is within r of it with
/// probability 1 - alpha at least. In real arithmetic r is at most lambda ln(1 / alpha) + grid / 2,
/// and the smallest such double where bound >= r + grid.
/// mechanism: its parameters decide; nothing private is used.
/// alpha: how often the release may lie further off, strictly between 0 and 1.
/// out: receives r, in the unit of the values; infinity if it exceeds the doubles. It holds for
/// values of up to 2^53 grid steps; beyond, half a unit in the last place of the release comes on
/// top.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY. Thread-safe.
/// Since 0.1.0.
/// Source: docs/specification.md, Claim U1; covington-utility.
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

/// The error to expect at one value, from the exact distribution of its releases: the smallest r
/// such that a release is within r of value with probability 1 - alpha at least.
/// value: a supposed, public value (r tells about it); NaN counts as 0, infinities as the largest
/// doubles. Outside of [-bound, bound] the distance to value itself is measured.
/// alpha, out: as in indp_snapping_accuracy. In float arithmetic a call takes time that grows with
/// the precision (indp_stop_when ends it): on an Intel Xeon of 2.6 GHz 14 ms at 53 bits, 0.2 s at
/// 118, 1.1 s at 256, 18 s at 1,024.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_ALPHA, INDP_E_NO_MEMORY. Thread-safe.
/// Since 0.1.0.
/// Source: docs/specification.md, Claim U2.
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

/// The privacy loss to ask for: the smallest double epsilon whose releases are within r of every
/// value in [-bound, bound] with probability 1 - alpha at least. The exact inverse of
/// indp_snapping_accuracy: the steps of the grid Lambda and, in float arithmetic, the redefinition
/// of epsilon are taken as they are.
/// sensitivity, bound, options (grid and float precision; may be NULL): as in indp_snapping_new.
/// alpha: strictly between 0 and 1.
/// r: positive, finite, in the unit of the values.
/// out: receives epsilon (base e).
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_ALPHA,
/// INDP_E_ACCURACY (r, or no epsilon reaches it), INDP_E_NO_MEMORY; in float arithmetic also
/// INDP_E_FLOAT_BOUND (infinite), INDP_E_FLOAT_GRID. Thread-safe. Since 0.1.0. Source: Claim U4.
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

/// Moments of the error of a release at one value, and those of the ideal Laplace mechanism beside
/// them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_moments {
    /// Set by the caller: sizeof(indp_moments).
    pub struct_size: usize,
    /// Mean of release - value.
    pub bias: f64,
    /// Variance of the release.
    pub variance: f64,
    /// Mean of |release - value|.
    pub mean_absolute_error: f64,
    /// Of the Laplace mechanism with the epsilon asked for: 2 (sensitivity / epsilon)^2. Its bias
    /// is 0.
    pub laplace_variance: f64,
    /// Of the Laplace mechanism: sensitivity / epsilon.
    pub laplace_mean_absolute_error: f64,
}

// SAFETY: declared above.
unsafe impl StructSize for indp_moments {}

/// Bias, variance and mean absolute error of a release at one value, from the exact distribution,
/// as doubles.
/// value: a supposed, public value; as in indp_snapping_accuracy_at. In float arithmetic a call
/// takes about a tenth of a second, more at high precision.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NO_MEMORY.
/// Thread-safe. Since 0.1.0. Source: docs/specification.md, Claim U2.
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

/// Bounds on the distance between a release and value + Y, the Laplace mechanism's answer by the
/// same noise Y.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_distance {
    /// Set by the caller: sizeof(indp_distance).
    pub struct_size: usize,
    /// No clamp binds: grid / 2.
    pub unclamped: f64,
    /// Only the inner clamp binds: |value| - bound + grid / 2.
    pub inner: f64,
    /// The outer clamp binds (with or without the inner one): mean distance, given that;
    /// inner + lambda.
    pub outer_mean: f64,
    /// The outer clamp binds: exceeded with probability alpha at most, given that; inner + lambda
    /// ln(1 / alpha).
    pub outer: f64,
}

// SAFETY: declared above.
unsafe impl StructSize for indp_distance {}

/// Bounds for the four cases in which clamps bind or do not, rounded up. For a value in
/// [-bound, bound] the inner clamp does not bind, and inner is unclamped.
/// value: a supposed, public value; as in indp_snapping_accuracy_at. alpha: strictly between 0 and
/// 1.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_ALPHA,
/// INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
/// Source: covington-utility, section 3, whose last two cases are open there.
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

/// The error to expect from indp_state_release of a count with the same epsilon and options: with
/// probability 1 - alpha at least the release is within out of the exact count. Only
/// rows_per_person is read from the state, which may be empty.
/// alpha: strictly between 0 and 1. In float arithmetic: for counts up to the bound of the release.
/// out: receives a whole number on the default grid; infinity if it exceeds the doubles.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, and for parameters
/// as indp_state_release.
/// Since 0.1.0. Source: docs/specification.md, Claims U1 and A2.
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

/// The error to expect from indp_state_release of a sum with the same epsilon and options: with
/// probability 1 - alpha at least the release is within out of the exact sum of the clamped values.
/// Only public parameters are read from the state, which may be empty.
/// alpha: strictly between 0 and 1. In float arithmetic: for sums up to the bound of the release.
/// Sums of more than 2^53 grid steps: as in indp_snapping_accuracy.
/// out: in the unit of the values; infinity if it exceeds the doubles.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STATE, INDP_E_ALPHA, and for parameters
/// as indp_state_release.
/// Since 0.1.0. Source: docs/specification.md, Claims U1 and A2.
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
