//! Finds the n-th of many marked outcomes, without a branch that depends on the answer.

use std::hint::black_box;

use super::digits::BLOCK;
use crate::exact::select;

/// Finds the n-th mark, counted from 0, in blocks of 64 that are read in order.
pub struct Places {
    n: u64,
    seen: u64,
    number: u64,
    /// The number of the block with the n-th mark. `marks` are its marks, and `before` is the
    /// number of marks in the blocks before it.
    found: u64,
    marks: u64,
    before: u64,
}

impl Places {
    pub fn of(n: u64) -> Self {
        Places { n, seen: 0, number: 0, found: 0, marks: 0, before: 0 }
    }

    /// Reads the marks of the next block and returns whether the n-th mark is among them.
    #[inline]
    pub fn saw(&mut self, marks: u64) -> bool {
        let many = u64::from(marks.count_ones());
        let hit = black_box(self.n.wrapping_sub(self.seen) < many);
        self.found = select(hit, self.number, self.found);
        self.before = select(hit, self.seen, self.before);
        self.marks = select(hit, marks, self.marks);
        self.seen += many;
        self.number += 1;
        hit
    }

    /// The index of the outcome.
    pub fn index(&self) -> usize {
        self.found as usize * BLOCK + nth(self.marks, self.n - self.before) as usize
    }
}

/// The position of the n-th set bit of a word, where n counts from 0. The word must have more than
/// n set bits.
fn nth(word: u64, n: u64) -> u64 {
    let (mut place, mut rest) = (0, n);
    for width in [32, 16, 8, 4, 2, 1] {
        let low = word >> place & ((1 << width) - 1);
        let ones = u64::from(low.count_ones());
        let further = black_box(u64::from(rest >= ones)).wrapping_neg();
        place += width & further;
        rest -= ones & further;
    }
    place
}
