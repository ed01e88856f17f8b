//! Tests of the positions of a part, by brute force over small parts.

use crate::aggregate::quantile::part::{Part, Run};
use crate::aggregate::quantile::score::Score;
use crate::aggregate::quantile::{fraction::Fraction, many};

const CELLS: u64 = 3;

/// All parts with candidates 4 to 6 and up to `most` rows at each, as numbers of rows.
fn all(most: u64) -> impl Iterator<Item = [u64; 3]> {
    let base = most + 1;
    (0..base.pow(3)).map(move |code| [code % base, code / base % base, code / base / base])
}

fn entries(rows: [u64; 3]) -> Vec<(u32, u64)> {
    (4..).zip(rows).filter(|(_, count)| *count > 0).collect()
}

fn part<'a>(rows: [u64; 3], entries: &'a mut [(u32, u64)]) -> Part<'a> {
    Part { first: 4, last: 6, rows: rows.iter().sum(), entries }
}

/// The numbers of rows at each candidate of a part.
fn rows(part: &Part<'_>) -> [u64; 3] {
    assert_eq!(part.rows, part.entries.iter().map(|(_, count)| count).sum::<u64>());
    let mut rows = [0; 3];
    for (cell, count) in part.entries.iter() {
        assert!((part.first..=part.last).contains(&u64::from(*cell)));
        rows[*cell as usize - 4] = *count;
    }
    rows
}

fn halves(whole: [u64; 3], position: u64, log2: u32) -> [[u64; 3]; 2] {
    let mut entries = entries(whole);
    let mut part = part(whole, &mut entries);
    let cut = part.cut(position, log2);
    let lower = rows(&part.lower(&cut));
    let upper = rows(&part.upper(&cut));
    assert_eq!(cut.cell, 4 + (position >> log2));
    [lower, upper]
}

#[test]
fn an_added_row_is_in_one_part() {
    for log2 in 0..=3 {
        for position in 0..CELLS << log2 {
            for whole in all(9) {
                let [lower, upper] = halves(whole, position, log2);
                let sums: Vec<u64> = lower.iter().zip(upper).map(|(l, u)| l + u).collect();
                assert_eq!(sums, whole);
                for x in 0..3 {
                    let mut more = whole;
                    more[x] += 1;
                    let [mut l, mut u] = halves(more, position, log2);
                    // Without the added row the parts are as before.
                    if l != lower {
                        l[x] -= 1;
                    } else {
                        u[x] -= 1;
                    }
                    assert_eq!([l, u], [lower, upper], "{whole:?} {x} {position}");
                }
            }
        }
    }
}

fn places(whole: [u64; 3], log2: u32) -> Vec<(u64, u64, u64)> {
    let mut entries = entries(whole);
    let runs = part(whole, &mut entries).runs(log2, |below, at, above| (below, at, above)).unwrap();
    let mut next = 0;
    let each = runs.iter().flat_map(|Run { first, many, what }| {
        assert_eq!(*first, next);
        next += many;
        std::iter::repeat_n(*what, *many as usize)
    });
    each.collect()
}

/// The rows of each position follow the definition, and a row changes each cost by at most
/// max(a, b - a).
#[test]
fn positions_follow_the_definition_and_costs_their_sensitivity() {
    for log2 in 0..=3u32 {
        for whole in all(6) {
            let n: u64 = whole.iter().sum();
            let own = places(whole, log2);
            for (position, (below, at, above)) in own.iter().enumerate() {
                let (cell, j, each) =
                    (position >> log2, position as u64 & ((1 << log2) - 1), 1u64 << log2);
                let less: u64 = whole[..cell].iter().sum();
                assert_eq!(*below, less + whole[cell] * j / each);
                assert_eq!(below + at, less + (whole[cell] * (j + 1)).div_ceil(each));
                assert_eq!(below + at + above, n);
            }
            for x in 0..3 {
                let mut more = whole;
                more[x] += 1;
                let other = places(more, log2);
                for (a, b) in [(1, 2), (1, 4), (9, 10)] {
                    let score = Score::Inner(Fraction { a, b });
                    let cost =
                        |(below, at, above): &(u64, u64, u64)| score.utility(*below, *at, *above);
                    let apart =
                        own.iter().zip(&other).map(|(u, v)| cost(u).abs_diff(cost(v))).max();
                    assert!(apart.unwrap() <= u64::from(a.max(b - a)));
                }
            }
        }
    }
}

/// The largest numbers of rows do not overflow.
#[test]
fn the_largest_parts() {
    let whole = [u64::MAX - 5, 3, 2];
    let [lower, upper] = halves(whole, 255, 8);
    assert_eq!(lower[0], ((u128::from(u64::MAX - 5) * 511) >> 9) as u64);
    assert_eq!(lower[0] + upper[0], whole[0]);
    assert_eq!(places(whole, 8)[0].0, 0);
    const { assert!(many::MOST < 1 << 16) };
}
