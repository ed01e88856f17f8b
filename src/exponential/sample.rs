//! Normalised sampling (ilvento, section 4) over levels, in 128-bit integers with certified ends.
//!
//! Weights are relative to the smallest level in use, which weighs 1: shifting all utilities changes no
//! probability, and the total T then lies between 1 and the number of outcomes. `2^K` is the smallest power
//! of two that is at least T; s is uniform on `[0, 2^K)`, kept if `s < T`; the outcome is the one whose
//! interval of cumulative weights, in the order (level, index), holds s. No division decides anything that
//! is not certified by both of its ends.

use super::eta::Eta;
use super::fixed::Fixed;
use super::levels::Levels;
use super::params::Exponential;
use super::precise;
use crate::tape::Words;
use crate::Error;

/// Digits after the point.
const PLACES: u32 = 62;
const ONE: u64 = 1 << PLACES;
/// As many draws in a row that are all rejected mean a broken source.
pub const REJECTED: u32 = 4096;

/// A number in `[low, high]·2^-62`, at most 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    low: u64,
    high: u64,
}

impl Weight {
    const UNIT: Weight = Weight { low: ONE, high: ONE };

    #[inline]
    fn times(self, other: Weight) -> Weight {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let high = product(self.high, other.high);
        let inexact = high & (u128::from(ONE) - 1) != 0;
        Weight {
            low: (product(self.low, other.low) >> PLACES) as u64,
            high: (high >> PLACES) as u64 + u64::from(inexact),
        }
    }
}

/// `2^(-η2·2^i)` for each i, so that any step between levels is a few products; and the short steps themselves.
#[derive(Clone, Debug)]
pub(super) struct Powers {
    powers: [Weight; 64],
    short: [Weight; 64],
}

impl Powers {
    pub(super) fn new(eta: Eta) -> Self {
        let (x, y, z) = eta.parts();
        let wide = u128::from(x) << PLACES;
        let low = (wide >> y) as u64;
        let mut square = Weight { low, high: low + u64::from(u128::from(low) << y != wide) };
        let mut base = Weight::UNIT;
        for i in 0..u32::BITS {
            if z >> i & 1 == 1 {
                base = base.times(square);
            }
            square = square.times(square);
        }
        let mut powers = [base; 64];
        for power in powers.iter_mut().skip(1) {
            base = base.times(base);
            *power = base;
        }
        let mut made = Powers { powers, short: [Weight::UNIT; 64] };
        made.short = std::array::from_fn(|gap| made.long(gap as u64));
        made
    }

    #[inline]
    fn step(&self, gap: u64) -> Weight {
        self.short.get(gap as usize).copied().unwrap_or_else(|| self.long(gap))
    }

    fn long(&self, gap: u64) -> Weight {
        let mut rest = gap;
        let mut weight = Weight::UNIT;
        if let Some(power) = self.powers.get(gap.trailing_zeros() as usize) {
            weight = *power;
            rest &= rest - 1;
        }
        while rest != 0 {
            if let Some(power) = self.powers.get(rest.trailing_zeros() as usize) {
                weight = weight.times(*power);
            }
            rest &= rest - 1;
        }
        weight
    }

    /// A gap whose weight is certainly at most 2^-62, and about the smallest; `u64::MAX` if there is none.
    pub(super) fn window(&self) -> u64 {
        let negligible = |gap: u64| self.step(gap).high <= 1;
        let (mut above, mut below) = (0, u64::MAX);
        while below - above > 1 {
            let middle = above + (below - above) / 2;
            (above, below) = if negligible(middle) { (above, middle) } else { (middle, below) };
        }
        below
    }
}

/// The cumulative weight up to and with a level, and the weight of one outcome there.
struct Cell {
    low: u128,
    high: u128,
    one: Weight,
}

/// Where s lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At or beyond the total.
    Rejected,
    /// In the interval of an outcome: position of the level in the list, and the outcome's place there.
    At(usize, u64),
}

/// Cumulative weights of the levels listed, and ends of the total of all outcomes.
struct Cells {
    list: Vec<Cell>,
    total_low: u128,
    total_high: u128,
}

impl Exponential {
    /// One draw: a level in use, and which of its outcomes. At most `most` levels are listed, a public number;
    /// `complete` lists those beyond them, too, when they matter.
    ///
    /// # Errors
    /// [`Error::Entropy`], [`Error::NoMemory`].
    pub(super) fn sample<W: Words>(
        &self,
        levels: &Levels,
        most: u64,
        complete: impl FnOnce() -> Levels,
        tape: &mut W,
    ) -> Result<(u64, u64), Error> {
        if let Some(precision) = self.fixed {
            let fixed = Fixed { eta: self.eta, levels, precision };
            let mut words = fixed.room()?;
            let log2 = fixed.log2_total()?;
            let (i, offset) = self.draws(|tape: &mut W| fixed.place(log2, &mut words, tape), tape)?;
            return levels.list().get(i).map(|l| (l.0, offset)).ok_or(Error::Panic);
        }
        let cells = self.cells(levels, most)?;
        let mut full = Full { known: levels, complete: Some(complete), made: None };
        let log2 = match self.cheap_log2(levels, &cells) {
            Some(log2) => log2,
            None => self.log2_total(full.levels())?,
        };
        let one = |tape: &mut W| {
            let word = tape.next()?;
            match cells.decide(log2, word) {
                Some(place) => Ok(place),
                None => precise::place(self.eta, full.levels(), log2, word, tape),
            }
        };
        let (i, offset) = self.draws(one, tape)?;
        // The short list is the beginning of the full one.
        let list = full.made.as_ref().unwrap_or(levels).list();
        list.get(i).map(|l| (l.0, offset)).ok_or(Error::Panic)
    }

    /// Draws until one was accepted and there were enough of them: the last that was accepted.
    fn draws<W: Words>(
        &self,
        mut one: impl FnMut(&mut W) -> Result<Place, Error>,
        tape: &mut W,
    ) -> Result<(usize, u64), Error> {
        let (mut last, mut draws, mut rejected) = (None, 0, 0);
        loop {
            match one(tape)? {
                Place::At(i, offset) => (last, rejected) = (Some((i, offset)), 0),
                Place::Rejected => rejected += 1,
            }
            draws += 1;
            if rejected >= REJECTED {
                return Err(Error::Entropy);
            }
            if let (Some(answer), true) = (last, draws >= self.choices.min_retries) {
                return Ok(answer);
            }
        }
    }

    fn cells(&self, levels: &Levels, most: u64) -> Result<Cells, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize).map_err(|_| Error::NoMemory)?;
        let (mut one, mut low, mut high) = (Weight::UNIT, 0u128, 0u128);
        for (gap, count) in levels.gaps() {
            if gap != 0 {
                one = one.times(self.powers.step(gap));
            }
            low += u128::from(one.low) * u128::from(count);
            high += u128::from(one.high) * u128::from(count);
            list.push(Cell { low, high, one });
        }
        Ok(Cells { list, total_low: low, total_high: high + u128::from(levels.beyond()) })
    }

    /// K, if the ends tell. A total of exactly a power of two is found exactly: no enclosure could decide it.
    fn cheap_log2(&self, levels: &Levels, cells: &Cells) -> Option<u32> {
        if levels.beyond() == 0 {
            if let Some(total) = self.whole_total(levels) {
                return Some(log2_ceil(total));
            }
        }
        // Not whole, hence no power of two; or more than what is listed. So T exceeds a low end that is one.
        let ceil = |x: u128| log2_ceil(x).saturating_sub(PLACES);
        let (low, high) = (ceil(cells.total_low + 1), ceil(cells.total_high));
        (low == high).then_some(low)
    }

    /// K for a full list.
    fn log2_total(&self, levels: &Levels) -> Result<u32, Error> {
        match self.whole_total(levels) {
            Some(total) => Ok(log2_ceil(total)),
            None => precise::log2_total(self.eta, levels),
        }
    }

    /// T, if it is a whole number. With x odd, `c·(x/2^y)^(z·gap)` is whole only if 2^(y·z·gap) divides c, and
    /// what is not whole never becomes so further down; so folding from the largest level tells, in 128 bits.
    pub(super) fn whole_total(&self, levels: &Levels) -> Option<u128> {
        let (x, y, z) = self.eta.parts();
        let mut list = levels.list().iter().rev();
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

/// The full list, made when it is first needed.
struct Full<'a, F: FnOnce() -> Levels> {
    known: &'a Levels,
    complete: Option<F>,
    made: Option<Levels>,
}

impl<F: FnOnce() -> Levels> Full<'_, F> {
    fn levels(&mut self) -> &Levels {
        if self.known.beyond() != 0 {
            if let Some(complete) = self.complete.take() {
                self.made = Some(complete());
            }
        }
        self.made.as_ref().unwrap_or(self.known)
    }
}

impl Cells {
    /// Where `s = [word, word + 1)·2^(K-64)` lies, if that is certain.
    #[inline]
    fn decide(&self, log2: u32, word: u64) -> Option<Place> {
        // At most 2^126; K <= 62.
        let low = (u128::from(word) << log2) >> (64 - PLACES);
        let high = (((u128::from(word) + 1) << log2) >> (64 - PLACES)) + 1;
        if low >= self.total_high {
            return Some(Place::Rejected);
        }
        if high > self.total_low {
            return None;
        }
        let i = self.list.partition_point(|cell| cell.high <= low);
        let (before, cell) = (i.checked_sub(1).and_then(|j| self.list.get(j)), self.list.get(i)?);
        let (start_low, start_high) = before.map_or((0, 0), |b| (b.low, b.high));
        if low < start_high || high > cell.low || cell.one.low == 0 {
            return None;
        }
        let first = (low - start_high) / u128::from(cell.one.high);
        let last = (high - start_low - 1) / u128::from(cell.one.low);
        (first == last).then_some(Place::At(i, first as u64))
    }
}
