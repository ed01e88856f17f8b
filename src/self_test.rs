//! Known answers, checked on the machine that the library runs on.

use std::cmp::Ordering;

use rug::{float::Round, ops::AddAssignRound, Float};

use crate::entropy::{os::OsWords, seeded::Seeded};
use crate::memory;
use crate::snapping::{reference, Snapping, Target};
use crate::tape::Words;
use crate::Error;

/// Runs all checks.
///
/// # Errors
/// [`Error::SelfTest`] if an answer is wrong; [`Error::Entropy`], [`Error::NoMemory`].
pub fn self_test() -> Result<(), Error> {
    check(generator()?)?;
    check(logarithm())?;
    check(memory::reserved(|| Ok(exactness_is_reported()))?)?;
    check(both_paths_agree()?)?;
    let mut os = OsWords::of_this_thread()?;
    check(os.next()? != os.next()?)
}

fn check(holds: bool) -> Result<(), Error> {
    if holds {
        Ok(())
    } else {
        Err(Error::SelfTest)
    }
}

/// The first words of seed 0, call 0 (docs/tape.md).
fn generator() -> Result<bool, Error> {
    let mut tape = Seeded::new(0, 0);
    Ok([tape.next()?, tape.next()?] == SEED_0_CALL_0)
}

const SEED_0_CALL_0: [u64; 2] = [0x393e_abfb_fd83_09ed, 0x5d9e_0901_5d4c_5efa];

/// `floor(2^58·ln 2)`, or one unit below it: within the proven bound.
fn logarithm() -> bool {
    let (half, _) = crate::fixed_log::neg_ln(1 << 62);
    (0..crate::fixed_log::ERROR).contains(&((0xb172_17f7_d1cf_79ab_u64 >> 6) - half))
}

/// Canaries: MPFR tells inexact from exact, and rounds where it is told to.
fn exactness_is_reported() -> bool {
    let mut up = Float::with_val(53, 1);
    let mut down = up.clone();
    let tiny = Float::with_val(53, 1) >> 60u32;
    let exact = up.clone().add_assign_round(1, Round::Nearest);
    up.add_assign_round(&tiny, Round::Up) == Ordering::Greater
        && down.add_assign_round(&tiny, Round::Down) == Ordering::Less
        && exact == Ordering::Equal
        && up > 1
        && down == 1
}

/// A few releases, by the cheap path and by the reference.
fn both_paths_agree() -> Result<bool, Error> {
    let mechanism = Snapping::new(0.5, 3.0, 1e6, Some(0))?;
    for call in 0..8u8 {
        let f = Snapping::enter(12.5 - f64::from(call));
        let cheap = mechanism.release(&f, Target::Double, &mut Seeded::new(1, u64::from(call)))?;
        let mut tape = Seeded::new(1, u64::from(call));
        if reference::release(&mechanism, &f, Target::Double, &mut tape)? != cheap {
            return Ok(false);
        }
    }
    Ok(true)
}
