//! Lists levels with their numbers of outcomes. Outcomes with equal rounded utilities have the same
//! level and weight.

use crate::exact::select;
use crate::Error;

/// Levels, ascending, each with its number of outcomes. Levels without outcomes may also be listed,
/// and the last level may be listed repeatedly, so that the length of the list is public.
#[derive(Clone, Debug)]
pub struct Levels {
    list: Vec<(u64, u64)>,
    /// The number of outcomes beyond the list, each of which weighs at most 2^-62.
    beyond: u64,
    /// Whether the list contains every level between its first and its last.
    dense: bool,
}

impl Levels {
    /// Makes the list from the counts of consecutive levels, beginning with level `base`. The last
    /// count is the number of all outcomes beyond these levels.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of_counts(base: u64, counts: impl ExactSizeIterator<Item = u64>) -> Result<Self, Error> {
        let mut list = Vec::new();
        list.try_reserve_exact(counts.len()).map_err(|_| Error::NoMemory)?;
        list.extend((0u64..).zip(counts).map(|(i, count)| (base.wrapping_add(i), count)));
        let beyond = list.pop().map_or(0, |last| last.1);
        Ok(Levels { list, beyond, dense: true })
    }

    /// Makes the list from groups (level, multiplicity) of levels up to `range`. The list has as
    /// many entries as there are groups. The instructions executed depend only on sizes.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn of_all(mut groups: Vec<(u64, u64)>, range: u64) -> Result<Self, Error> {
        super::sort::by_level(&mut groups, range)?;
        let (mut used, mut level, mut count) = (0usize, 0, 0);
        for i in 0..groups.len() {
            let (next, more) = groups.get(i).copied().unwrap_or_default();
            let same = (next == level) & (used > 0);
            (level, count) = (next, more + select(same, count, 0));
            used += usize::from(!same);
            if let Some(entry) = groups.get_mut(used.wrapping_sub(1)) {
                *entry = (level, count);
            }
        }
        for (i, entry) in groups.iter_mut().enumerate() {
            let merged = i < used;
            *entry = (select(merged, entry.0, level), select(merged, entry.1, 0));
        }
        Ok(Levels { list: groups, beyond: 0, dense: false })
    }

    /// Makes the list from groups (level, multiplicity). The sum of the multiplicities must fit
    /// u64.
    pub fn of_groups(mut groups: Vec<(u64, u64)>) -> Self {
        groups.sort_unstable_by_key(|(level, _)| *level);
        let mut levels = Levels { list: groups, beyond: 0, dense: false };
        levels.compact();
        levels
    }

    /// Removes the levels without outcomes and merges entries of the same level. The list must be
    /// sorted.
    pub fn compact(&mut self) {
        self.dense = false;
        self.list.retain(|(_, count)| *count > 0);
        self.list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
    }

    /// The levels and their counts, ascending.
    pub fn list(&self) -> &[(u64, u64)] {
        &self.list
    }

    /// The number of outcomes that are not listed.
    pub fn beyond(&self) -> u64 {
        self.beyond
    }

    /// Whether each level of the list is the level before it plus one.
    pub fn dense(&self) -> bool {
        self.dense
    }

    /// The last level minus the first.
    pub fn span(&self) -> u64 {
        self.list.last().zip(self.list.first()).map_or(0, |(last, first)| last.0 - first.0)
    }

    /// For each level, its distance from the level before it (0 for the first) and its count.
    pub fn gaps(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let first = self.list.first().map_or(0, |l| l.0);
        let before = std::iter::once(first).chain(self.list.iter().map(|l| l.0));
        before.zip(&self.list).map(|(before, (level, count))| (level - before, *count))
    }
}
