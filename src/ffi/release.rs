//! C functions that release a state of any kind.

use std::ffi::c_void;

use super::guard::guard;
use super::options::indp_options;

use super::given::{options, output, state, state_mut, structure_mut};
use super::status::indp_status;
use super::value::indp_value;
use crate::aggregate::{state, Answer, Kind, Terms};
use crate::fixed_log::LoggedWords;
use crate::source::{Numbered, Release};
use crate::Error;

struct Once<'a>(&'a mut [u8], Terms);

impl Release for Once<'_> {
    type Output = Answer;
    fn run<W: LoggedWords>(self, tape: &mut W) -> Result<Answer, Error> {
        state::release(self.0, &self.1, tape)
    }
}

fn release(own: &mut [u8], epsilon: f64, options: &indp_options) -> Result<Answer, Error> {
    Numbered::new(options.source).call(Once(own, options.terms(epsilon)?))
}

/// Releases a state of any kind but a histogram, once. indp_state_release_counts releases a
/// histogram.
///
/// RELEASES describes, for each kind, the released answer, its noise scale, clamping and grid.
///
/// Parameters:
/// - state: a live state of any kind but a histogram.
/// - epsilon: privacy loss (base e), positive, finite; see INDP_E_SELECTION_EPSILON for quantiles
///   and modes.
/// - options: may be NULL. OPTIONS lists which options apply; others are refused. A seed or
///   callback is used only for this call.
/// - out: struct_size is set by the caller; receives the answer, as RELEASES describes it. An
///   answer beyond the largest double is an infinity: a sum near 1.8e308, or a variance if (hi -
///   lo)^2/4 exceeds the doubles.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_STRUCT_SIZE, INDP_E_STATE (also for a histogram),
///   INDP_E_RELEASED, INDP_E_EPSILON, INDP_E_LAMBDA, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
/// - INDP_E_SELECTION_EPSILON, for a quantile or mode;
/// - INDP_E_ROWS_PER_PERSON, for a quantile or mode with too many rows per person;
/// - INDP_E_GRID, INDP_E_FLOAT_EPSILON, INDP_E_FLOAT_BOUND, INDP_E_FLOAT_GRID,
///   INDP_E_PRECISION_REACH, for options that do not suit the parameters;
/// - INDP_E_UNUSED_GRID and the other statuses of options that do not apply.
///
/// On failure `out` is untouched and the state is still live.
///
/// - Privacy: costs epsilon for all parts of the answer together.
/// - Thread safety: one thread per state and per options object.
/// - Source: docs/specification.md, Claims A2 to A9.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release_value(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut indp_value,
) -> indp_status {
    guard(|| {
        let own = state_mut!(state)?;
        let out = structure_mut!(out)?;
        let options = options!(options);
        let answer = release(own, epsilon, options)?;
        *out = indp_value::of(out.struct_size, answer, own)?;
        Ok(())
    })
}

/// Releases a state whose answer is a number, once. It is a shorter indp_state_release_value for
/// all kinds but modes and histograms.
///
/// Parameters:
/// - state, epsilon, options: as in indp_state_release_value.
/// - out: receives the number; a count is rounded to the nearest double.
///
/// Returns as indp_state_release_value, and INDP_E_STATE for a mode. On failure `out` is untouched
/// and the state is still live.
///
/// - Privacy: costs epsilon.
/// - Thread safety: one thread per state and per options object.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_state_release(
    state: *mut c_void,
    epsilon: f64,
    options: *const indp_options,
    out: *mut f64,
) -> indp_status {
    guard(|| {
        let own = state_mut!(state)?;
        let out = output!(out)?;
        let options = options!(options);
        if state::kind(own)? == Kind::Mode {
            return Err(Error::State);
        }
        match release(own, epsilon, options)? {
            Answer::Real(real) => *out = real,
            Answer::Integer(integer) => *out = integer as f64,
            Answer::Candidate(_) => return Err(Error::State),
        }
        Ok(())
    })
}

/// Checks whether a release of this state would fail for a public reason: the parameters, or an
/// earlier release.
///
/// An engine can thus refuse bad parameters when the first row arrives, rather than after the last
/// row. Nothing is released.
///
/// Parameters:
/// - state: a state of any kind.
/// - epsilon, options: as in indp_state_release_value.
///
/// Returns what indp_state_release_value would, except INDP_E_ENTROPY.
///
/// - Privacy: costs nothing.
/// - Thread safety: one thread per state and per options object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_state_can_release(
    state: *const c_void,
    epsilon: f64,
    options: *const indp_options,
) -> indp_status {
    guard(|| {
        let own = state!(state)?;
        let terms = options!(options).terms(epsilon)?;
        state::can_release(own, &terms)
    })
}
