//! Tests that counts and sums are exact, do not depend on the order of rows and merges, serialise
//! to the documented bytes, and are released once.

use proptest::prelude::*;
use rug::Rational;

use super::*;
use crate::aggregate::bounds::Bounds;
use crate::aggregate::{Answer, Count};
use crate::entropy::seeded::Seeded;
use crate::snapping::Precision;
use crate::tape::{Recorded, Words};
use crate::Error;

proptest! {
    #![proptest_config(crate::test_cases(2000))]

    #[test]
    fn each_row_is_what_the_definition_says((lo, hi) in bounds(), x in value()) {
        let sum = sum_of(lo, hi, &[x]);
        prop_assert_eq!(exact(&sum), row_by_definition(x, lo, hi, sum.exact().exponent));
    }

    #[test]
    fn one_row_moves_the_sum_by_at_most_the_sensitivity((lo, hi) in bounds(), x in value()) {
        let sum = sum_of(lo, hi, &[x]);
        let Positive { mantissa, exponent } = sum.sensitivity();
        prop_assert_eq!(exponent, sum.exact().exponent);
        prop_assert!(sum.exact().mantissa.unsigned_abs() <= mantissa);
        let ends = [sum_of(lo, hi, &[lo]), sum_of(lo, hi, &[hi])];
        let reaches = |s: &Sum| s.exact().mantissa.unsigned_abs() == mantissa;
        prop_assert!(ends.iter().any(reaches), "and it is reached");
        prop_assert!(mantissa <= 1 << 50);
    }

    #[test]
    fn order_split_and_grouping_give_the_same_bytes(
        (lo, hi) in bounds(),
        values in prop::collection::vec(value(), 0..40),
        cuts in (0usize..40, 0usize..40),
        rotate in 0usize..40,
    ) {
        let whole = sum_of(lo, hi, &values);
        let (mut a, mut b) = (cuts.0.min(values.len()), cuts.1.min(values.len()));
        if a > b { std::mem::swap(&mut a, &mut b); }
        let part = |v: &[f64]| sum_of(lo, hi, v);
        let (x, y, z) = (part(&values[..a]), part(&values[a..b]), part(&values[b..]));
        let merged = |p: &Sum, q: &Sum| merged(p, q).unwrap();
        let left = merged(&merged(&x, &y), &z);
        let right = merged(&z, &merged(&y, &x));
        let mut turned = values.clone();
        turned.rotate_left(if values.is_empty() { 0 } else { rotate % values.len() });
        turned.reverse();
        for other in [left, right, merged(&whole, &part(&[])), part(&turned)] {
            prop_assert_eq!(memory(&other), memory(&whole));
        }
        let mut one_by_one = memory(&Sum::new(lo, hi, None, 1).unwrap());
        values.iter().for_each(|v| Sum::add(&mut one_by_one, *v).unwrap());
        prop_assert_eq!(one_by_one, memory(&whole));
        prop_assert_eq!(serialised(&one_by_one), one_by_one);
        prop_assert_eq!(deserialised(&one_by_one).unwrap(), one_by_one);
    }

    #[test]
    fn integers_enter_exactly(x in any::<i64>(), lo in any::<i64>(), hi in any::<i64>()) {
        let (lo, hi) = (lo.min(hi) as f64, hi.max(lo) as f64);
        // The grid is 1, and a bound may be at most 2^62 steps from zero. Halving keeps the bounds
        // within this limit.
        let (lo, hi) = (lo / 2.0, hi / 2.0);
        prop_assume!(lo < hi);
        let mut bytes = memory(&Sum::new(lo, hi, Some(0), 1)?);
        Sum::add_int64(&mut bytes, x)?;
        let sum = Sum::read(&bytes)?;
        let expected = i128::from(x).clamp(lo as i128, hi as i128);
        prop_assert_eq!(sum.exact().mantissa, expected);
    }
}

/// Sums beyond 2^53 are exact in any order of the values. A running sum in doubles would fail this
/// test, since it depends on the order.
#[test]
fn sums_beyond_2_to_the_53_release_from_the_same_state() {
    let (lo, hi) = (-1e15, 1e15);
    let mut values: Vec<f64> = Vec::new();
    for i in 0..4000u32 {
        values.extend([
            1e15,
            0.125 * f64::from(i % 7),
            -1e15 + f64::from(i),
            999_999_999_999_999.9,
            1.0 / 3.0,
        ]);
    }
    let grid = |s: &Sum| s.exact().exponent;
    let release_bits = |sum: &Sum| {
        let terms = terms(Positive { mantissa: 1, exponent: 3 });
        match state::release(&mut memory(sum), &terms, &mut Seeded::new(3, 0)) {
            Ok(Answer::Real(x)) => x.to_bits(),
            other => panic!("{other:?}"),
        }
    };
    let running = |v: &[f64]| v.iter().fold(0.0, |a, b| a + b).to_bits();
    let whole = sum_of(lo, hi, &values);
    let by_definition: Rational =
        values.iter().map(|v| row_by_definition(*v, lo, hi, grid(&whole))).sum();
    assert_eq!(exact(&whole), by_definition);
    assert!(whole.exact().mantissa.unsigned_abs() > 1 << 60);
    let mut orders = vec![values.clone()];
    orders.push(values.iter().rev().copied().collect());
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    orders.push(sorted);
    let mut doubles_differ = 0;
    for order in &orders {
        for split in [0, 1, 777, 19_999] {
            let first =
                merged(&sum_of(lo, hi, &order[..split]), &sum_of(lo, hi, &order[split..])).unwrap();
            assert_eq!((first, release_bits(&first)), (whole, release_bits(&whole)));
        }
        doubles_differ += u32::from(running(order) != running(&values));
    }
    assert!(doubles_differ > 0, "the test must be able to detect a running sum in doubles");
}

#[test]
fn parameters_each_have_their_status() {
    let new = |lo, hi, grid, rows| Sum::new(lo, hi, grid, rows).map(|_| ());
    assert_eq!(new(f64::NAN, 1.0, None, 1), Err(Error::Lo));
    assert_eq!(new(f64::NEG_INFINITY, 1.0, None, 1), Err(Error::Lo));
    assert_eq!(new(0.0, f64::INFINITY, None, 1), Err(Error::Hi));
    assert_eq!(new(1.0, 1.0, None, 1), Err(Error::Range));
    assert_eq!(new(0.0, -0.0, None, 1), Err(Error::Range));
    assert_eq!(new(2.0, -2.0, None, 1), Err(Error::Range));
    assert_eq!(new(0.0, 1.0, Some(-63), 1), Err(Error::Grid));
    assert_eq!(new(0.0, 1.0, Some(-62), 1), Ok(()));
    assert_eq!(new(0.0, 1.0, Some(3), 1), Err(Error::Grid));
    assert_eq!(new(0.0, 1.0, None, 0), Err(Error::RowsPerPerson));
    assert_eq!(new(-f64::MAX, f64::MAX, None, u64::MAX), Ok(()));
    assert_eq!(new(0.0, 5e-324, None, 1), Ok(()));
    assert_eq!(Count::new(0), Err(Error::RowsPerPerson));
}

#[test]
fn released_once_and_then_silent() {
    let one = terms(Positive { mantissa: 1, exponent: 0 });
    let (sum, count) = (memory(&sum_of(0.0, 1.0, &[0.5])).to_vec(), count_of(1, 3));
    for live in [sum, count] {
        let mut bytes = live.clone();
        assert_eq!(state::release(&mut bytes, &one, &mut Recorded::new(&[])), Err(Error::Entropy));
        assert_eq!(bytes, live, "a failed release leaves the state live");
        state::release(&mut bytes, &one, &mut Seeded::new(0, 0)).unwrap();
        let released = bytes.clone();
        assert_eq!(state::release(&mut bytes, &one, &mut Seeded::new(0, 0)), Err(Error::Released));
        assert_eq!(state::can_release(&bytes, &one), Err(Error::Released));
        let numbers = state::kind(&live) == Ok(Kind::Sum);
        let refused = if numbers { Error::Released } else { Error::State };
        assert_eq!(state::add(&mut bytes, 1.0), Err(refused));
        assert_eq!(state::add_int64(&mut bytes, 1), Err(refused));
        assert_eq!(state::add_many(&mut bytes, &[1.0]), Err(refused));
        assert_eq!(
            Count::add_rows(&mut bytes, 1),
            Err(if numbers { Error::State } else { Error::Released })
        );
        assert_eq!(state::merge(&mut bytes, &live), Err(Error::Released));
        assert_eq!(state::merge(&mut live.clone(), &bytes), Err(Error::Released));
        assert_eq!(state::compatible(&live, &bytes), Err(Error::Released));
        assert_eq!(bytes, released);
        assert_eq!(state::serialise(&bytes, &mut vec![0; live.len()]), Err(Error::Released));
        assert!(
            state::check(&bytes).is_ok_and(|header| header.released),
            "a released state remains valid in memory"
        );
        assert_eq!(
            deserialised(&bytes),
            Err(Error::State),
            "a released state cannot be deserialised"
        );
    }
}

fn count_of(rows_per_person: u64, rows: u64) -> Vec<u8> {
    let mut bytes = vec![0; 24];
    Count::new(rows_per_person).unwrap().write(&mut bytes).unwrap();
    Count::add_rows(&mut bytes, rows).unwrap();
    bytes
}

#[test]
fn rows_are_limited_and_parameters_compared() {
    let mut count = count_of(5, u64::MAX);
    let before = count.clone();
    assert_eq!(Count::add_rows(&mut count, 1), Err(Error::TooManyRows));
    assert_eq!(state::merge(&mut count, &before), Err(Error::TooManyRows));
    assert_eq!(count, before);
    assert_eq!(state::merge(&mut count_of(5, 0), &count_of(4, 0)), Err(Error::StateMismatch));
    assert_eq!(state::compatible(&count_of(5, 0), &count_of(4, 9)), Err(Error::StateMismatch));
    assert_eq!(state::compatible(&count_of(5, 0), &count_of(5, 9)), Ok(()));
    let sum = sum_of(0.0, 1.0, &[0.5, 1.0]);
    for other in
        [Sum::new(0.0, 2.0, None, 1), Sum::new(-1.0, 1.0, None, 1), Sum::new(0.0, 1.0, Some(-3), 1)]
    {
        assert_eq!(merged(&sum, &other.unwrap()), Err(Error::StateMismatch));
    }
    assert_eq!(state::merge(&mut memory(&sum), &count), Err(Error::StateMismatch));
}

#[test]
fn counts_release_whole_numbers_on_a_grid_of_one() {
    let mut bytes = count_of(3, 41);
    let count = Count::read(&bytes).unwrap();
    let eighth = terms(Positive { mantissa: 1, exponent: -3 });
    let on = |grid| Terms { options: Options { grid: Some(grid), ..Options::DEFAULT }, ..eighth };
    let p = count.mechanism(&eighth).unwrap();
    assert_eq!((p.lambda(), p.grid()), (24.0, 1.0));
    assert_eq!(count.mechanism(&on(-1)).unwrap_err(), Error::Grid);
    assert_eq!(count.mechanism(&on(4)).unwrap().grid(), 16.0);
    // U is just below 1. So there is no noise, and the release is the exact count.
    let tape = [u64::MAX >> 1, u64::MAX];
    assert_eq!(
        state::release(&mut bytes, &eighth, &mut Recorded::new(&tape)),
        Ok(Answer::Integer(41))
    );
}

#[test]
fn sums_release_the_exact_integer() {
    // The sum is 2^53 + 1, which no double represents.
    let mut bytes = memory(&Sum::new(0.0, 2f64.powi(53), Some(0), 1).unwrap());
    Sum::add_many(&mut bytes, &[2f64.powi(53), 1.0]).unwrap();
    let options = Options { grid: Some(1), ..Options::DEFAULT };
    let terms = Terms { epsilon: Positive { mantissa: 1, exponent: 60 }, options };
    // The sum is a tie between 2^53 and 2^53 + 2. The noise just above 0 breaks the tie upwards. If
    // the sum were rounded to a double before the noise, the release would be 2^53.
    let answer = state::release(&mut bytes, &terms, &mut Recorded::new(&[u64::MAX, u64::MAX]));
    assert_eq!(answer, Ok(Answer::Real(2f64.powi(53) + 2.0)));
}

/// Without noise, float arithmetic clamps a count at a public bound, and leaves counts within the
/// bound unchanged. The ε to which the noise is scaled is nearly equal to the claimed loss. The
/// automatic precision accepts an epsilon that is too small for a fixed precision.
#[test]
fn float_releases_have_the_bound_they_say() {
    let none = [u64::MAX >> 1, u64::MAX, u64::MAX, u64::MAX];
    let released = |precision, epsilon: Positive, person: u64, rows: u64| {
        let mut bytes = count_of(person, rows);
        let terms = Terms { epsilon, options: Options { precision, ..Options::DEFAULT } };
        let p = Count::read(&bytes)?.mechanism(&terms)?;
        assert!(p.laplace_epsilon() >= p.loss() * (1.0 - 2f64.powi(-18)));
        match state::release(&mut bytes, &terms, &mut Recorded::new(&none))? {
            Answer::Integer(n) => Ok(n),
            other => panic!("{other:?}"),
        }
    };
    let half = Positive { mantissa: 1, exponent: -1 };
    let bits = |p| Precision::bits(p).unwrap();
    for (p, log2) in [(53, 30), (60, 37), (70, 47)] {
        for person in [1, 3] {
            let bound = (1i64 << log2) * if person == 3 { 4 } else { 1 };
            for rows in [bound - 64, bound, bound + 64, 2 * bound] {
                let answer = released(bits(p), half, person, rows as u64).unwrap();
                assert_eq!(answer, rows.min(bound), "p = {p}, {person} a person, {rows} rows");
            }
        }
    }
    for precision in [bits(118), Precision::Automatic] {
        assert_eq!(released(precision, half, 1, 1 << 62), Ok(1 << 62));
    }
    let tiny = |log2: i32| Positive { mantissa: 1, exponent: log2 };
    assert!(released(Precision::Automatic, tiny(-100), 1, 5).is_ok());
    assert_eq!(released(bits(118), tiny(-70), 1, 5), Err(Error::FloatBound));
    assert_eq!(released(bits(53), tiny(-60), 1, 5), Err(Error::FloatEpsilon));
}

/// For bounds and values of every size, the conversion for narrow bounds gives the same result as
/// the general conversion.
#[test]
fn narrow_rows_equal_wide_rows() {
    let mut tape = Seeded::new(crate::test_seed(), 31);
    let mut word = || tape.next().unwrap();
    let mut nonzero = 0;
    for _ in 0..20_000 {
        let exponent = (word() % 2000) as i32 - 1074;
        let ends = [word(), word()].map(|w| (w as i64 >> 12) >> (w % 52));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let own = Bounds { lo: 0.0, hi: 0.0, exponent, low, high };
        assert!(own.are_narrow());
        for _ in 0..20 {
            let sign = word() & 1 << 63;
            let bits = match word() % 6 {
                0 => word(),
                1 => [0, 1, f64::NAN.to_bits(), f64::INFINITY.to_bits(), f64::MAX.to_bits()]
                    [(word() % 5) as usize],
                // Just above the smallest normal double.
                2 => f64::MIN_POSITIVE.to_bits() + (word() >> 40),
                // A value from a quarter of a step to 2^54 steps. Short significands are common, so
                // that some values lie exactly halfway between two multiples of the grid.
                n => {
                    let places = (exponent + 1023 + (word() % 56) as i32 - 2).clamp(0, 2046) as u64;
                    places << 52
                        | (word() & ((1 << 52) - 1)) >> (word() % 53)
                            << (if n == 3 { word() % 53 } else { 0 })
                            & ((1 << 52) - 1)
                }
            };
            let value = f64::from_bits(bits | sign);
            assert_eq!(own.narrow_row(value), own.wide_row(value), "{own:?} {value:e}");
            nonzero += u32::from(own.narrow_row(value) != 0);
        }
    }
    println!("{nonzero} of 400,000 rows were not zero");
    assert!(nonzero > 200_000);
    let most = Bounds { lo: 0.0, hi: 0.0, exponent: 0, low: -(1 << 51), high: 1 << 51 };
    assert!(most.are_narrow());
    assert!(![Bounds { high: most.high + 1, ..most }, Bounds { low: most.low - 1, ..most }]
        .iter()
        .any(Bounds::are_narrow));
}
