//! Tests that permute-and-flip gives the answers of an independent oracle on the oracle's vectors,
//! and that it fails, instead of reading for ever, on tapes that never decide.

use super::super::params::Rule;
use super::super::reference::flip;
use super::super::*;
use crate::tape::{cases, Recorded, Words};
use crate::Error;

fn mechanism(eta: Eta, min: i64, max: i64, most: u64) -> Exponential {
    let selection = Selection { rule: Rule::PermuteAndFlip, ..Selection::DEFAULT };
    Exponential::new(eta, min, max, most, selection).unwrap()
}

/// Reads the fields that follow the name at the start of a line, one after another.
pub(super) struct Fields<'a>(pub std::str::Split<'a, char>);

impl Fields<'_> {
    pub fn number(&mut self) -> i64 {
        self.0.next().unwrap().parse().unwrap()
    }

    /// An unsigned 64-bit number.
    pub fn count(&mut self) -> u64 {
        self.0.next().unwrap().parse().unwrap()
    }

    pub fn word(&mut self) -> u64 {
        u64::from_str_radix(self.0.next().unwrap(), 16).unwrap()
    }

    pub fn tape(self) -> Vec<u64> {
        self.0.map(|word| u64::from_str_radix(word, 16).unwrap()).collect()
    }
}

#[test]
fn vectors_of_the_independent_oracle() {
    let (mut each, mut grouped) = (0, 0);
    for line in cases(include_str!("../../../vectors/permute-and-flip.txt")) {
        let mut fields = Fields(line.split(' '));
        let name = fields.0.next().unwrap();
        let eta = Eta::new(fields.number() as u64, fields.number() as u32, fields.number() as u32)
            .unwrap();
        let (min, max, n) = (fields.number(), fields.number(), fields.number());
        if name.starts_with("plain/") {
            plain(name, eta, (min, max), n, fields);
            each += 1;
        } else {
            groups(name, eta, (min, max), n, fields);
            grouped += 1;
        }
    }
    println!("{} vectors", each + grouped);
    assert!(each >= 180 && grouped >= 180);
}

fn plain(name: &str, eta: Eta, (min, max): (i64, i64), n: i64, mut fields: Fields) {
    let utilities: Vec<f64> = (0..n).map(|_| f64::from_bits(fields.word())).collect();
    let expected = (fields.number() as usize, fields.number() as usize);
    let tape = fields.tape();
    let p = mechanism(eta, min, max, n as u64);
    let mut slow = Recorded::new(&tape);
    let levels = p.range.levels(&utilities, &mut slow).unwrap();
    let index = flip::select(eta, &levels, &mut slow).unwrap();
    assert_eq!((index, slow.used()), expected, "{name}, the reference");
    let mut fast = Recorded::new(&tape);
    let index = p.select(&utilities, &mut fast).unwrap();
    assert_eq!((index, fast.used()), expected, "{name}");
    // Without blocks, each outcome is rounded separately.
    let mut fast = Recorded::new(&tape);
    let index = p.select_in(None, p.grouping(n as u64), &utilities, &mut fast).unwrap();
    assert_eq!((index, fast.used()), expected, "{name}, without doubles");
    let integers: Vec<i64> = utilities.iter().map(|u| *u as i64).collect();
    if integers.iter().zip(&utilities).all(|(i, u)| *i as f64 == *u) {
        let mut fast = Recorded::new(&tape);
        let index = p.select_counted(&integers, None, &mut fast).unwrap();
        assert_eq!((index, fast.used()), expected, "{name}, integers");
    }
}

fn groups(name: &str, eta: Eta, (min, max): (i64, i64), n: i64, mut fields: Fields) {
    let groups: Vec<(i64, u64)> =
        (0..n).map(|_| (fields.number(), fields.number() as u64)).collect();
    let expected = (fields.number() as usize, fields.number() as usize);
    let (member, used_then) = (fields.number() as u64, fields.number() as usize);
    let tape = fields.tape();
    let p = mechanism(eta, min, max, groups.iter().map(|(_, many)| many).sum());
    let levels: Vec<(u64, u64)> =
        groups.iter().map(|(u, many)| (p.range.level(*u), *many)).collect();
    let mut slow = Recorded::new(&tape);
    let chosen = flip::select_member(eta, &levels, &mut slow).unwrap();
    assert_eq!((chosen, slow.used()), ((expected.0, member), used_then), "{name}, the reference");
    let (utilities, many): (Vec<i64>, Vec<u64>) = groups.iter().copied().unzip();
    let mut fast = Recorded::new(&tape);
    let index = p.select_counted(&utilities, Some(&many), &mut fast).unwrap();
    assert_eq!((index, fast.used()), expected, "{name}");
    let mut fast = Recorded::new(&tape);
    let chosen = p.select_group(groups.iter().copied(), n as u64, &mut fast).unwrap();
    assert_eq!((chosen, fast.used()), ((expected.0, member), used_then), "{name}, with a member");
}

/// A tape that returns `word` the first `until` times, and `other` after that.
pub(super) struct Same {
    pub word: u64,
    pub until: usize,
    pub other: u64,
    pub used: usize,
}

impl Words for Same {
    fn next(&mut self) -> Result<u64, Error> {
        self.used += 1;
        Ok(if self.used > self.until { self.other } else { self.word })
    }
}

/// The last of 32,768 digits may still decide. If it does not, the source counts as broken.
#[test]
fn digits_end() {
    const DIGITS: usize = 32768;
    const WORDS: usize = DIGITS / 64;
    let half = Eta::new(1, 1, 1).unwrap();
    let p = mechanism(half, 0, 1 << 20, 1 << 20);
    let run = |p: &Exponential, utilities: &[f64], word, until, other| {
        let mut tape = Same { word, until, other, used: 0 };
        (p.select(utilities, &mut tape).ok(), tape.used)
    };
    // These cases test coins. If the weight is 2^-32768, a coin with 32,768 digits of zeros shows
    // heads. If the weight is half as large, the coin stays undecided.
    assert_eq!(run(&p, &[0.0, DIGITS as f64], 0, usize::MAX, 0), (Some(0), 2 + (WORDS - 1) + 1));
    assert_eq!(run(&p, &[0.0, DIGITS as f64 + 1.0], 0, usize::MAX, 0), (None, 2 + (WORDS - 1)));
    assert_eq!(run(&p, &[0.0, 1e6], 0, usize::MAX, 0), (None, 2 + (WORDS - 1)));
    // These cases test picks among three outcomes. A pick draws a uniform number V, whose words
    // here repeat the binary digits of 1/3: in all words that may be read, in all but the last, or
    // in all but the last two.
    let third = u64::MAX / 3;
    for (until, other, expected) in [
        (3 + WORDS - 2, 0, (Some(0), 3 + WORDS - 1)),
        (3 + WORDS - 1, third + 1, (Some(1), 3 + WORDS)),
        (3 + WORDS - 1, third - 1, (Some(0), 3 + WORDS)),
        (3 + WORDS, third + 1, (None, 3 + WORDS)),
    ] {
        assert_eq!(run(&p, &[1.0, 1.0, 1.0], third, until, other), expected);
    }
    // These cases test groups. The weight is 1, whose digits are all 1 in the expansion that does
    // not end in zeros.
    for (until, many, expected) in [
        (DIGITS - 1, 1, (Some(0), DIGITS + 1)),
        (DIGITS, 1, (None, DIGITS)),
        (2 * DIGITS, 65, (None, 2 * DIGITS)),
    ] {
        let mut tape = Same { word: u64::MAX, until, other: 0, used: 0 };
        assert_eq!((p.select_counted(&[5], Some(&[many]), &mut tape).ok(), tape.used), expected);
    }
}
