//! Releases variances and standard deviations from the three noisy Bernstein sums of degree 2
//! ([`super::bernstein`]): Σ(hi - x)², Σ2(hi - x)(x - lo) and Σ(x - lo)².
//!
//! In float arithmetic the privacy loss is proved for the release of one number. It is not proved
//! for the joint release of several numbers for which only the sum of their changes is bounded. So
//! ε is divided among the count N and exact sums of centred values and of their squares (Claim A4).
//! Let γ(x) be a row after rounding to the grid, c the middle of the bounds, h half their distance,
//! and z = γ(x) - c. With m rows per person, the sensitivity of N is m, that of S = Σz is m·h, and
//! that of Q = Σ(z² - h²/2) is m·h²/2. The answer is Q/N + h²/2 - (S/N)².
//!
//! The shares of ε are chosen as follows. Let v be the true variance and μ the true mean minus c,
//! which are both private. To first order, the error of the answer is a sum of three parts: (noise
//! of Q)/N, (2μ/N)·(noise of S) and ((h²/2 - v + μ²)/N)·(noise of N). Their signs do not matter
//! here. Multiply the factor of each noise by the sensitivity of its sum, and average the square of
//! this product over all μ in [-h, h] and all v that such a mean allows. The three averages are in
//! the ratio 1/4 : 4/3 : 0.494. The best shares of ε for Q, S and N are in the ratio of the cube
//! roots, 0.63 : 1.10 : 0.79, which is nearly 8 : 14 : 10.
//!
//! This field follows the header, the bounds and the sum (see [`super::sum`]). On every grid the
//! bound of larger magnitude is at most 2^31 steps from zero.
//!
//! | bytes | field |
//! |---|---|
//! | 80..96 | Σz² in squared steps, u128 |

use super::bernstein::{sums_of_degree_2, Bernstein};
use super::bounds::Bounds;
use super::centre::{noisy, part_of, Centre, Part};
use super::count::mechanism_of_rows;
use super::header::{self, field, put, Header};
use super::kind::Kind;
use super::sum::{Sum, SUM_LENGTH};
use super::terms::Terms;
use super::traits::{Aggregate, Answer, Parts};
use crate::exact::{times_power, Dyadic};
use crate::fixed_log::LoggedWords;
use crate::snapping::{Precision, Snapping};
use crate::Error;

/// The share of ε for N, in 32nds.
pub const COUNT_SHARE: u8 = 10;
/// The share of ε for S, in 32nds.
pub const SUM_SHARE: u8 = 14;
/// The share of ε for Q, in 32nds.
pub const SQUARES_SHARE: u8 = 8;
const _: () = assert!(COUNT_SHARE + SUM_SHARE + SQUARES_SHARE == 1 << super::centre::SHARES_LOG2);

/// The largest allowed distance of a bound from zero is 2 to this power, in steps of the grid. So
/// the square of a centred value is at most 2^62, and the sum of squares stays below 2^126.
const MOST_STEPS_LOG2: i32 = 31;
const AT: usize = SUM_LENGTH;
const LENGTH: usize = AT + 16;

/// The state of a variance or standard deviation: the sum of the rows, and the sum of the squares
/// of z, which is a row minus c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moments {
    pub(super) sum: Sum,
    squares: u128,
}

/// The mechanisms of one release.
#[allow(clippy::large_enum_variant)] // only one exists at a time, on the stack
pub enum Mechanism {
    /// In real arithmetic.
    Sums(Bernstein<3>),
    /// In float arithmetic.
    Shares(Shares),
}

/// The mechanisms that release N with 10/32 of ε, S with 14/32 and Q with 8/32, in this order.
pub struct Shares {
    pub(super) centre: Centre,
    pub(super) count: Snapping,
    pub(super) sum: Snapping,
    pub(super) squares: Snapping,
}

impl Moments {
    fn new(
        kind: Kind,
        lo: f64,
        hi: f64,
        grid: Option<i32>,
        rows_per_person: u64,
    ) -> Result<Self, Error> {
        let bounds = Bounds::new(lo, hi, grid, MOST_STEPS_LOG2, MOST_STEPS_LOG2)?;
        Centre::of(&bounds)?;
        let sum = Sum { header: Header::new(kind, rows_per_person)?, bounds, total: 0 };
        Ok(Moments { sum, squares: 0 })
    }

    /// Reads and checks a state.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not a state of this kind, or if [`Moments::possible`]
    /// finds that no rows could have produced them.
    fn read(bytes: &[u8], kind: Kind) -> Result<Self, Error> {
        let sum = Sum::read_as(bytes, kind)?;
        let own = Moments { sum, squares: u128::from_le_bytes(field(bytes, AT)?) };
        (own.possible() == Some(true)).then_some(own).ok_or(Error::State)
    }

    /// Whether Σz² agrees with the number of rows and with Σz. Σz² must be at least the smallest
    /// number that they allow, at most an upper bound, and of the same parity as Σz. The upper
    /// bound need not be attained, so a state that no rows could have produced may pass.
    fn possible(&self) -> Option<bool> {
        let Bounds { low, high, .. } = self.sum.bounds;
        if low.unsigned_abs().max(high.unsigned_abs()) > 1 << MOST_STEPS_LOG2 {
            return None;
        }
        let centre = Centre::of(&self.sum.bounds).ok()?;
        let (rows, s) = (i128::from(self.sum.header.rows), centre.shifted(&self.sum));
        let squares = i128::try_from(self.squares).ok()?;
        let (a, b) = (i128::from(low - centre.c), i128::from(high - centre.c));
        // Every z lies in [a, b], so (z - a)(b - z) >= 0. Summed over all rows, this inequality
        // gives the upper bound.
        let most = (a + b) * s - rows * a * b;
        // The sum of squares is smallest when all z are equal or differ by at most 1.
        let least = if rows == 0 {
            0
        } else {
            let (q, r) = (s.div_euclid(rows), s.rem_euclid(rows));
            (rows - r) * q * q + r * (q + 1) * (q + 1)
        };
        Some((least..=most).contains(&squares) && (squares - s) % 2 == 0)
    }

    fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.len() < LENGTH {
            return Err(Error::Buffer);
        }
        self.sum.write(bytes)?;
        put(bytes, AT, &self.squares.to_le_bytes())
    }

    #[inline]
    fn add_row(
        bytes: &mut [u8],
        kind: Kind,
        row: impl FnOnce(&Bounds) -> i64,
    ) -> Result<(), Error> {
        let own: &mut [u8; LENGTH] = bytes.first_chunk_mut().ok_or(Error::State)?;
        header::expect(own, kind)?;
        let bounds = Bounds::trusted(own)?;
        let (row, centre) = (row(&bounds), Centre::of(&bounds)?);
        header::add_rows(own, 1)?;
        Self::add_steps(own, i128::from(row), square(row, centre.c))
    }

    /// Adds many rows. On failure no row is added.
    fn add_rows(bytes: &mut [u8], kind: Kind, values: &[f64]) -> Result<(), Error> {
        header::expect(bytes, kind)?;
        let bounds = Bounds::trusted(bytes)?;
        let centre = Centre::of(&bounds)?;
        header::add_rows(bytes, values.len() as u64)?;
        let (mut total, mut squares) = (0i128, 0u128);
        bounds.blocks(values, |steps| {
            // `low` and `high` sum the lower and upper halves of the squares. The sum of 1,024
            // halves fits in 64 bits.
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

    fn plus(&self, other: &Moments) -> Result<Moments, Error> {
        Ok(Moments { sum: self.sum.plus(&other.sum)?, squares: self.squares + other.squares })
    }

    /// Σz².
    #[cfg(test)]
    pub(super) fn squares(&self) -> u128 {
        self.squares
    }

    /// Q in units of half a squared step. Its magnitude is below 2^127.
    pub(super) fn halves(&self, h: u64) -> i128 {
        2 * (self.squares as i128)
            - i128::from(self.sum.header.rows) * i128::from(h) * i128::from(h)
    }

    pub(super) fn mechanism(&self, terms: &Terms) -> Result<Mechanism, Error> {
        terms.options.without_grid()?;
        match terms.options.of_noise()? {
            (_, Precision::Real) => {
                let rows = self.sum.header.rows_per_person;
                Bernstein::new(&self.sum.bounds, rows, terms).map(Mechanism::Sums)
            }
            _ => self.shares(terms).map(Mechanism::Shares),
        }
    }

    fn shares(&self, terms: &Terms) -> Result<Shares, Error> {
        let centre = Centre::of(&self.sum.bounds)?;
        let rows = self.sum.header.rows_per_person;
        let (m, h) = (u128::from(rows), u128::from(centre.h));
        Ok(Shares {
            centre,
            count: mechanism_of_rows(rows, &part_of(terms, COUNT_SHARE))?,
            sum: Part { share: SUM_SHARE, sensitivity: m * h, exponent: 0 }.mechanism(terms)?,
            squares: Part { share: SQUARES_SHARE, sensitivity: m * h * h, exponent: -1 }
                .mechanism(terms)?,
        })
    }

    /// The variance in squared steps, at least 0. If the noisy count is below 1, the variance is
    /// h²/2.
    fn release_shares<W: LoggedWords>(&self, shares: &Shares, tape: &mut W) -> Result<f64, Error> {
        let rows = i128::from(self.sum.header.rows);
        let n = shares.count.release_i64(&Dyadic { mantissa: rows, exponent: 0 }, tape)?;
        let s = noisy(&shares.sum, shares.centre.shifted(&self.sum), 0, tape)?;
        let square = u128::from(shares.centre.h) * u128::from(shares.centre.h);
        let q = noisy(&shares.squares, self.halves(shares.centre.h), -1, tape)?;
        let half = square as f64 / 2.0;
        let variance = if n < 1 {
            half
        } else {
            let (mean, n) = (s / n as f64, n as f64);
            q / n + half - mean * mean
        };
        // The difference of two infinities may have given NaN. f64::max then returns 0.
        Ok(variance.max(0.0))
    }

    fn release_sums<W: LoggedWords>(
        &self,
        sums: &Bernstein<3>,
        tape: &mut W,
    ) -> Result<Parts, Error> {
        let centre = Centre::of(&self.sum.bounds)?;
        let noisy = sums.release(sums_of_degree_2(&self.sum, self.squares, &centre), tape)?;
        Ok(sums.parts(self.answer(noisy.variance()), &noisy))
    }

    /// The variance, clamped to the largest that rounded rows have and to (hi-lo)²/4, or its root.
    fn release<W: LoggedWords>(
        &self,
        mechanism: &Mechanism,
        tape: &mut W,
    ) -> Result<Answer, Error> {
        let value = match mechanism {
            Mechanism::Sums(sums) => self.release_sums(sums, tape)?.value,
            Mechanism::Shares(shares) => self.answer(self.release_shares(shares, tape)?),
        };
        Ok(Answer::Real(value))
    }

    fn release_parts<W: LoggedWords>(
        &self,
        mechanism: &Mechanism,
        tape: &mut W,
    ) -> Result<Parts, Error> {
        match mechanism {
            Mechanism::Sums(sums) => self.release_sums(sums, tape),
            Mechanism::Shares(_) => Err(Error::UnusedPrecision),
        }
    }

    /// The variance or standard deviation, from a variance in squared steps.
    pub(super) fn answer(&self, variance: f64) -> f64 {
        let exponent = self.sum.bounds.exponent;
        let (root, square) = self.sum.bounds.largest_spread();
        if self.sum.header.kind == Kind::Stddev {
            times_power(variance.sqrt(), exponent).min(root)
        } else {
            times_power(variance, 2 * exponent).min(square)
        }
    }
}

macro_rules! of_moments {
    ($(#[$doc:meta])* $kind:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $kind(pub(super) Moments);

        impl $kind {
            /// An empty state. The parameters are those of [`Sum::new`], but on every grid, chosen
            /// or default, the bound of larger magnitude must be at most 2^31 steps from zero.
            ///
            /// # Errors
            /// The errors of [`Sum::new`], and [`Error::Grid`] if both bounds round to the same
            /// multiple of the grid.
            pub fn new(
                lo: f64,
                hi: f64,
                grid: Option<i32>,
                rows_per_person: u64,
            ) -> Result<Self, Error> {
                Moments::new(Kind::$kind, lo, hi, grid, rows_per_person).map($kind)
            }

            /// Writes the state.
            ///
            /// # Errors
            /// [`Error::Buffer`] if the buffer is too short.
            pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
                self.0.write(bytes)
            }
        }

        impl Aggregate for $kind {
            const KIND: Kind = Kind::$kind;
            const LENGTH: usize = LENGTH;
            type Mechanism = Mechanism;

            fn read(bytes: &[u8]) -> Result<Self, Error> {
                Moments::read(bytes, Kind::$kind).map($kind)
            }

            fn header(&self) -> &Header {
                &self.0.sum.header
            }

            fn same_parameters(&self, _bytes: &[u8], other: &Self, _more: &[u8]) -> bool {
                self.0.sum.bounds == other.0.sum.bounds
            }

            fn merge(&self, bytes: &mut [u8], other: &Self, _more: &[u8]) -> Result<(), Error> {
                self.0.plus(&other.0)?.write(bytes)
            }

            fn mechanism(&self, terms: &Terms) -> Result<Mechanism, Error> {
                self.0.mechanism(terms)
            }

            fn release<W: LoggedWords>(
                &self,
                _bytes: &[u8],
                mechanism: &Mechanism,
                tape: &mut W,
            ) -> Result<Answer, Error> {
                self.0.release(mechanism, tape)
            }

            fn release_parts<W: LoggedWords>(
                &self,
                mechanism: &Mechanism,
                tape: &mut W,
            ) -> Result<Parts, Error> {
                self.0.release_parts(mechanism, tape)
            }

            #[inline]
            fn add(bytes: &mut [u8], value: f64) -> Result<(), Error> {
                Moments::add_row(bytes, Kind::$kind, |bounds| bounds.row(value))
            }

            #[inline]
            fn add_int64(bytes: &mut [u8], value: i64) -> Result<(), Error> {
                Moments::add_row(bytes, Kind::$kind, |bounds| bounds.row_int64(value))
            }

            fn add_many(bytes: &mut [u8], values: &[f64]) -> Result<(), Error> {
                Moments::add_rows(bytes, Kind::$kind, values)
            }
        }
    };
}

of_moments! {
    /// A parsed variance.
    Variance
}

of_moments! {
    /// A parsed standard deviation.
    Stddev
}

#[inline]
fn square(row: i64, c: i64) -> u128 {
    let z = row.abs_diff(c);
    u128::from(z.wrapping_mul(z))
}
