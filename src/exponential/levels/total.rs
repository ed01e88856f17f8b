//! Compares the total weight T of all outcomes with powers of two, by integers if these decide
//! (Claim E1, "K").

use std::cmp::Ordering;

use super::list::Levels;
use crate::exponential::eta::Eta;

/// Compares T with 2^k by integers. Returns `None` if integers do not decide it.
///
/// Levels are visited in ascending order. At a level of weight w, let T' be the weight of all
/// outcomes up to this level, and D = (T' - 2^k)/w. Each outcome of a later level weighs less than
/// w, so n such outcomes add less than n to D. So D decides the comparison if D is not negative, or
/// if -D is at least the number of outcomes of later levels. Otherwise D is small, and the next
/// level follows. The new D is the previous D times (2^y/x)^(z·gap), plus the count of the new
/// level. The new D is an integer if x^(z·gap) divides the previous D. This is always the case for
/// x = 1, and for totals that approach a power of two level by level, such as 1 + w + w² + ... with
/// w = 1 - 2^-y.
pub fn compare_total(eta: Eta, levels: &Levels, k: u32) -> Option<Ordering> {
    let (x, y, z) = eta.parts();
    let mut rest: i128 = levels.list().iter().map(|(_, count)| i128::from(*count)).sum();
    let mut d = -(1i128 << k);
    for (gap, count) in levels.gaps() {
        // Loop invariant: -rest < d < 0. Only the first level is an exception, but its gap is 0.
        let exponent = u32::try_from(u128::from(gap) * u128::from(z)).unwrap_or(u32::MAX);
        let power = i128::from(if x == 1 { Some(1) } else { x.checked_pow(exponent) }?);
        if d % power != 0 {
            return None;
        }
        let shift = u128::from(gap) * u128::from(y) * u128::from(z);
        if shift >= 63 {
            return Some(Ordering::Less);
        }
        d = (d / power) << shift;
        d += i128::from(count);
        rest -= i128::from(count);
        if d >= 0 {
            return Some(if d > 0 || rest > 0 { Ordering::Greater } else { Ordering::Equal });
        }
        if d <= -rest {
            return Some(Ordering::Less);
        }
    }
    Some(Ordering::Less)
}

/// The total weight T if it is an integer, else `None`. The sum is folded from the largest level
/// down: the sum so far, in units of the weight of its level, is multiplied by `(x/2^y)^(z·gap)` to
/// reach the next smaller level. With x odd, the product is an integer only if 2^(y·z·gap) divides
/// the sum so far. A fraction never becomes an integer at a smaller level. The numbers fit in 128
/// bits.
pub fn whole_total(eta: Eta, levels: &Levels) -> Option<u128> {
    let (x, y, z) = eta.parts();
    let mut list = levels.list().iter().rev().filter(|(_, count)| *count > 0);
    let (mut above, mut count) = list.next().map(|(l, c)| (*l, u128::from(*c)))?;
    for (level, own) in list {
        let gap = above - level;
        let drop = u128::from(gap) * u128::from(y) * u128::from(z);
        if drop > u128::from(count.trailing_zeros()) {
            return None;
        }
        // The count has at most 62 trailing zeros, so drop <= 62 and x^(z·gap) < 2^62.
        let factor = u128::from(x.checked_pow((gap * u64::from(z)) as u32)?);
        count = (count >> drop) * factor + u128::from(*own);
        above = *level;
    }
    Some(count)
}

/// The smallest e with x <= 2^e, for x >= 1.
pub fn log2_ceil(x: u128) -> u32 {
    u128::BITS - (x - 1).leading_zeros()
}
