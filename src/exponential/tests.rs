//! η2 against exact comparisons and MPFR at another precision.

use rug::{Float, Rational};

use super::*;
use crate::entropy::seeded::Seeded;
use crate::exact::Positive;
use crate::tape::{Recorded, Words};
use crate::Error;

fn positive(x: f64) -> Positive {
    Positive::from_f64(x).unwrap()
}

/// η2 at 1,000 bits: another precision than the library's.
fn value(eta: Eta) -> Float {
    let (x, y, z) = eta.parts();
    (Float::with_val(1000, y) - Float::with_val(1000, x).log2()) * z
}

/// The loss at 1,000 bits.
fn loss(eta: Eta, sensitivity: u32, monotonic: bool) -> Float {
    let factor = u64::from(sensitivity) * if monotonic { 1 } else { 2 };
    value(eta) * Float::with_val(1000, 2).ln() * factor
}

#[test]
fn bad_parameters_each_have_their_status() {
    for (x, y, z, error) in [
        (1, 0, 1, Error::EtaY),
        (1, 64, 1, Error::EtaY),
        (1, u32::MAX, 1, Error::EtaY),
        (0, 1, 1, Error::EtaX),
        (2, 1, 1, Error::EtaX),
        (1 << 32, 32, 1, Error::EtaX),
        (u64::MAX, 63, 1, Error::EtaX),
        (1, 1, 0, Error::EtaZ),
    ] {
        assert_eq!(Eta::new(x, y, z), Err(error), "{x} {y} {z}");
    }
    // y of 32 and more, where a u32 computation of 2^y wraps around.
    for y in [31, 32, 33, 62, 63] {
        assert!(Eta::new((1 << y) - 1, y, 1).is_ok());
    }
    assert_eq!(Loss::new(0, false), Err(Error::UtilitySensitivity));
    assert_eq!(Eta::new(12, 4, 5).unwrap().reduced(), Eta::new(3, 2, 5).unwrap());
}

#[test]
fn known_values() {
    let epsilon = |x, y, z, a, m| Eta::new(x, y, z).unwrap().epsilon(Loss::new(a, m).unwrap()).unwrap();
    let up = |x: f64| f64::from_bits(x.to_bits() + 1);
    // η2 = 1: 2 ln 2 and ln 2, rounded up.
    let ln2 = std::f64::consts::LN_2;
    assert_eq!(epsilon(1, 1, 1, 1, true), up(ln2));
    assert_eq!(epsilon(1, 1, 1, 1, false), up(2.0 * ln2));
    assert_eq!(epsilon(2, 2, 1, 1, true), up(ln2));
    assert_eq!(epsilon(1, 2, 3, 4, true), up(24.0 * ln2));
    // Precisions: the 24 bits against 10,022 of the note.
    let unit = Eta::new(1, 1, 1).unwrap();
    assert_eq!(unit.tight_precision(10, 10_000), 24);
    assert_eq!(unit.tight_precision(0, 1), 1);
    assert_eq!(Eta::new(4, 3, 2).unwrap().tight_precision(5, 1024), 20);
    assert_eq!(Eta::new(1, 63, u32::MAX).unwrap().tight_precision(u64::MAX, 2), u64::MAX);
}

fn random(words: &mut Seeded) -> Eta {
    loop {
        let y = 1 + (words.next().unwrap() % 63) as u32;
        let x = words.next().unwrap() >> (64 - y);
        let z = 1 + (words.next().unwrap() >> (33 + words.next().unwrap() % 31)) as u32;
        if let Ok(eta) = Eta::new(x, y, z) {
            return eta;
        }
    }
}

#[test]
fn the_loss_is_rounded_up_and_not_far() {
    let mut words = Seeded::new(crate::test_seed(), 30);
    for _ in 0..20_000 {
        let eta = random(&mut words);
        let sensitivity = 1 + (words.next().unwrap() >> 44) as u32;
        let monotonic = words.next().unwrap() & 1 == 1;
        let claimed = eta.epsilon(Loss::new(sensitivity.into(), monotonic).unwrap()).unwrap();
        let exact = loss(eta, sensitivity, monotonic);
        assert!(claimed >= exact);
        assert!(f64::from_bits(claimed.to_bits() - 1) < exact);
    }
}

/// By exact integer comparison: x is the smallest for its y, and no smaller y is near enough.
#[test]
fn the_rule_from_epsilon() {
    let mut words = Seeded::new(crate::test_seed(), 31);
    for i in 0..3_000 {
        let magnitude = (words.next().unwrap() % 60) as i32 - 50;
        let epsilon = (1.0 + (words.next().unwrap() >> 11) as f64 * 2f64.powi(-53)) * 2f64.powi(magnitude);
        let sensitivity = 1 + (words.next().unwrap() % 5) as u32;
        let monotonic = i % 2 == 0;
        let eta =
            Eta::from_epsilon(&positive(epsilon), Loss::new(sensitivity.into(), monotonic).unwrap()).unwrap();
        let (x, y, z) = eta.parts();
        assert!(loss(eta, sensitivity, monotonic) <= epsilon, "never above ε");
        assert!(x % 2 == 1);
        let factor = u64::from(sensitivity) * if monotonic { 1 } else { 2 };
        let most = Float::with_val(1000, epsilon) / Float::with_val(1000, 2).ln() / factor;
        let sixteenth = Float::with_val(1000, &most / 16u32).ceil();
        assert_eq!(z, sixteenth.to_integer().unwrap().to_u32().unwrap().max(1));
        let enough = |e: Eta| value(e) >= Float::with_val(1000, &most * (1.0 - 2f64.powi(-20)));
        // The best x for a given y: 2^(y - η*/z), rounded up.
        let best = |y: u32| {
            let power = Float::with_val(1000, y) - Float::with_val(1000, &most / z);
            let x = power.exp2().ceil().to_integer().unwrap().to_u64().unwrap();
            Eta::new(x.max(1), y, z)
        };
        let first = (1..=63).find(|y| best(*y).is_ok_and(enough)).unwrap_or(63);
        assert_eq!(eta, best(first).unwrap().reduced(), "ε = {epsilon}");
        assert!(y <= first);
    }
}

#[test]
fn epsilon_out_of_reach_is_refused() {
    let plain = Loss::new(1, false).unwrap();
    let from = |epsilon: f64| Eta::from_epsilon(&positive(epsilon), plain);
    assert_eq!(from(1e-19), Err(Error::Epsilon), "no x below 2^63 is near enough to it");
    assert_eq!(from(1e-300), Err(Error::Epsilon));
    assert_eq!(from(1e12), Err(Error::Epsilon), "z exceeds 32 bits");
    assert_eq!(from(f64::MAX), Err(Error::Epsilon));
    // The smallest that works: x = 2^63 - 1.
    let smallest = from(4e-19).unwrap();
    assert_eq!(smallest.parts(), ((1 << 63) - 1, 63, 1));
    assert!(from(1e10).is_ok());
}

/// Why the sensitivity is a whole number (SPEC section 2): utilities that differ by α = 1/10 may round to
/// integers 1 apart. Exact rationals, η2 = 1: one outcome moves from 9/10 to 1 while 400 rivals stay at 0, a
/// monotonic change, for which the formula without the ceiling allows 1·α·η2 = 0.1 bits.
#[test]
fn a_fractional_sensitivity_loses_more_than_it_says() {
    let half = Rational::from((1, 2));
    let chosen = |weight: &Rational| weight / (weight.clone() + 400u32);
    let probability = |utility: Rational| {
        let down = Rational::from(1 - &utility);
        down * chosen(&Rational::from(1)) + utility * chosen(&half)
    };
    let ratio = probability(Rational::from((9, 10))) / probability(Rational::from(1));
    let bits = Float::with_val(200, ratio).log2().to_f64();
    println!("loss {bits:.4} bits");
    assert!((bits - 0.137).abs() < 5e-4);
    assert!(bits > 0.1, "the formula without the ceiling fails");
    assert!(bits <= 1.0, "with the ceiling it holds");
}

/// Both implementations on the same tape: the same index, and the same number of words read.
fn both(p: &Exponential, utilities: &[f64], tape: &[u64]) -> (usize, usize) {
    let mut fast = Recorded::new(tape);
    let a = p.select(utilities.iter().copied(), &mut fast).unwrap();
    let mut slow = Recorded::new(tape);
    let levels: Vec<u64> = utilities.iter().map(|u| p.level(*u, &mut slow).unwrap()).collect();
    let span = levels.iter().max().unwrap() - levels.iter().min().unwrap();
    let bits = p.eta.tight_precision(span, levels.len() as u64) as u32;
    let b = reference::select(p.eta, &levels, bits, p.choices.min_retries, &mut slow).unwrap();
    assert_eq!((a, fast.used()), (b, slow.used()), "{p:?} {utilities:?} {tape:x?}");
    (a, fast.used())
}

struct Cases(Seeded);

impl Cases {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next().unwrap() % n
    }

    fn mechanism(&mut self) -> Exponential {
        loop {
            let most = if self.below(4) == 0 { 63 } else { 6 };
            let y = 1 + self.below(most) as u32;
            let eta = Eta::new(self.0.next().unwrap() >> (64 - y), y, 1 + self.below(3) as u32);
            let min = self.below(20) as i64 - 10;
            let choices = Choices { min_retries: 1 + self.below(3) as u32, optimize: self.below(2) == 0 };
            if let Ok(eta) = eta {
                return Exponential::new(eta, min, min + 1 + self.below(30) as i64, 1000, choices).unwrap();
            }
        }
    }

    fn utilities(&mut self, p: &Exponential) -> Vec<f64> {
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
fn fast_equals_reference_on_random_cases() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 40));
    let mut whole = 0;
    for _ in 0..100_000 {
        let p = cases.mechanism();
        let utilities = cases.utilities(&p);
        let tape = cases.tape();
        both(&p, &utilities, &tape);
        let rounded: Vec<u64> =
            utilities.iter().map(|u| p.level(*u, &mut Seeded::new(1, 1)).unwrap()).collect();
        let total = p.whole_total(&levels::Levels::of_outcomes(&rounded, p.range()).unwrap());
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
        let mut rounded: Vec<u64> =
            utilities.iter().map(|u| p.level(*u, &mut Recorded::new(&[])).unwrap()).collect();
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

/// SPEC section 2.2: the tight precision suffices, one bit less fails with an error, never a wrong output.
#[test]
fn the_tight_precision_is_tight() {
    for (x, y, z, range, outcomes) in
        [(3, 2, 1, 10u64, 7u64), (5, 3, 2, 6, 16), (65535, 16, 1, 8, 3), (1, 1, 1, 10, 9)]
    {
        let eta = Eta::new(x, y, z).unwrap();
        let bits = eta.tight_precision(range, outcomes) as u32;
        // The worst case: all but one outcome at the best level, one at the worst.
        let mut levels = vec![0; outcomes as usize - 1];
        levels.push(range);
        let select = |bits| reference::select(eta, &levels, bits, 1, &mut Seeded::new(1, 1));
        assert!(select(bits).is_ok(), "{x} {y} {z}");
        if x != 1 && (outcomes - 1).is_power_of_two() || outcomes == 7 {
            assert_eq!(select(bits - 1), Err(Error::Inexact), "{x} {y} {z}: {bits} bits");
        }
    }
}

/// Where the note's method would need 10^6 bits a weight, and more than all memory.
#[test]
fn large_ranges_work() {
    let unit = Eta::new(1, 1, 1).unwrap();
    let p = Exponential::new(unit, 0, 100_000, 1000, Choices::default()).unwrap();
    let utilities = (0..1000).map(|i| f64::from(i * 100));
    assert_eq!(p.select(utilities, &mut Seeded::new(1, 1)).unwrap(), 0);
    let fine = Eta::new((1 << 63) - 1, 63, u32::MAX).unwrap();
    let p = Exponential::new(fine, i64::MIN, i64::MAX, MOST, Choices::default()).unwrap();
    assert_eq!(p.precision(), u64::MAX);
    let spread = (0..1000).map(|i| f64::from(i) * 1e12);
    assert!(p.select(spread, &mut Seeded::new(1, 2)).unwrap() < 1000);
    let p =
        Exponential::new(Eta::new((1 << 63) - 1, 63, 1).unwrap(), 0, 100_000, 1_000_000, Choices::default())
            .unwrap();
    let many = (0..1_000_000u32).map(|i| f64::from(i % 100_001));
    assert!(p.select(many, &mut Seeded::new(1, 3)).unwrap() < 1_000_000);
}

const MOST: u64 = params::MOST_OUTCOMES;

#[test]
fn broken_sources_and_bad_parameters_are_refused() {
    let unit = Eta::new(1, 1, 1).unwrap();
    let new = |min, max, most, min_retries| {
        Exponential::new(unit, min, max, most, Choices { min_retries, optimize: false }).map(|_| ())
    };
    assert_eq!(new(1, 1, 5, 1), Err(Error::UtilityRange));
    assert_eq!(new(2, 1, 5, 1), Err(Error::UtilityRange));
    assert_eq!(new(0, 1, 0, 1), Err(Error::MaxOutcomes));
    assert_eq!(new(0, 1, MOST + 1, 1), Err(Error::MaxOutcomes));
    assert_eq!(new(0, 1, 5, 0), Err(Error::MinRetries));
    let p = Exponential::new(unit, 0, 9, 3, Choices::default()).unwrap();
    let select = |u: &[f64]| p.select(u.iter().copied(), &mut Seeded::new(1, 1));
    assert_eq!(select(&[]), Err(Error::Empty));
    assert_eq!(select(&[0.0; 4]), Err(Error::Outcomes));
    // Three equal outcomes: a quarter of all draws is rejected, and a tape of ones always.
    let ones = [u64::MAX; 5000];
    let mut tape = Recorded::new(&ones);
    assert_eq!(p.select([0.0; 3].into_iter(), &mut tape), Err(Error::Entropy));
    assert_eq!(tape.used(), 4096);
    // Four make a total of 2^2, which rejects nothing.
    let p = Exponential::new(unit, 0, 9, 4, Choices::default()).unwrap();
    assert_eq!(p.select([0.0; 4].into_iter(), &mut Recorded::new(&ones)), Ok(3));
    let groups = |g: &[(i64, u64)]| p.select_counted(g.iter().copied(), &mut Seeded::new(1, 1));
    assert_eq!(groups(&[(0, 0), (1, 0)]), Err(Error::Empty));
    assert_eq!(groups(&[(0, 3), (1, 2)]), Err(Error::Outcomes));
    assert_eq!(groups(&[(0, u64::MAX), (1, 2)]), Err(Error::Outcomes));
    assert_eq!(groups(&[(0, 0), (1, 2), (2, 0)]), Ok(1));
}

/// Weights of 31,500 bits, draws next to a boundary: the deepest exact computation fits into the reserved memory.
#[test]
fn deep_draws_fit_into_the_reserved_memory() {
    let eta = Eta::new((1 << 63) - 1, 63, 1).unwrap();
    let p = Exponential::new(eta, 0, 500, 3, Choices::default()).unwrap();
    // The second boundary lies at (1 + w)/4 of 2^K, about 250 units of 2^-64 below one half.
    for below in 240..260 {
        for next in [0, 1 << 63, u64::MAX] {
            let mut tape = vec![(1 << 63) - below];
            tape.extend([next; 600]);
            both(&p, &[0.0, 500.0, 500.0], &tape);
        }
    }
    // A boundary that takes all digits: the words follow the exact value to its end.
    let levels = levels::Levels::of_outcomes(&[0, 500, 500], 500).unwrap();
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

/// A whole total whose weights need more digits than the cheap ends keep: 1 + w + 2^40·w² = 2^40 with
/// w = 1 - 2^-40. Taken for more, 2^K would double, and a tape of ones be rejected for ever.
#[test]
fn a_total_of_a_power_of_two_beyond_the_cheap_digits() {
    let eta = Eta::new((1 << 40) - 1, 40, 1).unwrap();
    let p = Exponential::new(eta, 0, 2, MOST, Choices::default()).unwrap();
    let groups = [(0i64, 1u64), (1, 1), (2, 1 << 40)];
    let levels = levels::Levels::of_groups(vec![(0, 1), (1, 1), (2, 1 << 40)]);
    assert_eq!(p.whole_total(&levels), Some(1 << 40));
    let ones = [u64::MAX; 5000];
    let mut tape = Recorded::new(&ones);
    assert_eq!(p.select_counted(groups.into_iter(), &mut tape), Ok(2));
    assert!(tape.used() < 10);
    // One outcome fewer: not whole, and not a power of two.
    let fewer = levels::Levels::of_groups(vec![(0, 1), (1, 1), (2, (1 << 40) - 1)]);
    assert_eq!(p.whole_total(&fewer), None);
}
