//! The selection against the reference on the same tape.

use super::super::block::Doubles;
use super::super::counts::Plan;
use super::super::*;
use crate::entropy::seeded::Seeded;
use crate::tape::{Recorded, Words};

/// The ways in which a selection may be computed, its own first.
fn ways(p: &Exponential, n: usize) -> Vec<(Option<Doubles>, Plan)> {
    let plans =
        [Plan::Dense((p.range() as usize).saturating_add(1)), Plan::Window(p.window as usize), Plan::Sorted];
    let short = |plan: &Plan| match plan {
        Plan::Dense(_) => p.range() < 1 << 12,
        Plan::Window(_) => p.window < 1 << 12,
        Plan::Sorted => true,
    };
    let plans = std::iter::once(p.plan(n as u64)).chain(plans.into_iter().filter(short));
    plans.flat_map(|plan| [(p.doubles, plan), (None, plan)]).collect()
}

/// The selection, in each of its ways, and the reference on the same tape: the same index, and the same number
/// of words read.
pub(super) fn both(p: &Exponential, utilities: &[f64], tape: &[u64]) -> (usize, usize) {
    let mut slow = Recorded::new(tape);
    let levels = p.levels(utilities, &mut slow).unwrap();
    let span = levels.iter().max().unwrap() - levels.iter().min().unwrap();
    let bits = p.eta.tight_precision(span, levels.len() as u64) as u32;
    let index = reference::select(p.eta, &levels, bits, p.choices.min_retries, &mut slow).unwrap();
    let expected = (index, slow.used());
    let mut fast = Recorded::new(tape);
    let answer = p.select(utilities, &mut fast).unwrap();
    assert_eq!((answer, fast.used()), expected, "{p:?} {utilities:?} {tape:x?}");
    for (doubles, plan) in ways(p, utilities.len()) {
        let mut fast = Recorded::new(tape);
        let answer = p.select_in(doubles, plan, utilities, &mut fast).unwrap();
        assert_eq!((answer, fast.used()), expected, "{doubles:?} {plan:?} {p:?} {utilities:?} {tape:x?}");
    }
    // The note's way, where its precision is within reach; slow, so not always.
    if tape[0].is_multiple_of(4) {
        if let Ok(bits) = fixed::empirical_precision(p.eta, p.range(), p.most) {
            let note = Exponential { fixed: Some(bits), ..p.clone() };
            let mut fast = Recorded::new(tape);
            let answer = note.select(utilities, &mut fast).unwrap();
            assert_eq!((answer, fast.used()), expected, "{bits} bits {p:?} {utilities:?} {tape:x?}");
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
            let choices = Choices {
                min_retries: 1 + self.below(3) as u32,
                optimize: self.below(2) == 0,
                empirical: false,
            };
            if let Ok(eta) = eta {
                return Exponential::new(eta, min, min + 1 + self.below(30) as i64, 1000, choices).unwrap();
            }
        }
    }

    pub(super) fn utilities(&mut self, p: &Exponential) -> Vec<f64> {
        let n = 1 + self.below(16);
        let fractional = self.below(3) == 0;
        let mut one = || {
            let whole = p.min as f64 - 2.0 + self.below(p.range() + 4) as f64;
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
            // Simple words meet boundaries, fractions and totals of a power of two exactly.
            0 => [0, u64::MAX, 1 << 63, 1 << 62, 3 << 62, 1, (1 << 63) - 1][c.below(7) as usize],
            _ => c.0.next().unwrap(),
        };
        (0..64).map(|_| word(self)).chain(std::iter::repeat_n(0x1234_5678_9abc_def0, 40)).collect()
    }
}

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in include_str!("../../../vectors/exponential-v1.txt").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| fields[i].parse::<i64>().unwrap();
        let hex = |s: &&str| u64::from_str_radix(s, 16).unwrap();
        let eta = Eta::new(number(1) as u64, number(2) as u32, number(3) as u32).unwrap();
        let choices = Choices { min_retries: number(6) as u32, ..Choices::default() };
        let n = number(7) as usize;
        let p = Exponential::new(eta, number(4), number(5), n as u64, choices).unwrap();
        let utilities: Vec<f64> = fields[8..8 + n].iter().map(hex).map(f64::from_bits).collect();
        let tape: Vec<u64> = fields[10 + n..].iter().map(hex).collect();
        let expected = (number(8 + n) as usize, number(9 + n) as usize);
        assert_eq!(both(&p, &utilities, &tape), expected, "{}", fields[0]);
        checked += 1;
    }
    assert!(checked >= 180);
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
        let rounded = p.levels(&utilities, &mut Seeded::new(1, 1)).unwrap();
        let total = p.whole_total(&levels::Levels::of_groups(rounded.iter().map(|l| (*l, 1)).collect()));
        whole += u32::from(total.is_some_and(|t| t.is_power_of_two()));
    }
    println!("totals of exactly a power of two: {whole}");
    assert!(whole > 1000);
}

/// Draws at and next to every cumulative boundary.
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
        let mut rounded = p.levels(&utilities, &mut Recorded::new(&[])).unwrap();
        rounded.sort_unstable();
        let span = rounded[rounded.len() - 1] - rounded[0];
        let bits = p.eta.tight_precision(span, rounded.len() as u64) as u32;
        let mut sum = rug::Float::with_val(bits, 0);
        let upto = 1 + cases.below(rounded.len() as u64) as usize;
        for level in &rounded[..upto] {
            sum += reference::weight(p.eta, level - rounded[0], bits).unwrap();
        }
        let mut total = sum.clone();
        for level in &rounded[upto..] {
            total += reference::weight(p.eta, level - rounded[0], bits).unwrap();
        }
        let exact = total.to_rational().unwrap();
        let log2 = (0..64).find(|k| exact <= (1u64 << k)).unwrap();
        // The boundary as a fraction of 2^K, to 64, 128 or 192 digits, then all zeros or all ones.
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
        several += u32::from(used > p.choices.min_retries as usize);
        checked += 1;
    }
    println!("needed further words: {several}");
    assert!(several > 1000);
}
