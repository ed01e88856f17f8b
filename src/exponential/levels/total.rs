//! Decides whether the total weight T of all outcomes is, or exceeds, a power of two, by integers
//! where these decide (Claim E1, "K").

use std::cmp::Ordering;

use super::list::Levels;
use crate::exponential::eta::Eta;

/// Compares T with 2^k, if integers decide it. Let w be the weight of a level and D = (T' - 2^k)/w,
/// where T' is T without the levels after it. The later levels add less to D than their number of
/// outcomes, since each outcome weighs less than w. So either D decides, or D is small. The D of
/// the next level is D·(2^y/x)^(z·gap) plus the count of that level, an integer if the power of x
/// divides D. For x = 1 it always divides D. It also does where totals approach a power of two
/// level by level, as 1 + w + w² + ... does for w = 1 - 2^-y.
pub fn compare_total(eta: Eta, levels: &Levels, k: u32) -> Option<Ordering> {
    let (x, y, z) = eta.parts();
    let mut rest: i128 = levels.list().iter().map(|(_, count)| i128::from(*count)).sum();
    let mut d = -(1i128 << k);
    for (gap, count) in levels.gaps() {
        // -rest < d < 0, except at the first level, whose gap is 0.
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

/// T, if it is an integer. With x odd, `c·(x/2^y)^(z·gap)` is an integer only if 2^(y·z·gap)
/// divides c, and a fraction never becomes an integer at a smaller level. So folding from the
/// largest level down decides, in 128 bits.
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
        // drop <= 62, so x^(z·gap) < 2^62.
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
