//! Tests that bounds from the data are those of the definition (Claim A12).

use super::*;
use crate::aggregate::extent::{self, Extent};
use crate::aggregate::histogram::search::Search;
use crate::aggregate::{counts, histogram};
use crate::entropy::seeded::Seeded;
use crate::exponential::{Eta, Rule};
use crate::tape::{cases, Recorded};
use crate::Error;

fn state(list: Option<&[f64]>, centre: f64, rows_per_person: u64) -> Vec<u8> {
    let search = Search::new(list, centre).unwrap();
    let mut bytes = vec![0; search.length().unwrap()];
    search.init(&mut bytes, rows_per_person).unwrap();
    bytes
}

fn of_epsilon(epsilon: f64) -> Terms {
    terms(Positive::from_f64(epsilon).unwrap())
}

/// The oracle compares values with candidates as fractions, without edges and cells.
#[test]
fn vectors_of_the_independent_oracle() {
    let (mut none, mut found, mut default) = (0, 0, 0);
    for line in cases(include_str!("../../../vectors/bounds.txt")) {
        let mut fields = line.split(' ');
        let name = fields.next().unwrap();
        let mut next = || fields.next().unwrap();
        let real = |text: &str| f64::from_bits(u64::from_str_radix(text, 16).unwrap());
        let count = |text: &str| text.parse::<u64>().unwrap();
        let (epsilon, person, centre) = (real(next()), count(next()), real(next()));
        let list: Vec<f64> = (0..count(next())).map(|_| real(next())).collect();
        let list = (!list.is_empty()).then_some(list.as_slice());
        let mut own = state(list, centre, person);
        for _ in 0..count(next()) {
            let value = real(next());
            let many = vec![value; count(next()) as usize];
            state::add_many(&mut own, &many).unwrap();
        }
        let eta = Eta::new(count(next()), count(next()) as u32, count(next()) as u32).unwrap();
        let aim = count(next());
        let bound = |text: &str| (text != "none").then(|| real(text));
        let (lower, upper) = (bound(next()), bound(next()));
        let used = count(next()) as usize;
        let tape: Vec<u64> = fields.map(|word| u64::from_str_radix(word, 16).unwrap()).collect();
        let mut tape = Recorded::new(&tape);
        let terms = of_epsilon(epsilon);
        assert_eq!(extent::parts(&own, &terms).unwrap(), (aim, eta), "{name}");
        let answer = extent::release(&mut own, &terms, &mut tape).unwrap();
        let expected = Extent {
            lo: lower.unwrap_or(centre),
            hi: upper.unwrap_or(centre),
            below: lower.is_some(),
            above: upper.is_some(),
        };
        assert_eq!((answer, tape.used()), (expected, used), "{name}");
        assert_eq!(extent::can_release(&own, &terms), Err(Error::Released));
        none += usize::from(!answer.below && !answer.above);
        found += usize::from(answer.below) + usize::from(answer.above);
        default += usize::from(list.is_none());
    }
    println!("{found} bounds, {none} without, {default} without a list");
    assert!(found > 200 && none > 50 && default > 30);
}

/// Every error of a list or a centre.
#[test]
fn what_is_no_search() {
    let of = |list: &[f64], centre: f64| Search::among(list, centre).map(|_| ());
    for centre in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        assert_eq!(of(&[1.0], centre), Err(Error::Centre));
        assert_eq!(Search::around(centre).map(|_| ()), Err(Error::Centre));
    }
    assert_eq!(of(&[], 0.0), Err(Error::Edges));
    for list in [[0.0], [-0.0]] {
        assert_eq!(of(&list, 0.0), Err(Error::Centre), "{list:?}");
    }
    for list in [&[1.0, 1.0], &[2.0, 1.0], &[1.0, f64::NAN], &[1.0, f64::MAX]] {
        assert_eq!(of(list, 0.0), Err(Error::Edges), "{list:?}");
    }
    assert_eq!(of(&[f64::NEG_INFINITY, 1.0], 0.0), Err(Error::Edges));
    assert_eq!(of(&[f64::MIN, 1.0], 0.0), Ok(()));
    let long: Vec<f64> = (0..1 << 20).map(f64::from).collect();
    assert_eq!(of(&long[..(1 << 20) - 2], -1.0), Ok(()));
    assert_eq!(of(&long[..(1 << 20) - 1], -1.0), Err(Error::Edges));
    // From 2^117 on, no candidate without a list differs from the centre.
    assert_eq!(Search::around(2f64.powi(116)).map(|_| ()), Ok(()));
    assert_eq!(Search::around(2f64.powi(117)).map(|_| ()), Err(Error::Centre));
    let mut short = vec![0; 31];
    let search = Search::around(0.0).unwrap();
    assert_eq!(search.length(), Ok(12_272));
    assert_eq!(search.init(&mut short, 1), Err(Error::Buffer));
    assert_eq!(search.init(&mut vec![0; 12_272], 0), Err(Error::RowsPerPerson));
}

/// The options that do not apply, and other public reasons.
#[test]
fn what_is_refused() {
    let own = state(None, 0.0, 1);
    let refused =
        |options| extent::can_release(&own, &Terms { options, ..of_epsilon(1.0) }).unwrap_err();
    let usual = Options::DEFAULT;
    assert_eq!(refused(Options { grid: Some(0), ..usual }), Error::UnusedGrid);
    let precision = crate::snapping::Precision::Bits(60);
    assert_eq!(refused(Options { precision, ..usual }), Error::UnusedPrecision);
    for rule in [Rule::PermuteAndFlip, Rule::Exponential] {
        assert_eq!(refused(Options { rule: Some(rule), ..usual }), Error::UnusedSelection);
    }
    let can = |bytes: &[u8], epsilon| extent::can_release(bytes, &of_epsilon(epsilon));
    assert_eq!(can(&own, 1e-20), Err(Error::SelectionEpsilon));
    assert_eq!(can(&state(None, 0.0, 1 << 62), 1e10), Err(Error::RowsPerPerson));
    let mut plain = vec![0; histogram::length(3).unwrap()];
    histogram::init(&mut plain, &[-1.0, 0.0, f64::from_bits(1)], 1).unwrap();
    assert_eq!(can(&plain, 1.0), Err(Error::State));
    assert_eq!(can(&memory(&Sum::new(0.0, 1.0, None, 1).unwrap()), 1.0), Err(Error::State));
}

/// A state travels, merges only with the same search, and still has the counts of its cells.
#[test]
fn states_of_searches() {
    let list = [-1.0, 2.0, 3.0];
    let (mut one, two) = (state(Some(&list), 0.0, 1), state(Some(&list), 0.0, 1));
    state::add_many(&mut one, &[-1.5, -1.0, -0.5, 0.0, -0.0, 1.0, 2.0, 3.0, 4.0, f64::NAN])
        .unwrap();
    state::add_int64(&mut one, 3).unwrap();
    let copy = deserialised(&serialised(&one)).unwrap();
    assert_eq!(copy, one);
    let mut both = two;
    state::merge(&mut both, &copy).unwrap();
    assert_eq!(both, one);
    let other = state(Some(&list), 2.0, 1);
    assert_eq!(state::merge(&mut both, &other), Err(Error::StateMismatch));
    // The same edges, without a search or with another centre.
    let edges: Vec<f64> = (0..5).map(|i| histogram::edge(&one, i).unwrap()).collect();
    assert_eq!(edges, [-1.0, 0.0, f64::from_bits(1), 2.0f64.next_up(), 3.0f64.next_up()]);
    let mut plain = vec![0; histogram::length(5).unwrap()];
    histogram::init(&mut plain, &edges, 1).unwrap();
    assert_eq!(state::merge(&mut both, &plain), Err(Error::StateMismatch));
    for mark in 0..=255u8 {
        let mut bytes = serialised(&one);
        bytes[28] = mark;
        assert_eq!(deserialised(&bytes).is_ok(), mark == 0 || mark == 2, "{mark}");
    }
    let (epsilon, mut tape) = (of_epsilon(1000.0), Seeded::new(crate::test_seed(), 72));
    let answer = counts::release(&mut both, &epsilon, &mut tape).unwrap();
    assert_eq!(answer, [1, 2, 2, 2, 2, 1, 1]);
    let found = extent::release(&mut one, &epsilon, &mut tape).unwrap();
    assert_eq!(found, Extent { lo: -1.0, hi: 3.0, below: true, above: true });
    assert_eq!(extent::release(&mut one, &epsilon, &mut tape), Err(Error::Released));
}

/// A side without rows has a bound with a probability of at most 2^-30 for both sides together: in
/// none of 1,000 releases, which is a false alarm with a probability below 1e-6. 120 rows at ε = 1
/// have one, but with a probability of at most e^-90.
#[test]
fn columns_without_rows() {
    let mut tape = Seeded::new(crate::test_seed(), 73);
    for case in 0..1000 {
        let mut own = state(None, 0.0, 1);
        state::add_many(&mut own, &vec![0.0; case % 3 * 1000]).unwrap();
        let found = extent::release(&mut own, &of_epsilon(1.0), &mut tape).unwrap();
        assert_eq!(found, Extent { lo: 0.0, hi: 0.0, below: false, above: false });
    }
    for _ in 0..100 {
        let mut own = state(None, 0.0, 1);
        state::add_many(&mut own, &[vec![120.0; 120], vec![-1.0; 120]].concat()).unwrap();
        let found = extent::release(&mut own, &of_epsilon(1.0), &mut tape).unwrap();
        assert_eq!(found, Extent { lo: -1.0, hi: 128.0, below: true, above: true });
    }
}
