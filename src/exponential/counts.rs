//! Counting outcomes in a table, where the range of levels that matter is no longer than a few times their
//! number.

use super::levels::Levels;
use super::params::Exponential;
use crate::Error;

/// How outcomes are brought in order; chosen by public sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// A table of all levels, so many.
    Dense(usize),
    /// A table of so many levels above the smallest one in use. Those beyond weigh at most 2^-62 each: they are only
    /// counted, and looked at again when they matter.
    Window(usize),
    /// A sorted list.
    Sorted,
}

/// Tables have up to so many entries per outcome.
const PER_OUTCOME: u64 = 2;
const ALWAYS: u64 = 64;
const MOST: u64 = 1 << 24;

impl Exponential {
    pub(super) fn plan(&self, n: u64) -> Plan {
        let limit = n.saturating_mul(PER_OUTCOME).clamp(ALWAYS, MOST);
        let (all, near) = (Plan::Dense(self.range() as usize + 1), Plan::Window(self.window as usize));
        if n > u64::from(u32::MAX) {
            Plan::Sorted
        } else if self.range() < ALWAYS.max(n / 16) {
            all
        } else if self.fixed.is_none() && self.window < limit.min(self.range()) {
            // Reads the outcomes once more, to find the smallest.
            near
        } else if self.range() < limit {
            all
        } else {
            Plan::Sorted
        }
    }
}

/// Rows of equal outcomes would wait for each other in one counter.
const LANES: usize = 4;

/// Counters, and one more for what lies beyond them.
pub(super) struct Table {
    lanes: Vec<[u32; LANES]>,
}

impl Table {
    pub(super) fn new(size: usize) -> Result<Self, Error> {
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(size + 1).map_err(|_| Error::NoMemory)?;
        lanes.resize(size + 1, [0; LANES]);
        Ok(Table { lanes })
    }

    /// Counts levels that are in the table.
    #[inline]
    pub(super) fn count(&mut self, levels: &[u32]) {
        self.each(levels, |level| level);
    }

    /// Counts levels, those beyond the table together.
    #[inline]
    pub(super) fn count_saturated(&mut self, levels: &[u32]) {
        let last = (self.lanes.len() - 1) as u32;
        self.each(levels, |level| level.min(last));
    }

    #[inline(always)]
    fn each(&mut self, levels: &[u32], place: impl Fn(u32) -> u32) {
        let mut fours = levels.chunks_exact(LANES);
        for four in fours.by_ref() {
            for (lane, level) in four.iter().enumerate() {
                self.one(lane, place(*level));
            }
        }
        for level in fours.remainder() {
            self.one(0, place(*level));
        }
    }

    #[inline(always)]
    fn one(&mut self, lane: usize, level: u32) {
        if let Some(cell) = self.lanes.get_mut(level as usize).and_then(|c| c.get_mut(lane)) {
            *cell += 1;
        }
    }

    /// The counts; the table starts at level `base`.
    pub(super) fn levels(&self, base: u64) -> Result<Levels, Error> {
        let sums = self.lanes.iter().map(|lanes| lanes.iter().map(|c| u64::from(*c)).sum());
        Levels::of_counts(base, sums)
    }
}
