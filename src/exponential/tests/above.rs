//! Tests that above-threshold agrees with its reference on the same tape.

use super::super::above::AboveThreshold;
use super::super::reference::above;
use super::super::*;
use super::equality::Cases;
use crate::entropy::seeded::Seeded;
use crate::tape::{Recorded, Words};
use crate::Error;

fn eta(cases: &mut Cases) -> Eta {
    loop {
        let most = if cases.below(4) == 0 { 63 } else { 6 };
        let y = 1 + cases.below(most) as u32;
        let z = 1 + cases.below(2) as u32;
        if let Ok(eta) = Eta::new(cases.0.next().unwrap() >> (64 - y), y, z) {
            // With a large η the exact weights of the noise are fast to compute.
            if eta.units(64).unwrap() < 400 {
                return eta;
            }
        }
    }
}

#[test]
fn answers_are_those_of_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 70));
    let (mut noisy, mut none, mut further) = (0, 0, 0);
    for case in 0..20_000 {
        let n = if case % 8 == 0 { 60 + cases.below(80) } else { 1 + cases.below(8) };
        let own = AboveThreshold::new(eta(&mut cases), n, [1, 8, 30][case % 3]).unwrap();
        // The counts grow from the first candidate on. They are given as runs to the library, and
        // one by one to the reference.
        let (mut runs, mut counts, mut rows) = (Vec::new(), Vec::new(), 0);
        while (counts.len() as u64) < n {
            let many = (1 + cases.below(10)).min(n - counts.len() as u64);
            runs.push((rows, many));
            counts.extend(std::iter::repeat_n(rows, many as usize));
            rows += cases.below(4);
        }
        let mut words: Vec<u64> = (0..n + 300).map(|_| cases.0.next().unwrap()).collect();
        match cases.below(4) {
            // The first word lies at or near a boundary between two values of the noise.
            0 => {
                let (_, eta) = own.parts();
                let mut weight = rug::Rational::from(1);
                let (x, y, z) = eta.parts();
                for _ in 0..(1 + cases.below(20)) * u64::from(z) {
                    weight *= x;
                    weight >>= y;
                }
                let d = rug::Integer::from((weight << 64u32).floor_ref());
                words[0] = (d + cases.below(3) - 1u32).to_u64_wrapping();
            }
            // The first 16 digits of every coin are ones.
            1 => words[1..].iter_mut().for_each(|word| *word |= 0xffff << 48),
            2 => words[0] >>= cases.below(64),
            _ => (),
        }
        let mut slow = Recorded::new(&words);
        let expected = above::first(own.parts(), &counts, &mut slow).unwrap();
        let mut fast = Recorded::new(&words);
        let answer = own.first(runs.iter().copied(), n, &mut fast).unwrap();
        assert_eq!(
            (answer, fast.used()),
            (expected.map(|place| place as u64), slow.used()),
            "{:?} {counts:?}",
            own.parts()
        );
        noisy += usize::from(expected.is_some_and(|place| counts[place] == 0));
        none += usize::from(answer.is_none());
        further += usize::from(fast.used() as u64 > n + 1);
    }
    println!("without rows {noisy}, none {none}, further words {further}");
    assert!(noisy > 100 && none > 500 && further > 100);
}

/// K is the smallest number with 2^bits·n·w^K <= 1 + w, compared with exact rationals. With three
/// candidates and w = 1/2 both sides are equal.
#[test]
fn the_smallest_aim() {
    let mut equal = 0;
    for (x, y, z) in [(1, 1, 1), (1, 2, 1), (1, 3, 2), (3, 2, 1), (7, 3, 2), (65535, 16, 1)] {
        let eta = Eta::new(x, y, z).unwrap();
        let numbers = [1, 2, 3, 4, 5, 6, 9, 10, 17, 64, 65, 101, 10_001, (1 << 20) + 3];
        for (n, bits) in numbers.into_iter().flat_map(|n| [(n, 8), (n, 30)]) {
            let (k, _) = AboveThreshold::new(eta, n, bits).unwrap().parts();
            let weight = |u: u64| {
                let power = u32::try_from(u * u64::from(z)).unwrap();
                let top = rug::Integer::from(rug::Integer::u_pow_u(x as u32, power));
                rug::Rational::from(top) >> (y * power)
            };
            let most: rug::Rational = 1 + weight(1);
            let left = |u| (weight(u) * n) << bits;
            assert!(left(k) <= most, "{x} {y} {z} {n} {bits}");
            assert!(k == 2 || left(k - 1) > most, "{x} {y} {z} {n} {bits}");
            equal += u32::from(left(k) == most);
        }
    }
    assert!(equal >= 6, "{equal}");
}

#[test]
fn what_is_out_of_reach() {
    let least = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let usual = Eta::new(1, 1, 1).unwrap();
    assert_eq!(AboveThreshold::new(least, 5, 8).map(|_| ()), Err(Error::SelectionEpsilon));
    assert_eq!(AboveThreshold::loss(1 << 62).map(|_| ()), Err(Error::UtilitySensitivity));
    assert!(AboveThreshold::loss(1 << 61).is_ok());
    // On a tape of zeros the noise of the threshold may be arbitrarily large, however many digits
    // are read. So the source counts as broken.
    let own = AboveThreshold::new(usual, 2, 8).unwrap();
    let zeros = vec![0; 1000];
    assert_eq!(own.first([(5, 2)].into_iter(), 2, &mut Recorded::new(&zeros)), Err(Error::Entropy));
}
