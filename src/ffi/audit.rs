//! C functions that audit mechanisms: they find the true privacy loss by exact computation.

use std::ffi::{c_char, c_void};

use super::given::{bytes_mut, object, output, structure, structure_mut};
use super::guard::guard;
use super::pointer::StructSize;
use super::snapping::indp_snapping;
use super::status::indp_status;
use super::text::write_text;
use crate::audit::host;
use crate::audit::pair::Finding;
use crate::exact::Dyadic;
use crate::Error;

/// The findings of an audit of one mechanism. Losses are in base e; values and outputs are in the
/// unit of the mechanism's parameters.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_audit {
    /// Set by the caller: sizeof(indp_audit), in bytes.
    pub struct_size: usize,
    /// The largest loss found, |ln(P(output | f) / P(output | g))|; infinite if an output is
    /// possible for one value only.
    pub loss: f64,
    /// The loss minus epsilon, computed from the loss before it was rounded to a double. In real
    /// arithmetic, where U has infinitely many digits, the loss is known to about 2^-190, and
    /// `excess` is computed from the lower bound on the loss.
    pub excess: f64,
    /// The output at which the largest loss occurs.
    pub output: f64,
    /// One of the two values between which the largest loss occurs.
    pub f: f64,
    /// The other value.
    pub g: f64,
    /// The loss proven for all neighbouring values, rounded up; never above epsilon. It is epsilon
    /// in real arithmetic, and epsilon' (1 + 12 (bound / sensitivity) u) + 2 u in float arithmetic
    /// with unit roundoff u.
    pub bound: f64,
    /// For each case of Liu's proof, the upper bound that Liu's error semantics gives for the loss,
    /// minus epsilon; NaN for a case without an output. If f is the smaller value, the cases are:
    /// output = -bound; between -bound and round(f); = round(f); between round(f) and round(g); =
    /// round(g); between round(g) and bound; = bound. These numbers may be above 0 although the
    /// proven bound never exceeds epsilon.
    pub cases: [f64; 7],
    /// The number of outputs examined.
    pub outputs: u64,
    /// The number of interval endpoints that were compared with the endpoints that the definition
    /// gives in exact arithmetic. Each interval holds the values of the uniform random number U
    /// that lead to one output with one sign of the noise.
    pub ends: u64,
    /// The number of endpoints that differ from the definition, or near which the library's code
    /// paths for computing a release do not all give the same output. 0 if the mechanism agrees
    /// with its definition.
    pub wrong_ends: u64,
    /// 1 if the search was exhaustive: all outputs were examined, for one pair of values. Otherwise
    /// 0.
    pub exhaustive: i32,
    /// 1 if the loss exceeds epsilon, otherwise 0.
    pub exceeds: i32,
}

// SAFETY: the structure is repr(C) and begins with struct_size, a usize.
unsafe impl StructSize for indp_audit {}

impl indp_audit {
    fn set(&mut self, found: &Finding, bound: f64) {
        *self = indp_audit {
            struct_size: self.struct_size,
            loss: found.loss,
            excess: found.excess,
            output: found.output,
            f: found.inputs.0,
            g: found.inputs.1,
            bound,
            cases: found.cases,
            outputs: found.outputs,
            ends: found.ends,
            wrong_ends: found.wrong,
            exhaustive: i32::from(found.exhaustive),
            exceeds: i32::from(found.exceeds),
        };
    }

    fn finding(&self) -> Finding {
        Finding {
            loss: self.loss,
            excess: self.excess,
            exceeds: self.exceeds != 0,
            output: self.output,
            inputs: (self.f, self.g),
            outputs: self.outputs,
            exhaustive: self.exhaustive != 0,
            ends: self.ends,
            wrong: self.wrong_ends,
            cases: self.cases,
        }
    }
}

/// The proven bound on the loss of one release, for all neighbouring values. It equals
/// indp_snapping_loss.
///
/// Parameters:
/// - mechanism: the handle.
/// - out: receives the loss (base e), rounded up.
///
/// Returns INDP_OK, INDP_E_NULL.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe, also on one handle.
/// - Source: docs/specification.md, Claims F1 and V2.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_bound(
    mechanism: *const indp_snapping,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        *output!(out)? = handle.mechanism.loss();
        Ok(())
    })
}

/// The exact loss between the releases of two values, as this library computes them.
///
/// For each output and each sign of the noise, the values of the uniform random number U that lead
/// to the output form an interval. Bisection finds the endpoints of each interval: it makes
/// releases as indp_snapping_release does, but with chosen values of U. No random word is drawn. An
/// output is a double: multiples of the grid that round to the same double are one output.
///
/// The library's other code paths for a release are then tried on both sides of each endpoint, at
/// several distances: indp_snapping_release_many, and both implementations of the logarithm (one
/// for words of seeds and callbacks, one for words of the operating system). If one of them gives
/// another output, the endpoint counts as wrong. Agreement around all endpoints is not a proof for
/// every U.
///
/// On a 2.6 GHz Intel Xeon, each output takes 8 ms in real arithmetic; in float arithmetic it takes
/// 3 ms at 53 bits, 16 ms at 118, 60 ms at 256, 0.6 s at 1,024, over a minute at 4,096.
/// indp_stop_when ends a call.
///
/// Parameters:
/// - mechanism: the handle.
/// - f, g: two assumed, public values, finite, at most the sensitivity apart once clamped.
/// - most_outputs: if 2 bound / grid is at most this number, all outputs are examined. Otherwise
///   about sixty selected outputs are examined. 0 means 2^20.
/// - out: struct_size is set by the caller; receives the findings.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NEIGHBOURS, INDP_E_AUDIT_REACH,
/// INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing, for public values.
/// - Thread safety: safe, also on one handle.
/// - Source: docs/specification.md, Claims V1 and V3; Liu, sections 3 to 5.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_pair(
    mechanism: *const indp_snapping,
    f: f64,
    g: f64,
    most_outputs: u64,
    out: *mut indp_audit,
) -> indp_status {
    guard(|| {
        let p = &object!(mechanism)?.mechanism;
        let out = structure_mut!(out)?;
        out.set(&host::pair(p, f, g, most_outputs)?, p.loss());
        Ok(())
    })
}

/// The exact loss between the releases of two integers by indp_snapping_release_int64.
///
/// It works like indp_audit_pair, but an output is an integer, saturated to the range of int64_t.
///
/// Parameters:
/// - mechanism: the handle.
/// - f, g: two assumed, public values, at most the sensitivity apart once clamped.
/// - most_outputs: as in indp_audit_pair.
/// - out: as in indp_audit_pair; the integers in it are rounded to the nearest doubles.
///
/// Returns as indp_audit_pair, and the statuses that indp_snapping_release_int64 returns for
/// parameters.
///
/// - Privacy: costs nothing, for public values.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_pair_int64(
    mechanism: *const indp_snapping,
    f: i64,
    g: i64,
    most_outputs: u64,
    out: *mut indp_audit,
) -> indp_status {
    guard(|| {
        let p = &object!(mechanism)?.mechanism;
        let out = structure_mut!(out)?;
        out.set(&host::pair_int64(p, f, g, most_outputs)?, p.loss());
        Ok(())
    })
}

/// The largest exact loss found between critical values of a range and their neighbours.
///
/// The critical values are the ends and the middle of the range, zero, and points of the range at
/// distances of grid / 2 and grid / 4 from these. Each critical value is compared with its two
/// neighbours, which lie one sensitivity away; a neighbour outside the range is replaced by the end
/// of the range. Values beyond the bound are clamped. The search is not exhaustive; out->bound is
/// proven for all values.
///
/// Parameters:
/// - mechanism: the handle.
/// - low, high: the range, public, finite, low <= high, in the unit of the values.
/// - most_outputs, out: as in indp_audit_pair. This function audits up to 26 pairs.
///
/// Returns as indp_audit_pair; INDP_E_NEIGHBOURS also for an empty range.
///
/// - Privacy: costs nothing, for a public range.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_range(
    mechanism: *const indp_snapping,
    low: f64,
    high: f64,
    most_outputs: u64,
    out: *mut indp_audit,
) -> indp_status {
    guard(|| {
        let p = &object!(mechanism)?.mechanism;
        let out = structure_mut!(out)?;
        out.set(&host::range(p, low, high, most_outputs)?, p.loss());
        Ok(())
    })
}

/// The probability of one output.
///
/// Unless `output` is at or beyond the bound, it is first rounded to the nearest multiple of the
/// grid. The result is then the total probability of all multiples that round to the same double.
/// If `output` is at or beyond the bound, the result is the probability of releasing the bound.
///
/// Parameters:
/// - mechanism: the handle.
/// - value: an assumed, public value, finite.
/// - output: finite.
/// - probability: receives the probability, rounded to the nearest double.
/// - log_probability: receives the natural logarithm of the probability, even if the probability is
///   too small for a double; may be NULL.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_NEIGHBOURS (not finite), INDP_E_AUDIT_REACH,
/// INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing, for a public value.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_probability(
    mechanism: *const indp_snapping,
    value: f64,
    output: f64,
    probability: *mut f64,
    log_probability: *mut f64,
) -> indp_status {
    guard(|| {
        let p = &object!(mechanism)?.mechanism;
        let out = output!(probability)?;
        let value = Dyadic::from_f64(value).ok_or(Error::Neighbours)?;
        let output = Dyadic::from_f64(output).ok_or(Error::Neighbours)?;
        let (found, log) = host::probability(p, &value, &output)?;
        *out = found;
        if let Ok(slot) = output!(log_probability) {
            *slot = log;
        }
        Ok(())
    })
}

/// Writes the findings of an audit, with the parameters, as JSON.
///
/// The text is one object, ASCII, NUL-terminated. Infinities and NaN are written as null.
///
/// Parameters:
/// - mechanism: the handle.
/// - audit: from indp_audit_pair, indp_audit_pair_int64 or indp_audit_range with the same
///   mechanism.
/// - buffer: an array of `size` bytes that receives the text. If `buffer` is NULL and `size` is 0,
///   the call writes only the length.
/// - size: the size of `buffer` in bytes.
/// - length: receives the length in bytes without the NUL; may be NULL.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_LENGTH, INDP_E_NO_MEMORY; INDP_E_BUFFER
/// if `size` is not above the length; nothing is then written.
///
/// - Privacy: costs nothing.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_json(
    mechanism: *const indp_snapping,
    audit: *const indp_audit,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> indp_status {
    guard(|| {
        let p = &object!(mechanism)?.mechanism;
        let found = structure!(audit)?.finding();
        let to = bytes_mut!(buffer.cast::<c_void>(), size)?;
        let text = crate::audit::report::json(p, &found)?;
        write_text(text.as_bytes(), !buffer.is_null(), to)?;
        if let Ok(slot) = output!(length) {
            *slot = text.len();
        }
        Ok(())
    })
}
