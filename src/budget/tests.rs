//! Tests budgets by comparing them with exact fractions.

use rug::ops::Pow;
use rug::{Integer, Rational};

use super::decimal::{exact, largest_within, usable};
use super::*;
use crate::entropy::seeded::Seeded;
use crate::tape::Words;

fn made(epsilon: f64) -> Vec<u8> {
    let mut bytes = vec![7; LENGTH];
    init(&mut bytes, epsilon).unwrap();
    bytes
}

/// The shortest decimal in the interval of the numbers that round to `value`. If several are the
/// shortest, returns the nearest. The function tries every place value of the last digit.
fn shortest(value: f64) -> Rational {
    let x = Rational::from_f64(value).unwrap();
    let half =
        |a: f64, b: f64| (Rational::from_f64(a).unwrap() + Rational::from_f64(b).unwrap()) / 2u32;
    let low = half(value.next_down(), value);
    let high = if value == f64::MAX {
        &x + (Rational::from(&x - &low))
    } else {
        half(value, value.next_up())
    };
    let even = value.to_bits().is_multiple_of(2);
    let inside = |d: &Rational| (low < *d && *d < high) || (even && (low == *d || high == *d));
    for places in (-330..=330).rev() {
        let unit = Rational::from(10).pow(places);
        let floor = Integer::from(Rational::from(&x / &unit).floor_ref());
        let around = [0u32, 1].map(|more| Rational::from(Integer::from(&floor + more)) * &unit);
        let distance = |d: &Rational| Rational::from(d - &x).abs();
        let is_odd = |d: &Rational| Integer::from(Rational::from(d / &unit).floor_ref()).is_odd();
        let best = around
            .into_iter()
            .filter(|d| *d > 0 && inside(d))
            .min_by_key(|d| (distance(d), is_odd(d)));
        if let Some(best) = best {
            return best;
        }
    }
    unreachable!()
}

fn in_units(amount: &Rational) -> Rational {
    amount * Rational::from(10).pow(324)
}

fn doubles() -> impl Iterator<Item = f64> {
    let mut random = Seeded::new(crate::test_seed(), 90);
    let edges = [
        5e-324,
        1e-323,
        1.5e-323,
        f64::MIN_POSITIVE,
        f64::MIN_POSITIVE.next_down(),
        0.1,
        0.2,
        0.3,
        1.0,
        1e22,
        1e23,
        9007199254740993.0,
        1e300,
        f64::MAX,
        2f64.powi(-1022),
        2f64.powi(1023),
        4.35,
        0.5,
        3.0,
    ];
    let drawn = (0..3000).map(move |i| {
        let word = random.next().unwrap();
        match i % 3 {
            0 => f64::from_bits(word >> 1),
            1 => (word % 100_000) as f64 / 10f64.powi((word >> 20) as i32 & 7),
            _ => f64::from_bits(word >> (1 + (word & 15))),
        }
    });
    edges.into_iter().chain(drawn).filter(|x| x.is_finite() && *x > 0.0)
}

#[test]
fn decimals_are_the_shortest_and_of_those_the_nearest() {
    for value in doubles() {
        let decimal = shortest(value);
        assert_eq!(in_units(&decimal), exact(value), "{value:e}");
        // `usable` must return the largest double that does not exceed the decimal.
        let most = usable(value);
        assert!(Rational::from_f64(most).unwrap() <= decimal, "{value:e}");
        if most != f64::MAX {
            assert!(Rational::from_f64(most.next_up()).unwrap() > decimal, "{value:e}");
        }
        // If the amount is the decimal of `value`, the largest double that fits is `value` itself.
        // If the amount is one unit less, it is the next smaller double.
        assert_eq!(largest_within(&exact(value)), value);
        assert_eq!(largest_within(&(exact(value) - 1u32)), value.next_down());
    }
    assert!(usable(0.1) < 0.1 && usable(0.5) == 0.5 && usable(5e-324) == 5e-324);
}

#[test]
fn tenths_add_up() {
    let mut one = made(1.0);
    for _ in 0..10 {
        assert!(left(&one).unwrap() > 0.05);
        assert_eq!(spend(&mut one, 0.1), Ok(0.1f64.next_down()));
    }
    assert_eq!(left(&one), Ok(0.0));
    let before = one.clone();
    assert_eq!(spend(&mut one, 5e-324), Err(Error::Budget));
    assert_eq!(one, before);

    let mut third = made(0.3);
    spend(&mut third, 0.1).unwrap();
    assert_eq!(left(&third), Ok(0.2));
    assert_eq!(spend(&mut third, 0.2f64.next_up()), Err(Error::Budget));
    assert_eq!(spend(&mut third, 0.2), Ok(usable(0.2)));
    assert_eq!(left(&third), Ok(0.0));
}

#[test]
fn extremes_fit() {
    for (whole, part) in [(1e300, 5e-324), (f64::MAX, 1e300), (5e-324, 5e-324), (1.0, 1e-300)] {
        let mut budget = made(whole);
        assert_eq!(left(&budget), Ok(whole));
        spend(&mut budget, part).unwrap();
        let rest = left(&budget).unwrap();
        assert_eq!(
            rest,
            if whole == part { 0.0 } else { largest_within(&(exact(whole) - exact(part))) }
        );
        if rest > 0.0 {
            assert_eq!(spend(&mut budget, rest.next_up()), Err(Error::Budget));
            spend(&mut budget, rest).unwrap();
        }
        check(&budget).unwrap();
    }
}

/// Compares random spends with exact fractions. A spend is refused if and only if it does not fit,
/// and `left` returns the largest epsilon that fits.
#[test]
fn spends_are_those_of_exact_fractions() {
    let mut random = Seeded::new(crate::test_seed(), 91);
    for _ in 0..200 {
        let mut next = || random.next().unwrap();
        let whole = (1 + next() % 1000) as f64 / 10f64.powi((next() % 4) as i32);
        let (mut budget, mut rest) = (made(whole), shortest(whole));
        let mut losses = Rational::new();
        for _ in 0..40 {
            let epsilon = match next() % 4 {
                0 => left(&budget).unwrap(),
                1 => left(&budget).unwrap().next_up(),
                2 => whole * (next() % 1000) as f64 / 4000.0,
                _ => (1 + next() % 100) as f64 / 100.0,
            };
            if epsilon == 0.0 {
                assert_eq!(spend(&mut budget, epsilon), Err(Error::Epsilon));
                continue;
            }
            let cost = shortest(epsilon);
            if cost <= rest {
                losses += Rational::from_f64(spend(&mut budget, epsilon).unwrap()).unwrap();
                rest -= cost;
            } else {
                let before = budget.clone();
                assert_eq!(spend(&mut budget, epsilon), Err(Error::Budget));
                assert_eq!(before, budget);
            }
        }
        assert!(losses <= shortest(whole));
    }
}

/// A million spends of 1e-6 use up a budget of 1 exactly, so no rounding errors accumulate.
#[test]
fn many_spends_do_not_drift() {
    let mut budget = made(1.0);
    for _ in 0..1_000_000 {
        spend(&mut budget, 1e-6).unwrap();
    }
    assert_eq!(left(&budget), Ok(0.0));
    assert_eq!(spend(&mut budget, 5e-324), Err(Error::Budget));
}

#[test]
fn what_is_no_budget_is_refused() {
    let mut short = vec![0; LENGTH - 1];
    assert_eq!(init(&mut short, 1.0), Err(Error::Buffer));
    for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY, -0.0] {
        assert_eq!(init(&mut [0; LENGTH], epsilon), Err(Error::Epsilon));
        assert_eq!(spend(&mut made(1.0), epsilon), Err(Error::Epsilon));
    }
    let sound = made(2.5);
    assert_eq!(check(&sound), Ok(()));
    for at in 0..8 {
        let mut broken = sound.clone();
        broken[at] ^= 1;
        assert_eq!(check(&broken), Err(Error::State));
        assert_eq!(left(&broken), Err(Error::State));
        assert_eq!(spend(&mut broken, 0.1), Err(Error::State));
    }
    for whole in [0.0f64, -1.0, f64::NAN, f64::INFINITY] {
        let mut broken = sound.clone();
        broken[8..16].copy_from_slice(&whole.to_le_bytes());
        assert_eq!(check(&broken), Err(Error::State));
    }
    // Here the amount spent exceeds the total.
    let mut broken = sound.clone();
    broken[LENGTH - 1] = 0xff;
    assert_eq!(check(&broken), Err(Error::State));
}

#[test]
fn a_changed_budget_keeps_what_was_spent() {
    let mut budget = made(1.0);
    spend(&mut budget, 0.7).unwrap();
    let before = budget.clone();
    for (epsilon, error) in [
        (0.6, Error::Budget),
        (0.7f64.next_down(), Error::Budget),
        (0.0, Error::Epsilon),
        (-1.0, Error::Epsilon),
        (f64::NAN, Error::Epsilon),
        (f64::INFINITY, Error::Epsilon),
    ] {
        assert_eq!(change(&mut budget, epsilon), Err(error), "{epsilon:e}");
        assert_eq!(budget, before);
    }
    change(&mut budget, 0.7).unwrap();
    assert_eq!(left(&budget), Ok(0.0));
    change(&mut budget, 1.5).unwrap();
    assert_eq!(left(&budget), Ok(0.8));
    assert_eq!(spend(&mut budget, 0.8f64.next_up()), Err(Error::Budget));
    spend(&mut budget, 0.8).unwrap();
    let mut broken = budget.clone();
    broken[0] ^= 1;
    assert_eq!(change(&mut broken, 2.0), Err(Error::State));
}

/// The text of what was spent, from a fraction of integers.
fn oracle(spent: &Integer) -> String {
    let digits = format!("{:0>325}", spent.to_string_radix(10));
    let (before, after) = digits.split_at(digits.len() - 324);
    format!("{before}.{}", after.trim_end_matches('0')).trim_end_matches('.').into()
}

#[test]
fn texts_are_exact() {
    let text = |bytes: &[u8]| String::from_utf8(spent(bytes).unwrap().bytes().to_vec()).unwrap();
    let mut budget = made(f64::MAX);
    assert_eq!(text(&budget), "0");
    let mut sum = Integer::new();
    for (epsilon, expected) in [
        (0.1, "0.1"),
        (0.2, "0.3"),
        (0.7, "1"),
        (1e22, "10000000000000000000001"),
        (1e-19, "10000000000000000000001.0000000000000000001"),
    ] {
        spend(&mut budget, epsilon).unwrap();
        sum += exact(epsilon);
        assert_eq!(text(&budget), expected);
        assert_eq!(text(&budget), oracle(&sum));
    }
    let mut random = 1u64;
    for _ in 0..2000 {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let epsilon = f64::from_bits(random >> 2);
        if spend(&mut budget, epsilon).is_ok() {
            sum += exact(epsilon);
        }
        assert_eq!(text(&budget), oracle(&sum), "{epsilon:e}");
    }
    let mut all = made(f64::MAX);
    spend(&mut all, f64::MAX).unwrap();
    assert_eq!(text(&all), oracle(&exact(f64::MAX)));
    let mut least = made(1.0);
    spend(&mut least, 5e-324).unwrap();
    assert_eq!(text(&least), format!("0.{}5", "0".repeat(323)));
    least[0] ^= 1;
    assert!(spent(&least).is_err());
}

#[test]
fn a_raised_budget_has_spent_at_least_as_much() {
    let mut budget = made(1.0);
    spend(&mut budget, 0.3).unwrap();
    let before = budget.clone();
    for (epsilon, outcome) in [
        (0.3, Ok(())),
        (0.1, Ok(())),
        (1.0f64.next_up(), Err(Error::Budget)),
        (0.0, Err(Error::Epsilon)),
        (f64::NAN, Err(Error::Epsilon)),
        (f64::INFINITY, Err(Error::Epsilon)),
    ] {
        assert_eq!(raise(&mut budget, epsilon), outcome, "{epsilon:e}");
        assert_eq!(budget, before);
    }
    raise(&mut budget, 0.3f64.next_up()).unwrap();
    assert_eq!(spent(&budget).unwrap().bytes(), b"0.30000000000000004");
    raise(&mut budget, 1.0).unwrap();
    assert_eq!(left(&budget), Ok(0.0));
    let mut broken = budget.clone();
    broken[0] ^= 1;
    assert_eq!(raise(&mut broken, 0.5), Err(Error::State));
}
