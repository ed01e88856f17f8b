//! Audits: the true privacy loss, by exact computation.

use std::ffi::{c_char, c_void};

use super::given::{bytes_mut, object, output, structure, structure_mut};
use super::guard::guard;
use super::pointer::StructSize;
use super::snapping::indp_snapping;
use super::status::indp_status;
use crate::audit::host;
use crate::audit::pair::Finding;
use crate::exact::Dyadic;
use crate::Error;

/// What an audit found about one mechanism.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct indp_audit {
    /// Set by the caller: sizeof(indp_audit).
    pub struct_size: usize,
    /// The largest loss found (base e), |ln(P(output | f) / P(output | g))|; infinite if an output
    /// is possible for one value only.
    pub loss: f64,
    /// That loss minus epsilon, computed before it was rounded to a double. In real arithmetic,
    /// where U has no last digit, the loss is known to about 2^-190, and this is the least that it
    /// can be.
    pub excess: f64,
    /// The output where it occurs.
    pub output: f64,
    /// The values f and g between which it occurs.
    pub f: f64,
    /// See f.
    pub g: f64,
    /// Proven for all neighbouring values: epsilon in real arithmetic, epsilon' (1 + 12
    /// (bound / sensitivity) eta) + 2 eta in float arithmetic, rounded up. Never above epsilon.
    pub bound: f64,
    /// For each case of the proof (output = -bound; between that and round(f); = round(f);
    /// between; = round(g); between that and bound;
    /// = bound; f the smaller value) the bound of the error semantics minus epsilon; NaN for a case
    /// without an output. These may be above 0 where the proven bound is not.
    pub cases: [f64; 7],
    /// Outputs examined.
    pub outputs: u64,
    /// Ends of intervals of U that were compared with the definition's, evaluated in exact
    /// arithmetic.
    pub ends: u64,
    /// Ends that differ: 0 if the mechanism is what it claims to be.
    pub wrong_ends: u64,
    /// 1 if the outputs were all that there are for the one pair of values; 0: searched, not
    /// exhaustive.
    pub exhaustive: i32,
    /// 1 if the loss exceeds epsilon.
    pub exceeds: i32,
}

// SAFETY: declared above.
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

/// The proven bound on the loss of one release (base e) for all neighbouring values, rounded up:
/// indp_snapping_loss.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL. Thread-safe. Since 0.1.0. Source: Claims S1 and
/// F1.
#[no_mangle]
pub unsafe extern "C" fn indp_audit_bound(mechanism: *const indp_snapping, out: *mut f64) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        *output!(out)? = handle.mechanism.loss();
        Ok(())
    })
}

/// The exact loss between two values, of the releases as this library computes them: for each
/// output and sign the U that lead to it form an interval, whose ends bisection finds with
/// indp_snapping_release. What indp_snapping_release_many gives for the value, and both kinds of
/// logarithms, those of single words and those that words of the operating system come with, must
/// then agree on both sides of each end, at several distances: an end counts as wrong otherwise.
/// That is no proof for every U. No random word is drawn. An output is a double: multiples of the
/// grid that become one double are one output.
/// f, g: two supposed, public values, finite, at most the sensitivity apart once clamped.
/// most_outputs: all outputs are examined where 2 bound / grid is at most this, else a list of some
/// sixty; 0 for 2^20.
/// indp_stop_when ends a call; the time of an output, on an Intel Xeon of 2.6 GHz, in float
/// arithmetic: 3 ms at 53 bits, 16 ms at 118, 60 ms at 256, 0.6 s at 1,024, over a minute at 4,096;
/// in real arithmetic 8 ms.
/// out: receives what was found.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_NEIGHBOURS,
/// INDP_E_AUDIT_REACH, INDP_E_NO_MEMORY.
/// Thread-safe. Since 0.1.0. Source: Claims V2 and V3; liu, sections 3 to 5.
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

/// As indp_audit_pair, for integers that indp_snapping_release_int64 releases: an output is an
/// integer, saturated.
/// f, g: two supposed, public values, at most the sensitivity apart once clamped. out: its values
/// and its output are the nearest doubles.
/// Costs no privacy. Returns as indp_audit_pair, and for parameters as indp_snapping_release_int64.
/// Thread-safe. Since 0.1.0.
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

/// The largest exact loss between neighbours among the critical values of a range: its ends and
/// middle, zero, the middle and the edges of cells there, and their neighbours one sensitivity
/// away, or at the end of a shorter range. Values beyond the bound are clamped. Searched, not
/// exhaustive: out->bound is what is proven for all.
/// low, high: finite, low <= high. most_outputs, out: as in indp_audit_pair, which this calls up to
/// some twenty times.
/// Costs no privacy. Returns as indp_audit_pair, INDP_E_NEIGHBOURS also for an empty range.
/// Thread-safe. Since 0.1.0.
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

/// The probability of one output: of the multiple of the grid nearest to it, with those that become
/// the same double, or of the bound with everything beyond.
/// value: a supposed, public value, finite. output: finite.
/// probability: receives the nearest double. log_probability: receives its natural logarithm, also
/// where the probability is below the doubles; may be NULL.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_NEIGHBOURS (not finite),
/// INDP_E_AUDIT_REACH, INDP_E_NO_MEMORY.
/// Thread-safe. Since 0.1.0.
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

/// What an audit found, with the parameters, as JSON: one object, ASCII, NUL-terminated. Infinities
/// and NaN are null.
/// audit: from indp_audit_pair or indp_audit_range with the same mechanism.
/// buffer, size: where to write; (NULL, 0) only asks for the length.
/// length: receives the length without the NUL; may be NULL.
/// Costs no privacy. Returns INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_BUFFER (size is not
/// above the length, nothing written), INDP_E_LENGTH, INDP_E_NO_MEMORY. Thread-safe. Since 0.1.0.
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
        if !buffer.is_null() {
            let room = to.get_mut(..=text.len()).ok_or(Error::Buffer)?;
            let bytes = text.bytes().chain([0]);
            room.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        if let Ok(slot) = output!(length) {
            *slot = text.len();
        }
        Ok(())
    })
}
