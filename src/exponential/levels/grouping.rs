//! Groups outcomes by level, in a dense histogram or a sorted list. Public sizes decide which of
//! these is used.

use super::list::Levels;
use crate::Error;

/// How outcomes are grouped by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// A dense histogram over all levels. The field is the number of levels.
    Dense(usize),
    /// A dense histogram over some levels, from the smallest level in use upwards. The field is the
    /// number of these levels. Outcomes beyond them weigh at most 2^-62 each and are counted
    /// together. If they turn out to matter, all outcomes are read again.
    Window(usize),
    /// A sorted list.
    Sorted,
}

/// A table for n outcomes has at most `PER_OUTCOME`·n entries, but this limit is at least `ALWAYS`
/// and at most `MOST`. A table of at most n/16 entries is allowed in any case.
const PER_OUTCOME: u64 = 2;
const ALWAYS: u64 = 64;
const MOST: u64 = 1 << 24;

impl Grouping {
    /// Chooses the grouping of n outcomes at levels up to `span`. `window` is
    /// [`super::Powers::window`], or `None` if all levels matter.
    pub fn new(n: u64, span: u64, window: Option<u64>) -> Self {
        let limit = n.saturating_mul(PER_OUTCOME).clamp(ALWAYS, MOST);
        let all = Grouping::Dense((span as usize).saturating_add(1));
        if n > u64::from(u32::MAX) {
            return Grouping::Sorted;
        }
        match window {
            _ if span < ALWAYS.max(n / 16) => all,
            // A window costs one more pass over the outcomes, to find the smallest level.
            Some(window) if window < limit.min(span) => Grouping::Window(window as usize),
            _ if span < limit => all,
            _ => Grouping::Sorted,
        }
    }

    /// Reserves memory for a list of all outcomes if this grouping may need such a list. The memory
    /// is reserved beforehand, because private values decide whether the list is needed (Claim E6).
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

    /// The largest number of levels that a list of this grouping has.
    pub fn most_listed(self, n: usize) -> u64 {
        match self {
            Grouping::Dense(size) | Grouping::Window(size) => size as u64,
            Grouping::Sorted => n as u64,
        }
    }
}

/// Counts the outcomes of `n` groups (level, multiplicity) at the `size` levels from `base` on.
/// Outcomes beyond these levels are counted together.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn count(
    groups: impl Iterator<Item = (u64, u64)>,
    n: usize,
    base: u64,
    size: usize,
) -> Result<Levels, Error> {
    // If consecutive groups have the same level, the increments of its counter wait for each other.
    // So small tables have several counters (lanes) for each level, which are used in turn.
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
        // Groups below the base have multiplicity 0, so it does not matter where they are counted.
        let place = level.wrapping_sub(base).min(size as u64) as usize;
        if let Some(count) = counts.get_mut(place).and_then(|lanes| lanes.get_mut(i % LANES)) {
            *count += many;
        }
    }
    Levels::of_counts(base, counts.into_iter().map(|lanes| lanes.iter().sum()))
}
