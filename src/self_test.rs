//! Checks that the library computes known answers on the machine on which it runs.

use crate::canary;
use crate::entropy::{os::OsWords, seeded::Seeded};
use crate::exponential::{self, Eta, Exponential, Rule, Selection};
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
    check(memory::reserved(|| Ok(canary::ALL.iter().all(|(_, holds)| holds())))?)?;
    check(memory::reserved(|| Ok(the_monitor_works()))?)?;
    check(selections_agree()?)?;
    check(flips_agree()?)?;
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

/// Whether seed 0 and call 0 give the first words that docs/tape.md states.
fn generator() -> Result<bool, Error> {
    let mut tape = Seeded::new(0, 0);
    Ok([tape.next()?, tape.next()?] == SEED_0_CALL_0)
}

const SEED_0_CALL_0: [u64; 2] = [0x393e_abfb_fd83_09ed, 0x5d9e_0901_5d4c_5efa];

/// Whether the computed logarithm of 1/2 has an error within the proven bound (Claim L1).
fn logarithm() -> bool {
    let (half, _) = crate::fixed_log::neg_ln(1 << 62);
    (0..crate::fixed_log::TRUNCATED).contains(&((0xb172_17f7_d1cf_79ab_u64 >> 6) - half))
}

/// Whether a precision that is too low gives an error and not an output (Claim E4).
fn the_monitor_works() -> bool {
    // 3^3/4^3 has 5 bits.
    let weight =
        |bits| Eta::new(3, 2, 1).and_then(|eta| exponential::reference::weight(eta, 3, bits));
    weight(5).is_ok_and(|w| w == 27.0 / 64.0) && weight(4) == Err(Error::Inexact)
}

/// Whether a few selections with 128-bit integers, and the same selections with exact floats, give
/// the recorded outcomes. The outcomes are recorded, and not computed by the reference, because the
/// reference aborts the process when an allocation fails.
fn selections_agree() -> Result<bool, Error> {
    let eta = Eta::new(3, 2, 1)?;
    let made = |empirical| {
        Exponential::new(
            eta,
            -2,
            6,
            4,
            Selection { empirical, min_retries: 1, ..Selection::DEFAULT },
        )
    };
    let (fast, exact) = (made(false)?, made(true)?);
    for (call, known) in (0..).zip(SELECTED) {
        let select = |p: &Exponential| p.select(&[3.0, -1.0, -2.0, 0.5], &mut Seeded::new(2, call));
        if select(&fast)? != known || select(&exact)? != known {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The recorded outcomes. A test checks that the reference selects the same outcomes.
pub(crate) const SELECTED: [usize; 8] = [2, 2, 2, 2, 1, 1, 2, 3];

/// Whether a few selections by permute-and-flip, from a list of outcomes and from groups of
/// outcomes, give the recorded results.
fn flips_agree() -> Result<bool, Error> {
    let flip = Selection { rule: Rule::PermuteAndFlip, ..Selection::DEFAULT };
    let p = Exponential::new(Eta::new(3, 2, 1)?, -2, 6, 100, flip)?;
    for (call, (outcome, group)) in (0..).zip(FLIPPED) {
        if p.select(&[3.0, -1.0, -2.0, 0.5], &mut Seeded::new(2, call))? != outcome
            || p.select_counted(&[3, 0, 1], Some(&[70, 1, 4]), &mut Seeded::new(3, call))? != group
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The recorded results. A test checks that the reference selects the same outcomes.
pub(crate) const FLIPPED: [(usize, usize); 8] =
    [(3, 2), (2, 0), (0, 0), (2, 0), (2, 0), (1, 0), (2, 0), (3, 0)];

/// Whether the cheap path and the reference of the snapping mechanism agree on a few releases.
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
