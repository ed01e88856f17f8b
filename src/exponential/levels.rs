//! Outcomes grouped by level: those with equal rounded utility share a weight.

use crate::Error;

/// The levels in use, ascending, each with its number of outcomes (positive).
#[derive(Clone, Debug)]
pub struct Levels {
    list: Vec<(u64, u64)>,
    /// How many outcomes lie beyond the list; they weigh at most 2^-62 each.
    beyond: u64,
}

impl Levels {
    /// From counts of `base` and the levels after it, the last one for all outcomes beyond. The memory depends
    /// on their number only.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub(super) fn of_counts(base: u64, counts: impl ExactSizeIterator<Item = u64>) -> Result<Self, Error> {
        let (mut list, mut used, mut beyond) = (Vec::new(), 0, 0);
        list.try_reserve_exact(counts.len()).map_err(|_| Error::NoMemory)?;
        list.resize(counts.len(), (0, 0));
        // Without a branch on the counts, which the processor would often guess wrongly.
        for (i, count) in (0u64..).zip(counts) {
            if let Some(entry) = list.get_mut(used) {
                *entry = (base.wrapping_add(i), count);
            }
            used += usize::from(count > 0);
            beyond = count;
        }
        list.truncate(used - usize::from(beyond > 0));
        Ok(Levels { list, beyond })
    }

    /// From groups (level, multiplicity). The sum of the multiplicities fits u64.
    #[must_use]
    pub fn of_groups(mut groups: Vec<(u64, u64)>) -> Self {
        groups.retain(|(_, count)| *count > 0);
        groups.sort_unstable_by_key(|(level, _)| *level);
        groups.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Levels { list: groups, beyond: 0 }
    }

    /// Levels and counts, ascending.
    #[must_use]
    pub fn list(&self) -> &[(u64, u64)] {
        &self.list
    }

    /// How many outcomes are not listed.
    pub(super) fn beyond(&self) -> u64 {
        self.beyond
    }

    /// Each level above the one before it (the first above itself: 0) with its count.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let first = self.list.first().map_or(0, |l| l.0);
        let before = std::iter::once(first).chain(self.list.iter().map(|l| l.0));
        before.zip(&self.list).map(|(before, (level, count))| (level - before, *count))
    }
}
