//! The precision that exact weights and sums need.

use super::super::*;
use crate::entropy::seeded::Seeded;
use crate::Error;

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
