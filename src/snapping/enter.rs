//! Clamps a value to [-B, B] and converts it to units of the grid (Claim S5). The same
//! instructions are executed for all values.

use super::Snapping;
use crate::exact::{least, mask, Dyadic, Positive};

/// A value divided by the grid. The quotient lies in
/// `[whole + part·2^-fraction, whole + (part + 1)·2^-fraction]`. `part` may exceed one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnGrid {
    pub(super) whole: i64,
    pub(super) part: i64,
}

/// B in two representations: one clamps doubles, the other clamps exact values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clamp {
    /// The bits of the double B, or of the largest double if B is infinite.
    largest: u64,
    /// A lower and an upper bound on `B/G·2^64`. If `B/G·2^64` is 2^124 or more, both bounds are
    /// larger than every exact value that the cheap path decides.
    fixed: (i128, i128),
}

impl Clamp {
    pub(super) fn new(bound: f64, exact: Option<&Positive>, grid_exponent: i32) -> Self {
        let ends = exact.map(|b| on_grid(&signed(b, false), grid_exponent));
        let fixed = ends.filter(|(_, high)| *high < LARGEST).unwrap_or((2 * LARGEST, 2 * LARGEST));
        Clamp { largest: bound.min(f64::MAX).to_bits(), fixed }
    }
}

#[cfg(test)]
impl Clamp {
    /// Makes the bound too small: for doubles if `doubles` is set, and for exact values otherwise.
    /// The audit must find this fault.
    pub(super) fn spoil(&mut self, doubles: bool) {
        if doubles {
            self.largest -= 1 << 51;
        } else {
            self.fixed = (self.fixed.0 / 2, self.fixed.1 / 2);
        }
    }
}

impl Snapping {
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

    /// A double, clamped and in units of the grid. NaN and infinities are treated as in
    /// [`Snapping::enter`]. Returns `None` if the value may be 2^62 steps or more from zero.
    #[inline(always)]
    pub(super) fn double_on_grid(&self, value: f64) -> Option<OnGrid> {
        let bits = value.to_bits();
        let magnitude = bits & (u64::MAX >> 1);
        let clamped =
            least(magnitude, self.clamp.largest) & !mask(magnitude > f64::INFINITY.to_bits());
        let biased = (clamped >> 52) as i32;
        // 1 for normal numbers, 0 for subnormal ones.
        let hidden = (biased + 2047) >> 11;
        // The significand with its first bit at bit 63, where the hidden bit replaces the
        // exponent's last bit.
        let significand = clamped << 11 | (hidden as u64) << 63;
        // significand·2^-right is the value divided by the grid.
        let right = self.grid_exponent + 1085 - biased + hidden;
        // For a negative value, `part ^ sign` is `!part`, that is -`part` - 1. So the result is a
        // lower bound for both signs.
        let sign = (bits as i64) >> 63;
        if self.scale.narrow {
            let places = (right - self.scale.fraction as i32).unsigned_abs();
            let part = significand.wrapping_shr(places) & mask(places < 64);
            return Some(OnGrid { whole: 0, part: part as i64 ^ sign });
        }
        if right < 2 {
            return None;
        }
        let wide = u128::from(significand) << 64 >> right.min(127);
        let (whole, part) = ((wide >> 64) as i64, wide as u64 >> (64 - self.scale.fraction));
        Some(OnGrid { whole: (whole ^ sign) - sign, part: part as i64 ^ sign })
    }

    /// Any value, clamped and in units of the grid. Returns `None` if it is 2^60 steps or more from
    /// zero.
    #[inline]
    pub(super) fn exact_on_grid(&self, f: &Dyadic) -> Option<OnGrid> {
        let (low, _) = on_grid(f, self.grid_exponent);
        // Only a lower and an upper bound on B/G are known. Clamping the lower bound of the value
        // still gives exactly the lower bound of the clamped value: lower bounds are monotone in
        // the value, and those of B and -B are `bound_low` and `-bound_high`.
        let (bound_low, bound_high) = self.clamp.fixed;
        let low = low.min(bound_low).max(-bound_high);
        let fits = low > -LARGEST && low < LARGEST;
        let part = low as u64 >> (64 - self.scale.fraction);
        fits.then_some(OnGrid { whole: (low >> 64) as i64, part: part as i64 })
    }
}

/// The cheap path decides only those exact values whose magnitude is below this number, in units of
/// 2^-64 steps of the grid.
const LARGEST: i128 = 1 << 124;

/// A lower and an upper bound on `f/G·2^64`, which are equal if `f/G·2^64` is an integer. If the
/// magnitude of `f/G·2^64` is at least 2^124, both bounds are ±2^125.
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
    // The value is the bound B, whose mantissa has at most 53 bits.
    let mantissa = value.mantissa as i128;
    Dyadic { mantissa: if negative { -mantissa } else { mantissa }, exponent: value.exponent }
}
