//! Tests the precision that exact weights and sums need.

use rug::Float;

use super::super::levels::fixed::{empirical_precision, suffices, Fixed, Monitor, REACH};
use super::super::levels::Levels;
use super::super::*;
use super::equality::Cases;
use crate::entropy::seeded::Seeded;
use crate::tape::Words;
use crate::Error;

/// Tests Claim E4. The tight precision suffices. With one bit less the computation fails with an
/// error, and never gives a wrong output.
#[test]
fn the_tight_precision_is_tight() {
    for (x, y, z, range, outcomes) in
        [(3, 2, 1, 10u64, 7u64), (5, 3, 2, 6, 16), (65535, 16, 1, 8, 3), (1, 1, 1, 10, 9)]
    {
        let eta = Eta::new(x, y, z).unwrap();
        let bits = eta.tight_precision(range, outcomes) as u32;
        // In the worst case all outcomes but one are at the best level, and the last one is at the
        // worst level.
        let mut levels = vec![0; outcomes as usize - 1];
        levels.push(range);
        let select = |bits| reference::select(eta, &levels, bits, 1, &mut Seeded::new(1, 1));
        let grouped = Levels::of_groups(levels.iter().map(|l| (*l, 1)).collect());
        let fixed = |precision| Fixed { eta, levels: &grouped, precision, log2: 0 }.log2_total();
        assert!(select(bits).is_ok() && fixed(bits).is_ok(), "{x} {y} {z}");
        if x != 1 && (outcomes - 1).is_power_of_two() || outcomes == 7 {
            assert_eq!(select(bits - 1), Err(Error::Inexact), "{x} {y} {z}: {bits} bits");
            assert_eq!(fixed(bits - 1), Err(Error::Inexact), "{x} {y} {z}: {bits} bits");
        }
    }
}

/// Random parameters, and a set of outcomes that suits them.
fn random(cases: &mut Cases) -> (Eta, u64, u64, Levels) {
    let y = 1 + cases.below(20) as u32;
    let x = 1 + (cases.0.next().unwrap() >> (64 - y)).saturating_sub(1);
    let eta = Eta::new(x, y, 1 + cases.below(3) as u32).unwrap().reduced();
    let (range, outcomes) = (1 + cases.below(30), 1 + cases.below(1 << 20));
    let mut left = outcomes;
    let mut groups: Vec<(u64, u64)> = Vec::new();
    for _ in 0..=cases.below(10) {
        let many = cases.below(left + 1);
        left -= many;
        groups.push((cases.below(range + 1), many));
    }
    groups.push((0, 1.min(left)));
    groups.push((range, u64::from(left > 1)));
    (eta, range, outcomes, Levels::of_groups(groups))
}

/// Tests Ilvento's Lemma 5.2. The empirical precision makes every sum exact. It is the first
/// precision tried, or is less than twice the smallest precision that passes Algorithm 3's check.
#[test]
fn the_empirical_precision_suffices() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 50));
    let (mut searched, mut failed) = (0, 0);
    for _ in 0..3_000 {
        let (eta, range, outcomes, levels) = random(&mut cases);
        let bits = empirical_precision(eta, range, outcomes).unwrap();
        assert!(
            u64::from(bits) >= eta.tight_precision(range, outcomes)
                && suffices(eta, range, outcomes, bits).unwrap()
        );
        if !levels.list().is_empty() {
            Fixed { eta, levels: &levels, precision: bits, log2: 0 }.log2_total().unwrap();
        }
        // Half the empirical precision must fail the check. If the tight precision exceeds this
        // half even for one outcome fewer, the worst sum of `outcomes` weights must in fact be
        // inexact with half the bits.
        if bits > 53 {
            searched += 1;
            assert!(!suffices(eta, range, outcomes, bits / 2).unwrap());
            let worst = Levels::of_groups(vec![(0, outcomes.max(2) - 1), (range, 1)]);
            let at_half = Fixed { eta, levels: &worst, precision: bits / 2, log2: 0 }.log2_total();
            if eta.tight_precision(range, outcomes - 1) > u64::from(bits / 2) {
                assert_eq!(at_half, Err(Error::Inexact));
                failed += 1;
            }
        }
    }
    println!("{searched} searched beyond the first precision, {failed} worst cases fail below it");
    assert!(searched > 1000 && failed > 1000);
}

/// Ilvento's Lemma 5.3 holds for utilities that are not negative. The test uses Ilvento's weights,
/// which are computed without subtracting the smallest utility from each utility.
#[test]
fn the_note_s_precision_suffices_for_utilities_that_are_not_negative() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 51));
    for _ in 0..2_000 {
        let (eta, range, _, levels) = random(&mut cases);
        let (min, outcomes) = (cases.below(5) as i64, 40);
        let note = eta.note_precision(min, min + range as i64, outcomes);
        assert!(note >= eta.tight_precision(range, outcomes));
        let mut sum = Float::new(note as u32);
        let mut monitor = Monitor::new();
        for (level, _) in levels.list() {
            let weight = reference::weight(eta, level + min as u64, note as u32).unwrap();
            (0..3).for_each(|_| monitor.add(&mut sum, &weight));
        }
        assert_eq!(monitor.exact(), Ok(()));
    }
}

/// Ilvento's Lemma 5.3 fails for negative utilities, because (3/4)^-1 is not a binary fraction, so
/// no precision represents it exactly. The lemma holds after the smallest utility is subtracted
/// from each utility.
#[test]
fn the_note_s_precision_fails_for_negative_utilities() {
    let eta = Eta::new(3, 2, 1).unwrap();
    for bits in [eta.note_precision(-1, 1, 3) as u32, 1000, 100_000] {
        let root = Float::with_val(bits, 3) >> 2u32;
        let (_, ternary) =
            Float::with_val_round(bits, root.recip_ref(), rug::float::Round::Nearest);
        assert_ne!(ternary, std::cmp::Ordering::Equal);
    }
    let p = Exponential::new(eta, -1, 1, 3, Selection { empirical: true, ..Selection::default() })
        .unwrap();
    assert!(p.select(&[-1.0, 0.0, 1.0], &mut Seeded::new(1, 1)).is_ok());
}

#[test]
fn known_precisions() {
    let unit = Eta::new(1, 1, 1).unwrap();
    assert_eq!(unit.note_precision(0, 10, 10_000), 10_022);
    // x is not made odd first. So it has 2 bits, and y is 2.
    assert_eq!(Eta::new(2, 2, 3).unwrap().note_precision(-4, 3, 5), 7 * 3 * 4 + 5);
    assert_eq!(Eta::new(1, 63, u32::MAX).unwrap().note_precision(i64::MIN, i64::MAX, 1), u64::MAX);
    // With the range 10, the smallest weight needs 10 bits and 10,000 outcomes need 14. Together
    // these are 24 bits, fewer than 53, the first precision tried. With the range 39 they are 53
    // bits. With the range 40 they are 54 bits, so the precision must double.
    assert_eq!(empirical_precision(unit, 10, 10_000), Ok(53));
    assert_eq!(empirical_precision(unit, 39, 10_000), Ok(53));
    assert_eq!(empirical_precision(unit, 40, 10_000), Ok(106));
    assert_eq!(empirical_precision(Eta::new((1 << 60) + 1, 61, 1).unwrap(), 1, 1), Ok(106));
}

/// Parameters that need a precision beyond [`REACH`] are refused at once, before anything is
/// computed or allocated.
#[test]
fn what_is_out_of_reach_is_refused() {
    let finest = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let asked = Selection { empirical: true, ..Selection::default() };
    let new = |eta, max, selection| {
        Exponential::new(eta, 0, max, 1000, selection).map(|p| p.precision_empirical())
    };
    let started = std::time::Instant::now();
    assert_eq!(new(finest, 100_000, asked), Err(Error::PrecisionReach));
    assert_eq!(new(finest, i64::MAX, asked), Err(Error::PrecisionReach));
    assert_eq!(new(finest, 100_000, Selection::default()), Ok(Err(Error::PrecisionReach)));
    assert_eq!(
        empirical_precision(Eta::new(1, 1, 1).unwrap(), u64::from(REACH), 2),
        Err(Error::PrecisionReach)
    );
    // Computing these precisions would take hours.
    assert!(started.elapsed().as_secs() < 10);
}

/// The hard case of Ilvento's paper, 10^3 outcomes over 0..10^5, fits into the memory reserved for
/// GMP.
#[test]
fn the_fixed_way_within_reach() {
    let asked = Selection { empirical: true, ..Selection::default() };
    let unit = Eta::new(1, 1, 1).unwrap();
    let p = Exponential::new(unit, 0, 100_000, 1000, asked).unwrap();
    println!(
        "{} bits, tight {}, Ilvento's {}",
        p.precision_empirical().unwrap(),
        p.precision(),
        p.precision_note()
    );
    let plain = Exponential::new(unit, 0, 100_000, 1000, Selection::default()).unwrap();
    let utilities: Vec<f64> = (0..1000).map(|i| f64::from(i * 100 / (1 + i % 7))).collect();
    for call in 0..3 {
        let fixed = p.select(&utilities, &mut Seeded::new(2, call)).unwrap();
        assert_eq!(fixed, plain.select(&utilities, &mut Seeded::new(2, call)).unwrap());
    }
    let memory = crate::memory::Use::of_this_thread();
    println!("reserved memory: {memory:?} of {}", crate::memory::SIZE);
    assert!(memory.spilled == 0 && memory.peak < crate::memory::SIZE / 2);
}
