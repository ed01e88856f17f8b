//! Allocates blocks for GMP from the bytes that are reserved for a computation.

use std::cell::Cell;

use super::Workspace;

const ALIGN: usize = 16;

/// The region of a thread. `base..next` is in use, `next..end` is free, and `base` is 0 while no
/// computation runs in the region. GMP may allocate at any time, so no borrow may last longer than
/// one read or write. Therefore the fields are cells.
#[repr(C)]
#[derive(Default)]
pub struct Region {
    base: Cell<usize>,
    next: Cell<usize>,
    end: Cell<usize>,
    /// The end of the bytes that this computation has used so far.
    high: Cell<usize>,
    /// The number of blocks that were taken and not given back.
    blocks: Cell<usize>,
    used: Cell<Use>,
}

/// The largest use of a thread's region so far. Tests read it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Use {
    /// The largest number of bytes that a computation has touched.
    pub peak: usize,
    /// The number of allocations that did not fit. It must stay 0.
    pub spilled: usize,
}

impl Use {
    /// The use of the calling thread's region.
    #[must_use]
    pub fn of_this_thread() -> Self {
        Workspace::existing().map_or(Use::default(), |workspace| workspace.region().used.get())
    }
}

impl Region {
    /// Whether a computation runs in the region.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.base.get() != 0
    }

    /// Begins a computation at these addresses.
    pub fn begin(&self, room: std::ops::Range<usize>) {
        self.base.set(room.start);
        self.next.set(room.start);
        self.high.set(room.start);
        self.end.set(room.end);
        self.blocks.set(0);
    }

    /// Ends the computation.
    pub fn end(&self) {
        let (used, length) = (self.used.get(), self.touched().len());
        self.used.set(Use { peak: used.peak.max(length), ..used });
        for cell in [&self.base, &self.next, &self.end, &self.high] {
            cell.set(0);
        }
    }

    /// The addresses that this computation used.
    pub fn touched(&self) -> std::ops::Range<usize> {
        self.base.get()..self.high.get()
    }

    /// Where the next block begins.
    pub fn next(&self) -> usize {
        self.next.get()
    }

    /// How many blocks are in use.
    pub fn blocks(&self) -> usize {
        self.blocks.get()
    }

    /// Frees all blocks from `next` on.
    pub fn rewind(&self, next: usize) {
        self.next.set(next);
    }

    /// The address of a block of `size` bytes, if it fits.
    pub fn take(&self, size: usize) -> Option<usize> {
        let rounded = size.checked_next_multiple_of(ALIGN)?;
        let start = self.next.get();
        if rounded > self.end.get() - start {
            let used = self.used.get();
            self.used.set(Use { spilled: used.spilled + 1, ..used });
            return None;
        }
        self.next.set(start + rounded);
        self.high.set(self.high.get().max(start + rounded));
        self.blocks.set(self.blocks.get().wrapping_add(1));
        Some(start)
    }

    /// Whether the address lies in the region.
    pub fn holds(&self, address: usize) -> bool {
        (self.base.get()..self.end.get()).contains(&address)
    }

    /// Frees a block. If it is the last block, its bytes can be reused at once. Otherwise they can
    /// be reused after the current step ([`super::scratch`]) or computation.
    pub fn give_back(&self, address: usize, size: usize) {
        self.blocks.set(self.blocks.get().wrapping_sub(1));
        if address + size.next_multiple_of(ALIGN) == self.next.get() {
            self.next.set(address);
        }
    }

    /// Leaves no free space in the region. A test then counts the allocations that do not fit.
    #[cfg(test)]
    pub fn close(&self) {
        self.end.set(self.next.get());
    }
}

/// Calls `work` with the calling thread's region, if a computation runs in it.
pub fn active<T>(work: impl FnOnce(&Region) -> T) -> Option<T> {
    let workspace = Workspace::existing()?;
    let region = workspace.region();
    region.is_active().then(|| work(region))
}
