//! Draws quantiles by recursion, in doubles, by code that is independent of the library.

use super::Case;
use crate::random::Random;

/// The number of positions of each candidate, as `src/aggregate/quantile/many.md` defines it.
pub fn positions((lo, hi): (i64, i64)) -> u64 {
    (0..=8).rev().map(|log2| 1 << log2).find(|t| (hi - lo) as u64 * t <= 1 << 18).unwrap_or(1)
}

/// A group of positions, one for each candidate from `first` to `last`. All of them have the same
/// cost and divide the rows in the same way.
struct Group {
    first: i64,
    last: i64,
    cost: f64,
    /// The number of rows that go to the lower part.
    cut: usize,
}

/// Draws the quantiles of the case, in ascending order.
pub fn draw(case: &Case, positions: u64, random: &mut Random) -> Vec<i64> {
    if case.q.len() == 2 {
        let each = |q: &f64, random: &mut Random| {
            let case = Case { q: std::slice::from_ref(q), epsilon: case.epsilon / 2.0, ..*case };
            part(&case, (0.0, 1.0), positions, random)[0]
        };
        let mut both: Vec<i64> = case.q.iter().map(|q| each(q, random)).collect();
        both.sort_unstable();
        return both;
    }
    let levels = f64::from((case.q.len() as f64 + 1.0).log2().ceil() as u32);
    part(&Case { epsilon: case.epsilon / levels, ..*case }, (0.0, 1.0), positions, random)
}

/// Draws the quantiles of a part, which lies between two quantiles of all rows. `case.epsilon` is
/// the share of ε for one level.
fn part(case: &Case, (from, to): (f64, f64), positions: u64, random: &mut Random) -> Vec<i64> {
    if case.q.is_empty() {
        return Vec::new();
    }
    let middle = case.q.len() / 2;
    let q = case.q[middle];
    let own = (q - from) / (to - from);
    let groups = groups(case, own, if case.q.len() == 1 { 1 } else { positions });
    let eta = case.epsilon / 2.0 / own.max(1.0 - own);
    let group = select(&groups, eta, random);
    let many = (group.last - group.first + 1) as f64;
    let chosen = group.first + ((random.uniform() * many) as i64).min(group.last - group.first);
    let (lo, hi) = case.bounds;
    let lower =
        Case { rows: &case.rows[..group.cut], bounds: (lo, chosen), q: &case.q[..middle], ..*case };
    let upper = Case {
        rows: &case.rows[group.cut..],
        bounds: (chosen, hi),
        q: &case.q[middle + 1..],
        ..*case
    };
    let mut answers = part(&lower, (from, q), positions, random);
    answers.push(chosen);
    answers.extend(part(&upper, (q, to), positions, random));
    answers
}

fn groups(case: &Case, q: f64, positions: u64) -> Vec<Group> {
    let rank = q * case.rows.len() as f64;
    let cost = |low: usize, high: usize| (low as f64 - rank).max(rank - high as f64).max(0.0);
    let mut groups = Vec::new();
    let (mut next, mut below) = (case.bounds.0, 0);
    for same in case.rows.chunk_by(|a, b| a == b) {
        let value = same[0];
        if next < value {
            let many = positions as i64;
            for _ in 0..many {
                groups.push(Group {
                    first: next,
                    last: value - 1,
                    cost: cost(below, below),
                    cut: below,
                });
            }
        }
        for j in 0..positions as usize {
            let (n, t) = (same.len(), positions as usize);
            let cost = cost(below + n * j / t, below + (n * (j + 1)).div_ceil(t));
            groups.push(Group {
                first: value,
                last: value,
                cost,
                cut: below + n * (2 * j + 1) / (2 * t),
            });
        }
        next = value + 1;
        below += same.len();
    }
    if next <= case.bounds.1 {
        for _ in 0..positions {
            groups.push(Group {
                first: next,
                last: case.bounds.1,
                cost: cost(below, below),
                cut: below,
            });
        }
    }
    groups
}

/// Selects by permute-and-flip. This is equal to subtracting exponential noise from each cost and
/// selecting the smallest result (Ding and others 2021). For each group, only the largest noise of
/// its members is drawn.
fn select<'a>(groups: &'a [Group], eta: f64, random: &mut Random) -> &'a Group {
    let mut best: Option<(f64, &Group)> = None;
    for group in groups {
        let many = (group.last - group.first + 1) as f64;
        let noise = -(-(random.uniform().ln() / many).exp_m1()).ln();
        let score = noise - eta * group.cost;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, group));
        }
    }
    best.expect("a part has a candidate").1
}
