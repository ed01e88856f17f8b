//! The calls: utilities to the index of the outcome chosen.

use super::block::Doubles;
use super::counts::{Plan, Table};
use super::levels::Levels;
use super::params::Exponential;
use super::rounded::Rounded;
use crate::tape::Words;
use crate::Error;

/// Fewer outcomes are rounded faster one by one.
const FEW: usize = 32;

impl Exponential {
    /// Chooses among outcomes with these utilities: the index of one.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::Outcomes`]; [`Error::Entropy`], [`Error::NoMemory`]; never because of a
    /// utility.
    pub fn select<W: Words>(&self, utilities: &[f64], tape: &mut W) -> Result<usize, Error> {
        let n = utilities.len();
        self.select_in(self.doubles.filter(|_| n >= FEW), self.plan(n as u64), utilities, tape)
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
                rounded.each(base, |block| table.count_saturated(block));
                levels = table.levels(base)?;
            }
            Plan::Sorted => {
                kept = self.round(doubles, utilities, tape, |_| ())?;
                Rounded::new(doubles, utilities, &kept).append(&mut list);
                levels = Levels::of_groups(std::mem::take(&mut list));
            }
        }
        let rounded = Rounded::new(doubles, utilities, &kept);
        let complete = || {
            rounded.append(&mut list);
            Levels::of_groups(list)
        };
        let (level, offset) = self.sample(&levels, most_listed(plan, n), complete, tape)?;
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
        let n = utilities.len();
        let plan = self.plan(n as u64);
        match multiplicities {
            Some(many) => {
                self.select_groups(utilities.iter().copied().zip(many.iter().copied()), n, plan, tape)
            }
            None => self.select_groups(utilities.iter().map(|u| (*u, 1)), n, plan, tape),
        }
    }

    pub(super) fn select_groups<W: Words>(
        &self,
        groups: impl Iterator<Item = (i64, u64)> + Clone,
        n: usize,
        plan: Plan,
        tape: &mut W,
    ) -> Result<usize, Error> {
        let total = groups.clone().map(|(_, many)| u128::from(many)).sum::<u128>();
        self.accepts(u64::try_from(total).unwrap_or(u64::MAX))?;
        let at_levels =
            groups.map(|(u, many)| (u.clamp(self.min, self.max).wrapping_sub(self.min) as u64, many));
        let mut list = room(plan, n)?;
        let levels = match plan {
            Plan::Dense(size) => count(at_levels.clone(), 0, size)?,
            Plan::Window(size) => {
                let used = at_levels.clone().map(|(level, many)| if many > 0 { level } else { u64::MAX });
                count(at_levels.clone(), used.min().unwrap_or(0), size)?
            }
            Plan::Sorted => {
                list.extend(at_levels.clone());
                Levels::of_groups(std::mem::take(&mut list))
            }
        };
        let complete = || {
            list.extend(at_levels.clone());
            Levels::of_groups(list)
        };
        let (level, offset) = self.sample(&levels, most_listed(plan, n), complete, tape)?;
        let (mut seen, mut answer) = (0u64, 0);
        for (i, (own, many)) in at_levels.enumerate() {
            let here = if own == level { many } else { 0 };
            // Within the group, if it is neither before nor after.
            answer = if offset.wrapping_sub(seen) < here { i } else { answer };
            seen = seen.wrapping_add(here);
        }
        Ok(answer)
    }
}

/// Counts groups at `size` levels from `base`, those beyond together.
fn count(groups: impl Iterator<Item = (u64, u64)>, base: u64, size: usize) -> Result<Levels, Error> {
    let mut counts = Vec::new();
    counts.try_reserve_exact(size + 1).map_err(|_| Error::NoMemory)?;
    counts.resize(size + 1, 0u64);
    for (level, many) in groups {
        // Unused groups below the base add nothing wherever they land.
        let cell = counts.get_mut(level.wrapping_sub(base).min(size as u64) as usize);
        cell.into_iter().for_each(|c| *c += many);
    }
    Levels::of_counts(base, counts.into_iter())
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
        Plan::Dense(size) | Plan::Window(size) => n.min(size) as u64,
        Plan::Sorted => n as u64,
    }
}
