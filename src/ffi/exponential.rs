//! C functions for the base-2 exponential mechanism and permute-and-flip.

use std::ffi::c_void;

use super::eta::indp_eta;
use super::given::{array, freed, made, object, options, output};
use super::guard::guard;
use super::options::{indp_options, INDP_CALLBACK_OK};
use super::status::indp_status;
use crate::exponential::{Eta, Exponential, Rule};
use crate::memory::{Busy, Workspace};
use crate::source::HostCode;
use crate::source::{Numbered, Release};
use crate::tape::Words;
use crate::Error;

/// The base-2 exponential mechanism, or permute-and-flip, with fixed parameters.
///
/// Thread safety: immutable, so any number of threads may select through one handle at once.
pub struct indp_exponential {
    mechanism: Exponential,
    source: Numbered,
}

/// Makes a mechanism that selects an outcome by its utility. LOWER UTILITY IS BETTER: a utility is
/// a cost.
///
/// The mechanism is the base-2 exponential mechanism (Ilvento), which chooses an outcome of utility
/// u with probability proportional to 2^(-eta u), exactly; or permute-and-flip with the same
/// weights and loss (indp_options_set_selection).
///
/// Utilities are clamped to [utility_min, utility_max]. Those that are not integers are rounded
/// randomly, each with random bits of its own.
///
/// Parameters:
/// - eta: the privacy parameter. indp_eta_from_epsilon computes it from a loss; indp_eta_epsilon
///   computes the loss of one selection from it.
/// - utility_min, utility_max: public range, utility_min < utility_max. Any range works: the time
///   and memory of a selection depend mainly on the number of outcomes, not on the width of the
///   range.
/// - max_outcomes: the largest number of outcomes of one selection, from 1 to 2^62, or from 1 to
///   2^32 for permute-and-flip. The outcomes are public.
/// - options: NULL, or options, which are copied. A grid or float precision is refused (see
///   OPTIONS).
/// - out: receives the handle, NULL on failure; free it with indp_exponential_free.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_ETA_X, INDP_E_ETA_Y, INDP_E_ETA_Z, INDP_E_UTILITY_RANGE,
///   INDP_E_MAX_OUTCOMES, INDP_E_NO_MEMORY;
/// - INDP_E_UNUSED_GRID, INDP_E_UNUSED_PRECISION; with permute-and-flip also
///   INDP_E_UNUSED_MIN_RETRIES, INDP_E_UNUSED_EMPIRICAL;
/// - INDP_E_PRECISION_REACH, only with empirical precision.
///
/// On failure the handle is NULL.
///
/// - Privacy: costs nothing by itself; each selection costs the epsilon of eta.
/// - Thread safety: one thread per options object.
/// - Source: Ilvento, sections 3 to 6, with the errata in docs/specification.md; Claims E1 and E2.
/// - Since 0.1.0. Example: examples-c/most_common.c.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_new(
    eta: *const indp_eta,
    utility_min: i64,
    utility_max: i64,
    max_outcomes: u64,
    options: *const indp_options,
    out: *mut *mut indp_exponential,
) -> indp_status {
    let make = || {
        let eta = object!(eta)?;
        let options = options!(options);
        let eta = Eta::new(eta.x, eta.y, eta.z)?;
        let selection = options.chosen.of_selection(Rule::Exponential)?;
        let mechanism = Exponential::new(eta, utility_min, utility_max, max_outcomes, selection)?;
        Ok(indp_exponential { mechanism, source: Numbered::new(options.source) })
    };
    made!(out, make)
}

/// Frees a handle.
///
/// Parameters:
/// - mechanism: from indp_exponential_new, not used again by any thread; NULL is accepted.
///
/// Returns nothing.
///
/// - Thread safety: one thread per handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_free(mechanism: *mut indp_exponential) {
    freed!(mechanism);
}

/// The precision in bits that exact weights and sums need at worst.
///
/// It is max(1, y z R + ceil(log2 max_outcomes)), where R = utility_max - utility_min, and y is
/// taken after x / 2^y has been reduced so that x is odd. With one bit less, some weights or sums
/// cannot be represented exactly. The computation in Ilvento's paper always needs this precision;
/// other selections need only as many bits as the utilities that occur require.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns the precision, saturated; 0 if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_precision(mechanism: *const indp_exponential) -> u64 {
    let mut bits = 0;
    guard(|| {
        bits = object!(mechanism)?.mechanism.precision();
        Ok(())
    });
    bits
}

/// The precision in bits by the formula of Ilvento's paper; nothing is computed at this precision.
///
/// It is (max(1, |utility_min|) + max(1, |utility_max|)) z (y + bits of x) + max_outcomes. It is
/// never below indp_exponential_precision, and often far above.
///
/// Parameters:
/// - mechanism: the handle, or NULL.
///
/// Returns the precision, saturated; 0 if `mechanism` is NULL.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Source: Ilvento, Lemma 5.3.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_precision_note(
    mechanism: *const indp_exponential,
) -> u64 {
    let mut bits = 0;
    guard(|| {
        bits = object!(mechanism)?.mechanism.precision_note();
        Ok(())
    });
    bits
}

/// The precision in bits that the empirical determination of Ilvento's paper finds.
///
/// It is the first of 53, 106, 212, ... at which the sum of max_outcomes weights of 1 and any one
/// other weight is exact. Finding it takes time proportional to R = utility_max - utility_min,
/// times that precision.
///
/// Parameters:
/// - mechanism: the handle.
/// - bits: receives the precision.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION_REACH (before anything is computed),
/// INDP_E_NO_MEMORY.
///
/// - Privacy: costs nothing; the result is public.
/// - Thread safety: safe, also on one handle.
/// - Source: Ilvento, Algorithm 3 and Lemma 5.2.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_precision_empirical(
    mechanism: *const indp_exponential,
    bits: *mut u64,
) -> indp_status {
    guard(|| {
        let mechanism = object!(mechanism)?;
        let bits = output!(bits)?;
        *bits = u64::from(mechanism.mechanism.precision_empirical()?);
        Ok(())
    })
}

struct Utilities<'a>(&'a Exponential, &'a [f64]);

impl Release for Utilities<'_> {
    type Output = usize;
    fn run<W: Words>(self, tape: &mut W) -> Result<usize, Error> {
        self.0.select(self.1, tape)
    }
}

/// Selects one of n outcomes.
///
/// Parameters:
/// - mechanism: the handle.
/// - utilities: an array of n utilities; lower is better. NaN and +infinity count as utility_max,
///   -infinity as utility_min. No person may move any of these doubles by more than the sensitivity
///   for which eta was made. The arithmetic that computes utilities rounds. Rounding can move the
///   utilities of neighbouring data sets further apart (0.1 * 1536 - 0.1 * 1526 > 1). So choose
///   units in which utilities are integers.
/// - n: 1 to max_outcomes.
/// - index: receives 0 to n - 1.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n is 0), INDP_E_OUTCOMES, INDP_E_ENTROPY,
///   INDP_E_NO_MEMORY;
/// - INDP_E_INEXACT, only with empirical precision.
///
/// On failure `index` is untouched.
///
/// - Privacy: costs the epsilon of eta (indp_eta_epsilon).
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_select(
    mechanism: *const indp_exponential,
    utilities: *const f64,
    n: usize,
    index: *mut usize,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let index = output!(index)?;
        let values = array!(utilities, n)?;
        *index = handle.source.call(Utilities(&handle.mechanism, values))?;
        Ok(())
    })
}

struct Groups<'a>(&'a Exponential, &'a [i64], Option<&'a [u64]>);

impl Release for Groups<'_> {
    type Output = usize;
    fn run<W: Words>(self, tape: &mut W) -> Result<usize, Error> {
        self.0.select_counted(self.1, self.2, tape)
    }
}

/// Selects one of n groups of outcomes. The probability of a group is the sum of the probabilities
/// of its outcomes.
///
/// Group i stands for `multiplicities[i]` outcomes that share utility i. Utilities must be
/// integers: a fraction would be rounded once for the whole group, and the data would decide which
/// outcomes share this rounding. Choose one outcome of the selected group uniformly, and release
/// that outcome. The index of the group stays private.
///
/// Parameters:
/// - mechanism: the handle.
/// - utilities: an array of n utilities; lower is better.
/// - multiplicities: an array of n numbers of outcomes, 0 for a group that is never chosen; NULL if
///   all are 1. Their sum must be at most max_outcomes.
/// - n: the number of groups.
/// - index: receives 0 to n - 1.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_LENGTH, INDP_E_EMPTY (n or all multiplicities are 0),
///   INDP_E_OUTCOMES, INDP_E_ENTROPY, INDP_E_NO_MEMORY;
/// - INDP_E_INEXACT, only with empirical precision.
///
/// On failure `index` is untouched.
///
/// - Privacy: costs the epsilon of eta (indp_eta_epsilon).
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_select_counted(
    mechanism: *const indp_exponential,
    utilities: *const i64,
    multiplicities: *const u64,
    n: usize,
    index: *mut usize,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let index = output!(index)?;
        let values = array!(utilities, n)?;
        let many = if multiplicities.is_null() { None } else { Some(array!(multiplicities, n)?) };
        *index = handle.source.call(Groups(&handle.mechanism, values, many))?;
        Ok(())
    })
}

/// The value of *out before a utility callback writes it. It is a NaN that no arithmetic produces.
const UNWRITTEN: u64 = 0x7ff8_756e_7772_6974;

/// Selects one of n outcomes whose utilities a callback supplies.
///
/// The callback runs on this thread, once for each outcome, 0 to n - 1 in order, before anything is
/// drawn. The call ends with INDP_E_UTILITY if the callback does not set *done to INDP_CALLBACK_OK,
/// or does not write *out, which initially holds a special NaN of the library.
///
/// Parameters:
/// - mechanism: the handle.
/// - utility: writes the utility of an outcome to *out, then sets *done to INDP_CALLBACK_OK. See
///   CALLBACKS, and `utilities` in indp_exponential_select.
/// - ctx: passed to `utility`; may be NULL.
/// - n: 1 to max_outcomes.
/// - index: receives 0 to n - 1.
///
/// Returns:
/// - INDP_OK, INDP_E_NULL, INDP_E_EMPTY (n is 0), INDP_E_OUTCOMES, INDP_E_UTILITY, INDP_E_ENTROPY,
///   INDP_E_NO_MEMORY;
/// - INDP_E_INEXACT, only with empirical precision.
///
/// On failure `index` is untouched.
///
/// - Privacy: costs the epsilon of eta (indp_eta_epsilon).
/// - Thread safety: safe, also on one handle.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_exponential_select_by(
    mechanism: *const indp_exponential,
    utility: Option<
        unsafe extern "C-unwind" fn(
            ctx: *mut c_void,
            outcome: usize,
            out: *mut f64,
            done: *mut i32,
        ),
    >,
    ctx: *mut c_void,
    n: usize,
    index: *mut usize,
) -> indp_status {
    guard(|| {
        let handle = object!(mechanism)?;
        let index = output!(index)?;
        let utility = utility.ok_or(Error::Null)?;
        handle.mechanism.accepts(n as u64)?;
        let mut values = Vec::new();
        values.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
        let busy = Busy::release(Workspace::of_this_thread()?)?;
        let host = HostCode::new();
        for outcome in 0..n {
            let mut value = f64::from_bits(UNWRITTEN);
            let mut done = 0;
            // SAFETY: the caller promised a function of this type.
            host.run(|| unsafe { utility(ctx, outcome, &mut value, &mut done) });
            if done != INDP_CALLBACK_OK || value.to_bits() == UNWRITTEN {
                return Err(Error::Utility);
            }
            values.push(value);
        }
        drop((host, busy));
        *index = handle.source.call(Utilities(&handle.mechanism, &values))?;
        Ok(())
    })
}
