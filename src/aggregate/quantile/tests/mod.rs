//! Tests of a quantile's candidates and costs, of the log and the table that keep its rows, and of
//! growing buffers.

mod part;

use proptest::prelude::*;

use super::fraction::Fraction;
use super::release::runs_of;
use super::score::{Score, Sensitivity};
use super::*;
use crate::aggregate::state;

fn make(q: f64, lo: f64, hi: f64, candidates: u64) -> Quantile {
    Quantile::new(q, lo, hi, candidates, 1).unwrap()
}

/// A state in memory whose buffer grew whenever a row needed it.
fn grown(own: &Quantile, values: &[f64]) -> Vec<u8> {
    let mut bytes = vec![0; ROWS];
    own.init(&mut bytes).unwrap();
    for value in values {
        if state::add(&mut bytes, *value) == Err(Error::Capacity) {
            grow(&mut bytes, 1);
            state::add(&mut bytes, *value).unwrap();
        }
    }
    bytes
}

fn grow(bytes: &mut Vec<u8>, more: u64) {
    let room = state::room(bytes, more).unwrap() as usize;
    assert!(room > bytes.len());
    bytes.resize(room, 0xaa);
    state::resized(bytes).unwrap();
}

fn serialised(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0; state::serialised_length(bytes).unwrap()];
    state::serialise(bytes, &mut out).unwrap();
    out
}

#[test]
fn candidates_are_the_finest_grid_that_fits_and_integers_between_integers() {
    let grid = |lo, hi, candidates| {
        let own = make(0.5, lo, hi, candidates);
        (2f64.powi(own.bounds.exponent), own.cells())
    };
    assert_eq!(grid(0.0, 100.0, 0), (1.0, 101));
    assert_eq!(grid(-3.0, 16_381.0, 0), (1.0, 16_385));
    assert_eq!(grid(0.0, 16_385.0, 0), (2.0, 8193));
    assert_eq!(grid(0.0, 100_000.0, 0), (8.0, 12_501));
    assert_eq!(grid(0.0, 1.0, 0), (1.0, 2));
    assert_eq!(grid(0.0, 0.5, 0), (2f64.powi(-15), 16_385));
    assert_eq!(grid(0.5, 100.0, 0), (2f64.powi(-7), 12_737));
    assert_eq!(grid(0.0, 100.0, 1_000_000), (2f64.powi(-13), 819_201));
    assert_eq!(grid(0.0, 100.0, 2), (128.0, 2));
    assert_eq!(grid(0.0, 1.0, 3), (0.5, 3));
    assert_eq!(grid(1e300, 1.5e300, 5).1, 4);
    assert_eq!(make(0.5, 0.0, 5e-324, 0).bounds.exponent, -1074);
    let refused = |lo, hi, candidates| Quantile::new(0.5, lo, hi, candidates, 1).unwrap_err();
    assert_eq!(refused(0.0, 1.0, 1), Error::Candidates);
    assert_eq!(refused(0.0, 1.0, (1 << 24) + 2), Error::Candidates);
    assert_eq!(refused(1.0, 1.0, 0), Error::Range);
    assert_eq!(refused(f64::NAN, 1.0, 0), Error::Lo);
    assert_eq!(Quantile::new(1.5, 0.0, 1.0, 0, 1).unwrap_err(), Error::Quantile);
    assert_eq!(Quantile::new(0.5, 0.0, 1.0, 0, 0).unwrap_err(), Error::RowsPerPerson);
}

#[test]
fn buffers_grow_geometrically_up_to_the_table() {
    let own = make(0.5, 0.0, 1000.0, 0);
    let values: Vec<f64> = (0..5000).map(|i| f64::from(i * 7 % 1001)).collect();
    let (mut bytes, mut grew) = (vec![0; ROWS], 0);
    own.init(&mut bytes).unwrap();
    for value in &values {
        let full = bytes.clone();
        if state::add(&mut bytes, *value) == Err(Error::Capacity) {
            assert_eq!(bytes, full, "a refused row changes nothing");
            grow(&mut bytes, 1);
            grew += 1;
            state::add(&mut bytes, *value).unwrap();
        }
    }
    assert!(grew < 12, "{grew}");
    assert_eq!(bytes.len(), ROWS + 8 * 1001);
    assert_eq!(state::room(&bytes, u64::MAX).unwrap() as usize, bytes.len());
    let mut short = bytes.clone();
    short.pop();
    assert_eq!(state::resized(&mut short), Err(Error::Capacity));
    let mut whole = vec![0; ROWS + 8 * 1001];
    own.init(&mut whole).unwrap();
    state::add_many(&mut whole, &values).unwrap();
    assert_eq!(serialised(&whole), serialised(&bytes));
    let mut small = vec![0; ROWS + 100];
    own.init(&mut small).unwrap();
    assert_eq!(state::add_many(&mut small, &values), Err(Error::Capacity));
    assert_eq!(Quantile::read(&small).unwrap().header.rows, 0, "all or none");
}

fn row() -> impl Strategy<Value = f64> {
    prop_oneof![
        -3.0..12.0f64,
        (-3i32..12).prop_map(f64::from),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(1e-320)
    ]
}

proptest! {
    #![proptest_config(crate::test_cases(1500))]

    /// The serialised bytes do not depend on the order of the rows, on how they are split, or on
    /// whether they are kept in a log or a table. There are few candidates, so that logs become
    /// tables.
    #[test]
    fn merging_gives_the_bytes_of_one_pass(
        values in prop::collection::vec(row(), 0..60),
        cuts in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        candidates in 2u64..20,
    ) {
        let own = make(0.25, -1.0, 9.0, candidates);
        let whole = grown(&own, &values);
        let (mut a, mut b) = (cuts.0.index(values.len() + 1), cuts.1.index(values.len() + 1));
        if a > b { std::mem::swap(&mut a, &mut b); }
        let parts = [&values[b..], &values[..a], &values[a..b]].map(|v| {
            let mut reversed = v.to_vec();
            reversed.reverse();
            // This state is serialised and deserialised before it is merged.
            let bytes = serialised(&grown(&own, &reversed));
            let mut memory = vec![0; state::deserialised_length(&bytes).unwrap()];
            state::deserialise(&bytes, &mut memory).unwrap();
            memory
        });
        let mut merged = parts[0].clone();
        for part in &parts[1..] {
            let rows = Quantile::read(part).unwrap().header.rows;
            let full = merged.clone();
            if state::merge(&mut merged, part) == Err(Error::Capacity) {
                prop_assert_eq!(&merged, &full);
                grow(&mut merged, rows);
                state::merge(&mut merged, part).unwrap();
            }
        }
        prop_assert_eq!(serialised(&merged), serialised(&whole));
        let mut counts = vec![0u64; own.cells() as usize];
        for value in &values {
            counts[(own.bounds.row(*value) - own.bounds.low) as usize] += 1;
        }
        let expected: Vec<(u32, u64)> = (0u32..).zip(counts).filter(|(_, n)| *n > 0).collect();
        prop_assert_eq!(cells::entries(&whole, own.cells()).unwrap(), expected);
    }

    /// Each candidate has the cost that the definition gives, and m rows change each cost by at
    /// most m·max(a, b - a).
    #[test]
    fn utilities_are_those_of_the_definition(
        rows in prop::collection::vec(0i64..12, 0..30),
        more in prop::collection::vec(0i64..12, 1..4),
        q in prop::sample::select(vec![(1u16, 2u16), (1, 4), (9, 10), (2, 3), (333, 1000)]),
    ) {
        let own = Quantile { q: Fraction { a: q.0, b: q.1 }, ..make(0.5, 0.0, 11.0, 0) };
        let utilities = |rows: &[i64]| {
            let values: Vec<f64> = rows.iter().map(|r| *r as f64).collect();
            let state = grown(&own, &values);
            let own = Quantile::read(&state).unwrap();
            let mut list = Vec::new();
            for (first, last, utility) in runs_of(&own, &state, Score::Inner(own.q)) {
                assert_eq!(list.len() as u64, first, "runs cover the candidates in order");
                list.extend((first..=last).map(|_| utility));
            }
            list
        };
        let before = utilities(&rows);
        let (a, b) = (i64::from(q.0), i64::from(q.1));
        for (c, utility) in (0i64..).zip(&before) {
            let count = |f: &dyn Fn(i64) -> bool| rows.iter().filter(|r| f(**r)).count() as i64;
            let (below, above) = (count(&|r| r < c), count(&|r| r > c));
            let expected = 0
                .max((b - a) * below - a * count(&|r| r >= c))
                .max(a * above - (b - a) * count(&|r| r <= c));
            prop_assert_eq!(*utility, expected);
            // The cost must be 0 exactly when the candidate is a true quantile: at most a share q
            // of the rows is below it, and at most a share 1 - q above it.
            let n = rows.len() as i64;
            prop_assert_eq!(*utility == 0, b * below <= a * n && b * above <= (b - a) * n);
        }
        let after = utilities(&[&rows[..], &more[..]].concat());
        for (x, y) in before.iter().zip(&after) {
            prop_assert!((x - y).abs() <= more.len() as i64 * a.max(b - a));
        }
    }
}

/// Costs that do not fit 64 bits become the largest cost.
#[test]
fn the_largest_utilities_tie() {
    let own = make(0.9999, 0.0, 3.0, 0);
    let bytes = grown(&own, &[0.0]);
    let mut bytes = serialised(&bytes);
    crate::aggregate::header::put(&mut bytes, 16, &u64::MAX.to_le_bytes()).unwrap();
    crate::aggregate::header::put(&mut bytes, 84, &u64::MAX.to_le_bytes()).unwrap();
    let mut memory = vec![0; state::deserialised_length(&bytes).unwrap()];
    state::deserialise(&bytes, &mut memory).unwrap();
    let own = Quantile::read(&memory).unwrap();
    let utilities: Vec<i64> =
        runs_of(&own, &memory, Score::Inner(own.q)).into_iter().map(|r| r.2).collect();
    assert_eq!(utilities, vec![0, 1 << 62]);
}

/// The loss of the exponential mechanism, divided by ε: the largest |ln P(i | D) - ln P(i | D')|
/// over all candidates i. `u` and `v` are the costs of D and D'. The mechanism has the η that ε
/// gives at the sensitivity `steepest`.
fn loss(epsilon: f64, steepest: i64, u: &[i64], v: &[i64]) -> f64 {
    let eta = epsilon / (2.0 * steepest as f64);
    let total = |u: &[i64]| u.iter().map(|u| (-eta * *u as f64).exp()).sum::<f64>().ln();
    let change = total(v) - total(u);
    u.iter().zip(v).map(|(u, v)| (eta * (v - u) as f64 + change).abs()).fold(0.0, f64::max)
        / epsilon
}

/// The cost of every candidate.
fn utilities(own: &Quantile, rows: &[u64]) -> Vec<i64> {
    utilities_by(own, Score::Inner(own.q), rows)
}

fn utilities_by(own: &Quantile, score: Score, rows: &[u64]) -> Vec<i64> {
    let values: Vec<f64> = rows.iter().map(|r| *r as f64).collect();
    let bytes = grown_of(own, &values);
    let runs = runs_of(&Quantile::read(&bytes).unwrap(), &bytes, score);
    runs.iter().flat_map(|(first, last, u)| (*first..=*last).map(move |_| *u)).collect()
}

/// For a median, changing the value of a row loses nearly twice as much privacy as adding a row.
#[test]
fn a_median_of_changed_rows_loses_twice() {
    let own = make(0.5, 0.0, 1000.0, 0);
    let of = |rows: &[u64]| utilities(&own, rows);
    let (few, many) = (of(&[0, 2, 2, 1000]), of(&[2, 2, 1000, 1000]));
    assert!(loss(0.01, 1, &few, &many) > 1.99);
    assert!(loss(0.01, 1, &few, &of(&[0, 2, 2, 1000, 1000])) <= 1.0);
}

/// Finds the sensitivities of docs/specification.md, section 7, by brute force. Over all data sets
/// of up to 3 rows on 4 candidates, computes the largest change of a cost, and the exact loss of
/// the selection. The selection has the η that spends ε for adding or removing a row.
#[test]
fn sensitivities_of_both_kinds_of_neighbours() {
    let candidates = 4u64;
    for (a, b) in [(1u16, 2u16), (1, 4), (9, 10), (1, 3)] {
        let own = make(f64::from(a) / f64::from(b), 0.0, 3.0, 0);
        assert_eq!((own.q, own.cells()), (Fraction { a, b }, candidates));
        let utilities = |rows: &[u64]| utilities(&own, rows);
        let steepest = i64::from(a.max(b - a));
        let (mut added, mut changed) = ((0, 0.0f64), (0, 0.0f64));
        let see = |worst: &mut (i64, f64), u: &[i64], v: &[i64]| {
            worst.0 = u.iter().zip(v).map(|(u, v)| (u - v).abs()).fold(worst.0, i64::max);
            worst.1 = worst.1.max(loss(1.0, steepest, u, v));
        };
        for n in 0..=3u32 {
            for code in 0..candidates.pow(n) {
                let rows: Vec<u64> =
                    (0..n).map(|i| code / candidates.pow(i) % candidates).collect();
                let base = utilities(&rows);
                for x in 0..candidates {
                    see(&mut added, &base, &utilities(&[rows.as_slice(), &[x]].concat()));
                    if let Some((_, others)) = rows.split_last() {
                        see(&mut changed, &base, &utilities(&[others, &[x]].concat()));
                    }
                }
            }
        }
        println!(
            "q = {a}/{b}: add or remove {} ({:.3}ε), change {} ({:.3}ε)",
            added.0, added.1, changed.0, changed.1
        );
        assert_eq!((added.0, changed.0), (steepest, i64::from(b)));
        assert!(added.1 <= 1.0 + 1e-12 && changed.1 <= f64::from(b) / steepest as f64 + 1e-12);
    }
}

/// Checks maximum and minimum by brute force, over all data sets of up to 4 rows on 4 candidates
/// and every odd K up to 9. The costs equal their definition. A row changes the difference of any
/// two costs by at most 8, and some row changes it by 8. The exact loss of the selection is at most
/// the ε that η spends.
#[test]
fn extremes_move_by_at_most_their_sensitivity() {
    let candidates = 4u64;
    let (mut apart, mut worst, mut changed) = (0, 0.0f64, 0.0f64);
    for largest in [true, false] {
        let own = make(f64::from(u8::from(largest)), 0.0, 3.0, 0);
        assert_eq!(Score::sensitivity(own.q), Sensitivity { most: 8, relative: true });
        for k in [1, 3, 5, 7, 9] {
            let score = if largest { Score::Largest(k) } else { Score::Smallest(k) };
            let of = |rows: &[u64]| utilities_by(&own, score, rows);
            for n in 0..=4u32 {
                for code in 0..candidates.pow(n) {
                    let rows: Vec<u64> =
                        (0..n).map(|i| code / candidates.pow(i) % candidates).collect();
                    let base = of(&rows);
                    for (c, utility) in (0..candidates).zip(&base) {
                        let beyond = |r: &&u64| if largest { **r > c } else { **r < c };
                        let further = rows.iter().filter(beyond).count() as i64;
                        let upto = further + rows.iter().filter(|r| **r == c).count() as i64;
                        let k = k as i64;
                        assert_eq!(*utility, 0.max(2 * further - k).max(3 * (k - 2 * upto)));
                    }
                    for x in 0..candidates {
                        let more = of(&[rows.as_slice(), &[x]].concat());
                        let moves = || more.iter().zip(&base).map(|(a, b)| a - b);
                        apart = apart.max(moves().max().unwrap() - moves().min().unwrap());
                        // `loss` sets η to ε divided by twice its second argument. These costs need
                        // η = ε/8, so this argument is 4.
                        worst = worst.max(loss(1.0, 4, &base, &more));
                        if let Some((_, others)) = rows.split_last() {
                            let other = of(&[others, &[x]].concat());
                            changed = changed.max(loss(1.0, 4, &base, &other));
                        }
                    }
                }
            }
        }
    }
    println!(
        "a row changes the difference of two costs by up to {apart}: {worst:.3}ε; a changed row \
         costs {changed:.3}ε"
    );
    assert_eq!(apart, 8);
    assert!(worst <= 1.0 + 1e-12 && worst > 0.5);
    // A changed row that moves outward changes the number of rows at or beyond a candidate, and the
    // number beyond it, by 0 or 1 each, as an added row does. A row that moves inward acts like a
    // removed row. So the loss is at most ε here as well.
    assert!(changed <= 1.0 + 1e-12 && changed > 0.5);
}

/// If many rows have one value far from the bound, the answer is nearly always that value. With few
/// rows and a huge ε, the answer is the extreme.
#[test]
fn extremes_are_found() {
    use crate::aggregate::{state, Answer, Terms};
    use crate::entropy::seeded::Seeded;
    let answers = |q: f64, (lo, hi): (f64, f64), rows: &[f64], epsilon: f64, calls: u64| {
        let own = make(q, lo, hi, 0);
        let bytes = grown_of(&own, rows);
        let terms = Terms::new(epsilon, crate::options::Options::DEFAULT).unwrap();
        let answer = |call| {
            let tape = &mut Seeded::new(crate::test_seed(), call);
            match state::release(&mut bytes.clone(), &terms, tape).unwrap() {
                Answer::Real(x) => x,
                other => panic!("{other:?}"),
            }
        };
        (0..calls).map(answer).collect::<Vec<f64>>()
    };
    for (q, value) in [(1.0, 9000.0), (0.0, 1000.0)] {
        let found = answers(q, (0.0, 10000.0), &[value; 2000], 5.0, 1000);
        let exact = found.iter().filter(|x| **x == value).count();
        // A release finds the value with probability 0.9994. The probability that fewer than 990 of
        // 1000 releases find it, which would be a false alarm, is below 1e-10.
        println!("q = {q}: {exact} of 1000 exact");
        assert!(exact >= 990, "{exact}");
        let rows = [100.0, 150.0, 200.0, 200.4, 99.9];
        let extreme = if q == 1.0 { 200.0 } else { 100.0 };
        assert_eq!(answers(q, (0.0, 1000.0), &rows, 1e6, 20), vec![extreme; 20]);
    }
}

fn grown_of(own: &Quantile, values: &[f64]) -> Vec<u8> {
    let mut bytes = grown(own, &[]);
    if !values.is_empty() {
        grow(&mut bytes, values.len() as u64);
        state::add_many(&mut bytes, values).unwrap();
    }
    bytes
}

/// The bounds are 0.4 and 0.6. On finer grids there are more than two candidates, or both bounds
/// round to one candidate. A coarser grid with exactly two candidates must still be found.
#[test]
fn two_candidates_are_found() {
    let own = make(0.5, 0.4, 0.6, 2);
    assert_eq!((own.bounds.exponent, own.cells()), (0, 2));
    assert_eq!(Quantile::new(0.5, 0.1, 0.2, 2, 1).unwrap().cells(), 2);
}
