//! Implements normalised sampling (Ilvento, section 4; Claim E1) over levels, in 128-bit integers
//! with certified lower and upper bounds.
//!
//! Weights are relative to the smallest level in use, which weighs 1. This changes no probability,
//! and the total T then lies between 1 and the number of outcomes. `2^K` is the smallest power of
//! two that is at least T. s is uniform on `[0, 2^K)` and is accepted if `s < T`. The cumulative
//! weights, in the order (level, index), give each outcome an interval. s selects the outcome whose
//! interval contains it.

use super::cells::Cells;
use super::draws::{self, Draws};
use crate::exponential::eta::Eta;
use crate::exponential::levels::{self, Fixed, Levels, Powers, Precise};
use crate::tape::{Ahead, Words};
use crate::Error;

/// The parameters that sampling needs once utilities have been converted to levels.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// η2, with x odd.
    pub eta: Eta,
    pub powers: Powers,
    /// The precision in bits, if Ilvento's algorithm was chosen.
    pub fixed: Option<u32>,
    /// The minimum number of draws in one selection.
    pub min_retries: u32,
}

impl Sampler {
    /// Outcomes at least this far above the smallest level weigh at most 2^-62 each. `None` for
    /// Ilvento's algorithm, which weighs all outcomes.
    pub fn window(&self) -> Option<u64> {
        self.fixed.is_none().then(|| self.powers.window())
    }

    /// Makes one selection. Returns a level in use and the place of the outcome at that level. The
    /// caller guarantees that `levels` lists at most `most` levels, which is a public number.
    /// `complete` makes the list of all levels in use. It is called only if exact comparisons need
    /// levels that are not listed.
    ///
    /// # Errors
    /// [`Error::Entropy`], [`Error::NoMemory`].
    pub fn sample<W: Words>(
        &self,
        mut levels: Levels,
        most: u64,
        complete: impl FnOnce() -> Levels,
        tape: &mut W,
    ) -> Result<(u64, u64), Error> {
        let min_retries = self.min_retries;
        if let Some(precision) = self.fixed {
            levels.compact();
            let mut fixed = Fixed { eta: self.eta, levels: &levels, precision, log2: 0 };
            fixed.log2 = fixed.log2_total()?;
            return draws::slowly(&fixed, Draws::of(tape), tape.next()?, min_retries, tape);
        }
        let cells = Cells::new(&self.powers, &levels, most)?;
        let mut full = Full { levels, complete: Some(complete) };
        let log2 = match cells.log2() {
            Some(log2) => log2,
            None => self.log2_total(full.levels(), &cells)?,
        };
        let mut draws = Draws::of(tape);
        // Each draw reads at least one word, so `min_retries` words are read in any case.
        let mut ahead = [0; AHEAD];
        let ready = (min_retries as usize).min(AHEAD);
        tape.fill(ahead.get_mut(..ready).unwrap_or(&mut []))?;
        let mut tape = Ahead { words: ahead.get(..ready).unwrap_or(&[]), rest: tape };
        loop {
            let word = tape.next()?;
            let (below, above) = cells.sides(log2, word);
            if below | above == 0 {
                let exact = Precise { eta: self.eta, levels: full.levels(), log2 };
                return draws::slowly(&exact, draws, word, min_retries, &mut tape);
            }
            if draws.saw(below, word, min_retries)? {
                break;
            }
        }
        match cells.place(log2, draws.last) {
            Some(place) => Ok(place),
            None => {
                let exact = Precise { eta: self.eta, levels: full.levels(), log2 };
                draws::place(&exact, draws.last, &mut tape)
            }
        }
    }

    /// Computes K from a full list of levels. Compares the total T with the powers of two between
    /// the bounds on T.
    fn log2_total(&self, levels: &Levels, cells: &Cells) -> Result<u32, Error> {
        for k in cells.log2_low()..cells.log2_high() {
            match levels::compare_total(self.eta, levels, k) {
                Some(std::cmp::Ordering::Greater) => {}
                Some(_) => return Ok(k),
                None => {
                    return match levels::whole_total(self.eta, levels) {
                        Some(total) => Ok(levels::log2_ceil(total)),
                        None => levels::log2_total(self.eta, levels),
                    }
                }
            }
        }
        Ok(cells.log2_high())
    }
}

/// The largest number of words that are read together before the first draw.
const AHEAD: usize = 16;

/// The list of all levels in use, made when first needed.
struct Full<F: FnOnce() -> Levels> {
    levels: Levels,
    complete: Option<F>,
}

impl<F: FnOnce() -> Levels> Full<F> {
    fn levels(&mut self) -> &Levels {
        if let Some(complete) = self.complete.take() {
            if self.levels.beyond() == 0 {
                self.levels.compact();
            } else {
                self.levels = complete();
            }
        }
        &self.levels
    }
}
