//! Variances and standard deviations, from exact sums of centred values and of their squares (SPEC section 7).
//!
//! With z = γ(x) - c, N has sensitivity m, S = Σz has m·h and Q = Σ(z² - h²/2) has m·h²/2; the answer is
//! Q/N + h²/2 - (S/N)². To first order its error has the parts (noise of Q)/N, (2μ/N)·(noise of S) and
//! ((h²/2 - v + μ²)/N)·(noise of N), v the variance and μ the mean's distance from c, both private. Over all μ
//! in [-h, h] and all v that such a mean allows, the mean squares of those factors times the sensitivities are as
//! 1/4 : 4/3 : 0.494, and the best split is as their cube roots, 0.63 : 1.10 : 0.79, nearly 8 : 14 : 10.
//!
//! After header, bounds and sum (see [`super::sum`]); grids give the bound of larger magnitude at most 2^31 steps:
//!
//! | bytes | field |
//! |---|---|
//! | 80..96 | Σz² in squared steps, u128 |

use super::bounds::Bounds;
use super::centre::{noisy, part_of, times_power, Centre, Part};
use super::choice::Choice;
use super::count::mechanism_of_rows;
use super::header::{self, field, put, Header, Kind};
use super::sum::Sum;
use crate::exact::Dyadic;
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// 32nds of ε.
pub const COUNT_SHARE: u8 = 10;
/// 32nds of ε.
pub const SUM_SHARE: u8 = 14;
/// 32nds of ε.
pub const SQUARES_SHARE: u8 = 8;
const _: () = assert!(COUNT_SHARE + SUM_SHARE + SQUARES_SHARE == 1 << super::centre::SHARES_LOG2);

/// Squares of steps then stay below 2^62, and their sum below 2^126.
const MOST_STEPS_LOG2: i32 = 31;
const AT: usize = 80;

/// A variance or standard deviation, taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variance {
    pub(super) sum: Sum,
    squares: u128,
}

/// The mechanisms of one release.
pub struct Plan {
    centre: Centre,
    count: Snapping,
    sum: Snapping,
    squares: Snapping,
}

impl Variance {
    /// An empty one of `kind`, variance or standard deviation; parameters as [`Sum::new`], but the default grid gives
    /// the larger bound at most 2^31 steps, which is the limit too.
    ///
    /// # Errors
    /// As [`Sum::new`], and [`Error::Grid`] if the grid does not tell the bounds apart.
    pub fn new(kind: Kind, lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Self, Error> {
        let bounds = Bounds::new(lo, hi, grid, MOST_STEPS_LOG2, MOST_STEPS_LOG2)?;
        Centre::of(&bounds)?;
        let sum = Sum { header: Header::new(kind, rows_per_person)?, bounds, total: 0 };
        Ok(Variance { sum, squares: 0 })
    }

    /// Reads one.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not one, or if no rows could have given them.
    pub fn read(bytes: &[u8], kind: Kind) -> Result<Self, Error> {
        let sum = Sum::read(bytes, kind)?;
        let own = Variance { sum, squares: u128::from_le_bytes(field(bytes, AT)?) };
        (own.possible() == Some(true)).then_some(own).ok_or(Error::State)
    }

    /// Whether some rows have this count, sum and squares: as far as the least and the largest sum of squares, and
    /// its parity, tell.
    fn possible(&self) -> Option<bool> {
        let Bounds { low, high, .. } = self.sum.bounds;
        if low.unsigned_abs().max(high.unsigned_abs()) > 1 << MOST_STEPS_LOG2 {
            return None;
        }
        let centre = Centre::of(&self.sum.bounds).ok()?;
        let (rows, s) = (i128::from(self.sum.header.rows), centre.shifted(&self.sum));
        let squares = i128::try_from(self.squares).ok()?;
        let (a, b) = (i128::from(low - centre.c), i128::from(high - centre.c));
        // Every z has (z - a)(b - z) >= 0.
        let most = (a + b) * s - rows * a * b;
        // All z equal, or next to each other.
        let least = if rows == 0 {
            0
        } else {
            let (q, r) = (s.div_euclid(rows), s.rem_euclid(rows));
            (rows - r) * q * q + r * (q + 1) * (q + 1)
        };
        Some((least..=most).contains(&squares) && (squares - s) % 2 == 0)
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.len() < self.sum.header.kind.length() {
            return Err(Error::State);
        }
        self.sum.write(bytes)?;
        put(bytes, AT, &self.squares.to_le_bytes())
    }

    /// Adds one row where it is.
    ///
    /// # Errors
    /// [`Error::State`], [`Error::Released`], [`Error::TooManyRows`].
    #[inline]
    pub fn add(bytes: &mut [u8], kind: Kind, value: f64) -> Result<(), Error> {
        Self::add_row(bytes, kind, |bounds| bounds.row(value))
    }

    /// Adds one row with an integer value.
    ///
    /// # Errors
    /// As [`Variance::add`].
    #[inline]
    pub fn add_int64(bytes: &mut [u8], kind: Kind, value: i64) -> Result<(), Error> {
        Self::add_row(bytes, kind, |bounds| bounds.row_int64(value))
    }

    fn add_row(bytes: &mut [u8], kind: Kind, row: impl FnOnce(&Bounds) -> i64) -> Result<(), Error> {
        let own: &mut [u8; 96] = bytes.first_chunk_mut().ok_or(Error::State)?;
        header::expect(own, kind)?;
        let bounds = Bounds::trusted(own)?;
        let (row, centre) = (row(&bounds), Centre::of(&bounds)?);
        header::add_rows(own, 1)?;
        Self::add_steps(own, i128::from(row), square(row, centre.c))
    }

    /// Adds many rows, all or none.
    ///
    /// # Errors
    /// As [`Variance::add`].
    pub fn add_many(bytes: &mut [u8], kind: Kind, values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, kind)?;
        let bounds = Bounds::trusted(bytes)?;
        let centre = Centre::of(&bounds)?;
        header::add_rows(bytes, values.len() as u64)?;
        let (mut total, mut squares) = (0i128, 0u128);
        bounds.blocks(values, |steps| {
            // Halves of squares: 1,024 of them fit 64 bits.
            let (mut sum, mut low, mut high) = (0i64, 0u64, 0u64);
            for step in steps {
                let square = square(*step, centre.c) as u64;
                sum = sum.wrapping_add(*step);
                low += square & 0xffff_ffff;
                high += square >> 32;
            }
            total += i128::from(sum);
            squares += (u128::from(high) << 32) + u128::from(low);
        });
        Self::add_steps(bytes, total, squares)
    }

    #[inline]
    fn add_steps(bytes: &mut [u8], steps: i128, squares: u128) -> Result<(), Error> {
        header::add_u128(bytes, super::bounds::END, steps as u128)?;
        header::add_u128(bytes, AT, squares)
    }

    /// Adds the rows of another one.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
    pub fn merge(&mut self, other: &Variance) -> Result<(), Error> {
        self.sum.merge(&other.sum)?;
        self.squares += other.squares;
        Ok(())
    }

    /// Q in halves of squared steps. Below 2^127.
    pub(super) fn halves(&self, h: u64) -> i128 {
        2 * (self.squares as i128) - i128::from(self.sum.header.rows) * i128::from(h) * i128::from(h)
    }

    /// How it is to be released: N with 10/32 of ε, then S with 14/32, then Q with 8/32.
    ///
    /// # Errors
    /// Those of [`Choice::mechanism`].
    pub fn plan(&self, choice: &Choice) -> Result<Plan, Error> {
        let centre = Centre::of(&self.sum.bounds)?;
        let rows = self.sum.header.rows_per_person;
        let (m, h) = (u128::from(rows), u128::from(centre.h));
        Ok(Plan {
            centre,
            count: mechanism_of_rows(rows, &part_of(choice, COUNT_SHARE))?,
            sum: Part { share: SUM_SHARE, sensitivity: m * h, exponent: 0 }.mechanism(choice)?,
            squares: Part { share: SQUARES_SHARE, sensitivity: m * h * h, exponent: -1 }.mechanism(choice)?,
        })
    }

    /// Releases it, once: the variance clamped to [0, (hi-lo)²/4], its middle if the noisy count is below 1; or the
    /// square root.
    ///
    /// # Errors
    /// [`Error::Released`], and those of the tape; the state stays live then.
    pub fn release<W: Words>(&mut self, plan: &Plan, tape: &mut W) -> Result<f64, Error> {
        let header = &mut self.sum.header;
        header.live()?;
        let rows = i128::from(header.rows);
        let n = plan.count.release_i64(&Dyadic { mantissa: rows, exponent: 0 }, tape)?;
        let s = noisy(&plan.sum, plan.centre.shifted(&self.sum), 0, tape)?;
        let square = u128::from(plan.centre.h) * u128::from(plan.centre.h);
        let q = noisy(&plan.squares, self.halves(plan.centre.h), -1, tape)?;
        self.sum.header.released = true;
        let half = square as f64 / 2.0;
        let variance = if n < 1 {
            half
        } else {
            let (mean, n) = (s / n as f64, n as f64);
            q / n + half - mean * mean
        };
        // Infinities may have met: f64::max drops the NaN.
        Ok(self.answer(variance.max(0.0)))
    }

    /// The variance, in squared steps, as what was asked for.
    fn answer(&self, variance: f64) -> f64 {
        let Bounds { lo, hi, exponent, .. } = self.sum.bounds;
        let largest = hi / 2.0 - lo / 2.0;
        if self.sum.header.kind == Kind::Stddev {
            times_power(variance.sqrt(), exponent).min(largest)
        } else {
            times_power(variance, 2 * exponent).min(largest * largest)
        }
    }
}

#[inline]
fn square(row: i64, c: i64) -> u128 {
    let z = row.abs_diff(c);
    u128::from(z.wrapping_mul(z))
}
