//! Represents the privacy parameter in base 2 (Ilvento, section 7; docs/specification.md, section
//! 2).
//!
//! With η2 = -z·log2(x/2^y), an outcome of utility u has the weight (x/2^y)^(z·u). The weight is a
//! rational number, so probabilities can be exact. The loss in base e is `c·α·ln 2·η2`, where α is
//! the sensitivity of the utilities, and c = 1 for monotonic utilities, else 2 (Claims E2 and P2).

use std::cmp::Ordering;
use std::sync::Mutex;

use rug::float::{Constant, Round};
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound, SubAssignRound};
use rug::Float;

use crate::exact::Positive;
use crate::memory;
use crate::Error;

/// The largest y. Since x < 2^y, x fits in 63 bits.
pub const MOST_Y: u32 = 63;
/// The working precision in bits. x has 63 bits and z has 32, so results have over 100 correct
/// bits.
const PRECISION: u32 = 256;
/// The chosen η2 is at least (1 - 2^-`NEAR_LOG2`) times the largest η2 that ε allows, unless y has
/// reached its limit.
const NEAR_LOG2: u32 = 20;

/// A validated η2 = -z·log2(x/2^y). x, y and z are positive, x < 2^y, and y <= 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eta {
    x: u64,
    y: u32,
    z: u32,
}

/// An ε as mantissa and exponent, and the [`Loss`] with which η2 was computed from it.
type Key = (u128, i32, Loss);

/// How one person can change utilities. This determines the privacy loss of a selection with a
/// given η2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    sensitivity: u64,
    monotonic: bool,
}

impl Loss {
    /// `sensitivity` is the most by which one person can change a utility. It is an integer because
    /// of randomised rounding (Claim E3). `monotonic` means that one person moves all utilities in
    /// one direction. If utilities are integers, `monotonic` may also be set if one person moves
    /// them by amounts in [a, b] with a <= 0 <= b and b - a at most `sensitivity`.
    ///
    /// # Errors
    /// [`Error::UtilitySensitivity`] if `sensitivity` is 0 or above 2^63.
    pub fn new(sensitivity: u64, monotonic: bool) -> Result<Self, Error> {
        if sensitivity == 0 || sensitivity > 1 << 63 {
            return Err(Error::UtilitySensitivity);
        }
        Ok(Loss { sensitivity, monotonic })
    }

    /// `c·α`, the factor of `ln 2·η2` in the loss.
    fn factor(self) -> u128 {
        u128::from(self.sensitivity) * if self.monotonic { 1 } else { 2 }
    }
}

impl Eta {
    /// Validates x, y and z.
    ///
    /// # Errors
    /// [`Error::EtaY`] unless `1 <= y <= 63`, [`Error::EtaX`] unless `0 < x < 2^y`, [`Error::EtaZ`]
    /// if z is 0.
    pub fn new(x: u64, y: u32, z: u32) -> Result<Self, Error> {
        if !(1..=MOST_Y).contains(&y) {
            return Err(Error::EtaY);
        }
        if x == 0 || x >> y != 0 {
            return Err(Error::EtaX);
        }
        if z == 0 {
            return Err(Error::EtaZ);
        }
        Ok(Eta { x, y, z })
    }

    /// The parts x, y and z.
    #[must_use]
    pub fn parts(self) -> (u64, u32, u32) {
        (self.x, self.y, self.z)
    }

    /// The same η2, with x odd.
    #[must_use]
    pub fn reduced(self) -> Self {
        let zeros = self.x.trailing_zeros();
        Eta { x: self.x >> zeros, y: self.y - zeros, z: self.z }
    }

    /// An η2 whose loss never exceeds `epsilon` (base e) and is usually near it (Claim E5). Let η*
    /// be the largest η2 that `epsilon` allows. z is max(1, ceil(η*/16)). For each y, the best x is
    /// the smallest x that keeps η2 at or below η*. y is the smallest value for which the best x
    /// gives at least (1 - 2^-20)·η*, or 63 if there is no such y. Finally x is made odd.
    ///
    /// # Errors
    /// [`Error::SelectionEpsilon`] if ε is so small that no η2 with y = 63 stays at or below η*, or
    /// so large that z exceeds 32 bits; [`Error::NoMemory`].
    pub fn from_epsilon(epsilon: &Positive, loss: Loss) -> Result<Self, Error> {
        // The last two results are cached, because an engine often releases many groups with the
        // same ε, of a median and a maximum for example. No call waits for the lock,
        // because in a forked child it may stay locked for ever.
        static LAST: Mutex<[Option<(Key, Eta)>; 2]> = Mutex::new([None; 2]);
        let mut last = LAST.try_lock().ok();
        let key = (epsilon.mantissa, epsilon.exponent, loss);
        let known =
            last.as_deref().into_iter().flatten().flatten().find(|(known, _)| *known == key);
        if let Some((_, eta)) = known {
            return Ok(*eta);
        }
        let eta = Self::computed(epsilon, loss)?;
        if let Some(last) = &mut last {
            last.swap(0, 1);
            last[0] = Some((key, eta));
        }
        Ok(eta)
    }

    pub(super) fn computed(epsilon: &Positive, loss: Loss) -> Result<Self, Error> {
        memory::reserved(|| {
            // `most` becomes η*, rounded down. An η2 of at most `most` loses at most ε.
            let mut most = Float::with_val(PRECISION, epsilon.mantissa);
            most = shifted(most, epsilon.exponent);
            let mut divisor = Float::with_val(PRECISION, 0);
            rug::ops::AssignRound::assign_round(&mut divisor, Constant::Log2, Round::Up);
            divisor.mul_assign_round(loss.factor(), Round::Up);
            most.div_assign_round(&divisor, Round::Down);
            let sixteenth = Float::with_val_round(PRECISION, &most >> 4u32, Round::Up).0.ceil();
            let z = sixteenth
                .to_integer()
                .and_then(|i| i.to_u32())
                .ok_or(Error::SelectionEpsilon)?
                .max(1);
            Self::best(&most, z).ok_or(Error::SelectionEpsilon)
        })
    }

    /// For this z, finds the smallest y with an η2 that is at most `most` and near enough to it,
    /// and returns that η2. If y is 63, η2 need not be near.
    fn best(most: &Float, z: u32) -> Option<Self> {
        let mut share = Float::with_val(PRECISION, most);
        share.div_assign_round(z, Round::Down);
        let mut enough = Float::with_val(PRECISION, most >> NEAR_LOG2);
        enough.sub_assign_round(most, Round::Down);
        let mut enough_share = Float::with_val(PRECISION, &enough);
        enough_share.div_assign_round(z, Round::Up);
        let enough = -enough;
        // If x/2^y is below 2^-share, η2 exceeds `most`. If x/2^y is above 2^-(enough/z), η2 is not
        // near enough to `most`.
        let mut least = -share;
        least.exp2_round(Round::Up);
        let mut largest = enough_share;
        largest.exp2_round(Round::Up);
        for y in 1..=MOST_Y {
            let x = Float::with_val(PRECISION, &least << y).ceil();
            if y < MOST_Y && x > Float::with_val(PRECISION, &largest << y) {
                continue;
            }
            let Some(x) = x.to_integer().and_then(|i| i.to_u64()) else { continue };
            let Ok(eta) = Eta::new(x.max(1), y, z) else { continue };
            if y == MOST_Y || eta.value(Round::Down) >= enough {
                return Some(eta.reduced());
            }
        }
        None
    }

    /// η2 at 256 bits, rounded in `direction`.
    fn value(self, direction: Round) -> Float {
        // log2 x is subtracted, so it is rounded in the opposite direction.
        let mut log = Float::with_val(PRECISION, self.x);
        log.log2_round(if direction == Round::Up { Round::Down } else { Round::Up });
        let mut value = Float::with_val(PRECISION, self.y);
        value.sub_assign_round(&log, direction);
        value.mul_assign_round(self.z, direction);
        value
    }

    /// The loss in base e, rounded up to a double. It is infinity if it exceeds the largest double.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn epsilon(self, loss: Loss) -> Result<f64, Error> {
        memory::reserved(|| {
            let mut value = self.value(Round::Up);
            let mut ln2 = Float::with_val(PRECISION, 0);
            rug::ops::AssignRound::assign_round(&mut ln2, Constant::Log2, Round::Up);
            value.mul_assign_round(&ln2, Round::Up);
            value.mul_assign_round(loss.factor(), Round::Up);
            Ok(value.to_f64_round(Round::Up))
        })
    }

    /// The weight `2^(-η2·u)` of an outcome whose utility is u above the smallest, rounded up. It
    /// may be used only inside [`memory::reserved`].
    pub(crate) fn weight(self, u: u64) -> Float {
        let mut power = self.value(Round::Down);
        power.mul_assign_round(u, Round::Down);
        power = -power;
        power.exp2_round(Round::Up);
        power
    }

    /// The smallest difference u of utilities for which the weight `2^(-η2·u)` is at most
    /// `2^-bits`. The result saturates at the largest `u64`.
    pub fn units(self, bits: u32) -> Result<u64, Error> {
        memory::reserved(|| {
            let mut units = Float::with_val(PRECISION, bits);
            units.div_assign_round(&self.value(Round::Down), Round::Up);
            Ok(units.ceil().to_integer().and_then(|i| i.to_u64()).unwrap_or(u64::MAX))
        })
    }

    /// The smallest u for which n·2^(-η2·u)/(1 + 2^-η2) is at most `2^-bits`. The result saturates
    /// at the largest `u64`.
    pub fn rare(self, n: u64, bits: u32) -> Result<u64, Error> {
        memory::reserved(|| {
            let bound = |down, up| {
                // (log2 n + bits - log2(1 + 2^-η2)) / η2
                let mut weight = -self.value(down);
                weight.exp2_round(up);
                weight.add_assign_round(1u32, up);
                weight.log2_round(up);
                let mut units = Float::with_val(PRECISION, n);
                units.log2_round(down);
                units.add_assign_round(bits, down);
                units.sub_assign_round(&weight, down);
                units.div_assign_round(&self.value(up), down);
                units.ceil().to_integer().map_or(u64::MAX, |u| u.to_u64().unwrap_or(u64::MAX))
            };
            let (least, most) = (bound(Round::Down, Round::Up), bound(Round::Up, Round::Down));
            Ok(if least < most && self.is_rare(n, bits, least) { least } else { most })
        })
    }

    /// Whether n·2^(-η2·u)/(1 + 2^-η2) equals `2^-bits`. Only then do 256 bits not decide which of
    /// two u is the smallest. It needs 2^-η2 = 2^-j for a whole j, or an odd numerator remains.
    fn is_rare(self, n: u64, bits: u32, u: u64) -> bool {
        let Eta { x, y, z } = self.reduced();
        let j = u64::from(y) * u64::from(z);
        let shift = u.saturating_sub(1).saturating_mul(j);
        x == 1 && j < 64 && shift < 64 && u128::from(n) << bits == ((1u128 << j) + 1) << shift
    }

    /// The precision in bits that is needed for exact sums of at most `outcomes` weights, if
    /// utilities have the range R. It is `max(1, y·z·R + ceil(log2 outcomes))`, where y is taken
    /// after x/2^y has been reduced so that x is odd (Claim E4). The result saturates.
    #[must_use]
    pub fn tight_precision(self, range: u64, outcomes: u64) -> u64 {
        let Eta { y, z, .. } = self.reduced();
        let log2 = u64::BITS - (outcomes.max(1) - 1).leading_zeros();
        let bits =
            (u128::from(y) * u128::from(z) * u128::from(range)).saturating_add(u128::from(log2));
        u64::try_from(bits.max(1)).unwrap_or(u64::MAX)
    }
}

impl Eta {
    /// The analytic precision of Ilvento's Lemma 5.3: `(max(1, |min|) + max(1, |max|))·z·(y + b) +
    /// outcomes`. Here b is the number of bits of x, which is not made odd first. The result
    /// saturates. This precision is not tight. If x is not a power of two, it does not suffice for
    /// negative utilities, since their weights are not binary fractions.
    #[must_use]
    pub fn note_precision(&self, min: i64, max: i64, outcomes: u64) -> u64 {
        let sizes = [min, max].map(|u| u128::from(u.unsigned_abs().max(1)));
        let each = u128::from(self.z) * u128::from(self.y + u64::BITS - self.x.leading_zeros());
        let bits = sizes.iter().sum::<u128>() * each + u128::from(outcomes);
        u64::try_from(bits).unwrap_or(u64::MAX)
    }
}

fn shifted(value: Float, exponent: i32) -> Float {
    match exponent.cmp(&0) {
        Ordering::Less => value >> exponent.unsigned_abs(),
        _ => value << exponent.unsigned_abs(),
    }
}
