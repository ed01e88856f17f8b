//! How outcomes are grouped by level, which public sizes decide.

use super::list::Levels;
use crate::Error;

/// A way to bring outcomes in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// A table of all levels, so many.
    Dense(usize),
    /// A table of so many levels above the smallest one in use. Those beyond weigh at most 2^-62
    /// each: they are only counted, and looked at again when they matter.
    Window(usize),
    /// A sorted list.
    Sorted,
}

/// Tables have up to so many entries per outcome.
const PER_OUTCOME: u64 = 2;
const ALWAYS: u64 = 64;
const MOST: u64 = 1 << 24;

impl Grouping {
    /// For n outcomes at levels up to `span`. `window` is [`super::Powers::window`], unless all
    /// levels matter.
    pub fn new(n: u64, span: u64, window: Option<u64>) -> Self {
        let limit = n.saturating_mul(PER_OUTCOME).clamp(ALWAYS, MOST);
        let all = Grouping::Dense((span as usize).saturating_add(1));
        if n > u64::from(u32::MAX) {
            return Grouping::Sorted;
        }
        match window {
            _ if span < ALWAYS.max(n / 16) => all,
            // Reads the outcomes once more, to find the smallest.
            Some(window) if window < limit.min(span) => Grouping::Window(window as usize),
            _ if span < limit => all,
            _ => Grouping::Sorted,
        }
    }

    /// Room for a list of all outcomes, where one may become necessary: whether it does depends on
    /// private values.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn room(self, n: usize) -> Result<Vec<(u64, u64)>, Error> {
        let mut list = Vec::new();
        if !matches!(self, Grouping::Dense(_)) {
            list.try_reserve_exact(n).map_err(|_| Error::NoMemory)?;
        }
        Ok(list)
    }

    /// The most levels that are listed.
    pub fn most_listed(self, n: usize) -> u64 {
        match self {
            Grouping::Dense(size) | Grouping::Window(size) => size as u64,
            Grouping::Sorted => n as u64,
        }
    }
}

/// Counts `n` groups (level, multiplicity) at `size` levels from `base`, those beyond together.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn count(
    groups: impl Iterator<Item = (u64, u64)>,
    n: usize,
    base: u64,
    size: usize,
) -> Result<Levels, Error> {
    // Rows of equal groups would wait for each other in one counter; tables that are large enough
    // need no more.
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
