//! Tests that selections agree with the reference on the same tape.

use super::super::levels::{whole_total, Grouping, Levels};
use super::super::rounding::Doubles;
use super::super::*;
use crate::entropy::seeded::Seeded;
use crate::tape::{cases, Recorded, Words};

/// The pairs of rounding (in doubles or outcome by outcome) and grouping with which a selection may
/// be computed, beginning with the usual pair.
fn ways(p: &Exponential, n: usize) -> Vec<(Option<Doubles>, Grouping)> {
    let groupings = [
        Grouping::Dense((p.range.span() as usize).saturating_add(1)),
        Grouping::Window(p.sampler.powers.window() as usize),
        Grouping::Sorted,
    ];
    let short = |grouping: &Grouping| match grouping {
        Grouping::Dense(_) => p.range.span() < 1 << 12,
        Grouping::Window(_) => p.sampler.powers.window() < 1 << 12,
        Grouping::Sorted => true,
    };
    let groupings =
        std::iter::once(p.grouping(n as u64)).chain(groupings.into_iter().filter(short));
    groupings.flat_map(|grouping| [(p.doubles, grouping), (None, grouping)]).collect()
}

/// Runs the reference, and the selection with each rounding and grouping, on the same tape. All
/// must give the same index and read the same number of words.
pub(super) fn both(p: &Exponential, utilities: &[f64], tape: &[u64]) -> (usize, usize) {
    let mut slow = Recorded::new(tape);
    let levels = p.range.levels(utilities, &mut slow).unwrap();
    let span = levels.iter().max().unwrap() - levels.iter().min().unwrap();
    let bits = p.sampler.eta.tight_precision(span, levels.len() as u64) as u32;
    let index = reference::select(p.sampler.eta, &levels, bits, p.selection.min_retries, &mut slow)
        .unwrap();
    let expected = (index, slow.used());
    let mut fast = Recorded::new(tape);
    let answer = p.select(utilities, &mut fast).unwrap();
    assert_eq!((answer, fast.used()), expected, "{p:?} {utilities:?} {tape:x?}");
    for (doubles, grouping) in ways(p, utilities.len()) {
        let mut fast = Recorded::new(tape);
        let answer = p.select_in(doubles, grouping, utilities, &mut fast).unwrap();
        assert_eq!(
            (answer, fast.used()),
            expected,
            "{doubles:?} {grouping:?} {p:?} {utilities:?} {tape:x?}"
        );
    }
    // Ilvento's algorithm must also agree, if its precision is within reach. It is slow, so only
    // some cases use it.
    if tape[0].is_multiple_of(4) {
        if let Ok(bits) = levels::empirical_precision(p.sampler.eta, p.range.span(), p.most) {
            let mut note = p.clone();
            note.sampler.fixed = Some(bits);
            let mut fast = Recorded::new(tape);
            let answer = note.select(utilities, &mut fast).unwrap();
            assert_eq!(
                (answer, fast.used()),
                expected,
                "{bits} bits {p:?} {utilities:?} {tape:x?}"
            );
        }
    }
    expected
}

pub(super) struct Cases(pub(super) Seeded);

impl Cases {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0.next().unwrap() % n
    }

    pub(super) fn mechanism(&mut self) -> Exponential {
        loop {
            let most = if self.below(4) == 0 { 63 } else { 6 };
            let y = 1 + self.below(most) as u32;
            let eta = Eta::new(self.0.next().unwrap() >> (64 - y), y, 1 + self.below(3) as u32);
            let min = self.below(20) as i64 - 10;
            let selection = Selection {
                rule: Rule::Exponential,
                min_retries: 1 + self.below(3) as u32,
                early_exit: self.below(2) == 0,
                empirical: false,
            };
            if let Ok(eta) = eta {
                return Exponential::new(
                    eta,
                    min,
                    min + 1 + self.below(30) as i64,
                    1000,
                    selection,
                )
                .unwrap();
            }
        }
    }

    pub(super) fn utilities(&mut self, p: &Exponential) -> Vec<f64> {
        let n = 1 + self.below(16);
        let fractional = self.below(3) == 0;
        let mut one = || {
            let whole = p.range.min as f64 - 2.0 + self.below(p.range.span() + 4) as f64;
            match self.below(12) {
                0 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324, -1e-300]
                    [self.below(6) as usize],
                _ if fractional => whole + (self.below(16) as f64) / 16.0,
                _ => whole,
            }
        };
        (0..n).map(|_| one()).collect()
    }

    fn tape(&mut self) -> Vec<u64> {
        let pattern = self.below(4);
        let word = |c: &mut Self| match pattern {
            // These simple words lie exactly on boundaries, or equal the digits of simple
            // fractions.
            0 => [0, u64::MAX, 1 << 63, 1 << 62, 3 << 62, 1, (1 << 63) - 1][c.below(7) as usize],
            _ => c.0.next().unwrap(),
        };
        (0..64).map(|_| word(self)).chain(std::iter::repeat_n(0x1234_5678_9abc_def0, 40)).collect()
    }
}

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in cases(include_str!("../../../vectors/exponential.txt")) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| fields[i].parse::<i64>().unwrap();
        let hex = |s: &&str| u64::from_str_radix(s, 16).unwrap();
        let eta = Eta::new(number(1) as u64, number(2) as u32, number(3) as u32).unwrap();
        let selection = Selection { min_retries: number(6) as u32, ..Selection::default() };
        let n = number(7) as usize;
        let p = Exponential::new(eta, number(4), number(5), n as u64, selection).unwrap();
        let utilities: Vec<f64> = fields[8..8 + n].iter().map(hex).map(f64::from_bits).collect();
        let tape: Vec<u64> = fields[10 + n..].iter().map(hex).collect();
        let expected = (number(8 + n) as usize, number(9 + n) as usize);
        assert_eq!(both(&p, &utilities, &tape), expected, "{}", fields[0]);
        checked += 1;
    }
    println!("{checked} vectors");
    assert!(checked >= 180);
}

/// The self test's expected answers agree with the reference.
#[test]
fn the_selections_of_the_self_test_are_those_of_the_reference() {
    let eta = Eta::new(3, 2, 1).unwrap();
    let p = Exponential::new(eta, -2, 6, 4, Selection::default()).unwrap();
    let selected = [0, 1, 2, 3, 4, 5, 6, 7].map(|call| {
        let mut tape = Seeded::new(2, call);
        let levels = p.range.levels(&[3.0, -1.0, -2.0, 0.5], &mut tape).unwrap();
        reference::select(eta, &levels, 64, 1, &mut tape).unwrap()
    });
    assert_eq!(selected, crate::self_test::SELECTED);
}

#[test]
fn fast_equals_reference_on_random_cases() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 40));
    let mut whole = 0;
    for _ in 0..100_000 {
        let p = cases.mechanism();
        let utilities = cases.utilities(&p);
        let tape = cases.tape();
        both(&p, &utilities, &tape);
        let rounded = p.range.levels(&utilities, &mut Seeded::new(1, 1)).unwrap();
        let total = whole_total(
            p.sampler.eta,
            &Levels::of_groups(rounded.iter().map(|l| (*l, 1)).collect()),
        );
        whole += u32::from(total.is_some_and(|t| t.is_power_of_two()));
    }
    println!("totals of exactly a power of two: {whole}");
    assert!(whole > 1000);
}

/// Draws that lie at or next to the boundaries between outcomes agree with the reference.
#[test]
fn fast_equals_reference_at_boundaries() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 41));
    let (mut checked, mut several) = (0, 0);
    while checked < 20_000 {
        let p = cases.mechanism();
        let utilities: Vec<f64> = cases.utilities(&p).iter().map(|u| u.round()).collect();
        if utilities.iter().any(|u| u.is_nan()) {
            continue;
        }
        let mut rounded = p.range.levels(&utilities, &mut Recorded::new(&[])).unwrap();
        rounded.sort_unstable();
        let span = rounded[rounded.len() - 1] - rounded[0];
        let bits = p.sampler.eta.tight_precision(span, rounded.len() as u64) as u32;
        let mut sum = rug::Float::with_val(bits, 0);
        let upto = 1 + cases.below(rounded.len() as u64) as usize;
        for level in &rounded[..upto] {
            sum += reference::weight(p.sampler.eta, level - rounded[0], bits).unwrap();
        }
        let mut total = sum.clone();
        for level in &rounded[upto..] {
            total += reference::weight(p.sampler.eta, level - rounded[0], bits).unwrap();
        }
        let exact = total.to_rational().unwrap();
        let log2 = (0..64).find(|k| exact <= (1u64 << k)).unwrap();
        // The tape begins with 64, 128 or 192 digits of the boundary, or of the number just below,
        // as a fraction of 2^log2. The digits of the next 40 words are all zeros or all ones.
        let words = 1 + cases.below(3) as usize;
        let scaled = (sum.to_rational().unwrap() >> log2 as u32) << (64 * words as u32);
        let mut d = scaled.floor().numer().clone();
        if cases.below(2) == 0 && d > 0 {
            d -= 1;
        }
        let mask = (rug::Integer::from(1) << (64 * words as u32)) - 1u32;
        d &= mask;
        let filler = if cases.below(2) == 0 { 0 } else { u64::MAX };
        let tape: Vec<u64> = (0..words)
            .rev()
            .map(|i| rug::Integer::from(&d >> (64 * i as u32)).to_u64_wrapping())
            .chain(std::iter::repeat_n(filler, 40))
            .chain((0..200).map(|_| cases.0.next().unwrap()))
            .collect();
        let (_, used) = both(&p, &utilities, &tape);
        several += u32::from(used > p.selection.min_retries as usize);
        checked += 1;
    }
    println!("needed further words: {several}");
    assert!(several > 1000);
}

/// With early exit a scan ends at the winner. Without early exit no scan ends early. This tests the
/// scans of groups, which quantiles and modes use.
#[test]
fn scans_end_early_only_if_told() {
    let eta = Eta::new(1, 1, 1).unwrap();
    let looked = |early_exit| {
        let selection = Selection { early_exit, ..Selection::DEFAULT };
        let p = Exponential::new(eta, 0, 4000, 1000, selection).unwrap();
        let seen = std::cell::Cell::new(0);
        let groups = (0..1000u64).map(|i| {
            seen.set(seen.get() + 1);
            // The first group wins, except with probability below 2^-3000.
            (if i == 0 { 0 } else { 3500 }, 1)
        });
        let (chosen, _) = p.select_group(groups, 1000, &mut Seeded::new(5, 6)).unwrap();
        assert_eq!(chosen, 0);
        seen.get()
    };
    assert_eq!(looked(false) - looked(true), 999);
}
