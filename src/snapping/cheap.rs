//! The cheap path reads one word of the tape and computes a certified interval of the unrounded
//! answer in 64-bit integers.
//!
//! With `E = -ln U` the unrounded answer in units of the grid is `x = f/G ∓ E·λ/G`, or for
//! geometric noise `x = f/G ∓ ((E + A)·λ/G - 1/2)` with the advance A ([`super::law`]). It is
//! computed as a fixed-point number with a bound on its error, which `proof.md` derives (Claims S3
//! and F4). If every x within that bound rounds to the same multiple of the grid, this multiple is
//! the answer. Otherwise the reference decides from the same tape.

use super::enter::OnGrid;
use crate::fixed_log::{self, advance, mul_high, Logged, ADVANCE_ERROR};

/// λ/G as a fixed-point factor, with the error bounds of the cheap path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// `floor(λ/G·2^(fraction + 6))`, below 2^63.
    factor: u64,
    /// The number of binary fractional digits of x, from 12 to 57.
    pub(super) fraction: u32,
    /// Whether f is kept in one word. `B/G·2^fraction` is then below 2^61.
    pub(super) narrow: bool,
    /// λ/G lies in `[top, top + 1)·2^(r-64)` for this pair `(top, r)`.
    steps: (u64, i32),
    /// The advance of geometric noise, in units of 2^-58. It is added to the logarithm. 0 for other
    /// noise.
    advance: u64,
    /// Geometric noise is cut to an integer. So it is lowered by this half step before it is
    /// rounded to the nearest integer. 0 for other noise.
    lowered: i64,
    /// The error of x in units of its last digit, without the contributions of the two fields
    /// below.
    error: i64,
    /// Unknown digits of U add `2^open >> coarser` to the error ([`Logged::log`] explains `open`).
    coarser: u32,
    /// Rounding in float arithmetic adds `noise >> rounding` to the error.
    rounding: u32,
}

/// An error so large that the cheap path decides nothing.
const HOPELESS: i64 = 1 << 60;
/// The exponent of the finest grid for which f fits into one word. On finer grids the significand
/// of a subnormal double, normalised to bit 63, would have to be shifted to the left.
const FINEST: i32 = -1022;
/// The smallest number of fractional digits with which f is kept in one word. Fewer digits would
/// send too many releases to the reference, so f then takes two words.
const NARROWEST: i32 = 32;

impl Scale {
    /// λ lies in `[quotient, quotient + 1)·2^exponent`, where `quotient` has 64 to 66 bits.
    /// `multiples` is `floor(B/G)`, saturated. `precision` is the precision of float arithmetic.
    pub(super) fn new(
        (quotient, exponent): (u128, i32),
        grid_exponent: i32,
        multiples: u64,
        precision: Option<u32>,
    ) -> Self {
        let excess = 64 - quotient.leading_zeros() as i32;
        // λ/G lies in [top, top + 1)·2^(r-64), below 2^r.
        let top = (quotient >> excess.max(0)) as u64;
        let r = exponent + excess - grid_exponent + 64;
        let most = (57 - r).clamp(12, 57);
        // With this many fractional digits, B/G·2^fraction stays below 2^61, since B/G is below
        // multiples + 1.
        let beside_bound = multiples.leading_zeros() as i32 - 3;
        // See [`FINEST`].
        let narrow = most.min(beside_bound) >= NARROWEST.min(most) && grid_exponent >= FINEST;
        let fraction = if narrow { most.min(beside_bound) } else { most }.unsigned_abs();
        // If r <= 45, this shift is at least 1. Scales with a larger r are not usable, so their
        // shift does not matter.
        let shift = (58 - r).saturating_sub_unsigned(fraction).unsigned_abs();
        let factor = top.checked_shr(shift).unwrap_or(0);
        let (rounded, rounding) =
            precision.map_or((0, 63), |bits| rounded(bits, multiples, fraction));
        let usable = excess >= 0 && r <= 45 && rounded < HOPELESS as u128;
        // The sum of the error of the logarithm, the error of the factor, one unit for each
        // truncated number, and one unit for f.
        let exact = (fixed_log::ERROR.checked_shr(shift).unwrap_or(0) + 5) as i64;
        let error = if usable { exact + rounded as i64 } else { HOPELESS };
        // With this shift the error is at least one step of the grid if `open` is 57, whatever λ/G
        // is. So a word with too few digits decides nothing.
        let coarser = (57 - r.max(0)).saturating_sub_unsigned(fraction).clamp(0, 57).unsigned_abs();
        Scale {
            factor: if usable { factor } else { 0 },
            fraction,
            narrow,
            steps: (top, r),
            advance: 0,
            lowered: 0,
            error,
            coarser,
            rounding,
        }
    }

    /// The same scale for geometric noise (Claim S6). `skew` is 0, but for faults of tests.
    pub(super) fn geometric(self, skew: i32) -> Self {
        let (top, r) = self.steps;
        let shift = (58 - r).saturating_sub_unsigned(self.fraction).unsigned_abs();
        Scale {
            advance: advance(top, r + skew),
            lowered: 1 << (self.fraction - 1),
            error: self.error + (ADVANCE_ERROR.checked_shr(shift).unwrap_or(0) + 1) as i64,
            ..self
        }
    }

    /// The released multiple of the grid before the outer clamp. Returns `None` if this word does
    /// not decide it.
    #[inline(always)]
    pub(super) fn decide(&self, f: OnGrid, first: Logged) -> Option<i64> {
        let above_zero = mul_high(first.log + self.advance, self.factor) as i64;
        let open = (1i64 << (first.log & 63)) >> self.coarser;
        let error = self.error + open + (above_zero >> self.rounding);
        let noise = above_zero - self.lowered;
        // If S = +1, the noise E·λ/G is subtracted.
        let sign = !((first.word as i64) >> 63);
        let (steps, above) = nearest(f.part + ((noise ^ sign) - sign), self.fraction);
        let certain = (above >= error) & ((1 << self.fraction) - above > error);
        certain.then_some(f.whole + steps)
    }
}

/// Returns the integer nearest to `x/2^fraction`, with ties toward +infinity (-2.5 gives -2), and
/// the distance of x from the smallest number that rounds to this integer.
#[inline(always)]
pub(super) fn nearest(x: i64, fraction: u32) -> (i64, i64) {
    let one = 1i64 << fraction;
    let raised = x + (one >> 1);
    (raised >> fraction, raised & (one - 1))
}

/// The error that float arithmetic at `bits` bits adds: by rounding in LN, ⊗ and ⊕, and because U*
/// has fewer digits than U. Returns the fixed part of the error, and the number of places by which
/// the noise is shifted right to give the other part.
fn rounded(bits: u32, multiples: u64, fraction: u32) -> (u128, u32) {
    const FEWEST: u32 = 53;
    if bits < FEWEST {
        return (HOPELESS as u128, 63);
    }
    let most = u128::from(multiples.min(1 << 62)) + 1;
    let sum = (most << fraction) >> bits.min(127);
    let digits = (1u128 << 59) >> bits.min(127);
    (sum + digits + 6, (bits - 3).min(63))
}
