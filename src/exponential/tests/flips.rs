//! Tests that permute-and-flip agrees with its reference. On the same tape both must choose the
//! same outcome and read the same number of words.

use super::super::reference::flip;
use super::super::*;
use super::equality::Cases;
use crate::entropy::seeded::Seeded;
use crate::tape::{Recorded, Words};

const FLIP: Selection = Selection { rule: Rule::PermuteAndFlip, ..Selection::DEFAULT };

fn flipping(p: &Exponential) -> Exponential {
    Exponential::new(p.given, p.range.min, p.range.max, p.most, FLIP).unwrap()
}

/// Words that leave a coin open, because their first digits equal the digits of the outcome's
/// weight, or of a number next to it.
fn near(p: &Exponential, gap: u64, cases: &mut Cases) -> Vec<u64> {
    let (x, y, z) = p.sampler.eta.parts();
    let mut weight = rug::Rational::from(1);
    for _ in 0..gap * u64::from(z) {
        weight *= x;
        weight >>= y;
    }
    let d = rug::Integer::from((weight << 192u32).floor_ref());
    let d = (d + cases.below(3)) - 1u32;
    (0..3).rev().map(|i| rug::Integer::from(&d >> (64 * i)).to_u64_wrapping()).collect()
}

fn tape(p: &Exponential, levels: &[u64], cases: &mut Cases) -> Vec<u64> {
    let smallest = levels.iter().min().copied().unwrap_or(0);
    let pattern = cases.below(3);
    let mut words: Vec<u64> = Vec::new();
    let mut further: Vec<u64> = Vec::new();
    for level in levels {
        match pattern {
            0 => words.push(cases.0.next().unwrap()),
            1 => words.push(
                [0, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 62, 3 << 62, 1][cases.below(7) as usize],
            ),
            _ => {
                let digits = near(p, level - smallest, cases);
                words.push(digits[0]);
                if cases.below(2) == 0 {
                    further.extend(&digits[1..]);
                }
            }
        }
    }
    words.extend(further);
    words.extend((0..200).map(|_| cases.0.next().unwrap()));
    words
}

/// Coins agree with the reference. The utilities are fractions or integers, and are rounded in
/// doubles or outcome by outcome.
#[test]
fn coins_are_those_of_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 60));
    let mut further = 0;
    for case in 0..60_000 {
        let p = flipping(&cases.mechanism());
        let mut utilities = cases.utilities(&p);
        if case % 8 == 0 {
            // With at least 70 utilities, there is more than one block.
            while utilities.len() < 70 {
                utilities.extend(cases.utilities(&p));
            }
        }
        let whole = utilities.iter().all(|u| u.is_nan() || u.fract() == 0.0);
        let levels = if whole {
            p.range.levels(&utilities, &mut Recorded::new(&[])).unwrap()
        } else {
            vec![0; utilities.len()]
        };
        let tape = tape(&p, &levels, &mut cases);
        let mut slow = Recorded::new(&tape);
        let levels = p.range.levels(&utilities, &mut slow).unwrap();
        let answer = flip::select(p.sampler.eta, &levels, &mut slow).unwrap();
        let expected = (answer, slow.used());
        for doubles in [p.doubles, None] {
            let mut fast = Recorded::new(&tape);
            let answer = p.flip(doubles, &utilities, &mut fast).unwrap();
            assert_eq!((answer, fast.used()), expected, "{p:?} {utilities:?} {tape:x?}");
        }
        if whole {
            let integers: Vec<i64> =
                levels.iter().map(|l| p.range.min.wrapping_add_unsigned(*l)).collect();
            let mut fast = Recorded::new(&tape);
            let answer = p.select_counted(&integers, None, &mut fast).unwrap();
            assert_eq!((answer, fast.used()), expected, "{p:?} {integers:?} {tape:x?}");
            let mut fast = Recorded::new(&tape);
            let answer =
                p.select_each(integers.iter().copied(), integers.len(), &mut fast).unwrap();
            assert_eq!((answer, fast.used()), expected);
            further += usize::from(expected.1 > levels.len() + 1);
        }
    }
    println!("needed further words: {further}");
    assert!(further > 2_000);
}

#[test]
fn groups_are_those_of_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 61));
    let mut long = 0;
    for case in 0..20_000 {
        let p = cases.mechanism();
        let p = Exponential::new(p.given, p.range.min, p.range.max, 1 << 20, FLIP).unwrap();
        let n = 1 + cases.below(6) as usize;
        let utilities: Vec<i64> =
            (0..n).map(|_| p.range.min + cases.below(p.range.span() + 1) as i64).collect();
        let mut many: Vec<u64> =
            (0..n).map(|_| [0, 1, 2, 63, 64, 65, 128, 1000][cases.below(8) as usize]).collect();
        if many.iter().all(|m| *m == 0) {
            many[0] = 1;
        }
        let groups: Vec<(u64, u64)> =
            utilities.iter().map(|u| p.range.level(*u)).zip(many.iter().copied()).collect();
        let smallest = groups.iter().filter(|g| g.1 > 0).map(|g| g.0).min().unwrap();
        let used = groups.iter().find(|g| g.1 > 0).map_or(0, |g| g.0 - smallest);
        // Each word repeats one digit of the weight of the first group in use, or of a number next
        // to it. So if that group has at most 64 outcomes, all of them stay undecided.
        let mut words: Vec<u64> = Vec::new();
        if case % 2 == 0 {
            let digits = near(&p, used, &mut cases);
            for word in digits {
                words.extend((0..64).rev().map(|i| u64::MAX * (word >> i & 1)));
            }
            words.truncate(cases.below(190) as usize);
            long += usize::from(words.len() > 48 && groups[0].1 == 1);
        }
        words.extend((0..4000).map(|_| cases.0.next().unwrap()));
        let mut slow = Recorded::new(&words);
        let (group, member) = flip::select_member(p.sampler.eta, &groups, &mut slow).unwrap();
        let mut fast = Recorded::new(&words);
        let pairs = utilities.iter().copied().zip(many.iter().copied());
        let answer = p.select_group(pairs, n as u64, &mut fast).unwrap();
        assert_eq!(
            (answer, fast.used()),
            ((group, member), slow.used()),
            "{p:?} {groups:?} {words:x?}"
        );
        let mut slow = Recorded::new(&words);
        let group = flip::select_group(p.sampler.eta, &groups, &mut slow).unwrap();
        let mut fast = Recorded::new(&words);
        let answer = p.select_counted(&utilities, Some(&many), &mut fast).unwrap();
        assert_eq!((answer, fast.used()), (group, slow.used()));
    }
    println!("groups with more than 48 digits: {long}");
    assert!(long > 500);
}

/// Outcomes far from the best are hardly ever chosen, however large the range and the parameters
/// are.
#[test]
fn far_outcomes_and_long_ranges() {
    for (x, y, z) in [(1, 1, 1), (1, 63, u32::MAX), ((1 << 63) - 1, 63, u32::MAX)] {
        let eta = Eta::new(x, y, z).unwrap();
        let p = Exponential::new(eta, i64::MIN, i64::MAX, 1 << 32, FLIP).unwrap();
        let mut tape = Seeded::new(crate::test_seed(), 62);
        let utilities = [i64::MAX, i64::MIN, 0, i64::MAX];
        for _ in 0..100 {
            assert_eq!(p.select_counted(&utilities, None, &mut tape).unwrap(), 1);
            assert_eq!(
                p.select_counted(&utilities, Some(&[1 << 20, 1, 5, 7]), &mut tape).unwrap(),
                1
            );
        }
        // If all digits are 0, the coins stay open until the source counts as broken.
        let zeros = vec![0; 4096];
        assert!(p.select_counted(&utilities, None, &mut Recorded::new(&zeros)).is_err());
    }
}

#[test]
fn limits_and_options() {
    let eta = Eta::new(1, 1, 1).unwrap();
    let made = |most, selection| Exponential::new(eta, 0, 5, most, selection).map(|_| ());
    assert_eq!(made(1 << 32, FLIP), Ok(()));
    assert_eq!(made((1 << 32) + 1, FLIP), Err(crate::Error::MaxOutcomes));
    assert_eq!(made(5, Selection { min_retries: 3, ..FLIP }), Err(crate::Error::UnusedMinRetries));
    assert_eq!(made(5, Selection { empirical: true, ..FLIP }), Err(crate::Error::UnusedEmpirical));
    let p = Exponential::new(eta, 0, 5, 10, FLIP).unwrap();
    let none = &mut Recorded::new(&[]);
    assert_eq!(p.select(&[], none), Err(crate::Error::Empty));
    assert_eq!(p.select(&[0.0; 11], none), Err(crate::Error::Outcomes));
    assert_eq!(p.select_counted(&[0, 1], Some(&[0, 0]), none), Err(crate::Error::Empty));
    assert_eq!(p.select_counted(&[0, 1], Some(&[6, 5]), none), Err(crate::Error::Outcomes));
    assert_eq!(p.select_each(std::iter::empty(), 0, none), Err(crate::Error::Empty));
}

/// The outcomes are the same with and without early exit.
#[test]
fn early_exits_change_no_outcome() {
    let eta = Eta::new(1, 1, 1).unwrap();
    let chosen = |early_exit| {
        let p = Exponential::new(eta, 0, 4, 1000, Selection { early_exit, ..FLIP }).unwrap();
        (0..50).map(|i| p.select(&[1.0; 500], &mut Seeded::new(7, i)).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(false), chosen(true));
}

/// The self test's expected answers agree with the reference.
#[test]
fn the_flips_of_the_self_test_are_those_of_the_reference() {
    let eta = Eta::new(3, 2, 1).unwrap();
    let p = Exponential::new(eta, -2, 6, 100, FLIP).unwrap();
    let found = [0, 1, 2, 3, 4, 5, 6, 7].map(|call| {
        let mut tape = Seeded::new(2, call);
        let levels = p.range.levels(&[3.0, -1.0, -2.0, 0.5], &mut tape).unwrap();
        let outcome = flip::select(eta, &levels, &mut tape).unwrap();
        let groups = [(5, 70), (2, 1), (3, 4)];
        (outcome, flip::select_group(eta, &groups, &mut Seeded::new(3, call)).unwrap())
    });
    assert_eq!(found, crate::self_test::FLIPPED);
    assert_eq!(crate::self_test::self_test(), Ok(()));
}

/// With the smallest privacy parameter, an outcome at the largest gap, 2^64 - 1, has the right
/// weight.
#[test]
fn the_largest_gap_has_its_weight() {
    let eta = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let p = Exponential::new(eta, i64::MIN, i64::MAX, 10, FLIP).unwrap();
    let weight = p.sampler.powers.weight(u64::MAX);
    let (low, high) = (weight.low as f64 / 2f64.powi(62), weight.high as f64 / 2f64.powi(62));
    assert!((low..=high).contains(&(-2f64).exp()), "{low} {high}");
    let mut tape = Seeded::new(crate::test_seed(), 63);
    let second = (0..4000)
        .filter(|_| p.select_counted(&[i64::MIN, i64::MAX], None, &mut tape) == Ok(1))
        .count();
    // The expected share is 0.0677, which is 271 selections. The number is outside 150 to 400 with
    // probability below 1e-10, which is the false-alarm rate.
    assert!((150..400).contains(&second), "{second}");
}
