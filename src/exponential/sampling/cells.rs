//! Computes cumulative weights of levels as certified lower and upper bounds in 128-bit integers.
//! An outcome is found by a division, whose quotient is used only if both bounds certify it. As in
//! [`super::sampler`], 2^K is the smallest power of two that is at least the total weight, and s is
//! uniform on [0, 2^K).

use std::hint::black_box;

use crate::exponential::levels::{log2_ceil, Levels, Powers, Weight, PLACES};
use crate::Error;

/// A level, the cumulative weight up to and including it, and the weight of one outcome there.
struct Cell {
    level: u64,
    low: u128,
    high: u128,
    one: Weight,
}

/// The cumulative weights of the levels listed, and bounds on the total weight of all outcomes.
pub struct Cells {
    list: Vec<Cell>,
    total_low: u128,
    total_high: u128,
}

impl Cells {
    /// Computes the cumulative weights of the listed levels. There are at most `most` levels.
    /// Executes the same instructions for each listed level, whether it is in use or not.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn new(powers: &Powers, levels: &Levels, most: u64) -> Result<Self, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize + 1).map_err(|_| Error::NoMemory)?;
        // An entry of weight 0 comes first, so that every level has an entry before it.
        list.push(Cell { level: 0, low: 0, high: 0, one: Weight::UNIT });
        let (mut one, mut low, mut high, mut used) = (Weight::UNIT, 0u128, 0u128, 0);
        let (next, dense) = (powers.next(), levels.dense());
        for ((gap, count), (level, _)) in levels.gaps().zip(levels.list()) {
            let step = if dense { next } else { powers.step(gap) };
            // An outcome at the first level in use weighs 1.
            one = Weight::select(black_box(used != 0), one.times(step), Weight::UNIT);
            used |= count;
            low += u128::from(one.low) * u128::from(count);
            high += u128::from(one.high) * u128::from(count);
            list.push(Cell { level: *level, low, high, one });
        }
        Ok(Cells { list, total_low: low, total_high: high + u128::from(levels.beyond()) })
    }

    /// K, if the bounds decide it. If the bounds on the total are equal, they are the total. If
    /// they differ, the lower bound contains a weight rounded down to a multiple of 2^-62, or omits
    /// the outcomes beyond the list. Then the total exceeds the lower bound. So if the lower bound
    /// is 2^k, K is at least k + 1.
    pub fn log2(&self) -> Option<u32> {
        let (low, high) = (self.log2_low(), self.log2_high());
        (low == high).then_some(low)
    }

    /// The smallest K that the bounds leave possible.
    pub fn log2_low(&self) -> u32 {
        let differ = u128::from(self.total_low != self.total_high);
        log2_ceil(self.total_low + differ).saturating_sub(PLACES)
    }

    /// The largest K that the bounds leave possible.
    pub fn log2_high(&self) -> u32 {
        log2_ceil(self.total_high).saturating_sub(PLACES)
    }

    /// Both endpoints of the interval `[word, word + 1)·2^(K-64)` that contains s, in units of
    /// 2^-62 and rounded outwards. No intermediate result exceeds 2^126, since K <= 62.
    #[inline]
    fn ends(log2: u32, word: u64) -> (u128, u128) {
        let low = (u128::from(word) << log2) >> (64 - PLACES);
        (low, (((u128::from(word) + 1) << log2) >> (64 - PLACES)) + 1)
    }

    /// The first number is 1 if s certainly lies below the total. The second is 1 if s certainly
    /// does not. An optimization barrier keeps the compiler from branching on them.
    #[inline]
    pub fn sides(&self, log2: u32, word: u64) -> (u64, u64) {
        let (low, high) = Self::ends(log2, word);
        black_box((u64::from(high <= self.total_low), u64::from(low >= self.total_high)))
    }

    /// The first cell whose upper bound exceeds `low`, found in a data-independent number of steps.
    #[inline]
    fn above(&self, low: u128) -> usize {
        let (mut start, mut size) = (0, self.list.len());
        while size > 1 {
            let half = size / 2;
            let end = self.list.get(start + half - 1).map_or(0, |cell| cell.high);
            start += half & usize::from(black_box(end <= low)).wrapping_neg();
            size -= half;
        }
        start + usize::from(self.list.get(start).is_some_and(|cell| cell.high <= low))
    }

    /// The level and place of the outcome that s selects, if they are certain.
    #[inline]
    pub fn place(&self, log2: u32, word: u64) -> Option<(u64, u64)> {
        let (low, high) = Self::ends(log2, word);
        let i = self.above(low);
        let (before, cell) = (self.list.get(i.wrapping_sub(1))?, self.list.get(i)?);
        let (start_low, start_high) = (before.low, before.high);
        if low < start_high || high > cell.low || cell.one.low == 0 {
            return None;
        }
        let (one_low, one_high) = (u128::from(cell.one.low), u128::from(cell.one.high));
        let place = quotient(low - start_high, cell.one.high);
        // The answer is certain if the whole interval of s lies in the outcome's interval.
        let certain =
            low >= start_high + place * one_high && high <= start_low + (place + 1) * one_low;
        if certain {
            return Some((cell.level, place as u64));
        }
        let first = (low - start_high) / one_high;
        let last = (high - start_low - 1) / one_low;
        (first == last).then_some((cell.level, first as u64))
    }
}

/// The floor of the quotient, or a nearby number if the floor exceeds 2^51. It is computed with
/// doubles, because their division takes constant time.
#[inline]
fn quotient(dividend: u128, divisor: u64) -> u128 {
    let two_64 = 18_446_744_073_709_551_616.0;
    let dividend_near = (dividend >> 64) as u64 as f64 * two_64 + dividend as u64 as f64;
    let near = ((dividend_near / divisor as f64) as u64).saturating_sub(1);
    let divisor = u128::from(divisor);
    let product = u128::from(near) * divisor;
    let more =
        u128::from(dividend >= product + divisor) + u128::from(dividend >= product + 2 * divisor);
    u128::from(near) + more
}
