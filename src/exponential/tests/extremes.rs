//! Tests selections with large ranges, with draws that need many digits, and with bad parameters.

use super::super::*;
use super::equality::both;
use crate::entropy::seeded::Seeded;
use crate::tape::{Recorded, Words};
use crate::Error;

/// Selections work for large ranges. For these ranges Ilvento's method would need at least 10^5
/// bits for each weight. For one of them a weight would not fit into any computer's memory.
#[test]
fn large_ranges_work() {
    let unit = Eta::new(1, 1, 1).unwrap();
    let p = Exponential::new(unit, 0, 100_000, 1000, Selection::default()).unwrap();
    let utilities: Vec<f64> = (0..1000).map(|i| f64::from(i * 100)).collect();
    assert_eq!(p.select(&utilities, &mut Seeded::new(1, 1)).unwrap(), 0);
    let fine = Eta::new((1 << 63) - 1, 63, u32::MAX).unwrap();
    let p = Exponential::new(fine, i64::MIN, i64::MAX, MOST, Selection::default()).unwrap();
    assert_eq!(p.precision(), u64::MAX);
    let spread: Vec<f64> = (0..1000).map(|i| f64::from(i) * 1e12).collect();
    assert!(p.select(&spread, &mut Seeded::new(1, 2)).unwrap() < 1000);
    let p = Exponential::new(
        Eta::new((1 << 63) - 1, 63, 1).unwrap(),
        0,
        100_000,
        1_000_000,
        Selection::default(),
    )
    .unwrap();
    let many: Vec<f64> = (0..1_000_000u32).map(|i| f64::from(i % 100_001)).collect();
    assert!(p.select(&many, &mut Seeded::new(1, 3)).unwrap() < 1_000_000);
}

const MOST: u64 = params::MOST_OUTCOMES;

#[test]
fn broken_sources_and_bad_parameters_are_refused() {
    let unit = Eta::new(1, 1, 1).unwrap();
    let new = |min, max, most, min_retries| {
        Exponential::new(unit, min, max, most, Selection { min_retries, ..Selection::default() })
            .map(|_| ())
    };
    assert_eq!(new(1, 1, 5, 1), Err(Error::UtilityRange));
    assert_eq!(new(2, 1, 5, 1), Err(Error::UtilityRange));
    assert_eq!(new(0, 1, 0, 1), Err(Error::MaxOutcomes));
    assert_eq!(new(0, 1, MOST + 1, 1), Err(Error::MaxOutcomes));
    assert_eq!(new(0, 1, 5, 0), Err(Error::MinRetries));
    let p = Exponential::new(unit, 0, 9, 3, Selection::default()).unwrap();
    let select = |u: &[f64]| p.select(u, &mut Seeded::new(1, 1));
    assert_eq!(select(&[]), Err(Error::Empty));
    assert_eq!(select(&[0.0; 4]), Err(Error::Outcomes));
    // With three equal outcomes, a quarter of all draws is rejected. Draws from a tape of ones are
    // always rejected.
    let ones = [u64::MAX; 5000];
    let mut tape = Recorded::new(&ones);
    assert_eq!(p.select(&[0.0; 3], &mut tape), Err(Error::Entropy));
    assert_eq!(tape.used(), 4096);
    // With four equal outcomes the total is 2^2, so no draw is rejected.
    let p = Exponential::new(unit, 0, 9, 4, Selection::default()).unwrap();
    assert_eq!(p.select(&[0.0; 4], &mut Recorded::new(&ones)), Ok(3));
    let groups = |g: &[(i64, u64)]| {
        let (utilities, many): (Vec<i64>, Vec<u64>) = g.iter().copied().unzip();
        p.select_counted(&utilities, Some(&many), &mut Seeded::new(1, 1))
    };
    assert_eq!(groups(&[(0, 0), (1, 0)]), Err(Error::Empty));
    assert_eq!(groups(&[(0, 3), (1, 2)]), Err(Error::Outcomes));
    assert_eq!(groups(&[(0, u64::MAX), (1, 2)]), Err(Error::Outcomes));
    assert_eq!(groups(&[(0, 0), (1, 2), (2, 0)]), Ok(1));
}

/// The largest exact computation fits into the reserved memory. Its weights have 31,500 bits, and
/// its draws lie next to a boundary.
#[test]
fn deep_draws_fit_into_the_reserved_memory() {
    let eta = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let p = Exponential::new(eta, 0, 500, 3, Selection { min_retries: 1, ..Selection::DEFAULT })
        .unwrap();
    // Let w be the weight of each of the two worse outcomes. The total is 1 + 2w, so s is drawn
    // from [0, 4). The second boundary is 1 + w. As a fraction of 4 it is (1 + w)/4, which is about
    // 250·2^-64 below 1/2.
    for below in 240..260 {
        for next in [0, 1 << 63, u64::MAX] {
            let mut tape = vec![(1 << 63) - below];
            tape.extend([next; 600]);
            both(&p, &[0.0, 500.0, 500.0], &tape);
        }
    }
    // These words hold all digits of a boundary.
    let levels = levels::Levels::of_groups(vec![(0, 1), (500, 2)]);
    let exact = reference::weight(eta, 500, 31_600).unwrap() + 1u32;
    let scaled: rug::Float = (exact << (64u32 * 493)) >> 2u32;
    let d = scaled.to_integer().unwrap();
    let tape: Vec<u64> = (0..493)
        .rev()
        .map(|i| rug::Integer::from(&d >> (64 * i)).to_u64_wrapping())
        .chain([0, 0, 0])
        .collect();
    let (index, used) = both(&p, &[0.0, 500.0, 500.0], &tape);
    println!("{} levels, index {index} after {used} words", levels.list().len());
    let memory = crate::memory::Use::of_this_thread();
    println!("reserved memory: {memory:?} of {}", crate::memory::SIZE);
    assert!(used > 100 && memory.spilled == 0 && memory.peak < crate::memory::SIZE / 2);
}

/// Rounding reads as many words as docs/tape.md states. For a double m·2^-d with 2^52 <= m < 2^53
/// (or a subnormal double, with d = 1,074) it reads 16 digits, and then, while all digits agree
/// with the fraction, up to floor(d/64) + 2 words. The draw then takes one word, although
/// there is only one outcome.
#[test]
fn words_of_a_fraction() {
    let unit = Eta::new(1, 1, 1).unwrap();
    let p = Exponential::new(unit, 0, 9, 3, Selection { min_retries: 1, ..Selection::DEFAULT })
        .unwrap();
    for (utility, d) in [
        (0.5, 53),
        (2f64.powi(-11), 63),
        (2f64.powi(-12), 64),
        (2f64.powi(-16), 68),
        (2f64.powi(-60), 112),
        (2f64.powi(-1022), 1074),
        (5e-324, 1074),
    ] {
        // The tape holds the digits of the fraction. The first 16 lie in the lowest bits of the
        // first word.
        let whole: rug::Float = rug::Float::with_val(60, utility) << (16 + 64 * 18u32);
        let digits: rug::Integer = whole.to_integer().unwrap();
        let mut tape: Vec<u64> = (0..19)
            .rev()
            .map(|i| rug::Integer::from(&digits >> (64 * i)).to_u64_wrapping())
            .collect();
        assert!(tape[0] < 1 << 16);
        let words = d / 64 + 2;
        tape.truncate(1 + words);
        tape.extend([0; 2]);
        assert_eq!(both(&p, &[utility], &tape), (0, 1 + words + 1), "{utility:e}");
        // After a digit that differs, no further word is read.
        tape[1] ^= 1;
        assert_eq!(both(&p, &[utility], &tape), (0, 1 + 1 + 1), "{utility:e}");
    }
}

/// A draw that 32,768 digits do not decide fails with [`Error::Entropy`]. Ilvento's algorithm does
/// not fail: its weights are exact, and it reads as many digits as the weights have.
#[test]
fn the_most_digits_of_a_draw() {
    let eta = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let choices = Selection { min_retries: 1, ..Selection::DEFAULT };
    let p = Exponential::new(eta, 0, 600, 3, choices).unwrap();
    let note = Exponential::new(eta, 0, 600, 3, Selection { empirical: true, ..choices }).unwrap();
    // Let w be the weight of each of the two worse outcomes. The total is 1 + 2w, so s is drawn
    // from [0, 4). As a fraction of 4, the boundary between the second and the third outcome is
    // (1 + w)/4.
    let exact = reference::weight(eta, 600, 37_900).unwrap() + 1u32;
    let shifted: rug::Float = (exact << (64u32 * 600)) >> 2u32;
    let digits = shifted.to_integer().unwrap();
    let mut tape: Vec<u64> =
        (0..600).rev().map(|i| rug::Integer::from(&digits >> (64 * i)).to_u64_wrapping()).collect();
    tape.extend([0; 3]);
    let select = |p: &Exponential| {
        let mut words = Recorded::new(&tape);
        (p.select(&[0.0, 600.0, 600.0], &mut words), words.used())
    };
    assert_eq!(select(&p), (Err(Error::Entropy), 32_768 / 64 + 1));
    let (index, used) = select(&note);
    assert!(index.is_ok() && used > 513, "{index:?} {used}");
}

/// If a source cannot get stuck, any number of draws may be rejected (see `most_rejections`).
#[test]
fn a_source_that_is_not_stuck_may_reject() {
    struct Late(usize, Seeded);
    impl Words for Late {
        fn next(&mut self) -> Result<u64, Error> {
            let ones = self.0 > 0;
            self.0 = self.0.saturating_sub(1);
            if ones {
                Ok(u64::MAX)
            } else {
                self.1.next()
            }
        }
        fn most_rejections(&self) -> u64 {
            u64::MAX
        }
    }
    let p = Exponential::new(Eta::new(1, 1, 1).unwrap(), 0, 9, 3, Selection::default()).unwrap();
    assert!(p.select(&[0.0; 3], &mut Late(5000, Seeded::new(1, 1))).is_ok());
}

/// The total 1 + w + 2^40·w² with w = 1 - 2^-40 is exactly 2^40, although the weights have more
/// digits than the 62-place bounds hold. If the total were taken to be larger, 2^K would double,
/// and draws from a tape of ones would always be rejected.
#[test]
fn a_total_of_a_power_of_two_beyond_the_cheap_digits() {
    let eta = Eta::new((1 << 40) - 1, 40, 1).unwrap();
    let p = Exponential::new(eta, 0, 2, MOST, Selection { min_retries: 1, ..Selection::DEFAULT })
        .unwrap();
    let levels = levels::Levels::of_groups(vec![(0, 1), (1, 1), (2, 1 << 40)]);
    assert_eq!(levels::whole_total(eta, &levels), Some(1 << 40));
    let ones = [u64::MAX; 5000];
    let mut tape = Recorded::new(&ones);
    assert_eq!(p.select_counted(&[0, 1, 2], Some(&[1, 1, 1 << 40]), &mut tape), Ok(2));
    assert!(tape.used() < 10);
    // With one outcome fewer the total is not an integer.
    let fewer = levels::Levels::of_groups(vec![(0, 1), (1, 1), (2, (1 << 40) - 1)]);
    assert_eq!(levels::whole_total(eta, &fewer), None);
}

/// These totals lie so close below a power of two that no allowed precision separates them from
/// that power. Such totals must never cause a failure.
#[test]
fn totals_next_to_a_power_of_two() {
    let series = [
        (1, 1, 1, 33_000),
        (3, 2, 1, 100_000),
        (7, 3, 1, 200_000),
        (1, 1, 2, 20_000),
        (255, 8, 1, 100_000),
    ];
    for (x, y, z, n) in series {
        let eta = Eta::new(x, y, z).unwrap();
        let p = Exponential::new(eta, 0, n, n as u64, Selection::default()).unwrap();
        let utilities: Vec<f64> = (0..n).map(|u| u as f64).collect();
        for seed in 0..20 {
            assert!(p.select(&utilities, &mut Seeded::new(47, seed)).unwrap() < n as usize);
        }
    }
    // The counts are the digits of a power of two in base 4/3. So 128-bit integers cannot decide
    // the comparison at any level, and no power of 3 divides the remainder there. MPFR cannot
    // decide it either, so K becomes the larger of the two possible values.
    let eta = Eta::new(3, 2, 1).unwrap();
    let (mut list, mut remainder) = (vec![(0, 1)], rug::Float::with_val(40_000, 1));
    for level in 1..90_000u64 {
        remainder *= 4u32;
        remainder /= 3u32;
        let digit = remainder.to_f64().floor();
        remainder -= digit;
        list.push((level as i64, digit as u64));
    }
    list.retain(|l| l.1 > 0);
    let (levels, many): (Vec<i64>, Vec<u64>) = list.into_iter().unzip();
    let p = Exponential::new(eta, 0, 90_000, 1 << 20, Selection::default()).unwrap();
    assert!(p.select_counted(&levels, Some(&many), &mut Seeded::new(47, 0)).is_ok());
}

/// Tests the comparison of totals with powers of two: if integers decide it, exact sums give the
/// same answer.
#[test]
fn totals_are_compared_exactly() {
    let mut random = Seeded::new(crate::test_seed(), 48);
    let mut below = |n: u64| random.next().unwrap() % n;
    let (mut decided, mut seen) = (0, [0; 3]);
    for _ in 0..20_000 {
        let y = 1 + below(3) as u32;
        let eta = Eta::new([1, (1 << y) - 1][below(2) as usize], y, 1 + below(2) as u32).unwrap();
        let eta = eta.reduced();
        let mut level = 0;
        let groups = (0..1 + below(12)).map(|_| {
            level += 1 + below(8) / 7;
            (level, 1 + below(3))
        });
        let levels = levels::Levels::of_groups(groups.collect());
        let base = rug::Rational::from((eta.parts().0, 1u64 << eta.parts().1));
        let mut total = rug::Rational::new();
        for (level, count) in levels.list() {
            let exponent = (level - levels.list()[0].0) as u32 * eta.parts().2;
            total += rug::Rational::from(rug::ops::Pow::pow(&base, exponent)) * *count;
        }
        for k in 0..6 {
            if let Some(order) = levels::compare_total(eta, &levels, k) {
                assert_eq!(
                    order,
                    total.partial_cmp(&(1u64 << k)).unwrap(),
                    "{eta:?} {levels:?} {k}"
                );
                decided += 1;
                seen[(order as i8 + 1) as usize] += 1;
            }
        }
    }
    println!("{decided} decided: {seen:?}");
    assert!(decided > 50_000 && seen.iter().all(|n| *n > 100));
}
