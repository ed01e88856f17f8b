//! Vectors of the independent oracle, and the cheap path against the reference on random tapes.

use super::*;

#[test]
fn vectors_of_the_independent_oracle() {
    let mut checked = 0;
    for line in include_str!("../../../vectors/snapping-v1.txt").lines() {
        let mut fields = line.split_whitespace();
        let name = fields.next().unwrap();
        if name.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = fields.collect();
        let hex = |s: &str| u64::from_str_radix(s, 16).unwrap();
        let x: Vec<f64> = fields[..6].iter().map(|s| f64::from_bits(hex(s))).collect();
        let used: usize = fields[6].parse().unwrap();
        let tape: Vec<u64> = fields[7..].iter().map(|s| hex(s)).collect();
        let p = mechanism(x[0], x[1], x[2], x[3]).unwrap();
        let got = both(&p, &Snapping::enter(x[4]), Target::Double, &tape);
        assert_eq!(got, (x[5].to_bits(), used), "{name}");
        checked += 1;
    }
    assert!(checked > 800);
}

#[test]
fn the_committed_streams_of_seeds() {
    let mut checked = 0;
    for line in include_str!("../../../vectors/snapping-v1.txt").lines() {
        let Some(rest) = line.strip_prefix("#seeded ") else { continue };
        let numbers: Vec<u64> = rest.split(' ').map(|s| u64::from_str_radix(s, 16).unwrap()).collect();
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
        let f = Snapping::enter(cases.value(&p));
        let tape: [u64; 4] = std::array::from_fn(|_| cases.word());
        both(&p, &f, Target::Double, &tape);
        if p.suits_integers().is_ok() {
            both(&p, &f, Target::Integer, &tape);
        }
        decided += u64::from(p.decide(&f, Target::Double, tape[0]).is_some());
    }
    println!("cheap path decided {decided} of {n} random cases of every kind");
    assert!(decided > n / 2, "the comparison must be about the cheap path");
}
