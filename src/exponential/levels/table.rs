//! Keeps a dense histogram of outcomes by level. It is used if there are not many more levels than
//! outcomes.

use super::list::Levels;
use crate::exponential::rounding::BLOCK;
use crate::Error;

/// Counts outcomes by level.
pub enum Table {
    /// For at most [`SMALL`] levels. Each level is compared with each outcome, so the time is the
    /// same for all data.
    Small(Compared),
    /// For more levels. A counter is looked up for each outcome. The speed depends on the order in
    /// which counters are used, so the time reveals a little about the data (benches/README.md).
    Large(Lanes),
}

/// The largest number of levels at which comparing is about as fast as looking up.
const SMALL: usize = 128;

impl Table {
    pub fn new(size: usize) -> Result<Self, Error> {
        Ok(if size <= SMALL {
            Table::Small(Compared::new(size)?)
        } else {
            Table::Large(Lanes::new(size)?)
        })
    }

    /// Adds a block of levels to the histogram. Outcomes beyond the histogram are counted together.
    #[inline]
    pub fn count(&mut self, levels: &[u32]) {
        match self {
            Table::Small(compared) => compared.block(levels),
            Table::Large(lanes) => lanes.block(levels),
        }
    }

    /// The counts of the levels. The first level of the table is `base`.
    pub fn levels(&mut self, base: u64) -> Result<Levels, Error> {
        match self {
            Table::Small(compared) => {
                compared.flush();
                Levels::of_counts(base, compared.counters.iter().map(|c| c.count))
            }
            Table::Large(lanes) => {
                let sums =
                    lanes.lanes.iter().map(|lanes| lanes.iter().map(|c| u64::from(*c)).sum());
                Levels::of_counts(base, sums)
            }
        }
    }
}

/// The number of bytes in a vector register of the baseline CPU.
const WIDE: usize = 16;
/// The number of blocks after which a byte counter may be full.
const FULL: u32 = 255 / (BLOCK / WIDE) as u32;

/// The count of a level. Outcomes are first counted in byte counters, which `flush` adds to `count`
/// before they can overflow.
#[derive(Clone, Copy, Default)]
struct Counter {
    bytes: [u8; WIDE],
    count: u64,
}

/// One counter for each level, and a last one for all levels beyond the table.
pub struct Compared {
    counters: Vec<Counter>,
    blocks: u32,
}

impl Compared {
    fn new(size: usize) -> Result<Self, Error> {
        let mut counters = Vec::new();
        counters.try_reserve_exact(size + 1).map_err(|_| Error::NoMemory)?;
        counters.resize(size + 1, Counter::default());
        Ok(Compared { counters, blocks: 0 })
    }

    #[inline]
    fn block(&mut self, levels: &[u32]) {
        let last = (self.counters.len() - 1) as u32;
        // The padding is not a level, so the missing outcomes of a short block are not counted.
        let mut own = [u8::MAX; BLOCK];
        own.iter_mut()
            .zip(levels)
            .for_each(|(to, level)| *to = if *level < last { *level } else { last } as u8);
        compare(&own, &mut self.counters);
        self.blocks += 1;
        if self.blocks == FULL {
            self.flush();
        }
    }

    fn flush(&mut self) {
        for counter in &mut self.counters {
            counter.count += counter.bytes.iter().map(|b| u64::from(*b)).sum::<u64>();
            counter.bytes = [0; WIDE];
        }
        self.blocks = 0;
    }
}

#[inline(never)]
fn compare(levels: &[u8; BLOCK], counters: &mut [Counter]) {
    for (value, counter) in (0u8..).zip(counters) {
        let mut own = counter.bytes;
        for wide in levels.chunks_exact(WIDE) {
            own.iter_mut().zip(wide).for_each(|(c, level)| *c += u8::from(*level == value));
        }
        counter.bytes = own;
    }
}

/// The number of counters for each level, which are used in turn. Consecutive increments of a
/// single counter would wait for each other.
const LANES: usize = 4;

/// A table with [`LANES`] counters for each level, and as many for all levels beyond the table.
pub struct Lanes {
    lanes: Vec<[u32; LANES]>,
}

impl Lanes {
    fn new(size: usize) -> Result<Self, Error> {
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(size + 1).map_err(|_| Error::NoMemory)?;
        lanes.resize(size + 1, [0; LANES]);
        Ok(Lanes { lanes })
    }

    #[inline(always)]
    fn block(&mut self, levels: &[u32]) {
        let last = (self.lanes.len() - 1) as u32;
        let mut rows = levels.chunks_exact(LANES);
        for row in rows.by_ref() {
            for (lane, level) in row.iter().enumerate() {
                self.one(lane, (*level).min(last));
            }
        }
        for (lane, level) in rows.remainder().iter().enumerate() {
            self.one(lane, (*level).min(last));
        }
    }

    #[inline(always)]
    fn one(&mut self, lane: usize, level: u32) {
        if let Some(cell) = self.lanes.get_mut(level as usize).and_then(|c| c.get_mut(lane)) {
            *cell += 1;
        }
    }
}
