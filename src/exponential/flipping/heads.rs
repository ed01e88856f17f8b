//! Stores which outcomes show heads, as one bit for each outcome.

use crate::exponential::rounding::Places;
use crate::Error;

/// The heads, 64 outcomes to a word.
pub struct Heads {
    blocks: Vec<u64>,
    count: u64,
}

impl Heads {
    /// Reserves memory for `n` outcomes.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn room(n: usize) -> Result<Self, Error> {
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(n.div_ceil(u64::BITS as usize)).map_err(|_| Error::NoMemory)?;
        Ok(Heads { blocks, count: 0 })
    }

    /// Appends the next 64 outcomes. A bit is 1 if its outcome shows heads.
    pub fn push(&mut self, block: u64) {
        self.count += u64::from(block.count_ones());
        self.blocks.push(block);
    }

    /// The number of heads.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The index of the `number`-th outcome, counted from 0, among the outcomes with heads.
    pub fn nth(&self, number: u64, early_exit: bool) -> usize {
        let mut places = Places::of(number);
        for block in &self.blocks {
            if places.saw(*block) && early_exit {
                break;
            }
        }
        places.index()
    }
}
