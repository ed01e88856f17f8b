//! Converts values to integers: clamps them to public bounds, and rounds them to a public grid.
//!
//! In every kind that takes numbers, these fields follow the header (see [`super::header`]):
//!
//! | bytes | field |
//! |---|---|
//! | 24..32 | lo, double |
//! | 32..40 | hi, double, above lo |
//! | 40..44 | e, i32, -1074 to 1024: the grid is 2^e |
//! | 44..48 | 0 |
//! | 48..56 | lo in steps of the grid, i64, at most 2^62 in magnitude |
//! | 56..64 | hi in steps of the grid, i64, at most 2^62 in magnitude |

use super::header::{field, put};
use crate::exact::{opaque, select, times_power, Dyadic};
use crate::Error;

/// The offset after header and bounds, where the fields of each kind begin.
pub const END: usize = 64;
/// The largest allowed distance of a bound from zero is 2 to this power, in steps of the grid.
pub const MOST_STEPS_LOG2: i32 = 62;
/// Adding this number to a double of magnitude at most 2^51 rounds that double to an integer, since
/// the ulp of the result is 1.
const ROUNDING: f64 = 6_755_399_441_055_744.0; // 1.5·2^52
const INFINITY: u64 = f64::INFINITY.to_bits();
/// The bits of a significand after its leading one.
const FRACTION: u64 = (1 << 52) - 1;
/// The number of rows that are summed together. A 64-bit sum can hold this many rows of at most
/// 2^51 steps each.
const BLOCK: usize = 1024;

/// Public bounds on a public grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower bound.
    pub lo: f64,
    /// Upper bound.
    pub hi: f64,
    /// The grid is `2^exponent`.
    pub exponent: i32,
    /// Lower bound in steps.
    pub low: i64,
    /// Upper bound in steps.
    pub high: i64,
}

impl Bounds {
    /// `grid` is the exponent of the input grid. `None` chooses the finest power of two, but at
    /// least 2^-1074, on which the bound of larger magnitude is at most `2^usual` steps from zero.
    /// Whatever the grid is, that bound may be at most `2^most` steps from zero.
    ///
    /// # Errors
    /// [`Error::Lo`] or [`Error::Hi`] if that bound is not finite; [`Error::Range`] if lo is not
    /// below hi; [`Error::Grid`] if the bound of larger magnitude is more than `2^most` steps from
    /// zero, or if both bounds round to 0.
    pub fn new(lo: f64, hi: f64, grid: Option<i32>, usual: i32, most: i32) -> Result<Self, Error> {
        let (low, high) = Self::finite(lo, hi)?;
        // The smallest e with max(|lo|, |hi|) <= 2^e.
        let log2 = [low, high].iter().filter_map(Dyadic::magnitude).map(|m| m.log2_ceil()).max();
        let log2 = log2.ok_or(Error::Range)?;
        let exponent = grid.unwrap_or_else(|| (log2 - usual).max(-1074));
        if log2 - exponent > most {
            return Err(Error::Grid);
        }
        let bounds = Self::on_grid(lo, hi, exponent);
        if bounds.largest() == 0 {
            return Err(Error::Grid);
        }
        Ok(bounds)
    }

    /// The bounds as exact numbers.
    ///
    /// # Errors
    /// [`Error::Lo`], [`Error::Hi`], [`Error::Range`].
    pub fn finite(lo: f64, hi: f64) -> Result<(Dyadic, Dyadic), Error> {
        let low = Dyadic::from_f64(lo).ok_or(Error::Lo)?;
        let high = Dyadic::from_f64(hi).ok_or(Error::Hi)?;
        if key(lo) < key(hi) {
            Ok((low, high))
        } else {
            Err(Error::Range)
        }
    }

    /// The bounds on a grid that is known to suit them.
    #[must_use]
    pub fn on_grid(lo: f64, hi: f64, exponent: i32) -> Self {
        // Minus zero is recognised by its bits, since a comparison would depend on the caller's
        // floating-point mode.
        let [lo, hi] = [lo, hi].map(|x| if x.to_bits() == 1 << 63 { 0.0 } else { x });
        Bounds {
            lo,
            hi,
            exponent,
            low: steps(lo.to_bits(), exponent),
            high: steps(hi.to_bits(), exponent),
        }
    }

    /// The number of steps between the bounds.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.high.abs_diff(self.low)
    }

    /// Reads and checks the bounds of a state.
    ///
    /// # Errors
    /// [`Error::State`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let own = Self::trusted(bytes)?;
        let limit = 1i64 << MOST_STEPS_LOG2;
        let sound = (-1074..=1024).contains(&own.exponent)
            && field::<4>(bytes, 44)? == [0; 4]
            && Self::finite(own.lo, own.hi).is_ok()
            // Minus zero would allow two encodings of one state.
            && [own.lo, own.hi].iter().all(|x| x.to_bits() != 1 << 63)
            && own.low == steps(own.lo.to_bits(), own.exponent)
            && own.high == steps(own.hi.to_bits(), own.exponent)
            && (-limit..=limit).contains(&own.low)
            && (-limit..=limit).contains(&own.high)
            && own.largest() > 0;
        sound.then_some(own).ok_or(Error::State)
    }

    /// Reads the bounds of a state in memory, without checking them.
    ///
    /// # Errors
    /// [`Error::State`] if there are too few bytes.
    #[inline]
    pub(super) fn trusted(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Bounds {
            lo: f64::from_le_bytes(field(bytes, 24)?),
            hi: f64::from_le_bytes(field(bytes, 32)?),
            // Loads the exponent together with the four zero bytes after it, in one instruction.
            exponent: u64::from_le_bytes(field(bytes, 40)?) as i32,
            low: i64::from_le_bytes(field(bytes, 48)?),
            high: i64::from_le_bytes(field(bytes, 56)?),
        })
    }

    /// Writes the bounds.
    ///
    /// # Errors
    /// [`Error::Buffer`] if the buffer is too short.
    pub fn write(&self, bytes: &mut [u8]) -> Result<(), Error> {
        put(bytes, 24, &self.lo.to_le_bytes())?;
        put(bytes, 32, &self.hi.to_le_bytes())?;
        put(bytes, 40, &self.exponent.to_le_bytes())?;
        put(bytes, 44, &[0; 4])?;
        put(bytes, 48, &self.low.to_le_bytes())?;
        put(bytes, 56, &self.high.to_le_bytes())
    }

    /// An answer within the bounds, and within the bounds as rounded to the grid, since no mean of
    /// rounded rows lies outside of these.
    #[must_use]
    pub fn within(&self, answer: f64) -> f64 {
        let [low, high] = [self.low, self.high].map(|x| times_power(x as f64, self.exponent));
        answer.max(self.lo.max(low)).min(self.hi.min(high))
    }

    /// The largest standard deviation and the largest variance that are released: half the distance
    /// between the bounds, as given or as rounded to the grid, whichever is less, and its square.
    #[must_use]
    pub fn largest_spread(&self) -> (f64, f64) {
        let (given, steps) = (self.hi / 2.0 - self.lo / 2.0, self.width() as f64 / 2.0);
        let rounded = times_power(steps, self.exponent);
        let square = times_power(steps * steps, 2 * self.exponent);
        (given.min(rounded), (given * given).min(square))
    }

    /// The larger magnitude of the bounds, in steps.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.low.unsigned_abs().max(self.high.unsigned_abs())
    }

    /// Converts a value to steps: rounds it to nearest, ties to even, and clamps the result.
    /// Clamping first would give the same result, since rounding is monotone. Infinities are
    /// clamped. NaN counts as the point of `[lo, hi]` nearest to 0. The same instructions are
    /// executed for all values.
    #[inline]
    #[must_use]
    pub fn row(&self, value: f64) -> i64 {
        if self.are_narrow() {
            self.narrow_row(value)
        } else {
            self.wide_row(value)
        }
    }

    /// Whether both bounds lie at most 2^51 steps from zero. Then every double whose ulp exceeds a
    /// step lies outside the bounds.
    #[inline(always)]
    pub(super) fn are_narrow(&self) -> bool {
        const MOST: i64 = 1 << 51;
        // True if neither low + 2^51 nor 2^51 - high is negative.
        self.low.wrapping_add(MOST) | MOST.wrapping_sub(self.high) >= 0
    }

    /// Gives the same result as [`Bounds::wide_row`] in fewer instructions, for narrow bounds.
    #[inline(always)]
    pub(super) fn narrow_row(&self, value: f64) -> i64 {
        let bits = opaque(value.to_bits());
        let magnitude = bits & (u64::MAX >> 1);
        // All ones, or 0 if the value is NaN.
        let known = magnitude.wrapping_sub(INFINITY + 1) as i64 >> 63;
        let number = magnitude & opaque(known as u64);
        let biased = number >> 52;
        // This is the biased exponent minus one, or 0 for subnormal numbers, which share the unit
        // 2^-1074 with the smallest normal numbers.
        let above_subnormal = biased - ((biased + 2047) >> 11);
        // The significand with one zero bit appended, so that at least one bit is always cut off.
        // One zero bit is too few for a double whose ulp exceeds a step. Such a double is at least
        // 2^52 steps from zero, so it lies outside the narrow bounds in any case.
        let digits = opaque(2 * (number - (above_subnormal << 52)));
        let places = 1075_i32.wrapping_add(self.exponent).wrapping_sub(above_subnormal as i32);
        let cut = places.clamp(1, 63) as u32;
        let odd = digits >> cut & 1;
        let rounded = (digits + ((1 << (cut - 1)) - 1) + odd) >> cut;
        let sign = (bits as i64) >> 63;
        self.clamp((rounded as i64 ^ sign) - sign)
    }

    #[inline]
    pub(super) fn wide_row(&self, value: f64) -> i64 {
        let bits = value.to_bits();
        let magnitude = bits & (u64::MAX >> 1);
        // NaN becomes 0. An infinity becomes 2^1024, which is then clamped to a bound.
        let number = select(magnitude > INFINITY, 0, magnitude);
        let biased = (number >> 52) as i32;
        let digits = number & FRACTION | u64::from(biased != 0) << 52;
        // The number of bits of the significand below the grid. If it is 55 or more, all 53 bits
        // together are less than half a step. If the number is negative, the significand is shifted
        // left. A shift by 10 places already gives at least 2^62 steps, the largest possible bound,
        // so larger shifts are limited to 10 places.
        let places = 1075_i32.wrapping_sub(biased.max(1)).wrapping_add(self.exponent);
        let (right, left) = (places.clamp(0, 63) as u32, (-places).clamp(0, 10) as u32);
        // Adds half a step minus one ulp, and one more ulp if the number of whole steps is odd. So
        // ties go to even, and nothing overflows.
        let cut = u64::from(right != 0);
        let rounded =
            (digits + ((1 << right >> 1) - cut) + (digits >> right & cut)) >> right << left;
        let sign = (bits as i64) >> 63;
        self.clamp((rounded as i64 ^ sign) - sign)
    }

    /// Converts an integer to steps, rounding its exact value once.
    #[inline]
    #[must_use]
    pub fn row_int64(&self, value: i64) -> i64 {
        let magnitude = value.unsigned_abs();
        let rounded = scaled(magnitude, self.exponent.saturating_neg());
        self.clamp(if value < 0 { -rounded } else { rounded })
    }

    /// Clamps a number of steps. `Ord::clamp` is not used, because it panics if the bounds are in
    /// the wrong order, which they may be in a state that was corrupted in memory.
    #[inline]
    fn clamp(&self, row: i64) -> i64 {
        row.max(self.low).min(self.high)
    }

    /// Calls `each` with the steps of all values, up to [`BLOCK`] at a time, in order.
    pub(super) fn blocks(&self, values: &[f64], mut each: impl FnMut(&[i64])) {
        let mut steps = [0i64; BLOCK];
        let fast = Fast::new(self);
        for block in values.chunks(BLOCK) {
            let pairs = steps.iter_mut().zip(block);
            match &fast {
                Some(fast) => pairs.for_each(|(to, value)| *to = fast.row(*value)),
                None => pairs.for_each(|(to, value)| *to = self.row(*value)),
            }
            each(steps.get(..block.len()).unwrap_or(&[]));
        }
    }
}

/// Computes [`Bounds::row`] with doubles, for bounds and grids where only one of the floating-point
/// operations rounds. It needs the default floating-point environment.
struct Fast {
    scale: f64,
    low: f64,
    high: f64,
    nan: f64,
    /// The upper 32 bits of the double whose value is half a step.
    half: u32,
}

impl Fast {
    /// Returns `None` if doubles do not suffice, that is, if a bound lies more than 2^51 steps from
    /// zero, or if the scale or half a step is not a normal double.
    fn new(bounds: &Bounds) -> Option<Self> {
        let normal = |biased: i32| u64::try_from(biased).ok().filter(|e| (1..2047).contains(e));
        let scale = normal(1023 - bounds.exponent)?;
        let half = normal(1022 + bounds.exponent)? as u32;
        (bounds.largest() <= 1 << 51).then(|| Fast {
            scale: f64::from_bits(scale << 52),
            low: bounds.low as f64,
            high: bounds.high as f64,
            nan: bounds.clamp(0) as f64,
            half: half << 20,
        })
    }

    /// A magnitude below half a step is first replaced by 0. So no operand or result is a subnormal
    /// number, which would be far slower on some processors. The product with the scale is then
    /// exact, or outside the bounds. The sum with 1.5·2^52, whose ulp is 1, rounds to an integer,
    /// ties to even.
    #[inline]
    fn row(&self, value: f64) -> i64 {
        let bits = value.to_bits();
        let small = (bits >> 32) as u32 & 0x7fff_ffff < self.half;
        let exact = f64::from_bits(if small { 0 } else { bits }) * self.scale;
        let known = if exact.is_nan() { self.nan } else { exact };
        let above = if known > self.low { known } else { self.low };
        let inside = if above < self.high { above } else { self.high };
        (inside + ROUNDING).to_bits().wrapping_sub(ROUNDING.to_bits()) as i64
    }
}

/// Maps finite doubles to integers in the same order. Only their bits are used, so the caller's
/// denormals-are-zero mode has no effect.
fn key(x: f64) -> i64 {
    let magnitude = (x.to_bits() & (u64::MAX >> 1)) as i64;
    if x.to_bits() >> 63 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// The double with these bits in units of `2^exponent`, rounded to nearest, ties to even, and
/// saturated at ±(2^63 - 1). Infinities saturate as well. NaN becomes 0.
#[inline(never)]
fn steps(bits: u64, exponent: i32) -> i64 {
    let biased = (bits >> 52 & 0x7ff) as i32;
    let magnitude = if biased == 0x7ff {
        if bits & FRACTION == 0 {
            i64::MAX
        } else {
            0
        }
    } else {
        let normal = u64::from(biased != 0) << 52;
        scaled(bits & FRACTION | normal, (biased.max(1) - 1075).wrapping_sub(exponent))
    };
    if bits >> 63 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// `magnitude·2^shift`, rounded to nearest, ties to even, and saturated at 2^63 - 1. Branches may
/// depend on the shift, which is public, but not on the magnitude, which is private.
#[inline]
fn scaled(magnitude: u64, shift: i32) -> i64 {
    let places = shift.unsigned_abs();
    let rounded = if shift < 0 && places > 64 {
        0
    } else if shift < 0 {
        // After a shift by 64 places there are no whole steps. The result is then 1 if the
        // remainder exceeds one half, else 0, since an exact half rounds to the even 0.
        let whole = magnitude.checked_shr(places).unwrap_or(0);
        let rest = magnitude << (64 - places);
        let (above, half) = (u64::from(rest > HALF), u64::from(rest == HALF));
        whole + (above | half & whole)
    } else {
        let over = (places >= magnitude.leading_zeros()) & (magnitude != 0);
        select(over, i64::MAX as u64, magnitude.checked_shl(places).unwrap_or(0))
    };
    rounded.min(i64::MAX as u64) as i64
}

const HALF: u64 = 1 << 63;
