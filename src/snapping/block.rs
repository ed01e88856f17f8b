//! Makes many releases at once, in doubles. The code has no branch and no table, so the compiler
//! can vectorise it.
//!
//! For each value it computes the same certified interval as [`super::cheap`], widened by the
//! rounding errors of doubles (Claim S3). If the interval of a value does not decide its release,
//! that value and all later values are released one by one. All operations are correctly rounded in
//! the default environment, which the caller sets.
#![allow(unsafe_code)] // calls a function that needs AVX2

use super::Snapping;
use crate::fixed_log::{self, Logged, LoggedWords};
use crate::tape::Words;
use crate::Error;
use zeroize::optimization_barrier;

/// The largest number of values that are released together.
pub const BLOCK: usize = 256;
/// The smallest number of values for which a block is cheaper than single releases.
const FEW: usize = 32;

/// The parameters of a mechanism as doubles, with the error bounds of the block path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    grid: f64,
    inverse_grid: f64,
    bound: f64,
    /// `λ/G·2^-44`. The logarithms, as integers in units of 2^-44, are multiplied by this factor.
    scale: f64,
    /// `max(λ/G, 1/2)`. The error of E = -ln U due to unknown digits of U is multiplied by this
    /// factor. The product is a margin in grid steps, and is subtracted from `near`. The factor is
    /// at least 1/2, so that the margin exceeds `near` if a word has too few digits after its
    /// leading zeros.
    open: f64,
    /// Let d be the distance of x, the unrounded answer, from the middle of its cell. The release
    /// is decided if d is at most `near` minus the margin for unknown digits of U (see `open`).
    near: f64,
    /// The upper 32 bits of the double `2^-60·G`. Values of smaller magnitude count as 0, so that
    /// no calculation uses a subnormal number. Some processors take far longer for subnormal
    /// numbers.
    least: u32,
}

/// Adding and then subtracting this constant rounds a double of magnitude below 2^51 to the nearest
/// integer.
const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
/// Exponents of grids for which every intermediate result is a normal double.
const GRIDS: std::ops::RangeInclusive<i32> = -900..=900;
/// Doubles are used if floor(B/G), the number of multiples of the grid up to the bound, is below
/// this number.
const MOST: u64 = 1 << 30;
/// An upper bound on -ln U for every word that decides a release.
const LOG: f64 = 37.0;

impl Lanes {
    /// Returns `None` if doubles would decide too few releases, or if intermediate results might be
    /// subnormal or infinite. `multiples` is floor(B/G), saturated, and `steps` is λ/G, rounded up.
    /// `rounded` is the unit roundoff of float arithmetic, or 0 in real arithmetic.
    pub(super) fn new(
        grid_exponent: i32,
        bound: f64,
        multiples: u64,
        steps: f64,
        rounded: f64,
    ) -> Option<Self> {
        let suits = GRIDS.contains(&grid_exponent)
            && multiples < MOST
            && bound.is_normal()
            && (2f64.powi(-60)..2f64.powi(20)).contains(&steps);
        let grid = 2f64.powi(grid_exponent.clamp(-900, 900));
        let reach = multiples as f64 + 1.0 + LOG * steps;
        // The sum of the errors from rounding doubles (the terms without `rounded`), from float
        // arithmetic (the terms with `rounded`), and from the logarithm. 2^-50 covers all other
        // errors (Claims S3, F4).
        let error = reach * (2f64.powi(-52) + 2.0 * rounded)
            + LOG * steps * (2f64.powi(-51) + 16.0 * rounded)
            + steps * fixed_log::ERROR as f64 * 2f64.powi(-58)
            + 2f64.powi(-50);
        suits.then_some(Lanes {
            grid,
            inverse_grid: 1.0 / grid,
            bound,
            scale: steps * 2f64.powi(-44),
            open: steps.max(0.5),
            near: 0.5 - error,
            least: ((grid_exponent.clamp(-900, 900) - 60 + 1023) << 20) as u32,
        })
    }

    /// Removes the error margins. The audit must find this fault.
    #[cfg(test)]
    pub(super) fn spoil(&mut self) {
        self.near = 0.5;
        self.open = 0.0;
    }

    #[inline(always)]
    fn fill(&self, batch: &mut Batch) {
        for i in 0..BLOCK {
            let (answer, distance, near) = self.one(batch.values[i], batch.words[i], batch.logs[i]);
            batch.values[i] = answer;
            batch.far[i] = distance > near;
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_avx2(&self, batch: &mut Batch) {
        self.fill(batch);
    }

    /// Calls [`Lanes::fill`], compiled for AVX2 if the processor has it.
    fn fill_fast(&self, batch: &mut Batch) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: `fill_avx2` requires only AVX2, and the processor has it.
            unsafe { self.fill_avx2(batch) };
            return;
        }
        self.fill(batch);
    }

    /// Returns the release, the distance between x and the middle of its cell, and the largest
    /// distance at which the release is decided.
    #[inline(always)]
    pub(super) fn one(&self, value: f64, word: u64, log: u64) -> (f64, f64, f64) {
        let bits = value.to_bits();
        let small = (bits >> 32) as u32 & 0x7fff_ffff < self.least;
        let normal = f64::from_bits(if small { 0 } else { bits });
        let number = if normal.is_nan() { 0.0 } else { normal };
        let f = within(number, self.bound) * self.inverse_grid;
        let whole = f64::from_bits(1075 << 52 | log >> 14) - 2f64.powi(52);
        let noise = whole * self.scale;
        // If S = +1, the noise is subtracted.
        let signed = f64::from_bits(noise.to_bits() ^ (!word & 1 << 63));
        let x = f + signed;
        let nearest = (x + WHOLE) - WHOLE;
        let open = f64::from_bits(((log & 63) + 1023 - 57) << 52) * self.open;
        (within(nearest * self.grid, self.bound), (x - nearest).abs(), self.near - open)
    }
}

#[inline(always)]
fn within(x: f64, bound: f64) -> f64 {
    let low = if x > -bound { x } else { -bound };
    if low < bound {
        low
    } else {
        bound
    }
}

/// Values, the first word that the release of each value reads, and the logarithms of these words.
/// The releases replace the values. `far` marks the values whose releases are not decided.
struct Batch {
    values: [f64; BLOCK],
    words: [u64; BLOCK],
    logs: [u64; BLOCK],
    far: [bool; BLOCK],
}

/// The tape for the values that are not yet released. It begins with their first words, which were
/// already read and whose logarithms are already computed.
struct Undecided<'a, W: LoggedWords> {
    words: &'a [u64],
    logs: &'a [u64],
    tape: &'a mut W,
}

impl<W: LoggedWords> Words for Undecided<'_, W> {
    fn most_zeros(&self) -> u32 {
        self.tape.most_zeros()
    }

    fn most_rejections(&self) -> u64 {
        self.tape.most_rejections()
    }

    fn next(&mut self) -> Result<u64, Error> {
        self.next_logged().map(|first| first.word)
    }
}

impl<W: LoggedWords> LoggedWords for Undecided<'_, W> {
    fn next_logged(&mut self) -> Result<Logged, Error> {
        let (Some((&word, words)), Some((&log, logs))) =
            (self.words.split_first(), self.logs.split_first())
        else {
            return self.tape.next_logged();
        };
        (self.words, self.logs) = (words, logs);
        Ok(Logged { word, log })
    }
}

impl Snapping {
    /// Whether these parameters suit the vector code that releases many values at once.
    pub(crate) fn has_vector_code(&self) -> bool {
        self.lanes.is_some()
    }

    /// Releases at most [`BLOCK`] values in place, with the same results as
    /// [`Snapping::release_f64`] on one value after the other. The floating-point environment must
    /// be the default.
    ///
    /// # Errors
    /// The errors of [`Snapping::release`]. After an error the contents of `values` are
    /// unspecified.
    pub fn release_block<W: LoggedWords>(
        &self,
        values: &mut [f64],
        tape: &mut W,
    ) -> Result<(), Error> {
        let n = values.len();
        let Some(lanes) = self.lanes.filter(|_| (FEW..=BLOCK).contains(&n)) else {
            return self.release_each(values, tape);
        };
        let mut batch = Batch {
            values: [0.0; BLOCK],
            words: [0; BLOCK],
            logs: [0; BLOCK],
            far: [false; BLOCK],
        };
        tape.fill_logged(&mut batch.words[..n], &mut batch.logs[..n])?;
        batch.values[..n].copy_from_slice(values);
        lanes.fill_fast(&mut batch);
        let decided = batch.far[..n].iter().position(|far| *far).unwrap_or(n);
        values[..decided].copy_from_slice(&batch.values[..decided]);
        // From the first value whose release is undecided, the values are released one by one. If
        // one of them needs further words, all values after it read later words.
        let (words, logs) = (&batch.words[decided..n], &batch.logs[decided..n]);
        let mut rest = Undecided { words, logs, tape };
        let end = self.release_each(&mut values[decided..], &mut rest);
        batch.words.fill(0);
        batch.logs.fill(0);
        optimization_barrier(&batch);
        end
    }

    fn release_each<W: LoggedWords>(&self, values: &mut [f64], tape: &mut W) -> Result<(), Error> {
        for value in values {
            *value = self.release_f64(*value, tape)?;
        }
        Ok(())
    }
}
