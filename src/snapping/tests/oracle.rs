//! Compares releases with the test vectors of an independent oracle, and the cheap path with the
//! reference on random tapes.

use super::*;
use crate::exact::Positive;
use crate::tape::cases;

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in cases(include_str!("../../../vectors/snapping.txt")) {
        let mut fields = line.split_whitespace();
        let name = fields.next().unwrap();
        let fields: Vec<&str> = fields.collect();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        let x: Vec<f64> = fields[..6].iter().map(|s| f64::from_bits(hex(s))).collect();
        let used: usize = fields[6].parse().unwrap();
        let tape: Vec<u64> = fields[7..].iter().map(|s| hex(s)).collect();
        let p = mechanism(x[0], x[1], x[2], x[3]).unwrap();
        let got = double(&p, x[4], &tape);
        assert_eq!(got, (x[5].to_bits(), used), "{name}");
        checked += 1;
    }
    println!("{checked} vectors");
    assert!(checked > 800);
}

#[test]
fn float_vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in cases(include_str!("../../../vectors/snapping-float.txt")) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        let bits = Precision::bits(fields[1].parse().unwrap()).unwrap();
        let x: Vec<f64> = fields[2..7].iter().map(|s| f64::from_bits(hex(s))).collect();
        let used: usize = fields[7].parse().unwrap();
        let tape: Vec<u64> = fields[8..].iter().map(|s| hex(s)).collect();
        let p = Snapping::with_precision(x[0], x[1], x[2], None, bits).unwrap();
        let got = double(&p, x[3], &tape);
        assert_eq!(got, (x[4].to_bits(), used), "{}", fields[0]);
        checked += 1;
    }
    println!("{checked} vectors");
    assert!(checked > 600);
}

#[test]
fn the_committed_streams_of_seeds() {
    let mut checked = 0;
    for line in include_str!("../../../vectors/snapping.txt").lines() {
        let Some(rest) = line.strip_prefix("#seeded ") else { continue };
        let numbers: Vec<u64> =
            rest.split(' ').map(|s| u64::from_str_radix(s, 16).unwrap()).collect();
        let mut tape = Seeded::new(numbers[0], numbers[1]);
        for word in &numbers[2..] {
            assert_eq!(tape.next().unwrap(), *word);
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}

#[test]
fn cheap_path_equals_reference_on_a_million_tapes() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 7));
    let mut decided = 0u64;
    let n = 1_000_000 * effort();
    let mut p = cases.mechanism();
    for i in 0..n {
        if i % 8 == 0 {
            p = cases.mechanism();
        }
        let value = cases.value(&p);
        let f = Snapping::enter(value);
        let tape: [u64; 4] = std::array::from_fn(|_| cases.word());
        double(&p, value, &tape);
        if p.suits_integers().is_ok() {
            both(&p, &f, Target::Integer, &tape);
        }
        decided += u64::from(p.decide_f64(value, Logged::of(tape[0])).is_some());
    }
    println!("cheap path decided {decided} of {n} random cases of every kind");
    assert!(decided > n / 2, "the comparison must be about the cheap path");
}

/// Tests cases that doubles and ordinary grids never reach: values of 126 bits, which the sums of
/// states can have; λ/G from 2^-120 to 2^80; and first words with few digits of U.
#[test]
fn cheap_path_equals_reference_on_wide_values_and_scales() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 10));
    let (mut decided, n) = (0u64, 300_000 * effort());
    for _ in 0..n {
        let epsilon = Positive::from_f64(cases.double(-20, 20)).unwrap();
        let length = cases.below(64) as u32;
        let sensitivity = Positive { mantissa: u128::from(cases.word() >> length), exponent: 0 };
        if sensitivity.mantissa == 0 {
            continue;
        }
        let finer = cases.below(200) as i32 - 80;
        let p =
            Snapping::exact(epsilon, sensitivity, f64::INFINITY, |natural| Some(natural + finer))
                .unwrap();
        let wide = (i128::from(cases.word() as i64) << 62 | i128::from(cases.word() >> 2))
            >> cases.below(126);
        let f = Dyadic { mantissa: wide, exponent: cases.below(40) as i32 - 20 };
        let digits = match cases.below(3) {
            0 => (1 << 16) + cases.below(1 << 14),
            1 => cases.word() >> (1 + cases.below(47)),
            _ => cases.word() >> 1,
        };
        let tape = [cases.below(2) << 63 | digits, cases.word(), cases.word(), cases.word()];
        both(&p, &f, Target::Double, &tape);
        if p.suits_integers().is_ok() {
            both(&p, &f, Target::Integer, &tape);
        }
        decided += u64::from(p.decide(&f, Target::Double, Logged::of(tape[0])).is_some());
    }
    println!("cheap path decided {decided} of {n} wide cases");
    assert!(decided > n / 4);
}

/// Here values, bounds and grids are subnormal doubles, or close to subnormal.
#[test]
fn cheap_path_equals_reference_at_the_smallest_doubles() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 21));
    let (mut decided, n) = (0u64, 100_000 * effort());
    for _ in 0..n {
        let grid = f64::from_bits(1 << cases.below(52)) * 2f64.powi(cases.below(60) as i32);
        let lambda = grid * (0.5 + cases.below(512) as f64 / 1024.0);
        let bound = grid * (1 + cases.below(1 << 20)) as f64;
        let Ok(p) = mechanism(1.0, lambda, bound, grid) else { continue };
        let value = match cases.below(3) {
            0 => f64::from_bits(cases.below(1 << 20)),
            1 => f64::from_bits(cases.below(bound.to_bits() + 10)),
            _ => -f64::from_bits(cases.below(bound.to_bits() + 10)),
        };
        let tape: [u64; 4] = std::array::from_fn(|_| cases.word());
        double(&p, value, &tape);
        decided += u64::from(p.decide_f64(value, Logged::of(tape[0])).is_some());
    }
    println!("cheap path decided {decided} of {n} among the smallest doubles");
    assert!(decided > n / 2);
}

/// On this coarse grid the fixed-point scale shifts out all digits of the noise. The noise must
/// still not be rounded up. This is a regression test.
#[test]
fn a_noise_below_the_last_place_is_not_rounded_up() {
    let epsilon = Positive { mantissa: 65, exponent: 0 };
    let one = Positive { mantissa: 1, exponent: 0 };
    let p = Snapping::exact(epsilon, one, f64::INFINITY, |_| Some(65)).unwrap();
    let f = Dyadic { mantissa: i128::from(u64::MAX), exponent: 0 };
    assert_eq!(both(&p, &f, Target::Integer, &[1 << 63 | 1 << 16, 0, 0]).0, 0);
}
