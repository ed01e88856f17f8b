//! C functions for the optional parameters of constructors and releases.

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

/// Optional parameters of constructors and releases.
///
/// Constructors copy what they need, so options may be changed, reused or freed afterwards. NULL
/// stands for the defaults. An option that does not apply is refused: see OPTIONS.
///
/// Thread safety: one thread per object.
pub struct indp_options {
    pub(super) chosen: Options,
    pub(super) source: Source,
}

impl indp_options {
    /// The defaults, which NULL stands for.
    pub(super) const DEFAULT: indp_options =
        indp_options { chosen: Options::DEFAULT, source: Source::Os };

    /// # Safety
    /// `options` is NULL or was made by `indp_options_new`.
    pub(super) unsafe fn or_default<'a>(options: *const indp_options) -> &'a indp_options {
        // SAFETY: the caller upholds this safety contract.
        unsafe { options.as_ref() }.unwrap_or(&Self::DEFAULT)
    }

    /// The [`Terms`] of a release of a state: `epsilon` and these options.
    pub(super) fn terms(&self, epsilon: f64) -> Result<Terms, Error> {
        Terms::new(epsilon, self.chosen)
    }
}

/// Makes options with every default: real arithmetic, default grid, operating-system entropy.
///
/// Parameters:
/// - out: receives the options, NULL on failure; free them with indp_options_free.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_NO_MEMORY.
///
/// - Thread safety: one thread per object.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
#[no_mangle]
pub unsafe extern "C" fn indp_options_new(out: *mut *mut indp_options) -> indp_status {
    made!(out, || Ok(indp_options::DEFAULT))
}

/// Frees options.
///
/// Parameters:
/// - options: from indp_options_new, not used again; NULL is accepted.
///
/// Returns nothing.
///
/// - Thread safety: one thread per object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_free(options: *mut indp_options) {
    freed!(options);
}

/// Makes indp_options_set_float_precision choose the least precision that suits the parameters, at
/// least 118 bits.
pub const INDP_PRECISION_AUTO: u32 = 0xFFFF_FFFF;

/// Chooses the arithmetic of the noise: real, or float at a given precision.
///
/// Real arithmetic, the default, releases exactly the value that real numbers would give, at loss
/// epsilon, for every bound and grid. Choose it unless you must reproduce or audit a published
/// parametrisation.
///
/// Float arithmetic at p bits is Mironov's mechanism: every operation is correctly rounded at
/// exactly p bits of significand, and U* has p digits. This precision is never raised silently. The
/// epsilon of the noise is redefined as epsilon', so that the loss of a release stays below
/// epsilon. With lambda = sensitivity / epsilon', float arithmetic needs lambda <= bound <=
/// 2^(p-12) lambda, epsilon > 2^(1-p), and the grid Lambda.
///
/// Parameters:
/// - options: the options to be changed.
/// - bits: 0 for real arithmetic; 53 to 4096 for float arithmetic at that precision;
///   INDP_PRECISION_AUTO for float arithmetic at the largest of 118, 64 + ceil(log2(bound /
///   sensitivity)) and 64 + ceil(-log2(epsilon)) bits.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_PRECISION (any other number of bits).
///
/// - Privacy: costs nothing, and changes no cost.
/// - Thread safety: one thread per object.
/// - Source: Mironov 2012; Covington, Implementation Notes, section 5, with its errata corrected.
/// - Since 0.1.0. Example: examples-c/quickstart.c.
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

/// Chooses the grid. Releases are multiples of the grid, or plus or minus the bound.
///
/// Rounding is post-processing, so a finer grid costs no privacy. A grid finer than Lambda brings
/// the error close to that of the ideal Laplace mechanism (the grid Lambda itself adds 4 to 17
/// percent to the mean squared error, on average over the values); a coarser grid gives rounder
/// numbers.
///
/// Parameters:
/// - options: the options to be changed.
/// - power_of_two: a positive power of two, in the unit of the values; 0, the default, lets the
///   mechanism choose.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_GRID (anything else).
///
/// - Privacy: costs nothing, and changes no cost.
/// - Thread safety: one thread per object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_grid(
    options: *mut indp_options,
    power_of_two: f64,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        options.chosen.grid = Snapping::grid_option(power_of_two)?;
        Ok(())
    })
}

/// The value to which a callback sets *done, as its last step, when it has succeeded: see
/// CALLBACKS.
///
/// A return value could not show success: if a callback raises an exception, some language bindings
/// return 0, and others return the value that the previous callback returned.
pub const INDP_CALLBACK_OK: i32 = 1_768_842_352;

/// The initial word in the buffer of an entropy callback.
pub const INDP_UNFILLED_WORD: u64 = 0x756e_6669_6c6c_6564;

const _: () = assert!(INDP_CALLBACK_OK == crate::source::DONE);
const _: () = assert!(INDP_UNFILLED_WORD == crate::source::UNFILLED);

/// Takes every random word from the caller instead of the operating system.
///
/// The callback replaces a seed that was set before. It supplies the tape itself, one little-endian
/// word of 8 bytes per call, in the order of docs/tape.md. The privacy of the releases is only as
/// good as these words.
///
/// A release fails with INDP_E_ENTROPY if the callback does not set *done to INDP_CALLBACK_OK, or
/// leaves the buffer as it was: the buffer begins as INDP_UNFILLED_WORD, a word that a good source
/// gives with probability 2^-64.
///
/// WARNING: how many words a release reads depends on the values. A source that fails after a
/// number of words may fail for one data set and not for a neighbouring one. Only such a
/// failure can reveal something about values. The caller must rule it out: whether the callback
/// fails must never depend on the number of words read.
///
/// Parameters:
/// - options: the options to be changed.
/// - fill: writes `len` bytes to `buf`, then sets *done to INDP_CALLBACK_OK. It may be called on
///   several threads at once, and must outlive every handle made with these options. See CALLBACKS.
/// - ctx: passed to `fill`; may be NULL; must live as long as `fill`.
///
/// Returns INDP_OK, INDP_E_NULL (`options` or `fill`).
///
/// - Privacy: costs nothing. Releases keep their promise only if the words are random, uniform and
///   secret.
/// - Thread safety: one thread per object.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_entropy_callback(
    options: *mut indp_options,
    fill: Option<
        unsafe extern "C-unwind" fn(ctx: *mut c_void, buf: *mut u8, len: usize, done: *mut i32),
    >,
    ctx: *mut c_void,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        let fill: Fill = fill.ok_or(Error::Null)?;
        options.source = Source::Callback(fill, Context(ctx));
        Ok(())
    })
}

/// Makes releases reproducible and NOT PRIVATE: anyone who knows the seed can subtract the noise.
///
/// It is for tests, and replaces a callback that was set before. The calls on one handle are
/// numbered from 0, atomically. Call j reads the tape of (seed, j): see docs/tape.md.
///
/// Parameters:
/// - options: the options to be changed.
/// - seed: any number.
///
/// Returns INDP_OK, INDP_E_NULL.
///
/// - Privacy: releases from a known seed are not private at all.
/// - Thread safety: one thread per object.
/// - Since 0.1.0.
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

/// For indp_options_set_selection: each function uses its default mechanism. This is the
/// exponential mechanism for indp_exponential_new, above-threshold for the quantiles 0 and 1, and
/// permute-and-flip for other quantiles and for modes.
pub const INDP_SELECTION_DEFAULT: i32 = 0;
/// The base-2 exponential mechanism: an outcome of utility u is chosen with probability
/// proportional to 2^(-eta u).
pub const INDP_SELECTION_EXPONENTIAL: i32 = 1;
/// Permute-and-flip: outcomes are visited in random order. An outcome whose utility lies g above
/// the smallest is chosen with probability 2^(-eta g). If it is not chosen, the next outcome is
/// visited.
pub const INDP_SELECTION_PERMUTE_AND_FLIP: i32 = 2;

/// Chooses the selection mechanism of indp_exponential_new, of quantiles and of modes.
///
/// Both mechanisms are exact and have the same loss, the epsilon of eta. The expected utility of
/// the outcome that permute-and-flip chooses is never worse than under the exponential mechanism,
/// and its expected distance from the best utility is up to 2 times smaller.
///
/// By default indp_exponential_new uses the exponential mechanism, the quantiles 0 and 1 use
/// above-threshold (see RELEASES), and other quantiles and modes use permute-and-flip.
///
/// Permute-and-flip takes at most 2^32 outcomes. It reads one random word for each outcome; for
/// groups it reads about 2 bits for each member. With permute-and-flip,
/// indp_options_set_min_retries and indp_options_set_empirical_precision are refused.
///
/// Parameters:
/// - options: the options to be changed.
/// - selection: one of the INDP_SELECTION_ constants.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_SELECTION (any other number).
///
/// - Privacy: costs nothing, and changes no cost.
/// - Thread safety: one thread per object.
/// - Source: McKenna and Sheldon, Permute-and-Flip: A new mechanism for differentially private
///   selection, NeurIPS 2020.
/// - Since 0.1.0.
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

/// Sets the least number of draws of a selection by the exponential mechanism.
///
/// At least this number of draws is always made, and the last accepted draw is the result. A draw
/// is accepted with probability above 1/2, so more than k draws are needed with probability below
/// 2^-k. The time depends on the weights only if more draws are needed.
///
/// Parameters:
/// - options: the options to be changed.
/// - draws: at least 1; 16 is the default. Each draw takes about 5 ns, so 2^32 - 1 draws take half
///   a minute, unless indp_stop_when ends them.
///
/// Returns INDP_OK, INDP_E_NULL, INDP_E_MIN_RETRIES (0).
///
/// - Privacy: costs nothing. Fewer draws make timing reveal more.
/// - Thread safety: one thread per object.
/// - Source: Ilvento, section 4.
/// - Since 0.1.0.
#[no_mangle]
pub unsafe extern "C" fn indp_options_set_min_retries(
    options: *mut indp_options,
    draws: u32,
) -> indp_status {
    guard(|| {
        let options = output!(options)?;
        if draws == 0 {
            return Err(Error::MinRetries);
        }
        options.chosen.selection.min_retries = draws;
        Ok(())
    })
}

/// Lets selections end their scans of the outcomes early: faster, but NOT PRIVATE against an
/// observer who measures time.
///
/// The time then reveals the position of the selected outcome.
///
/// Parameters:
/// - options: the options to be changed.
/// - insecure: 0, the default, for scans that do not end early; nonzero for scans that may.
///
/// Returns INDP_OK, INDP_E_NULL.
///
/// - Privacy: if scans may end early, selections are not private against an observer who measures
///   their time.
/// - Thread safety: one thread per object.
/// - Since 0.1.0.
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

/// Makes selections by the exponential mechanism compute as in Ilvento's paper.
///
/// Every weight and sum is then a float of one precision, determined empirically at construction
/// (indp_exponential_precision_empirical). If any operation is not exact, the call writes no output
/// and returns INDP_E_INEXACT. The same random bits give the same outcomes as without this option.
/// Choose the option to reproduce or audit the paper.
///
/// This computation is far slower than the usual one; indp_stop_when ends it. On a 2.6 GHz Intel
/// Xeon, with 1,000 outcomes, eta = (1, 1, 1) and weights of 2^12, 2^15 and 2^17 bits, a selection
/// takes 0.01, 0.3 and 5 s, and the constructor takes 0.001, 0.1 and 1 s.
///
/// If the weights need more than 2^17 bits, the constructor returns INDP_E_PRECISION_REACH before
/// it allocates anything. Quantiles and modes always refuse the option, since their weights need
/// more bits.
///
/// Parameters:
/// - options: the options to be changed.
/// - empirical: 0, the default, for the usual computation; nonzero for the computation of the
///   paper.
///
/// Returns INDP_OK, INDP_E_NULL.
///
/// - Privacy: costs nothing, and changes no cost.
/// - Thread safety: one thread per object.
/// - Source: Ilvento, Algorithms 1 to 3.
/// - Since 0.1.0.
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
