//! Compares releases of many values at once (Claim S3) with releases by the reference, one by one
//! on the same tape.

use super::*;
use crate::exact::scaled;
use crate::fixed_log::bulk;
use crate::snapping::block::Lanes;

/// A tape that computes the logarithms of many words together, as the operating system's source
/// does.
struct Together<'a>(Recorded<'a>);

impl Words for Together<'_> {
    fn next(&mut self) -> Result<u64, Error> {
        self.0.next()
    }
}

impl LoggedWords for Together<'_> {
    fn fill_logged(&mut self, words: &mut [u64], logs: &mut [u64]) -> Result<(), Error> {
        self.0.fill(words)?;
        bulk::logs(words, logs);
        Ok(())
    }
}

/// Releases values on one tape in three ways: by the reference, and as a block with logarithms
/// computed one by one or together. All ways must give the same bits and read the same number of
/// words.
fn all_ways(p: &Snapping, values: &[f64], tape: &[u64]) {
    let mut slow = Recorded::new(tape);
    let expected: Vec<u64> = values
        .iter()
        .map(|v| reference::release(p, &Snapping::enter(*v), Target::Double, &mut slow).unwrap())
        .collect();
    let (mut singly, mut together) = (Recorded::new(tape), Together(Recorded::new(tape)));
    let (mut one, mut two) = (values.to_vec(), values.to_vec());
    p.release_block(&mut one, &mut singly).unwrap();
    p.release_block(&mut two, &mut together).unwrap();
    for (i, bits) in expected.iter().enumerate() {
        assert_eq!(
            (one[i].to_bits(), two[i].to_bits()),
            (*bits, *bits),
            "{p:?} value {i} of {values:?}"
        );
    }
    assert_eq!((singly.used(), together.0.used()), (slow.used(), slow.used()));
}

/// The number of values whose releases the block path decides.
fn decided(lanes: &Lanes, values: &[f64], words: &[u64]) -> usize {
    let mut logs = vec![0; words.len()];
    bulk::logs(words, &mut logs);
    let near = |i: usize| {
        let (_, distance, near) = lanes.one(values[i], words[i], logs[i]);
        distance <= near
    };
    (0..values.len()).filter(|i| near(*i)).count()
}

/// Random parameters that the block path accepts.
fn suited(cases: &mut Cases) -> Snapping {
    loop {
        let lambda = cases.double(-60, 60);
        let (epsilon, grid) = (cases.double(-8, 8), cases.below(80) as i32 - 20);
        let grid = 2f64.powi(lambda.log2() as i32 + grid);
        let most = 1 + cases.below(31) as i32;
        let bound = grid * cases.double(-3, most);
        let made = match cases.below(3) {
            0 => mechanism(epsilon, epsilon * lambda, bound, grid),
            1 => mechanism(epsilon, epsilon * lambda, lambda * cases.double(0, 28), 0.0),
            _ => {
                let bits = Precision::Bits(if cases.below(2) == 0 { 53 } else { 118 });
                Snapping::with_precision(
                    epsilon,
                    epsilon * lambda,
                    lambda * cases.double(1, 28),
                    None,
                    bits,
                )
            }
        };
        match made {
            Ok(p) if p.lanes.is_some() => return p,
            _ => {}
        }
    }
}

#[test]
fn blocks_equal_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 22));
    let (mut by_doubles, mut all) = (0, 0);
    for i in 0..2000 * effort() {
        let p = if i % 4 == 0 { cases.mechanism() } else { suited(&mut cases) };
        let n = 32 + cases.below(225) as usize;
        let values: Vec<f64> = (0..n).map(|_| cases.value(&p)).collect();
        // Occasionally the word has few significant digits of U, or none.
        let word = |cases: &mut Cases| match cases.below(40) {
            0 => cases.below(2) << 63 | cases.word() >> (1 + cases.below(63)),
            _ => cases.word(),
        };
        let tape: Vec<u64> = (0..4 * n + 200).map(|_| word(&mut cases)).collect();
        all_ways(&p, &values, &tape);
        if let Some(lanes) = &p.lanes {
            by_doubles += decided(lanes, &values, &tape[..n]);
            all += n;
        }
    }
    println!("doubles decided {by_doubles} of {all}");
    assert!(by_doubles > all / 10 * 9);
}

/// About a quarter of the values get words that put the unrounded answer on a cell boundary.
/// Doubles must not decide the releases of these values, and the values after them must read later
/// words.
#[test]
fn blocks_on_boundaries_equal_the_reference() {
    let mut cases = Cases(Seeded::new(crate::test_seed(), 23));
    let mut met = 0;
    while met < 3000 {
        let p = suited(&mut cases);
        if p.arithmetic() != Arithmetic::Real {
            continue;
        }
        let n = 40;
        let values: Vec<f64> = (0..n).map(|_| cases.value(&p)).collect();
        let mut tape = Vec::new();
        for value in &values {
            let f = p.clamped(&Snapping::enter(*value));
            let minus = cases.below(2) == 1;
            let steps = 1 + cases.below(5) as i64;
            let start = scaled(f.rational(), -p.grid_exponent).floor();
            let k = start.numer().clone() + if minus { steps } else { -steps - 1 };
            let words = 1 + cases.below(3) as usize;
            let edge = if cases.below(4) == 0 { boundary(&p, &f, &k, minus, words) } else { None };
            let (a, b) = (Target::Double.finish_slowly(&p, &k), {
                Target::Double.finish_slowly(&p, &Integer::from(&k + 1u32))
            });
            let Some(edge) = edge.filter(|_| a != b) else {
                tape.push(cases.word());
                continue;
            };
            assert_eq!(
                decided(&p.lanes.unwrap(), &[*value], &edge[..1]),
                0,
                "decided too early: {p:?} {value}"
            );
            tape.extend(edge);
            tape.push(cases.word());
            met += 1;
        }
        tape.extend((0..100).map(|_| cases.word()));
        all_ways(&p, &values, &tape);
    }
}

#[test]
fn small_blocks_and_broken_sources() {
    let p = mechanism(1.0, 1.0, 1e6, 0.0).unwrap();
    assert!(p.lanes.is_some());
    let tape: Vec<u64> = (0..600).map(|i| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i + 1)).collect();
    for n in [0, 1, 2, 31, 32, 33, 255, 256] {
        all_ways(&p, &vec![0.25; n], &tape);
    }
    for n in [10, 100] {
        assert_eq!(
            p.release_block(&mut vec![0.0; n], &mut Recorded::new(&tape[..n - 1])),
            Err(Error::Entropy)
        );
        assert_eq!(
            p.release_block(&mut vec![0.0; n], &mut Recorded::new(&[0; 200])),
            Err(Error::Entropy)
        );
    }
}

/// Vector code without error margins decides releases that it should leave to the reference. The
/// audit must find this fault, although single releases are correct.
#[test]
fn the_audit_finds_faults_of_vector_code() {
    use crate::audit::host;
    for precision in [Precision::Real, Precision::Bits(118)] {
        let mut p = Snapping::with_precision(0.7, 1.0, 20.0, None, precision).unwrap();
        let right = host::pair(&p, 0.25, 1.25, 64).unwrap();
        assert!(right.sound() && right.ends > 100, "{right:?}");
        p.lanes.as_mut().unwrap().spoil();
        let wrong = host::pair(&p, 0.25, 1.25, 64).unwrap();
        println!("{precision:?}: {} of {} ends", wrong.wrong, wrong.ends);
        assert!(wrong.wrong > wrong.ends / 4 && !wrong.exceeds, "{wrong:?}");
    }
}

/// A fault is planted in one of three places at a time, and the audit must find it: the clamping of
/// doubles, the clamping of exact values, or the logarithms of many words.
#[test]
fn the_audit_finds_faults_of_each_way() {
    use crate::audit::host;
    use crate::fixed_log::bulk::SPOILT;
    let made = || Snapping::with_precision(0.7, 1.0, 20.0, None, Precision::Real).unwrap();
    let found = |p: &Snapping| host::pair(p, 20.0, 19.0, 64).unwrap();
    assert!(found(&made()).sound());
    for doubles in [true, false] {
        let mut p = made();
        p.clamp.spoil(doubles);
        let wrong = found(&p);
        println!(
            "{}: {} of {} ends",
            if doubles { "doubles" } else { "exact values" },
            wrong.wrong,
            wrong.ends
        );
        assert!(wrong.wrong > wrong.ends / 8);
    }
    // With these parameters values are released one by one, without vector code.
    let p = Snapping::with_precision(0.7, 1.0, f64::INFINITY, None, Precision::Real).unwrap();
    assert!(!p.has_vector_code() && host::pair(&p, 0.25, 1.25, 64).unwrap().sound());
    SPOILT.set(true);
    let wrong = host::pair(&p, 0.25, 1.25, 64).unwrap();
    SPOILT.set(false);
    println!("logarithms of many words: {} of {} ends", wrong.wrong, wrong.ends);
    assert!(wrong.wrong > wrong.ends / 4);
}
