//! Sorts by a sequence of instructions that depends only on sizes: no branch depends on a level.
//! The memory addresses depend on the levels, so the time reveals a little (benches/README.md).

use crate::Error;

/// Lists up to this length are sorted by comparing each entry with all others.
const FEW: usize = 32;
const DIGIT: u32 = 8;

/// Sorts entries (level, anything) by level, which is at most `range`. The sort is stable.
///
/// # Errors
/// [`Error::NoMemory`].
pub fn by_level(list: &mut Vec<(u64, u64)>, range: u64) -> Result<(), Error> {
    let mut other = Vec::new();
    other.try_reserve_exact(list.len()).map_err(|_| Error::NoMemory)?;
    other.resize(list.len(), (0, 0));
    if list.len() <= FEW {
        by_rank(list, &mut other);
        std::mem::swap(list, &mut other);
        return Ok(());
    }
    for shift in (0..u64::BITS - range.leading_zeros()).step_by(DIGIT as usize) {
        by_digit(list, &mut other, shift);
        std::mem::swap(list, &mut other);
    }
    Ok(())
}

fn by_rank(list: &[(u64, u64)], sorted: &mut [(u64, u64)]) {
    for (i, entry) in list.iter().enumerate() {
        let before = |(j, other): (usize, &(u64, u64))| {
            usize::from(other.0 < entry.0) | usize::from(other.0 == entry.0) & usize::from(j < i)
        };
        let rank: usize = list.iter().enumerate().map(before).sum();
        if let Some(place) = sorted.get_mut(rank) {
            *place = *entry;
        }
    }
}

fn by_digit(list: &[(u64, u64)], sorted: &mut [(u64, u64)], shift: u32) {
    let mut places = [0usize; 1 << DIGIT];
    let digit = |entry: &(u64, u64)| (entry.0 >> shift) as usize % (1 << DIGIT);
    for entry in list {
        places[digit(entry)] += 1;
    }
    let mut start = 0;
    for place in &mut places {
        (*place, start) = (start, start + *place);
    }
    for entry in list {
        let place = &mut places[digit(entry)];
        if let Some(to) = sorted.get_mut(*place) {
            *to = *entry;
        }
        *place += 1;
    }
}

#[cfg(test)]
mod tests;
