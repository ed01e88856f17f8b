//! The cheap path: one word of the tape, 64-bit integers, a certified enclosure.
//!
//! With `E = -ln U` the unrounded answer in units of the grid is `x = f/G ∓ E·λ/G`. Each quantity is
//! kept as an interval of fixed-point numbers; `proof.md` derives the widths. If every x in the interval
//! gives the same answer, that is the answer; else the reference decides from the same tape.

use super::{Snapping, Target};
use crate::exact::{Dyadic, Positive};
use crate::fixed_log;

/// λ/G as a fixed-point factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// `R` in `[2^63, 2^64)`: λ/G lies in `[R, R+1)·2^(r-64)`.
    factor: u64,
    /// `58 - r`: turns `E·2^58·R` into `E·λ/G·2^64`.
    shift: u32,
    /// Whether the numbers below fit; if not the reference decides everything.
    usable: bool,
    /// Float arithmetic's precision in bits, at most 127 as that is enough here; 0 in real arithmetic.
    precision: u32,
}

impl Scale {
    /// λ is in `[quotient, quotient + 1)·2^exponent`, 64 to 66 bits in `quotient`.
    pub(super) fn new(quotient: u128, exponent: i32, grid_exponent: i32, precision: Option<u32>) -> Self {
        let excess = 64 - quotient.leading_zeros() as i32;
        let factor = (quotient >> excess.max(0)) as u64;
        let r = exponent + excess - grid_exponent + 64;
        let shift = (fixed_log::FRACTION_BITS as i32 - r).clamp(0, 127) as u32;
        // r <= 50 keeps E·λ/G below 2^56, so that sums with f stay inside 127 bits; the shift must not
        // exceed 127.
        let usable = (-69..=50).contains(&r) && excess >= 0;
        let precision = precision.map_or(0, |bits| bits.min(127));
        Scale { factor, shift, usable, precision }
    }

    /// Lower and upper end of `E·λ/G·2^64`, where E is at least `(log - spread)·2^-58` and less than
    /// `(log + fixed_log::ERROR)·2^-58`.
    #[inline(always)]
    fn noise(&self, log: u64, spread: u64) -> (i128, i128) {
        let factor = u128::from(self.factor);
        let low = u128::from(log.saturating_sub(spread)) * factor;
        // (log + 2)(R + 1) < log·R + 2^64 + 2·2^64 + 2
        let high = u128::from(log) * factor + (4u128 << 64);
        ((low >> self.shift) as i128, (high >> self.shift) as i128 + 1)
    }

    /// The first word's digits as U* has them: no more than `precision` significant ones.
    #[inline(always)]
    fn significant(&self, digits: u64) -> u64 {
        let drop = (64 - digits.leading_zeros()).saturating_sub(self.precision);
        if self.precision == 0 {
            digits
        } else {
            digits >> drop << drop
        }
    }

    /// The noise after LN and ⊗ were rounded: each factor is at most 1 + 2^-p, both below 1 + 2^(2-p).
    #[inline(always)]
    fn rounded_noise(&self, (low, high): (i128, i128)) -> (i128, i128) {
        let bits = self.precision - 2;
        (low - (low >> bits) - 1, high + (high >> bits) + 1)
    }

    /// The sum after ⊕ was rounded: by at most 2^-p of it.
    #[inline(always)]
    fn rounded_sum(&self, (low, high): (i128, i128)) -> (i128, i128) {
        let most = low.unsigned_abs().max(high.unsigned_abs()) >> self.precision;
        (low - most as i128 - 1, high + most as i128 + 1)
    }
}

impl Snapping {
    /// The answer, if this word alone and this precision decide it.
    #[inline]
    pub(super) fn decide(&self, f: &Dyadic, target: Target, word: u64) -> Option<u64> {
        let digits = word & (u64::MAX >> 1);
        if digits < fixed_log::SMALLEST || !self.scale.usable {
            return None;
        }
        let (f_low, f_high) = self.fixed_point(f)?;
        let (log, zeros) = fixed_log::neg_ln(self.scale.significant(digits));
        // The digits that follow lie in [0, 1) units of 2^-63: they lower E by at most
        // ln(1 + 1/digits) <= 2^(zeros-63), which is 2^(zeros-5) units of 2^-58.
        let spread = 1u64 << zeros.saturating_sub(5);
        let is_float = self.scale.precision != 0;
        let mut noise = self.scale.noise(log, spread);
        if is_float {
            noise = self.scale.rounded_noise(noise);
        }
        let (n_low, n_high) = noise;
        let mut x =
            if word >> 63 == 0 { (f_low - n_high, f_high - n_low) } else { (f_low + n_low, f_high + n_high) };
        if is_float {
            x = self.scale.rounded_sum(x);
        }
        let (low, high) = x;
        let (k_low, k_high) = (nearest_integer(low), nearest_integer(high));
        let answer = target.finish(self, k_low);
        (k_low == k_high || target.finish(self, k_high) == answer).then_some(answer)
    }

    /// `clamp_B(f)`, exactly.
    #[inline]
    pub(crate) fn clamped(&self, f: &Dyadic) -> Dyadic {
        let (Some(bound), Some(magnitude)) = (&self.bound, f.magnitude()) else {
            return *f;
        };
        if magnitude.compare(bound).is_le() {
            return *f;
        }
        signed(bound, f.mantissa < 0)
    }

    /// Both ends of `clamp_B(f)/G·2^64`; equal where that is a whole number. `None` if it exceeds 2^124. The same
    /// instructions for all f.
    #[inline]
    fn fixed_point(&self, f: &Dyadic) -> Option<(i128, i128)> {
        let (low, high) = on_grid(f, self.grid_exponent);
        // Clamped exactly, whatever lies between the ends of ±B.
        let (bound_low, bound_high) = self.bound_fixed;
        let (low, high) = (low.min(bound_low).max(-bound_high), high.min(bound_high).max(-bound_low));
        let fits = low > -LARGEST && high < LARGEST;
        fits.then_some((low, high))
    }
}

/// What exceeds this is not decided here.
const LARGEST: i128 = 1 << 124;

/// `B/G·2^64` as [`Snapping::fixed_point`] needs it; beyond everything if there is no such bound.
pub(super) fn bound_on_grid(bound: Option<&Positive>, grid_exponent: i32) -> (i128, i128) {
    let ends = bound.map(|b| on_grid(&signed(b, false), grid_exponent));
    ends.filter(|(_, high)| *high < LARGEST).unwrap_or((2 * LARGEST, 2 * LARGEST))
}

/// Both ends of `f/G·2^64`; ±2^125 if it is at least 2^124 from zero.
#[inline]
fn on_grid(f: &Dyadic, grid_exponent: i32) -> (i128, i128) {
    let shift = f.exponent - grid_exponent + 64;
    let free = f.mantissa.unsigned_abs().leading_zeros() as i32;
    let left = shift.min(free - 4).max(0).unsigned_abs();
    let right = (-shift).clamp(0, 127).unsigned_abs();
    let value = f.mantissa << left;
    let low = value >> right;
    let high = low + i128::from(low << right != value);
    let over = i128::from((shift > free - 4) & (f.mantissa != 0));
    let beyond = 2 * LARGEST * (1 | f.mantissa >> 127);
    let choose = |end: i128| end ^ ((end ^ beyond) & -over);
    (choose(low), choose(high))
}

fn signed(value: &Positive, negative: bool) -> Dyadic {
    // A bound has 53 bits.
    let mantissa = value.mantissa as i128;
    Dyadic { mantissa: if negative { -mantissa } else { mantissa }, exponent: value.exponent }
}

/// The integer nearest to `x/2^64`, ties toward +infinity, for `|x| < 2^126`: -2.5 gives -2.
#[inline]
pub(super) fn nearest_integer(x: i128) -> i64 {
    ((x + (1 << 63)) >> 64) as i64
}
