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

/// The exact -ln(digits/2^63) minus the result of `neg_ln`, in units of 2^-58.
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
        assert!((0.0..TRUNCATED as f64).contains(&s), "digits {digits:#x}: {s}");
        worst = worst.max(s);
    };
    for exponent in 16..63 {
        // Tests both ends of each table cell at each exponent, and random arguments between them.
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
        "neg_ln: worst shortfall {worst:.4} of {TRUNCATED} units of 2^-58, ratio {:.4}",
        worst / TRUNCATED as f64
    );
    assert!(worst > 0.5, "a bound that nothing comes near would prove nothing");
}

/// Returns the error of a logarithm, in units of 2^-58, for the U in the middle of the interval
/// that the known digits allow. Also checks the bound of Claim L3 at both ends of that interval.
fn checked(first: Logged, known: u32) -> f64 {
    let open = (first.log & 63) as u32;
    let logs = [first.log, first.log & !((1 << 14) - 1)];
    assert!(open <= 58);
    let digits = (first.word & (u64::MAX >> 1)) >> (63 - known);
    let at = |twice: u128| -(Float::with_val(300, twice) >> (known + 1)).ln() << FRACTION_BITS;
    let allowed = Float::with_val(300, ERROR) + (Float::with_val(300, 2) << open);
    for end in [2 * u128::from(digits), 2 * u128::from(digits) + 2] {
        // The claim says nothing about a word with too few digits after its leading zeros.
        for log in logs {
            assert!(
                open >= 57 || Float::with_val(300, at(end) - log).abs() < allowed,
                "{first:x?}"
            );
        }
    }
    Float::with_val(300, at(2 * u128::from(digits) + 1) - logs[1]).abs().to_f64()
}

/// Returns these words for each position of the leading 1: the smallest and the largest word, words
/// next to the number that is sqrt(2) times the smallest word, and random words.
fn words() -> Vec<u64> {
    let mut tape = crate::entropy::seeded::Seeded::new(21, 1);
    let mut next = || crate::tape::Words::next(&mut tape).unwrap();
    let mut words = vec![0, 1, u64::MAX, u64::MAX >> 1, 1 << 63];
    for exponent in 0..63 {
        let root = ((1u128 << (2 * exponent + 1)) as f64).sqrt() as u64;
        words.extend([
            1 << exponent,
            (2 << exponent) - 1,
            root - 1,
            root,
            root + 1,
            root + (1 << exponent >> 40),
        ]);
        words.extend((0..1000).map(|_| (1 << exponent) + (next() & ((1 << exponent) - 1))));
    }
    words.truncate(words.len() & !1);
    words
}

#[test]
fn the_advance_is_within_its_error() {
    let mut tape = crate::entropy::seeded::Seeded::new(21, 2);
    let mut worst: f64 = 0.0;
    for r in (-80..=80).chain([-2300, -1000, 1000, 2300]) {
        for i in 0..200u64 {
            let top = match i {
                0 => 1 << 63,
                1 => u64::MAX,
                _ => 1 << 63 | crate::tape::Words::next(&mut tape).unwrap(),
            };
            // The exact value at both ends of the interval that `top` leaves.
            for end in [u128::from(top), u128::from(top) + 1] {
                let x: Float = Float::with_val(300, end) << (r - 64i32);
                let q = (-Float::with_val(300, x.recip_ref())).exp();
                let exact = -Float::with_val(300, (1 + q) / 2u32).ln() << FRACTION_BITS;
                let off = Float::with_val(300, exact - advance(top, r)).abs().to_f64();
                assert!(off < ADVANCE_ERROR as f64, "{top} {r} {off}");
                worst = worst.max(off);
            }
        }
    }
    println!("advance: worst error {worst:.0} of {ADVANCE_ERROR} units of 2^-58");
    assert!(worst > 100.0);
}

#[test]
fn many_logarithms_at_once_are_within_their_error() {
    let words = words();
    let mut logs = vec![0; words.len()];
    bulk::logs(&words, &mut logs);
    let mut worst: f64 = 0.0;
    for (word, log) in words.iter().zip(&logs) {
        worst = worst.max(checked(Logged { word: *word, log: *log }, 52));
        // The sign bit does not matter.
        let mut other = [0];
        bulk::logs(&[word ^ (1 << 63)], &mut other);
        assert_eq!(other[0], *log);
    }
    println!("many logarithms: worst error {worst:.0} of {ERROR} units of 2^-58");
    assert!(worst < f64::from(1 << 14) && worst > f64::from(1 << 13));
}

#[test]
fn single_logarithms_are_within_the_same_error() {
    for word in words() {
        checked(Logged::of(word), 63);
    }
}

#[test]
fn words_without_digits_are_hopeless() {
    let mut logs = [0; 2];
    bulk::logs(&[0, 1 << 63], &mut logs);
    assert!(logs.iter().all(|log| log & 63 >= 57));
    assert!([0, 1, SMALLEST - 1].iter().all(|word| Logged::of(*word).log & 63 == 58));
    assert!(Logged::of(SMALLEST).log & 63 < 57);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vector_code_gives_the_same_bits() {
    let words = words();
    let (mut wide, mut plain) = (vec![0; words.len()], vec![0; words.len()]);
    bulk::logs(&words, &mut wide);
    bulk::logs_everywhere(&words, &mut plain);
    assert!(wide == plain);
}
