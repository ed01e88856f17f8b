//! Tests that sorting agrees with the standard library.

use super::*;
use crate::entropy::seeded::Seeded;
use crate::tape::Words;

#[test]
fn sorts_and_keeps_the_order_of_equals() {
    let mut random = Seeded::new(crate::test_seed(), 46);
    for i in 0..2_000u64 {
        let range = ((1u64 << (i % 64)) - 1) | 1;
        let n = random.next().unwrap() % 100;
        let list: Vec<(u64, u64)> =
            (0..n).map(|j| ((random.next().unwrap() & range) >> (j % 3), j)).collect();
        let (mut own, mut expected) = (list.clone(), list);
        by_level(&mut own, range).unwrap();
        expected.sort_by_key(|e| e.0);
        assert_eq!(own, expected);
    }
}
