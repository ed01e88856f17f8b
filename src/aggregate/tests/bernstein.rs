//! Tests that Bernstein sums are exact, and that one person changes them by at most the
//! sensitivity.

use rug::Integer;

use super::*;
use crate::aggregate::bernstein::{sums_of_degree_1, sums_of_degree_2};
use crate::aggregate::bounds::Bounds;
use crate::aggregate::centre::Centre;
use crate::aggregate::Variance;

/// The sums of degree 1 and of degree 2 of these rows, in steps, computed from the state.
fn sums(bounds: (f64, f64), rows: &[f64]) -> Option<(Bounds, [u128; 2], [u128; 3])> {
    let mut bytes = vec![0; 96];
    Variance::new(bounds.0, bounds.1, None, 1).ok()?.write(&mut bytes).unwrap();
    state::add_many(&mut bytes, rows).unwrap();
    let own = Variance::read(&bytes).unwrap().0;
    let centre = Centre::of(&own.sum.bounds).unwrap();
    Some((
        own.sum.bounds,
        sums_of_degree_1(&own.sum),
        sums_of_degree_2(&own.sum, own.squares(), &centre),
    ))
}

/// The contributions of one row to the sums of degree 1 and of degree 2, by their definition.
fn row(bounds: &Bounds, value: f64) -> ([Integer; 2], [Integer; 3]) {
    let x = Integer::from(bounds.row(value));
    let (below, above) = (Integer::from(&x - bounds.low), Integer::from(bounds.high) - x);
    let both = Integer::from(&below * &above) * 2;
    let squares = [above.clone().square(), both, below.clone().square()];
    ([above, below], squares)
}

proptest! {
    #![proptest_config(crate::test_cases(2000))]

    #[test]
    fn they_are_those_of_the_definition(
        bounds in bounds(),
        rows in prop::collection::vec(value(), 0..20),
    ) {
        let Some((bounds, first, second)) = sums(bounds, &rows) else { return Ok(()) };
        let (mut one, mut two) = ([0; 2].map(Integer::from), [0; 3].map(Integer::from));
        for value in &rows {
            let own = row(&bounds, *value);
            one.iter_mut().zip(own.0).for_each(|(sum, x)| *sum += x);
            two.iter_mut().zip(own.1).for_each(|(sum, x)| *sum += x);
        }
        prop_assert_eq!(one, first.map(Integer::from));
        prop_assert_eq!(two, second.map(Integer::from));
    }

    /// One person's m rows, of any values, change the sums of degree 1 by exactly m·w in total, and
    /// the sums of degree 2 by exactly m·w² in total.
    #[test]
    fn a_person_moves_them_together_by_the_sensitivity(
        bounds in bounds(),
        rows in prop::collection::vec(value(), 0..5),
        more in prop::collection::vec(value(), 1..5),
    ) {
        let Some((made, first, second)) = sums(bounds, &rows) else { return Ok(()) };
        let all = [&rows[..], &more[..]].concat();
        let (_, first_after, second_after) = sums(bounds, &all).unwrap();
        let moved =
            |a: &[u128], b: &[u128]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum::<u128>();
        let (m, w) = (more.len() as u128, u128::from(made.high.abs_diff(made.low)));
        prop_assert_eq!(moved(&first, &first_after), m * w);
        prop_assert_eq!(moved(&second, &second_after), m * w * w);
    }
}

/// With the most rows and the widest bounds nothing overflows.
#[test]
fn the_largest_sums() {
    let rows = u64::MAX;
    let steps = 2f64.powi(31);
    let made = Variance::new(-steps, steps, Some(0), 1).unwrap();
    for value in [-(1i64 << 31), 1 << 31] {
        let mut bytes = vec![0; 96];
        made.write(&mut bytes).unwrap();
        put(&mut bytes, 16, &rows.to_le_bytes());
        put(&mut bytes, 64, &(i128::from(rows) * i128::from(value)).to_le_bytes());
        put(&mut bytes, 80, &(u128::from(rows) << 62).to_le_bytes());
        let own = Variance::read(&bytes).unwrap().0;
        let centre = Centre::of(&own.sum.bounds).unwrap();
        let all = u128::from(rows) << 64;
        let expected = if value < 0 { [all, 0, 0] } else { [0, 0, all] };
        assert_eq!(sums_of_degree_2(&own.sum, own.squares(), &centre), expected);
        let all = u128::from(rows) << 32;
        assert_eq!(sums_of_degree_1(&own.sum), if value < 0 { [all, 0] } else { [0, all] });
        // A release must accept these sums. It clamps the sums that do not fit in an i128. The true
        // variance is 0, and the noise of the answer is about one squared step, so an overflow
        // would show.
        let answer =
            state::release(&mut bytes, &terms(Positive::from_f64(1.0).unwrap()), &mut seeded());
        assert!(
            matches!(answer, Ok(crate::aggregate::Answer::Real(x)) if x < 1000.0),
            "{answer:?}"
        );
    }
}

fn seeded() -> crate::entropy::seeded::Seeded {
    crate::entropy::seeded::Seeded::new(crate::test_seed(), 70)
}

fn put(bytes: &mut [u8], at: usize, what: &[u8]) {
    bytes[at..at + what.len()].copy_from_slice(what);
}

/// If the values of rows change, the sums change by up to twice as much as if the rows are added or
/// removed. docs/specification.md, section 7, has these numbers in a table.
#[test]
fn changed_rows_lose_twice() {
    for (lo, hi) in [(0.0, 4.0), (-1.0, 3.0), (0.0, 1.0)] {
        let mut most = [0u128; 2];
        for x in lo as i64..=hi as i64 {
            for y in lo as i64..=hi as i64 {
                let mut bytes = [[0; 96]; 2];
                let sums: Vec<_> = bytes
                    .iter_mut()
                    .zip([x, y])
                    .map(|(bytes, value)| {
                        Variance::new(lo, hi, Some(0), 1).unwrap().write(bytes).unwrap();
                        state::add(bytes, value as f64).unwrap();
                        let own = Variance::read(bytes).unwrap().0;
                        let centre = Centre::of(&own.sum.bounds).unwrap();
                        (
                            sums_of_degree_1(&own.sum),
                            sums_of_degree_2(&own.sum, own.squares(), &centre),
                        )
                    })
                    .collect();
                let moved = |a: &[u128], b: &[u128]| {
                    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum::<u128>()
                };
                most[0] = most[0].max(moved(&sums[0].0, &sums[1].0));
                most[1] = most[1].max(moved(&sums[0].1, &sums[1].1));
            }
        }
        let w = (hi - lo) as u128;
        assert_eq!(most, [2 * w, 2 * w * w]);
    }
}
