//! Canaries check the properties of MPFR on which the exactness monitor (Claim E4) and all
//! certified intervals rely. The self test runs them on the machine that runs the library. If
//! another version of MPFR breaks one of these properties, that property's canary fails (Ilvento,
//! section 9.1).

use std::cmp::Ordering;

use rug::float::Round;
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound, SubAssignRound};
use rug::Float;

use crate::memory::flags;

/// The name of a canary and its check.
pub type Canary = (&'static str, fn() -> bool);

/// All canaries. The caller must have reserved the thread's memory.
pub const ALL: [Canary; 6] = [
    ("ternary_of_exact_operations", ternary_of_exact_operations),
    ("ternary_of_inexact_operations", ternary_of_inexact_operations),
    ("ternary_ignores_the_flags", ternary_ignores_the_flags),
    ("inexact_flag", inexact_flag),
    ("range_flags", range_flags),
    ("directed_rounding_encloses", directed_rounding_encloses),
];

const DIRECTIONS: [(Round, Ordering); 2] =
    [(Round::Up, Ordering::Greater), (Round::Down, Ordering::Less)];

fn float(bits: u32, value: u64) -> Float {
    Float::with_val(bits, value)
}

/// MPFR reports sums, differences, products, quotients and conversions as exact, in each rounding
/// direction, if they fit the precision of the result.
fn ternary_of_exact_operations() -> bool {
    [Round::Nearest, Round::Up, Round::Down, Round::Zero].into_iter().all(|round| {
        let three = float(2, 3);
        let results = [
            float(53, (1 << 53) - 1).add_assign_round(0u32, round),
            float(3, 3).add_assign_round(&three, round),
            float(53, 1 << 60).sub_assign_round(1u64 << 59, round),
            float(4, 3).mul_assign_round(&three, round),
            float(4, 9).div_assign_round(&three, round),
            Float::with_val_round(53, (1u64 << 53) - 1, round).1,
        ];
        results.into_iter().all(|r| r == Ordering::Equal)
    })
}

/// If the exact result has more bits than fit, the ternary value that MPFR returns shows whether
/// the rounded result lies above or below the exact one, in agreement with the rounding direction.
fn ternary_of_inexact_operations() -> bool {
    DIRECTIONS.into_iter().all(|(round, expected)| {
        let three = float(2, 3);
        let results = [
            float(53, 1).add_assign_round(&(float(53, 1) >> 60u32), round),
            float(2, 3).add_assign_round(2u32, round),
            (float(53, 1) << 60u32).sub_assign_round(1u32, round),
            float(3, 3).mul_assign_round(&three, round),
            float(64, 1).div_assign_round(&three, round),
            Float::with_val_round(53, (1u64 << 54) - 1, round).1,
        ];
        results.into_iter().all(|r| r == expected)
    })
}

/// The ternary value does not depend on flags that other code has set.
fn ternary_ignores_the_flags() -> bool {
    let exact = || float(4, 3).mul_assign_round(&float(2, 3), Round::Nearest) == Ordering::Equal;
    let inexact = || float(3, 3).mul_assign_round(&float(2, 3), Round::Up) == Ordering::Greater;
    [flags::set_inexact, flags::clear].into_iter().all(|touch| {
        touch();
        let first = exact();
        touch();
        first && inexact()
    })
}

/// Once cleared, the inexact flag stays clear during exact operations. An inexact operation sets
/// it, and it stays set until it is cleared again.
fn inexact_flag() -> bool {
    flags::clear();
    let mut held = !flags::inexact();
    float(4, 3).mul_assign_round(&float(2, 3), Round::Nearest);
    held &= !flags::inexact();
    float(3, 3).mul_assign_round(&float(2, 3), Round::Nearest);
    held &= flags::inexact();
    float(4, 3).mul_assign_round(&float(2, 3), Round::Nearest);
    held &= flags::inexact();
    flags::clear();
    held && !flags::inexact()
}

/// Results outside the exponent range raise the overflow or underflow flag, and are not reported as
/// exact.
fn range_flags() -> bool {
    flags::clear();
    let mut held = flags::out_of_range() == [false, false];
    let large = float(53, 1) << ((1u32 << 30) - 2);
    held &= large.clone().mul_assign_round(&large, Round::Nearest) != Ordering::Equal;
    held &= flags::out_of_range() == [true, false];
    flags::clear();
    let small = float(53, 1) >> ((1u32 << 30) - 2);
    held &= small.clone().mul_assign_round(&small, Round::Nearest) != Ordering::Equal;
    held &= flags::out_of_range() == [false, true];
    flags::clear();
    held
}

/// 1/3, rounded down and up, gives two neighbouring floats that enclose it.
fn directed_rounding_encloses() -> bool {
    let third = |round| {
        let mut quotient = float(100, 1);
        quotient.div_assign_round(3u32, round);
        quotient
    };
    let (low, high) = (third(Round::Down), third(Round::Up));
    let mut next = low.clone();
    next.next_up();
    let triple = |x: &Float| Float::with_val(110, x * 3u32);
    next == high && triple(&low) < 1 && triple(&high) > 1
}

#[cfg(test)]
mod tests;
