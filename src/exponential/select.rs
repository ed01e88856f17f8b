//! The calls: utilities to the index of the outcome chosen.

use super::block::Doubles;
use super::counts::{Plan, Table};
use super::levels::Levels;
use super::params::Exponential;
use super::rounded::Rounded;
use super::rounding::BLOCK;
use crate::tape::Words;
use crate::Error;

impl Exponential {
    /// Chooses among outcomes with these utilities: the index of one.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`]; [`Error::Entropy`], [`Error::NoMemory`]; never because of a
    /// utility.
    pub fn select<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<usize, Error> {
        let n = utilities.len();
        self.select_in(self.doubles, self.plan(n as u64), utilities, tape)
    }

    /// The answer does not depend on the plan, nor on whether rounding is done in blocks.
    pub(super) fn select_in<W: Words>(
        &self,
        doubles: Option<Doubles>,
        plan: Plan,
        utilities: &[f64],
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        self.accepts(n as u64)?;
        let mut list = room(plan, n)?;
        let (kept, levels);
        match plan {
            Plan::Dense(size) => {
                let mut table = Table::new(size)?;
                kept = self.round(doubles, utilities, tape, |block| table.count(block))?;
                levels = table.levels(0)?;
            }
            Plan::Window(size) => {
                let (mut table, mut seen) = (Table::new(size)?, u32::MAX);
                kept = self.round(doubles, utilities, tape, |block| {
                    seen = block.iter().copied().fold(seen, u32::min);
                })?;
                let rounded = Rounded::new(doubles, utilities, &kept);
                let base = rounded.smallest(seen);
                rounded.each(base, |block| table.count(block));
                levels = table.levels(base)?;
            }
            Plan::Sorted => {
                kept = self.round(doubles, utilities, tape, |_| ())?;
                Rounded::new(doubles, utilities, &kept).append(&mut list);
                levels = Levels::of_all(std::mem::take(&mut list), self.range())?;
            }
        }
        let rounded = Rounded::new(doubles, utilities, &kept);
        let complete = || {
            rounded.append(&mut list);
            Levels::of_groups(list)
        };
        let (level, offset) = self.sample(levels, most_listed(plan, n), complete, tape)?;
        Ok(rounded.find(level, offset, self.choices.optimize))
    }

    /// Chooses among groups of outcomes that share an integer utility: the index of a group, with the
    /// probability of all of its members together. A multiplicity may be 0; without any, each is 1.
    ///
    /// # Errors
    /// As [`Exponential::select`].
    pub fn select_counted<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: Option<&[u64]>,
        tape: &mut W,
    ) -> Result<usize, Error> {
        self.select_groups(utilities, multiplicities, self.plan(utilities.len() as u64), tape)
    }

    pub(super) fn select_groups<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: Option<&[u64]>,
        plan: Plan,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        let total = match multiplicities {
            Some(many) => many.iter().map(|m| u128::from(*m)).sum(),
            None => n as u128,
        };
        self.accepts(u64::try_from(total).unwrap_or(u64::MAX))?;
        match multiplicities {
            Some(many) => self.select_counts(utilities, many.iter().copied(), plan, tape),
            None => self.select_counts(utilities, std::iter::repeat_n(1, n), plan, tape),
        }
    }

    fn select_counts<W: Words>(
        &self,
        utilities: &[i64],
        multiplicities: impl Iterator<Item = u64> + Clone,
        plan: Plan,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let n = utilities.len();
        let (min, max) = (self.min, self.max);
        let level = |u: &i64| (*u).clamp(min, max).wrapping_sub(min) as u64;
        let at_levels = utilities.iter().map(level).zip(multiplicities.clone());
        let mut list = room(plan, n)?;
        let levels = match plan {
            Plan::Dense(size) => count(at_levels.clone(), n, 0, size)?,
            Plan::Window(size) => {
                let used = at_levels.clone().map(|(level, many)| if many > 0 { level } else { u64::MAX });
                count(at_levels.clone(), n, used.min().unwrap_or(0), size)?
            }
            Plan::Sorted => {
                list.extend(at_levels.clone());
                Levels::of_all(std::mem::take(&mut list), self.range())?
            }
        };
        let complete = || {
            list.extend(at_levels.clone());
            Levels::of_groups(list)
        };
        let (level, offset) = self.sample(levels, most_listed(plan, n), complete, tape)?;
        Ok(self.find_group(utilities, multiplicities, level, offset))
    }

    /// As [`Exponential::select_counted`]: a group, and which of its members. `most` is a public limit of the number
    /// of groups, which may itself be private.
    pub(crate) fn select_group<W: Words>(
        &self,
        groups: impl Iterator<Item = (i64, u64)> + Clone,
        most: u64,
        tape: &mut W,
    ) -> Result<(usize, u64), Error> {
        let total = groups.clone().try_fold(0u64, |sum, (_, many)| sum.checked_add(many));
        self.accepts(total.ok_or(Error::Outcomes)?)?;
        let mut list = Vec::new();
        list.try_reserve_exact(most as usize).map_err(|_| Error::NoMemory)?;
        let level = |u: i64| u.clamp(self.min, self.max).abs_diff(self.min);
        list.extend(groups.clone().map(|(u, many)| (level(u), many)));
        // All levels are listed: there is nothing to complete.
        let levels = Levels::of_groups(list);
        let (chosen, offset) = self.sample(
            levels,
            self.range().saturating_add(1).min(most),
            || Levels::of_groups(Vec::new()),
            tape,
        )?;
        let (mut seen, mut answer) = (0u64, (0, 0));
        for (i, (utility, many)) in groups.enumerate() {
            let own = if level(utility) == chosen { many } else { 0 };
            if (seen..seen + own).contains(&offset) {
                answer = (i, offset - seen);
            }
            seen += own;
        }
        Ok(answer)
    }

    /// The group that holds the `offset`-th outcome at a level. All are read whatever the answer.
    fn find_group(
        &self,
        utilities: &[i64],
        multiplicities: impl Iterator<Item = u64> + Clone,
        level: u64,
        offset: u64,
    ) -> usize {
        // What is clamped to an end of the range counts there.
        let own = self.min.wrapping_add_unsigned(level);
        let low = if level == 0 { i64::MIN } else { own };
        let width = (if level == self.range() { i64::MAX } else { own }).abs_diff(low);
        let here = |u: &i64, many: u64| if u.wrapping_sub(low) as u64 <= width { many } else { 0 };
        // Sums of blocks first: shorter work for each group than looking for the winner at once.
        let (mut seen, mut before, mut start) = (0u64, 0, 0);
        let mut rest = multiplicities.clone();
        for (number, block) in utilities.chunks(BLOCK).enumerate() {
            let sum: u64 = block.iter().zip(rest.by_ref()).map(|(u, many)| here(u, many)).sum();
            let hit = offset.wrapping_sub(seen) < sum;
            (start, before) = if hit { (number * BLOCK, seen) } else { (start, before) };
            seen = seen.wrapping_add(sum);
        }
        let (mut answer, mut rank) = (start, before);
        let block = utilities.iter().zip(multiplicities).enumerate().skip(start).take(BLOCK);
        for (i, (u, many)) in block {
            // Within the group, if it is neither before nor after.
            answer = if offset.wrapping_sub(rank) < here(u, many) { i } else { answer };
            rank = rank.wrapping_add(here(u, many));
        }
        answer
    }
}

/// Counts `n` groups at `size` levels from `base`, those beyond together.
fn count(
    groups: impl Iterator<Item = (u64, u64)>,
    n: usize,
    base: u64,
    size: usize,
) -> Result<Levels, Error> {
    // Rows of equal groups would wait for each other in one counter; tables that are large enough need no more.
    if size <= n / 8 {
        count_in::<4>(groups, base, size)
    } else {
        count_in::<1>(groups, base, size)
    }
}

fn count_in<const LANES: usize>(
    groups: impl Iterator<Item = (u64, u64)>,
    base: u64,
    size: usize,
) -> Result<Levels, Error> {
    let mut counts = Vec::new();
    counts.try_reserve_exact(size + 1).map_err(|_| Error::NoMemory)?;
    counts.resize(size + 1, [0u64; LANES]);
    for (i, (level, many)) in groups.enumerate() {
        // Unused groups below the base add nothing wherever they land.
        let place = level.wrapping_sub(base).min(size as u64) as usize;
        if let Some(count) = counts.get_mut(place).and_then(|lanes| lanes.get_mut(i % LANES)) {
            *count += many;
        }
    }
    Levels::of_counts(base, counts.into_iter().map(|lanes| lanes.iter().sum()))
}

/// Room for a list of all outcomes, where one may become necessary: whether it does depends on private values.
fn room(plan: Plan, n: usize) -> Result<Vec<(u64, u64)>, Error> {
    let mut list = Vec::new();
    if !matches!(plan, Plan::Dense(_)) {
        list.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
    }
    Ok(list)
}

/// The most levels that are listed.
fn most_listed(plan: Plan, n: usize) -> u64 {
    match plan {
        Plan::Dense(size) | Plan::Window(size) => size as u64,
        Plan::Sorted => n as u64,
    }
}
