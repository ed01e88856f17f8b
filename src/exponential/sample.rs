//! Normalised sampling (ilvento, section 4) over levels, in 128-bit integers with certified ends.
//!
//! Weights are relative to the smallest level in use, which weighs 1: shifting all utilities changes no
//! probability, and the total T then lies between 1 and the number of outcomes. `2^K` is the smallest power
//! of two that is at least T; s is uniform on `[0, 2^K)`, kept if `s < T`; the outcome is the one whose
//! interval of cumulative weights, in the order (level, index), holds s. No division decides anything that
//! is not certified by both of its ends.

use std::cmp::Ordering;
use std::hint::black_box;

use super::draws::{self, Draws};
use super::fixed::Fixed;
use super::levels::Levels;
use super::params::Exponential;
use super::powers::{Weight, PLACES};
use super::precise::{self, Precise};
use crate::tape::{Ahead, Words};
use crate::Error;

/// A level, the cumulative weight up to and with it, and the weight of one outcome there.
struct Cell {
    level: u64,
    low: u128,
    high: u128,
    one: Weight,
}

/// Cumulative weights of the levels listed, and ends of the total of all outcomes.
struct Cells {
    list: Vec<Cell>,
    total_low: u128,
    total_high: u128,
}

impl Exponential {
    /// One selection: a level in use, and which of its outcomes. At most `most` levels are listed, a public number;
    /// `complete` lists those beyond them, too, when they matter.
    ///
    /// # Errors
    /// [`Error::Entropy`], [`Error::NoMemory`].
    pub(super) fn sample<W: Words>(
        &self,
        mut levels: Levels,
        most: u64,
        complete: impl FnOnce() -> Levels,
        tape: &mut W,
    ) -> Result<(u64, u64), Error> {
        let min_retries = self.choices.min_retries;
        if let Some(precision) = self.fixed {
            levels.compact();
            let mut fixed = Fixed { eta: self.eta, levels: &levels, precision, log2: 0 };
            fixed.log2 = fixed.log2_total()?;
            return draws::slowly(&fixed, Draws::of(tape), tape.next()?, min_retries, tape);
        }
        let cells = self.cells(&levels, most)?;
        let mut full = Full { levels, complete: Some(complete) };
        let log2 = match cells.log2() {
            Some(log2) => log2,
            None => self.log2_total(full.levels(), &cells)?,
        };
        let mut draws = Draws::of(tape);
        // Each draw reads a word at least: so many are on the tape whatever they say.
        let mut ahead = [0; AHEAD];
        let ready = (min_retries as usize).min(AHEAD);
        tape.fill(ahead.get_mut(..ready).unwrap_or(&mut []))?;
        let mut tape = Ahead { words: ahead.get(..ready).unwrap_or(&[]), rest: tape };
        loop {
            let word = tape.next()?;
            let (below, above) = cells.sides(log2, word);
            if below | above == 0 {
                let exact = Precise { eta: self.eta, levels: full.levels(), log2 };
                return draws::slowly(&exact, draws, word, min_retries, &mut tape);
            }
            if draws.saw(below, word, min_retries)? {
                break;
            }
        }
        match cells.place(log2, draws.last) {
            Some(place) => Ok(place),
            None => {
                let exact = Precise { eta: self.eta, levels: full.levels(), log2 };
                draws::place(&exact, draws.last, &mut tape)
            }
        }
    }

    /// The same instructions for each level that is listed, whether in use or not.
    fn cells(&self, levels: &Levels, most: u64) -> Result<Cells, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize + 1).map_err(|_| Error::NoMemory)?;
        // Before the first one: every level has a neighbour below.
        list.push(Cell { level: 0, low: 0, high: 0, one: Weight::UNIT });
        let (mut one, mut low, mut high, mut used) = (Weight::UNIT, 0u128, 0u128, 0);
        let (next, dense) = (self.powers.next(), levels.dense());
        for ((gap, count), (level, _)) in levels.gaps().zip(levels.list()) {
            let step = if dense { next } else { self.powers.step(gap) };
            // The first level in use weighs 1.
            one = Weight::select(black_box(used != 0), one.times(step), Weight::UNIT);
            used |= count;
            low += u128::from(one.low) * u128::from(count);
            high += u128::from(one.high) * u128::from(count);
            list.push(Cell { level: *level, low, high, one });
        }
        Ok(Cells { list, total_low: low, total_high: high + u128::from(levels.beyond()) })
    }

    /// K for a full list, among the powers of two between the ends of T.
    fn log2_total(&self, levels: &Levels, cells: &Cells) -> Result<u32, Error> {
        for k in cells.log2_low()..cells.log2_high() {
            match self.compare_total(levels, k) {
                Some(Ordering::Greater) => {}
                Some(_) => return Ok(k),
                None => {
                    return self
                        .whole_total(levels)
                        .map_or_else(|| precise::log2_total(self.eta, levels), |total| Ok(log2_ceil(total)))
                }
            }
        }
        Ok(cells.log2_high())
    }

    /// The order of T and 2^k, if integers tell. D = (T - 2^k)/w, w the weight of a level, less what the levels after it add: that is
    /// less than their number of outcomes, each of which weighs less than w. So D decides, or it is small; and the next one is
    /// D·(2^y/x)^(z·gap) plus the count there, an integer where the power of x divides D. For x = 1 it always does, and where totals
    /// approach a power of two level by level, as those of 1 + w + w² + ... with w = 1 - 2^-y.
    pub(super) fn compare_total(&self, levels: &Levels, k: u32) -> Option<Ordering> {
        let (x, y, z) = self.eta.parts();
        let mut rest: i128 = levels.list().iter().map(|(_, count)| i128::from(*count)).sum();
        let mut d = -(1i128 << k);
        for (gap, count) in levels.gaps() {
            // -rest < d < 0, but for the first level, whose gap is 0.
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

    /// T, if it is a whole number. With x odd, `c·(x/2^y)^(z·gap)` is whole only if 2^(y·z·gap) divides c, and
    /// what is not whole never becomes so further down; so folding from the largest level tells, in 128 bits.
    pub(super) fn whole_total(&self, levels: &Levels) -> Option<u128> {
        let (x, y, z) = self.eta.parts();
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
}

/// The smallest e with x <= 2^e, for x >= 1.
fn log2_ceil(x: u128) -> u32 {
    u128::BITS - (x - 1).leading_zeros()
}

/// Draws whose words are read together.
const AHEAD: usize = 16;

/// All levels in use, when they are first needed.
struct Full<F: FnOnce() -> Levels> {
    levels: Levels,
    complete: Option<F>,
}

impl<F: FnOnce() -> Levels> Full<F> {
    fn levels(&mut self) -> &Levels {
        if let Some(complete) = self.complete.take() {
            if self.levels.beyond() == 0 {
                self.levels.compact();
            } else {
                self.levels = complete();
            }
        }
        &self.levels
    }
}

impl Cells {
    /// K, if the ends tell. If they differ, some weight in use was rounded, so the total exceeds the low end, which
    /// may be a power of two: what is not a multiple of 2^-62 lies above its floor. If not, they are the total.
    fn log2(&self) -> Option<u32> {
        let (low, high) = (self.log2_low(), self.log2_high());
        (low == high).then_some(low)
    }

    /// The smallest K that the ends leave possible.
    fn log2_low(&self) -> u32 {
        let differ = u128::from(self.total_low != self.total_high);
        log2_ceil(self.total_low + differ).saturating_sub(PLACES)
    }

    /// The largest one.
    fn log2_high(&self) -> u32 {
        log2_ceil(self.total_high).saturating_sub(PLACES)
    }

    /// Both ends of `s = [word, word + 1)·2^(K-64)`. At most 2^126; K <= 62.
    #[inline]
    fn ends(log2: u32, word: u64) -> (u128, u128) {
        let low = (u128::from(word) << log2) >> (64 - PLACES);
        (low, (((u128::from(word) + 1) << log2) >> (64 - PLACES)) + 1)
    }

    /// 1 if s certainly lies below the total; 1 if it certainly does not. Hidden from the optimiser, which would
    /// branch on them.
    #[inline]
    fn sides(&self, log2: u32, word: u64) -> (u64, u64) {
        let (low, high) = Self::ends(log2, word);
        black_box((u64::from(high <= self.total_low), u64::from(low >= self.total_high)))
    }

    /// The first cell whose high end is above, in as many steps for all.
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

    /// Level and place of the outcome that s means, if they are certain.
    #[inline]
    fn place(&self, log2: u32, word: u64) -> Option<(u64, u64)> {
        let (low, high) = Self::ends(log2, word);
        let i = self.above(low);
        let (before, cell) = (self.list.get(i.wrapping_sub(1))?, self.list.get(i)?);
        let (start_low, start_high) = (before.low, before.high);
        if low < start_high || high > cell.low || cell.one.low == 0 {
            return None;
        }
        let (one_low, one_high) = (u128::from(cell.one.low), u128::from(cell.one.high));
        let place = quotient(low - start_high, cell.one.high);
        // Certain if the whole interval of s lies in that of the outcome.
        let certain = low >= start_high + place * one_high && high <= start_low + (place + 1) * one_low;
        if certain {
            return Some((cell.level, place as u64));
        }
        let first = (low - start_high) / one_high;
        let last = (high - start_low - 1) / one_low;
        (first == last).then_some((cell.level, first as u64))
    }
}

/// The quotient's floor, or near it where that exceeds 2^51. In doubles, whose division takes the same time for all.
#[inline]
fn quotient(dividend: u128, divisor: u64) -> u128 {
    let two_64 = 18_446_744_073_709_551_616.0;
    let dividend_near = (dividend >> 64) as u64 as f64 * two_64 + dividend as u64 as f64;
    let near = ((dividend_near / divisor as f64) as u64).saturating_sub(1);
    let divisor = u128::from(divisor);
    let product = u128::from(near) * divisor;
    let more = u128::from(dividend >= product + divisor) + u128::from(dividend >= product + 2 * divisor);
    u128::from(near) + more
}
