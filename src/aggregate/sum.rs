//! Sums of values clamped to public bounds and rounded to a public grid γ (SPEC section 7).
//!
//! Each value becomes an integer number of grid steps; the steps are summed in 128 bits. With
//! `|steps| <= 2^62` and fewer than 2^64 rows a sum stays below 2^126, so nothing is ever lost.
//!
//! After the header (see [`super::header`]):
//!
//! | bytes | field |
//! |---|---|
//! | 24..32 | lo in steps, i64 |
//! | 32..40 | hi in steps, i64, at least lo |
//! | 40..44 | e, i32: the grid is 2^e; -1074 to 1023 |
//! | 44..48 | 0 |
//! | 48..64 | the sum in steps, i128, between rows·lo and rows·hi |

use super::choice::Choice;
use super::header::{field, Header, Kind};
use crate::exact::{round_up_to_f64, Dyadic, Positive};
use crate::snapping::Snapping;
use crate::tape::Words;
use crate::Error;

/// Steps that the default grid gives the bound of larger magnitude, at most.
const DEFAULT_STEPS_LOG2: i32 = 50;
/// The limit for any grid.
const MOST_STEPS_LOG2: i32 = 62;
/// The default output grid is this much finer than Λ: rounding then adds nothing visible to the noise.
const FINER_THAN_NATURAL: i32 = 10;

/// A sum, taken apart; [`super::state`] moves it from and to bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The shared part.
    pub header: Header,
    lo: i64,
    hi: i64,
    exponent: i32,
    total: i128,
}

impl Sum {
    /// An empty sum of values in `[lo, hi]`. `grid` is the input grid γ, `None` for the default: the
    /// finest power of two that gives the larger bound at most 2^50 steps.
    ///
    /// # Errors
    /// [`Error::Lo`], [`Error::Hi`] if not finite; [`Error::Range`] unless `lo < hi`; [`Error::Grid`] if
    /// the grid gives the larger bound more than 2^62 steps or none; [`Error::RowsPerPerson`].
    pub fn new(lo: f64, hi: f64, grid: Option<i32>, rows_per_person: u64) -> Result<Self, Error> {
        let low = Dyadic::from_f64(lo).ok_or(Error::Lo)?;
        let high = Dyadic::from_f64(hi).ok_or(Error::Hi)?;
        if !less(lo, hi) {
            return Err(Error::Range);
        }
        let header = Header::new(Kind::Sum, rows_per_person)?;
        // The smallest e with max(|lo|, |hi|) <= 2^e.
        let log2 = [low, high].iter().filter_map(Dyadic::magnitude).map(|m| m.log2_ceil()).max();
        let log2 = log2.ok_or(Error::Range)?;
        let exponent = grid.unwrap_or_else(|| (log2 - DEFAULT_STEPS_LOG2).max(-1074));
        if log2 - exponent > MOST_STEPS_LOG2 {
            return Err(Error::Grid);
        }
        let sum = Sum { header, lo: steps(&low, exponent), hi: steps(&high, exponent), exponent, total: 0 };
        if sum.largest() == 0 {
            return Err(Error::Grid);
        }
        Ok(sum)
    }

    /// Reads a sum.
    ///
    /// # Errors
    /// [`Error::State`] if the bytes are not one, or if no rows could have given them.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let header = Header::read(bytes)?;
        let sum = Sum {
            header,
            lo: i64::from_le_bytes(field(bytes, 24)?),
            hi: i64::from_le_bytes(field(bytes, 32)?),
            exponent: i32::from_le_bytes(field(bytes, 40)?),
            total: i128::from_le_bytes(field(bytes, 48)?),
        };
        let rows = i128::from(header.rows);
        let limit = 1i64 << MOST_STEPS_LOG2;
        let sound = header.kind == Kind::Sum
            && field::<4>(bytes, 44)? == [0; 4]
            && (-limit..=limit).contains(&sum.lo)
            && (sum.lo..=limit).contains(&sum.hi)
            && sum.largest() > 0
            && (-1074..=1023).contains(&sum.exponent)
            && (rows * i128::from(sum.lo)..=rows * i128::from(sum.hi)).contains(&sum.total);
        sound.then_some(sum).ok_or(Error::State)
    }

    /// Writes the sum.
    ///
    /// # Errors
    /// [`Error::State`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        let own = bytes.get_mut(..Kind::Sum.length()).ok_or(Error::State)?;
        self.header.write(own)?;
        let parts: [&[u8]; 5] = [
            &self.lo.to_le_bytes(),
            &self.hi.to_le_bytes(),
            &self.exponent.to_le_bytes(),
            &[0; 4],
            &self.total.to_le_bytes(),
        ];
        let source = parts.into_iter().flatten();
        own.iter_mut().skip(super::header::LENGTH).zip(source).for_each(|(to, from)| *to = *from);
        Ok(())
    }

    /// Adds one row. Infinities clamp; NaN counts as the point of `[lo, hi]` nearest to 0.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::TooManyRows`].
    #[inline]
    pub fn add(&mut self, value: f64) -> Result<(), Error> {
        self.header.live()?;
        self.header.add_rows(1)?;
        self.total += i128::from(self.row(value));
        Ok(())
    }

    /// Adds one row with an integer value, exactly.
    ///
    /// # Errors
    /// As [`Sum::add`].
    pub fn add_int64(&mut self, value: i64) -> Result<(), Error> {
        self.header.live()?;
        self.header.add_rows(1)?;
        let row = steps(&Dyadic::from(value), self.exponent).clamp(self.lo, self.hi);
        self.total += i128::from(row);
        Ok(())
    }

    /// Adds many rows, all or none.
    ///
    /// # Errors
    /// As [`Sum::add`].
    pub fn add_many(&mut self, values: impl ExactSizeIterator<Item = f64>) -> Result<(), Error> {
        self.header.live()?;
        self.header.add_rows(values.len() as u64)?;
        for value in values {
            self.total += i128::from(self.row(value));
        }
        Ok(())
    }

    /// Clamping after rounding is the same as before: rounding is monotone.
    #[inline]
    fn row(&self, value: f64) -> i64 {
        steps(&Snapping::enter(value), self.exponent).clamp(self.lo, self.hi)
    }

    /// Adds the rows of another sum.
    ///
    /// # Errors
    /// [`Error::Released`], [`Error::StateMismatch`], [`Error::TooManyRows`].
    pub fn merge(&mut self, other: &Sum) -> Result<(), Error> {
        self.header.compatible(&other.header)?;
        if (self.lo, self.hi, self.exponent) != (other.lo, other.hi, other.exponent) {
            return Err(Error::StateMismatch);
        }
        self.header.add_rows(other.header.rows)?;
        self.total += other.total;
        Ok(())
    }

    fn largest(&self) -> u64 {
        self.lo.unsigned_abs().max(self.hi.unsigned_abs())
    }

    /// The exact sum.
    #[must_use]
    pub fn exact(&self) -> Dyadic {
        Dyadic { mantissa: self.total, exponent: self.exponent }
    }

    /// `Δ = rows per person · max(|γ(lo)|, |γ(hi)|)`, exactly.
    #[must_use]
    pub fn sensitivity(&self) -> Positive {
        let mantissa = u128::from(self.header.rows_per_person) * u128::from(self.largest());
        Positive { mantissa, exponent: self.exponent }
    }

    /// [`Sum::sensitivity`] rounded up to a double.
    #[must_use]
    pub fn sensitivity_f64(&self) -> f64 {
        let Positive { mantissa, exponent } = self.sensitivity();
        round_up_to_f64(mantissa, exponent, false)
    }

    /// The mechanism that releases this sum: B infinite; the output grid, unless another one is asked
    /// for, the larger of γ and Λ/1024. Rounding is post-processing, so a finer grid costs no privacy,
    /// and Λ itself would add up to 22% to the variance (SPEC section 1, "Grid"). (In float arithmetic:
    /// [`Choice::mechanism`].)
    ///
    /// # Errors
    /// Those of [`Choice::mechanism`].
    pub fn mechanism(&self, choice: &Choice) -> Result<Snapping, Error> {
        choice.mechanism(self.sensitivity(), |natural| self.exponent.max(natural - FINER_THAN_NATURAL))
    }

    /// Releases the sum, once: the exact integer goes into the mechanism.
    ///
    /// # Errors
    /// [`Error::Released`], and those of the mechanism; the state stays live then.
    pub fn release<W: Words>(&mut self, mechanism: &Snapping, tape: &mut W) -> Result<f64, Error> {
        self.header.live()?;
        let bits = mechanism.release(&self.exact(), crate::snapping::Target::Double, tape)?;
        self.header.released = true;
        Ok(f64::from_bits(bits))
    }
}

/// `a < b` for finite doubles, by their bits: a caller's denormals-are-zero mode cannot matter.
fn less(a: f64, b: f64) -> bool {
    let key = |x: f64| {
        let magnitude = (x.to_bits() & (u64::MAX >> 1)) as i64;
        if x.to_bits() >> 63 == 1 {
            -magnitude
        } else {
            magnitude
        }
    };
    key(a) < key(b)
}

/// The value in units of `2^exponent`, rounded to nearest, ties to even; saturated at ±2^63.
#[inline]
fn steps(value: &Dyadic, exponent: i32) -> i64 {
    let magnitude = value.mantissa.unsigned_abs() as u64;
    let shift = value.exponent - exponent;
    let rounded = if magnitude == 0 {
        0
    } else if shift >= 0 {
        if shift as u32 >= magnitude.leading_zeros() {
            i64::MAX as u64
        } else {
            magnitude << shift
        }
    } else if shift < -64 {
        0
    } else {
        let wide = u128::from(magnitude) << 64 >> shift.unsigned_abs();
        let (whole, rest) = ((wide >> 64) as u64, wide as u64);
        const HALF: u64 = 1 << 63;
        // A mantissa has at most 63 bits and the shift keeps every one of them above 2^-64... unless
        // it is 64, where the rest is below a half anyway.
        whole + u64::from(rest > HALF || (rest == HALF && whole & 1 == 1))
    };
    let magnitude = rounded.min(i64::MAX as u64) as i64;
    if value.mantissa < 0 {
        -magnitude
    } else {
        magnitude
    }
}
