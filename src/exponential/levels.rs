//! Outcomes grouped by level: those with equal rounded utility share a weight.

use crate::Error;

/// The levels in use, ascending, each with its number of outcomes (positive).
#[derive(Clone, Debug)]
pub struct Levels {
    list: Vec<(u64, u64)>,
}

/// Up to this many levels are counted in an array; more are sorted.
const DENSE: u64 = 1 << 16;

impl Levels {
    /// From each outcome's level.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of_outcomes(levels: &[u64]) -> Result<Self, Error> {
        let highest = levels.iter().copied().max().unwrap_or(0);
        if highest < DENSE {
            let mut counts = Vec::new();
            counts.try_reserve_exact(highest as usize + 1).map_err(|_| Error::NoMemory)?;
            counts.resize(highest as usize + 1, 0u64);
            for level in levels {
                if let Some(count) = counts.get_mut(*level as usize) {
                    *count += 1;
                }
            }
            let used = counts.iter().filter(|c| **c > 0).count();
            let mut list = Vec::new();
            list.try_reserve_exact(used).map_err(|_| Error::NoMemory)?;
            list.extend((0u64..).zip(counts).filter(|(_, c)| *c > 0));
            return Ok(Levels { list });
        }
        let mut list = Vec::new();
        list.try_reserve_exact(levels.len()).map_err(|_| Error::NoMemory)?;
        list.extend(levels.iter().map(|l| (*l, 1)));
        Self::of_groups(&mut list)
    }

    /// From groups (level, multiplicity), whose vector is used up. The sum of the multiplicities fits u64.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of_groups(groups: &mut Vec<(u64, u64)>) -> Result<Self, Error> {
        groups.retain(|(_, count)| *count > 0);
        groups.sort_unstable_by_key(|(level, _)| *level);
        groups.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Ok(Levels { list: std::mem::take(groups) })
    }

    /// Levels and counts, ascending.
    #[must_use]
    pub fn list(&self) -> &[(u64, u64)] {
        &self.list
    }

    /// Each level above the one before it (the first above itself: 0) with its count.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let first = self.list.first().map_or(0, |l| l.0);
        let before = std::iter::once(first).chain(self.list.iter().map(|l| l.0));
        before.zip(&self.list).map(|(before, (level, count))| (level - before, *count))
    }
}
