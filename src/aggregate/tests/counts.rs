//! Tests that each count of a histogram is released by the mechanism of a count (Claim A11).

use super::*;
use crate::aggregate::{counts, histogram, Count};
use crate::entropy::seeded::Seeded;

/// With the same random words, a histogram releases exactly the counts that separate count states
/// release one after another.
#[test]
fn counts_are_those_of_counts() {
    for (epsilon, person) in [(1.0, 1), (1e-3, 7), (1e-17, 1 << 40)] {
        let terms = terms(Positive::from_f64(epsilon).unwrap());
        let rows = [3, 0, 250, 1, u64::MAX / 2];
        let mut state = vec![0; histogram::length(3).unwrap()];
        histogram::init(&mut state, &[-1.0, 0.5, 8.0], person).unwrap();
        for (cell, n) in rows.iter().enumerate() {
            state[56 + 8 * cell..][..8].copy_from_slice(&n.to_le_bytes());
        }
        state[16..24].copy_from_slice(&rows.iter().sum::<u64>().to_le_bytes());
        let mut tape = Seeded::new(crate::test_seed(), 71);
        let answers = counts::release(&mut state, &terms, &mut tape).unwrap();
        let mut tape = Seeded::new(crate::test_seed(), 71);
        for (answer, n) in answers.iter().zip(rows) {
            let mut count = [0; 24];
            Count::new(person).unwrap().write(&mut count).unwrap();
            Count::add_rows(&mut count, n).unwrap();
            let single = state::release(&mut count, &terms, &mut tape).unwrap();
            assert_eq!(single, crate::aggregate::Answer::Integer(*answer));
        }
        assert_eq!(answers.len(), rows.len());
    }
}
