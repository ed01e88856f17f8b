use rug::{float::Round, ops::DivAssignRound, Float, Integer};

use super::table::{NEG_LN, RECIPROCAL};
use super::*;

/// `floor(2^bits · ln(a/b))` by MPFR.
fn floor_ln(a: u64, b: u64, bits: u32) -> Integer {
    let mut x = Float::with_val(400, a);
    x.div_assign_round(b, Round::Nearest);
    (x.ln() << bits).floor().to_integer().unwrap()
}

#[test]
fn every_constant_is_the_floor_of_its_definition() {
    assert_eq!(floor_ln(2, 1, 58), LN_2);
    for (i, c) in INVERSE.iter().enumerate() {
        assert_eq!(*c as u128, (1u128 << 64) / (i as u128 + 2));
    }
    for i in 0..256usize {
        let c = (1u64 << 25) / (257 + i as u64);
        assert_eq!(u64::from(RECIPROCAL[i]), c, "entry {i}");
        assert_eq!(floor_ln(c, 1 << 16, 64), NEG_LN[i], "entry {i}");
        assert_eq!(CELLS[i], (c << 47, NEG_LN[i]), "entry {i}");
    }
}

#[test]
fn the_reduced_argument_stays_below_2_to_the_minus_8() {
    for i in 0..256u128 {
        let c = u128::from(RECIPROCAL[i as usize]);
        let (low, high) = ((256 + i) << 55, ((257 + i) << 55) - 1);
        assert!(high * c <= 1 << 80, "t >= 0 in cell {i}");
        assert!((1u128 << 80) - low * c < 1 << 72, "t < 2^-8 in cell {i}");
    }
}

/// How far `neg_ln` is below the truth, in units of 2^-58.
fn shortfall(digits: u64) -> f64 {
    let (value, zeros) = neg_ln(digits);
    assert_eq!(zeros, digits.leading_zeros());
    let truth = -(Float::with_val(200, digits) >> 63u32).ln() << FRACTION_BITS;
    (truth - value).to_f64()
}

#[test]
fn the_error_bound_holds_against_mpfr() {
    let mut tape = crate::entropy::seeded::Seeded::new(20, 1);
    let mut next = || crate::tape::Words::next(&mut tape).unwrap();
    let mut worst: f64 = 0.0;
    let mut check = |digits: u64| {
        let s = shortfall(digits);
        assert!((0.0..ERROR as f64).contains(&s), "digits {digits:#x}: {s}");
        worst = worst.max(s);
    };
    for exponent in 16..63 {
        // Both ends of each table cell, at each exponent, and random arguments in between.
        for i in 0..256u64 {
            let cell = |numerator: u64| ((u128::from(numerator) << exponent) >> 8) as u64;
            check(cell(256 + i));
            check(cell(257 + i) - 1);
        }
        for _ in 0..2_000 {
            check(1 << exponent | next() >> (64 - exponent));
        }
    }
    println!(
        "neg_ln: worst shortfall {worst:.4} of {ERROR} units of 2^-58, ratio {:.4}",
        worst / ERROR as f64
    );
    assert!(worst > 0.5, "a bound that nothing comes near would prove nothing");
}
