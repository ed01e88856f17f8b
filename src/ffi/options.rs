//! Optional parameters.

use std::ffi::c_void;

use super::given::{freed, made, output};
use super::guard::guard;
use super::status::indp_status;
use crate::aggregate::Terms;
use crate::exponential::Rule;
use crate::options::Options;
use crate::snapping::{Precision, Snapping};
use crate::source::{Context, Fill, Source};
use crate::Error;

/// Optional parameters of constructors and releases. One thread at a time; constructors copy what
/// they need, so options may be changed, reused or freed afterwards. An option other than its
/// default where it does not apply is refused:
/// INDP_E_UNUSED_GRID and the statuses after it.
pub struct indp_options {
    pub(super) chosen: Options,
    pub(super) source: Source,
}

impl indp_options {
    /// The defaults, which NULL stands for.
    pub(super) const DEFAULT: indp_options = indp_options { chosen: Options::DEFAULT, source: Source::Os };

    /// # Safety
    /// NULL, or options made by `indp_options_new`.
    pub(super) unsafe fn or_default<'a>(options: *const indp_options) -> &'a indp_options {
        // SAFETY: as promised.
        unsafe { options.as_ref() }.unwrap_or(&Self::DEFAULT)
    }

    /// On which terms a state is released.
    pub(super) fn terms(&self, epsilon: f64) -> Result<Terms, Error> {
        Terms::new(epsilon, self.chosen)
    }
}

/// New options with every default: real arithmetic, default grid, operating-system entropy.
/// out: receives the options, or NULL on failure; free with indp_options_free.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY. Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_options_new(out: *mut *mut indp_options) -> indp_status {
    made!(out, || Ok(indp_options::DEFAULT))
}

/// Frees options; NULL is accepted. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_free(options: *mut indp_options) {
    freed!(options);
}

/// For indp_options_set_float_precision: the least precision that suits the parameters, at least
/// 118 bits.
pub const INDP_PRECISION_AUTO: u32 = 0xFFFF_FFFF;

/// Chooses the arithmetic.
/// bits: 0 (the default) is real arithmetic: the released value is exactly what real numbers would
/// give, at loss epsilon, for every bound and grid. Choose it unless you must reproduce or audit a
/// published parametrisation. 53 to 4096 is float arithmetic at exactly that many bits of
/// significand, never raised silently: Mironov's mechanism, every operation correctly rounded, U*
/// with that many digits. Its epsilon is redefined so that the loss stays below epsilon, and it
/// needs, for lambda as redefined and p bits:
/// lambda <= bound <= 2^(p-12) lambda, epsilon > 2^(1-p), and the grid Lambda. INDP_PRECISION_AUTO
/// is max(118, 64 + ceil(log2(bound / sensitivity)), 64 + ceil(-log2(epsilon))) bits.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION. Since 0.1.0. Example: examples-c/quickstart.c.
/// Source: Mironov 2012; covington-implementation-notes, section 5, with its errata corrected.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_float_precision(
    options: *mut indp_options,
    bits: u32,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        options.chosen.precision = match bits {
            0 => Precision::Real,
            INDP_PRECISION_AUTO => Precision::Automatic,
            _ => Precision::bits(bits)?,
        };
        Ok(())
    })
}

/// Chooses the grid: releases are multiples of it (and ±bound).
/// power_of_two: a positive power of two, in the unit of the values; 0 (the default) lets the
/// mechanism choose. Rounding is post-processing: a finer grid costs no privacy. Finer than Lambda
/// brings the error of the ideal Laplace mechanism (Lambda itself costs 4 to 17 percent in
/// variance), coarser gives rounder numbers.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_GRID. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_grid(options: *mut indp_options, power_of_two: f64) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        options.chosen.grid = Snapping::grid_option(power_of_two)?;
        Ok(())
    })
}

/// What a callback sets *done to, last of all, when it did its work. *done is 0 before each call,
/// and anything else is a failure.
/// (Not a returned value: for a callback that raised an exception some bindings return 0, others
/// whatever the one before returned.)
pub const INDP_CALLBACK_OK: i32 = 1_768_842_352;

/// The word that an entropy callback finds in its buffer.
pub const INDP_UNFILLED_WORD: u64 = 0x756e_6669_6c6c_6564;

const _: () = assert!(INDP_CALLBACK_OK == crate::source::DONE);
const _: () = assert!(INDP_UNFILLED_WORD == crate::source::UNFILLED);

/// Takes every random word from the caller instead of the operating system; replaces a seed set
/// before.
/// fill: writes len bytes to buf, then sets *done to INDP_CALLBACK_OK; anything else makes the
/// release fail with INDP_E_ENTROPY. It supplies the tape itself, 8 bytes (one little-endian word)
/// a call, in the order of docs/tape.md: it must be as good as the privacy promised. It may be
/// called on several threads at once, and must outlive every handle made with these options, as
/// must ctx. It runs in the default floating-point environment; for what else holds of callbacks
/// see the top of this header.
/// The buffer begins as INDP_UNFILLED_WORD: where it still is that word, nothing was written, and
/// the release fails with INDP_E_ENTROPY. A good source gives that word with probability 2^-64.
/// How many words a call reads depends on the values: a source that fails after some words may fail
/// for one array and not for its neighbour. This is the one case in which a failure tells of
/// values, and the caller's to exclude:
/// let fill fail for reasons of its own only, never after a number of words.
/// ctx: passed to fill, may be NULL.
/// Returns INDP_OK, INDP_E_NULL (options or fill). Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_entropy_callback(
    options: *mut indp_options,
    fill: Option<unsafe extern "C-unwind" fn(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32)>,
    ctx: *mut c_void,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        let fill: Fill = fill.ok_or(Error::Null)?;
        options.source = Source::Callback(fill, Context(ctx));
        Ok(())
    })
}

/// Makes releases reproducible and NOT PRIVATE: who knows the seed can subtract the noise. For
/// tests.
/// Replaces a callback set before. The calls on one handle are numbered from 0, atomically, and
/// call j reads the tape of (seed, j): docs/tape.md.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_insecure_seed(
    options: *mut indp_options,
    seed: u64,
) -> indp_status {
    guard(|| {
        output!(options)?.source = Source::Seeded(seed);
        Ok(())
    })
}

/// For indp_options_set_selection: the exponential mechanism for indp_exponential_new,
/// permute-and-flip for quantiles and modes.
pub const INDP_SELECTION_DEFAULT: i32 = 0;
/// The base-2 exponential mechanism: an outcome of utility u has probability proportional to
/// 2^(-eta u).
pub const INDP_SELECTION_EXPONENTIAL: i32 = 1;
/// Permute-and-flip: outcomes are visited in random order; one whose utility lies gap above the
/// smallest is chosen with probability 2^(-eta gap), else the next one is visited.
pub const INDP_SELECTION_PERMUTE_AND_FLIP: i32 = 2;

/// Chooses the mechanism of selections (indp_exponential_new, a quantile, a mode). Both have the
/// same loss, the epsilon of eta, and are exact. The expected utility of what permute-and-flip
/// chooses is never worse, and its expected distance from the best is up to 2 times smaller.
/// Permute-and-flip takes at most 2^32 outcomes and one random word for each, or for groups 2 bits
/// for each member; indp_options_set_min_retries and indp_options_set_empirical_precision are
/// refused with it.
/// selection: one of the INDP_SELECTION_ constants.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_SELECTION. Since 0.1.0. Source: McKenna and Sheldon,
/// Permute-and-Flip: A new mechanism for differentially private selection, NeurIPS 2020.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_selection(
    options: *mut indp_options,
    selection: i32,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        options.chosen.rule = match selection {
            INDP_SELECTION_DEFAULT => None,
            INDP_SELECTION_EXPONENTIAL => Some(Rule::Exponential),
            INDP_SELECTION_PERMUTE_AND_FLIP => Some(Rule::PermuteAndFlip),
            _ => return Err(Error::Selection),
        };
        Ok(())
    })
}

/// For selections by the exponential mechanism: at least so many draws are made, whatever happens,
/// and the last accepted one counts. A draw is accepted with probability above
/// 1/2, so more than k draws are needed with probability below 2^-k, and only then does the time
/// tell of the weights (ilvento, section 4).
/// draws: at least 1; 16 is the default. Each takes about 5 ns; 2^32 - 1 of them half a minute,
/// unless indp_stop_when ends them.
/// Returns INDP_OK, INDP_E_NULL, INDP_E_MIN_RETRIES. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_min_retries(options: *mut indp_options, draws: u32) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        if draws == 0 {
            return Err(Error::MinRetries);
        }
        options.chosen.selection.min_retries = draws;
        Ok(())
    })
}

/// For selections: whether scans may end early. Faster, and NOT PRIVATE against whoever measures
/// time: it then tells where the winner stands.
/// insecure: 0 (the default) or not.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_insecure_timing(
    options: *mut indp_options,
    insecure: i32,
) -> indp_status {
    guard(|| {
        output!(options)?.chosen.selection.early_exit = insecure != 0;
        Ok(())
    })
}

/// For selections by the exponential mechanism: whether they go the way of the source note: every weight and sum a float of one
/// precision, determined empirically at construction (indp_exponential_precision_empirical), and
/// INDP_E_INEXACT and no output if any operation was not exact. The same outcomes for the same
/// random bits, with the same probabilities; slower by far (indp_stop_when ends it): with 1,000
/// outcomes and weights of 2^12, 2^15, 2^17 bits a selection takes 0.01, 0.3, 5 s, the constructor
/// 0.001, 0.1, 1 s at eta = (1, 1, 1), on an Intel Xeon of 2.6 GHz. Choose it to reproduce or audit
/// the note. The constructor then returns INDP_E_PRECISION_REACH, before it allocates anything, if
/// the weights need more than 2^17 bits; a quantile's and a mode's always do.
/// empirical: 0 (the default) or not.
/// Returns INDP_OK, INDP_E_NULL. Since 0.1.0. Source: ilvento, Algorithms 1 to 3.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_empirical_precision(
    options: *mut indp_options,
    empirical: i32,
) -> indp_status {
    guard(|| {
        output!(options)?.chosen.selection.empirical = empirical != 0;
        Ok(())
    })
}
