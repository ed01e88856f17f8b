//! Tests above-threshold on the vectors of an independent oracle, and on tapes that never decide.

use super::super::above::AboveThreshold;
use super::super::reference::above as reference;
use super::super::*;
use super::flip_vectors::{Fields, Same};
use crate::exact::Positive;
use crate::tape::{cases, Recorded};

fn eta(fields: &mut Fields) -> Eta {
    Eta::new(fields.number() as u64, fields.number() as u32, fields.number() as u32).unwrap()
}

/// Whether exact weights of these parameters are short enough for the reference.
fn is_short((aim, eta): (u64, Eta)) -> bool {
    let bits = |eta: Eta, gap: u64| {
        let (_, y, z) = eta.parts();
        gap.saturating_mul(u64::from(y) * u64::from(z))
    };
    eta.units(64).unwrap() < 400 && bits(eta, aim.saturating_add(1000)) < 1 << 18
}

#[test]
fn vectors_of_the_independent_oracle() {
    let (mut all, mut short, mut open) = (0, 0, 0);
    for line in cases(include_str!("../../../vectors/above-threshold.txt")) {
        let mut fields = Fields(line.split(' '));
        let name = fields.0.next().unwrap();
        let eta = eta(&mut fields);
        let aim = fields.count();
        let runs: Vec<(u64, u64)> =
            (0..fields.number()).map(|_| (fields.count(), fields.count())).collect();
        let expected = (fields.count(), fields.number() as usize);
        let tape = fields.tape();
        let n = runs.iter().map(|(_, many)| many).sum();
        let own = AboveThreshold::of_parts(aim, eta).unwrap();
        let mut fast = Recorded::new(&tape);
        let place = own.first(runs.iter().copied(), n, &mut fast).unwrap();
        let place = place.unwrap_or(n - 1);
        assert_eq!((place, fast.used()), expected, "{name}");
        // The counts are also passed one by one instead of as runs.
        let each: Vec<u64> = runs
            .iter()
            .flat_map(|(rows, many)| std::iter::repeat_n(*rows, *many as usize))
            .collect();
        let mut fast = Recorded::new(&tape);
        let place = own.first(each.iter().map(|rows| (*rows, 1)), n, &mut fast).unwrap();
        let place = place.unwrap_or(n - 1);
        assert_eq!((place, fast.used()), expected, "{name}, one by one");
        if is_short((aim, eta)) {
            let mut slow = Recorded::new(&tape);
            let place = reference::first((aim, eta), &each, &mut slow).unwrap();
            let place = place.map_or(n - 1, |place| place as u64);
            assert_eq!((place, slow.used()), expected, "{name}, the reference");
            short += 1;
        }
        all += 1;
        open += usize::from(expected.1 as u64 > n + 1);
    }
    println!("{all} vectors, {short} for the reference, {open} with further words");
    assert!(all >= 600 && short >= 300 && open >= 250);
}

/// Both η and K follow from ε as in the oracle.
#[test]
fn parameters_of_the_independent_oracle() {
    let mut compared = 0;
    for line in include_str!("../../../vectors/extremes.txt").lines() {
        let Some(rest) = line.strip_prefix("#parameters ") else { continue };
        let mut fields = Fields(rest.split(' '));
        let epsilon = Positive::from_f64(f64::from_bits(fields.word())).unwrap();
        let loss = AboveThreshold::loss(fields.count()).unwrap();
        let n = fields.count();
        let expected = (eta(&mut fields), fields.count());
        let own = Eta::from_epsilon(&epsilon, loss).unwrap();
        let (aim, own) = AboveThreshold::new(own, n, 8).unwrap().parts();
        assert_eq!((own, aim), expected, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 200);
}

/// The last of 32,768 digits may still decide. If it does not, the source counts as broken.
#[test]
fn digits_end() {
    const DIGITS: usize = 32768;
    const WORDS: usize = DIGITS / 64;
    let half = Eta::new(1, 1, 1).unwrap();
    let run = |aim, rows, word, until, other| {
        let own = AboveThreshold::of_parts(aim, half).unwrap();
        let mut tape = Same { word, until, other, used: 0 };
        (own.first([(rows, 2)].into_iter(), 2, &mut tape).ok().flatten(), tape.used)
    };
    // These cases test the noise of the threshold. If the last digit is 1 after 32,767 zeros, the
    // noise is 32,767 units. A count of 8,193 rows is 32,772 units, which exceed K = 2 plus this
    // noise by 3. So the first coin has the weight 1 and shows heads. Each of the two coins reads
    // one word.
    assert_eq!(run(2, 8193, 0, WORDS - 1, 1), (Some(0), WORDS + 2));
    assert_eq!(run(2, 8193, 0, WORDS, 1), (None, WORDS));
    assert_eq!(run(2, 8193, 0, usize::MAX, 1), (None, WORDS));
    // These cases test coins. The first word makes the noise 0, so the gap is K. If K = 32,768, a
    // coin with words of zeros shows heads at the last digit. If K is larger by 1, the coin stays
    // undecided.
    let coin = |aim| {
        let own = AboveThreshold::of_parts(aim, half).unwrap();
        let mut tape = vec![1 << 63];
        tape.extend(vec![0; 4 * WORDS]);
        let mut tape = Recorded::new(&tape);
        (own.first([(0, 2)].into_iter(), 2, &mut tape).ok().flatten(), tape.used())
    };
    assert_eq!(coin(DIGITS as u64), (Some(0), 1 + 2 * WORDS));
    assert_eq!(coin(DIGITS as u64 + 1), (None, 1 + 2 + (WORDS - 1)));
}
