//! Outcomes grouped by level: those with equal rounded utility share a weight.

use crate::Error;

/// The levels in use, ascending, each with its number of outcomes (positive).
#[derive(Clone, Debug)]
pub struct Levels {
    list: Vec<(u64, u64)>,
}

/// Ranges with fewer levels are counted in an array; outcomes of others are sorted.
const DENSE: u64 = 1 << 16;

impl Levels {
    /// From each outcome's level, at most `range`. The memory asked for depends on public sizes only, so
    /// that running out of it tells nothing.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of_outcomes(levels: &[u64], range: u64) -> Result<Self, Error> {
        let mut list = Vec::new();
        if range >= DENSE {
            list.try_reserve_exact(levels.len()).map_err(|_| Error::NoMemory)?;
            list.extend(levels.iter().map(|l| (*l, 1)));
            return Ok(Self::of_groups(list));
        }
        let size = range as usize + 1;
        let mut counts = Vec::new();
        counts.try_reserve_exact(size).map_err(|_| Error::NoMemory)?;
        list.try_reserve_exact(size.min(levels.len())).map_err(|_| Error::NoMemory)?;
        counts.resize(size, 0u64);
        for level in levels {
            if let Some(count) = counts.get_mut(*level as usize) {
                *count += 1;
            }
        }
        list.extend((0u64..).zip(counts).filter(|(_, c)| *c > 0));
        Ok(Levels { list })
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
        Levels { list: groups }
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
