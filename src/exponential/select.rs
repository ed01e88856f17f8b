//! Implements the calls that take utilities and return the index of the chosen outcome.

use super::flipping::pick;
use super::levels::{count, Grouping, Levels, Table};
use super::params::{Exponential, Rule};
use super::rounding::{Doubles, Rounded, BLOCK};
use crate::tape::Words;
use crate::Error;

impl Exponential {
    /// Chooses how n outcomes are grouped by level. An outcome whose level is at
    /// least the sampler's window above the smallest level weighs at most 2^-62. Ilvento's
    /// algorithm weighs all outcomes, so it has no window.
    pub(super) fn grouping(&self, n: u64) -> Grouping {
        Grouping::new(n, self.range.span(), self.sampler.window())
    }

    /// Chooses among outcomes with these utilities and returns the index of one.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`], [`Error::Entropy`], [`Error::NoMemory`],
    /// [`Error::Stopped`]. No utility causes an error (Claim E6).
    pub fn select<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<usize, Error> {
        let n = utilities.len();
        self.select_in(self.doubles, self.grouping(n as u64), utilities, tape)
    }

    /// Makes a selection with this grouping, and rounds in blocks if `doubles` is given. The answer
    /// depends neither on the grouping nor on the rounding in blocks.
    pub(super) fn select_in<W: Words>(
        &self,
        doubles: Option<Doubles>,
        grouping: Grouping,
        utilities: &[f64],
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        self.accepts(n as u64)?;
        if self.selection.rule == Rule::PermuteAndFlip {
            return self.flip(doubles, utilities, tape);
        }
        let mut list = grouping.room(n)?;
        let (kept, levels);
        match grouping {
            Grouping::Dense(size) => {
                let mut table = Table::new(size)?;
                kept = self.range.round(doubles, utilities, tape, |block| table.count(block))?;
                levels = table.levels(0)?;
            }
            Grouping::Window(size) => {
                let (mut table, mut seen) = (Table::new(size)?, u32::MAX);
                kept = self.range.round(doubles, utilities, tape, |block| {
                    seen = block.iter().copied().fold(seen, u32::min);
                })?;
                let rounded = Rounded::new(doubles, utilities, &kept);
                let base = rounded.smallest(seen);
                rounded.each(base, |block| table.count(block));
                levels = table.levels(base)?;
            }
            Grouping::Sorted => {
                kept = self.range.round(doubles, utilities, tape, |_| ())?;
                Rounded::new(doubles, utilities, &kept).append(&mut list);
                levels = Levels::of_all(std::mem::take(&mut list), self.range.span())?;
            }
        }
        let rounded = Rounded::new(doubles, utilities, &kept);
        let complete = || {
            rounded.append(&mut list);
            Levels::of_groups(list)
        };
        let (level, offset) =
            self.sampler.sample(levels, grouping.most_listed(n), complete, tape)?;
        Ok(rounded.find(level, offset, self.selection.early_exit))
    }

    /// Chooses among groups of outcomes and returns the index of a group. The outcomes of a group
    /// have the same integer utility. The probability of a group is the sum of the probabilities of
    /// its outcomes. A multiplicity may be 0. If `multiplicities` is `None`, each is 1.
    ///
    /// # Errors
    /// The errors of [`Exponential::select`].
    pub fn select_counted<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: Option<&[u64]>,
        tape: &mut W,
    ) -> Result<usize, Error> {
        self.select_groups(utilities, multiplicities, self.grouping(utilities.len() as u64), tape)
    }

    pub(super) fn select_groups<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: Option<&[u64]>,
        grouping: Grouping,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        let total = match multiplicities {
            Some(many) => many.iter().map(|m| u128::from(*m)).sum(),
            None => n as u128,
        };
        self.accepts(u64::try_from(total).unwrap_or(u64::MAX))?;
        if self.selection.rule == Rule::PermuteAndFlip {
            let levels = utilities.iter().map(|u| self.range.level(*u));
            return match multiplicities {
                Some(many) => self.flip_groups(levels.zip(many.iter().copied()), n, tape),
                None => self.flip_each(levels, n, tape),
            };
        }
        match multiplicities {
            Some(many) => self.select_counts(utilities, many.iter().copied(), grouping, tape),
            None => self.select_counts(utilities, std::iter::repeat_n(1, n), grouping, tape),
        }
    }

    fn select_counts<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: impl Iterator<Item = u64> + Clone,
        grouping: Grouping,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        let range = self.range;
        let level = |u: &i64| range.level(*u);
        let at_levels = utilities.iter().map(level).zip(multiplicities.clone());
        let mut list = grouping.room(n)?;
        let levels = match grouping {
            Grouping::Dense(size) => count(at_levels.clone(), n, 0, size)?,
            Grouping::Window(size) => {
                let used =
                    at_levels.clone().map(|(level, many)| if many > 0 { level } else { u64::MAX });
                count(at_levels.clone(), n, used.min().unwrap_or(0), size)?
            }
            Grouping::Sorted => {
                list.extend(at_levels.clone());
                Levels::of_all(std::mem::take(&mut list), self.range.span())?
            }
        };
        let complete = || {
            list.extend(at_levels.clone());
            Levels::of_groups(list)
        };
        let (level, offset) =
            self.sampler.sample(levels, grouping.most_listed(n), complete, tape)?;
        Ok(self.find_group(utilities, multiplicities, level, offset))
    }

    /// Like [`Exponential::select_counted`] without multiplicities, for `n` utilities from an
    /// iterator.
    pub(crate) fn select_each<W: Words>(
        &self,
        utilities: impl Iterator<Item = i64> + Clone,
        n: usize,
        tape: &mut W,
    ) -> Result<usize, Error> {
        match self.selection.rule {
            Rule::PermuteAndFlip => {
                self.accepts(n as u64)?;
                self.flip_each(utilities.map(|u| self.range.level(u)), n, tape)
            }
            Rule::Exponential => self
                .select_group(utilities.map(|u| (u, 1)), n as u64, tape)
                .map(|(chosen, _)| chosen),
        }
    }

    /// Like [`Exponential::select_counted`], but also returns which member of the group is chosen.
    /// The number of groups may be private. `most` is a public upper bound on it.
    pub(crate) fn select_group<W: Words>(
        &self,
        groups: impl Iterator<Item = (i64, u64)> + Clone,
        most: u64,
        tape: &mut W,
    ) -> Result<(usize, u64), Error> {
        let total = groups.clone().try_fold(0u64, |sum, (_, many)| sum.checked_add(many));
        self.accepts(total.ok_or(Error::Outcomes)?)?;
        let level = |u: i64| self.range.level(u);
        if self.selection.rule == Rule::PermuteAndFlip {
            let levels = groups.clone().map(|(u, many)| (level(u), many));
            let chosen = self.flip_groups(levels, most as usize, tape)?;
            // This reads all groups. `nth` would stop at the chosen group.
            let members = groups.enumerate().fold(1, |members, (i, (_, many))| {
                crate::exact::select(i == chosen, many, members)
            });
            return Ok((chosen, pick(members, tape)?));
        }
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize).map_err(|_| Error::NoMemory)?;
        list.extend(groups.clone().map(|(u, many)| (level(u), many)));
        let levels = Levels::of_groups(list);
        // All levels are listed here, so `sample` never calls the closure, which would make the
        // complete list.
        let (chosen, offset) = self.sampler.sample(
            levels,
            self.range.span().saturating_add(1).min(most),
            || Levels::of_groups(Vec::new()),
            tape,
        )?;
        let (mut seen, mut answer) = (0u64, (0, 0));
        for (i, (utility, many)) in groups.enumerate() {
            let own = if level(utility) == chosen { many } else { 0 };
            if (seen..seen + own).contains(&offset) {
                answer = (i, offset - seen);
                if self.selection.early_exit {
                    break;
                }
            }
            seen += own;
        }
        Ok(answer)
    }

    /// Finds the group that contains the `offset`-th outcome at a level. It reads all groups,
    /// whatever the answer is, unless early exit is chosen.
    fn find_group(
        &self,
        utilities: &[i64],
        multiplicities: impl Iterator<Item = u64> + Clone,
        level: u64,
        offset: u64,
    ) -> usize {
        // Utilities that are clamped to an end of the range count as that end.
        let own = self.range.min.wrapping_add_unsigned(level);
        let low = if level == 0 { i64::MIN } else { own };
        let width = (if level == self.range.span() { i64::MAX } else { own }).abs_diff(low);
        let here = |u: &i64, many: u64| if u.wrapping_sub(low) as u64 <= width { many } else { 0 };
        // The first pass sums whole blocks, to find the block with the chosen outcome. This costs
        // less per group than looking for the outcome in every block.
        let (mut seen, mut before, mut start) = (0u64, 0, 0);
        let mut rest = multiplicities.clone();
        for (number, block) in utilities.chunks(BLOCK).enumerate() {
            let sum: u64 = block.iter().zip(rest.by_ref()).map(|(u, many)| here(u, many)).sum();
            let hit = offset.wrapping_sub(seen) < sum;
            (start, before) = if hit { (number * BLOCK, seen) } else { (start, before) };
            if hit && self.selection.early_exit {
                break;
            }
            seen = seen.wrapping_add(sum);
        }
        let (mut answer, mut rank) = (start, before);
        let block = utilities.iter().zip(multiplicities).enumerate().skip(start).take(BLOCK);
        for (i, (u, many)) in block {
            // `rank` outcomes at the level come before this group.
            answer = if offset.wrapping_sub(rank) < here(u, many) { i } else { answer };
            rank = rank.wrapping_add(here(u, many));
        }
        answer
    }
}
