//! Holds the rounded utilities of one selection, so that they can be read repeatedly. Usually only
//! one bit per outcome is kept, and levels are recomputed from the utilities and these bits. If the
//! range is too large for doubles, the levels themselves are kept.

use super::block::{packed, Doubles, Floors};
use super::digits::BLOCK;
use super::places::Places;
use super::range::Range;
use crate::tape::Words;
use crate::Error;

/// The rounded utilities of one selection.
#[derive(Clone, Copy)]
pub struct Rounded<'a> {
    utilities: &'a [f64],
    kept: Kept<'a>,
}

#[derive(Clone, Copy)]
enum Kept<'a> {
    /// One bit for each outcome, 64 to a word. A bit is 1 if its outcome was rounded up.
    Ups(Doubles, &'a [u64]),
    /// The levels themselves, if the range is too large for doubles.
    Levels(&'a [u64]),
}

impl Range {
    /// Rounds all utilities, in doubles if `doubles` is given. Calls `visit` with the levels,
    /// saturated to 32 bits, block after block. Returns the bits or levels from which
    /// [`Rounded::new`] recovers the rounded utilities. The amount of memory depends only on public
    /// sizes.
    ///
    /// # Errors
    /// [`Error::NoMemory`], and the errors of the tape.
    pub fn round<W: Words>(
        &self,
        doubles: Option<Doubles>,
        utilities: &[f64],
        tape: &mut W,
        mut visit: impl FnMut(&[u32]),
    ) -> Result<Vec<u64>, Error> {
        let Some(doubles) = doubles else {
            let kept = self.levels(utilities, tape)?;
            Rounded { utilities, kept: Kept::Levels(&kept) }.each(0, visit);
            return Ok(kept);
        };
        let mut kept = Vec::new();
        kept.try_reserve_exact(utilities.len().div_ceil(BLOCK)).map_err(|_| Error::NoMemory)?;
        let mut floors = Floors::EMPTY;
        for block in utilities.chunks(BLOCK) {
            kept.push(match block.try_into() {
                Ok(full) => doubles.round(self, full, BLOCK, &mut floors, tape)?,
                Err(_) => {
                    doubles.round(self, &Doubles::padded(block), block.len(), &mut floors, tape)?
                }
            });
            visit(floors.levels.get(..block.len()).unwrap_or(&floors.levels));
        }
        Ok(kept)
    }
}

impl<'a> Rounded<'a> {
    /// The rounded utilities, from `kept`, the bits or levels that [`Range::round`] returned.
    pub fn new(doubles: Option<Doubles>, utilities: &'a [f64], kept: &'a [u64]) -> Self {
        let kept = doubles.map_or(Kept::Levels(kept), |d| Kept::Ups(d, kept));
        Rounded { utilities, kept }
    }

    /// Calls `visit`, block after block, with the levels minus `base`, saturated to 32 bits. For a
    /// level below `base` the number is arbitrary, but not 0.
    #[inline]
    pub fn each(&self, base: u64, mut visit: impl FnMut(&[u32])) {
        match self.kept {
            Kept::Ups(doubles, ups) => {
                let mut floors = Floors::EMPTY;
                for (block, up) in self.utilities.chunks(BLOCK).zip(ups) {
                    match block.try_into() {
                        Ok(full) => doubles.again(full, *up, &mut floors),
                        Err(_) => doubles.again(&Doubles::padded(block), *up, &mut floors),
                    }
                    floors.levels.iter_mut().for_each(|l| *l = l.wrapping_sub(base as u32));
                    visit(floors.levels.get(..block.len()).unwrap_or(&floors.levels));
                }
            }
            Kept::Levels(list) => {
                for own in list.chunks(BLOCK) {
                    let mut levels = [0; BLOCK];
                    for (level, l) in levels.iter_mut().zip(own) {
                        *level = u32::try_from(l.wrapping_sub(base)).unwrap_or(u32::MAX);
                    }
                    visit(levels.get(..own.len()).unwrap_or(&levels));
                }
            }
        }
    }

    /// Calls `visit`, block after block, with the distance of each outcome above `base`, which must
    /// be the smallest level.
    ///
    /// # Errors
    /// The errors of `visit`.
    pub fn gaps(
        &self,
        base: u64,
        mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        let mut gaps = [0; BLOCK];
        match self.kept {
            Kept::Ups(..) => self.each(base, |block| {
                gaps.iter_mut().zip(block).for_each(|(gap, level)| *gap = u64::from(*level));
                result = result.and_then(|()| visit(gaps.get(..block.len()).unwrap_or(&gaps)));
            }),
            Kept::Levels(list) => {
                for block in list.chunks(BLOCK) {
                    gaps.iter_mut().zip(block).for_each(|(gap, level)| *gap = level - base);
                    visit(gaps.get(..block.len()).unwrap_or(&gaps))?;
                }
            }
        }
        result
    }

    /// Marks the outcomes of a block that are at `level`.
    #[inline]
    fn at(&self, number: usize, block: &[f64], level: u64) -> u64 {
        match self.kept {
            Kept::Ups(doubles, ups) => {
                let ups = ups.get(number).copied().unwrap_or(0);
                match block.try_into() {
                    Ok(full) => doubles.at(full, ups, level),
                    // The padding may be marked as well, but it comes after all outcomes, so it is
                    // never chosen.
                    Err(_) => doubles.at(&Doubles::padded(block), ups, level),
                }
            }
            Kept::Levels(list) => {
                let mut here = [0; BLOCK];
                let own = list.iter().skip(number * BLOCK);
                here.iter_mut().zip(own).for_each(|(here, l)| *here = u8::from(*l == level));
                packed(&here)
            }
        }
    }

    /// The smallest level. `seen` is the smallest level after saturation to 32 bits.
    pub fn smallest(&self, seen: u32) -> u64 {
        match self.kept {
            Kept::Levels(list) => list.iter().copied().min().unwrap_or(0),
            Kept::Ups(..) => u64::from(seen),
        }
    }

    /// Appends (level, 1) for each outcome.
    pub fn append(&self, list: &mut Vec<(u64, u64)>) {
        match self.kept {
            Kept::Levels(levels) => list.extend(levels.iter().map(|l| (*l, 1))),
            Kept::Ups(..) => {
                self.each(0, |block| list.extend(block.iter().map(|l| (u64::from(*l), 1))));
            }
        }
    }

    /// The index of the `offset`-th outcome at `level`, counted from 0. Reads all blocks in order,
    /// whatever the answer is, unless `early_exit` is set.
    pub fn find(&self, level: u64, offset: u64, early_exit: bool) -> usize {
        let mut places = Places::of(offset);
        for (number, block) in self.utilities.chunks(BLOCK).enumerate() {
            if places.saw(self.at(number, block, level)) && early_exit {
                break;
            }
        }
        places.index()
    }
}
