//! Tests that, for every kind but the histogram, deserialising accepts the bytes of states that
//! some rows could have produced, and refuses bytes with impossible fields. `../histogram/tests.rs`
//! tests histograms.

use proptest::prelude::*;

use super::*;
use crate::aggregate::mode::{self, Category};
use crate::aggregate::{header, Answer, Count, Mean, Quantile, Stddev, Variance};
use crate::entropy::seeded::Seeded;
use crate::Error;

/// A small live state of each kind but the histogram, with some rows.
pub fn samples() -> Vec<Vec<u8>> {
    let values = [1.0, 2.0, -0.25, 2.0];
    let numbers = |length: usize, init: &dyn Fn(&mut [u8])| {
        let mut bytes = vec![0; length];
        init(&mut bytes);
        state::add_many(&mut bytes, &values).unwrap();
        bytes
    };
    let mut count = vec![0; 24];
    Count::new(2).unwrap().write(&mut count).unwrap();
    Count::add_rows(&mut count, 7).unwrap();
    let categories =
        [Category::Text(b"good"), Category::Integer(-3), Category::Text(b""), Category::Integer(4)];
    let mut votes = vec![0; mode::length(&categories).unwrap()];
    mode::init(&mut votes, &categories, 3).unwrap();
    for vote in [categories[0], categories[1], categories[0], Category::Integer(9)] {
        mode::add(&mut votes, &vote).unwrap();
    }
    vec![
        count,
        numbers(80, &|b| Sum::new(-1.0, 3.0, None, 1).unwrap().write(b).unwrap()),
        numbers(80, &|b| Mean::new(-1.0, 3.0, None, 1).unwrap().write(b).unwrap()),
        numbers(96, &|b| Variance::new(-1.0, 3.0, Some(-3), 1).unwrap().write(b).unwrap()),
        numbers(96, &|b| Stddev::new(-1.0, 3.0, Some(-3), 1).unwrap().write(b).unwrap()),
        numbers(200, &|b| Quantile::new(0.3, -1.0, 3.0, 9, 1).unwrap().init(b).unwrap()),
        // These 5 rows and the 4 rows of `values` are more than the 6 that a log for 3 candidates
        // holds, so this state keeps a table.
        numbers(200, &|b| {
            Quantile::new(0.5, -1.0, 3.0, 3, 1).unwrap().init(b).unwrap();
            state::add_many(b, &[0.0; 5]).unwrap();
        }),
        votes,
    ]
}

fn release(memory: &mut [u8]) -> Result<Answer, Error> {
    let one = terms(Positive { mantissa: 1, exponent: 0 });
    assert_eq!(
        state::can_release(memory, &one),
        state::release(&mut memory.to_vec(), &one, &mut Seeded::new(1, 2)).map(|_| ())
    );
    state::release(memory, &one, &mut Seeded::new(1, 2))
}

#[test]
fn every_kind_travels_and_releases_once() {
    for memory in samples() {
        let bytes = serialised(&memory);
        let mut read_back = deserialised(&bytes).unwrap();
        assert_eq!(serialised(&read_back), bytes);
        release(&mut read_back).unwrap();
        assert_eq!(release(&mut read_back), Err(Error::Released));
        assert_eq!(state::merge(&mut read_back, &memory), Err(Error::Released));
        assert_eq!(state::merge(&mut memory.clone(), &read_back), Err(Error::Released));
        assert_eq!(state::compatible(&memory, &read_back), Err(Error::Released));
        assert_eq!(state::serialise(&read_back, &mut vec![0; bytes.len()]), Err(Error::Released));
    }
}

#[test]
fn another_length_is_refused() {
    for memory in samples() {
        let bytes = serialised(&memory);
        for length in 0..bytes.len() {
            assert_eq!(deserialised(&bytes[..length]), Err(Error::State), "{length}");
        }
        assert_eq!(deserialised(&[&bytes[..], &[0]].concat()), Err(Error::State));
        let needed = state::deserialised_length(&bytes).unwrap();
        assert_eq!(state::deserialise(&bytes, &mut vec![0; needed - 1]), Err(Error::Buffer));
    }
}

/// Each refused case changes one field to a value that no rows and parameters could have produced.
/// Some values that the checks accept are tested as well.
#[test]
fn impossible_fields_are_refused() {
    let samples = samples();
    let with = |sample: usize, at: usize, new: &[u8]| {
        let mut bytes = serialised(&samples[sample]);
        bytes[at..at + new.len()].copy_from_slice(new);
        deserialised(&bytes).map(|_| ())
    };
    for sample in 0..samples.len() {
        for (at, new) in
            [(0, &b"x"[..]), (4, &[2]), (5, &[0]), (5, &[9]), (6, &[1]), (7, &[1]), (8, &[0; 8])]
        {
            assert_eq!(with(sample, at, new), Err(Error::State), "sample {sample}, {at}: {new:?}");
        }
    }
    let step = 1i64 << 50;
    for sample in 1..=6 {
        let bounds: [(usize, &[u8]); 12] = [
            (24, &2.5f64.to_le_bytes()),
            (24, &4.0f64.to_le_bytes()),
            (24, &f64::NAN.to_le_bytes()),
            (32, &f64::INFINITY.to_le_bytes()),
            (32, &(-0.0f64).to_le_bytes()),
            (40, &1025i32.to_le_bytes()),
            (40, &(-1075i32).to_le_bytes()),
            (44, &[1]),
            (48, &(step + 1).to_le_bytes()),
            (48, &i64::MIN.to_le_bytes()),
            (56, &0u64.to_le_bytes()),
            (56, &i64::MAX.to_le_bytes()),
        ];
        for (at, new) in bounds {
            assert_eq!(with(sample, at, new), Err(Error::State), "sample {sample}, {at}: {new:?}");
        }
    }
    for sample in [1, 2, 3, 4] {
        for total in [i128::MIN, i128::MAX, i128::from(step) * 100, -i128::from(step) * 100] {
            assert_eq!(with(sample, 64, &total.to_le_bytes()), Err(Error::State));
        }
    }
    // The grid is 1/8 and c is 8 steps. The rows have z = 0, 8, -10, 8 steps. So Σz = 6, and the
    // squares are 0, 64, 100, 64 with the sum 228.
    assert_eq!(with(3, 80, &228u128.to_le_bytes()), Ok(()));
    for squares in [227u128, 0, 8, 4 * 256 + 2, u128::MAX] {
        assert_eq!(with(3, 80, &squares.to_le_bytes()), Err(Error::State), "{squares}");
    }
    // The smallest sum of squares for Σz = 6 is 1 + 1 + 4 + 4, with z = 1, 1, 2, 2. Every z lies in
    // [-16, 16], so 4·16² = 1024 is an upper bound. It is accepted, although no such rows reach it.
    assert_eq!(with(3, 80, &10u128.to_le_bytes()), Ok(()));
    assert_eq!(with(3, 80, &1024u128.to_le_bytes()), Ok(()));
    // These bytes of a quantile are refused: q is not in lowest terms, is above 1 or has a bad
    // denominator; or the zero bytes or the number of entries are wrong; or entries are unsorted,
    // empty, beyond the candidates, or do not add up to the number of rows.
    for (at, new) in [
        (64, &[0, 0][..]),
        (64, &[11, 0]),
        (64, &[5, 0]),
        (66, &[0, 0]),
        (66, &10_001u16.to_le_bytes()),
        (68, &[1]),
        (72, &[2]),
        (80, &[4]),
        (80, &[9, 0, 0, 0]),
        (84, &[0; 8]),
        (84, &[2]),
        (84, &u64::MAX.to_le_bytes()),
        (16, &[5]),
    ] {
        assert_eq!(with(5, at, new), Err(Error::State), "{at}: {new:?}");
    }
    // These bytes of a mode are refused: the number of candidates or the length of the labels is
    // wrong; or labels are out of order, unknown or too long; or counts do not add up to the number
    // of rows.
    for (at, new) in [
        (24, &0u32.to_le_bytes()[..]),
        (24, &u32::MAX.to_le_bytes()),
        (28, &0u32.to_le_bytes()),
        (28, &u32::MAX.to_le_bytes()),
        (32, &[18]),
        (32, &u32::MAX.to_le_bytes()),
        (48, &[3]),
        (48, &[2]),
        (58, &[0]),
        (72, &[2]),
        (16, &[4]),
    ] {
        assert_eq!(with(7, at, new), Err(Error::State), "{at}: {new:?}");
    }
}

#[test]
fn rows_of_a_header_are_those_of_the_parts() {
    for memory in samples().into_iter().skip(6) {
        let mut bytes = memory.clone();
        header::add_rows(&mut bytes, 1).unwrap();
        assert!(matches!(
            state::serialised_length(&bytes)
                .and_then(|n| state::serialise(&bytes, &mut vec![0; n])),
            Err(Error::State)
        ));
    }
}

proptest! {
    #![proptest_config(crate::test_cases(4000))]

    /// Accepted bytes serialise back to themselves, and their state can be merged and released.
    #[test]
    fn any_bytes_are_safe(
        noise in prop::collection::vec(any::<u8>(), 0..120),
        sample in 0usize..8,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..3),
    ) {
        prop_assert_eq!(deserialised(&noise), Err(Error::State));
        let mut own = serialised(&samples()[sample]);
        for (at, with) in changes {
            let at = at.index(own.len());
            own[at] = with;
        }
        // Larger states are skipped, because a table of 2^24 candidates would be valid but slow.
        if let (Ok(needed), true) = (state::deserialised_length(&own), own.len() < 500) {
            prop_assume!(needed < 1 << 16);
            let mut memory = deserialised(&own).unwrap();
            prop_assert_eq!(&serialised(&memory), &own);
            let mut room = vec![0; state::room(&memory, u64::from(u32::MAX)).unwrap() as usize];
            prop_assume!(room.len() < 1 << 20);
            room[..memory.len()].copy_from_slice(&memory);
            state::resized(&mut room).unwrap();
            match state::merge(&mut room, &memory) {
                Ok(()) => {
                    serialised(&room);
                }
                Err(error) => prop_assert_eq!(error, Error::TooManyRows),
            }
            match release(&mut memory) {
                Ok(_) | Err(Error::Lambda | Error::SelectionEpsilon | Error::RowsPerPerson) => {}
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }
}
